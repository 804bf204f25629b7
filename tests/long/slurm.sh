#!/usr/bin/env bash
# slurm.sh : an array of 64 tasks on 2 processors of a Slurm of our own (munge, slurmctld, slurmd on
# this machine), with scancel and kill -9 in the middle, and retry after; what Slurm refuses, and
# why, is told.
#
# Needs root and the packages slurmctld, slurmd, slurm-client and munge (tests/deps.sh full).
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
cd "$WORK" || exit 3

for program in slurmctld slurmd sbatch squeue scancel munged; do
    command -v $program >/dev/null ||
        { not_ok slurm_is_installed "$program is missing: bash tests/deps.sh full"; finish; }
done
[ "$(id -u)" -eq 0 ] || { not_ok slurm_needs_root 'slurmd does not run without'; finish; }

# ---- a cluster of one node
host=$(hostname -s) base=$WORK/slurm
export SLURM_CONF=$base/slurm.conf
mkdir -p "$base/state" "$base/spool" "$base/munge"
chmod 755 "$base" "$base/state" "$base/spool"
dd if=/dev/urandom of="$base/munge/key" bs=1 count=1024 status=none
chmod 400 "$base/munge/key"; chmod 700 "$base/munge"
pids=()
munged --foreground --force --key-file="$base/munge/key" --socket="$base/munge/socket" \
    --pid-file="$base/munge/pid" --log-file="$base/munge/log" --seed-file="$base/munge/seed" \
    >"$base/munged.out" 2>&1 & pids+=($!)
cat >"$SLURM_CONF" <<END
ClusterName=wl
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$base/munge/socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1
StateSaveLocation=$base/state
SlurmdSpoolDir=$base/spool
SlurmctldPidFile=$base/slurmctld.pid
SlurmdPidFile=$base/slurmd.pid
SlurmctldLogFile=$base/slurmctld.log
SlurmdLogFile=$base/slurmd.log
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
PartitionName=short Nodes=$host MaxTime=1 State=UP
END
slurmctld -D -i >"$base/slurmctld.out" 2>&1 & pids+=($!); controller=$!
slurmd -D >"$base/slurmd.out" 2>&1 & pids+=($!)
trap 'kill "${pids[@]}" 2>/dev/null; wait "${pids[@]}" 2>/dev/null' EXIT
up() { [ "$(sinfo -h -p main -o %T 2>/dev/null)" = idle ]; }
for _ in $(seq 300); do up && break; sleep 0.1; done
if up; then
    ok slurm_is_up
else
    not_ok slurm_is_up \
        "$(sinfo 2>&1 | tail -n 2 | tr '\n' ' ') $(tail -n 2 "$base/slurmd.log" | tr '\n' ' ')"
    finish
fi

# ---- 64 tasks
sweep() { "$WARPLOOM" sweep "$@"; }
cat >kernel.yaml <<'END'
kernels:
  - {grid: 15, block: 256, regs: 20, program: [{loop: 10, do: [{load: {pattern: random, region: 16777216}}]}]}
END
cat >array.yaml <<'END'
name: array
sim: {patterns: [kernel.yaml]}
seeds: {from: 1, to: 128}
END
sweep plan array.yaml -o local >/dev/null
sweep plan array.yaml -o array >/dev/null
expect a_local_run sweep run -q -m local
sweep collect -m local >/dev/null
count() { sweep status -m array --json | jq "$1"; }
sweep run -m array --engine slurm --chunk 2 --limit 2 --json >submitted.json
fact an_array_of_64_tasks_is_submitted '.tasks == 64 and .array == "0-63%2" and .job > 0' \
    submitted.json
job=$(jq .job submitted.json)
for _ in $(seq 600); do [ "$(count .done)" -ge 10 ] && break; sleep 0.1; done
sweep status -m array --json >running.json
fact at_most_two_run_at_a_time \
    '.slurm.running <= 2 and .slurm.pending > 0 and
     (.slurm.reasons | map(.reason) | index("JobArrayTaskLimit") != null)' running.json
killed=0
for _ in $(seq 600); do
    pkill -9 -f "sweep run -m $WORK/array/manifest --task" && killed=$((killed + 1))
    [ $killed = 3 ] && break
    sleep 0.05
done
if [ $killed = 3 ]; then ok tasks_were_killed; else not_ok tasks_were_killed "$killed"; fi
for _ in $(seq 600); do [ "$(count .done)" -ge 20 ] && break; sleep 0.1; done
scancel "$job"
for _ in $(seq 300); do [ -z "$(squeue -h -j "$job" 2>/dev/null)" ] && break; sleep 0.1; done
sweep status -m array --json >cancelled.json
fact what_is_lost_is_told \
    '.done >= 20 and .missing > 0 and (.slurm.lost | length) == .missing and
     (.slurm.lost | map(.state) | index("CANCELLED") != null)' cancelled.json
echo "# $(jq -c '[.done, .failed, .missing]' cancelled.json) points done, failed, missing after" \
    "kill -9 and scancel"
sweep retry -m array --engine slurm --chunk 2 --limit 2 --json >again.json
fact only_what_is_missing_is_submitted '.tasks > 0 and .tasks < 64' again.json
for _ in $(seq 1800); do [ "$(count .done)" = 128 ] && break; sleep 0.2; done
expect all_points_are_done [ "$(count .done)" = 128 ]
expect it_is_collected sweep collect -m array
if cmp local/results.db array/results.db; then ok its_table_is_the_local_one
else not_ok its_table_is_the_local_one differs; fi
expect nothing_is_left_to_submit bash -c \
    "'$WARPLOOM' sweep retry -m array --engine slurm | grep -q 'nothing to submit'"

# ---- what Slurm refuses, and why
for d in refused dead; do sweep plan array.yaml -o $d >/dev/null; done
expect_status unknown_partition 3 'Invalid partition name specified' sweep run -m refused \
    --engine slurm --partition nope
expect_status wrong_time 3 'Invalid --time specification' sweep run -m refused --engine slurm \
    --time soon
expect_status wrong_nodes 3 'many' sweep run -m refused --engine slurm --nodes many
expect a_job_that_cannot_start sweep run -m refused --engine slurm --chunk 64 --partition short \
    --time 60:00
for _ in $(seq 100); do
    sweep status -m refused --json >refused.json
    jq -e '.slurm.reasons | map(.reason) | index("PartitionTimeLimit")' refused.json >/dev/null &&
        break
    sleep 0.1
done
fact its_reason_is_told \
    '.slurm.pending == 2 and
     (.slurm.reasons | map(.reason) | index("PartitionTimeLimit") != null)' refused.json
kill $controller; wait $controller 2>/dev/null
expect_status a_dead_controller 3 'Unable to contact slurm controller' \
    env SLURM_CONF="$SLURM_CONF" "$WARPLOOM" sweep status -m refused
expect_status a_dead_controller_takes_no_jobs 3 'nothing was submitted' sweep run -m dead \
    --engine slurm --chunk 64
finish
