// cart_bugs.h : named, realistic bugs of CART's golden model, for `--inject ID`: every checker must catch each of them.
// X(CONSTANT, "id", "what is wrong", "settings"): settings are KEY=VALUE of structures.cart (or full keys) with spaces between that make the
// paper's design one in which the bug shows; "" = it does.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_CART_BUGS_H
#define WL_BLOCKS_CART_BUGS_H

#define CART_MODEL_BUGS(X) \
    X(CART_BUG_FULL_LATE, "model-cart-full-late", "a leaf queue takes one request more than it has entries", "") \
    X(CART_BUG_OLDEST_TAKES, "model-cart-oldest-takes", "of two queues with a line the older one takes new requests", "") \
    X(CART_BUG_CHAIN_DRAINS, "model-cart-chain-drains", "a queue is drained while an older one with its line holds something", "") \
    X(CART_BUG_NO_CHAIN, "model-cart-no-chain", "a request whose queue is full waits instead of taking another queue", "") \
    X(CART_BUG_ROTATE_STAYS, "model-cart-rotate-stays", "rotation starts at the branch of the last offer, not behind it", "") \
    X(CART_BUG_REJECT_STAYS, "model-cart-reject-stays", "a rejected request stays on offer though other branches have some", "") \
    X(CART_BUG_LAST_IGNORED, "model-cart-last-ignored", "a branch does not go on with its last queue", "") \
    X(CART_BUG_ROW_IGNORED, "model-cart-row-ignored", "a branch takes its longest queue, whatever the row", "") \
    X(CART_BUG_TIE_HIGH, "model-cart-tie-high", "of queues of one length the highest is taken", "") \
    X(CART_BUG_LONGEST_BLIND, "model-cart-longest-blind", "lengths are compared without their lowest bit", "entries=4") \
    X(CART_BUG_CLAIM_LAST, "model-cart-claim-last", "the last group is claimed like any other, its row forgotten", "") \
    X(CART_BUG_RETURN_LOST, "model-cart-return-lost", "a row that comes back claims another group than its own", "") \
    X(CART_BUG_LAST_SURVIVES, "model-cart-last-survives", "the last queue is still preferred after it has emptied and been taken by another line", "") \
    X(CART_BUG_RESET_HISTORY, "model-cart-reset-history", "reset keeps the branches' history", "") \
    X(CART_BUG_RESET_INCOMING, "model-cart-reset-incoming", "reset leaves a request in the incoming register", "") \
    X(CART_BUG_COLUMN_SHORT, "model-cart-column-short", "the highest column bit is not compared", "") \
    X(CART_BUG_ROW_SHORT, "model-cart-row-short", "the lowest row bit is not compared", "") \
    X(CART_BUG_BRANCH_REVERSED, "model-cart-branch-reversed", "the bank bits of the branch are in reverse order", "") \
    X(CART_BUG_HEAD_WRAP, "model-cart-head-wrap", "after the last entry of a queue the first but one is read", "") \
    X(CART_BUG_IDLE_EARLY, "model-cart-idle-early", "idle_o does not see the incoming register", "") \
    X(CART_BUG_SECOND_GROUP, "model-cart-second-group", "a row whose group is full claims a second one", "") \
    X(CART_BUG_PLACED_SEEN, "model-cart-placed-seen", "what is placed is chosen in the same cycle", "latency=2") \
    X(CART_BUG_PLACED_COUNTS, "model-cart-placed-counts", "lengths are compared with what is placed in the same cycle", "latency=2") \
    X(CART_BUG_PLACED_UNCOUNTED, "model-cart-placed-uncounted", "lengths are compared without what is placed in the same cycle", "latency=1") \
    X(CART_BUG_HASH_MISSING, "model-cart-hash-missing", "the bank is not hashed", "dram.bank_hash=xor") \
    X(CART_BUG_GREEDY_LEAVES, "model-cart-greedy-leaves", "greedy leaves its queue for one that is longer", "drain=greedy") \
    X(CART_BUG_RR_STAYS, "model-cart-rr-stays", "round robin starts at the queue of the last offer, not behind it", "drain=rr") \
    X(CART_BUG_FIFO_FULL_EARLY, "model-cart-fifo-full-early", "a bank's FIFO counts as full one entry early", "design=bank_fifo entries=8") \
    X(CART_BUG_BUFFER_LINE_ORDER, "model-cart-buffer-line-order", "the non-blocking buffer does not keep requests to one line in order", "design=nonblocking") \
    X(CART_BUG_BUFFER_STAYS, "model-cart-buffer-stays", "round robin of the non-blocking buffer starts at the last offer", "design=nonblocking") \
    X(CART_BUG_BUFFER_ANY_CAUSE, "model-cart-buffer-any-cause", "a request stalled by the same resource is offered again at once", "design=nonblocking")

#define CART_BUG_ENUM(constant, id, what, settings) constant,
enum { CART_BUG_NONE = 0, CART_MODEL_BUGS(CART_BUG_ENUM) CART_BUG_END };
#undef CART_BUG_ENUM

#endif
