// sram.h: SRAM macros in synthesis: black boxes whose areas, times and energies come from a stated
// model.
//
// The model is a least-squares fit, in relative errors, to published CACTI 6.5 points at 45 nm
// (high performance): 384 x 40, 1024 x 24 and 256 x 48 with a read port and a write port, 384 x 40
// and 1024 x 24 with one port. Errors are given at these points, in percent:
//
//                                                          two ports        one port
//   area     1757 um2 + 0.6985 um2 per bit                 +2.3 -0.9 -1.5   +2.0 -1.9
//   access   -0.0328 ns + 0.03406 ns * log2(words)         +0.2 -0.1 -0.1   +0.1 -0.1
//   cycle    0.0349 ns + 0.02066 ns * log2(words)          +0.6 -0.2 -0.4   -0.5 +0.5
//   read     0.0605 pJ * sqrt(words)
//            + 0.0268 pJ per bit of a word                 +2.6 -0.8 -1.9   +3.0 -2.8
//   write    0.0507 pJ * sqrt(words)
//            + 0.0511 pJ per bit of a word                 -8.0 +1.8 +5.3   -4.6 +5.1
//   leakage  0.112 mW + 0.0001468 mW per bit               -1.4 +0.5 +0.8   +0.2 -0.2
//
// A macro with one port takes 0.482 of the area, 0.899 of the access time, 0.891 of the cycle time,
// 0.867 and 0.848 of the energies, and 0.805 of the leakage.
//
// For another technology, `scale` is its node divided by 45 nm (node.h). Areas and energies grow
// with its square, times with it, and leakage stays. These are rules of thumb for a first estimate,
// not data of that technology.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_SYNTH_SRAM_H
#define WL_SYNTH_SRAM_H

#include "base/err.h"

#include <stdbool.h>

#include <jansson.h>

typedef struct sram {
    unsigned words, width;
    bool one_port; // else a read port and a write port
    double area_um2, access_ns, cycle_ns, read_pj, write_pj, leakage_mw;
} sram;

#define SRAM_NODE_NM 45
#define SRAM_SOURCE \
    "least-squares fit to published CACTI 6.5 points at 45 nm, high performance (synth/sram.h)"
#define SRAM_RULES \
    "areas and energies grow with the square of the scale, times with it, leakage stays"

// Computes the other fields from words, width and one_port.
void sram_model(sram *s, double scale);

// The macros of a design, from Yosys' JSON (elab.tcl): words and width of the memory, and one port
// if the module has an addr_i.
typedef struct sram_macros {
    char **names; // of modules
    sram *s;
    unsigned n;
} sram_macros;
int sram_read(const char *path, double scale, sram_macros *m, err *e);
const sram *sram_find(const sram_macros *m, const char *module); // NULL = not there
void sram_free(sram_macros *m);

// Writes a Liberty file of the macros for OpenSTA: access and setup times, areas, leakage. Energies
// are reported separately (synth.h).
int sram_liberty(const sram_macros *m, double scale, const char *path, err *e);

#endif
