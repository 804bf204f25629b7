// program.c : a CUDA program as a CUDA compiler leaves it: kernels are functions on the host that
// pass their arguments to cudaLaunchKernel, and a constructor registers them with the fat binary
// that the program carries (FATBIN, a file). Kernels: kernels.cu.
//
//   program            everything; says "right", or which line is wrong
//   program talk N     one kernel of N blocks that prints; what it should print is on stderr
//   program fault WHICH    an assertion, a trap, a block that is freed twice: the error's name
//
// SPDX-License-Identifier: Apache-2.0
#include <cudart.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__asm__(".section .nv_fatbin,\"a\"\n.balign 8\nfatbin: .incbin \"" FATBIN "\"\n.previous\n");
extern const char fatbin[];
static struct {
    int magic, version;
    const void *data;
    void *file;
} wrapper = {0x466243b1, 1, fatbin, 0};
static void **handle;

static int table[4], factor; // their shadows on the host
static int *both;            // __managed__
struct pair {
    int a[2];
    double b;
};

#define LAUNCH(stub, ...) \
    void *args[] = {__VA_ARGS__}; \
    dim3 grid, block; \
    size_t shared; \
    cudaStream_t stream; \
    if (__cudaPopCallConfiguration(&grid, &block, &shared, &stream) == cudaSuccess) \
    cudaLaunchKernel((const void *)stub, grid, block, args, shared, stream)
static void combine(int *out, int *in, struct pair p, int n) { LAUNCH(combine, &out, &in, &p, &n); }
static void add_one(int *x, int n) { LAUNCH(add_one, &x, &n); }
static void picture(float *out, unsigned long long t, unsigned long long s)
{
    LAUNCH(picture, &out, &t, &s);
}
static void talk(const char *word) { LAUNCH(talk, &word); }
static void count_of_arguments(int *out) { LAUNCH(count_of_arguments, &out); }
static void reserve(int **blocks, int n) { LAUNCH(reserve, &blocks, &n); }
static void give_back(int *sums, int **blocks, int n) { LAUNCH(give_back, &sums, &blocks, &n); }
static void give_back_twice(int **blocks) { LAUNCH(give_back_twice, &blocks); }
static void demand(int most) { LAUNCH(demand, &most); }
static void stop(void) { LAUNCH(stop, NULL); }
static void nobody(void) { LAUNCH(nobody, NULL); }

static void unregister(void) { __cudaUnregisterFatBinary(handle); }

#define KERNEL(stub) \
    __cudaRegisterFunction(handle, (const char *)stub, #stub, #stub, -1, NULL, NULL, NULL, NULL, \
                           NULL)
__attribute__((constructor)) static void register_all(void)
{
    handle = __cudaRegisterFatBinary(&wrapper);
    KERNEL(combine), KERNEL(add_one), KERNEL(picture), KERNEL(talk), KERNEL(count_of_arguments),
        KERNEL(reserve);
    KERNEL(give_back), KERNEL(give_back_twice), KERNEL(demand), KERNEL(stop), KERNEL(nobody);
    __cudaRegisterVar(handle, (char *)table, "table", "table", 0, sizeof table, 0, 0);
    __cudaRegisterVar(handle, (char *)&factor, "factor", "factor", 0, sizeof factor, 1, 0);
    __cudaRegisterManagedVar(handle, (void **)&both, "both", "both", 0, 16, 0, 0);
    __cudaRegisterFatBinaryEnd(handle);
    atexit(unregister);
}

// kernel<<<grid, block>>>
#define RUN(kernel, blocks, threads) \
    __cudaPushCallConfiguration((dim3){blocks, 1, 1}, (dim3){threads, 1, 1}, 0, NULL) ? (void)0 \
                                                                                      : kernel

#define IS(condition) \
    do { \
        if (!(condition)) printf("line %d: %s\n", __LINE__, #condition), exit(1); \
    } while (0)
#define DONE(call) IS((call) == cudaSuccess)

static void kernels_and_symbols(void)
{
    int in[100], out[100], *a, *b, three = 3, changed[2] = {21, 31}, read[4];
    const struct pair p = {{1000, 0}, 7.75};
    size_t bytes = 0;
    void *at = NULL;
    for (int i = 0; i < 100; i++) in[i] = i;
    DONE(cudaMalloc((void **)&a, sizeof in));
    DONE(cudaMalloc((void **)&b, sizeof in));
    DONE(cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice));
    DONE(cudaMemcpyToSymbol(&factor, &three, sizeof three, 0, cudaMemcpyHostToDevice));
    DONE(cudaMemcpyToSymbol(table, changed, sizeof changed, 4, cudaMemcpyHostToDevice));
    RUN(combine, 4, 32)(b, a, p, 100);
    DONE(cudaGetLastError());
    DONE(cudaMemcpy(out, b, sizeof out, cudaMemcpyDefault));
    static const int now[4] = {10, 21, 31, 40};
    for (int i = 0; i < 100; i++) IS(out[i] == 3 * i + now[i % 4] + 1000 + 7);
    DONE(cudaMemcpyFromSymbol(read, table, sizeof read, 0, cudaMemcpyDeviceToHost));
    IS(!memcmp(read, now, sizeof now));
    DONE(cudaGetSymbolSize(&bytes, table));
    DONE(cudaGetSymbolAddress(&at, table));
    IS(bytes == sizeof table && at);
    IS(cudaMemcpyToSymbol(table, read, 8, 12, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    IS(cudaMemcpyToSymbol(&bytes, read, 4, 0, cudaMemcpyHostToDevice) == cudaErrorInvalidSymbol);
    DONE(cudaFree(a));
    DONE(cudaFree(b));
    IS(cudaFree(b) == cudaErrorInvalidValue && cudaPeekAtLastError() == cudaErrorInvalidValue);
    IS(cudaGetLastError() == cudaErrorInvalidValue && cudaGetLastError() == cudaSuccess);
}

static void launches(void)
{
    cudaKernel_t k = NULL;
    cudaFuncAttributes f;
    int *x, n = 64, blocks = 0, seen = 0, sums[64];
    void *args[] = {&x, &n};
    DONE(cudaMalloc((void **)&x, 256));
    DONE(cudaMemset(x, 0, 256));
    DONE(__cudaGetKernel(&k, (const void *)add_one));
    DONE(__cudaLaunchKernel(k, (dim3){2, 1, 1}, (dim3){32, 1, 1}, args, 0, NULL));
    cudaLaunchAttribute how[2] = {{cudaLaunchAttributeCooperative, 0, {{0}}},
                                  {cudaLaunchAttributeClusterDimension, 0, {{0}}}};
    how[0].val.cooperative = 1;
    for (int i = 0; i < 3; i++) how[1].val.cluster[i] = 1;
    cudaLaunchConfig_t c = {{2, 1, 1}, {32, 1, 1}, 0, NULL, how, 2};
    DONE(cudaLaunchKernelExC(&c, (const void *)add_one, args));
    DONE(cudaDeviceSynchronize());
    DONE(cudaMemcpy(sums, x, sizeof sums, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++) IS(sums[i] == 2);
    how[1].val.cluster[0] = 2;
    IS(cudaLaunchKernelExC(&c, (const void *)add_one, args) == cudaErrorNotSupported);
    DONE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)add_one, 32, 0));
    DONE(cudaDeviceGetAttribute(&seen, 16, 0)); // multiprocessors
    const dim3 full = {(unsigned)(blocks * seen), 1, 1}, more = {full.x + 1, 1, 1},
               warp = {32, 1, 1};
    DONE(cudaLaunchCooperativeKernel((const void *)add_one, full, warp, args, 0, NULL));
    IS(cudaLaunchCooperativeKernel((const void *)add_one, more, warp, args, 0, NULL) ==
       cudaErrorCooperativeLaunchTooLarge);
    IS(cudaLaunchKernel((const void *)add_one, warp, (dim3){1025, 1, 1}, args, 0, NULL) ==
       cudaErrorInvalidConfiguration);
    IS(cudaLaunchKernel((const void *)add_one, warp, (dim3){0, 1, 1}, args, 0, NULL) ==
       cudaErrorInvalidConfiguration);
    IS(cudaLaunchKernel((const void *)add_one, (dim3){1, 65536, 1}, warp, args, 0, NULL) ==
       cudaErrorInvalidConfiguration);
    IS(cudaLaunchKernel((const void *)add_one, warp, warp, args, 49153, NULL) ==
       cudaErrorInvalidValue);
    IS(cudaLaunchKernel((const void *)add_one, warp, warp, args, 10 << 20, NULL) ==
       cudaErrorInvalidValue);
    IS(cudaLaunchCooperativeKernel((const void *)add_one, warp, warp, args, 49153, NULL) ==
       cudaErrorInvalidValue);
    c.dynamicSmemBytes = 10 << 20, c.numAttrs = 0;
    IS(cudaLaunchKernelExC(&c, (const void *)add_one, args) == cudaErrorInvalidValue);
    IS(cudaLaunchKernel((const void *)nobody, warp, warp, NULL, 0, NULL) ==
       cudaErrorInvalidDeviceFunction);
    IS(cudaLaunchKernel(args, warp, warp, NULL, 0, NULL) == cudaErrorInvalidDeviceFunction);
    IS(__cudaPopCallConfiguration(NULL, NULL, NULL, NULL) == cudaErrorMissingConfiguration);
    DONE(cudaFuncGetAttributes(&f, (const void *)add_one));
    IS(f.ptxVersion == 52); // CUB chooses its kernels by it
    IS(f.maxThreadsPerBlock == 1024 && f.numRegs > 0 && f.sharedSizeBytes == 0);
    IS(cudaGetLastError() == cudaErrorMissingConfiguration);
    DONE(cudaFree(x));
}

static void copies(void)
{
    char from[10][100], to[10][100];
    char *rows;
    size_t pitch = 0, free_bytes, total;
    cudaPointerAttributes at;
    for (int i = 0; i < 1000; i++) from[0][i] = (char)(i * 7);
    DONE(cudaMallocPitch((void **)&rows, &pitch, 100, 10));
    IS(pitch >= 100 && pitch % 256 == 0);
    DONE(cudaMemcpy2D(rows, pitch, from, 100, 100, 10, cudaMemcpyHostToDevice));
    DONE(cudaMemset2D(rows + pitch, pitch, 5, 3, 2));
    DONE(cudaMemcpy2D(to, 100, rows, pitch, 100, 10, cudaMemcpyDeviceToHost));
    memset(from[1], 5, 3), memset(from[2], 5, 3);
    IS(!memcmp(from, to, sizeof from));
    IS(cudaMemcpy2D(to, 99, rows, pitch, 100, 10, cudaMemcpyDeviceToHost) ==
       cudaErrorInvalidPitchValue);
    IS(cudaMemcpy(to, rows, 1, (cudaMemcpyKind)5) == cudaErrorInvalidMemcpyDirection);
    cudaPitchedPtr box = {0};
    DONE(cudaMalloc3D(&box, (cudaExtent){10, 5, 4}));
    DONE(cudaMemset3D(box, 9, (cudaExtent){10, 5, 4}));
    cudaMemcpy3DParms copy = {.srcPtr = {from, 10, 10, 5}, .dstPtr = box, .dstPos = {1, 1, 1}};
    copy.extent = (cudaExtent){4, 3, 2}, copy.kind = cudaMemcpyHostToDevice;
    DONE(cudaMemcpy3D(&copy));
    copy = (cudaMemcpy3DParms){.srcPtr = box, .dstPtr = {to, 10, 10, 5}, .kind = cudaMemcpyDefault};
    copy.extent = (cudaExtent){10, 5, 4};
    DONE(cudaMemcpy3D(&copy));
    for (int z = 0; z < 4; z++)
        for (int y = 0; y < 5; y++)
            for (int x = 0; x < 10; x++) {
                const int in = x >= 1 && x < 5 && y >= 1 && y < 4 && z >= 1 && z < 3;
                IS((&to[0][0])[50 * z + 10 * y + x] ==
                   (in ? (&from[0][0])[50 * (z - 1) + 10 * (y - 1) + x - 1] : 9));
            }
    DONE(cudaPointerGetAttributes(&at, rows));
    IS(at.type == cudaMemoryTypeDevice && at.device == 0 && !at.hostPointer);
    DONE(cudaPointerGetAttributes(&at, to));
    IS(at.type == cudaMemoryTypeUnregistered);
    DONE(cudaMemcpyPeer(rows, 0, rows + 128, 0, 64));
    IS(cudaMemcpyPeer(rows, 1, rows, 0, 64) == cudaErrorInvalidDevice);
    DONE(cudaFree(rows));
    DONE(cudaFree(box.ptr));
    DONE(cudaMemGetInfo(&free_bytes, &total));
    IS(free_bytes <= total && cudaGetLastError() == cudaErrorInvalidDevice);
}

// One pointer for both sides. Sanitizers have their own memory at the device's addresses.
// Of 8 x 4 texels, one byte each as a fraction of 255; point (x, y) lies between four of them.
static void textures(void)
{
    unsigned char texels[4][8];
    float *out, got[32];
    int words[4][8] = {{0}}, wrong = 0;
    cudaArray_t array, plane;
    cudaTextureObject_t t = 0;
    cudaSurfaceObject_t s = 0;
    cudaResourceDesc of = {.resType = cudaResourceTypeArray}, same;
    cudaTextureDesc how = {.addressMode = {cudaAddressModeClamp, cudaAddressModeClamp},
                           .filterMode = cudaFilterModeLinear,
                           .readMode = cudaReadModeNormalizedFloat};
    const cudaChannelFormatDesc byte = cudaCreateChannelDesc(8, 0, 0, 0, 1),
                                word = cudaCreateChannelDesc(32, 0, 0, 0, 0);
    cudaChannelFormatDesc seen;
    cudaExtent extent;
    unsigned flags = 9;
    for (int i = 0; i < 32; i++) texels[i / 8][i % 8] = (unsigned char)(i * 8);
    DONE(cudaMalloc((void **)&out, sizeof got));
    DONE(cudaMallocArray(&array, &byte, 8, 4, 0));
    DONE(cudaMallocArray(&plane, &word, 8, 4, cudaArraySurfaceLoadStore));
    DONE(cudaMemcpy2DToArray(array, 0, 0, texels, 8, 8, 4, cudaMemcpyHostToDevice));
    of.res.array.array = array;
    DONE(cudaCreateTextureObject(&t, &of, &how, NULL));
    of.res.array.array = plane;
    DONE(cudaCreateSurfaceObject(&s, &of));
    DONE(cudaGetSurfaceObjectResourceDesc(&same, s));
    IS(same.resType == cudaResourceTypeArray && same.res.array.array == plane);
    RUN(picture, 1, 32)(out, t, s);
    DONE(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++) {
        const int x = i % 8, y = i / 8, left = x ? x - 1 : 0, up = y ? y - 1 : 0;
        const double sum = texels[y][x] + texels[y][left] + texels[up][x] + texels[up][left];
        const double off = got[i] - sum / 4 / 255;
        wrong += off > 1e-7 || off < -1e-7;
    }
    IS(!wrong);
    const cudaMemcpy3DParms box = {.srcArray = plane, // widths count texels
                                   .srcPos = {2, 1, 0},
                                   .dstPtr = {words, 32, 8, 4},
                                   .extent = {5, 3, 1},
                                   .kind = cudaMemcpyDeviceToHost};
    DONE(cudaMemcpy3D(&box));
    for (int i = 0; i < 15; i++) wrong += words[i / 5][i % 5] != (1 + i / 5) * 8 + 2 + i % 5;
    IS(!wrong && words[0][5] == 0);
    DONE(cudaArrayGetInfo(&seen, &extent, &flags, plane));
    IS(seen.x == 32 && !seen.y && seen.f == cudaChannelFormatKindSigned && extent.width == 8 &&
       extent.height == 4 && extent.depth == 0 && flags == cudaArraySurfaceLoadStore);
    how.readMode = cudaReadModeElementType; // a filter between integers
    of.res.array.array = array;
    cudaTextureObject_t none = 0;
    IS(cudaCreateTextureObject(&none, &of, &how, NULL) == cudaErrorInvalidValue);
    IS(cudaMallocArray(&plane, &(cudaChannelFormatDesc){8, 8, 8, 0, 1}, 8, 4, 0) ==
       cudaErrorInvalidChannelDescriptor);
    cudaGetLastError();
    DONE(cudaDestroyTextureObject(t));
    DONE(cudaDestroySurfaceObject(s));
    DONE(cudaFreeArray(array));
    DONE(cudaFreeArray(same.res.array.array));
    DONE(cudaFree(out));
}

// The host reads it after a kernel without a copy, and a copy takes its address for its symbol.
static void managed_variable(void)
{
    const int ten = 10;
    int last = 0;
    cudaPointerAttributes at;
    IS(!both && __cudaInitModule(handle));
    IS(both[0] == 1 && both[3] == 4);
    both[1] = 20;
    RUN(add_one, 1, 4)(both, 4);
    DONE(cudaDeviceSynchronize());
    IS(both[0] == 2 && both[1] == 21 && both[3] == 5);
    DONE(cudaMemcpyToSymbol(both, &ten, sizeof ten, 8, cudaMemcpyHostToDevice));
    DONE(cudaMemcpyFromSymbol(&last, both, sizeof last, 12, cudaMemcpyDeviceToHost));
    IS(both[2] == 10 && last == 5);
    DONE(cudaPointerGetAttributes(&at, both));
    IS(at.type == cudaMemoryTypeManaged && at.hostPointer == both && at.devicePointer == both);
}

static void shared_memory(void)
{
#if !defined(__SANITIZE_ADDRESS__)
    char *both, *twin;
    int *managed;
    cudaPointerAttributes at;
    DONE(cudaHostAlloc((void **)&both, 64, cudaHostAllocMapped));
    DONE(cudaHostGetDevicePointer((void **)&twin, both, 0));
    memset(both, 0, 64);
    RUN(add_one, 1, 16)((int *)twin, 16);
    DONE(cudaDeviceSynchronize());
    IS(both[0] == 1 && both[60] == 1);
    DONE(cudaPointerGetAttributes(&at, both));
    IS(at.type == cudaMemoryTypeHost && at.devicePointer == twin && at.hostPointer == both);
    DONE(cudaFreeHost(both));
    DONE(cudaMallocManaged((void **)&managed, 256, cudaMemAttachGlobal));
    for (int i = 0; i < 64; i++) managed[i] = i;
    RUN(add_one, 2, 32)(managed, 64);
    DONE(cudaDeviceSynchronize());
    for (int i = 0; i < 64; i++) IS(managed[i] == i + 1);
    DONE(cudaPointerGetAttributes(&at, managed));
    IS(at.type == cudaMemoryTypeManaged && at.hostPointer == managed &&
       at.devicePointer == managed);
    DONE(cudaFree(managed));
    managed_variable();
#endif
}

static void called_back(void *data) { ++*(int *)data; }

// An event's time is in cycles of the core: 700 MHz.
static void streams_and_events(void)
{
    cudaStream_t s;
    cudaEvent_t start, end;
    float ms = 0, none = 1;
    int *x, calls = 0, blocking;
    DONE(cudaMalloc((void **)&x, 4096));
    DONE(cudaStreamCreate(&s));
    DONE(cudaEventCreate(&start));
    DONE(cudaEventCreate(&end));
    DONE(cudaEventRecord(start, s));
    DONE(cudaEventRecord(end, s));
    DONE(cudaEventElapsedTime(&none, start, end));
    RUN(add_one, 32, 32)(x, 1024);
    DONE(cudaEventRecord(end, s));
    DONE(cudaEventSynchronize(end));
    DONE(cudaEventElapsedTime(&ms, start, end));
    IS(none == 0 && ms > 0.0003f && ms < 0.1f); // 200 to 70,000 cycles
    DONE(cudaLaunchHostFunc(s, called_back, &calls));
    IS(calls == 1);
    DONE(cudaStreamWaitEvent(s, end, 0));
    DONE(cudaStreamQuery(s));
    DONE(cudaStreamSynchronize(s));
    DONE(cudaStreamIsCapturing(s, &blocking));
    IS(blocking == 0);
    DONE(cudaEventDestroy(start));
    DONE(cudaStreamDestroy(s));
    IS(cudaStreamDestroy(s) == cudaErrorInvalidResourceHandle);
    IS(cudaEventQuery(start) == cudaErrorInvalidResourceHandle);
    cudaGetLastError();
    DONE(cudaFree(x));
}

static void devices_and_errors(void)
{
    wl_device_prop p;
    int version = 0, count = 0, device = 9, can = 1, value = 0;
    size_t heap = 0;
    DONE(cudaRuntimeGetVersion(&version));
    DONE(cudaGetDeviceCount(&count));
    DONE(cudaSetDevice(0));
    DONE(cudaGetDevice(&device));
    IS(count == 1 && device == 0 && cudaSetDevice(1) == cudaErrorInvalidDevice);
    if (version >= 13000) {
        DONE(cudaGetDeviceProperties(&p, 0));
        IS(!strcmp(p.name, "Warploom gtx480") && p.multiProcessorCount[0] == 15);
        IS(p.warpSize[0] == 32 && p.maxGridSize[1] == 65535 && p.l2CacheSize[0] == 786432);
        IS(p.sharedMemPerBlock == 49152 && p.major[0] == 3 && p.minor[0] == 5);
    } else {
        wl_prop_12 old;
        DONE(cudaGetDeviceProperties_v2(&old, 0));
        IS(old.clockRate == 700000 && old.major[0] == 3 && old.l2CacheSize[0] == 786432);
    }
    DONE(cudaDeviceGetAttribute(&value, 10, 0)); // warp
    IS(value == 32);
    DONE(cudaDeviceCanAccessPeer(&can, 0, 0));
    DONE(cudaDeviceGetLimit(&heap, 2));
    IS(can == 0 && heap == 8 << 20);
    IS(!strcmp(cudaGetErrorName(cudaErrorInvalidConfiguration), "cudaErrorInvalidConfiguration"));
    IS(!strcmp(cudaGetErrorString(cudaErrorInvalidConfiguration),
               "invalid configuration argument"));
    IS(!strcmp(cudaGetErrorString(cudaErrorIllegalAddress),
               "an illegal memory access was encountered"));
    IS(!strcmp(cudaGetErrorString((cudaError_t)12345), "unrecognized error code"));
    cudaGetLastError();
}

// Captured, with a node more, and with another parameter; each version of CUDA has its own
// parameters behind the graph.
static void graphs(void)
{
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t exec;
    cudaGraphNode_t nodes[3], fill;
    uint64_t info[3];
    int *x, n = 64, half = 32, out[64], calls = 0, status = 0, result = 0, version = 0;
    size_t count = 3;
    void *all[] = {&x, &n}, *some[] = {&x, &half};
    DONE(cudaMalloc((void **)&x, sizeof out));
    DONE(cudaStreamCreate(&s));
    DONE(cudaStreamBeginCapture(s, 0));
    DONE(cudaStreamIsCapturing(s, &status));
    DONE(cudaLaunchKernel((const void *)add_one, (dim3){2, 1, 1}, (dim3){32, 1, 1}, all, 0, s));
    DONE(cudaLaunchHostFunc(s, called_back, &calls));
    DONE(cudaMemcpyAsync(out, x, sizeof out, cudaMemcpyDeviceToHost, s));
    DONE(cudaStreamEndCapture(s, &g));
    DONE(cudaGraphGetNodes(g, nodes, &count));
    IS(count == 3 && status == 1 && !calls);
    const cudaMemsetParams zero = {x, 0, 0, 4, 64, 1};
    DONE(cudaGraphAddMemsetNode(&fill, g, NULL, 0, &zero));
    DONE(cudaRuntimeGetVersion(&version)); // version 13 says something about edges
    DONE(cudaGraphAddDependencies(g, &fill, nodes, version < 13000, 1));
    DONE(cudaGraphInstantiate(&exec, g, 0, NULL, 0));
    DONE(cudaGraphLaunch(exec, s));
    for (int i = 0; i < 64; i++) IS(out[i] == 1);
    const cudaKernelNodeParams p = {(void *)(uintptr_t)add_one, {2, 1, 1}, {32, 1, 1}, 0, some, 0};
    DONE(cudaGraphExecKernelNodeSetParams(exec, nodes[0], &p));
    DONE(cudaGraphLaunch(exec, s));
    for (int i = 0; i < 64; i++) IS(out[i] == (i < 32));
    DONE(cudaGraphExecUpdate(exec, g, info, &result));
    DONE(cudaGraphLaunch(exec, NULL));
    IS(out[63] == 1 && calls == 3);
    DONE(cudaGraphExecDestroy(exec));
    DONE(cudaGraphDestroy(g));
}

static int **heap_blocks;

static void heap(void)
{
    int *sums, counts[256], *first;
    size_t now = 0;
    DONE(cudaMalloc((void **)&heap_blocks, 256 * sizeof(int *)));
    DONE(cudaMalloc((void **)&sums, sizeof counts));
    DONE(cudaDeviceSetLimit(2, 1 << 20));
    RUN(reserve, 8, 32)(heap_blocks, 5);
    RUN(give_back, 8, 32)(sums, heap_blocks, 5);
    DONE(cudaMemcpy(counts, sums, sizeof counts, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 256; i++) IS(counts[i] == 5 * i + 10);
    IS(cudaDeviceSetLimit(2, 1 << 24) == cudaErrorInvalidValue); // a kernel has used it
    cudaGetLastError();
    DONE(cudaDeviceGetLimit(&now, 2));
    IS(now == 1 << 20);
    RUN(reserve, 1, 1)(heap_blocks, 1 << 18); // all of the limit, and the block's own word
    DONE(cudaMemcpy(&first, heap_blocks, sizeof first, cudaMemcpyDeviceToHost));
    IS(!first);
    RUN(count_of_arguments, 1, 1)(sums);
    DONE(cudaMemcpy(counts, sums, sizeof(int), cudaMemcpyDeviceToHost));
    IS(counts[0] == 2);
    RUN(reserve, 1, 32)(heap_blocks, 5);
    DONE(cudaFree(sums));
}

static void expected_line(int i, const char *word)
{
    fprintf(stderr, "%d %5i|%-5u|%05d|%+d % d %x %#X %o %c %% ", i, -i, (unsigned)i, i, i, i,
            i + 255, i + 255, i, 'a' + i % 26);
    fprintf(stderr, "%lld %llx %hhd %hd %ld ", (long long)i << 33, (unsigned long long)i << 33,
            (signed char)(i + 300), (short)(i + 70000), (long)-i);
    fprintf(stderr, "%f %.2e %G %a %10.3f %-10.1f| ", i * 0.5, i * 1e10, i * 1e-7, i * 0.25,
            i * 0.125, i * 1.5);
    fprintf(stderr, "%s %.3s %8s %*d %.*f %%q\n", word, word, "ab", 6, i, 3, i * 0.1);
}

// Printed when the host waits, so behind "launched".
static int talking(unsigned blocks)
{
    static const char word[] = "warp and weft";
    char *there;
    DONE(cudaMalloc((void **)&there, sizeof word));
    DONE(cudaMemcpy(there, word, sizeof word, cudaMemcpyHostToDevice));
    RUN(talk, blocks, 32)(there);
    puts("launched");
    DONE(cudaDeviceSynchronize());
    puts("waited");
    for (int i = 0; i < (int)blocks * 32; i += 20) expected_line(i, word);
    return 0;
}

static int faulting(const char *which)
{
    if (!strcmp(which, "assert")) RUN(demand, 2, 40)(37);
    else if (!strcmp(which, "trap")) RUN(stop, 1, 1)();
    else heap(), RUN(give_back_twice, 1, 1)(heap_blocks);
    DONE(cudaGetLastError()); // it is the next calls' error
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    puts(cudaGetErrorString(cudaFree(NULL)));
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "talk")) return talking((unsigned)atoi(argv[2]));
    if (argc == 3 && !strcmp(argv[1], "fault")) return faulting(argv[2]);
    kernels_and_symbols();
    launches();
    copies();
    textures();
    shared_memory();
    streams_and_events();
    graphs();
    devices_and_errors();
    heap();
    puts("right");
    return 0;
}
