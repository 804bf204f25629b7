// plugin.h: the C interface of a compiled RTL plug-in: the emitted Verilog of one block as a shared
// object. It is the only interface between C and a simulator of the RTL, so that any simulator can
// implement it.
//
// Ports cross it as arrays of 64-bit words in the order of the block's port table
// (config/ports/BLOCK.h). Port p of direction d has `words` words from index `word` on. Ports that
// are absent in the configuration are included; their words are ignored as inputs and read as 0.
//
// Call order in a cycle: set the inputs and call `eval` as often as needed (outputs are
// combinational functions of state and inputs), then call `clock` once, which makes one rising edge
// with the inputs of the last eval. After `clock`, another `eval` gives the outputs that come from
// state.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_ABI_PLUGIN_H
#define WL_TB_ABI_PLUGIN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WL_PLUGIN_ABI = 4 };

typedef struct wl_plugin {
    uint32_t abi; // WL_PLUGIN_ABI
    uint32_t in_words, out_words;
    const char *top;       // module name
    const char *hw_digest; // config_hw_digest of the configuration it was emitted from
    void *(*open)(const struct wl_plugin *of); // makes an instance in reset state; NULL on failure
    void (*close)(void *self);
    void (*reset)(void *self); // rst_ni low for one clock edge, then high
    void (*eval)(void *self, const uint64_t *in, uint64_t *out);
    void (*clock)(void *self);
    int (*wave_open)(void *self, const char *path); // 0: ok; 1: built without waves
    void (*wave_close)(void *self);
    // For a design that holds several variants behind an input wl_select: selects the variant; 0 is
    // the design itself. Call it before the first reset. NULL in a plug-in of a single design.
    void (*select)(void *self, uint64_t variant);
    // Returns the mask of output bits of the last eval that are neither 0 nor 1 (they are 0 in
    // `out`). NULL for a two-state simulator.
    const uint64_t *(*unknown)(void *self);
    // Sets the file to which instances write their coverage when they are closed (Verilator's
    // format). NULL if built without coverage.
    void (*coverage)(const char *path);
} wl_plugin;

// The one symbol that the shared object exports.
const wl_plugin *wl_plugin_get(void);

#ifdef __cplusplus
}
#endif

#endif
