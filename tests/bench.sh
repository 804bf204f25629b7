#!/usr/bin/env bash
# bench.sh : how fast it is (`make bench`). Every figure is the best of three runs that alternate with what they are compared
# to, so that a noisy machine hurts both alike. Figures, not tests: nothing here passes or fails.
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
w=${WARPLOOM:-build/warploom}
runs=${RUNS:-3}

best() { # keeps the smaller of two numbers
    awk -v a="$1" -v b="$2" 'BEGIN { print (a == "" || b + 0 < a + 0) ? b : a }'
}

# json FILTER COMMAND...
json() { local filter=$1; shift; "$@" --json -q | jq -r "$filter"; }

echo "simulator (model mode, one core)"
printf '  %-22s %12s %12s %10s %16s %18s\n' workload cycles warp-insns seconds cycles/s warp-insns/s
while read -r config workload; do
    seconds=''
    for ((i = 0; i < runs; i++)); do
        read -r t cycles insns < <(json '"\(.wall_seconds) \(.cycles) \(.warp_insns)"' "$w" sim -c "$config" "$workload")
        seconds=$(best "$seconds" "$t")
    done
    awk -v n="$workload" -v c="$cycles" -v i="$insns" -v t="$seconds" \
        'BEGIN { printf "  %-22s %12d %12d %10.3f %16.0f %18.0f\n", n, c, i, t, c / t, i / t }'
done <<'LIST'
gtx480 atax
gtx480 bicg
gtx480 gemm
gtx480 syrk
mrpb-base-s atax
LIST

echo
echo "lockstep (mrpb-base-s, atax, every SM's MRPB)"
model='' lockstep='' rtl=''
"$w" cosim -c mrpb-base-s atax -q >/dev/null # the plug-in is compiled outside the measurement
for ((i = 0; i < runs; i++)); do
    read -r t cycles < <(json '"\(.wall_seconds) \(.cycles)"' "$w" sim -c mrpb-base-s atax)
    model=$(best "$model" "$t")
    lockstep=$(best "$lockstep" "$(json .wall_seconds "$w" cosim -c mrpb-base-s atax --mode lockstep)")
    rtl=$(best "$rtl" "$(json .wall_seconds "$w" cosim -c mrpb-base-s atax --mode rtl)")
done
awk -v c="$cycles" -v m="$model" -v l="$lockstep" -v r="$rtl" 'BEGIN {
    printf "  model    %8.3f s  %12.0f GPU cycles/s\n", m, c / m
    printf "  lockstep %8.3f s  %12.0f GPU cycles/s  %6.2f x model\n", l, c / l, l / m
    printf "  rtl      %8.3f s  %12.0f GPU cycles/s  %6.2f x model\n", r, c / r, r / m }'

echo
echo "standalone bench (mrpb-base-s, model and RTL on random traffic)"
seconds=''
for ((i = 0; i < runs; i++)); do
    read -r t cycles < <(json '"\(.wall_seconds) \(.cycles_compared)"' "$w" bench -c mrpb-base-s --cycles 1000000)
    seconds=$(best "$seconds" "$t")
done
awk -v c="$cycles" -v t="$seconds" 'BEGIN { printf "  %.0f cycles compared a second\n", c / t }'
