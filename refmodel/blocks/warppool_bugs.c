// warppool_bugs.c: see warppool_bugs.h. Those of lines are in warppool_bugs_lines.c.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/warppool_bugs.h"

#include "blocks/warppool_bugs_lines.h"
#include "blocks/warppool_coalesce.h"
#include "blocks/warppool_insn.h"
#include "blocks/warppool_order.h"
#include "blocks/warppool_queues.h"
#include "blocks/warppool_select.h"

#include <string.h>

static uint64_t room(const warppool *w)
{
    const uint64_t all = w->shape.warps >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << w->shape.warps) - 1;
    return all & ~warppool_insn_blocked(&w->insns);
}

// ---- instruction queues

// The pop takes the lowest queue that it finds not to be empty.
static void show_highest_queue(bug_view *v)
{
    uint64_t *some = &((warppool *)v->model)->insns.some;
    if (*some) *some = (uint64_t)1 << (63 - __builtin_clzll(*some));
}

static void show_all_queues(const bug_view *v)
{
    warppool_insn_queues *q = &((warppool *)v->model)->insns;
    q->some = 0;
    for (unsigned k = 0; k < q->queues; k++) q->some |= (uint64_t)(q->count[k] != 0) << k;
}

static void number_modulo(const bug_view *v)
{
    warppool *w = v->model;
    warppool_insn_queues *q = &w->insns;
    memset(q->warps, 0, sizeof q->warps);
    for (unsigned k = 0; k < w->shape.warps; k++) {
        q->of_warp[k] = (uint8_t)(k % q->queues);
        q->warps[k % q->queues] |= (uint64_t)1 << k;
    }
}

// For the clock edge no instruction is on its way, and all coalescers are empty.
static void hide_away(bug_view *v)
{
    warppool *w = v->model;
    unsigned empty = 0;
    for (unsigned k = 0; k < w->shape.coalescers; k++) empty += warppool_coalesce_free(&w->co[k]);
    w->insns.coalescers = empty;
    w->insns.away = 0;
}

static void count_away(const bug_view *v)
{
    const warppool_insn_queues *was = &((const warppool *)v->was)->insns;
    warppool_insn_queues *q = &((warppool *)v->model)->insns;
    q->coalescers = was->coalescers;
    q->away += was->away;
}

// ---- counters

static void load_early(const bug_view *v, void *out)
{
    const warppool *w = v->model;
    ((warppool_out *)out)->load_ok_o[0] = w->order.roomy & room(w);
}

static void store_early(const bug_view *v, void *out)
{
    const warppool *w = v->model;
    uint64_t early = 0;
    for (unsigned k = 0; k < w->shape.warps; k++)
        early |= (uint64_t)(w->order.counter[k] == 1) << k;
    ((warppool_out *)out)->store_ok_o[0] |= early & w->order.last_load & room(w);
}

static void merged_once(const bug_view *v)
{
    warppool_order *o = &((warppool *)v->model)->order;
    uint64_t counted = 0;
    unsigned n = 0;
    for (unsigned k = 0; k < o->n_before; k++) {
        const unsigned warp = o->before[k];
        if (!(counted >> warp & 1)) o->before[n++] = (uint8_t)warp;
        counted |= (uint64_t)1 << warp;
    }
    o->n_before = n;
}

static void count_last(const bug_view *v)
{
    warppool *w = v->model;
    const warppool *was = v->was;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        if (was->co[k].left && !w->co[k].left) warppool_order_add(&w->order, was->co[k].warp);
    }
}

static void count_soon(const bug_view *v) { warppool_order_edge(&((warppool *)v->model)->order); }

// ---- inter-warp queues

enum { NONE = -1 };

// The first request of R of the lowest coalescer that has one for each queue: what the queues look
// at in this cycle.
static bool is_first(const warppool *w, unsigned k)
{
    for (unsigned i = 0; i < k; i++) {
        if (w->co[i].n_r && w->co[i].r[0].queue == w->co[k].r[0].queue) return false;
    }
    return w->co[k].n_r != 0;
}

typedef struct phantoms {
    uint8_t used[WARPPOOL_QUEUES]; // tags that hold nothing, and are shown as used
    uint64_t line[WARPPOOL_TAGS];
} phantoms;

static void fill_queue(warppool *w, unsigned queue, phantoms *p)
{
    const unsigned tags = w->shape.tags;
    p->used[queue] = (uint8_t)(~(unsigned)w->queues.used[queue] & ((1u << tags) - 1));
    w->queues.used[queue] |= p->used[queue];
    for (unsigned t = queue * tags; t < (queue + 1) * tags; t++) {
        if (p->used[queue] >> (t - queue * tags) & 1) w->queues.line[t] = UINT64_MAX;
    }
}

// A queue in which a line would get a second tag seems to be full.
static void show_no_second(bug_view *v)
{
    warppool *w = v->model;
    phantoms *p = v->memory;
    const int leaving = warppool_select_grant(&w->select, w->co).tag;
    memset(p->used, 0, sizeof p->used);
    memcpy(p->line, w->queues.line, sizeof p->line);
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        const warppool_request *r = &w->co[k].r[0];
        unsigned tag;
        if (!is_first(w, k) || warppool_queues_probe(&w->queues, r->queue, r->line, leaving,
                                                     &tag) != WARPPOOL_INSERT_SPLITS)
            continue;
        fill_queue(w, r->queue, p);
    }
}

static void show_free_tags(const bug_view *v)
{
    warppool *w = v->model;
    const phantoms *p = v->memory;
    for (unsigned t = 0; t < w->shape.queues * w->shape.tags; t++) {
        const unsigned queue = t / w->shape.tags, bit = t % w->shape.tags;
        if (!(p->used[queue] >> bit & 1)) continue;
        w->queues.used[queue] &= (uint8_t) ~(1u << bit);
        w->queues.line[t] = p->line[t];
    }
}

// Only a request that stands alone in its R, so that no other one moves up sooner.
static void lose_late_merge(bug_view *v)
{
    warppool *w = v->model;
    const int leaving = warppool_select_grant(&w->select, w->co).tag;
    for (unsigned k = 0; leaving != NONE && k < w->shape.coalescers; k++) {
        const bool meets =
            is_first(w, k) && w->co[k].n_r == 1 && w->co[k].r[0].line == w->queues.line[leaving];
        if (meets && w->queues.count[leaving] < w->shape.merges) w->co[k].n_r = 0;
    }
}

// Of coalescers that have requests for one queue the lowest and the highest one change requests,
// until the clock edge.
typedef struct swaps {
    int with[WARPPOOL_COALESCERS]; // [lowest coalescer] the highest one, or NONE
    bool inserted[WARPPOOL_COALESCERS];
} swaps;

static void swap_heads(warppool *w, unsigned a, unsigned b)
{
    const warppool_request r = w->co[a].r[0];
    w->co[a].r[0] = w->co[b].r[0];
    w->co[b].r[0] = r;
}

static void put_highest_first(bug_view *v)
{
    warppool *w = v->model;
    swaps *s = v->memory;
    const int leaving = warppool_select_grant(&w->select, w->co).tag;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        unsigned tag;
        s->with[k] = NONE;
        if (!is_first(w, k)) continue;
        for (unsigned i = k + 1; i < w->shape.coalescers; i++) {
            if (w->co[i].n_r && w->co[i].r[0].queue == w->co[k].r[0].queue) s->with[k] = (int)i;
        }
        if (s->with[k] == NONE) continue;
        swap_heads(w, k, (unsigned)s->with[k]);
        const warppool_request *r = &w->co[k].r[0];
        s->inserted[k] = warppool_queues_probe(&w->queues, r->queue, r->line, leaving, &tag) !=
                         WARPPOOL_INSERT_WAITS;
    }
}

// What the lowest one has given away comes back to its head when its R has gone on, else by another
// change.
static void put_back(const bug_view *v)
{
    warppool *w = v->model;
    const swaps *s = v->memory;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        if (s->with[k] == NONE) continue;
        warppool_coalescer *low = &w->co[k], *high = &w->co[s->with[k]];
        if (!s->inserted[k]) {
            swap_heads(w, k, (unsigned)s->with[k]);
            continue;
        }
        low->r[1] = low->r[0];
        low->r[0] = high->r[0];
        low->n_r++;
        high->r[0] = high->r[1];
        high->n_r--;
    }
}

// Has a request merged into the tag with the clock edge before?
static bool is_merged(const bug_view *v, unsigned tag)
{
    const warppool *was = v->was, *w = v->model;
    const unsigned queue = tag / w->shape.tags, bit = tag % w->shape.tags;
    return was->queues.used[queue] & w->queues.used[queue] & 1u << bit &&
           w->queues.count[tag] > was->queues.count[tag];
}

static void make_youngest(warppool_queues *q, unsigned tag)
{
    unsigned at = 0;
    while (q->order[at] != tag) at++;
    for (; at + 1 < q->n; at++) q->order[at] = q->order[at + 1];
    q->order[q->n - 1] = (uint16_t)tag;
}

static void age_merge(const bug_view *v)
{
    warppool *w = v->model;
    for (unsigned t = 0; t < w->shape.queues * w->shape.tags; t++) {
        if (is_merged(v, t)) make_youngest(&w->queues, t);
    }
}

static void keep_lowest(const bug_view *v)
{
    warppool *w = v->model;
    for (unsigned t = 0; t < w->shape.queues * w->shape.tags; t++) {
        if (is_merged(v, t)) w->queues.lowest[t] = ((const warppool *)v->was)->queues.lowest[t];
    }
}

// ---- selection

static void choose_high(const bug_view *v)
{
    const warppool *was = v->was;
    const warppool_queues *q = &was->queues;
    const int named = was->select.named;
    int best = NONE;
    if (!was->select.warp_first ||
        (named != NONE && warppool_select_grant(&was->select, was->co).tag == NONE))
        return;
    for (unsigned k = 0; k < q->n; k++) {
        const int t = q->order[k];
        if (t == named) continue;
        if (best == NONE || q->lowest[t] < q->lowest[best] ||
            (q->lowest[t] == q->lowest[best] && t > best))
            best = t;
    }
    ((warppool *)v->model)->select.named = best;
}

static bool is_judged(const warppool_select *was)
{
    return was->kind == SELECT_SWITCH && was->at == 0 && was->running;
}

static void switch_at(const bug_view *v)
{
    const warppool_select *was = &((const warppool *)v->was)->select;
    const bool equal =
        was->accesses && was->misses * WARPPOOL_WHOLE == was->accesses * was->miss_rate;
    if (is_judged(was) && equal) ((warppool *)v->model)->select.warp_first = !was->warp_first;
}

static void quantum_keeps(const bug_view *v)
{
    const warppool_select *was = &((const warppool *)v->was)->select;
    if (is_judged(was)) ((warppool *)v->model)->select.misses += was->misses;
}

static void miss_first(const bug_view *v)
{
    const warppool_select *was = &((const warppool *)v->was)->select;
    const warppool_in *in = v->in;
    const warppool_out *out = v->out;
    const bool miss = out->req_load_o[0] && in->req_ready_i[0] && in->req_miss_i[0];
    if (was->kind == SELECT_SWITCH && was->at == 0 && miss) ((warppool *)v->model)->select.misses--;
}

// What the clock edge before has passed, for a reset behind it.
static void note_policy(const bug_view *v)
{
    const warppool_select *was = &((const warppool *)v->was)->select;
    *(bool *)v->memory = is_judged(was) && was->warp_first;
}

static void keep_policy(const bug_view *v)
{
    warppool_select *s = &((warppool *)v->model)->select;
    s->warp_first = s->warp_first || *(const bool *)v->memory;
}

static void note_last_cycle(const bug_view *v)
{
    const warppool_select *was = &((const warppool *)v->was)->select;
    *(bool *)v->memory = was->kind == SELECT_SWITCH && was->at == was->quantum - 1;
}

static void begin_second(const bug_view *v)
{
    warppool_select *s = &((warppool *)v->model)->select;
    if (!*(const bool *)v->memory) return;
    s->at = 1 % s->quantum;
    s->running = true;
}

static void note_last_map(const bug_view *v)
{
    const warppool *was = v->was, *w = v->model;
    const unsigned last = w->shape.maps - 1;
    *(bool *)v->memory = was->maps.free >> last & ~(w->maps.free >> last) & 1;
}

static void keep_last_map(const bug_view *v)
{
    warppool *w = v->model;
    if (*(const bool *)v->memory) w->maps.free &= ~((uint64_t)1 << (w->shape.maps - 1));
}

static void never_aged(const bug_view *v) { ((warppool *)v->model)->select.store_age += 1000000; }

static void age_by_loads(const bug_view *v)
{
    warppool *w = v->model;
    const warppool *was = v->was;
    const int granted = warppool_select_grant(&was->select, was->co).store;
    for (unsigned k = 0; granted != NONE && k < w->shape.coalescers; k++) {
        if ((int)k != granted && was->co[k].b.full && was->co[k].b.store)
            w->co[k].age = was->co[k].age;
    }
}

// ---- narrow

// An entry that is taken stays reserved.
static void keep_entries(const bug_view *v)
{
    warppool *w = v->model;
    const warppool *was = v->was;
    for (unsigned k = 0; k < w->shape.coalescers; k++) {
        if (w->maps.reserved[k] < 0) w->maps.reserved[k] = was->maps.reserved[k];
    }
}

static void age_at_once(const bug_view *v) { warppool_queues_age(&((warppool *)v->model)->queues); }

static void leave_at_once(const bug_view *v) { ((warppool *)v->model)->select.merged = false; }

static void laid_out_early(const bug_view *v) { ((warppool *)v->model)->select.unlaid = 0; }
static void lower_half_short(const bug_view *v) { ((warppool *)v->model)->shape.lower_lanes >>= 1; }

// ---- MSHRs and status

typedef struct kept_rows {
    unsigned mshr;
    uint16_t rows;
} kept_rows;

static void note_rows(bug_view *v)
{
    const warppool *w = v->model;
    const warppool_returned *head = &w->wb.q[0];
    *(kept_rows *)v->memory = w->wb.n && head->fill
                                  ? (kept_rows){head->mshr, w->mshr.rows[head->mshr]}
                                  : (kept_rows){0, 0};
}

static void keep_rows(const bug_view *v)
{
    const kept_rows *kept = v->memory;
    uint16_t *rows = &((warppool *)v->model)->mshr.rows[kept->mshr];
    if (!*rows) *rows = kept->rows;
}

static void idle_early(const bug_view *v, void *out)
{
    warppool *w = v->model;
    const unsigned n = w->wb.n;
    warppool_out other;
    w->wb.n = 0;
    warppool_valid(w, &other);
    w->wb.n = n;
    ((warppool_out *)out)->idle_o[0] = other.idle_o[0];
}

// ---- the table

#define MAPPED NULL, 0, .before = warppool_mark_lines, .after
#define QUANTA "quantum=40 miss_rate_percent=50"

static const model_bug rows[] = {
    {"model-warppool-insn-reversed", "the highest instruction queue goes first", "",
     .before = show_highest_queue, .after = show_all_queues},
    {"model-warppool-insn-modulo", "a warp's queue is its number modulo the queues",
     "insn_queues=5", .made = number_modulo},
    {"model-warppool-insn-ahead",
     "instructions leave their queues before a coalescer waits for them", "", .before = hide_away,
     .after = count_away},
    {"model-warppool-load-early", "a load does not wait for the stores of its warp", "",
     .valid = load_early},
    {"model-warppool-store-early", "a store issues while one load of its warp is on its way", "",
     .valid = store_early},
    {"model-warppool-merged-once",
     "a merged load counts once for a warp that has two requests in it", "", .after = merged_once},
    {"model-warppool-last-counted", "an instruction's last line raises the counter too", "",
     .after = count_last},
    {"model-warppool-count-soon", "what L1D accepts is counted in the same cycle", "",
     .after = count_soon},
    {"model-warppool-range-open", "a range need not run to the last lane or word", "",
     MAPPED = warppool_range_open},
    {"model-warppool-consecutive-part", "consecutive although lanes are missing", "",
     MAPPED = warppool_consecutive_part},
    {"model-warppool-broadcast-part", "broadcast although lanes are missing", "",
     MAPPED = warppool_broadcast_part},
    {"model-warppool-map-narrow", "lanes of two bytes get a mapping of words", "",
     MAPPED = warppool_map_narrow},
    {"model-warppool-map-twice", "two coalescers get the same entry of the thread map table", "",
     MAPPED = warppool_map_twice},
    {"model-warppool-map-freed-early", "an entry is freed with the first of two beats",
     "lane_bytes=8", .after = warppool_map_freed_early},
    {"model-warppool-line-short", "lanes of one line are found without its highest address bit",
     "address_bits=16", .after = warppool_line_short},
    {"model-warppool-store-lowest", "the lowest lane wins a byte that two lanes store", "",
     .after = warppool_store_lowest},
    {"model-warppool-store-word", "a store's mask covers whole words", "",
     .after = warppool_store_word},
    {"model-warppool-hash-short", "the queue hash leaves out line bit 12",
     "queues=32 address_bits=32", .after = warppool_hash_short},
    {"model-warppool-no-second", "a line whose tag is full waits for it", "", NULL,
     sizeof(phantoms), .before = show_no_second, .after = show_free_tags},
    {"model-warppool-late-merge", "a request merges into the tag that leaves, and is lost", "",
     .before = lose_late_merge},
    {"model-warppool-tie-high", "the higher coalescer inserts first", "", NULL, sizeof(swaps),
     .before = put_highest_first, .after = put_back},
    {"model-warppool-age-merge", "a merge makes its tag the youngest", "", .after = age_merge},
    {"model-warppool-select-first", "warp first looks at the first request of a tag only",
     "select=warp", .after = keep_lowest},
    {"model-warppool-select-high", "warp first gives a tie to the highest queue", "select=warp",
     .after = choose_high},
    {"model-warppool-switch-at", "the selection changes at exactly the miss rate", QUANTA,
     .after = switch_at},
    {"model-warppool-quantum-keeps", "the misses of a quantum are counted on in the next", QUANTA,
     .after = quantum_keeps},
    {"model-warppool-quantum-first", "a miss in the first cycle of a quantum counts as a hit",
     QUANTA, .after = miss_first},
    {"model-warppool-policy-kept", "a reset in the first cycle of a quantum leaves warp first",
     QUANTA, NULL, sizeof(bool), .reset = keep_policy, .after = note_policy},
    {"model-warppool-cycle-kept",
     "behind a reset in the last cycle of a quantum, the next one is a cycle shorter", QUANTA, NULL,
     sizeof(bool), .reset = begin_second, .after = note_last_cycle},
    {"model-warppool-map-kept",
     "the last entry of the thread map table stays taken when it is taken as a reset comes", "",
     NULL, sizeof(bool), .reset = keep_last_map, .after = note_last_map},
    {"model-warppool-no-age", "a store waits for loads for ever", "store_age=2",
     .made = never_aged},
    {"model-warppool-age-loads", "other stores do not make a store older", "store_age=2",
     .after = age_by_loads},
    {"model-warppool-row-kept", "an MSHR's rows are not forgotten when they are written back", "",
     NULL, sizeof(kept_rows), .before = note_rows, .after = keep_rows},
    {"model-warppool-halves", "the high half comes first", "lane_bytes=8",
     .valid = warppool_halves},
    {"model-warppool-sign", "lanes of one byte are sign-extended", "", .valid = warppool_sign},
    {"model-warppool-range-word", "a range starts on its first word in lane 0", "",
     .valid = warppool_range_word},
    {"model-warppool-laid-early", "a store is granted before its last lanes are laid out",
     "narrow=true", .after = laid_out_early},
    {"model-warppool-entry-twice", "an entry that is taken stays reserved", "narrow=true",
     .after = keep_entries},
    {"model-warppool-age-soon", "a new tag is in the order of ages at once", "narrow=true",
     .after = age_at_once},
    {"model-warppool-merge-leaves", "a tag leaves in the cycle after a request was merged into it",
     "narrow=true", .after = leave_at_once},
    {"model-warppool-lower-short", "the lower half of the warp has a lane too few", "narrow=true",
     .made = lower_half_short},
    {"model-warppool-idle-early", "idle_o does not see the write-back queue", "",
     .valid = idle_early},
};

const model_bugs warppool_bugs = {&warppool_block, rows, sizeof rows / sizeof rows[0]};
