// dwtcs_bugs.h : named, realistic bugs of the golden model, for `--inject ID`: every checker must catch each of them.
// X(CONSTANT, "id", "what is wrong")
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_DWTCS_BUGS_H
#define WL_BLOCKS_DWTCS_BUGS_H

#define DWTCS_MODEL_BUGS(X) \
    X(DWTCS_BUG_AT_THRESHOLD, "model-dwtcs-at-threshold", "an MPKI that is at the threshold counts as over it") \
    X(DWTCS_BUG_NOT_RUNNING, "model-dwtcs-not-running", "a period below the threshold does not end a run of periods over it") \
    X(DWTCS_BUG_ALL_SMS, "model-dwtcs-all-sms", "sampling waits until every SM has exceeded the threshold") \
    X(DWTCS_BUG_TIE_TO_MORE, "model-dwtcs-tie-to-more", "of two SMs with as many instructions the one with more warps wins") \
    X(DWTCS_BUG_FORGETS_WINNER, "model-dwtcs-forgets-winner", "a further round does not keep the winner of the one before in the contest") \
    X(DWTCS_BUG_NO_FURTHER_ROUND, "model-dwtcs-no-further-round", "the last SM's win ends the sampling though more warps remain") \
    X(DWTCS_BUG_END_STORES, "model-dwtcs-end-stores", "a kernel that ends in the cycle of the vote stores its winner") \
    X(DWTCS_BUG_ONE_PERIOD, "model-dwtcs-one-period", "the vote counts the last period of the round only") \
    X(DWTCS_BUG_KEEPS_FULL, "model-dwtcs-keeps-full", "when all places are taken the newest winner is replaced, not the oldest") \
    X(DWTCS_BUG_BEGIN_KEEPS_RUN, "model-dwtcs-begin-keeps-run", "a kernel that begins keeps the run of periods of the one before")

#define DWTCS_BUG_ENUM(constant, id, what) constant,
enum { DWTCS_BUG_NONE = 0, DWTCS_MODEL_BUGS(DWTCS_BUG_ENUM) DWTCS_BUG_END };
#undef DWTCS_BUG_ENUM

#endif
