// test_ratios.c : what the papers plot, each by its definition, from counters that are all
// different.
//
// links: machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/ratios.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static const char counters[] =
    "{\"cycles\": 1000, \"warp_insns\": 300, \"thread_insns\": 8000,"
    " \"sm\": {\"load_latency\": 9000, \"loads_done\": 40, \"load_requests\": 120, \"loads\": 50, "
    "\"warp_cycles\": 7200, \"slot_cycles\": 96000,"
    "  \"active_slot_cycles\": 48000, \"scheduler_cycles\": 4000, \"stall_str_mem\": 400, "
    "\"stall_str_alu\": 300, \"stall_gate\": 200,"
    "  \"stall_data_mem\": 600, \"stall_data_alu\": 250, \"stall_sync\": 150, \"stall_fetch\": 60, "
    "\"stall_idle\": 40},"
    " \"l1d\": {\"read_misses\": 90, \"write_misses\": 30, \"read_accesses\": 360, "
    "\"write_accesses\": 120, \"read_pending\": 45, \"fail_line\": 500,"
    "  \"fail_mshr\": 200, \"fail_merge\": 50, \"fail_missq\": 250, \"contention_intra_warp\": 8, "
    "\"contention_cross_warp\": 7, \"contention_cross_cta\": 3},"
    " \"memory\": {\"hit_latency\": 14200, \"hit_replies\": 100, \"dram_latency\": 12850, "
    "\"dram_replies\": 50},"
    " \"l2\": {\"read_misses\": 20, \"write_misses\": 4, \"read_accesses\": 70, "
    "\"write_accesses\": 26, \"hit_latency\": 6100, \"read_hits\": 45, \"write_hits\": 5,"
    "  \"stall_reply\": 10, \"stall_dram\": 20, \"stall_port\": 30, \"fail_line\": 5, "
    "\"fail_mshr\": 15, \"fail_merge\": 9, \"fail_missq\": 11,"
    "  \"cycles\": 2000, \"access_queue_empty\": 1200, \"access_queue_full\": 200},"
    " \"dram\": {\"cycles\": 1600, \"transfer_cycles\": 320, \"pending_cycles\": 640, "
    "\"bank_sum\": 2400, \"bank_cycles\": 600, \"queue_empty\": 1100,"
    "  \"queue_full\": 125, \"requests\": 160, \"row_hits\": 88, \"row_conflicts\": 24}}";

static const struct definition {
    const char *group, *name;
    double value;
} definitions[] = {
    {"", "ipc", 8000 / 1000.0}, // thread instructions
    {"sm", "average_load_latency", 9000 / 40.0},
    {"sm", "requests_per_load", 120 / 50.0},
    {"sm", "occupancy", 7200 / 96000.0},
    {"sm", "active_occupancy", 7200 / 48000.0},
    {"sm", "issue_stalls", 2000 / 4000.0},
    {"sm", "share_str_mem", 400 / 2000.0},
    {"sm", "share_data_alu", 250 / 2000.0},
    {"l1d", "miss_rate", 120 / 480.0}, // a pending hit is no miss
    {"l1d", "read_miss_rate", 90 / 360.0},
    {"l1d", "mpki", 1000 * 120 / 8000.0},
    {"l1d", "contention_share", 18 / 90.0},
    {"l1d", "share_bp_l2", 250 / 1000.0},
    {"l1d", "share_mshr", 250 / 1000.0}, // merge lists too
    {"l1d", "share_lines", 500 / 1000.0},
    {"memory", "average_latency", 27050 / 150.0},
    {"memory", "l2_hit_latency", 142},
    {"memory", "l2_miss_latency", 257},
    {"l2", "miss_rate", 24 / 96.0},
    {"l2", "hit_latency_average", 6100 / 50.0},
    {"l2", "mpki", 1000 * 24 / 8000.0},
    {"l2", "share_bp_icnt", 10 / 100.0},
    {"l2", "share_bp_dram", 31 / 100.0},
    {"l2", "share_port", 30 / 100.0},
    {"l2", "share_lines", 5 / 100.0},
    {"l2", "share_mshr", 24 / 100.0},
    {"l2", "access_queue_full_share", 200 / 800.0}, // of the usage lifetime
    {"dram", "queue_full_share", 125 / 500.0},
    {"dram", "dram_efficiency", 320 / 640.0},   // Bandwidth's
    {"dram", "dram_utilisation", 320 / 1600.0}, // CART's
    {"dram", "bank_level_parallelism", 2400 / 600.0},
    {"dram", "row_hit_rate", 88 / 160.0},
    {"dram", "row_conflict_rate", 24 / 160.0},
};

static const ratio *find(const struct definition *d)
{
    for (const ratio *r = ratios; r->name; r++) {
        if (strcmp(r->group, d->group) == 0 && strcmp(r->name, d->name) == 0) return r;
    }
    return NULL;
}

TEST(what_the_papers_plot_has_its_definition)
{
    json_t *stats = json_loads(counters, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(stats);
    for (unsigned i = 0; i < sizeof definitions / sizeof definitions[0]; i++) {
        const struct definition *d = &definitions[i];
        const ratio *r = find(d);
        double v = -1;
        CU_ASSERT(r && ratio_value(r, stats, &v));
        if (v != d->value) printf("# %s.%s = %g, not %g\n", d->group, d->name, v, d->value);
        CU_ASSERT(v == d->value);
    }
    json_decref(stats);
}

UNIT_MAIN("ratios", T(what_the_papers_plot_has_its_definition))
