#!/usr/bin/env bash
# temporary.sh : temporary files: those of tools lie in one folder, which goes with the program
# however that ends; a place for them that cannot be used is named.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3
small=(-q -c gtx480 --set structures.pric.enable=true --set structures.pric.index_bits=4)
bench=("$WARPLOOM" bench "${small[@]}" --cycles 3000)
mkdir tmp
export TMPDIR=$WORK/tmp

# Slow stand-ins for tools, that leave files where they are told to put temporary ones, and one in a
# process of their own.
mkdir bin
cat >bin/verilator <<'SH'
#!/bin/bash
[ "${1:-}" = --version ] && exec "$(type -ap verilator | tail -n 1)" "$@"
touch "$TMPDIR/of_verilator"
(touch "$TMPDIR/of_its_child"; exec sleep 60) &
touch "$WORK/started"
wait
SH
cp bin/verilator bin/yosys
sed -i 's/--version/-V/; s/verilator/yosys/g' bin/yosys
chmod +x bin/*
export PATH=$WORK/bin:$PATH WORK

# The folder of a run, and the tools of it that live.
folders() { find tmp -mindepth 1 -maxdepth 1 -name 'warploom-*' | wc -l; }
living() { pgrep -f "$WORK/bin/" | wc -l; }

ended() { # NAME SIGNAL STATUS COMMAND...: killed when its tool runs, nothing is left
    local name=$1 signal=$2 want=$3 pid; shift 3
    rm -f started
    WARPLOOM_CACHE=$WORK/cache env --default-signal "$@" >ended.out 2>&1 & pid=$!
    for ((i = 0; i < 1200; i++)); do [ -e started ] && break; sleep 0.05; done
    if [ "$(folders)" -eq 1 ]; then ok "${name}_has_a_folder"; else
        not_ok "${name}_has_a_folder" "$(find tmp)"; fi
    kill "-$signal" "$pid"
    wait "$pid" 2>/dev/null; status=$?
    if [ $status -eq "$want" ]; then ok "${name}_ends_by_it"; else
        not_ok "${name}_ends_by_it" "status $status"; fi
    for ((i = 0; i < 100 && $(living); i++)); do sleep 0.05; done
    if [ "$(living)" -eq 0 ]; then ok "${name}_ends_its_tools"; else
        not_ok "${name}_ends_its_tools" "$(living)"; fi
}
gone() { # NAME
    if [ -z "$(find tmp -mindepth 1)" ] &&
        ! compgen -G 'cache/plugins/build.*' >/dev/null; then ok "$1"; else
        not_ok "$1" "$(find tmp cache/plugins -name 'build.*' -o -path 'tmp/*' | head -n 3)"; fi
}
ended sigint INT 130 "${bench[@]}";  gone sigint_leaves_nothing
ended sigterm TERM 143 "${bench[@]}"; gone sigterm_leaves_nothing
ended sighup HUP 129 "${bench[@]}";  gone sighup_leaves_nothing
ended synth TERM 143 "$WARPLOOM" synth "${small[@]}" -o silicon;
    gone sigterm_of_synth_leaves_nothing
ended sigkill KILL 137 "${bench[@]}"
if [ "$(folders)" -eq 1 ]; then ok sigkill_leaves_a_folder; else
    not_ok sigkill_leaves_a_folder "$(find tmp)"; fi

# The next run removes what the killed one has left, but not what is another's, or another run's
# that lives.
mkdir tmp/warploom-of-somebody tmp/other
PATH=${PATH#*:}
export WARPLOOM_CACHE=$WORK/cache
expect run_after_a_killed_one "${bench[@]}"
if [ "$(cd tmp && echo *)" = 'other warploom-of-somebody' ]; then ok killed_run_is_cleared_away;
    else not_ok killed_run_is_cleared_away "$(find tmp)"; fi
rmdir tmp/*
gone builds_of_killed_runs_are_cleared_away

# A run that ignores a signal (nohup) goes on.
(trap '' HUP; touch ready; exec "$WARPLOOM" sim -q atax >nohup.out 2>&1) & pid=$!
for ((i = 0; i < 200; i++)); do [ -e ready ] && break; sleep 0.05; done
sleep 0.1
kill -HUP $pid 2>/dev/null
wait $pid; status=$?
if [ $status -eq 0 ]; then ok nohup_is_kept; else not_ok nohup_is_kept "status $status"; fi

# An output under its temporary name goes too.
cat >forever.yaml <<'YAML'
kernels: [{name: forever, grid: 1, block: 32, program: [{loop: 1000000000, do: [{alu: {class: fp_mad}}]}]}]
YAML
env --default-signal "$WARPLOOM" sim -q --synthetic forever.yaml --csv out.csv --log out.log \
    --write-trace out >/dev/null 2>&1 & pid=$!
for ((i = 0; i < 200; i++)); do compgen -G 'out/kernel-1.traceg.tmp.*' >/dev/null &&
    break; sleep 0.05; done
kill -TERM $pid
wait $pid 2>/dev/null
left=$(find . -name 'out*' -type f)
if [ -z "$left" ]; then ok outputs_of_an_ended_run_go; else
    not_ok outputs_of_an_ended_run_go "$left"; fi

# Places that cannot be used
refused() { expect_status "$1" "$2" "$3" env TMPDIR="$4" "${bench[@]}" --seed 2 \
    --set structures.pric.index_bits=5; }
touch file
mkdir 'a b'
refused tmpdir_missing 2 \
    "error: TMPDIR = $WORK/none: cannot make a folder for temporary files there: No such file or directory" "$WORK/none"
refused tmpdir_is_a_file 2 \
    "error: TMPDIR = $WORK/file: cannot make a folder for temporary files there: Not a directory" \
    "$WORK/file"
refused tmpdir_is_read_only 2 'cannot make a folder for temporary files there' /proc
refused tmpdir_with_a_space 2 \
    "error: TMPDIR = $WORK/a b: must have only letters, digits and _./+,:=@- in its path" \
    "$WORK/a b"
expect tmpdir_is_relative env TMPDIR=tmp "${bench[@]}" --set structures.pric.index_bits=6
gone relative_tmpdir_is_empty_again
finish
