// trace_write.h: writes what a front end executes as an Accel-Sim trace of tracer version 5:
// DIR/kernel-N.traceg and, last, DIR/kernelslist.g.
//
// The files have temporary names until all are complete, so that an existing trace remains if this
// one fails; while they are renamed there is no list. Reading the trace (trace.h) on the same
// machine gives the same requests.
//
// A recorder stands between a front end and the machine. Instructions have the opcode of their
// class (trace_ops.h), PCs are 16 times the index (sm_70), and CTAs lie along x. Local accesses
// have device addresses ("-local mem base_addr" 0); with several words per lane, the first word's
// address is given, and "-local word step" says where the others are. LDC has addresses.
// "-registers named" says that registers hold values of any width, and how many there are; numbers
// beyond 254 continue after RZ. "-code at" gives the number of instructions before the kernel in
// its program, "-code of" the program.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TRACE_TRACE_WRITE_H
#define WL_TRACE_TRACE_WRITE_H

#include "machine/common/front_end.h"

typedef struct trace_recorder trace_recorder;

// Makes the directory and opens the list. n_sms, ctas_per_sm: SMs of the machine, and CTA slots per
// SM. NULL after an error.
trace_recorder *recorder_new(const char *dir, unsigned n_sms, unsigned ctas_per_sm, err *e);

// Fits gpu_hooks.record: returns the front end to run instead of `kernel`, which need not outlive
// its run.
const front_end *recorder_front(void *recorder, const front_end *kernel);

// Ends the last kernel, writes the list, and frees the recorder. If `keep` is false, or after an
// error, the directory is as it was before.
int recorder_end(trace_recorder *r, bool keep, err *e);

#endif
