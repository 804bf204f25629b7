// builds.h: what to build: the speedup of each choice of structures beside its area and clock, and
// the choices that no other one dominates.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_PAPER_BUILDS_H
#define WL_CLI_PAPER_BUILDS_H

#include "cli/paper/runset.h"

#include <jansson.h>

typedef struct build_chip {
    const paper_chip *is;
    unsigned sms, slices;
    double mhz; // of the SMs
} build_chip;

typedef struct build_cost {
    // area of all instances; clock of the slowest part. NAN: a part has not been measured
    double area_mm2, clock_mhz;
} build_cost;

// A row of a file of synthesis results, as synth/blocks.sh writes it:
// "part,area_um2,clock_mhz,command" after a header line; or of the crossbars' file
// (synth/crossbar.sh), whose header begins with "network" and whose parts are
// NETWORK_FLITBYTES_STORAGE; or of power, "part,power_mw,clock_mhz,command". NAN: not in the file.
typedef struct silicon_row {
    char part[32], command[224];
    double area_um2, clock_mhz, power_mw;
} silicon_row;
enum { SILICON_ROWS = 16 };
// ST_INPUT if it is no such file
int silicon_read(const char *path, silicon_row rows[SILICON_ROWS], unsigned *n, err *e);

// Of a choice on a chip with so many SMs and L2 slices.
build_cost build_cost_of(const build_chip *chip, const paper_build *b, const silicon_row *rows,
                         unsigned n);
unsigned build_instances(const build_chip *chip, const paper_part *part);

// True if another choice has at most this area and a higher speedup, or a smaller area and at least
// this speedup.
bool build_beaten(double area, double speedup, const double *areas, const double *speedups,
                  unsigned n);

// Of choice i: "yes", beaten by none; "no"; "no, at its clock": beaten at the choices' own clocks
// alone.
const char *build_front(unsigned i, const double *areas, const double *speedups,
                        const double *at_clock, unsigned n);

// The choice with the highest speedup, the smaller of two that are equal; the smallest choice whose
// speedup is at least `least`. -1: none. Choices with NAN in either array are left out.
int build_best(const double *speedups, const double *areas, unsigned n);
int build_cheapest(const double *speedups, const double *areas, unsigned n, double least);

// The smallest of the choices whose sure speedup is within 3 % of the highest, which is what a
// cycle more or less of DRAM's latency changes of a mean. -1: none.
int build_advised(const double *sure, const double *areas, unsigned n);

// The share of the machine's clock that a choice of this clock reaches, at most 1 (NAN: 1). If the
// SMs ran no faster than the choice, this much of the speedup would be left, or somewhat more,
// since memory keeps its clock.
double build_share(double clock_mhz, double machine_mhz);

// What is sure of a speedup: the mean or that without its largest program, whichever is lower (NAN:
// there is none), at the choice's own clock.
double build_sure(double speedup, double without, double share);

// Adds "chips" (report.h): for each machine whose figure ran its choices, its parts and "advice", a
// sentence for each class of programs. It ranks the choices by what is sure of their speedups, and
// advises nothing whose gain goes with its largest program or its clock. Adds nothing if the paper
// has no builds.
int builds_add(const runset *l, json_t *o, err *e);

#endif
