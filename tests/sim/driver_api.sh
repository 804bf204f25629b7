#!/usr/bin/env bash
# driver_api.sh : a host program that knows the CUDA driver API and nothing else is compiled against
# cuda.h, linked with the simulator's libraries, and runs on a machine of its own.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

lib=$(dirname "$WARPLOOM")/lib
read -ra san <<<"${SAN:-}" # what the libraries were built with beside the usual (make sanitize)
cat >"$WORK/host.c" <<'C'
#include <cuda.h>
#include <stdio.h>

#define TRY(call) do { CUresult r = (call); if (r != CUDA_SUCCESS) { const char *n; cuGetErrorName(r, &n); puts(n); return 1; } } while (0)

int main(int argc, char **argv)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction add;
    CUdeviceptr a, b, c;
    float in[64], out[64];
    int n = argc > 2 ? 1000000 : 64;
    for (int i = 0; i < 64; i++) in[i] = (float)i;
    TRY(cuInit(0));
    TRY(cuDeviceGet(&device, 0));
    TRY(cuCtxCreate(&context, 0, device));
    TRY(cuModuleLoad(&module, argv[1]));
    TRY(cuModuleGetFunction(&add, module, "vectoradd_kernel"));
    TRY(cuMemAlloc(&a, sizeof in));
    TRY(cuMemAlloc(&b, sizeof in));
    TRY(cuMemAlloc(&c, sizeof in));
    TRY(cuMemcpyHtoD(a, in, sizeof in));
    TRY(cuMemcpyHtoD(b, in, sizeof in));
    void *params[] = {&n, &a, &b, &c};
    TRY(cuLaunchKernel(add, argc > 2 ? 3 : 2, 1, 1, 32, 1, 1, 0, NULL, params, NULL));
    TRY(cuMemcpyDtoH(out, c, sizeof out));
    for (int i = 0; i < 64; i++) if (out[i] != 2 * in[i]) return 2;
    puts("right");
    return 0;
}
C
# The folder of the program says where the shared files are, as for any below the build folder.
libs=(); for l in cuda ptx trace machine blocks config base; do libs+=("$lib/lib$l.a"); done
expect driver_api_program_links gcc "${san[@]}" -o "$WORK/host" \
    -Irefmodel/cuda "$WORK/host.c" "${libs[@]}" -lyaml -ljansson -lmd -llzma -lz -llz4 -lzstd -lm
ptx=refmodel/workloads/vectoradd/vectoradd.ptx

out=$(WARPLOOM_STATS=$WORK/stats.json "$WORK/host" $ptx 2>&1)
if [ "$out" = right ]; then ok driver_api_program_runs
else not_ok driver_api_program_runs "$out"; fi
if jq -e '.cycles > 0 and .kernels[0].name == "vectoradd_kernel"' \
    "$WORK/stats.json" >/dev/null; then
    ok driver_api_statistics_are_written
else
    not_ok driver_api_statistics_are_written "$(head -c 200 "$WORK/stats.json")"
fi

expect_status driver_api_statistics_that_cannot_be_written 3 \
    "cannot write $WORK/nowhere/stats.json" \
    env WARPLOOM_STATS="$WORK/nowhere/stats.json" "$WORK/host" $ptx
out=$(WARPLOOM_STATS=$WORK/nowhere/stats.json "$WORK/host" $ptx 2>&1 >"$WORK/out.txt")
if [ "$(cat "$WORK/out.txt")" = right ]; then ok driver_api_output_is_kept_then
else not_ok driver_api_output_is_kept_then "$out"; fi

WARPLOOM_CONFIG=mrpb-base-s WARPLOOM_STATS=$WORK/mrpb.json "$WORK/host" $ptx >/dev/null
if jq -e '.mrpb' "$WORK/mrpb.json" >/dev/null; then ok driver_api_machine_is_configured
else not_ok driver_api_machine_is_configured 'no MRPB'; fi

# As a program that was linked with -lcuda, and by the names that NVIDIA's header gives the calls.
expect driver_api_program_links_with_libcuda gcc "${san[@]}" -o "$WORK/shared" \
    -Irefmodel/cuda "$WORK/host.c" -L"$lib" -lcuda
names='-DcuCtxCreate=cuCtxCreate_v2 -DcuMemAlloc=cuMemAlloc_v2 -DcuMemcpyHtoD=cuMemcpyHtoD_v2 -DcuMemcpyDtoH=cuMemcpyDtoH_v2'
# shellcheck disable=SC2086
expect driver_api_versioned_names_link gcc "${san[@]}" $names -o "$WORK/versioned" \
    -Irefmodel/cuda "$WORK/host.c" -L"$lib" -lcuda

# As C++ has it, and as a program that asks the library for each call: by its name, or through
# cuGetProcAddress, of the version that it was made for.
expect driver_api_program_links_as_cpp g++ "${san[@]}" -x c++ -std=c++11 -o "$WORK/cpp" \
    -Irefmodel/cuda "$WORK/host.c" -L"$lib" -lcuda
cat >"$WORK/asks.c" <<'C'
#include <cuda.h>
#include <dlfcn.h>
#include <stdio.h>

typedef CUresult (*getter)(const char *, void **, int, unsigned long long, CUdriverProcAddressQueryResult *);

int main(void)
{
    void *lib = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL), *f = NULL;
    if (!lib) return puts(dlerror()), 1;
    getter get = (getter)dlsym(lib, "cuGetProcAddress_v2");
    CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
    if (!get || get("cuMemAlloc", &f, 12000, 0, &found) != CUDA_SUCCESS || found || f != dlsym(lib, "cuMemAlloc_v2")) return puts("cuMemAlloc"), 1;
    if (get("cuCtxCreate", &f, 13000, 0, NULL) != CUDA_SUCCESS || f != dlsym(lib, "cuCtxCreate_v4")) return puts("cuCtxCreate of 13"), 1;
    if (get("cuCtxCreate", &f, 3020, 0, NULL) != CUDA_SUCCESS || f != dlsym(lib, "cuCtxCreate_v2")) return puts("cuCtxCreate of 3.2"), 1;
    if (get("cuStreamQuery", &f, 12000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, NULL) != CUDA_SUCCESS || !dlsym(lib, "cuStreamQuery_ptsz")) return puts("_ptsz"), 1;
    if (get("cuNoSuchCall", &f, 12000, 0, &found) != CUDA_ERROR_NOT_FOUND || f || found != CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND) return puts("none"), 1;
    if (get("malloc", &f, 12000, 0, NULL) != CUDA_ERROR_NOT_FOUND || get(NULL, &f, 12000, 0, NULL) != CUDA_ERROR_INVALID_VALUE) return puts("not ours"), 1;
    CUresult (*refused)(void **, unsigned) = (CUresult (*)(void **, unsigned))dlsym(lib, "cuGetExportTable");
    if (!refused || refused(&f, 0) != CUDA_ERROR_NOT_SUPPORTED) return puts("cuGetExportTable"), 1;
    CUresult (*init)(unsigned) = (CUresult (*)(unsigned))dlsym(lib, "cuInit");
    CUcontext context;
    CUresult (*create)(CUcontext *, const void *, unsigned, CUdevice) = (CUresult (*)(CUcontext *, const void *, unsigned, CUdevice))dlsym(lib, "cuCtxCreate_v4");
    if (init(0) != CUDA_SUCCESS || create(&context, NULL, 0, 0) != CUDA_SUCCESS) return puts("cuInit"), 1;
    puts("right");
    return 0;
}
C
expect driver_api_asking_program_links gcc "${san[@]}" -o "$WORK/asks" \
    -Irefmodel/cuda "$WORK/asks.c" -ldl
for program in shared versioned cpp asks; do
    out=$(LD_LIBRARY_PATH=$lib "$WORK/$program" $ptx 2>&1)
    if [ "$out" = right ]; then ok "driver_api_${program}_program_runs"
    else not_ok "driver_api_${program}_program_runs" "$out"; fi
done
out=$(nm -D --defined-only "$lib/libcuda.so.1" | awk '$3 !~ /^cu[A-Z]/')
if [ -z "$out" ]; then ok libcuda_exports_the_driver_api_only
else not_ok libcuda_exports_the_driver_api_only "$(head -n 3 <<<"$out")"; fi
out=$(grep -hE '^CUresult cu[A-Z]' refmodel/cuda/cuda_*.c |
    grep -vE 'cu(GetErrorName|GetErrorString|DriverGetVersion|LaunchHostFunc|GraphLaunch)\(' |
    grep -vE 'cu(StreamAddCallback|GetProcAddress)\(|_v[0-9]+\(')
if [ -z "$out" ]; then ok libcuda_calls_of_threads_wait_for_each_other
else not_ok libcuda_calls_of_threads_wait_for_each_other "no CUDA_ENTRY: $(head -n 3 <<<"$out")"; fi

out=$("$WORK/host" $ptx stray 2>&1)
if [[ $out == *CUDA_ERROR_ILLEGAL_ADDRESS* && $out == *vectoradd_kernel* ]]; then
    ok driver_api_fault_is_told
else
    not_ok driver_api_fault_is_told "$out"
fi
# A program that names arrays and textures, as C and as C++: sizes, places and numbers are those of
# NVIDIA's cuda.h (of CUDA 13).
cat >"$WORK/arrays.c" <<'C'
#include <cuda.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const size_t sizes[] = {sizeof(CUDA_ARRAY_DESCRIPTOR), sizeof(CUDA_ARRAY3D_DESCRIPTOR), sizeof(CUDA_RESOURCE_DESC), sizeof(CUDA_TEXTURE_DESC),
                            sizeof(CUDA_RESOURCE_VIEW_DESC), sizeof(CUDA_MEMCPY2D), sizeof(CUDA_MEMCPY3D)};
    const size_t places[] = {offsetof(CUDA_RESOURCE_DESC, flags), offsetof(CUDA_RESOURCE_DESC, res.pitch2D.pitchInBytes),
                             offsetof(CUDA_TEXTURE_DESC, borderColor), offsetof(CUDA_RESOURCE_VIEW_DESC, lastLayer), offsetof(CUDA_MEMCPY3D, Depth)};
    const int numbers[] = {CU_AD_FORMAT_P010, CU_AD_FORMAT_Y410, CU_AD_FORMAT_YUV444_16bit_SemiPlanar, CU_AD_FORMAT_SNORM_INT16X4,
                           CU_RES_VIEW_FORMAT_UNSIGNED_BC7, CU_AD_FORMAT_BC7_UNORM_SRGB, CU_TR_ADDRESS_MODE_BORDER,
                           CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) printf("%d ", (int)sizes[i]);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) printf("%d ", (int)places[i]);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) printf("%d ", numbers[i]);
    CUarray array = NULL;
    CUtexObject texture = 0;
    CUDA_ARRAY_DESCRIPTOR as = {16, 16, CU_AD_FORMAT_FLOAT, 1};
    CUDA_RESOURCE_DESC of;
    CUDA_TEXTURE_DESC how;
    CUDA_MEMCPY2D copy;
    memset(&of, 0, sizeof of), memset(&how, 0, sizeof how), memset(&copy, 0, sizeof copy);
    of.resType = CU_RESOURCE_TYPE_ARRAY, of.res.array.hArray = array;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = array;
    how.addressMode[0] = CU_TR_ADDRESS_MODE_CLAMP, how.filterMode = CU_TR_FILTER_MODE_LINEAR, how.flags = CU_TRSF_NORMALIZED_COORDINATES;
    cuInit(0);
    printf("%d %d\n", cuArrayCreate(&array, &as), cuTexObjectCreate(&texture, &of, &how, NULL));
    return 0;
}
C
# without a context: CUDA_ERROR_INVALID_CONTEXT
want='24 40 144 104 112 128 200 136 40 40 44 192 159 169 181 203 34 158 3 56 120 201 201'
for as in c c++; do
    expect "driver_api_arrays_compile_as_$as" gcc "${san[@]}" -x $as -o "$WORK/arrays_$as" \
        -Irefmodel/cuda "$WORK/arrays.c" -x none -L"$lib" -lcuda
    out=$(LD_LIBRARY_PATH=$lib "$WORK/arrays_$as" 2>&1)
    if [ "$out" = "$want" ]; then ok "driver_api_arrays_are_nvidias_as_$as"
    else not_ok "driver_api_arrays_are_nvidias_as_$as" "$out"; fi
done

# Contexts as each version of NVIDIA's cuda.h makes them, and what NVIDIA's samples include beside
# cuda.h. Options that ask for nothing are none; others are named.
cat >"$WORK/contexts.c" <<'C'
#define CU_UUID_HAS_BEEN_DEFINED // as the headers of NVIDIA's runtime have it
typedef struct CUuuid_st {
    char bytes[16];
} CUuuid;
#include <builtin_types.h>
#include <cuda.h>
#include <stdio.h>
#include <string.h>

#ifndef __cuda_cuda_h__
#error "programs ask for it"
#endif

int main(void)
{
    CUcontext c;
    CUctxCreateParams options;
    CUexecAffinityParam sms;
    CUctxCigParam queue;
    dim3 block;
    float4 four[2];
    uchar3 three[2];
    memset(&options, 0, sizeof options), memset(&sms, 0, sizeof sms), memset(&queue, 0, sizeof queue);
    block.x = 16, four[0].w = three[0].z = 1;
    printf("%d %d %d %d: ", (int)sizeof options, (int)sizeof four, (int)sizeof three, (int)(block.x * four[0].w));
    printf("%d ", cuCtxCreate(&c, &options, 0, 0));
    cuInit(0);
    printf("%d %d %d %d %d: ", cuCtxCreate(&c, 0, 0), cuCtxCreate(&c, NULL, 0, 0), cuCtxCreate(&c, &options, 0, 0),
           cuCtxCreate(&c, NULL, 0, 0, 0), cuCtxCreate(&c, &options, 1u << 30, 0));
    options.cigParams = &queue;
    printf("%d ", cuCtxCreate(&c, &options, 0, 0));
    options.cigParams = NULL, options.execAffinityParams = &sms;
    printf("%d ", cuCtxCreate(&c, &options, 0, 0));
    options.execAffinityParams = NULL, options.numExecAffinityParams = 1;
    printf("%d ", cuCtxCreate(&c, &options, 0, 0));
    printf("%d %d\n", cuCtxCreate(&c, &sms, 1, 0, 0), cuCtxCreate(&c, &sms, 0, 0, 0));
    return 0;
}
C
for as in c c++; do
    expect "driver_api_contexts_compile_as_$as" gcc "${san[@]}" -Wall -Wextra -Werror -pedantic \
        -x $as -o "$WORK/contexts_$as" -Irefmodel/cuda "$WORK/contexts.c" -x none -L"$lib" -lcuda
    out=$(LD_LIBRARY_PATH=$lib "$WORK/contexts_$as" 2>"$WORK/contexts.err")
    if [ "$out" = '24 32 6 16: 3 0 0 0 0 1: 801 224 224 224 224' ]; then
        ok "driver_api_contexts_of_all_versions_as_$as"
    else not_ok "driver_api_contexts_of_all_versions_as_$as" "$out"; fi
    out=$(sed -n 's/^error: cuCtxCreate: \([^ ]*\).*is not supported.*/\1/p' "$WORK/contexts.err" |
        uniq | tr '\n' ' ')
    want='CUctxCreateParams.cigParams CUctxCreateParams.execAffinityParams execution '
    if [ "$out" = "$want" ]; then ok "driver_api_options_of_contexts_are_named_as_$as"
    else not_ok "driver_api_options_of_contexts_are_named_as_$as" \
        "$(head -n 3 "$WORK/contexts.err")"; fi
done

# A kernel that cannot run: the program hears it, its user sees why at once, though the program ends
# by abort.
cat >"$WORK/aborts.c" <<'C'
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    CUcontext c;
    CUmodule m;
    CUfunction f;
    const char *name;
    cuInit(0);
    cuCtxCreate(&c, 0, 0);
    cuModuleLoadData(&m, ".version 7.0\n.target sm_70\n.address_size 64\n.entry k() { wgmma.fence.sync.aligned; ret; }\n");
    for (int i = 0; i < 2; i++) cuGetErrorName(cuModuleGetFunction(&f, m, "k"), &name);
    puts(name);
    fflush(stdout);
    abort();
}
C
expect driver_api_aborting_program_links gcc "${san[@]}" -o "$WORK/aborts" \
    -Irefmodel/cuda "$WORK/aborts.c" -L"$lib" -lcuda
out=$( (ulimit -c 0; LD_LIBRARY_PATH=$lib "$WORK/aborts") 2>&1)
told=$(grep -c 'image:4:14: error: instruction is not supported: wgmma.fence' <<<"$out")
if [[ $out == *CUDA_ERROR_NOT_SUPPORTED* && $told = 1 ]]; then
    ok driver_api_refusal_is_told_once
else
    not_ok driver_api_refusal_is_told_once "$out"
fi
out=$(WARPLOOM_CONFIG=mrpb-base-x "$WORK/host" $ptx 2>&1)
if [[ $out == *CUDA_ERROR_NO_DEVICE* && $out == *mrpb-base-x* ]]; then
    ok driver_api_bad_machine_is_told
else
    not_ok driver_api_bad_machine_is_told "$out"
fi
finish
