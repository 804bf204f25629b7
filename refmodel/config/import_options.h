// import_options.h : every option that GPGPU-Sim registers, and what becomes of it: one row an
// option. Inside the configuration layer (import.c).
//
// The names are those of the option_parser_register calls of GPGPU-Sim 3.2.0 to 4.2.0 and of
// Accel-Sim's trace-driven front end; the default is the one registered there, which counts when a
// file leaves the option out (import.h says when it cannot).
//
//   NUMBER(option, "default", "key")              one whole number sets a key
//   NUMBERS(option, "default", "key key ...")     numbers, separated by : or , set keys in order;
//                                                 more numbers than keys are noted
//   WORDS(option, "default", "key", "their=our ...") a word, up to the first :, sets a key
//   FIXED(option, form, "default", "value value", "what the machine does")
//                                                 nothing to set; another value is an error
//   IGNORED(option, form, WHY)                    noted
//   OWN(option, form, "default", function)        import_values.c, import_memory.c; a default of
//                                                 NULL: see the function
//   SAME(option, other)                           another name of a row above
//
// form: FLAG (0 or 1; the option alone means 1), COUNT (a whole number: decimal, 0x hexadecimal, or
// octal behind a 0), TEXT.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_IMPORT_OPTIONS_H
#define WL_CONFIG_IMPORT_OPTIONS_H

// Why an option is ignored, a reason a kind.
#define WHY_OUTPUT "what GPGPU-Sim checks, counts, prints or draws; no effect on timing"
#define WHY_POWER \
    "power model; no effect on timing, and warploom synth estimates the power of the hardware"
#define WHY_LOADING "how GPGPU-Sim gets at a program's PTX; sim --launch names the file"
#define WHY_DEVICE \
    "a property or limit that the host asks the driver for; no effect on a kernel's timing"
#define WHY_CHECKPOINT "checkpoints; a run of the machine goes from its first to its last launch"
#define WHY_UNUSED "GPGPU-Sim reads it and does not use it"
#define WHY_ORDER \
    "the order in which GPGPU-Sim's cores are simulated; the machine's result does not depend on " \
    "it"
#define WHY_LAUNCH \
    "launches: the machine runs one kernel at a time and starts a block in each cycle that finds " \
    "room"
#define WHY_DUAL_ISSUE "matters only when two instructions of a warp issue in a cycle"
#define WHY_TENSOR "the machine has no tensor cores"
#define WHY_SPECIALIZED \
    "specialized units of traces; the machine's SP and SFU pipelines execute their opcodes"
#define WHY_COLLECTOR \
    "the machine has operand collectors of the SP, SFU and memory pipelines only, which integers " \
    "and doubles go to as well"
#define WHY_COLLECTOR_PORT \
    "ports of operand collectors; the machine moves as many instructions a cycle as there are " \
    "units"
#define WHY_SFU "special functions have the latency and interval of latency.dp_mul"
#define WHY_PREFERENCE \
    "other sizes of L1D and shared memory; the machine keeps those of gpgpu_cache:dl1 and " \
    "gpgpu_shmem_size"
#define WHY_BANK_OF_SET "the set chooses the bank of L1D"
#define WHY_EJECTION \
    "buffers at the network's exits; the machine has l2.icnt_to_l2_queue and L1D's fill port " \
    "there"
#define WHY_TRACE_FILE "a trace is named on the command line: sim --trace"
#define WHY_TRACE "latencies of traced opcodes; the machine gives them those of the keys latency.*"

// Left as it is: an option is a text of the table, and a colon in it has no spaces around it.
// clang-format off
#define IMPORT_OPTIONS(NUMBER, NUMBERS, WORDS, FIXED, IGNORED, OWN, SAME) \
    /* machine */ \
    OWN(gpgpu_n_clusters, COUNT, "10", clusters) \
    OWN(gpgpu_n_cores_per_cluster, COUNT, "3", cores_per_cluster) \
    NUMBERS(gpgpu_clock_domains, "500.0:2000.0:2000.0:2000.0", \
            "gpu.core_mhz gpu.icnt_mhz gpu.l2_mhz gpu.dram_mhz") \
    NUMBER(gpgpu_kernel_launch_latency, "0", "gpu.kernel_launch_cycles") \
    IGNORED(gpgpu_TB_launch_latency, COUNT, WHY_LAUNCH) \
    IGNORED(gpgpu_max_concurrent_kernel, COUNT, WHY_LAUNCH) \
    FIXED(gpgpu_concurrent_kernel_sm, FLAG, "0", "0", "runs one kernel at a time") \
    FIXED(gpgpu_cdp_enabled, FLAG, "0", "0", "launches kernels from the host only") \
    IGNORED(cdp_latency, TEXT, WHY_LAUNCH) \
    /* SM */ \
    NUMBER(gpgpu_shader_registers, "8192", "sm.registers") \
    OWN(gpgpu_shader_core_pipeline, TEXT, "1024:32", threads) \
    NUMBER(gpgpu_shader_cta, "8", "sm.ctas") \
    FIXED(gpgpu_simd_model, COUNT, "1", "1", "reconverges at the immediate post-dominator") \
    NUMBER(gpgpu_num_sched_per_core, "1", "sm.schedulers") \
    OWN(gpgpu_scheduler, TEXT, "gto", scheduler) \
    FIXED(gpgpu_max_insn_issue_per_warp, COUNT, "2", "1", \
            "issues one instruction of a warp a cycle") \
    IGNORED(gpgpu_dual_issue_diff_exec_units, FLAG, WHY_DUAL_ISSUE) \
    NUMBER(gpgpu_num_sp_units, "1", "sm.sp_units") \
    NUMBER(gpgpu_num_sfu_units, "1", "sm.sfu_units") \
    FIXED(gpgpu_num_dp_units, COUNT, "0", "0", "executes double precision in the SFU") \
    FIXED(gpgpu_num_int_units, COUNT, "0", "0", "executes integers in the SP units") \
    FIXED(gpgpu_num_mem_units, COUNT, "1", "1", "has one load/store unit an SM") \
    FIXED(gpgpu_mem_unit_ports, COUNT, "1", "1", "has a load/store unit with one port") \
    IGNORED(gpgpu_tensor_core_avail, COUNT, WHY_TENSOR) \
    IGNORED(gpgpu_num_tensor_core_units, COUNT, WHY_TENSOR) \
    IGNORED(specialized_unit_1, TEXT, WHY_SPECIALIZED) \
    IGNORED(specialized_unit_2, TEXT, WHY_SPECIALIZED) \
    IGNORED(specialized_unit_3, TEXT, WHY_SPECIALIZED) \
    IGNORED(specialized_unit_4, TEXT, WHY_SPECIALIZED) \
    IGNORED(specialized_unit_5, TEXT, WHY_SPECIALIZED) \
    IGNORED(specialized_unit_6, TEXT, WHY_SPECIALIZED) \
    IGNORED(specialized_unit_7, TEXT, WHY_SPECIALIZED) \
    IGNORED(specialized_unit_8, TEXT, WHY_SPECIALIZED) \
    FIXED(gpgpu_sub_core_model, FLAG, "0", "0", "has schedulers that share the units") \
    OWN(gpgpu_pipeline_widths, TEXT, "1,1,1,1,1,1,1", pipeline_widths) \
    IGNORED(gpgpu_enable_specialized_operand_collector, FLAG, WHY_COLLECTOR) \
    OWN(gpgpu_operand_collector_num_units_sp, COUNT, "4", sp_collectors) \
    IGNORED(gpgpu_operand_collector_num_units_dp, COUNT, WHY_COLLECTOR) \
    OWN(gpgpu_operand_collector_num_units_sfu, COUNT, "4", sfu_collectors) \
    IGNORED(gpgpu_operand_collector_num_units_int, COUNT, WHY_COLLECTOR) \
    OWN(gpgpu_operand_collector_num_units_mem, COUNT, "2", mem_collectors) \
    IGNORED(gpgpu_operand_collector_num_units_gen, COUNT, WHY_COLLECTOR) \
    IGNORED(gpgpu_operand_collector_num_units_tensor_core, COUNT, WHY_COLLECTOR) \
    IGNORED(gpgpu_operand_collector_num_in_ports_sp, COUNT, WHY_COLLECTOR_PORT) \
    IGNORED(gpgpu_operand_collector_num_in_ports_dp, COUNT, WHY_COLLECTOR_PORT) \
    IGNORED(gpgpu_operand_collector_num_in_ports_sfu, COUNT, WHY_COLLECTOR_PORT) \
    IGNORED(gpgpu_operand_collector_num_in_ports_int, COUNT, WHY_COLLECTOR_PORT) \
    IGNORED(gpgpu_operand_collector_num_in_ports_mem, COUNT, WHY_COLLECTOR_PORT) \
    IGNORED(gpgpu_operand_collector_num_in_ports_gen, COUNT, WHY_COLLECTOR_PORT) \
    IGNORED(gpgpu_operand_collector_num_in_ports_tensor_core, COUNT, WHY_COLLECTOR_PORT) \
    IGNORED(gpgpu_operand_collector_num_out_ports_sp, COUNT, WHY_COLLECTOR_PORT) \
    IGNORED(gpgpu_operand_collector_num_out_ports_dp, COUNT, WHY_COLLECTOR_PORT) \
    IGNORED(gpgpu_operand_collector_num_out_ports_sfu, COUNT, WHY_COLLECTOR_PORT) \
    IGNORED(gpgpu_operand_collector_num_out_ports_int, COUNT, WHY_COLLECTOR_PORT) \
    IGNORED(gpgpu_operand_collector_num_out_ports_mem, COUNT, WHY_COLLECTOR_PORT) \
    IGNORED(gpgpu_operand_collector_num_out_ports_gen, COUNT, WHY_COLLECTOR_PORT) \
    IGNORED(gpgpu_operand_collector_num_out_ports_tensor_core, COUNT, WHY_COLLECTOR_PORT) \
    NUMBER(gpgpu_num_reg_banks, "8", "sm.register_banks") \
    IGNORED(gpgpu_reg_bank_use_warp_id, FLAG, WHY_UNUSED) \
    FIXED(gpgpu_reg_file_port_throughput, COUNT, "1", "1", \
            "reads one operand of a register bank a cycle") \
    FIXED(gpgpu_inst_fetch_throughput, COUNT, "1", "1", "fetches for one warp a cycle") \
    IGNORED(gpgpu_num_cta_barriers, COUNT, WHY_UNUSED) \
    FIXED(gpgpu_ignore_resources_limitation, FLAG, "0", "0", \
            "fits as many blocks into an SM as its resources allow") \
    IGNORED(gpgpu_registers_per_block, COUNT, WHY_DEVICE) \
    IGNORED(gpgpu_shmem_per_block, COUNT, WHY_DEVICE) \
    FIXED(gpgpu_local_mem_map, FLAG, "1", "1", "lays local memory out in device memory") \
    NUMBERS(ptx_opcode_latency_int, "1,1,19,25,145", \
            "latency.int_add latency.int_max latency.int_mul latency.int_mad latency.int_div") \
    NUMBERS(ptx_opcode_latency_fp, "1,1,1,1,30", \
            "latency.fp_add latency.fp_max latency.fp_mul latency.fp_mad latency.fp_div") \
    NUMBERS(ptx_opcode_latency_dp, "8,8,8,8,335", \
            "latency.dp_add latency.dp_max latency.dp_mul latency.dp_mad latency.dp_div") \
    NUMBERS(ptx_opcode_initiation_int, "1,1,4,4,32", \
            "latency.int_add_init latency.int_max_init latency.int_mul_init " \
            "latency.int_mad_init latency.int_div_init") \
    NUMBERS(ptx_opcode_initiation_fp, "1,1,1,1,5", \
            "latency.fp_add_init latency.fp_max_init latency.fp_mul_init latency.fp_mad_init " \
            "latency.fp_div_init") \
    NUMBERS(ptx_opcode_initiation_dp, "8,8,8,8,130", \
            "latency.dp_add_init latency.dp_max_init latency.dp_mul_init latency.dp_mad_init " \
            "latency.dp_div_init") \
    IGNORED(ptx_opcode_latency_sfu, TEXT, WHY_SFU) \
    IGNORED(ptx_opcode_initiation_sfu, TEXT, WHY_SFU) \
    IGNORED(ptx_opcode_latency_tesnor, TEXT, WHY_TENSOR) \
    IGNORED(ptx_opcode_initiation_tensor, TEXT, WHY_TENSOR) \
    /* L1 and shared memory */ \
    OWN(gpgpu_cache:dl1, TEXT, "none", l1d) \
    IGNORED(gpgpu_cache:dl1PrefL1, TEXT, WHY_PREFERENCE) \
    IGNORED(gpgpu_cache:dl1PrefShared, TEXT, WHY_PREFERENCE) \
    NUMBER(gpgpu_l1_latency, "1", "l1d.latency") \
    NUMBER(gpgpu_l1_banks, "1", "l1d.banks") \
    IGNORED(gpgpu_l1_banks_byte_interleaving, COUNT, WHY_BANK_OF_SET) \
    IGNORED(gpgpu_l1_banks_hashing_function, COUNT, WHY_BANK_OF_SET) \
    FIXED(gpgpu_l1_cache_write_ratio, COUNT, "0", "0", "does not keep dirty lines back") \
    FIXED(gpgpu_adaptive_cache_config, FLAG, "0", "0", \
            "keeps the sizes of L1D and shared memory") \
    IGNORED(gpgpu_unified_l1d_size, COUNT, WHY_PREFERENCE) \
    IGNORED(gpgpu_shmem_option, TEXT, WHY_PREFERENCE) \
    FIXED(gpgpu_gmem_skip_L1D, FLAG, "0", "0", "takes global accesses through L1D") \
    FIXED(gpgpu_flush_l1_cache, FLAG, "0", "1", "flushes L1D between kernels") \
    FIXED(gpgpu_flush_l2_cache, FLAG, "0", "0", "keeps L2 between kernels") \
    NUMBER(gpgpu_smem_latency, "3", "sm.shared_latency") \
    NUMBER(gpgpu_shmem_size, "16384", "sm.shared_bytes") \
    IGNORED(gpgpu_shmem_sizeDefault, COUNT, WHY_PREFERENCE) \
    IGNORED(gpgpu_shmem_size_PrefL1, COUNT, WHY_PREFERENCE) \
    IGNORED(gpgpu_shmem_size_PrefShared, COUNT, WHY_PREFERENCE) \
    NUMBER(gpgpu_shmem_num_banks, "16", "sm.shared_banks") \
    OWN(gpgpu_shmem_limited_broadcast, FLAG, "1", broadcast) \
    FIXED(gpgpu_shmem_warp_parts, COUNT, "2", "1", "serves a whole warp at a time") \
    FIXED(gpgpu_coalesce_arch, COUNT, "13", "13 20 30 35", \
            "coalesces into segments of 32, 64 and 128 bytes, not into sectors") \
    OWN(gpgpu_cache:il1, TEXT, "4:256:4,L:R:f:N,A:2:32,4", l1i) \
    OWN(gpgpu_const_cache:l1, TEXT, "64:64:2,L:R:f:N,A:2:32,4", l1c) \
    OWN(gpgpu_perfect_inst_const_cache, FLAG, "0", perfect) \
    OWN(gpgpu_tex_cache:l1, TEXT, "8:128:5,L:R:m:N,F:128:4,128:2", l1t) \
    FIXED(gpgpu_perfect_mem, FLAG, "0", "0", "times the memory system") \
    /* L2 and DRAM */ \
    NUMBER(gpgpu_n_mem, "8", "dram.channels") \
    NUMBER(gpgpu_n_sub_partition_per_mchannel, "1", "l2.slices_per_channel") \
    OWN(gpgpu_cache:dl2, TEXT, "64:128:8,L:B:m:N,A:16:4,4", l2) \
    FIXED(gpgpu_cache:dl2_texture_only, FLAG, "1", "0", "caches all data in L2") \
    FIXED(l2_ideal, FLAG, "0", "0", "times L2") \
    NUMBER(gpgpu_l2_rop_latency, "85", "l2.rop_latency") \
    NUMBERS(gpgpu_dram_partition_queues, "8:8:8:8", \
            "l2.icnt_to_l2_queue l2.l2_to_dram_queue l2.dram_to_l2_queue l2.l2_to_icnt_queue") \
    OWN(gpgpu_perf_sim_memcpy, FLAG, NULL, warm_copies) \
    FIXED(gpgpu_memory_partition_indexing, COUNT, "0", "0", \
            "chooses the channel by address bits alone") \
    NUMBER(dram_latency, "30", "dram.fixed_latency") \
    FIXED(gpgpu_simple_dram_model, FLAG, "0", "0", "times DRAM by its commands") \
    WORDS(gpgpu_dram_scheduler, "1", "dram.scheduler", "0=fcfs 1=frfcfs fifo=fcfs frfcfs=frfcfs") \
    OWN(gpgpu_frfcfs_dram_sched_queue_size, COUNT, "0", dram_queue) \
    OWN(gpgpu_dram_return_queue_size, COUNT, "0", return_queue) \
    NUMBER(gpgpu_n_mem_per_ctrlr, "1", "dram.chips") \
    NUMBER(gpgpu_dram_buswidth, "4", "dram.chip_bytes") \
    NUMBER(gpgpu_dram_burst_length, "4", "dram.burst") \
    NUMBER(dram_data_command_freq_ratio, "2", "dram.data_ratio") \
    OWN(gpgpu_dram_timing_opt, TEXT, "4:2:8:12:21:13:34:9:4:5:13:1:0:0", dram_timing) \
    OWN(gpgpu_mem_addr_mapping, TEXT, NULL, address_map) \
    OWN(gpgpu_mem_address_mask, COUNT, "0", address_mask) \
    IGNORED(gpgpu_mem_addr_test, FLAG, WHY_OUTPUT) \
    NUMBER(dram_dual_bus_interface, "0", "dram.dual_bus") \
    FIXED(dram_bnk_indexing_policy, COUNT, "0", "0", "takes the bank from the address map") \
    WORDS(dram_bnkgrp_indexing_policy, "0", "dram.group_bits", "0=high 1=low") \
    OWN(dram_seperate_write_queue_enable, FLAG, "0", write_queue) \
    NUMBERS(dram_write_queue_size, "32:28:16", "dram.write_queue dram.write_high dram.write_low") \
    FIXED(dram_elimnate_rw_turnaround, FLAG, "0", "0", \
            "waits for the bus to turn between reads and writes") \
    /* network */ \
    OWN(network_mode, COUNT, "1", network_mode) \
    OWN(inter_config_file, TEXT, NULL, icnt_file) \
    OWN(icnt_flit_size, COUNT, "32", flit) \
    OWN(icnt_in_buffer_limit, COUNT, "64", buffer) \
    IGNORED(icnt_out_buffer_limit, COUNT, WHY_EJECTION) \
    FIXED(icnt_subnets, COUNT, "2", "2", "has a crossbar in each direction") \
    WORDS(icnt_arbiter_algo, "1", "icnt.arbiter", "0=rr 1=islip") \
    IGNORED(icnt_verbose, COUNT, WHY_OUTPUT) \
    FIXED(icnt_grant_cycles, COUNT, "1", "1", "grants an output anew in every cycle") \
    IGNORED(gpgpu_n_cluster_ejection_buffer_size, COUNT, WHY_EJECTION) \
    IGNORED(gpgpu_n_ldst_response_buffer_size, COUNT, WHY_EJECTION) \
    /* the simulator itself */ \
    FIXED(gpgpu_ptx_sim_mode, COUNT, "0", "0", "simulates timing") \
    FIXED(gpgpu_ptx_convert_to_ptxplus, FLAG, "0", "0", "executes PTX") \
    IGNORED(gpgpu_ptx_force_max_capability, COUNT, WHY_LOADING) \
    IGNORED(gpgpu_ptx_use_cuobjdump, FLAG, WHY_LOADING) \
    IGNORED(gpgpu_experimental_lib_support, FLAG, WHY_LOADING) \
    IGNORED(gpgpu_ptx_save_converted_ptxplus, FLAG, WHY_LOADING) \
    IGNORED(save_embedded_ptx, FLAG, WHY_LOADING) \
    IGNORED(keep, FLAG, WHY_LOADING) \
    IGNORED(gpgpu_stack_size_limit, COUNT, WHY_DEVICE) \
    IGNORED(gpgpu_heap_size_limit, COUNT, WHY_DEVICE) \
    IGNORED(gpgpu_runtime_sync_depth_limit, COUNT, WHY_DEVICE) \
    IGNORED(gpgpu_runtime_pending_launch_count_limit, COUNT, WHY_DEVICE) \
    IGNORED(gpgpu_compute_capability_major, COUNT, WHY_DEVICE) \
    IGNORED(gpgpu_compute_capability_minor, COUNT, WHY_DEVICE) \
    IGNORED(gpgpu_occupancy_sm_number, COUNT, WHY_DEVICE) \
    IGNORED(checkpoint_option, COUNT, WHY_CHECKPOINT) \
    IGNORED(checkpoint_kernel, COUNT, WHY_CHECKPOINT) \
    IGNORED(checkpoint_CTA, COUNT, WHY_CHECKPOINT) \
    IGNORED(checkpoint_CTA_t, COUNT, WHY_CHECKPOINT) \
    IGNORED(checkpoint_insn_Y, COUNT, WHY_CHECKPOINT) \
    IGNORED(resume_option, COUNT, WHY_CHECKPOINT) \
    IGNORED(resume_kernel, COUNT, WHY_CHECKPOINT) \
    IGNORED(resume_CTA, COUNT, WHY_CHECKPOINT) \
    IGNORED(gpgpu_simt_core_sim_order, COUNT, WHY_ORDER) \
    IGNORED(gpgpu_ptx_instruction_classification, COUNT, WHY_OUTPUT) \
    IGNORED(gpgpu_ptx_inst_debug_to_file, FLAG, WHY_OUTPUT) \
    IGNORED(gpgpu_ptx_inst_debug_file, TEXT, WHY_OUTPUT) \
    IGNORED(gpgpu_ptx_inst_debug_thread_uid, COUNT, WHY_OUTPUT) \
    IGNORED(gpgpu_memlatency_stat, COUNT, WHY_OUTPUT) \
    IGNORED(gpgpu_runtime_stat, TEXT, WHY_OUTPUT) \
    IGNORED(gpgpu_cflog_interval, COUNT, WHY_OUTPUT) \
    IGNORED(gpgpu_warpdistro_shader, COUNT, WHY_OUTPUT) \
    IGNORED(gpgpu_warp_issue_shader, COUNT, WHY_OUTPUT) \
    IGNORED(enable_ptx_file_line_stats, FLAG, WHY_OUTPUT) \
    IGNORED(ptx_line_stats_filename, TEXT, WHY_OUTPUT) \
    IGNORED(visualizer_enabled, FLAG, WHY_OUTPUT) \
    IGNORED(visualizer_outputfile, TEXT, WHY_OUTPUT) \
    IGNORED(visualizer_zlevel, COUNT, WHY_OUTPUT) \
    IGNORED(trace_enabled, FLAG, WHY_OUTPUT) \
    IGNORED(trace_components, TEXT, WHY_OUTPUT) \
    IGNORED(trace_sampling_core, COUNT, WHY_OUTPUT) \
    IGNORED(trace_sampling_memory_partition, COUNT, WHY_OUTPUT) \
    IGNORED(liveness_message_freq, COUNT, WHY_OUTPUT) \
    IGNORED(gpgpu_deadlock_detect, FLAG, WHY_OUTPUT) \
    IGNORED(power_simulation_enabled, FLAG, WHY_POWER) \
    IGNORED(gpuwattch_xml_file, TEXT, WHY_POWER) \
    IGNORED(accelwattch_xml_file, TEXT, WHY_POWER) \
    IGNORED(power_per_cycle_dump, FLAG, WHY_POWER) \
    IGNORED(power_trace_enabled, FLAG, WHY_POWER) \
    IGNORED(power_trace_zlevel, COUNT, WHY_POWER) \
    IGNORED(power_simulation_mode, COUNT, WHY_POWER) \
    IGNORED(steady_power_levels_enabled, FLAG, WHY_POWER) \
    IGNORED(steady_state_definition, TEXT, WHY_POWER) \
    IGNORED(hw_perf_file_name, TEXT, WHY_POWER) \
    IGNORED(hw_perf_bench_name, TEXT, WHY_POWER) \
    IGNORED(dvfs_enabled, FLAG, WHY_POWER) \
    IGNORED(aggregate_power_stats, FLAG, WHY_POWER) \
    IGNORED(n_regfile_gating_group, COUNT, WHY_POWER) \
    IGNORED(gpgpu_clock_gated_reg_file, FLAG, WHY_POWER) \
    IGNORED(gpgpu_clock_gated_lanes, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_L1_RH, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_L1_RM, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_L1_WH, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_L1_WM, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_L2_RH, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_L2_RM, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_L2_WH, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_L2_WM, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_CC_ACC, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_SHARED_ACC, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_DRAM_RD, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_DRAM_WR, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_NOC, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_PIPE_DUTY, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_NUM_SM_IDLE, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_CYCLES, FLAG, WHY_POWER) \
    IGNORED(accelwattch_hybrid_perfsim_VOLTAGE, FLAG, WHY_POWER) \
    OWN(gpgpu_max_cycle, COUNT, "0", limit) \
    OWN(gpgpu_max_insn, COUNT, "0", limit) \
    OWN(gpgpu_max_cta, COUNT, "0", limit) \
    OWN(gpgpu_max_completed_cta, COUNT, "0", limit) \
    OWN(config, TEXT, NULL, config_file) \
    /* Accel-Sim's trace-driven front end (trace.config) */ \
    IGNORED(trace, TEXT, WHY_TRACE_FILE) \
    IGNORED(trace_opcode_latency_initiation_int, TEXT, WHY_TRACE) \
    IGNORED(trace_opcode_latency_initiation_sp, TEXT, WHY_TRACE) \
    IGNORED(trace_opcode_latency_initiation_dp, TEXT, WHY_TRACE) \
    IGNORED(trace_opcode_latency_initiation_sfu, TEXT, WHY_TRACE) \
    IGNORED(trace_opcode_latency_initiation_tensor, TEXT, WHY_TRACE) \
    IGNORED(trace_opcode_latency_initiation_spec_op_1, TEXT, WHY_TRACE) \
    IGNORED(trace_opcode_latency_initiation_spec_op_2, TEXT, WHY_TRACE) \
    IGNORED(trace_opcode_latency_initiation_spec_op_3, TEXT, WHY_TRACE) \
    IGNORED(trace_opcode_latency_initiation_spec_op_4, TEXT, WHY_TRACE) \
    IGNORED(trace_opcode_latency_initiation_spec_op_5, TEXT, WHY_TRACE) \
    IGNORED(trace_opcode_latency_initiation_spec_op_6, TEXT, WHY_TRACE) \
    IGNORED(trace_opcode_latency_initiation_spec_op_7, TEXT, WHY_TRACE) \
    IGNORED(trace_opcode_latency_initiation_spec_op_8, TEXT, WHY_TRACE) \
    /* names of 3.2, and of 4.0 before its release */ \
    SAME(rop_latency, gpgpu_l2_rop_latency) \
    SAME(gmem_skip_L1D, gpgpu_gmem_skip_L1D) \
    SAME(gpgpu_cache:dl1PreShared, gpgpu_cache:dl1PrefShared) \
    SAME(gpgpu_dram_sched_queue_size, gpgpu_frfcfs_dram_sched_queue_size) \
    SAME(memory_partition_indexing, gpgpu_memory_partition_indexing) \
    SAME(perf_sim_memcpy, gpgpu_perf_sim_memcpy) \
    SAME(simple_dram_model, gpgpu_simple_dram_model) \
    SAME(dual_bus_interface, dram_dual_bus_interface) \
    SAME(Seperate_Write_Queue_Enable, dram_seperate_write_queue_enable) \
    SAME(Write_Queue_Size, dram_write_queue_size) \
    SAME(Elimnate_rw_turnaround, dram_elimnate_rw_turnaround) \
    SAME(l1_banks, gpgpu_l1_banks) \
    SAME(l1_latency, gpgpu_l1_latency) \
    SAME(smem_latency, gpgpu_smem_latency) \
    SAME(adaptive_cache_config, gpgpu_adaptive_cache_config) \
    SAME(adaptive_volta_cache_config, gpgpu_adaptive_cache_config) \
    SAME(adpative_volta_cache_config, gpgpu_adaptive_cache_config) \
    SAME(mem_unit_ports, gpgpu_mem_unit_ports) \
    SAME(sub_core_model, gpgpu_sub_core_model) \
    SAME(enable_specialized_operand_collector, gpgpu_enable_specialized_operand_collector) \
    SAME(perfect_inst_const_cache, gpgpu_perfect_inst_const_cache) \
    SAME(inst_fetch_throughput, gpgpu_inst_fetch_throughput) \
    SAME(inct_in_buffer_limit, icnt_in_buffer_limit) \
    SAME(inct_out_buffer_limit, icnt_out_buffer_limit) \
    SAME(inct_subnets, icnt_subnets) \
    SAME(inct_verbose, icnt_verbose) \
    SAME(inct_grant_cycles, icnt_grant_cycles) \
    SAME(arbiter_algo, icnt_arbiter_algo)
// clang-format on

#endif
