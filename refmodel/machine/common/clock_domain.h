// clock_domain.h: the clock domains of the machine: SMs, crossbars (icnt), L2 and DRAM.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_CLOCK_DOMAIN_H
#define WL_MACHINE_CLOCK_DOMAIN_H

typedef enum clock_domain {
    CLOCK_CORE,
    CLOCK_ICNT,
    CLOCK_L2,
    CLOCK_DRAM,
    CLOCK_COUNT
} clock_domain;

#endif
