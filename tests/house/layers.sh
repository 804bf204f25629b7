#!/usr/bin/env bash
# layers.sh : draws the include graph and fails on an upward edge (the order of layers is the Makefile's).
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# folder -> what it may include, itself always allowed
declare -A may=(
    [refmodel/base]=""
    [refmodel/config]="refmodel/base"
    [refmodel/blocks]="refmodel/base refmodel/config"
    [refmodel/machine]="refmodel/base refmodel/config refmodel/blocks"
    [refmodel/ptx]="refmodel/base refmodel/config refmodel/blocks refmodel/machine"
    [refmodel/trace]="refmodel/base refmodel/config refmodel/machine"
    [refmodel/synthetic]="refmodel/base refmodel/config refmodel/machine"
    [refmodel/cuda]="refmodel/base refmodel/config refmodel/machine refmodel/ptx"
    [refmodel/workloads]="refmodel/base refmodel/cuda"
    [rtlgen]="refmodel/base refmodel/config"
    [tb]="refmodel/base refmodel/config refmodel/blocks refmodel/machine rtlgen" # machine: the crossbar is a component that is a golden model
    [synth]="refmodel/base refmodel/config rtlgen"
    [reports]="refmodel/base refmodel/config"
    [refmodel/cli]="refmodel/base refmodel/config refmodel/blocks refmodel/machine refmodel/ptx refmodel/trace refmodel/synthetic refmodel/cuda refmodel/workloads rtlgen tb synth reports"
)

folder_of() { # path -> its layer's folder
    case $1 in
        refmodel/*) cut -d/ -f1-2 <<<"$1" ;;
        *) cut -d/ -f1 <<<"$1" ;;
    esac
}

# upward_edges ROOT: one line an include that goes where it may not
upward_edges() {
    local root=$1 file inc from to path
    while IFS=: read -r file inc; do
        file=${file#"$root"/}
        if [ -f "$root/refmodel/$inc" ]; then path=refmodel/$inc
        elif [ -f "$root/$inc" ]; then path=$inc
        elif [ -f "$root/$(dirname "$file")/$inc" ]; then path=$(dirname "$file")/$inc
        else echo "$file: includes \"$inc\", which is nowhere"; continue; fi
        from=$(folder_of "$file"); to=$(folder_of "$path")
        [ "$from" = "$to" ] && continue
        [[ " ${may[$from]-} " == *" $to "* ]] || echo "$file: $from may not include $path"
    done < <(cd "$root" && grep -rHoE --include='*.[ch]' '^ *# *include +"[^"]+"' refmodel rtlgen tb synth reports | sed -E 's/: *# *include +"([^"]+)"/:\1/')
}

edges=$(upward_edges .)
if [ -z "$edges" ]; then ok includes_go_downward_only; else not_ok includes_go_downward_only "$(tr '\n' ';' <<<"$edges")"; fi

# The check checks: an upward include in a copy is found.
mkdir -p "$WORK/copy"
cp -r refmodel rtlgen tb synth reports "$WORK/copy/"
echo '#include "machine/run/gpu.h"' >>"$WORK/copy/refmodel/base/err.h"
if upward_edges "$WORK/copy" | grep -q 'refmodel/base may not include refmodel/machine/run/gpu.h'; then
    ok upward_include_is_found
else
    not_ok upward_include_is_found 'a seeded upward include was not reported'
fi
finish
