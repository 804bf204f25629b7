// mrpb_bugs.h : named, realistic bugs of the golden model, for `--inject ID`: every checker must catch each of them.
// X(CONSTANT, "id", "what is wrong")
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_MRPB_BUGS_H
#define WL_BLOCKS_MRPB_BUGS_H

#define MRPB_MODEL_BUGS(X) \
    X(MRPB_BUG_FULL_ONE_LATE, "model-full-one-late", "a queue counts as full only with depth + 1 entries") \
    X(MRPB_BUG_FLUSH_IGNORES_FULL, "model-flush-ignores-full", "a read at a full queue gets no drain priority") \
    X(MRPB_BUG_WRITE_PASSES_READ, "model-write-passes-read", "a write leaves while its queue still holds one read") \
    X(MRPB_BUG_ORDER_REVERSED, "model-order-reversed", "fixed order takes the highest queue when two are eligible") \
    X(MRPB_BUG_LATENCY_SHORT, "model-latency-short", "an entry becomes eligible one cycle early") \
    X(MRPB_BUG_BYPASS_WRITES, "model-bypass-writes", "a stalled write bypasses too") \
    X(MRPB_BUG_BYPASS_KEEPS, "model-bypass-keeps", "a bypassed read also stays at the outbound head")

#define MRPB_BUG_ENUM(constant, id, what) constant,
enum { MRPB_BUG_NONE = 0, MRPB_MODEL_BUGS(MRPB_BUG_ENUM) MRPB_BUG_END };
#undef MRPB_BUG_ENUM

#endif
