// warppool_seam_data.c : words that stand for memory, and the laws of the seam WarpPool. See
// warppool_seam.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "machine/structures/warppool_seam_state.h"

#include <inttypes.h>
#include <string.h>

enum { WORD_SIZE = 2, WIDE_SIZE = 3 }; // log2 of the bytes

// The timing model moves no data: what stands for memory is made of the address, two words at a
// time.
static uint64_t two_words(uint64_t addr)
{
    uint64_t z = (addr >> 3) * 0x9e3779b97f4a7c15u;
    z ^= z >> 29;
    return z * 0xbf58476d1ce4e5b9u;
}

void warppool_seam_line_words(const warppool_seam *p, uint64_t line, uint64_t *words)
{
    for (unsigned k = 0; k < p->c->l1d.line_bytes / 8; k++)
        words[k] = two_words((line << p->line_shift) + 8 * k);
}

// Bytes from addr on, as many as a lane has in one beat.
static uint64_t lane_word(uint64_t addr, unsigned size)
{
    const uint64_t bits = two_words(addr) >> (addr % 8 * 8);
    return size >= WORD_SIZE ? bits & 0xffffffffu : bits & (((uint64_t)1 << (8u << size)) - 1);
}

// ---- stores

static uint64_t stored(const warppool_seam_slot *s, unsigned lane)
{
    const uint64_t bits = two_words(s->addr[lane] ^ (s->born + lane) << 8);
    return s->size == WIDE_SIZE ? bits : bits & (((uint64_t)1 << (8u << s->size)) - 1);
}

void warppool_seam_store_words(const warppool_seam *p, const warppool_seam_slot *s, uint64_t *words)
{
    const unsigned bits = p->c->warppool.lane_bytes * 8;
    memset(words, 0, WARP_LANES * bits / 8);
    for (uint32_t set = s->mask; set; set &= set - 1) {
        const unsigned l = (unsigned)__builtin_ctz(set);
        warppool_put_field(words, l, bits, stored(s, l));
    }
}

// What the store writes of the line: mask, and the words as the highest lane leaves them.
static void store_line(const warppool_seam *p, const warppool_seam_slot *s, uint64_t line,
                       uint64_t *mask, unsigned char *data)
{
    for (uint32_t set = s->mask; set; set &= set - 1) {
        const unsigned l = (unsigned)__builtin_ctz(set),
                       at = (unsigned)(s->addr[l] & (p->c->l1d.line_bytes - 1));
        if (s->addr[l] >> p->line_shift != line) continue;
        const uint64_t value = stored(s, l);
        memcpy(data + at, &value, (size_t)1 << s->size);
        mask[at / 64] |= (((uint64_t)2 << ((1u << s->size) - 1)) - 1) << (at % 64);
    }
}

void warppool_seam_check_store(warppool_seam *p, const warppool_out *o)
{
    const unsigned warp = (unsigned)(o->req_warp_o[0] % p->c->sm.warps);
    warppool_seam_order *order = &p->order[warp];
    unsigned part = 0;
    while (part + 1 < WARPPOOL_SEAM_PARTS &&
           p->slot[p->n_loads + part * p->c->sm.warps + warp].accepted ==
               p->slot[p->n_loads + part * p->c->sm.warps + warp].lines)
        part++;
    warppool_seam_slot *s = &p->slot[p->n_loads + part * p->c->sm.warps + warp];
    uint64_t mask[4] = {0}, data[32] = {0};
    store_line(p, s, o->req_line_o[0], mask, (unsigned char *)data);
    p->bad_order += order->others_out != s->others || order->lines_out != s->load_lines;
    p->bad_lines += s->accepted == s->lines || memcmp(mask, o->req_mask_o, sizeof mask) != 0;
    if (p->data) p->bad_words += memcmp(data, o->req_data_o, p->c->l1d.line_bytes) != 0;
    order->inside--;
    if (++s->accepted == s->lines) order->others_out++;
}

// ---- loads

void warppool_seam_check_load(warppool_seam *p, uint64_t meta)
{
    warppool_seam_slot *s = warppool_seam_slot_of(p, meta);
    warppool_seam_order *order = &p->order[s->warp];
    p->bad_order += order->others_out != s->others;
    p->bad_lines += s->accepted == s->lines;
    s->accepted++;
    order->lines_out++;
    order->inside--;
}

void warppool_seam_check_words(warppool_seam *p, const warppool_seam_slot *s, const warppool_out *o)
{
    const unsigned half = (unsigned)o->wb_half_o[0];
    p->bad_lines += (o->wb_mask_o[0] & ~(uint64_t)s->unwritten) != 0;
    for (uint64_t set = p->data ? o->wb_mask_o[0] & s->mask : 0; set; set &= set - 1) {
        const unsigned l = (unsigned)__builtin_ctzll(set);
        const unsigned field = l % warppool_beat_lanes(p->c);
        const uint64_t word = o->wb_data_o[field / 2] >> (field % 2 * 32) & 0xffffffffu;
        p->bad_words += word != lane_word(s->addr[l] + 4 * half, s->size);
    }
}

// ---- laws

static int law(const warppool_seam *p, err *e, uint64_t broken, const char *what)
{
    if (!broken) return ST_OK;
    return err_add(e, ST_CHECK, "law broken: %s: SM %u: %" PRIu64 " times not", what, p->sm.sm,
                   broken);
}

int warppool_seam_check(const warppool_seam *p, err *e)
{
    int st =
        law(p, e, p->bad_order,
            "loads and stores of a warp reach L1D in program order where one of them is a store");
    st |= law(
        p, e, p->bad_lines,
        "each line of a load or store reaches L1D once, each lane of a load is written back once");
    return st | law(p, e, p->bad_words,
                    "stores reach L1D, and loads their lanes, with the words of their addresses");
}

// The line of the slot's first lane of the set; takes its lanes out of it.
static uint64_t next_line(const warppool_seam *p, const warppool_seam_slot *s, uint32_t *lanes)
{
    const uint64_t line = s->addr[__builtin_ctz(*lanes)] >> p->line_shift;
    for (uint32_t set = *lanes; set; set &= set - 1) {
        const unsigned l = (unsigned)__builtin_ctz(set);
        if (s->addr[l] >> p->line_shift == line) *lanes &= ~((uint32_t)1 << l);
    }
    return line << p->line_shift;
}

void warppool_seam_view(const warppool_seam *p, const mreq_view *v)
{
    for (unsigned k = 0; k < p->n_loads + WARPPOOL_SEAM_PARTS * p->c->sm.warps; k++) {
        const warppool_seam_slot *s = &p->slot[k];
        uint32_t lanes = s->store ? s->accepted < s->lines ? s->mask : 0 : s->unwritten;
        while (lanes) {
            const mreq r = {.addr = next_line(p, s, &lanes),
                            .born = s->born,
                            .load = s->store ? MREQ_NO_LOAD : (uint16_t)k,
                            .kind = s->store ? MREQ_WRITE : MREQ_READ,
                            .sm = (uint8_t)p->sm.sm,
                            .warp = s->warp};
            mreq_show(v, &r, PLACE_SM_MSHRS, "WarpPool of SM", p->sm.sm);
        }
    }
}

void warppool_seam_dump(const warppool_seam *p, FILE *f)
{
    fprintf(f, "  SM %u request path: WarpPool%s\n", p->sm.sm, p->next.idle_o[0] ? ", idle" : "");
    if (p->n_made) fprintf(f, "    %u instructions between registers and coalescers\n", p->n_made);
    if (p->n_hits) fprintf(f, "    %u hits on their way back\n", p->n_hits);
    if (p->part_warps)
        fprintf(f, "    warps with parts of an instruction that have not issued: 0x%" PRIx64 "\n",
                p->part_warps);
    p->dev.dump(p->dev.self, f);
}
