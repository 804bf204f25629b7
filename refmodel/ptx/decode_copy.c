// decode_copy.c: decodes cp.async, ldmatrix and stmatrix. See decoder.h and exec_copy.c.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decoder.h"
#include "ptx/move.h"

#include <string.h>

static bool starts(const char *mod, const char *with) { return !strncmp(mod, with, strlen(with)); }

// commit_group makes nothing to wait for. wait_group n waits for all copies of the warp, those of
// its n youngest groups too: it is a fence.
static bool dec_group(decoder *d)
{
    const bool waits = !dec_mod(d, "commit_group"), all = dec_mod(d, "wait_all");
    int64_t n = 0;
    if (d->s->n_mods != 2) return dec_unsupported(d);
    if (!dec_count(d, waits && !all, waits && !all)) return false;
    if (waits && !all && !dec_imm(d, dec_operand(d, 0), &n)) return false;
    d->in->exec = EX_NOTHING;
    if (!waits) return true;
    d->in->w.kind = W_FENCE;
    d->in->w.unit = UNIT_MEM;
    return true;
}

// Bytes to read: a number, a register, or all. (A predicate that ignores the source is such a
// register by now: parse_lower.c.)
static bool source_size(decoder *d, uint32_t n, int64_t bytes)
{
    const operand all = {.kind = OPND_INT, .at = d->s->at, .reg = -1, .bits = (uint64_t)bytes};
    return dec_src(d, n == 3 ? &all : dec_operand(d, 3), T_u32, false, 1);
}

// cp.async.ca|cg.shared.global{.L2::cache_hint} [to], [from], bytes{, bytes to read}{, policy}
bool dec_cp(decoder *d)
{
    xinst *in = d->in;
    const statement *s = d->s;
    const bool cg = dec_mod(d, "cg");
    int64_t bytes = 0;
    if (!s->n_mods || strcmp(s->mods[0], "async")) return dec_unsupported(d);
    if (dec_mod(d, "commit_group") || dec_mod(d, "wait_group") || dec_mod(d, "wait_all"))
        return dec_group(d);
    for (uint32_t i = 1; i < s->n_mods; i++) {
        const char *mod = s->mods[i];
        if (strcmp(mod, "ca") && strcmp(mod, "cg") && strcmp(mod, "global") &&
            strcmp(mod, "shared") && strcmp(mod, "shared::cta") && !starts(mod, "L2::"))
            return dec_unsupported(d);
    }
    if ((!cg && !dec_mod(d, "ca")) || !dec_mod(d, "global")) return dec_unsupported(d);
    const bool policy = dec_mod(d, "L2::cache_hint");
    if (!dec_count(d, 3u + policy, 4u + policy) || !dec_imm(d, dec_operand(d, 2), &bytes))
        return false;
    const uint32_t n = s->n_operands - policy;
    if (policy && !dec_policy(d, dec_operand(d, n))) return false;
    if (bytes != 16 && (cg || (bytes != 4 && bytes != 8)))
        return dec_error_at(d, dec_operand(d, 2)->at, "cp.async.%s copies %s bytes, not %lld",
                            cg ? "cg" : "ca", cg ? "16" : "4, 8 or 16", (long long)bytes);
    in->exec = EX_COPY;
    in->w.kind = W_LOAD;
    in->w.unit = UNIT_MEM;
    in->w.space = SPACE_GLOBAL;
    in->w.lane_bytes = (uint8_t)bytes;
    in->w.bypasses_l1d = cg;
    if (!dec_address(d, dec_operand(d, 0), 0)) return false;
    in->dwide = in->wide_address;
    in->keep = (uint32_t)in->imm;
    in->imm = 0;
    return dec_address(d, dec_operand(d, 1), OP_BASE) && source_size(d, n, bytes);
}

// .sync .aligned .m8n8 .x1|.x2|.x4 {.trans} {.shared} .b16 in any order; 0: it is none of these
static uint32_t matrices_of(decoder *d, bool *generic)
{
    uint32_t n = 0, others = 0;
    *generic = true;
    for (uint32_t i = 0; i < d->s->n_mods; i++) {
        const char *mod = d->s->mods[i];
        if (!strcmp(mod, "x1") || !strcmp(mod, "x2") || !strcmp(mod, "x4"))
            n = (uint32_t)(mod[1] - '0');
        else if (!strcmp(mod, "trans")) d->in->flag = true;
        else if (!strcmp(mod, "shared") || !strcmp(mod, "shared::cta")) *generic = false;
        else if (strcmp(mod, "sync") && strcmp(mod, "aligned") && strcmp(mod, "m8n8") &&
                 strcmp(mod, "b16"))
            others++;
    }
    return others || !dec_mod(d, "m8n8") || !dec_mod(d, "b16") ? 0 : n;
}

static bool matrices(decoder *d, const operand *regs, const operand *address, bool store)
{
    xinst *in = d->in;
    bool generic;
    const uint32_t n = matrices_of(d, &generic);
    if (!n) return dec_unsupported(d);
    const operand *list = regs->kind == OPND_VEC ? regs->elems : regs;
    const uint32_t has = regs->kind == OPND_VEC ? regs->n_elems : 1;
    if (has != n) return dec_error_at(d, regs->at, "%u registers where %u are moved", has, n);
    in->exec = EX_MATRIX;
    in->mode = (uint8_t)n;
    in->generic = generic;
    in->w.kind = store ? W_STORE : W_LOAD;
    in->w.unit = UNIT_MEM;
    in->w.space = generic ? SPACE_GLOBAL : SPACE_SHARED;
    in->w.lane_bytes = 16;
    for (uint32_t i = 0; i < n; i++) {
        if (!(store ? dec_src(d, &list[i], T_b32, false, i)
                    : dec_dst(d, &list[i], T_b32, false, i)))
            return false;
    }
    return dec_address(d, address, OP_BASE);
}

bool dec_ldmatrix(decoder *d)
{
    return dec_count(d, 2, 2) && matrices(d, dec_operand(d, 0), dec_operand(d, 1), false);
}
bool dec_stmatrix(decoder *d)
{
    return dec_count(d, 2, 2) && matrices(d, dec_operand(d, 1), dec_operand(d, 0), true);
}
