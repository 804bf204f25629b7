// services.h: what the device functions of CUDA's own work on: printf's output, the messages of
// failed assertions, and the heap of malloc and free. They belong to a device, not to a launch:
// output waits until the host synchronizes, and an allocation may be freed by a later kernel.
//
// Each SM has its own part, so that SMs that run on several threads neither wait for each other nor
// depend on each other's order. Output is put in order when it is taken: by the cycle of the call,
// then by SM, warp instructions of an SM in the order in which they ran, lanes in ascending order.
// An SM's part of the heap serves its own threads; a block that is freed on another SM goes over to
// that one.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_SERVICES_H
#define WL_PTX_SERVICES_H

#include "ptx/devmem.h"

#include <stddef.h>

typedef struct ptx_services ptx_services;

ptx_services *ptx_services_new(unsigned n_sms);
void ptx_services_free(ptx_services *s); // not the heap's memory, which is mem's

// Gives each SM a heap of `bytes` bytes of mem, or of an equal share of a quarter of the free
// memory if that is less. Only the first call does. ST_TOOL: there is no room.
int ptx_services_heap(ptx_services *s, devmem *mem, uint64_t bytes, err *e);
bool ptx_services_has_heap(const ptx_services *s);

// Ends a launch: what its kernels said is put in order, behind that of earlier launches.
void ptx_services_gather(ptx_services *s);

// What has been said and was not taken yet; takes it. text is NUL-terminated, the caller's to
// free, and NULL if there is nothing.
typedef enum said_on { SAID_OUT, SAID_ERR, SAID_KINDS } said_on;
char *ptx_services_take(ptx_services *s, said_on on, size_t *bytes);

// ---- for the execution of kernels; sm: the one that the calling thread simulates

void services_say(ptx_services *s, unsigned sm, uint64_t cycle, said_on on, const char *text,
                  size_t bytes);
// The address of a block, aligned to 16 bytes; 0: none is free. 0 bytes get a block too.
uint64_t services_malloc(ptx_services *s, unsigned sm, uint64_t bytes);
// False: malloc has not given that address, or it is free already. Address 0 is nothing to free.
bool services_free(ptx_services *s, unsigned sm, uint64_t address);

#endif
