#!/usr/bin/env bash
# lint.sh : the lint of emitted Verilog, with all sizes with and without assertions, in all tools,
# with their properties; and of shell scripts together with what they source.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail

export LINT=all
bash tests/house/tree.sh; house=$?
bash tests/rtl/lint.sh && exit "$house"
