// texref.c: texture references of the runtime API, as a host program of CUDA 11 registers and binds
// them. The device code is FATBIN, a file of texref.ptx. Prints "right", or the lines that are
// wrong.
//
// SPDX-License-Identifier: Apache-2.0
#include <cudart.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

__asm__(".section .nv_fatbin,\"a\"\n.balign 8\nfatbin: .incbin \"" FATBIN "\"\n.previous\n");
extern const char fatbin[];
static struct {
    int magic, version;
    const void *data;
    void *filename;
} wrapper = {0x466243b1, 1, fatbin, 0};

static textureReference sheet, shades;
static void read_stub(void) {}
enum { N = 64 };
static float out[N][2], *device;
static unsigned faults;

#define IS(x) \
    do { \
        if (!(x)) faults++, printf("line %d: %s\n", __LINE__, #x); \
    } while (0)
#define DONE(x) IS((x) == cudaSuccess)

static void run(void)
{
    void *args[] = {&device};
    const dim3 one = {1, 1, 1}, block = {N, 1, 1};
    DONE(cudaLaunchKernel((const void *)read_stub, one, block, args, 0, NULL));
    DONE(cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost));
}

// Column of thread i is base + step * i.
static void holds(unsigned column, float base, float step)
{
    unsigned wrong = 0;
    for (int i = 0; i < N; i++) {
        const float want = base + step * (float)i, off = out[i][column] - want;
        wrong += off < -1e-6f || off > 1e-6f;
    }
    IS(wrong == 0);
}

int main(void)
{
    void **handle = __cudaRegisterFatBinary(&wrapper);
    const cudaChannelFormatDesc real =
                                    cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat),
                                byte = cudaCreateChannelDesc(8, 0, 0, 0,
                                                             cudaChannelFormatKindUnsigned);
    const textureReference *same = NULL;
    float texels[N], *flat;
    unsigned char small[N], *bytes;
    cudaArray_t array;
    size_t offset = 7;
    __cudaRegisterFunction(handle, (const char *)read_stub, "read", "read", -1, 0, 0, 0, 0, 0);
    __cudaRegisterTexture(handle, &sheet, NULL, "sheet", 2, 0, 0);
    __cudaRegisterTexture(handle, &shades, NULL, "shades", 1, 1, 0);
    for (int i = 0; i < N; i++) texels[i] = 2.f * (float)i, small[i] = (unsigned char)(255 - i);
    DONE(cudaMalloc((void **)&device, sizeof out));
    DONE(cudaMalloc((void **)&flat, sizeof texels));
    DONE(cudaMalloc((void **)&bytes, sizeof small));
    DONE(cudaMemcpy(flat, texels, sizeof texels, cudaMemcpyHostToDevice));
    DONE(cudaMemcpy(bytes, small, sizeof small, cudaMemcpyHostToDevice));
    DONE(cudaMallocArray(&array, &real, 8, 8, 0));
    for (int i = 0; i < N; i++) texels[i] = 100.f - (float)i;
    DONE(cudaMemcpy2DToArray(array, 0, 0, texels, 32, 32, 8, cudaMemcpyHostToDevice));

    DONE(cudaBindTextureToArray(&sheet, array, &real));
    DONE(cudaBindTexture(&offset, &shades, bytes, &byte, UINT_MAX));
    IS(offset == 0);
    run();
    holds(0, 100, -1);
    holds(1, 1, -1.f / 255);
    DONE(cudaBindTexture2D(&offset, &sheet, flat, &real, 8, 8, 32));
    run();
    holds(0, 0, 2);
    // what the program's variable says is taken when it is bound
    sheet.normalized = 1;
    run();
    holds(0, 0, 2);
    DONE(cudaBindTextureToArray(&sheet, array, &real));
    run();
    holds(0, 100, 0); // whole coordinates wrap around to texel (0, 0)
    DONE(cudaGetTextureReference(&same, &sheet));
    IS(same == &sheet);
    DONE(cudaGetTextureAlignmentOffset(&offset, &sheet));
    IS(cudaBindTexture(&offset, (const textureReference *)&offset, bytes, &byte, N) ==
       cudaErrorInvalidTexture);
    IS(cudaGetLastError() == cudaErrorInvalidTexture);
    DONE(cudaUnbindTexture(&sheet));
    void *args[] = {&device};
    const dim3 one = {1, 1, 1};
    DONE(cudaGetLastError());
    const cudaError_t launched = cudaLaunchKernel((const void *)read_stub, one, one, args, 0, NULL);
    IS(launched != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess);
    return faults ? 1 : puts("right") < 0;
}
