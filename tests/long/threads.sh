#!/usr/bin/env bash
# threads.sh : every workload, on machines of several kinds, gives the same statistics to the byte
# with one thread and with two.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

stats() { "$WARPLOOM" sim --json -c "$1" -j "$2" "$3" | jq -S 'del(.wall_seconds)'; }

for name in $("$WARPLOOM" workloads --json | jq -r '.workloads[].name'); do
    for config in ${CONFIGS:-gtx480 mrpb-base-s dwt-pric cart}; do
        stats "$config" 1 "$name" >"$WORK/one"
        stats "$config" 2 "$name" >"$WORK/two"
        if [ -s "$WORK/one" ] && cmp -s "$WORK/one" "$WORK/two"; then
            ok "two_threads_change_nothing_${config}_$name"
        else
            not_ok "two_threads_change_nothing_${config}_$name" \
                "$(diff "$WORK/one" "$WORK/two" | head -n 3 | tr '\n' ' ')"
        fi
    done
done
finish
