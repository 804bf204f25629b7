# tables.sh: what the scripts of the silicon tables share. Their syntheses are points of sweeps in
# $OUT: those that have a result are not run again, whatever stopped the script, and a result
# belongs to its hardware, cell library and program. Source it.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash

# A library that is a file, not a word like osu018, is the same wherever a description lies.
if [ -e "$LIBERTY" ]; then LIBERTY=$(realpath -s "$LIBERTY"); fi

# swept NAME: plans the description on stdin and runs it, in $OUT/NAME.
swept() {
    cat >"$OUT/$1.yaml"
    "$WARPLOOM" sweep plan "$OUT/$1.yaml" -o "$OUT/$1" >/dev/null
    "$WARPLOOM" sweep retry -q -m "$OUT/$1"
    "$WARPLOOM" sweep collect -m "$OUT/$1" >/dev/null
}

# result NAME CONDITION: the file of the one point of $OUT/NAME for which an SQL condition holds:
# what `warploom synth --json` prints.
result() {
    local hash
    hash=$(sqlite3 "$OUT/$1/results.db" "SELECT hash FROM run WHERE $2")
    if [ ${#hash} -ne 64 ]; then echo "$OUT/$1/results.db: not one point with $2" >&2; return 1; fi
    echo "$OUT/$1/results/${hash:0:2}/$hash.json"
}
