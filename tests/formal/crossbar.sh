#!/usr/bin/env bash
# crossbar.sh : proofs of the crossbar: round robin and output by induction with z3: one grant, the
# bound of a wait, places, a packet's flits together; witnesses reached, properties broken by their
# mutants, a third unless COUNT=all, which has flows of a whole small crossbar by ABC's PDR too,
# without and with data: each packet once, in order, none lost. `make formal` has more points, and
# the mutants of the whole.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
source tb/formal/crossbar.sh

for p in "${CROSSBAR_PARTS[@]}"; do
    read -ra part <<<"$p"
    expect "proved_${p// /_}" prove_crossbar_part "${part[@]}"
done
for m in "${CROSSBAR_MUTANTS[@]}"; do
    if [[ $m = *'|crossbar '* ]] || ! in_sample; then continue; fi
    name=${m%%|*}
    expect "refuted_${name#* }" kill_crossbar_mutant "$m"
done
read -ra point <<<"${CROSSBAR_DATA_POINTS[0]}"
whole() { [ "${COUNT:-}" = all ]; }
whole && expect "proved_${point[0]}" prove_crossbar_data "${point[@]}"
for m in "${CROSSBAR_DATA_MUTANTS[@]}"; do
    in_sample || continue
    name=${m%%|*}
    expect "refuted_${name#* }" kill_crossbar_data_mutant "$m"
done
read -ra point <<<"${CROSSBAR_POINTS[0]}"
whole && expect "proved_${point[0]}" prove_crossbar "${point[@]}"
finish
