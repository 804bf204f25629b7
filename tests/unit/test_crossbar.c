// test_crossbar.c : crossbar.
//
// links: machine config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"
#include "machine/structures/crossbar.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { PORTS = 6 };

typedef struct bench {
    config c;
    chan in[PORTS], out[PORTS];
    crossbar *x;
    uint64_t now;
    uint32_t outputs;
} bench;

// Requests carry their output in `sm`, their input in `warp` and their number in `addr`.
static void start_vcs(bench *b, uint32_t latency, uint32_t buffer, uint32_t vcs,
                      arbiter_kind arbiter)
{
    chan *in[PORTS], *out[PORTS];
    config_defaults(&b->c);
    b->c.icnt.latency = latency;
    b->c.icnt.input_buffer = buffer;
    b->now = 0;
    for (int i = 0; i < PORTS; i++) {
        chan_init(&b->in[i], 4, sizeof(mreq));
        chan_init(&b->out[i], crossbar_out_capacity(&b->c.icnt), sizeof(mreq));
        in[i] = &b->in[i];
        out[i] = &b->out[i];
    }
    b->x = crossbar_new(&(crossbar_cfg){.name = "test",
                                        .inputs = PORTS,
                                        .outputs = PORTS,
                                        .in = in,
                                        .out = out,
                                        .flit_bytes = b->c.icnt.request_flit_bytes,
                                        .input_buffer = buffer,
                                        .latency = latency,
                                        .vcs = vcs,
                                        .arbiter = arbiter});
}

static void start(bench *b, uint32_t latency, uint32_t buffer)
{
    start_vcs(b, latency, buffer, 1, ARB_ISLIP);
}

static void stop(bench *b)
{
    crossbar_free(b->x);
    for (int i = 0; i < PORTS; i++) {
        chan_free(&b->in[i]);
        chan_free(&b->out[i]);
    }
}

static void push(bench *b, uint8_t in, uint8_t out, mreq_kind kind, uint16_t bytes, uint64_t number)
{
    const mreq r = {.addr = number, .sm = out, .warp = in, .kind = (uint8_t)kind, .bytes = bytes};
    chan_push(&b->in[in], &r);
}

static void tick(bench *b)
{
    bits pushed = {{0}}, popped = {{0}};
    crossbar_eval(b->x, b->now++, &pushed, &popped);
    bits offered = {{0}};
    for (uint32_t i = 0; i < PORTS; i++) {
        chan_commit(&b->in[i]);
        chan_commit(&b->out[i]);
        bits_put(&offered, i, chan_count(&b->in[i]));
    }
    crossbar_offer(b->x, &offered);
}

// Ticks from the push (in the tick before) until the consumer of `out` sees something.
static uint64_t time_through(bench *b, uint8_t out)
{
    const uint64_t pushed_at = b->now;
    tick(b);
    while (!chan_front(&b->out[out]) && b->now < pushed_at + 1000) tick(b);
    return b->now - pushed_at;
}

TEST(packet_flits_formula)
{
    for (uint32_t flit = 8; flit <= 64; flit += 4) {
        for (uint16_t bytes = 32; bytes <= 128; bytes = (uint16_t)(bytes * 2)) {
            const uint32_t data = (8 + bytes + flit - 1) / flit, header = (8 + flit - 1) / flit;
            const struct {
                mreq_kind kind;
                uint8_t flags;
                uint32_t flits;
            } row[] = {{MREQ_READ, 0, header},          {MREQ_READ, MREQ_REPLY, data},
                       {MREQ_WRITE, 0, data},           {MREQ_WRITE, MREQ_REPLY, header},
                       {MREQ_ATOMIC, 0, data},          {MREQ_ATOMIC, MREQ_REPLY, data},
                       {MREQ_READ, MREQ_BYPASS, header}};
            for (int i = 0; i < 7; i++) {
                const mreq r = {
                    .kind = (uint8_t)row[i].kind, .flags = row[i].flags, .bytes = bytes};
                CU_ASSERT_EQUAL(crossbar_packet_flits(&r, flit), row[i].flits);
            }
        }
    }
}

TEST(one_flit_takes_the_latency)
{
    for (uint32_t latency = 1; latency <= 20; latency++) {
        bench b;
        start(&b, latency, 8);
        push(&b, 0, 3, MREQ_READ, 128, 0);
        CU_ASSERT_EQUAL(time_through(&b, 3), latency < 2 ? 2 : latency);
        stop(&b);
    }
}

// 128 data bytes and 8 of header in 32-byte flits: 5 flits, the tail 4 ticks after the head.
TEST(tail_comes_flits_minus_one_later)
{
    bench b;
    start(&b, 5, 8);
    push(&b, 0, 3, MREQ_WRITE, 128, 0);
    CU_ASSERT_EQUAL(time_through(&b, 3), 5 + 5 - 1);
    stop(&b);
}

TEST(xbar_two_inputs_one_output_alternate)
{
    bench b;
    uint64_t sent[2] = {0}, last = 1;
    start(&b, 5, 8);
    for (int t = 0; t < 60; t++) {
        for (uint8_t i = 0; i < 2; i++) {
            if (chan_can_push(&b.in[i])) push(&b, i, 2, MREQ_READ, 128, sent[i]++);
        }
        tick(&b);
        const mreq *r = chan_front(&b.out[2]);
        if (!r) continue;
        CU_ASSERT_EQUAL(r->warp, 1 - last);
        last = r->warp;
        chan_pop(&b.out[2]);
    }
    CU_ASSERT_TRUE(sent[0] + sent[1] > 50);
    stop(&b);
}

TEST(output_moves_one_flit_a_tick)
{
    bench b;
    uint64_t got = 0;
    start(&b, 5, 16);
    for (int t = 0; t < 505; t++) {
        for (uint8_t i = 0; i < 4; i++) {
            if (chan_can_push(&b.in[i])) push(&b, i, 0, MREQ_WRITE, 128, 0);
        }
        tick(&b);
        if (chan_front(&b.out[0])) {
            chan_pop(&b.out[0]);
            got++;
        }
    }
    CU_ASSERT_EQUAL(got,
                    (505 - (5 + 5 - 1)) / 5 + 1); // the first after 9 ticks, then one every five
    stop(&b);
}

TEST(input_sends_one_flit_a_tick_over_all_outputs)
{
    bench b;
    uint64_t n = 0;
    start(&b, 5, 16);
    for (int t = 0; t < 500; t++) {
        if (chan_can_push(&b.in[0])) push(&b, 0, (uint8_t)(n++ % PORTS), MREQ_WRITE, 128, 0);
        tick(&b);
        for (int o = 0; o < PORTS; o++) {
            if (chan_front(&b.out[o])) chan_pop(&b.out[o]);
        }
    }
    CU_ASSERT_TRUE(crossbar_get_stats(b.x, b.now).delivered <= 100); // 500 ticks / 5 flits
    CU_ASSERT_TRUE(crossbar_get_stats(b.x, b.now).delivered >= 97);
    stop(&b);
}

// Random traffic and back-pressure: flows stay in order, nothing is lost or made up.
static void random_flows(uint32_t latency, uint32_t buffer, unsigned ready_percent, uint32_t vcs,
                         arbiter_kind arbiter)
{
    bench b;
    rng r = {latency * 1000 + buffer};
    uint64_t sent[PORTS][PORTS] = {{0}}, got[PORTS][PORTS] = {{0}}, in = 0, out = 0;
    start_vcs(&b, latency, buffer, vcs, arbiter);
    for (int t = 0; t < 4000; t++) {
        for (uint8_t i = 0; i < PORTS && t < 3000; i++) {
            const uint8_t o = (uint8_t)rng_below(&r, PORTS);
            if (!chan_can_push(&b.in[i]) || rng_percent(&r, 40)) continue;
            push(&b, i, o, rng_percent(&r, 50) ? MREQ_READ : MREQ_WRITE, 128, sent[i][o]++);
            in++;
        }
        for (int o = 0; o < PORTS; o++) {
            const mreq *q = chan_front(&b.out[o]);
            if (!q || !(t >= 3000 || rng_percent(&r, ready_percent))) continue;
            CU_ASSERT_EQUAL(q->sm, o);
            CU_ASSERT_EQUAL(q->addr, got[q->warp][o]++);
            chan_pop(&b.out[o]);
            out++;
        }
        tick(&b);
    }
    CU_ASSERT_TRUE(in > 500);
    CU_ASSERT_EQUAL(in, out);
    CU_ASSERT_EQUAL(crossbar_get_stats(b.x, b.now).packets, in);
    CU_ASSERT_EQUAL(crossbar_get_stats(b.x, b.now).delivered, out);
    CU_ASSERT_TRUE(crossbar_idle(b.x));
    stop(&b);
}

TEST(crossbar_flow_order) { random_flows(5, 8, 50, 1, ARB_RR); }
TEST(crossbar_flow_order_with_buffers_of_one_flit) { random_flows(1, 1, 30, 1, ARB_ISLIP); }
TEST(crossbar_flow_order_with_slow_outputs) { random_flows(9, 16, 5, 1, ARB_ISLIP); }
TEST(crossbar_flow_order_with_virtual_channels)
{
    for (uint32_t vcs = 2; vcs <= 7; vcs++)
        random_flows(5, vcs, 40, vcs, vcs & 1 ? ARB_RR : ARB_ISLIP);
}

// Every flow always has one-flit packets; packets delivered in 6 x 600 output ticks.
static uint64_t saturated(uint32_t vcs, arbiter_kind arbiter)
{
    enum { FROM = 400, TICKS = 600 };
    bench b;
    uint64_t got = 0, next[PORTS] = {0};
    start_vcs(&b, 5, 16, vcs, arbiter);
    for (int t = 0; t < FROM + TICKS; t++) {
        for (uint8_t i = 0; i < PORTS; i++) {
            if (chan_can_push(&b.in[i]))
                push(&b, i, (uint8_t)((i + next[i]++) % PORTS), MREQ_READ, 128, 0);
        }
        tick(&b);
        for (int o = 0; o < PORTS; o++) {
            if (!chan_front(&b.out[o])) continue;
            chan_pop(&b.out[o]);
            got += t >= FROM;
        }
    }
    stop(&b);
    return got;
}

// iSLIP's pointers fall out of step and it serves all of saturated uniform traffic (McKeown 1999).
TEST(islip_with_virtual_output_queues_fills_every_output)
{
    CU_ASSERT_EQUAL(saturated(PORTS, ARB_ISLIP), 600 * PORTS);
}

// Outputs 0 and 1 stand still until both inputs have packets for both; then every flow always has
// packets.
static uint64_t two_by_two(arbiter_kind arbiter)
{
    enum { OPEN = 100, TICKS = 100 };
    bench b;
    uint64_t got = 0, next[2] = {0};
    start_vcs(&b, 5, 256, 2, arbiter);
    for (int o = 0; o < 2; o++) {
        while (chan_can_push(&b.out[o])) chan_push(&b.out[o], &(mreq){.sm = 99});
    }
    for (int t = 0; t < OPEN + TICKS; t++) {
        for (uint8_t i = 0; i < 2; i++) {
            if (chan_can_push(&b.in[i])) push(&b, i, (uint8_t)(next[i]++ % 2), MREQ_READ, 128, 0);
        }
        tick(&b);
        for (int o = 0; o < 2 && t >= OPEN; o++) {
            for (const mreq *r; (r = chan_front(&b.out[o])) != NULL; chan_pop(&b.out[o]))
                got += r->sm != 99;
        }
    }
    stop(&b);
    return got;
}

// Pointers that move with every grant stay together: both outputs grant the same input in every
// tick, and one of them is idle. The first packet comes out some ticks after the opening.
TEST(rr_pointers_stay_in_step_and_islip_pointers_do_not)
{
    const uint64_t rr = two_by_two(ARB_RR), islip = two_by_two(ARB_ISLIP);
    CU_ASSERT_TRUE(rr >= 90 && rr <= 100); // one output a tick
    CU_ASSERT_TRUE(islip >= 180);          // two
}

// The head of a plain FIFO waits for output 0, which takes nothing: the packet for output 1 behind
// it waits too, in a virtual channel of its own it does not.
static bool passes_a_blocked_head(uint32_t vcs)
{
    bench b;
    start_vcs(&b, 5, 64, vcs, ARB_ISLIP);
    for (uint32_t n = 0; n < crossbar_out_capacity(&b.c.icnt) + 3;) {
        if (chan_can_push(&b.in[0])) {
            push(&b, 0, 0, MREQ_READ, 128, 0);
            n++;
        }
        tick(&b);
    }
    push(&b, 0, 1, MREQ_READ, 128, 0);
    for (int t = 0; t < 30; t++) tick(&b);
    const bool passed = chan_front(&b.out[1]) != NULL;
    stop(&b);
    return passed;
}

TEST(blocked_head_holds_back_others_only_in_its_virtual_channel)
{
    CU_ASSERT_FALSE(passes_a_blocked_head(1));
    CU_ASSERT_TRUE(passes_a_blocked_head(2));
}

// The output channel fills and the crossbar holds: none of its packets is dropped, none enters
// beyond the capacity.
TEST(full_output_holds_packets_back)
{
    bench b;
    start(&b, 5, 8);
    for (int t = 0; t < 200; t++) {
        if (chan_can_push(&b.in[0])) push(&b, 0, 0, MREQ_READ, 128, 0);
        tick(&b);
    }
    const crossbar_stats s = crossbar_get_stats(b.x, b.now);
    CU_ASSERT_EQUAL(chan_count(&b.out[0]), crossbar_out_capacity(&b.c.icnt));
    CU_ASSERT_EQUAL(s.packets - s.delivered, 8); // the input buffer's eight flits
    CU_ASSERT_TRUE(s.stall_cycles > 100);
    stop(&b);
}

TEST(stall_cycles_count_waiting_heads)
{
    bench b;
    start(&b, 5, 8);
    for (uint8_t i = 0; i < 3; i++) push(&b, i, 0, MREQ_READ, 128, 0);
    for (int t = 0; t < 20; t++) tick(&b);
    CU_ASSERT_EQUAL(crossbar_get_stats(b.x, b.now).stall_cycles,
                    1 + 2); // second waits one tick, third two
    stop(&b);
}

// Nobody pops the output: latency + 2 packets are on their way to it or there, 2 in the input
// buffer, and the next is refused.
TEST(refused_counts_packets_that_find_no_room)
{
    bench b;
    start(&b, 5, 2);
    for (uint64_t k = 0; k < 5 + 2 + 2; k++) {
        push(&b, 1, 0, MREQ_READ, 128, k);
        for (int t = 0; t < 10; t++) tick(&b);
    }
    CU_ASSERT_EQUAL(crossbar_get_stats(b.x, b.now).refused, 0);
    push(&b, 1, 0, MREQ_READ, 128, 9);
    push(&b, 1, 0, MREQ_READ, 128, 10);
    tick(&b);
    for (int t = 0; t < 25; t++) tick(&b);
    CU_ASSERT_EQUAL(crossbar_get_stats(b.x, b.now).refused, 25);
    stop(&b);
}

UNIT_MAIN("crossbar", T(packet_flits_formula), T(one_flit_takes_the_latency),
          T(tail_comes_flits_minus_one_later), T(xbar_two_inputs_one_output_alternate),
          T(output_moves_one_flit_a_tick), T(input_sends_one_flit_a_tick_over_all_outputs),
          T(crossbar_flow_order), T(crossbar_flow_order_with_buffers_of_one_flit),
          T(crossbar_flow_order_with_slow_outputs), T(crossbar_flow_order_with_virtual_channels),
          T(islip_with_virtual_output_queues_fills_every_output),
          T(rr_pointers_stay_in_step_and_islip_pointers_do_not),
          T(blocked_head_holds_back_others_only_in_its_virtual_channel),
          T(full_output_holds_packets_back), T(stall_cycles_count_waiting_heads),
          T(refused_counts_packets_that_find_no_room))
