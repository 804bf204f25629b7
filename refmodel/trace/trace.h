// trace.h: runs Accel-Sim's SASS traces as launches (machine/common/front_end.h): kernelslist.g and
// its files kernel-N.traceg, plain, .xz or .gz.
//
// Sources: accel-sim/accel-sim-framework, util/tracer_nvbit/tracer_tool/tracer_tool.cu (the
// writer), tracer_tool/traces-processing (grouping by CTA), and gpu-simulator/trace-parser (the
// reader). Tracer versions 2 to 5 are supported:
//   2      an instruction line begins with the CTA's x y z and the warp
//   3, 4   [line] PC mask dest_num [dests] opcode src_num [srcs] mem_width [format addresses];
//          `line` with -enable lineinfo = 1
//   5      the same with an immediate at the end
// Address formats: 0 lists each lane's address; 1 has base and stride, for adjacent lanes; 2 has
// the base and the difference from lane to lane.
//
// A file is read once, forward. Only resident CTAs are in memory, packed: eight bytes per
// instruction, and sixteen bytes, or eight per lane, for addresses. Static instructions are decoded
// once. There are no values: the trace determines the control flow.
//
// What traces do not say is assumed as follows. A load of several words writes as many registers,
// from the named one on. R255 is RZ, no register. Predicates cause no hazards. LDC has addresses
// only in traces of this program (else it is an ALU instruction, as in Accel-Sim). The number of a
// barrier is the immediate of version 5 if it is below 16, else 0. Instructions that wait for
// asynchronous copies, for barriers in shared memory or for clusters (DEPBAR, SYNCS, UCGABAR_WAIT)
// wait for nothing.
//
// Local addresses are offsets in a thread's local memory and are spread over all resident threads,
// word by word (as in GPGPU-Sim's translate_local_memaddr). With "-local mem base_addr" 0, they are
// device addresses already, and the words of a lane are "-local word step" bytes apart (128: the
// words of a warp's lanes are contiguous).
//
// The list (kernelslist.g) contains the names of kernels' files, copies (MemcpyHtoD,ADDRESS,BYTES,
// or another direction), comments that begin with #, and blank lines. Copies fill no cache. A
// kernel's file must be in the list's folder or below it, with symbolic links followed. Lines of
// anything else (ncclCommInitAll) are skipped, as Accel-Sim does, and counted in trace_ignored.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TRACE_TRACE_H
#define WL_TRACE_TRACE_H

#include "machine/common/front_end.h"

typedef struct trace trace;

typedef struct trace_options {
    unsigned n_sms, ctas_per_sm; // SMs of the machine, and CTA slots per SM
    // width of the machine's addresses: a wider one is an error; 0: 64
    unsigned address_bits;
    const char *address_key; // the configuration key of that width
    // an unknown opcode counts as an integer addition; otherwise it is an error
    bool unknown_as_add;
    // maximum memory for CTAs that have been read and have not ended; 0: 16 GiB
    uint64_t most_bytes;
} trace_options;

// Reads the list and the header of every kernel. NULL after an error.
trace *trace_open(const char *kernelslist, const trace_options *o, err *e);
void trace_close(trace *t);
unsigned trace_kernels(const trace *t);

// Begins kernel k (from 0) as a launch. Errors found while it is read go to e, which must live
// until trace_end.
int trace_begin(front_end *out, trace *t, unsigned k, err *e);
void trace_end(front_end *f);

// Lines of the list that were skipped, and contents of the kernels so far that no GPU executes and
// that were ignored. NVBit reports
// instructions of lanes after their EXIT (accel-sim-framework issues 306, 383 and 417; NVBit issue
// 39): these lanes are removed from the instruction, and an instruction without other lanes is
// dropped. A warp without instructions ends at once.
typedef struct trace_ignored {
    uint64_t insns_after_exit; // instructions from which lanes were removed
    uint64_t empty_warps;
    char *first; // "file:line" of the first of insns_after_exit; NULL: none
    uint64_t skipped_lines;
    char *skipped; // the first of them, "file:line: text, ..."; NULL: none
} trace_ignored;
const trace_ignored *trace_ignored_of(const trace *t);

#endif
