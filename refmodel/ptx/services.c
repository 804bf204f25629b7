// services.c : see services.h.
//
// A block's head lies before it, in the heap: how large it is and whether it is in use. Sizes are
// powers of two, so that a free block of the right size is found at once.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/services.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD_BYTES = 16, LEAST_LOG2 = 5, CLASSES = 48 };
static const uint32_t USED = 0x57a110cu, UNUSED = 0x57af2eeu;

typedef struct head {
    uint32_t state, log2; // of its bytes, the head among them
    uint64_t next;        // unused: the next unused one of the same size; 0: none
} head;
_Static_assert(sizeof(head) <= HEAD_BYTES, "a block begins behind its head");

typedef struct message {
    uint64_t cycle;
    size_t bytes;
    said_on on;
} message;

typedef struct sm_part {
    message *messages;
    size_t n_messages, messages_room;
    char *text; // of all messages, one after the other
    size_t bytes, text_room;
    size_t next, next_text;       // gathered so far
    uint64_t heap_next, heap_end; // of its part, what was never given out
    uint64_t unused[CLASSES];     // by log2 of the size: the first block's address
    char apart[64];               // two SMs never share a cache line
} sm_part;

typedef struct text {
    char *at;
    size_t bytes, room;
} text;

struct ptx_services {
    unsigned n_sms;
    sm_part *sms;
    uint64_t heap, heap_bytes; // of all SMs; 0: there is none yet
    unsigned char *host;
    text said[SAID_KINDS];
};

ptx_services *ptx_services_new(unsigned n_sms)
{
    ptx_services *s = wl_calloc(1, sizeof *s);
    s->n_sms = n_sms;
    s->sms = wl_calloc(n_sms, sizeof *s->sms);
    return s;
}

void ptx_services_free(ptx_services *s)
{
    if (!s) return;
    for (unsigned i = 0; i < s->n_sms; i++) free(s->sms[i].messages), free(s->sms[i].text);
    for (unsigned i = 0; i < SAID_KINDS; i++) free(s->said[i].at);
    free(s->sms);
    free(s);
}

bool ptx_services_has_heap(const ptx_services *s) { return s->heap_bytes != 0; }

int ptx_services_heap(ptx_services *s, devmem *mem, uint64_t bytes, err *e)
{
    if (s->heap_bytes) return ST_OK;
    const uint64_t share = devmem_room(mem) / 4 / s->n_sms,
                   part = (bytes < share ? bytes : share) / HEAD_BYTES * HEAD_BYTES;
    uint64_t base, size;
    void *host;
    const int status = devmem_alloc(mem, part * s->n_sms, &s->heap, e);
    if (status != ST_OK) return status;
    devmem_range(mem, s->heap, &base, &size, &host);
    s->host = host;
    s->heap_bytes = part * s->n_sms;
    for (unsigned i = 0; i < s->n_sms; i++) {
        s->sms[i].heap_next = s->heap + part * i;
        s->sms[i].heap_end = s->heap + part * (i + 1);
    }
    return ST_OK;
}

static char *room_for(char **at, size_t used, size_t *room, size_t more)
{
    if (used + more > *room) {
        *room = 2 * (used + more);
        *at = wl_realloc(*at, *room);
    }
    return *at + used;
}

void services_say(ptx_services *s, unsigned sm, uint64_t cycle, said_on on, const char *said,
                  size_t bytes)
{
    sm_part *p = &s->sms[sm];
    if (p->n_messages == p->messages_room) {
        p->messages_room = p->messages_room ? 2 * p->messages_room : 64;
        p->messages = wl_realloc(p->messages, p->messages_room * sizeof *p->messages);
    }
    p->messages[p->n_messages++] = (message){cycle, bytes, on};
    memcpy(room_for(&p->text, p->bytes, &p->text_room, bytes), said, bytes);
    p->bytes += bytes;
}

// The SM whose next message is the earliest; NULL: all have been gathered.
static sm_part *earliest(const ptx_services *s)
{
    sm_part *first = NULL;
    for (unsigned i = 0; i < s->n_sms; i++) {
        sm_part *p = &s->sms[i];
        if (p->next == p->n_messages) continue;
        if (!first || p->messages[p->next].cycle < first->messages[first->next].cycle) first = p;
    }
    return first;
}

void ptx_services_gather(ptx_services *s)
{
    for (sm_part *p; (p = earliest(s));) {
        const message *m = &p->messages[p->next++];
        text *t = &s->said[m->on];
        memcpy(room_for(&t->at, t->bytes, &t->room, m->bytes + 1), p->text + p->next_text,
               m->bytes);
        t->bytes += m->bytes;
        t->at[t->bytes] = 0;
        p->next_text += m->bytes;
    }
    for (unsigned i = 0; i < s->n_sms; i++) {
        sm_part *p = &s->sms[i];
        p->n_messages = p->bytes = p->next = p->next_text = 0;
    }
}

char *ptx_services_take(ptx_services *s, said_on on, size_t *bytes)
{
    const text t = s->said[on];
    s->said[on] = (text){0};
    *bytes = t.bytes;
    return t.at;
}

static head *head_at(const ptx_services *s, uint64_t address)
{
    return (head *)(void *)(s->host + (address - s->heap));
}

static unsigned class_of(uint64_t bytes)
{
    unsigned log2 = LEAST_LOG2;
    while (log2 < CLASSES && (1ull << log2) < bytes) log2++;
    return log2;
}

uint64_t services_malloc(ptx_services *s, unsigned sm, uint64_t bytes)
{
    sm_part *p = &s->sms[sm];
    if (bytes > s->heap_bytes) return 0;
    const unsigned log2 = class_of(bytes + HEAD_BYTES);
    uint64_t at = p->unused[log2];
    if (at) p->unused[log2] = head_at(s, at)->next;
    else if (p->heap_end - p->heap_next < 1ull << log2) return 0;
    else at = p->heap_next, p->heap_next += 1ull << log2;
    *head_at(s, at) = (head){.state = USED, .log2 = log2};
    return at + HEAD_BYTES;
}

bool services_free(ptx_services *s, unsigned sm, uint64_t address)
{
    if (!address) return true;
    const uint64_t at = address - HEAD_BYTES;
    if (at < s->heap || at - s->heap >= s->heap_bytes || at % HEAD_BYTES) return false;
    head *h = head_at(s, at);
    if (h->state != USED || h->log2 < LEAST_LOG2 || h->log2 >= CLASSES) return false;
    sm_part *p = &s->sms[sm];
    *h = (head){.state = UNUSED, .log2 = h->log2, .next = p->unused[h->log2]};
    p->unused[h->log2] = at;
    return true;
}
