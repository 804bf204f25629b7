#!/usr/bin/env bash
# layers.sh : draws the include graph and fails on an upward edge (the order of layers is the
# Makefile's), within the machine on one between wings that must not know of each other.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

below="refmodel/base refmodel/config refmodel/blocks" # the machine
# a block of the generator: no other block
generator="refmodel/base refmodel/config rtlgen rtlgen/engine rtlgen/lib"
# folder -> what it may include, itself always allowed; refmodel/machine: the headers of all its
# wings but those of insides
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
    [refmodel/cuda]="refmodel/base refmodel/config refmodel/machine refmodel/ptx refmodel/trace"
    [refmodel/cudart]="refmodel/base refmodel/cuda"
    [refmodel/workloads]="refmodel/base refmodel/cuda"
    [refmodel/sweep]="refmodel/base refmodel/config"
    [rtlgen]="refmodel/base refmodel/config" # the generator's interface, and the bugs in its text
    [rtlgen/engine]="refmodel/base refmodel/config rtlgen"
    [rtlgen/lib]="" # templates only
    # the crossbar is a component of the machine that is a golden model
    [tb]="refmodel/base refmodel/config refmodel/blocks refmodel/machine rtlgen"
    [synth]="refmodel/base refmodel/config rtlgen"
    [reports]="refmodel/base refmodel/config"
    [refmodel/cli]="refmodel/base refmodel/config refmodel/blocks refmodel/machine refmodel/ptx refmodel/trace refmodel/synthetic refmodel/cuda refmodel/workloads refmodel/sweep rtlgen tb synth reports"
)

for folder in rtlgen/*/; do
    folder=${folder%/}
    [ -n "${may[$folder]+there}" ] || may[$folder]=$generator
done

# folder_of PATH: its layer's folder, or the wing of the machine, becomes $folder (no subshell: it
# is asked for each include)
folder_of() {
    local depth=1 rest=$1
    case $1 in refmodel/machine/*/*) depth=3 ;; refmodel/* | rtlgen/*/*) depth=2 ;; esac
    folder=
    for ((; depth; depth--)); do folder+=${folder:+/}${rest%%/*} rest=${rest#*/}; done
}

# An include of the machine from outside of it: insides, and the threads, are the machine's own.
from_outside() { # FROM TO PATH
    [[ $1 != refmodel/machine/* && $2 == refmodel/machine/* && $2 != */parallel &&
        $3 != *_state.h ]]
}

includes() { # FILE:INCLUDED of the tree, templates' uses of one another among them
    grep -rHoE --include='*.[ch]' '^ *# *include +"[^"]+"' refmodel rtlgen tb synth reports |
        sed -E 's/: *# *include +"([^"]+)"/:\1/'
    grep -rHoE --include='*.in' '^ *@use +[^ ]+' rtlgen reports constraints |
        sed -E 's/: *@use +/:/'
}

# upward_edges [FILE:INCLUDED]: one line an include that goes where it may not, with one more than
# the tree has
upward_edges() {
    local file inc from to path folder
    while IFS=: read -r file inc; do
        if [ -f "refmodel/$inc" ]; then path=refmodel/$inc
        elif [ -f "$inc" ]; then path=$inc
        elif [ -f "${file%/*}/$inc" ]; then path=${file%/*}/$inc
        else echo "$file: includes \"$inc\", which is nowhere"; continue; fi
        folder_of "$file"; from=$folder
        folder_of "$path"; to=$folder
        [ "$from" = "$to" ] && continue
        if from_outside "$from" "$to" "$path"; then to=refmodel/machine; fi
        [[ " ${may[$from]-} " == *" $to "* ]] || echo "$file: $from may not include $path"
    done < <(includes; [ $# -eq 0 ] || printf '%s\n' "$@")
}

edges=$(upward_edges)
if [ -z "$edges" ]; then ok includes_go_downward_only
else not_ok includes_go_downward_only "$(tr '\n' ';' <<<"$edges")"; fi

# The check checks: an include that must not be is found.
found() { # NAME FILE INCLUDED WORDS
    if upward_edges "$2:$3" | grep -q "$4"; then ok "$1"
    else not_ok "$1" "$2 includes $3, and nobody says so"; fi
}
found upward_include_is_found refmodel/base/err.h machine/run/gpu.h \
    'refmodel/base may not include refmodel/machine/run/gpu.h'
found include_of_another_wing_is_found refmodel/machine/memory/l2.h machine/core/sm.h \
    'memory may not include refmodel/machine/core/sm.h'
found upward_include_between_wings_is_found refmodel/machine/structures/request_path.h \
    machine/core/l1d.h 'structures may not include'
found include_of_another_block_is_found rtlgen/cart/gen.c rtlgen/mrpb/mrpb_end.v.in \
    'rtlgen/cart may not include rtlgen/mrpb/mrpb_end.v.in'
found use_of_a_blocks_template_is_found rtlgen/lib/lib_ram.v.in rtlgen/cart/longest.v.in \
    'rtlgen/lib may not include'
found include_of_the_generators_insides_is_found tb/bench/bench.c rtlgen/engine/plan.h \
    'tb may not include rtlgen/engine/plan.h'
found include_of_insides_is_found refmodel/cli/cli.h machine/core/sm_state.h \
    'cli may not include refmodel/machine/core/sm_state.h'
finish
