// test_bench_cart.c : model against model.
//
// links: bench lockstep rtlgen machine blocks config base
//
// What is tested is the traffic: that it shows every event and tells every bit of every identity
// apart, in the configurations that are small or odd, and that the bench says so when it does not.
//
// SPDX-License-Identifier: Apache-2.0
#include "model_plugin.h"

#include "blocks/cart.h"
#include "machine/structures/crossbar_block.h"
#include "tb/bench/bench.h"
#include "tb/bench/random_config.h"

enum { CYCLES = 200000, SEED = 11 };

typedef struct kind {
    const char *block, *section;
    const block_model *model;
    unsigned in_words, out_words;
} kind;

enum { WORD = sizeof(uint64_t) };
static const kind of_cart = {"cart", "structures.cart", &cart_block, sizeof(cart_in) / WORD,
                             sizeof(cart_out) / WORD};
static const kind of_request = {"crossbar_request", "structures.crossbar", &crossbar_request_block,
                                sizeof(crossbar_in) / WORD, sizeof(crossbar_out) / WORD};
static const kind of_reply = {"crossbar_reply", "structures.crossbar", &crossbar_reply_block,
                              sizeof(crossbar_in) / WORD, sizeof(crossbar_out) / WORD};

static int run(const kind *k, const config *c, const char *hold, uint64_t cycles, json_t **r,
               err *e)
{
    const wl_plugin p = model_plugin(k->model, c, k->in_words, k->out_words);
    bench_job j = {.block = k->block, .c = c, .plugin = &p, .seed = SEED, .cycles = cycles};
    if (hold) {
        const char *colon = strchr(hold, ':');
        j.hold = hold;
        j.hold_name = (unsigned)(colon - hold);
        j.hold_bit = (unsigned)atoi(colon + 1);
    }
    return bench_run(&j, r, e);
}

static void passes(const kind *k, const config *c, const char *what)
{
    err e = {0};
    json_t *r = NULL;
    const int status = run(k, c, NULL, CYCLES, &r, &e);
    if (status != ST_OK) printf("# %s with %s:\n# %s", k->block, what, e.text ? e.text : "\n");
    CU_ASSERT_EQUAL(status, ST_OK);
    json_decref(r);
    err_free(&e);
}

// The settings are separated by spaces.
static config configured(const char *source, const char *settings)
{
    config c;
    err e = {0};
    char text[400];
    const char *sets[16];
    unsigned n = 0;
    snprintf(text, sizeof text, "%s", settings);
    for (char *p = strtok(text, " "); p; p = strtok(NULL, " ")) sets[n++] = p;
    CU_ASSERT_EQUAL_FATAL(config_load(&c, source, sets, n, &e), ST_OK);
    return c;
}

static void passes_with(const kind *k, const char *source, const char *settings)
{
    const config c = configured(source, settings);
    passes(k, &c, settings);
}

#define CART "structures.cart.enable=true"
#define SLICE "l2.slices_per_channel=1"
#define BAR "structures.crossbar.enable=true"

TEST(presets_pass)
{
    passes_with(&of_cart, "cart", CART);
    passes_with(&of_cart, "gtx480-4x", CART);
    passes_with(&of_request, "bandwidth", BAR);
    passes_with(&of_reply, "bandwidth-16-48", BAR);
}

// One of something: a branch, a row group, a queue, an entry, a place, a row too few for the
// groups.
TEST(a_cart_of_one_passes)
{
    static const char *const one[] = {
        CART " " SLICE " structures.cart.branches=1",
        CART " " SLICE " structures.cart.branches=1 structures.cart.rows=1",
        CART " " SLICE
             " structures.cart.branches=1 structures.cart.rows=1 structures.cart.columns=1",
        CART " " SLICE
             " structures.cart.branches=1 structures.cart.rows=1 structures.cart.columns=1"
             " structures.cart.entries=1",
        CART " " SLICE
             " structures.cart.branches=2 structures.cart.entries=1 structures.cart.latency=1",
        CART " structures.cart.branches=1 structures.cart.rows=2 structures.cart.columns=1"
             " structures.cart.entries=1 structures.cart.drain=longest structures.cart.latency=1",
        CART " dram.channels=1 structures.cart.address_bits=17 structures.cart.rows=6",
        CART
        " structures.cart.design=bank_fifo structures.cart.branches=1 structures.cart.entries=1",
        CART " structures.cart.design=nonblocking structures.cart.buffer=1",
        CART " structures.cart.design=nonblocking structures.cart.buffer=2",
        CART " dram.bank_hash=xor structures.cart.branches=4 structures.cart.address_bits=57",
    };
    for (unsigned i = 0; i < sizeof one / sizeof one[0]; i++)
        passes_with(&of_cart, "gtx480", one[i]);
}

// One SM, one slice, one virtual channel, one flit, one place in a buffer.
TEST(a_crossbar_of_one_passes)
{
    static const char *const one[] = {
        BAR " gpu.sms=1 icnt.vcs=2 dram.channels=2",
        BAR " gpu.sms=1 icnt.vcs=4 icnt.arbiter=rr dram.channels=2",
        BAR " gpu.sms=1 dram.channels=1 " SLICE,
        BAR " gpu.sms=1 icnt.latency=2 icnt.input_buffer=1",
        BAR " gpu.sms=3 dram.channels=1 icnt.vcs=3 " SLICE,
        BAR " gpu.sms=2 dram.channels=1 " SLICE " structures.crossbar.data=true icnt.vcs=2",
        BAR " gpu.sms=2 dram.channels=1 icnt.request_flit_bytes=136 icnt.reply_flit_bytes=136",
        BAR " gpu.sms=2 dram.channels=1 icnt.latency=200",
    };
    for (unsigned i = 0; i < sizeof one / sizeof one[0]; i++) {
        passes_with(&of_request, "gtx480", one[i]);
        passes_with(&of_reply, "gtx480", one[i]);
    }
}

static void random_ones_pass(const kind *k, const char *base_settings, unsigned n)
{
    const config base = configured("gtx480", base_settings);
    for (unsigned i = 0; i < n; i++) {
        random_config r;
        err e = {0};
        CU_ASSERT_EQUAL_FATAL(random_config_draw(&base, k->section, SEED, i, &r, &e), ST_OK);
        passes(k, &r.c, r.sets);
        random_config_free(&r);
    }
}

TEST(random_carts_pass) { random_ones_pass(&of_cart, CART, 24); }
TEST(random_crossbars_pass)
{
    random_ones_pass(&of_request, BAR " gpu.sms=3 dram.channels=2", 8);
    random_ones_pass(&of_reply, BAR " gpu.sms=3 dram.channels=2", 8);
}

// A bit that the traffic keeps at 0 fails the bench with the name of the identity and the bit.
static void names(const kind *k, const char *source, const char *settings, const char *hold)
{
    const config c = configured(source, settings);
    err e = {0};
    json_t *r = NULL;
    char text[80];
    snprintf(text, sizeof text, "bit %s of `%.*s`", strchr(hold, ':') + 1, (int)strcspn(hold, ":"),
             hold);
    CU_ASSERT_EQUAL(run(k, &c, hold, CYCLES, &r, &e), ST_CHECK);
    if (!e.text || !strstr(e.text, text))
        printf("# no `%s` in: %s", text, e.text ? e.text : "nothing\n");
    CU_ASSERT_TRUE(e.text && strstr(e.text, text));
    json_decref(r);
    err_free(&e);
}

TEST(a_bit_that_the_traffic_never_tells_apart_fails_the_bench)
{
    names(&of_cart, "cart", CART, "bank:3");
    names(&of_cart, "cart", CART, "row:0");
    names(&of_cart, "cart", CART, "row:12");
    names(&of_cart, "cart", CART, "column:4");
    names(&of_cart, "gtx480", CART " structures.cart.design=nonblocking", "line:20");
    names(&of_request, "bandwidth", BAR, "sm:3");
    names(&of_request, "bandwidth", BAR, "slice:2");
    names(&of_request, "bandwidth", BAR, "packet:15");
    names(&of_reply, "bandwidth", BAR " icnt.vcs=4", "channel:1");
}

UNIT_MAIN("bench_cart", T(presets_pass), T(a_cart_of_one_passes), T(a_crossbar_of_one_passes),
          T(random_carts_pass), T(random_crossbars_pass),
          T(a_bit_that_the_traffic_never_tells_apart_fails_the_bench))
