// test_ptx_rows.c : every opcode and type by single instructions against C, and that none is left
// out.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/rows_bf16.h"
#include "tests/ptx/rows_cvt.h"
#include "tests/ptx/rows_data.h"
#include "tests/ptx/rows_float.h"
#include "tests/ptx/rows_int.h"

#include "ptx/decode.h"
#include "ptx/move.h"

#define ROWS_TEST(NAME, ...) \
    TEST(NAME) \
    { \
        __VA_ARGS__; \
        op_done(); \
    }
ROWS_TEST(integers, rows_integer())
ROWS_TEST(logic_and_shifts, rows_bits())
ROWS_TEST(bit_fields, rows_fields())
ROWS_TEST(lop3_of_every_table, rows_lop3())
ROWS_TEST(products_of_24_bits_and_dots, rows_products())
ROWS_TEST(carries, rows_carries())
ROWS_TEST(simd_video, rows_video())
ROWS_TEST(pairs_of_integers, rows_pairs())
ROWS_TEST(floats_in_every_rounding, rows_arithmetic())
ROWS_TEST(signs_and_classes, rows_signs())
ROWS_TEST(halves, rows_halves())
ROWS_TEST(bf16_one_and_two, rows_bf16(), rows_bf16_compares(), rows_bf16_functions())
ROWS_TEST(short_floats, rows_short_conversions())
ROWS_TEST(packs_and_video_shifts, rows_packs(), rows_video_shifts())
ROWS_TEST(comparisons, rows_compares())
ROWS_TEST(pairs_of_singles, rows_single_pairs())
ROWS_TEST(approximations, rows_approximate())
ROWS_TEST(conversions_of_every_pair, rows_conversions())
ROWS_TEST(moves, rows_moves())
ROWS_TEST(memory_of_every_width, rows_memory())
ROWS_TEST(atomics_of_every_type, rows_atomics())
ROWS_TEST(lanes, rows_lanes())
ROWS_TEST(control_flow_and_barriers, rows_flow(), rows_exits())
TEST(faults_on_purpose)
{
    faults("trap", "executes trap");
    faults("brkpt", "executes brkpt");
}

// A row whose expectation is off by one in one lane must be found.
TEST(a_wrong_result_is_seen)
{
    ROW("add.u32", "rrr", u32, u32, u32, a + b + (i == OP_LANES - 1));
    puts("# one wrong row on purpose:");
    op_flush();
    CU_ASSERT_EQUAL(op_table.wrong, 1);
    op_table.wrong = 0;
}

// What a row's name says of a form: the name without float's rounding, .ftz and .sat, as
// lane_kernels.h names forms.
typedef struct said {
    char key[OP_NAME];
    bool ftz, sat;
    int round; // in float_modes; -1: not said
} said;

static said understood(const char *name)
{
    said s = {.round = -1};
    char words[OP_NAME], *rest = NULL;
    const bool real = strstr(name, "f32") || strstr(name, "f64");
    snprintf(words, sizeof words, "%s", name);
    for (char *word = strtok_r(words, ".", &rest); word; word = strtok_r(NULL, ".", &rest)) {
        int round = -1;
        for (int k = 0; k < 4; k++) {
            if (!strcmp(word, float_modes[k].name + 1)) round = k;
        }
        const bool cvt = !strncmp(name, "cvt", 3), loop = cvt && !strcmp(word, "rz");
        if (round >= 0 && !loop && (!cvt || strstr(name, "f16") || strstr(name, "x2")))
            s.round = round;
        else if (!strcmp(word, "ftz")) s.ftz = true;
        else if (real && !strcmp(word, "sat")) s.sat = true;
        else
            snprintf(s.key + strlen(s.key), sizeof s.key - strlen(s.key), "%s%s", *s.key ? "." : "",
                     word);
    }
    return s;
}

static bool covered(const char *key, bool ftz, bool sat, int round) // round -1: any
{
    for (unsigned i = 0; i < op_table.n_covered; i++) {
        const said s = understood(op_table.covered[i]);
        if (!strcmp(s.key, key) && s.ftz == ftz && s.sat == sat && (round < 0 || s.round == round))
            return true;
    }
    return false;
}

static unsigned missing;
static void need(bool there, const char *what, const char *how)
{
    if (!there && missing++ < 20) printf("# no row: %s%s\n", what, how);
}

// What needs a texture has its rows where textures are made: test_cuda_texture.c,
// test_cuda_sured.c.
static bool of_textures(const char *op)
{
    static const char *const ops[] = {"tex", "tld4", "txq", "suq", "suld", "sust", "sured"};
    for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        if (!strcmp(ops[i], op)) return true;
    }
    return false;
}

TEST(every_opcode_has_a_row)
{
    // test_ptx_mma.c, test_ptx_mma_more.c, test_ptx_wmma.c, test_ptx_mbarrier.c, test_ptx_video.c;
    // alloca and its like: test_ptx_forms.c, test_ptx_mem.c
    static const char *const elsewhere[] = {
        "mma",     "cp",       "ldmatrix",    "stmatrix",     "movmatrix",  "mbarrier",
        "wmma",    "wmma.at",  "wmma.spread", "wmma.collect", "mma.half",   "vadd",
        "vsub",    "vabsdiff", "vmin",        "vmax",         "vset",       "vmad",
        "pmevent", "alloca",   "stacksave",   "stackrestore", "alloca.trap"};
    for (unsigned k = 0; k < sizeof elsewhere / sizeof elsewhere[0]; k++) op_cover(elsewhere[k]);
    unsigned n = 0;
    missing = 0;
    for (const char *op; (op = decode_opcode(n)); n++) {
        bool there = of_textures(op);
        for (unsigned i = 0; i < op_table.n_covered && !there; i++) {
            const size_t length = strlen(op);
            there = !strncmp(op_table.covered[i], op, length) &&
                    strchr(".", op_table.covered[i][length]);
        }
        need(there, op, "");
    }
    printf("# %u opcodes, %u rows\n", n, op_table.n_covered);
    CU_ASSERT(n > 80);
    CU_ASSERT_EQUAL(missing, 0);
}

TEST(every_form_has_a_row_in_each_of_its_flavours)
{
    unsigned n = 0;
    missing = 0;
    for (const form *f; (f = form_at(n)); n++) {
        const bool real = f->exact > EXACT_nearest;
        if (!strcmp(f->name, "rcp.approx.f64") || !strncmp(f->name, "ex2.approx.bf16", 15))
            need(covered(f->name, true, false, -1), f->name, " .ftz"); // its only flavour
        else need(covered(f->name, false, false, -1), f->name, "");
        if (f->ftz) need(covered(f->name, true, false, -1), f->name, " .ftz");
        for (int round = 0; real && round < 4; round++)
            need(covered(f->name, false, false, round), f->name, float_modes[round].name);
        if (real && f->sig[0] == T_f32) need(covered(f->name, false, true, -1), f->name, " .sat");
    }
    printf("# %u forms\n", n);
    CU_ASSERT(n > 500);
    CU_ASSERT_EQUAL(missing, 0);
}

TEST(every_atomic_has_a_row)
{
    static const char *const ops[] = {"add", "inc", "dec", "min",  "max",
                                      "and", "or",  "xor", "exch", "cas"};
    unsigned n = 0;
    missing = 0;
    for (unsigned o = 0; o < sizeof ops / sizeof ops[0]; o++) {
        for (ptx_type t = T_none + 1; t < T_COUNT; t++) {
            char atom[OP_NAME], red[OP_NAME];
            const char *noftz =
                t == T_f16 || t == T_f16x2 || t == T_bf16 || t == T_bf16x2 ? ".noftz" : "";
            if (!move_atomic(ops[o], t)) continue;
            n++;
            snprintf(atom, sizeof atom, "atom.global.%s%s.%s", ops[o], noftz, type_name(t));
            snprintf(red, sizeof red, "red.shared.%s%s.%s", ops[o], noftz, type_name(t));
            need(covered(atom, false, false, -1), atom, "");
            need(o >= 8 || covered(red, false, false, -1), red, "");
        }
    }
    CU_ASSERT(n > 20);
    CU_ASSERT_EQUAL(missing, 0);
}

UNIT_MAIN("ptx_rows", T(integers), T(logic_and_shifts), T(bit_fields), T(lop3_of_every_table),
          T(products_of_24_bits_and_dots), T(carries), T(simd_video), T(pairs_of_integers),
          T(floats_in_every_rounding), T(signs_and_classes), T(halves), T(bf16_one_and_two),
          T(short_floats), T(packs_and_video_shifts), T(comparisons), T(pairs_of_singles),
          T(approximations), T(conversions_of_every_pair), T(moves), T(memory_of_every_width),
          T(atomics_of_every_type), T(lanes), T(control_flow_and_barriers), T(faults_on_purpose),
          T(a_wrong_result_is_seen), T(every_opcode_has_a_row),
          T(every_form_has_a_row_in_each_of_its_flavours), T(every_atomic_has_a_row))
