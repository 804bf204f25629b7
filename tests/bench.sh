#!/usr/bin/env bash
# bench.sh : how fast it is (`make bench`). Every figure is the best of three runs that alternate
# with what they are compared to, so that a noisy machine hurts both alike; of twelve where two
# threads take so short that whatever else runs decides. Figures, not tests: nothing here passes or
# fails.
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
w=${WARPLOOM:-build/warploom}
runs=${RUNS:-3}

best() { # keeps the smaller of two numbers
    awk -v a="$1" -v b="$2" 'BEGIN { print (a == "" || b + 0 < a + 0) ? b : a }'
}

# json FILTER COMMAND... ; jq starts when the run is over, so that it takes nothing from the second
# thread.
json() {
    local filter=$1 out
    shift
    out=$("$@" --json -q)
    jq -r "$filter" <<<"$out"
}

echo "simulator (model mode, one core)"
printf '  %-11s %-14s %10s %11s %8s %12s %14s\n' machine workload cycles warp-insns seconds \
    cycles/s warp-insns/s
while read -r config workload; do
    seconds=''
    for ((i = 0; i < runs; i++)); do
        # shellcheck disable=SC2086 # an option and its value
        read -r t cycles insns < <(json '"\(.wall_seconds) \(.cycles) \(.warp_insns)"' "$w" sim \
            -c "$config" $workload)
        seconds=$(best "$seconds" "$t")
    done
    awk -v m="$config" -v n="${workload##*/}" -v c="$cycles" -v i="$insns" -v t="$seconds" \
        'BEGIN { printf "  %-11s %-14s %10d %11d %8.3f %12.0f %14.0f\n", m, n, c, i, t, c / t, i / t }'
done <<'LIST'
gtx480 atax
gtx480 bicg
gtx480 gemm
gtx480 syrk
gtx480 --launch reports/calibration/gemm.yaml
gtx480 --launch reports/calibration/atax.yaml
gtx480-4x --launch reports/calibration/gemm.yaml
gtx480-4x --launch reports/calibration/atax.yaml
mrpb-base-s atax
LIST

echo
echo "two threads (results are the same to the byte)"
while read -r config workload; do
    one='' two='' n=$runs
    for ((i = 0; i < n; i++)); do
        # shellcheck disable=SC2086 # options and their values
        one=$(best "$one" "$(json .wall_seconds "$w" sim -c "$config" -j 1 $workload)")
        # shellcheck disable=SC2086
        two=$(best "$two" "$(json .wall_seconds "$w" sim -c "$config" -j 2 $workload)")
        [ "$i" -gt 0 ] || n=$(awk -v t="$one" -v n="$runs" 'BEGIN { print t < 0.5 ? 4 * n : n }')
    done
    awk -v m="$config" -v n="${workload##*/}" -v a="$one" -v b="$two" \
        'BEGIN { printf "  %-11s %-22s %8.3f s with one, %8.3f s with two: %5.2f x\n", m, n, a, b, a / b }'
done <<'LIST'
gtx480 atax --size medium
gtx480 bicg --size medium
gtx480 gemm --size medium
gtx480 syr2k --size medium
gtx480 gesummv --size medium
gtx480 --launch reports/calibration/gemm.yaml
gtx480 --launch reports/calibration/atax.yaml
gtx480-4x gemm --size medium
gtx480-4x syr2k --size medium
gtx480-4x --launch reports/calibration/gemm.yaml
gtx480-4x --launch reports/calibration/atax.yaml
LIST

# The same work for each SM, 64 warps each: what an SM costs, in time and memory.
echo
echo "1 to 128 SMs of 64 warps, the same work for each (one thread)"
printf '  %6s %12s %10s %18s %12s\n' SMs cycles seconds 'ns an SM cycle' 'MiB at most'
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat >"$scratch/scale.ptx" <<'PTX'
.version 7.0
.target sm_75
.address_size 64
.visible .entry scale(.param .u64 a)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<5>;
    .reg .f32 %f<4>;
    ld.param.u64 %rd1, [a];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mad.lo.s32 %r3, %r2, 256, %r1;
    mov.u32 %r4, 0;
    mov.f32 %f1, 0f00000000;
AGAIN:
    and.b32 %r5, %r3, 65535;
    mul.wide.u32 %rd2, %r5, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.f32 %f2, [%rd3];
    fma.rn.f32 %f1, %f1, %f2, %f2;
    fma.rn.f32 %f1, %f1, %f1, %f2;
    fma.rn.f32 %f1, %f1, %f2, %f1;
    add.s32 %r3, %r3, 32;
    add.s32 %r4, %r4, 1;
    setp.lt.u32 %p1, %r4, 60;
    @%p1 bra AGAIN;
    st.global.f32 [%rd3], %f1;
    ret;
}
PTX
for sms in 1 2 4 8 16 32 64 128; do
    cat >"$scratch/scale.yaml" <<YAML
ptx: scale.ptx
buffers: {a: {type: f32, count: 65536, init: {random: 1}}}
launches: [{kernel: scale, grid: [$((16 * sms)), 1, 1], block: [256, 1, 1], args: [a], regs: 16}]
YAML
    seconds=''
    for ((i = 0; i < runs; i++)); do
        read -r t cycles < <(/usr/bin/time -o "$scratch/peak" -f %M "$w" sim --json -q -c gtx480 \
            --set gpu.sms=$sms --set sm.warps=64 --launch "$scratch/scale.yaml" |
            jq -r '"\(.wall_seconds) \(.cycles)"')
        seconds=$(best "$seconds" "$t")
    done
    awk -v n="$sms" -v c="$cycles" -v t="$seconds" -v k="$(tail -n 1 "$scratch/peak")" \
        'BEGIN { printf "  %6d %12d %10.3f %18.1f %12.1f\n", n, c, t, 1e9 * t / c / n, k / 1024 }'
done

echo
echo "lockstep (mrpb-base-s, atax, every SM's MRPB)"
model='' lockstep='' rtl=''
"$w" cosim -c mrpb-base-s atax -q >/dev/null # the plug-in is compiled outside the measurement
for ((i = 0; i < runs; i++)); do
    read -r t cycles < <(json '"\(.wall_seconds) \(.cycles)"' "$w" sim -c mrpb-base-s atax)
    model=$(best "$model" "$t")
    lockstep=$(best "$lockstep" \
        "$(json .wall_seconds "$w" cosim -c mrpb-base-s atax --mode lockstep)")
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
    read -r t cycles < <(json '"\(.wall_seconds) \(.cycles_compared)"' "$w" bench -c mrpb-base-s \
        --cycles 1000000)
    seconds=$(best "$seconds" "$t")
done
awk -v c="$cycles" -v t="$seconds" 'BEGIN { printf "  %.0f cycles compared a second\n", c / t }'
