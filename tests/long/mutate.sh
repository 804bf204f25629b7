#!/usr/bin/env bash
# mutate.sh : mutants of the largest modules of the presets end in bounded memory and time, proofs
# too: no process of the run may have more than 6 GiB, and all of it an hour of processor time.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/mutate/points.sh

read -ra preset <<<"${MUTATE_POINTS[cart_preset]}"
bounded() { (ulimit -v 6291456 -t 3600 && exec "$WARPLOOM" mutate "$@"); }
for module in cart_queues cart_tags; do
    expect "mutants_of_${module}_end" bounded "${preset[@]}" --module "$module" --count 8 \
        --cycles 100000 -o "$WORK/$module"
    expect "mutants_of_${module}_were_asked_about" jq -e \
        '.mutants == 8 and .killed > 0 and ([.survivors[].verdict] | index("not asked") | not)' \
        "$WORK/$module/mutate.json"
done
finish
