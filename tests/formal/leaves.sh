#!/usr/bin/env bash
# leaves.sh : proofs of the leaf modules at sizes of 1, 2, a non-power of two and the paper's 48;
# each property broken by its mutant.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
source tb/formal/leaves.sh

emit_leaves || { not_ok leaves_emitted "status $?"; finish; }
for n in 1 2 5 48; do
    expect "lib_first_of_$n" prove_leaf first "$n"
    expect "lib_encode_of_$n" prove_leaf encode "$n"
    expect "lib_onehot_of_$n" prove_leaf onehot "$n"
done
for depth in 2 3 5 8; do expect "lib_slot_bank_of_$depth" prove_leaf slot_bank 3 "$depth"; done
for m in "${LEAF_MUTANTS[@]}"; do
    name=${m%%|*}
    expect "refuted_leaf_${name#* }" kill_leaf_mutant "$m"
done
finish
