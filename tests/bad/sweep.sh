#!/usr/bin/env bash
# sweep.sh : sweeps with bad manifests, on full disks, with locked databases: said plainly, and no
# result is lost.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

sweep() { "$WARPLOOM" sweep "$@"; }
cat >kernel.yaml <<'END'
kernels:
  - {grid: 1, block: 32, regs: 20, program: [{load: {pattern: random, region: 65536}}]}
END
cat >good.yaml <<'END'
name: good
sim: {patterns: [kernel.yaml]}
seeds: {from: 1, to: 8}
END
sweep plan good.yaml -o good >/dev/null
expect a_good_sweep_runs sweep run -m good/manifest
expect and_is_collected sweep collect -m good
results() { find good/results -type f -printf '%f %T@\n' | sort | sha256sum; }
kept=$(results)

# ---- manifests
mkdir bad
# NAME TEXT SED-COMMAND
bad() { sed -E "$3" good/manifest >"bad/$1"; expect_status "$1" 2 "$2" sweep run -m "bad/$1"; }
bad other_version 'was planned by warploom 0.0.9+00, and this is' '1s/ [^ ]*$/ 0.0.9+00/'
bad other_format 'is of another format of manifests' '1s/warploom-sweep 1/warploom-sweep 2/'
bad other_file 'is no manifest of a sweep' '1d'
bad a_lost_line 'its points are not numbered from 0 on' '7d'
bad a_lost_end 'ends before its last point' '$d'
bad a_lost_field 'has another number of fields than the head' '6s/\t[^\t]*$//'
bad a_broken_hash 'is no line of a point' '6s/\t[0-9a-f]/\tz/'
expect_status no_manifest 2 'none' sweep run -m none
expect_status manifest_is_missing 2 '-m MANIFEST is missing' sweep run
expect_status unknown_engine 2 '--engine lsf: must be local or slurm' sweep run -m good --engine lsf
expect_status option_of_slurm 2 '--partition: needs --engine slurm' sweep run -m good --partition x
# The configuration of a point that is not the planned one any more.
cp -r good moved && sed -E \
    's/^(4\t.*)gtx480\t[0-9a-f]{64}/\1gtx480\t0000000000000000000000000000000000000000000000000000000000000000/' good/manifest >moved/manifest && rm -r moved/results
expect_status changed_configuration 1 '1 points failed' sweep run -m moved
expect changed_configuration_is_told bash -c \
    "'$WARPLOOM' sweep status -m moved | grep -q 'is not what it was when the sweep was planned'"

# ---- the database
before=$(sha256sum good/results.db)
exec 5> >(sqlite3 good/results.db >sqlite.out 2>&1)
echo 'BEGIN IMMEDIATE; SELECT 1;' >&5
for _ in $(seq 100); do [ -s sqlite.out ] && break; sleep 0.05; done
expect_status a_locked_database 3 \
    'good/results.db: database is locked; no result is lost, collect again' sweep collect -m good
echo 'ROLLBACK;' >&5
exec 5>&-
for _ in $(seq 100); do sweep collect -m good >/dev/null 2>&1 && break; sleep 0.05; done
expect an_unlocked_database_is_replaced sweep collect -m good
expect it_has_the_same_bytes [ "$before" = "$(sha256sum good/results.db)" ]
full() { (trap '' XFSZ; ulimit -f "$1"; shift; "$@"); }
expect_status a_full_disk_for_the_database 3 'no result is lost' full 4 "$WARPLOOM" sweep collect \
    -m good
expect it_leaves_the_database_before [ "$before" = "$(sha256sum good/results.db)" ]
if [ -z "$(find good -name '.collect*' -o -name '*.tmp.*')" ]; then ok it_leaves_nothing_else;
    else not_ok it_leaves_nothing_else "$(ls -A good)"; fi

# ---- results on a full disk: the sweep stops, says why, and goes on when there is room
cp -r good filled && rm -r filled/results
expect_status full_disk_for_results 3 'cannot write' full 1 "$WARPLOOM" sweep run -m filled -j 1
expect with_room_it_goes_on sweep run -m filled
expect it_is_all_there bash -c \
    "'$WARPLOOM' sweep status -m filled --json | jq -e '.done == 8 and .failed == 0'"

# ---- a disk that is full, in truth: a small one of our own, with room for some of the results
cat >disk.sh <<'END'
set -u
mount -t tmpfs -o size=256k none disk && cp -r good/manifest good/inputs disk && dd if=/dev/zero of=disk/rest bs=4k count=44 status=none || exit 9
"$WARPLOOM" sweep run -m disk -j 1 2>full.err; echo $? >full.status
find disk/results -name '*.json' | wc -l >full.done
find disk/results -name '*.tmp.*' | wc -l >full.left
rm disk/rest
"$WARPLOOM" sweep run -m disk -j 1 >room.out
"$WARPLOOM" sweep status -m disk --json >room.json
END
mkdir disk
expect a_small_disk_is_mounted env WARPLOOM="$WARPLOOM" unshare -rm bash disk.sh
if [ "$(cat full.status)" = 3 ] && grep -q 'No space left on device' full.err; then
    ok a_full_disk_is_told; else not_ok a_full_disk_is_told \
    "$(cat full.status): $(head -n 2 full.err | tr '\n' ' ')"; fi
if [ "$(cat full.left)" = 0 ] && [ "$(cat full.done)" -lt 8 ]; then ok no_half_result_is_left;
    else not_ok no_half_result_is_left "$(cat full.left) left, $(cat full.done) of 8 done"; fi
expect what_was_done_is_not_run_again grep -qx \
    "$((8 - $(cat full.done))) points ran, $(cat full.done) were there before, 0 failed" room.out
fact a_disk_with_room_takes_all '.done == 8 and .failed == 0' room.json

# ---- a point without enough memory, or time: it fails alone, and says why
cat >large.yaml <<'END'
name: large
axes: {l2.ways: [8, 1024]}
set: {l2.sets: 4096}
sim: {patterns: [kernel.yaml]}
END
sweep plan large.yaml -o large >/dev/null
expect_status a_point_without_memory 1 '1 points failed' bash \
    -c "ulimit -v 60000; '$WARPLOOM' sweep run -m large -j 1"
sweep status -m large --json >large.json
fact it_fails_alone_and_says_why \
    '.done == 1 and .failed == 1 and (.failures[0] | .index == 1 and .status == 3 and .signal == null and (.message | test("^out of memory .asked for [0-9]+ bytes.$")))' large.json
expect with_memory_it_runs sweep retry -m large
cat >slow.yaml <<'END'
name: slow
sim: {workloads: [atax], sizes: [small, paper]}
END
sweep plan slow.yaml -o slow >/dev/null
expect_status a_point_without_time 1 '1 points failed' bash \
    -c "ulimit -St 1; '$WARPLOOM' sweep run -m slow -j 1"
sweep status -m slow --json >slow.json
fact it_says_which_signal \
    '.done == 1 and .failed == 1 and (.failures[0] | .signal == 24 and .message == "ended by signal 24, CPU time limit exceeded")' slow.json

if [ "$kept" = "$(results)" ]; then ok no_result_was_touched; else
    not_ok no_result_was_touched changed; fi

# ---- Slurm's words, from a stand-in for its commands
mkdir bin
fake() { printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"; chmod +x "bin/$1"; }
slurm() { PATH=$WORK/bin:$PATH sweep run -m filled --engine slurm "$@"; }
rm -r filled/results
fake sbatch \
    'echo "sbatch: error: invalid partition specified: nope" >&2; echo "sbatch: error: Batch job submission failed: Invalid partition name specified" >&2; exit 1'
expect_status refused_submission 3 'Invalid partition name specified' slurm --partition nope
expect_status nothing_was_submitted 3 'nothing was submitted' slurm --partition nope
fake sbatch \
    'echo "sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)" >&2; exit 1'
expect_status dead_controller 3 'Unable to contact slurm controller (connect failure)' slurm
fake sbatch 'echo hello'
expect_status sbatch_that_does_not_answer 3 "sbatch did not answer with a job's number: hello" slurm
fake sbatch 'echo 17'
expect a_job_is_submitted slurm --chunk 3
fake squeue \
    'echo "slurm_load_jobs error: Unable to contact slurm controller (connect failure)" >&2; exit 1'
expect_status status_without_controller 3 'Unable to contact slurm controller' env \
    PATH="$WORK/bin:$PATH" "$WARPLOOM" sweep status -m filled
fake squeue 'printf "17|0|PENDING|PartitionTimeLimit\n17|1|TIMEOUT|TimeLimit\n18|0|RUNNING|None\n"'
printf 'slurmstepd: error: *** JOB 17 ON n CANCELLED DUE TO TIME LIMIT ***\n' >filled/slurm/17_1.log
PATH=$WORK/bin:$PATH sweep status -m filled --json >slurm.json
fact waiting_has_its_reason \
    '.slurm | .pending == 1 and .running == 0 and .reasons == [{job: "17", state: "PENDING", reason: "PartitionTimeLimit", tasks: 1}]' slurm.json
fact lost_points_have_their_log \
    '.slurm.lost | map(.index) == [3, 4, 5, 6, 7] and .[0].state == "TIMEOUT" and (.[0].log[0] | contains("TIME LIMIT")) and .[4].state == null' slurm.json
expect only_lost_tasks_are_submitted_again bash \
    -c \
    "PATH=$WORK/bin:\$PATH '$WARPLOOM' sweep retry -m filled --engine slurm --chunk 3 --limit 2 --dry-run --json | jq -e '.array == \"1-2%2\"'"
fake squeue 'true'
expect options_are_passed_through bash -c \
    "PATH=$WORK/bin:\$PATH '$WARPLOOM' sweep run -m filled --engine slurm --partition p --nodes 2 --time 1:00 --dry-run | grep -c -e '--partition=\"p\"' -e '--nodes=\"2\"' -e '--time=\"1:00\"' | grep -qx 3"
expect_status option_that_ends_a_directive 2 'must have no quotes' slurm --partition 'x" --uid=0'
finish
