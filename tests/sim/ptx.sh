#!/usr/bin/env bash
# ptx.sh : the checked-in PTX is what the sources compile to, to the byte, and tells nothing of where it was made.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

if ! command -v clang-14 >/dev/null; then
    echo 'clang-14 is missing: only the checked-in files are looked at' >&2
else
    expect ptx_sources_compile bash refmodel/workloads/ptx.sh "$WORK"
    for new in "$WORK"/*/*.ptx; do
        name=$(basename "$new" .ptx)
        if cmp -s "$new" "refmodel/workloads/$name/$name.ptx"; then ok "ptx_${name}_is_up_to_date"; else not_ok "ptx_${name}_is_up_to_date" 'run make ptx'; fi
    done
fi
told=$(grep -lE '/(home|tmp|usr|work)/|\.file|\.loc' refmodel/workloads/*/*.ptx)
if [ -z "$told" ]; then ok ptx_holds_no_paths; else not_ok ptx_holds_no_paths "$told"; fi
finish
