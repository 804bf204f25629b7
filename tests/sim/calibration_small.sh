#!/usr/bin/env bash
# calibration_small.sh : small kernels of the calibration beside GPGPU-Sim's figures for them: L1D
# accesses equal, L2 accesses within 2 %, cycles within a bound, of all launches but those that
# differ on purpose; and each mechanism that this rests on, off and on.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

micro=reports/calibration/micro
# figures FILE [OPTION...]: "kernel cycles L1D-accesses L2-accesses" of each launch, ours
figures() {
    "$WARPLOOM" sim -q -c gtx480-4x "${@:2}" --launch "$micro/$1.yaml" --csv "$WORK/$1.csv" \
        >"$WORK/out" 2>"$WORK/err" || { head -n 2 "$WORK/err"; return 1; }
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $1 != "total" { print $2, $at["kernel_cycles"], $at["l1d.read_accesses"] + $at["l1d.write_accesses"], $at["l2.read_accesses"] + $at["l2.write_accesses"] }' "$WORK/$1.csv"
}
# theirs FILE: the same of GPGPU-Sim
theirs() { awk -F, -v file="$1" '$1 == file { print $3, $4, $6, $10 }' "$micro/gpgpusim.csv"; }
# beyond MOST: launches, of pairs of lines, whose cycles differ by more than MOST percent, whose L1D
# accesses differ, or L2 accesses by more than 2 %
beyond() {
    awk -v most="$1" 'function off(a, b) { return b ? 100 * (a > b ? a - b : b - a) / b : a }
        $1 != $5 || off($2, $6) > most || $3 != $7 || off($4, $8) > 2 { print $1 ": " $2, $3, $4, "there", $6, $7, $8 }'
}
# within FILE MOST [OPTION...]
within() { paste -d ' ' <(figures "$1" "${@:3}") <(theirs "$1") | beyond "$2"; }
same() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "'$3' instead of '$2'"; fi; }

same csv_has_all_launches 99 "$(($(wc -l <"$micro/gpgpusim.csv") - 1))"
same one_warp_within_2_percent '' "$(within ops1 2)"
# With 24 warps in step, which of them meet in a bank or at the instruction cache decides: one of
# the 38 launches (o_and) is 12.7 % off.
same full_sm_within_13_percent '' "$(within ops24 13)"
expect full_sm_at_most_one_launch_beyond_10_percent [ "$(within ops24 10 | wc -l)" -le 1 ]
for f in u_bar u_ca2 u_cg1 u_cg2 u_cg32 u_dfma u_diverge u_fdiv u_fsqrt u_idiv u_sfu u_shs32 \
    u_st; do same "${f}_within_5_percent" '' "$(within $f 5)"; done
# Atomics: a warp does not wait for its own here, so the cycles are others; the traffic is the same.
for f in u_at1 u_at8w u_atsame; do same "${f}_traffic" '' "$(within $f 100)"; done

# each mechanism off: what GPGPU-Sim has is lost
differs() { if [ -n "$(within "$2" "$3" --set "$4")" ]; then ok "$1"; else
    not_ok "$1" "$4 changes nothing"; fi; }
differs serial_reads_are_slower ops1 2 sm.operand_reads=serial
differs code_lines_are_shared ops1 2 sm.code_packed=false
differs segments_of_atomics u_at1 100 l1d.l2_only_bytes=0
differs segments_of_cg u_cg2 5 l1d.l2_only_bytes=0
differs cg_goes_round_l1d u_cg32 5 l1d.cg_bypass=false
finish
