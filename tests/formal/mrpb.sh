#!/usr/bin/env bash
# mrpb.sh : proofs of MRPB at six points, by induction with z3: every property, every witness
# reached, a third of the properties broken by their mutants (all with COUNT=all, tests/long); runs
# of drain_n, signatures pc and line, the single slot, each with a mutant; a depth that is no power
# of two, with as many entries under way; the pipelined one, with a mutant. `make formal` proves
# more points, and keeps the figures.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
source tb/formal/mrpb.sh

expect "proved_${MUTANT_POINT[0]}" prove_point "${MUTANT_POINT[@]}"
expect "witnesses_of_${MUTANT_POINT[0]}" reach_point "${MUTANT_POINT[@]}"
point "${MUTANT_POINT[@]}"
bound
n=0
for m in "${MUTANTS[@]}"; do
    [ "${COUNT:-}" = all ] || [ $((n++ % 3)) = 0 ] || continue
    name=${m%%|*}
    expect "refuted_${name#* }" kill_mutant "$m"
done
for m in "${MUTANTS_AT[@]}"; do
    expect "refuted_at_${m%% *}" kill_mutant_at "$m"
done
expect proved_runs prove_point runs queues=2 depth=2 latency=1 drain=rr drain_n=2 flush=false \
    bypass=none
expect proved_pc prove_point pc queues=2 depth=2 latency=2 signature=pc
expect proved_line prove_point line queues=2 depth=2 latency=3 signature=line
expect proved_odd_depth prove_point odd queues=2 depth=3 latency=5
expect proved_slot prove_point slot queues=1 depth=1 latency=1 single_slot=true flush=false \
    bypass=all warps=3
expect proved_greedy_longest_stored prove_point greedy_longest queues=3 latency=1 drain=longest \
    greedy=true flush=false bypass=none
expect proved_pipelined prove_pipelined pipelined queues=3 depth=2 latency=5
expect refuted_pipelined refute_pipelined "${PIPELINED_MUTANTS[1]}"
finish
