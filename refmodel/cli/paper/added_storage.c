// added_storage.c : see added_storage.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/added_storage.h"

#include <math.h>
#include <string.h>

enum { BUFFER_BYTES = 128, ENTRY_BYTES = 8 };
#define BASELINE "bandwidth"

static uint64_t banks_of(const config *c)
{
    return (uint64_t)c->dram.channels * c->l2.slices_per_channel;
}

static uint64_t queue_entries(const config *c)
{
    return banks_of(c) * (c->l2.icnt_to_l2_queue + c->l2.l2_to_icnt_queue);
}

static uint64_t mshr_entries(const config *c)
{
    return banks_of(c) * (c->l2.miss_queue + c->l2.mshrs) +
           (uint64_t)c->gpu.sms * (c->l1d.miss_queue + c->l1d.mshrs);
}

static uint64_t pipeline_entries(const config *c)
{
    return (uint64_t)c->gpu.sms * c->sm.mem_pipeline;
}

static const struct part {
    const char *name;
    unsigned entry_bytes;
    uint64_t (*entries)(const config *c);
} storage[] = {{"queues", BUFFER_BYTES, queue_entries},
               {"mshrs", ENTRY_BYTES, mshr_entries},
               {"pipeline_8", ENTRY_BYTES, pipeline_entries},
               {"pipeline_128", BUFFER_BYTES, pipeline_entries}};

static const struct part *find(const char *name, size_t bytes)
{
    for (size_t i = 0; i < sizeof storage / sizeof *storage; i++) {
        if (strlen(storage[i].name) == bytes && memcmp(storage[i].name, name, bytes) == 0)
            return &storage[i];
    }
    return NULL;
}

double added_storage(const config *c, const char *parts)
{
    config base;
    err e = {0};
    double bytes = 0;
    const bool loaded = config_load(&base, BASELINE, NULL, 0, &e) == ST_OK;
    err_free(&e);
    while (loaded && *parts) {
        const size_t n = strcspn(parts, "+");
        const struct part *p = find(parts, n);
        if (!p) return (double)NAN;
        bytes += p->entry_bytes * ((double)p->entries(c) - (double)p->entries(&base));
        parts += n + (parts[n] == '+');
    }
    return loaded ? bytes : (double)NAN;
}
