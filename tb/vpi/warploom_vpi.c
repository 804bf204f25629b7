// warploom_vpi.c: the VPI module that a simulation in Icarus Verilog loads. The wrapper that
// tb/icarus writes calls its system task $wl_step once per time step; the task reads the program's
// commands from shared memory (abi/icarus_link.h) and executes them. Icarus is four-state:
// don't-care inputs are driven with X, and the answer says which bits of the outputs are unknown.
//
// SPDX-License-Identifier: Apache-2.0
#include "tb/abi/icarus_link.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <vpi_user.h>

enum { HALVES = 2 * ICARUS_WORDS, ALL = -1, LOOK_SECONDS = 1 };

typedef struct wire {
    vpiHandle handle;
    s_vpi_vecval value[HALVES]; // what was driven last, of an input
} wire;

// What the time step that has just passed was about.
typedef enum stage { SETTLED, RESET_LOW, EDGE, FIRST_HALF, SECOND_EDGE } stage;

static icarus_link *link_;
static wire wires[ICARUS_PORTS];
static vpiHandle clk, clk2x, rst; // what the design has of them
static bool resetting;
static stage now;
static uint64_t noise_state = 0x9e3779b97f4a7c15; // of a generator of noise (xorshift)
static pid_t parent;

static void fail(const char *what, const char *which)
{
    vpi_printf((PLI_BYTE8 *)"warploom: %s %s\n", what, which);
    vpi_flush();
    _exit(3);
}

static unsigned halves(const icarus_port *p) { return (p->width + 31) / 32; }

// ---- the design

static void put_bit(vpiHandle h, bool on)
{
    s_vpi_value v = {.format = vpiScalarVal, .value.scalar = on ? vpi1 : vpi0};
    vpi_put_value(h, &v, NULL, vpiNoDelay);
}

// 32 bits of X, or of noise in its place.
static s_vpi_vecval nothing(void)
{
    if (!link_->noise) return (s_vpi_vecval){.aval = ALL, .bval = ALL};
    noise_state ^= noise_state << 13;
    noise_state ^= noise_state >> 7;
    noise_state ^= noise_state << 17;
    return (s_vpi_vecval){.aval = (PLI_INT32)(uint32_t)(noise_state >> 32)};
}

// Room for n of them, until the next call: a register may be wider than any port.
static s_vpi_vecval *room(unsigned n)
{
    static s_vpi_vecval *values;
    static unsigned has;
    if (n > has) {
        free(values);
        values = calloc(n, sizeof *values);
        if (!values) fail("out of memory", "for a register's value");
        has = n;
    }
    return values;
}

static void forget_value(vpiHandle h)
{
    const unsigned n = ((unsigned)vpi_get(vpiSize, h) + 31) / 32;
    s_vpi_vecval *x = room(n);
    for (unsigned i = 0; i < n; i++) x[i] = nothing();
    s_vpi_value v = {.format = vpiVectorVal, .value.vector = x};
    vpi_put_value(h, &v, NULL, vpiNoDelay);
}

static bool is_state(vpiHandle h)
{
    const char *name = vpi_get_str(vpiName, h);
    size_t n = name ? strlen(name) : 0;
    if (link_->noise) return true;
    return n > 2 && strcmp(name + n - 2, "_q") == 0;
}

static void forget_memory(vpiHandle memory)
{
    vpiHandle words = vpi_iterate(vpiMemoryWord, memory), h;
    while (words && (h = vpi_scan(words))) forget_value(h);
}

// State is X as at power on (of gates, noise), so that what a reset leaves out shows.
static void forget(vpiHandle scope)
{
    vpiHandle h, regs = vpi_iterate(vpiReg, scope), memories = vpi_iterate(vpiMemory, scope);
    while (regs && (h = vpi_scan(regs))) {
        if (is_state(h)) forget_value(h);
    }
    while (memories && (h = vpi_scan(memories))) forget_memory(h);
    vpiHandle inner = vpi_iterate(vpiInternalScope, scope);
    while (inner && (h = vpi_scan(inner))) forget(h);
}

// ---- ports

// Is the value of port i defined?
static bool defined(const icarus_port *p)
{
    for (int q = p->qualifier; q != ICARUS_ALWAYS; q = link_->ports[q].qualifier) {
        const icarus_port *by = &link_->ports[q];
        if (!((by->out ? link_->out : link_->in)[by->word] & 1)) return false;
    }
    return true;
}

static s_vpi_vecval half_of(const uint64_t *words, unsigned i)
{
    return (s_vpi_vecval){.aval = (PLI_INT32)(uint32_t)(words[i / 2] >> (32 * (i % 2)))};
}

static void drive(unsigned index, bool known)
{
    const icarus_port *p = &link_->ports[index];
    wire *w = &wires[index];
    bool same = true;
    for (unsigned i = 0; i < halves(p); i++) {
        s_vpi_vecval v = known ? half_of(link_->in + p->word, i) : nothing();
        same = same && v.aval == w->value[i].aval && v.bval == w->value[i].bval;
        w->value[i] = v;
    }
    s_vpi_value value = {.format = vpiVectorVal, .value.vector = w->value};
    if (!same) vpi_put_value(w->handle, &value, NULL, vpiNoDelay);
}

static void drive_all(bool reset)
{
    for (unsigned i = 0; i < link_->n_ports; i++) {
        const icarus_port *p = &link_->ports[i];
        if (p->out || !p->width) continue;
        bool known = !reset && defined(p);
        drive(i, known);
        link_->driven += !known && !reset;
    }
}

static void read_port(const icarus_port *p, vpiHandle h)
{
    s_vpi_value v = {.format = vpiVectorVal};
    vpi_get_value(h, &v);
    for (unsigned i = 0; i < halves(p); i++) {
        unsigned left = p->width - 32 * i, shift = 32 * (i % 2);
        uint32_t mask = left < 32 ? (1u << left) - 1 : UINT32_MAX;
        uint32_t x = (uint32_t)v.value.vector[i].bval & mask,
                 one = (uint32_t)v.value.vector[i].aval & mask & ~x;
        uint64_t *out = &link_->out[p->word + i / 2], *unknown = &link_->unknown[p->word + i / 2];
        *out = (shift ? *out : 0) | (uint64_t)one << shift;
        *unknown = (shift ? *unknown : 0) | (uint64_t)x << shift;
    }
}

static bool has_x(const icarus_port *p)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < (p->width + 63) / 64; i++) any |= link_->unknown[p->word + i];
    return any != 0;
}

static void read_all(void)
{
    for (unsigned i = 0; i < link_->n_ports; i++) {
        const icarus_port *p = &link_->ports[i];
        if (p->out && p->width) read_port(p, wires[i].handle);
    }
}

static void count_seen(void)
{
    for (unsigned i = 0; i < link_->n_ports; i++) {
        const icarus_port *p = &link_->ports[i];
        link_->seen += p->out && p->width && !defined(p) && has_x(p);
    }
}

// ---- commands

static void finish(void) { vpi_control(vpiFinish, 0); }

// False when there will be none: the program is gone.
static bool wait_for_command(void)
{
    struct timespec until;
    for (;;) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += LOOK_SECONDS;
        if (sem_timedwait(&link_->asked, &until) == 0) return true;
        if (errno != EINTR && errno != ETIMEDOUT) return false;
        if (getppid() != parent) return false;
    }
}

// The first reset and every other one is that of power on. The rest come with state and inputs as
// they are: X there hides what a reset loses to an event of its cycle.
static void begin_reset(void)
{
    static unsigned resets;
    const bool power_on = resets++ % 2 == 0;
    drive_all(power_on);
    if (power_on) forget(vpi_handle_by_name((PLI_BYTE8 *)"wl_icarus.dut", NULL));
    resetting = rst != NULL;
    if (rst) put_bit(rst, false);
    now = rst ? RESET_LOW : SETTLED;
}

// clk2x_i rises with clk_i, before anything that either edge assigns shows, and again when clk_i
// falls.
static void put_clocks(bool on, bool on2x)
{
    put_bit(clk, on);
    if (clk2x) put_bit(clk2x, on2x);
}

static void go_on(bool on, bool on2x, stage next)
{
    put_clocks(on, on2x);
    now = next;
}

static void begin(icarus_command command)
{
    switch (command) {
    case ICARUS_QUIT: finish(); break;
    case ICARUS_RESET: begin_reset(); break;
    case ICARUS_CLOCK_EVAL:
        if (clk) {
            go_on(true, true, EDGE);
            break;
        }
        drive_all(false);
        break;
    case ICARUS_EVAL: drive_all(false); break;
    }
}

static void answer_and_wait(void)
{
    read_all();
    count_seen();
    sem_post(&link_->answered);
    if (wait_for_command()) begin((icarus_command)link_->command);
    else finish();
}

static void after_edge(void)
{
    put_clocks(false, false);
    if (resetting) {
        put_bit(rst, true);
    } else {
        read_all();
        drive_all(false);
    }
    resetting = false;
    now = SETTLED;
}

static PLI_INT32 step(PLI_BYTE8 *unused)
{
    (void)unused;
    switch (now) {
    case SETTLED: answer_and_wait(); break;
    case RESET_LOW: go_on(true, true, EDGE); break;
    case EDGE:
        if (clk2x) go_on(true, false, FIRST_HALF);
        else after_edge();
        break;
    case FIRST_HALF: go_on(false, true, SECOND_EDGE); break;
    case SECOND_EDGE: after_edge(); break;
    }
    return 0;
}

// ---- the beginning

static vpiHandle in_wrapper(const char *name)
{
    char path[ICARUS_NAME + 16] = "wl_icarus.";
    strncat(path, name, ICARUS_NAME);
    return vpi_handle_by_name(path, NULL);
}

static void map(const char *path)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0) fail("cannot open", path);
    void *at = mmap(NULL, sizeof *link_, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (at == MAP_FAILED) fail("cannot map", path);
    link_ = at;
    close(fd);
    if (link_->abi != ICARUS_LINK_ABI) fail("another version of the interface in", path);
}

static PLI_INT32 start(p_cb_data unused)
{
    static const char option[] = "+wl_link=";
    s_vpi_vlog_info info;
    (void)unused;
    parent = getppid();
    vpi_get_vlog_info(&info);
    for (int i = 0; i < info.argc; i++) {
        if (strncmp(info.argv[i], option, sizeof option - 1) == 0)
            map(info.argv[i] + sizeof option - 1);
    }
    if (!link_) fail("there is no", option);
    for (unsigned i = 0; i < link_->n_ports; i++) {
        const icarus_port *p = &link_->ports[i];
        wires[i].handle = p->width ? in_wrapper(p->name) : NULL;
        if (p->width && !wires[i].handle) fail("the design has no port", p->name);
    }
    clk = in_wrapper("clk_i");
    clk2x = in_wrapper("clk2x_i");
    rst = in_wrapper("rst_ni");
    return 0;
}

static void startup(void)
{
    static s_vpi_systf_data task = {.type = vpiSysTask, .tfname = "$wl_step", .calltf = step};
    static s_cb_data begins = {.reason = cbStartOfSimulation, .cb_rtn = start};
    vpi_register_systf(&task);
    vpi_register_cb(&begins);
}

void (*vlog_startup_routines[])(void) = {startup, NULL};
