// plugin.h : the C interface of a compiled RTL plug-in: the emitted Verilog of one block, turned into a shared object. It is
// the only thing that crosses between C and what a simulator of the RTL makes, so any simulator can stand behind it.
//
// Ports cross as arrays of 64-bit words in the order of the block's port table (config/ports/BLOCK.h): port p of direction d
// has `words` words from `word` on, ports absent in the configuration included (their words are ignored and read as 0).
//
// A cycle: set inputs and `eval` as often as wished (outputs are combinational functions of state and inputs), then `clock`
// once: one rising edge with the inputs of the last eval. After `clock` the outputs that come from state only may be had with
// another `eval`.
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
    uint32_t abi;          // WL_PLUGIN_ABI
    uint32_t in_words, out_words;
    const char *top;       // module name
    const char *hw_digest; // config_hw_digest of the configuration it was emitted from
    void *(*open)(const struct wl_plugin *of); // a new instance of this plug-in, in reset state; NULL when it cannot be had
    void (*close)(void *self);
    void (*reset)(void *self); // rst_ni low for one clock edge, then high
    void (*eval)(void *self, const uint64_t *in, uint64_t *out);
    void (*clock)(void *self);
    int (*wave_open)(void *self, const char *path); // 0 = ok; 1 = built without waves
    void (*wave_close)(void *self);
    // Of a design that holds several variants behind an input wl_select: which of them it is from now on; 0: the design itself.
    // Set it before the first reset. NULL in a plug-in of one design.
    void (*select)(void *self, uint64_t variant);
    // Which bits of the outputs of the last eval are neither 0 nor 1 (they are 0 in `out`); NULL: a simulator that knows 0 and 1 only.
    const uint64_t *(*unknown)(void *self);
    // The file to which an instance writes what it has covered when it is closed, from now on (Verilator's format); NULL: built without.
    void (*coverage)(const char *path);
} wl_plugin;

// The one symbol that the shared object exports.
const wl_plugin *wl_plugin_get(void);

#ifdef __cplusplus
}
#endif

#endif
