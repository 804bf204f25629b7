// ports/dwtcs.h: the port table of dwtcs, dynamic warp throttling by core sampling (DWT-PRIC,
// GPGPU-8 2015, section 4.2). There is one instance for all SMs of a GPU.
//
// Channels
//   kernel  kernel_begin_pulse_i and kernel_end_pulse_i, without a handshake. A begin also ends a
//           running kernel; in the same cycle as an end, it comes after the end.
//   sm      The activity of each SM in this cycle, and the number of warps that each of its
//           schedulers may issue. The fields of all SMs form a vector, with SM 0 in the lowest
//           bits. sm_limit_o comes from state only.
//   status  From state only.
// There is no ready, and no output depends on an input of the same cycle.
//
// Rows: X(dir, name, words, width expression of `const config *c`, channel, qualifier or NULL, doc)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_PORTS_DWTCS_H
#define WL_CONFIG_PORTS_DWTCS_H

#include "config/config.h"
#include "config/ports/port.h"

enum { DWTCS_LANES = 32 }; // threads of a warp

// The maximum number of instructions that an SM commits in a cycle: each scheduler issues one warp
// instruction.
static inline unsigned dwtcs_insn_max(const config *c)
{
    return c->sm.schedulers * (c->dwtcs.instructions == INSN_THREAD ? DWTCS_LANES : 1);
}
static inline unsigned dwtcs_insn_bits(const config *c)
{
    return cfg_index_bits((uint64_t)dwtcs_insn_max(c) + 1);
}
// W, the number of warps of a scheduler: the limit that restricts nothing.
static inline unsigned dwtcs_warps(const config *c)
{
    return (c->sm.warps + c->sm.schedulers - 1) / c->sm.schedulers;
}
static inline unsigned dwtcs_limit_bits(const config *c)
{
    return cfg_index_bits((uint64_t)dwtcs_warps(c) + 1);
}

#define DWTCS_PORTS(X) \
    X(PORT_IN, kernel_begin_pulse_i, 1, 1, "kernel", NULL, \
      "a kernel begins: it runs from the next cycle on") \
    X(PORT_IN, kernel_end_pulse_i, 1, 1, "kernel", NULL, "the kernel ends with this cycle") \
    X(PORT_IN, kernel_id_i, 1, c->dwtcs.kernel_bits, "kernel", "kernel_begin_pulse_i", \
      "number of the kernel that begins") \
    X(PORT_IN, sm_insn_i, 16, c->gpu.sms *dwtcs_insn_bits(c), "sm", NULL, \
      "instructions that each SM commits in this cycle") \
    X(PORT_IN, sm_miss_i, 2, c->gpu.sms, "sm", NULL, \
      "each SM: a read misses in its L1D in this cycle") \
    X(PORT_OUT, sm_limit_o, 14, c->gpu.sms *dwtcs_limit_bits(c), "sm", NULL, \
      "each SM: so many warps of a scheduler may issue, the oldest that neither have exited nor " \
      "wait at a barrier") \
    X(PORT_OUT, sampling_o, 1, 1, "status", NULL, "SMs try different numbers of warps") \
    X(PORT_OUT, throttled_o, 1, 1, "status", NULL, \
      "all SMs have the number that won, until the kernel ends") \
    X(PORT_OUT, idle_o, 1, 1, "status", NULL, "no kernel runs")

typedef struct dwtcs_in {
    DWTCS_PORTS(PORT_IN_FIELD)
} dwtcs_in;
typedef struct dwtcs_out {
    DWTCS_PORTS(PORT_OUT_FIELD)
} dwtcs_out;
enum { DWTCS_N_PORTS = 0 DWTCS_PORTS(PORT_COUNT) };

void dwtcs_ports(const config *c, port *ports); // [DWTCS_N_PORTS]

#endif
