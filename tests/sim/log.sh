#!/usr/bin/env bash
# log.sh : the text log with GPGPU-Sim's names, the CSV of kernels, `stats`: what they hold agrees
# with the JSON.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

log=$WORK/run.log csv=$WORK/run.csv json=$WORK/run.json
"$WARPLOOM" sim --json --log "$log" --csv "$csv" --set l2.mshrs=4 --set l2.ways=1 bicg >"$json" \
    2>"$WORK/err" || not_ok log_run "$(head -n 2 "$WORK/err")"

# same NAME WANT GOT
same() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "'$3' instead of '$2'"; fi; }
# last REGEX: what the group of the pattern holds, at its last place in the log (as accel-sim's
# get_stats.py reads it)
last() { sed -nE "s/.*$1.*/\1/p" "$log" | tail -n 1; }
q() { jq -r "$1" "$json"; }

same log_has_a_block_a_kernel "$(q '[.kernels[].name] | join(" ")')" \
    "$(sed -n 's/^kernel_name = \([^ ]*\) $/\1/p' "$log" | tr '\n' ' ' | sed 's/ $//')"
same log_sim_cycles_are_the_kernels "$(q '.kernels[].cycles')" \
    "$(sed -n 's/^gpu_sim_cycle = //p' "$log")"
same log_tot_cycles_add_up "$(q '[.kernels[].cycles] | add')" \
    "$(last 'gpu_tot_sim_cycle\s*=\s*([0-9]+)')"
same log_tot_insn "$(q .thread_insns)" "$(last 'gpu_tot_sim_insn\s*=\s*([0-9]+)')"
same log_tot_ipc "$(q '[.thread_insns, ([.kernels[].cycles] | add)] | .[0] / .[1]' |
    xargs printf '%.4f')" "$(last 'gpu_tot_ipc\s*=\s*([0-9.]+)')"
same log_w_icount "$(q .warp_insns)" "$(last 'gpgpu_n_tot_w_icount\s*=\s*([0-9]+)')"
same log_occupancy_of_active_sms "$(q '100 * .sm.warp_cycles / .sm.active_slot_cycles' |
    xargs printf '%.4f')" "$(last 'gpu_tot_occupancy\s*=\s*([0-9.]+)%')"
# core KIND, l2 KIND: the four figures of a kind of access
four() { for s in HIT HIT_RESERVED MISS TOTAL_ACCESS; do
    last "\\s$1\\[$2\\]\\[$s\\]\\s*=\\s*([0-9]+)"; done | xargs; }
core() { four Total_core_cache_stats_breakdown "$1"; }
l2() { four L2_cache_stats_breakdown "$1"; }
kinds() { "$1" GLOBAL_ACC_R; "$1" LOCAL_ACC_R; "$1" GLOBAL_ACC_W; "$1" LOCAL_ACC_W; }
same log_core_reads \
    "$(q '.l1d | "\(.read_hits) \(.read_pending) \(.read_misses) \(.read_accesses)"')" \
    "$(core GLOBAL_ACC_R)"
same log_core_writes \
    "$(q '.l1d | "\(.write_hits) \(.write_pending) \(.write_misses) \(.write_accesses)"')" \
    "$(core GLOBAL_ACC_W)"
# Read-only caches: GPGPU-Sim counts what waits for a line already asked for as a miss.
same log_core_constants "$(q '.l1c | "\(.hits) 0 \(.misses + .pending) \(.accesses)"')" \
    "$(core CONST_ACC_R)"
same log_core_code "$(q '.l1i | "\(.hits) 0 \(.misses + .pending) \(.accesses)"')" \
    "$(core INST_ACC_R)"
for c in l1i l1c; do
    same "log_${c}_totals" \
        "$(q \
        ".$c | [.accesses, .misses + .pending, 0, .fail_mshr + .fail_merge + .fail_missq] | join(\" \")")" \
        "$(for k in accesses misses pending_hits reservation_fails; do
            last "\\s${c^^}_total_cache_$k = ([0-9]+)"; done | xargs)"
    same "log_${c}_has_pending_hits" true "$(q ".$c.pending > 0")"
done
same log_l2_reads_add_up \
    "$(q '.l2 | "\(.read_hits) \(.read_pending) \(.read_misses) \(.read_accesses)"')" \
    "$(for k in GLOBAL_ACC_R CONST_ACC_R INST_ACC_R; do l2 $k; done |
        awk '{ for (i = 1; i <= 4; i++) s[i] += $i } END { print s[1], s[2], s[3], s[4] }')"
same log_l2_writes \
    "$(q '.l2 | "\(.write_hits) \(.write_pending) \(.write_misses) \(.write_accesses)"')" \
    "$(l2 GLOBAL_ACC_W)"
same log_l2_constants_are_misses_of_l1c "$(q .l1c.misses)" "$(l2 CONST_ACC_R | cut -d ' ' -f 4)"
same log_l2_code_is_misses_of_l1i "$(q .l1i.misses)" "$(l2 INST_ACC_R | cut -d ' ' -f 4)"
same log_nothing_local '0 0 0 0' "$(core LOCAL_ACC_R)"
for fail in LINE_ALLOC_FAIL:line MISS_QUEUE_FULL:missq MSHR_ENRTY_FAIL:mshr \
    MSHR_MERGE_ENRTY_FAIL:merge; do
    same "log_fail_${fail%:*}" "$(q ".l1d | .fail_${fail#*:} - .write_fail_${fail#*:}")" \
        "$(last \
        "Total_core_cache_fail_stats_breakdown\\[GLOBAL_ACC_R\\]\\[${fail%:*}\\]\\s*=\\s*([0-9]+)")"
    same "log_write_fail_${fail%:*}" "$(q ".l1d.write_fail_${fail#*:}")" \
        "$(last \
        "Total_core_cache_fail_stats_breakdown\\[GLOBAL_ACC_W\\]\\[${fail%:*}\\]\\s*=\\s*([0-9]+)")"
done
# of_l2 FORMULA: of each kind of access, its counters' name for @; l2_said PATTERN: the last lines
# of the log so called
of_l2() { for k in global_read local_read const global_write local_write l1d_writeback code \
    fetch; do q ".l2 | ${1//@/$k}"; done | xargs; }
l2_said() { sed -nE "s/^\sL2_cache_stats_$1 = ([0-9]+)$/\1/p" "$log" | tail -n 8 | xargs; }
for fail in LINE_ALLOC_FAIL:line MISS_QUEUE_FULL:missq MSHR_ENRTY_FAIL:mshr \
    MSHR_MERGE_ENRTY_FAIL:merge; do
    same "log_l2_fail_${fail%:*}" "$(of_l2 ".@_fail_${fail#*:}")" \
        "$(l2_said "fail_breakdown\[[A-Z0-9_]*\]\[${fail%:*}\]")"
done
same log_l2_fails_of_a_kind \
    "$(of_l2 '.@_fail_line + .@_fail_mshr + .@_fail_merge + .@_fail_missq')" \
    "$(l2_said 'breakdown\[[A-Z0-9_]*\]\[RESERVATION_FAIL\]')"
same log_core_fails_of_a_kind \
    "$(q \
    '.l1d | [.fail_line + .fail_mshr + .fail_merge + .fail_missq - .write_fail_line - .write_fail_mshr - .write_fail_merge - .write_fail_missq,
    .write_fail_line + .write_fail_mshr + .write_fail_merge + .write_fail_missq] | join(" ")')" \
    "$(for k in R W; do \
        last \
        "Total_core_cache_stats_breakdown\\[GLOBAL_ACC_$k\\]\\[RESERVATION_FAIL\\] = ([0-9]+)"; \
        done | xargs)"
same log_l1d_totals \
    "$(q \
    '.l1d | [.read_accesses + .write_accesses, .read_misses + .write_misses, .read_pending + .write_pending,
    .fail_line + .fail_mshr + .fail_merge + .fail_missq] | join(" ")')" \
    "$(for k in accesses misses pending_hits reservation_fails; do
        last "\\sL1D_total_cache_$k = ([0-9]+)"; done | tr '\n' ' ' | sed 's/ $//')"
same log_l2_totals \
    "$(q '.l2 | [.read_accesses + .write_accesses, .read_misses + .write_misses] | join(" ")')" \
    "$(last '^L2_total_cache_accesses = ([0-9]+)') $(last '^L2_total_cache_misses = ([0-9]+)')"
same log_dram_totals "$(q '.dram | [.reads, .writes, .activations] | join(" ")')" \
    "$(last 'total dram reads\s*=\s*([0-9]+)') $(last 'total dram writes\s*=\s*([0-9]+)') $(last \
        'total dram activates = ([0-9]+)')"
same log_icnt "$(q '[.icnt.reply.flits, .icnt.request.flits] | join(" ")')" \
    "$(last 'icnt_total_pkts_mem_to_simt=([0-9]+)') $(last 'icnt_total_pkts_simt_to_mem=([0-9]+)')"
same log_load_insns_are_threads \
    "$(q '.sm | [.load_lanes, .store_lanes, .shared_lanes] | join(" ")')" \
    "$(last 'gpgpu_n_load_insn  = ([0-9]+)') $(last 'gpgpu_n_store_insn = ([0-9]+)') $(last \
        'gpgpu_n_shmem_insn = ([0-9]+)')"
same log_a_line_an_sm "$((2 * $(q '.instances.l1d | length')))" \
    "$(grep -c '	L1D_cache_core\[[0-9]*\]: Access = ' "$log")"
same log_a_line_a_slice "$((2 * $(q '.instances.l2 | length')))" \
    "$(grep -c '^L2_cache_bank\[[0-9]*\]: Access = ' "$log")"
same log_a_line_a_channel "$((2 * $(q '.instances.dram | length')))" \
    "$(grep -cE \
    '^n_cmd=[0-9]+ n_nop=[0-9]+ n_act=[0-9]+ n_pre=[0-9]+ n_req=[0-9]+ n_rd=[0-9]+ n_write=[0-9]+ bw_util=' "$log")"
same log_mf_latency "$(q '.sm | .reply_latency / .replies' |
    xargs printf '%.0f')" "$(last 'averagemflatency = ([0-9]+)')"
same log_stalls_of_the_memory_stage \
    "$(q \
    '.sm | [.mem_stalls, .mem_stall_const, .mem_stall_shared, .mem_stall_global + .mem_stall_local, .mem_stall_global_more] | join(" ")')" \
    "$(for k in 'gpgpu_n_stall_shd_mem' 'gpgpu_stall_shd_mem\[c_mem\]\[resource_stall\]' \
        'gpgpu_stall_shd_mem\[s_mem\]\[bk_conf\]' 'gpgpu_stall_shd_mem\[gl_mem\]\[bk_conf\]' \
        'gpgpu_stall_shd_mem\[gl_mem\]\[coal_stall\]'; do last "$k = ([0-9]+)"; done |
            tr '\n' ' ' | sed 's/ $//')"
same log_replies_held_at_l2 "$(q .icnt.reply.refused)" "$(last 'gpu_stall_icnt2sh    = ([0-9]+)')"
same log_ends_as_scripts_expect 'GPGPU-Sim: *** exit detected ***' "$(tail -n 1 "$log")"

# One warp: a line of local memory is written and then read twice, so that the second read hits; two
# lines of global memory are read, one written.
cat >"$WORK/local.ptx" <<'EOT'
.version 6.0
.target sm_35
.address_size 64
.visible .entry k(.param .u64 out)
{
 .local .align 4 .b8 buf[4];
 .reg .b32 %r<6>; .reg .b64 %d<4>;
 ld.param.u64 %d1, [out];
 mov.u32 %r1, %tid.x;
 st.local.u32 [buf], %r1;
 ld.local.u32 %r2, [buf];
 add.u32 %r2, %r2, 1;
 membar.gl;
 ld.local.u32 %r3, [buf];
 add.u32 %r3, %r3, %r2;
 membar.gl;
 mul.wide.u32 %d2, %r1, 8;
 add.u64 %d2, %d1, %d2;
 ld.global.u32 %r4, [%d2];
 add.u32 %r4, %r4, %r3;
 st.global.u32 [%d1], %r4;
 ret;
}
EOT
printf \
    'ptx: local.ptx\nbuffers: {A: {type: u32, count: 64, init: zero}}\nlaunches: [{kernel: k, grid: [1,1,1], block: [32,1,1], args: [A]}]\n' >"$WORK/local.yaml"
"$WARPLOOM" sim -q --log "$log" --launch "$WORK/local.yaml" >/dev/null 2>"$WORK/err" ||
    not_ok log_run_local "$(head -n 2 "$WORK/err")"
same log_core_local_is_apart '0 0 2 2:1 0 1 2:1 0 0 1:0 0 1 1' "$(kinds core | tr '\n' ':' |
    sed 's/:$//')"
same log_l2_local_is_apart '2 1 1 1' "$(kinds l2 | cut -d ' ' -f 4 | tr '\n' ' ' | sed 's/ $//')"
same log_n_mem_local_is_apart '1 1 2 1' \
    "$(for k in read_local write_local read_global write_global; do
    last "gpgpu_n_mem_$k = ([0-9]+)"; done | tr '\n' ' ' | sed 's/ $//')"
rm "$WORK"/local.* "$log"

# CSV: one width, kernels add up to the total, the total is the JSON's
same csv_rows "$(($(q '.kernels | length') + 2))" "$(wc -l <"$csv")"
same csv_one_width 1 "$(awk -F, '{ print NF }' "$csv" | sort -u | wc -l)"
"$WARPLOOM" stats --json | jq -r '.statistics[] | select(.formula) | .name' >"$WORK/ratios"
same csv_kernels_add_up '' "$(awk -F, \
    'FILENAME ~ /ratios$/ { ratio[$1] = 1; next } FNR == 1 { n = split($0, name, ","); next }
    $1 != "total" { for (i = 3; i <= n; i++) sum[i] += $i; next }
    { for (i = 3; i <= n; i++) if (!ratio[name[i]] && sum[i] != $i) print name[i], sum[i], $i }' \
        "$WORK/ratios" "$csv")"
csv_total() { awk -F, -v want="$1" \
    'NR == 1 { for (i = 1; i <= NF; i++) if ($i == want) c = i } $1 == "total" { print $c }' \
    "$csv"; }
for k in cycles l1d.read_misses icnt.reply.flits dram.row_hits; do
    same "csv_total_$k" "$(q ".$k")" "$(csv_total $k)"; done
same csv_ratio_of_the_total "$(q .l1d.mpki | xargs printf '%.6g')" "$(csv_total l1d.mpki |
    xargs printf '%.6g')"

# every column is explained
same csv_columns_are_explained '' "$(head -n 1 "$csv" | tr ',' '\n' | tail -n +4 |
    grep -vxFf <("$WARPLOOM" stats --json | jq -r '.statistics[].name'))"
same stats_of_a_group "$("$WARPLOOM" stats --json |
    jq '[.statistics[] | select(.name | startswith("dram."))] | length')" \
    "$("$WARPLOOM" stats --json dram | jq '.statistics | length')"
expect_status stats_unknown 2 \
    "stats: nothing is called 'l1d.read_mises'; did you mean l1d.read_misses?" "$WARPLOOM" stats \
    l1d.read_mises

# names of a trace's kernels are quoted
"$WARPLOOM" sim -q --write-trace "$WORK/trace" vectoradd >/dev/null 2>&1
sed -i 's/^-kernel name = .*/-kernel name = void add<int, 4>("x")/' "$WORK"/trace/kernel-1.traceg
"$WARPLOOM" sim -q --trace "$WORK/trace/kernelslist.g" --csv "$WORK/trace.csv" >/dev/null \
    2>"$WORK/err"
same csv_quotes_names '1,"void add<int, 4>(""x"")"' "$(sed -n 2p "$WORK/trace.csv" |
    grep -o '^1,".*)"')"
rm -r "$WORK/trace" "$WORK/trace.csv"

# where they go
same log_to_stdout_first 'kernel_name = vectoradd_kernel ' \
    "$("$WARPLOOM" sim -q --log - vectoradd 2>/dev/null | grep -m 1 kernel_name |
    sed 's/= .*kernel.*/= vectoradd_kernel /')"
expect_status log_and_json_both_on_stdout 2 'sim: --log - and --json cannot both write to stdout' \
    "$WARPLOOM" sim --json --log - bicg
expect_status log_full_disk 3 'cannot write /dev/full: No space left on device' "$WARPLOOM" sim \
    -q --log /dev/full vectoradd
expect_status csv_full_disk 3 'cannot write /dev/full: No space left on device' "$WARPLOOM" sim \
    -q --csv /dev/full vectoradd
expect_status log_no_folder 2 "cannot write $WORK/none/x.log: No such file or directory" \
    "$WARPLOOM" sim -q --log "$WORK/none/x.log" vectoradd
expect_status csv_is_a_folder 2 'Is a directory' "$WARPLOOM" sim -q --csv "$WORK" vectoradd
echo old >"$WORK/kept"; chmod 444 "$WORK/kept"
expect_status log_read_only 2 'the file is read-only' "$WARPLOOM" sim -q --log "$WORK/kept" \
    vectoradd
expect_status log_of_nothing 2 'nosuch' "$WARPLOOM" sim -q --log "$WORK/x.log" --csv "$WORK/x.csv" \
    nosuch
same nothing_half_written 'kept ratios run.csv run.json' "$(cd "$WORK" &&
    find . -type f ! -name err -printf '%f\n' | sort | tr '\n' ' ' | sed 's/ $//')"
finish
