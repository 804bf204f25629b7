// rtlgen.h : the generator: a configuration in, a directory of Verilog-2005 and what goes with it
// out. Sees configuration and port tables only, never a golden model.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_RTLGEN_RTLGEN_H
#define WL_RTLGEN_RTLGEN_H

#include "config/config.h"
#include "config/ports/adapter.h"

#include <jansson.h>

typedef struct rtlgen_options {
    const char *source; // what the banner's regenerating command names after -c: the preset or the
                        // file's base name
    // what it names after -o, as a shell takes it; NULL: rtl/ and the preset or file
    const char *folder;
    const char *bug; // ID of a named bug to seed (bugs.h); NULL = none
    bool force; // write even if the directory holds other files, or emitted ones that were edited
    // The host whose interface the blocks are wrapped for ("vortex", rtlgen_host); NULL: none. Each
    // wrapped top is emitted beside its block, as NAME_BLOCK_HOST.
    const char *wrap;
    // Also emit this adapter's shell (rtlgen_shell), as NAME.v and NAME_shim.cpp; NULL: none.
    // `wrap` is its host.
    const adapter *shell;
    // what FuseSoC calls the core, VENDOR:LIBRARY:NAME:VERSION; NULL: warploom:rtl:NAME:VERSION
    const char *vlnv;
    bool index_c; // also emit the index function as a C header, NAME_index.h
} rtlgen_options;

// Emits every structure that the configuration enables, and the top of each side with several
// (config/ports/side.h), into `dir` (made if needed): wl_check.vh, one file a module, NAME.f (file
// list), NAME.core (FuseSoC), NAME.mk (make), Bender.yml, and for each top module TOP: TOP.sdc,
// TOP_shim.cpp (plug-in shim, tb/abi/plugin.h), TOP.md (page of the instance), TOP.xml (IP-XACT),
// TOP_vivado.tcl, TOP.qip (Quartus). An adapter's top has the last three only. warploom.sha256 has
// the digest of each file. ST_INPUT, unless forced, if `dir` holds other files, or emitted ones
// that were edited. Everything is made before anything is written; on an error nothing is left.
// *result (may be NULL): {"files": [...], "digest": hw digest, "tops": [modules], "top": the first
// of them}.
int rtlgen_emit(const config *c, const char *dir, const rtlgen_options *o, json_t **result, err *e);

// Name of an emitted module of a configuration, from its stem: of the top of a block ("mrpb"), of a
// side ("sm"), of any other ("lib_first"). The name of the configuration stands before it, once:
// NAME_mrpb, but of configuration `cart` cart, cart_turn and cart_lib_first. malloc'd.
char *rtlgen_top(const config *c, const char *block);
// The stem of such a module of the configuration of this name; NULL: it is none.
const char *rtlgen_stem(const char *name, const char *module);

// The stem of module i (from 0) that an adapter adds to those of its block, the wrapped top last;
// NULL after it.
const char *rtlgen_adapter_module(const adapter_kind *k, unsigned i);

// The module through which a bench sees an adapter, which stands in no file list. malloc'd.
char *rtlgen_shell(const config *c, const adapter *a);

// Does the configuration have this block, or side?
bool rtlgen_enabled(const config *c, const char *block);

// Host number i (from 0) of those that blocks can be wrapped for; NULL after the last.
const char *rtlgen_host(unsigned i);

// The structures that have an adapter for a host: "structures.mrpb, structures.pric". malloc'd.
char *rtlgen_host_keys(const char *host);

// Block number i (from 0) of the generator's list; NULL behind the last. *key: what enables it,
// "structures.mrpb".
const char *rtlgen_block(unsigned i, const char **key);

// Does its top have clk_i and rst_ni? The block is enabled.
bool rtlgen_clocked(const config *c, const char *block);

// Has its top clk2x_i as well, twice as fast, which rises with clk_i? The block is enabled.
bool rtlgen_split(const config *c, const char *block);

// The section of the configuration that asks for a block: "structures.pric" of "pric_index".
const char *rtlgen_key(const char *block);

// The block that stands first in the configuration's file list; NULL: none is enabled.
const char *rtlgen_first(const config *c);

#endif
