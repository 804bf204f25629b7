#!/usr/bin/env bash
# explain.sh : `config explain` names the places of every key, and each of them is one. A listed C
# file contains the key's field, takes the whole section, or calls an inline function of the
# configuration that reads it. The other way round, every file in which a search for
# `SECTION.FIELD`, for the field behind a pointer to the section, or for such a call finds something
# is listed. The search knows nothing of how the program finds the places. And what no model,
# machine or bench reads has no effect there: such keys are those of the emitted text alone.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

: >"$WORK/without"
mapfile -t keys < <(sed -nE 's/^\| `([a-z0-9_]+(\.[a-z0-9_]+)+)` .*/\1/p' docs/reference/keys.md)
# `config print` has the keys of sections as indented lines with a value.
printed=$("$WARPLOOM" config print | grep -cE '^ +[a-z0-9_]+: .')
expect keys_of_the_reference_are_all [ "${#keys[@]}" -eq "$printed" ]

# One line per place: SECTION FIELD LABEL PATH
"$WARPLOOM" config explain "${keys[@]}" | awk -v without="$WORK/without" '
    function end_of_key() { if (key && (rows != 1 || !readers)) print key >>without }
    /^[a-z]/ { end_of_key(); key = $1; rows = readers = on = 0; next }
    $1 == "in" && $2 == "C" { split(substr($3, 4), part, "."); on = 1; next }
    !on || !NF { next }
    { if (NF == 2) label = $1
      print part[1], part[2], label, $NF; if (label == "row") rows++; else readers++ }
    END { end_of_key() }' >"$WORK/places"

explain() { "$WARPLOOM" config explain "$@"; }
expect several_keys_are_explained_as_each_is cmp <(explain l1d.ways structures.mrpb.depth) \
    <(explain l1d.ways; echo; explain structures.mrpb.depth)
expect_status json_explains_one_key 2 '--json explains one key or section' \
    explain --json l1d.ways l2.ways
expect_status one_file_is_imported 2 "unexpected operand 'b'" "$WARPLOOM" config import a b

# The C sources without comments and strings: PATH, a tab, the line.
find refmodel rtlgen tb synth -name '*.[ch]' |
    grep -v '^refmodel/config/tables' | sort >"$WORK/sources"
xargs awk -v OFS='\t' '{
    gsub(/"([^"\\]|\\.)*"/, ""); gsub(/\047([^\047\\]|\\.)\047/, ""); sub(/\/\/.*/, "")
    print FILENAME, $0
}' <"$WORK/sources" >"$WORK/lines"

# The inline functions of the configuration, and the keys that they read: FUNCTION SECTION FIELD
awk -F'\t' '
    $1 !~ /^refmodel\/config\/.*[.]h$/ { next }
    $2 ~ /^static inline / { name = $2; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
    name == "" { next }
    { rest = $2
      while (match(rest, /c->[a-z0-9]+[.][a-z_0-9]+/)) {
          split(substr(rest, RSTART + 3, RLENGTH - 3), part, ".")
          reads[name, part[1], part[2]] = 1; rest = substr(rest, RSTART + RLENGTH)
      }
      rest = $2
      while (match(rest, /[a-z_0-9]+\(/)) {
          calls[name, substr(rest, RSTART, RLENGTH - 1)] = 1; rest = substr(rest, RSTART + RLENGTH)
      } }
    $2 ~ /^}/ || ($2 ~ /^static inline / && $2 ~ /}$/) { name = "" }
    END {
        for (more = 1; more;) {
            more = 0
            for (c in calls) {
                split(c, f, SUBSEP)
                for (r in reads) {
                    split(r, of, SUBSEP)
                    if (of[1] == f[2] && !((f[1], of[2], of[3]) in reads)) {
                        reads[f[1], of[2], of[3]] = 1; more = 1 }
                }
            }
        }
        for (r in reads) { split(r, of, SUBSEP); print of[1], of[2], of[3] }
    }' "$WORK/lines" | sort >"$WORK/functions"

none() { # NAME FILE: the file is empty
    if [ -s "$2" ]; then not_ok "$1" "$(head -3 "$2" | tr '\n' ';')"; else ok "$1"; fi
}

awk '{ print $4 }' "$WORK/places" | sort -u | while IFS= read -r f; do
    [ -f "$f" ] || echo "$f"
done >"$WORK/lost"
none every_place_exists "$WORK/lost"

# Each key has one row in the tables, and something that reads it.
none every_key_has_its_row_and_readers "$WORK/without"

# A place that is a C source has the field, or the section as a whole.
awk -F'\t' -v places="$WORK/places" -v functions="$WORK/functions" '
    BEGIN { while ((getline line <functions) > 0) {
                split(line, of, " "); by[of[1]] = by[of[1]] " " of[2] "." of[3] } }
    { n = split($2, word, /[^A-Za-z0-9_]+/)
      for (i = 1; i <= n; i++) {
          has[$1, word[i]] = 1
          if (!(word[i] in by)) continue
          m = split(by[word[i]], key, " "); for (k = 1; k <= m; k++) called[$1, key[k]] = 1
      }
      while (match($2, /c->[a-z0-9]+[.)][a-z_]*/)) {
          split(substr($2, RSTART + 3, RLENGTH - 3), part, /[.)]/)
          whole[$1, part[1], part[2]] = 1
          $2 = substr($2, RSTART + RLENGTH)
      } }
    END {
        while ((getline line <places) > 0) {
            split(line, p, " ")
            if (p[3] !~ /^(rules|ports|model|machine|programs|commands|numbers|bench|synthesis)$/)
                continue
            if (((p[4], p[2]) in has) || ((p[4], p[1] "." p[2]) in called)) continue
            if (!((p[4], p[1], "") in whole) && !((p[4], p[1], "name") in whole)) print line
        }
    }' "$WORK/lines" >"$WORK/wrong"
none every_place_has_the_field "$WORK/wrong"

# Every place is listed: SECTION.FIELD behind -> or a dot; and P->FIELD in a file whose only
# pointers P are to the section.
awk '{ print $1, $2 }' "$WORK/places" | sort -u >"$WORK/fields"
awk -F'\t' -v fields="$WORK/fields" -v places="$WORK/places" -v functions="$WORK/functions" '
    function see(section, field) {
        if (((section, field) in known) && !(($1, section, field) in listed))
            print section "." field, $1
    }
    BEGIN {
        while ((getline line <fields) > 0) { split(line, p, " "); known[p[1], p[2]] = 1 }
        while ((getline line <places) > 0) { split(line, p, " "); listed[p[4], p[1], p[2]] = 1 }
        while ((getline line <functions) > 0) {
            split(line, of, " "); by[of[1]] = by[of[1]] " " of[2] "." of[3] }
    }
    FNR == NR { # the types of pointers
        rest = $2
        while (match(rest, /[a-z_0-9]+ \*(const )?[a-z_0-9]+/)) {
            one = substr(rest, RSTART, RLENGTH); rest = substr(rest, RSTART + RLENGTH)
            type = one; sub(/ .*/, "", type); name = one; sub(/.*[* ]/, "", name)
            if (type == "return" || type == "sizeof") continue
            section = type
            if (!sub(/^cfg_/, "", section) && !sub(/_cfg$/, "", section)) section = "other"
            if ((($1, name) in to) && to[$1, name] != section) section = "several"
            to[$1, name] = section
        }
        next
    }
    {
        rest = $2
        while (match(rest, /[.>][a-z0-9]+\.[a-z_0-9]+/)) {
            one = substr(rest, RSTART + 1, RLENGTH - 1); rest = substr(rest, RSTART + RLENGTH)
            split(one, part, "."); see(part[1], part[2])
        }
        rest = $2
        while (match(rest, /[A-Za-z_0-9]+->[a-z_0-9]+/)) {
            one = substr(rest, RSTART, RLENGTH); rest = substr(rest, RSTART + RLENGTH)
            split(one, part, "->")
            if (($1, part[1]) in to) see(to[$1, part[1]], part[2])
        }
        rest = $2
        while (match(rest, /[a-z_0-9]+\(/)) {
            one = substr(rest, RSTART, RLENGTH - 1); rest = substr(rest, RSTART + RLENGTH)
            n = split(by[one], key, " ")
            for (i = 1; i <= n; i++) { split(key[i], part, "."); see(part[1], part[2]) }
        }
    }' "$WORK/lines" "$WORK/lines" | sort -u >"$WORK/missing"
none no_place_is_missing "$WORK/missing"

# Each key has an effect in the machine or in a bench, but for the options of the emitted text and
# of the synthesis, and pric.enable: the machine has PRIC by l1d.index and l2.index.
awk '
    $3 ~ /^(users|model|machine|programs|bench)$/ { read[$1 "." $2] = 1 }
    { all[$1 "." $2] = 1 }
    END { for (k in all) if (!(k in read)) print k }' "$WORK/places" |
    grep -vE '^(rtl|synth)\.|^pric\.enable$|^warppool\.queue_latches$' | sort >"$WORK/idle"
none every_key_is_read_by_model_machine_or_bench "$WORK/idle"

# A structure's library modules are those of its list.
for s in mrpb pric dwtcs streambypass warppool cart crossbar; do
    awk -v s="$s" '$1 == s && $3 == "library" { print $4 }' "$WORK/places" |
        sort -u >"$WORK/library"
    [ ! -s "$WORK/library" ] && ! grep -q 'rtlgen/lib/' "rtlgen/$s/gen.c" && continue
    grep -oE 'rtlgen/lib/[a-z_]+\.v\.in' "rtlgen/$s/gen.c" | sort -u | diff - "$WORK/library"
done >"$WORK/differ" 2>&1
none library_templates_are_those_of_gen_c "$WORK/differ"
finish
