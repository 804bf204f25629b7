#!/usr/bin/env bash
# runs.sh : a run of `mutate` that cannot end well says so: a floor that is no number, a directory
# that another run has, a disk that is full; and `make mutate` makes no page of results that an
# earlier run left.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

for floor in many '' 0x50 101 1e1 ' 5' 99. .5 -1 nan; do
    expect_status "floor_is_no_number_'$floor'" 2 \
        "mutate: --floor $floor: must be a plain decimal number of percent, 0..100" \
        "$WARPLOOM" mutate -c mrpb-base-s --floor "$floor" -o "$WORK/none"
done
if [ ! -e "$WORK/none" ]; then ok floor_is_checked_before_the_run
else not_ok floor_is_checked_before_the_run "$WORK/none is there"; fi

small=(mutate -c mrpb-base-s --module mrpb_ctl --no-proofs)
mkdir -p "$WORK/held"
(
    flock 9
    expect_status second_run_waits_for_the_first 124 '' timeout 1 \
        "$WARPLOOM" "${small[@]}" -o "$WORK/held"
    [ "$failures" -eq 0 ] || exit 1
) 9>"$WORK/held/lock" || failures=$((failures + 1))
if [ ! -e "$WORK/held/rtl" ]; then ok waiting_run_writes_nothing
else not_ok waiting_run_writes_nothing "$WORK/held/rtl is there"; fi

# No file may grow beyond 400 bytes (the message is one too) from the moment that the first mutants
# are noted on.
(
    trap '' XFSZ
    exec "$WARPLOOM" "${small[@]}" --count 100000 --cycles 100000 -q -o "$WORK/full"
) >"$WORK/out" 2>"$WORK/err" &
awaits $! [ -s "$WORK/full/found" ]
prlimit --pid $! --fsize=400:400
wait $!
status=$?
if [ $status -eq 3 ] && grep -qE 'cannot write .*/found: File too large' "$WORK/err"; then
    ok full_disk_is_told
else
    not_ok full_disk_is_told "status $status: $(head -n 2 "$WORK/err")"
fi

# A program whose runs of module `b` end as END says.
cat >"$WORK/program" <<'EOF'
#!/usr/bin/env bash
while [ $# -gt 0 ]; do case $1 in --module) module=$2 ;; -o) dir=$2 ;; esac; shift; done
if [ "${module:-}" = b ] && [ "$END" -gt 1 ]; then exit "$END"; fi
mkdir -p "$dir"
echo '{}' >"$dir/mutate.json"
{ echo design,module,candidates,mutants,killed,equivalent,differ,score_percent,cycles,seed; for m in ${module:-a b}; do echo "t,$m,9,9,8,0,0,88.89,10,1"; done; } >"$dir/modules.csv"
echo design,module,verdict,source,mutant >"$dir/survivors.csv"
if [ "${module:-}" = b ]; then exit "$END"; fi
EOF
chmod +x "$WORK/program"
runs() {
    END=$1 WARPLOOM=$WORK/program OUT=$WORK/runs REPORT=$WORK/report POINTS=mrpb \
        bash tb/mutate/run.sh
}
page() { stat -c '%y %i' "$WORK/report/index.html" 2>&1; }
expect runs_make_a_page runs 0
expect page_has_both_modules [ "$(grep -cE '^mrpb,t,[ab],' "$WORK/report/modules.csv")" = 2 ]
expect_status module_below_its_floor 1 '' runs 1
before=$(page)
expect_status module_whose_run_fails 3 "$WORK/runs/mrpb/b: no result" runs 3
expect_status module_whose_run_is_killed 3 "$WORK/runs/mrpb/b: no result" runs 137
if [ "$before" = "$(page)" ]; then ok no_page_of_what_was_left
else not_ok no_page_of_what_was_left 'it is made anew'; fi
finish
