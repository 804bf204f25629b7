// ports/adapter.h: the adapters that put a block behind the interface of someone else's design
// (`rtl --wrap HOST`): their parameters, and the port tables of their tops.
//
// Unlike a block's, the widths of an adapter's ports are parameters of its Verilog, which whoever
// instantiates it sets. An `adapter` holds their values: the defaults of a configuration, which the
// generator prints, or those that a bench sets.
//
// Each table is an X-macro, as those of blocks are (port.h), with `a`, the adapter, in place of the
// configuration in the expressions for widths. Clock and reset are left out: a bench sees an
// adapter within a shell that has clk_i and rst_ni (rtlgen/wrap/shell.v.in). A port whose name ends
// in _qual_o is one of the shell alone: it tells when ports of the host are defined that no signal
// of the host qualifies.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_PORTS_ADAPTER_H
#define WL_CONFIG_PORTS_ADAPTER_H

#include "base/err.h"
#include "config/config.h"
#include "config/ports/port.h"

#include <stdbool.h>

// Every parameter of any adapter: X(NAME, field, most). `most` is what the model can represent.
#define ADAPTER_PARAMETERS(X) \
    X(ADDR_W, addr_w, 64) \
    X(ID_W, id_w, 8) \
    X(DATA_W, data_w, 1024) \
    X(USER_W, user_w, 16) \
    X(SIG_IS_USER, sig_is_user, 1) \
    X(SIG_LSB, sig_lsb, 63) \
    X(SIG_W, sig_w, 6) \
    X(TAG_W, tag_w, 57) \
    X(WARP_LSB, warp_lsb, 63) \
    X(WARP_W, warp_w, 6) \
    X(PAYLOAD_W, payload_w, 63) \
    X(RSP_W, rsp_w, 1024) \
    X(OFFSET_W, offset_w, 32) \
    X(CL_OFFSET_W, cl_offset_w, 31) \
    X(SID_W, sid_w, 8) \
    X(TID_W, tid_w, 16) \
    X(RSP_SLOTS, rsp_slots, 256) \
    X(DATA_SLOTS, data_slots, 256) \
    X(ATYPE_WIDTH, atype_w, 8) \
    X(TAG_WIDTH, lsu_tag_w, 64) \
    X(UUID_WIDTH, uuid_w, 55) \
    X(QUEUE_SIZE, queue_size, 256) \
    X(LINE_W, line_w, 57)

#define ADAPTER_NUMBER(NAME, field, most) ADAPTER_##NAME,
typedef enum adapter_parameter {
    ADAPTER_PARAMETERS(ADAPTER_NUMBER) ADAPTER_N_PARAMETERS
} adapter_parameter;
#undef ADAPTER_NUMBER

typedef struct adapter_kind adapter_kind;

#define ADAPTER_FIELD(NAME, field, most) unsigned field;
typedef struct adapter {
    const adapter_kind *kind;
    ADAPTER_PARAMETERS(ADAPTER_FIELD) // 0 where the adapter has no such parameter, and of SIG_LSB,
                                      // WARP_LSB and SIG_IS_USER
    unsigned line_offset_w;           // bits of a byte in its line: of the configuration
    unsigned lanes, word_addr_w;      // lanes; bits of a word's address: of the configuration
    bool data;                        // the block stores what a write brings
    bool by_line;                     // the signature is the address
} adapter;
#undef ADAPTER_FIELD

struct adapter_kind {
    const char *stem, *host, *block; // "mrpb_axi4", "axi4", "mrpb"
    const char *clock, *reset;       // names of the adapter's ports; NULL: combinational
    bool reset_is_high;
    uint64_t
        parameters; // bit i: it has parameter i (adapter_parameter), unless adapter_has says no
    unsigned n_ports;
    void (*fill)(const adapter *a, port *ports); // [n_ports]
    void (*defaults)(const config *c, adapter *a);
    char *(*refuse)(const config *c, const adapter *a); // malloc'd: what is wrong; NULL: nothing
};

const adapter_kind *adapter_find(const char *stem); // NULL: no such adapter
const adapter_kind *adapter_at(unsigned i);         // NULL after the last

// With the defaults of a configuration, in which its block is enabled.
adapter adapter_of(const adapter_kind *k, const config *c);
// Sets parameters from text, "ID_W=3 SIG_LSB=1". ST_INPUT and an error if one is not a parameter of
// this adapter, or if the values do not fit one another.
int adapter_set(adapter *a, const config *c, const char *text, err *e);

bool adapter_has(const adapter *a, adapter_parameter p);
const char *adapter_parameter_name(adapter_parameter p);
unsigned adapter_value(const adapter *a, adapter_parameter p);

// ---- AXI4: s_axi to the manager, m_axi to the memory

enum { ADAPTER_WORDS = 16 }; // of data

// What passes unchanged is compared in every cycle, so it has no qualifier. Nor have a ready and
// what it depends on: it must not wait for the valid beside it.
#define AXI4_WRITE(X, FROM, TO, S, M) \
    X(FROM, S##_awid, 1, a->id_w, "aw", NULL, "") \
    X(FROM, S##_awaddr, 1, a->addr_w, "aw", NULL, "") \
    X(FROM, S##_awlen, 1, 8, "aw", NULL, "") \
    X(FROM, S##_awsize, 1, 3, "aw", NULL, "") \
    X(FROM, S##_awburst, 1, 2, "aw", NULL, "") \
    X(FROM, S##_awlock, 1, 1, "aw", NULL, "") \
    X(FROM, S##_awcache, 1, 4, "aw", NULL, "") \
    X(FROM, S##_awprot, 1, 3, "aw", NULL, "") \
    X(FROM, S##_awqos, 1, 4, "aw", NULL, "") \
    X(FROM, S##_awregion, 1, 4, "aw", NULL, "") \
    X(FROM, S##_awuser, 1, a->user_w, "aw", NULL, "") \
    X(FROM, S##_awvalid, 1, 1, "aw", NULL, "") \
    X(FROM, S##_wdata, ADAPTER_WORDS, a->data_w, "w", NULL, "") \
    X(FROM, S##_wstrb, 2, a->data_w / 8, "w", NULL, "") \
    X(FROM, S##_wlast, 1, 1, "w", NULL, "") \
    X(FROM, S##_wuser, 1, a->user_w, "w", NULL, "") \
    X(FROM, S##_wvalid, 1, 1, "w", NULL, "") \
    X(FROM, S##_bready, 1, 1, "b", NULL, "") \
    X(FROM, S##_rready, 1, 1, "r", NULL, "")
#define AXI4_ANSWER(X, FROM, TO, S, M) \
    X(FROM, M##_awready, 1, 1, "aw", NULL, "") \
    X(FROM, M##_wready, 1, 1, "w", NULL, "") \
    X(FROM, M##_bid, 1, a->id_w, "b", NULL, "") \
    X(FROM, M##_bresp, 1, 2, "b", NULL, "") \
    X(FROM, M##_buser, 1, a->user_w, "b", NULL, "") \
    X(FROM, M##_bvalid, 1, 1, "b", NULL, "") \
    X(FROM, M##_rid, 1, a->id_w, "r", NULL, "") \
    X(FROM, M##_rdata, ADAPTER_WORDS, a->data_w, "r", NULL, "") \
    X(FROM, M##_rresp, 1, 2, "r", NULL, "") \
    X(FROM, M##_rlast, 1, 1, "r", NULL, "") \
    X(FROM, M##_ruser, 1, a->user_w, "r", NULL, "") \
    X(FROM, M##_rvalid, 1, 1, "r", NULL, "")
#define AXI4_READ(X, DIR, S) \
    X(DIR, S##_arid, 1, a->id_w, "ar", #S "_arvalid", "") \
    X(DIR, S##_araddr, 1, a->addr_w, "ar", #S "_arvalid", "") \
    X(DIR, S##_arlen, 1, 8, "ar", #S "_arvalid", "") \
    X(DIR, S##_arsize, 1, 3, "ar", #S "_arvalid", "") \
    X(DIR, S##_arburst, 1, 2, "ar", #S "_arvalid", "") \
    X(DIR, S##_arlock, 1, 1, "ar", #S "_arvalid", "") \
    X(DIR, S##_arcache, 1, 4, "ar", #S "_arvalid", "") \
    X(DIR, S##_arprot, 1, 3, "ar", #S "_arvalid", "") \
    X(DIR, S##_arqos, 1, 4, "ar", #S "_arvalid", "") \
    X(DIR, S##_arregion, 1, 4, "ar", #S "_arvalid", "") \
    X(DIR, S##_aruser, 1, a->user_w, "ar", #S "_arvalid", "") \
    X(DIR, S##_arvalid, 1, 1, "ar", NULL, "")
// The same order on both sides, so that what passes straight through is the same words.
#define AXI4_PORTS(X) \
    AXI4_WRITE(X, PORT_IN, PORT_OUT, s_axi, m_axi) \
    AXI4_ANSWER(X, PORT_IN, PORT_OUT, s_axi, m_axi) \
    AXI4_READ(X, PORT_IN, s_axi) \
    X(PORT_IN, m_axi_arready, 1, 1, "ar", NULL, "") \
    AXI4_WRITE(X, PORT_OUT, PORT_IN, m_axi, s_axi) \
    AXI4_ANSWER(X, PORT_OUT, PORT_IN, m_axi, s_axi) \
    AXI4_READ(X, PORT_OUT, m_axi) \
    X(PORT_OUT, s_axi_arready, 1, 1, "ar", NULL, "")

typedef struct axi4_in {
    AXI4_PORTS(PORT_IN_FIELD)
} axi4_in;
typedef struct axi4_out {
    AXI4_PORTS(PORT_OUT_FIELD)
} axi4_out;

// ---- Vortex: VX_mem_bus_if on both sides, `core` and what follows, `M`

#define VORTEX_REQ(X, DIR, P, S, VALID, WRITE) \
    X(DIR, P##_req_valid_##S, 1, 1, "req", NULL, "") \
    X(DIR, P##_req_rw_##S, 1, 1, "req", VALID, "") \
    X(DIR, P##_req_addr_##S, 1, a->addr_w, "req", VALID, "") \
    X(DIR, P##_req_payload_##S, 1, a->payload_w, "req", VALID, "") \
    X(DIR, P##_req_data_##S, ADAPTER_WORDS, a->data_w, "req", WRITE, "") \
    X(DIR, P##_req_tag_##S, 1, a->tag_w, "req", VALID, "")
#define VORTEX_RSP(X, DIR, P, S) \
    X(DIR, P##_rsp_valid_##S, 1, 1, "rsp", NULL, "") \
    X(DIR, P##_rsp_data_##S, ADAPTER_WORDS, a->rsp_w, "rsp", NULL, "") \
    X(DIR, P##_rsp_tag_##S, 1, a->tag_w, "rsp", NULL, "")
#define VORTEX_PORTS(X, M) \
    VORTEX_REQ(X, PORT_IN, core, i, NULL, NULL) \
    X(PORT_IN, core_req_ordered_i, 1, 1, "req", NULL, "") \
    VORTEX_RSP(X, PORT_IN, M, i) \
    X(PORT_IN, core_rsp_ready_i, 1, 1, "rsp", NULL, "") \
    X(PORT_IN, M##_req_ready_i, 1, 1, "req", NULL, "") \
    X(PORT_OUT, core_req_ready_o, 1, 1, "req", NULL, "") \
    VORTEX_REQ(X, PORT_OUT, M, o, #M "_req_valid_o", #M "_req_rw_o") \
    VORTEX_RSP(X, PORT_OUT, core, o) \
    X(PORT_OUT, M##_rsp_ready_o, 1, 1, "rsp", NULL, "")
#define MRPB_VORTEX_PORTS(X) VORTEX_PORTS(X, cache)
#define CART_VORTEX_PORTS(X) \
    VORTEX_PORTS(X, mem) \
    X(PORT_OUT, idle_o, 1, 1, "status", NULL, "")

typedef struct mrpb_vortex_in {
    MRPB_VORTEX_PORTS(PORT_IN_FIELD)
} mrpb_vortex_in;
typedef struct mrpb_vortex_out {
    MRPB_VORTEX_PORTS(PORT_OUT_FIELD)
} mrpb_vortex_out;

// The ports that both adapters have are the same words.
typedef struct cart_vortex_in {
    CART_VORTEX_PORTS(PORT_IN_FIELD)
} cart_vortex_in;
typedef struct cart_vortex_out {
    CART_VORTEX_PORTS(PORT_OUT_FIELD)
} cart_vortex_out;

// In place of VX_mem_coalescer, with its names. A word has 4 bytes; what goes to the cache is a
// word of `lanes` of them. OUT_REQS of the host is 1.
enum { LANES_MOST = 32, LANES_ADDR_WORDS = 29 };
#define WARPPOOL_VORTEX_PORTS(X) \
    X(PORT_IN, in_req_valid, 1, 1, "req", NULL, "") \
    X(PORT_IN, in_req_rw, 1, 1, "req", NULL, "") \
    X(PORT_IN, in_req_mask, 1, a->lanes, "req", NULL, "") \
    X(PORT_IN, in_req_byteen, 2, a->lanes * 4, "req", NULL, "") \
    X(PORT_IN, in_req_addr, LANES_ADDR_WORDS, a->lanes * a->word_addr_w, "req", NULL, "") \
    X(PORT_IN, in_req_atype, 4, a->lanes * a->atype_w, "req", NULL, "") \
    X(PORT_IN, in_req_data, ADAPTER_WORDS, a->lanes * 32, "req", NULL, "") \
    X(PORT_IN, in_req_tag, 1, a->lsu_tag_w, "req", NULL, "") \
    X(PORT_IN, out_rsp_valid, 1, 1, "rsp", NULL, "") \
    X(PORT_IN, out_rsp_mask, 1, 1, "rsp", NULL, "") \
    X(PORT_IN, out_rsp_data, ADAPTER_WORDS, a->lanes * 32, "rsp", NULL, "") \
    X(PORT_IN, out_rsp_tag, 1, adapter_out_tag_bits(a), "rsp", NULL, "") \
    X(PORT_IN, in_rsp_ready, 1, 1, "rsp", NULL, "") \
    X(PORT_IN, out_req_ready, 1, 1, "req", NULL, "") \
    X(PORT_OUT, in_req_ready, 1, 1, "req", NULL, "") \
    X(PORT_OUT, in_rsp_valid, 1, 1, "rsp", NULL, "") \
    X(PORT_OUT, in_rsp_mask, 1, a->lanes, "rsp", "in_rsp_valid", "") \
    X(PORT_OUT, in_rsp_data, ADAPTER_WORDS, a->lanes * 32, "rsp", "in_rsp_valid", "") \
    X(PORT_OUT, in_rsp_tag, 1, a->lsu_tag_w, "rsp", "in_rsp_valid", "") \
    X(PORT_OUT, out_req_valid, 1, 1, "req", NULL, "") \
    X(PORT_OUT, out_req_rw, 1, 1, "req", "out_req_valid", "") \
    X(PORT_OUT, out_req_mask, 1, 1, "req", "out_req_valid", "") \
    X(PORT_OUT, out_req_byteen, 2, a->lanes * 4, "req", "out_req_valid", "") \
    X(PORT_OUT, out_req_addr, 1, adapter_out_addr_bits(a), "req", "out_req_valid", "") \
    X(PORT_OUT, out_req_atype, 1, a->atype_w, "req", "out_req_valid", "") \
    X(PORT_OUT, out_req_data, ADAPTER_WORDS, a->lanes * 32, "req", "out_req_rw", "") \
    X(PORT_OUT, out_req_tag, 1, adapter_out_tag_bits(a), "req", "out_req_valid", "") \
    X(PORT_OUT, out_rsp_ready, 1, 1, "rsp", NULL, "") \
    X(PORT_OUT, idle, 1, 1, "status", NULL, "")

static inline unsigned adapter_out_addr_bits(const adapter *a)
{
    return a->word_addr_w - cfg_index_bits(a->lanes);
}
static inline unsigned adapter_out_tag_bits(const adapter *a)
{
    return a->uuid_w + cfg_index_bits(a->queue_size);
}

typedef struct warppool_vortex_in {
    WARPPOOL_VORTEX_PORTS(PORT_IN_FIELD)
} warppool_vortex_in;
typedef struct warppool_vortex_out {
    WARPPOOL_VORTEX_PORTS(PORT_OUT_FIELD)
} warppool_vortex_out;

#define PRIC_VORTEX_PORTS(X) \
    X(PORT_IN, core_line_i, 1, a->line_w, "core", NULL, "") \
    X(PORT_IN, bank_line_i, 1, a->line_w, "bank", NULL, "") \
    X(PORT_OUT, bank_line_o, 1, a->line_w, "bank", NULL, "") \
    X(PORT_OUT, mem_line_o, 1, a->line_w, "mem", NULL, "")

typedef struct pric_vortex_in {
    PRIC_VORTEX_PORTS(PORT_IN_FIELD)
} pric_vortex_in;
typedef struct pric_vortex_out {
    PRIC_VORTEX_PORTS(PORT_OUT_FIELD)
} pric_vortex_out;

// ---- HPDcache: core_req, core_rsp to the requester, cache_req, cache_rsp to the cache

#define HPDCACHE_REQ(X, DIR, P, S, VALID, DATA) \
    X(DIR, P##_req_valid_##S, 1, 1, "req", NULL, "") \
    X(DIR, P##_req_addr_offset_##S, 1, a->offset_w, "req", VALID, "") \
    X(DIR, P##_req_wdata_##S, ADAPTER_WORDS, a->data_w, "req", DATA, "") \
    X(DIR, P##_req_op_##S, 1, 5, "req", VALID, "") \
    X(DIR, P##_req_be_##S, 2, a->data_w / 8, "req", DATA, "") \
    X(DIR, P##_req_size_##S, 1, 3, "req", VALID, "") \
    X(DIR, P##_req_sid_##S, 1, a->sid_w, "req", VALID, "") \
    X(DIR, P##_req_tid_##S, 1, a->tid_w, "req", VALID, "") \
    X(DIR, P##_req_need_rsp_##S, 1, 1, "req", VALID, "") \
    X(DIR, P##_req_phys_indexed_##S, 1, 1, "req", VALID, "") \
    X(DIR, P##_req_addr_tag_##S, 1, a->tag_w, "req", VALID, "") \
    X(DIR, P##_req_pma_##S, 1, 5, "req", VALID, "")
#define HPDCACHE_RSP(X, DIR, P, S) \
    X(DIR, P##_rsp_valid_##S, 1, 1, "rsp", NULL, "") \
    X(DIR, P##_rsp_rdata_##S, ADAPTER_WORDS, a->data_w, "rsp", #P "_rsp_valid_" #S, "") \
    X(DIR, P##_rsp_sid_##S, 1, a->sid_w, "rsp", #P "_rsp_valid_" #S, "") \
    X(DIR, P##_rsp_tid_##S, 1, a->tid_w, "rsp", #P "_rsp_valid_" #S, "") \
    X(DIR, P##_rsp_error_##S, 1, 1, "rsp", #P "_rsp_valid_" #S, "") \
    X(DIR, P##_rsp_aborted_##S, 1, 1, "rsp", #P "_rsp_valid_" #S, "")
#define MRPB_HPDCACHE_PORTS(X) \
    HPDCACHE_REQ(X, PORT_IN, core, i, NULL, NULL) \
    X(PORT_IN, core_rsp_ready_i, 1, 1, "rsp", NULL, "") \
    X(PORT_IN, cache_req_ready_i, 1, 1, "req", NULL, "") \
    HPDCACHE_RSP(X, PORT_IN, cache, i) \
    X(PORT_OUT, core_req_ready_o, 1, 1, "req", NULL, "") \
    HPDCACHE_RSP(X, PORT_OUT, core, o) \
    HPDCACHE_REQ(X, PORT_OUT, cache, o, "cache_req_valid_o", "write_qual_o") \
    X(PORT_OUT, write_qual_o, 1, 1, "req", NULL, "")

typedef struct mrpb_hpdcache_in {
    MRPB_HPDCACHE_PORTS(PORT_IN_FIELD)
} mrpb_hpdcache_in;
typedef struct mrpb_hpdcache_out {
    MRPB_HPDCACHE_PORTS(PORT_OUT_FIELD)
} mrpb_hpdcache_out;

enum { HPDCACHE_LOAD = 0, HPDCACHE_STORE = 1 }; // op

#endif
