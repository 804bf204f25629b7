# parse.awk : Verilator's coverage data as rows: kind, module, instance, file:line, name, count; separated by tabs.
#
#   awk -v prefix=CONFIG_ -f parse.awk coverage.dat
#
# A line of the data is C 'KEYS' COUNT; keys are \001NAME\002VALUE. The kind stands before the slash of the key "page". Names lose the
# prefix of the configuration, and instances the top's. A point of a name that says unused_ is none: lint wants the wire, nobody reads it.
#
# SPDX-License-Identifier: Apache-2.0
BEGIN { OFS = "\t" }
# A module of configuration `cart` is cart or cart_turn: the name is said once. What stands behind any other is the block, or lib.
function stem(name,    rest) {
    rest = name
    return sub("^" prefix, "", rest) && rest ~ /^(lib|mrpb|pric|dwtcs|streambypass|warppool|cart|crossbar|sm|slice)([_.]|$)/ ? rest : name
}
/^C '/ {
    split("", key)
    body = $0
    sub(/^C '/, "", body)
    n = split(body, part, "\001")
    for (i = 1; i <= n; i++) {
        at = index(part[i], "\002")
        if (at) key[substr(part[i], 1, at - 1)] = substr(part[i], at + 1)
    }
    sub(/'.*/, "", key["h"])
    slash = index(key["page"], "/")
    kind = substr(key["page"], 1, slash - 1)
    sub(/^v_/, "", kind)
    module = substr(key["page"], slash + 1)
    sub(/__.*$/, "", module) # Verilator's own name of a module with these parameters
    module = stem(module)
    instance = key["h"]
    sub(/^TOP\./, "", instance)
    instance = stem(instance)
    file = stem(key["f"])
    if (key["o"] ~ /(^|[.])unused_/) next
    print kind, module, instance, file ":" key["l"], key["o"], $NF
}
