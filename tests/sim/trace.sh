#!/usr/bin/env bash
# trace.sh : Accel-Sim traces end to end: a workload and the trace written from it give the same
# statistics, packed or not, whatever the tracer version, in any configuration and mode; a large
# trace is streamed, not loaded.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
samples=$PWD/tests/sim/trace_samples
cd "$WORK" || exit 3

# Everything but what names the run.
statistics() { jq -cS \
    'del(.workload, .size, .check, .trace, .synthetic, .launch, .buffers, .wall_seconds)'; }
of_trace() { "$WARPLOOM" sim -q --json "$@" | statistics; }

same() { # NAME WANT GOT
    if [ -n "$2" ] && [ "$2" = "$3" ]; then ok "$1"; else
        not_ok "$1" "$(diff <(jq . <<<"$2") <(jq . <<<"$3") | head -n 3 | tr '\n' ' ')"; fi
}

# gemm: PTX and trace, requests and cycles alike.
"$WARPLOOM" sim -q --json gemm --write-trace gemm >gemm.json
ptx=$(statistics <gemm.json)
same trace_of_gemm_gives_its_statistics "$ptx" "$(of_trace --trace gemm/kernelslist.g)"
if [ "$(jq .l1d.read_accesses <<<"$ptx")" -gt 0 ] &&
    [ "$(jq .l2.read_accesses <<<"$ptx")" -gt 0 ]; then ok trace_of_gemm_reaches_l2; else
    not_ok trace_of_gemm_reaches_l2 'no accesses'; fi

# Recording changes nothing.
same trace_writing_changes_nothing "$("$WARPLOOM" sim -q --json gemm | statistics)" "$ptx"

# A trace of a trace is the same trace.
"$WARPLOOM" sim -q --trace gemm/kernelslist.g --write-trace again >/dev/null
if cmp -s gemm/kernel-1.traceg again/kernel-1.traceg; then ok trace_of_a_trace_is_the_same; else
    not_ok trace_of_a_trace_is_the_same "$(diff gemm/kernel-1.traceg again/kernel-1.traceg |
    head -n 3)"; fi

# Packed, in two streams one after the other.
mkdir packed
n=$(($(wc -c <gemm/kernel-1.traceg) / 2))
{ head -c $n gemm/kernel-1.traceg | xz -1; tail -c +$((n + 1)) gemm/kernel-1.traceg |
    xz -1; } >packed/kernel-1.traceg.xz
printf 'MemcpyHtoD,0x00000000c0000000,36864\nkernel-1.traceg.xz\n' >packed/kernelslist
same trace_packed_by_xz "$ptx" "$(of_trace --trace packed/kernelslist)"

# By gzip likewise; the list may be packed too.
mkdir gzip
{ head -c $n gemm/kernel-1.traceg | gzip -1; tail -c +$((n + 1)) gemm/kernel-1.traceg |
    gzip -9; } >gzip/kernel-1.traceg.gz
echo kernel-1.traceg.gz | gzip >gzip/kernelslist.gz
same trace_packed_by_gzip "$ptx" "$(of_trace --trace gzip/kernelslist.gz)"

# Older tracers: no immediate; version 2 with block and warp in each line.
mkdir v4 v3 v2
sed -E 's/(tracer version = ).*/\14/; /^[0-9a-f]{4} /s/ [0-9]+ $/ /' gemm/kernel-1.traceg \
    >v4/kernel-1.traceg
sed -E 's/(tracer version = ).*/\13/; /lineinfo/d' v4/kernel-1.traceg >v3/kernel-1.traceg
awk \
    '/tracer version/ { $0 = "-accelsim tracer version = 2" } /^thread block/ { split($4, at, ",") } /^warp =/ { warp = $3 }
     /^[0-9a-f][0-9a-f][0-9a-f][0-9a-f] / { $0 = at[1] " " at[2] " " at[3] " " warp " " $0 } { print }' v3/kernel-1.traceg >v2/kernel-1.traceg
for v in 4 3 2; do
    echo kernel-1.traceg >v$v/kernelslist.g
    same "trace_of_version_$v" "$ptx" "$(of_trace --trace v$v/kernelslist.g)"
done

# CRLF and lines about clusters.
mkdir crlf
sed 's/^thread block.*/&\ncluster id = 0,0,0\ncluster cta = 0,0,0\ncluster rank = 0/; s/$/\r/' \
    gemm/kernel-1.traceg >crlf/kernel-1.traceg
echo kernel-1.traceg >crlf/kernelslist.g
same trace_with_clusters_and_crlf "$ptx" "$(of_trace --trace crlf/kernelslist.g)"

# Lines of the list that Accel-Sim skips (its parser looks for MemcpyHtoD and kernel only) are
# skipped, and said.
mkdir skips
cp gemm/kernel-1.traceg skips
printf '%s\n' ncclCommInitAll MemcpyHtoD,0x7f0,64 kernel-1.traceg 'ncclGroupEnd, 2' \
    >skips/kernelslist.g
same trace_list_with_other_lines "$ptx" "$(of_trace --trace skips/kernelslist.g |
    jq -c 'del(.trace_ignored)')"
said=$("$WARPLOOM" sim --trace skips/kernelslist.g 2>&1 >/dev/null)
want='note: skipped in the list, as Accel-Sim does, because it is neither kernel nor copy (2): '
want+='skips/kernelslist.g:1: ncclCommInitAll, skips/kernelslist.g:4: ncclGroupEnd, 2'
same trace_says_which_lines_were_skipped "$want" "$said"

# NVBit goes on behind EXIT: a load of all lanes behind the end of every warp, at an address that no
# machine takes, changes no statistic. It is counted, and said once.
mkdir behind
awk '/^insts = / { $3++ } /^#traces/ { body = 1 } { print }
     body && / EXIT / { print "fff0 ffffffff 1 R4 LDG.E.64 1 R2 8 1 0x7f0000001001 -8 0" }' \
         gemm/kernel-1.traceg >behind/kernel-1.traceg
echo kernel-1.traceg >behind/kernelslist.g
same trace_with_lanes_behind_exit "$ptx" "$(of_trace --trace behind/kernelslist.g |
    jq -c 'del(.trace_ignored)')"
warps=$(grep -c '^warp = ' gemm/kernel-1.traceg)
first="behind/kernel-1.traceg:$(grep -n -m 1 ' 0x7f0000001001 ' behind/kernel-1.traceg |
    cut -d: -f1)"
"$WARPLOOM" sim --json --trace behind/kernelslist.g >behind.json
holds trace_counts_lanes_behind_exit \
    ".trace_ignored == {insns_after_exit: $warps, first: \"$first\", empty_warps: 0}" behind.json
said=$("$WARPLOOM" sim --trace behind/kernelslist.g 2>&1 >/dev/null |
    grep -c "^note: $first: lanes behind their EXIT were ignored, in $warps instructions")
if [ "$said" = 1 ]; then ok trace_says_lanes_behind_exit_once; else
    not_ok trace_says_lanes_behind_exit_once "$said times"; fi

# A block without its last warp's instructions ends with the others.
awk \
    '/^insts = / { skip = warp == 1; if (skip) $3 = 0 } /^warp = / { warp = $3; skip = 0 } /^#END_TB/ { skip = 0 }
     !skip || /^insts/ { print }' gemm/kernel-1.traceg >behind/kernel-1.traceg
"$WARPLOOM" sim -q --json --trace behind/kernelslist.g >behind.json
ctas=$(grep -c '^#BEGIN_TB' gemm/kernel-1.traceg)
holds trace_counts_warps_without_instructions \
    ".trace_ignored == {insns_after_exit: 0, empty_warps: $ctas}" behind.json

# Several kernels, shared memory, barriers, atomics, divergence, MRPB.
for w in bfs hotspot covar; do
    "$WARPLOOM" sim -q --json $w --write-trace $w >$w.json
    same "trace_of_${w}_gives_its_statistics" "$(statistics <$w.json)" \
        "$(of_trace --trace $w/kernelslist.g)"
    rm -rf $w
done
"$WARPLOOM" sim -q --json -c mrpb-base-s bicg --write-trace bicg >bicg.json
same trace_of_bicg_with_mrpb_gives_its_statistics "$(statistics <bicg.json)" \
    "$(of_trace -c mrpb-base-s --trace bicg/kernelslist.g)"
if [ "$(wc -l <bicg/kernelslist.g)" -eq 2 ]; then ok trace_has_a_file_a_kernel; else
    not_ok trace_has_a_file_a_kernel "$(cat bicg/kernelslist.g)"; fi

# Local memory, several words a lane: 4 warps store and load 8 bytes a lane (2 lines of local
# memory), load 16 (4), and store 8 to global memory (2).
cat >wide.ptx <<'PTX'
.version 6.0
.target sm_20
.address_size 64
.visible .entry wide(.param .u64 out)
{
    .local .align 16 .b8 buf[64];
    .reg .b64 %l<4>;
    .reg .b32 %r<2>;
    .reg .f32 %f<5>;
    .reg .f64 %d<3>;
    ld.param.u64 %l1, [out];
    mov.u32 %r1, %tid.x;
    cvt.rn.f64.u32 %d1, %r1;
    st.local.f64 [buf+16], %d1;
    ld.local.f64 %d2, [buf+16];
    ld.local.v4.f32 {%f1, %f2, %f3, %f4}, [buf+16];
    mul.wide.u32 %l2, %r1, 8;
    add.u64 %l2, %l1, %l2;
    st.global.f64 [%l2], %d2;
    ret;
}
PTX
cat >wide.yaml <<'YAML'
ptx: wide.ptx
buffers: {A: {type: f64, count: 64}}
launches: [{kernel: wide, grid: [2, 1, 1], block: [64, 1, 1], args: [A]}]
YAML
for c in gtx480 warppool mrpb-base-s; do
    wide=$("$WARPLOOM" sim -q --json -c $c --launch wide.yaml --write-trace wide | statistics)
    got=$(jq -c '[.sm.load_requests, .sm.store_requests]' <<<"$wide"); want='[24,16]'
    [ $c = warppool ] && want='[24,24]' # of 8 bytes a lane each half by itself
    if [ "$got" = "$want" ]; then ok "wide_local_accesses_with_$c"; else
        not_ok "wide_local_accesses_with_$c" "$got"; fi
    same "trace_of_wide_local_accesses_with_$c" "$wide" \
        "$(of_trace -c $c --trace wide/kernelslist.g)"
done

# A trace as NVBit writes it: predicated-off lines, RZ, uncompressed and compressed addresses, every
# space, asynchronous copies, cache hints with addresses, lanes that end one after the other.
# Requests: LDG 32 x 4 B in one line, LDGSTS 32 x 16 B in four, LDL a line of the same word of 32
# threads.
mkdir volta
cp "$samples/volta.traceg" volta/kernel-1-ctx_0x6165bdd7ec90.traceg
printf 'MemcpyHtoD,0x00007fc841520000,800000\nkernel-1-ctx_0x6165bdd7ec90.traceg\n' \
    >volta/kernelslist.g
got=$("$WARPLOOM" sim -q --json --trace volta/kernelslist.g |
    jq -c \
    '[.warp_insns, .thread_insns, .sm.loads, .sm.load_requests, .sm.stores, .sm.atomics, .sm.barriers, .sm.shared_accesses]')
if [ "$got" = '[28,784,3,6,1,2,2,4]' ]; then ok trace_of_volta; else
    not_ok trace_of_volta "$got"; fi
sed -E '/LDL/{s/LDL/LDL.64/; s/ 4 1 / 8 1 /}' "$samples/volta.traceg" \
    >volta/kernel-2-ctx_0x6165bdd7ec90.traceg
echo kernel-2-ctx_0x6165bdd7ec90.traceg >volta/wide
wide=$("$WARPLOOM" sim -q --json --trace volta/wide --write-trace wide | statistics)
same trace_of_wide_local_accesses_of_all_threads "$wide" "$(of_trace --trace wide/kernelslist.g)"
expect trace_of_volta_with_mrpb "$WARPLOOM" sim -q -c mrpb-base-s \
    --set structures.mrpb.address_bits=48 --trace volta/kernelslist.g

# Streamed: a trace of 90 MB under a limit that has no room for half of it, nor for what a sanitizer
# needs.
mkdir large
awk 'BEGIN { n = 30000
    printf "-kernel name = large\n-grid dim = (%d,1,1)\n-block dim = (32,1,1)\n-accelsim tracer version = 4\n\n#traces format = ...\n", n
    for (c = 0; c < n; c++) { printf "\n#BEGIN_TB\n\nthread block = %d,0,0\n\nwarp = 0\ninsts = 50\n", c
        for (i = 0; i < 49; i++) printf "%04x ffffffff 1 R4 LDG.E.CONSTANT.SYS 1 R2 4 1 0x%012x 4 \n", 16 * i, 4096 * (i % 4)
        printf "0310 ffffffff 0 EXIT 0 0 \n\n#END_TB\n" } }' >large/kernel-1.traceg
echo kernel-1.traceg >large/kernelslist.g
[ -n "${SAN:-}" ] && limit=unlimited || limit=90000
got=$(ulimit -v "$limit"; "$WARPLOOM" sim -q --json --trace large/kernelslist.g | jq .warp_insns)
if [ "$got" = 1500000 ]; then ok trace_is_streamed; else
    not_ok trace_is_streamed "$got warp instructions, $(wc -c <large/kernel-1.traceg) bytes"; fi
rm -rf large

# An error in the middle, and a failed check: nothing is written.
sed '40000s/^/x/' gemm/kernel-1.traceg >gemm/kernel-2.traceg
echo kernel-2.traceg >gemm/list
expect_status trace_error_in_the_middle 2 \
    'gemm/kernel-2.traceg:40000:1: error: must be a PC, hexadecimal' "$WARPLOOM" sim \
    -q --trace gemm/list --write-trace broken
if [ -z "$(ls broken)" ]; then ok trace_error_leaves_no_trace; else
    not_ok trace_error_leaves_no_trace "$(ls broken)"; fi

# A run that fails, or is killed, in its second kernel: the trace that was there is as it was.
"$WARPLOOM" sim -q bicg --write-trace kept >/dev/null
cp -r kept as_it_was
unchanged() { # NAME
    local f
    for f in as_it_was/*; do
        cmp -s "$f" "kept/${f##*/}" || { not_ok "$1" "$f changed"; return; }
    done
    ok "$1"
}
printf 'kernel-1.traceg\nkernel-2.traceg\n' >gemm/list
expect_status trace_error_in_the_second_kernel 2 'gemm/kernel-2.traceg:40000:1' "$WARPLOOM" sim \
    -q --trace gemm/list --write-trace kept
unchanged trace_stays_when_the_run_fails
if [ "$(ls kept)" = "$(ls as_it_was)" ]; then ok trace_error_leaves_no_temporary_files; else
    not_ok trace_error_leaves_no_temporary_files "$(ls kept)"; fi
cat >endless.yaml <<'EOF'
kernels:
  - {grid: 1, block: 32, program: [{fence: all}]}
  - {grid: 1, block: 32, program: [{loop: 1000000000, do: [{load: {pattern: pointer_chase, step: 128, region: 16777216}}]}]}
EOF
"$WARPLOOM" sim -q --synthetic endless.yaml --write-trace kept & run=$!
awaits $run compgen -G 'kept/kernel-2.traceg.tmp.*' >/dev/null
if kill -KILL $run; then unchanged trace_stays_when_the_run_is_killed; else
    not_ok trace_stays_when_the_run_is_killed 'it had ended'; fi
wait $run 2>/dev/null
rm -rf kept as_it_was

# A list that cannot be written is found before anything runs.
mkdir -p no_list/kernelslist.g
expect_status trace_list_cannot_be_written 2 'cannot write no_list/kernelslist.g: Is a directory' \
    limited 60 "$WARPLOOM" sim -q --synthetic endless.yaml --write-trace no_list
help=$("$WARPLOOM" sim --help)
if [[ $help == *--trace* && $help == *--write-trace* &&
    $help == *--synthetic* ]]; then ok trace_stands_in_help; else
    not_ok trace_stands_in_help '--trace, --write-trace, --synthetic'; fi
finish
