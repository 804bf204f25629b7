#!/usr/bin/env bash
# compile.sh : compiles the samples again: NAME.clang.ptx with Debian's clang-14, NAME.nvcc.ptx with nvcc 13 if it is there.
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
cd "$(dirname "$0")"
for source in *.cu; do
    name=${source%.cu}
    clang-14 -x cuda --cuda-device-only --cuda-gpu-arch=sm_35 -nocudainc -nocudalib --cuda-path=/nonexistent -S -O2 -w "$source" -o "$name.clang.ptx"
    if command -v nvcc >/dev/null; then nvcc -ptx -arch=sm_75 "$source" -o "$name.nvcc.ptx"; fi
done
