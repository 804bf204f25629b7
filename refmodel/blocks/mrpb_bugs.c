// mrpb_bugs.c: see mrpb_bugs.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/mrpb_bugs.h"

#include "blocks/mrpb_state.h"

#include <string.h>

// ---- what a bug needs; of a single slot only the bugs of the outbound buffer can show

static const char *needs_queues(const config *c) { return c->mrpb.single_slot ? "queues" : NULL; }

static const char *needs_two(const config *c, bool met, const char *what)
{
    if (needs_queues(c)) return needs_queues(c);
    return met && c->mrpb.queues > 1 ? NULL : what;
}

static const char *needs(const config *c, bool met, const char *what)
{
    if (needs_queues(c)) return needs_queues(c);
    return met ? NULL : what;
}

static const char *needs_slot(const config *c)
{
    return c->mrpb.single_slot ? NULL : "single_slot: true";
}
static const char *needs_bypass(const config *c)
{
    return c->mrpb.bypass != BYPASS_NONE ? NULL : "a bypass";
}
static const char *needs_assoc(const config *c)
{
    return c->mrpb.bypass == BYPASS_ASSOC ? NULL : "bypass: associativity";
}
static const char *needs_slots(const config *c)
{
    return needs(c, c->mrpb.depth < MRPB_MAX_DEPTH, "a depth of at most 63");
}
static const char *needs_meta(const config *c) { return needs(c, c->mrpb.meta_bits, "metadata"); }
static const char *needs_input(const config *c)
{
    return needs(c, mrpb_input_stages(c), "pipelined: true");
}
static const char *needs_flush_at_port(const config *c)
{
    return needs(c, c->mrpb.flush && !mrpb_input_stages(c), "flush: true, and not pipelined");
}
static const char *needs_stored(const config *c)
{
    return needs(c, !c->mrpb.flush, "flush: false");
}
static const char *needs_data(const config *c)
{
    return needs(c, !c->mrpb.flush && c->mrpb.data_bits, "flush: false and data_bits");
}
static const char *needs_two_cycles(const config *c)
{
    return needs(c, c->mrpb.latency > 1, "latency of 2 or more");
}
static const char *needs_three_cycles(const config *c)
{
    return needs(c, c->mrpb.latency > 2, "latency of 3 or more");
}
static const char *needs_fixed(const config *c)
{
    return needs_two(c, c->mrpb.drain == DRAIN_FIXED, "drain: fixed and 2 queues");
}
static const char *needs_longest(const config *c)
{
    return needs_two(c, c->mrpb.drain == DRAIN_LONGEST, "drain: longest and 2 queues");
}
static const char *needs_line(const config *c)
{
    return needs_two(c, c->mrpb.signature == SIG_LINE, "signature line and 2 queues");
}
static const char *needs_pc(const config *c)
{
    return needs_two(c, c->mrpb.signature == SIG_PC, "signature pc and 2 queues");
}
static const char *needs_second_run(const config *c)
{
    return needs_two(c, c->mrpb.drain_n > 1, "drain_n of 2 or more and 2 queues");
}

static const char *needs_own_flush(const config *c)
{
    return needs(c, c->mrpb.flush && c->mrpb.signature != SIG_PC,
                 "flush: true and another signature than pc");
}

static const char *needs_rr(const config *c)
{
    const bool alone = c->mrpb.drain == DRAIN_RR && !c->mrpb.greedy && !c->mrpb.drain_n;
    return needs_two(c, alone, "drain: rr alone and 2 queues");
}

static const char *needs_young(const config *c)
{
    return needs_two(c, c->mrpb.drain == DRAIN_LONGEST && c->mrpb.latency > 2,
                     "drain: longest, 2 queues, latency 3");
}

static const char *needs_sticky_flush(const config *c)
{
    const bool sticky = c->mrpb.greedy || c->mrpb.drain_n || c->mrpb.drain == DRAIN_RR;
    return needs_two(c, sticky && c->mrpb.flush, "flush, and greedy, drain_n or rr, and 2 queues");
}

static const char *needs_run(const config *c)
{
    return needs_two(c, c->mrpb.drain_n && c->mrpb.drain != DRAIN_RR,
                     "drain_n, no round robin, and 2 queues");
}

static const char *needs_other_signature(const config *c)
{
    return needs_two(c, c->mrpb.signature != SIG_WARP, "another signature than warp and 2 queues");
}

// ---- a model of another configuration

static void deepen(config *c) { c->mrpb.depth++; }
static void shorten_latency(config *c) { c->mrpb.latency--; }
static void lengthen_run(config *c) { c->mrpb.drain_n++; }
static void sign_by_warp(config *c) { c->mrpb.signature = SIG_WARP; }
static void sign_by_cta(config *c) { c->mrpb.signature = SIG_CTA; }

// ---- what has happened at a clock edge

static bool accepts(const bug_view *v)
{
    const mrpb_in *in = v->in;
    const mrpb_out *out = v->out;
    return in->in_valid_i[0] && out->in_ready_o[0];
}

static bool stores(const bug_view *v) { return accepts(v) && !mrpb_goes_through(v->was, v->in); }

// Has a request gone from its queue to the outbound buffer, whose last entry it is?
static bool drains(const bug_view *v)
{
    return ((const mrpb *)v->was)->n_held + stores(v) > ((const mrpb *)v->model)->n_held;
}

static bool drains_by_policy(const bug_view *v)
{
    return ((const mrpb *)v->was)->events.policy_drains !=
           ((const mrpb *)v->model)->events.policy_drains;
}

// ---- bugs of the input

static mrpb_in *other_in(const bug_view *v, const void *in)
{
    mrpb_in *other = v->memory;
    *other = *(const mrpb_in *)in;
    return other;
}

static void ignore_full(bug_view *v)
{
    const mrpb_in *in = v->in;
    if (in->in_write_i[0] || accepts(v)) return;
    mrpb_in *other = other_in(v, in);
    other->in_valid_i[0] = 0; // the read waits, and the drain does not see it
    v->in = other;
}

static void write_passes_read(const bug_view *v, const void *in, void *out)
{
    const mrpb *m = v->model;
    if (mrpb_goes_through(m, in))
        ((mrpb_out *)out)->in_ready_o[0] = m->held[mrpb_queue_of(m, in)] <= 1 && mrpb_has_room(m);
}

static void pc_write_early(const bug_view *v, const void *in, void *out)
{
    const mrpb *m = v->model;
    if (mrpb_goes_through(m, in))
        ((mrpb_out *)out)->in_ready_o[0] = !m->held[mrpb_queue_of(m, in)] && mrpb_has_room(m);
}

static void slot_alternates(const bug_view *v, const void *in, void *out)
{
    (void)in;
    ((mrpb_out *)out)->in_ready_o[0] = ((const mrpb *)v->model)->n_out == 0;
}

// The signature is the CTA's, whose slot is the line without its lowest bit.
static const mrpb_in *shifted_line(const bug_view *v, const void *in)
{
    mrpb_in *other = other_in(v, in);
    other->in_cta_i[0] = other->in_line_i[0] >> 1;
    return other;
}

static void shift_line_ready(const bug_view *v, const void *in, void *out)
{
    mrpb_ready(v->model, shifted_line(v, in), out);
}
static void shift_line(bug_view *v) { v->in = shifted_line(v, v->in); }

static void store_as_read(bug_view *v)
{
    mrpb_in *other = other_in(v, v->in);
    other->in_write_i[0] = 0;
    v->in = other;
}

static void keep_data(bug_view *v)
{
    const mrpb *m = v->model;
    mrpb_in *other = other_in(v, v->in);
    const unsigned q = mrpb_queue_of(m, other);
    memcpy(other->in_data_i, m->data + ((size_t)q * m->depth + mrpb_tail(m, q)) * m->data_words,
           m->data_words * sizeof *m->data);
    v->in = other;
}

// ---- bugs of the drain. A choice is made wrong by hiding from it every queue but the wrong one.

static void hide_all_but(mrpb *m, int q)
{
    if (q == MRPB_NONE) return;
    memset(m->eligible_mask, 0, sizeof m->eligible_mask);
    mrpb_set_bit(m->eligible_mask, (unsigned)q);
}

static void show_all(const bug_view *v)
{
    mrpb *m = v->model;
    memset(m->eligible_mask, 0, sizeof m->eligible_mask);
    for (unsigned q = 0; q < m->queues; q++) {
        if (m->eligible[q]) mrpb_set_bit(m->eligible_mask, q);
    }
}

static void choose_highest(bug_view *v)
{
    mrpb *m = v->model;
    int choice = MRPB_NONE;
    for (unsigned q = 0; q < m->queues; q++) choice = m->eligible[q] ? (int)q : choice;
    hide_all_but(m, choice);
}

static void choose_longest_high(bug_view *v)
{
    mrpb *m = v->model;
    int choice = MRPB_NONE;
    for (unsigned q = 0; q < m->queues; q++) {
        if (m->eligible[q] && (choice == MRPB_NONE || m->eligible[q] >= m->eligible[choice]))
            choice = (int)q;
    }
    hide_all_but(m, choice);
}

// A request that is stored in this cycle counts too.
static void choose_longest_held(bug_view *v)
{
    mrpb *m = v->model;
    const int stored = stores(v) ? (int)mrpb_queue_of(m, v->in) : MRPB_NONE;
    int choice = MRPB_NONE;
    unsigned most = 0;
    for (unsigned q = 0; q < m->queues; q++) {
        const unsigned held = m->held[q] + (unsigned)((int)q == stored);
        if (!m->eligible[q] || held <= most) continue;
        choice = (int)q;
        most = held;
    }
    hide_all_but(m, choice);
}

static void begin_at_last(bug_view *v)
{
    mrpb *m = v->model;
    if (m->last != MRPB_NONE) m->last--;
}

static void put_last_back(const bug_view *v)
{
    if (!drains_by_policy(v)) ((mrpb *)v->model)->last = ((const mrpb *)v->was)->last;
}

static void reset_keeps_last(const bug_view *v)
{
    ((mrpb *)v->model)->last = ((const mrpb *)v->was)->last;
}

static void flush_moves_last(const bug_view *v)
{
    mrpb *m = v->model;
    if (drains(v) && !drains_by_policy(v)) m->last = m->out_queue[m->n_out - 1];
}

static void keep_run(const bug_view *v)
{
    const unsigned run = ((const mrpb *)v->was)->run;
    mrpb *m = v->model;
    if (drains_by_policy(v)) m->run = run < m->drain_n ? run + 1 : 1;
}

// ---- bugs of the outbound buffer

static bool is_stalled_read(const mrpb *m, const mrpb_in *in)
{
    return m->n_out && !mrpb_is_write(&m->out[0]) && !in->req_ready_i[0];
}

static void bypass_writes(const bug_view *v, const void *in_words, void *out)
{
    const mrpb *m = v->model;
    const mrpb_in *in = in_words;
    const bool named = m->bypass == BYPASS_ALL || in->req_stall_i[0] == MRPB_STALL_LINE;
    if (m->n_out && !in->req_ready_i[0] && named && in->byp_ready_i[0])
        ((mrpb_out *)out)->byp_pulse_o[0] = 1;
}

static void bypass_wrong_cause(const bug_view *v, const void *in_words, void *out)
{
    const mrpb_in *in = in_words;
    const bool mshr = in->req_stall_i[0] == MRPB_STALL_MSHR;
    if (is_stalled_read(v->model, in) && mshr && in->byp_ready_i[0])
        ((mrpb_out *)out)->byp_pulse_o[0] = 1;
}

static void bypass_keeps(bug_view *v)
{
    mrpb_out *other = v->memory;
    *other = *(const mrpb_out *)v->out;
    other->byp_pulse_o[0] = 0;
    v->out = other;
}

// The head leaves before the model looks for room, and must not leave twice.
static void room_early(bug_view *v)
{
    mrpb *m = v->model;
    const mrpb_in *in = v->in;
    if (mrpb_has_room(m) || !in->req_ready_i[0]) return;
    mrpb_leave_outbound(m);
    mrpb_in *other = other_in(v, in);
    other->req_ready_i[0] = 0;
    v->in = other;
}

static void pending_short(const bug_view *v, void *out)
{
    const mrpb *m = v->model;
    uint64_t *pending = ((mrpb_out *)out)->pending_o;
    if (m->n_out < 2) return;
    memcpy(pending, m->held_mask, sizeof m->held_mask);
    mrpb_set_bit(pending, m->out_queue[0]);
}

static void input_not_pending(const bug_view *v, void *out)
{
    const mrpb *m = v->model;
    uint64_t *pending = ((mrpb_out *)out)->pending_o;
    memcpy(pending, m->held_mask, sizeof m->held_mask);
    for (unsigned i = 0; i < m->n_out; i++) mrpb_set_bit(pending, m->out_queue[i]);
}

static void idle_early(const bug_view *v, void *out)
{
    const mrpb *m = v->model;
    ((mrpb_out *)out)->idle_o[0] = m->n_eligible + m->n_out == 0;
}

static void meta_late(const bug_view *v)
{
    mrpb *m = v->model;
    if (drains(v) && m->n_out == 2) m->out[1].meta = m->out[0].meta;
}

// ---- the table

enum { IN = sizeof(mrpb_in), OUT = sizeof(mrpb_out) };

static const model_bug rows[] = {
    {"model-full-one-late", "a queue counts as full only with depth + 1 entries", "", needs_slots,
     .configure = deepen},
    {"model-flush-ignores-full", "a read at a full queue gets no drain priority", "",
     needs_flush_at_port, IN, .before = ignore_full},
    {"model-write-passes-read", "a write leaves while its queue still holds one read", "",
     needs_own_flush, .ready = write_passes_read},
    {"model-order-reversed", "fixed order takes the highest queue when two are eligible", "",
     needs_fixed, .before = choose_highest, .after = show_all},
    {"model-latency-short", "an entry becomes eligible one cycle early", "", needs_two_cycles,
     .configure = shorten_latency},
    {"model-bypass-writes", "a stalled write bypasses too", "", needs_bypass,
     .ready = bypass_writes},
    {"model-bypass-keeps", "a bypassed read also stays at the outbound head", "", needs_bypass, OUT,
     .before = bypass_keeps},
    {"model-bypass-wrong-cause", "a read bypasses when it stalls for an MSHR too", "", needs_assoc,
     .ready = bypass_wrong_cause},
    {"model-room-early", "the outbound buffer counts its own dequeue as room for the drain", "",
     NULL, IN, .before = room_early},
    {"model-pending-short", "pending_o misses the request behind the outbound head", "",
     .valid = pending_short},
    {"model-idle-early", "idle_o does not see entries younger than the latency", "",
     needs_three_cycles, .valid = idle_early},
    {"model-input-not-pending", "pending_o misses the requests in the registers at the input",
     "pipelined=true", needs_input, .valid = input_not_pending},
    {"model-meta-late", "a drained request brings the metadata of the one outbound before it", "",
     needs_meta, .after = meta_late},
    {"model-rr-stays", "round robin starts at the queue drained last instead of behind it",
     "drain=rr", needs_rr, .before = begin_at_last, .after = put_last_back},
    {"model-reset-keeps-last", "reset keeps the round-robin position", "drain=rr", needs_rr,
     .reset = reset_keeps_last},
    {"model-longest-tie", "longest first gives a tie to the highest queue", "drain=longest",
     needs_longest, .before = choose_longest_high, .after = show_all},
    {"model-longest-held", "longest first counts entries that are too young", "drain=longest",
     needs_young, .before = choose_longest_held, .after = show_all},
    {"model-flush-moves-last", "a flush item moves the greedy queue", "greedy=true",
     needs_sticky_flush, .after = flush_moves_last},
    {"model-run-long", "drain_n leaves its queue one request late", "drain_n=3", needs_run,
     .configure = lengthen_run},
    {"model-run-kept", "drain_n counts on when the queue changes", "drain_n=3", needs_second_run,
     .after = keep_run},
    {"model-signature-warp", "the queue is the warp's whatever the signature",
     "signature=block queues=8", needs_other_signature, .configure = sign_by_warp},
    {"model-line-shifted", "the line signature leaves out the lowest line bit",
     "signature=line queues=32", needs_line, IN, .configure = sign_by_cta,
     .ready = shift_line_ready, .before = shift_line},
    {"model-pc-write-early", "a write waits for its own queue only", "signature=pc queues=16",
     needs_pc, .ready = pc_write_early},
    {"model-stored-as-read", "a stored write comes out as a read", "flush=false", needs_stored, IN,
     .before = store_as_read},
    {"model-data-stale", "a stored write keeps the data that was in its slot before",
     "flush=false data_bits=40", needs_data, IN, .before = keep_data},
    {"model-slot-alternates", "the single slot takes a request only when it is empty",
     "single_slot=true", needs_slot, .ready = slot_alternates},
};

const model_bugs mrpb_bugs = {&mrpb_block, rows, sizeof rows / sizeof rows[0]};
