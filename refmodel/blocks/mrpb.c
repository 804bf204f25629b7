// mrpb.c: see mrpb.h. The masks of mrpb_state.h make the usual choice one count of trailing zeros.
//
// SPDX-License-Identifier: Apache-2.0
#include "blocks/mrpb.h"

#include "blocks/mrpb_state.h"

#include <stdlib.h>
#include <string.h>

// A single slot is the outbound buffer alone: one queue that never holds anything.
static void set_sizes(mrpb *m, const config *c)
{
    m->single = c->mrpb.single_slot;
    m->queues = mrpb_queues(c);
    m->depth = m->single ? 1 : c->mrpb.depth;
    m->n_input = mrpb_input_stages(c);
    m->latency = m->single ? 1 : c->mrpb.latency - m->n_input;
    m->signature = mrpb_signature(c);
    m->drain = c->mrpb.drain;
    m->greedy = c->mrpb.greedy;
    m->drain_n = c->mrpb.drain_n;
    m->flush = c->mrpb.flush;
    m->bypass = c->mrpb.bypass;
    m->data_words = (c->mrpb.data_bits + 63) / 64;
}

mrpb *mrpb_new(const config *c, err *e)
{
    if (mrpb_check(c, e)) return NULL;
    mrpb *m = wl_calloc(1, sizeof *m);
    set_sizes(m, c);
    m->words = (m->queues + 63) / 64;
    m->line_len = m->latency > 2 ? m->latency - 2 : 0;
    m->entries = wl_calloc((size_t)m->queues * m->depth, sizeof *m->entries);
    if (m->data_words)
        m->data = wl_calloc(((size_t)m->queues * m->depth + MRPB_OUTBOUND) * m->data_words,
                            sizeof *m->data);
    mrpb_reset(m);
    return m;
}

void mrpb_free(mrpb *m)
{
    if (!m) return;
    free(m->entries);
    free(m->data);
    free(m);
}

void mrpb_reset(mrpb *m)
{
    memset(m->held, 0, sizeof m->held);
    memset(m->eligible, 0, sizeof m->eligible);
    memset(m->head, 0, sizeof m->head);
    memset(m->held_mask, 0, sizeof m->held_mask);
    memset(m->eligible_mask, 0, sizeof m->eligible_mask);
    for (unsigned i = 0; i < MRPB_MAX_LATENCY; i++) m->line[i] = MRPB_NONE;
    memset(m->input, 0, sizeof m->input);
    m->n_held = m->n_eligible = m->n_out = m->line_pos = m->run = 0;
    m->last = MRPB_NONE;
}

const mrpb_events *mrpb_get_events(const mrpb *m) { return &m->events; }

static bool is_idle(const mrpb *m)
{
    bool waits = false;
    for (unsigned i = 0; i < m->n_input; i++) waits = waits || m->input[i].in_valid_i[0];
    return !waits && m->n_held + m->n_out == 0;
}

void mrpb_valid(const mrpb *m, mrpb_out *out)
{
    const mrpb_entry *x = &m->out[0];
    uint64_t offered = m->n_out != 0 ? ~(uint64_t)0 : 0;
    out->req_valid_o[0] = offered & 1;
    out->req_write_o[0] = offered & mrpb_is_write(x);
    out->req_line_o[0] = offered & x->header & (((uint64_t)1 << MRPB_WARP_SHIFT) - 1);
    out->req_warp_o[0] = offered & (x->header >> MRPB_WARP_SHIFT & 63);
    out->req_meta_o[0] = offered & x->meta;
    for (unsigned k = 0; k < m->data_words; k++)
        out->req_data_o[k] = out->req_write_o[0] ? x->data[k] : 0;
    out->idle_o[0] = is_idle(m);
    memcpy(out->pending_o, m->held_mask, sizeof m->held_mask);
    for (unsigned i = 0; i < m->n_out; i++) mrpb_set_bit(out->pending_o, m->out_queue[i]);
    for (unsigned i = 0; i < m->n_input; i++) {
        if (m->input[i].in_valid_i[0]) mrpb_set_bit(out->pending_o, mrpb_queue_of(m, &m->input[i]));
    }
}

static bool bypass_names(const mrpb *m, uint64_t stall)
{
    return m->bypass == BYPASS_ALL || (m->bypass == BYPASS_ASSOC && stall == MRPB_STALL_LINE);
}

static bool may_bypass(const mrpb *m, const mrpb_in *in)
{
    return m->n_out && !mrpb_is_write(&m->out[0]) && !in->req_ready_i[0] &&
           bypass_names(m, in->req_stall_i[0]);
}

// Entries that a request that is not stored must wait for.
static unsigned in_its_way(const mrpb *m, unsigned q)
{
    return m->signature == SIG_PC ? m->n_held : m->held[q];
}

// Is a request taken that acts on the queues in this cycle?
static bool takes(const mrpb *m, const mrpb_in *in)
{
    unsigned q = mrpb_queue_of(m, in);
    if (mrpb_goes_through(m, in)) return !in_its_way(m, q) && mrpb_has_room(m);
    return !mrpb_is_full(m, q);
}

// Does input register i take what the one before it, or the input, holds? It does when it is empty
// or hands its own request on.
static bool steps(const mrpb *m, unsigned i)
{
    for (; i < m->n_input; i++) {
        if (!m->input[i].in_valid_i[0]) return true;
    }
    return takes(m, &m->input[m->n_input - 1]);
}

void mrpb_ready(const mrpb *m, const mrpb_in *in, mrpb_out *out)
{
    out->in_ready_o[0] = m->n_input ? steps(m, 0) : takes(m, in);
    out->byp_pulse_o[0] = may_bypass(m, in) && in->byp_ready_i[0];
}

// The lowest set bit from bit `from` on, or MRPB_NONE.
static int lowest_from(const mrpb *m, unsigned from)
{
    for (unsigned w = from / 64; w < m->words; w++) {
        uint64_t bits = m->eligible_mask[w];
        if (w == from / 64) bits &= ~(uint64_t)0 << (from % 64);
        if (bits) return (int)(w * 64) + __builtin_ctzll(bits);
    }
    return MRPB_NONE;
}

static int longest(const mrpb *m)
{
    int best = MRPB_NONE;
    for (unsigned w = 0; w < m->words; w++) {
        for (uint64_t bits = m->eligible_mask[w]; bits; bits &= bits - 1) {
            int q = (int)(w * 64) + __builtin_ctzll(bits);
            if (best == MRPB_NONE || m->eligible[q] > m->eligible[best]) best = q;
        }
    }
    return best;
}

static int next_round(const mrpb *m)
{
    unsigned from = (unsigned)(m->last + 1);
    int q = from < m->queues ? lowest_from(m, from) : MRPB_NONE;
    return q != MRPB_NONE ? q : lowest_from(m, 0);
}

static int base_choice(const mrpb *m)
{
    switch (m->drain) {
    case DRAIN_RR: return next_round(m);
    case DRAIN_LONGEST: return longest(m);
    case DRAIN_FIXED: break;
    }
    return lowest_from(m, 0);
}

// Part 3 of the paper's section 3.3: the queue to drain, or MRPB_NONE.
static int policy_choice(mrpb *m)
{
    if (m->n_eligible == 0) return MRPB_NONE;
    bool more = m->last != MRPB_NONE && m->eligible[m->last];
    if (more && (m->greedy || m->run < m->drain_n)) return m->last;
    if (!more || !m->drain_n) return base_choice(m);
    mrpb_clear_bit(m->eligible_mask, (unsigned)m->last); // the run is over: the others come first
    int q = base_choice(m);
    mrpb_set_bit(m->eligible_mask, (unsigned)m->last);
    return q != MRPB_NONE ? q : m->last;
}

static void make_eligible(mrpb *m, unsigned q)
{
    m->eligible[q]++;
    m->n_eligible++;
    mrpb_set_bit(m->eligible_mask, q);
}

static mrpb_entry entry_of(const mrpb_in *in)
{
    return (mrpb_entry){.header = in->in_line_i[0] | in->in_warp_i[0] << MRPB_WARP_SHIFT |
                                  in->in_write_i[0] << MRPB_WRITE_SHIFT,
                        .meta = in->in_meta_i[0],
                        .data = in->in_data_i};
}

// Entry x with its data moved to place `slot` of m->data: queues' slots first, then the outbound
// buffer's.
static mrpb_entry settled(mrpb *m, mrpb_entry x, size_t slot)
{
    if (m->data_words == 0) return x;
    uint64_t *at = m->data + slot * m->data_words;
    if (mrpb_is_write(&x)) memcpy(at, x.data, m->data_words * sizeof *at);
    x.data = at;
    return x;
}

static void enqueue(mrpb *m, unsigned q, const mrpb_in *in)
{
    const unsigned slot = mrpb_tail(m, q);
    const size_t at = (size_t)q * m->depth + slot;
    m->entries[at] = settled(m, entry_of(in), at);
    m->events.pointer_wraps += slot + 1 == m->depth;
    m->held[q]++;
    m->n_held++;
    mrpb_set_bit(m->held_mask, q);
}

// Of the two places for data, the one that the outbound head does not have.
static size_t free_place(const mrpb *m)
{
    size_t first = (size_t)m->queues * m->depth;
    return first + (m->n_out && m->data_words && m->out[0].data == m->data + first * m->data_words);
}

static void to_outbound(mrpb *m, mrpb_entry x, unsigned q)
{
    m->out[m->n_out] = settled(m, x, free_place(m));
    m->out_queue[m->n_out++] = (uint16_t)q;
}

static void drain(mrpb *m, unsigned q)
{
    unsigned slot = m->head[q];
    to_outbound(m, m->entries[(size_t)q * m->depth + slot], q);
    m->head[q] = (uint8_t)(slot + 1 == m->depth ? 0 : slot + 1);
    m->n_held--;
    m->n_eligible--;
    if (--m->held[q] == 0) mrpb_clear_bit(m->held_mask, q);
    if (--m->eligible[q] == 0) mrpb_clear_bit(m->eligible_mask, q);
}

// Has the policy a choice at all?
static bool more_than_one_queue(const mrpb *m)
{
    int n = 0;
    for (unsigned w = 0; w < m->words; w++) {
        uint64_t bits = m->eligible_mask[w];
        n += (bits != 0) + ((bits & (bits - 1)) != 0);
    }
    return n > 1;
}

static void drain_by_policy(mrpb *m)
{
    int q = policy_choice(m);
    if (q == MRPB_NONE) {
        m->events.latency_waits += m->n_held != 0;
        return;
    }
    m->events.policy_drains++;
    m->events.policy_ties += more_than_one_queue(m);
    m->events.run_ends +=
        m->drain_n && m->last != MRPB_NONE && q != m->last && m->eligible[m->last];
    drain(m, (unsigned)q);
    bool goes_on = m->run < m->drain_n && q == m->last;
    m->run = goes_on ? m->run + 1 : 1;
    m->last = q;
}

// Rules a and b: does the waiting request have its own queue drained?
static bool flush_drains(mrpb *m, unsigned q, const mrpb_in *in)
{
    if (!m->flush || !in->in_valid_i[0] || !m->eligible[q]) return false;
    if (in->in_write_i[0]) {
        if (m->signature == SIG_PC) return false;
        m->events.flush_write++;
        return true;
    }
    if (!mrpb_is_full(m, q)) return false;
    m->events.flush_full++;
    return true;
}

// One request, if any, enters the outbound buffer (rules a to d). `through`: the one that is
// accepted past its empty queue.
static void fill_outbound(mrpb *m, unsigned q, const mrpb_in *in, bool through, bool flushed)
{
    if (through) {
        to_outbound(m, entry_of(in), q);
        m->events.slot_through += m->single;
        m->events.write_through += !m->single;
    } else if (flushed) {
        drain(m, q);
    } else {
        drain_by_policy(m);
    }
}

static void count_input(mrpb *m, const mrpb_in *in, bool fire, unsigned q)
{
    bool write = in->in_write_i[0];
    if (fire) {
        m->events.accepted_reads += !write;
        m->events.accepted_writes += write;
    } else if (!mrpb_goes_through(m, in)) {
        m->events.in_stall_full++;
    } else if (in_its_way(m, q)) {
        m->events.in_stall_flush++;
    } else {
        m->events.in_stall_outbound++;
    }
}

static void count_answer(mrpb *m, const mrpb_in *in, bool bypassed)
{
    if (in->req_ready_i[0]) {
        m->events.sent++;
        return;
    }
    uint64_t stall = in->req_stall_i[0];
    m->events.stall_line += stall == MRPB_STALL_LINE;
    m->events.stall_mshr += stall == MRPB_STALL_MSHR;
    m->events.stall_merge += stall == MRPB_STALL_MERGE;
    m->events.stall_missq += stall == MRPB_STALL_MISSQ;
    m->events.bypassed += bypassed;
    m->events.retries += !bypassed;
    m->events.bypass_blocked += !bypassed && may_bypass(m, in);
}

// The end of the latency line: the queue whose entry becomes eligible with this edge; `accepted`
// enters the line.
static int shift_line(mrpb *m, int accepted)
{
    if (m->line_len == 0) return accepted;
    int done = m->line[m->line_pos];
    m->line[m->line_pos] = (int16_t)accepted;
    if (++m->line_pos == m->line_len) m->line_pos = 0;
    return done;
}

// `in` acts on the queues; fire: it is taken.
static void commit_input(mrpb *m, const mrpb_in *in, bool fire, bool room)
{
    unsigned q = mrpb_queue_of(m, in);
    bool stores = fire && !mrpb_goes_through(m, in);
    if (in->in_valid_i[0]) count_input(m, in, fire, q);
    bool flushed = room && !fire && flush_drains(m, q, in);
    if (stores) enqueue(m, q, in);
    if (stores && m->latency == 1) make_eligible(m, q);
    m->events.outbound_full += !room && m->n_eligible != 0;
    if (room) fill_outbound(m, q, in, fire && !stores, flushed);
    int done = shift_line(m, stores ? (int)q : MRPB_NONE);
    if (done != MRPB_NONE && m->latency > 1) make_eligible(m, (unsigned)done);
}

// The input's registers take over from one another, the last one first.
static void shift_input(mrpb *m, const mrpb_in *in)
{
    bool taken[MRPB_INPUT_STAGES];
    for (unsigned i = 0; i < m->n_input; i++) taken[i] = steps(m, i);
    for (unsigned i = m->n_input; i-- > 0;) {
        if (taken[i]) m->input[i] = i ? m->input[i - 1] : *in;
    }
}

void mrpb_commit(mrpb *m, const mrpb_in *in, const mrpb_out *out)
{
    m->events.cycles++;
    bool fire = in->in_valid_i[0] && out->in_ready_o[0];
    if (is_idle(m) && !fire) return;
    m->events.busy_cycles += !is_idle(m);
    bool room = mrpb_has_room(m), offered = m->n_out != 0;
    bool bypassed = out->byp_pulse_o[0];
    if (offered) count_answer(m, in, bypassed);
    bool leaves = offered && (in->req_ready_i[0] || bypassed);
    mrpb_in last;
    const mrpb_in *acting = in;
    if (m->n_input) {
        acting = &last;
        last = m->input[m->n_input - 1];
        fire = last.in_valid_i[0] && takes(m, &last);
        shift_input(m, in);
    }
    if (leaves) mrpb_leave_outbound(m);
    commit_input(m, acting, fire, room);
}

void mrpb_skip(mrpb *m, uint64_t cycles)
{
    CHECK(is_idle(m), "mrpb_skip of a busy buffer");
    m->events.cycles += cycles;
}

static void dump_entry(FILE *f, const char *where, unsigned at, const mrpb_entry *x)
{
    fprintf(f, "  %s %u: %s line 0x%llx warp %u meta 0x%llx\n", where, at,
            mrpb_is_write(x) ? "write" : "read",
            (unsigned long long)(x->header & (((uint64_t)1 << MRPB_WARP_SHIFT) - 1)),
            (unsigned)(x->header >> MRPB_WARP_SHIFT & 63), (unsigned long long)x->meta);
}

void mrpb_dump(const mrpb *m, FILE *f)
{
    fprintf(f, "mrpb: %u held, %u eligible, %u outbound, last drained queue %d, run of %u\n",
            m->n_held, m->n_eligible, m->n_out, m->last, m->run);
    for (unsigned i = 0; i < m->n_out; i++) dump_entry(f, "outbound", i, &m->out[i]);
    for (unsigned q = 0; q < m->queues; q++) {
        if (m->held[q])
            fprintf(f, " queue %u: %u held, %u eligible\n", q, m->held[q], m->eligible[q]);
        for (unsigned i = 0; i < m->held[q]; i++) {
            dump_entry(f, "entry", i,
                       &m->entries[(size_t)q * m->depth + (m->head[q] + i) % m->depth]);
        }
    }
}

// ---- as the machine and lockstep step it: ports are arrays of words there

STAT_TABLE(mrpb_event_table, "mrpb", MRPB_EVENTS);

static int dev_exercised(const uint64_t *events, err *e)
{
    const mrpb_events *v = (const mrpb_events *)(const void *)events;
    int status = ST_OK;
    if (!(v->accepted_reads + v->accepted_writes))
        status =
            err_add(e, ST_CHECK,
                    "the run has not exercised MRPB: no request was accepted in any listed SM");
    if (!(v->sent + v->bypassed))
        status = err_add(e, ST_CHECK,
                         "the run has not exercised MRPB: no request was sent on in any listed SM");
    return status;
}

static void *dev_make(const config *c, err *e) { return mrpb_new(c, e); }
static bool dev_used(const uint64_t *in)
{
    return ((const mrpb_in *)(const void *)in)->in_valid_i[0];
}

BLOCK_MODEL(mrpb);
