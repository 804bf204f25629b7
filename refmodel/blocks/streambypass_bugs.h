// streambypass_bugs.h : named, realistic bugs of the golden model, for `--inject ID`: every checker must catch each of them.
// X(CONSTANT, "id", "what is wrong")
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_STREAMBYPASS_BUGS_H
#define WL_BLOCKS_STREAMBYPASS_BUGS_H

#define STREAMBYPASS_MODEL_BUGS(X) \
    X(STREAMBYPASS_BUG_CLOSES_AT, "model-stream-closes-at-threshold", "a period at the threshold closes the cache") \
    X(STREAMBYPASS_BUG_QUIET_OPENS, "model-stream-quiet-opens", "a period without an access opens the cache") \
    X(STREAMBYPASS_BUG_KEEPS_MISSES, "model-stream-keeps-misses", "the misses of a period go on counting in the next") \
    X(STREAMBYPASS_BUG_SHORT, "model-stream-period-short", "a period ends one cycle early") \
    X(STREAMBYPASS_BUG_LOSES_FIRST, "model-stream-loses-first", "what is served in the first cycle of a period is not counted") \
    X(STREAMBYPASS_BUG_DATA_HITS, "model-stream-data-hits", "while the cache is closed, hits count as misses") \
    X(STREAMBYPASS_BUG_NEVER_OPENS, "model-stream-never-opens", "a cache that was closed stays closed") \
    X(STREAMBYPASS_BUG_RESET_KEEPS, "model-stream-reset-keeps-mode", "reset leaves the cache closed") \
    X(STREAMBYPASS_BUG_ROUNDS, "model-stream-rounds", "the miss rate is rounded down to whole percents before it is compared")

#define STREAMBYPASS_BUG_ENUM(constant, id, what) constant,
enum { STREAMBYPASS_BUG_NONE = 0, STREAMBYPASS_MODEL_BUGS(STREAMBYPASS_BUG_ENUM) STREAMBYPASS_BUG_END };
#undef STREAMBYPASS_BUG_ENUM

#endif
