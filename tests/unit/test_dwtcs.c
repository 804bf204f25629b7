// test_dwtcs.c : the golden model of DWT-CS, one rule a test (blocks/dwtcs.h; DWT-PRIC 4.2).
//
// links: blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "dwtcs_rig.h"
#include "unit.h"

static const dwtcs_events *events(const rig *r) { return dwtcs_get_events(r->d); }

TEST(without_a_kernel_nothing_is_limited_or_counted)
{
    rig r = rig_of(4, 8);
    rig_all(&r, 1, true);
    rig_run(&r, 10 * RIG_PERIOD);
    CU_ASSERT_TRUE(rig_idle(&r));
    for (unsigned i = 0; i < 4; i++) CU_ASSERT_EQUAL(rig_limit(&r, i), 8);
    CU_ASSERT_EQUAL(events(&r)->periods, 0);
    dwtcs_free(r.d);
}

// 1000 misses in 2000 instructions of a period are an MPKI of 500: at the threshold, not over it.
TEST(the_threshold_must_be_exceeded_exactly)
{
    for (unsigned more = 0; more < 2; more++) {
        rig r = rig_of(1, 8);
        rig_begin(&r, 0);
        for (unsigned k = 0; k < 4 * RIG_PERIOD; k++) {
            r.insns[0] = k % RIG_PERIOD == 0 ? 2 - more : 2; // 20 or 19 instructions
            r.miss[0] = true;                                // 10 misses
            rig_run(&r, 1);
        }
        CU_ASSERT_EQUAL(events(&r)->samplings, more);
        CU_ASSERT_EQUAL(events(&r)->at_threshold > 0, !more);
        dwtcs_free(r.d);
    }
}

TEST(sampling_begins_after_n_periods_running_and_not_a_cycle_before)
{
    rig r = rig_of(4, 8);
    rig_all(&r, 1, true);
    rig_begin(&r, 0);
    rig_run(&r, 2 * RIG_PERIOD);
    CU_ASSERT_FALSE(rig_samples(&r)); // the sums stand, they are tested in the next cycle
    rig_run(&r, 1);
    CU_ASSERT_TRUE(rig_samples(&r));
    dwtcs_free(r.d);
}

TEST(a_period_below_ends_the_run)
{
    rig r = rig_of(1, 8);
    rig_begin(&r, 0);
    for (unsigned period = 0; period < 9; period++) { // over, over not: never two running
        rig_all(&r, 1, period % 2 == 0);
        rig_run(&r, RIG_PERIOD);
    }
    CU_ASSERT_EQUAL(events(&r)->samplings, 0);
    CU_ASSERT(events(&r)->exceeded >= 4 && events(&r)->run_ended >= 4);
    dwtcs_free(r.d);
}

TEST(one_sm_alone_makes_the_test_fire)
{
    for (unsigned sm = 0; sm < 4; sm++) {
        rig r = rig_of(4, 8);
        rig_all(&r, 1, false);
        r.miss[sm] = true;
        rig_begin(&r, 0);
        rig_run(&r, 2 * RIG_PERIOD + 1);
        CU_ASSERT_TRUE(rig_samples(&r));
        dwtcs_free(r.d);
    }
}

TEST(two_sms_in_turn_do_not)
{
    rig r = rig_of(2, 8);
    rig_all(&r, 1, false);
    rig_begin(&r, 0);
    for (unsigned period = 0; period < 8; period++) {
        r.miss[0] = period % 2;
        r.miss[1] = !r.miss[0];
        rig_run(&r, RIG_PERIOD);
    }
    CU_ASSERT_EQUAL(events(&r)->samplings, 0);
    dwtcs_free(r.d);
}

TEST(sm_i_tries_i_warps_up_to_w)
{
    rig r = rig_of(6, 4);
    rig_thrash(&r, 0);
    for (unsigned i = 0; i < 6; i++) CU_ASSERT_EQUAL(rig_limit(&r, i), i + 1 < 4 ? i + 1 : 4);
    dwtcs_free(r.d);
}

TEST(a_round_lasts_m_periods_and_a_vote)
{
    rig r = rig_of(4, 4);
    rig_thrash(&r, 0);
    rig_all(&r, 1, false);
    rig_run(&r, 2 * RIG_PERIOD + 4 - 1);
    CU_ASSERT_TRUE(rig_samples(&r));
    rig_run(&r, 1);
    CU_ASSERT_FALSE(rig_samples(&r));
    CU_ASSERT_TRUE(rig_throttles(&r));
    dwtcs_free(r.d);
}

TEST(the_sm_with_most_instructions_wins_and_all_take_its_warps)
{
    for (unsigned sm = 0; sm < 4; sm++) {
        rig r = rig_of(4, 4);
        rig_thrash(&r, 0);
        rig_round(&r, sm);
        for (unsigned i = 0; i < 4; i++) CU_ASSERT_EQUAL(rig_limit(&r, i), sm + 1);
        rig_run(&r, 20 * RIG_PERIOD); // whatever comes, until the kernel ends
        CU_ASSERT_EQUAL(rig_limit(&r, 0), sm + 1);
        rig_end(&r);
        CU_ASSERT_EQUAL(rig_limit(&r, 0), 4);
        dwtcs_free(r.d);
    }
}

// All periods of the round count: the first here decides.
TEST(the_vote_is_over_the_whole_round)
{
    rig r = rig_of(2, 2);
    rig_thrash(&r, 0);
    rig_all(&r, 1, false);
    r.insns[0] = 9;
    rig_run(&r, RIG_PERIOD / 2);
    r.insns[0] = 0;
    rig_run(&r, 2 * RIG_PERIOD - RIG_PERIOD / 2 + 2);
    CU_ASSERT_EQUAL(rig_limit(&r, 1), 1); // 1 + 5 x 9 against 20
    dwtcs_free(r.d);
}

// SM 2 is ahead when the vote begins, whatever the others do while it looks at the counts.
TEST(nothing_counts_during_a_vote)
{
    rig r = rig_of(4, 4);
    rig_thrash(&r, 0);
    rig_all(&r, 1, false);
    r.insns[2] = 2;
    rig_run(&r, 2 * RIG_PERIOD);
    rig_all(&r, 9, true);
    r.insns[2] = 0;
    rig_run(&r, 4);
    CU_ASSERT_EQUAL(rig_limit(&r, 0), 3);
    dwtcs_free(r.d);
}

TEST(a_tie_goes_to_fewer_warps)
{
    rig r = rig_of(4, 4);
    rig_thrash(&r, 0);
    rig_all(&r, 1, false);
    r.insns[1] = r.insns[2] = 2;
    rig_run(&r, rig_round_cycles(&r));
    CU_ASSERT_EQUAL(rig_limit(&r, 0), 2);
    CU_ASSERT_EQUAL(events(&r)->ties, 1);
    dwtcs_free(r.d);
}

TEST(the_last_sms_win_brings_a_further_round_with_more_warps)
{
    rig r = rig_of(4, 10); // rounds try 1..4, 5..8, 9 10 10 10
    rig_thrash(&r, 0);
    rig_round(&r, 3);
    CU_ASSERT_TRUE(rig_samples(&r));
    for (unsigned i = 0; i < 4; i++) CU_ASSERT_EQUAL(rig_limit(&r, i), 5 + i);
    rig_all(&r, 1, false);
    r.insns[3] = 3;
    rig_run(&r, rig_round_cycles(&r));
    const unsigned third[] = {9, 10, 10, 10};
    for (unsigned i = 0; i < 4; i++) CU_ASSERT_EQUAL(rig_limit(&r, i), third[i]);
    rig_all(&r, 1, false);
    r.insns[3] = 4; // 10 warps: nothing remains
    rig_run(&r, rig_round_cycles(&r));
    CU_ASSERT_TRUE(rig_throttles(&r));
    CU_ASSERT_EQUAL(rig_limit(&r, 0), 10);
    CU_ASSERT_EQUAL(events(&r)->rounds, 3);
    CU_ASSERT_EQUAL(events(&r)->further_rounds, 2);
    dwtcs_free(r.d);
}

TEST(the_winner_so_far_stays_in_the_contest)
{
    for (unsigned later = 1; later <= 3;
         later++) { // fewer, as many, more instructions than the first round's 2 a cycle
        rig r = rig_of(4, 10);
        rig_thrash(&r, 0);
        r.insns[3] = 2;
        rig_round(&r, 3);
        rig_all(&r, 0, false);
        r.insns[1] = later;
        if (later == 2) rig_run(&r, 1); // the cycle of the decision belongs to the next round
        rig_run(&r, rig_round_cycles(&r) - (later == 2));
        CU_ASSERT_TRUE(rig_throttles(&r));
        CU_ASSERT_EQUAL(rig_limit(&r, 0), later == 3 ? 6 : 4);
        dwtcs_free(r.d);
    }
}

TEST(no_further_round_when_the_last_sm_has_tried_all_warps)
{
    rig r = rig_of(4, 4);
    rig_thrash(&r, 0);
    rig_round(&r, 3);
    CU_ASSERT_TRUE(rig_throttles(&r));
    CU_ASSERT_EQUAL(rig_limit(&r, 0), 4);
    dwtcs_free(r.d);
}

TEST(a_kernels_end_aborts_without_storing)
{
    rig r = rig_of(4, 4);
    rig_thrash(&r, 7);
    rig_run(&r, RIG_PERIOD);
    rig_end(&r);
    CU_ASSERT_EQUAL(rig_limit(&r, 0), 4);
    CU_ASSERT_TRUE(rig_idle(&r));
    CU_ASSERT_EQUAL(events(&r)->aborted, 1);
    CU_ASSERT_EQUAL(events(&r)->stored, 0);
    rig_thrash(&r, 7);
    CU_ASSERT_TRUE(rig_samples(&r)); // nothing is known of it
    dwtcs_free(r.d);
}

TEST(an_end_in_the_cycle_in_which_the_vote_decides_aborts_too)
{
    rig r = rig_of(4, 4);
    rig_thrash(&r, 7);
    rig_run(&r, rig_round_cycles(&r) - 1);
    rig_end(&r);
    CU_ASSERT_EQUAL(events(&r)->stored, 0);
    CU_ASSERT_EQUAL(events(&r)->aborted_at_vote, 1);
    dwtcs_free(r.d);
}

TEST(a_stored_winner_is_applied_without_sampling_when_the_test_fires)
{
    rig r = rig_of(4, 4);
    rig_thrash(&r, 7);
    rig_round(&r, 1);
    rig_end(&r);
    rig_all(&r, 1, true);
    rig_begin(&r, 7);
    rig_run(&r, 2 * RIG_PERIOD);
    CU_ASSERT_FALSE(rig_throttles(&r)); // not before the test fires
    rig_run(&r, 1);
    CU_ASSERT_TRUE(rig_throttles(&r));
    CU_ASSERT_EQUAL(rig_limit(&r, 3), 2);
    CU_ASSERT_EQUAL(events(&r)->samplings, 1);
    CU_ASSERT_EQUAL(events(&r)->applied, 1);
    rig_end(&r);
    rig_thrash(&r, 6);
    CU_ASSERT_TRUE(rig_samples(&r)); // another kernel's is its own
    dwtcs_free(r.d);
}

// Two places: the third kernel's winner takes that of the first.
TEST(the_winner_stored_longest_ago_makes_room)
{
    rig r = rig_of(4, 4);
    for (unsigned k = 0; k < 3; k++) {
        rig_thrash(&r, k);
        rig_round(&r, k);
        rig_end(&r);
    }
    CU_ASSERT_EQUAL(events(&r)->replaced, 1);
    for (unsigned k = 2; k >= 1; k--) {
        rig_thrash(&r, k);
        CU_ASSERT_TRUE(rig_throttles(&r));
        CU_ASSERT_EQUAL(rig_limit(&r, 0), k + 1);
        rig_end(&r);
    }
    rig_thrash(&r, 0);
    CU_ASSERT_TRUE(rig_samples(&r));
    dwtcs_free(r.d);
}

TEST(a_kernel_that_begins_starts_its_runs_and_periods_anew)
{
    rig r = rig_of(1, 4);
    rig_all(&r, 1, true);
    rig_begin(&r, 0);
    rig_run(&r, 2 * RIG_PERIOD - 1);
    rig_begin(&r, 1); // without an end of the one before
    rig_run(&r, 2 * RIG_PERIOD);
    CU_ASSERT_FALSE(rig_samples(&r));
    rig_run(&r, 1);
    CU_ASSERT_TRUE(rig_samples(&r));
    dwtcs_free(r.d);
}

TEST(an_end_and_a_begin_in_one_cycle_begin)
{
    rig r = rig_of(1, 4);
    rig_all(&r, 1, true);
    rig_begin(&r, 0);
    rig_step(&r, true, true, 1);
    CU_ASSERT_FALSE(rig_idle(&r));
    dwtcs_free(r.d);
}

TEST(reset_forgets_the_winners)
{
    rig r = rig_of(4, 4);
    rig_thrash(&r, 7);
    rig_round(&r, 1);
    dwtcs_reset(r.d);
    CU_ASSERT_TRUE(rig_idle(&r));
    rig_thrash(&r, 7);
    CU_ASSERT_TRUE(rig_samples(&r));
    dwtcs_free(r.d);
}

// Skipped cycles are cycles without input, up to and with the next decision, whatever the phase.
TEST(skipping_is_stepping)
{
    rig a = rig_of(4, 10), b = rig_of(4, 10);
    rig_thrash(&a, 0);
    rig_thrash(&b, 0);
    rig_all(&a, 0, false);
    rig_all(&b, 0, false);
    for (unsigned k = 0; k < 6; k++) {
        const unsigned n = k == 0  ? RIG_PERIOD - 1
                           : k % 2 ? 1
                                   : RIG_PERIOD - 1 + (k == 2 ? 4 : 0); // up to it; it alone
        rig_run(&a, n);
        dwtcs_skip(b.d, n);
        const dwtcs_out x = rig_out(&a), y = rig_out(&b);
        CU_ASSERT_EQUAL(memcmp(&x, &y, sizeof x), 0);
        CU_ASSERT_EQUAL(memcmp(events(&a), events(&b), sizeof *events(&a)), 0);
    }
    CU_ASSERT_TRUE(rig_throttles(&b));
    dwtcs_skip(b.d, 1000000);
    CU_ASSERT_EQUAL(events(&b)->throttled_cycles, events(&a)->throttled_cycles + 1000000);
    dwtcs_free(a.d);
    dwtcs_free(b.d);
}

TEST(fields_cross_words)
{
    uint64_t words[16] = {0};
    for (unsigned i = 0; i < 128; i++) port_put_field(words, i, 7, (i * 37) & 127);
    for (unsigned i = 0; i < 128; i++) CU_ASSERT_EQUAL(port_field(words, i, 7), (i * 37) & 127);
}

// The defaults decide within the paper's 60K cycles: N + M periods of 10K.
TEST(the_papers_parameters_decide_in_60k_cycles)
{
    config c;
    config_defaults(&c);
    CU_ASSERT_EQUAL((c.dwtcs.periods_over + c.dwtcs.periods_sampled) * c.dwtcs.period, 60000);
    CU_ASSERT_EQUAL(dwtcs_warps(&c), 24);
}

UNIT_MAIN("dwtcs", T(without_a_kernel_nothing_is_limited_or_counted),
          T(the_threshold_must_be_exceeded_exactly),
          T(sampling_begins_after_n_periods_running_and_not_a_cycle_before),
          T(a_period_below_ends_the_run), T(one_sm_alone_makes_the_test_fire),
          T(two_sms_in_turn_do_not), T(sm_i_tries_i_warps_up_to_w),
          T(a_round_lasts_m_periods_and_a_vote),
          T(the_sm_with_most_instructions_wins_and_all_take_its_warps),
          T(the_vote_is_over_the_whole_round), T(nothing_counts_during_a_vote),
          T(a_tie_goes_to_fewer_warps), T(the_last_sms_win_brings_a_further_round_with_more_warps),
          T(the_winner_so_far_stays_in_the_contest),
          T(no_further_round_when_the_last_sm_has_tried_all_warps),
          T(a_kernels_end_aborts_without_storing),
          T(an_end_in_the_cycle_in_which_the_vote_decides_aborts_too),
          T(a_stored_winner_is_applied_without_sampling_when_the_test_fires),
          T(the_winner_stored_longest_ago_makes_room),
          T(a_kernel_that_begins_starts_its_runs_and_periods_anew),
          T(an_end_and_a_begin_in_one_cycle_begin), T(reset_forgets_the_winners),
          T(skipping_is_stepping), T(fields_cross_words),
          T(the_papers_parameters_decide_in_60k_cycles))
