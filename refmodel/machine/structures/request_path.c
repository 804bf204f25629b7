// request_path.c : see request_path.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/request_path.h"

#include "base/chan.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    WARP_SLOTS = 64,
    SEGMENT_BITS = 4,
    PENDING_WORDS = sizeof((mrpb_out *)0)->pending_o / sizeof(uint64_t)
};

// What travels beside the block: per queue, in order.
typedef struct beside {
    mreq r;
    uint64_t before; // requests that had gone into the block before it
} beside;

// Per warp (signatures pc and line: per queue): how many requests went in and out, and a hash of
// their sequence.
typedef struct order {
    uint64_t in, out, hash_in, hash_out;
} order;

struct request_path {
    const config *c;
    request_path_sm sm;
    bool has_mrpb, racb;
    block_dev dev;
    mrpb_out next; // valid phase (req_*, idle_o, pending_o) of the coming cycle
    mreq offered;  // the request that the block offered last, put together,
    uint64_t offered_line, offered_meta, offered_warp, offered_write; // from these outputs
    bool stays;    // L1D refused it, so it is offered again
    bool was_idle; // idle_o and pending_o of the last cycle
    uint64_t was_pending[PENDING_WORDS];
    unsigned pending_words;
    signature_kind signature;
    unsigned queues;
    chan *beside;         // [queue], and with signature pc one more for writes
    uint16_t *load_queue; // [load] signature pc: the queue of its requests
    unsigned line_shift;
    order *order;       // of the block's requests: [warp], or [queue] as beside
    bool by_queue;      // which of them
    bool order_broken;  // the law of order has been seen broken,
    unsigned broken_at; // here
    uint64_t in[WARP_SLOTS], out[WARP_SLOTS], all_in, all_out;
    uint64_t wrong_data; // writes that came out with other data than they went in with
};

// ---- the law of order

static void order_in(request_path *p, const mreq *r, unsigned at)
{
    order *o = &p->order[at];
    p->in[r->warp]++;
    p->all_in++;
    o->in++;
    o->hash_in = (o->hash_in + (r->addr >> p->line_shift) * 2 + (r->kind == MREQ_WRITE)) *
                 0x9e3779b97f4a7c15u;
}

static void order_breaks(request_path *p, unsigned at)
{
    if (!p->order_broken) p->broken_at = at;
    p->order_broken = true;
}

static void order_out(request_path *p, const mreq *r, unsigned at)
{
    order *o = &p->order[at];
    p->out[r->warp]++;
    p->all_out++;
    o->out++;
    o->hash_out = (o->hash_out + (r->addr >> p->line_shift) * 2 + (r->kind == MREQ_WRITE)) *
                  0x9e3779b97f4a7c15u;
    if (o->out > o->in || (o->out == o->in && o->hash_out != o->hash_in)) order_breaks(p, at);
}

int request_path_check(const request_path *p, err *e)
{
    if (p->wrong_data) {
        return err_add(
            e, ST_CHECK,
            "law broken: writes reach L1D with the data that they brought: SM %u: %" PRIu64
            " did not",
            p->sm.sm, p->wrong_data);
    }
    if (!p->order_broken) return ST_OK;
    const order *o = &p->order[p->broken_at];
    return err_add(
        e, ST_CHECK,
        "law broken: requests of a %s reach L1D once each, in order: SM %u, %s %u: %" PRIu64
        " in, %" PRIu64 " out%s",
        p->by_queue ? "queue" : "warp", p->sm.sm, p->by_queue ? "queue" : "warp", p->broken_at,
        o->in, o->out, o->in == o->out ? ", in another order" : "");
}

// ---- queues

// The queue of a request, at the input and beside the block. With signature pc a write has no queue
// of its own: it keeps its place among all requests, and the one more beside the queues stands for
// that.
static unsigned queue_of(const request_path *p, const mreq *r)
{
    unsigned key = r->warp;
    switch (p->signature) {
    case SIG_WARP: break;
    case SIG_CTA: key = p->sm.cta_of[r->warp]; break;
    case SIG_CTA_WARP: key = p->sm.warp_in_cta[r->warp]; break;
    case SIG_PC: return r->kind == MREQ_READ ? p->load_queue[r->load] : p->queues;
    case SIG_LINE: return (unsigned)((r->addr >> p->line_shift) % p->queues);
    }
    return key < p->queues ? key : key % p->queues;
}

// Where the law of order counts it.
static unsigned order_at(const request_path *p, const mreq *r)
{
    return p->by_queue ? queue_of(p, r) : r->warp;
}

// ---- offering a request to L1D

static void offer(request_path *p, const mreq *r, bool hits_only, request_path_out *out)
{
    out->r = r;
    out->answer = l1d_offer(p->sm.l1, r, p->sm.cta_of[r->warp], hits_only);
    out->event = out->answer >= L1D_FAIL_LINE ? REQUEST_PATH_FAILED
                 : out->answer == L1D_HELD    ? REQUEST_PATH_HELD
                                              : REQUEST_PATH_ACCEPTED;
}

static bool may_bypass(const request_path *p, const mreq *r)
{
    return l1d_bypass_ready(p->sm.l1) && !p->sm.stores_in_l1[r->warp];
}

static void bypass(request_path *p, request_path_out *out)
{
    out->event = REQUEST_PATH_BYPASSED;
    l1d_bypass(p->sm.l1, out->r);
}

void request_path_offer(request_path *p, const mreq *head, bool hits_only, request_path_out *out)
{
    offer(p, head, hits_only, out);
    if (out->event == REQUEST_PATH_FAILED) {
        l1d_count_fail(p->sm.l1, head, out->answer, 1);
        if (p->racb && !hits_only && head->kind == MREQ_READ && may_bypass(p, head)) bypass(p, out);
    }
    out->taken = out->event == REQUEST_PATH_ACCEPTED || out->event == REQUEST_PATH_BYPASSED;
}

static void plain_cycle(request_path *p, const mreq *head, request_path_out *out)
{
    out->event = REQUEST_PATH_NONE;
    out->taken = false;
    if (head) request_path_offer(p, head, false, out);
}

// ---- MRPB

static uint64_t segment_number(const request_path *p, const mreq *r)
{
    uint64_t line_bytes = p->c->l1d.line_bytes;
    return line_bytes / r->bytes + (r->addr & (line_bytes - 1)) / r->bytes;
}

// The timing model moves no data: what stands for a write's is made of its line and time.
static uint64_t data_word(const request_path *p, const mreq *r, unsigned k)
{
    unsigned bits = p->c->mrpb.data_bits - 64 * k;
    uint64_t word = ((r->addr >> p->line_shift) * 64 + r->born + k) * 0x9e3779b97f4a7c15u;
    return bits >= 64 ? word : word & (((uint64_t)1 << bits) - 1);
}

static void data_to_ports(const request_path *p, const mreq *r, mrpb_in *in)
{
    for (unsigned k = 0; 64 * k < p->c->mrpb.data_bits; k++) in->in_data_i[k] = data_word(p, r, k);
}

static void check_data(request_path *p, const mrpb_out *o)
{
    bool same = true;
    for (unsigned k = 0; 64 * k < p->c->mrpb.data_bits; k++)
        same = same && o->req_data_o[k] == data_word(p, &p->offered, k);
    p->wrong_data += !same;
}

static void head_to_ports(const request_path *p, const mreq *head, mrpb_in *in)
{
    uint64_t sequence = head->load == MREQ_NO_LOAD ? 0 : head->load % p->c->sm.loads_per_warp;
    in->in_valid_i[0] = 1;
    in->in_write_i[0] = head->kind == MREQ_WRITE;
    in->in_line_i[0] = head->addr >> p->line_shift;
    in->in_warp_i[0] = head->warp;
    if (p->signature == SIG_CTA) in->in_cta_i[0] = p->sm.cta_of[head->warp];
    if (p->signature == SIG_CTA_WARP) in->in_cta_warp_i[0] = p->sm.warp_in_cta[head->warp];
    if (p->signature == SIG_PC)
        in->in_pc_i[0] = *p->sm.head_pc & (((uint64_t)1 << p->c->mrpb.pc_bits) - 1);
    if (head->kind == MREQ_WRITE) data_to_ports(p, head, in);
    in->in_meta_i[0] = segment_number(p, head) | sequence << SEGMENT_BITS;
}

// The offered request put together again. Header fields that no real header can have (a faulty
// device) are made harmless; the law of order names them.
static mreq ports_to_request(const request_path *p, const mrpb_out *o)
{
    unsigned warp = (unsigned)(o->req_warp_o[0] % p->c->sm.warps);
    unsigned number = (unsigned)(o->req_meta_o[0] & ((1u << SEGMENT_BITS) - 1)), level = 1;
    while (level * 2 <= number) level *= 2;
    unsigned bytes = p->c->l1d.line_bytes / level;
    bool write = o->req_write_o[0] != 0;
    unsigned sequence = (unsigned)(o->req_meta_o[0] >> SEGMENT_BITS) % p->c->sm.loads_per_warp;
    mreq r = {.addr = (o->req_line_o[0] << p->line_shift) + (uint64_t)(number - level) * bytes,
              .bytes = (uint16_t)bytes,
              .load = (uint16_t)(write ? MREQ_NO_LOAD : warp * p->c->sm.loads_per_warp + sequence),
              .kind = write ? MREQ_WRITE : MREQ_READ,
              .sm = (uint8_t)p->sm.sm,
              .warp = (uint8_t)warp};
    chan *queue = &p->beside[queue_of(p, &r)];
    const beside *b = queue->head != queue->tail ? chan_slot(queue, queue->head) : NULL;
    if (b) r.born = b->r.born, r.mask = b->r.mask, r.flags = b->r.flags, r.lanes = b->r.lanes;
    return r;
}

static bool same_offer(const request_path *p, const mrpb_out *o)
{
    return o->req_line_o[0] == p->offered_line && o->req_meta_o[0] == p->offered_meta &&
           o->req_warp_o[0] == p->offered_warp && o->req_write_o[0] == p->offered_write;
}

static void take_offer(request_path *p, const mrpb_out *o)
{
    p->offered_line = o->req_line_o[0];
    p->offered_meta = o->req_meta_o[0];
    p->offered_warp = o->req_warp_o[0];
    p->offered_write = o->req_write_o[0];
    p->offered = ports_to_request(p, o);
}

static mrpb_stall stall_of(l1d_answer a)
{
    return a == L1D_FAIL_LINE    ? MRPB_STALL_LINE
           : a == L1D_FAIL_MSHR  ? MRPB_STALL_MSHR
           : a == L1D_FAIL_MERGE ? MRPB_STALL_MERGE
                                 : MRPB_STALL_MISSQ;
}

// Signature pc: all requests that came before a write have left, and none that came after it.
static void check_write(request_path *p, const beside *b, unsigned q)
{
    if (p->signature == SIG_PC && q == p->queues && b->before != p->all_out) order_breaks(p, q);
}

static void leaves_block(request_path *p, const mreq *r, const mrpb_out *o)
{
    unsigned q = queue_of(p, r);
    chan *queue = &p->beside[q];
    if (queue->head != queue->tail) {
        check_write(p, chan_slot(queue, queue->head), q);
        chan_pop(queue);
    }
    chan_commit(queue);
    if (r->kind == MREQ_WRITE && p->c->mrpb.data_bits) check_data(p, o);
    order_out(p, r, order_at(p, r));
}

static void enters_block(request_path *p, const mreq *head)
{
    if (p->signature == SIG_PC && head->kind == MREQ_READ) {
        p->load_queue[head->load] =
            (uint16_t)((*p->sm.head_pc & (((uint64_t)1 << p->c->mrpb.pc_bits) - 1)) % p->queues);
    }
    chan *queue = &p->beside[queue_of(p, head)];
    if (chan_can_push(queue)) {
        chan_push(queue, &(beside){.r = *head, .before = p->all_in});
    }
    chan_commit(queue);
    order_in(p, head, order_at(p, head));
}

// What the block offers goes to L1D; the answer goes to the block's inputs.
static void answer_block(request_path *p, const mrpb_out *o, mrpb_in *in, request_path_out *out)
{
    bool free = p->c->mrpb.bypass != BYPASS_NONE && l1d_bypass_ready(p->sm.l1);
    if (o->req_valid_o[0]) {
        if (!p->stays || !same_offer(p, o)) take_offer(p, o);
        free = free && may_bypass(p, &p->offered);
        offer(p, &p->offered, false, out);
        in->req_ready_i[0] = out->event == REQUEST_PATH_ACCEPTED;
        if (!in->req_ready_i[0]) in->req_stall_i[0] = stall_of(out->answer);
    }
    in->byp_ready_i[0] = free;
}

static void next_cycle(request_path *p)
{
    p->was_idle = p->next.idle_o[0];
    for (unsigned k = 0; k < p->pending_words; k++) p->was_pending[k] = p->next.pending_o[k];
    p->dev.valid(p->dev.self, (uint64_t *)&p->next);
}

static void block_cycle(request_path *p, const mreq *head, request_path_out *out)
{
    mrpb_in in = {0};
    mrpb_out *o = &p->next;
    if (head) head_to_ports(p, head, &in);
    answer_block(p, o, &in, out);
    p->dev.ready(p->dev.self, (const uint64_t *)&in, (uint64_t *)o);
    out->taken = head && o->in_ready_o[0];
    if (out->taken) enters_block(p, head);
    if (out->event == REQUEST_PATH_FAILED) l1d_count_fail(p->sm.l1, out->r, out->answer, 1);
    if (out->event == REQUEST_PATH_FAILED && o->byp_pulse_o[0]) bypass(p, out);
    if (out->event == REQUEST_PATH_ACCEPTED || out->event == REQUEST_PATH_BYPASSED) {
        leaves_block(p, out->r, o);
    }
    p->stays = out->event == REQUEST_PATH_FAILED;
    p->dev.commit(p->dev.self, (const uint64_t *)&in, (const uint64_t *)o);
    next_cycle(p);
}

// An atomic has no place in the block: it bypasses it when nothing of its warp is inside and the
// block offers nothing.
static void mrpb_cycle(request_path *p, const mreq *head, request_path_out *out)
{
    bool atomic = head && head->kind == MREQ_ATOMIC;
    bool round = atomic && !p->next.req_valid_o[0] && !request_path_pending(p, head->warp);
    out->event = REQUEST_PATH_NONE;
    block_cycle(p, atomic ? NULL : head, out);
    if (round) plain_cycle(p, head, out);
}

// ---- life

static void make_beside(request_path *p)
{
    p->line_shift = cfg_index_bits(p->c->l1d.line_bytes);
    if (!p->has_mrpb) return;
    enum { OUTBOUND = 2 };
    const config *c = p->c;
    p->signature = mrpb_signature(c);
    p->queues = mrpb_queues(c);
    p->by_queue = p->signature == SIG_PC || p->signature == SIG_LINE;
    p->beside = wl_calloc(p->queues + 1, sizeof *p->beside);
    for (unsigned q = 0; q <= p->queues; q++)
        chan_init(&p->beside[q], mrpb_input_stages(c) + c->mrpb.depth + OUTBOUND, sizeof(beside));
    if (p->signature == SIG_PC)
        p->load_queue =
            wl_calloc((size_t)c->sm.warps * c->sm.loads_per_warp, sizeof *p->load_queue);
}

static void make_order(request_path *p)
{
    size_t n = p->by_queue ? p->queues + 1 : WARP_SLOTS;
    p->order = wl_calloc(n, sizeof *p->order);
}

// A block of another design may carry any metadata; the one of this machine must carry a segment
// and a load's number.
static int check_meta(const config *c, err *e)
{
    unsigned least = SEGMENT_BITS + cfg_index_bits(c->sm.loads_per_warp);
    if (!c->mrpb.enable || c->mrpb.meta_bits >= least) return ST_OK;
    return err_add(e, ST_INPUT,
                   "structures.mrpb.meta_bits = %u: the simulated machine needs at least %u, %u "
                   "and the bits of a load's number (sm.loads_per_warp = %u)",
                   c->mrpb.meta_bits, least, SEGMENT_BITS, c->sm.loads_per_warp);
}

request_path *request_path_new(const config *c, const devices *d, const request_path_sm *sm, err *e)
{
    if (check_meta(c, e) != ST_OK) return NULL;
    request_path *p = wl_calloc(1, sizeof *p);
    p->c = c;
    p->sm = *sm;
    p->has_mrpb = c->mrpb.enable;
    p->racb = c->l1d.bypass == RACB_ON;
    make_beside(p);
    make_order(p);
    if (!p->has_mrpb) return p;
    int st = devices_make(d, &mrpb_block, c, sm->sm, &p->dev, e);
    if (st != ST_OK) {
        p->dev = (block_dev){0};
        request_path_free(p);
        return NULL;
    }
    p->pending_words = (p->queues + 63) / 64;
    next_cycle(p);
    next_cycle(p);
    return p;
}

void request_path_free(request_path *p)
{
    if (!p) return;
    if (p->dev.free) p->dev.free(p->dev.self);
    for (unsigned q = 0; p->has_mrpb && q <= p->queues; q++) chan_free(&p->beside[q]);
    free(p->beside);
    free(p->load_queue);
    free(p->order);
    free(p);
}

void request_path_cycle(request_path *p, const mreq *head, request_path_out *out)
{
    if (p->has_mrpb) mrpb_cycle(p, head, out);
    else plain_cycle(p, head, out);
}

bool request_path_idle(const request_path *p) { return !p->has_mrpb || p->next.idle_o[0]; }

bool request_path_must_step(const request_path *p)
{
    return p->has_mrpb && !(p->next.idle_o[0] && p->was_idle && p->dev.skip);
}

void request_path_skip(request_path *p, uint64_t cycles)
{
    if (p->has_mrpb && cycles) p->dev.skip(p->dev.self, cycles);
}

bool request_path_pending(const request_path *p, unsigned warp)
{
    if (!p->has_mrpb) return false;
    if (p->by_queue) return !p->was_idle || !p->next.idle_o[0];
    unsigned q = queue_of(p, &(mreq){.warp = (uint8_t)warp});
    return (p->was_pending[q / 64] | p->next.pending_o[q / 64]) >> (q % 64) & 1;
}

bool request_path_shares(const request_path *p)
{
    return p->has_mrpb &&
           (p->c->mrpb.single_slot || p->signature != SIG_WARP || p->queues < p->c->sm.warps);
}

uint64_t request_path_inside(const request_path *p, unsigned warp)
{
    return p->in[warp] - p->out[warp];
}

const mrpb_events *request_path_events(const request_path *p)
{
    return p->has_mrpb ? (const mrpb_events *)(const void *)p->dev.events(p->dev.self) : NULL;
}

void request_path_view(const request_path *p, const mreq_view *v)
{
    for (unsigned q = 0; p->has_mrpb && q <= p->queues; q++) {
        const chan *queue = &p->beside[q];
        for (uint32_t i = queue->head; i != queue->tail; i++)
            mreq_show(v, &((const beside *)chan_slot(queue, i))->r, PLACE_IN_TRANSIT, "MRPB of SM",
                      p->sm.sm);
    }
}

void request_path_dump(const request_path *p, FILE *f)
{
    if (!p->has_mrpb) return;
    fprintf(f, "  SM %u request path: MRPB%s\n", p->sm.sm, p->next.idle_o[0] ? ", idle" : "");
    p->dev.dump(p->dev.self, f);
}
