// memsys_report.c: reports on the memory system: statistics, what is inside it, and who waits for
// what. See memsys.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/memory/memsys_state.h"

#include "machine/memory/l2.h"

#include <inttypes.h>

STAT_TABLE(memory_stat_table, "memory", MEMORY_STATS);

// ---- statistics

// What the memory system as a whole has seen: both ends, and whether anything is inside.
static json_t *memory_json(const memsys *m)
{
    memory_stats t = m->front.s;
    t.left_inside = !memsys_idle(m);
    return stats_json(&memory_stat_table, &t);
}

// Without crossbars and DRAM: what L2 held, and both ends.
static json_t *ideal_json(const memsys *m)
{
    const l2_stats s = ideal_memory_get_stats(m->ideal);
    return json_pack("{s:o, s:o}", "l2", stats_json(&l2_stat_table, &s), "memory", memory_json(m));
}

json_t *memsys_stats_json(const memsys *m)
{
    if (m->ideal) return ideal_json(m);
    json_t *o = json_object(), *icnt = json_object();
    const crossbar_stats request = crossbar_get_stats(m->front.net, m->front.ticks),
                         reply = crossbar_get_stats(m->back.net, m->back.ticks);
    json_object_set_new(icnt, "request", stats_json(&crossbar_stat_table, &request));
    json_object_set_new(icnt, "reply", stats_json(&crossbar_stat_table, &reply));
    json_object_set_new(o, "icnt", icnt);
    partitions_add_json(m->parts, o);
    json_object_set_new(o, "memory", memory_json(m));
    return o;
}

json_t *memsys_instances_json(const memsys *m)
{
    json_t *o = json_object();
    partitions_add_instances(m->parts, o);
    return o;
}

bool memsys_idle(const memsys *m)
{
    const front_half *f = &m->front;
    bool idle = partitions_idle(m->parts) &&
                f->received == atomic_load_explicit(&m->posted, memory_order_relaxed);
    for (uint32_t i = 0; i < m->n_sms; i++)
        idle = idle && chan_empty(&f->sm[i].request) && chan_empty(&f->sm[i].reply);
    idle = idle && crossbar_idle(f->net) && crossbar_idle(m->back.net) &&
           (!m->ideal || ideal_memory_idle(m->ideal));
    return idle;
}

void memsys_dump(const memsys *m, FILE *f)
{
    fprintf(f,
            "Memory system, core cycle %" PRIu64 ": %" PRIu64 " of %" PRIu64 " requests answered\n",
            m->front.core_cycle, m->front.s.replies, m->front.s.requests);
    for (uint32_t i = 0; i < m->n_sms; i++)
        chan_dump(f, "request channel of SM", i, &m->front.sm[i].request);
    if (m->ideal) ideal_memory_dump(m->ideal, f);
    crossbar_dump(m->front.net, f);
    partitions_dump(m->parts, f);
    crossbar_dump(m->back.net, f);
    for (uint32_t i = 0; i < m->n_sms; i++)
        chan_dump(f, "reply channel of SM", i, &m->front.sm[i].reply);
}

void memsys_view(const memsys *m, const mreq_view *v)
{
    for (uint32_t i = 0; i < m->n_sms; i++)
        chan_view(v, &m->front.sm[i].request, PLACE_IN_TRANSIT, "request channel of SM", i);
    if (m->ideal) ideal_memory_view(m->ideal, v);
    crossbar_view(m->front.net, v);
    partitions_view(m->parts, v);
    crossbar_view(m->back.net, v);
    for (uint32_t k = m->front.received; k != m->posted; k++)
        mreq_show(v, &m->posts[k & m->post_mask].r, PLACE_IN_TRANSIT, "reply channel of SM",
                  m->posts[k & m->post_mask].r.sm);
    for (uint32_t i = 0; i < m->n_sms; i++)
        chan_view(v, &m->front.sm[i].reply, PLACE_IN_TRANSIT, "reply channel of SM", i);
}
