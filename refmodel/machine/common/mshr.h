// mshr.h: miss status holding registers. There is one for each outstanding line, with the list of
// the requests that wait for it.
//
// The cache's tags record which MSHR waits for a line (tags.h), so nothing is searched here. When
// the line arrives, its MSHR enters the ready list. Its requests then leave one by one in order of
// arrival, those of the line that arrived first before all others. The MSHR is free again when its
// last request has left. After the line has arrived, no further request merges into its MSHR.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_MACHINE_MSHR_H
#define WL_MACHINE_MSHR_H

#include "machine/common/mreq_view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mshrs {
    uint32_t n_ready, ready_head, n_unused, n, merges;
    mreq *slots;      // [mshr * merges + i]: waiting requests in order of arrival
    uint16_t *count;  // [mshr] requests merged
    uint16_t *left;   // [mshr] requests that have left
    uint16_t *unused; // stack of free MSHRs
    uint16_t *ready;  // ring of MSHRs whose line has arrived
} mshrs;

void mshr_init(mshrs *m, uint32_t n, uint32_t merges);
void mshr_free(mshrs *m);
// enumerates the waiting requests
void mshr_view(const mshrs *m, const mreq_view *v, mreq_place kind, const char *place,
               unsigned number);

static inline bool mshr_full(const mshrs *m) { return m->n_unused == 0; }
static inline bool mshr_idle(const mshrs *m) { return m->n_unused == m->n; }
static inline bool mshr_can_merge(const mshrs *m, uint32_t id) { return m->count[id] < m->merges; }

static inline void mshr_merge(mshrs *m, uint32_t id, const mreq *r)
{
    m->slots[(size_t)id * m->merges + m->count[id]++] = *r;
}

// Allocates an MSHR for r and returns its number. The MSHRs must not all be in use.
static inline uint32_t mshr_alloc(mshrs *m, const mreq *r)
{
    const uint32_t id = m->unused[--m->n_unused];
    m->count[id] = m->left[id] = 0;
    mshr_merge(m, id, r);
    return id;
}

// The line of MSHR id has arrived.
static inline void mshr_fill(mshrs *m, uint32_t id)
{
    uint32_t at = m->ready_head + m->n_ready++;
    m->ready[at < m->n ? at : at - m->n] = (uint16_t)id;
}

// Returns the next request whose line has arrived, or NULL; mshr_pop removes it.
static inline const mreq *mshr_front(const mshrs *m)
{
    if (!m->n_ready) return 0;
    const uint32_t id = m->ready[m->ready_head];
    return &m->slots[(size_t)id * m->merges + m->left[id]];
}

static inline void mshr_pop(mshrs *m)
{
    const uint32_t id = m->ready[m->ready_head];
    if (++m->left[id] < m->count[id]) return;
    m->unused[m->n_unused++] = (uint16_t)id;
    m->n_ready--;
    if (++m->ready_head == m->n) m->ready_head = 0;
}

#endif
