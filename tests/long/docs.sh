#!/usr/bin/env bash
# docs.sh : the commands of the documentation that take long (tests/house/docs.sh runs the others).
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tests/docs_blocks.sh

# `make` runs in the tree, and `make deps test` would run the tests within the tests.
tree=$PWD
while read -r page; do
    blocks_of "$page" 'sh long' | grep -vE 'make deps' |
        sed "s#^make#make -C '$tree'#" >"$WORK/long.txt"
    [ -s "$WORK/long.txt" ] || continue
    { echo '```sh'; cat "$WORK/long.txt"; echo '```'; } >"$WORK/long.md"
    expect "long_commands_of_$(tr -cs 'a-z0-9\n' _ <<<"${page%.md}")" run_page "$WORK/long.md" sh
done < <(find README.md docs -name '*.md' -not -path 'docs/reference/*' | sort)
finish
