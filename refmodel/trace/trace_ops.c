// trace_ops.c : see trace_ops.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "trace/trace_ops.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Opcodes of one class; names apart by single blanks. The first name is the one that is written.
typedef struct group {
    trace_op op;
    const char *names;
} group;

#define ALU(u, l) .op = {.kind = W_ALU, .unit = u, .latency = l}
#define MEM(k, s, f) .op = {.kind = k, .unit = UNIT_MEM, .space = s, .flags = f}

static const group groups[] = {
    {ALU(UNIT_SP, LAT_ONE), "NOP MOV MOV32I MOVM PRMT SEL SGXT PLOP3 PSETP PSET P2R R2P CSET CSETP "
                            "BMSK BREV FLO IABS LOP LOP3 LOP32I POPC SHF SHL SHR BFE BFI ISAD "
                            "VABSDIFF VABSDIFF4 ISET ISETP ICMP FSET FSETP FCMP FCHK FSEL FSWZ "
                            "FSWZADD DSET DSETP RRO HSET2 HSETP2 F2F F2FP F2I F2IP I2F I2FP I2I "
                            "I2IP FRND QSPC CCTL CCTLL CCTLT ERRBAR CGAERRBAR B2R R2B CS2R S2R "
                            "CSMTEST DEPBAR LDGDEPBAR GETLMEMBASE SETLMEMBASE "
                            "LEPC PMTRIG SETCTAID VOTE VOTEU VOTE_VTG USETMAXREG R2UR S2UR UBMSK "
                            "UBREV UF2FP UFLO UISETP ULDC ULOP ULOP3 ULOP32I UMOV "
                            "UP2UR UPLOP3 UPOPC UPRMT UPSETP UR2UP USEL USGXT USHF USHL USHR"},
    {ALU(UNIT_SP, LAT_ONE), // branches
     "BRA BRX BRXU BRK BREAK BSSY BSYNC BMOV BPT CAL CALL JCAL JMP JMX JMXU KILL NANOSLEEP RET "
     "RPCMOV RTT WARPSYNC YIELD ELECT CONT SSY "
     "SYNC PBK PCNT PRET PEXIT"},
    {ALU(UNIT_SP,
         LAT_ONE), // barriers in shared memory, of clusters and of groups of warps; prefetches
     "ARRIVES SYNCS UCGABAR_ARV UCGABAR_WAIT WARPGROUP UBLKPF UTMAPF UTMACCTL UTMACMDFLUSH"},
    {.op = {.kind = W_ALU, .unit = UNIT_SP, .flags = OP_EXIT}, "EXIT"},
    {ALU(UNIT_SP, LAT_int_add), "IADD3 IADD IADD32I ISUB ISCADD ISCADD32I LEA VADD VIADD UIADD3 "
                                "ULEA UCLEA SUCLAMP SUBFM SUEAU"},
    {ALU(UNIT_SP, LAT_int_max), "IMNMX VIMNMX VIMNMX3 VIADDMNMX VMNMX SHFL MATCH REDUX"},
    {ALU(UNIT_SP, LAT_int_mul), "IMUL IMUL32I"},
    {ALU(UNIT_SP, LAT_int_mad), "IMAD IMADSP IDP IDP4A XMAD UIMAD"},
    {ALU(UNIT_SP, LAT_fp_add), "FADD FADD32I HADD2 HADD2_32I"},
    {ALU(UNIT_SP, LAT_fp_max), "FMNMX HMNMX2"},
    {ALU(UNIT_SP, LAT_fp_mul), "FMUL FMUL32I HMUL2 HMUL2_32I"},
    {ALU(UNIT_SP, LAT_fp_mad), "FFMA FFMA32I HFMA2 HFMA2_32I"},
    {ALU(UNIT_SFU, LAT_dp_add), "DADD"},
    {ALU(UNIT_SFU, LAT_dp_max), "DMNMX"},
    {ALU(UNIT_SFU, LAT_dp_mul), // traces do not tell the addresses of textures and surfaces
     "DMUL MUFU TEX TEXS TLD TLDS TLD4 TLD4S TMML TXD TXQ SUATOM SULD SUQUERY SURED SUST"},
    {ALU(UNIT_SFU, LAT_dp_mad), "DFMA"},
    {ALU(UNIT_SFU, LAT_fp_mad), "HMMA DMMA BMMA IMMA HGMMA QGMMA"},
    {MEM(W_LOAD, SPACE_GLOBAL, 0), "LDG LDGSTS"},
    {MEM(W_LOAD, SPACE_LOCAL, 0), "LDL"},
    {MEM(W_LOAD, SPACE_SHARED, 0), "LDS LDSM LDSLK"},
    {MEM(W_LOAD, SPACE_CONST, 0), "LDC"},
    {MEM(W_LOAD, SPACE_GLOBAL, OP_GENERIC), "LD SULDGA"},
    {MEM(W_STORE, SPACE_GLOBAL, 0), "STG"},
    {MEM(W_STORE, SPACE_LOCAL, 0), "STL"},
    {MEM(W_STORE, SPACE_SHARED, 0), "STS STSCUL"},
    {MEM(W_STORE, SPACE_GLOBAL, OP_GENERIC), "ST SUSTGA"},
    {MEM(W_ATOMIC, SPACE_GLOBAL, 0), "ATOMG RED REDG"},
    {MEM(W_ATOMIC, SPACE_SHARED, 0), "ATOMS"},
    {MEM(W_ATOMIC, SPACE_GLOBAL, OP_GENERIC), "ATOM"},
    {.op = {.kind = W_BARRIER, .unit = UNIT_SP}, "BAR"},
    {.op = {.kind = W_FENCE, .unit = UNIT_MEM}, "MEMBAR FENCE"},
};

// Bulk copies and reductions: a trace has neither their addresses nor how many bytes they move.
static const char bulk[] = "UBLKCP UBLKRED UTMALDG UTMAREDG UTMASTG";
enum { GROUPS = sizeof groups / sizeof groups[0] };

#define LATENCY_NAME(name) #name,
#define TENSOR_NAME(name) "tensor_" #name,
static const char *const latency_names[LAT_COUNT] = {"one", WINST_LATENCIES(LATENCY_NAME)
                                                                WINST_TENSOR(TENSOR_NAME)};
#undef LATENCY_NAME
#undef TENSOR_NAME

static bool is_in(const char *names, const char *word, size_t n)
{
    for (const char *p = names; p; p = strchr(p, ' ')) {
        p += *p == ' ';
        if (strncmp(p, word, n) == 0 && (p[n] == ' ' || p[n] == 0)) return true;
    }
    return false;
}

// ---- modifiers: ".E.64.SYS"

static const char *next_modifier(const char *at, size_t *n)
{
    at += strcspn(at, ".");
    at += *at == '.';
    *n = strcspn(at, ".");
    return *n ? at : NULL;
}

// "64", "U8", "S16", "F64": bits of a lane; 0: something else
static unsigned bits_of(const char *m, size_t n)
{
    static const char *const sizes[] = {"8", "16", "32", "64", "128"};
    bool typed = strchr("USF", *m) && n > 1;
    for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        if (strlen(sizes[k]) == n - typed && strncmp(m + typed, sizes[k], n - typed) == 0)
            return 8u << k;
    }
    return 0;
}

// Data is 4 bytes a lane unless a modifier says otherwise. Every lane of LDSM names a row of 16
// bytes.
static uint8_t lane_bytes(const char *opcode)
{
    size_t n;
    if (strncmp(opcode, "LDSM", 4) == 0) return 16;
    for (const char *m = next_modifier(opcode, &n); m; m = next_modifier(m, &n)) {
        if (bits_of(m, n)) return (uint8_t)(bits_of(m, n) / 8);
    }
    return 4;
}

// NOP.INT_MAD, MUFU.INT_DIV: the class by its name, for what SASS has no opcode of.
static void named_latency(const char *opcode, trace_op *op)
{
    size_t n;
    const char *m = next_modifier(opcode, &n);
    if (strncmp(opcode, "MUFU", 4) == 0) op->unit = UNIT_SFU;
    else if (strncmp(opcode, "NOP", 3) != 0) return;
    for (unsigned k = 0; m && k < LAT_COUNT; k++) {
        if (strlen(latency_names[k]) == n && strncasecmp(m, latency_names[k], n) == 0)
            op->latency = (uint8_t)k;
    }
    if (op->latency >= LAT_tensor_m8n8) op->unit = UNIT_TENSOR;
}

static void barrier_modifiers(const char *opcode, trace_op *op)
{
    size_t n;
    for (const char *m = next_modifier(opcode, &n); m; m = next_modifier(m, &n)) {
        if (n == 3 && strncmp(m, "ARV", n) == 0) op->flags |= OP_ARRIVES;
        unsigned long threads =
            *m == 'T' && isdigit((unsigned char)m[1]) ? strtoul(m + 1, NULL, 10) : 0;
        if (threads && threads <= 1024) op->barrier_warps = (uint16_t)(threads / WARP_LANES);
    }
}

bool trace_op_find(const char *opcode, unsigned sm, trace_op *op)
{
    size_t n = strcspn(opcode, ".");
    unsigned k = 0;
    while (k < GROUPS && !(n && is_in(groups[k].names, opcode, n))) k++;
    if (k == GROUPS) return false;
    *op = groups[k].op;
    if (sm < 40) op->flags &= (uint8_t)~OP_GENERIC; // LD and ST are the global ones (Kepler)
    if (op->kind == W_LOAD || op->kind == W_STORE || op->kind == W_ATOMIC)
        op->lane_bytes = lane_bytes(opcode);
    if (op->kind == W_LOAD && op->space == SPACE_CONST && strstr(opcode, ".PARAM"))
        op->space = SPACE_PARAM;
    if (op->kind == W_LOAD && op->space == SPACE_GLOBAL && strstr(opcode, ".CG"))
        op->flags |= OP_BYPASS_L1D;
    if (op->kind == W_LOAD && op->space == SPACE_GLOBAL && strstr(opcode, ".TEXTURE"))
        op->flags |= OP_TEXTURE;
    if (op->kind == W_BARRIER) barrier_modifiers(opcode, op);
    if (op->kind == W_ALU) named_latency(opcode, op);
    return true;
}

bool trace_op_is_bulk(const char *opcode)
{
    const size_t n = strcspn(opcode, ".");
    return n && is_in(bulk, opcode, n);
}

// ---- the way back

static const char *width_modifier(unsigned bytes)
{
    static const char *const names[] = {
        [1] = ".U8", [2] = ".U16", [4] = "", [8] = ".64", [16] = ".128"};
    return names[bytes];
}

static const char *first_name(const trace_op *want, char to[TRACE_OPCODE])
{
    for (unsigned k = 0; k < GROUPS; k++) {
        const trace_op *op = &groups[k].op;
        if (op->kind != want->kind || op->unit != want->unit || op->latency != want->latency ||
            op->space != want->space)
            continue;
        if (op->flags != want->flags) continue;
        const size_t n = strcspn(groups[k].names, " ");
        memcpy(to, groups[k].names, n);
        to[n] = 0;
        return to;
    }
    return NULL;
}

static void alu_name(const winst *i, bool last, char *to)
{
    const bool exits = last && i->unit == UNIT_SP && i->latency == LAT_ONE && !i->n_dst;
    const trace_op want = {
        .kind = W_ALU, .unit = i->unit, .latency = i->latency, .flags = exits ? OP_EXIT : 0};
    if (first_name(&want, to)) return;
    snprintf(to, TRACE_OPCODE, "%s.%s", i->unit == UNIT_SFU ? "MUFU" : "NOP",
             latency_names[i->latency]);
    for (char *p = to; *p; p++) *p = (char)toupper((unsigned char)*p);
}

static void memory_name(const winst *i, const wexec *x, char *to)
{
    char base[TRACE_OPCODE];
    const bool param = x->space == SPACE_PARAM;
    const trace_op want = {
        .kind = i->kind, .unit = UNIT_MEM, .space = param ? SPACE_CONST : x->space};
    CHECK(first_name(&want, base), "a memory instruction of kind %u in space %u has no opcode",
          i->kind, x->space);
    const char *const modifier = param                                         ? ".PARAM"
                                 : i->bypasses_l1d && x->space == SPACE_GLOBAL ? ".CG"
                                 : i->texture                                  ? ".TEXTURE"
                                                                               : "";
    snprintf(to, TRACE_OPCODE, "%.8s%s%s", base, modifier, width_modifier(i->lane_bytes));
}

void trace_op_name(const winst *i, const wexec *x, bool last, char *to)
{
    switch (i->kind) {
    case W_ALU: alu_name(i, last, to); break;
    case W_BARRIER:
        snprintf(to, TRACE_OPCODE, "BAR.%s", x->barrier_pass ? "ARV" : "SYNC");
        if (x->barrier_warps)
            snprintf(to + strlen(to), TRACE_OPCODE - strlen(to), ".T%u",
                     x->barrier_warps * WARP_LANES);
        break;
    case W_FENCE: snprintf(to, TRACE_OPCODE, "MEMBAR"); break;
    default: memory_name(i, x, to); break;
    }
}
