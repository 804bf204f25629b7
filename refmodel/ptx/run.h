// run.h: instructions that only produce register values but are not simple loops over lanes.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_RUN_H
#define WL_PTX_RUN_H

#include "ptx/kernel.h"

// xinst.mode of setp and set: how the comparison meets the predicate in op[4]
enum { BOOL_and, BOOL_or, BOOL_xor, BOOL_none };
// xinst.mode of the carry instructions
enum {
    CARRY_MAD = 1,
    CARRY_HIGH = 2,
    CARRY_SUB = 4,
    CARRY_IN = 8,
    CARRY_OUT = 16,
    CARRY_SIGNED = 32
};
// xinst.mode of barriers; operands: op[0] result, op[1] number, op[2] threads (flag: given), op[3]
// predicate
enum { BAR_SYNC, BAR_ARRIVE, BAR_POPC, BAR_AND, BAR_OR };
// xinst.mode of vote and shfl
enum { VOTE_all, VOTE_any, VOTE_uni, VOTE_ballot };
enum { SHFL_up, SHFL_down, SHFL_bfly, SHFL_idx };
// xinst.mode of match, of redux; of clocks, bits to shift down.
enum { MATCH_any, MATCH_all };
enum { REDUX_add, REDUX_min, REDUX_max, REDUX_and, REDUX_or, REDUX_xor };

run_fn run_setp, run_set, run_set_pair, run_setp_pair, run_bfi_32, run_bfi_64, run_lop3,
    run_lop3_test, run_carry_32, run_carry_64, run_pack, run_unpack, run_isspacep, run_vote,
    run_shfl, run_activemask, run_match, run_redux, run_elect;
// %clock and its relatives tell `now`, and the warp goes on
void run_clock(const xinst *in, xwarp *w, uint32_t mask, uint64_t now);

#endif
