// test_ptx_video.c: scalar video instructions, computed a second way; pmevent; special registers as
// a whole.
//
// links: ptx machine base
//
// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/op.h"

static const uint64_t edges[] = {0,          1,          10,         250,        0x7F,
                                 0x80,       0xFF,       0x7FFF,     0x8000,     0xFFFF,
                                 0x10000,    0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x12345678,
                                 0x89ABCDEF, 0xFE01FF7F, 0x00FF80C0};

// The bytes of a word, by division: its sign follows from its weight.
static int64_t byte_of(uint64_t x, unsigned i) { return (int64_t)(x / (1ull << 8 * i) % 256); }
static int64_t half_of(uint64_t x, unsigned i) { return (int64_t)(x / (1ull << 16 * i) % 65536); }
static int64_t signed_of(int64_t x, int64_t range) { return 2 * x >= range ? x - range : x; }
static int64_t s32(uint64_t x) { return signed_of((int64_t)x, 1ll << 32); }
static int64_t s16(uint64_t x, unsigned i) { return signed_of(half_of(x, i), 1 << 16); }
static int64_t s8(uint64_t x, unsigned i) { return signed_of(byte_of(x, i), 1 << 8); }
static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a < b ? b : a; }
static int64_t within(int64_t x, int64_t low, int64_t high) { return least(most(x, low), high); }
#define WORD(X) ((uint32_t)(X))
#define U32_OF(X) ((uint64_t)(uint32_t)(X))
#define PAIRS(BODY, ...) OP_PAIRS(BODY, 'r', edges, uint64_t, U32_OF, WORD((__VA_ARGS__)))
#define U32_MOST 0xFFFFFFFFll
#define S32_MOST 0x7FFFFFFFll

TEST(whole_registers)
{
    PAIRS("vadd.u32.u32.u32 %r0, %r1, %r2;", a + b);
    PAIRS("vadd.u32.u32.u32.sat %r0, %r1, %r2;", within((int64_t)(a + b), 0, U32_MOST));
    PAIRS("vadd.s32.s32.u32.sat %r0, %r1, %r2;",
          within(s32(a) + (int64_t)b, -S32_MOST - 1, S32_MOST));
    PAIRS("vsub.u32.u32.u32.sat %r0, %r1, %r2;", most((int64_t)a - (int64_t)b, 0));
    PAIRS("vsub.s32.u32.s32.sat %r0, %r1, %r2;",
          within((int64_t)a - s32(b), -S32_MOST - 1, S32_MOST));
    PAIRS("vabsdiff.u32.s32.s32 %r0, %r1, %r2;", most(s32(a) - s32(b), s32(b) - s32(a)));
    PAIRS("vmin.s32.s32.s32 %r0, %r1, %r2;", least(s32(a), s32(b)));
    PAIRS("vmin.u32.u32.u32 %r0, %r1, 77;", least((int64_t)a, 77));
    PAIRS("vmax.s32.s32.u32 %r0, %r1, %r2;", most(s32(a), (int64_t)b));
}

TEST(parts_of_registers)
{
    PAIRS("vadd.u32.u32.u32 %r0, %r1.b0, %r2.h1;", byte_of(a, 0) + half_of(b, 1));
    PAIRS("vadd.s32.s32.s32 %r0, %r1.b3, %r2.h0;", s8(a, 3) + s16(b, 0));
    PAIRS("vsub.s32.u32.s32 %r0, %r1.h1, %r2.b1;", half_of(a, 1) - s8(b, 1));
    PAIRS("vmax.s32.s32.s32 %r0, %r1.b2, %r2.b2;", most(s8(a, 2), s8(b, 2)));
    PAIRS("vset.u32.s32.lt %r0, %r1.b1, %r2.h1;", byte_of(a, 1) < s16(b, 1));
    PAIRS("vshl.u32.u32.u32.clamp %r0, %r1.b1, %r2.b0;",
          byte_of(b, 0) > 31 ? 0 : byte_of(a, 1) << byte_of(b, 0));
    PAIRS("vshr.s32.s32.u32.wrap %r0, %r1.h1, %r2.b3;",
          (s16(a, 1) - (s16(a, 1) < 0 ? (1ll << byte_of(b, 3) % 32) - 1 : 0)) /
              (1ll << byte_of(b, 3) % 32));
}

TEST(results_are_merged_into_the_third_operand)
{
    PAIRS("vadd.u32.u32.u32 %r0.b1, %r1, %r2, %r3;",
          c - (uint64_t)byte_of(c, 1) * 256 + (a + b) % 256 * 256);
    PAIRS("vadd.u32.u32.u32.sat %r0.b3, %r1, %r2, %r3;",
          c % (1 << 24) + (uint64_t)least((int64_t)(a + b), 255) * (1 << 24));
    PAIRS("vsub.s32.u32.u32.sat %r0.h0, %r1, %r2, %r3;",
          c / 65536 * 65536 +
              (uint64_t)(within((int64_t)a - (int64_t)b, -32768, 32767) + 65536) % 65536);
    PAIRS("vset.u32.u32.ne %r0.h1, %r1, %r2, %r3;", c % 65536 + (a != b ? 65536 : 0));
}

TEST(second_operations)
{
    PAIRS("vadd.s32.s32.s32.add %r0, %r1, %r2, %r3;", a + b + c);
    PAIRS("vabsdiff.u32.u32.u32.add %r0, %r1.b0, %r2.b0, %r3;",
          (uint64_t)most(byte_of(a, 0) - byte_of(b, 0), byte_of(b, 0) - byte_of(a, 0)) + c);
    PAIRS("vsub.s32.u32.u32.sat.min %r0, %r1, %r2, %r3;",
          least(within((int64_t)a - (int64_t)b, -S32_MOST - 1, S32_MOST), s32(c)));
    PAIRS("vmin.u32.u32.u32.max %r0, %r1.h0, %r2.h1, %r3;",
          most(least(half_of(a, 0), half_of(b, 1)), (int64_t)c));
    PAIRS("vset.s32.s32.ge.add %r0, %r1, %r2, %r3;", (s32(a) >= s32(b)) + c);
}

__extension__ typedef __int128 wide;

static uint32_t shifted(wide x, unsigned by, bool sat, bool is_signed)
{
    const wide one = 1, high = is_signed ? S32_MOST : U32_MOST, low = is_signed ? -high - 1 : 0;
    const wide down = x >= 0 ? x / (one << by) : -((-x + (one << by) - 1) / (one << by));
    const wide kept = !sat ? down : down > high ? high : down < low ? low : down;
    return (uint32_t)kept;
}

TEST(products_and_sums)
{
    PAIRS("vmad.u32.u32.u32 %r0, %r1, %r2, %r3;", a * b + c);
    PAIRS("vmad.u32.u32.u32.sat %r0, %r1, %r2, %r3;",
          shifted((wide)a * (wide)b + (wide)c, 0, true, false));
    PAIRS("vmad.u32.u32.u32.shr15 %r0, %r1, %r2, %r3;",
          shifted((wide)a * (wide)b + (wide)c, 15, false, false));
    PAIRS("vmad.u32.u32.u32.po.sat.shr7 %r0, %r1, %r2, %r3;",
          shifted((wide)a * (wide)b + (wide)c + 1, 7, true, false));
    PAIRS("vmad.s32.s32.u32.sat %r0, %r1.h0, %r2.b3, %r3;",
          shifted((wide)s16(a, 0) * byte_of(b, 3) + s32(c), 0, true, true));
    PAIRS("vmad.s32.u32.u32.sat %r0, -%r1, %r2, %r3;",
          shifted(-(wide)a * (wide)b + s32(c), 0, true, true));
    PAIRS("vmad.s32.u32.u32.sat.shr7 %r0, %r1, %r2, -%r3;",
          shifted((wide)a * (wide)b - (wide)c, 7, true, true));
    PAIRS("vmad.s32.s32.s32.sat.shr15 %r0, -%r1, -%r2, %r3;",
          shifted((wide)s32(a) * s32(b) + s32(c), 15, true, true));
}

TEST(comparisons)
{
    PAIRS("vset.u32.u32.eq %r0, %r1, %r2;", a == b);
    PAIRS("vset.s32.u32.lt %r0, %r1, %r2;", s32(a) < (int64_t)b);
    PAIRS("vset.s32.s32.le %r0, %r1, %r2;", s32(a) <= s32(b));
    PAIRS("vset.u32.s32.gt %r0, %r1, %r2;", (int64_t)a > s32(b));
}

TEST(events_and_whole_special_registers)
{
    PAIRS(".reg .v4 .u32 v; mov.v4.u32 {%r4, %r5, %r6, %r7}, %ntid; mov.v4.u32 v, %tid; pmevent 3; "
          "pmevent.mask 0x8001; mov.v4.u32 {%r8, _, %r9, _}, %nctaid; shl.b32 %r5, %r5, 12; "
          "shl.b32 %r6, %r6, 16; mov.u32 %r10, %tid.x; sub.u32 %r10, v.x, %r10; add.u32 %r4, %r4, "
          "%r5; add.u32 %r4, %r4, %r6; add.u32 %r4, %r4, %r10; shl.b32 %r9, %r9, 24; add.u32 %r0, "
          "%r4, %r9; add.u32 %r0, %r0, v.w;",
          OP_BLOCK + (1 << 12) + (1 << 16) + (1 << 24));
}

// The module must be refused.
static void wrong(const char *body, const char *part)
{
    static char text[OP_TEXT];
    err e = {0};
    op_text(text, body, 'r');
    ptx_module *m = ptx_load_text("t.ptx", text, strlen(text), &e);
    if (m) ptx_find(m, "k", &e);
    const bool there = e.text && strstr(e.text, part);
    if (!there) printf("# no '%s' in: %s\n", part, e.text ? e.text : "(nothing)");
    CU_ASSERT(there);
    ptx_free(m);
    err_free(&e);
}

TEST(forms_that_there_are_not)
{
    wrong("vadd.u8.u32.u32 %r0, %r1, %r2;", "instruction is not supported: vadd.u8.u32.u32");
    wrong("vadd.u32.u32.u32.add %r0.b1, %r1, %r2, %r3;", "only with a third operand");
    wrong("vadd.u32.u32.u32 %r0.b1, %r1, %r2;", "only with a third operand");
    wrong("vadd.u32.u32.u32.add %r0, %r1, %r2, %r3.b0;", "is a whole register");
    wrong("vadd.u32.u32.u32 %r0, -%r1, %r2;", "only vmad negates its operands");
    wrong("vmad.u32.u32.u32.po %r0, -%r1, %r2, %r3;", "vmad.po negates none of its operands");
    wrong("vadd.u32.u32.u32.max %r0, %r1, %r2;", "vadd takes 4 operands, not 3");
    wrong("vset.u32.u32 %r0, %r1, %r2;", "instruction is not supported: vset.u32.u32");
    wrong("add.u32 %r0, %r1.b0, %r2;", "parts of registers are not supported: .b0");
    wrong("vadd4.u32.u32.u32 %r0, %r1.b0123, %r2, %r3;", "parts of registers are not supported");
    wrong("pmevent 16;", "pmevent 16: must be 0 to 15");
}

UNIT_MAIN("ptx_video", T(whole_registers), T(parts_of_registers),
          T(results_are_merged_into_the_third_operand), T(second_operations), T(products_and_sums),
          T(comparisons), T(events_and_whole_special_registers), T(forms_that_there_are_not))
