// trace.h : Accel-Sim's SASS traces as launches (machine/common/front.h): kernelslist.g and its kernel-N.traceg, plain, .xz or .gz.
//
// Sources: accel-sim/accel-sim-framework, util/tracer_nvbit/tracer_tool/tracer_tool.cu (what is written),
// tracer_tool/traces-processing (grouping by CTA) and gpu-simulator/trace-parser (how it is read). Tracer versions 2 to 5:
//   2      an instruction line begins with the CTA's x y z and the warp
//   3, 4   [line] PC mask dest_num [dests] opcode src_num [srcs] mem_width [format addresses]; `line` with -enable lineinfo = 1
//   5      and an immediate at its end
// Address formats: 0 each lane's address; 1 base and stride, of lanes side by side; 2 base and the difference from lane to lane.
//
// The file is read once, forward. Only resident CTAs are in memory, packed: eight bytes an instruction, and sixteen or eight a lane
// for addresses. The static instructions are decoded once. There are no values: control flow is what the trace says.
//
// What traces do not tell, and how it is taken: a load of several words writes as many registers from the one named on; R255 is
// RZ, no register; predicates wait for nothing; LDC has addresses only in traces of our own (else it is an ALU instruction, as in
// Accel-Sim); a barrier's number is the immediate of version 5 when below 16, else 0; what waits for asynchronous copies, barriers in shared
// memory or clusters (DEPBAR, SYNCS, UCGABAR_WAIT) waits for nothing.
// Local addresses are offsets in a thread's local memory and are spread over all resident threads, word by word (as GPGPU-Sim's
// translate_local_memaddr does); with "-local mem base_addr" 0 they are device addresses already, and the words of a lane are "-local word step"
// bytes apart (128: those of a warp's lanes lie side by side).
//
// The list (kernelslist.g) holds the names of kernels' files, copies (MemcpyHtoD,ADDRESS,BYTES, or another direction), comments
// that begin with #, and blank lines. Copies fill no cache. A kernel's file must lie in the list's folder or below it, symbolic
// links followed.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TRACE_TRACE_H
#define WL_TRACE_TRACE_H

#include "machine/common/front.h"

typedef struct trace trace;

typedef struct trace_options {
    unsigned n_sms, ctas_per_sm;  // slots of the machine
    unsigned address_bits;        // the machine's: an address that needs more is an error; 0 = 64
    const char *address_key;      // of the configuration, that says so
    bool unknown_as_add;          // an opcode that is not known counts as an integer addition; else it is an error
    // of memory for thread blocks that are read and have not ended; 0 = 16 GiB
    uint64_t most_bytes;
} trace_options;

// Reads the list and the header of every kernel. NULL after an error.
trace *trace_open(const char *kernelslist, const trace_options *o, err *e);
void trace_close(trace *t);
unsigned trace_kernels(const trace *t);

// Kernel k (0..) as a launch. What is found wrong while it streams goes to e, which must live until trace_end.
int trace_begin(front *out, trace *t, unsigned k, err *e);
void trace_end(front *f);

// What the kernels that were read so far have that no GPU executes, and that was passed over. NVBit reports instructions
// of lanes behind their EXIT (accel-sim-framework issues 306, 383 and 417; NVBit issue 39): those lanes are taken out of the
// instruction, and an instruction that has no other lane is left out. A warp without instructions ends at once.
typedef struct trace_ignored {
    uint64_t insns_after_exit; // instructions that lost lanes
    uint64_t empty_warps;
    char *first;               // "file:line" of the first of insns_after_exit; NULL: there is none
} trace_ignored;
const trace_ignored *trace_ignored_of(const trace *t);

#endif
