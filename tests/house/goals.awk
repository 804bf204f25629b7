# goals.awk : rows of silicon.md's table of goals whose verdict is not what the row's figures give:
# "met", or "missed by P % in clock, P % in area" (a goal in whole MHz and um2; of the area logic
# and SRAM together; P in whole percent). Prints each as FILE:LINE: should say VERDICT.
#
# SPDX-License-Identifier: Apache-2.0
function number(text) { gsub(/[^0-9]/, "", text); return text + 0 }
function percent(x) { return int(100 * x + 0.5) }
/^## / { goals = /Goals/; next }
goals && split($0, cell, "|") >= 5 && cell[3] ~ /MHz in .*um2/ {
    split(cell[3], goal, "MHz in")
    split(cell[4], part, ";")
    n = split(part[1], area, "+")
    for (um2 = 0; n > 0; n--) um2 += number(area[n])
    split(part[2], mhz, "/")
    slow = 1 - number(mhz[1]) / number(goal[1])
    sub(/um2.*/, "", goal[2])
    large = um2 / number(goal[2]) - 1
    says = slow > 0 ? percent(slow) " % in clock" : ""
    if (large > 0) says = says (says ? ", " : "") percent(large) " % in area"
    says = says ? "**missed** by " says : ": met"
    shown = cell[4] ~ /[(]/ ? substr(cell[4], 1, index(cell[4], "(") - 1) : cell[4]
    sub(/ *$/, "", shown)
    if (substr(shown, length(shown) - length(says) + 1) != says)
        print FILENAME ":" FNR ": should say " says
}
