// bus.h: the bus interfaces of an adapter's top, for IP-XACT: which of its ports are one of the two
// sides of the bus that the adapter stands in, and their names there.
//
// AXI4 is the bus that Arm has published definitions of (amba.com:AMBA4:AXI4). Vortex and the
// HPDcache publish none, so that we emit them, in the library warploom:interface. The name of a
// signal of these is that of the adapter's port in capitals, without side and direction:
// core_req_valid_i is REQ_VALID. PRIC's adapter is two combinational maps, which is no bus.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_RTLGEN_ENGINE_BUS_H
#define WL_RTLGEN_ENGINE_BUS_H

#include "config/ports/adapter.h"

#include <jansson.h>

// The two interfaces of an adapter with these ports (package_interface): [{"name", "bus": {vendor,
// library, name, version}, "master": false for the side that the host's requests enter, "other":
// name of the other one, "maps": [{"logical", "physical"}]}]. Empty if it stands in no bus. New
// reference.
json_t *bus_interfaces(const adapter_kind *k, const json_t *ports);

// The definition of the bus if it is one of ours, else NULL: {"bus", "clocking": [{"logical",
// "what": "Clock" or "Reset"}], "ports": [{"logical", "master", "slave": "in" or "out", "optional":
// only one of the sides has it}]}. New reference.
json_t *bus_definition(const adapter_kind *k, const json_t *ports);

#endif
