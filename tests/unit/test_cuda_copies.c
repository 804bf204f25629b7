// test_cuda_copies.c : the driver API's copies and fills of rows and boxes.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_rig.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct rig {
    config c;
    gpu *g;
    err e;
    CUcontext ctx;
} rig;

static void set_up(rig *r)
{
    *r = (rig){0};
    attach_device(&r->c, &r->g, &r->e, 2);
    CU_ASSERT_EQUAL(cuInit(0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL_FATAL(cuCtxCreate(&r->ctx, CU_CTX_SCHED_SPIN, 0), CUDA_SUCCESS);
}

static void tear_down(rig *r) { detach_device(r->g, &r->e); }

TEST(cuda_pitched_memory_and_2d_copies)
{
    enum { W = 12, H = 5 };
    rig r;
    CUdeviceptr p = 0, base = 0;
    size_t pitch = 0, bytes = 0;
    unsigned char in[H][W], out[H][W] = {{0}};
    for (unsigned i = 0; i < H * W; i++) in[i / W][i % W] = (unsigned char)(i + 1);
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAllocPitch(&p, &pitch, W, H, 4), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(pitch, 512);
    CU_ASSERT(cuMemGetAddressRange(&base, &bytes, p + 700) == CUDA_SUCCESS && base == p &&
              bytes == 512 * H);
    CUDA_MEMCPY2D c = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                       .srcHost = in,
                       .srcPitch = W,
                       .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                       .dstDevice = p,
                       .dstPitch = pitch,
                       .WidthInBytes = W,
                       .Height = H};
    CU_ASSERT_EQUAL(cuMemcpy2D(&c), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(out, p + 2 * pitch, W), CUDA_SUCCESS);
    CU_ASSERT(!memcmp(out, in[2], W));
    CUDA_MEMCPY2D back = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                          .srcDevice = p,
                          .srcPitch = pitch,
                          .srcXInBytes = 3,
                          .srcY = 1,
                          .dstMemoryType = CU_MEMORYTYPE_HOST,
                          .dstHost = out,
                          .dstPitch = W,
                          .dstXInBytes = 1,
                          .dstY = 2,
                          .WidthInBytes = 4,
                          .Height = 2};
    CU_ASSERT_EQUAL(cuMemcpy2DAsync(&back, NULL), CUDA_SUCCESS);
    CU_ASSERT(!memcmp(&out[2][1], &in[1][3], 4) && !memcmp(&out[3][1], &in[2][3], 4));
    c.Height = H + 1; // one row past the end
    CU_ASSERT_EQUAL(cuMemcpy2D(&c), CUDA_ERROR_INVALID_VALUE);
    c.Height = 1, c.dstXInBytes = (size_t)-4, c.dstY = 1; // 4 bytes before a row
    CU_ASSERT_EQUAL(cuMemcpy2D(&c), CUDA_ERROR_INVALID_VALUE);
    c.dstXInBytes = 0, c.dstY = 0;
    c.Height = H, c.dstPitch = W - 1;
    CU_ASSERT_EQUAL(cuMemcpy2D(&c), CUDA_ERROR_INVALID_VALUE);
    CUDA_MEMCPY2D either = {.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                            .srcDevice = p,
                            .srcPitch = pitch,
                            .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                            .dstDevice = (CUdeviceptr)(uintptr_t)out,
                            .dstPitch = W,
                            .WidthInBytes = W,
                            .Height = H};
    CU_ASSERT(cuMemcpy2DUnaligned(&either) == CUDA_SUCCESS && !memcmp(out, in, sizeof in));
    c.dstMemoryType = CU_MEMORYTYPE_ARRAY, c.dstPitch = pitch;
    CU_ASSERT_EQUAL(cuMemcpy2D(&c), CUDA_ERROR_INVALID_HANDLE); // no such array
    CU_ASSERT_EQUAL(cuMemAllocPitch(&p, &pitch, W, H, 3), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemAllocPitch(&p, &pitch, SIZE_MAX - 5, 2, 4), CUDA_ERROR_OUT_OF_MEMORY);
    tear_down(&r);
}

// From a box of 3 x 4 x 5 of the host into one of 16 x 6 x 3 of the device.
TEST(cuda_copies_of_boxes)
{
    rig r;
    CUdeviceptr p = 0;
    unsigned char in[5][4][3], out[3][6][16] = {{{0}}};
    for (unsigned i = 0; i < sizeof in; i++) in[i / 12][i / 3 % 4][i % 3] = (unsigned char)(i + 1);
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, sizeof out), CUDA_SUCCESS);
    CUDA_MEMCPY3D c = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                       .srcHost = in,
                       .srcPitch = 3,
                       .srcHeight = 4,
                       .srcXInBytes = 1,
                       .srcY = 2,
                       .srcZ = 3,
                       .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                       .dstDevice = p,
                       .dstPitch = 16,
                       .dstHeight = 6,
                       .dstXInBytes = 7,
                       .dstY = 4,
                       .dstZ = 1,
                       .WidthInBytes = 2,
                       .Height = 2,
                       .Depth = 2};
    CU_ASSERT_EQUAL(cuMemcpy3D(&c), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoH(out, p, sizeof out), CUDA_SUCCESS);
    for (unsigned z = 0; z < 2; z++)
        CU_ASSERT(!memcmp(&out[1 + z][4][7], &in[3 + z][2][1], 2) &&
                  !memcmp(&out[1 + z][5][7], &in[3 + z][3][1], 2));
    CU_ASSERT(!out[0][4][7] && !out[1][4][9] && !out[1][3][7]);
    c.Depth = 3, c.srcZ = 0, c.srcXInBytes = 0; // the last layer is past the end
    CU_ASSERT_EQUAL(cuMemcpy3DAsync(&c, NULL), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuMemcpyDtoH(out, p, sizeof out) == CUDA_SUCCESS && out[1][4][7] == in[3][2][1]);
    c.Depth = 1, c.dstZ = SIZE_MAX / 4;
    CU_ASSERT_EQUAL(cuMemcpy3D(&c), CUDA_ERROR_INVALID_VALUE);
    c.dstZ = 0, c.dstLOD = 1;
    CU_ASSERT_EQUAL(cuMemcpy3D(&c), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

TEST(cuda_fills_of_rows)
{
    rig r;
    CUdeviceptr p = 0;
    unsigned words[3][4];
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, sizeof words), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemsetD2D32(p + 4, 16, 0x11223344, 2, 3), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemsetD2D16Async(p + 12, 16, 0x5566, 1, 2, NULL), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemsetD2D8(p, 0, 0x77, 3, 1),
                    CUDA_SUCCESS); // of one row the pitch does not matter
    CU_ASSERT_EQUAL(cuMemcpyDtoH(words, p, sizeof words), CUDA_SUCCESS);
    CU_ASSERT(words[0][0] == 0x777777 && words[0][1] == 0x11223344 && words[2][2] == 0x11223344 &&
              words[1][3] == 0x5566 && !words[2][3] && !words[1][0]);
    CU_ASSERT_EQUAL(cuMemsetD2D32(p + 8, 16, 0, 2, 4), CUDA_ERROR_INVALID_VALUE); // a row too many
    CU_ASSERT_EQUAL(cuMemsetD2D32(p, 18, 0, 2, 2), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemsetD2D32(p, 4, 0, 2, 2),
                    CUDA_ERROR_INVALID_VALUE); // rows lie in each other
    CU_ASSERT_EQUAL(cuMemsetD2D16(p + 1, 16, 0, 2, 2), CUDA_ERROR_INVALID_VALUE);
    tear_down(&r);
}

// The device has it at an address of its own until it is given back; both sides see one memory.
TEST(cuda_memory_of_the_host_that_the_device_has_too)
{
    rig r;
    unsigned mine[16] = {0}, got[4] = {0};
    CUdeviceptr there = 0, told = 0;
    const CUdeviceptr here = (CUdeviceptr)(uintptr_t)mine;
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemHostRegister(mine, sizeof mine, CU_MEMHOSTREGISTER_DEVICEMAP),
                    CUDA_SUCCESS);
    CU_ASSERT(cuMemHostGetDevicePointer(&there, mine + 4, 0) == CUDA_SUCCESS && there != here + 16);
    CU_ASSERT(cuPointerGetAttribute(&told, CU_POINTER_ATTRIBUTE_DEVICE_POINTER, here + 16) ==
                  CUDA_SUCCESS &&
              told == there);
    CU_ASSERT_EQUAL(cuMemsetD32(there, 7, 8), CUDA_SUCCESS);
    CU_ASSERT(mine[3] == 0 && mine[4] == 7 && mine[11] == 7 && mine[12] == 0);
    mine[5] = 9;
    CU_ASSERT(cuMemcpyDtoH(got, there, sizeof got) == CUDA_SUCCESS && got[0] == 7 && got[1] == 9);
    CU_ASSERT_EQUAL(cuMemsetD32(there, 1, 13), CUDA_ERROR_INVALID_VALUE); // one beyond its end
    CU_ASSERT_EQUAL(cuMemHostUnregister(mine), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemsetD32(there, 1, 1), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemHostRegister(mine, sizeof mine, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemHostGetDevicePointer(&there, mine, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemHostRegister(mine, 4, CU_MEMHOSTREGISTER_IOMEMORY),
                    CUDA_ERROR_NOT_SUPPORTED);
    tear_down(&r);
}

// Nothing is at the first page, and nothing behind a page whose neighbour has been given back.
TEST(cuda_copies_refuse_addresses_without_memory)
{
    rig r;
    CUdeviceptr p = 0;
    char host[16] = "here";
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&p, sizeof host), CUDA_SUCCESS);
    CU_ASSERT(two != MAP_FAILED && munmap(two + page, page) == 0);
    const CUdeviceptr here = (uintptr_t)host, end = (uintptr_t)two + page - 8,
                      wild[] = {0, 0x1234, end, UINT64_MAX - 15};
    for (unsigned i = 0; i < sizeof wild / sizeof wild[0]; i++) {
        const CUdeviceptr no = wild[i];
        const CUdeviceptr ends[][2] = {{no, here}, {here, no}, {no, p}, {p, no}};
        for (unsigned k = 0; k < 4; k++) {
            CU_ASSERT_EQUAL(cuMemcpy(ends[k][0], ends[k][1], 16), CUDA_ERROR_INVALID_VALUE);
            CU_ASSERT_EQUAL(cuMemcpyAsync(ends[k][0], ends[k][1], 16, NULL),
                            CUDA_ERROR_INVALID_VALUE);
            CU_ASSERT_EQUAL(cuMemcpy(ends[k][0], ends[k][1], 0), CUDA_SUCCESS);
        }
        CU_ASSERT_EQUAL(cuMemcpyHtoD(p, (void *)(uintptr_t)no, 16), CUDA_ERROR_INVALID_VALUE);
        CU_ASSERT_EQUAL(cuMemcpyDtoH((void *)(uintptr_t)no, p, 16), CUDA_ERROR_INVALID_VALUE);
    }
    CU_ASSERT(cuMemcpy(end, here, 8) == CUDA_SUCCESS && !strcmp(two + page - 8, "here"));
    CU_ASSERT(cuMemcpy(p, end, 8) == CUDA_SUCCESS && cuMemcpy(here + 8, p, 8) == CUDA_SUCCESS);
    CU_ASSERT(!strcmp(host + 8, "here"));
    munmap(two, page);
    tear_down(&r);
}

UNIT_MAIN("cuda_copies", T(cuda_pitched_memory_and_2d_copies), T(cuda_copies_of_boxes),
          T(cuda_fills_of_rows), T(cuda_memory_of_the_host_that_the_device_has_too),
          T(cuda_copies_refuse_addresses_without_memory))
