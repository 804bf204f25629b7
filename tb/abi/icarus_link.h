// icarus_link.h: the memory that the program shares with a simulation in Icarus Verilog, one link
// per instance of a block. The program's end is tb/icarus, the simulation's end is the VPI module
// in tb/vpi.
//
// The simulation maps the file that +wl_link=PATH names. It posts `answered` once when it is ready
// for the first command. From then on, the program writes a command and inputs, posts `asked`, and
// waits for `answered`; then the outputs are valid.
//
// An input whose qualifier is 0 is don't-care and is driven with X, as are all inputs while rst_ni
// is low. A qualifier that is an output comes from state only and is read before this cycle's
// inputs are driven. A qualifier counts only while its own qualifier is 1.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_TB_ABI_ICARUS_LINK_H
#define WL_TB_ABI_ICARUS_LINK_H

#include <semaphore.h>
#include <stdint.h>

enum {
    ICARUS_LINK_ABI = 3,
    ICARUS_PORTS = 96,
    ICARUS_WORDS = 640,
    ICARUS_NAME = 48,
    ICARUS_ALWAYS = -1
};

typedef enum icarus_command {
    ICARUS_EVAL,       // drive the inputs, settle, read the outputs
    ICARUS_CLOCK_EVAL, // a rising edge with the present inputs, then ICARUS_EVAL
    // set every state register (named *_q) and every input to X, then one rising edge with rst_ni
    // low
    ICARUS_RESET,
    ICARUS_QUIT // end the simulation; there is no answer
} icarus_command;

typedef struct icarus_port {
    char name[ICARUS_NAME];
    uint32_t out;      // 1: an output
    uint32_t width;    // 0: not there in this configuration
    uint32_t word;     // first word in `in` or `out`
    int32_t qualifier; // index of the port that says when the value is defined, or ICARUS_ALWAYS
} icarus_port;

typedef struct icarus_link {
    uint32_t abi; // ICARUS_LINK_ABI
    uint32_t command;
    // 1 for gates: seeded arbitrary values replace X, and all registers are state, whatever their
    // names
    uint32_t noise;
    sem_t asked, answered;
    // Input port values driven with X or noise, resets excluded; values of don't-care output ports
    // that held an X.
    uint64_t driven, seen;
    uint64_t in[ICARUS_WORDS], out[ICARUS_WORDS];
    uint64_t unknown[ICARUS_WORDS]; // bits of the outputs that are X or Z; they are 0 in `out`
    uint32_t n_ports;
    icarus_port ports[ICARUS_PORTS];
} icarus_link;

#endif
