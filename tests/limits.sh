# limits.sh : limits that a busy machine does not bring nearer. lib.sh has it, and the proofs.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash

# used_up SECONDS: what this shell has started and waited for has used so much processor time.
# `times` counts for its own shell only, so that its lines go through a file.
used_up() {
    local file status
    file=$(mktemp) && times >"$file"
    awk -v most="$1" \
        'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); n += 60 * t[1] + t[2] } exit n < most - 0.5 }' "$file"
    status=$?
    rm -f "$file"
    return "$status"
}

# limited SECONDS COMMAND...: each program that it starts has so much processor time. When COMMAND
# fails for it, the limit is named on stderr. What stands still is for tests/run to end.
limited() (
    seconds=$1; shift
    ulimit -S -t "$seconds"
    ulimit -H -t $((seconds + 5)) # SIGKILL, for one that goes on after SIGXCPU
    "$@"; status=$?
    if [ "$status" -ne 0 ] && used_up "$seconds"; then
        echo "limit: $1 has used its $seconds seconds of processor time" >&2
    fi
    exit "$status"
)

# awaits PID COMMAND...: waits until COMMAND succeeds, however long that takes, as long as the
# process lives.
awaits() {
    local pid=$1; shift
    until "$@"; do
        kill -0 "$pid" 2>/dev/null || return 1
        sleep 0.02
    done
}
