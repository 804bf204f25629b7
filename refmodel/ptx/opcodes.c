// opcodes.c: which function decodes which instruction. See decoder.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/decoder.h"

#include <string.h>

typedef struct opcode {
    const char *name;
    decode_fn *decode;
} opcode;

static const opcode opcodes[] = {{"setp", dec_setp},
                                 {"set", dec_set},
                                 {"bfi", dec_bfi},
                                 {"lop3", dec_lop3},
                                 {"addc", dec_carry},
                                 {"subc", dec_carry},
                                 {"madc", dec_carry},
                                 {"mov", dec_mov},
                                 {"cvt", dec_cvt},
                                 {"cvta", dec_cvta},
                                 {"isspacep", dec_isspacep},
                                 {"vote", dec_vote},
                                 {"shfl", dec_shfl},
                                 {"activemask", dec_activemask},
                                 {"ld", dec_ld},
                                 {"ldu", dec_ld},
                                 {"st", dec_st},
                                 {"atom", dec_atom},
                                 {"red", dec_red},
                                 {"bra", dec_bra},
                                 {"brx", dec_brx},
                                 {"exit", dec_exit},
                                 {"ret", dec_ret},
                                 {"call", dec_call},
                                 {"bar", dec_bar},
                                 {"barrier", dec_bar},
                                 {"membar", dec_fence},
                                 {"fence", dec_fence},
                                 {"trap", dec_trap},
                                 {"nanosleep", dec_nothing},
                                 {"add", dec_form},
                                 {"sub", dec_form},
                                 {"mul", dec_form},
                                 {"mad", dec_form},
                                 {"mul24", dec_form},
                                 {"mad24", dec_form},
                                 {"sad", dec_form},
                                 {"div", dec_form},
                                 {"rem", dec_form},
                                 {"abs", dec_form},
                                 {"neg", dec_form},
                                 {"min", dec_form},
                                 {"max", dec_form},
                                 {"popc", dec_form},
                                 {"clz", dec_form},
                                 {"bfind", dec_form},
                                 {"brev", dec_form},
                                 {"bfe", dec_form},
                                 {"dp4a", dec_form},
                                 {"testp", dec_form},
                                 {"copysign", dec_form},
                                 {"fma", dec_form},
                                 {"rcp", dec_form},
                                 {"sqrt", dec_form},
                                 {"rsqrt", dec_form},
                                 {"sin", dec_form},
                                 {"cos", dec_form},
                                 {"lg2", dec_form},
                                 {"ex2", dec_form},
                                 {"tanh", dec_form},
                                 {"selp", dec_form},
                                 {"slct", dec_form},
                                 {"and", dec_form},
                                 {"or", dec_form},
                                 {"xor", dec_form},
                                 {"match", dec_match},
                                 {"redux", dec_redux},
                                 {"elect", dec_elect},
                                 {"createpolicy", dec_createpolicy},
                                 {"prefetch", dec_hint},
                                 {"prefetchu", dec_hint},
                                 {"discard", dec_hint},
                                 {"applypriority", dec_hint},
                                 {"brkpt", dec_trap},
                                 {"dp2a", dec_form},
                                 {"szext", dec_form},
                                 {"bmsk", dec_form},
                                 {"vadd2", dec_form},
                                 {"vadd4", dec_form},
                                 {"vsub2", dec_form},
                                 {"vsub4", dec_form},
                                 {"vavrg2", dec_form},
                                 {"vavrg4", dec_form},
                                 {"vabsdiff2", dec_form},
                                 {"vabsdiff4", dec_form},
                                 {"vmin2", dec_form},
                                 {"vmin4", dec_form},
                                 {"vmax2", dec_form},
                                 {"vmax4", dec_form},
                                 {"not", dec_form},
                                 {"cnot", dec_form},
                                 {"shf", dec_form},
                                 {"shl", dec_form},
                                 {"shr", dec_form},
                                 {"prmt", dec_form},
                                 {"fns", dec_form},
                                 {"tex", dec_tex},
                                 {"tld4", dec_tld4},
                                 {"txq", dec_txq},
                                 {"suq", dec_txq},
                                 {"suld", dec_suld},
                                 {"sust", dec_sust},
                                 {"sured", dec_sured},
                                 {"mma", dec_mma},
                                 {"mma.half", dec_mma},
                                 {"mbarrier", dec_unsupported}, // what parse_mbarrier.c left of it
                                 {"wmma", dec_unsupported},     // what parse_matrix.c left of it
                                 {"wmma.at", dec_wmma_at},
                                 {"wmma.spread", dec_wmma_spread},
                                 {"wmma.collect", dec_wmma_collect},
                                 {"movmatrix", dec_movmatrix},
                                 {"cp", dec_cp},
                                 {"ldmatrix", dec_ldmatrix},
                                 {"stmatrix", dec_stmatrix},
                                 {"vshl", dec_video},
                                 {"vshr", dec_video},
                                 {"vadd", dec_video},
                                 {"vsub", dec_video},
                                 {"vabsdiff", dec_video},
                                 {"vmin", dec_video},
                                 {"vmax", dec_video},
                                 {"vset", dec_video},
                                 {"vmad", dec_video},
                                 {"pmevent", dec_pmevent},
                                 {"griddepcontrol", dec_griddepcontrol},
                                 {"alloca", dec_unsupported}, // what parse_stack.c left of it
                                 {"stacksave", dec_unsupported},
                                 {"stackrestore", dec_unsupported},
                                 {"alloca.trap", dec_trap}};

decode_fn *dec_function(const char *op)
{
    for (unsigned i = 0; i < sizeof opcodes / sizeof opcodes[0]; i++) {
        if (!strcmp(opcodes[i].name, op)) return opcodes[i].decode;
    }
    return NULL;
}

bool decode_is_known(const char *op) { return dec_function(op) != NULL; }

const char *decode_opcode(unsigned i)
{
    return i < sizeof opcodes / sizeof opcodes[0] ? opcodes[i].name : NULL;
}
