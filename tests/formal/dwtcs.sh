#!/usr/bin/env bash
# dwtcs.sh : proofs of DWT-CS at small points and of its vote, by induction with z3; witnesses
# reached, except at the larger points, where that takes minutes (`make formal`); every property
# broken by its mutant. Of the larger points and of the mutants a third, and the point of several
# rounds by induction alone, unless COUNT=all.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
source tb/formal/dwtcs.sh

for p in "${DWTCS_POINTS[@]:0:2}"; do
    read -ra point <<<"$p"
    if [ "${COUNT:-}" != all ] && [ "${point[0]}" = dwtcs_rounds ]; then
        expect "holds_by_induction_at_${point[0]}" induct_dwtcs "${point[@]}"
        continue
    fi
    expect "proved_${point[0]}" prove_dwtcs "${point[@]}"
done
for p in "${DWTCS_POINTS[@]:2}"; do
    in_sample || continue
    read -ra point <<<"$p"
    expect "holds_by_induction_at_${point[0]}" induct_dwtcs "${point[@]}"
done
for m in "${DWTCS_MUTANTS[@]}"; do
    in_sample || continue
    name=${m%%|*}
    expect "refuted_${name#* }" kill_dwtcs_mutant "$m"
done
for n in 1 3 5; do expect "proved_vote_of_$n" prove_vote "$n"; done
for m in "${VOTE_MUTANTS[@]}"; do
    in_sample || continue
    name=${m%%|*}
    expect "refuted_vote_${name#* }" kill_vote_mutant "$m"
done
finish
