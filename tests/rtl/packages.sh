#!/usr/bin/env bash
# packages.sh : what `warploom rtl` emits for other people's tools says the same as the Verilog:
# FuseSoC's core and Bender's manifest are read as YAML, IP-XACT as XML, lists for Vivado and
# Quartus run in tclsh with commands that print, the Makefile include in make. Each list has every
# source once, and elaborates; IP-XACT's ports are those that Yosys sees, and those of an adapter
# are on its buses.
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
        # The ranges that the checks' names say.
        sed -nE -e 's/^  `WL_PARAM_CHECK\((\w+)_must_be_at_least_([0-9]+),.*/\1 \2/p' \
            -e 's/^  `WL_PARAM_CHECK\((\w+)_must_not_be_negative,.*/\1 0/p' \
            -e 's/^  `WL_PARAM_CHECK\((\w+)_must_be_from_([0-9]+)_to_([0-9]+),.*/\1 \2 \3/p' \
            "$dir/$top.v" | sort -k1,1 -k2,2nr | sort -suk1,1 >"$WORK/ranges"
        expect "ip_xact_has_the_ranges_of_the_checks_$top" diff "$WORK/ranges" \
            <(while read -r parameter rest; do
                at="//*[local-name()='parameter'][@parameterId='$parameter']"
                echo "$parameter $(xpath "$dir/$top.xml" "string($at/@minimum)")$(
                    [ "${rest% *}" = "$rest" ] ||
                        echo " $(xpath "$dir/$top.xml" "string($at/@maximum)")")"
            done <"$WORK/ranges")
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

# Buses in IP-XACT: "signal port" of each map of an interface; "signal direction" of each signal
# that a side of a definition has.
names() { xpath "$1" "$2/text()" | sort; }
maps() { # XML INTERFACE
    local at="//*[local-name()='busInterface'][*[local-name()='name']='$2']" n i
    n=$(xpath "$1" "count($at//*[local-name()='portMap'])")
    for ((i = 1; i <= n; i++)); do
        echo "$(xpath "$1" "string(($at//*[local-name()='logicalPort'])[$i]/*)")" \
            "$(xpath "$1" "string(($at//*[local-name()='physicalPort'])[$i]/*)")"
    done
}
direction() { # XML PORT
    local at="//*[local-name()='port'][*[local-name()='name']='$2']"
    xpath "$1" "string($at//*[local-name()='direction'])"
}
# mapped XML: every port of the top is on a bus, and every port that a map names is there
mapped() {
    diff <(names "$1" "//*[local-name()='physicalPort']/*" | sort -u) \
        <(names "$1" "//*[local-name()='port']/*[local-name()='name']")
}
# directed XML INTERFACE: "SIGNAL in" or "SIGNAL out", as the component's ports are
directed() {
    local signal port
    maps "$1" "$2" | while read -r signal port; do
        echo "$signal $(direction "$1" "$port")"
    done | sort
}
# A manager's signals as AMBA AXI4 has them (IHI 0022); a subordinate's are the other way.
address='ID ADDR LEN SIZE BURST LOCK CACHE PROT QOS REGION USER VALID'
axi4() { # in|out of AW, AR, W, READY of B and R; the other direction; clock and reset are inputs
    local s
    for s in $address; do printf "%s$s $1\n" AW AR; done
    printf 'W%s '"$1"'\n' DATA STRB LAST USER VALID
    printf '%s '"$1"'\n' BREADY RREADY
    printf '%s '"$2"'\n' AWREADY ARREADY WREADY BID BRESP BUSER BVALID RID RDATA RRESP RLAST \
        RUSER RVALID
    printf '%s in\n' ACLK ARESETn
}
expect emit_axi4 "$WARPLOOM" rtl -q -c cart --wrap axi4 -o "$WORK/axi4"
top=$WORK/axi4/cart_axi4.xml
expect axi4_has_every_port_on_a_bus mapped "$top"
expect axi4_is_a_manager_to_the_memory diff <(axi4 out in | sort) <(directed "$top" m_axi)
expect axi4_is_a_subordinate_to_the_host diff <(axi4 in out | sort) <(directed "$top" s_axi)
expect axi4_is_the_bus_of_arm test "$(xpath "$top" "count(//*[local-name()='busType'][@vendor=\
'amba.com' and @library='AMBA4' and @name='AXI4' and @version='r0p0_0'])")" = 2
expect emit_hpdcache "$WARPLOOM" rtl -q -c mrpb-base-s --set name=hp --set sm.warps=4 \
    --set structures.mrpb.queues=4 --set structures.mrpb.bypass=none \
    --set structures.mrpb.data_bits=72 --wrap hpdcache -o "$WORK/hpdcache"
# own NAME BUS TOP [SIDE [PORT]]: the bus is defined beside the top, whose ports are on it, but for
# PORT; all of its signals are on the side of the host, and SIDE lacks optional ones only
own() {
    local dir=$WORK/$1 side at name=$2 top=$WORK/$1/$3.xml
    local rtl=$dir/${2}_rtl.xml
    for at in "$dir/$name.xml" "$rtl"; do
        expect "bus_is_xml_${at##*/}" xmllint --noout "$at"
    done
    expect "every_port_is_on_a_bus_$1" test \
        "$(mapped "$top" | grep '^[<>]')" = "${5:+> $5}"
    for side in core:Slave "${4:-cache}:Master"; do
        at="//*[local-name()='on${side#*:}']"
        directed "$top" "${side%:*}" >"$WORK/used"
        local signals i; signals=$(xpath "$rtl" "count($at)")
        for ((i = 1; i <= signals; i++)); do
            echo "$(xpath "$rtl" "string(($at)[$i]/../../*[local-name()='logicalName'])")" \
                "$(xpath "$rtl" "string(($at)[$i]/*[local-name()='direction'])")" \
                "$(xpath "$rtl" "string(($at)[$i]/*[local-name()='presence'])")"
        done | sort >"$WORK/defined"
        if [ "${side#*:}" = Master ]; then
            grep -v ' optional$' "$WORK/defined" >"$WORK/some" && mv "$WORK/some" "$WORK/defined"
        fi
        expect "signals_of_${side%:*}_$1" diff <(cut -d' ' -f1,2 "$WORK/defined") "$WORK/used"
    done
    expect "interfaces_name_the_bus_$1" test "$(xpath "$top" \
        "count(//*[local-name()='busType'][@vendor='warploom' and @name='$name'])")" = 2
}
own wrapped vortex_mem_bus vx_mrpb_vortex
own hpdcache hpdcache_core hp_mrpb_hpdcache
expect emit_cart_vortex "$WARPLOOM" rtl -q -c cart --wrap vortex -o "$WORK/cart_vortex"
own cart_vortex vortex_mem_bus cart_vortex mem idle_o
# Two adapters of one host have one definition of its bus, of which CART's has every signal.
expect emit_both "$WARPLOOM" rtl -q -c cart --set structures.mrpb.enable=true --set sm.warps=4 \
    --set structures.mrpb.queues=4 --set structures.mrpb.bypass=none --wrap vortex -o "$WORK/both"
own both vortex_mem_bus cart_vortex mem idle_o
# A port that no map names is seen, and a map to a port that is not there.
sed '/<ipxact:name>ARQOS</,/<\/ipxact:portMap>/s/m_axi_arqos/m_axi_arprot/' "$top" >"$WORK/lost.xml"
lost() { # NAME LINE: what the comparison shows
    if mapped "$WORK/lost.xml" >"$WORK/shown"; then not_ok "$1" 'it is not seen'
    else expect "$1" grep -qx "$2" "$WORK/shown"; fi
}
lost port_without_a_bus_is_seen '> m_axi_arqos'
sed '/<ipxact:physicalPort>/,/<\/ipxact:physicalPort>/s/m_axi_arqos/m_axi_arqo/' "$top" \
    >"$WORK/lost.xml"
lost map_to_no_port_is_seen '< m_axi_arqo'

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
