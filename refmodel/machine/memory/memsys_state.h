// memsys_state.h : the inside of the memory system, shared by memsys.c (time) and memsys_report.c (statistics, dump).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_MEMSYS_STATE_H
#define WL_MACHINE_MEMSYS_STATE_H

#include "base/rng.h"
#include "machine/common/chans.h"
#include "machine/memory/ideal.h"
#include "machine/memory/memsys.h"
#include "machine/memory/partitions.h"
#include "machine/structures/xbar.h"

#include <stdatomic.h>

// The half at the SMs: request crossbar, intake of the slices, reply channels.
typedef struct front_half {
    xbar *net;
    uint64_t ticks, wake;   // of the crossbar: done so far; first that must be evaluated
    uint64_t steps;         // commits so far
    bool busy;              // something was evaluated, or an SM ran, since the last commit
    sm_chans *sm;           // [sm]
    chan **entry;           // [sm] the crossbar's end of the request channels: the SM's own, or while SMs are ahead in `parted`
    chan *parted;           // [sm]
    bits ran;               // SMs that ran since the last commit: they may have pushed and popped
    bits popped;            // SMs whose request channels the crossbar has popped since the last commit
    bits freed;             // SMs whose request channels it has popped since the owner cleared the set
    bits joined;            // slices whose channels it has pushed since then
    bits given;             // SMs whose reply channels infinite bandwidth has pushed since then
    bits reply_moves;       // SMs whose reply channel held something then: they may have popped
    uint64_t core_cycle;
    memory_stats s;
    uint32_t received, posted; // replies taken from the post; known to have been put there
    uint32_t *popped_here;  // [sm] replies that the SM has popped, running freely
} front_half;

// The half at DRAM: slices and channels (partitions), reply crossbar.
typedef struct back_half {
    xbar *net;
    uint64_t ticks, wake, steps;
    bool busy;              // something was evaluated since the last commit
    chan *sent;             // [sm] the crossbar's outputs, for its count of places: head is what the SM is known to have popped
    bits pushed;            // SMs whose channels it has pushed since the last commit
    bits joined;            // slices whose channels it has popped since then
    uint64_t seen_in;       // core cycle in which SMs see what arrives in this step
    unsigned slack;         // memsys_slack
    uint64_t asked, answered; // requests of loads and stores: known to have come, sent to their SMs
} back_half;

struct memsys {
    addrmap map;
    uint32_t n_sms;
    unsigned sm_words, slice_words;
    partitions *parts;
    ideal *ideal;       // limits.infinite_bandwidth: does everything, in the front half; else NULL
    memsys_post *posts; // ring of post_mask + 1: as many as reply channels have places
    uint32_t post_mask;
    rng shuffle;
    bool shuffled;
    _Atomic uint32_t *popped; // [sm] front.popped_here, as of memsys_front_tell
    char apart_front[64];
    front_half front;
    char apart_back[64];
    back_half back;
    char apart_posted[64];
    _Atomic uint32_t posted;  // replies put into the post: written by the back half
};

#endif
