#!/usr/bin/env bash
# compositions.sh : many more random compositions than tests/cosim/compositions.sh runs, from a seed
# of the day, which is printed: SEED=n repeats them, FIRST=n COUNT=1 one of them.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail

SEED=${SEED:-$(date +%Y%m%d)} COUNT=${COUNT:-25} exec bash tests/cosim/compositions.sh
