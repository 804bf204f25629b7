#!/usr/bin/env bash
# import.sh : `config import`: GPGPU-Sim's configurations, versions 3.2 and 4.x; what is noted, what is refused, each at its line.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
files=$PWD/tests/sim/import

# same NAME WANT GOT
same() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "$(diff <(echo "$2") <(echo "$3") | head -n 6 | tr '\n' ' ')"; fi; }
values() { "$WARPLOOM" config print "$@" | tail -n +2; } # all but the name

# The machine of the calibration is preset gtx480-4x, key by key; nothing of it is ignored.
"$WARPLOOM" config import "$files/calibration.config" -o "$WORK/calibration.yaml" 2>"$WORK/notes"
same calibration_is_gtx480_4x "$(values -c gtx480-4x)" "$(values -c "$WORK/calibration.yaml")"
same calibration_ignores_nothing '' "$(cat "$WORK/notes")"

# 3.2: all that differs from gtx480, and only that; what is ignored, with the reason
same old_syntax "$(cat "$files/old.yaml")" "$("$WARPLOOM" config import "$files/old.config" 2>"$WORK/notes")"
same old_notes "$files/old.config:12: ignored: -gpgpu_tex_cache:l1 4:128:24,L:R:m:N:L,F:128:4,128:2 (not modelled)
$files/old.config:18: ignored: -gpgpu_runtime_stat 500 (no effect on timing)" "$(cat "$WORK/notes")"
same quiet_notes '' "$("$WARPLOOM" config import -q "$files/old.config" 2>&1 >/dev/null)"
same json_notes '["gpgpu_tex_cache:l1","gpgpu_runtime_stat"]' "$("$WARPLOOM" config import --json "$files/old.config" | jq -c '[.ignored[].option]')"

# made TEXT: $WORK/x.config
made() { printf '%b\n' "$1" >"$WORK/x.config"; }
# reads NAME TEXT KEY VALUE: the option sets the key
reads() {
    made "$2"
    if "$WARPLOOM" config import -q "$WORK/x.config" -o "$WORK/x.yaml" 2>"$WORK/err"; then
        same "$1" "$4" "$("$WARPLOOM" config print --json -c "$WORK/x.yaml" | jq -r ".values[\"$3\"]")"
    else not_ok "$1" "$(head -n 2 "$WORK/err" | tr '\n' ' ')"; fi
}
reads v4_flits_without_network_file '-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8' icnt.reply_flit_bytes 40
reads v3_flits_without_network_file '-gpgpu_cache:dl1 32:128:4,L:L:m:N:H,A:32:8,8' icnt.reply_flit_bytes 32
reads v4_buffers_without_network_file '-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8' icnt.input_buffer 73
reads v3_buffers_without_network_file '-gpgpu_cache:dl1 32:128:4,L:L:m:N:H,A:32:8,8' icnt.input_buffer 8
reads v4_room_for_sectors '-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8' l2.intake_room 4
reads flit_option '-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8\n-icnt_flit_size 64' icnt.request_flit_bytes 64
reads index_not_given_is_linear '-gpgpu_cache:dl1 32:128:4,L:L:m:N,A:32:8,8' l1d.index linear
reads the_later_value_counts '-gpgpu_n_mem 4\n-gpgpu_n_mem 8' dram.channels 8
reads value_on_the_next_line '-gpgpu_n_mem\n\t8' dram.channels 8
reads dos_line_ends '-gpgpu_n_mem 8\r\n-gpgpu_shader_cta 4\r' sm.ctas 4
reads perfect_caches '-gpgpu_perfect_inst_const_cache 1' l1c.perfect true
reads no_bank_groups '-gpgpu_dram_timing_opt nbk=16:CCD=2:nbkgrp=1:CCDL=0:RTPL=0' dram.ccdl 2
reads no_bank_groups_before_ccd '-gpgpu_dram_timing_opt CCDL=0:nbkgrp=1:CCD=4' dram.ccdl 4
old='-gpgpu_dram_timing_opt 16:2:6:12:28:12:40:11:4:5:13' # the old form, with and without bank groups
reads timing_in_order "$old:4:3:2" dram.ccdl 3
reads timing_in_order_cl "$old" dram.cl 11
reads timing_in_order_wr "$old" dram.wr 13
reads bank_groups_not_given "$old" dram.bank_groups 1
reads ccdl_not_given "$old" dram.ccdl 2
reads rtpl_not_given '-gpgpu_dram_timing_opt nbk=16;CCD=2;nbkgrp=4' dram.rtpl 0
reads two_latencies '-ptx_opcode_latency_int 4,13,4,5,145,32' latency.int_div 145

reads sectored_l2 '-gpgpu_cache:dl2 S:64:128:8,L:B:m:W:L,A:32:4,4:0,32' l2.sector_bytes 32
reads write_misses_through_l2 '-gpgpu_cache:dl2 N:64:128:8,L:B:m:W:L,A:32:4,4:0,32' l2.write miss_through
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
reads bank_groups_of_low_bits '-dram_bnkgrp_indexing_policy 1' dram.group_bits low
reads nine_widths '-gpgpu_pipeline_widths 2,0,1,1,2,0,1,1,3' sm.result_buses 3
reads dual_bus '-dram_dual_bus_interface 1' dram.dual_bus true
reads write_queue '-dram_seperate_write_queue_enable 1\n-dram_write_queue_size 64:56:32' dram.write_high 56
reads write_queue_off '-dram_seperate_write_queue_enable 0\n-dram_write_queue_size 64:56:32' dram.write_queue 0

# refused NAME TEXT PLACE MESSAGE: status 2, message at its place, nothing written
refused() {
    made "$2"
    rm -f "$WORK/x.yaml"
    "$WARPLOOM" config import "$WORK/x.config" -o "$WORK/x.yaml" >"$WORK/out" 2>"$WORK/err"; local status=$?
    if [ $status -ne 2 ] || [ -s "$WORK/out" ] || [ -e "$WORK/x.yaml" ]; then not_ok "$1" "status $status, or something written"
    else same "$1" "$WORK/x.config:$3: error: $4" "$(grep -a 'error: ' "$WORK/err")"; fi
}
refused too_many_channels '\n-gpgpu_n_mem 99' 2:14 '-gpgpu_n_mem: dram.channels = 99: must be 1..64 (channels)'
made '-gpgpu_n_clusters 80\n-gpgpu_n_cores_per_cluster 2'
expect_status sms_are_clusters_times_cores 2 'gpu.sms = 160: must be 1..128 (SMs)' "$WARPLOOM" config import "$WORK/x.config"
refused half_a_megahertz '-gpgpu_clock_domains 700.5:700:700:924' 1:22 '-gpgpu_clock_domains: 700.5:700:700:924: must be whole numbers, separated by : or ,'
refused three_clocks '-gpgpu_clock_domains 700:700:924' 1:22 '-gpgpu_clock_domains: 700:700:924: too few numbers for gpu.core_mhz gpu.icnt_mhz gpu.l2_mhz gpu.dram_mhz'
refused warps_of_64 '-gpgpu_shader_core_pipeline 2048:64' 1:29 '-gpgpu_shader_core_pipeline: 2048:64: cannot be represented: the machine has warps of 32 threads'
refused sub_core '-gpgpu_sub_core_model 1' 1:23 '-gpgpu_sub_core_model: 1: cannot be represented: the machine has schedulers that share the units (0)'
refused fifo_replacement '-gpgpu_cache:dl1 N:32:128:4,F:L:m:N:H,A:32:8,8' 1:18 '-gpgpu_cache:dl1: N:32:128:4,F:L:m:N:H,A:32:8,8: replacement F cannot be represented (can: L=)'
refused lazy_fetch '-gpgpu_cache:dl2 S:64:128:8,L:B:m:L:L,A:256:4,4:0,32' 1:18 '-gpgpu_cache:dl2: S:64:128:8,L:B:m:L:L,A:256:4,4:0,32: write-allocate policy L cannot be represented (can: W= F=)'
refused too_few_pipeline_widths '-gpgpu_pipeline_widths 2,1' 1:24 '-gpgpu_pipeline_widths: 2,1: must be 7, 9, 11 or 13 widths'
refused oldest_scheduler '-gpgpu_scheduler old' 1:18 '-gpgpu_scheduler: old: cannot be represented: lrr, gto, two_level_active:N:.. and warp_limiting:0|2:N can'
refused no_cache_text '-gpgpu_cache:dl1 N:32:128,L' 1:18 '-gpgpu_cache:dl1: N:32:128,L: not a cache, e.g. N:32:128:4,L:L:m:N:H,A:32:8,8 or 32:128:4,L:L:m:N:H,A:32:8,8'
refused sets_no_power_of_two '-gpgpu_cache:dl1 N:33:128:4,L:L:m:N:L,A:32:8,8' 1:18 '-gpgpu_cache:dl1: l1d.sets = 33: must be a power of two in 1..65536 (sets)'
refused no_such_timing '-gpgpu_dram_timing_opt "nbk=16:FOO=2"' 1:24 '-gpgpu_dram_timing_opt: FOO=2: not a timing parameter that the machine has'
refused no_such_timing_with_its_value_in_place '-gpgpu_dram_timing_opt "nbk=16:CCDx=5"' 1:24 '-gpgpu_dram_timing_opt: CCDx=5: not a timing parameter that the machine has'
refused no_such_timing_that_begins_another '-gpgpu_dram_timing_opt "nbk=16:CC=5"' 1:24 '-gpgpu_dram_timing_opt: CC=5: not a timing parameter that the machine has'
refused too_many_timings "-gpgpu_dram_timing_opt $(seq -s: 1 15)" 1:24 '-gpgpu_dram_timing_opt: 15: not a timing parameter that the machine has'
refused perfect_maybe '-gpgpu_perfect_inst_const_cache maybe' 1:33 '-gpgpu_perfect_inst_const_cache: maybe: must be 0 or 1'
refused write_queue_yes '-dram_seperate_write_queue_enable yes' 1:35 '-dram_seperate_write_queue_enable: yes: must be 0 or 1'
refused warm_copies_2 '-gpgpu_perf_sim_memcpy 2' 1:24 '-gpgpu_perf_sim_memcpy: 2: must be 0 or 1'
refused limiting_with_a_tail '-gpgpu_scheduler warp_limiting:2:3x' 1:18 '-gpgpu_scheduler: warp_limiting:2:3x: cannot be represented: lrr, gto, two_level_active:N:.. and warp_limiting:0|2:N can'
refused limiting_below_zero '-gpgpu_scheduler warp_limiting:2:-3' 1:18 '-gpgpu_scheduler: warp_limiting:2:-3: cannot be represented: lrr, gto, two_level_active:N:.. and warp_limiting:0|2:N can'
refused no_value '-gpgpu_n_mem\n-gpgpu_shader_cta 8' 1:1 '-gpgpu_n_mem: no value'
refused no_value_at_the_end '-gpgpu_n_mem' 1:1 '-gpgpu_n_mem: no value'
refused not_an_option 'gpgpu_n_mem 6' 1:1 'expected an option, -name value'
refused open_quote '-gpgpu_dram_timing_opt "nbk=16:' 1:24 'the quote is not closed'
made '-gpgpu_n_mem 6\n-gpgpu_nmem 8'
same unknown_option_is_noted "$WORK/x.config:2: ignored: -gpgpu_nmem 8 (unknown option)" "$("$WARPLOOM" config import "$WORK/x.config" 2>&1 >/dev/null)"
made '-gpgpu_cache:dl1 N:64:128:4,L:L:m:N:H,A:32:8,8\n-gpgpu_dram_timing_opt nbk=16:RAS=28:RP=12:RC=30'
expect_status rules_between_keys_hold 2 'dram.rc = 30: must be at least dram.ras + dram.rp = 28 + 12' "$WARPLOOM" config import "$WORK/x.config"
expect_status not_a_file 2 'it is a directory' "$WARPLOOM" config import "$WORK"
printf -- '-gpgpu_n_mem 6\0' >"$WORK/nul.config"
expect_status nul_byte 2 'a NUL byte' "$WARPLOOM" config import "$WORK/nul.config"
expect_status import_full_disk 3 'cannot write /dev/full: No space left on device' "$WARPLOOM" config import "$files/old.config" -o /dev/full
# The network's file: its own place in messages; only that there is none is no error.
made '-inter_config_file net.icnt'
# network NAME TEXT PLACE MESSAGE
network() {
    printf '%b\n' "$2" >"$WORK/net.icnt"
    "$WARPLOOM" config import "$WORK/x.config" >"$WORK/out" 2>"$WORK/err"; local status=$?
    if [ $status -ne 2 ] || [ -s "$WORK/out" ]; then not_ok "$1" "status $status, or something written"
    else same "$1" "$WORK/net.icnt:$3: error: -inter_config_file: $4" "$(grep -a 'error: ' "$WORK/err")"; fi
}
network channels_with_a_tail '// channels\nnum_vcs     = 4abc;' 2:15 'num_vcs = 4abc: must be a whole number'
network channels_of_two_words 'num_vcs = 4 4;' 1:11 'num_vcs = 4 4: must be a whole number'
network channels_in_words 'num_vcs = abc;' 1:11 'num_vcs = abc: must be a whole number'
network too_many_channels_of_the_network '\n num_vcs = 99;\r' 2:12 'icnt.vcs = 99: must be 1..32 (channels)'
network no_flits 'flit_size = ten;' 1:13 'flit_size = ten: must be a whole number'
network mesh 'topology = mesh;' 1:12 'topology = mesh: cannot be represented: the network is one crossbar a direction (fly)'
printf 'classes = ten;\nnum_vcs = 4 ;\nvc_buf_size = 7\n' >"$WORK/net.icnt"
same network_names_that_mean_nothing_here '4 7' "$("$WARPLOOM" config import --json "$WORK/x.config" -o "$WORK/net.yaml" >/dev/null && "$WARPLOOM" config print --json -c "$WORK/net.yaml" | jq -r '.values | "\(.["icnt.vcs"]) \(.["icnt.input_buffer"])"')"
rm "$WORK/net.icnt"
same no_network_file "$WORK/x.config:1: ignored: -inter_config_file net.icnt (there is no such file beside)" "$("$WARPLOOM" config import "$WORK/x.config" 2>&1 >/dev/null)"
mkdir "$WORK/net.icnt"
refused network_file_is_a_directory '-inter_config_file net.icnt' 1:20 "-inter_config_file: cannot read $WORK/net.icnt: it is a directory"
rmdir "$WORK/net.icnt"

made '-gpgpu_max_cycle 0\n-gpgpu_max_cycle 500\n-gpgpu_max_insn 0'
same limits_of_a_run_are_noted "$WORK/x.config:2: ignored: -gpgpu_max_cycle 500 (ends the run early; gpu.cycle_limit is of each kernel)" "$("$WARPLOOM" config import "$WORK/x.config" 2>&1 >/dev/null)"

made ''
same empty_file_is_gtx480 "$(values -c gtx480)" "$("$WARPLOOM" config import "$WORK/x.config" >"$WORK/e.yaml" && values -c "$WORK/e.yaml")"
finish
