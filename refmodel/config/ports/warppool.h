// ports/warppool.h: the port table of the whole WarpPool pipeline (MICRO 2015), with one instance
// per SM. Its behaviour is described in blocks/warppool.h.
//
// Channels (a beat: valid && ready)
//   iss     An instruction issues. The scheduler uses load_ok_o, store_ok_o and pending_o;
//           iss_ready_o is the bit of the instruction's own warp. An instruction of kind 2 (an
//           atomic) does not enter the pipeline; it is only counted, so that nothing of its warp
//           passes it.
//   ag      An instruction whose registers are to be read and whose addresses are to be generated;
//           in order, any number at a time.
//   adr     The addresses of one such instruction, in the order in which they were generated.
//   req     A merged load or a store, offered to L1D, which answers in the same cycle: ready, and
//           for a load whether it waits in an MSHR, and in which one. A load that does not wait (a
//           hit) returns its metadata on ret.
//   bypass  bypass_pulse_i: L1D has accepted all requests of an instruction of kind 2.
//   ret     Data from L1D: of a hit, with the metadata that left on req; or the line of an MSHR,
//           once for all that wait in it.
//   wb      The words of one request for the register file.
//   status  From state only.
// Fields of one width form a vector, with number 0 in the lowest bits: lanes in adr_addr_i,
// adr_data_i and wb_data_o, requests in req_meta_o and ret_meta_i, warps in load_ok_o, store_ok_o
// and pending_o, bytes in req_mask_o.
//
// Rows: X(dir, name, words, width expression of `const config *c`, channel, qualifier or NULL, doc)
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CONFIG_PORTS_WARPPOOL_H
#define WL_CONFIG_PORTS_WARPPOOL_H

#include "config/config.h"
#include "config/ports/port.h"

// iss_kind_i
typedef enum warppool_insn { WARPPOOL_LOAD, WARPPOOL_STORE, WARPPOOL_BYPASS } warppool_insn;

// Kinds of mapping (WarpPool 3.6): field `kind` of the metadata.
typedef enum warppool_map {
    WARPPOOL_CONSECUTIVE, // all lanes, lane l on word l
    WARPPOOL_BROADCAST,   // all lanes on word `payload`
    WARPPOOL_SINGLE,      // one lane, one word
    // lanes f, f + 1, ... on words w, w + 1, ... up to the last lane or the last word, whichever
    // comes first
    WARPPOOL_RANGE,
    WARPPOOL_TABLE // entry `payload` of the thread map table
} warppool_map;

enum { WARPPOOL_KIND_BITS = 3 };

static inline unsigned warppool_warp_bits(const config *c) { return cfg_index_bits(c->sm.warps); }
static inline unsigned warppool_seq_bits(const config *c)
{
    return cfg_index_bits(c->sm.loads_per_warp);
}
static inline unsigned warppool_offset_bits(const config *c)
{
    return cfg_index_bits(c->l1d.line_bytes);
}
static inline unsigned warppool_line_bits(const config *c)
{
    return c->warppool.address_bits - warppool_offset_bits(c);
}
static inline unsigned warppool_word_bits(const config *c)
{
    return cfg_index_bits(c->l1d.line_bytes / 4);
}
static inline unsigned warppool_lane_bits(const config *c)
{
    return cfg_index_bits(c->warppool.lanes);
}
static inline unsigned warppool_mshr_bits(const config *c) { return cfg_index_bits(c->l1d.mshrs); }
static inline unsigned warppool_count_bits(const config *c)
{
    return cfg_index_bits((uint64_t)c->warppool.merges + 1);
}

// The payload of a mapping: for single and range the lane in the low bits and the word above it,
// for broadcast the word, for table the entry.
static inline unsigned warppool_payload_bits(const config *c)
{
    const unsigned pair = warppool_lane_bits(c) + warppool_word_bits(c),
                   entry = cfg_index_bits(c->warppool.maps);
    return pair > entry ? pair : entry;
}

// Metadata of a request, from bit 0: payload, kind, sequence number, warp.
static inline unsigned warppool_meta_bits(const config *c)
{
    return warppool_payload_bits(c) + WARPPOOL_KIND_BITS + warppool_seq_bits(c) +
           warppool_warp_bits(c);
}
static inline unsigned warppool_data(const config *c, unsigned width)
{
    return c->warppool.data ? width : 0;
}

// Lanes whose words a beat on wb gives: all, or with narrow half of them.
static inline unsigned warppool_beat_lanes(const config *c)
{
    return c->warppool.narrow ? (c->warppool.lanes + 1) / 2 : c->warppool.lanes;
}
// With narrow a store is laid out a quarter of its lanes a cycle, in so many cycles.
static inline unsigned warppool_layout_lanes(const config *c)
{
    return (c->warppool.lanes + 3) / 4;
}
static inline unsigned warppool_layouts(const config *c)
{
    return (c->warppool.lanes + warppool_layout_lanes(c) - 1) / warppool_layout_lanes(c);
}

static inline const char *warppool_last_doc(const config *c)
{
    return c->warppool.narrow
               ? "the last beat of its request: each half of the warp in which it serves lanes "
                 "takes one, or two of lanes of 8 bytes"
               : "the last beat of its request: lanes of 8 bytes take two, all others one";
}
static inline const char *warppool_mask_doc(const config *c)
{
    return c->warppool.narrow
               ? "lanes that the beat serves: those of the request in one half of the warp, the "
                 "lower half first"
               : "lanes that the request serves";
}
static inline const char *warppool_words_doc(const config *c)
{
    return c->warppool.narrow
               ? "a word of 32 bits for each lane of that half of the warp; a narrower access is "
                 "zero-extended, other lanes are zero"
               : "a word of 32 bits a lane; a narrower access is zero-extended, other lanes are "
                 "zero";
}

#define WARPPOOL_PORTS(X) \
    X(PORT_IN, iss_valid_i, 1, 1, "iss", NULL, "an instruction issues") \
    X(PORT_IN, iss_kind_i, 1, 2, "iss", "iss_valid_i", \
      "0 load, 1 store, 2 goes round the pipeline") \
    X(PORT_IN, iss_warp_i, 1, warppool_warp_bits(c), "iss", "iss_valid_i", "its warp") \
    X(PORT_IN, iss_seq_i, 1, warppool_seq_bits(c), "iss", "iss_valid_i", \
      "number of a load in its warp; free until the load has returned") \
    X(PORT_IN, iss_insn_i, 1, c->warppool.insn_bits, "iss", "iss_valid_i", \
      "opaque, comes out on ag") \
    X(PORT_IN, ag_ready_i, 1, 1, "ag", "ag_valid_o", \
      "the instruction is taken for address generation") \
    X(PORT_IN, adr_valid_i, 1, 1, "adr", NULL, "addresses wait") \
    X(PORT_IN, adr_store_i, 1, 1, "adr", "adr_valid_i", "of a store; else of a load") \
    X(PORT_IN, adr_warp_i, 1, warppool_warp_bits(c), "adr", "adr_valid_i", "as it came out on ag") \
    X(PORT_IN, adr_seq_i, 1, warppool_seq_bits(c), "adr", "adr_valid_i", "as it came out on ag") \
    X(PORT_IN, adr_size_i, 1, 2, "adr", "adr_valid_i", \
      "log2 of the bytes of a lane; 3 only with lane_bytes 8") \
    X(PORT_IN, adr_mask_i, 1, c->warppool.lanes, "adr", "adr_valid_i", \
      "active lanes; at least one") \
    X(PORT_IN, adr_addr_i, 57, c->warppool.lanes * c->warppool.address_bits, "adr", "adr_valid_i", \
      "byte address of each lane, a multiple of its bytes; of an inactive lane anything") \
    X(PORT_IN, adr_data_i, 64, warppool_data(c, c->warppool.lanes * c->warppool.lane_bytes * 8), \
      "adr", "adr_store_i", "store: what each lane writes, in the low bytes of its field") \
    X(PORT_IN, req_ready_i, 1, 1, "req", "req_valid_o", \
      "L1D accepts the offered request in this cycle") \
    X(PORT_IN, req_miss_i, 1, 1, "req", "req_load_o", "with ready: the load waits in an MSHR") \
    X(PORT_IN, req_mshr_i, 1, warppool_mshr_bits(c), "req", "req_load_o", \
      "and this is its number") \
    X(PORT_IN, bypass_pulse_i, 1, 1, "bypass", NULL, \
      "all requests of an instruction of kind 2 have been accepted by L1D") \
    X(PORT_IN, bypass_warp_i, 1, warppool_warp_bits(c), "bypass", "bypass_pulse_i", "its warp") \
    X(PORT_IN, ret_valid_i, 1, 1, "ret", NULL, "data comes from L1D") \
    X(PORT_IN, ret_fill_i, 1, 1, "ret", "ret_valid_i", "the line of an MSHR; else a hit") \
    X(PORT_IN, ret_mshr_i, 1, warppool_mshr_bits(c), "ret", "ret_valid_i", "fill: the MSHR") \
    X(PORT_IN, ret_count_i, 1, warppool_count_bits(c), "ret", "ret_valid_i", \
      "hit: req_count_o of its request") \
    X(PORT_IN, ret_meta_i, 4, c->warppool.merges *warppool_meta_bits(c), "ret", "ret_valid_i", \
      "hit: req_meta_o of its request") \
    X(PORT_IN, ret_data_i, 32, warppool_data(c, c->l1d.line_bytes * 8), "ret", "ret_valid_i", \
      "the line") \
    X(PORT_IN, wb_ready_i, 1, 1, "wb", "wb_valid_o", "the register file takes the words") \
    X(PORT_OUT, iss_ready_o, 1, 1, "iss", "iss_valid_i", \
      "kind 0: load_ok_o of its warp; 1: store_ok_o; 2: not pending_o") \
    X(PORT_OUT, ag_valid_o, 1, 1, "ag", NULL, "an instruction wants its addresses") \
    X(PORT_OUT, ag_store_o, 1, 1, "ag", "ag_valid_o", "it is a store; else a load") \
    X(PORT_OUT, ag_warp_o, 1, warppool_warp_bits(c), "ag", "ag_valid_o", "its warp") \
    X(PORT_OUT, ag_seq_o, 1, warppool_seq_bits(c), "ag", "ag_valid_o", "its sequence number") \
    X(PORT_OUT, ag_insn_o, 1, c->warppool.insn_bits, "ag", "ag_valid_o", "as it came in on iss") \
    X(PORT_OUT, adr_ready_o, 1, 1, "adr", "adr_valid_i", "a coalescer is free") \
    X(PORT_OUT, req_valid_o, 1, 1, "req", NULL, "a request is offered") \
    X(PORT_OUT, req_load_o, 1, 1, "req", NULL, "a load is offered") \
    X(PORT_OUT, req_store_o, 1, 1, "req", NULL, "a store is offered") \
    X(PORT_OUT, req_line_o, 1, warppool_line_bits(c), "req", "req_valid_o", "line address") \
    X(PORT_OUT, req_count_o, 1, warppool_count_bits(c), "req", "req_load_o", \
      "load: how many requests are merged in it") \
    X(PORT_OUT, req_meta_o, 4, c->warppool.merges *warppool_meta_bits(c), "req", "req_load_o", \
      "load: their metadata in order of arrival; beyond req_count_o zero") \
    X(PORT_OUT, req_warp_o, 1, warppool_warp_bits(c), "req", "req_store_o", "store: its warp") \
    X(PORT_OUT, req_mask_o, 4, c->l1d.line_bytes, "req", "req_store_o", \
      "store: the bytes of the line that it writes") \
    X(PORT_OUT, req_data_o, 32, warppool_data(c, c->l1d.line_bytes * 8), "req", "req_store_o", \
      "store: the line; bytes not written are zero") \
    X(PORT_OUT, ret_ready_o, 1, 1, "ret", NULL, "the write-back queue has room") \
    X(PORT_OUT, wb_valid_o, 1, 1, "wb", NULL, "words for a warp's registers") \
    X(PORT_OUT, wb_warp_o, 1, warppool_warp_bits(c), "wb", "wb_valid_o", "the warp") \
    X(PORT_OUT, wb_seq_o, 1, warppool_seq_bits(c), "wb", "wb_valid_o", "the load") \
    X(PORT_OUT, wb_half_o, 1, c->warppool.lane_bytes == 8 ? 1 : 0, "wb", "wb_valid_o", \
      "bytes 4 to 7 of each lane; else 0 to 3") \
    X(PORT_OUT, wb_last_o, 1, 1, "wb", "wb_valid_o", warppool_last_doc(c)) \
    X(PORT_OUT, wb_mask_o, 1, c->warppool.lanes, "wb", "wb_valid_o", warppool_mask_doc(c)) \
    X(PORT_OUT, wb_data_o, 32, warppool_data(c, warppool_beat_lanes(c) * 32), "wb", "wb_valid_o", \
      warppool_words_doc(c)) \
    X(PORT_OUT, free_valid_o, 1, 1, "wb", NULL, \
      "the beat on wb, if it is taken, is the last of MSHR free_mshr_o: L1D may use it again") \
    X(PORT_OUT, free_mshr_o, 1, warppool_mshr_bits(c), "wb", "free_valid_o", "the MSHR") \
    X(PORT_OUT, warp_first_o, 1, 1, "status", NULL, \
      "the selector prefers the lowest warp; else the oldest tag") \
    X(PORT_OUT, load_ok_o, 1, c->sm.warps, "status", NULL, "bit w: a load of warp w may issue") \
    X(PORT_OUT, store_ok_o, 1, c->sm.warps, "status", NULL, "bit w: a store of warp w may issue") \
    X(PORT_OUT, pending_o, 1, c->sm.warps, "status", NULL, \
      "bit w: L1D has not accepted all that warp w has issued") \
    X(PORT_OUT, idle_o, 1, 1, "status", NULL, \
      "nothing is held but what the two tables keep for lines that L1D awaits")

typedef struct warppool_in {
    WARPPOOL_PORTS(PORT_IN_FIELD)
} warppool_in;
typedef struct warppool_out {
    WARPPOOL_PORTS(PORT_OUT_FIELD)
} warppool_out;
enum { WARPPOOL_N_PORTS = 0 WARPPOOL_PORTS(PORT_COUNT) };

void warppool_ports(const config *c, port *ports); // [WARPPOOL_N_PORTS]

// Reads field i of a port that is a vector of fields of at most 64 bits.
static inline uint64_t warppool_field(const uint64_t *words, unsigned i, unsigned width)
{
    const unsigned at = i * width, shift = at % 64;
    uint64_t v = words[at / 64] >> shift;
    if (shift + width > 64) v |= words[at / 64 + 1] << (64 - shift);
    return width < 64 ? v & (((uint64_t)1 << width) - 1) : v;
}

// Writes a value into a field that is 0.
static inline void warppool_put_field(uint64_t *words, unsigned i, unsigned width, uint64_t value)
{
    const unsigned at = i * width, shift = at % 64;
    words[at / 64] |= value << shift;
    if (shift + width > 64) words[at / 64 + 1] |= value >> (64 - shift);
}

#endif
