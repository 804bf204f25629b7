// test_trace_ops.c : SASS opcodes: the class of each, those that are refused, the way back for
// traces that are written.
//
// links: trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "trace/trace_ops.h"
#include "unit.h"

#include <string.h>

typedef struct op_case {
    const char *opcode;
    unsigned kind, unit, latency, space, bytes;
} op_case;

TEST(opcodes_have_their_classes)
{
    static const op_case cases[] = {
        {"IADD3.X", W_ALU, UNIT_SP, LAT_int_add, 0, 0},
        {"IMAD.MOV.U32", W_ALU, UNIT_SP, LAT_int_mad, 0, 0},
        {"XMAD.MRG", W_ALU, UNIT_SP, LAT_int_mad, 0, 0},
        {"IMNMX", W_ALU, UNIT_SP, LAT_int_max, 0, 0},
        {"FFMA.FTZ", W_ALU, UNIT_SP, LAT_fp_mad, 0, 0},
        {"FADD", W_ALU, UNIT_SP, LAT_fp_add, 0, 0},
        {"MUFU.RSQ", W_ALU, UNIT_SFU, LAT_dp_mul, 0, 0},
        {"DFMA", W_ALU, UNIT_SFU, LAT_dp_mad, 0, 0},
        {"SHFL.BFLY", W_ALU, UNIT_SP, LAT_int_max, 0, 0},
        {"REDUX.SUM", W_ALU, UNIT_SP, LAT_int_max, 0, 0},
        {"MATCH.ANY", W_ALU, UNIT_SP, LAT_int_max, 0, 0},
        {"DSETP.GT.AND", W_ALU, UNIT_SP, LAT_ONE, 0, 0},
        {"SYNC", W_ALU, UNIT_SP, LAT_ONE, 0, 0},
        {"SULD.D.2D", W_ALU, UNIT_SFU, LAT_dp_mul, 0, 0},
        {"DADD", W_ALU, UNIT_SFU, LAT_dp_add, 0, 0},
        {"HMMA.884.F32.F32.STEP0", W_ALU, UNIT_SFU, LAT_fp_mad, 0, 0},
        {"BRA", W_ALU, UNIT_SP, LAT_ONE, 0, 0},
        {"SHF.R.S32.HI", W_ALU, UNIT_SP, LAT_ONE, 0, 0},
        {"LDG.E.CONSTANT.SYS", W_LOAD, UNIT_MEM, 0, SPACE_GLOBAL, 4},
        {"LDG.E.U8", W_LOAD, UNIT_MEM, 0, SPACE_GLOBAL, 1},
        {"LDG.E.S16", W_LOAD, UNIT_MEM, 0, SPACE_GLOBAL, 2},
        {"STG.E.128", W_STORE, UNIT_MEM, 0, SPACE_GLOBAL, 16},
        {"STS.64", W_STORE, UNIT_MEM, 0, SPACE_SHARED, 8},
        {"LDSM.16.M88.4", W_LOAD, UNIT_MEM, 0, SPACE_SHARED, 16},
        {"ATOMG.E.ADD.F64.RN.STRONG.GPU", W_ATOMIC, UNIT_MEM, 0, SPACE_GLOBAL, 8},
        {"ATOMS.CAS", W_ATOMIC, UNIT_MEM, 0, SPACE_SHARED, 4},
        {"RED.E.ADD.F32.FTZ.RN", W_ATOMIC, UNIT_MEM, 0, SPACE_GLOBAL, 4},
        {"LDC", W_LOAD, UNIT_MEM, 0, SPACE_CONST, 4},
        {"MEMBAR.SC.GPU", W_FENCE, UNIT_MEM, 0, 0, 0},
        {"BAR.SYNC.DEFER_BLOCKING", W_BARRIER, UNIT_SP, 0, 0, 0}};
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const op_case *c = &cases[k];
        trace_op op;
        CU_ASSERT_FATAL(trace_op_find(c->opcode, 70, &op));
        CU_ASSERT_EQUAL(op.kind, c->kind);
        CU_ASSERT_EQUAL(op.unit, c->unit);
        CU_ASSERT_EQUAL(op.latency, c->latency);
        CU_ASSERT_EQUAL(op.space, c->space);
        CU_ASSERT_EQUAL(op.lane_bytes, c->bytes);
    }
}

// Every opcode that Accel-Sim's maps of Kepler, Pascal, Volta, Turing, Ampere and Hopper name
// (gpu-simulator/ISA_Def).
static const char published[] = "FADD FADD32I FCHK FCMP FFMA FFMA32I FMNMX FMUL FMUL32I FSEL FSET "
                                "FSETP FSWZ FSWZADD RRO MUFU HADD2 HADD2_32I HFMA2 HFMA2_32I "
                                "HMUL2 HMUL2_32I HSET2 HSETP2 HMNMX2 HMMA BMMA DMMA IMMA HGMMA "
                                "QGMMA WARPGROUP DADD DFMA DMNMX DMUL DSET DSETP BFE BFI BMSK "
                                "BREV FLO IABS IADD IADD3 IADD32I ICMP IDP IDP4A IMAD IMADSP IMNMX "
                                "IMUL IMUL32I ISAD ISCADD ISCADD32I ISET ISETP ISUB LEA LOP "
                                "LOP3 LOP32I POPC SHF SHL SHR VABSDIFF VABSDIFF4 VADD VIADD "
                                "VIADDMNMX VIMNMX VIMNMX3 VMNMX XMAD F2F F2FP F2I F2IP FRND I2F "
                                "I2FP I2I I2IP MOV MOV32I MOVM PRMT SEL SGXT SHFL CSET CSETP P2R "
                                "PLOP3 PSET PSETP R2P ATOM ATOMG ATOMS CCTL CCTLL CCTLT "
                                "CGAERRBAR ERRBAR FENCE LD LDC LDG LDGDEPBAR LDGSTS LDL LDS LDSLK "
                                "LDSM MATCH MEMBAR QSPC RED ST STG STL STS STSCUL ARRIVES "
                                "SYNCS R2UR REDUX S2UR UBMSK UBREV UCLEA UF2FP UFLO UIADD3 UIMAD "
                                "UISETP ULDC ULEA ULOP ULOP3 ULOP32I UMOV UP2UR UPLOP3 UPOPC "
                                "UPRMT UPSETP UR2UP USEL USGXT USHF USHL USHR VOTEU UCGABAR_ARV "
                                "UCGABAR_WAIT USETMAXREG UBLKCP UBLKPF UBLKRED UTMACCTL "
                                "UTMACMDFLUSH UTMALDG UTMAPF UTMAREDG UTMASTG TEX TEXS TLD TLD4 "
                                "TLD4S TLDS TMML TXD TXQ SUATOM SUBFM SUCLAMP SUEAU SULD SULDGA "
                                "SUQUERY SURED SUST SUSTGA BMOV BPT BRA BREAK BRK BRX BRXU BSSY "
                                "BSYNC CAL CALL CONT ELECT EXIT JCAL JMP JMX JMXU KILL "
                                "NANOSLEEP PBK PCNT PEXIT PRET RET RPCMOV RTT SSY SYNC WARPSYNC "
                                "YIELD B2R BAR CS2R CSMTEST DEPBAR GETLMEMBASE LEPC NOP PMTRIG "
                                "R2B S2R SETCTAID SETLMEMBASE VOTE VOTE_VTG";

TEST(published_opcodes_are_known_or_refused_as_bulk_copies)
{
    char names[sizeof published];
    unsigned n = 0, bulk = 0;
    memcpy(names, published, sizeof published);
    for (char *name = strtok(names, " "); name; name = strtok(NULL, " ")) {
        trace_op op;
        const bool is_bulk = trace_op_is_bulk(name);
        n++;
        bulk += is_bulk;
        if (trace_op_find(name, 70, &op) == is_bulk) fprintf(stderr, "%s\n", name);
        CU_ASSERT_NOT_EQUAL(trace_op_find(name, 70, &op), is_bulk);
    }
    CU_ASSERT_EQUAL(n, 236);
    CU_ASSERT_EQUAL(bulk, 5);
}

TEST(unknown_opcodes_are_unknown)
{
    static const char *const words[] = {"",        ".",          "LD G", "LDGG", "LD.",
                                        "FOO.ADD", "UTMALDG.2D", "SYN",  "SYNCX"};
    for (unsigned k = 0; k < sizeof words / sizeof words[0]; k++) {
        trace_op op;
        CU_ASSERT_EQUAL(trace_op_find(words[k], 70, &op), strcmp(words[k], "LD.") == 0);
    }
}

static void same_again(const winst *i, const wexec *x, bool last)
{
    char name[TRACE_OPCODE];
    trace_op op;
    trace_op_name(i, x, last, name);
    CU_ASSERT_FATAL(trace_op_find(name, 70, &op));
    CU_ASSERT(op.kind == i->kind && op.unit == i->unit && op.latency == i->latency &&
              op.lane_bytes == i->lane_bytes);
    if (i->lane_bytes) CU_ASSERT(op.space == x->space && !(op.flags & OP_GENERIC));
    if (i->kind == W_BARRIER)
        CU_ASSERT(op.barrier_warps == x->barrier_warps &&
                  !(op.flags & OP_ARRIVES) == !x->barrier_pass);
    CU_ASSERT_EQUAL(
        op.flags & OP_EXIT,
        last && i->kind == W_ALU && i->unit == UNIT_SP && i->latency == LAT_ONE ? OP_EXIT : 0);
}

TEST(every_instruction_has_an_opcode_that_reads_back)
{
    for (unsigned l = LAT_tensor_m8n8; l < LAT_COUNT; l++)
        same_again(&(winst){.kind = W_ALU, .unit = UNIT_TENSOR, .latency = (uint8_t)l}, &(wexec){0},
                   false);
    for (unsigned u = UNIT_SP; u <= UNIT_SFU; u++) {
        for (unsigned l = 0; l < LAT_tensor_m8n8; l++) {
            const winst i = {.kind = W_ALU, .unit = (uint8_t)u, .latency = (uint8_t)l};
            same_again(&i, &(wexec){0}, false);
            same_again(&i, &(wexec){0}, true);
        }
    }
    static const uint8_t loads[] = {SPACE_GLOBAL, SPACE_LOCAL, SPACE_SHARED, SPACE_CONST,
                                    SPACE_PARAM};
    for (unsigned bytes = 1; bytes <= 16; bytes *= 2) {
        for (unsigned k = 0; k < 5; k++)
            same_again(&(winst){.kind = W_LOAD, .unit = UNIT_MEM, .lane_bytes = (uint8_t)bytes},
                       &(wexec){.space = loads[k]}, false);
        for (unsigned k = 0; k < 3; k++)
            same_again(&(winst){.kind = W_STORE, .unit = UNIT_MEM, .lane_bytes = (uint8_t)bytes},
                       &(wexec){.space = loads[k]}, false);
        for (unsigned k = 0; k < 3; k += 2)
            same_again(&(winst){.kind = W_ATOMIC, .unit = UNIT_MEM, .lane_bytes = (uint8_t)bytes},
                       &(wexec){.space = loads[k]}, false);
    }
    same_again(&(winst){.kind = W_FENCE, .unit = UNIT_MEM}, &(wexec){0}, false);
    for (unsigned warps = 0; warps <= 32; warps++) {
        same_again(&(winst){.kind = W_BARRIER, .unit = UNIT_SP},
                   &(wexec){.barrier_warps = (uint16_t)warps, .barrier_pass = warps % 2}, false);
    }
}

UNIT_MAIN("trace_ops", T(opcodes_have_their_classes),
          T(published_opcodes_are_known_or_refused_as_bulk_copies), T(unknown_opcodes_are_unknown),
          T(every_instruction_has_an_opcode_that_reads_back))
