// warppool_bugs.h : named, realistic bugs of the golden model, for `--inject ID`: every checker must catch each of them.
// X(CONSTANT, "id", "what is wrong", "settings"): the settings, KEY=VALUE of structures.warppool, make the paper's design one in which the
// bug can show ("" = it does as it is).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_WARPPOOL_BUGS_H
#define WL_BLOCKS_WARPPOOL_BUGS_H

#define WARPPOOL_MODEL_BUGS(X) \
    X(WARPPOOL_BUG_INSN_REVERSED, "model-warppool-insn-reversed", "the highest instruction queue goes first", "") \
    X(WARPPOOL_BUG_INSN_MODULO, "model-warppool-insn-modulo", "a warp's queue is its number modulo the queues", "insn_queues=5") \
    X(WARPPOOL_BUG_INSN_AHEAD, "model-warppool-insn-ahead", "instructions leave their queues before a coalescer waits for them", "") \
    X(WARPPOOL_BUG_LOAD_EARLY, "model-warppool-load-early", "a load does not wait for the stores of its warp", "") \
    X(WARPPOOL_BUG_STORE_EARLY, "model-warppool-store-early", "a store issues while one load of its warp is on its way", "") \
    X(WARPPOOL_BUG_MERGED_ONCE, "model-warppool-merged-once", "a merged load counts once for a warp that has two requests in it", "") \
    X(WARPPOOL_BUG_LAST_COUNTED, "model-warppool-last-counted", "an instruction's last line raises the counter too", "") \
    X(WARPPOOL_BUG_COUNT_SOON, "model-warppool-count-soon", "what L1D accepts is counted in the same cycle", "") \
    X(WARPPOOL_BUG_RANGE_OPEN, "model-warppool-range-open", "a range need not run to the last lane or word", "") \
    X(WARPPOOL_BUG_CONSECUTIVE_PART, "model-warppool-consecutive-part", "consecutive although lanes are missing", "") \
    X(WARPPOOL_BUG_BROADCAST_PART, "model-warppool-broadcast-part", "broadcast although lanes are missing", "") \
    X(WARPPOOL_BUG_MAP_NARROW, "model-warppool-map-narrow", "lanes of two bytes get a mapping of words", "") \
    X(WARPPOOL_BUG_MAP_TWICE, "model-warppool-map-twice", "two coalescers get the same entry of the thread map table", "") \
    X(WARPPOOL_BUG_MAP_FREED_EARLY, "model-warppool-map-freed-early", "an entry is freed with the first of two beats", "lane_bytes=8") \
    X(WARPPOOL_BUG_LINE_SHORT, "model-warppool-line-short", "lanes of one line are found without its highest address bit", "address_bits=16") \
    X(WARPPOOL_BUG_STORE_LOWEST, "model-warppool-store-lowest", "the lowest lane wins a byte that two lanes store", "") \
    X(WARPPOOL_BUG_STORE_WORD, "model-warppool-store-word", "a store's mask covers whole words", "") \
    X(WARPPOOL_BUG_HASH_SHORT, "model-warppool-hash-short", "the queue hash leaves out line bit 12", "queues=32 address_bits=32") \
    X(WARPPOOL_BUG_NO_SECOND, "model-warppool-no-second", "a line whose tag is full waits for it", "") \
    X(WARPPOOL_BUG_LATE_MERGE, "model-warppool-late-merge", "a request merges into the tag that leaves, and is lost", "") \
    X(WARPPOOL_BUG_TIE_HIGH, "model-warppool-tie-high", "the higher coalescer inserts first", "") \
    X(WARPPOOL_BUG_AGE_MERGE, "model-warppool-age-merge", "a merge makes its tag the youngest", "") \
    X(WARPPOOL_BUG_SELECT_FIRST, "model-warppool-select-first", "warp first looks at the first request of a tag only", "select=warp") \
    X(WARPPOOL_BUG_SELECT_HIGH, "model-warppool-select-high", "warp first gives a tie to the highest queue", "select=warp") \
    X(WARPPOOL_BUG_SWITCH_AT, "model-warppool-switch-at", "the selection changes at exactly the miss rate", "quantum=40 miss_rate_percent=50") \
    X(WARPPOOL_BUG_QUANTUM_KEEPS, "model-warppool-quantum-keeps", "the misses of a quantum are counted on in the next", "quantum=40 miss_rate_percent=50") \
    X(WARPPOOL_BUG_NO_AGE, "model-warppool-no-age", "a store waits for loads for ever", "store_age=2") \
    X(WARPPOOL_BUG_AGE_LOADS, "model-warppool-age-loads", "other stores do not make a store older", "store_age=2") \
    X(WARPPOOL_BUG_ROW_KEPT, "model-warppool-row-kept", "an MSHR's rows are not forgotten when they are written back", "") \
    X(WARPPOOL_BUG_HALVES, "model-warppool-halves", "the high half comes first", "lane_bytes=8") \
    X(WARPPOOL_BUG_SIGN, "model-warppool-sign", "lanes of one byte are sign-extended", "") \
    X(WARPPOOL_BUG_RANGE_WORD, "model-warppool-range-word", "a range starts on its first word in lane 0", "") \
    X(WARPPOOL_BUG_IDLE_EARLY, "model-warppool-idle-early", "idle_o does not see the write-back queue", "")

#define WARPPOOL_BUG_ENUM(constant, id, what, settings) constant,
enum { WARPPOOL_BUG_NONE = 0, WARPPOOL_MODEL_BUGS(WARPPOOL_BUG_ENUM) WARPPOOL_BUG_END };
#undef WARPPOOL_BUG_ENUM

#endif
