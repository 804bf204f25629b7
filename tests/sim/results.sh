#!/usr/bin/env bash
# results.sh : a kernel that computes something wrong is found out: with PTX tampered in a copy of
# the shared files, the check fails, names the first differing element and both values, and the exit
# status is 1.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

share=$WORK/share
mkdir -p "$share/refmodel/config"
cp -r refmodel/config/presets "$share/refmodel/config/"
cp -r refmodel/workloads "$share/refmodel/"
export WARPLOOM_SHARE=$share

expect sim_untampered_copy_passes "$WARPLOOM" sim -q atax

tampered() { # NAME SED TEXT
    local file=$share/refmodel/workloads/$1/$1.ptx
    cp "refmodel/workloads/$1/$1.ptx" "$file"
    sed -i "$2" "$file"
    if cmp -s "$file" "refmodel/workloads/$1/$1.ptx"; then
        not_ok "sim_wrong_${1}_is_found" 'the tampering changed nothing'; return; fi
    expect_status "sim_wrong_${1}_is_found" 1 "$3" "$WARPLOOM" sim -q "$1"
}
tampered atax '0,/fma.rn.f32/s//fma.rz.f32/' 'workload atax: tmp['
tampered vectoradd 's/add.f32/sub.f32/' 'workload vectoradd: C[0] = -14285.7'
tampered transpose '0,/, 68;/s//, 64;/' 'workload transpose: B['
# ln 2, 2^-23 off: beyond the bound
tampered lavaMD 's/0dBFE62E42FEFA39EF/0dBFE62E4200000000/' 'workload lavaMD: force['
tampered srad_v1 's/0f3FB8AA3B/0f3FB8AA00/' 'workload srad_v1: image['
tampered gemm '0,/mul.f32/s//add.f32/' 'workload gemm: C['

# The result is there to be looked at, and says it.
out=$("$WARPLOOM" sim --json vectoradd 2>/dev/null)
if [ "$(jq -r .check <<<"$out")" = failed ]; then ok sim_wrong_result_in_json; else
    not_ok sim_wrong_result_in_json "$out"; fi
if [[ $("$WARPLOOM" sim vectoradd 2>/dev/null) == *'results WRONG'* ]]; then
    ok sim_wrong_result_in_text; else not_ok sim_wrong_result_in_text 'it does not say so'; fi
# A machine that is stuck has no results: each warp waits at a barrier of its own for all warps of
# its block.
sed -i '0,/ld.param/s//mov.u32 %r1, %tid.x;\n\tshr.u32 %r1, %r1, 5;\n\tbar.sync %r1;\n\t&/' \
    "$share/refmodel/workloads/bicg/bicg.ptx"
stuck=(sim bicg)
expect_status sim_stuck_is_status_1 1 'waits at barrier 0 for warp' "$WARPLOOM" "${stuck[@]}"
if [[ $("$WARPLOOM" "${stuck[@]}" 2>/dev/null) == \
    'bicg small on gtx480: results not checked'* ]]; then ok sim_stuck_is_not_checked_in_text;
    else not_ok sim_stuck_is_not_checked_in_text 'it does not say so'; fi
if [ "$("$WARPLOOM" "${stuck[@]}" --json 2>/dev/null |
    jq -r .check)" = 'not checked' ]; then ok sim_stuck_is_not_checked_in_json; else
    not_ok sim_stuck_is_not_checked_in_json 'it does not say so'; fi

rm "$share/refmodel/workloads/mvt/mvt.ptx"
expect_status sim_missing_ptx_is_named 3 'cuModuleLoad: CUDA_ERROR_FILE_NOT_FOUND' "$WARPLOOM" sim \
    -q mvt
finish
