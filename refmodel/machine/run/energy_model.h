// energy_model.h: the energy of a machine from its statistics: one table of energies per event,
// with sources, times counters, and power times the time that the run takes. It is a model for
// comparing machines that run the same program, not GPUWattch and not a measurement.
//
// The energies are of structures of GTX480's sizes at 45 nm; they do not follow the sizes of a
// configuration. What a source does not say itself, its row calls inferred.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_ENERGY_MODEL_H
#define WL_MACHINE_ENERGY_MODEL_H

#include "base/err.h"
#include "config/config.h"

#include <jansson.h>

// How often a row's value counts.
typedef enum energy_unit {
    ENERGY_EVENT, // pJ x counters
    ENERGY_BIT,   // pJ x counters x bits of a DRAM column command
    ENERGY_CHIP,  // W x DRAM chips x time
    ENERGY_SM,    // W x SMs x time
    ENERGY_L2_KB, // W x KB of L2 x time
    ENERGY_GPU    // W x time
} energy_unit;

#define HOROWITZ "Horowitz, ISSCC 2014, 45 nm, 0.9 V: "
#define KECKLER "Keckler et al., IEEE Micro 31(5), 2011, 40 nm, 0.9 V: "
#define OCONNOR "O'Connor et al., MICRO 2017: "
#define GPUWATTCH "GPUWattch (Leng et al., ISCA 2013), its file for GTX480: "
#define SRAM_MODEL "synth/sram.h, fitted to CACTI 6.5 at 45 nm: "

// X(name, component, unit, counters (base/formula.h), value, source)
// clang-format off
#define ENERGY_MODEL(X) \
    X(issue, "SM", ENERGY_EVENT, "sm.warp_insns", 39, \
      HOROWITZ "70 pJ an instruction, less 25 of its I-cache and 6 of its registers; " \
      "inferred: once a warp, not a lane") \
    X(registers, "SM", ENERGY_EVENT, "sm.thread_insns", 6, \
      HOROWITZ "6 pJ for the registers of an instruction; inferred: each active lane") \
    X(lane, "SM", ENERGY_EVENT, \
      "sm.thread_insns - sm.load_lanes - sm.store_lanes - sm.shared_lanes", 4.6, \
      HOROWITZ "3.7 pJ a 32-bit floating-point multiplication + 0.9 an addition; inferred: all " \
      "lanes alike, as instructions are not counted by class") \
    X(l1i, "L1", ENERGY_EVENT, "l1i.accesses", 25, HOROWITZ "an access of an I-cache") \
    X(l1c, "L1", ENERGY_EVENT, "sm.const_lines", 10, \
      HOROWITZ "64 bits of an 8 KB cache; inferred: one word serves a warp") \
    X(l1t, "L1", ENERGY_EVENT, "l1t.accesses", 226, "inferred: as l1d_read") \
    X(l1t_fill, "L1", ENERGY_EVENT, "l1t.fills", 226, "inferred: as l1d_read") \
    X(shared, "L1", ENERGY_EVENT, "sm.shared_lanes", 10, \
      HOROWITZ "20 pJ for 64 bits of a 32 KB cache; inferred: half of it a lane") \
    X(l1d_read, "L1", ENERGY_EVENT, "l1d.read_hits + l1d.read_pending", 226, \
      HOROWITZ "10 pJ for 64 bits of 8 KB, 20 of 32 KB; inferred: 14.1 of 16 KB, 16 words per " \
      "line") \
    X(l1d_write, "L1", ENERGY_EVENT, "l1d.write_hits", 226, "inferred: as l1d_read") \
    X(l1d_fill, "L1", ENERGY_EVENT, "l1d.fills", 226, "inferred: as l1d_read") \
    X(request_flit, "network", ENERGY_EVENT, "icnt.request.flits", 310, \
      KECKLER "310 pJ for 256 bits over 10 mm; inferred: 10 mm of wire, flits of 32 bytes, " \
      "buffers left out") \
    X(reply_flit, "network", ENERGY_EVENT, "icnt.reply.flits", 310, "inferred: as request_flit") \
    X(l2_read, "L2", ENERGY_EVENT, "l2.read_hits", 442, \
      HOROWITZ "20 pJ for 64 bits of 32 KB, 100 of 1 MB; inferred: 27.6 of 64 KB, 16 words a " \
      "line") \
    X(l2_write, "L2", ENERGY_EVENT, "l2.write_hits", 110, \
      "inferred: as l2_read, 32 bytes of a line") \
    X(l2_fill, "L2", ENERGY_EVENT, "l2.fills", 442, "inferred: as l2_read") \
    X(l2_writeback, "L2", ENERGY_EVENT, "l2.writebacks", 442, "inferred: as l2_read") \
    X(dram_activate, "DRAM", ENERGY_EVENT, "dram.activations", 3636, \
      OCONNOR "909 pJ for a row of 1 KB of HBM2, precharge included; inferred: rows of 2 KB in " \
      "two GDDR5 chips") \
    X(dram_bit, "DRAM", ENERGY_BIT, "dram.column_commands", 8.2, \
      OCONNOR "14.0 pJ a bit of GDDR5; inferred: less 1.2 of activates (HBM2's share there) and " \
      "4.6 of dram_background at the full rate, which have their own rows") \
    X(cart, "structures", ENERGY_EVENT, "cart.cycles", 24.1, \
      "warploom energy, FreePDK45 without wire: 16.9 mW of one CART at 700 MHz, the mean of " \
      "atax, bfs and gemm (docs/figures.md)") \
    X(sm_static, "static", ENERGY_SM, NULL, 1.59, \
      GPUWATTCH "idle_core_power; inferred: of every SM, busy or idle") \
    X(l2_static, "static", ENERGY_L2_KB, NULL, 0.00097, \
      SRAM_MODEL "leakage of one-port SRAM, 0.118 uW a bit") \
    X(dram_background, "static", ENERGY_CHIP, NULL, 0.54, \
      "Qimonda HYB18H1G321AF-10 data sheet, 1 Gbit x 32: IDD5D (idle, refreshed at tREFI) 300 mA " \
      "at 1.8 V; inferred: GDDR3, taken for GDDR5") \
    X(constant, "static", ENERGY_GPU, NULL, 11, \
      GPUWATTCH "CONST; inferred: independent of the configuration")
// clang-format on

#define ENERGY_COUNT(...) +1
enum { ENERGY_ROWS = 0 ENERGY_MODEL(ENERGY_COUNT) };

typedef struct energy_row {
    const char *name, *component, *counters, *source;
    energy_unit unit;
    double value; // pJ, or W
} energy_row;

extern const energy_row energy_rows[ENERGY_ROWS];

const char *energy_unit_text(energy_unit u); // "pJ", "pJ a bit", "W an SM", ...

// The values in use: those of the table, and what overrides them.
typedef struct energy_model {
    double value[ENERGY_ROWS];
} energy_model;

void energy_model_init(energy_model *m);
// text: "NAME=VALUE". ST_INPUT with the names that there are, or the nearest one; a value must be
// a number from 0 to 1e12.
int energy_model_set(energy_model *m, const char *text, err *e);

// {"note", "seconds", "total_uj", "watts", "components": {NAME: uJ}, "rows": [{"name", "component",
// "count", "unit", "value", "uj"}]}. Rows whose counters the statistics do not have (a structure
// that is not enabled) are left out. New reference.
json_t *energy_model_json(const energy_model *m, const config *c, const json_t *stats);

#endif
