#!/usr/bin/env bash
# random_machines.sh : many more random machines than tests/sim/random.sh runs, from a seed of the
# day, which is printed: SEED=n repeats them, FIRST=n COUNT=1 one of them.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail

SEED=${SEED:-$(date +%Y%m%d)} COUNT=${COUNT:-500} exec bash tests/sim/random.sh
