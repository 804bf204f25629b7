// parse_mbarrier.c: rewrites mbarrier, the barrier objects in shared memory, as loads, stores and
// atomics on a word of 64 bits. See parser.h.
//
// The word, which PTX leaves open: how many arrivals the phase still waits for (20 bits), of how
// many (20 bits), and the number of the phase (24 bits). An arrival is an atomic that PTX cannot
// name (mbarrier.h); the token it gives is the word before it. A wait compares the phase with the
// token's, or its lowest bit with a parity, and never blocks, as PTX allows for try_wait too.
//
// cp.async.mbarrier.arrive waits for the thread's copies and arrives then. Transactions (expect_tx,
// complete_tx) and barriers of other CTAs of a cluster are not lowered, so decoding refuses them.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/mbarrier.h"
#include "ptx/parser.h"

#include <string.h>

enum { LOWERED_MODS = 3 };

// What the modifiers say; false: something that is not lowered.
typedef struct barrier_words {
    const char *action;
    const char *space; // NULL: a generic address
    bool parity, noinc;
} barrier_words;

static bool is_one_of(const char *mod, const char *const *words)
{
    while (*words && strcmp(mod, *words)) words++;
    return *words != NULL;
}

static bool read_words(const statement *s, barrier_words *w)
{
    static const char *const ignored[] = {"acquire", "release", "relaxed",    "cta",
                                          "cluster", "b64",     "noComplete", NULL};
    for (uint32_t i = 0; i < s->n_mods; i++) {
        const char *mod = s->mods[i];
        if (!w->action) w->action = mod;
        else if (!strcmp(mod, "parity")) w->parity = true;
        else if (!strcmp(mod, "noinc")) w->noinc = true;
        else if (!strcmp(mod, "shared") || !strcmp(mod, "shared::cta")) w->space = mod;
        else if (!is_one_of(mod, ignored)) return false;
    }
    return w->action != NULL;
}

static operand hidden(parser *p, place at, ptx_type type)
{
    return (operand){
        .kind = OPND_REG, .at = at, .reg = parse_hidden_register(p, type, "of a barrier")};
}

static operand number(place at, uint64_t bits)
{
    return (operand){.kind = OPND_INT, .at = at, .reg = -1, .bits = bits};
}

// op[.space].more operands
static void emit(parser *p, const statement *s, const char *op, const char *space,
                 const char *const *more, uint32_t n, const operand *operands)
{
    const char *mods[LOWERED_MODS + 1] = {0};
    uint32_t k = 0;
    if (space) mods[k++] = space;
    while (*more && k < LOWERED_MODS) mods[k++] = *more++;
    parse_emit_op(p, s, op, mods, n, operands);
}
#define MODS(...) \
    (const char *const[]) { __VA_ARGS__, NULL }
#define OPERANDS(...) \
    (const operand[]) { __VA_ARGS__ }

// A count of 32 bits, of 64.
static operand widened(parser *p, const statement *s, operand count)
{
    const operand wide = hidden(p, s->at, T_u64);
    emit(p, s, "cvt", NULL, MODS("u64", "u32"), 2, OPERANDS(wide, count));
    return wide;
}

static void begin(parser *p, const statement *s, const barrier_words *w)
{
    const operand n = widened(p, s, s->operands[1]), word = hidden(p, s->at, T_u64);
    emit(p, s, "mul", NULL, MODS("lo", "u64"), 3,
         OPERANDS(word, n, number(s->at, MBARRIER_FRESH(1))));
    emit(p, s, "st", w->space, MODS("b64"), 2, OPERANDS(s->operands[0], word));
}

static void arrive(parser *p, const statement *s, const barrier_words *w, const char *how,
                   const operand *state, operand at, operand count)
{
    const operand old = state && state->kind == OPND_REG ? *state : hidden(p, s->at, T_b64);
    emit(p, s, "atom", w->space, MODS(how, "b64"), 3, OPERANDS(old, at, widened(p, s, count)));
}

// p = the phase of the word is not that of the token, or of the parity
static void wait(parser *p, const statement *s, const barrier_words *w)
{
    const operand now = hidden(p, s->at, T_b64), then = hidden(p, s->at, T_b64);
    const operand shift = number(s->at, MBARRIER_PHASE);
    emit(p, s, "ld", w->space, MODS("b64"), 2, OPERANDS(now, s->operands[1]));
    emit(p, s, "shr", NULL, MODS("u64"), 3, OPERANDS(now, now, shift));
    if (w->parity) {
        emit(p, s, "cvt", NULL, MODS("u64", "u32"), 2, OPERANDS(then, s->operands[2]));
        emit(p, s, "and", NULL, MODS("b64"), 3, OPERANDS(now, now, number(s->at, 1)));
    } else emit(p, s, "shr", NULL, MODS("u64"), 3, OPERANDS(then, s->operands[2], shift));
    emit(p, s, "setp", NULL, MODS("ne", "u64"), 3, OPERANDS(s->operands[0], now, then));
}

static void pending(parser *p, const statement *s)
{
    const operand left = hidden(p, s->at, T_b64);
    emit(p, s, "and", NULL, MODS("b64"), 3,
         OPERANDS(left, s->operands[1], number(s->at, MBARRIER_COUNT)));
    emit(p, s, "cvt", NULL, MODS("u32", "u64"), 2, OPERANDS(s->operands[0], left));
}

static void arrivals(parser *p, const statement *s, const barrier_words *w)
{
    const operand count = s->n_operands == 3 ? s->operands[2] : number(s->at, 1);
    arrive(p, s, w, !strcmp(w->action, "arrive") ? MBARRIER_ARRIVE : MBARRIER_DROP, &s->operands[0],
           s->operands[1], count);
}

bool parse_mbarrier(parser *p, const statement *s)
{
    static const char *const arriving[] = {"arrive", "arrive_drop", NULL}, *const waiting[] = {
                                                                               "test_wait",
                                                                               "try_wait", NULL};
    barrier_words w = {0};
    const bool known = !p->f->refused && read_words(s, &w) && !w.noinc;
    const uint32_t n = s->n_operands;
    if (known && !strcmp(w.action, "init") && n == 2) begin(p, s, &w);
    else if (known && is_one_of(w.action, arriving) && (n == 2 || n == 3)) arrivals(p, s, &w);
    else if (known && is_one_of(w.action, waiting) && (n == 3 || n == 4)) wait(p, s, &w);
    else if (known && !strcmp(w.action, "pending_count") && n == 2) pending(p, s);
    else if (!known || strcmp(w.action, "inval") || n != 1) parse_emit(p, s); // is refused
    return true;
}

// cp.async.mbarrier.arrive[.noinc]: without noinc the barrier waits for one arrival more, which is
// this one, so that nothing changes. *done: it is that, and has been lowered.
bool parse_copies_arrive(parser *p, const statement *s, bool *done)
{
    statement rest = *s;
    barrier_words w = {0};
    *done = !p->f->refused && s->n_mods > 2 && !strcmp(s->mods[0], "async") &&
            !strcmp(s->mods[1], "mbarrier") && s->n_operands == 1;
    if (!*done) return true;
    rest.n_mods = s->n_mods - 2;
    memmove(rest.mods, s->mods + 2, rest.n_mods * sizeof *rest.mods);
    *done = read_words(&rest, &w) && !strcmp(w.action, "arrive");
    if (!*done) return true;
    parse_emit_op(p, s, "cp", MODS("async", "wait_all"), 0, NULL);
    if (w.noinc) arrive(p, s, &w, MBARRIER_ARRIVE, NULL, s->operands[0], number(s->at, 1));
    return true;
}
