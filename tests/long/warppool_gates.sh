#!/usr/bin/env bash
# warppool_gates.sh : a small WarpPool is synthesized as a whole, its inter-warp queues with latches
# too, and every module of the netlists is proven to do what the module did before mapping; a
# netlist with one gate exchanged is not. The rows of WarpPool that belong to equiv.sh.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tests/equiv.sh
source tb/coverage/points.sh
EQUIV_SECONDS=900

# its bench's arguments: those of the configuration are wanted
read -ra args <<<"${COVERAGE_POINTS[warppool]}"
config=()
for ((i = 0; i < ${#args[@]}; i++)); do
    case ${args[i]} in -c | --set) config+=("${args[i]}" "${args[i + 1]}") ;; esac
done
proven warppool "${config[@]}"
exchanged warppool warppool_quantum
proven warppool_queues_with_latches "${config[@]}" --set rtl.storage=latch --module warppool_queues
exchanged warppool_queues_with_latches warppool_queues
finish
