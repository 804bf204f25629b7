// test_cuda_pool.c : the driver API's memory pools, and the nodes of graphs that allocate and free.
//
// links: cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "cuda_rig.h"

// x[thread] += plus
static const char add_text[] =
    ".version 3.2\n.target sm_35\n.address_size 64\n"
    ".visible .entry add(.param .u64 data, .param .u32 plus) { .reg .b32 %r<4>; .reg .b64 %rd<3>;\n"
    "\tld.param.u64 %rd1, [data]; ld.param.u32 %r1, [plus]; mov.u32 %r2, %tid.x;\n"
    "\tmul.wide.u32 %rd2, %r2, 4; add.u64 %rd1, %rd1, %rd2;\n"
    "\tld.global.u32 %r3, [%rd1]; add.u32 %r3, %r3, %r1; st.global.u32 [%rd1], %r3; ret; }\n";

enum { THREADS = 32, BYTES = THREADS * sizeof(unsigned) };

typedef struct rig {
    device_rig d;
    CUfunction add;
    CUstream s;
    CUgraph graph;
    CUgraphExec exec;
    unsigned host[THREADS]; // where graphs copy to
} rig;

static void set_up(rig *r)
{
    *r = (rig){0};
    begin_device(&r->d, add_text);
    r->add = function_of(&r->d, "add");
    CU_ASSERT_EQUAL_FATAL(cuStreamCreate(&r->s, 0), CUDA_SUCCESS);
}

static void tear_down(rig *r) { end_device(&r->d); }

static const CUmemPoolProps here = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                    .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};

static cuuint64_t count_of(CUmemoryPool pool, CUmemPool_attribute a)
{
    cuuint64_t n = 999;
    CU_ASSERT_EQUAL(cuMemPoolGetAttribute(pool, a, &n), CUDA_SUCCESS);
    return n;
}
static cuuint64_t of_graphs(CUgraphMem_attribute a)
{
    cuuint64_t n = 999;
    CU_ASSERT_EQUAL(cuDeviceGetGraphMemAttribute(0, a, &n), CUDA_SUCCESS);
    return n;
}
static size_t free_bytes(void)
{
    size_t left = 0, total = 0;
    CU_ASSERT_EQUAL(cuMemGetInfo(&left, &total), CUDA_SUCCESS);
    return left;
}

TEST(cuda_pool_counts_and_bounds)
{
    rig r;
    CUmemoryPool own = NULL, bounded = NULL, of = NULL;
    CUdeviceptr a = 0, b = 0, c = 0;
    CUmemPoolProps props = here;
    cuuint64_t none = 0, one = 1;
    int supported = 0;
    set_up(&r);
    const size_t before = free_bytes();
    CU_ASSERT(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 0) ==
                  CUDA_SUCCESS &&
              supported == 1);
    CU_ASSERT(cuDeviceGetDefaultMemPool(&own, 0) == CUDA_SUCCESS &&
              cuDeviceGetMemPool(&of, 0) == CUDA_SUCCESS && of == own);
    CU_ASSERT(cuMemAllocAsync(&a, 1000, r.s) == CUDA_SUCCESS &&
              cuMemAllocAsync(&b, 24, r.s) == CUDA_SUCCESS && a != b);
    CU_ASSERT_EQUAL(count_of(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 1024);
    CU_ASSERT_EQUAL(before - free_bytes(), 1024);
    CU_ASSERT(cuPointerGetAttribute(&of, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, a) == CUDA_SUCCESS &&
              of == own);
    CU_ASSERT(cuMemFreeAsync(a, r.s) == CUDA_SUCCESS &&
              cuMemFreeAsync(a, r.s) == CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuMemAllocAsync(&a, 8, r.s) == CUDA_SUCCESS &&
              cuMemFreeAsync(a, r.s) == CUDA_SUCCESS); // the highest value stays
    CU_ASSERT_EQUAL(count_of(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 24);
    CU_ASSERT_EQUAL(count_of(own, CU_MEMPOOL_ATTR_USED_MEM_HIGH), 1024);
    CU_ASSERT_EQUAL(cuMemPoolSetAttribute(own, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &one),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemPoolSetAttribute(own, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &none), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(count_of(own, CU_MEMPOOL_ATTR_USED_MEM_HIGH), 24);
    CU_ASSERT_EQUAL(count_of(own, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH), 1024);
    CU_ASSERT_EQUAL(cuMemPoolDestroy(own), CUDA_ERROR_INVALID_VALUE); // the device's own

    props.maxSize = 100;
    CU_ASSERT_EQUAL(cuMemPoolCreate(&bounded, &props), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuDeviceSetMemPool(0, bounded), CUDA_SUCCESS);
    CU_ASSERT(cuMemAllocAsync(&a, 60, r.s) == CUDA_SUCCESS &&
              cuMemAllocAsync(&c, 41, r.s) == CUDA_ERROR_OUT_OF_MEMORY &&
              cuMemAllocAsync(&c, 40, NULL) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(count_of(bounded, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT), 100);
    CU_ASSERT_EQUAL(cuMemPoolDestroy(bounded), CUDA_SUCCESS); // what it gave out stays
    CU_ASSERT_EQUAL(cuMemPoolTrimTo(bounded, 0), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemcpyDtoD(a, c, 40), CUDA_SUCCESS);
    CU_ASSERT(cuDeviceGetMemPool(&of, 0) == CUDA_SUCCESS && of == own);
    CU_ASSERT(cuMemFree(a) == CUDA_SUCCESS && cuMemFreeAsync(c, r.s) == CUDA_SUCCESS &&
              cuMemFree(b) == CUDA_SUCCESS);
    CU_ASSERT_EQUAL(count_of(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 0);
    CU_ASSERT_EQUAL(free_bytes(), before);
    tear_down(&r);
}

TEST(cuda_pool_attributes_and_access)
{
    rig r;
    CUmemoryPool pool = NULL;
    CUmemPoolProps props = here;
    CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    CUmemAccessDesc map = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    cuuint64_t keep = 1ull << 40, got = 0;
    CUdeviceptr a = 0;
    int reuse = 0;
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemPoolCreate(&pool, &props), CUDA_SUCCESS);
    CU_ASSERT(
        cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep) == CUDA_SUCCESS &&
        cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &got) == CUDA_SUCCESS &&
        got == keep);
    for (unsigned i = 1; i < CU_MEMPOOL_ATTR_RELEASE_THRESHOLD; i++) {
        const CUmemPool_attribute attribute = (CUmemPool_attribute)i;
        CU_ASSERT(cuMemPoolGetAttribute(pool, attribute, &reuse) == CUDA_SUCCESS && reuse == 1);
        reuse = 0;
        CU_ASSERT_EQUAL(cuMemPoolSetAttribute(pool, attribute, &reuse), CUDA_SUCCESS);
        reuse = 7;
        CU_ASSERT(cuMemPoolGetAttribute(pool, attribute, &reuse) == CUDA_SUCCESS && reuse == 0);
    }
    CU_ASSERT_EQUAL(cuMemPoolGetAttribute(pool, (CUmemPool_attribute)9, &got),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuMemPoolGetAccess(&flags, pool, &map.location) == CUDA_SUCCESS &&
              flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    CU_ASSERT_EQUAL(cuMemPoolSetAccess(pool, &map, 1), CUDA_SUCCESS);
    map.flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    CU_ASSERT_EQUAL(cuMemPoolSetAccess(pool, &map, 1), CUDA_ERROR_INVALID_VALUE);
    map.location.id = 1;
    CU_ASSERT_EQUAL(cuMemPoolSetAccess(pool, &map, 1), CUDA_ERROR_INVALID_DEVICE);
    CU_ASSERT(cuMemAllocFromPoolAsync(&a, 8, pool, r.s) == CUDA_SUCCESS &&
              count_of(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT) == 8);
    CU_ASSERT_EQUAL(cuMemAllocFromPoolAsync(&a, 8, NULL, r.s), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuMemAllocFromPoolAsync(&a, 0, pool, r.s), CUDA_ERROR_INVALID_VALUE);
    props.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    CU_ASSERT_EQUAL(cuMemPoolCreate(&pool, &props), CUDA_ERROR_NOT_SUPPORTED);
    props = here, props.location.type = CU_MEM_LOCATION_TYPE_HOST;
    CU_ASSERT_EQUAL(cuMemPoolCreate(&pool, &props), CUDA_ERROR_NOT_SUPPORTED);
    props = here, props.location.id = 1;
    CU_ASSERT_EQUAL(cuMemPoolCreate(&pool, &props), CUDA_ERROR_INVALID_DEVICE);
    props = here, props.allocType = CU_MEM_ALLOCATION_TYPE_INVALID;
    CU_ASSERT_EQUAL(cuMemPoolCreate(&pool, &props), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuCtxDestroy(r.d.ctx), CUDA_SUCCESS); // and what is left of the pool's memory
    CU_ASSERT_EQUAL(count_of(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT), 0);
    tear_down(&r);
}

// A fill, an addition and a copy to the host, behind one another.
static void work_on(rig *r, CUdeviceptr x, unsigned value)
{
    unsigned plus = 5;
    CU_ASSERT_EQUAL(cuMemsetD32Async(x, value, THREADS, r->s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(
        cuLaunchKernel(r->add, 1, 1, 1, THREADS, 1, 1, 0, r->s, (void *[]){&x, &plus}, NULL),
        CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemcpyDtoHAsync(r->host, x, BYTES, r->s), CUDA_SUCCESS);
}

// What a captured stream allocates and frees is done by each launch, and not by the capture.
TEST(cuda_graph_allocations_are_captured)
{
    rig r;
    CUdeviceptr x = 0, plain = 0;
    CUgraph copy = NULL;
    CUgraphNode first = NULL;
    CUgraphNodeType type;
    CUgraphExec second = NULL;
    size_t n = 1;
    set_up(&r);
    CU_ASSERT_EQUAL(cuMemAlloc(&plain, 4), CUDA_SUCCESS);
    const size_t before = free_bytes();
    CU_ASSERT_EQUAL(cuStreamBeginCapture(r.s, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
    CU_ASSERT(cuMemAllocAsync(&x, BYTES, r.s) == CUDA_SUCCESS && x);
    work_on(&r, x, 100);
    CU_ASSERT_EQUAL(cuMemFreeAsync(plain, r.s), CUDA_ERROR_INVALID_VALUE); // no graph's
    CU_ASSERT_EQUAL(cuMemFreeAsync(x, r.s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemFreeAsync(x, r.s), CUDA_ERROR_INVALID_VALUE); // twice
    CU_ASSERT_EQUAL(cuStreamEndCapture(r.s, &r.graph), CUDA_SUCCESS);
    CU_ASSERT(cuGraphGetRootNodes(r.graph, &first, &n) == CUDA_SUCCESS && n == 1);
    CU_ASSERT(cuGraphNodeGetType(first, &type) == CUDA_SUCCESS &&
              type == CU_GRAPH_NODE_TYPE_MEM_ALLOC);
    CU_ASSERT(cuGraphGetNodes(r.graph, NULL, &n) == CUDA_SUCCESS && n == 5);
    CU_ASSERT_EQUAL(of_graphs(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT), 0);
    CU_ASSERT_EQUAL(of_graphs(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT), BYTES);
    CU_ASSERT_EQUAL(before - free_bytes(), BYTES);
    CU_ASSERT_EQUAL(cuMemFree(x), CUDA_ERROR_INVALID_VALUE); // not in use
    CU_ASSERT_EQUAL(cuGraphInstantiateWithFlags(&r.exec, r.graph, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphInstantiateWithFlags(&second, r.graph, 0), CUDA_ERROR_NOT_SUPPORTED);
    CU_ASSERT_EQUAL(cuGraphClone(&copy, r.graph), CUDA_ERROR_NOT_SUPPORTED);
    CU_ASSERT_EQUAL(cuGraphDestroyNode(first), CUDA_ERROR_NOT_SUPPORTED);
    for (unsigned i = 0; i < 2; i++) {
        r.host[THREADS - 1] = 0;
        CU_ASSERT(cuGraphLaunch(r.exec, r.s) == CUDA_SUCCESS && r.host[THREADS - 1] == 105);
    }
    CU_ASSERT_EQUAL(of_graphs(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT), 0);
    CU_ASSERT_EQUAL(of_graphs(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH), BYTES);
    CU_ASSERT_EQUAL(cuGraphExecDestroy(r.exec), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphInstantiateWithFlags(&r.exec, r.graph, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphDestroy(r.graph), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(before - free_bytes(), BYTES); // the instance has it
    CU_ASSERT_EQUAL(cuGraphExecDestroy(r.exec), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(free_bytes(), before);
    tear_down(&r);
}

// Memory that a graph allocates and does not free is the program's to free, before the next launch
// or by it.
TEST(cuda_graph_allocations_outlive_a_launch)
{
    rig r;
    CUgraphNode alloc = NULL, fill = NULL, last = NULL;
    CUgraph freeing = NULL, outer = NULL;
    CUgraphExec frees = NULL;
    CUDA_MEM_ALLOC_NODE_PARAMS p = {.poolProps = here, .bytesize = BYTES}, q = {.dptr = 0};
    CUdeviceptr at = 0;
    cuuint64_t none = 0;
    set_up(&r);
    const size_t before = free_bytes();
    CU_ASSERT(cuGraphCreate(&r.graph, 0) == CUDA_SUCCESS &&
              cuGraphCreate(&freeing, 0) == CUDA_SUCCESS &&
              cuGraphCreate(&outer, 0) == CUDA_SUCCESS);
    CU_ASSERT(cuGraphAddMemAllocNode(&alloc, r.graph, NULL, 0, &p) == CUDA_SUCCESS && p.dptr);
    CU_ASSERT(cuGraphMemAllocNodeGetParams(alloc, &q) == CUDA_SUCCESS && q.dptr == p.dptr &&
              q.bytesize == BYTES);
    const CUDA_MEMSET_NODE_PARAMS seven = {
        .dst = p.dptr, .value = 7, .elementSize = 4, .width = THREADS, .height = 1};
    CU_ASSERT_EQUAL(cuGraphAddMemsetNode(&fill, r.graph, &alloc, 1, &seven, r.d.ctx), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphAddChildGraphNode(&last, outer, NULL, 0, r.graph),
                    CUDA_ERROR_NOT_SUPPORTED);
    CU_ASSERT_EQUAL(cuGraphInstantiateWithFlags(&r.exec, r.graph, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphLaunch(r.exec, r.s), CUDA_SUCCESS);
    CU_ASSERT(cuMemcpyDtoH(r.host, p.dptr, BYTES) == CUDA_SUCCESS && r.host[3] == 7);
    CU_ASSERT_EQUAL(cuGraphLaunch(r.exec, r.s), CUDA_ERROR_INVALID_VALUE); // in use
    CU_ASSERT_EQUAL(cuMemFreeAsync(p.dptr, r.s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphLaunch(r.exec, r.s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphAddMemFreeNode(&last, freeing, NULL, 0, p.dptr), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphAddMemFreeNode(&last, freeing, NULL, 0, p.dptr),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT(cuGraphMemFreeNodeGetParams(last, &at) == CUDA_SUCCESS && at == p.dptr);
    CU_ASSERT_EQUAL(cuGraphInstantiateWithFlags(&frees, freeing, 0), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphLaunch(frees, r.s), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphLaunch(frees, r.s), CUDA_ERROR_INVALID_VALUE); // not in use
    CU_ASSERT_EQUAL(cuGraphExecDestroy(r.exec), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuGraphInstantiateWithFlags(&r.exec, r.graph, 1), CUDA_SUCCESS); // frees
    CU_ASSERT(cuGraphLaunch(r.exec, r.s) == CUDA_SUCCESS &&
              cuGraphLaunch(r.exec, r.s) == CUDA_SUCCESS);
    CU_ASSERT(cuGraphExecDestroy(r.exec) == CUDA_SUCCESS &&
              cuGraphExecDestroy(frees) == CUDA_SUCCESS &&
              cuGraphDestroy(r.graph) == CUDA_SUCCESS && cuGraphDestroy(freeing) == CUDA_SUCCESS);
    CU_ASSERT(cuMemcpyDtoH(r.host, p.dptr, BYTES) == CUDA_SUCCESS && r.host[9] == 7);
    CU_ASSERT_EQUAL(before - free_bytes(), BYTES); // still in use
    cuuint64_t some = 1;
    CU_ASSERT_EQUAL(cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &some),
                    CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &none),
                    CUDA_SUCCESS);
    CU_ASSERT_EQUAL(of_graphs(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH), BYTES);
    CU_ASSERT_EQUAL(cuMemFree(p.dptr), CUDA_SUCCESS);
    CU_ASSERT_EQUAL(cuMemFree(p.dptr), CUDA_ERROR_INVALID_VALUE);
    CU_ASSERT_EQUAL(free_bytes(), before);
    tear_down(&r);
}

// One call adds nodes of all types that there are.
TEST(cuda_graph_nodes_are_added_by_type)
{
    rig r;
    CUgraphNode node = NULL, last = NULL;
    CUgraph inner = NULL;
    CUevent begins, ends;
    unsigned plus = 5;
    float ms = -1;
    set_up(&r);
    CU_ASSERT(cuGraphCreate(&r.graph, 0) == CUDA_SUCCESS &&
              cuGraphCreate(&inner, 0) == CUDA_SUCCESS &&
              cuEventCreate(&begins, 0) == CUDA_SUCCESS && cuEventCreate(&ends, 0) == CUDA_SUCCESS);
    CUgraphNodeParams alloc = {.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC,
                               .as.alloc = {.poolProps = here, .bytesize = BYTES}};
    CU_ASSERT(cuGraphAddNode(&node, r.graph, NULL, 0, &alloc) == CUDA_SUCCESS);
    CUdeviceptr x = alloc.as.alloc.dptr;
    void *args[] = {&x, &plus};
    CUgraphNodeParams all[] = {
        {.type = CU_GRAPH_NODE_TYPE_EVENT_RECORD, .as.event = begins},
        {.type = CU_GRAPH_NODE_TYPE_MEMSET,
         .as.memset = {.dst = x, .value = 40, .elementSize = 4, .width = THREADS, .height = 1}},
        {.type = CU_GRAPH_NODE_TYPE_KERNEL,
         .as.kernel = {.func = r.add,
                       .gridDimX = 1,
                       .gridDimY = 1,
                       .gridDimZ = 1,
                       .blockDimX = THREADS,
                       .blockDimY = 1,
                       .blockDimZ = 1,
                       .kernelParams = args}},
        {.type = CU_GRAPH_NODE_TYPE_MEMCPY,
         .as.memcpy = {.copyParams = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                                      .srcDevice = x,
                                      .dstMemoryType = CU_MEMORYTYPE_HOST,
                                      .dstHost = r.host,
                                      .WidthInBytes = BYTES,
                                      .Height = 1,
                                      .Depth = 1}}},
        {.type = CU_GRAPH_NODE_TYPE_GRAPH, .as.graph = inner},
        {.type = CU_GRAPH_NODE_TYPE_EMPTY},
        {.type = CU_GRAPH_NODE_TYPE_WAIT_EVENT, .as.event = begins},
        {.type = CU_GRAPH_NODE_TYPE_EVENT_RECORD, .as.event = ends},
        {.type = CU_GRAPH_NODE_TYPE_MEM_FREE, .as.free = x}};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        CUgraphNodeType type;
        CU_ASSERT_EQUAL(cuGraphAddNode_v2(&last, r.graph, &node, NULL, 1, &all[i]), CUDA_SUCCESS);
        CU_ASSERT(cuGraphNodeGetType(last, &type) == CUDA_SUCCESS && type == all[i].type);
        node = last;
    }
    CUgraphNodeParams conditional = {.type = CU_GRAPH_NODE_TYPE_CONDITIONAL};
    CU_ASSERT_EQUAL(cuGraphAddNode(&last, r.graph, NULL, 0, &conditional),
                    CUDA_ERROR_NOT_SUPPORTED);
    CU_ASSERT_EQUAL(cuGraphInstantiateWithFlags(&r.exec, r.graph, 0), CUDA_SUCCESS);
    CU_ASSERT(cuGraphLaunch(r.exec, r.s) == CUDA_SUCCESS && r.host[31] == 45);
    CU_ASSERT(cuEventElapsedTime(&ms, begins, ends) == CUDA_SUCCESS && ms > 0);
    tear_down(&r);
}

UNIT_MAIN("cuda_pool", T(cuda_pool_counts_and_bounds), T(cuda_pool_attributes_and_access),
          T(cuda_graph_allocations_are_captured), T(cuda_graph_allocations_outlive_a_launch),
          T(cuda_graph_nodes_are_added_by_type))
