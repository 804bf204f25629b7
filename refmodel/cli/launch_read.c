// launch_read.c: reads a launch file (YAML) and checks it: buffers, launches and dumps.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/launch_read.h"

#include "base/file_claims.h"
#include "base/printable.h"
#include "cuda/cuda_device.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BUFFERS = 1024, MOST_STEPS = 65536, MOST_DUMPS = 1024, MOST_ARGS = 1024, ALIGN = 256 };
// of all buffers together: they lie in the host's memory too
static const uint64_t MOST_BYTES = 8ull << 30;

// The keys of a launch file: X(enum constant, "key", required, "what it means").
#define TOP_TABLE(X) \
    X(TOP_PTX, "ptx", true, "the PTX file; paths are taken from the launch file's folder") \
    X(TOP_BUFFERS, "buffers", false, "device memory: a mapping of names, in address order") \
    X(TOP_LAUNCHES, "launches", true, "a list of kernels to run, one after the other") \
    X(TOP_DUMP, "dump", false, "a list of buffers to write at the end") \
    X(TOP_HEAP_BASE, "heap_base", false, "address of the first buffer (0xC0000000)")
#define BUFFER_TABLE(X) \
    X(BUFFER_TYPE, "type", true, "of an element: u8 to u64, s8 to s64, f32, f64") \
    X(BUFFER_COUNT, "count", true, "elements") \
    X(BUFFER_INIT, "init", false, "zero, iota, {linear: ..}, {random: SEED} or {file: PATH} (zero)")
#define STEP_TABLE(X) \
    X(STEP_KERNEL, "kernel", true, "its name in the PTX file") \
    X(STEP_GRID, "grid", true, "[x, y, z] blocks") \
    X(STEP_BLOCK, "block", true, "[x, y, z] threads of a block") \
    X(STEP_SHARED, "shared", false, "bytes of dynamic shared memory of a block (0)") \
    X(STEP_REGS, "regs", false, \
      "registers per thread, which limit the blocks on an SM (0: estimated)") \
    X(STEP_ARGS, "args", false, \
      "one per parameter: a buffer's name, {TYPE: NUMBER}, {struct: [..]}, {bytes: [..]}")
#define DUMP_TABLE(X) \
    X(DUMP_BUFFER, "buffer", true, "its name") \
    X(DUMP_FILE, "file", true, "where its bytes go")

#define KEY_CONSTANT(constant, name, required, doc) constant,
// clang-format off
#define KEY_ROW(constant, name, required, doc) {name, required},
// clang-format on
enum { TOP_TABLE(KEY_CONSTANT) TOP_KEYS };
enum { BUFFER_TABLE(KEY_CONSTANT) BUFFER_KEYS };
enum { STEP_TABLE(KEY_CONSTANT) STEP_KEYS };
enum { DUMP_TABLE(KEY_CONSTANT) DUMP_KEYS };

static yaml_tree *tree(launch *l) { return &l->tree; }

// Where addresses end: those of the device, or those that the machine's structures carry.
static bool is_narrow(const launch *l)
{
    return cfg_address_bits(l->c) && (uint64_t)1 << cfg_address_bits(l->c) < HEAP_END;
}
static uint64_t address_end(const launch *l)
{
    return is_narrow(l) ? (uint64_t)1 << cfg_address_bits(l->c) : HEAP_END;
}

// "WHAT beyond the machine's 32-bit addresses (KEY)"; what is freed.
static int beyond(launch *l, const yaml_node_t *node, char *what)
{
    const int status =
        is_narrow(l) ? tree_error(tree(l), node, "%s beyond the machine's %u-bit addresses (%s)",
                                  what, cfg_address_bits(l->c), cfg_address_key(l->c))
                     : tree_error(tree(l), node, "%s beyond the device's 40-bit addresses", what);
    free(what);
    return status;
}

// Reads every item of a list into its place in `items`, each with its path; goes on after an error.
static int read_items(launch *l, const yaml_node_t *list, const char *name, unsigned n, void *items,
                      size_t item_bytes,
                      int (*read)(launch *l, yaml_node_t *node, const char *path, void *item))
{
    int status = ST_OK;
    for (unsigned i = 0; i < n; i++) {
        char *path = wl_format("%s[%u]", name, i);
        if (read(l, tree_item(tree(l), list, i), path, (char *)items + i * item_bytes) != ST_OK)
            status = ST_INPUT;
        free(path);
    }
    return status;
}

int launch_find_buffer(launch *l, yaml_node_t *node, const char *path, const char *name)
{
    const char *names[MOST_BUFFERS];
    for (unsigned i = 0; i < l->n_buffers; i++) {
        if (strcmp(l->buffers[i].name, name) == 0) return (int)i;
        names[i] = l->buffers[i].name;
    }
    if (name[strspn(name, "+-.0123456789")])
        tree_unknown_word(tree(l), node, path, name, names, l->n_buffers);
    else
        tree_error(tree(l), node, "%s = %s: a number is written with its type, e.g. {s32: %s}",
                   path, name, name);
    return -1;
}

static int read_buffer(launch *l, yaml_node_t *node, const char *path, launch_buffer *b)
{
    static const tree_key keys[] = {BUFFER_TABLE(KEY_ROW)};
    yaml_node_t *v[BUFFER_KEYS];
    if (tree_keys(tree(l), node, path, keys, BUFFER_KEYS, v) != ST_OK) return ST_INPUT;
    char *type_path = wl_format("%s.type", path), *count_path = wl_format("%s.count", path),
         *init_path = wl_format("%s.init", path);
    unsigned type;
    int status = tree_word(tree(l), v[BUFFER_TYPE], type_path, elem_names, ELEM_TYPE_COUNT, &type);
    b->type = &elem_types[status == ST_OK ? type : 0];
    if (status == ST_OK) {
        status = tree_number(tree(l), v[BUFFER_COUNT], count_path, 1,
                             address_end(l) / b->type->bytes, &b->count);
    }
    if (status == ST_OK && v[BUFFER_INIT]) {
        status = init_read(tree(l), v[BUFFER_INIT], init_path, b->type, b->count, &b->init);
    }
    free(type_path);
    free(count_path);
    free(init_path);
    return status;
}

// Buffers lie one behind the other from the heap's base.
static int fits(launch *l, const yaml_node_t *node, const char *path, const launch_buffer *b)
{
    const uint64_t bytes = b->count * b->type->bytes;
    if (bytes > address_end(l) - l->heap_end)
        return beyond(
            l, node,
            wl_format("%s: %" PRIu64 " bytes at 0x%" PRIx64 " end", path, bytes, l->heap_end));
    const uint64_t before = l->heap_end - l->heap_base;
    if (bytes > MOST_BYTES || before > MOST_BYTES - bytes) {
        return tree_error(tree(l), node,
                          "%s: %" PRIu64 " bytes, after %" PRIu64 " of the "
                          "buffers before it: all together may have at most %" PRIu64 " (8 GiB)",
                          path, bytes, before, MOST_BYTES);
    }
    l->heap_end += (bytes + ALIGN - 1) / ALIGN * ALIGN;
    return ST_OK;
}

static int read_buffers(launch *l, yaml_node_t *node)
{
    if (tree_is_mapping(tree(l), node, "buffers") != ST_OK) return ST_INPUT;
    const size_t pairs = (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
    if (pairs > MOST_BUFFERS)
        return tree_error(tree(l), node, "buffers: has %zu buffers: at most %d are allowed", pairs,
                          MOST_BUFFERS);
    l->buffers = wl_calloc(pairs, sizeof *l->buffers);
    int status = ST_OK;
    for (unsigned i = 0; i < pairs; i++) {
        yaml_node_t *key, *value;
        launch_buffer *b = &l->buffers[l->n_buffers];
        b->name = tree_pair(tree(l), node, "buffers", i, &key, &value);
        if (!b->name) return ST_INPUT;
        char *shown = printable_text(b->name), *path = wl_format("buffers.%s", shown);
        free(shown);
        int one = read_buffer(l, value, path, b);
        if (one == ST_OK) one = fits(l, value, path, b);
        if (one != ST_OK) status = one;
        l->n_buffers++; // a faulty one too: arguments that name it are no further error
        free(path);
    }
    return status;
}

// grid and block: [x, y, z]
static int read_dims(launch *l, yaml_node_t *node, const char *path, uint32_t dims[3])
{
    unsigned n;
    if (tree_is_list(tree(l), node, path, 3, 3, &n) != ST_OK) return ST_INPUT;
    int status = ST_OK;
    for (unsigned i = 0; status == ST_OK && i < 3; i++) {
        uint64_t v = 0;
        char *where = wl_format("%s[%u]", path, i);
        status = tree_number(tree(l), tree_item(tree(l), node, i), where, 1, INT32_MAX, &v);
        dims[i] = (uint32_t)v;
        free(where);
    }
    return status;
}

// "u32 n, u64 A", malloc'd
static char *signature(const ptx_param *p, unsigned n)
{
    char *text = wl_strdup("");
    for (unsigned i = 0; i < n; i++) {
        char *longer = wl_format("%s%s%s", text, i ? ", ." : ".", p[i].type);
        free(text);
        text = longer;
    }
    return text;
}

static int read_args(launch *l, yaml_node_t *node, const yaml_node_t *step, const char *path,
                     launch_step *s)
{
    const ptx_param *p;
    const unsigned n = ptx_params(s->kernel, &p);
    unsigned given = 0;
    if (node && tree_is_list(tree(l), node, path, 0, MOST_ARGS, &given) != ST_OK) return ST_INPUT;
    if (given != n) {
        char *takes = signature(p, n);
        tree_error(tree(l), node ? node : step, "%s: %u given, but the kernel takes %u (%s)", path,
                   given, n, takes);
        free(takes);
        return ST_INPUT;
    }
    s->args = wl_calloc(n, sizeof *s->args);
    s->n_args = n;
    int status = ST_OK;
    for (unsigned i = 0; i < n; i++) {
        char *where = wl_format("%s[%u]", path, i);
        if (launch_arg_read(l, tree_item(tree(l), node, i), where, &p[i], &s->args[i]) != ST_OK)
            status = ST_INPUT;
        free(where);
    }
    return status;
}

static int read_kernel(launch *l, yaml_node_t *node, const char *path, launch_step *s)
{
    const char *name = tree_text(tree(l), node, path);
    err why = {0};
    if (!name) return ST_INPUT;
    const bool known = ptx_has(l->module, name);
    if (known && l->refused && strcmp(l->refused, name) == 0)
        return ST_INPUT; // the launch before has told why
    s->kernel =
        ptx_find(l->module, name,
                 known ? tree(l)->e : &why); // what is not supported has its place in the PTX file
    if (known && !s->kernel) l->refused = name;
    if (known) return s->kernel ? ST_OK : ST_INPUT;
    return tree_because(tree(l), node, path, &why);
}

static int check_shape(launch *l, const yaml_node_t *node, const char *path, const launch_step *s)
{
    char *fault = cuda_shape_fault(s->shape.grid, s->shape.block);
    int status = fault ? tree_error(tree(l), node, "%s: %s", path, fault) : ST_OK;
    free(fault);
    return status;
}

// What the kernel forbids, and what an SM does not hold.
static int check_fit(launch *l, const yaml_node_t *node, const char *path, const launch_step *s)
{
    front_end f;
    unsigned ctas;
    err why = {0};
    int status = ptx_launch_shape(&f, s->kernel, &s->shape, l->c->sm.warps, &why);
    if (status == ST_OK) status = gpu_fit(l->c, &f, &ctas, &why);
    return status == ST_OK ? ST_OK : tree_because(tree(l), node, path, &why);
}

// Local memory lies above the heap.
static int check_local(launch *l, const yaml_node_t *node, const char *path, const launch_step *s)
{
    const uint64_t end =
        ptx_local_end(s->kernel, s->shape.block, l->heap_end, l->c->gpu.sms * l->c->sm.ctas);
    if (!is_narrow(l) || end <= address_end(l)) return ST_OK;
    return beyond(l, node,
                  wl_format("%s: the kernel's local memory ends at 0x%" PRIx64 ",", path, end - 1));
}

// A key of the step at its own path.
#define AT(read, key, ...) \
    do { \
        char *where = wl_format("%s.%s", path, keys[key].name); \
        if (read(l, v[key], where, __VA_ARGS__) != ST_OK) status = ST_INPUT; \
        free(where); \
    } while (0)

static int read_count(launch *l, yaml_node_t *node, const char *path, uint64_t most, uint32_t *to)
{
    uint64_t v = 0;
    if (node && tree_number(tree(l), node, path, 0, most, &v) != ST_OK) return ST_INPUT;
    *to = (uint32_t)v;
    return ST_OK;
}

static int read_step(launch *l, yaml_node_t *node, const char *path, void *item)
{
    launch_step *s = item;
    static const tree_key keys[] = {STEP_TABLE(KEY_ROW)};
    yaml_node_t *v[STEP_KEYS];
    if (tree_keys(tree(l), node, path, keys, STEP_KEYS, v) != ST_OK) return ST_INPUT;
    int status = ST_OK;
    AT(read_kernel, STEP_KERNEL, s);
    AT(read_dims, STEP_GRID, s->shape.grid);
    AT(read_dims, STEP_BLOCK, s->shape.block);
    AT(read_count, STEP_SHARED, l->c->sm.shared_bytes, &s->shape.dynamic_shared);
    AT(read_count, STEP_REGS, l->c->sm.registers, &s->shape.regs_per_thread);
    if (status == ST_OK) status = check_shape(l, node, path, s);
    if (status == ST_OK) status = check_fit(l, node, path, s);
    if (status == ST_OK) status = check_local(l, node, path, s);
    if (s->kernel) {
        char *where = wl_format("%s.args", path);
        if (read_args(l, v[STEP_ARGS], node, where, s) != ST_OK) status = ST_INPUT;
        free(where);
    }
    return status;
}

static int read_steps(launch *l, yaml_node_t *node)
{
    if (tree_is_list(tree(l), node, "launches", 1, MOST_STEPS, &l->n_steps) != ST_OK)
        return ST_INPUT;
    l->steps = wl_calloc(l->n_steps, sizeof *l->steps);
    return read_items(l, node, "launches", l->n_steps, l->steps, sizeof *l->steps, read_step);
}

// Where the launch file's relative paths begin, links followed; malloc'd.
static char *folder_of(const launch *l)
{
    char *given = launch_path(&l->tree, "."), *real = realpath(given, NULL);
    free(given);
    return real ? real : wl_strdup("");
}

// A path whose folder does not exist is left to its opening.
static int check_inside(launch *l, const yaml_node_t *node, const char *path, const char *file,
                        const char *given)
{
    char *folder = folder_of(l), *real = file_claims_real_path(file);
    const size_t n = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    const bool inside =
        *real != '/' || (strncmp(real, folder, n) == 0 && (real[n] == '/' || !real[n]));
    free(folder);
    free(real);
    if (inside) return ST_OK;
    char *shown = source_printable(given);
    tree_error(tree(l), node,
               "%s = %s: leads out of the launch file's folder: must lie in it or "
               "below, or give --dump-anywhere",
               path, shown);
    free(shown);
    return ST_INPUT;
}

// Opens it: whatever was there stays until the dump is written.
static int open_dump(launch *l, const yaml_node_t *node, const char *path, const char *given,
                     outfile *o)
{
    char *file = launch_path(tree(l), given);
    err why = {0};
    int status = l->dump_anywhere ? ST_OK : check_inside(l, node, path, file, given);
    if (status == ST_OK && outfile_open(o, file, &why) != ST_OK)
        status = tree_because(tree(l), node, path, &why);
    free(file);
    return status;
}

static int read_dump(launch *l, yaml_node_t *node, const char *path, void *item)
{
    launch_dump *d = item;
    static const tree_key keys[] = {DUMP_TABLE(KEY_ROW)};
    yaml_node_t *v[DUMP_KEYS];
    if (tree_keys(tree(l), node, path, keys, DUMP_KEYS, v) != ST_OK) return ST_INPUT;
    char *buffer_path = wl_format("%s.buffer", path), *file_path = wl_format("%s.file", path);
    const char *name = tree_text(tree(l), v[DUMP_BUFFER], buffer_path);
    const char *file = tree_text(tree(l), v[DUMP_FILE], file_path);
    const int buffer = name ? launch_find_buffer(l, v[DUMP_BUFFER], buffer_path, name) : -1;
    int status = buffer < 0 || !file ? ST_INPUT : ST_OK;
    d->buffer = (unsigned)buffer;
    if (status == ST_OK) status = open_dump(l, v[DUMP_FILE], file_path, file, &d->file);
    free(buffer_path);
    free(file_path);
    return status;
}

static int read_dumps(launch *l, yaml_node_t *node)
{
    if (tree_is_list(tree(l), node, "dump", 0, MOST_DUMPS, &l->n_dumps) != ST_OK) return ST_INPUT;
    l->dumps = wl_calloc(l->n_dumps, sizeof *l->dumps);
    return read_items(l, node, "dump", l->n_dumps, l->dumps, sizeof *l->dumps, read_dump);
}

// The PTX file's own errors carry its own places.
static int read_ptx(launch *l, yaml_node_t *node)
{
    const char *name = tree_text(tree(l), node, "ptx");
    if (!name) return ST_INPUT;
    char *path = launch_path(tree(l), name), *text = NULL;
    size_t bytes;
    err why = {0};
    int status = infile_read_named(path, PTX_MOST_BYTES, &text, &bytes, &why);
    if (status != ST_OK) status = tree_because(tree(l), node, "ptx", &why);
    else if (!(l->module = ptx_load_text(path, text, bytes, l->tree.e))) status = ST_INPUT;
    else l->ptx = digest_of(text, bytes);
    free(text);
    free(path);
    return status;
}

static int read_heap_base(launch *l, yaml_node_t *node)
{
    l->heap_base = CUDA_HEAP_BASE;
    if (node && tree_number(tree(l), node, "heap_base", HEAP_LOWEST, address_end(l) - ALIGN,
                            &l->heap_base) != ST_OK)
        return ST_INPUT;
    if (l->heap_base % ALIGN == 0) return ST_OK;
    return tree_error(tree(l), node, "heap_base = 0x%" PRIx64 ": must be a multiple of %d",
                      l->heap_base, ALIGN);
}

static int read_top(launch *l)
{
    static const tree_key keys[] = {TOP_TABLE(KEY_ROW)};
    yaml_node_t *v[TOP_KEYS];
    if (tree_keys(tree(l), tree_root(tree(l)), tree(l)->what, keys, TOP_KEYS, v) != ST_OK)
        return ST_INPUT;
    int status = read_heap_base(l, v[TOP_HEAP_BASE]);
    l->heap_end = l->heap_base;
    if (v[TOP_BUFFERS] && read_buffers(l, v[TOP_BUFFERS]) != ST_OK) status = ST_INPUT;
    if (read_ptx(l, v[TOP_PTX]) != ST_OK) return ST_INPUT;
    if (read_steps(l, v[TOP_LAUNCHES]) != ST_OK) status = ST_INPUT;
    if (v[TOP_DUMP] && read_dumps(l, v[TOP_DUMP]) != ST_OK) status = ST_INPUT;
    return status;
}

#define KEY_HELP(constant, name, required, doc) \
    fprintf(f, "    %-11s%s%s\n", name, (required) ? "required: " : "", doc);

void launch_help(FILE *f)
{
    fputs("\nlaunch file (--launch), in YAML; the defaults of optional keys are in brackets:\n", f);
    TOP_TABLE(KEY_HELP)
    fputs("  of each buffer:\n", f);
    BUFFER_TABLE(KEY_HELP)
    fputs("  of each launch:\n", f);
    STEP_TABLE(KEY_HELP)
    fputs("  of each dump:\n", f);
    DUMP_TABLE(KEY_HELP)
}

launch *launch_load(const char *path, const config *c, bool dump_anywhere, err *e)
{
    launch *l = wl_calloc(1, sizeof *l);
    l->c = c;
    l->dump_anywhere = dump_anywhere;
    int status = tree_load(tree(l), path, "a launch file", e);
    if (status == ST_OK) status = read_top(l);
    if (status == ST_OK) return l;
    launch_free(l);
    return NULL;
}

void launch_free(launch *l)
{
    if (!l) return;
    for (unsigned i = 0; i < l->n_buffers; i++) init_free(&l->buffers[i].init);
    for (unsigned i = 0; i < l->n_steps; i++) {
        for (unsigned k = 0; k < l->steps[i].n_args; k++) launch_arg_free(&l->steps[i].args[k]);
        free(l->steps[i].args);
    }
    for (unsigned i = 0; i < l->n_dumps; i++) outfile_abandon(&l->dumps[i].file);
    free(l->buffers);
    free(l->steps);
    free(l->dumps);
    if (l->module) ptx_free(l->module);
    tree_free(tree(l));
    free(l);
}
