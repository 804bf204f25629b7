#!/usr/bin/env bash
# ptx.sh : compiles every workload's NAME/NAME.cu to NAME/NAME.ptx with Debian's clang 14; no CUDA
# toolkit is needed.
#
#   ptx.sh [DIR]      write below DIR instead of beside the sources
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${1:-$here}
command -v clang-14 >/dev/null ||
    { echo "ptx.sh: clang-14 is missing (apt-get install clang-14)" >&2; exit 3; }

for source in "$here"/*/*.cu; do
    name=$(basename "$source" .cu)
    mkdir -p "$out/$name"
    (cd "$here/$name" &&
        clang-14 -x cuda --cuda-device-only --cuda-gpu-arch=sm_35 -nocudainc -nocudalib \
            --cuda-path=/nonexistent -Wno-unknown-cuda-version -O2 -S "$name.cu" -o -) \
        >"$out/$name/$name.ptx.tmp"
    mv "$out/$name/$name.ptx.tmp" "$out/$name/$name.ptx"
done
