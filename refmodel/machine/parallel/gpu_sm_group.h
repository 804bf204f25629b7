// gpu_sm_group.h: the group of SMs that one of the two threads runs (threads.h), and what the
// threads publish about them.
//
// A group runs its cycles at its own pace. In a cycle, an SM runs if it is due by itself, if a
// reply has arrived, or if a miss waits and its request channel has room. Room depends on the
// crossbar's cycles up to the one before. If the crossbar has not got so far, the answer is known
// nevertheless
//   - while the channel is not full as far as the group knows, since room only grows;
//   - while everything that the SM pushes is guaranteed acceptance
//     (flowing; crossbar_guaranteed_flits);
//   - while it is certain that nothing is accepted (crossbar_blocked_ticks);
// and otherwise the group waits for the crossbar.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_GPU_SM_GROUP_H
#define WL_MACHINE_GPU_SM_GROUP_H

#include "machine/run/gpu_state.h"
#include "machine/run/threads.h"

#include <stdatomic.h>

enum { SM_GROUP_MOST = 64, CALLER = 0, OTHER = 1, LINE = 64, NEVER_PUSHED = 0 };
static const uint64_t NO_STOP = UINT64_MAX;

// An SM as its group sees it, with what the group knows of its input of the request crossbar.
typedef struct entrance {
    sm *s;
    const sm_activity *activity;
    const lsu_signals *signals;
    chan *request, *reply;
    uint32_t flits; // free-running number of flits of all packets that it has pushed
    uint32_t sure;  // memsys_guaranteed_flits, as last read
    uint64_t pushed_at;
    uint64_t blocked_until; // the crossbar accepts nothing from it up to this cycle
                            // (memsys_blocked_ticks)
} entrance;

// What a group publishes to the front half, in one cache line: its progress and its last events
// with their numbers. All events are in group.events.
enum { RECENT = 7 };
typedef struct told {
    _Alignas(LINE) _Atomic uint64_t done; // the cycle done and the events up to it: see publish
    _Atomic uint64_t recent[RECENT];      // [number % RECENT] number << 32 | event
} told;

// What a cycle of the crossbar means for the SMs, in one cache line. It is written once; `cycle`
// comes last and makes it valid.
enum { LINE_WORDS = 2 * SM_GROUP_MOST / 64, LINE_ROOMS = 9 };
typedef struct taken {
    _Alignas(LINE) _Atomic uint64_t cycle;
    uint64_t freed[LINE_WORDS]; // SMs whose request channel it popped
    uint32_t n_rooms;
    // SMs of the other group: memsys_blocked_ticks; low bits of memsys_guaranteed_flits
    struct {
        uint8_t seat, blocked;
        uint16_t sure;
    } rooms[LINE_ROOMS];
} taken;

typedef struct sm_group {
    unsigned n, sms[SM_GROUP_MOST];
    uint64_t members[BITS_WORDS]; // the same as a set
    // Bit k stands for sms[k], as of the cycle after the last one that it has done.
    // due by itself; has a reply in its channel; has a waiting miss
    uint64_t soon, replied, missing;
    uint64_t full;    // its request channel has no room, as far as the group knows
    uint64_t flowing; // each of its packets was or will be accepted in the tick after its push
    uint64_t wakes[SM_GROUP_MOST]; // [k] the SM's wake cycle
    uint64_t timer;                // SMs that are not in `soon` wake no earlier
    bool follows;                  // has no CTA, and never runs ahead of the other group
    uint64_t cycle;                // the last cycle done
    uint64_t left;                 // SMs that still have to run in the cycle after it
    bool begun;                    // `left` is valid for that cycle
    uint64_t heard;         // cycle of the crossbar up to which the group knows the room of its SMs
    uint64_t known;         // back_thread_known, as last read
    uint32_t dealt, posted; // sent replies that were delivered; sent replies that exist
    uint32_t *events, n_events, n_told; // n_told: events published to the front half
    told told;
    _Alignas(LINE) _Atomic uint64_t stop; // the group stops at the end of this cycle
} sm_group;

// What one thread writes in every cycle has cache lines of its own.
struct sm_split {
    // Constant during a session.
    gpu *g;
    memsys *mem;
    back_thread *back_thread;
    unsigned sm_words;
    uint32_t flit_bytes, read_flits;
    bool fills_evict;   // a fill may cause a write-back, which leaves in the same cycle
    uint64_t base, end; // cycle before the block; last cycle of the session
    entrance *ports;    // [sm]
    uint8_t *owner;     // [sm] its group,
    uint8_t *seat;      // and its index there
    taken *taken;       // [cycle - base]
    // active SMs of the caller's group; blocks since the SMs were last balanced
    unsigned mine, blocks;
    unsigned actives;
    // Used by the caller only.
    // cycles done by the front half; by the other group, as last read
    _Alignas(LINE) uint64_t front, met;
    bits full;        // crossbar_full_inputs after the last cycle of the front half
    uint32_t *theirs; // events of the other group, as last read
    // events processed, per group; events of the other group, as last read
    uint32_t events_seen[2], events_there;
    // idle iterations of the caller in the last blocks; back_thread_idle before them
    uint64_t waited, other_waited;
    sm_group groups[2];
    uint64_t seen; // session that the other thread works on; used by that thread only
    _Alignas(LINE) _Atomic uint64_t open;   // sessions opened so far
    _Alignas(LINE) _Atomic uint64_t closed; // sessions that the other thread has finished
    _Alignas(LINE) _Atomic uint64_t ended;  // sessions that both threads have finished
};

static inline uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

// The cycle at the end of which the session ends, as far as it is known.
static inline uint64_t end_of(const sm_split *d)
{
    const uint64_t a = atomic_load_explicit(&d->groups[0].stop, memory_order_acquire),
                   b = atomic_load_explicit(&d->groups[1].stop, memory_order_acquire);
    return least(d->end, least(a, b));
}

typedef enum turn { GROUP_BLOCKED, GROUP_MOVED, GROUP_DONE } group_progress;
// does as much as it can of the group's next cycle
group_progress sm_group_advance(sm_split *d, sm_group *k, const sm_group *other);
// begins a block, of which no SM has done a cycle
void sm_group_begin(sm_split *d, sm_group *k);
// before a session, since CTAs may have been placed
void sm_group_survey(sm_split *d, sm_group *k);
// delivers the replies that its SMs see up to that cycle
void sm_group_deliver(sm_split *d, sm_group *k, uint64_t cycle);
uint32_t sm_group_event(const sm_group *k,
                        uint32_t number); // an event that the group has published

// Does as much as it can of the front half's next cycle, in the caller's thread. False: nothing.
bool sm_split_advance_front(sm_split *d);

#endif
