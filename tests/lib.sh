# lib.sh : what the test scripts share. Source it, call `expect*` a fact, end with `finish`.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
failures=0

ok() { printf 'ok %s\n' "$1"; }
not_ok() { printf 'not ok %s: %s\n' "$1" "$2"; failures=$((failures + 1)); }

# expect NAME COMMAND...: the command succeeds.
expect() {
    local name=$1 out; shift
    if out=$("$@" 2>&1); then ok "$name"; else not_ok "$name" "status $?: $(tail -n 3 <<<"$out" | tr '\n' ' ')"; fi
}

# expect_status NAME STATUS TEXT COMMAND...: the command ends with STATUS, and TEXT (may be empty) stands on its stderr.
expect_status() {
    local name=$1 want=$2 text=$3 err status; shift 3
    err=$("$@" 2>&1 >/dev/null); status=$?
    if [ "$status" -ne "$want" ]; then not_ok "$name" "status $status, not $want: $(head -n 2 <<<"$err" | tr '\n' ' ')"
    elif [[ -n $text && $err != *"$text"* ]]; then not_ok "$name" "stderr does not say '$text': $(head -n 2 <<<"$err" | tr '\n' ' ')"
    else ok "$name"; fi
}

# statistics FILE: of a machine's JSON what is the same whoever drives it.
statistics() {
    jq -S 'del(.wall_seconds, .mode, .mismatches, .cycles_compared, .compares, .masked, .events, .unseen, .first_mismatch, .first_request, .blocks)' "$1"
}

finish() { exit $((failures > 0)); }
