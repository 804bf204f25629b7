// log_text.c : see log_text.h. Names and layout are those of GPGPU-Sim 4.2 (gpu-sim.cc, shader.cc,
// gpu-cache.cc, l2cache.cc, dram.cc), letter by letter, its misspellings included: scripts look for
// them.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/run/log_text.h"

#include "base/formula.h"
#include "base/printable.h"

#include <inttypes.h>
#include <locale.h>

// ---- lines

// A line "NAME VALUE": the value is a formula, or scale x over / under. A line whose counters are
// not there is left out.
typedef struct line {
    const char *name;         // as printed, up to the value
    const char *over, *under; // under NULL: the sum itself
    const char *format;       // of a quotient
    double scale;
    const char *after;
} line;

// clang-format off
#define SUM(name, formula) {name, formula, NULL, NULL, 0, ""}
// clang-format on
#define ACCESSES(g) g ".read_accesses + " g ".write_accesses"
#define MISSES(g) g ".read_misses + " g ".write_misses"
#define PENDING(g) g ".read_pending + " g ".write_pending"
#define FAILS(of) of "fail_line + " of "fail_mshr + " of "fail_merge + " of "fail_missq"
#define TOTALS(name, g) \
    SUM(name "_total_cache_accesses = ", ACCESSES(g)), \
        SUM(name "_total_cache_misses = ", MISSES(g)), \
        {name "_total_cache_miss_rate = ", MISSES(g), ACCESSES(g), "%.4f", 1, ""}, \
        SUM(name "_total_cache_pending_hits = ", PENDING(g)), \
        SUM(name "_total_cache_reservation_fails = ", FAILS(g "."))
// A line that a read-only cache has asked for already counts as a miss there, not as a pending hit:
// gpu-cache.cc looks for it in the tags only, and these caches allocate when the line comes.
#define RO_MISSES(g) g ".misses + " g ".pending"
#define RO_PENDING "0"
#define RO_FAILS(g) g ".fail_missq + " g ".fail_merge + " g ".fail_mshr"
#define RO_TOTALS(name, g) \
    SUM("\t" name "_total_cache_accesses = ", g ".accesses"), \
        SUM("\t" name "_total_cache_misses = ", RO_MISSES(g)), \
        {"\t" name "_total_cache_miss_rate = ", RO_MISSES(g), g ".accesses", "%.4f", 1, ""}, \
        SUM("\t" name "_total_cache_pending_hits = ", RO_PENDING), \
        SUM("\t" name "_total_cache_reservation_fails = ", RO_FAILS(g))
#define BREAKDOWN(name, kind, hits, pending, misses, fails, accesses) \
    SUM("\t" name "[" kind "][HIT] = ", hits), \
        SUM("\t" name "[" kind "][HIT_RESERVED] = ", pending), \
        SUM("\t" name "[" kind "][MISS] = ", misses), \
        SUM("\t" name "[" kind "][RESERVATION_FAIL] = ", fails), \
        SUM("\t" name "[" kind "][TOTAL_ACCESS] = ", accesses)
#define CORE_BREAKDOWN(kind, hits, pending, misses, fails, accesses) \
    BREAKDOWN("Total_core_cache_stats_breakdown", kind, hits, pending, misses, fails, accesses)
#define L2_BREAKDOWN(kind, name, hits, pending, misses, accesses) \
    BREAKDOWN("L2_cache_stats_breakdown", kind, hits, pending, misses, FAILS("l2." name "_"), \
              accesses)
#define L2_APART_BREAKDOWN(kind, name, accesses) \
    L2_BREAKDOWN(kind, name, "l2." name "_hits", "l2." name "_pending", "l2." name "_misses", \
                 "l2." accesses)
#define FAIL_BREAKDOWN(name, kind, line, mshr, merge, missq) \
    SUM("\t" name "[" kind "][LINE_ALLOC_FAIL] = ", line), \
        SUM("\t" name "[" kind "][MISS_QUEUE_FULL] = ", missq), \
        SUM("\t" name "[" kind "][MSHR_ENRTY_FAIL] = ", mshr), \
        SUM("\t" name "[" kind "][MSHR_MERGE_ENRTY_FAIL] = ", merge)
#define CORE_FAILS(kind, line, mshr, merge, missq) \
    FAIL_BREAKDOWN("Total_core_cache_fail_stats_breakdown", kind, line, mshr, merge, missq)
#define L2_FAIL_LINES(kind, name) \
    FAIL_BREAKDOWN("L2_cache_stats_fail_breakdown", kind, "l2." name "_fail_line", \
                   "l2." name "_fail_mshr", "l2." name "_fail_merge", "l2." name "_fail_missq")

static const line of_machine[] = {
    SUM("gpu_tot_issued_cta = ", "sm.ctas"),
    {"gpu_tot_occupancy = ", "sm.warp_cycles", "sm.active_slot_cycles", "%.4f", 100, "% "},
    SUM("gpu_stall_dramfull = ",
        "l2.access_queue_full"), // there, too, ticks in which a slice's access queue is full
    SUM("gpu_stall_icnt2sh    = ", "icnt.reply.refused"),
};
static const line of_kernel[] = {
    {"gpu_occupancy = ", "sm.warp_cycles", "sm.active_slot_cycles", "%.4f", 100, "% "},
    SUM("partiton_reqs_in_parallel = ", "l2.arrivals"),
    {"partiton_level_parallism = ", "l2.arrivals", "cycles", "%12.4f", 1, ""},
};
static const line of_l1i[] = {RO_TOTALS("L1I", "l1i")};
static const line of_l1d[] = {TOTALS("\tL1D", "l1d")};
static const line of_l1c[] = {RO_TOTALS("L1C", "l1c")};
// A hit is a pending one there, as its data have a FIFO to pass, and what is refused is not counted
// (tex_cache::access).
static const line of_l1t[] = {
    SUM("\tL1T_total_cache_accesses = ", "l1t.accesses"),
    SUM("\tL1T_total_cache_misses = ", "l1t.misses"),
    {"\tL1T_total_cache_miss_rate = ", "l1t.misses", "l1t.accesses", "%.4f", 1, ""},
    SUM("\tL1T_total_cache_pending_hits = ", "l1t.hits"),
    SUM("\tL1T_total_cache_reservation_fails = ", "0")};
// In GPGPU-Sim's order. Global: what is left of all.
#define LOCAL_READS \
    "l1d.local_read_hits + l1d.local_read_pending + l1d.local_read_misses + " \
    "l1d.local_streamed_reads"
#define LOCAL_WRITES "l1d.local_write_hits + l1d.local_write_pending + l1d.local_write_misses"
#define READ_FAILS(cause) \
    "l1d.fail_" cause " - l1d.write_fail_" cause " - l1d.local_read_fail_" cause
#define WRITE_FAILS(cause) "l1d.write_fail_" cause " - l1d.local_write_fail_" cause
#define OF_ALL_CAUSES(fails) \
    fails("line") " + " fails("mshr") " + " fails("merge") " + " fails("missq")
static const line of_core_caches[] = {
    CORE_BREAKDOWN("GLOBAL_ACC_R", "l1d.read_hits - l1d.local_read_hits",
                   "l1d.read_pending - l1d.local_read_pending",
                   "l1d.read_misses - l1d.local_read_misses", OF_ALL_CAUSES(READ_FAILS),
                   "l1d.read_accesses - l1d.local_read_hits - l1d.local_read_pending - "
                   "l1d.local_read_misses - l1d.local_streamed_reads"),
    CORE_BREAKDOWN("LOCAL_ACC_R", "l1d.local_read_hits", "l1d.local_read_pending",
                   "l1d.local_read_misses", FAILS("l1d.local_read_"), LOCAL_READS),
    CORE_BREAKDOWN("CONST_ACC_R", "l1c.hits", RO_PENDING, RO_MISSES("l1c"), RO_FAILS("l1c"),
                   "l1c.accesses"),
    CORE_BREAKDOWN("TEXTURE_ACC_R", "0", "l1t.hits", "l1t.misses", "0", "l1t.accesses"),
    CORE_BREAKDOWN("GLOBAL_ACC_W", "l1d.write_hits - l1d.local_write_hits",
                   "l1d.write_pending - l1d.local_write_pending",
                   "l1d.write_misses - l1d.local_write_misses", OF_ALL_CAUSES(WRITE_FAILS),
                   "l1d.write_accesses - l1d.local_write_hits - l1d.local_write_pending - "
                   "l1d.local_write_misses"),
    CORE_BREAKDOWN("LOCAL_ACC_W", "l1d.local_write_hits", "l1d.local_write_pending",
                   "l1d.local_write_misses", FAILS("l1d.local_write_"), LOCAL_WRITES),
    CORE_BREAKDOWN("INST_ACC_R", "l1i.hits", RO_PENDING, RO_MISSES("l1i"), RO_FAILS("l1i"),
                   "l1i.accesses"),
};
static const line of_core_fails[] = {
    CORE_FAILS("GLOBAL_ACC_R", READ_FAILS("line"), READ_FAILS("mshr"), READ_FAILS("merge"),
               READ_FAILS("missq")),
    CORE_FAILS("LOCAL_ACC_R", "l1d.local_read_fail_line", "l1d.local_read_fail_mshr",
               "l1d.local_read_fail_merge", "l1d.local_read_fail_missq"),
    CORE_FAILS("GLOBAL_ACC_W", WRITE_FAILS("line"), WRITE_FAILS("mshr"), WRITE_FAILS("merge"),
               WRITE_FAILS("missq")),
    CORE_FAILS("LOCAL_ACC_W", "l1d.local_write_fail_line", "l1d.local_write_fail_mshr",
               "l1d.local_write_fail_merge", "l1d.local_write_fail_missq"),
};
static const line of_shaders[] = {
    SUM("gpgpu_n_tot_thrd_icount = ", "thread_insns"),
    SUM("gpgpu_n_tot_w_icount = ", "warp_insns"),
    SUM("gpgpu_n_mem_read_local = ",
        "l1d.local_read_misses + l1d.local_bypassed_reads + l1d.local_streamed_reads"),
    SUM("gpgpu_n_mem_write_local = ", "l1d.local_writes_sent"),
    SUM("gpgpu_n_mem_read_global = ", "l1d.read_misses + l1d.bypassed_reads + l1d.cg_reads + "
                                      "l1d.streamed_reads + l1d.atomics - l1d.local_read_misses - "
                                      "l1d.local_bypassed_reads - l1d.local_streamed_reads"),
    SUM("gpgpu_n_mem_write_global = ",
        "l1d.writes_sent - l1d.local_writes_sent + l1d.writebacks"), // write-backs of local lines
                                                                     // too, as there
    SUM("gpgpu_n_mem_texture = ", "l1t.misses"),
    SUM("gpgpu_n_mem_const = ", "l1c.misses"),
    SUM("gpgpu_n_load_insn  = ", "sm.load_lanes"),
    SUM("gpgpu_n_store_insn = ", "sm.store_lanes"),
    SUM("gpgpu_n_shmem_insn = ", "sm.shared_lanes"),
    SUM("gpgpu_n_shmem_bkconflict = ", "sm.shared_conflict_cycles"),
    SUM("gpgpu_n_stall_shd_mem = ", "sm.mem_stalls"),
    SUM("gpgpu_stall_shd_mem[c_mem][resource_stall] = ", "sm.mem_stall_const"),
    SUM("gpgpu_stall_shd_mem[s_mem][bk_conf] = ", "sm.mem_stall_shared"),
    SUM("gpgpu_stall_shd_mem[gl_mem][bk_conf] = ", "sm.mem_stall_global + sm.mem_stall_local"),
    SUM("gpgpu_stall_shd_mem[gl_mem][coal_stall] = ", "sm.mem_stall_global_more"),
};
static const line of_latency[] = {
    {"averagemflatency = ", "sm.reply_latency", "sm.replies", "%.0f", 1, " "}};
static const line of_dram_totals[] = {
    SUM("total dram activates = ", "dram.activations"),
    {"average row locality = ", "dram.requests", "dram.activations", "%f", 1, ""},
    SUM("total dram accesses = ", "dram.requests"),
    SUM("total dram reads = ", "dram.reads"),
    SUM("total dram writes = ", "dram.writes"),
};
// Of one channel: paths without "dram."
static const line of_channel[] = {
    SUM("n_cmd=", "cycles"),
    SUM(" n_nop=", "cycles - activations - precharges - column_commands"),
    SUM(" n_act=", "activations"),
    SUM(" n_pre=", "precharges"),
    SUM(" n_req=", "requests"),
    SUM(" n_rd=", "column_commands - column_writes"),
    SUM(" n_write=", "column_writes"),
    {" bw_util=", "transfer_cycles", "cycles", "%.4g", 1, ""},
};
static const line of_channel_use[] = {
    SUM("n_activity=", "pending_cycles"),
    {" dram_eff=", "transfer_cycles", "pending_cycles", "%.4g", 1, ""}};
static const line of_channel_rows[] = {
    {"Row_Buffer_Locality = ", "row_hits", "requests", "%.6f", 1, ""},
    {"Bank_Level_Parallism = ", "bank_sum", "bank_cycles", "%.6f", 1, ""},
};
static const line of_l2[] = {TOTALS("L2", "l2")};
#define L2_READS(what) \
    "l2.read_" what " - l2.code_" what " - l2.const_" what " - l2.local_read_" what \
    " - l2.fetch_" what
#define L2_WRITES(what) "l2.write_" what " - l2.local_write_" what " - l2.l1d_writeback_" what
static const line of_l2_breakdown[] = {
    L2_BREAKDOWN(
        "GLOBAL_ACC_R", "global_read", L2_READS("hits"), L2_READS("pending"), L2_READS("misses"),
        "l2.read_accesses - l2.code_reads - l2.const_reads - l2.local_reads - l2.fetch_reads"),
    L2_APART_BREAKDOWN("LOCAL_ACC_R", "local_read", "local_reads"),
    L2_APART_BREAKDOWN("CONST_ACC_R", "const", "const_reads"),
    L2_BREAKDOWN("GLOBAL_ACC_W", "global_write", L2_WRITES("hits"), L2_WRITES("pending"),
                 L2_WRITES("misses"), "l2.write_accesses - l2.local_writes - l2.l1d_writebacks"),
    L2_APART_BREAKDOWN("LOCAL_ACC_W", "local_write", "local_writes"),
    L2_APART_BREAKDOWN("L1_WRBK_ACC", "l1d_writeback", "l1d_writebacks"),
    L2_APART_BREAKDOWN("INST_ACC_R", "code", "code_reads"),
    L2_APART_BREAKDOWN("L1_WR_ALLOC_R", "fetch", "fetch_reads"),
};
static const line of_l2_fails[] = {
    L2_FAIL_LINES("GLOBAL_ACC_R", "global_read"), L2_FAIL_LINES("LOCAL_ACC_R", "local_read"),
    L2_FAIL_LINES("CONST_ACC_R", "const"),        L2_FAIL_LINES("GLOBAL_ACC_W", "global_write"),
    L2_FAIL_LINES("LOCAL_ACC_W", "local_write"),  L2_FAIL_LINES("L1_WRBK_ACC", "l1d_writeback"),
    L2_FAIL_LINES("INST_ACC_R", "code"),          L2_FAIL_LINES("L1_WR_ALLOC_R", "fetch")};
// GPGPU-Sim counts flits under the names of packets.
static const line of_network[] = {
    SUM("icnt_total_pkts_mem_to_simt=", "icnt.reply.flits"),
    SUM("icnt_total_pkts_simt_to_mem=", "icnt.request.flits"),
};

static void put_line(FILE *f, const line *l, const json_t *o, const char *end)
{
    uint64_t over, under = 0;
    if (!formula_value(o, l->over, &over) || (l->under && !formula_value(o, l->under, &under)))
        return;
    fputs(l->name, f);
    if (l->under) fprintf(f, l->format, under ? l->scale * (double)over / (double)under : 0);
    else fprintf(f, "%" PRIu64, over);
    fprintf(f, "%s%s", l->after, end);
}

#define PUT(f, lines, o) put_lines(f, lines, sizeof lines / sizeof lines[0], o, "\n")
#define PUT_ROW(f, lines, o) \
    (put_lines(f, lines, sizeof lines / sizeof lines[0], o, ""), (void)putc('\n', f))
static void put_lines(FILE *f, const line *l, size_t n, const json_t *o, const char *end)
{
    for (size_t i = 0; i < n; i++) put_line(f, &l[i], o, end);
}

// ---- lists of instances

static uint64_t sum_of(const json_t *o, const char *formula)
{
    uint64_t v = 0;
    formula_value(o, formula, &v);
    return v;
}

// "NAME[i]: Access = ..." of each instance of a cache.
static void put_caches(FILE *f, const char *name, const json_t *list)
{
    size_t i;
    json_t *c;
    json_array_foreach(list, i, c) {
        const uint64_t n = sum_of(c, "read_accesses + write_accesses"),
                       misses = sum_of(c, "read_misses + write_misses");
        fprintf(f,
                "%s[%zu]: Access = %" PRIu64 ", Miss = %" PRIu64
                ", Miss_rate = %.3f, Pending_hits = %" PRIu64 ", Reservation_fails = %" PRIu64 "\n",
                name, i, n, misses, n ? (double)misses / (double)n : 0,
                sum_of(c, "read_pending + write_pending"), sum_of(c, FAILS("")));
    }
}

static void put_channels(FILE *f, const config *c, const json_t *list)
{
    const struct cfg_dram *d = &c->dram;
    size_t i;
    json_t *o;
    json_array_foreach(list, i, o) {
        fprintf(f,
                "DRAM[%zu]: %u bks, busW=%u BL=%u CL=%u, tRRD=%u tCCD=%u, tRCD=%u tRAS=%u tRP=%u "
                "tRC=%u\n",
                i, d->banks, d->chip_bytes, d->burst, d->cl, d->rrd, d->ccd, d->rcd, d->ras, d->rp,
                d->rc);
        PUT_ROW(f, of_channel, o);
        PUT_ROW(f, of_channel_use, o);
        PUT(f, of_channel_rows, o);
    }
}

// ---- a kernel

static void put_time(FILE *f, const log_kernel *k)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const uint64_t s = (uint64_t)(now.tv_sec - k->start.tv_sec), per = s ? s : 1;
    fprintf(f,
            "gpgpu_simulation_time = %" PRIu64 " days, %" PRIu64 " hrs, %" PRIu64 " min, %" PRIu64
            " sec (%" PRIu64 " sec)\n",
            s / 86400, s / 3600 % 24, s / 60 % 60, s % 60, s);
    fprintf(f, "gpgpu_simulation_rate = %" PRIu64 " (inst/sec)\n",
            sum_of(k->all, "thread_insns") / per);
    fprintf(f, "gpgpu_simulation_rate = %" PRIu64 " (cycle/sec)\n", k->total / per);
}

static double over_by(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }

static void put_head(FILE *f, const config *c, const log_kernel *k)
{
    const uint64_t own = sum_of(k->own, "thread_insns"), all = sum_of(k->all, "thread_insns");
    char *name = printable_text(k->name);
    fprintf(f, "kernel_name = %s \nkernel_launch_uid = %u \n", name, k->number);
    free(name);
    fprintf(f, "gpu_sim_cycle = %" PRIu64 "\ngpu_sim_insn = %" PRIu64 "\ngpu_ipc = %12.4f\n",
            k->cycles, own, over_by(own, k->cycles));
    fprintf(f,
            "gpu_tot_sim_cycle = %" PRIu64 "\ngpu_tot_sim_insn = %" PRIu64
            "\ngpu_tot_ipc = %12.4f\n",
            k->total, all, over_by(all, k->total));
    PUT(f, of_machine, k->all);
    PUT(f, of_kernel, k->own);
    // 32 bytes per request, whatever its size, as GPGPU-Sim has it
    const double seconds = over_by(k->cycles, c->gpu.core_mhz) * 1e-6;
    fprintf(f, "L2_BW  = %12.4f GB/Sec\n",
            seconds > 0 ? 32 * (double)sum_of(k->own, "l2.arrivals") / seconds / 1e9 : 0);
}

static void put_cores(FILE *f, const config *c, const json_t *all)
{
    fputs("\n========= Core cache stats =========\nL1I_cache:\n", f);
    PUT(f, of_l1i, all);
    fputs("L1D_cache:\n", f);
    put_caches(f, "\tL1D_cache_core", json_object_get(json_object_get(all, "instances"), "l1d"));
    PUT(f, of_l1d, all);
    fputs("L1C_cache:\n", f);
    PUT(f, of_l1c, all);
    if (c->l1t.enable) {
        fputs("L1T_cache:\n", f);
        PUT(f, of_l1t, all);
    }
    fputs("\nTotal_core_cache_stats:\n", f);
    PUT(f, of_core_caches, all);
    fputs("\nTotal_core_cache_fail_stats:\n", f);
    PUT(f, of_core_fails, all);
    putc('\n', f);
    PUT(f, of_shaders, all);
    fprintf(f,
            "Warp Occupancy Distribution:\nStall:%" PRIu64 "\tW0_Idle:%" PRIu64
            "\tW0_Scoreboard:%" PRIu64 "\n",
            sum_of(all, "sm.stall_str_mem + sm.stall_str_alu"),
            sum_of(all, "sm.stall_sync + sm.stall_fetch + sm.stall_idle"),
            sum_of(all, "sm.stall_data_mem + sm.stall_data_alu"));
}

static void put_memory(FILE *f, const config *c, const json_t *all)
{
    const json_t *each = json_object_get(all, "instances");
    PUT(f, of_latency, all);
    PUT(f, of_dram_totals, all);
    put_channels(f, c, json_object_get(each, "dram"));
    fputs("\n========= L2 cache stats =========\n", f);
    put_caches(f, "L2_cache_bank", json_object_get(each, "l2"));
    PUT(f, of_l2, all);
    fputs("L2_total_cache_breakdown:\n", f);
    PUT(f, of_l2_breakdown, all);
    fputs("L2_total_cache_reservation_fail_breakdown:\n", f);
    PUT(f, of_l2_fails, all);
    putc('\n', f);
    PUT(f, of_network, all);
}

// A CUDA program may have set a locale whose decimal point is a comma; the log's never is one.
void log_text_kernel(FILE *f, const config *c, const log_kernel *k)
{
    const locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0), users = uselocale(plain);
    CHECK(plain != (locale_t)0, "no locale C");
    put_head(f, c, k);
    put_cores(f, c, k->all);
    put_memory(f, c, k->all);
    putc('\n', f);
    put_time(f, k);
    putc('\n', f);
    uselocale(users);
    freelocale(plain);
}

// The line by which scripts see that a log is complete.
void log_text_end(FILE *f) { fputs("GPGPU-Sim: *** exit detected ***\n", f); }
