// launch.c : see launch.h: running what launch_read.c has read.
//
// SPDX-License-Identifier: Apache-2.0
#include "cli/launch_read.h"

#include "base/digest.h"
#include "base/printable.h"
#include "cuda/cuda_device.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint64_t launch_heap_base(const launch *l) { return l->heap_base; }

digest launch_digest(const launch *l)
{
    char *all = NULL;
    size_t bytes;
    FILE *f = wl_memstream(&all, &bytes);
    fprintf(f, "%s\n%s\n", l->ptx.hex, l->tree.source.text);
    for (unsigned i = 0; i < l->n_buffers; i++) {
        const launch_buffer *b = &l->buffers[i];
        if (b->init.kind == INIT_FILE)
            fprintf(f, "%s\n", digest_of(b->init.bytes, b->count * b->type->bytes).hex);
    }
    wl_memstream_end(f);
    const digest d = digest_of(all, bytes);
    free(all);
    return d;
}

static int place_buffers(const launch *l, uint64_t *address, err *e)
{
    for (unsigned i = 0; i < l->n_buffers; i++) {
        const launch_buffer *b = &l->buffers[i];
        const uint64_t bytes = b->count * b->type->bytes;
        int status = devmem_alloc(cuda_memory(), bytes, &address[i], e);
        if (status != ST_OK) return status;
        init_fill(&b->init, b->type, b->count, devmem_at(cuda_memory(), address[i], bytes));
    }
    return ST_OK;
}

static int run_step(const launch_step *s, const uint64_t *address)
{
    const ptx_param *p;
    const unsigned n = ptx_params(s->kernel, &p);
    unsigned char *params = wl_calloc(1, ptx_param_bytes(s->kernel));
    for (unsigned i = 0; i < n; i++) {
        const launch_arg *a = &s->args[i];
        memcpy(params + p[i].offset, a->value, p[i].bytes);
        for (unsigned k = 0; k < a->n_addresses; k++) {
            memcpy(params + p[i].offset + a->addresses[k].at, &address[a->addresses[k].buffer],
                   sizeof *address);
        }
    }
    ptx_launch run = s->shape;
    run.params = params;
    int status = cuda_launch(s->kernel, &run);
    free(params);
    return status;
}

static const void *contents(const launch *l, unsigned buffer, const uint64_t *address,
                            size_t *bytes)
{
    *bytes = l->buffers[buffer].count * l->buffers[buffer].type->bytes;
    return devmem_at(cuda_memory(), address[buffer], *bytes);
}

// All are written before the first one takes its name.
static int write_dumps(const launch *l, const uint64_t *address, err *e)
{
    int status = ST_OK;
    for (unsigned i = 0; status == ST_OK && i < l->n_dumps; i++) {
        size_t bytes;
        outfile *o = &l->dumps[i].file;
        const void *data = contents(l, l->dumps[i].buffer, address, &bytes);
        if (fwrite(data, 1, bytes, o->f) != bytes || fflush(o->f) != 0) {
            status = err_add(e, ST_TOOL, "cannot write %s: %s", o->path, strerror(errno));
        }
    }
    for (unsigned i = 0; status == ST_OK && i < l->n_dumps; i++)
        status = outfile_commit(&l->dumps[i].file, e);
    return status;
}

static int run_all(const launch *l, const uint64_t *address, json_t *buffers, err *e)
{
    for (unsigned i = 0; i < l->n_steps; i++) {
        int status = run_step(&l->steps[i], address);
        if (status != ST_OK || cuda_cut()) return status;
    }
    for (unsigned i = 0; i < l->n_buffers; i++) {
        size_t bytes;
        const void *data = contents(l, i, address, &bytes);
        json_object_set_new(buffers, l->buffers[i].name, json_string(digest_of(data, bytes).hex));
    }
    return write_dumps(l, address, e);
}

json_t *launch_dumps_json(const launch *l)
{
    json_t *dumps = json_array();
    for (unsigned i = 0; i < l->n_dumps; i++) {
        const outfile *o = &l->dumps[i].file;
        json_t *row = json_object();
        json_object_set_new(row, "file", printable_json(o->path));
        json_object_set_new(row, "old", json_boolean(o->tmp && access(o->path, F_OK) == 0));
        json_array_append_new(dumps, row);
    }
    return dumps;
}

int launch_run(launch *l, json_t *buffers, err *e)
{
    uint64_t *address = wl_calloc(l->n_buffers, sizeof *address);
    int status = place_buffers(l, address, e);
    if (status == ST_OK) status = run_all(l, address, buffers, e);
    free(address);
    return status;
}
