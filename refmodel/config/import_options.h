// import_options.h : what becomes of each option of GPGPU-Sim: one row an option. Inside the configuration layer (import.c).
//
//   NUMBERS(option, "key key ...")     numbers set keys in this order, separated by : or , ; more numbers than keys are noted
//   WORDS(option, "key", "their=our ...") a word, up to the first :, sets a key
//   TEXT(option, "key")                the text as it is
//   FIXED(option, "value value", "what the machine does") nothing to set; another value is an error
//   IGNORED(option, WHY)               noted
//   OWN(option, function)              import_values.c
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_IMPORT_OPTIONS_H
#define WL_CONFIG_IMPORT_OPTIONS_H

#define WHY_HOST "host side"
#define WHY_NO_EFFECT "no effect on timing"
#define WHY_NOT_MODELLED "not modelled"

#define IMPORT_OPTIONS(NUMBERS, WORDS, TEXT, FIXED, IGNORED, OWN) \
    /* machine */ \
    OWN(gpgpu_n_clusters, clusters) \
    OWN(gpgpu_n_cores_per_cluster, cores_per_cluster) \
    NUMBERS(gpgpu_clock_domains, "gpu.core_mhz gpu.icnt_mhz gpu.l2_mhz gpu.dram_mhz") \
    NUMBERS(gpgpu_kernel_launch_latency, "gpu.kernel_launch_cycles") \
    IGNORED(gpgpu_TB_launch_latency, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_max_concurrent_kernel, WHY_NO_EFFECT) \
    FIXED(gpgpu_concurrent_kernel_sm, "0", "runs one kernel at a time") \
    /* SM */ \
    NUMBERS(gpgpu_shader_registers, "sm.registers") \
    OWN(gpgpu_shader_core_pipeline, threads) \
    NUMBERS(gpgpu_shader_cta, "sm.ctas") \
    FIXED(gpgpu_simd_model, "1", "reconverges at the immediate post-dominator") \
    NUMBERS(gpgpu_num_sched_per_core, "sm.schedulers") \
    OWN(gpgpu_scheduler, scheduler) \
    FIXED(gpgpu_max_insn_issue_per_warp, "1", "issues one instruction of a warp a cycle") \
    IGNORED(gpgpu_dual_issue_diff_exec_units, WHY_NO_EFFECT) \
    NUMBERS(gpgpu_num_sp_units, "sm.sp_units") \
    NUMBERS(gpgpu_num_sfu_units, "sm.sfu_units") \
    FIXED(gpgpu_num_dp_units, "0", "executes double precision in the SFU") \
    FIXED(gpgpu_num_int_units, "0", "executes integers in the SP units") \
    IGNORED(gpgpu_tensor_core_avail, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_num_tensor_core_units, WHY_NOT_MODELLED) \
    FIXED(gpgpu_sub_core_model, "0", "has schedulers that share the units") \
    OWN(gpgpu_pipeline_widths, pipeline_widths) \
    IGNORED(gpgpu_enable_specialized_operand_collector, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_units_sp, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_units_dp, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_units_sfu, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_units_int, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_units_mem, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_units_gen, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_units_tensor_core, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_in_ports_sp, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_in_ports_dp, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_in_ports_sfu, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_in_ports_int, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_in_ports_mem, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_in_ports_gen, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_in_ports_tensor_core, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_out_ports_sp, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_out_ports_dp, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_out_ports_sfu, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_out_ports_int, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_out_ports_mem, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_out_ports_gen, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_operand_collector_num_out_ports_tensor_core, WHY_NOT_MODELLED) \
    NUMBERS(gpgpu_num_reg_banks, "sm.register_banks") \
    IGNORED(gpgpu_reg_bank_use_warp_id, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_reg_file_port_throughput, WHY_NOT_MODELLED) \
    FIXED(gpgpu_inst_fetch_throughput, "1", "fetches for one warp a cycle") \
    NUMBERS(ptx_opcode_latency_int, "latency.int_add latency.int_max latency.int_mul latency.int_mad latency.int_div") \
    NUMBERS(ptx_opcode_latency_fp, "latency.fp_add latency.fp_max latency.fp_mul latency.fp_mad latency.fp_div") \
    NUMBERS(ptx_opcode_latency_dp, "latency.dp_add latency.dp_max latency.dp_mul latency.dp_mad latency.dp_div") \
    NUMBERS(ptx_opcode_initiation_int, "latency.int_add_init latency.int_max_init latency.int_mul_init latency.int_mad_init latency.int_div_init") \
    NUMBERS(ptx_opcode_initiation_fp, "latency.fp_add_init latency.fp_max_init latency.fp_mul_init latency.fp_mad_init latency.fp_div_init") \
    NUMBERS(ptx_opcode_initiation_dp, "latency.dp_add_init latency.dp_max_init latency.dp_mul_init latency.dp_mad_init latency.dp_div_init") \
    IGNORED(ptx_opcode_latency_sfu, WHY_NOT_MODELLED) \
    IGNORED(ptx_opcode_initiation_sfu, WHY_NOT_MODELLED) \
    IGNORED(ptx_opcode_latency_tesnor, WHY_NOT_MODELLED) \
    IGNORED(ptx_opcode_initiation_tensor, WHY_NOT_MODELLED) \
    /* L1 and shared memory */ \
    OWN(gpgpu_cache:dl1, l1d) \
    IGNORED(gpgpu_cache:dl1PrefL1, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_cache:dl1PrefShared, WHY_NOT_MODELLED) \
    NUMBERS(gpgpu_l1_latency, "l1d.latency") \
    NUMBERS(gpgpu_l1_banks, "l1d.banks") \
    FIXED(gpgpu_l1_cache_write_ratio, "0", "does not keep dirty lines back") \
    FIXED(gpgpu_adaptive_cache_config, "0", "keeps the sizes of L1D and shared memory") \
    IGNORED(gpgpu_unified_l1d_size, WHY_NO_EFFECT) \
    IGNORED(gpgpu_shmem_option, WHY_NO_EFFECT) \
    FIXED(gpgpu_gmem_skip_L1D, "0", "takes global accesses through L1D") \
    FIXED(gmem_skip_L1D, "0", "takes global accesses through L1D") \
    FIXED(gpgpu_flush_l1_cache, "1", "flushes L1D between kernels") \
    FIXED(gpgpu_flush_l2_cache, "0", "keeps L2 between kernels") \
    NUMBERS(gpgpu_smem_latency, "sm.shared_latency") \
    NUMBERS(gpgpu_shmem_size, "sm.shared_bytes") \
    IGNORED(gpgpu_shmem_sizeDefault, WHY_NO_EFFECT) \
    IGNORED(gpgpu_shmem_size_PrefL1, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_shmem_size_PrefShared, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_shmem_per_block, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_registers_per_block, WHY_NOT_MODELLED) \
    NUMBERS(gpgpu_shmem_num_banks, "sm.shared_banks") \
    FIXED(gpgpu_shmem_limited_broadcast, "0", "broadcasts any number of words") \
    FIXED(gpgpu_shmem_warp_parts, "1", "serves a whole warp at a time") \
    FIXED(gpgpu_coalesce_arch, "13 20 30 35", "coalesces into segments of 32, 64 and 128 bytes") \
    OWN(gpgpu_cache:il1, l1i) \
    OWN(gpgpu_const_cache:l1, l1c) \
    OWN(gpgpu_perfect_inst_const_cache, perfect) \
    IGNORED(gpgpu_tex_cache:l1, WHY_NOT_MODELLED) \
    FIXED(gpgpu_perfect_mem, "0", "times the memory system") \
    /* L2 and DRAM */ \
    NUMBERS(gpgpu_n_mem, "dram.channels") \
    NUMBERS(gpgpu_n_sub_partition_per_mchannel, "l2.slices_per_channel") \
    OWN(gpgpu_cache:dl2, l2) \
    FIXED(gpgpu_cache:dl2_texture_only, "0", "caches all data in L2") \
    NUMBERS(gpgpu_l2_rop_latency, "l2.rop_latency") \
    NUMBERS(rop_latency, "l2.rop_latency") \
    NUMBERS(gpgpu_dram_partition_queues, "l2.icnt_to_l2_queue l2.l2_to_dram_queue l2.dram_to_l2_queue l2.l2_to_icnt_queue") \
    OWN(gpgpu_perf_sim_memcpy, warm_copies) \
    FIXED(gpgpu_memory_partition_indexing, "0", "chooses the channel by address bits alone") \
    NUMBERS(dram_latency, "dram.fixed_latency") \
    NUMBERS(gpgpu_dram_latency, "dram.fixed_latency") \
    WORDS(gpgpu_dram_scheduler, "dram.scheduler", "0=fcfs 1=frfcfs fifo=fcfs frfcfs=frfcfs") \
    NUMBERS(gpgpu_frfcfs_dram_sched_queue_size, "dram.queue") \
    NUMBERS(gpgpu_dram_return_queue_size, "dram.return_queue") \
    NUMBERS(gpgpu_n_mem_per_ctrlr, "dram.chips") \
    NUMBERS(gpgpu_dram_buswidth, "dram.chip_bytes") \
    NUMBERS(gpgpu_dram_burst_length, "dram.burst") \
    NUMBERS(dram_data_command_freq_ratio, "dram.data_ratio") \
    OWN(gpgpu_dram_timing_opt, dram_timing) \
    TEXT(gpgpu_mem_addr_mapping, "dram.address_map") \
    FIXED(gpgpu_mem_address_mask, "1", "decodes whole addresses") \
    FIXED(gpgpu_mem_addr_test, "0", "does not test the address map at run time") \
    NUMBERS(dram_dual_bus_interface, "dram.dual_bus") \
    FIXED(dram_bnk_indexing_policy, "0", "takes the bank from the address map") \
    WORDS(dram_bnkgrp_indexing_policy, "dram.group_bits", "0=high 1=low") \
    OWN(dram_seperate_write_queue_enable, write_queue) \
    OWN(Seperate_Write_Queue_Enable, write_queue) \
    NUMBERS(dram_write_queue_size, "dram.write_queue dram.write_high dram.write_low") \
    NUMBERS(Write_Queue_Size, "dram.write_queue dram.write_high dram.write_low") \
    IGNORED(dram_elimnate_rw_turnaround, WHY_NOT_MODELLED) \
    /* network */ \
    FIXED(network_mode, "1 2", "is a crossbar in each direction") \
    OWN(inter_config_file, icnt_file) \
    NUMBERS(icnt_flit_size, "icnt.request_flit_bytes icnt.reply_flit_bytes") \
    NUMBERS(icnt_in_buffer_limit, "icnt.input_buffer") \
    IGNORED(icnt_out_buffer_limit, WHY_NOT_MODELLED) \
    FIXED(icnt_subnets, "2", "has a crossbar in each direction") \
    WORDS(icnt_arbiter_algo, "icnt.arbiter", "0=rr 1=islip") \
    IGNORED(icnt_verbose, WHY_NO_EFFECT) \
    IGNORED(icnt_grant_cycles, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_n_cluster_ejection_buffer_size, WHY_NOT_MODELLED) \
    IGNORED(gpgpu_n_ldst_response_buffer_size, WHY_NOT_MODELLED) \
    /* the simulator itself */ \
    IGNORED(gpgpu_ptx_instruction_classification, WHY_NO_EFFECT) \
    FIXED(gpgpu_ptx_sim_mode, "0", "simulates timing") \
    IGNORED(gpgpu_ptx_force_max_capability, WHY_HOST) \
    FIXED(gpgpu_ptx_convert_to_ptxplus, "0", "executes PTX") \
    IGNORED(gpgpu_ptx_save_converted_ptxplus, WHY_HOST) \
    IGNORED(gpgpu_ptx_inst_debug_to_file, WHY_NO_EFFECT) \
    IGNORED(gpgpu_ptx_inst_debug_file, WHY_NO_EFFECT) \
    IGNORED(gpgpu_ptx_inst_debug_thread_uid, WHY_NO_EFFECT) \
    IGNORED(gpgpu_stack_size_limit, WHY_HOST) \
    IGNORED(gpgpu_heap_size_limit, WHY_HOST) \
    IGNORED(gpgpu_runtime_sync_depth_limit, WHY_HOST) \
    IGNORED(gpgpu_runtime_pending_launch_count_limit, WHY_HOST) \
    IGNORED(gpgpu_compute_capability_major, WHY_HOST) \
    IGNORED(gpgpu_compute_capability_minor, WHY_HOST) \
    IGNORED(gpgpu_occupancy_sm_number, WHY_HOST) \
    IGNORED(gpgpu_clock_gated_lanes, WHY_NO_EFFECT) \
    IGNORED(gpgpu_memlatency_stat, WHY_NO_EFFECT) \
    IGNORED(gpgpu_runtime_stat, WHY_NO_EFFECT) \
    IGNORED(gpgpu_cflog_interval, WHY_NO_EFFECT) \
    IGNORED(enable_ptx_file_line_stats, WHY_NO_EFFECT) \
    IGNORED(ptx_line_stats_filename, WHY_NO_EFFECT) \
    IGNORED(gpgpu_stats_collect, WHY_NO_EFFECT) \
    IGNORED(visualizer_enabled, WHY_NO_EFFECT) \
    IGNORED(visualizer_outputfile, WHY_NO_EFFECT) \
    IGNORED(visualizer_zlevel, WHY_NO_EFFECT) \
    IGNORED(power_simulation_enabled, WHY_NO_EFFECT) \
    IGNORED(gpuwattch_xml_file, WHY_NO_EFFECT) \
    IGNORED(accelwattch_xml_file, WHY_NO_EFFECT) \
    IGNORED(power_per_cycle_dump, WHY_NO_EFFECT) \
    IGNORED(power_trace_enabled, WHY_NO_EFFECT) \
    IGNORED(power_simulation_mode, WHY_NO_EFFECT) \
    IGNORED(steady_power_levels_enabled, WHY_NO_EFFECT) \
    IGNORED(trace_enabled, WHY_NO_EFFECT) \
    IGNORED(trace_components, WHY_NO_EFFECT) \
    IGNORED(trace_sampling_core, WHY_NO_EFFECT) \
    IGNORED(trace_sampling_memory_partition, WHY_NO_EFFECT) \
    IGNORED(liveness_message_freq, WHY_NO_EFFECT) \
    IGNORED(gpgpu_deadlock_detect, WHY_NO_EFFECT) \
    OWN(gpgpu_max_cycle, limit) \
    OWN(gpgpu_max_insn, limit) \
    OWN(gpgpu_max_cta, limit) \
    OWN(gpgpu_max_completed_cta, limit) \
    IGNORED(save_embedded_ptx, WHY_HOST) \
    IGNORED(keep, WHY_HOST)

#endif
