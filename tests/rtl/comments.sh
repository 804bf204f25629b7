#!/usr/bin/env bash
# comments.sh : what comments and checks of the emitted Verilog name is there: each signal that a
# comment names, and each constant in the name of a check, is in the code of the same file; and what
# the comment of a parameter asks for is what its check asks for.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

lost() { find "$@" -name '*.v' -exec awk -f tests/rtl/comment_signals.awk {} +; }

found=$(lost rtl)
if [ -z "$found" ]; then ok names_in_comments_and_checks_exist; else
    not_ok names_in_comments_and_checks_exist "$(tr '\n' ' ' <<<"$found")"; fi

cat >"$WORK/wrong.v" <<'END'
module wrong (
  input  wire pop_i,  // only while some_o
  output wire some_ok // of state_q
);
  `WL_PARAM_CHECK(AGE_W_bits_must_hold_AGE_MOST, (1 << AGE_W) > AGE_MAX)
  reg state_q; // pop_i clears it
endmodule
END
said=$(lost "$WORK" | sed 's/.*: //' | sort | paste -sd ' ')
if [ "$said" = 'AGE_MOST some_o' ]; then ok lost_names_are_found; else
    not_ok lost_names_are_found "$said"; fi

# "FILE NAME" of each check "NAME_must_be_at_least_N" whose parameter is not said to be ">= N"
other_least() {
    find "$@" -name '*.v' -exec awk '
        /^ *parameter integer/ && match($0, />= [0-9]+$/) {
            said[FILENAME, $3] = substr($0, RSTART + 3)
        }
        match($0, /[(][A-Z0-9_]+_must_be_at_least_[0-9]+/) {
            name = least = substr($0, RSTART + 1, RLENGTH - 1)
            sub(/_must_be.*/, "", name); sub(/.*_/, "", least)
            if (said[FILENAME, name] != least) print FILENAME, name
        }' {} +
}
found=$(other_least rtl)
if [ -z "$found" ]; then ok comments_of_parameters_say_what_is_checked; else
    not_ok comments_of_parameters_say_what_is_checked "$(paste -sd ' ' <<<"$found")"; fi
mkdir "$WORK/least"
sed 's/>= 22$/>= 1/' rtl/cart/cart.v >"$WORK/least/cart.v"
if [ "$(other_least "$WORK/least")" = "$WORK/least/cart.v LINE_W" ]; then ok another_least_is_found
else not_ok another_least_is_found "$(other_least "$WORK/least")"; fi
finish
