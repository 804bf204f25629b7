#!/usr/bin/env bash
# races.sh : what runs in two threads, under ThreadSanitizer: no race; and a race that is planted is
# found. Run by `make sanitize`, whose second build it needs.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
build=$(dirname "$WARPLOOM")
export TSAN_OPTIONS=halt_on_error=1

# Here the ways to go change, unlike in test_gpu_workloads.
for config in gtx480 cart dwt-pric; do
    for name in atax gemm; do expect "no_race_in_two_threads_of_${config}_$name" "$WARPLOOM" sim \
        -q -j 2 -c "$config" "$name"; done
done
expect no_race_in_lockstep "$WARPLOOM" cosim -q -c mrpb-base-s atax
expect no_race_in_a_bench_of_a_top "$WARPLOOM" bench -q -c tests/cosim/compose/all.yaml --block sm \
    --cycles 20000

# The team's test, with one file's releases made relaxed. Those of gpu_back_thread.c order atomics
# only, of which ThreadSanitizer says nothing: data go by those of the others.
printf '#include <stdatomic.h>\n#define memory_order_release memory_order_relaxed\n' \
    >"$WORK/relaxed.h"
seeded() { # FILE
    gcc -std=c11 -D_GNU_SOURCE -O2 -g -fsanitize=thread -Irefmodel -I. -include "$WORK/relaxed.h" \
        -o "$WORK/seeded" "$1" \
        "$build"/obj/tests/unit/{test_gpu_threads,unit}.o \
            "$build"/lib/lib{ptx,machine,blocks,config,base}.a \
            -lcunit -lyaml -ljansson -lmd -lm || return
    "$WORK/seeded"
}
for f in $(grep -lE 'memory_order_release|bit_history_put' refmodel/machine/*/*.c |
    grep -v gpu_back_thread); do
    expect_status "a_planted_race_in_$(basename "$f" .c)_is_found" 66 'ThreadSanitizer: data race' \
        seeded "$f"
done
finish
