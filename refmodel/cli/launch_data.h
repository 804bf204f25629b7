// launch_data.h: the numbers of a launch file: element types, values written as text, and the
// initial contents of buffers.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CLI_LAUNCH_DATA_H
#define WL_CLI_LAUNCH_DATA_H

#include "config/yaml_tree.h"

// X(name, bytes, kind)
// clang-format off
#define ELEM_TYPES(X) \
    X(u8, 1, ELEM_UNSIGNED) X(u16, 2, ELEM_UNSIGNED) X(u32, 4, ELEM_UNSIGNED) \
    X(u64, 8, ELEM_UNSIGNED) \
    X(s8, 1, ELEM_SIGNED) X(s16, 2, ELEM_SIGNED) X(s32, 4, ELEM_SIGNED) X(s64, 8, ELEM_SIGNED) \
    X(f32, 4, ELEM_FLOAT) X(f64, 8, ELEM_FLOAT)
// clang-format on

typedef enum elem_kind { ELEM_UNSIGNED, ELEM_SIGNED, ELEM_FLOAT } elem_kind;

typedef struct elem_type {
    const char *name;
    unsigned bytes;
    elem_kind kind;
} elem_type;

#define ELEM_ONE(name, bytes, kind) +1
enum { ELEM_TYPE_COUNT = ELEM_TYPES(ELEM_ONE), ELEM_BYTES_MAX = 8 };
#undef ELEM_ONE
extern const elem_type elem_types[ELEM_TYPE_COUNT];
extern const char *const elem_names[ELEM_TYPE_COUNT]; // for tree_word

// Reads one number of the type as its bytes (little-endian, as in device memory). Anything but a
// number in range is an error.
int elem_read(yaml_tree *t, yaml_node_t *node, const char *path, const elem_type *type,
              unsigned char out[ELEM_BYTES_MAX]);

// Initial contents: element i is start + i * step (zero: step 0; iota: start 0, step 1), or random,
// or from a file.
typedef struct init {
    enum { INIT_LINEAR, INIT_RANDOM, INIT_FILE } kind;
    __extension__ __int128 start, step; // whole-number types
    double f_start, f_step;             // f32, f64
    uint64_t seed;
    char *bytes; // INIT_FILE: the elements
} init;

// Reads `init:` of a buffer of `count` elements: zero, iota, {linear: {start, step}}, {random:
// SEED}, {file: PATH}. A path is relative to the launch file's folder. Elements that the type
// cannot represent, and a file of another size, are errors. Random floats are uniform in [0, 1),
// random whole numbers over all values of the type.
int init_read(yaml_tree *t, yaml_node_t *node, const char *path, const elem_type *type,
              uint64_t count, init *out);
void init_fill(const init *in, const elem_type *type, uint64_t count, void *to);
void init_free(init *in);

// Resolves a path of the tree's file, which is relative to that file's folder unless it is
// absolute; malloc'd.
char *launch_path(const yaml_tree *t, const char *path);

#endif
