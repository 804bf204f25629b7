// lex.h: splits PTX text into tokens with positions. It drops comments and white space and leaves
// everything else to the parser.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_LEX_H
#define WL_PTX_LEX_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum tok_kind {
    TOK_END,    // of the file
    TOK_IDENT,  // name, %reg, $label, opcode
    TOK_DOT,    // .word: directive or modifier; `text` without the dot
    TOK_INT,    // `bits`
    TOK_FLOAT,  // `real`; also 0f and 0d forms
    TOK_STRING, // without the quotes
    TOK_PUNCT   // one character, in `punct`
} tok_kind;

typedef struct token {
    tok_kind kind;
    char punct;
    bool single;      // TOK_FLOAT written as 0f: an f32
    bool exact;       // TOK_FLOAT written as 0f or 0d: the bits
    bool is_unsigned; // TOK_INT written with U, or too large for .s64
    uint32_t line, col, len;
    const char *text; // in the source, not terminated
    uint64_t bits;
    double real;
} token;

typedef struct lexer {
    const char *file, *text, *end, *p;
    uint32_t line;
    const char *line_start;
    err *e;
    bool failed; // an error was reported
    unsigned n_errors;
} lexer;

void lex_init(lexer *l, const char *file, const char *text, size_t bytes, err *e);
bool lex_next(lexer *l, token *t); // false: error reported

// Adds an error at a place, with its source line and a caret. Sets failed.
void lex_error(lexer *l, uint32_t line, uint32_t col, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

// Source line `line`, malloc'd, trimmed for messages; NULL if there is none worth showing.
char *lex_source_line(const char *text, const char *end, uint32_t line);

#endif
