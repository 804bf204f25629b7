#!/usr/bin/env bash
# comments.sh : what comments and checks of the emitted Verilog name is there: each signal that a
# comment names, and each constant in the name of a check, is in the code of the same file.
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
finish
