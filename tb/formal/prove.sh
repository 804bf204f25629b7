# prove.sh : how a property module is proved: elaboration by Yosys, base case, induction and covers
# by yosys-smtbmc with z3. Source it from the top of the source tree with WORK and WARPLOOM set.
#
# An induction of length k is sound with a base case of at least k + 1 cycles: proved runs k + 2.
# `--unroll` matters: with z3's default encoding of states one step takes minutes instead of a
# second. So does `--noincr` for the step of an induction, which is one question: z3's tactics for
# bit vectors answer it ten times faster than its incremental solver.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034 # for those who source this
source tests/limits.sh
FORMAL_DIR=$PWD/tb/formal

# solve NAME KIND OPTION...: runs $WORK/NAME.smt2, the log in $WORK/NAME.KIND.log; true when it says
# PASSED
solve() {
    local name=$1 kind=$2; shift 2
    limited "${LIMIT:-600}" yosys-smtbmc -s z3 --unroll --noprogress "$@" "$WORK/$name.smt2" \
        >"$WORK/$name.$kind.log" 2>&1
}

# named LOG REGEX: the properties, helpers and witnesses that the matching lines of a solver's log
# speak of, one a line. One that takes several lines is that of its first.
named() {
    grep -E "$2" "$1" | grep -oE '[^ :|($]+\.v:[0-9]+' | sort -u | while IFS=: read -r file line; do
        [ -f "$file" ] || continue
        head -n "$line" "$file" | sed -nE \
            's/.*`(PROVE|HELPER|WITNESS)\((([0-9]+), )?([a-z_0-9]+),.*/\4/p' | tail -n 1
    done
}

# bits_of N: to number N things; bits_to_hold MAX: to hold 0..MAX; at least 1
bits_of() { local w=1; while (((1 << w) < $1)); do ((w++)); done; echo "$w"; }
bits_to_hold() { bits_of $(($1 + 1)); }

# seconds_since EPOCHREALTIME
seconds_since() { awk -v a="$1" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }'; }

# proved NAME K: base case and induction of length K of NAME.smt2; on failure says which properties
# and helpers fail
proved() {
    local name=$1 k=$2
    solve "$name" base --presat -t $((k + 2)) && solve "$name" step --noincr -i -t "$k" && return 0
    echo "$name: $(named "$WORK/$name.base.log" 'Assert failed' |
        tr '\n' ' ') $(named "$WORK/$name.step.log" 'Assert failed' | tr '\n' ' ')"
    return 1
}

# reached NAME STEPS: every witness of NAME.smt2 is reached within STEPS cycles
reached() {
    solve "$1" reach -c -t "$2" && grep -q 'Reached cover' "$WORK/$1.reach.log" && return 0
    echo "$1: not reached: $(named "$WORK/$1.reach.log" 'Unreached' | tr '\n' ' ')"
    return 1
}

# refuted NAME PROPERTY STEPS: a run of NAME.smt2 breaks PROPERTY within STEPS cycles
refuted() {
    if solve "$1" refute -t "$3"; then echo "$1: nothing breaks $2 in $3 cycles"; return 1; fi
    # all of it is read: no pipe that breaks
    grep -qx "$2" <<<"$(named "$WORK/$1.refute.log" 'Assert failed')" && return 0
    tail -n 2 "$WORK/$1.refute.log"
    return 1
}

# edited -e|-E EDIT FILE...: sed edits them, and it changes something
edited() {
    local how=$1 edit=$2 before; shift 2
    before=$(cat "$@")
    sed -i "$how" "$edit" "$@"
    [ "$before" != "$(cat "$@")" ] || { echo 'the edit changes nothing'; return 1; }
}

# last_step LOG: the step in which a run ended
last_step() { grep -oE 'in step [0-9]+' "$1" | tail -n 1 | grep -oE '[0-9]+'; }

# record GROUP POINT K SECONDS RESULT: a row of the table, when ROWS names a file
record() {
    if [ -n "${ROWS:-}" ]; then printf '%s\t%s\t%s\t%s\t%s\n' "$@" >>"$ROWS"; fi
}

# elaborate NAME DIR TOP READ CONNECT: NAME.smt2. A name that is not declared, and a wire that
# nothing drives, are errors; only the words that an address beyond the last entry would read are
# left open: they may be anything.
elaborate() {
    local name=$1 dir=$2 top=$3 read=$4 connect=$5 log=$WORK/$1.yosys.log
    (cd "$dir" && yosys -q -e 'implicitly declared' \
        -p \
        "$read; hierarchy -check -top $top; proc; flatten; setattr -set keep 1 w:u_dut.*; memory -nordff; $connect
        opt_clean; check; setundef -undriven -anyseq; async2sync; dffunmap; opt_clean; write_smt2 -wires $WORK/$name.smt2") >"$log" 2>&1 || return 1
    if grep -v 'memory.u_[a-z_.]*.mem_q.rdmux.*no driver' "$log" |
        grep -E 'no driver|multiple|loop'; then return 1; fi
}

# elaborate_aig NAME DIR TOP READ CONNECT: NAME.aig, the same design as gates, for the second engine
elaborate_aig() {
    local name=$1 dir=$2 top=$3 read=$4 connect=$5
    (cd "$dir" && yosys -q -p \
        "$read; hierarchy -check -top $top; proc; flatten; setattr -set keep 1 w:u_dut.*; memory -nordff; $connect
        opt_clean; setundef -undriven -anyseq; async2sync; delete t:\$cover; setattr -unset keep w:*; opt -full; techmap; opt -fast; dffunmap
        techmap; abc -g AND -fast; opt_clean; write_aiger -zinit $WORK/$name.aig") \
            >"$WORK/$name.aig.log" 2>&1
}

# pdr NAME: what ABC's property-directed reachability says of NAME.aig: proved, refuted or unknown
pdr() {
    local log=$WORK/$1.pdr.log
    limited "${PDR_LIMIT:-120}" yosys-abc -c "read_aiger $WORK/$1.aig; fold; strash; pdr" >"$log" \
        2>&1
    if grep -q '^Property proved' "$log" &&
        grep -q 'Verification of invariant .* was successful' "$log"; then echo proved
    elif grep -q 'was asserted in frame' "$log"; then echo refuted
    else echo unknown; fi
}
