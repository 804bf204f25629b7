#!/usr/bin/env bash
# kernels.sh : compiles kernels.cu to kernels.ptx with Debian's clang 14; no CUDA toolkit is needed.
#
#   kernels.sh [FILE]      write FILE instead of kernels.ptx
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
clang-14 -x cuda --cuda-device-only --cuda-gpu-arch=sm_35 -nocudainc -nocudalib \
    --cuda-path=/nonexistent -Wno-unknown-cuda-version -O2 -S kernels.cu -o - >"${1:-kernels.ptx}"
