#!/usr/bin/env bash
# compose.sh : several configurations in one design: the tops of their sides and of what has no
# side, all instantiated in one module, are clean in Verilator, Icarus and Yosys; two configurations
# of one name are not.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

CONFIGS=tests/cosim/compose
cat >"$WORK/split.yaml" <<'END'
name: split
preset: gtx480
rtl: {storage: sram_1rw}
structures:
  mrpb: {queues: 1, depth: 2, address_bits: 32}
  pric: {kind: fermi, address_bits: 40}
  streambypass: {l2: false}
END
for config in "$CONFIGS/all.yaml" "$CONFIGS/pooled.yaml" "$WORK/split.yaml"; do
    name=$(basename "$config" .yaml)
    if "$WARPLOOM" rtl -q -c "$config" -o "$WORK/$name" >/dev/null 2>"$WORK/$name.err"; then
        ok "emits_$name"; else not_ok "emits_$name" "$(head -n 2 "$WORK/$name.err")"; fi
done

# tops DIR...: the names of the tops to be instantiated: sides, and what is on none.
tops() { local d; for d in "$@"; do (cd "$WORK/$d" && ls ./*.sdc | sed 's/^..//; s/[.]sdc$//' |
    grep -E '_(sm|slice|dwtcs|crossbar_request|crossbar_reply)$'); done; }

# around TOP...: a module with an instance of each, whose ports are its own, the top's name before
# each.
around() {
    local top file widths
    for top in "$@"; do
        file=$(ls "$WORK"/*/"$top.v")
        # as they are unless somebody sets them; the last first, as one may be a formula of those
        # before
        widths=$(sed -nE \
            's/^ *parameter integer ([A-Z_]+) *= *([^,/]*[^,/ ]).*/s#\\b\1\\b#(\2)#g;/p' "$file" |
            tac)
        sed -n '/^module/,/^);/p' "$file" | sed 's|//.*||' | sed "$widths" |
            sed -E ':more; s/([[][^] ]*) +([^]]*\])/\1\2/; t more' |
                sed -nE \
                "s/^ *(input|output) +wire *(\[[^]]*\])? *([a-z0-9_]+).*/\1 \2 $top \3/p" |
                sed 's/  / . /'
    done | awk '
        { w = $2 == "." ? "" : " " $2; ports = ports (NR > 1 ? ",\n" : "") "  " $1 " wire" w " " $3 "_" $4
          if ($3 != last) { if (last) text = text "\n  );\n"; text = text "  " $3 " u_" $3 " ("; last = $3; comma = "" }
          text = text comma "\n    ." $4 "(" $3 "_" $4 ")"; comma = "," }
        END { print "`default_nettype none\nmodule together (\n" ports "\n);\n" text "\n  );\nendmodule\n`default_nettype wire" }'
}

# together FILE DIR...: it elaborates, without a word, in all three.
together() {
    local file=$1 out d sources=() dir; shift
    for d in "$@"; do sources+=("$WORK/$d"/*.v); dir=$WORK/$d; done
    out=$(verilator --lint-only -Wall --default-language 1364-2005 -DWL_ASSERT_ON -I"$dir" \
        --top-module together "$file" "${sources[@]}" 2>&1) || { head -c 400 <<<"$out"; return 1; }
    out+=$(iverilog -g2005 -Wall -DWL_ASSERT_ON -I"$dir" -s together -o "$WORK/together.vvp" \
        "$file" "${sources[@]}" 2>&1) || { head -c 400 <<<"$out"; return 1; }
    out+=$(yosys -q -p \
        "read_verilog -I$dir $file ${sources[*]}; hierarchy -check -top together; proc; check -assert" 2>&1) || { head -c 400 <<<"$out"; return 1; }
    [ -z "$out" ] || { head -c 400 <<<"$out"; return 1; }
}

mapfile -t list < <(tops all pooled split)
around "${list[@]}" >"$WORK/together.v"
if [ "${list[*]}" = \
    "all_of_it_crossbar_reply all_of_it_crossbar_request all_of_it_dwtcs all_of_it_slice all_of_it_sm pooled_slice pooled_sm split_sm" ]; then ok every_side_has_a_top
else not_ok every_side_has_a_top "${list[*]}"; fi
expect three_configurations_in_one_design together "$WORK/together.v" all pooled split

"$WARPLOOM" rtl -q -c "$WORK/split.yaml" --set name=all_of_it -o "$WORK/double" >/dev/null
if together "$WORK/together.v" all pooled split double >"$WORK/double.out"; then
    not_ok two_of_one_name_are_seen "no complaint"; else ok two_of_one_name_are_seen; fi

# The wire: the line of the offered request, with zeros above it where the function's address is
# wider; and nothing else is between structures.
expect wire_of_the_index grep -qF '.line_i({8'"'"'d0, mrpb_req_line_o}),' "$WORK/split/split_sm.v"
expect split_clock_reaches_the_storage grep -qF '.clk2x_i(clk2x_i),' "$WORK/split/split_sm.v"
expect constraints_name_the_storage grep -qF 'u_mrpb/u_ram/wr_*_i*' "$WORK/split/split_sm.sdc"
"$WARPLOOM" rtl -q -c "$WORK/split.yaml" --set structures.pric.index_bits=6 \
    --set structures.pric.kind=pric -o "$WORK/other" >/dev/null
expect function_of_another_cache_stays_alone test \
    -z "$(grep -l pric_index "$WORK/other/split_sm.v")"
finish
