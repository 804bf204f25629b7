#!/usr/bin/env bash
# outputs.sh : commands whose output cannot be written: exit status, message, and what was there
# before stays. Runs that race on one directory all succeed and leave the files of one of them.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

emit() { "$WARPLOOM" rtl -q -c mrpb-base-s "$@"; }
# As an ordinary user, since root may write anywhere.
as_user() { if [ "$(id -u)" -eq 0 ]; then setpriv --reuid 65534 --regid 65534 --clear-groups "$@";
    else "$@"; fi; }
same_tree() { # NAME DIRECTORY DIRECTORY
    if diff -r "$2" "$3" >diff.txt 2>&1; then ok "$1"; else not_ok "$1" "$(head -n 3 diff.txt |
        tr '\n' ' ')"; fi
}
absent() { if [ -e "$2" ]; then not_ok "$1" "$2 is there"; else ok "$1"; fi; }

# ---- stdout
for words in 'config print' 'workloads' 'config print --json' '--help' 'sim --help' '--version'; do
    read -ra command <<<"$words"
    "$WARPLOOM" "${command[@]}" >/dev/full 2>err.txt; status=$?
    name="full_stdout_of_${words//[ -]/_}"
    if [ $status -eq 3 ] && grep -q '^error: cannot write to stdout: No space left' err.txt; then
        ok "$name"; else not_ok "$name" "status $status: $(cat err.txt)"; fi
done
# A reader that leaves: quiet, and ended by SIGPIPE, unless a check has failed. It leaves before the
# program is started, since a pipe takes in short outputs without any reader.
mkfifo gone
to_nobody() { # COMMAND...
    exec 7<>gone 8>gone 7<&-
    "$WARPLOOM" "$@" >&8 2>pipe.err; status=$?
    exec 8>&-
}
for words in 'config explain sm' 'config print --json' '--help' 'rtl -c mrpb-base-s -o piped'; do
    read -ra command <<<"$words"
    to_nobody "${command[@]}"
    name="reader_of_${words//[ -]/_}_leaves_quietly"
    if [ $status = 141 ] && [ ! -s pipe.err ]; then ok "$name"; else
        not_ok "$name" "status $status: $(cat pipe.err)"; fi
done
expect what_nobody_reads_about_is_done [ -s piped/mrpb_base_s_mrpb.v ]
to_nobody config check -c nowhere
if [ $status = 2 ] && grep -q nowhere pipe.err; then ok wrong_input_without_a_reader_is_told; else
    not_ok wrong_input_without_a_reader_is_told "status $status: $(cat pipe.err)"; fi
"$WARPLOOM" config print >&- 2>err.txt; status=$?
if [ $status -eq 3 ]; then ok closed_stdout; else not_ok closed_stdout "status $status"; fi

# ---- directories
echo old >file
mkdir foreign && echo mine >foreign/notes.txt
for command in rtl synth report; do
    expect_status "${command}_onto_a_file" 2 'irectory' "$WARPLOOM" $command -q -c mrpb-base-s \
        -o file
    expect_status "${command}_below_a_file" 2 'irectory' "$WARPLOOM" $command -q -c mrpb-base-s \
        -o file/out
    expect_status "${command}_onto_a_device" 2 'irectory' "$WARPLOOM" $command -q -c mrpb-base-s \
        -o /dev/full
    expect_status "${command}_without_structure" 2 'gtx480 has no' "$WARPLOOM" $command \
        -q -c gtx480 -o "none_$command"
    absent "${command}_without_structure_makes_nothing" "none_$command"
done
expect_status rtl_beside_foreign_files 2 'foreign: holds notes.txt, which is not emitted' emit \
    -o foreign
if [ "$(ls foreign)" = notes.txt ] && [ "$(cat file)" = old ]; then
    ok refused_directories_are_as_they_were; else
    not_ok refused_directories_are_as_they_were "$(ls foreign)"; fi

expect rtl_emits emit -o out
cp -r out before
chmod 444 out/mrpb_base_s_mrpb_ctl.v
expect_status rtl_over_a_read_only_file 2 'out/mrpb_base_s_mrpb_ctl.v: the file is read-only' emit \
    -o out --set structures.mrpb.depth=16
same_tree rtl_over_a_read_only_file_changes_nothing before out
mkdir locked && chmod 555 locked
if as_user test -x "$WARPLOOM" && as_user test -x "$WORK"; then
    expect_status rtl_into_a_read_only_directory 2 'Permission denied' as_user "$WARPLOOM" rtl \
        -q -c mrpb-base-s -o locked
    if [ -z "$(ls -A locked)" ]; then ok rtl_into_a_read_only_directory_leaves_nothing; else
        not_ok rtl_into_a_read_only_directory_leaves_nothing "$(ls locked)"; fi
fi

# A disk that fills up while the files are written: none is replaced.
full() { (ulimit -f 4; emit -o out2 --set structures.mrpb.depth=16); }
expect rtl_emits_again emit -o out2
cp -r out2 before2
expect_status rtl_disk_full 3 'File too large' full
same_tree rtl_disk_full_changes_nothing before2 out2
# The same by a limit on the size of files, of every writer: no signal ends the program.
limited() { (ulimit -f "$1"; shift; "$WARPLOOM" "$@"); }
mkdir limited
for out in csv log write-trace; do
    expect_status "limited_size_of_$out" 3 'File too large' limited 0 sim -q atax \
        --$out limited/$out
done
expect_status limited_size_of_stdout 3 'error: cannot write to stdout: File too large' \
    bash -c 'ulimit -f 1; "$WARPLOOM" config print >limited.out'
rmdir limited/write-trace 2>/dev/null
if [ -z "$(ls -A limited)" ]; then ok limited_size_leaves_nothing; else
    not_ok limited_size_leaves_nothing "$(ls -A limited)"; fi

# ---- "-": stdout where the help says so (FILE|-), else refused, in every option that names a file
# or a folder; no file of that name appears.
n=0
for command in $("$WARPLOOM" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    for option in $("$WARPLOOM" "$command" --help |
        sed -nE 's/^ .*--([a-z-]+) (FILE|DIR|F\.fst)( .*|$)/\1/p'); do
        n=$((n + 1))
        expect_status "no_stdout_for_${command}_${option//-/_}" 2 \
            "$command: --$option -: must be the name of a f" "$WARPLOOM" "$command" "--$option" -
    done
done
if [ $n -ge 20 ]; then ok options_that_name_files_are_found; else
    not_ok options_that_name_files_are_found "$n"; fi
expect csv_to_stdout bash -c '"$WARPLOOM" sim -q -c gtx480 vectoradd --csv - | grep -q ^total,'
echo '-gpgpu_n_clusters 15' >dash.config
expect imported_to_stdout bash -c \
    '"$WARPLOOM" config import -q dash.config -o - | grep -q "sms: 45"'
for other in '--json' '--log -'; do
    expect_status "csv_on_stdout_beside${other//[ -]/_}" 2 'cannot both write to stdout' \
        bash -c "\"\$WARPLOOM\" sim -q vectoradd --csv - $other"
done
absent no_file_is_called_so ./-

# ---- waves: an FST cannot be written to a device
expect_status waves_to_a_device 2 \
    'error: --waves /dev/full: cannot write waves there: must be a regular file' "$WARPLOOM" cosim \
    -q -c mrpb-base-s atax --waves /dev/full
expect_status waves_to_a_directory 2 'error: --waves foreign: cannot write waves there' \
    "$WARPLOOM" cosim -q -c mrpb-base-s atax --waves foreign
expect_status waves_without_directory 2 \
    'error: cannot write none/w.fst: No such file or directory' "$WARPLOOM" cosim \
    -q -c mrpb-base-s atax --waves none/w.fst
echo old >w.fst && chmod 444 w.fst
expect_status waves_onto_a_read_only_file 2 'error: cannot write w.fst: the file is read-only' \
    "$WARPLOOM" cosim -q -c mrpb-base-s atax --waves w.fst
if [ "$(cat w.fst)" = old ]; then ok refused_waves_leave_the_old_file; else
    not_ok refused_waves_leave_the_old_file 'it changed'; fi

# ---- a full disk: what the program writes itself, and what libraries write for it (waves through
# memory, which is a SIGBUS; coverage, whose library does not look)
small=(-q -c gtx480 --set structures.pric.enable=true --set structures.pric.index_bits=4 \
    --cycles 3000)
expect_status coverage_to_a_full_device 3 'error: cannot write /dev/full: No space left on device' \
    "$WARPLOOM" bench "${small[@]}" --coverage /dev/full
mkdir disk
if mount -t tmpfs -o size=16k tmpfs disk 2>/dev/null; then
    head -c 16384 /dev/zero >disk/full
    expect_status waves_on_a_full_disk 3 \
        'error: memory that stands for a file is gone: the disk is full' "$WARPLOOM" cosim \
        -q -c mrpb-base-s --sms 0 atax --waves disk/w.fst
    expect_status coverage_on_a_full_disk 3 'No space left on device' "$WARPLOOM" bench \
        "${small[@]}" --coverage disk/c
    expect_status log_on_a_full_disk 3 'No space left on device' "$WARPLOOM" sim -q atax \
        --log disk/log
    expect_status csv_on_a_full_disk 3 'No space left on device' "$WARPLOOM" sim -q atax \
        --csv disk/csv
    expect_status trace_on_a_full_disk 3 'No space left on device' "$WARPLOOM" sim -q atax \
        --write-trace disk/t
    expect_status synth_on_a_full_disk 3 'No space left on device' "$WARPLOOM" synth \
        -q -c mrpb-base-s -o disk/s
    rm -rf disk/s disk/t
    if [ "$(ls -A disk)" = full ]; then ok full_disk_holds_nothing_half_written; else
        not_ok full_disk_holds_nothing_half_written "$(ls -A disk)"; fi
    umount disk
fi

# ---- two and more runs on one directory, which is not there at first: each a depth of its own, one
# of them stands whole. Absolute directories are not named in what is emitted.
for depth in 2 4 6 8 10 12; do emit -o "$PWD/alone$depth" --set structures.mrpb.depth=$depth & done
wait
racers=()
for depth in 2 4 6 8 10 12; do
    for _ in 1 2 3; do emit -o "$PWD/deep/er/raced" --set structures.mrpb.depth=$depth >>race.out \
        2>>race.err & racers+=($!); done
done
lost=0
for pid in "${racers[@]}"; do wait "$pid" || lost=$((lost + 1)); done
if [ $lost -eq 0 ]; then ok racing_runs_all_succeed; else
    not_ok racing_runs_all_succeed "$lost of ${#racers[@]} failed: $(head -n 2 race.err |
    tr '\n' ' ')"; fi
winner=none
for depth in 2 4 6 8 10 12; do if diff -r "alone$depth" deep/er/raced >/dev/null 2>&1; then
    winner=$depth; fi; done
if [ $winner != none ]; then ok racing_runs_leave_one_whole_set; else
    not_ok racing_runs_leave_one_whole_set "$(grep -ho 'depth=[0-9]*' deep/er/raced/* | sort |
    uniq -c | tr '\n' ' ')"; fi

# ---- tools that are not there, a cache that cannot be written
mkdir bare && ln -s "$(command -v bash)" "$(command -v env)" bare/
expect_status bench_without_verilator 3 'verilator: not found in PATH; `make deps` installs it' \
    env PATH="$WORK/bare" WARPLOOM_CACHE="$WORK/cache" "$WARPLOOM" bench -q -c mrpb-base-s \
        --cycles 1000
# What needs very many cycles says so before it begins: 16 periods of the script and one more.
long=(bench -c gtx480 --set structures.streambypass.enable=true \
    --set structures.streambypass.period=16777216)
bare() { env PATH="$WORK/bare" WARPLOOM_CACHE="$WORK/cache" "$WARPLOOM" "$@"; }
expect_status cosim_without_verilator 3 'error: cosim: verilator: not found in PATH' bare cosim -q \
    -c mrpb-base-s atax
expect_status long_bench_tells_its_length 3 'cycles until every event has been seen' \
    bare "${long[@]}"
bare "${long[@]}" -q 2>quiet.err
if grep -q 'needs about' quiet.err; then not_ok quiet_bench_tells_no_length "$(cat quiet.err)"; else
    ok quiet_bench_tells_no_length; fi
expect_status synth_without_yosys 3 'yosys: not found in PATH; `make deps` installs it' env \
    PATH="$WORK/bare" "$WARPLOOM" synth -q -c mrpb-base-s -o silicon
absent synth_without_yosys_tells_no_figures silicon/synth.json
expect_status report_names_the_part_that_failed 3 \
    'error: synthesis: yosys: not found in PATH; `make deps` installs it' \
    env PATH="$WORK/bare" WARPLOOM_CACHE="$WORK/cache" "$WARPLOOM" report -q -c mrpb-base-s -o page
absent report_without_tools_is_no_page page/index.html
expect_status cache_below_a_file 2 'Not a directory' env WARPLOOM_CACHE="$WORK/file/cache" \
    "$WARPLOOM" bench -q -c mrpb-base-s --cycles 1000
expect_status cache_that_synth_cannot_use_is_named 2 \
    'is in the cache; WARPLOOM_CACHE names another' env WARPLOOM_CACHE="$WORK/file/cache" \
    "$WARPLOOM" synth -q -c mrpb-base-s --module mrpb_sel
mkdir -p cache/synth/mrpb_base_s/lock # a folder in the place of the lock
expect_status lock_that_synth_cannot_open_is_named 2 \
    'is in the cache; WARPLOOM_CACHE names another' env WARPLOOM_CACHE="$WORK/cache" \
    "$WARPLOOM" synth -q -c mrpb-base-s --module mrpb_sel
rmdir cache/synth/mrpb_base_s/lock
said=$("$WARPLOOM" synth -q -c mrpb-base-s --module mrpb_sel -o "$WORK/file/silicon" 2>&1)
if [[ $said == *'Not a directory'* && $said != *WARPLOOM_CACHE* ]]; then
    ok folder_of_ones_own_is_no_cache; else not_ok folder_of_ones_own_is_no_cache "$said"; fi
# Tools that do nothing and say that they have done it; one that is found only when it is needed
printf '#!/bin/sh\nexit 0\n' >nothing && chmod +x nothing
for tool in clang++ yosys gnuplot; do
    mkdir "fake_$tool" && cp nothing "fake_$tool/$tool"
done
expect_status compiler_that_makes_nothing 3 'clang++: ended without a result' env \
    PATH="$WORK/fake_clang++:$PATH" WARPLOOM_CACHE="$WORK/cache" "$WARPLOOM" bench "${small[@]}"
expect_status yosys_that_makes_nothing 3 'error: yosys: ended without a result' env \
    PATH="$WORK/fake_yosys:$PATH" "$WARPLOOM" synth -q -c mrpb-base-s -o nothing_made
expect_status gnuplot_that_makes_nothing 3 'error: gnuplot: ended without a result' \
    env PATH="$WORK/fake_gnuplot:$PATH" "$WARPLOOM" synth "${small[@]:0:7}" -o nothing_drawn \
        --sweep structures.pric.index_bits=4,5
# A tool that dies of a signal: which tool, of which signal, its last words, and what may help
mkdir fake_sta && printf \
    '#!/bin/sh\n[ "$1" = -version ] && echo 2.0 && exit\necho last words\nkill -SEGV $$\n' \
    >fake_sta/sta && chmod +x fake_sta/sta
tiny=(synth -q -c mrpb-base-s --set structures.mrpb.queues=2 --set structures.mrpb.depth=2 \
    --module lib_first)
expect_status tool_that_is_killed 3 \
    "error: sta: killed by signal 11 (Segmentation fault); log: $WORK/died/sta.log
last words" env PATH="$WORK/fake_sta:$PATH" "$WARPLOOM" "${tiny[@]}" -o died
expect_status tool_that_is_killed_has_a_way_around 3 'try --set rtl.goal=area' env \
    PATH="$WORK/fake_sta:$PATH" "$WARPLOOM" "${tiny[@]}" -o died
absent tool_that_is_killed_leaves_no_figures died/synth.json
expect_status tool_that_is_killed_in_a_sweep 3 'sta: killed by signal 11 (Segmentation fault)' \
    env PATH="$WORK/fake_sta:$PATH" WARPLOOM_CACHE="$WORK/cache" "$WARPLOOM" "${tiny[@]}" -o died \
        --sweep synth.clock_ns=4,5
expect_status output_without_a_name 2 "error: cannot write '': No such file or directory" \
    "$WARPLOOM" sim -q atax --csv ''
temporary=$(find . -name '*.tmp*')
if [ -z "$temporary" ]; then ok no_temporary_files_stay; else
    not_ok no_temporary_files_stay "$temporary"; fi
finish
