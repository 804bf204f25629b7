#!/usr/bin/env bash
# layers.sh : draws the include graph and fails on an upward edge (the order of layers is the Makefile's), within the machine
# on one between wings that must not know of each other.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

below="refmodel/base refmodel/config refmodel/blocks" # the machine
# folder -> what it may include, itself always allowed; refmodel/machine: the headers of all its wings but those of insides
declare -A may=(
    [refmodel/base]=""
    [refmodel/config]="refmodel/base"
    [refmodel/blocks]="refmodel/base refmodel/config"
    [refmodel/machine/common]="$below"
    [refmodel/machine/structures]="$below refmodel/machine/common"
    [refmodel/machine/core]="$below refmodel/machine/common refmodel/machine/structures"
    [refmodel/machine/memory]="$below refmodel/machine/common refmodel/machine/structures"
    [refmodel/machine/run]="$below refmodel/machine/common refmodel/machine/structures refmodel/machine/core refmodel/machine/memory"
    [refmodel/machine/parallel]="$below refmodel/machine/common refmodel/machine/structures refmodel/machine/core refmodel/machine/memory refmodel/machine/run"
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
        refmodel/machine/*/*) cut -d/ -f1-3 <<<"$1" ;;
        refmodel/*) cut -d/ -f1-2 <<<"$1" ;;
        *) cut -d/ -f1 <<<"$1" ;;
    esac
}

# An include of the machine from outside of it: insides, and the threads, are the machine's own.
from_outside() { # FROM TO PATH
    [[ $1 != refmodel/machine/* && $2 == refmodel/machine/* && $2 != */parallel && $3 != *_state.h ]]
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
        if from_outside "$from" "$to" "$path"; then to=refmodel/machine; fi
        [[ " ${may[$from]-} " == *" $to "* ]] || echo "$file: $from may not include $path"
    done < <(cd "$root" && grep -rHoE --include='*.[ch]' '^ *# *include +"[^"]+"' refmodel rtlgen tb synth reports | sed -E 's/: *# *include +"([^"]+)"/:\1/')
}

edges=$(upward_edges .)
if [ -z "$edges" ]; then ok includes_go_downward_only; else not_ok includes_go_downward_only "$(tr '\n' ';' <<<"$edges")"; fi

# The check checks: an include that must not be, in a copy, is found.
found() { # NAME FILE INCLUDED WORDS
    rm -rf "$WORK/copy" && mkdir -p "$WORK/copy"
    cp -r refmodel rtlgen tb synth reports "$WORK/copy/"
    echo "#include \"$3\"" >>"$WORK/copy/$2"
    if upward_edges "$WORK/copy" | grep -q "$4"; then ok "$1"; else not_ok "$1" "$2 includes $3, and nobody says so"; fi
}
found upward_include_is_found refmodel/base/err.h machine/run/gpu.h 'refmodel/base may not include refmodel/machine/run/gpu.h'
found include_of_another_wing_is_found refmodel/machine/memory/l2.h machine/core/sm.h 'memory may not include refmodel/machine/core/sm.h'
found upward_include_between_wings_is_found refmodel/machine/structures/reqpath.h machine/core/l1d.h 'structures may not include'
found include_of_insides_is_found refmodel/cli/cli.h machine/core/sm_state.h 'cli may not include refmodel/machine/core/sm_state.h'
finish
