// crossbar_bugs.h : named, realistic bugs of the crossbar's golden model (machine/structures/crossbar.h), for `--inject ID`, in that of the
// request network: every checker must catch each of them.
// X(CONSTANT, "id", "what is wrong", "settings"): the settings, KEY=VALUE, make the GTX480's crossbar one in which the bug can
// show ("" = it does as it is).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_BLOCKS_CROSSBAR_BUGS_H
#define WL_BLOCKS_CROSSBAR_BUGS_H

#define CROSSBAR_MODEL_BUGS(X) \
    X(CROSSBAR_BUG_FULL_LATE, "model-crossbar-full-late", "a buffer takes one flit more than it has places", "") \
    X(CROSSBAR_BUG_FULL_EARLY, "model-crossbar-full-early", "the last place of a buffer is not used", "") \
    X(CROSSBAR_BUG_SENT_FREES, "model-crossbar-sent-frees", "a packet frees its places with its first flit", "") \
    X(CROSSBAR_BUG_SHORT, "model-crossbar-short", "a packet is sent without its last flit", "") \
    X(CROSSBAR_BUG_TURN_STAYS, "model-crossbar-turn-stays", "round robin starts at the input granted last, not behind it", "") \
    X(CROSSBAR_BUG_FIXED, "model-crossbar-fixed", "the lowest input that asks is granted", "") \
    X(CROSSBAR_BUG_PLACE_MORE, "model-crossbar-place-more", "a consumer is sent one packet more than it has places", "") \
    X(CROSSBAR_BUG_CREDIT_LATE, "model-crossbar-credit-late", "a place given back counts one cycle late", "") \
    X(CROSSBAR_BUG_CREDIT_ONE, "model-crossbar-credit-one", "of several places given back in a cycle one counts", "") \
    X(CROSSBAR_BUG_RESET_PLACES, "model-crossbar-reset-places", "reset leaves places taken", "") \
    X(CROSSBAR_BUG_HEADER_CUT, "model-crossbar-header-cut", "the highest bit of a header is lost", "") \
    X(CROSSBAR_BUG_IDLE_EARLY, "model-crossbar-idle-early", "idle_o does not see what is on its way to an output", "") \
    X(CROSSBAR_BUG_TURN_ON_GRANT, "model-crossbar-turn-on-grant", "iSLIP moves an output's turn with a grant that is not accepted", "icnt.vcs=4") \
    X(CROSSBAR_BUG_ACCEPT_FIRST, "model-crossbar-accept-first", "an input accepts the lowest of its grants", "icnt.vcs=4") \
    X(CROSSBAR_BUG_DATA_OVER, "model-crossbar-data-over", "a flit that comes is written over the one before it", "structures.crossbar.data=true") \
    X(CROSSBAR_BUG_DATA_YOUNGEST, "model-crossbar-data-youngest", "a flit that comes leaves before those that wait", "structures.crossbar.data=true") \
    X(CROSSBAR_BUG_DATA_BEHIND, "model-crossbar-data-behind", "of a packet that comes while the one before is still coming a flit is lost", \
      "structures.crossbar.data=true") \
    X(CROSSBAR_BUG_DATA_EARLY, "model-crossbar-data-early", "a flit is at the output a cycle early", "structures.crossbar.data=true") \
    X(CROSSBAR_BUG_DATA_CUT, "model-crossbar-data-cut", "the highest bit of a flit is lost", "structures.crossbar.data=true") \
    X(CROSSBAR_BUG_DATA_RESET, "model-crossbar-data-reset", "reset lets flits of packets that are gone come on", "structures.crossbar.data=true")

#define CROSSBAR_BUG_ENUM(constant, id, what, settings) constant,
enum { CROSSBAR_BUG_NONE = 0, CROSSBAR_MODEL_BUGS(CROSSBAR_BUG_ENUM) CROSSBAR_BUG_END };
#undef CROSSBAR_BUG_ENUM

#endif
