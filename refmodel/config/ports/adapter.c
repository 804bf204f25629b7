// ports/adapter.c: see adapter.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "config/ports/adapter.h"

#include "config/index_fn.h"
#include "config/ports/cart.h"
#include "config/ports/mrpb.h"
#include "config/ports/warppool.h"

#include <stdlib.h>
#include <string.h>

// ---- parameters

#define NAME_ROW(NAME, field, most) #NAME,
static const char *const names[] = {ADAPTER_PARAMETERS(NAME_ROW)};
#define MOST_ROW(NAME, field, most) most,
static const unsigned greatest[] = {ADAPTER_PARAMETERS(MOST_ROW)};

const char *adapter_parameter_name(adapter_parameter p) { return names[p]; }

static unsigned *field_of(adapter *a, adapter_parameter p)
{
    switch (p) {
#define FIELD_CASE(NAME, field, most) \
    case ADAPTER_##NAME: return &a->field;
        ADAPTER_PARAMETERS(FIELD_CASE)
    case ADAPTER_N_PARAMETERS: break;
    }
    CHECK(false, "no parameter %d", (int)p);
    return NULL;
}

unsigned adapter_value(const adapter *a, adapter_parameter p)
{
    adapter copy = *a;
    return *field_of(&copy, p);
}

// The signature of the address needs no parameter, nor do data that the block does not store.
bool adapter_has(const adapter *a, adapter_parameter p)
{
    const bool bus = strcmp(a->kind->host, "vortex") == 0;
    if (!(a->kind->parameters >> p & 1)) return false;
    if (a->by_line && (p == ADAPTER_SIG_LSB || p == ADAPTER_SIG_W)) return false;
    return !(bus && p == ADAPTER_DATA_W && !a->data);
}

// NAME=VALUE of `length` characters.
static int set_one(adapter *a, const char *text, size_t length, err *e)
{
    static const char digits[] = "0123456789";
    const size_t name = strcspn(text, "="), n = strspn(text + name + (text[name] == '='), digits);
    for (unsigned p = 0; p < ADAPTER_N_PARAMETERS && name < length; p++) {
        if (strlen(names[p]) != name || strncmp(names[p], text, name) != 0 || !adapter_has(a, p))
            continue;
        const unsigned long value = strtoul(text + name + 1, NULL, 10);
        if (n && n < 6 && name + 1 + n == length && value <= greatest[p]) {
            *field_of(a, p) = (unsigned)value;
            return ST_OK;
        }
        return err_add(e, ST_INPUT, "--parameters %.*s: must be a number of at most %u",
                       (int)length, text, greatest[p]);
    }
    char *known = wl_strdup("");
    for (unsigned p = 0; p < ADAPTER_N_PARAMETERS; p++) {
        if (!adapter_has(a, p)) continue;
        char *longer = wl_format("%s%s%s", known, *known ? ", " : "", names[p]);
        free(known);
        known = longer;
    }
    const int status =
        err_add(e, ST_INPUT, "--parameters %.*s: must be NAME=VALUE, and the names of %s are %s",
                (int)length, text, a->kind->stem, known);
    free(known);
    return status;
}

int adapter_set(adapter *a, const config *c, const char *text, err *e)
{
    int status = ST_OK;
    for (const char *at = text; *at && status == ST_OK; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        if (length) status = set_one(a, at, length, e);
        at += length;
    }
    if (status != ST_OK) return status;
    char *why = a->kind->refuse(c, a);
    if (why) status = err_add(e, ST_INPUT, "--parameters %s: %s", text, why);
    free(why);
    return status;
}

// ---- what the adapters share

static unsigned offset_bits(const config *c) { return cfg_index_bits(c->l1d.line_bytes); }

// By default the signature numbers as many queues as there are, but has at most `most` bits.
static unsigned signature_bits(unsigned queues, unsigned most)
{
    unsigned bits = 1;
    while (bits < most && 2u << bits <= queues) bits++;
    return bits;
}

static bool by_line(const config *c) { return mrpb_signature(c) == SIG_LINE; }

// Above the queues there is no signature, unless their number is a power of two.
static bool signature_fits(const config *c, unsigned bits)
{
    const unsigned q = mrpb_queues(c);
    return bits && ((q & (q - 1)) == 0 || (bits <= 16 && 1u << bits <= q));
}

static char *must_be(const char *rule) { return wl_strdup(rule); }

// ---- AXI4

enum { AXI4_ID_BITS = 4, AXI4_META = 29 }; // by default; metadata beside ID, offset and user bits

static void axi4_defaults(const config *c, adapter *a)
{
    a->id_w = AXI4_ID_BITS;
    a->data_w = 128;
    a->user_w = 1;
    a->line_offset_w = offset_bits(c);
}
static void cart_axi4_defaults(const config *c, adapter *a)
{
    axi4_defaults(c, a);
    a->addr_w = a->line_offset_w + cart_line_bits(c);
}
static void mrpb_axi4_defaults(const config *c, adapter *a)
{
    axi4_defaults(c, a);
    a->addr_w = a->line_offset_w + mrpb_line_bits(c);
    a->sig_w = signature_bits(mrpb_queues(c), AXI4_ID_BITS);
}

static char *axi4_refuse(const adapter *a, unsigned least)
{
    if (a->addr_w < least) return wl_format("ADDR_W must be at least %u", least);
    if (!a->id_w || !a->user_w) return must_be("ID_W and USER_W must be at least 1");
    if (a->data_w < 8 || a->data_w % 8) return must_be("DATA_W must be a multiple of 8");
    if (a->id_w + a->user_w + a->line_offset_w + AXI4_META > 64)
        return must_be("ID_W, USER_W and the offset in a line must leave the metadata 64 bits");
    return NULL;
}
static char *cart_axi4_refuse(const config *c, const adapter *a)
{
    return axi4_refuse(a, a->line_offset_w + cart_line_bits(c));
}
static char *mrpb_axi4_refuse(const config *c, const adapter *a)
{
    if (!a->sig_w || a->sig_lsb + a->sig_w > (a->sig_is_user ? a->user_w : a->id_w))
        return must_be("the signature must lie in arid or aruser");
    if (!signature_fits(c, a->sig_w)) return must_be("SIG_W must number no more than the queues");
    if (a->addr_w - a->line_offset_w > 57) return must_be("a line address has at most 57 bits");
    return axi4_refuse(a, a->line_offset_w + 1);
}

static void axi4_ports(const adapter *a, port *ports) PORT_FILL(AXI4_PORTS)

    // ---- Vortex

    static void mrpb_vortex_defaults(const config *c, adapter *a)
{
    a->addr_w = mrpb_line_bits(c);
    a->tag_w = 8;
    a->warp_w = mrpb_warp_bits(c);
    if (!signature_fits(c, a->warp_w)) a->warp_w = signature_bits(mrpb_queues(c), a->warp_w);
    a->payload_w = 1;
    a->data = c->mrpb.data_bits != 0;
    a->data_w = c->mrpb.data_bits;
    a->rsp_w = 128;
    a->by_line = by_line(c);
}
static char *mrpb_vortex_refuse(const config *c, const adapter *a)
{
    if (!a->addr_w || a->addr_w > 57) return must_be("ADDR_W must be from 1 to 57");
    if (!a->payload_w || !a->rsp_w || !a->warp_w || (a->data && !a->data_w))
        return must_be("PAYLOAD_W, DATA_W, RSP_W and WARP_W must be at least 1");
    if (a->warp_lsb + a->warp_w > a->tag_w) return must_be("the warp number must lie in the tag");
    if (!a->by_line && !signature_fits(c, a->warp_w))
        return must_be("WARP_W must number no more than the queues");
    return a->tag_w + a->payload_w <= 64
               ? NULL
               : must_be("TAG_W and PAYLOAD_W must have at most 64 bits together");
}
static void mrpb_vortex_ports(const adapter *a, port *ports) PORT_FILL(MRPB_VORTEX_PORTS)

    static void cart_vortex_defaults(const config *c, adapter *a)
{
    a->addr_w = cart_line_bits(c);
    a->tag_w = 8;
    a->payload_w = 1;
    a->data = true;
    a->data_w = 128;
    a->rsp_w = 128;
    a->data_slots = 16;
    a->by_line = true;
}
static char *cart_vortex_refuse(const config *c, const adapter *a)
{
    if (a->addr_w < cart_line_bits(c) || a->addr_w > CART_LINE_BITS)
        return wl_format("ADDR_W must be from %u to %u", cart_line_bits(c),
                         (unsigned)CART_LINE_BITS);
    if (!a->tag_w || !a->payload_w || !a->data_w || !a->rsp_w || !a->data_slots)
        return must_be("TAG_W, PAYLOAD_W, DATA_W, RSP_W and DATA_SLOTS must be at least 1");
    return a->tag_w + a->payload_w + 1 + cfg_index_bits(a->data_slots) <= 64
               ? NULL
               : must_be(
                     "TAG_W, PAYLOAD_W and the number of a slot must leave the metadata 64 bits");
}
static void cart_vortex_ports(const adapter *a, port *ports) PORT_FILL(CART_VORTEX_PORTS)

    static void warppool_vortex_defaults(const config *c, adapter *a)
{
    a->lanes = c->warppool.lanes;
    a->word_addr_w = warppool_line_bits(c) + warppool_lane_bits(c);
    a->atype_w = 3;
    a->lsu_tag_w = 8;
    a->uuid_w = 1;
    a->queue_size = c->l1d.mshrs > 1 ? c->l1d.mshrs : 2;
    a->data = true;
}
static char *warppool_vortex_refuse(const config *c, const adapter *a)
{
    if (a->lanes > LANES_MOST || a->lanes * a->word_addr_w > LANES_ADDR_WORDS * 64)
        return must_be("the model has at most 32 lanes, and addresses of at most 58 bits");
    if (!a->atype_w || !a->lsu_tag_w || !a->uuid_w)
        return must_be("ATYPE_WIDTH, TAG_WIDTH and UUID_WIDTH must be at least 1");
    if (a->queue_size < 2 || a->queue_size < c->l1d.mshrs)
        return wl_format("QUEUE_SIZE must be at least l1d.mshrs = %u, and 2", c->l1d.mshrs);
    return NULL;
}
static void warppool_vortex_ports(const adapter *a, port *ports) PORT_FILL(WARPPOOL_VORTEX_PORTS)

    static void pric_vortex_defaults(const config *c, adapter *a)
{
    const index_fn f = index_fn_of_pric(c);
    a->line_w = f.address_bits - f.line_bit;
    a->line_offset_w = f.bits;
}
static char *pric_vortex_refuse(const config *c, const adapter *a)
{
    const index_fn f = index_fn_of_pric(c);
    return a->line_w > f.bits && a->line_w <= f.address_bits - f.line_bit
               ? NULL
               : must_be("LINE_W must be more than the index and at most what the function has");
}
static void pric_vortex_ports(const adapter *a, port *ports) PORT_FILL(PRIC_VORTEX_PORTS)

    // ---- HPDcache

    enum {
        HPDCACHE_TID_BITS = 6,
        HPDCACHE_META = 14
    }; // by default; metadata: op, size, need_rsp, pma

static void mrpb_hpdcache_defaults(const config *c, adapter *a)
{
    a->tag_w = 44;
    a->offset_w = 12;
    a->cl_offset_w = offset_bits(c);
    a->data_w = 64;
    a->sid_w = 3;
    a->tid_w = HPDCACHE_TID_BITS;
    a->sig_w = signature_bits(mrpb_queues(c), HPDCACHE_TID_BITS);
    a->rsp_slots = 16;
    a->by_line = by_line(c);
}
static char *mrpb_hpdcache_refuse(const config *c, const adapter *a)
{
    if (!a->cl_offset_w || a->offset_w <= a->cl_offset_w)
        return must_be("OFFSET_W must be more than CL_OFFSET_W, and that at least 1");
    if (!a->tag_w || a->tag_w + a->offset_w - a->cl_offset_w > 57)
        return must_be("TAG_W must be at least 1, and a line address has at most 57 bits");
    if (a->data_w < 8 || a->data_w % 8 || a->data_w > 512)
        return must_be("DATA_W must be a multiple of 8, of at most 512");
    if (!a->sid_w || !a->tid_w || !a->rsp_slots)
        return must_be("SID_W, TID_W and RSP_SLOTS must be at least 1");
    if (!a->by_line && (a->sig_lsb + a->sig_w > a->tid_w || !signature_fits(c, a->sig_w)))
        return must_be("the signature must lie in tid, and number no more than the queues");
    return a->cl_offset_w + a->sid_w + a->tid_w + HPDCACHE_META <= 64
               ? NULL
               : must_be("CL_OFFSET_W, SID_W and TID_W must leave the metadata 64 bits");
}
static void mrpb_hpdcache_ports(const adapter *a, port *ports) PORT_FILL(MRPB_HPDCACHE_PORTS)

// ---- the list

#define P(NAME) ((uint64_t)1 << ADAPTER_##NAME)
#define AXI4 (P(ADDR_W) | P(ID_W) | P(DATA_W) | P(USER_W))
#define SIGNATURE (P(SIG_LSB) | P(SIG_W))

    static const adapter_kind kinds[] = {
        {"mrpb_vortex", "vortex", "mrpb", "clk_i", "reset_i", true,
         P(ADDR_W) | P(TAG_W) | P(WARP_LSB) | P(WARP_W) | P(PAYLOAD_W) | P(DATA_W) | P(RSP_W),
         0 MRPB_VORTEX_PORTS(PORT_COUNT), mrpb_vortex_ports, mrpb_vortex_defaults,
         mrpb_vortex_refuse},
        {"cart_vortex", "vortex", "cart", "clk_i", "reset_i", true,
         P(ADDR_W) | P(TAG_W) | P(PAYLOAD_W) | P(DATA_W) | P(RSP_W) | P(DATA_SLOTS),
         0 CART_VORTEX_PORTS(PORT_COUNT), cart_vortex_ports, cart_vortex_defaults,
         cart_vortex_refuse},
        {"warppool_vortex", "vortex", "warppool", "clk", "reset", true,
         P(ATYPE_WIDTH) | P(TAG_WIDTH) | P(UUID_WIDTH) | P(QUEUE_SIZE),
         0 WARPPOOL_VORTEX_PORTS(PORT_COUNT), warppool_vortex_ports, warppool_vortex_defaults,
         warppool_vortex_refuse},
        {"pric_vortex", "vortex", "pric_index", NULL, NULL, false, P(LINE_W),
         0 PRIC_VORTEX_PORTS(PORT_COUNT), pric_vortex_ports, pric_vortex_defaults,
         pric_vortex_refuse},
        {"mrpb_axi4", "axi4", "mrpb", "aclk", "aresetn", false, AXI4 | P(SIG_IS_USER) | SIGNATURE,
         0 AXI4_PORTS(PORT_COUNT), axi4_ports, mrpb_axi4_defaults, mrpb_axi4_refuse},
        {"cart_axi4", "axi4", "cart", "aclk", "aresetn", false, AXI4, 0 AXI4_PORTS(PORT_COUNT),
         axi4_ports, cart_axi4_defaults, cart_axi4_refuse},
        {"mrpb_hpdcache", "hpdcache", "mrpb", "clk_i", "rst_ni", false,
         P(TAG_W) | P(OFFSET_W) | P(CL_OFFSET_W) | P(DATA_W) | P(SID_W) | P(TID_W) | SIGNATURE |
             P(RSP_SLOTS),
         0 MRPB_HPDCACHE_PORTS(PORT_COUNT), mrpb_hpdcache_ports, mrpb_hpdcache_defaults,
         mrpb_hpdcache_refuse},
};

const adapter_kind *adapter_at(unsigned i)
{
    return i < sizeof kinds / sizeof kinds[0] ? &kinds[i] : NULL;
}

const adapter_kind *adapter_find(const char *stem)
{
    for (unsigned i = 0; adapter_at(i); i++) {
        if (strcmp(kinds[i].stem, stem) == 0) return &kinds[i];
    }
    return NULL;
}

adapter adapter_of(const adapter_kind *k, const config *c)
{
    adapter a = {.kind = k};
    k->defaults(c, &a);
    return a;
}
