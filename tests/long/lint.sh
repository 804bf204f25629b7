#!/usr/bin/env bash
# lint.sh : the lint of emitted Verilog, with the properties of all sizes through all of Yosys'
# checks.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail

LINT_PROOFS=all exec bash tests/rtl/lint.sh
