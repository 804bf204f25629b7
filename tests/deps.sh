#!/usr/bin/env bash
# deps.sh : installs what Warploom needs from Debian 12's packages, and the OSU018 cell library into
# build/liberty. Idempotent: installs only what is missing, and says so. Needs root or sudo only
# when something is missing.
#
#   tests/deps.sh [demo|full] demo: only what `make demo` needs; full: what `make full` needs; else
#   what `make test` needs
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
cd "$(dirname "$0")/.."

demo=(
    gcc make                        # build
    clang                           # compiles the verilated plug-ins, in half of g++'s time
    libyaml-dev libjansson-dev      # configuration, JSON
    uthash-dev                      # symbol tables of the PTX parser
    libmd-dev                       # SHA-256
    # FST waves of the plug-ins, compressed Liberty, traces packed by gzip
    zlib1g-dev
    liblzma-dev                     # Accel-Sim traces compressed by xz
    liblz4-dev libzstd-dev          # fat binaries of CUDA programs
    libsqlite3-dev                  # results of sweeps
    verilator yosys opensta         # RTL: simulate, lint, synthesize, time
    gnuplot-nox                     # pictures
)
more=(
    libcunit1-dev                   # unit tests
    iverilog                        # the second simulator
    z3                              # proofs: the solver of yosys-smtbmc
    jq                              # tests and make bench: read JSON
    cmark-gfm                       # pages of make mutate, formal, coverage, silicon
    sqlite3                         # tests: results of sweeps
    shellcheck libxml2-utils        # tests: shell scripts, well-formed pages
    xz-utils procps                 # tests: traces compressed by xz; is a program still there?
    locales                         # tests: a decimal comma
    g++                             # tests: the C API's headers are C++, too
    libclang-rt-14-dev              # tests: libFuzzer with its sanitizers
    clang-format-14                 # make format, and the test that holds the form
)
full=(
    nextpnr-ice40                   # tests/long: place and route for iCE40
    qflow graywolf qrouter          # synth --place: place and route of cells
    slurmctld slurmd slurm-client munge # tests/long: a sweep as an array of Slurm's
)
packages=("${demo[@]}")
[ "${1:-all}" = demo ] || packages+=("${more[@]}")
[ "${1:-all}" != full ] || packages+=("${full[@]}")

missing=()
for p in "${packages[@]}"; do
    dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing+=("$p")
done

if [ ${#missing[@]} -gt 0 ]; then
    echo "deps: installing ${missing[*]}"
    sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            echo "deps: error: needs root or sudo to install packages" >&2; exit 3; }
        sudo=(sudo)
    fi
    "${sudo[@]}" apt-get update -q
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install \
        -y -q --no-install-recommends "${missing[@]}"
else
    echo "deps: all packages are there"
fi

bash synth/fetch_osu018.sh
