// launch_args.c : arguments of a launch file's kernels (launch_read.h): numbers, addresses of
// buffers, structs, bytes.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/launch_read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_STRUCT = ELEM_TYPE_COUNT,
    KEY_BYTES,
    KEYS,
    ADDRESS_BYTES = 8,
    MOST_MEMBERS = 4096,
    MOST_NESTED = 32
};

// An argument while it is read.
typedef struct image {
    launch *l;
    const ptx_param *p;
    launch_arg *a;
    uint32_t at; // bytes so far
} image;

// What one mapping gives: the index of its type, KEY_STRUCT or KEY_BYTES. Status.
static int one_key(launch *l, yaml_node_t *node, const char *path, unsigned *key,
                   yaml_node_t **value)
{
    yaml_node_t *v[KEYS];
    tree_key keys[KEYS] = {[KEY_STRUCT] = {"struct", false}, [KEY_BYTES] = {"bytes", false}};
    unsigned given = 0;
    for (unsigned i = 0; i < ELEM_TYPE_COUNT; i++) keys[i] = (tree_key){elem_names[i], false};
    if (tree_keys(&l->tree, node, path, keys, KEYS, v) != ST_OK) return ST_INPUT;
    for (unsigned i = 0; i < KEYS; i++) {
        given += v[i] != NULL;
        if (v[i]) *key = i, *value = v[i];
    }
    if (given == 1) return ST_OK;
    return tree_error(
        &l->tree, node,
        "%s: must be a buffer's name or one {TYPE: NUMBER}, {struct: [...]} or {bytes: [...]}",
        path);
}

static int too_long(const image *m, const yaml_node_t *node, const char *path)
{
    return tree_error(&m->l->tree, node,
                      "%s: ends beyond the %" PRIu32 " bytes of the kernel's parameter %s", path,
                      m->p->bytes, m->p->name);
}

// Room for a value of so many bytes, so aligned; NULL and an error when the parameter has none.
static unsigned char *room(image *m, const yaml_node_t *node, const char *path, uint32_t bytes,
                           uint32_t align)
{
    m->at = (m->at + align - 1) / align * align;
    if (bytes > m->p->bytes || m->at > m->p->bytes - bytes) {
        too_long(m, node, path);
        return NULL;
    }
    m->at += bytes;
    return m->a->value + m->at - bytes;
}

static int put_address(image *m, yaml_node_t *node, const char *path)
{
    const char *name = tree_text(&m->l->tree, node, path);
    const int buffer = name ? launch_find_buffer(m->l, node, path, name) : -1;
    if (buffer < 0 || !room(m, node, path, ADDRESS_BYTES, ADDRESS_BYTES)) return ST_INPUT;
    launch_arg *a = m->a;
    a->addresses = wl_realloc(a->addresses, (a->n_addresses + 1) * sizeof *a->addresses);
    a->addresses[a->n_addresses++] = (launch_address){(unsigned)buffer, m->at - ADDRESS_BYTES};
    return ST_OK;
}

static int put_number(image *m, yaml_node_t *node, const char *path, const elem_type *type)
{
    unsigned char value[ELEM_BYTES_MAX];
    if (elem_read(&m->l->tree, node, path, type, value) != ST_OK) return ST_INPUT;
    unsigned char *to = room(m, node, path, type->bytes, type->bytes);
    if (to) memcpy(to, value, type->bytes);
    return to ? ST_OK : ST_INPUT;
}

static int put_bytes(image *m, yaml_node_t *list, const char *path)
{
    unsigned n = 0;
    int status = tree_is_list(&m->l->tree, list, path, 1, MOST_MEMBERS, &n);
    for (unsigned i = 0; status == ST_OK && i < n; i++) {
        char *where = wl_format("%s[%u]", path, i);
        status = put_number(m, tree_item(&m->l->tree, list, i), where, &elem_types[0]);
        free(where);
    }
    return status;
}

// The alignment of a member; of one that is wrong, which is said when it is placed, 1.
static uint32_t alignment(launch *l, yaml_node_t *node, unsigned depth)
{
    yaml_node_t *key, *value;
    const char *word = NULL;
    uint32_t most = 1;
    if (node->type == YAML_SCALAR_NODE) return ADDRESS_BYTES;
    if (node->type == YAML_MAPPING_NODE)
        word = tree_pair(&l->tree, node, "struct", 0, &key, &value);
    if (!word) return 1;
    for (unsigned i = 0; i < ELEM_TYPE_COUNT; i++) {
        if (strcmp(word, elem_names[i]) == 0) return elem_types[i].bytes;
    }
    if (strcmp(word, "struct") != 0 || value->type != YAML_SEQUENCE_NODE || depth == MOST_NESTED)
        return 1;
    yaml_node_t *item;
    for (unsigned i = 0; (item = tree_item(&l->tree, value, i)); i++) {
        const uint32_t one = alignment(l, item, depth + 1);
        most = one > most ? one : most;
    }
    return most;
}

static int put_struct(image *m, yaml_node_t *node, yaml_node_t *list, const char *path,
                      unsigned depth);

static int put_member(image *m, yaml_node_t *node, const char *path, unsigned depth)
{
    unsigned key = 0;
    yaml_node_t *value = NULL;
    if (node->type != YAML_MAPPING_NODE) return put_address(m, node, path);
    if (one_key(m->l, node, path, &key, &value) != ST_OK) return ST_INPUT;
    if (key < ELEM_TYPE_COUNT) return put_number(m, value, path, &elem_types[key]);
    char *where = wl_format("%s.%s", path, key == KEY_STRUCT ? "struct" : "bytes");
    const int status = key == KEY_STRUCT ? put_struct(m, node, value, where, depth + 1)
                                         : put_bytes(m, value, where);
    free(where);
    return status;
}

static int put_struct(image *m, yaml_node_t *node, yaml_node_t *list, const char *path,
                      unsigned depth)
{
    unsigned n = 0;
    const uint32_t align = alignment(m->l, node, depth);
    if (depth == MOST_NESTED)
        return tree_error(&m->l->tree, node, "%s: structs nested more than %d deep", path,
                          MOST_NESTED);
    int status = tree_is_list(&m->l->tree, list, path, 1, MOST_MEMBERS, &n);
    if (status == ST_OK && !room(m, node, path, 0, align)) status = ST_INPUT;
    for (unsigned i = 0; status == ST_OK && i < n; i++) {
        char *where = wl_format("%s[%u]", path, i);
        status = put_member(m, tree_item(&m->l->tree, list, i), where, depth);
        free(where);
    }
    if (status == ST_OK && !room(m, node, path, 0, align)) status = ST_INPUT;
    return status;
}

// ".u32" takes any whole number of four bytes, ".b32" any number of four bytes.
static bool type_matches(const ptx_param *p, const elem_type *type)
{
    const bool is_float = p->type[0] == 'f', is_bits = p->type[0] == 'b';
    return p->bytes == type->bytes && (is_bits || is_float == (type->kind == ELEM_FLOAT));
}

static int read_mapping(image *m, yaml_node_t *node, const char *path)
{
    const ptx_param *p = m->p;
    unsigned key = 0;
    yaml_node_t *value = NULL;
    if (one_key(m->l, node, path, &key, &value) != ST_OK) return ST_INPUT;
    if (key < ELEM_TYPE_COUNT && !type_matches(p, &elem_types[key])) {
        return tree_error(&m->l->tree, node,
                          "%s: %s given, but the kernel's parameter %s is .%s of %" PRIu32 " bytes",
                          path, elem_names[key], p->name, p->type, p->bytes);
    }
    if (put_member(m, node, path, 0) != ST_OK) return ST_INPUT;
    if (m->at == p->bytes) return ST_OK;
    return tree_error(&m->l->tree, node,
                      "%s: %" PRIu32 " bytes given, but the kernel's parameter %s has %" PRIu32,
                      path, m->at, p->name, p->bytes);
}

int launch_arg_read(launch *l, yaml_node_t *node, const char *path, const ptx_param *p,
                    launch_arg *a)
{
    image m = {.l = l, .p = p, .a = a};
    a->value = wl_calloc(1, p->bytes);
    if (node->type == YAML_MAPPING_NODE) return read_mapping(&m, node, path);
    const char *name = tree_text(&l->tree, node, path);
    if (!name || launch_find_buffer(l, node, path, name) < 0) return ST_INPUT;
    if (p->bytes == ADDRESS_BYTES && p->type[0] != 'f') return put_address(&m, node, path);
    return tree_error(
        &l->tree, node,
        "%s: the address of buffer %s given, but the kernel's parameter %s is .%s of %" PRIu32
        " bytes",
        path, name, p->name, p->type, p->bytes);
}

void launch_arg_free(launch_arg *a)
{
    free(a->value);
    free(a->addresses);
}
