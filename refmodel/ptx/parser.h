// parser.h: shared by the files of the parser: parse.c (module), parse_header.c (header),
// parse_decl.c (declarations), parse_code.c (bodies), parse_call.c (calls),
// parse_lower.c, parse_matrix.c, parse_mbarrier.c and parse_stack.c (statements that stand for
// several).
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_PARSER_H
#define WL_PTX_PARSER_H

#include "ptx/lex.h"
#include "ptx/module.h"
#include "ptx/symtab.h"

typedef struct parser {
    lexer lx;
    token t; // the next token
    ptx_module *m;
    symtab *names;
    function *f;          // being parsed, or NULL
    function **functions; // all of the module, declared or defined
    size_t n_functions, functions_room;
    uint32_t n_code; // instructions of the bodies so far
    bool parts;      // the instruction takes parts of registers, and may negate them (video.h)
} parser;

// Parses the whole text into m, then decodes its kernels. Returns false if errors were reported;
// unsupported features are no errors.
bool parse_module(ptx_module *m, err *e);

// Records an unsupported feature of the function (refusal.h). It is no error of the module, and
// parsing continues. Returns true.
bool parse_refuse(parser *p, place at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

// All of these return false after an error was reported.
bool parse_next(parser *p);
// the token after the next one; ahead: a copy of p->lx; errors are not reported yet
bool parse_peek(lexer *ahead, token *t);
bool parse_error(parser *p, place at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
bool parse_unexpected(parser *p, const char *wanted); // names the token found instead
bool parse_expect(parser *p, char punct);
// consumes the token if it is `punct`; errors appear in the next call
bool parse_accept(parser *p, char punct);
bool parse_is(const parser *p, char punct);
bool parse_is_dot(const parser *p, const char *word);
bool parse_count(parser *p, uint64_t most, uint32_t *value); // a plain integer
char *parse_word(parser *p, pool *into);                     // copies the token's text
place parse_place(const parser *p);
pool *parse_pool(parser *p); // of the function, or of the module outside functions

// parse_header.c: after the directive's name; of .pragma, up to and with ';'
bool parse_version(parser *p);
bool parse_target(parser *p);
bool parse_address_size(parser *p);
bool parse_pragma(parser *p);
bool parse_file(parser *p);
bool parse_loc(parser *p);
bool parse_section(parser *p);
bool parse_dwarf(parser *p); // at @@DWARF

// parse_const.c
bool parse_const(parser *p, int64_t *value); // constant integer expression
// this, or a floating-point number with its sign
bool parse_number(parser *p, operand *o);
bool parse_warp_size_here(const parser *p); // WARP_SZ, which is a number

// parse_decl.c
bool parse_registers(parser *p); // after .reg
// A variable declaration after its linkage directives, up to and with ';'.
bool parse_variables(parser *p, winst_space space, bool external);
bool parse_textures(parser *p); // after .tex
// A .param (or, of a device function, .reg) of a function's header, without the punctuation around
// it. list: NULL of a kernel.
bool parse_param(parser *p, formals *list);

// parse_code.c
bool parse_body(parser *p);                                         // from '{' to '}'
bool parse_nested_name(parser *p, const char *wanted, char **name); // an identifier
bool parse_operand(parser *p, operand *o);
bool parse_skip(parser *p); // up to ';'
// of the virtual register, given on first use
int32_t parse_register_number(parser *p, symbol *s, const char *name);

// parse_lower.c
void parse_emit(parser *p, const statement *s); // adds it to the body
// op.mods operands, under the guard of `of`; mods ends with NULL
void parse_emit_op(parser *p, const statement *of, const char *op, const char *const *mods,
                   uint32_t n, const operand *operands);
int32_t parse_hidden_register(parser *p, ptx_type type, const char *name);
const char *parse_component_name(parser *p, const char *name, uint32_t i); // "v.x" of "v"
// A vector register, whose first component is o->reg: that component, or after it `.x` another one,
// or the whole.
bool parse_vector_register(parser *p, operand *o, const symbol *s, const char *name);
// Predicates among the function's parameters (in) or results: from or to the words that are passed.
void parse_formal_predicates(parser *p, const statement *at, bool in);
bool parse_lower(parser *p, statement *s); // adds it to the body as the decoder knows it

// parse_matrix.c
bool parse_wmma(parser *p, const statement *s); // adds it to the body
bool parse_mma(parser *p, const statement *s);  // too

// parse_stack.c: alloca, stacksave, stackrestore; at the beginning of a body
bool parse_stack(parser *p, const statement *s); // adds it to the body
void parse_stack_begins(parser *p, const statement *at);

// parse_mbarrier.c
bool parse_mbarrier(parser *p, const statement *s);                  // adds it to the body
bool parse_copies_arrive(parser *p, const statement *s, bool *done); // cp.async.mbarrier

// parse_call.c
// operands: results, function, arguments[, prototype]
bool parse_call_operands(parser *p, statement *s);
bool parse_prototype(parser *p, const char *name, place at);    // name: .callprototype ...;
bool parse_call_targets(parser *p, const char *name, place at); // name: .calltargets ...;

#endif
