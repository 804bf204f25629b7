# docs_blocks.sh : the command blocks of a documentation page, for tests/house/docs.sh and
# tests/long/docs.sh.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash

# blocks_of PAGE INFO: the text of all blocks whose fence says just that
blocks_of() {
    awk -v info="$2" \
        '/^```/ { if (on) { on = 0 } else if (!inside && $0 == "```" info) { on = 1 } inside = !inside; next } on' "$1"
}

# The files that a page has in blocks ```TYPE NAME, into the current folder
write_files() { # PAGE
    local info
    sed -nE 's/^```([a-z]+ [^ ]+\.[a-z]+)$/\1/p' "$1" |
        while read -r info; do blocks_of "$page_path" "$info" >"${info#* }"; done
}

# run_page PAGE INFO: runs its blocks as one script in an empty folder, in which build/ is the real
# one
run_page() {
    local page_path folder
    page_path=$(realpath "$1")
    folder=$(mktemp -d "$WORK/page.XXXXXX")
    ln -s "$(dirname "$WARPLOOM")" "$folder/build"
    export WARPLOOM_TREE=$PWD
    (cd "$folder" && write_files "$page_path" && blocks_of "$page_path" "$2" >commands.sh &&
        bash -eo pipefail commands.sh)
}
