#!/usr/bin/env bash
# determinism.sh : the same run gives the same statistics, to the byte, whatever the time, the folder and the environment.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

stats() { "$WARPLOOM" sim --json "$@" | jq -S 'del(.wall_seconds)'; }

for name in atax transpose; do
    stats -c mrpb-base-s "$name" >"$WORK/$name.1"
    (cd "$WORK" && env -i PATH="$PATH" WARPLOOM_SHARE="${WARPLOOM_SHARE-}" LONGER="$(head -c 5000 /dev/zero | tr '\0' x)" "$WARPLOOM" sim --json -c mrpb-base-s "$name" -v) |
        jq -S 'del(.wall_seconds)' >"$WORK/$name.2"
    if [ -s "$WORK/$name.1" ] && cmp -s "$WORK/$name.1" "$WORK/$name.2"; then ok "sim_${name}_twice_is_the_same"
    else not_ok "sim_${name}_twice_is_the_same" "$(diff "$WORK/$name.1" "$WORK/$name.2" | head -n 3 | tr '\n' ' ')"; fi
done

# The comparison compares: another machine gives other figures.
stats -c mrpb-base-s --set l1d.ways=8 atax >"$WORK/ways"
if cmp -s "$WORK/atax.1" "$WORK/ways"; then not_ok sim_more_ways_change_statistics 'the same'; else ok sim_more_ways_change_statistics; fi

expect sim_json_is_alone_on_stdout bash -c '"$WARPLOOM" sim --json vectoradd 2>/dev/null | jq -e .cycles'
if [ -z "$("$WARPLOOM" sim --json vectoradd 2>&1 >/dev/null)" ]; then ok sim_is_silent_on_stderr; else not_ok sim_is_silent_on_stderr 'it is not'; fi
finish
