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
# fact NAME FILTER FILE: the last that jq's filter gives is neither false nor null.
#
# jq takes 30 ms to begin, so that one tells them all, in `finish`, of the files as they were.
holds() { ask "$@" '([$in | ('"$2"$'\n)] == [true])'; }
fact() { ask "$@" '([$in | ('"$2"$'\n)] | length > 0 and (.[-1] | . != null and . != false))'; }
ask() { # NAME FILTER FILE VERDICT
    local text=''
    [ "$BASH_SUBSHELL" = 0 ] || forget # what a subshell asks, nobody else answers
    IFS= read -rd '' text 2>/dev/null <"$3"
    [ "${#results[@]}" -gt 0 ] && [ "$text" = "${results[-1]}" ] || results+=("$text")
    asked_names+=("$1") asked_filters+=("$4") asked_shows+=("${shows:-$2}")
    asked_results+=($((${#results[@]} - 1)))
    [ "$BASH_SUBSHELL" = 0 ] || answer
}
forget() { asked_names=() asked_filters=() asked_shows=() asked_results=() results=(); }
forget
# verdict I: the I-th alone, where one cannot be told with the others.
verdict() {
    jq -n "first(inputs) as \$in | ${asked_filters[$1]}" <<<"${results[asked_results[$1]]}"
}
answer() {
    local i verdicts=() program=''
    for i in "${!asked_names[@]}"; do
        program+="${program:+, }(\$all[${asked_results[i]}] as \$in | try"
        program+=" ${asked_filters[i]} catch false)"
    done
    [ -z "$program" ] || mapfile -t verdicts < <(printf '%s\n' "${results[@]}" |
        jq -n "[inputs] as \$all | if (\$all | length) == ${#results[@]} then $program
            else empty end" 2>/dev/null)
    for i in "${!asked_names[@]}"; do
        [ ${#verdicts[@]} = ${#asked_names[@]} ] || verdicts[i]=$(verdict "$i" 2>/dev/null)
        if [ "${verdicts[i]}" = true ]; then ok "${asked_names[i]}"; else
            not_ok "${asked_names[i]}" "$(jq -c "${asked_shows[i]}" \
                <<<"${results[asked_results[i]]}" 2>&1 | head -c 400)"; fi
    done
    forget
}

# fresh_cache DIR: from now on an empty cache of plug-ins, for those that nothing else asks for.
# What all plug-ins share (Verilator's runtime, its precompiled headers) is that of the cache in use
# so far, where small plug-ins are made so that it is there.
fresh_cache() {
    local from=${WARPLOOM_CACHE:-build/cache} cycles
    for cycles in 1000 101000; do # compiled with -O0 and -O1
        "$WARPLOOM" bench -q -c gtx480 --set structures.pric.enable=true --cycles $cycles >/dev/null
    done
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
    local status text='' cycles='"cycles_compared": ([0-9]+)' caught
    read -r status <"$WORK/$1.status"
    IFS= read -rd '' text <"$WORK/$1.json"
    case $2$text in
        rtl*'"mismatches": 1,'* | model*'"mismatches": 1,'*'"broken_law": null,'*) caught=yes ;;
        rtl*'"broken_law": null,'*) ;;
        rtl*'"broken_law": '*) caught=yes ;;
    esac
    if [ "$status" = 1 ] && [ -n "$caught" ] && [[ $text =~ $cycles ]]; then
        echo "# $1: caught after ${BASH_REMATCH[1]} cycles"
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
        'del(.wall_seconds, .mode, .mismatches, .cycles_compared, .cycles_of, .compares, .masked, .events, .unseen, .first_mismatch, .first_request, .blocks)' "$1"
}
# same_statistics NAME FILE FILE: of two runs, which are there.
same_statistics() {
    local differ='no result'
    if [ -s "$2" ] && differ=$(diff <(statistics "$2") <(statistics "$3")); then ok "$1"; else
        not_ok "$1" "$(head -n 4 <<<"$differ" | tr '\n' ' ')"; fi
}

finish() { answer; exit $((failures > 0)); }
