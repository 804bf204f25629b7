# tables.awk : the rows of Markdown tables that are not whole: a row that does not begin and end
# with a bar, whose cells are not as many as those of its table's head, or whose first cell is
# empty. Prints each as FILE:LINE: ROW.
#
# SPDX-License-Identifier: Apache-2.0
function bars(line) {
    gsub(/\\\|/, "", line)
    return gsub(/\|/, "", line)
}
FNR == 1 { columns = code = 0 }
/^```/ { code = !code }
code { next }
/^\|[-:| ]+\|$/ {
    columns = bars($0)
    if (bars(head) != columns) print FILENAME ":" FNR - 1 ": " head
    next
}
{ head = $0 }
!NF { columns = 0 }
columns && (!/^\|.*\|$/ || bars($0) != columns || /^\| *\|/) { print FILENAME ":" FNR ": " $0 }
