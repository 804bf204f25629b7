// dwtcs_moments.c: see dwtcs_moments.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/bench/dwtcs_moments.h"

#include <string.h>

enum { PER = 1000 }; // MPKI: misses per 1000 instructions
enum { TURN_MORE, TURN_SAME, TURN_FEWER, TURNS, LATER = TURNS };
enum { SCORE_LOWEST, SCORE_HIGHEST };

static const char *const moments[] = {
    "idle",   "first_cycle", "period_end", "calm_test",    "sampling_test", "applied_test",
    "period", "before_vote", "storing",    "earlier_wins", "further_round", "throttled"};
static const char *const decisions[] = {"storing", "earlier_wins", "further_round"};
static const char *const pulses[] = {"begin", "end", "end_and_begin", "reset"};
static const char *const turns[] = {"more",       "as_many",       "fewer",
                                    "later_more", "later_as_many", "later_fewer"};
static const char *const scores[] = {"lowest", "highest"};
static const char *const lasts[] = {"round 2", "last round"};
static const char *const lefts[] = {
    "begin_in_test",       "end_and_begin_in_test",       "begin",         "end_and_begin",
    "begin_in_sample",     "end_and_begin_in_sample",     "begin_in_vote", "end_and_begin_in_vote",
    "begin_in_throttling", "end_and_begin_in_throttling", "begin_in_idle", "end_and_begin_in_idle"};
static const char *const won[] = {"winner"}, *const fires[] = {"alone"};

// ---- what cannot be seen

// The last SM of each round has won, with more instructions than there were before.
bool dwtcs_round_begins(const dwtcs_moments *m, unsigned round)
{
    return round < m->rounds && round <= m->most + (m->sms == 1);
}

bool dwtcs_round_is_won(const dwtcs_moments *m, unsigned round)
{
    return round < m->rounds && (round == 0 || round + (m->sms > 1) <= m->most);
}

static void exclude_row(cross_coverage *x, unsigned row)
{
    for (unsigned i = 0; i < x->n_columns; i++) cross_coverage_exclude(x, row, i);
}

static void exclude_moments(dwtcs_moments *m)
{
    cross_coverage *pulse = &m->crosses[CROSS_PULSE], *cut = &m->crosses[CROSS_CUT];
    // An SM that tries all warps, or that is not the last, wins.
    const bool stores = m->sms > 1 || dwtcs_round_is_won(m, m->rounds - 1);
    const bool may[] = {stores, dwtcs_round_begins(m, 1), m->rounds > 1};
    for (unsigned i = 0; i < 3; i++) {
        if (may[i]) continue;
        exclude_row(pulse, MOMENT_STORES + i);
        exclude_row(cut, i);
    }
    const unsigned periods = m->c->dwtcs.periods_sampled;
    if (periods == 1) exclude_row(pulse, MOMENT_PERIOD);
    // The only cycle of a round is the one of the test.
    if (periods == 1 && m->c->dwtcs.period == 1) exclude_row(pulse, MOMENT_BEFORE_VOTE);
    // A reset comes in the first two cycles of a vote and in the last one; more would cost kernels.
    for (unsigned i = 2; i + 1 < m->sms; i++)
        cross_coverage_exclude(pulse, MOMENT_VOTE + i, PULSE_RESET);
}

static void exclude_votes(dwtcs_moments *m)
{
    cross_coverage *trial = &m->crosses[CROSS_TRIAL], *earlier = &m->crosses[CROSS_EARLIER],
                   *turn = &m->crosses[CROSS_TURN];
    for (unsigned i = 0; i < trial->n_rows; i++) {
        if (!dwtcs_round_is_won(m, i / m->sms)) exclude_row(trial, i);
    }
    for (unsigned i = 0; i < earlier->n_rows; i++) {
        if (!dwtcs_round_begins(m, i ? m->rounds - 1 : 1)) exclude_row(earlier, i);
    }
    cross_coverage_exclude(turn, 0, TURN_SAME); // the first of all beats nobody
    cross_coverage_exclude(turn, 0, TURN_FEWER);
    for (unsigned i = 0; i < m->sms; i++) {
        if (!dwtcs_round_is_won(m, 1)) cross_coverage_exclude(turn, i, LATER + TURN_MORE);
        if (dwtcs_round_begins(m, 1)) continue;
        cross_coverage_exclude(turn, i, LATER + TURN_SAME);
        cross_coverage_exclude(turn, i, LATER + TURN_FEWER);
    }
}

// With periods of a cycle each cycle tests one. A test that has fired ends the watch, and until one
// has there is no other phase: there an SM has fewer periods over only beside another one.
static void exclude_left(dwtcs_moments *m)
{
    cross_coverage *left = &m->crosses[CROSS_LEFT];
    for (unsigned i = 0; i < left->n_rows; i++) {
        const bool fired = i + 1 == left->n_rows;
        for (unsigned how = 0; how < DWTCS_LEFTS; how++) {
            const dwtcs_place place = (dwtcs_place)(how / 2);
            const bool later =
                place == PLACE_SAMPLE || place == PLACE_VOTE || place == PLACE_THROTTLE;
            if ((place == PLACE_WATCH && (fired || m->c->dwtcs.period == 1)) ||
                (later && !fired && m->sms == 1))
                cross_coverage_exclude(left, i, how);
        }
    }
}

void dwtcs_moments_init(dwtcs_moments *m, const config *c)
{
    *m = (dwtcs_moments){.c = c, .sms = c->gpu.sms, .warps = dwtcs_warps(c), .cut = -1};
    m->rounds = (m->warps + m->sms - 1) / m->sms;
    m->insn_bits = dwtcs_insn_bits(c);
    m->most = (uint64_t)c->dwtcs.period * c->dwtcs.periods_sampled * dwtcs_insn_max(c);
    const cross_coverage crosses[DWTCS_CROSSES] = {
        [CROSS_PULSE] = {"pulse", "a kernel begins or ends, or a reset comes, in this cycle",
                         moments, MOMENT_VOTE, "vote cycle", 0, MOMENT_VOTE + m->sms, PULSES,
                         pulses, .holdable = true},
        [CROSS_TRIAL] = {"trial", "the SM that tries so many warps wins its round", NULL, 0,
                         "warps", 1, m->rounds * m->sms, 1, won},
        [CROSS_EARLIER] = {"earlier", "no SM beats the winner of the rounds before", lasts, 2, NULL,
                           0, m->rounds > 2 ? 2 : m->rounds - 1, 1, won},
        [CROSS_TURN] = {"turn", "instructions of an SM beside the best before it in the vote", NULL,
                        0, "SM", 0, m->sms, 2 * TURNS, turns},
        [CROSS_LONE] = {"lone", "an SM makes the test fire", NULL, 0, "SM", 0, m->sms, 1, fires},
        [CROSS_SCORE] = {"score", "what a tested period can come to", NULL, 0, "SM", 0, m->sms, 2,
                         scores},
        [CROSS_CUT] = {"cut", "a kernel is cut off in the decision, and its number is tested next",
                       decisions, 3, NULL, 0, 3, PULSE_RESET, pulses},
        [CROSS_LEFT] = {"left", "with what the last kernel had over, this one's test would fire",
                        NULL, 0, "periods", 1, c->dwtcs.periods_over, DWTCS_LEFTS, lefts},
    };
    memcpy(m->crosses, crosses, sizeof crosses);
    for (unsigned i = 0; i < DWTCS_CROSSES; i++) cross_coverage_init(&m->crosses[i]);
    exclude_moments(m);
    exclude_votes(m);
    exclude_left(m);
}

void dwtcs_moments_free(dwtcs_moments *m)
{
    for (unsigned i = 0; i < DWTCS_CROSSES; i++) cross_coverage_free(&m->crosses[i]);
}

// ---- the beginning of a cycle

uint64_t dwtcs_moments_vote_from(const dwtcs_moments *m)
{
    return m->round_from + (uint64_t)m->c->dwtcs.period * m->c->dwtcs.periods_sampled;
}

// The SM that wins the round, -1: the winner of the rounds before.
static int winner_of(const dwtcs_moments *m)
{
    uint64_t best = m->best;
    int winner = -1;
    for (unsigned i = 0; i < m->sms; i++) {
        if (m->insns[i] <= best && (i || m->round)) continue;
        best = m->insns[i];
        winner = (int)i;
    }
    return winner;
}

uint64_t dwtcs_moments_best(const dwtcs_moments *m)
{
    const int winner = winner_of(m);
    return winner < 0 ? m->best : m->insns[winner];
}

static dwtcs_moment decision_of(const dwtcs_moments *m)
{
    const int winner = winner_of(m);
    if (winner < 0) return MOMENT_EARLIER;
    return winner == (int)m->sms - 1 && m->round + 1 < m->rounds ? MOMENT_FURTHER : MOMENT_STORES;
}

// Is the period that is tested in this cycle over the threshold?
static bool is_over(const dwtcs_moments *m, unsigned sm)
{
    return PER * m->misses[sm] > m->c->dwtcs.threshold * m->insns[sm];
}

// The SMs over the threshold in as many periods running as are asked for, with this one.
static unsigned fire_of(const dwtcs_moments *m)
{
    unsigned n = 0;
    for (unsigned i = 0; i < m->sms; i++) {
        n += is_over(m, i) && m->run[i] + 1 >= m->c->dwtcs.periods_over;
    }
    return n;
}

static unsigned watched(dwtcs_moments *m, bool known)
{
    const uint64_t p = m->c->dwtcs.period;
    unsigned now = (unsigned)(m->cycle % p == p - 1) << MOMENT_LAST;
    if (!m->cycle) now |= 1u << MOMENT_FIRST;
    if (m->cycle % p || !m->cycle) return now;
    m->fired = fire_of(m);
    return now | 1u << (!m->fired ? MOMENT_CALM : known ? MOMENT_APPLIES : MOMENT_SAMPLES);
}

static unsigned sampled(dwtcs_moments *m)
{
    const uint64_t vote = dwtcs_moments_vote_from(m), p = m->c->dwtcs.period;
    if (m->cycle == vote + m->sms) return 1u << decision_of(m);
    if (m->cycle >= vote) m->vote = (int)(m->cycle - vote);
    const bool first = m->cycle < vote && (m->cycle - m->round_from) % p == 0;
    return (unsigned)(m->cycle + 1 == vote) << MOMENT_BEFORE_VOTE |
           (unsigned)(first && m->cycle > m->round_from) << MOMENT_PERIOD;
}

static const unsigned TESTS = 1u << MOMENT_CALM | 1u << MOMENT_SAMPLES | 1u << MOMENT_APPLIES,
                      DECIDES = 1u << MOMENT_STORES | 1u << MOMENT_EARLIER | 1u << MOMENT_FURTHER;

void dwtcs_moments_begin(dwtcs_moments *m, const dwtcs_out *out, bool known)
{
    m->vote = -1;
    m->fired = 0;
    m->now = out->idle_o[0]        ? 1u << MOMENT_IDLE
             : out->throttled_o[0] ? 1u << MOMENT_THROTTLED
             : out->sampling_o[0]  ? sampled(m)
                                   : watched(m, known);
    m->place = out->idle_o[0]        ? PLACE_IDLE
               : out->throttled_o[0] ? PLACE_THROTTLE
               : m->vote >= 0        ? PLACE_VOTE
               : out->sampling_o[0]  ? PLACE_SAMPLE
               : m->now & TESTS      ? PLACE_TEST
                                     : PLACE_WATCH;
}

// ---- its end

bool dwtcs_moments_round_starts(const dwtcs_moments *m)
{
    return m->now & (TESTS | DECIDES | 1u << MOMENT_FIRST);
}

static void meet_pulse(dwtcs_moments *m, dwtcs_pulse pulse)
{
    cross_coverage *x = &m->crosses[CROSS_PULSE];
    for (unsigned i = 0; i < MOMENT_VOTE; i++) {
        if (m->now >> i & 1) cross_coverage_meet(x, i, pulse);
    }
    if (m->vote >= 0) cross_coverage_meet(x, MOMENT_VOTE + (unsigned)m->vote, pulse);
}

static void meet_turns(dwtcs_moments *m)
{
    uint64_t best = m->best;
    for (unsigned i = 0; i < m->sms; i++) {
        const uint64_t n = m->insns[i];
        const bool first = !i && !m->round;
        const unsigned turn = first || n > best ? TURN_MORE : n == best ? TURN_SAME : TURN_FEWER;
        cross_coverage_meet(&m->crosses[CROSS_TURN], i, turn + (m->round ? LATER : 0));
        if (first || n > best) best = n;
    }
}

static void decide(dwtcs_moments *m)
{
    const int winner = winner_of(m);
    meet_turns(m);
    if (winner < 0) {
        if (m->round == 1) cross_coverage_meet(&m->crosses[CROSS_EARLIER], 0, 0);
        if (m->round > 1 && m->round == m->rounds - 1)
            cross_coverage_meet(&m->crosses[CROSS_EARLIER], 1, 0);
        return;
    }
    cross_coverage_meet(&m->crosses[CROSS_TRIAL], m->round * m->sms + (unsigned)winner, 0);
    m->best = m->insns[winner];
    m->round++;
    m->round_from = m->cycle;
}

static void meet_left(dwtcs_moments *m, unsigned sm)
{
    const unsigned left = m->left[sm], n = m->c->dwtcs.periods_over;
    const bool shows =
        left < n ? m->run[sm] + left == n && !m->fired : m->run[sm] == n && m->fired == 1;
    if (left && shows && m->run[sm] == m->cycle / m->c->dwtcs.period)
        cross_coverage_meet(&m->crosses[CROSS_LEFT], left - 1, m->left_how);
}

static void test(dwtcs_moments *m)
{
    const uint64_t p = m->c->dwtcs.period;
    for (unsigned i = 0; i < m->sms; i++) {
        const bool over = is_over(m, i);
        m->run[i] = over ? m->run[i] + 1 : 0;
        meet_left(m, i);
        if (m->fired == 1 && m->run[i] >= m->c->dwtcs.periods_over)
            cross_coverage_meet(&m->crosses[CROSS_LONE], i, 0);
        if (m->misses[i] == p && !m->insns[i])
            cross_coverage_meet(&m->crosses[CROSS_SCORE], i, SCORE_HIGHEST);
        if (!m->misses[i] && m->insns[i] == p * dwtcs_insn_max(m->c))
            cross_coverage_meet(&m->crosses[CROSS_SCORE], i, SCORE_LOWEST);
    }
    m->round_from = m->cycle;
    m->round = 0;
    m->best = 0;
    if (!(m->now >> MOMENT_SAMPLES & 1)) return;
    if (m->cut >= 0 && m->kernel == m->cut_kernel)
        cross_coverage_meet(&m->crosses[CROSS_CUT], (unsigned)m->cut / PULSES,
                            (unsigned)m->cut % PULSES);
    m->cut = -1;
}

static void count(dwtcs_moments *m, const dwtcs_in *in)
{
    if (m->vote >= 0) return;
    if (dwtcs_moments_round_starts(m)) {
        memset(m->insns, 0, sizeof m->insns);
        memset(m->misses, 0, sizeof m->misses);
    }
    for (unsigned i = 0; i < m->sms; i++) {
        m->insns[i] += port_field(in->sm_insn_i, i, m->insn_bits);
        m->misses[i] += port_field(in->sm_miss_i, i, 1);
    }
}

// What the kernel leaves behind that ends, or that another one cuts off.
static void leave(dwtcs_moments *m, dwtcs_pulse pulse)
{
    const bool tested = m->now & TESTS;
    m->left_how = 2 * m->place + (pulse == PULSE_BOTH);
    for (unsigned i = 0; i < m->sms && m->runs; i++)
        m->left[i] = tested && is_over(m, i) ? m->run[i] + 1 : tested ? 0 : m->run[i];
}

static void change_kernel(dwtcs_moments *m, dwtcs_pulse pulse, unsigned kernel)
{
    meet_pulse(m, pulse);
    if (m->now & DECIDES) {
        const unsigned row = m->now >> MOMENT_STORES & 1 ? 0 : m->now >> MOMENT_EARLIER & 1 ? 1 : 2;
        m->cut = (int)(row * PULSES + pulse);
        m->cut_kernel = m->kernel;
    }
    leave(m, pulse);
    m->runs = pulse != PULSE_END;
    if (m->runs) m->kernel = kernel;
    m->cycle = 0;
    memset(m->run, 0, sizeof m->run);
}

void dwtcs_moments_end(dwtcs_moments *m, const dwtcs_in *in)
{
    const bool begin = in->kernel_begin_pulse_i[0], end = in->kernel_end_pulse_i[0];
    if (begin || end) {
        change_kernel(m,
                      begin && end ? PULSE_BOTH
                      : begin      ? PULSE_BEGIN
                                   : PULSE_END,
                      (unsigned)in->kernel_id_i[0]);
        return;
    }
    if (m->now & DECIDES) decide(m);
    if (m->now & TESTS) test(m);
    count(m, in);
    m->cycle++;
}

void dwtcs_moments_reset(dwtcs_moments *m)
{
    meet_pulse(m, PULSE_RESET);
    m->runs = false;
    m->cut = -1;
    memset(m->left, 0, sizeof m->left);
}
