// decoder.h: shared by the files of the decoder: decode.c (statements and operands), decode_arith.c
// (arithmetic), decode_data.c (moves, conversions, lanes), decode_mem.c (memory), decode_flow.c
// (control), decode_call.c (calls), link.c (functions to one kernel).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_DECODER_H
#define WL_PTX_DECODER_H

#include "ptx/decode.h"
#include "ptx/mma.h"

// A function of the kernel. Instructions and registers are numbered from 0 in each until they are
// linked.
typedef struct unit {
    function *f;
    xinst *code;
    uint32_t n_code, n_regs;
    ptx_type *types; // of registers by number in winst
    int32_t *number; // of each register of f in winst; -1: not used yet
} unit;

typedef struct decoder {
    const ptx_module *m;
    function *const *functions; // all of the module
    size_t n_functions;
    lexer *lx;
    ptx_kernel *k;
    unit **units; // the first is the kernel's own body
    size_t n_units, units_room;
    // calls through pointers: of any function of their signature whose address is taken
    const call_site **indirect;
    size_t n_indirect, indirect_room;
    unit *u;             // being decoded
    function *f;         // u->f
    const statement *s;  // being decoded
    xinst *in;           // its result
    uint32_t const_heap; // bytes of constants so far
} decoder;

// Registers of the calling convention that ld.param and st.param in frames name for the scoreboard:
// words of what is passed.
enum { ABI_REGS = 64 };

// Operands while decoding: index << 2 | one of these. decode.c turns them into offsets at the end.
enum { TAG_REG, TAG_CONST, TAG_SPECIAL, TAG_SCRATCH };

// Reports an error at the current statement (or at an operand) and returns false.
bool dec_error(decoder *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool dec_error_at(decoder *d, place at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

// What is not supported is put off until a kernel that reaches this function is asked for
// (refusal.h). Returns false.
bool dec_refuse_at(decoder *d, place at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
bool dec_unsupported(decoder *d); // the current statement

bool dec_mod(const decoder *d, const char *mod);           // the statement has that modifier
bool dec_type_mod(decoder *d, uint32_t i, ptx_type *type); // modifier i as a type
bool dec_count(decoder *d, uint32_t least, uint32_t most); // number of operands
operand *dec_operand(decoder *d, uint32_t i);

// Operands of a type into in->op[slot]. wide: the register may be wider than the type.
bool dec_dst(decoder *d, const operand *o, ptx_type type, bool wide, uint32_t slot);
bool dec_src(decoder *d, const operand *o, ptx_type type, bool wide, uint32_t slot);
bool dec_pred_src(decoder *d, const operand *o, uint32_t slot, bool *negated); // !p allowed
bool dec_imm(decoder *d, const operand *o, int64_t *value);                    // an integer literal
// a [..] operand: base in slot, in->imm, in->wide_address
bool dec_address(decoder *d, const operand *o, uint32_t slot);
bool dec_handle(decoder *d, const operand *o, uint32_t slot); // what texture reference o->var holds
ptx_type dec_reg_type(const decoder *d, const operand *o);    // T_none unless it is a register

bool dec_is_frame(const operand *o);        // a [variable] in a function's frame
uint32_t dec_unit(decoder *d, function *f); // the number of its unit, new or known
// may the call reach it through a pointer?
bool dec_same_signature(const call_site *s, const function *f);

rounding dec_rounding(const char *mod); // ROUND_none unless it is one

// link.c: the decoded units to d->k. False: they are too many or too large, which has been
// reported.
bool link_kernel(decoder *d);
// The registers of f's results, which a return reads. False: too many.
bool dec_return_sources(decoder *d);

typedef bool decode_fn(decoder *d);
decode_fn *dec_function(const char *op); // opcodes.c; NULL if it is not known
// decode_arith.c
decode_fn dec_form, dec_setp, dec_set, dec_bfi, dec_lop3, dec_carry;
// decode_video.c
decode_fn dec_video;
// decode_data.c
decode_fn dec_mov, dec_cvt, dec_cvta, dec_isspacep, dec_vote, dec_shfl, dec_activemask, dec_match,
    dec_redux, dec_elect;
// decode_mem.c
decode_fn dec_ld, dec_st, dec_atom, dec_red, dec_hint, dec_createpolicy;
// The operand of .L2::cache_hint: a register of 64 bits, of which nothing is read.
bool dec_policy(decoder *d, const operand *o);
// decode_texture.c
decode_fn dec_tex, dec_tld4, dec_txq, dec_suld, dec_sust, dec_sured;
// decode_mma.c
decode_fn dec_mma;
ptx_type dec_mma_register(mma_type t); // what a register of a fragment is
// The n registers of a fragment to xinst.targets, from *at on.
bool dec_fragment(decoder *d, const operand *o, ptx_type type, uint32_t n, bool result,
                  uint32_t *at);
// decode_wmma.c
decode_fn dec_wmma_at, dec_wmma_spread, dec_wmma_collect, dec_movmatrix;
// decode_copy.c
decode_fn dec_cp, dec_ldmatrix, dec_stmatrix;
// decode_flow.c
decode_fn dec_bra, dec_brx, dec_exit, dec_ret, dec_bar, dec_fence, dec_trap, dec_nothing,
    dec_pmevent, dec_griddepcontrol;
// decode_call.c
decode_fn dec_call;

#endif
