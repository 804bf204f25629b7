// memsys_state.h: the internal state of the memory system, shared by memsys.c (time) and
// memsys_report.c (statistics, dump).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_MEMSYS_STATE_H
#define WL_MACHINE_MEMSYS_STATE_H

#include "base/rng.h"
#include "machine/common/chans.h"
#include "machine/memory/ideal_memory.h"
#include "machine/memory/memsys.h"
#include "machine/memory/partitions.h"
#include "machine/structures/crossbar.h"

#include <stdatomic.h>

// The front half: request crossbar, intake of the slices, reply channels.
typedef struct front_half {
    crossbar *net;
    uint64_t ticks, wake; // ticks of the crossbar so far; the next one that must be evaluated
    uint64_t steps;       // commits so far
    bool busy;            // something was evaluated, or an SM ran, since the last commit
    sm_chans *sm;         // [sm]
    // [sm] request channel seen by the crossbar: the SM's, or one of `parted` while SMs are ahead
    chan **entry;
    chan *detached; // [sm]
    bits ran;       // SMs that ran since the last commit and may have pushed or popped
    // SMs whose request channels the crossbar has popped since the last commit
    bits popped;
    // SMs whose request channels it has popped since the owner cleared the set
    bits freed;
    bits joined; // slices whose channels it has pushed since the last commit
    bits given;  // SMs whose reply channels ideal_memory.h has pushed since the last commit
    // SMs whose reply channel was not empty at the last commit, which may have popped
    bits reply_moves;
    uint64_t core_cycle;
    memory_stats s;
    // replies delivered to their channels; replies known to have been sent
    uint32_t received, posted;
    uint32_t *popped_here; // [sm] free-running number of replies that the SM has popped
} front_half;

// The back half: memory partitions (L2 slices, DRAM channels), reply crossbar.
typedef struct back_half {
    crossbar *net;
    uint64_t ticks, wake, steps;
    bool busy; // something was evaluated since the last commit
    // [sm] outputs of the crossbar, which count free places; head: replies known to be popped
    chan *sent;
    bits pushed;              // SMs whose channels the crossbar has pushed since the last commit
    bits joined;              // slices whose channels it has popped since the last commit
    uint64_t seen_in;         // core cycle in which SMs see the replies of this step
    unsigned slack;           // memsys_slack
    uint64_t asked, answered; // requests of loads and stores: known to have arrived; replies sent
} back_half;

struct memsys {
    addrmap map;
    uint32_t n_sms;
    unsigned sm_words, slice_words;
    partitions *parts;
    // limits.infinite_bandwidth: replaces both halves, evaluated by the front half; else NULL
    ideal_memory *ideal;
    // ring of post_mask + 1 replies in flight, as many as fit into the reply channels
    memsys_sent_reply *posts;
    uint32_t post_mask;
    rng shuffle;
    bool shuffled;
    _Atomic uint32_t *popped; // [sm] front.popped_here, as of memsys_front_publish
    char apart_front[64];
    front_half front;
    char apart_back[64];
    back_half back;
    char apart_posted[64];
    _Atomic uint32_t posted; // replies sent: written by the back half
};

#endif
