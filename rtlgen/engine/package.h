// package.h : the emitted files as other people's tools take them: FuseSoC, IP-XACT, Bender, make,
// Vivado, Quartus. Inside rtlgen only.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_RTLGEN_ENGINE_PACKAGE_H
#define WL_RTLGEN_ENGINE_PACKAGE_H

#include "rtlgen/engine/writer.h"

// What a module's header says, of an emitted module, which declares one parameter or port a line:
// {"parameters": [{name, value, doc, baked: no other value is legal}], "ports": [{name, dir: "in"
// or "out", left, right}]}. left and right are the bounds of a vector as expressions, absent for a
// single wire. New reference.
json_t *package_interface(const char *module);

// A top module: {"name", "modules": [of its block, leaves first], "constraints": true if NAME.sdc
// is there, what package_interface gives, and "free": the parameters that are not baked}. New
// reference. Of an adapter "interfaces" is added (bus.h).
json_t *package_top(const char *name, json_t *modules, bool constraints, const char *text);

// One of the files below into the writer, whose values NAME, VERSION, HW_DIGEST and MODULES (of all
// tops, each once) are set. tops: of package_top.
void package_core(const json_t *tops, const char *vlnv, writer *w); // FuseSoC; vlnv may be NULL
void package_bender(writer *w);
void package_make(const json_t *tops, writer *w);

// The same of one top.
void package_ipxact(const json_t *top, writer *w);
void package_vivado(const json_t *top, writer *w);
void package_quartus(const json_t *top, writer *w);

// The definition of a bus (bus_definition) in IP-XACT: its name, and its signals.
void package_bus(const json_t *definition, writer *w);
void package_bus_rtl(const json_t *definition, writer *w);

#endif
