#!/usr/bin/env bash
# default_length.sh: `bench` without --cycles passes on random legal configurations, or names the
# length that it needs when that is above all that it takes by itself, or says that it has gone on
# as long as it does. tests/long/default_length.sh draws more of them, those of DWT-CS and WarpPool
# among them, and runs the presets.
#
#   COUNT=n (configurations a block) SEED=n (repeats a draw) BLOCKS="..." bash
#   tests/cosim/default_length.sh
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

export SEED=${SEED:-2015}
fresh_cache "$WORK/cache"
read -ra blocks <<<"${BLOCKS:-streambypass mrpb pric_index}"
echo "# seed $SEED"

# BLOCK NUMBER KEY=VALUE...
one() {
    local block=$1 out=$WORK/$1.$2 set=(); shift 2
    for pair; do set+=(--set "$pair"); done
    section=${block/pric_index/pric}
    section=${section/crossbar_*/crossbar}
    set+=(--set "structures.$section.enable=true")
    "$WARPLOOM" bench -q --block "$block" "${set[@]}" >"$out" 2>"$out.err"
    echo $? >"$out.status"
}
export -f one

# The draws of `bench --random`, by its own words: "NUMBER BLOCK (KEY END): KEY=VALUE ..."
for block in "${blocks[@]}"; do
    "$WARPLOOM" bench --random "${COUNT:-1}" --seed "$SEED" --block "$block" --sim icarus \
        --cycles 1 -v -q 2>&1 >/dev/null |
        sed -n 's/^\([0-9]*\) [a-z_]* (.*): \(.*\)$/'"$block"' \1 \2/p'
done >"$WORK/draws"
xargs -P 2 -L 1 bash -c 'one "$@"' one <"$WORK/draws"

while read -r block number sets; do
    out=$WORK/$block.$number
    status=$(cat "$out.status")
    if [ "$status" = 0 ] || { [ "$status" = 1 ] &&
        grep -q 'repeat with --cycles\|the most that it takes without --cycles' "$out.err" &&
        ! grep -q 'differs\|breaks a law' "$out.err"; }; then
        ok "${block}_${number}_passes_or_says_why"
    else
        not_ok "${block}_${number}_passes_or_says_why" \
            "status $status with $sets: $(head -n 3 "$out.err" | tr '\n' ' ')"
    fi
done <"$WORK/draws"
# One pair of these queues comes late: the run goes on until it has. One with --cycles ends.
late=("$WARPLOOM" bench -c cart --set structures.cart.rows=8 --set structures.cart.columns=1
    --set structures.cart.branches=8 --set structures.cart.drain=greedy)
"${late[@]}" >"$WORK/on" 2>&1; status=$?
if [ $status = 0 ] && grep -q '^[1-9][0-9]* of these cycles were added' "$WORK/on"; then
    ok a_run_goes_on_and_says_so; else not_ok a_run_goes_on_and_says_so "$(cat "$WORK/on")"; fi
expect_status a_run_with_cycles_ends_there 1 'for at most 8000000 cycles' \
    "${late[@]}" --cycles 1000000
passed=$(cat "$WORK"/*.status | grep -c '^0$') drawn=$(wc -l <"$WORK/draws")
echo "# $passed of $drawn pass at default length"
if [ "$drawn" -ge "${#blocks[@]}" ] && [ $((2 * passed)) -ge "$drawn" ]; then
    ok most_configurations_pass; else not_ok most_configurations_pass "$passed of $drawn"; fi
finish
