// test_config.c : the configuration as a library: defaults, presets, files, --set, rules, canonical
// text.
//
// links: config base
// (What is wrong in a file, message by message, is in tests/bad/config.)
//
// SPDX-License-Identifier: Apache-2.0
#include "base/outfile.h"
#include "config/config.h"
#include "config/order.h"
#include "config/ports/mrpb.h"
#include "config/rows.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];

// A file with this text; its path.
static const char *file_of(const char *text)
{
    err e = {0};
    snprintf(path, sizeof path, P_tmpdir "/test_config.%ld.yaml", (long)getpid());
    if (outfile_put(path, text, strlen(text), &e) != ST_OK) abort();
    return path;
}

// Loads a file of this text with up to one --set; errors are in *e.
static int load_text(config *c, const char *text, const char *set, err *e)
{
    *e = (err){0};
    int status = config_load(c, file_of(text), &set, set ? 1 : 0, e);
    remove(path);
    return status;
}

static char *printed(const config *c)
{
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    config_print(c, f);
    fclose(f);
    return text;
}

static config preset(const char *name)
{
    config c;
    err e = {0};
    CU_ASSERT_EQUAL(config_load(&c, name, NULL, 0, &e), ST_OK);
    err_print(&e);
    err_free(&e);
    return c;
}

// The GTX480 as GPGPU-Sim's configuration has it.
TEST(gtx480_is_the_reference_machine)
{
    config c = preset("gtx480");
    CU_ASSERT(c.gpu.sms == 15 && c.sm.warps * 32 == 1536 && c.sm.ctas == 8 &&
              c.sm.registers == 32768 && c.sm.shared_bytes == 48 * 1024);
    CU_ASSERT(c.gpu.core_mhz == 700 && c.gpu.icnt_mhz == 700 && c.gpu.l2_mhz == 700 &&
              c.gpu.dram_mhz == 924);
    CU_ASSERT(c.sm.schedulers == 2 && c.sm.scheduler == SCHED_GTO && c.l1d.index == INDEX_FERMI);
    CU_ASSERT(c.l1d.sets == 32 && c.l1d.ways == 4 && c.l1d.line_bytes == 128 && c.l1d.mshrs == 32 &&
              c.l1d.merges == 8 && c.l1d.miss_queue == 8);
    CU_ASSERT_EQUAL(c.dram.channels * c.l2.slices_per_channel * c.l2.sets * c.l2.ways *
                        c.l1d.line_bytes,
                    786432);
    CU_ASSERT(c.dram.rc == 40 && c.dram.ras == 28 && c.dram.rp == 12 && c.dram.rcd == 12 &&
              c.dram.cl == 12 && c.dram.rrd == 6);
    CU_ASSERT_FALSE(c.mrpb.enable);
    CU_ASSERT_STRING_EQUAL(c.name, "gtx480");
}

TEST(no_source_is_gtx480)
{
    config a, b = preset("gtx480");
    err e = {0};
    CU_ASSERT_EQUAL(config_load(&a, NULL, NULL, 0, &e), ST_OK);
    CU_ASSERT_STRING_EQUAL(config_digest(&a).hex, config_digest(&b).hex);
}

// MRPB, Table 1 and section 3.5
TEST(mrpb_base_s_is_table_1)
{
    config c = preset("mrpb-base-s");
    CU_ASSERT(c.gpu.sms == 14 && c.gpu.core_mhz == 575 && c.gpu.dram_mhz == 750);
    CU_ASSERT(c.sm.schedulers == 2 && c.sm.scheduler == SCHED_RR && c.sm.warps == 48 &&
              c.sm.ctas == 8);
    CU_ASSERT_EQUAL(c.l1d.sets * c.l1d.ways * c.l1d.line_bytes, 16 * 1024);
    CU_ASSERT(c.l1d.ways == 4 && c.l1d.index == INDEX_LINEAR && c.l1d.mshrs == 32 &&
              c.sm.shared_bytes == 48 * 1024);
    CU_ASSERT_EQUAL(c.l2.slices_per_channel * c.l2.sets * c.l2.ways * c.l1d.line_bytes, 128 * 1024);
    CU_ASSERT(c.l2.ways == 16 && c.dram.channels == 6 && c.dram.scheduler == DRAM_FRFCFS);
    CU_ASSERT(c.mrpb.enable && c.mrpb.signature == SIG_WARP && c.mrpb.queues == 48 &&
              c.mrpb.depth == 8);
    CU_ASSERT(c.mrpb.drain == DRAIN_FIXED && !c.mrpb.greedy && c.mrpb.flush &&
              c.mrpb.latency == 5 && c.mrpb.bypass == BYPASS_ASSOC);
    CU_ASSERT_STRING_EQUAL(c.name, "mrpb_base_s");
}

TEST(mrpb_base_l_differs_in_l1d_and_shared_memory_only)
{
    config s = preset("mrpb-base-s"), l = preset("mrpb-base-l");
    CU_ASSERT_EQUAL(l.l1d.sets * l.l1d.ways * l.l1d.line_bytes, 48 * 1024);
    CU_ASSERT(l.l1d.ways == 6 && l.sm.shared_bytes == 16 * 1024);
    l.l1d = s.l1d;
    l.sm = s.sm;
    strcpy(l.name, s.name);
    CU_ASSERT_STRING_EQUAL(config_digest(&s).hex, config_digest(&l).hex);
}

TEST(presets_are_listed_sorted)
{
    const char *const *p = config_presets();
    unsigned n = 0;
    for (; p[n]; n++) CU_ASSERT(n == 0 || strcmp(p[n - 1], p[n]) < 0);
    CU_ASSERT(n >= 3);
}

TEST(file_overrides_preset_and_set_overrides_file)
{
    config c;
    err e;
    const char *text = "preset: mrpb-base-s\ngpu: {sms: 3}\nstructures: {mrpb: {depth: 4}}\n";
    CU_ASSERT_EQUAL(load_text(&c, text, NULL, &e), ST_OK);
    CU_ASSERT(c.gpu.sms == 3 && c.mrpb.depth == 4 && c.gpu.core_mhz == 575);
    CU_ASSERT_EQUAL(load_text(&c, text, "structures.mrpb.depth=16", &e), ST_OK);
    CU_ASSERT(c.mrpb.depth == 16);
}

TEST(specs_example_file_is_good)
{
    config c;
    err e;
    CU_ASSERT_EQUAL(
        load_text(
            &c,
            "name: mrpb_base_s\npreset: mrpb-base-s            # the file overrides the preset\n"
            "structures: {mrpb: {signature: warp, queues: 48, depth: 8, drain: fixed, flush: true, "
            "latency: 5, bypass: associativity}}\n"
            "rtl: {storage: flop}\nsynth: {liberty: osu018, avoid: \"AND2X* OR2X*\", clock_ns: "
            "5}\n",
            NULL, &e),
        ST_OK);
    CU_ASSERT_EQUAL(c.synth.clock_ps, 5000);
    config p = preset("mrpb-base-s");
    CU_ASSERT_STRING_EQUAL(config_digest(&c).hex, config_digest(&p).hex);
}

TEST(mapping_turns_mrpb_on_unless_it_says_no)
{
    config c;
    err e;
    CU_ASSERT(load_text(&c, "gpu: {sms: 2}\n", NULL, &e) == ST_OK && !c.mrpb.enable);
    CU_ASSERT(load_text(&c, "structures: {mrpb: {depth: 4}}\n", NULL, &e) == ST_OK &&
              c.mrpb.enable);
    CU_ASSERT(load_text(&c, "structures: {mrpb: {}}\n", NULL, &e) == ST_OK && c.mrpb.enable);
    CU_ASSERT(load_text(&c, "structures: {mrpb: {depth: 4, enable: false}}\n", NULL, &e) == ST_OK &&
              !c.mrpb.enable);
}

TEST(set_turns_mrpb_on_and_off)
{
    config c;
    err e;
    CU_ASSERT(load_text(&c, "gpu: {sms: 2}\n", "structures.mrpb.depth=4", &e) == ST_OK &&
              c.mrpb.enable);
    CU_ASSERT(load_text(&c, "preset: mrpb-base-s\n", "structures.mrpb.enable=false", &e) == ST_OK &&
              !c.mrpb.enable);
}

TEST(crlf_and_byte_order_mark_are_accepted)
{
    config c;
    err e;
    CU_ASSERT_EQUAL(load_text(&c, "\xef\xbb\xbfname: a\r\ngpu:\r\n  sms: 3\r\n", NULL, &e), ST_OK);
    CU_ASSERT(c.gpu.sms == 3 && strcmp(c.name, "a") == 0);
}

TEST(decimals_are_exact_to_the_thousandth)
{
    config c;
    err e;
    static const struct {
        const char *text;
        uint32_t ps;
    } cases[] = {{"2.5", 2500},   {"0.01", 10}, {"1000", 1000000},
                 {"3.007", 3007}, {"5", 5000},  {"5.0", 5000}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = wl_format("synth: {clock_ns: %s}\n", cases[i].text);
        CU_ASSERT_EQUAL(load_text(&c, text, NULL, &e), ST_OK);
        CU_ASSERT_EQUAL(c.synth.clock_ps, cases[i].ps);
        free(text);
    }
    CU_ASSERT_EQUAL(load_text(&c, "synth: {clock_ns: 0.009}\n", NULL, &e), ST_INPUT);
    err_free(&e);
    CU_ASSERT_EQUAL(load_text(&c, "synth: {clock_ns: 1000.001}\n", NULL, &e), ST_INPUT);
    err_free(&e);
}

// Is key=value refused for its own range (not by a rule between keys)?
static bool out_of_range(const char *key, const char *value, const cfg_row *r)
{
    config c;
    err e = {0};
    char *set = wl_format("%s=%s", key, value), *allowed = cfg_allowed(r);
    bool refused = config_load(&c, NULL, (const char *const[]){set}, 1, &e) == ST_INPUT &&
                   strstr(e.text, allowed);
    free(set);
    free(allowed);
    err_free(&e);
    return refused;
}

TEST(every_range_ends_where_the_table_says)
{
    unsigned n, tried = 0;
    const cfg_section *s = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < s[i].n; k++) {
            const cfg_row *r = &s[i].rows[k];
            if (r->kind != CFG_UINT) continue;
            char *key = cfg_path(&s[i], r), *text[4];
            for (int v = 0; v < 4; v++)
                text[v] = wl_format("%lld", (long long[]){r->min, r->max, (long long)r->min - 1,
                                                          (long long)r->max + 1}[v]);
            CU_ASSERT_FALSE(out_of_range(key, text[0], r));
            CU_ASSERT_FALSE(out_of_range(key, text[1], r));
            CU_ASSERT_TRUE(out_of_range(key, text[2], r));
            CU_ASSERT_TRUE(out_of_range(key, text[3], r));
            for (int v = 0; v < 4; v++) free(text[v]);
            free(key);
            tried++;
        }
    }
    CU_ASSERT(tried > 90);
}

TEST(canonical_text_reads_back_byte_for_byte)
{
    for (const char *const *p = config_presets(); *p; p++) {
        config c = preset(*p), again;
        err e;
        c.synth.clock_ps = 2500;
        strcpy(c.synth.liberty, "a \"quoted\" \\ name: #1");
        char *text = printed(&c);
        CU_ASSERT_EQUAL(load_text(&again, text, NULL, &e), ST_OK);
        char *text2 = printed(&again);
        CU_ASSERT_STRING_EQUAL(text, text2);
        free(text);
        free(text2);
    }
}

TEST(digest_changes_with_any_key)
{
    config c = preset("mrpb-base-s");
    digest base = config_digest(&c);
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < s[i].n; k++) {
            const cfg_row *r = &s[i].rows[k];
            if (r->kind == CFG_STRING || r->max == 0) continue;
            uint32_t old = cfg_get(&c, r);
            cfg_set(&c, r, old == r->max ? r->min : old + 1);
            CU_ASSERT_STRING_NOT_EQUAL(config_digest(&c).hex, base.hex);
            cfg_set(&c, r, old);
        }
    }
    CU_ASSERT_STRING_EQUAL(config_digest(&c).hex, base.hex);
}

TEST(hardware_digest_changes_with_hardware_keys_only)
{
    config c = preset("mrpb-base-s");
    digest base = config_hw_digest(&c);
    c.dram.rcd++;
    c.synth.clock_ps++;
    CU_ASSERT_STRING_EQUAL(config_hw_digest(&c).hex, base.hex);
    c.mrpb.depth++;
    CU_ASSERT_STRING_NOT_EQUAL(config_hw_digest(&c).hex, base.hex);
    c.mrpb.depth--;
    strcpy(c.name, "other");
    CU_ASSERT_STRING_NOT_EQUAL(config_hw_digest(&c).hex, base.hex);
}

// One broken rule at a time, on a struct made by hand: what is said begins with the key.
static bool says(const config *c, const char *start)
{
    err e = {0};
    int status = config_check(c, &e);
    char *want = wl_format("error: %s", start);
    bool good = status == ST_INPUT && e.count == 1 && strncmp(e.text, want, strlen(want)) == 0;
    if (!good) err_print(&e);
    err_free(&e);
    free(want);
    return good;
}

TEST(rules_hold_for_structs_made_by_hand)
{
    const config good = preset("mrpb-base-s");
    config c = good;
    err e = {0};
    CU_ASSERT_EQUAL(config_check(&c, &e), ST_OK);
    c = good, c.mrpb.depth = 65;
    CU_ASSERT_TRUE(says(&c, "structures.mrpb.depth = 65: must be 1..64 (entries per queue)\n"));
    c = good, c.l1d.sets = 48;
    CU_ASSERT_TRUE(says(&c, "l1d.sets = 48: must be a power of two in 1..65536 (sets)\n"));
    c = good, c.mrpb.drain = (drain_kind)3;
    CU_ASSERT_TRUE(says(&c, "structures.mrpb.drain = 3: must be fixed, rr or longest\n"));
    c = good, c.mrpb.queues = 47;
    CU_ASSERT_TRUE(says(&c, "structures.mrpb.queues = 47: must be at least 48"));
    c = good, strcpy(c.name, "endmodule");
    CU_ASSERT_TRUE(says(&c, "name = endmodule: is a keyword of Verilog"));
    c = good, c.dram.bank_groups = 3;
    CU_ASSERT_TRUE(says(&c, "dram.bank_groups = 3: must divide"));
}

// Queues: one a signature value, or a power of two. Signature values: warp 48, block 8, in-block
// warp min(32, 48) = 32.
TEST(queues_cover_the_signature_or_are_a_power_of_two)
{
    static const struct {
        signature_kind signature;
        uint32_t queues;
        bool good;
    } cases[] = {{SIG_WARP, 48, true},      {SIG_WARP, 47, false},    {SIG_WARP, 49, true},
                 {SIG_WARP, 32, true},      {SIG_WARP, 1, true},      {SIG_CTA, 8, true},
                 {SIG_CTA, 7, false},       {SIG_CTA, 9, true},       {SIG_CTA_WARP, 32, true},
                 {SIG_CTA_WARP, 31, false}, {SIG_CTA_WARP, 33, true}, {SIG_CTA_WARP, 16, true},
                 {SIG_PC, 16, true},        {SIG_PC, 48, false},      {SIG_LINE, 32, true},
                 {SIG_LINE, 48, false}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        config c = preset("mrpb-base-s");
        err e = {0};
        c.mrpb.signature = cases[i].signature;
        c.mrpb.queues = cases[i].queues;
        CU_ASSERT_EQUAL(config_check(&c, &e) == ST_OK, cases[i].good);
        err_free(&e);
    }
}

// A structures.mrpb of the preset with one key changed is refused, and the message says so.
static bool mrpb_says(const char *const *sets, unsigned n, const char *text)
{
    config c;
    err e = {0};
    bool said =
        config_load(&c, "mrpb-base-s", sets, n, &e) == ST_INPUT && e.text && strstr(e.text, text);
    err_free(&e);
    return said;
}

TEST(mrpb_options_that_contradict_each_other_are_refused)
{
    static const char *const runs[] = {"structures.mrpb.greedy=true", "structures.mrpb.drain_n=2"};
    static const char *const pc[] = {"structures.mrpb.signature=pc", "structures.mrpb.queues=16",
                                     "structures.mrpb.flush=false"};
    static const char *const slot[] = {"structures.mrpb.signature=pc",
                                       "structures.mrpb.flush=false",
                                       "structures.mrpb.single_slot=true"};
    CU_ASSERT(mrpb_says(runs, 2, "structures.mrpb.drain_n = 2: must be 0 with greedy: true"));
    CU_ASSERT(mrpb_says(pc, 3, "structures.mrpb.flush = false: must be true with signature pc"));
    CU_ASSERT(mrpb_says(pc, 1,
                        "structures.mrpb.queues = 48: must be a power of two: signature pc has "
                        "65536 values (structures.mrpb.pc_bits = 16), and there can be 1024 "
                        "queues"));
    config c;
    err e = {0};
    CU_ASSERT_EQUAL(config_load(&c, "mrpb-base-s", slot, 3, &e),
                    ST_OK); // without queues their keys mean nothing
    err_free(&e);
}

// What the guarantee says of each signature.
TEST(mrpb_guarantee_follows_the_signature)
{
    static const char *const says[] = {[SIG_WARP] = "all requests of a warp stay in order",
                                       [SIG_CTA] = "all requests of a thread block",
                                       [SIG_CTA_WARP] = "all requests of a warp stay in order",
                                       [SIG_PC] = "reads of an instruction stay in order",
                                       [SIG_LINE] = "requests to one line stay in order"};
    for (unsigned k = 0; k < 6; k++) {
        config c = preset("mrpb-base-s");
        c.mrpb.signature = (signature_kind)(k % 5);
        c.mrpb.single_slot = k == 5;
        char *text = mrpb_guarantee(&c);
        CU_ASSERT_PTR_NOT_NULL(
            strstr(text, k == 5 ? "single slot: all requests stay in order" : says[k]));
        free(text);
    }
}

// Each structure keeps an order of its own; where one changes the order, none is claimed for all.
TEST(guarantee_is_that_of_the_structures_there_are)
{
    static const struct {
        const char *preset, *says, *not ;
    } cases[] = {
        {"gtx480", "in the order in which the coalescer makes them", "may pass"},
        {"warppool", "loads of one warp may pass each other",
         "in the order in which the coalescer"},
        {"mrpb-base-s", "MRPB signature warp: all requests of a warp stay in order", "coalescer"},
        {"cart", "CART, before the tags of each L2 slice: requests to one line stay", "Crossbars"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        config c = preset(cases[i].preset);
        char *text = config_guarantee(&c);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, cases[i].says));
        CU_ASSERT_PTR_NULL(strstr(text, cases[i].not ));
        free(text);
    }
    config c = preset("gtx480");
    c.crossbar.enable = true;
    char *text = config_guarantee(&c);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "packets from one input to one output stay in order"));
    free(text);
}

TEST(mrpb_rules_do_not_bind_without_mrpb)
{
    config c = preset("gtx480");
    err e = {0};
    c.mrpb.queues = 47;
    CU_ASSERT_EQUAL(config_check(&c, &e), ST_OK);
}

TEST(name_of_64_characters_is_the_longest)
{
    config c = preset("gtx480");
    err e = {0};
    memset(c.name, 'a', 65);
    c.name[64] = '\0';
    CU_ASSERT_EQUAL(config_check(&c, &e), ST_OK);
    c.name[64] = 'a', c.name[65] = '\0';
    CU_ASSERT_TRUE(says(&c, "name = "));
    char *allowed = cfg_allowed(cfg_find("name", NULL));
    CU_ASSERT_STRING_EQUAL(allowed, "a Verilog identifier of 1..64 characters, no keyword");
    free(allowed);
}

static bool map_is_good(const char *map, uint32_t channels)
{
    config c = preset("gtx480");
    err e = {0};
    strcpy(c.dram.address_map, map);
    c.dram.channels = channels;
    bool good = config_check(&c, &e) == ST_OK;
    err_free(&e);
    return good;
}

TEST(address_map_must_sum)
{
    static const char z[] = "00000000.00000000.00000000.00000000.";
    char map[CFG_STR];
    struct {
        const char *prefix, *low;
        uint32_t channels;
        bool good;
    } cases[] = {
        {"dramid@8;", "0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS", 6, true}, // the reference machine's
        {"", "0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS", 1, true},          // one channel needs no bit
        {"", "0000RRRR.RRRRRRRR.BBBCCCDB.CCSSSSSS", 2, true},
        {"", "0000RRRR.RRRRRRRR.BBBCCCDB.CCSSSSSS", 4, false},          // two channel bits wanted
        {"", "0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS", 6, false},          // six channels need dramid@
        {"dramid@8;", "0000RRRR.RRRRRRRR.BBBCCCDB.CCSSSSSS", 6, false}, // both at once
        {"dramid@64;", "0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS", 6, false}, // no such bit
        {"dramid@8;", "0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSS", 6, false},   // 63 positions
        {"dramid@8;", "0000RRRR.RRRRRRRR.BBCCCCCB.CCSSSSSS", 6, false},  // 3 bank bits for 16 banks
        {"dramid@8;", "0000RRRR.RRRRRRRR.BBBCCCCB.CCCSSSSS", 6, false},  // 32-byte bursts
        {"dramid@8;", "0000RRRR.RRR0RRRR.BBBCCCCB.CCSSSSSS", 6, false},  // a hole
        {"dramid@8;", "0000RRRR.RRRRRRRR.BBBXCCCB.CCSSSSSS", 6, false},  // no such letter
        {"dramid@8;", "00000000.00000000.BBBCCCCB.CCSSSSSS", 6, false},  // no rows
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(map, sizeof map, "%s%s%s", cases[i].prefix, z, cases[i].low);
        bool good = map_is_good(map, cases[i].channels);
        if (good != cases[i].good) fprintf(stderr, "case %u: %s\n", i, map);
        CU_ASSERT_EQUAL(good, cases[i].good);
    }
}

TEST(words_of_enums)
{
    CU_ASSERT_STRING_EQUAL(config_word_drain_kind(DRAIN_LONGEST), "longest");
    CU_ASSERT_STRING_EQUAL(config_word_signature_kind(SIG_CTA), "block");
}

TEST(index_bits_are_ceil_log2_at_least_one)
{
    static const unsigned cases[][2] = {{1, 1},  {2, 1},  {3, 2},  {4, 2},    {5, 3},
                                        {48, 6}, {64, 6}, {65, 7}, {1024, 10}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CU_ASSERT_EQUAL(cfg_index_bits(cases[i][0]), cases[i][1]);
}

TEST(explain_knows_every_key_and_section)
{
    unsigned n;
    const cfg_section *s = cfg_sections(&n);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k <= s[i].n; k++) {
            err e = {0};
            char *text = NULL, *key = k < s[i].n ? cfg_path(&s[i], &s[i].rows[k])
                                                 : wl_strdup(*s[i].path ? s[i].path : "preset");
            size_t bytes = 0;
            FILE *f = open_memstream(&text, &bytes);
            CU_ASSERT_EQUAL(config_explain(key, f, &e), ST_OK);
            fclose(f);
            if (k < s[i].n) CU_ASSERT_PTR_NOT_NULL(strstr(text, s[i].rows[k].doc));
            free(text);
            free(key);
        }
    }
}

TEST(explain_gives_range_unit_default_source)
{
    char *text = NULL;
    size_t bytes = 0;
    err e = {0};
    FILE *f = open_memstream(&text, &bytes);
    config_explain("structures.mrpb.depth", f, &e);
    fclose(f);
    static const char want[] =
        "structures.mrpb.depth\n  entries per queue\n  type      whole number\n  allowed   1..64 "
        "(entries per queue)\n"
        "  unit      entries per queue\n  default   8\n  shapes    the emitted hardware (part of "
        "its digest)\n  source    MRPB 5.3\n"
        "  in C      c->mrpb.depth\n  row       refmodel/config/tables_structures.h\n";
    CU_ASSERT_EQUAL(strncmp(text, want, sizeof want - 1), 0); // more places follow
    free(text);
    CU_ASSERT_EQUAL(config_explain("structures.mrpb.dpeth", stdout, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "did you mean structures.mrpb.depth?"));
    err_free(&e);
}

// Port widths follow the configuration (Base-S: 32-bit addresses, 128-byte lines, 48 warps).
TEST(mrpb_ports_of_base_s)
{
    config c = preset("mrpb-base-s");
    port p[MRPB_N_PORTS];
    mrpb_ports(&c, p);
    unsigned words[2] = {0, 0}, found = 0;
    static const struct {
        const char *name;
        uint32_t width;
    } want[] = {{"in_line_i", 32 - 7}, {"in_warp_i", 6}, {"in_cta_i", 0}, {"pending_o", 48}};
    for (unsigned i = 0; i < MRPB_N_PORTS; i++) {
        for (unsigned k = 0; k < 4; k++) {
            if (strcmp(p[i].name, want[k].name) != 0) continue;
            CU_ASSERT_EQUAL(p[i].width, want[k].width);
            found++;
        }
        CU_ASSERT_EQUAL(p[i].word, words[p[i].dir]);
        words[p[i].dir] += p[i].words;
    }
    CU_ASSERT_EQUAL(found, 4);
    CU_ASSERT_EQUAL(words[PORT_IN] * sizeof(uint64_t), sizeof(mrpb_in));
    CU_ASSERT_EQUAL(words[PORT_OUT] * sizeof(uint64_t), sizeof(mrpb_out));
}

UNIT_MAIN("config", T(gtx480_is_the_reference_machine), T(no_source_is_gtx480),
          T(mrpb_base_s_is_table_1), T(mrpb_base_l_differs_in_l1d_and_shared_memory_only),
          T(presets_are_listed_sorted), T(file_overrides_preset_and_set_overrides_file),
          T(specs_example_file_is_good), T(mapping_turns_mrpb_on_unless_it_says_no),
          T(set_turns_mrpb_on_and_off), T(crlf_and_byte_order_mark_are_accepted),
          T(decimals_are_exact_to_the_thousandth), T(every_range_ends_where_the_table_says),
          T(canonical_text_reads_back_byte_for_byte), T(digest_changes_with_any_key),
          T(hardware_digest_changes_with_hardware_keys_only),
          T(rules_hold_for_structs_made_by_hand),
          T(queues_cover_the_signature_or_are_a_power_of_two),
          T(mrpb_options_that_contradict_each_other_are_refused),
          T(mrpb_guarantee_follows_the_signature), T(guarantee_is_that_of_the_structures_there_are),
          T(mrpb_rules_do_not_bind_without_mrpb), T(name_of_64_characters_is_the_longest),
          T(address_map_must_sum), T(words_of_enums), T(index_bits_are_ceil_log2_at_least_one),
          T(explain_knows_every_key_and_section), T(explain_gives_range_unit_default_source),
          T(mrpb_ports_of_base_s))
