#!/usr/bin/env bash
# fetch_osu018.sh : puts the OSU018 cell library of Debian's package qflow-tech-osu018, and the
# layout of its cells, into build/liberty, without installing the package (its dependencies pull a
# GUI). Does nothing when they are there or the package is installed.
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
cd "$(dirname "$0")/.."

folder=usr/share/qflow/tech/osu018
files=(osu018_stdcells.lib osu018_stdcells.lef osu018.par)
all_in() {
    local name
    for name in "${files[@]}"; do [ -s "$1/$name" ] || return; done
}
for there in "/$folder" "build/liberty/$folder"; do
    if all_in "$there"; then echo "deps: cell library is there: $there"; exit 0; fi
done

mkdir -p build/liberty
work=$(mktemp -d build/liberty/fetch.XXXXXX)
trap 'rm -rf "$work"' EXIT
echo "deps: fetching qflow-tech-osu018 into build/liberty"
# apt drops to the user _apt for downloads, who must be able to write here
chmod 777 "$work"
(cd "$work" && apt-get download -q qflow-tech-osu018) || {
    echo "deps: apt knows no qflow-tech-osu018 yet; updating its lists"
    sudo=(); [ "$(id -u)" -eq 0 ] || sudo=(sudo)
    "${sudo[@]}" apt-get update -q
    (cd "$work" && apt-get download -q qflow-tech-osu018)
}
dpkg-deb -x "$work"/qflow-tech-osu018_*.deb "$work/tree"
mkdir -p "build/liberty/$folder"
for name in "${files[@]}"; do mv "$work/tree/$folder/$name" "build/liberty/$folder/$name"; done
mkdir -p build/liberty/usr/share/doc
rm -rf build/liberty/usr/share/doc/qflow-tech-osu018
mv "$work/tree/usr/share/doc/qflow-tech-osu018" build/liberty/usr/share/doc/
