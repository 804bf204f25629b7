# adapter.sh : what the tests of all adapters that `warploom rtl --wrap HOST` emits do with one.
# Source it after tests/lib.sh. The first that is emitted of an adapter is read by all tools,
# others, in which the block alone is another, by Verilator; of the named bugs a third is tried.
# COUNT=all (tests/long/samples.sh) has all of it.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash

# The program itself: the Perl script of that name, which looks for it, takes as long.
verilator() { verilator_bin "$@"; }
said() { # COMMAND...: fails if the command fails or says anything
    local out
    out=$("$@" 2>&1) && [ -z "$out" ] || { head -c 600 <<<"$out"; return 1; }
}

# clean DIR TOP: no word from Verilator, Icarus and Yosys, with and without assertions, and no line
# that is too long
clean() {
    local define
    cd "$1" || return 1
    for define in WL_PLAIN WL_ASSERT_ON; do
        said verilator --lint-only -Wall --default-language 1364-2005 -D$define --top-module "$2" \
            -f ./*.f || return 1
        said iverilog -g2005 -Wall -D$define -I. -s "$2" -o lint.vvp ./*.v || return 1
    done
    said yosys -q -p "read_verilog -I. *.v; hierarchy -check -top $2; proc; check -assert" ||
        return 1
    said yosys -q -p \
        "read_verilog -formal -DFORMAL -I. *.v; hierarchy -check -top $2; proc; check -assert" ||
        return 1
    ! awk 'length > 99 && !/^\/\/ (config   |regen    ):/' "$2.v" | grep .
}

# clean_adapter DIR TOP: the same of the adapter alone, whose block is linted in tests/rtl/lint.sh
clean_adapter() {
    [ "${COUNT:-}" != all ] || { clean "$@"; return; }
    cd "$1" && said verilator --lint-only -Wall --default-language 1364-2005 -DWL_ASSERT_ON \
        --top-module "$2" -f ./*.f &&
        ! awk 'length > 99 && !/^\/\/ (config   |regen    ):/' "$2.v" | grep .
}

# refuses DIR TOP RULE PARAMETER=VALUE...: elaboration ends in each tool, which names the rule
refuses() {
    local dir=$1 top=$2 rule=$3 tool text; shift 3
    for tool in \
        "verilator --lint-only --default-language 1364-2005 --top-module $top ${*/#/-G} -f $(cd \
            "$dir" && echo ./*.f)" \
        "iverilog -g2005 -I. -s $top ${*/#/-P$top.} -o illegal.vvp $(cd "$dir" && echo ./*.v)"; do
        # shellcheck disable=SC2086 # words of a command
        if text=$(cd "$dir" && $tool 2>&1) || [[ $text != *$rule* ]]; then
            echo "${tool%% *}: ${text:0:300}"
            return 1
        fi
    done
}

# bench DIR OPTION...: the wrapped top of DIR, which `emitted` made, beside its model; DIR.log has
# what it says
bench() {
    local dir=$1; shift
    local -a config
    mapfile -t config <"$dir.config"
    limited 60 "$WARPLOOM" bench "${config[@]}" --rtl "$dir" --sim icarus --assertions "$@" \
        >"$dir.log" 2>&1
}
passes() { # NAME OPTION...
    local name=$1; shift
    bench "$WORK/$name" "$@" || { tail -n 3 "$WORK/$name.log"; return 1; }
}
emitted_tops=
# emitted NAME HOST TOP OPTION...: into $WORK/NAME, wrapped for HOST, which TOP is
emitted() {
    local name=$1 host=$2 top=$3; shift 3
    expect "emit_$name" "$WARPLOOM" rtl -q "$@" --wrap "$host" -o "$WORK/$name"
    local lint=clean
    [[ $emitted_tops = *" $top "* ]] && lint=clean_adapter
    expect "clean_$name" $lint "$WORK/$name" "$top"
    emitted_tops+=" $top "
    printf '%s\n' "$@" --block "${top#*_}" >"$WORK/$name.config"
}

# bug NAME EDIT: the adapter BUG_BASE/BUG_FILE with the edit (of sed, extended) fails the bench
# with BUG_RUN's options: it differs from the model, breaks a law, or an assertion stops it.
bugs=0
bug() {
    local dir=$WORK/bug
    bugs=$((bugs + 1))
    in_sample || return 0
    rm -rf "$dir"
    cp -r "$BUG_BASE" "$dir"
    cp "$BUG_BASE.config" "$dir.config"
    sed -Ei "$2" "$dir/$BUG_FILE"
    if cmp -s "$dir/$BUG_FILE" "$BUG_BASE/$BUG_FILE"; then
        not_ok "bug_$1" 'the edit changes nothing'
    elif bench "$dir" "${BUG_RUN[@]}"; then not_ok "bug_$1" 'the bench passes'
    elif ! grep -qE 'differs between model and RTL|breaks a law|WL_ASSERT' "$dir.log"; then
        not_ok "bug_$1" "$(head -n 2 "$dir.log" | tr '\n' ' ')"
    else ok "bug_$1"; fi
}
# short_run_is_told NAME: so short a run has not seen everything, and says so.
short_run_is_told() {
    if bench "$WORK/$1" --cycles 50; then not_ok short_run_is_told 'it passed'
    elif grep -q 'too short' "$WORK/$1.log"; then ok short_run_is_told
    else not_ok short_run_is_told "$(tail -n 2 "$WORK/$1.log")"; fi
}
