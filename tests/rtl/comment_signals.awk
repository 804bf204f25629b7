# comment_signals.awk : names in Verilog files that lead nowhere: signals in comments (words that
# end in _i, _o or _q) and constants in the names of checks (AGE_W in AGE_W_bits_must_hold_...) that
# the code of the same file does not have. Prints each once, as FILE: NAME.
#
# SPDX-License-Identifier: Apache-2.0
function words(text, set, form,    n, i, w) {
    n = split(text, w, /[^A-Za-z0-9_$]+/)
    for (i = 1; i <= n; i++) if (w[i] ~ form) set[w[i]] = 1
}
# In the code, or two names of it that a check's name joins (QUEUES_QUEUE_W).
function known(name,    at) {
    if (name in code) return 1
    for (at = 2; at < length(name); at++)
        if (substr(name, at, 1) == "_" && substr(name, 1, at - 1) in code &&
            substr(name, at + 1) in code) return 1
    return 0
}
function report(    name) {
    for (name in said) if (!known(name)) print file ": " name
    split("", said)
    split("", code)
}
FNR == 1 { report(); file = FILENAME }
{
    at = index($0, "//")
    text = at ? substr($0, 1, at - 1) : $0
    if (match(text, /_CHECK\([A-Za-z0-9_]+/)) {
        name = substr(text, RSTART + 7, RLENGTH - 7)
        text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
        gsub(/(^|_)[a-z0-9][a-z0-9_]*(_|$)/, " ", name)
        words(name, said, "^[A-Z][A-Z0-9_]*[A-Z0-9]$")
    }
    words(text, code, ".")
    if (at) words(substr($0, at + 2), said, "^[A-Za-z_][A-Za-z0-9_]*_[ioq]$")
}
END { report() }
