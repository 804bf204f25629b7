// build.h: builds a plug-in from a configuration: emits the RTL, then runs Verilator, the C++
// compiler and dlopen, or Icarus (icarus/icarus.h). Results are cached.
//
// The key of the cache (resource_cache_dir()/plugins) contains the emitted text, byte for byte, and
// the tools and flags that compile it, so that a hit is always right. A plug-in is built in a
// directory of its own and renamed into the cache when it is complete: a killed build leaves
// nothing that another one would use, and of two concurrent builds of the same plug-in one waits
// for the other. A cached file whose digest is wrong (sealed.h) is built again before anything of
// it is loaded.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_BUILD_H
#define WL_TB_LOCKSTEP_BUILD_H

#include "config/config.h"
#include "config/ports/adapter.h"
#include "tb/abi/plugin.h"
#include "tb/lockstep/compile.h"

#include <jansson.h>
#include <stdbool.h>

typedef enum plugin_sim { SIM_VERILATOR, SIM_ICARUS } plugin_sim;

typedef struct plugin_lib {
    const wl_plugin *api;
    plugin_sim sim;
    bool dont_care; // there are inputs that a four-state simulator drives with X
    void *handle;   // of dlopen, for Verilator
    char *path;
} plugin_lib;

typedef struct plugin_want {
    plugin_sim sim;
    const char *block; // an enabled structure of the configuration ("mrpb")
    // The wrapped top of that structure, with these parameters, instead of the structure alone;
    // NULL: none. `rtl` was then written with --wrap.
    const adapter *adapter;
    const char *bug; // ID of an RTL bug to seed (rtlgen/bugs.h); NULL: none
    bool waves;      // build with FST tracing (slower; used for replay); Verilator only
    bool asserts;    // build with WL_ASSERT_ON
    bool coverage;   // build with line, branch and toggle coverage per instance; Verilator only
    plugin_run run;  // how long it is going to run; Verilator only
    bool quiet;      // print nothing on stderr while it builds
    // A directory that `warploom rtl` wrote for the same hardware. The Verilog files on its list
    // are compiled as they are now, instead of newly emitted ones, and lint warnings are allowed.
    // NULL: none.
    const char *rtl;
    // A file that replaces the emitted modules (same top, same ports); lint warnings are allowed.
    // NULL: none.
    const char *verilog;
    bool select; // the top has a 64-bit input wl_select (plugin.h, select)
} plugin_want;

// Loads the plug-in, and builds it first unless the cache holds it. Concurrent programs may build
// the same plug-in. ST_INPUT if the configuration does not have the block.
int plugin_load(const config *c, const plugin_want *w, plugin_lib *lib, err *e);
void plugin_unload(plugin_lib *lib);

// "verilator" or "icarus"; NULL: verilator. Another word: ST_INPUT.
int plugin_sim_parse(const char *word, plugin_sim *sim, err *e);

// For a result: {"simulator": "icarus", "x_driven", "x_seen"} says how often the four-state
// simulator drove and saw X (with `verilog`, noise instead of X: icarus.h); else {"simulator":
// "verilator"}.
json_t *plugin_sim_json(const plugin_lib *lib);

// ST_CHECK if the four-state simulator has driven no X into a block with don't-care inputs.
int plugin_sim_floor(const plugin_lib *lib, const char *block, err *e);

// Checks that the plug-in has this interface and was made for this block and configuration.
// ST_TOOL, with the difference, if not.
int plugin_check(const wl_plugin *api, const config *c, const char *block, err *e);

#endif
