// ports/blocks.h: the list of all blocks. A block is one line here; the port tables, the generator
// and the benches take theirs from it.
//
// Rows: X(name, "stem", PORTS, bench, cycles)
//   name    NAME_ports fills its ports (port.c defines it); rtl_NAME is what the generator knows of
//           it (rtlgen/NAME/gen.c)
//   stem    of its RTL's top, and what --block names
//   PORTS   X-macro of its port table
//   bench   function of tb/bench that runs it alone
//   cycles  function of tb/bench: the cycles after which a bench has seen everything; NULL: the
//           usual number will do
// A user expands the columns that it needs; none of the functions is declared here.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_PORTS_BLOCKS_H
#define WL_CONFIG_PORTS_BLOCKS_H

#include "config/ports/cart.h"
#include "config/ports/crossbar.h"
#include "config/ports/dwtcs.h"
#include "config/ports/mrpb.h"
#include "config/ports/pric.h"
#include "config/ports/streambypass.h"
#include "config/ports/warppool.h"

#define BLOCKS(X) \
    X(mrpb, "mrpb", MRPB_PORTS, bench_mrpb, NULL) \
    X(pric, "pric_index", PRIC_PORTS, bench_pric, NULL) \
    X(streambypass, "streambypass", STREAMBYPASS_PORTS, bench_streambypass, \
      bench_streambypass_cycles) \
    X(dwtcs, "dwtcs", DWTCS_PORTS, bench_dwtcs, bench_dwtcs_cycles) \
    X(cart, "cart", CART_PORTS, bench_cart, bench_cart_cycles) \
    X(warppool, "warppool", WARPPOOL_PORTS, bench_warppool, bench_warppool_cycles) \
    X(crossbar_request, "crossbar_request", CROSSBAR_REQUEST_PORTS, bench_crossbar, NULL) \
    X(crossbar_reply, "crossbar_reply", CROSSBAR_REPLY_PORTS, bench_crossbar, NULL)

#endif
