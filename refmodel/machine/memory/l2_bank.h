// l2_bank.h : the bank of an L2 slice, as the slice's queues (l2.c) see it. All times are in L2
// ticks.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_L2_BANK_H
#define WL_MACHINE_L2_BANK_H

#include "machine/memory/l2_state.h"

// The request is served, or sent around the bank (l2.bypass = racb). False: l->waits says what it
// waits for.
bool l2_bank_serve(l2 *l, const delayed *d, uint64_t now);

// The oldest answer of DRAM fills its line, or goes to the reply queue if its request went around
// the bank. It stays where it is while the fill port is taken, or a victim or the answer finds no
// room.
void l2_bank_take_up(l2 *l, uint64_t now);

// One request whose MSHR has its line is answered, if the reply queue has room.
void l2_bank_answer(l2 *l);

// Sectors that the request touches (1 when lines are not sectored), and its part in number `k` of
// them as a request of its own, which carries `record`, the number of the whole request's record.
uint32_t l2_bank_parts(const l2 *l, const mreq *r);
mreq l2_bank_part(const l2 *l, const mreq *r, uint32_t k, uint32_t record);

#endif
