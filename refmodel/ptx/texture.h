// texture.h: textures and surfaces: what their handles stand for, and what a fetch returns. The
// handles of a device are given out once each, so that a kernel that uses a destroyed one faults.
//
// A fetch follows the CUDA C++ Programming Guide ("Texture Fetching"). Between texels a linear
// filter weighs by fractions of 9 bits, 8 of which are behind the point; they are rounded to
// nearest, and the weighted sum is rounded once, to f32. Coordinates outside of [0, N) follow the
// address mode, and wrap and mirror are clamp where coordinates are not normalized. A layer, and a
// texel of linear memory, has an index: layers are clamped, and outside of the memory all is 0.
//
// A formatted store (sust.p) writes one value to each channel, of f32, u32 or s32 as the channels
// are; PTX does not say what becomes of an integer that does not fit. sured.p reduces texels that
// are one integer of 32 bits, or, of .b64, two whose 64 bits are taken for one.
//
// The texels of a row lie one behind the other, rows at multiples of `pitch`, slices at multiples
// of `slice`: arrays are not tiled.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_PTX_TEXTURE_H
#define WL_PTX_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum texel_kind { TEXEL_UNSIGNED, TEXEL_SIGNED, TEXEL_FLOAT } texel_kind;
// Numbered as in CUDA.
typedef enum address_mode {
    ADDRESS_WRAP,
    ADDRESS_CLAMP,
    ADDRESS_MIRROR,
    ADDRESS_BORDER
} address_mode;

typedef struct ptx_texture {
    uint64_t address, bytes;       // in device memory
    uint64_t pitch, slice;         // bytes from row to row, from slice or layer to the next
    uint32_t width, height, depth; // texels; 1 where there is none
    uint32_t layers;               // 6 for each cube; 1: not layered
    bool in_linear_memory;         // one row, without address modes and filters
    texel_kind kind;
    uint8_t channels, channel_bytes; // 1, 2 or 4; 1, 2 or 4 (a float: 2 or 4)
    // how a texture is read; a surface has the above only
    address_mode modes[3];                         // of x, y, z
    bool linear;                                   // filter; else the nearest texel
    bool normalized_coordinates, reads_normalized; // integers as fractions of their largest
    uint32_t border[4];                            // as a fetch returns it
} ptx_texture;

static inline uint32_t texture_texel_bytes(const ptx_texture *t)
{
    return (uint32_t)t->channels * t->channel_bytes;
}

// Writes a channel of a texel at `to`: the value is an f32, u32 or s32 as the kind is. What a
// smaller integer cannot hold becomes the nearest that it can.
void texture_encode(const ptx_texture *t, uint32_t value, unsigned char *to);

typedef struct ptx_textures ptx_textures;
ptx_textures *ptx_textures_new(void);
void ptx_textures_free(ptx_textures *all);
uint64_t ptx_texture_add(ptx_textures *all, const ptx_texture *t);             // never 0
bool ptx_texture_remove(ptx_textures *all, uint64_t handle);                   // false: it is none
const ptx_texture *ptx_texture_find(const ptx_textures *all, uint64_t handle); // NULL: none

// The geometry that an instruction names.
typedef struct texture_shape {
    uint8_t dimensions; // 1 to 3
    bool layered, cube;
} texture_shape;

// A point of one lane. Whole coordinates (of .s32) name texels.
typedef struct texture_point {
    float at[3];      // x, y, z; of a cube the direction
    int32_t whole[3]; // instead of them, if in_texels
    uint32_t layer;   // of a layered texture; of cubes the cube
    bool in_texels;
} texture_point;

// What a fetch at p returns: four channels, those that the texture does not have as 0. texels: the
// host's view of the texture's memory. Returns the address of the texel that comes first in the
// footprint (clamped to the texture), which is what the access is timed by.
uint64_t texture_sample(const ptx_texture *t, const unsigned char *texels,
                        const texture_shape *shape, const texture_point *p, uint32_t out[4]);

// One channel of the four texels of a bilinear footprint, counterclockwise from the one at
// (i, j + 1) (PTX ISA, "tld4").
uint64_t texture_gather(const ptx_texture *t, const unsigned char *texels,
                        const texture_shape *shape, const texture_point *p, unsigned channel,
                        uint32_t out[4]);

#endif
