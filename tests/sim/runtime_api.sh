#!/usr/bin/env bash
# runtime_api.sh : programs of the CUDA runtime API, as a CUDA compiler leaves them, run with
# libcudart.so: tests/cuda has one, whose fat binary is plain or compressed, and whose checks are
# its own. Where nvcc is there, it compiles a program too.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh
source tests/docs_blocks.sh

lib=$(dirname "$WARPLOOM")/lib
export LD_LIBRARY_PATH=$lib
read -ra san <<<"${SAN:-}"
same() {
    if [ "$2" = "$3" ]; then ok "$1"
    else not_ok "$1" "'$(head -c 300 <<<"$2")', not '$(head -c 300 <<<"$3")'"; fi
}
says() {
    if [[ $2 == *"$3"* ]]; then ok "$1"; else not_ok "$1" "no '$3' in '$(head -c 300 <<<"$2")'"; fi
}

expect runtime_api_fat_binaries_are_made gcc -Irefmodel \
    -o "$WORK/make_fatbin" tests/sim/cuda/make_fatbin.c -llz4 -lzstd
# clang has no __managed__ variables. 52: a figure that is not the device's.
{
    sed 's/^\.target sm_35/.target sm_52/' tests/sim/cuda/kernels.ptx
    echo '.visible .global .attribute(.managed) .align 4 .u32 both[4] = {1, 2, 3, 4};'
} >"$WORK/all.ptx"
for how in plain lz4 zstd elf; do
    "$WORK/make_fatbin" $how "$WORK/all.ptx" "$WORK/$how.fatbin"
done
build() { # NAME FATBIN LIBRARY
    gcc "${san[@]}" -Wall -Werror -DFATBIN="\"$WORK/$2.fatbin\"" -Irefmodel/cudart \
        -o "$WORK/$1" tests/sim/cuda/program.c -L"$lib" "$3"
}
for how in plain lz4 zstd elf; do
    expect "runtime_api_program_links_$how" build $how $how -lcudart
done
for how in plain lz4 zstd; do
    same "runtime_api_program_runs_$how" "$("$WORK/$how" 2>&1 | tail -n 1)" right
done
for v in 11.0 12 13; do
    expect "runtime_api_program_links_with_libcudart_$v" build "of_$v" plain -l:libcudart.so.$v
    same "runtime_api_program_of_$v" "$("$WORK/of_$v" 2>&1 | tail -n 1)" right
    same "runtime_api_versions_of_$v" \
        "$(readelf -V "$WORK/of_$v" | grep -o 'Name: libcudart[^ ]*' | sort -u)" \
        "Name: libcudart.so.$v"
done

# Texture references, as programs of CUDA 11 bind them.
"$WORK/make_fatbin" plain tests/sim/cuda/texref.ptx "$WORK/texref.fatbin"
expect runtime_api_texture_references_link gcc "${san[@]}" -Wall -Werror \
    -DFATBIN="\"$WORK/texref.fatbin\"" -Irefmodel/cudart \
    -o "$WORK/texref" tests/sim/cuda/texref.c -L"$lib" -l:libcudart.so.11.0
same runtime_api_texture_references "$("$WORK/texref" 2>"$WORK/err" | tail -n 3)" right
says runtime_api_texture_that_is_not_bound_is_told "$(cat "$WORK/err")" \
    'there is none of that handle'

# Memory pools, graphs that allocate, and nodes that there are not.
for v in 12 13; do
    expect "runtime_api_pools_link_with_libcudart_$v" gcc "${san[@]}" -Wall -Werror \
        -Irefmodel/cudart -o "$WORK/pools_$v" tests/sim/cuda/pools.c -L"$lib" "-l:libcudart.so.$v"
    same "runtime_api_pools_and_graph_memory_of_$v" "$("$WORK/pools_$v" 2>"$WORK/err")" right
    for call in cudaGraphAddNode cudaGraphConditionalHandleCreate; do
        says "runtime_api_conditional_nodes_are_refused_${call}_$v" "$(cat "$WORK/err")" \
            "there are no conditional nodes in graphs here: $call returns cudaErrorNotSupported"
    done
done

# What kernels print: as the host's printf would, when the host waits; in the same order each time.
out=$("$WORK/plain" talk 1 2>"$WORK/want")
same runtime_api_printf_waits_for_the_host "$(sed -n '1p;$p' <<<"$out" | tr '\n' ' ')" \
    'launched waited '
same runtime_api_printf_prints_as_c_does "$(grep '|' <<<"$out")" "$(cat "$WORK/want")"
out=$("$WORK/plain" talk 40 2>"$WORK/want")
same runtime_api_printf_of_many_blocks "$(grep '|' <<<"$out" | sort)" "$(sort "$WORK/want")"
same runtime_api_printf_keeps_its_order "$("$WORK/plain" talk 40 2>/dev/null)" "$out"

out=$("$WORK/plain" fault assert 2>"$WORK/err")
same runtime_api_assertion_is_an_error "$out" $'cudaErrorAssert\ndevice-side assert triggered'
says runtime_api_assertion_is_told "$(cat "$WORK/err")" \
    'kernels.cu:77: demand: block: [0,0,0], thread: [37,0,0] Assertion `thread < most` failed.'
same runtime_api_trap_is_an_error "$("$WORK/plain" fault trap 2>/dev/null)" \
    $'cudaErrorLaunchFailure\nunspecified launch failure'
out=$("$WORK/plain" fault free 2>"$WORK/err")
says runtime_api_block_freed_twice_is_an_error "$out" cudaErrorLaunchFailure
says runtime_api_block_freed_twice_is_told "$(cat "$WORK/err")" \
    "kernel 'give_back_twice', CTA (0,0,0), thread (0,0,0) frees memory, which malloc did not give"

says runtime_api_machine_code_alone_is_told "$("$WORK/elf" 2>&1)" \
    'the fat binary has machine code (sm_35) only, and PTX is what is simulated'
WARPLOOM_CONFIG=mrpb-base-s WARPLOOM_STATS=$WORK/stats.json "$WORK/zstd" talk 2 >/dev/null 2>&1
fact runtime_api_machine_and_statistics '.mrpb and .kernels[0].name == "talk" and .cycles > 0' \
    "$WORK/stats.json"

# The log has the kernels of the statistics; the trace runs as the program did, and is not kept if a
# kernel faulted.
WARPLOOM_STATS=$WORK/stats.json WARPLOOM_LOG=$WORK/run.log WARPLOOM_TRACE=$WORK/trace \
    "$WORK/plain" >/dev/null 2>&1
same runtime_api_log_has_every_kernel "$(sed -n 's/^gpu_sim_cycle = //p' "$WORK/run.log")" \
    "$(jq '.kernels[].cycles' "$WORK/stats.json")"
"$WARPLOOM" sim -c gtx480 --json --trace "$WORK/trace/kernelslist.g" \
    >"$WORK/again.json" 2>"$WORK/err" || not_ok runtime_api_trace_runs "$(head -n 2 "$WORK/err")"
for what in '[.kernels[] | {name, cycles, thread_insns}]' .cycles .l1d .l1t .dram; do
    same "runtime_api_trace_has_the_programs_$what" "$(jq -c "$what" "$WORK/again.json")" \
        "$(jq -c "$what" "$WORK/stats.json")"
done
# A program's locale with a decimal comma changes nothing of the log.
localedef -i de_DE -f UTF-8 "$WORK/de_DE.UTF-8" >/dev/null 2>&1
cat >"$WORK/comma.c" <<'C'
#include <locale.h>
#include <stdio.h>
__attribute__((constructor)) static void set(void)
{
    setlocale(LC_ALL, "");
    fprintf(stderr, "%.1f\n", 0.5);
}
C
gcc -shared -fPIC -o "$WORK/comma.so" "$WORK/comma.c"
comma() {
    LOCPATH=$WORK LC_ALL=de_DE.UTF-8 LD_PRELOAD=$WORK/comma.so WARPLOOM_LOG=$WORK/comma.log \
        "$WORK/plain" talk 1 2>"$WORK/err" >/dev/null
    head -n 1 "$WORK/err"
}
same runtime_api_program_has_a_decimal_comma "$(comma)" 0,5
WARPLOOM_LOG=$WORK/point.log "$WORK/plain" talk 1 >/dev/null 2>&1
same runtime_api_log_has_decimal_points "$(grep -v simulation_ "$WORK/comma.log")" \
    "$(grep -v simulation_ "$WORK/point.log")"
WARPLOOM_TRACE=$WORK/cut "$WORK/plain" fault trap >/dev/null 2>&1
expect runtime_api_trace_of_a_fault_is_not_kept test ! -e "$WORK/cut/kernelslist.g"
says runtime_api_log_that_cannot_be_written_is_told \
    "$(WARPLOOM_LOG=$WORK/none/run.log "$WORK/plain" 2>&1)" "$WORK/none/run.log: "

# Every call that the library has is the runtime's; one that is not supported is named once.
out=$(nm -D --defined-only "$lib/libcudart.so.13" | awk '$2 != "A" && $3 !~ /^(__)?cuda[A-Z]/')
same libcudart_exports_the_runtime_api_only "$out" ''
cat >"$WORK/ipc.c" <<'C'
#include <cudart.h>
#include <stdio.h>
cudaError_t cudaIpcGetMemHandle(void *, void *);
int main(void)
{
    char handle[64];
    cudaError_t e = cudaIpcGetMemHandle(handle, NULL);
    return puts(cudaGetErrorName(cudaIpcGetMemHandle(handle, NULL))), e != cudaGetLastError();
}
C
expect runtime_api_call_that_is_not_there_links gcc "${san[@]}" -Irefmodel/cudart \
    -o "$WORK/ipc" "$WORK/ipc.c" -L"$lib" -lcudart
same runtime_api_call_that_is_not_there_is_named_once "$("$WORK/ipc" 2>&1)" \
    $'warploom: cudaIpcGetMemHandle is not supported: it returns cudaErrorNotSupported\ncudaErrorNotSupported'
cat >"$WORK/capability.c" <<'C'
#include <cudart.h>
#include <stdio.h>
int main(void)
{
    int major = 0, minor = 0;
    cudaDeviceGetAttribute(&major, 75, 0);
    cudaDeviceGetAttribute(&minor, 76, 0);
    return !printf("%d.%d\n", major, minor);
}
C
expect runtime_api_capability_links gcc "${san[@]}" -Irefmodel/cudart \
    -o "$WORK/capability" "$WORK/capability.c" -L"$lib" -lcudart
same runtime_api_capability_of_itself "$("$WORK/capability" 2>&1)" 3.5
same runtime_api_capability_as_it_is_told "$(WARPLOOM_CAPABILITY=8.6 "$WORK/capability" 2>&1)" 8.6
for value in 8 8.10 .5 0.1 8.0a; do
    says "runtime_api_capability_that_is_none_$value" \
        "$(WARPLOOM_CAPABILITY=$value "$WORK/capability" 2>&1)" \
        "WARPLOOM_CAPABILITY: '$value': must be a compute capability, such as 3.5 or 8.0"
done
expect runtime_api_header_is_cpp g++ -fsyntax-only -x c++ -std=c++11 -Wall -Werror \
    refmodel/cudart/cudart.h

# The checked-in PTX is that of the source.
tests/sim/cuda/kernels.sh "$WORK/kernels.ptx" 2>/dev/null
expect runtime_api_kernels_are_compiled cmp "$WORK/kernels.ptx" tests/sim/cuda/kernels.ptx

if command -v nvcc >/dev/null && [ -z "${SAN:-}" ]; then
    cat >"$WORK/own.cu" <<'CU'
#include <cstdio>
__device__ int offset = 5;
__managed__ int both[2] = {3, 4};
__global__ void change() { both[1] += both[0]; }
static int managed_variable()
{
    both[0] = 10;
    change<<<1, 1>>>();
    return cudaDeviceSynchronize() || both[1] != 14;
}
#include <cooperative_groups.h>
__global__ void turn(float *out, cudaTextureObject_t t) { out[threadIdx.x] = tex2D<float>(t, threadIdx.x % 4 + 0.5f, threadIdx.x / 4 + 1.0f); }
__global__ void meet(int *x)
{
    x[blockIdx.x] = blockIdx.x + 1;
    cooperative_groups::this_grid().sync();
    int sum = 0;
    for (int i = 0; i < gridDim.x; i++) sum += x[i];
    cooperative_groups::this_grid().sync();
    x[blockIdx.x] = sum;
}
static int textures_and_grids()
{
    float texels[3][4], *out;
    int *x, blocks = 9;
    cudaArray_t a;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    for (int i = 0; i < 12; i++) texels[i / 4][i % 4] = i;
    if (cudaMallocArray(&a, &d, 4, 3) || cudaMemcpy2DToArray(a, 0, 0, texels, 16, 16, 3, cudaMemcpyHostToDevice)) return 1;
    cudaResourceDesc of = {};
    of.resType = cudaResourceTypeArray, of.res.array.array = a;
    cudaTextureDesc how = {};
    how.filterMode = cudaFilterModeLinear, how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    cudaTextureObject_t t;
    if (cudaCreateTextureObject(&t, &of, &how, nullptr) || cudaMallocManaged(&out, 48) || cudaMallocManaged(&x, 64)) return 2;
    turn<<<1, 12>>>(out, t);
    if (cudaDeviceSynchronize()) return 3;
    for (int i = 0; i < 12; i++) if (out[i] != (i < 8 ? i + 2 : i)) return 4;
    void *args[] = {&x};
    if (cudaLaunchCooperativeKernel((void *)meet, blocks, 64, args, 0, 0) || cudaDeviceSynchronize()) return 5;
    for (int i = 0; i < blocks; i++) if (x[i] != 45) return 6;
    return 0;
}
__global__ void square(int *x) { x[threadIdx.x] = threadIdx.x * threadIdx.x + offset; if (!threadIdx.x) printf("from %s\n", "the device"); }
int main()
{
    int *x, sum = 0;
    cudaDeviceProp p;
    if (cudaGetDeviceProperties(&p, 0) || p.warpSize != 32 || cudaMallocManaged(&x, 128)) return 1;
    square<<<1, 32>>>(x);
    if (cudaDeviceSynchronize()) return 2;
    for (int i = 0; i < 32; i++) sum += x[i];
    printf("%d %d %d\n", sum, textures_and_grids(), managed_variable());
}
CU
    modes=(size) # the others with COUNT=all: nvcc takes longer than all of the rest
    [ "${COUNT:-}" = all ] && modes=(none speed size)
    for mode in "${modes[@]}"; do
        expect "runtime_api_nvcc_compiles_$mode" nvcc -cudart shared -arch=compute_75 \
            --compress-mode=$mode -o "$WORK/own" "$WORK/own.cu"
        same "runtime_api_nvcc_program_runs_$mode" "$("$WORK/own" 2>&1)" \
            $'from the device\n10576 0 0'
    done
    same runtime_api_tutorial_runs \
        "$(run_page docs/tutorials/cuda-program.md 'sh nvcc' 2>&1 |
        sed -nE '1,2p;/^"/p;s/^(gpu_tot_sim_cycle =) [0-9]+ *$/\1/p')" \
        $'x[7] = 49\n989 above 100\n"_Z6squarePfi"\ngpu_tot_sim_cycle ='
fi
finish
