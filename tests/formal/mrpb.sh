#!/usr/bin/env bash
# mrpb.sh : proofs of MRPB at its points, by induction with z3: every property, properties broken by
# their mutants; runs of drain_n, signatures pc and line, the single slot, each with a mutant; a
# depth that is no power of two, with as many entries under way; the pipelined one. But for the
# first point a third of it, unless COUNT=all (in_sample), which has the witnesses of the first
# point and a mutant of the pipelined one, too. `make formal` proves more points, and keeps the
# figures.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tb/formal/prove.sh
source tb/formal/mrpb.sh

expect "proved_${MUTANT_POINT[0]}" prove_point "${MUTANT_POINT[@]}"
[ "${COUNT:-}" = all ] &&
    expect "witnesses_of_${MUTANT_POINT[0]}" reach_point "${MUTANT_POINT[@]}"
point "${MUTANT_POINT[@]}"
bound
for m in "${MUTANTS[@]}"; do
    in_sample || continue
    name=${m%%|*}
    expect "refuted_${name#* }" kill_mutant "$m"
done
for m in "${MUTANTS_AT[@]}"; do
    in_sample || continue
    expect "refuted_at_${m%% *}" kill_mutant_at "$m"
done
in_sample && expect proved_runs prove_point runs queues=2 depth=2 latency=1 drain=rr \
    drain_n=2 flush=false bypass=none
in_sample && expect proved_pc prove_point pc queues=2 depth=2 latency=2 signature=pc
in_sample && expect proved_line prove_point line queues=2 depth=2 latency=3 signature=line
in_sample && expect proved_odd_depth prove_point odd queues=2 depth=3 latency=5
in_sample && expect proved_slot prove_point slot queues=1 depth=1 latency=1 \
    single_slot=true flush=false bypass=all warps=3
in_sample && expect proved_greedy_longest_stored prove_point greedy_longest queues=3 \
    latency=1 drain=longest greedy=true flush=false bypass=none
in_sample && expect proved_pipelined prove_pipelined pipelined queues=3 depth=2 latency=5
[ "${COUNT:-}" = all ] &&
    expect refuted_pipelined refute_pipelined "${PIPELINED_MUTANTS[1]}"
finish
