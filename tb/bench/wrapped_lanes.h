// wrapped_lanes.h: a load/store unit and a cache around WarpPool in place of Vortex' coalescer, and
// the laws of its ports, on the RTL without the model.
//
// The unit asks for consecutive words, one word, or any words of few or many lines; bytes, halves
// and words, or any bytes; some requests have an attribute. Lanes that take no part are noise. The
// cache accepts when it likes, and answers late and in any order.
//
//   reads       Each lane is answered once, with the request's tag, by what was written before it
//               in the order in which the unit asked, whatever the lanes and warps are.
//   cache       It gets addresses that the unit has used, and one read at a time of each tag.
//   hold        What is offered to the cache holds until it accepts.
//   idle        When nothing is inside, all reads are answered and all writes are in the cache.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_BENCH_WRAPPED_LANES_H
#define WL_TB_BENCH_WRAPPED_LANES_H

#include "tb/bench/wrapped_traffic.h"

void wrapped_lanes_reset(wrapped_traffic *t);
void wrapped_lanes_ask(wrapped_traffic *t);
void wrapped_lanes_answer(wrapped_traffic *t);
bool wrapped_lanes_asks(const wrapped_traffic *t);
bool wrapped_lanes_enters(const wrapped_traffic *t, const wrapped_out *o, wrapped_request *r);
bool wrapped_lanes_keep(wrapped_traffic *t, const wrapped_out *o, wrapped_laws *l);

#endif
