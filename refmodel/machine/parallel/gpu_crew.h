// gpu_crew.h : the SMs of one of the two threads (threads.h), and what the threads tell each other of them.
//
// A crew does its cycles at its own pace. In a cycle an SM is run when it is due by itself, when a reply has come, or when a miss waits and its request
// channel has room. Room is what the crossbar's cycles up to the one before have made: where the crossbar is not so far, it is known all the same
//   while the channel is not full, as far as the crew has heard: room only grows
//   while all that the SM pushes is sure to be taken in at once (flowing; xbar_sure)
//   while it is sure that nothing is taken (xbar_shut)
// and else the crew waits for the crossbar.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_GPU_CREW_H
#define WL_MACHINE_GPU_CREW_H

#include "machine/run/gpu_state.h"
#include "machine/run/threads.h"

#include <stdatomic.h>

enum { CREW_MOST = 64, CALLER = 0, OTHER = 1, LINE = 64, NEVER_PUSHED = 0 };
static const uint64_t NO_STOP = UINT64_MAX;

// What an SM's runner has of it, and knows of its input of the request crossbar.
typedef struct entrance {
    sm *s;
    const sm_news *news;
    const lsu_bell *bell;
    chan *request, *reply;
    uint32_t flits; // of all packets that it has pushed, running freely
    uint32_t sure;  // memsys_sure, as last read
    uint64_t pushed_at;
    uint64_t shut_to; // the crossbar takes nothing from it up to this cycle: memsys_shut
} entrance;

// What a crew has told the front half, in one cache line: the last events are here with their numbers; all are in crew.events.
enum { RECENT = 7 };
typedef struct told {
    _Alignas(LINE) _Atomic uint64_t done; // cycle, and events up to it: see publish
    _Atomic uint64_t recent[RECENT];      // [number % RECENT] number << 32 | event
} told;

// What a cycle of the crossbar means for SMs, in one cache line. It is written once: the cycle last, which makes it valid.
enum { LINE_WORDS = 2 * CREW_MOST / 64, LINE_ROOMS = 9 };
typedef struct taken {
    _Alignas(LINE) _Atomic uint64_t cycle;
    uint64_t freed[LINE_WORDS];              // SMs whose request channels it popped
    uint32_t n_rooms;
    struct { uint8_t seat, shut; uint16_t sure; } rooms[LINE_ROOMS]; // of the other crew: memsys_shut; memsys_sure, its low bits
} taken;

typedef struct crew {
    unsigned n, sms[CREW_MOST];
    uint64_t members[BITS_WORDS]; // the same as a set
    // As of the cycle after the last one that each has done, bit k for sms[k]: it is due by itself; a reply is in its channel; a miss waits.
    uint64_t soon, replied, missing;
    uint64_t full;    // its request channel has no room, as far as the crew has heard
    uint64_t flowing; // each of its packets was taken in in the tick after its push, or is sure to be
    uint64_t wakes[CREW_MOST]; // [k] news.wake
    uint64_t timer;   // none wakes before it that is not in soon
    bool follows;     // has no CTA: is never ahead of the other crew
    uint64_t cycle;   // done
    uint64_t left;    // bit k: sms[k] is still to be run in the cycle after it
    bool begun;       // `left` is of that cycle
    uint64_t heard;   // cycle of the crossbar up to which its SMs know their room
    uint64_t known;   // team_known, as last read
    uint32_t dealt, posted;  // posts seen; that there are
    uint32_t *events, n_events, n_told; // told: of these, to the front half
    told told;
    _Alignas(LINE) _Atomic uint64_t stop; // it stops at the end of this cycle
} crew;

// What one thread writes in every cycle has cache lines of its own.
struct duo {
    // Nobody writes these in a session.
    gpu *g;
    memsys *mem;
    team *team;
    unsigned sm_words;
    uint32_t flit_bytes, read_flits;
    bool fills_evict;    // a fill may make a miss, which leaves in the same cycle
    uint64_t base, end;  // cycles: before the block, at the end of the session
    entrance *ports;     // [sm]
    uint8_t *owner;      // [sm] its crew,
    uint8_t *seat;       // and its number there
    taken *taken;        // [cycle - base]
    unsigned mine, blocks; // active SMs of the caller's crew, blocks since that was thought over
    unsigned actives;
    // The caller's own.
    _Alignas(LINE) uint64_t front, met; // cycles done by the front half; by the other crew as last read
    bits full;           // xbar_full, behind its last cycle
    uint32_t *theirs;    // events of the other crew, as last read
    uint32_t events_seen[2], events_there; // of the crews; that there are of the other's, as last read
    uint64_t waited, other_waited; // turns of both threads without anything to do, in the last blocks; team_idle before them
    crew crews[2];
    uint64_t seen;       // session; the other thread's own
    _Alignas(LINE) _Atomic uint64_t open;    // sessions so far
    _Alignas(LINE) _Atomic uint64_t closed;  // of these, ended by the other thread
    _Alignas(LINE) _Atomic uint64_t ended;   // of these, ended by both
};

static inline uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

// The cycle at whose end the session ends, as far as it is known.
static inline uint64_t end_of(const duo *d)
{
    const uint64_t a = atomic_load_explicit(&d->crews[0].stop, memory_order_acquire), b = atomic_load_explicit(&d->crews[1].stop, memory_order_acquire);
    return least(d->end, least(a, b));
}

typedef enum turn { TURN_BLOCKED, TURN_MOVED, TURN_DONE } turn;
turn crew_turn(duo *d, crew *k, const crew *other); // as much as it can of its next cycle
void crew_begin(duo *d, crew *k);                   // a block: no SM has done a cycle of it
void crew_look_over(duo *d, crew *k);               // before a session: CTAs may have been placed
void crew_deal(duo *d, crew *k, uint64_t cycle);    // replies that are seen up to that cycle go into the channels of its SMs
uint32_t crew_event(const crew *k, uint32_t number); // that it has told

bool duo_front_turn(duo *d); // as much of the front half's next cycle as may be done, in the caller's thread; false: nothing

#endif
