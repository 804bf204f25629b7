// cuda_arrays.h: declarations of the driver API's arrays, textures and surfaces, as in NVIDIA's
// cuda.h, and handles of other things that this device does not have. cuda.h includes it. The
// calls at the end return CUDA_ERROR_NOT_SUPPORTED (cuda_refused.c): there are no mipmaps, no
// references to surfaces by name, and no formats but 1, 2 and 4 channels of 8, 16 and 32 bits.
//
// Textures over arrays, linear and pitched memory are read as ptx/texture.h says. A fetch is timed
// as a global load, of a word for each thread, that goes through L1D: the word in which the first
// texel of its footprint begins. A surface access is timed as the global access that it is, and a
// formatted store, whose width is the surface's, as one of the word in which its texel begins.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WL_CUDA_CUDA_ARRAYS_H
#define WL_CUDA_CUDA_ARRAYS_H

typedef struct CUarray_st *CUarray;
typedef struct CUmipmappedArray_st *CUmipmappedArray;
typedef struct CUtexref_st *CUtexref;
typedef struct CUsurfref_st *CUsurfref;
typedef cuuint64_t CUtexObject;
typedef cuuint64_t CUsurfObject;
typedef struct CUgraphicsResource_st *CUgraphicsResource;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef struct CUuserObject_st *CUuserObject;
typedef struct CUextMemory_st *CUexternalMemory;
typedef struct CUextSemaphore_st *CUexternalSemaphore;
typedef cuuint64_t CUmemGenericAllocationHandle;

typedef enum CUarray_format_enum {
    CU_AD_FORMAT_UNSIGNED_INT8 = 1,
    CU_AD_FORMAT_UNSIGNED_INT16,
    CU_AD_FORMAT_UNSIGNED_INT32,
    CU_AD_FORMAT_SIGNED_INT8 = 8,
    CU_AD_FORMAT_SIGNED_INT16,
    CU_AD_FORMAT_SIGNED_INT32,
    CU_AD_FORMAT_HALF = 0x10,
    CU_AD_FORMAT_FLOAT = 0x20,
    CU_AD_FORMAT_UNORM_INT_101010_2 = 0x50,
    CU_AD_FORMAT_BC1_UNORM = 0x91,
    CU_AD_FORMAT_BC1_UNORM_SRGB,
    CU_AD_FORMAT_BC2_UNORM,
    CU_AD_FORMAT_BC2_UNORM_SRGB,
    CU_AD_FORMAT_BC3_UNORM,
    CU_AD_FORMAT_BC3_UNORM_SRGB,
    CU_AD_FORMAT_BC4_UNORM,
    CU_AD_FORMAT_BC4_SNORM,
    CU_AD_FORMAT_BC5_UNORM,
    CU_AD_FORMAT_BC5_SNORM,
    CU_AD_FORMAT_BC6H_UF16,
    CU_AD_FORMAT_BC6H_SF16,
    CU_AD_FORMAT_BC7_UNORM,
    CU_AD_FORMAT_BC7_UNORM_SRGB,
    CU_AD_FORMAT_P010,
    CU_AD_FORMAT_P016 = 0xa1,
    CU_AD_FORMAT_NV16,
    CU_AD_FORMAT_P210,
    CU_AD_FORMAT_P216,
    CU_AD_FORMAT_YUY2,
    CU_AD_FORMAT_Y210,
    CU_AD_FORMAT_Y216,
    CU_AD_FORMAT_AYUV,
    CU_AD_FORMAT_Y410,
    CU_AD_FORMAT_NV12 = 0xb0,
    CU_AD_FORMAT_Y416,
    CU_AD_FORMAT_Y444_PLANAR8,
    CU_AD_FORMAT_Y444_PLANAR10,
    CU_AD_FORMAT_YUV444_8bit_SemiPlanar,
    CU_AD_FORMAT_YUV444_16bit_SemiPlanar,
    CU_AD_FORMAT_UNORM_INT8X1 = 0xc0,
    CU_AD_FORMAT_UNORM_INT8X2,
    CU_AD_FORMAT_UNORM_INT8X4,
    CU_AD_FORMAT_UNORM_INT16X1,
    CU_AD_FORMAT_UNORM_INT16X2,
    CU_AD_FORMAT_UNORM_INT16X4,
    CU_AD_FORMAT_SNORM_INT8X1,
    CU_AD_FORMAT_SNORM_INT8X2,
    CU_AD_FORMAT_SNORM_INT8X4,
    CU_AD_FORMAT_SNORM_INT16X1,
    CU_AD_FORMAT_SNORM_INT16X2,
    CU_AD_FORMAT_SNORM_INT16X4,
    CU_AD_FORMAT_MAX = 0x7FFFFFFF
} CUarray_format;
typedef enum CUaddress_mode_enum {
    CU_TR_ADDRESS_MODE_WRAP,
    CU_TR_ADDRESS_MODE_CLAMP,
    CU_TR_ADDRESS_MODE_MIRROR,
    CU_TR_ADDRESS_MODE_BORDER
} CUaddress_mode;
typedef enum CUfilter_mode_enum { CU_TR_FILTER_MODE_POINT, CU_TR_FILTER_MODE_LINEAR } CUfilter_mode;
typedef enum CUarray_cubemap_face_enum {
    CU_CUBEMAP_FACE_POSITIVE_X,
    CU_CUBEMAP_FACE_NEGATIVE_X,
    CU_CUBEMAP_FACE_POSITIVE_Y,
    CU_CUBEMAP_FACE_NEGATIVE_Y,
    CU_CUBEMAP_FACE_POSITIVE_Z,
    CU_CUBEMAP_FACE_NEGATIVE_Z
} CUarray_cubemap_face;
typedef enum CUresourcetype_enum {
    CU_RESOURCE_TYPE_ARRAY,
    CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
    CU_RESOURCE_TYPE_LINEAR,
    CU_RESOURCE_TYPE_PITCH2D
} CUresourcetype;
typedef enum CUresourceViewFormat_enum {
    CU_RES_VIEW_FORMAT_NONE,
    CU_RES_VIEW_FORMAT_UINT_1X8,
    CU_RES_VIEW_FORMAT_UINT_2X8,
    CU_RES_VIEW_FORMAT_UINT_4X8,
    CU_RES_VIEW_FORMAT_SINT_1X8,
    CU_RES_VIEW_FORMAT_SINT_2X8,
    CU_RES_VIEW_FORMAT_SINT_4X8,
    CU_RES_VIEW_FORMAT_UINT_1X16,
    CU_RES_VIEW_FORMAT_UINT_2X16,
    CU_RES_VIEW_FORMAT_UINT_4X16,
    CU_RES_VIEW_FORMAT_SINT_1X16,
    CU_RES_VIEW_FORMAT_SINT_2X16,
    CU_RES_VIEW_FORMAT_SINT_4X16,
    CU_RES_VIEW_FORMAT_UINT_1X32,
    CU_RES_VIEW_FORMAT_UINT_2X32,
    CU_RES_VIEW_FORMAT_UINT_4X32,
    CU_RES_VIEW_FORMAT_SINT_1X32,
    CU_RES_VIEW_FORMAT_SINT_2X32,
    CU_RES_VIEW_FORMAT_SINT_4X32,
    CU_RES_VIEW_FORMAT_FLOAT_1X16,
    CU_RES_VIEW_FORMAT_FLOAT_2X16,
    CU_RES_VIEW_FORMAT_FLOAT_4X16,
    CU_RES_VIEW_FORMAT_FLOAT_1X32,
    CU_RES_VIEW_FORMAT_FLOAT_2X32,
    CU_RES_VIEW_FORMAT_FLOAT_4X32,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC1,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC2,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC3,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC4,
    CU_RES_VIEW_FORMAT_SIGNED_BC4,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC5,
    CU_RES_VIEW_FORMAT_SIGNED_BC5,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC6H,
    CU_RES_VIEW_FORMAT_SIGNED_BC6H,
    CU_RES_VIEW_FORMAT_UNSIGNED_BC7
} CUresourceViewFormat;

#define CUDA_ARRAY3D_LAYERED 0x01
#define CUDA_ARRAY3D_2DARRAY 0x01
#define CUDA_ARRAY3D_SURFACE_LDST 0x02
#define CUDA_ARRAY3D_CUBEMAP 0x04
#define CUDA_ARRAY3D_TEXTURE_GATHER 0x08
#define CUDA_ARRAY3D_DEPTH_TEXTURE 0x10
#define CUDA_ARRAY3D_COLOR_ATTACHMENT 0x20
#define CUDA_ARRAY3D_SPARSE 0x40
#define CUDA_ARRAY3D_DEFERRED_MAPPING 0x80
#define CUDA_ARRAY3D_VIDEO_ENCODE_DECODE 0x100
#define CU_TRSA_OVERRIDE_FORMAT 0x01
#define CU_TRSF_READ_AS_INTEGER 0x01
#define CU_TRSF_NORMALIZED_COORDINATES 0x02
#define CU_TRSF_SRGB 0x10
#define CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION 0x20
#define CU_TRSF_SEAMLESS_CUBEMAP 0x40

typedef struct CUDA_ARRAY_DESCRIPTOR_st {
    size_t Width, Height;
    CUarray_format Format;
    unsigned NumChannels;
} CUDA_ARRAY_DESCRIPTOR;

typedef struct CUDA_ARRAY3D_DESCRIPTOR_st {
    size_t Width, Height, Depth;
    CUarray_format Format;
    unsigned NumChannels, Flags;
} CUDA_ARRAY3D_DESCRIPTOR;

typedef struct CUDA_RESOURCE_DESC_st {
    CUresourcetype resType;
    union {
        struct {
            CUarray hArray;
        } array;
        struct {
            CUmipmappedArray hMipmappedArray;
        } mipmap;
        struct {
            CUdeviceptr devPtr;
            CUarray_format format;
            unsigned numChannels;
            size_t sizeInBytes;
        } linear;
        struct {
            CUdeviceptr devPtr;
            CUarray_format format;
            unsigned numChannels;
            size_t width, height, pitchInBytes;
        } pitch2D;
        struct {
            int reserved[32];
        } reserved;
    } res;
    unsigned flags;
} CUDA_RESOURCE_DESC;

typedef struct CUDA_TEXTURE_DESC_st {
    CUaddress_mode addressMode[3];
    CUfilter_mode filterMode;
    unsigned flags, maxAnisotropy;
    CUfilter_mode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp, borderColor[4];
    int reserved[12];
} CUDA_TEXTURE_DESC;

typedef struct CUDA_RESOURCE_VIEW_DESC_st {
    CUresourceViewFormat format;
    size_t width, height, depth;
    unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer, reserved[16];
} CUDA_RESOURCE_VIEW_DESC;

// cuda_array.c, cuda_texture.c
CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *as);
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *as, CUarray array);
CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *as);
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *as, CUarray array);
CUresult cuArrayDestroy(CUarray array);
CUresult cuMemcpyDtoA(CUarray dst, size_t at, CUdeviceptr src, size_t bytes);
CUresult cuMemcpyAtoD(CUdeviceptr dst, CUarray src, size_t at, size_t bytes);
CUresult cuMemcpyHtoA(CUarray dst, size_t at, const void *src, size_t bytes);
CUresult cuMemcpyAtoH(void *dst, CUarray src, size_t at, size_t bytes);
CUresult cuMemcpyAtoA(CUarray dst, size_t to, CUarray src, size_t from, size_t bytes);
CUresult cuMemcpyHtoAAsync(CUarray dst, size_t at, const void *src, size_t bytes, CUstream stream);
CUresult cuMemcpyAtoHAsync(void *dst, CUarray src, size_t at, size_t bytes, CUstream stream);
CUresult cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *of,
                           const CUDA_TEXTURE_DESC *how, const CUDA_RESOURCE_VIEW_DESC *view);
CUresult cuTexObjectDestroy(CUtexObject object);
CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *of, CUtexObject object);
CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *how, CUtexObject object);
CUresult cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *of);
CUresult cuSurfObjectDestroy(CUsurfObject object);
CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *of, CUsurfObject object);

// Texture references, by their names in a module.
CUresult cuModuleGetTexRef(CUtexref *texture, CUmodule module, const char *name);
CUresult cuParamSetTexRef(CUfunction f, int unit, CUtexref texture);
CUresult cuTexRefSetArray(CUtexref texture, CUarray array, unsigned flags);
CUresult cuTexRefSetAddress(size_t *offset, CUtexref texture, CUdeviceptr at, size_t bytes);
CUresult cuTexRefSetAddress2D(CUtexref texture, const CUDA_ARRAY_DESCRIPTOR *as, CUdeviceptr at,
                              size_t pitch);
CUresult cuTexRefSetFormat(CUtexref texture, CUarray_format format, int channels);
CUresult cuTexRefSetAddressMode(CUtexref texture, int dimension, CUaddress_mode mode);
CUresult cuTexRefSetFilterMode(CUtexref texture, CUfilter_mode mode);
CUresult cuTexRefSetFlags(CUtexref texture, unsigned flags);
CUresult cuTexRefGetArray(CUarray *array, CUtexref texture);
CUresult cuTexRefGetAddress(CUdeviceptr *at, CUtexref texture);
CUresult cuTexRefGetFormat(CUarray_format *format, int *channels, CUtexref texture);
CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref texture, int dimension);
CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref texture);
CUresult cuTexRefGetFlags(unsigned *flags, CUtexref texture);

#ifndef WL_CUDA_REFUSED // cuda_refused.c defines all of them without a look at their parameters
CUresult cuArrayGetPlane(CUarray *plane, CUarray array, unsigned index);
CUresult cuMipmappedArrayCreate(CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR *as,
                                unsigned levels);
CUresult cuMipmappedArrayGetLevel(CUarray *level, CUmipmappedArray array, unsigned index);
CUresult cuMipmappedArrayDestroy(CUmipmappedArray array);
CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *view, CUtexObject object);
CUresult cuModuleGetSurfRef(CUsurfref *surface, CUmodule module, const char *name);
CUresult cuTexRefCreate(CUtexref *texture);
CUresult cuTexRefDestroy(CUtexref texture);
CUresult cuSurfRefSetArray(CUsurfref surface, CUarray array, unsigned flags);
CUresult cuSurfRefGetArray(CUarray *array, CUsurfref surface);
#endif

#endif
