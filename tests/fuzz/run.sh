#!/usr/bin/env bash
# run.sh : the readers of input files under libFuzzer with AddressSanitizer and UBSan: nothing
# crashes, leaks or hangs, whatever the file holds. Everything in corpus/ and the tree's own inputs
# first, then a fixed number of runs from a fixed seed, some seconds each; three planted faults are
# found. The suite has three of the readers; COUNT=all (tests/long/samples.sh) and FUZZ_SECONDS all.
# FUZZ_SECONDS=N: each reader for N seconds instead, from another seed each time; what is
# found stays in build/fuzz/found, and goes into corpus/ with its repair.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

build=$(realpath "${B:-build}")/fuzz
cc=clang-14
flags='-fsanitize=address,undefined -fno-sanitize-recover=all'
# Few runs take less than optimizing what they run.
opt=-O0; [ -n "${FUZZ_SECONDS:-}" ] && opt=-O1
export WARPLOOM_SHARE=$PWD FUZZ_DIR
FUZZ_DIR=$(mktemp -d /dev/shm/warploom-fuzz-XXXXXX)
trap 'rm -rf "$FUZZ_DIR"' EXIT

# A target: its runs, the longest input, what it links beside the configuration and base layers,
# where more inputs are. What would run what has been read is not there: calling it is a failure.
not_called() { printf -- '-Wl,--defsym=%s=wl_check_failed ' "$@"; }
launch="$(not_called gpu_run gpu_cut cuda_context_free cuda_current cuda_default_attach \
    cuda_graphs_free cuda_libraries_free cuda_links_free cuda_pools_free cuda_textures_free)
    refmodel/cli/launch.o refmodel/cli/launch_read.o refmodel/cli/launch_args.o refmodel/cli/launch_data.o refmodel/cuda/cuda_device.o refmodel/machine/run/gpu_fit.o"
synthetic="$(not_called gpu_run \
    gpu_cut) refmodel/cli/synthetic_run.o refmodel/cli/synthetic_read.o refmodel/machine/common/addrmap.o refmodel/blocks/pric.o"
yaml=refmodel/config/yaml_tree.o
targets=(config fatbin trace)
if [ "${COUNT:-}" = all ] || [ -n "${FUZZ_SECONDS:-}" ]; then
    targets+=(import launch liberty ptx synthetic)
fi
declare -A runs=([config]=1200 [fatbin]=7500 [import]=1200 [launch]=2400 [liberty]=7500 \
    [ptx]=2400 [synthetic]=2400 [trace]=2400)
declare -A longest=([config]=2048 [fatbin]=2048 [import]=4096 [launch]=2048 [liberty]=2048 \
    [ptx]=4096 [synthetic]=2048 [trace]=4096)
declare -A links=([config]='' [fatbin]=refmodel/cuda/cuda_fatbin.o [import]='' \
    [launch]="$launch $yaml lib/libptx.a" [liberty]="synth/liberty.o synth/liberty_write.o" \
    [ptx]=lib/libptx.a
    [synthetic]="$synthetic $yaml lib/libsynthetic.a" [trace]=lib/libtrace.a)
declare -A more=([config]='tests/bad/config refmodel/config/presets' [fatbin]='' [import]='' \
    [launch]=tests/bad/launch [liberty]='' [ptx]=tests/bad/ptx
    [synthetic]='' [trace]='')

product() { # TARGET: what it links, as built
    local l
    for l in ${links[$1]} lib/libconfig.a lib/libbase.a; do
        case $l in -*) echo "$l" ;; lib/*) echo "$build/$l" ;; *) echo "$build/obj/$l" ;; esac
    done
}

build_product() {
    local t
    for t in "${targets[@]}"; do product "$t"; done | grep -v '^-' | sort -u |
        xargs env -u MAKEFLAGS -u MAKELEVEL make -s B="$build" CC=$cc OPT="$opt -g1 -w" \
            SAN="-fsanitize=fuzzer-no-link $flags"
}

link() { # SOURCE OUT MORE...
    local source=$1 out=$2; shift 2
    # shellcheck disable=SC2086
    $cc -std=c11 -D_GNU_SOURCE $opt -g1 -Irefmodel -I. -fsanitize=fuzzer $flags -o "$out" \
        "$source" tests/fuzz/fuzz.c "$@" -lyaml -ljansson -lmd -llzma -lz -llz4 -lzstd -lm
}

build_all() {
    local t
    build_product || return 1
    for t in "${targets[@]}"; do
        # shellcheck disable=SC2046
        link "tests/fuzz/fuzz_$t.c" "$build/$t" $(product "$t") || return 1
    done
    for t in 1 2 3; do link tests/fuzz/fuzz_planted.c "$build/planted$t" -DFUZZ_PLANT=$t \
        "$build/lib/libbase.a" || return 1; done
}

fuzz() { # TARGET OPTION... INPUT...
    local t=$1; shift
    "$build/$t" -artifact_prefix="$build/found/$t-" -timeout=60 -rss_limit_mb=2048 "$@"
}

corpus() { find "tests/fuzz/corpus/$1" ${more[$1]} -type f; }

how() { # TARGET: options of its runs
    if [ -n "${FUZZ_SECONDS:-}" ]; then echo "-max_total_time=$FUZZ_SECONDS"; else
        echo "-seed=1 -runs=${runs[$1]}"; fi
}

command -v $cc >/dev/null || { not_ok fuzz_builds "$cc: not found; make deps installs it"; finish; }
mkdir -p "$build/found"
if out=$(build_all 2>&1); then ok fuzz_builds; else not_ok fuzz_builds "$(tail -n 3 <<<"$out" |
    tr '\n' ' ')"; finish; fi
for t in "${targets[@]}"; do
    mkdir -p "$build/grown/$t" "$FUZZ_DIR/new"
    grown=$FUZZ_DIR/new; [ -n "${FUZZ_SECONDS:-}" ] && grown=$build/grown/$t
    # shellcheck disable=SC2046
    expect "fuzz_${t}_takes_or_refuses_its_corpus" fuzz "$t" $(corpus "$t")
    # shellcheck disable=SC2046,SC2086
    expect "fuzz_${t}_takes_or_refuses_anything" fuzz "$t" -max_len="${longest[$t]}" $(how "$t") \
        "$grown" "tests/fuzz/corpus/$t" ${more[$t]}
    rm -rf "${FUZZ_DIR:?}"/*
done

# NUMBER TEXT SECONDS: the fault is found, and called by its name; an input may take SECONDS
planted() {
    local out
    out=$("$build/planted$1" -artifact_prefix="$FUZZ_DIR/" -timeout="$3" -seed=1 -runs=1000000 \
        2>&1) && return 1
    grep -q "$2" <<<"$out"
}
expect fuzz_finds_a_read_beyond_the_end planted 1 heap-buffer-overflow 60
expect fuzz_finds_a_leak planted 2 'detected memory leaks' 60
expect fuzz_finds_a_hang planted 3 'libFuzzer: timeout' 1
finish
