#!/usr/bin/env bash
# install.sh : `make install` gives a program that finds its presets, PTX and cells without the
# source tree.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# Outside the tree: a program below it would find the tree's own files.
away=$(mktemp -d)
trap 'rm -rf "$away"' EXIT

expect make_install make -s install B="${B:-build}" DESTDIR="$away/my dest" PREFIX=/usr
installed="$away/my dest/usr/bin/warploom"
for f in LICENSE README.md; do
    expect "installed_$f" cmp "$f" "$away/my dest/usr/share/doc/warploom/$f"; done
unset WARPLOOM_SHARE
export XDG_CACHE_HOME=$away/cache
tree=$PWD
cd "$away" || exit 3
expect installed_sim "$installed" sim -c gtx480 vectoradd
# The sources are not installed: the answer says so instead of listing nothing.
"$installed" config explain structures.mrpb.depth >explained 2>&1
echo "$?" >>explained
expect installed_explain_says_that_sources_are_missing awk \
    '/^  default /{d = 1} /^  files     the sources are not installed/ { s = d } /refmodel|rtlgen/ { r = 1 } END { exit !(s && !r && $0 == "0") }' explained
expect installed_rtl "$installed" rtl -c mrpb-base-s -o rtl
expect installed_cosim "$installed" cosim -c mrpb-base-s vectoradd
expect installed_synth "$installed" synth -c mrpb-base-s --set structures.mrpb.queues=2 \
    --module lib_first -o synth
expect installed_bench_of_gates "$installed" bench -c dwt-pric-full --block streambypass \
    --gates --cycles 2000
printf '#include <cuda.h>\nint main(void) { return cuInit(0) == CUDA_SUCCESS ? 0 : 1; }\n' >host.c
read -ra san <<<"${SAN:-}" # what the library was built with beside the usual (make sanitize)
expect host_program_links gcc "${san[@]}" -I"$tree/refmodel/cuda" -o host host.c \
    -L"$away/my dest/usr/lib/warploom" -lcuda
expect installed_library_finds_its_presets env LD_LIBRARY_PATH="$away/my dest/usr/lib/warploom" \
    WARPLOOM_CONFIG=mrpb-base-s ./host
# a prefix that is called as the library's folder is
mkdir -p "$away/lib" && mv "$away/my dest/usr" "$away/lib/warploom"
expect installed_where_prefix_ends_as_the_library "$away/lib/warploom/bin/warploom" config print
if [ -d "$away/cache/warploom" ]; then ok installed_caches_in_the_users_cache; else
    not_ok installed_caches_in_the_users_cache "no $away/cache/warploom"; fi
finish
