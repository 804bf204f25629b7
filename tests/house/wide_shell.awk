# wide_shell.awk: finds shell lines above 100 columns that could be broken: those with a blank
# outside of quotes, behind their first word and before column 100, and comments. What remains is
# text that breaking would change: programs of awk, jq and sed in quotes, messages, here-documents.
# Prints FILE:LINE.
#
# `in_what` is a stack of what the current character stands in, the innermost last: ' single quotes,
# $ quotes of the form $'..', " double quotes, ( a command substitution or subshell, { a parameter
# expansion, + arithmetic. Where it is empty, or the innermost is (, a blank parts words.
#
# SPDX-License-Identifier: Apache-2.0

function push(what) { in_what[++depth] = what }

# What begins at character i of line inside double quotes or in plain text; returns its length.
function opened(line, i, top,    two) {
    two = substr(line, i, 2)
    if (substr(line, i, 3) == "$((") { push("+"); return 3 }
    if (two == "$(" || (top != "\"" && (two == "<(" || two == ">("))) { push("("); return 2 }
    if (two == "${") { push("{"); return 2 }
    if (top == "\"") return 1
    if (two == "$'") { push("$"); return 2 }
    if (two == "((" && (i == 1 || substr(line, i - 1, 1) ~ /[ ;]/)) { push("+"); return 2 }
    if (substr(line, i, 1) ~ /['"(]/) push(substr(line, i, 1))
    return 1
}

# The character at i where the innermost is `top`; returns how many characters that was.
function step(line, i, top,    c) {
    c = substr(line, i, 1)
    if (c == "\\" && top != "'") return 2
    if (top == "'" || top == "$") { depth -= c == "'"; return 1 }
    if (top == "+") {
        if (c == "(") push("+")
        if (c == ")") depth--
        return c == ")" && in_what[depth] != "+" ? 2 : 1
    }
    if (top == "{" && c == "}") { depth--; return 1 }
    if (top == "\"" && c == "\"") { depth--; return 1 }
    if (top == "(" && c == ")") { depth--; return 1 }
    return opened(line, i, top == "{" && c != "\"" && c != "'" ? "\"" : top)
}

function here_document(line, i) {
    if (substr(line, i, 3) == "<<<" || !match(substr(line, i), /^<<-?['"]?[A-Za-z_]+/)) return
    ends[++waiting] = substr(line, i, RLENGTH)
    gsub(/[<'"-]/, "", ends[waiting])
}

# Reads a line; true if it could be broken before column 100.
function breakable(line,    i, c, top, found, word) {
    for (i = 1; i <= length(line);) {
        c = substr(line, i, 1)
        top = depth ? in_what[depth] : ""
        if (top == "" || top == "(") {
            if (c == "#" && (i == 1 || substr(line, i - 1, 1) ~ /[ ;(]/))
                return found || line !~ /shellcheck/
            if (c == " " && word && i < 100) found = 1
            if (c == "<") here_document(line, i)
        }
        word = word || c != " "
        i += step(line, i, top)
    }
    return found
}

FNR == 1 { depth = waiting = 0 }
waiting {
    if ($0 == ends[1]) { for (k = 1; k < waiting; k++) ends[k] = ends[k + 1]; waiting-- }
    next
}
{ could = breakable($0) }
length > 100 && could { print FILENAME ":" FNR }
