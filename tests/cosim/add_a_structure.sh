#!/usr/bin/env bash
# add_a_structure.sh : the walk of docs/how-to/add-a-structure.md, followed word by word in a copy
# of the tree: its blocks are the files and edits of a toy structure, its commands build and bench
# it with 0 mismatches, and the fault that it plants in the end is seen.
#
#   ```TYPE PATH                       the block is the file PATH
#   ```TYPE into PATH before WORDS it goes into PATH, before the last line that begins with WORDS
#   ```sh tree, ```sh broken commands, in the copy: these succeed, and the last of those ends with
#   status 1
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tests/docs_blocks.sh

page=$PWD/docs/how-to/add-a-structure.md
tree=$WORK/tree
# Compiled without optimization: what is built here runs for some seconds. What the walk does not
# touch is there as the tree has built it: make sees the flags as older than the objects.
export OPT='-O0 -Wno-format-truncation'
fresh_cache "$WORK/cache"
mkdir -p "$tree"
tar -c --exclude=./build --exclude=./.git . | tar -x -C "$tree"
mkdir "$tree/build"
cp -a "${WARPLOOM%/*}"/{gen,lib,obj} "$tree/build/"
make -s -C "$tree" build/flags && touch -d @0 "$tree/build/flags"

infos() { sed -nE 's/^```([a-z]+ .+)$/\1/p' "$page"; } # of all blocks but those of plain commands
insert() { # PATH WORDS: the text on stdin, before the last line that begins with WORDS
    awk -v words="$2" -v text="$(sed 's/\\/\\\\/g')" '
        { line[NR] = $0; sub(/^ +/, ""); if (index($0, words) == 1) at = NR }
        END { for (i = 1; i <= NR; i++) { if (i == at) print text; print line[i] } exit !at }' \
            "$1" >"$1.new" && mv "$1.new" "$1"
}
write_blocks() {
    local info path
    while IFS= read -r info; do
        case $info in
            'sh tree' | 'sh broken') continue ;;
            *' into '*' before '*)
                path=${info#* into } path=${path%% before *}
                blocks_of "$page" "$info" | insert "$tree/$path" "${info#* before }" ||
                    { echo "$path: no line begins with ${info#* before }"; return 1; }
                echo "$path" >>"$WORK/edited" ;;
            *)
                path=$tree/${info#* }
                [ ! -e "$path" ] || { echo "${info#* }: is there already"; return 1; }
                mkdir -p "${path%/*}"
                blocks_of "$page" "$info" >"$path"
                echo "${info#* }" >>"$WORK/new" ;;
        esac
    done < <(infos)
}
# tree or broken
commands() { (cd "$tree" && unset WARPLOOM && export LC_ALL=C &&
    blocks_of "$page" "sh $1" >commands.sh && bash -eo pipefail commands.sh); }

expect blocks_of_the_page_fit_the_tree write_blocks
edited=$(sort -u "$WORK/edited" | wc -l)
if [ "$edited" -eq 3 ]; then ok three_files_of_the_tree_are_edited; else
    not_ok three_files_of_the_tree_are_edited "$edited"; fi
commands tree >"$WORK/out" 2>&1; status=$?
if [ "$status" -eq 0 ]; then ok commands_of_the_walk; else
    not_ok commands_of_the_walk "status $status: $(tail -n 5 "$WORK/out" | tr '\n' ' ')"; fi
count=$(grep -c ' 0 mismatches' "$WORK/out")
if [ "$count" -eq 3 ]; then ok three_benches_have_no_mismatch; else
    not_ok three_benches_have_no_mismatch "$count"; fi
expect emitted_files_are_there [ -s "$tree/toy/toy_rowpair.v" -a -s "$tree/toy/toy_rowpair.sdc" \
    -a -s "$tree/toy/toy_rowpair.md" ]
expect key_is_explained grep -q 'so often in a row the older request may be passed' "$WORK/out"
expect emitted_verilog_is_clean bash -c \
    'cd "$1" && verilator --lint-only -Wall --default-language 1364-2005 -DWL_ASSERT_ON -f toy.f && iverilog -g2005 -Wall -I. -o "$2" *.v' - \
    "$tree/toy" "$WORK/toy.vvp"
commands broken >"$WORK/out" 2>&1; status=$?
if [ "$status" -eq 1 ] && grep -q 'differs between model and RTL' "$WORK/out"; then
    ok bench_sees_the_planted_fault; else
    not_ok bench_sees_the_planted_fault "status $status: $(tail -n 5 "$WORK/out" | tr '\n' ' ')"; fi
finish
