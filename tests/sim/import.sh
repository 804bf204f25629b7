#!/usr/bin/env bash
# import.sh : `config import`: GPGPU-Sim's configurations, versions 3.2 and 4.x; what is noted, what
# is refused, each at its line.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
files=$PWD/tests/sim/import

# same NAME WANT GOT
same() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "$(diff <(echo "$2") <(echo "$3") |
    head -n 6 | tr '\n' ' ')"; fi; }
values() { "$WARPLOOM" config print "$@" | tail -n +2; } # all but the name

# The machine of the calibration is preset gtx480-4x, key by key; nothing of it is ignored.
"$WARPLOOM" config import "$files/calibration.config" -o "$WORK/calibration.yaml" 2>"$WORK/notes"
same calibration_is_gtx480_4x "$(values -c gtx480-4x)" "$(values -c "$WORK/calibration.yaml")"
same calibration_ignores_nothing '' "$(cat "$WORK/notes")"

# 3.2: all that differs from gtx480, and only that; what is ignored, with the reason
same old_syntax "$(cat "$files/old.yaml")" \
    "$("$WARPLOOM" config import "$files/old.config" 2>"$WORK/notes")"
same old_notes \
    "$files/old.config:18: ignored: -gpgpu_runtime_stat 500 (what GPGPU-Sim checks, counts, prints or draws; no effect on timing)
$files/old.config:5: ignored: -gpgpu_n_cores_per_cluster 2 (as a cluster: its cores share one port of the network there; here each SM has its own)" "$(grep ignored: "$WORK/notes")"
same old_kept \
    "$files/old.config: not given: -gpgpu_max_insn_issue_per_warp: gtx480's value is kept, not GPGPU-Sim's default 2 (cannot be represented: the machine issues one instruction of a warp a cycle (1))" "$(grep 'not given:' "$WORK/notes" | head -n 1)"
# The page on importing quotes such a line: of its own file, it is one of those printed, and the L2
# there is gtx480's.
(cd "$WORK" && awk '/^```text gpgpusim/ { on = 1; next } /^```/ { on = 0 } on' \
    "$OLDPWD/docs/how-to/import.md" >gpgpusim.config &&
    "$WARPLOOM" config import gpgpusim.config -o page.yaml 2>page.notes)
same page_quotes_what_is_kept 1 "$(grep -cFx -f <(grep "^gpgpusim.config: not given: " \
    docs/how-to/import.md) "$WORK/page.notes")"
l2_of() { "$WARPLOOM" config print "$@" | sed -n "/^l2:/,/^[a-z]/p" | grep "^ "; }
same page_keeps_the_l2_of_gtx480 "$(l2_of -c gtx480 | grep -E "sets|ways")" \
    "$(l2_of -c "$WORK/page.yaml" | grep -E "sets|ways")"
same json_kept \
    '{"option":"gpgpu_flush_l1_cache","default":"0","why":"cannot be represented: the machine flushes L1D between kernels (1)"}' \
    "$("$WARPLOOM" config import --json "$files/old.config" | jq -c '.kept[1]')"
same quiet_notes '' "$("$WARPLOOM" config import -q "$files/old.config" 2>&1 >/dev/null)"
same json_notes '["gpgpu_runtime_stat","gpgpu_n_cores_per_cluster"]' \
    "$("$WARPLOOM" config import --json "$files/old.config" | jq -c '[.ignored[].option]')"

# made TEXT: $WORK/x.config
made() { printf '%b\n' "$1" >"$WORK/x.config"; }
# reads NAME TEXT KEY VALUE: the option sets the key
reads() {
    made "$2"
    if "$WARPLOOM" config import -q "$WORK/x.config" -o "$WORK/x.yaml" 2>"$WORK/err"; then
        same "$1" "$4" "$("$WARPLOOM" config print --json -c "$WORK/x.yaml" |
            jq -r ".values[\"$3\"]")"
    else not_ok "$1" "$(head -n 2 "$WORK/err" | tr '\n' ' ')"; fi
}
reads v4_flits_without_network_file '-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8' \
    icnt.reply_flit_bytes 40
reads v3_flits_without_network_file '-gpgpu_cache:dl1 32:128:4,L:L:m:N:H,A:32:8,8' \
    icnt.reply_flit_bytes 32
reads v4_buffers_without_network_file '-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8' \
    icnt.input_buffer 73
reads v3_buffers_without_network_file '-gpgpu_cache:dl1 32:128:4,L:L:m:N:H,A:32:8,8' \
    icnt.input_buffer 8
reads v4_room_for_sectors '-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8' l2.intake_room 4
# The texture cache, 3.2's and 4.x's form; what is left out is GPGPU-Sim's default, a line of L1D's
# size L1D's.
for form in 8:64:5,L:R:m:N,F:17:3,19:6 N:8:64:5,L:R:m:N:L,T:17:3,19:6; do
    made "-gpgpu_tex_cache:l1 $form"
    "$WARPLOOM" config import -q "$WORK/x.config" -o "$WORK/x.yaml"
    same "textures_${form%%:*}" 'true 8 5 64 17 3 19 6' \
        "$("$WARPLOOM" config print --json -c "$WORK/x.yaml" | jq -r '.values | [."l1t.enable",
            ."l1t.sets", ."l1t.ways", ."l1t.line_bytes", ."l1t.fragment_fifo", ."l1t.request_fifo",
            ."l1t.reorder_buffer", ."l1t.result_fifo"] | join(" ")')"
done
reads textures_left_out '-gpgpu_n_mem 6' l1t.ways 5
reads textures_in_lines_of_l1d '-gpgpu_tex_cache:l1 4:128:24,L:R:m:N,F:128:4,128:2' l1t.line_bytes 0
reads no_texture_cache '-gpgpu_tex_cache:l1 none' l1t.enable false
# The network: mode 1 takes it from its file whatever the options say and in whatever order, mode 2
# from the options alone.
printf 'flit_size = 16;\nvc_buf_size = 5;\n' >"$WORK/mode.icnt"
for order in '-icnt_flit_size 64\n-icnt_in_buffer_limit 7\n-inter_config_file mode.icnt' \
    '-inter_config_file mode.icnt\n-icnt_in_buffer_limit 7\n-icnt_flit_size 64'; do
    name=${order:1:4} # icnt, inter: which comes first
    reads "mode_1_flits_are_the_files_${name}_first" "-network_mode 1\n$order" \
        icnt.request_flit_bytes 16
    reads "mode_1_buffers_are_the_files_${name}_first" "-network_mode 1\n$order" icnt.input_buffer 5
    reads "mode_2_flits_are_the_options_${name}_first" "$order\n-network_mode 2" \
        icnt.reply_flit_bytes 64
    reads "mode_2_buffers_are_the_options_${name}_first" "-network_mode 2\n$order" \
        icnt.input_buffer 7
done
reads mode_2_default_flits '-network_mode 2' icnt.request_flit_bytes 32
reads mode_2_default_buffers '-network_mode 2' icnt.input_buffer 64
noted() { made "$2"; same "$1" "$WORK/x.config:$3" \
    "$("$WARPLOOM" config import "$WORK/x.config" 2>&1 >/dev/null | grep ':[0-9]*: ignored:')"; }
noted mode_1_does_without_the_option '-inter_config_file mode.icnt\n-icnt_flit_size 64' \
    '2: ignored: -icnt_flit_size 64 (network_mode 1 takes it from the file of -inter_config_file)'
noted mode_2_does_without_the_file '-inter_config_file mode.icnt\n-network_mode 2' \
    '1: ignored: -inter_config_file mode.icnt (network_mode 2 does not read it)'

# What of an option is dropped is told too.
cluster='as a cluster: its cores share one port of the network there; here each SM has its own'
noted cores_of_a_cluster '-gpgpu_n_clusters 5\n-gpgpu_n_cores_per_cluster 3' \
    "2: ignored: -gpgpu_n_cores_per_cluster 3 ($cluster)"
made '-gpgpu_n_clusters 5'
same cores_of_a_cluster_left_out \
    "$WORK/x.config: ignored: -gpgpu_n_cores_per_cluster 3 (GPGPU-Sim's default; $cluster)" \
    "$("$WARPLOOM" config import "$WORK/x.config" 2>&1 >/dev/null | grep 'ignored:')"
one='-gpgpu_n_cores_per_cluster 1'
silent() { made "$2"; same "$1" '' \
    "$("$WARPLOOM" config import "$WORK/x.config" 2>&1 >/dev/null | grep 'ignored:')"; }
silent clusters_of_a_core "$one\n-gpgpu_n_clusters 15"
widths='all but the last, the result buses: the machine issues and dispatches to as many SP, SFU and memory pipelines as there are units'
silent widths_of_the_units "$one\n-gpgpu_num_sp_units 2\n-gpgpu_pipeline_widths 2,1,1,2,1,1,2"
silent widths_of_no_unit "$one\n-gpgpu_pipeline_widths 1,4,5,1,1,1,4,5,1,1,2"
noted widths_that_are_not_those_of_the_units "$one\n-gpgpu_pipeline_widths 2,1,1,2,1,1,2" \
    "2: ignored: -gpgpu_pipeline_widths 2,1,1,2,1,1,2 ($widths)"
noted a_narrow_memory_pipeline "$one\n-gpgpu_pipeline_widths 1,0,0,1,1,1,0,0,1,2,2" \
    "2: ignored: -gpgpu_pipeline_widths 1,0,0,1,1,1,0,0,1,2,2 ($widths)"
l1='-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8:0,32'
noted the_port_of_l1d "$one\n$l1" \
    "2: ignored: $l1 (its last group, the width of the port: the machine gives it none)"

# What a file leaves out is GPGPU-Sim's default: 10 clusters of 3 cores, 8 channels of one slice, no
# L1D, ... (gpu-sim.cc, cuda-sim.cc)
reads clusters_left_out '-gpgpu_n_mem 6' gpu.sms 30
reads cores_left_out '-gpgpu_n_clusters 4' gpu.sms 12
reads clusters_alone_left_out '-gpgpu_n_cores_per_cluster 1' gpu.sms 10
reads channels_left_out '-gpgpu_n_clusters 4' dram.channels 8
reads slices_left_out '-gpgpu_n_mem 6' l2.slices_per_channel 1
reads l1d_left_out '-gpgpu_n_mem 6' l1d.enable false
reads scheduler_left_out '-gpgpu_n_mem 6' sm.scheduler gto
reads clocks_left_out '-gpgpu_n_mem 6' gpu.dram_mhz 2000
reads rop_latency_left_out '-gpgpu_n_mem 6' l2.rop_latency 85
reads latencies_left_out '-gpgpu_n_mem 6' latency.int_mad 25
reads banks_left_out '-gpgpu_n_mem 6' dram.banks 4
reads return_queue_left_out '-gpgpu_n_mem 6' dram.return_queue 1024
# addrdec.cc, mask 0: channel from bit 10, banks 0x300, rows 0x7FFE000, columns 0x1CFF; an access is
# 4 beats of 4 bytes. Masks 1 and 3.
reads map_left_out '-gpgpu_n_mem 6' dram.address_map \
    'dramid@10;00000000.00000000.00000000.00000000.00000RRR.RRRRRRRR.RRRCCCBB.CCCCSSSS'
reads map_of_mask_1 '-gpgpu_mem_address_mask 1' dram.address_map \
    'dramid@13;00000000.00000000.00000000.00000000.00000RRR.RRRRRRRR.RRRBBCCC.CCCCSSSS'
reads map_of_mask_3 '-gpgpu_mem_address_mask 3\n-gpgpu_dram_burst_length 8' dram.address_map \
    'dramid@11;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.RRRBBCCC.CCCSSSSS'
map='dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.RRBBCCCC.CCCCSSSS'
reads mask_beside_a_map "-gpgpu_mem_address_mask 100\n-gpgpu_mem_addr_mapping $map" \
    dram.address_map "$map"
reads an_older_name_gives_it_too '-rop_latency 77' l2.rop_latency 77
reads a_name_before_the_release '-Seperate_Write_Queue_Enable 1\n-Write_Queue_Size 64:56:32' \
    dram.write_queue 64
reads what_cannot_be_is_the_presets '-gpgpu_n_mem 6' l2.write miss_through
reads what_does_not_fit_is_the_presets '-gpgpu_dram_timing_opt nbk=16:CCD=2' dram.burst 8
reads flag_alone '-gpgpu_perfect_inst_const_cache\n-gpgpu_n_mem 6' l1i.perfect true
reads flag_alone_at_the_end '-gpgpu_n_mem 6\n-gpgpu_perfect_inst_const_cache' l1i.perfect true
reads hexadecimal '-gpgpu_n_mem 0x10' dram.channels 16
reads octal '-gpgpu_n_mem 010' dram.channels 8
reads comment_in_quotes '-gpgpu_dram_timing_opt "nbk=16:CCD=2 # :RRD=7"\n:RRD=9"' dram.rrd 9
noted the_earlier_value_is_noted '-gpgpu_n_mem 4\n-gpgpu_n_mem 8' \
    '1: ignored: -gpgpu_n_mem 4 (given again in line 2, which counts)'
noted the_other_name_is_the_same_option '-rop_latency 4\n-gpgpu_l2_rop_latency 8' \
    '1: ignored: -rop_latency 4 (given again in line 2, which counts)'
noted options_of_traces '-specialized_unit_8 0,4,4,4,4,BRA' \
    "1: ignored: -specialized_unit_8 0,4,4,4,4,BRA (specialized units of traces; the machine's SP and SFU pipelines execute their opcodes)"
reads flit_option '-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8\n-icnt_flit_size 64' \
    icnt.request_flit_bytes 64
reads index_not_given_is_linear '-gpgpu_cache:dl1 32:128:4,L:L:m:N,A:32:8,8' l1d.index linear
reads the_later_value_counts '-gpgpu_n_mem 4\n-gpgpu_n_mem 8' dram.channels 8
reads value_on_the_next_line '-gpgpu_n_mem\n\t8' dram.channels 8
reads dos_line_ends '-gpgpu_n_mem 8\r\n-gpgpu_shader_cta 4\r' sm.ctas 4
reads perfect_caches '-gpgpu_perfect_inst_const_cache 1' l1c.perfect true
reads no_bank_groups '-gpgpu_dram_timing_opt nbk=16:CCD=2:nbkgrp=1:CCDL=0:RTPL=0' dram.ccdl 2
reads no_bank_groups_before_ccd '-gpgpu_dram_timing_opt CCDL=0:nbkgrp=1:CCD=4' dram.ccdl 4
# the old form, with and without bank groups
old='-gpgpu_dram_timing_opt 16:2:6:12:28:12:40:11:4:5:13'
reads timing_in_order "$old:4:3:2" dram.ccdl 3
reads timing_in_order_cl "$old" dram.cl 11
reads timing_in_order_wr "$old" dram.wr 13
reads bank_groups_not_given "$old" dram.bank_groups 1
reads ccdl_not_given "$old" dram.ccdl 2
reads rtpl_not_given '-gpgpu_dram_timing_opt nbk=16;CCD=2;nbkgrp=4' dram.rtpl 0
reads two_latencies '-ptx_opcode_latency_int 4,13,4,5,145,32' latency.int_div 145

reads sectored_l2 '-gpgpu_cache:dl2 S:64:128:8,L:B:m:W:L,A:32:4,4:0,32' l2.sector_bytes 32
reads write_misses_through_l2 '-gpgpu_cache:dl2 N:64:128:8,L:B:m:W:L,A:32:4,4:0,32' l2.write \
    miss_through
reads fetch_on_write_l2 '-gpgpu_cache:dl2 N:64:128:8,L:B:m:F:L,A:32:4,4:0,32' l2.write back
reads through_l2 '-gpgpu_cache:dl2 N:64:128:8,L:T:f:W:L,A:32:4,4:0,32' l2.write through
reads l1_write_through '-gpgpu_cache:dl1 N:32:128:4,L:T:m:N:H,A:32:8,8' l1d.global_write through
reads l1_local_back '-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8' l1d.local_write back
reads l1_allocate_on_fill '-gpgpu_cache:dl1 N:32:128:4,L:L:f:N:L,A:32:8,8' l1d.allocate fill
reads no_l1 '-gpgpu_cache:dl1 none' l1d.enable false
reads l1_banks '-gpgpu_l1_banks 4' l1d.banks 4
reads register_banks '-gpgpu_num_reg_banks 8' sm.register_banks 8
reads old_pipeline_widths '-gpgpu_pipeline_widths 2,1,1,2,1,1,3' sm.result_buses 3
reads pipeline_widths '-gpgpu_pipeline_widths 2,0,0,1,1,2,0,0,1,1,4' sm.result_buses 4
reads tensor_pipeline_widths '-gpgpu_pipeline_widths 4,4,4,4,4,4,4,4,4,4,8,4,4' sm.result_buses 8
reads two_level '-gpgpu_scheduler two_level_active:4:0:1' sm.active_warps 4
reads warp_limiting '-gpgpu_scheduler warp_limiting:2:3' sm.swl_warps 3
reads sp_collectors '-gpgpu_operand_collector_num_units_sp 3' sm.sp_collectors 3
reads sp_collectors_left_out '-gpgpu_n_mem 6' sm.sp_collectors 4
reads sfu_collectors '-gpgpu_operand_collector_num_units_sfu 7' sm.sfu_collectors 7
reads mem_collectors '-gpgpu_operand_collector_num_units_mem 6' sm.mem_pipeline 9
reads mem_collectors_left_out '-gpgpu_n_mem 6' sm.mem_pipeline 5
reads more_collectors_than_there_may_be '-gpgpu_operand_collector_num_units_sp 20' \
    sm.sp_collectors 6
reads generic_collectors_only \
    '-gpgpu_enable_specialized_operand_collector 0\n-gpgpu_operand_collector_num_units_mem 8' \
    sm.mem_pipeline 5
noted more_collectors_are_noted '-gpgpu_operand_collector_num_units_sp 20' \
    "1: ignored: -gpgpu_operand_collector_num_units_sp 20 (sm.sp_collectors can be 1..8 (collectors); the preset's value is kept)"
noted collectors_of_integers '-gpgpu_operand_collector_num_units_int 4' \
    '1: ignored: -gpgpu_operand_collector_num_units_int 4 (the machine has operand collectors of the SP, SFU and memory pipelines only, which integers and doubles go to as well)'
noted collector_ports '-gpgpu_operand_collector_num_in_ports_sp 2' \
    '1: ignored: -gpgpu_operand_collector_num_in_ports_sp 2 (ports of operand collectors; the machine moves as many instructions a cycle as there are units)'
reads one_word_is_broadcast '-gpgpu_shmem_limited_broadcast' sm.shared_broadcast one
reads all_words_are_broadcast '-gpgpu_shmem_limited_broadcast 0' sm.shared_broadcast any
reads broadcast_left_out '-gpgpu_n_mem 6' sm.shared_broadcast one
reads bank_groups_of_low_bits '-dram_bnkgrp_indexing_policy 1' dram.group_bits low
reads nine_widths '-gpgpu_pipeline_widths 2,0,1,1,2,0,1,1,3' sm.result_buses 3
reads dual_bus '-dram_dual_bus_interface 1' dram.dual_bus true
reads write_queue '-dram_seperate_write_queue_enable 1\n-dram_write_queue_size 64:56:32' \
    dram.write_high 56
reads write_queue_off '-dram_seperate_write_queue_enable 0\n-dram_write_queue_size 64:56:32' \
    dram.write_queue 0

# 4.x: copies leave nothing in L2, which GPGPU-Sim's default would.
made '-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8'
same warm_copies_left_out \
    "$WORK/x.config: not given: -gpgpu_perf_sim_memcpy: gtx480's value is kept, not GPGPU-Sim's default 1 (copies from the host leave nothing in the machine's L2)" \
    "$("$WARPLOOM" config import "$WORK/x.config" 2>&1 >/dev/null | grep memcpy)"

# refused NAME TEXT PLACE MESSAGE: status 2, message at its place, nothing written
refused() {
    made "$2"
    rm -f "$WORK/x.yaml"
    "$WARPLOOM" config import "$WORK/x.config" -o "$WORK/x.yaml" >"$WORK/out" 2>"$WORK/err";
        local status=$?
    if [ $status -ne 2 ] || [ -s "$WORK/out" ] ||
        [ -e "$WORK/x.yaml" ]; then not_ok "$1" "status $status, or something written"
    else same "$1" "$WORK/x.config:$3: error: $4" "$(grep -a 'error: ' "$WORK/err")"; fi
}
refused too_many_channels '\n-gpgpu_n_mem 99' 2:14 \
    '-gpgpu_n_mem: dram.channels = 99: must be 1..64 (channels)'
made '-gpgpu_n_clusters 80\n-gpgpu_n_cores_per_cluster 2'
expect_status sms_are_clusters_times_cores 2 \
    '80 clusters of 2 cores: gpu.sms must be at most 128' "$WARPLOOM" config import "$WORK/x.config"
refused too_many_sms '-gpgpu_n_clusters 400' 1:19 \
    '-gpgpu_n_clusters: 400 clusters of 3 cores: gpu.sms must be at most 128'
refused too_many_clusters '-gpgpu_n_clusters 4294967297' 1:19 \
    '-gpgpu_n_clusters: 4294967297: must be a whole number, 1..4294967295'
refused half_a_megahertz '-gpgpu_clock_domains 700.5:700:700:924' 1:22 \
    '-gpgpu_clock_domains: 700.5:700:700:924: cannot be represented: the machine has whole numbers here (gpu.core_mhz gpu.icnt_mhz gpu.l2_mhz gpu.dram_mhz)'
refused three_clocks '-gpgpu_clock_domains 700:700:924' 1:22 \
    '-gpgpu_clock_domains: 700:700:924: too few numbers for gpu.core_mhz gpu.icnt_mhz gpu.l2_mhz gpu.dram_mhz'
refused warps_of_64 '-gpgpu_shader_core_pipeline 2048:64' 1:29 \
    '-gpgpu_shader_core_pipeline: 2048:64: cannot be represented: the machine has warps of 32 threads'
refused sub_core '-gpgpu_sub_core_model 1' 1:23 \
    '-gpgpu_sub_core_model: 1: cannot be represented: the machine has schedulers that share the units (0)'
refused fifo_replacement '-gpgpu_cache:dl1 N:32:128:4,F:L:m:N:H,A:32:8,8' 1:18 \
    '-gpgpu_cache:dl1: N:32:128:4,F:L:m:N:H,A:32:8,8: replacement F cannot be represented: the machine replaces the least recently used line (L)'
refused lazy_fetch '-gpgpu_cache:dl2 S:64:128:8,L:B:m:L:L,A:256:4,4:0,32' 1:18 \
    '-gpgpu_cache:dl2: S:64:128:8,L:B:m:L:L,A:256:4,4:0,32: write-allocate policy L cannot be represented: the machine takes a line of L2 for a write and marks or fetches it then (W or F)'
refused too_few_pipeline_widths '-gpgpu_pipeline_widths 2,1' 1:24 \
    '-gpgpu_pipeline_widths: 2,1: must be 7, 9, 11 or 13 widths'
refused oldest_scheduler '-gpgpu_scheduler old' 1:18 \
    '-gpgpu_scheduler: old: cannot be represented: lrr, gto, two_level_active:N:0:1 and warp_limiting:0|2:N can'
refused no_cache_text '-gpgpu_cache:dl1 N:32:128,L' 1:18 \
    '-gpgpu_cache:dl1: N:32:128,L: not a cache, e.g. N:32:128:4,L:L:m:N:H,A:32:8,8 or 32:128:4,L:L:m:N:H,A:32:8,8'
refused sets_no_power_of_two '-gpgpu_cache:dl1 N:33:128:4,L:L:m:N:L,A:32:8,8' 1:18 \
    '-gpgpu_cache:dl1: l1d.sets = 33: must be a power of two in 1..65536 (sets)'
refused no_such_timing '-gpgpu_dram_timing_opt "nbk=16:FOO=2"' 1:24 \
    '-gpgpu_dram_timing_opt: FOO=2: not a timing parameter that the machine has'
refused no_such_timing_with_its_value_in_place '-gpgpu_dram_timing_opt "nbk=16:CCDx=5"' 1:24 \
    '-gpgpu_dram_timing_opt: CCDx=5: not a timing parameter that the machine has'
refused no_such_timing_that_begins_another '-gpgpu_dram_timing_opt "nbk=16:CC=5"' 1:24 \
    '-gpgpu_dram_timing_opt: CC=5: not a timing parameter that the machine has'
refused too_many_timings "-gpgpu_dram_timing_opt $(seq -s: 1 15)" 1:24 \
    '-gpgpu_dram_timing_opt: 15: not a timing parameter that the machine has'
refused perfect_maybe '-gpgpu_perfect_inst_const_cache maybe' 1:33 \
    '-gpgpu_perfect_inst_const_cache: maybe: must be 0 or 1'
refused write_queue_yes '-dram_seperate_write_queue_enable yes' 1:35 \
    '-dram_seperate_write_queue_enable: yes: must be 0 or 1'
refused warm_copies_2 '-gpgpu_perf_sim_memcpy 2' 1:24 '-gpgpu_perf_sim_memcpy: 2: must be 0 or 1'
refused two_level_of_another_order '-gpgpu_scheduler two_level_active:6:2:1' 1:18 \
    '-gpgpu_scheduler: two_level_active:6:2:1: cannot be represented: GPGPU-Sim itself knows priorities 0:1 only, round robin in and among the levels'
refused limiting_with_a_tail '-gpgpu_scheduler warp_limiting:2:3x' 1:18 \
    '-gpgpu_scheduler: warp_limiting:2:3x: cannot be represented: lrr, gto, two_level_active:N:0:1 and warp_limiting:0|2:N can'
refused limiting_below_zero '-gpgpu_scheduler warp_limiting:2:-3' 1:18 \
    '-gpgpu_scheduler: warp_limiting:2:-3: cannot be represented: lrr, gto, two_level_active:N:0:1 and warp_limiting:0|2:N can'
refused no_value '-gpgpu_n_mem\n-gpgpu_shader_cta 8' 1:1 '-gpgpu_n_mem: no value'
refused no_value_at_the_end '-gpgpu_n_mem' 1:1 '-gpgpu_n_mem: no value'
refused not_an_option 'gpgpu_n_mem 6' 1:1 'expected an option, -name value'
refused open_quote '-gpgpu_dram_timing_opt "nbk=16:' 1:24 'the quote is not closed'
refused unknown_option '-gpgpu_n_mem 6\n  -gpgpu_nmem 8' 2:3 \
    '-gpgpu_nmem: GPGPU-Sim has no such option; did you mean -gpgpu_n_mem?'
refused unknown_option_with_its_value \
    '-gpgpu_n_cluster 30\n-gpgpu_n_cores_per_cluster 1\n-gpgpu_n_mem 6' 1:1 \
    '-gpgpu_n_cluster: GPGPU-Sim has no such option; did you mean -gpgpu_n_clusters?'
refused option_like_no_other '-colour blue' 1:1 '-colour: GPGPU-Sim, 3.2 to 4.2, has no such option'
refused an_older_name_is_near '-rop_latenci 5' 1:1 \
    '-rop_latenci: GPGPU-Sim has no such option; did you mean -rop_latency?'
refused another_file_in_it '-config other.config' 1:9 \
    '-config: other.config: a file that includes another is not read; import both as one file'
refused slashes_are_no_comment '-gpgpu_n_mem 6 // channels' 1:16 \
    'expected an option, -name value; a comment begins with #'
refused ignored_but_no_number '-gpgpu_memlatency_stat all' 1:24 \
    '-gpgpu_memlatency_stat: all: must be a whole number'
refused ignored_but_no_flag '-visualizer_enabled on' 1:21 '-visualizer_enabled: on: must be 0 or 1'
refused flag_beyond_1 '-gpgpu_perfect_mem 2' 1:20 '-gpgpu_perfect_mem: 2: must be 0 or 1'
refused number_with_a_tail '-gpgpu_n_mem 6x' 1:14 '-gpgpu_n_mem: 6x: must be a whole number'
refused number_below_zero '-gpgpu_n_mem -6' 1:14 '-gpgpu_n_mem: -6: must be a whole number'
refused caches_of_3_1 '-gpgpu_cache:dl1 32:128:4:L:R:m,A:32:8,8' 1:18 \
    '-gpgpu_cache:dl1: 32:128:4:L:R:m,A:32:8,8: the form of GPGPU-Sim 3.1 and before; 3.2 writes policies apart, e.g. 32:128:4,L:L:m:N,A:32:8,8'
refused two_line_sizes \
    '-gpgpu_cache:dl2 64:64:8,L:B:m:W:L,A:32:4,4\n-gpgpu_cache:dl1 32:128:4,L:L:m:N,A:32:8,8' 1:18 \
    '-gpgpu_cache:dl2: 64:64:8,L:B:m:W:L,A:32:4,4: lines of 64 bytes cannot be represented: the machine has one line size, and L1D'"'"'s is 128 bytes'
refused textures_with_mshrs '-gpgpu_tex_cache:l1 4:128:24,L:R:m:N,A:32:8,8:2' 1:21 \
    '-gpgpu_tex_cache:l1: 4:128:24,L:R:m:N,A:32:8,8:2: MSHR kind A cannot be represented: the machine has the FIFOs of a texture cache (F or T)'
refused textures_without_results '-gpgpu_tex_cache:l1 4:128:24,L:R:m:N,F:128:4,128' 1:21 \
    '-gpgpu_tex_cache:l1: 4:128:24,L:R:m:N,F:128:4,128: a texture cache has a result FIFO behind its reorder buffer, e.g. N:4:128:24,L:R:m:N:L,F:128:4,128:2'
short='-gpgpu_cache:dl1 32:64:4,L:L:m:N,A:32:8,8\n-gpgpu_cache:dl2 64:64:8,L:B:m:W:L,A:32:4,4'
short+='\n-gpgpu_cache:il1 4:64:4,L:R:f:N,A:2:32,4'
reads textures_left_out_in_short_lines "$short" l1t.line_bytes 0
made "$short\n-gpgpu_tex_cache:l1 4:128:24,L:R:m:N,F:128:4,128:2"
expect_status textures_in_longer_lines 2 \
    'l1t.line_bytes = 128: must be 0, or at least 32 and at most l1d.line_bytes = 64' \
    "$WARPLOOM" config import "$WORK/x.config"
refused sectored_l1 '-gpgpu_cache:dl1 S:4:128:64,L:L:m:N:L,A:32:8,8' 1:18 \
    '-gpgpu_cache:dl1: S:4:128:64,L:L:m:N:L,A:32:8,8: type S cannot be represented: the machine has an L1D of whole lines, without sectors (N)'
refused unlimited_queue '-gpgpu_frfcfs_dram_sched_queue_size 0' 1:37 \
    '-gpgpu_frfcfs_dram_sched_queue_size: 0, an unlimited queue, cannot be represented: dram.queue must be at least 1'
refused odd_mask '-gpgpu_mem_address_mask 160' 1:25 \
    '-gpgpu_mem_address_mask: 160: cannot be represented: the machine knows the maps of masks 0 to 3, 5, 6 and 14 to 16; -gpgpu_mem_addr_mapping says any'
refused third_mode '-network_mode 3' 1:15 \
    '-network_mode: 3: cannot be represented: the machine is a crossbar in each direction (1 2)'
made \
    '-gpgpu_cache:dl1 N:64:128:4,L:L:m:N:H,A:32:8,8\n-gpgpu_dram_timing_opt nbk=16:RAS=28:RP=12:RC=30'
expect_status rules_between_keys_hold 2 \
    'dram.rc = 30: must be at least dram.ras + dram.rp = 28 + 12' "$WARPLOOM" config import \
    "$WORK/x.config"
expect_status not_a_file 2 'it is a directory' "$WARPLOOM" config import "$WORK"
printf -- '-gpgpu_n_mem 6\0' >"$WORK/nul.config"
expect_status nul_byte 2 'a NUL byte' "$WARPLOOM" config import "$WORK/nul.config"
expect_status import_full_disk 3 'cannot write /dev/full: No space left on device' "$WARPLOOM" \
    config import "$files/old.config" -o /dev/full
# The network's file: its own place in messages; only that there is none is no error.
made '-inter_config_file net.icnt'
# network NAME TEXT PLACE MESSAGE
network() {
    printf '%b\n' "$2" >"$WORK/net.icnt"
    "$WARPLOOM" config import "$WORK/x.config" >"$WORK/out" 2>"$WORK/err"; local status=$?
    if [ $status -ne 2 ] || [ -s "$WORK/out" ]; then
        not_ok "$1" "status $status, or something written"
    else same "$1" "$WORK/net.icnt:$3: error: -inter_config_file: $4" \
        "$(grep -a 'error: ' "$WORK/err")"; fi
}
network channels_with_a_tail '// channels\nnum_vcs     = 4abc;' 2:15 \
    'num_vcs = 4abc: must be a whole number'
network channels_of_two_words 'num_vcs = 4 4;' 1:11 'num_vcs = 4 4: must be a whole number'
network channels_in_words 'num_vcs = abc;' 1:11 'num_vcs = abc: must be a whole number'
network too_many_channels_of_the_network '\n num_vcs = 99;\r' 2:12 \
    'icnt.vcs = 99: must be 1..32 (channels)'
network no_flits 'flit_size = ten;' 1:13 'flit_size = ten: must be a whole number'
network mesh 'topology = mesh;' 1:12 \
    'topology = mesh: cannot be represented: the network is one crossbar a direction (fly)'
printf 'classes = ten;\nnum_vcs = 4 ;\nvc_buf_size = 7\n' >"$WORK/net.icnt"
same network_names_that_mean_nothing_here '4 7' \
    "$("$WARPLOOM" config import --json "$WORK/x.config" -o "$WORK/net.yaml" >/dev/null &&
    "$WARPLOOM" config print --json -c "$WORK/net.yaml" |
    jq -r '.values | "\(.["icnt.vcs"]) \(.["icnt.input_buffer"])"')"
rm "$WORK/net.icnt"
noted no_network_file '-inter_config_file net.icnt' \
    '1: ignored: -inter_config_file net.icnt (there is no such file beside it)'
mkdir "$WORK/net.icnt"
refused network_file_is_a_directory '-inter_config_file net.icnt' 1:20 \
    "-inter_config_file: cannot read $WORK/net.icnt: it is a directory"
rmdir "$WORK/net.icnt"

noted limits_of_a_run_are_noted '-gpgpu_max_cta 0\n-gpgpu_max_cycle 500\n-gpgpu_max_insn 0' \
    '2: ignored: -gpgpu_max_cycle 500 (ends the run early; gpu.cycle_limit is of each kernel)'

made ''
"$WARPLOOM" config import -q "$WORK/x.config" -o "$WORK/e.yaml"
same empty_file_has_the_default_size '30 8' "$("$WARPLOOM" config print --json -c "$WORK/e.yaml" |
    jq -r '.values | "\(.["gpu.sms"]) \(.["dram.channels"])"')"
expect empty_file_is_a_machine "$WARPLOOM" sim -q -c "$WORK/e.yaml" bicg
finish
