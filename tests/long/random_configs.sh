#!/usr/bin/env bash
# random_configs.sh : the benches over many more random configurations than
# tests/cosim/bench_configs.sh, from a seed of the day, which is printed: SEED=n repeats it.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail

SEED=${SEED:-$(date +%Y%m%d)} COUNT=${COUNT:-2000} exec bash tests/cosim/bench_configs.sh
