// build.h : from a configuration to a plug-in: emit, then Verilator, the C++ compiler and dlopen, or Icarus (icarus/icarus.h); cached.
//
// The cache (share_cache_dir()/plugins) is keyed by what was emitted, byte for byte, and by the tools and flags that compile it,
// so it can never hold the wrong thing. A plug-in is built in a directory of its own and renamed into the cache when it is
// whole: a build that is killed leaves nothing that another would use, and two builds of the same
// plug-in do it once. One that does not have the digest it was made with (sealed.h) is made anew
// before anything of it is loaded.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_LOCKSTEP_BUILD_H
#define WL_TB_LOCKSTEP_BUILD_H

#include "config/config.h"
#include "tb/abi/plugin.h"

#include <jansson.h>
#include <stdbool.h>

typedef enum plugin_sim { SIM_VERILATOR, SIM_ICARUS } plugin_sim;

typedef struct plugin_lib {
    const wl_plugin *api;
    plugin_sim sim;
    void *handle; // of what Verilator made
    char *path;
} plugin_lib;

typedef struct plugin_want {
    plugin_sim sim;
    const char *block; // which of the configuration's structures ("mrpb"); it is enabled
    const char *bug; // ID of an RTL bug to seed (rtlgen/bugs.h), NULL = none
    bool waves;      // build with FST tracing (slower; used for replay); Verilator only
    bool asserts;    // build with WL_ASSERT_ON
    bool coverage;   // build with line, branch and toggle points, of each instance by itself; Verilator only
    bool quiet;      // say nothing on stderr while it builds
    // Directory that `warploom rtl` wrote for the same hardware: the Verilog files of its list are compiled, as they are now, instead of
    // those that the generator would emit. Lint warnings pass. NULL = none.
    const char *rtl;
    const char *verilog; // a file that stands in for the emitted modules (same top, same ports); NULL = none. Lint warnings pass
    bool select;         // its top has an input wl_select of 64 bits: plugin.h, select
} plugin_want;

// Builds it unless the cache holds it. The cache is safe against two programs building the same plug-in at once. ST_INPUT when
// the configuration does not have the block.
int plugin_load(const config *c, const plugin_want *w, plugin_lib *lib, err *e);
void plugin_unload(plugin_lib *lib);

// "verilator" or "icarus"; NULL: verilator. Another word: ST_INPUT.
int plugin_sim_parse(const char *word, plugin_sim *sim, err *e);

// What a simulator of four states has driven and seen, for a result: {"simulator": "icarus", "x_driven", "x_seen"} (noise is driven
// into a file that stands in: icarus.h); of the other
// {"simulator": "verilator"}.
json_t *plugin_sim_json(const plugin_lib *lib);

// ST_CHECK when a simulator of four states has driven no X into a block that has don't-care inputs in this configuration.
int plugin_sim_floor(const plugin_lib *lib, const config *c, const char *block, err *e);

// Is it a plug-in of this interface, of this block, made from this configuration? ST_TOOL and what differs when not.
int plugin_check(const wl_plugin *api, const config *c, const char *block, err *e);

#endif
