#!/usr/bin/env bash
# stores.sh : every kernel of every workload counts: in a copy of the shared files whose PTX has one
# kernel's stores and atomics to global memory taken out, the workload's check fails. Where later
# launches take their indices from what is missing, they leave their buffers first: that is an error
# of the program, with status 2. A third of the kernels, unless COUNT=all (tests/long/samples.sh).
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

share=$WORK/share
mkdir -p "$share/refmodel/config"
cp -r refmodel/config/presets "$share/refmodel/config/"
cp -r refmodel/workloads "$share/refmodel/"
export WARPLOOM_SHARE=$share

without_stores() { # NAME KERNEL: writes the workload's PTX without them; fails if there are none
    local ptx=refmodel/workloads/$1/$1.ptx
    awk -v kernel="$2" '
        / \.entry / { inside = ($0 ~ ("\\.entry " kernel "\\(")) }
        inside && /^\t(@!?%p[0-9]+ )?\t*(st|red|atom)\.([a-z0-9]*\.)*/ && !/st\.(volatile\.)?(shared|local|param)/ && !/(red|atom)\.shared/ { next }
        { print }' "$ptx" >"$share/$ptx"
    ! cmp -s "$ptx" "$share/$ptx"
}

while read -r name kernel; do
    in_sample || continue
    status=1 text="workload $name: " size=small
    case $kernel in
    # the range of bins that it counts in shared memory
    histo_prescan) status=2 text="kernel 'histo_main'" ;;
    # intervals of sorted runs
    mergesort_ranks | mergesort_limits | mergesort_merge) status=2 text="kernel 'mergesort_merge'" \
        ;;
    dwt2d_53_128) size=medium ;; # a window as wide as a picture of this size asks for
    dwt2d_53_192) size=paper ;;
    esac
    [ $status = 1 ] || text+=', CTA'
    if without_stores "$name" "$kernel"; then
        expect_status "stores_of_${name}_${kernel}_count" $status "$text" "$WARPLOOM" sim \
            -q --size $size "$name"
    else not_ok "stores_of_${name}_${kernel}_count" 'it has none'; fi
    cp "refmodel/workloads/$name/$name.ptx" "$share/refmodel/workloads/$name/"
done < <("$WARPLOOM" workloads --json | jq -r \
    '.workloads[] | .name as $n | .kernels[] | "\($n) \(.)"')
finish
