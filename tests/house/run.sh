#!/usr/bin/env bash
# run.sh : what tests/run gives a test does not depend on who starts it: no language but C (decimal points, order, messages), none of the
# user's settings of the program; and its times are numbers.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

mkdir -p "$WORK/build/tests"
cat >"$WORK/build/tests/test_planted" <<'EOF'
#!/usr/bin/env bash
[ "$LC_ALL" = C ] && echo ok planted_language
[ -z "${WARPLOOM_CONFIG-}${WARPLOOM_STATS-}" ] && echo ok planted_settings
EOF
chmod +x "$WORK/build/tests/test_planted"
: >"$WORK/build/warploom"
said=$(LC_ALL=de_DE.UTF-8 WARPLOOM_CONFIG=mrpb-base-l WARPLOOM_STATS=$WORK/stats.json B=$WORK/build tests/run tests/test_planted 2>"$WORK/err")
if [ "${said##*$'\n'}" = '2 passed, 0 failed' ]; then ok tests_have_one_environment; else not_ok tests_have_one_environment "$said"; fi
if grep -qE ' time="[0-9]+[.][0-9]{3}">' "$WORK/build/junit.xml"; then ok times_are_numbers; else not_ok times_are_numbers "$(grep -o ' time=.*' "$WORK/build/junit.xml")"; fi
finish
