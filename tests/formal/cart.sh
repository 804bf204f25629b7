#!/usr/bin/env bash
# cart.sh : proofs of CART's tree at a small point, by induction with z3: same-line order, nothing
# lost or doubled, one request offered, no overflow, the rotation's bound; what leaves is as it came
# broken by its mutant, with COUNT=all same-line order, too. `make formal` has more points, the
# witnesses, all mutants.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
source tb/formal/cart.sh

expect "proved_${CART_MUTANT_POINT[0]}" prove_cart "${CART_MUTANT_POINT[@]}"
for m in "${CART_MUTANTS[@]:0:2}"; do
    [[ $m = '1 '* ]] && [ "${COUNT:-}" != all ] && continue # twice as long as the other
    name=${m%%|*}
    expect "refuted_${name#* }" kill_cart_mutant "$m"
done
finish
