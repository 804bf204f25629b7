#!/usr/bin/env bash
# docs.sh : what README and docs say is so. Blocks ```text show what a page's commands print. Every
# command block runs as it stands, page by page, in a folder of its own; blocks marked `sh long` are
# checked for options that do not exist and run by tests/long/docs.sh. Links lead somewhere, and the
# reference pages are what the program makes.
#
# A block ```TYPE NAME writes the file NAME; blocks ```sh of a page run one after the other as one
# script; build/ is the real one.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tests/docs_blocks.sh

# as_shown PAGE: its commands succeed and print each line of its blocks ```text; `...` at the end of
# a line stands for the rest.
as_shown() {
    run_page "$1" sh >"$WORK/said" 2>&1 || { tail -n 3 "$WORK/said"; return 1; }
    blocks_of "$1" text | sed 's/[.][.][.]$//; s/ *$//' | grep . | while IFS= read -r line; do
        grep -qF -- "$line" "$WORK/said" || { echo "no command prints: $line"; return 1; }
    done
    [ "${PIPESTATUS[3]}" = 0 ]
}

pages=$(find README.md docs -name '*.md' -not -path 'docs/reference/*' | sort)
n=0
for page in $pages; do
    grep -qxE '```sh' "$page" || continue
    n=$((n + 1))
    name=${page%.md}
    name=$(tr -cs 'a-z0-9\n' _ <<<"${name,,}")
    expect "commands_of_$name" as_shown "$page"
done
if [ "$n" -ge 15 ]; then ok pages_with_commands_were_found; else
    not_ok pages_with_commands_were_found "only $n"; fi

# A block of YAML has a name, which a command of its page takes, or is a core of FuseSoC, of which
# each call of the generator emits.
core_emits() { # CORE
    local dir; dir=$(mktemp -d "$WORK/core.XXXXXX")
    {
        printf 'files_root: .\ngapi: "1.0"\nvlnv: a:b:c:1\n'
        awk '{ match($0, /[^ ]/) } /^ *parameters:/ { n = RSTART; print "parameters:"; next }
            n && RSTART <= n { n = 0 } n' "$1"
    } >"$dir/in.yml"
    (cd "$dir" && "$WARPLOOM" rtl -q --fusesoc in.yml && ls ./*.v >/dev/null)
}
yaml_is_used() { # PAGE
    local dir name unused=0 page_path; page_path=$(realpath "$1")
    dir=$(mktemp -d "$WORK/yaml.XXXXXX")
    if grep -qxE '```(yaml|yml)' "$1"; then echo 'a block without a name'; return 1; fi
    (cd "$dir" && write_files "$page_path")
    for name in $(sed -nE 's/^```yaml ([^ ]+)$/\1/p' "$1"); do
        case $name in
        *.core) core_emits "$dir/$name" || unused=1 ;;
        *) [ "$(grep -cF "$name" "$1")" -gt 1 ] ||
            { echo "no command takes $name"; unused=1; } ;;
        esac
    done
    return $unused
}
for page in $pages; do
    grep -qE '^```ya?ml' "$page" || continue
    name=${page%.md}
    expect "yaml_of_$(tr -cs 'a-z0-9\n' _ <<<"${name,,}")" yaml_is_used "$page"
done
printf '```yaml wrong.core\n  parameters:\n    config: mrpb-base-s\n    wrap: vortex\n```\n' \
    >"$WORK/wrong.md"
if yaml_is_used "$WORK/wrong.md" >/dev/null 2>&1; then
    not_ok refused_core_is_found 'a page whose generator is refused passed'; else
    ok refused_core_is_found; fi

# Commands that take long: their options exist.
long=$(for page in $pages; do blocks_of "$page" 'sh long' | sed 's/#.*//' |
    grep '^build/warploom' || true; done)
while IFS= read -r line; do
    [ -n "$line" ] || continue
    expect "options_of_$(tr -cs 'a-z0-9\n' _ <<<"$line")" bash \
        -c "\"\$WARPLOOM\" ${line#build/warploom} --help"
done <<<"$long"

# Commands in the text: their options exist, and so do the targets of make.
wrong=$(grep -ohE '`(build/)?warploom [a-z][^`]*`' $pages CONTRIBUTING.md | sort -u |
    tr -d '`' | grep -v '[<>|]' | sed 's/ help / /' |
    while IFS= read -r line; do
        bash -c "\"\$WARPLOOM\" ${line#*warploom} --help" >/dev/null 2>&1 || echo "$line;"
    done)
fact=options_of_commands_in_the_text
if [ -z "$wrong" ]; then ok $fact; else not_ok $fact "$wrong"; fi
wrong=$(grep -ohE '`make [a-z][^`]*`' $pages CONTRIBUTING.md | tr -d '`' |
    sed "s/^make //; s/[A-Z_]*='[^']*'//g; s/[A-Z_]*=[^ ]*//g" | tr ' ' '\n' |
    grep -E '^[a-z][a-z-]*$' | sort -u | while IFS= read -r target; do
        grep -qE "^([a-z -]* )?$target( [a-z -]*)?:" Makefile || echo "$target"
    done)
fact=targets_of_make_in_the_text
if [ -z "$wrong" ]; then ok $fact; else not_ok $fact "$wrong"; fi

# A page whose command fails is found.
printf '```sh\nbuild/warploom stats no.such.statistic\n```\n' >"$WORK/wrong.md"
if run_page "$WORK/wrong.md" sh >/dev/null 2>&1; then
    not_ok failing_command_is_found 'a page with a wrong command passed'; else
    ok failing_command_is_found; fi
printf \
    '```sh\nbuild/warploom stats l1d.read_misses\n```\n```text\nl1d.read_misses (cycles)\n```\n' \
    >"$WORK/wrong.md"
if as_shown "$WORK/wrong.md" >/dev/null 2>&1; then
    not_ok other_output_is_found 'a page that shows what nothing prints passed'
else ok other_output_is_found; fi

lost=$(for page in $pages; do
    grep -oE '\]\([^)#]+' "$page" | sed 's/^](//' | grep -v '^http' | while read -r to; do
        [ -e "$(dirname "$page")/$to" ] || echo "$page: $to"
    done
done)
if [ -z "$lost" ]; then ok links_of_all_pages_exist; else
    not_ok links_of_all_pages_exist "$(tr '\n' ' ' <<<"$lost")"; fi

# Every page of the papers that is published is one that the tutorial leads to.
lost=$(for page in reports/paper-*/index.html reports/together/index.html; do
    grep -qF "(../../$page)" docs/tutorials/from-a-paper.md || echo "$page"
done)
if [ -z "$lost" ]; then ok pages_of_all_papers_are_in_the_tutorial; else
    not_ok pages_of_all_papers_are_in_the_tutorial "$lost"; fi

# The page of all reports leads to each of them: pages, and tables without one.
lost=$(for page in reports/*/*.html; do
    grep -qF "href=\"${page#reports/}\"" reports/index.html || echo "$page"
done; bash reports/page.sh <reports/pages/index.md | cmp - reports/index.html)
if [ -z "$lost" ]; then ok page_of_all_reports_leads_to_each; else
    not_ok page_of_all_reports_leads_to_each "$lost"; fi

# All pages are of one form; a text without a title makes none, nor does one without the tool.
other=$(for page in reports/*.html reports/*/*.html; do
    for part in 'name="viewport"' 'name="color-scheme"' '--accent: #2878c8' '<h1>'; do
        grep -qF -- "$part" "$page" || echo "$page: no $part"
    done
done; find reports -name '*.md' -not -path 'reports/pages/*')
if [ -z "$other" ]; then ok pages_are_of_one_form; else
    not_ok pages_are_of_one_form "$(tr '\n' ' ' <<<"$other")"; fi
page_of() { printf '%s\n' "$1" | PATH=$2 "$BASH" reports/page.sh; }
expect_status page_without_a_title_is_refused 2 'first line is not' page_of 'text' "$PATH"
expect_status page_without_its_tool_is_refused 3 'make deps' page_of '# Title' "$WORK/no-tools"

# Rows of tables are whole: a definition keeps its word.
broken=$(find ./*.md docs rtl -name '*.md' -exec awk -f tests/house/tables.awk {} +)
if [ -z "$broken" ]; then ok rows_of_all_tables_are_whole; else
    not_ok rows_of_all_tables_are_whole "$(tr '\n' ' ' <<<"$broken")"; fi
printf '| word | meaning |\n|---|---|\n| a | b |\n%s\n' ' of one item |' >"$WORK/wrong.md"
printf '\n| word | meaning |\n|---|---|\n| `a` and b | c |\n%s\n%s\n' \
    '| | d |' '| e |' >>"$WORK/wrong.md"
broken=$(awk -f tests/house/tables.awk "$WORK/wrong.md" |
    sed 's/.*md:\([0-9]*\):.*/\1/' | paste -sd ' ')
if [ "$broken" = '4 9 10' ]; then ok broken_rows_are_found; else
    not_ok broken_rows_are_found "$broken"; fi

# `make help`: what a target does begins in one column, but behind a longer command.
crooked=$(make -s help | grep -vE '^(make .{20} [^ ]|make .{22,}   [^ ]| {26}[^ ])' || true)
if [ -z "$crooked" ]; then ok columns_of_make_help; else not_ok columns_of_make_help "$crooked"; fi

# The verdict of each row of the goals is what its figures give.
goals=docs/explanation/silicon.md
wrong=$(awk -f tests/house/goals.awk "$goals")
if [ -z "$wrong" ] && [ "$(grep -c 'um2 |.* met\|\*\*missed\*\*' "$goals")" -ge 7 ]; then
    ok verdicts_of_goals_are_those_of_their_figures
else not_ok verdicts_of_goals_are_those_of_their_figures "$wrong"; fi
sed '/^| DWT-CS, 15 SMs/s/: [*]*missed[^(]*/ /' "$goals" >"$WORK/goals.md"
if awk -f tests/house/goals.awk "$WORK/goals.md" | grep -q 'missed.* by 8 % in area'; then
    ok goal_without_a_verdict_is_found
else not_ok goal_without_a_verdict_is_found ''; fi

# MRPB with an SRAM of one or two ports: one clock on all pages, that of the table that `make
# silicon` writes.
mhz=$(awk -F, '/^mrpb,.*sram_1rw / { n = int($3 + 0.5); printf "%d,%03d", n / 1000, n % 1000 }' \
    reports/silicon/blocks.csv)
wrong=$(grep -E '^\| (the same, )?(one|two)-port SRAM(,? MHz| [(]5)' docs/figures.md |
    grep -vF "$mhz")
at=" at $mhz and "
if [ -n "$mhz" ] && [ -z "$wrong" ] && grep -qF "$at" docs/explanation/silicon.md; then
    ok one_clock_of_one_port_mrpb
else not_ok one_clock_of_one_port_mrpb "$mhz, but: $wrong"; fi

# Calls that a page says are not supported: a sentence that names CUDA_ERROR_NOT_SUPPORTED names at
# least one, and each of them is refused.
not_refused() { # PAGE...
    cat "$@" | tr '\n' ' ' | sed 's/\([.:]\) /\1\n/g' | grep 'CUDA_ERROR_NOT_SUPPORTED' |
        while IFS= read -r sentence; do
            calls=$(grep -oE '`cu[A-Z][A-Za-z0-9_]*`' <<<"$sentence" | tr -d '`')
            [ -n "$calls" ] || echo "no call in: $sentence"
            for call in $calls; do
                grep -qF "X($call)" refmodel/cuda/cuda_refused.c || echo "$call is not refused;"
            done
        done
}
# shellcheck disable=SC2086 # names of pages
wrong=$(not_refused $pages)
fact=calls_that_pages_say_are_refused_are
if [ -z "$wrong" ]; then ok $fact; else not_ok $fact "$wrong"; fi
echo 'Graphs (`cuGraphLaunch` ...) return `CUDA_ERROR_NOT_SUPPORTED`.' >"$WORK/wrong.md"
if [ "$(not_refused "$WORK/wrong.md")" = 'cuGraphLaunch is not refused;' ]; then
    ok supported_call_that_a_page_refuses_is_found
else not_ok supported_call_that_a_page_refuses_is_found "$(not_refused "$WORK/wrong.md")"; fi

# What a key touches: the files of the house that it leads to, as they are named; of a structure's
# number all of them.
mapfile -t places < <("$WARPLOOM" config explain structures.mrpb.depth |
    sed -nE 's/^  [A-Za-z]* +([a-z]+\/.*)$/\1/p')
lost=$(for f in "${places[@]}"; do [ -f "$f" ] || echo "$f"; done)
for f in refmodel/config/tables_structures.h refmodel/config/check_blocks.c \
    refmodel/machine/structures/request_path.c refmodel/blocks/mrpb.c \
    rtlgen/lib/lib_ram.v.in rtlgen/mrpb/plan.c rtlgen/mrpb/mrpb_sel.v.in \
    rtlgen/mrpb/mrpb.md.in constraints/block.sdc.in tb/bench/bench_mrpb.c tb/formal/mrpb.sh \
        tests/unit/test_mrpb.c; do
    [[ " ${places[*]} " == *" $f "* ]] || lost+=" $f"
done
if [ -z "$lost" ]; then ok explain_names_what_a_key_touches; else
    not_ok explain_names_what_a_key_touches "$lost"; fi
field=$("$WARPLOOM" config explain structures.mrpb.depth | grep '^  in C')
if [ "$field" = '  in C      c->mrpb.depth' ]; then ok explain_names_the_field
else not_ok explain_names_the_field "$field"; fi

expect reference_is_made "$WARPLOOM" reference -q -o "$WORK/reference"
expect reference_pages_are_what_the_program_makes diff -r docs/reference "$WORK/reference"

# What the program reads of its environment is in the reference, and nothing else is.
read_of_environment() {
    grep -rhoE '(getenv|setting|wanted)\("[A-Z_]+"' --include='*.c' \
        refmodel rtlgen synth tb reports |
        sed 's/.*("//; s/"//'
}
differ=$(diff <(read_of_environment | sort -u) \
    <(sed -nE '/^## Environment/,$s/^\| `([A-Z_]+)` .*/\1/p' docs/reference/commands.md | sort))
if [ -z "$differ" ]; then ok environment_is_in_the_reference; else
    not_ok environment_is_in_the_reference "$(tr '\n' ' ' <<<"$differ")"; fi

# The program's version is that of the citation, of the newest entry of the changelog, and of the
# man page.
versions_of() { # DIR: that of each, on a line
    sed -n 's/^version: //p' "$1/CITATION.cff"
    sed -nE 's/^## ([^ ]+).*/\1/p' "$1/CHANGELOG.md" | head -n 1
    sed -nE '1s/.*"warploom ([^"]+)".*/\1/p' "$1/docs/reference/warploom.1"
}
version=$("$WARPLOOM" --version | sed 's/^warploom //')
if [ "$(versions_of . | paste -sd ' ')" = "$version $version $version" ]; then ok one_version
else not_ok one_version "$version, but: $(versions_of . | paste -sd ' ')"; fi

# shellcheck disable=SC1091
source docs/reference/warploom.bash
COMP_WORDS=(warploom cos) COMP_CWORD=1
_warploom
if [ "${COMPREPLY[0]:-}" = cosim ]; then ok completion_of_a_command; else
    not_ok completion_of_a_command "${COMPREPLY[*]}"; fi
expect readme_is_short [ "$(wc -c <README.md)" -le 6144 ]
finish
