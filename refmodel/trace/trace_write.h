// trace_write.h : writes what a front end executes as an Accel-Sim trace, tracer version 5: DIR/kernel-N.traceg and, last,
// DIR/kernelslist.g. They have temporary names until all are whole, so that a trace that was there stays when this one does not
// come about; while they are renamed there is no list. Reading it back (trace.h) on the same machine gives the same requests.
//
// A recorder stands between any front end and the machine. Instructions are named by the opcode of their class (trace_ops.h), PCs are
// 16 times the index (sm_70), CTAs lie along x. Local accesses are written with their device addresses ("-local mem base_addr" 0), of several
// words a lane the first one's: "-local word step" tells where the others are. LDC has addresses. "-registers named" tells that registers
// hold values of any width, and how many there are: beyond 254 they are numbered on after RZ. "-code at" tells how many instructions lie
// before the kernel in its program, "-code of" which program that is.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TRACE_TRACE_WRITE_H
#define WL_TRACE_TRACE_WRITE_H

#include "machine/common/front.h"

typedef struct trace_recorder trace_recorder;

// Makes the directory and opens the list. n_sms, ctas_per_sm: slots of the machine. NULL after an error.
trace_recorder *recorder_new(const char *dir, unsigned n_sms, unsigned ctas_per_sm, err *e);

// Fits gpu_hooks.record: the front to run instead of `kernel`, which need not outlive its run.
const front *recorder_front(void *recorder, const front *kernel);

// Ends the last kernel, writes the list and frees. keep = false, or an error: the directory is as it was.
int recorder_end(trace_recorder *r, bool keep, err *e);

#endif
