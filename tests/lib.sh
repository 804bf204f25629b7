# lib.sh : what the test scripts share. Source it, call `expect*` a fact, end with `finish`.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
source tests/limits.sh
failures=0

ok() { printf 'ok %s\n' "$1"; }
not_ok() { printf 'not ok %s: %s\n' "$1" "$2"; failures=$((failures + 1)); }

# expect NAME COMMAND...: the command succeeds.
expect() {
    local name=$1 out; shift
    if out=$("$@" 2>&1); then ok "$name"; else not_ok "$name" "status $?: $(tail -n 3 <<<"$out" |
        tr '\n' ' ')"; fi
}

# expect_status NAME STATUS TEXT COMMAND...: the command ends with STATUS, and TEXT (may be empty)
# stands on its stderr.
expect_status() {
    local name=$1 want=$2 text=$3 err status; shift 3
    err=$("$@" 2>&1 >/dev/null); status=$?
    if [ "$status" -ne "$want" ]; then
        not_ok "$name" "status $status, not $want: $(head -n 2 <<<"$err" | tr '\n' ' ')"
    elif [[ -n $text && $err != *"$text"* ]]; then
        not_ok "$name" "stderr does not say '$text': $(head -n 2 <<<"$err" | tr '\n' ' ')"
    else ok "$name"; fi
}

# rows_of_page FILE: the rows of the tables of a page of reports/, as `| a | b |`.
rows_of_page() {
    awk '/<tr>/ { row = "|" } /<\/t[hd]>/ { gsub(/<[^>]*>/, ""); row = row " " $0 " |" }
        /<\/tr>/ { print row }' "$1"
}

# holds NAME FILTER FILE: a jq filter is true of a result; when it is not, what the filter $shows
# gives is printed (its own, if unset).
holds() {
    if [ "$(jq "$2" "$3" 2>&1)" = true ]; then ok "$1"; else
        not_ok "$1" "$(jq -c "${shows:-$2}" "$3" 2>&1 | head -c 400)"; fi
}
# fact NAME FILTER FILE: jq's filter holds (an empty file, from a failed run, would pass jq -e).
fact() { expect "$1" bash -c '[ -s "$2" ] && jq -e "$1" "$2"' - "$2" "$3"; }

# fresh_cache DIR: from now on an empty cache of plug-ins, for those that nothing else asks for.
# What all plug-ins share (Verilator's runtime, its precompiled headers) is that of the cache in use
# so far, where a small plug-in is made so that it is there.
fresh_cache() {
    local from=${WARPLOOM_CACHE:-build/cache}
    "$WARPLOOM" bench -q -c gtx480 --set structures.pric.enable=true --cycles 1000 >/dev/null
    mkdir -p "$1/plugins"
    cp -l "$from"/plugins/{runtime,headers,toolchain}-* "$1/plugins/" 2>/dev/null ||
        cp "$from"/plugins/{runtime,headers,toolchain}-* "$1/plugins/"
    export WARPLOOM_CACHE=$1
}

# in_sample: of the checks that ask, the first of every three is in the sample that the suite takes.
# COUNT=all has all of them (tests/long/samples.sh).
asked_so_far=0
in_sample() { [ "${COUNT:-}" = all ] || [ $((asked_so_far++ % 3)) = 0 ]; }

# only_too_short FILE: of a bench's stderr: it says nothing, or nothing but that so short a run has
# not seen everything.
only_too_short() {
    [ ! -s "$1" ] || { tail -n 1 "$1" | grep -q 'is too short for this configuration' &&
        ! grep -qvE 'error: (.*: )?(the traffic never|the run exercised|a run of)' "$1"; }
}

# caught_by_the_bench ID SIDE: a bench run with the bug ID of SIDE, whose ID.status, ID.json and
# ID.err are in $WORK, has shown it. The model's bugs must show as a mismatch alone: the RTL beside
# it keeps the laws.
caught_by_the_bench() {
    local status is cycles caught='.mismatches == 1 and .broken_law == null'
    status=$(cat "$WORK/$1.status")
    [ "$2" = rtl ] && caught='.mismatches == 1 or .broken_law != null'
    read -r is cycles <<<"$(jq -r "\"\($caught) \(.cycles_compared)\"" "$WORK/$1.json")"
    if [ "$status" = 1 ] && [ "$is" = true ]; then
        echo "# $1: caught after $cycles cycles"
        ok "bench_catches_$1"
    else
        not_ok "bench_catches_$1" "status $status: $(head -n 2 "$WORK/$1.err" | tr '\n' ' ')"
    fi
}

# twenty_bugs_or_more NAME MODULES: in RTL and in models, of those that `bench --inject list` has
# put into $WORK/list.json.
twenty_bugs_or_more() {
    local side count
    for side in rtl model; do
        count=$(jq --arg side $side --arg modules "$2" \
            '[.bugs[] | select(.side == $side and (.module | test($modules)))] | length' \
            "$WORK/list.json")
        if [ "$count" -ge 20 ]; then ok "twenty_$1_bugs_or_more_in_$side"; else
            not_ok "twenty_$1_bugs_or_more_in_$side" "$count"; fi
    done
}

# statistics FILE: of a machine's JSON what is the same whoever drives it.
statistics() {
    jq -S \
        'del(.wall_seconds, .mode, .mismatches, .cycles_compared, .compares, .masked, .events, .unseen, .first_mismatch, .first_request, .blocks)' "$1"
}
# same_statistics NAME FILE FILE: of two runs, which are there.
same_statistics() {
    local differ='no result'
    if [ -s "$2" ] && differ=$(diff <(statistics "$2") <(statistics "$3")); then ok "$1"; else
        not_ok "$1" "$(head -n 4 <<<"$differ" | tr '\n' ' ')"; fi
}

finish() { exit $((failures > 0)); }
