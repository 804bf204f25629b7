// sram.c : see sram.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/sram.h"

#include "base/outfile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SETUP_NS 0.03 // of every input, at 45 nm
#define PIN_FF 2.0

void sram_model(sram *s, double scale)
{
    const double bits = (double)s->words * s->width, root = sqrt(s->words),
                 depth = log2(s->words > 1 ? s->words : 2), square = scale * scale;
    const bool one = s->one_port;
    s->area_um2 = square * (1757.15 + 0.698535 * bits) * (one ? 0.481967 : 1);
    s->access_ns = scale * (-0.0327926 + 0.0340556 * depth) * (one ? 0.898836 : 1);
    s->cycle_ns = scale * (0.0348754 + 0.0206635 * depth) * (one ? 0.890585 : 1);
    s->read_pj = square * (0.0604643 * root + 0.0268317 * s->width) * (one ? 0.866645 : 1);
    s->write_pj = square * (0.0507437 * root + 0.0510667 * s->width) * (one ? 0.848106 : 1);
    s->leakage_mw = (0.111522 + 0.000146821 * bits) * (one ? 0.804653 : 1);
}

static const char *plain(const char *name) { return *name == '\\' ? name + 1 : name; }

static void add(sram_macros *m, const char *name, const json_t *module, double scale)
{
    const char *key;
    json_t *memory;
    sram s = {.one_port = json_object_get(json_object_get(module, "ports"), "addr_i") != NULL};
    json_object_foreach(json_object_get(module, "memories"), key, memory) {
        s.words = (unsigned)json_integer_value(json_object_get(memory, "size"));
        s.width = (unsigned)json_integer_value(json_object_get(memory, "width"));
    }
    sram_model(&s, scale);
    m->names = wl_realloc(m->names, (m->n + 1) * sizeof *m->names);
    m->s = wl_realloc(m->s, (m->n + 1) * sizeof *m->s);
    m->names[m->n] = wl_strdup(plain(name));
    m->s[m->n++] = s;
}

int sram_read(const char *path, double scale, sram_macros *m, err *e)
{
    json_error_t why;
    json_t *design = json_load_file(path, 0, &why), *module;
    const char *name;
    *m = (sram_macros){0};
    if (!design) return err_add(e, ST_TOOL, "%s: %s", path, why.text);
    json_object_foreach(json_object_get(design, "modules"), name, module) {
        add(m, name, module, scale);
    }
    json_decref(design);
    for (unsigned i = 0; i < m->n; i++) {
        if (!m->s[i].words) return err_add(e, ST_TOOL, "%s: %s has no memory", path, m->names[i]);
    }
    return ST_OK;
}

const sram *sram_find(const sram_macros *m, const char *module)
{
    for (unsigned i = 0; i < m->n; i++) {
        if (strcmp(m->names[i], module) == 0) return &m->s[i];
    }
    return NULL;
}

void sram_free(sram_macros *m)
{
    for (unsigned i = 0; i < m->n; i++) free(m->names[i]);
    free(m->names);
    free(m->s);
    *m = (sram_macros){0};
}

static void put_type(FILE *f, unsigned bits)
{
    fprintf(f,
            "  type (bits_%u) { base_type : array; data_type : bit; bit_width : %u; bit_from : %u; "
            "bit_to : 0; }\n",
            bits, bits, bits - 1);
}

// bits = 0: a single pin
static void put_input(FILE *f, const char *name, unsigned bits, double setup)
{
    if (bits)
        fprintf(f, "    bus (%s) { bus_type : bits_%u; direction : input; capacitance : %g;\n",
                name, bits, PIN_FF);
    else fprintf(f, "    pin (%s) { direction : input; capacitance : %g;\n", name, PIN_FF);
    fprintf(f,
            "      timing () { related_pin : \"clk_i\"; timing_type : setup_rising;\n"
            "        rise_constraint (scalar) { values (\"%g\"); } fall_constraint (scalar) { "
            "values (\"%g\"); } }\n"
            "    }\n",
            setup, setup);
}

static void put_output(FILE *f, unsigned bits, double access)
{
    fprintf(
        f,
        "    bus (rd_data_o) { bus_type : bits_%u; direction : output;\n"
        "      timing () { related_pin : \"clk_i\"; timing_type : rising_edge; timing_sense : "
        "non_unate;\n"
        "        cell_rise (scalar) { values (\"%g\"); } cell_fall (scalar) { values (\"%g\"); }\n"
        "        rise_transition (scalar) { values (\"0.03\"); } fall_transition (scalar) { values "
        "(\"0.03\"); } }\n"
        "    }\n",
        bits, access, access);
}

static unsigned address_bits(const sram *s)
{
    unsigned w = 1;
    while ((1u << w) < s->words) w++;
    return w;
}

static void put_cell(FILE *f, const char *name, const sram *s, double setup)
{
    const unsigned a = address_bits(s);
    fprintf(f, "  cell (%s) { area : %g; cell_leakage_power : %g; interface_timing : true;\n", name,
            s->area_um2, s->leakage_mw);
    fprintf(f, "    pin (clk_i) { direction : input; clock : true; capacitance : %g; }\n", PIN_FF);
    put_input(f, s->one_port ? "en_i" : "wr_en_i", 0, setup);
    put_input(f, s->one_port ? "wr_i" : "rd_en_i", 0, setup);
    put_input(f, s->one_port ? "addr_i" : "wr_addr_i", a, setup);
    if (!s->one_port) put_input(f, "rd_addr_i", a, setup);
    put_input(f, "wr_data_i", s->width, setup);
    put_output(f, s->width, s->access_ns);
    fputs("  }\n", f);
}

int sram_liberty(const sram_macros *m, double scale, const char *path, err *e)
{
    outfile o;
    int st = outfile_open(&o, path, e);
    if (st) return st;
    fputs("library (sram) {\n  delay_model : table_lookup; time_unit : \"1ns\"; voltage_unit : "
          "\"1V\"; current_unit : \"1mA\";\n"
          "  leakage_power_unit : \"1mW\"; pulling_resistance_unit : \"1kohm\"; "
          "capacitive_load_unit (1, ff);\n"
          "  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50; "
          "output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;\n"
          "  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20; "
          "slew_upper_threshold_pct_rise : 80;\n"
          "  slew_upper_threshold_pct_fall : 80;\n",
          o.f);
    for (unsigned bits = 1; bits <= 4096; bits++) {
        bool used = false;
        for (unsigned i = 0; i < m->n; i++)
            used |= bits == m->s[i].width || bits == address_bits(&m->s[i]);
        if (used) put_type(o.f, bits);
    }
    for (unsigned i = 0; i < m->n; i++) put_cell(o.f, m->names[i], &m->s[i], SETUP_NS * scale);
    fputs("}\n", o.f);
    return outfile_commit(&o, e);
}
