// paper.c : the papers there are, their words, what is measured. See paper.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/paper/paper.h"

#include "base/nearest.h"

#include <stdlib.h>
#include <string.h>

const paper *const papers[] = {
    &paper_mrpb,     &paper_pric, &paper_bandwidth, &paper_warppool, &paper_cart,
    &paper_together, NULL};

enum { MOST_PAPERS = 8 };

#define ACCESSES "l1d.read_accesses + l1d.write_accesses"
#define MISSES "l1d.read_misses + l1d.write_misses"
#define STREAMED_MISSES \
    " + l1d.streamed_reads - l1d.streamed_tag_hits" // of a closed cache those that its tags tell
// clang-format off
#define PER_1000_CYCLES(name, counters) {name, "per thousand cycles", counters, "cycles", 1000}
#define PER_1000_INSNS(name, counters) \
    {name, "per thousand thread instructions", counters, "thread_insns", 1000}
#define OF_ACCESSES(name, counters) {name, "percent of accesses", counters, ACCESSES, 100}
#define OF_L2(name, counters) \
    {name, "percent of L2 accesses", counters, "l2.read_accesses + l2.write_accesses", 100}
#define WINDOW(name, merged) \
    {name, "percent of requests", "l1d.read_accesses" merged, "l1d.read_accesses", 100}
#define MAPPED(name, counters) {name, "percent of requests", counters, "sm.load_requests", 100}
#define LEFT(name, counters) \
    {name, "percent of lanes", counters, "sm.load_lanes + sm.store_lanes", 100}
#define FAILS "l2.fail_line + l2.fail_mshr + l2.fail_merge + l2.fail_missq"
#define WAITS(name, counters) \
    {name, "percent of waiting", counters, \
     "l2.stall_reply + l2.stall_dram + l2.stall_port + " FAILS, 100}
#define L1D_FAILS "l1d.fail_line + l1d.fail_mshr + l1d.fail_merge + l1d.fail_missq"
#define L1D_WAITS(name, counters) {name, "percent of L1D's stalls", counters, L1D_FAILS, 100}
#define HAZARDS \
    "sm.stall_str_mem + sm.stall_data_mem + sm.stall_fetch + sm.stall_data_alu + sm.stall_str_alu"
#define OF_CYCLES(name, counters) \
    {name, "percent of scheduler cycles", counters, "sm.scheduler_cycles", 100}
#define HAZARD(class) \
    {"issue_" #class, "percent of issue stalls", "sm.stall_" #class, HAZARDS, 100}, \
    OF_CYCLES("cycle_" #class, "sm.stall_" #class)
#define LEVEL(name, queue, cycles, level) \
    {name "_" #level, "percent of usage lifetime", queue "_" #level, \
     cycles " - " queue "_empty", 100}
#define LEVELS(name, queue, cycles) \
    LEVEL(name, queue, cycles, quarter), LEVEL(name, queue, cycles, half), \
    LEVEL(name, queue, cycles, three_quarters), LEVEL(name, queue, cycles, over), \
    LEVEL(name, queue, cycles, full)
// clang-format on

const paper_metric paper_metrics[] = {
    {"ipc", "thread instructions per core cycle", "thread_insns", "cycles", 1},
    {"cycles", "core cycles", "cycles", "1", 1},
    {"thread_insns", "thread instructions", "thread_insns", "1", 1},
    {"cut", "runs", "cut", "1", 1},
    {"speed", "runs in a million core cycles", "1", "cycles", 1e6},
    {"packets", "packets", "icnt.reply.packets", "1", 1},
    {"misses", "requests", MISSES, "1", 1},
    {"misses_bypassed", "requests", MISSES " + l1d.bypassed_reads", "1", 1},
    PER_1000_INSNS("intra_warp", "l1d.contention_intra_warp"),
    PER_1000_INSNS("cross_warp", "l1d.contention_cross_warp"),
    PER_1000_INSNS("cross_block", "l1d.contention_cross_cta"),
    PER_1000_INSNS("mpki", MISSES STREAMED_MISSES),
    {"read_miss_rate", "percent of reads", "l1d.read_misses" STREAMED_MISSES, "l1d.read_accesses",
     100},
    PER_1000_CYCLES("fails", L1D_FAILS),
    PER_1000_CYCLES("fail_line", "l1d.fail_line"),
    PER_1000_CYCLES("fail_mshr", "l1d.fail_mshr"),
    PER_1000_CYCLES("fail_merge", "l1d.fail_merge"),
    PER_1000_CYCLES("fail_missq", "l1d.fail_missq"),
    OF_ACCESSES("intra_thread", "l1d.locality_intra_thread"),
    OF_ACCESSES("inter_thread", "l1d.locality_inter_thread"),
    OF_ACCESSES("intra_block", "l1d.locality_block"),
    OF_ACCESSES("intra_core", "l1d.locality_core"),
    OF_L2("l2_core", "l2.locality_core"),
    OF_L2("l2_inter_core", "l2.locality_inter_core"),
    OF_L2("l2_inter_kernel", "l2.locality_inter_kernel"),
    {"loads_per_access", "requests of instructions per access", "l1d.read_accesses + sm.merged",
     "l1d.read_accesses", 1},
    {"requests_per_cycle", "requests per busy cycle of L1D",
     ACCESSES " + l1d.atomics + l1d.bypassed_reads", "l1d.busy_cycles", 1},
    WINDOW("window_0", ""),
    WINDOW("window_8", " - l1d.window_8"),
    WINDOW("window_16", " - l1d.window_16"),
    WINDOW("window_32", " - l1d.window_32"),
    WINDOW("window_64", " - l1d.window_64"),
    WINDOW("window_128", " - l1d.window_128"),
    MAPPED("map_single", "sm.map_single"),
    MAPPED("map_consecutive", "sm.map_consecutive"),
    MAPPED("map_broadcast", "sm.map_broadcast"),
    MAPPED("map_range", "sm.map_range"),
    MAPPED("map_other", "sm.map_other"),
    LEFT("left_coalescer", "sm.load_requests + sm.store_requests + sm.atomic_requests"),
    LEFT("left_l1", "icnt.request.packets"),
    LEFT("left_l2", "dram.requests"),
    {"row_conflicts", "requests", "dram.row_conflicts", "1", 1},
    {"dram_active", "percent of DRAM cycles", "dram.transfer_cycles", "dram.cycles", 100},
    {"bank_parallelism", "banks", "dram.bank_sum", "dram.bank_cycles", 1},
    {"l1d_hits", "requests", "l1d.read_hits", "1", 1},
    {"l2_hits", "requests", "l2.read_hits + l2.write_hits", "1", 1},
    {"l2_miss_rate", "percent of L2 accesses", "l2.read_misses + l2.write_misses",
     "l2.read_accesses + l2.write_accesses", 100},
    {"insts_an_l2_miss", "thread instructions", "thread_insns", "l2.read_misses + l2.write_misses",
     1},
    {"l2_stalls", "L2 cycles", FAILS " + l2.stall_dram", "1", 1},
    WAITS("wait_reply", "l2.stall_reply"),
    WAITS("wait_port", "l2.stall_port"),
    WAITS("wait_mshr", "l2.fail_mshr + l2.fail_merge"),
    WAITS("wait_line", "l2.fail_line"),
    WAITS("wait_dram", "l2.stall_dram + l2.fail_missq"),
    OF_CYCLES("issue_stalls", HAZARDS " + sm.stall_sync + sm.stall_gate"),
    OF_CYCLES("cycle_issue", "sm.warp_insns"),
    HAZARD(str_mem),
    HAZARD(data_mem),
    HAZARD(fetch),
    HAZARD(data_alu),
    HAZARD(str_alu),
    OF_CYCLES("cycle_sync", "sm.stall_sync"),
    OF_CYCLES("cycle_idle", "sm.stall_idle"),
    L1D_WAITS("l1_missq", "l1d.fail_missq"),
    L1D_WAITS("l1_mshr", "l1d.fail_mshr + l1d.fail_merge"),
    L1D_WAITS("l1_line", "l1d.fail_line"),
    LEVELS("l2_queue", "l2.access_queue", "l2.cycles"),
    LEVELS("dram_queue", "dram.queue", "dram.cycles"),
    {"aml", "core cycles", "l1d.miss_latency", "l1d.fills", 1},
    {"l2_ahl", "core cycles", "l1d.l2_hit_latency", "l1d.l2_hit_fills", 1},
    {"dram_efficiency", "percent of DRAM cycles with a request", "dram.transfer_cycles",
     "dram.pending_cycles", 100},
    {"speed_in_time", "runs in a million network cycles", "1", "icnt.request.cycles", 1e6},
    {"energy", "uJ, modelled", NULL, NULL, 1}, // machine/run/energy_model.h
    {"over_limit", "warps", "sm.over_limit", "1", 1},
    {"dwtcs_warps", "warps per scheduler", "dwtcs.throttled_warps", "dwtcs.throttled_cycles", 1},
    {0},
};

const paper_metric *paper_metric_find(const char *name)
{
    const paper_metric *m = paper_metrics;
    while (m->name && strcmp(m->name, name) != 0) m++;
    return m->name ? m : NULL;
}

// "mrpb or pric"
static char *names_text(const char *const *names, unsigned n)
{
    char *all = wl_strdup(names[0]);
    for (unsigned i = 1; i < n; i++) {
        char *longer = wl_format("%s%s%s", all, i + 1 < n ? ", " : " or ", names[i]);
        free(all);
        all = longer;
    }
    return all;
}

const paper *paper_find(const char *name, err *e)
{
    const char *names[MOST_PAPERS] = {0};
    unsigned n = 0;
    for (; papers[n]; n++) {
        if (strcmp(papers[n]->name, name) == 0) return papers[n];
        names[n] = papers[n]->name;
    }
    const char *near = nearest_of(name, names, n);
    char *all = names_text(names, n);
    err_add(e, ST_INPUT, "--paper %s: must be %s, or all%s%s%s", name, all,
            near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    free(all);
    return NULL;
}

// ---- sets of programs

static bool word_in(const char *word, size_t bytes, const char *words)
{
    while (*words) {
        const size_t n = strcspn(words, " ");
        if (n == bytes && memcmp(words, word, n) == 0) return true;
        words += n + (words[n] == ' ');
    }
    return false;
}

bool paper_in(const paper_program *p, const char *set)
{
    while (*set) {
        const size_t n = strcspn(set, " ");
        if (word_in(set, n, p->groups) || word_in(set, n, p->workload)) return true;
        set += n + (set[n] == ' ');
    }
    return false;
}

bool paper_is_ceiling(const char *what)
{
    static const char words[] = "(less than)";
    const size_t n = strlen(what), bytes = sizeof words - 1;
    return n >= bytes && strcmp(what + n - bytes, words) == 0;
}
