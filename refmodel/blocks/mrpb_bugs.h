// mrpb_bugs.h : named, realistic bugs of the golden model, for `--inject ID`: every checker must catch each of them.
// X(CONSTANT, "id", "what is wrong", "settings"): the settings, KEY=VALUE of structures.mrpb, make the paper's design one in which
// the bug can show ("" = it does as it is); mrpb_new refuses a bug that cannot.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_MRPB_BUGS_H
#define WL_BLOCKS_MRPB_BUGS_H

#define MRPB_MODEL_BUGS(X) \
    X(MRPB_BUG_FULL_ONE_LATE, "model-full-one-late", "a queue counts as full only with depth + 1 entries", "") \
    X(MRPB_BUG_FLUSH_IGNORES_FULL, "model-flush-ignores-full", "a read at a full queue gets no drain priority", "") \
    X(MRPB_BUG_WRITE_PASSES_READ, "model-write-passes-read", "a write leaves while its queue still holds one read", "") \
    X(MRPB_BUG_ORDER_REVERSED, "model-order-reversed", "fixed order takes the highest queue when two are eligible", "") \
    X(MRPB_BUG_LATENCY_SHORT, "model-latency-short", "an entry becomes eligible one cycle early", "") \
    X(MRPB_BUG_BYPASS_WRITES, "model-bypass-writes", "a stalled write bypasses too", "") \
    X(MRPB_BUG_BYPASS_KEEPS, "model-bypass-keeps", "a bypassed read also stays at the outbound head", "") \
    X(MRPB_BUG_BYPASS_WRONG_CAUSE, "model-bypass-wrong-cause", "a read bypasses when it stalls for an MSHR too", "") \
    X(MRPB_BUG_ROOM_EARLY, "model-room-early", "the outbound buffer counts its own dequeue as room for the drain", "") \
    X(MRPB_BUG_PENDING_SHORT, "model-pending-short", "pending_o misses the request behind the outbound head", "") \
    X(MRPB_BUG_IDLE_EARLY, "model-idle-early", "idle_o does not see entries younger than the latency", "") \
    X(MRPB_BUG_META_LATE, "model-meta-late", "a drained request brings the metadata of the one outbound before it", "") \
    X(MRPB_BUG_RR_STAYS, "model-rr-stays", "round robin starts at the queue drained last instead of behind it", "drain=rr") \
    X(MRPB_BUG_RESET_KEEPS_LAST, "model-reset-keeps-last", "reset keeps the round-robin position", "drain=rr") \
    X(MRPB_BUG_LONGEST_TIE, "model-longest-tie", "longest first gives a tie to the highest queue", "drain=longest") \
    X(MRPB_BUG_LONGEST_HELD, "model-longest-held", "longest first counts entries that are too young", "drain=longest") \
    X(MRPB_BUG_FLUSH_MOVES_LAST, "model-flush-moves-last", "a flush item moves the greedy queue", "greedy=true") \
    X(MRPB_BUG_RUN_LONG, "model-run-long", "drain_n leaves its queue one request late", "drain_n=3") \
    X(MRPB_BUG_RUN_KEPT, "model-run-kept", "drain_n counts on when the queue changes", "drain_n=3") \
    X(MRPB_BUG_SIGNATURE_WARP, "model-signature-warp", "the queue is the warp's whatever the signature", "signature=block queues=8") \
    X(MRPB_BUG_LINE_SHIFTED, "model-line-shifted", "the line signature leaves out the lowest line bit", "signature=line queues=32") \
    X(MRPB_BUG_PC_WRITE_EARLY, "model-pc-write-early", "a write waits for its own queue only", "signature=pc queues=16") \
    X(MRPB_BUG_STORED_AS_READ, "model-stored-as-read", "a stored write comes out as a read", "flush=false") \
    X(MRPB_BUG_DATA_STALE, "model-data-stale", "a stored write keeps the data that was in its slot before", "flush=false data_bits=40") \
    X(MRPB_BUG_SLOT_ALTERNATES, "model-slot-alternates", "the single slot takes a request only when it is empty", "single_slot=true")

#define MRPB_BUG_ENUM(constant, id, what, settings) constant,
enum { MRPB_BUG_NONE = 0, MRPB_MODEL_BUGS(MRPB_BUG_ENUM) MRPB_BUG_END };
#undef MRPB_BUG_ENUM

#endif
