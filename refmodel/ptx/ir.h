// ir.h: a parsed module: the contents of the text with names resolved. How it runs is decided later
// (decode.h).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_IR_H
#define WL_PTX_IR_H

#include "machine/common/front_end.h"
#include "ptx/pool.h"
#include "ptx/types.h"

typedef struct place {
    uint32_t line, col;
} place;

// A variable: .global .const .shared .local, or a .param.
typedef struct variable variable;

typedef struct function function;

typedef struct refusal refusal; // refusal.h

// What alloca may allocate in a function: CUDA's default stack.
enum { STACK_BYTES = 1024 };

static const uint32_t NO_FUNCTION = UINT32_MAX;

typedef struct var_reloc { // an address in an initialiser
    uint64_t at;           // byte offset in the variable
    const variable *to;
    int64_t addend;
    uint64_t mask; // the bits of it that go to the lowest place: all, or with PTX's mask() one byte
    uint32_t bytes;
} var_reloc;

static inline uint64_t masked_bits(uint64_t value, uint64_t mask)
{
    return (value & mask) >> __builtin_ctzll(mask);
}

struct variable {
    const char *name;
    winst_space space;
    ptx_type type;
    uint32_t align;
    uint64_t bytes;
    uint32_t element;   // bytes of an element of an array; of a vector all of it
    bool external;      // so far only declared, or .extern .shared
    bool managed;       // .attribute(.managed): the host has it at the same address
    bool texture;       // .texref, and PTX 1's .tex: 8 bytes with the handle that the host bound
    bool dynamic;       // .extern .shared x[]: as large as the launch says
    const char *absent; // why it is not there ("is declared, but not defined here"); NULL: it is
    uint64_t offset;    // .local and .param: in the function's local memory, in the parameter block
    // .param that is no parameter of a kernel: offset is in the function's frame
    // (function.frame_bytes)
    bool in_frame;
    // in_frame: byte offset among the parameters or results of its call or function
    uint32_t passed_at;
    // .local and in_frame: number of the function, or NO_FUNCTION: every function's of the thread
    uint32_t function;
    uint32_t index; // .global and .const: in the module
    uint8_t *init;  // bytes, or NULL for zeros
    var_reloc *relocs;
    size_t n_relocs, relocs_room;
    place at;
};

typedef struct vreg { // a virtual register that the function names
    const char *name;
    ptx_type type;
    bool of_module; // declared at module scope: every function's of the thread
} vreg;

typedef enum operand_kind {
    OPND_REG,    // reg; negated: !p
    OPND_INT,    // bits
    OPND_FLOAT,  // bits of f32 or f64, by `single`
    OPND_SREG,   // name, e.g. "%tid.x"
    OPND_VAR,    // var + offset
    OPND_MEM,    // [reg + offset], [var + offset] or [offset]
    OPND_NAME,   // label or function, not yet looked up
    OPND_LABEL,  // bits = index of the statement that it stands before
    OPND_LABELS, // .branchtargets
    OPND_FUNC,   // func
    OPND_PROTO,  // .callprototype or .calltargets
    OPND_VEC,    // {a, b, ...}; of a call, ( a, b, ...)
    OPND_SINK    // _
} operand_kind;

typedef struct operand operand;
struct operand {
    operand_kind kind;
    place at;
    bool negated, single;
    bool indexed;   // OPND_VAR: v[n]
    bool predicate; // of a call: the word that a predicate is passed as (parse_lower.c)
    uint8_t part;   // of a register: PART_ of video.h
    int32_t reg;    // -1: none
    uint64_t bits;  // of a literal
    int64_t offset;
    variable *var;
    function *func;
    const char *name;
    uint32_t scope; // where `name` was used
    operand *elems; // OPND_VEC, OPND_LABELS; OPND_MEM: coordinates
    uint32_t n_elems;
    operand *second; // of d|p
};

enum { MOST_MODS = 16, MOST_OPERANDS = 8 };

typedef struct statement {
    place at;
    const char *text; // in the source, for messages
    uint32_t text_len;
    const char *op;
    const char *mods[MOST_MODS];
    uint32_t n_mods;
    operand *guard; // OPND_REG or NULL
    operand *operands;
    uint32_t n_operands;
} statement;

typedef struct label_list { // .branchtargets
    const char *name;
    operand *targets; // OPND_NAME
    uint32_t n;
} label_list;

// One parameter or result of a device function: a variable in its frame, or (PTX 1) a register.
typedef struct formal {
    variable *var; // NULL: reg
    int32_t reg;
    int32_t pred; // the predicate that reg is passed for (parse_lower.c), or -1
    uint32_t bytes;
} formal;

typedef struct formals {
    formal *list;
    size_t n, room;
    uint32_t bytes; // of all, as passed
} formals;

struct function {
    const char *name;
    place at;
    uint32_t index; // in the module
    bool entry, body;
    bool address_taken;
    function *alias; // .alias: the function that this is another name of, or NULL
    // it is not decoded, or not again: what is wrong has been reported, what is not supported is in
    // refusals
    bool refused;
    refusal *refusals;
    variable **params;
    size_t n_params, params_room;
    uint32_t param_bytes;
    formals in, out;      // of a device function
    uint32_t frame_bytes; // a thread's .param variables, other than a kernel's parameters
    vreg *regs;
    size_t n_regs, regs_room;
    statement *code;
    size_t n_code, code_room;
    uint32_t code_at; // instructions of the bodies before it in the text
    uint64_t local_bytes;
    variable *stack;                 // where alloca allocates, or NULL (parse_stack.c)
    uint32_t maxntid[3], reqntid[3]; // 0: not given
    pool mem;                        // holds operands and names of the body
};

// The function that a name means, aliases followed.
static inline function *function_itself(function *f)
{
    enum { MOST_ALIASES = 16 };
    for (unsigned i = 0; f && f->alias && i < MOST_ALIASES; i++) f = f->alias;
    return f;
}

#endif
