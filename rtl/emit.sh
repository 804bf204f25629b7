#!/usr/bin/env bash
# emit.sh [DIR] : emits the papers' configurations into DIR/rtl, a folder each, and copies their
# timing constraints to DIR/constraints. DIR is by default the source tree. WARPLOOM: the program,
# by default build/warploom. `make regen` runs it.
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
WARPLOOM=$(realpath "${WARPLOOM:-build/warploom}")
cd "${1:-.}"

# emit FOLDER OPTION...; --force, since a merge leaves files of two versions in one folder
emit() {
    local folder=$1; shift
    "$WARPLOOM" rtl -q --force "$@" -o "rtl/$folder"
    mkdir -p "constraints/$folder"
    rm -f "constraints/$folder"/*.sdc
    cp "rtl/$folder"/*.sdc "constraints/$folder/"
}

emit mrpb-base-s -c mrpb-base-s
emit mrpb-base-l -c mrpb-base-l
emit warppool -c warppool
emit pric -c dwt-pric --set name=pric --set structures.pric.enable=true # Figure 7: 32 sets
emit dwt-pric-full -c dwt-pric-full --set structures.pric.enable=true
emit cart -c cart
for flits in 16-48 16-68 32-52; do # the cost-effective crossbars
    emit "bandwidth-$flits" -c "bandwidth-$flits" --set structures.crossbar.enable=true \
        --set structures.crossbar.data=true
done
