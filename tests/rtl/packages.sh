#!/usr/bin/env bash
# packages.sh : what `warploom rtl` emits for other people's tools says the same as the Verilog:
# FuseSoC's core and Bender's manifest are read as YAML, IP-XACT as XML, lists for Vivado and
# Quartus run in tclsh with commands that print, the Makefile include in make. Each list has every
# source once, and elaborates; IP-XACT's ports are those that Yosys sees.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

yaml() {
    perl -MCPAN::Meta::YAML -MJSON::PP -0777 -ne \
        'print JSON::PP->new->canonical->encode(CPAN::Meta::YAML->read_string($_)->[0])' "$1"
}

# Vivado's and Quartus' commands, as far as the lists use them.
cat >"$WORK/vivado.tcl" <<'EOT'
set properties(include_dirs) {}
proc current_fileset {} { return sources_1 }
proc get_files {name} { return $name }
proc get_property {name of} { global properties; return $properties($name) }
proc set_property {name value of} { global properties; set properties($name) $value; puts "$name=$value [file tail $of]" }
proc add_files {args} { puts "[lrange $args 0 end-1] [file tail [lindex $args end]]" }
foreach {list top} $argv { set properties(top) $top; source $list; source $list }
EOT
cat >"$WORK/quartus.tcl" <<'EOT'
set quartus(qip_path) [file dirname [lindex $argv 0]]
proc set_global_assignment {dash name value} { if {![file exists $value]} { error "no $value" }; puts "$name [file tail $value]" }
source [lindex $argv 0]
EOT

sources() { (cd "$1" && ls ./*.v | cut -c3- | sort); }
elaborates() { # DIR TOP FILE...: with these alone
    local dir=$1 top=$2; shift 2
    (cd "$dir" && yosys -q -p "read_verilog -I. $*; hierarchy -check -top $top" &&
        iverilog -g2005 -I. -s "$top" -o "$WORK/elaborated" "$@")
}
xpath() { xmllint --xpath "$2" "$1" 2>/dev/null; }
# value EXPRESSION: a number; what stands in $clog2 has no brackets.
value() {
    local v=$1 n w
    while [[ $v =~ (.*)'$clog2('([^()]*)')'(.*) ]]; do
        n=$((BASH_REMATCH[2])) w=0
        while ((1 << w < n)); do w=$((w + 1)); done
        v=${BASH_REMATCH[1]}$w${BASH_REMATCH[3]}
    done
    echo $((v))
}
# NAME DIRECTION WIDTH of each port, from IP-XACT, whose expressions the shell works out.
xml_ports() {
    local i n at left right
    for i in $(xpath "$1" '//*[local-name()="parameter"]/*[local-name()="name"]/text()'); do
        at="//*[local-name()='parameter'][*[local-name()='name']='$i']"
        local -i "$i=$(value "$(xpath "$1" "string($at/*[local-name()='value'])")")"
    done
    n=$(xpath "$1" 'count(//*[local-name()="port"])')
    for ((i = 1; i <= n; i++)); do
        at="(//*[local-name()='port'])[$i]"
        left=$(xpath "$1" "string($at//*[local-name()='left'])")
        right=$(xpath "$1" "string($at//*[local-name()='right'])")
        echo "$(xpath "$1" "$at/*[local-name()='name']/text()")" \
            "$(xpath "$1" "$at//*[local-name()='direction']/text()")put" \
            "$(($(value "${left:-0}") - ${right:-0} + 1))"
    done | sort
}
yosys_ports() { # DIR TOP
    (cd "$1" && yosys -q -p "read_verilog -lib -I. $2.v; write_json $WORK/$2.json") &&
        jq -r --arg top "$2" '.modules[$top].ports | to_entries[] |
            "\(.key) \(.value.direction) \(.value.bits | length)"' "$WORK/$2.json" | sort
}

package() { # NAME TOPS OPTION...
    local name=$1 tops=$2 dir=$WORK/$1 top first constraints listed; shift 2
    first=${tops%% *}
    expect "emit_$name" "$WARPLOOM" rtl -q "$@" -o "$dir"
    local x; x=$(basename "$dir"/*.core .core)
    # FuseSoC
    expect "core_begins_as_capi2_$name" test "$(head -n 1 "$dir/$x.core")" = CAPI=2:
    tail -n +2 "$dir/$x.core" >"$WORK/$name.yml"
    yaml "$WORK/$name.yml" >"$WORK/$name.core.json"
    expect "core_lists_every_source_$name" diff <(sources "$dir") \
        <(jq -r '.filesets.rtl.files[] | strings' "$WORK/$name.core.json" | sort)
    expect "core_has_the_header_$name" jq -e \
        '.filesets.rtl.files[0]["wl_check.vh"].is_include_file == "true"' "$WORK/$name.core.json"
    expect "core_has_a_target_of_each_top_$name" diff <(tr ' ' '\n' <<<"$tops" | sort) \
        <(jq -r '.targets | to_entries[] |
            select(.key != "default" and .value.toplevel == .key).key' \
            "$WORK/$name.core.json" | sort)
    expect "core_begins_with_its_first_top_$name" test \
        "$(jq -r .targets.default.toplevel "$WORK/$name.core.json")" = "$first"
    # Bender
    yaml "$dir/Bender.yml" >"$WORK/$name.bender.json"
    expect "bender_lists_every_source_$name" diff <(sources "$dir") \
        <(jq -r '.sources[0].files[]' "$WORK/$name.bender.json" | sort)
    mapfile -t listed < <(jq -r '.sources[0].files[]' "$WORK/$name.bender.json")
    expect "bender_elaborates_$name" elaborates "$dir" "$first" "${listed[@]}"
    # make
    printf 'include %s/%s.mk\nall:\n\t@echo $(%s_VERILOG) : $(%s_TOPS) : $(%s_SDC)\n' \
        "$dir" "$x" "$x" "$x" "$x" >"$WORK/$name.make"
    constraints=$(cd "$dir" && for top in $tops; do [ ! -e "$top.sdc" ] || echo "$top.sdc"; done)
    expect "make_says_the_same_$name" diff \
        <(sources "$dir"; tr ' ' '\n' <<<"$tops"; echo "$constraints" | grep .) \
        <(make -sf "$WORK/$name.make" | sed "s,$dir/,,g" |
            awk -F ' : ' -v sorted='tr " " "\\n" | sort' \
                '{ print $1 | sorted; close(sorted); print $2; print $3 }' |
            tr -s ' ' '\n' | grep .)
    for top in $tops; do
        expect "ip_xact_is_xml_$top" xmllint --noout "$dir/$top.xml"
        expect "ip_xact_has_the_ports_of_the_verilog_$top" diff <(yosys_ports "$dir" "$top") \
            <(xml_ports "$dir/$top.xml")
        jq -r --arg top "$top" '.targets[$top].parameters[]?' "$WORK/$name.core.json" \
            >"$WORK/parameters"
        sed -nE 's, *//.*,,;/^module/,/^\);/s/^  parameter integer (\w+) *= (.*[^,]),?$/\1=\2/p' \
            "$dir/$top.v" >"$WORK/declared"
        fixed=$(sed -nE 's/^  `WL_PARAM_CHECK\((\w+)_must_be_([0-9]+), .*/\1=\2/p' "$dir/$top.v")
        grep -vxF "${fixed:-none}" "$WORK/declared" | grep -E '=[0-9]+$' >"$WORK/free"
        expect "core_has_the_parameters_that_may_be_set_$top" diff "$WORK/parameters" "$WORK/free"
        of_xml() {
            xpath "$dir/$top.xml" \
                "//*[local-name()='parameter']$1/*[local-name()='name']/text()" | sort
        }
        expect "ip_xact_has_the_parameters_of_the_verilog_$top" diff <(of_xml '') \
            <(cut -d= -f1 "$WORK/declared" | sort)
        expect "ip_xact_says_which_may_be_set_$top" diff <(of_xml '[@resolve="user"]') \
            <(cut -d= -f1 "$WORK/free" | sort)
        tclsh "$WORK/vivado.tcl" "$dir/${top}_vivado.tcl" "$top" >"$WORK/vivado"
        tclsh "$WORK/quartus.tcl" "$dir/$top.qip" >"$WORK/quartus"
        xpath "$dir/$top.xml" '//*[local-name()="file"]/*[local-name()="name"]/text()' |
            grep '\.v$' | sort >"$WORK/list"
        expect "vivado_and_ip_xact_list_the_same_$top" diff "$WORK/list" \
            <(sed -n 's/^-norecurse \(.*\.v\)$/\1/p' "$WORK/vivado" | sort -u)
        expect "quartus_and_ip_xact_list_the_same_$top" diff "$WORK/list" \
            <(sed -n 's/^VERILOG_FILE //p' "$WORK/quartus" | sort)
        mapfile -t listed <"$WORK/list"
        expect "list_of_a_top_is_enough_$top" elaborates "$dir" "$top" "${listed[@]}"
        expect "vivado_adds_its_folder_once_$top" test \
            "$(grep -c '^include_dirs=' "$WORK/vivado")" = 1
        expect "vivado_takes_the_constraints_of_its_top_$top" test \
            "$(grep -c "^-fileset constrs_1 -norecurse $top.sdc$" "$WORK/vivado")" \
            -eq "$([ -e "$dir/$top.sdc" ] && echo 2 || echo 0)"
        tclsh "$WORK/vivado.tcl" "$dir/${top}_vivado.tcl" other >"$WORK/inside"
        if grep -q constrs_1 "$WORK/inside"; then
            not_ok "vivado_inside_another_design_$top" 'constraints'
        else
            ok "vivado_inside_another_design_$top"
        fi
        expect "quartus_takes_the_constraints_$top" test "$(grep -c '^SDC_FILE' "$WORK/quartus")" \
            -eq "$([ -e "$dir/$top.sdc" ] && echo 1 || echo 0)"
    done
}
package mrpb mrpb_base_s_mrpb -c mrpb-base-s
package side 'both_mrpb both_streambypass both_sm' -c mrpb-base-s --set name=both \
    --set structures.streambypass.enable=true --set structures.streambypass.l2=false
package two_blocks 'dwt_pric_full_streambypass dwt_pric_full_dwtcs' -c dwt-pric-full
package split cart -c cart --set rtl.storage=sram_1rw
package wrapped 'vx_mrpb vx_mrpb_vortex' -c mrpb-base-s --set name=vx --set sm.warps=4 \
    --set structures.mrpb.queues=4 --set structures.mrpb.bypass=none --wrap vortex
package function 'vx_pric_index vx_pric_vortex' -c gtx480 --set name=vx \
    --set structures.pric.enable=true --wrap vortex

# FuseSoC's generator protocol.
mkdir "$WORK/core" "$WORK/made"
cat >"$WORK/core/mine.yaml" <<'EOT'
name: mine
preset: mrpb-base-s
EOT
call() {
    {
        printf 'files_root: %s\ngapi: "%s"\nvlnv: a:b:mine-x:1.2.3\n' "$WORK/core" "${4:-1.0}"
        printf 'parameters:\n  config: %s\n  set:\n    - %s\n%s' "$1" "$2" "${3:-}"
    } >"$WORK/made/in.yml"
}
generate() {
    (cd "$WORK/made" &&
        PATH=$(dirname "$WARPLOOM"):$PATH sh "$OLDPWD/rtlgen/fusesoc/generate.sh" in.yml)
}
call mine.yaml structures.mrpb.depth=3
expect generator_is_called generate
expect generated_core_has_its_name grep -qx 'name: a:b:mine-x:1.2.3' "$WORK/made/mine.core"
expect generated_core_has_its_depth grep -qE 'DEPTH += 3;' "$WORK/made/mine_mrpb_ctl.v"
call gtx480 sm.warps=32
expect_status generator_without_a_structure 2 'structures.mrpb.enable' generate
call mrpb-base-s sm.warps=32 '  wrapp: vortex'
expect_status generator_with_an_unknown_parameter 2 'wrapp' generate
call mrpb-base-s sm.warps=32 '' 2.0
expect_status generator_of_another_version 2 'gapi = 2.0: must be 1.0' generate
echo 'vlnv: a:b:c:1' >"$WORK/made/in.yml"
expect_status generator_without_a_key 2 \
    'error: a call of a FuseSoC generator: the key gapi is missing' generate
expect_status generator_and_output 2 '--output' \
    "$WARPLOOM" rtl --fusesoc "$WORK/made/in.yml" -o "$WORK/x"
finish
