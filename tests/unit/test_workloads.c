// test_workloads.c : the register of workloads and how results are checked.
//
// links: workloads cuda ptx trace machine blocks config base
//
// SPDX-License-Identifier: Apache-2.0
#include "base/resources.h"
#include "cuda/cuda_device.h"
#include "unit.h"
#include "workloads/host.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST(workloads_are_sorted_by_suite_and_name)
{
    for (const workload *const *w = workloads; w[0] && w[1]; w++) {
        int order = strcmp(w[0]->suite, w[1]->suite);
        CU_ASSERT_TRUE(order < 0 || (order == 0 && strcmp(w[0]->name, w[1]->name) < 0));
    }
}

static const char *class_of(const char *name, workload_paper paper)
{
    err e = {0};
    const workload *w = workload_find(name, &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(w);
    return workload_class(w, paper);
}

// `names`, separated by spaces, are of that class.
static void all_are(const char *names, workload_paper paper, const char *class)
{
    char *copy = wl_strdup(names), *rest = NULL;
    for (char *name = strtok_r(copy, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        if (strcmp(class_of(name, paper), class) != 0) printf("%s is not %s\n", name, class);
        CU_ASSERT_STRING_EQUAL(class_of(name, paper), class);
    }
    free(copy);
}

static unsigned classed_in(workload_paper paper)
{
    unsigned n = 0;
    for (const workload *const *w = workloads; *w; w++)
        n += strcmp(workload_class(*w, paper), "-") != 0;
    return n;
}

// HPCA 2014, section 2.4, Figure 4: 12 PolyBench programs.
TEST(workloads_have_mrpb_classes)
{
    all_are("2dconv 2mm 3dconv 3mm fdtd2d gemm", PAPER_MRPB, "CI");
    all_are("atax bicg gesummv mvt", PAPER_MRPB, "IW");
    all_are("syr2k syrk", PAPER_MRPB, "XW");
    CU_ASSERT_EQUAL(classed_in(PAPER_MRPB), 12);
}

// GPGPU-8 2015, Table 2, without NN (a neural network); streaming in L1 only is of section 3.2.
TEST(workloads_have_dwt_pric_classes)
{
    all_are("blackscholes scalarprod vectoradd fastWalsh nw", PAPER_DWT_PRIC, "streaming");
    all_are("hotspot convSeparable", PAPER_DWT_PRIC, "streaming-l1");
    all_are("srad stencil 2dconv 2mm streamcluster", PAPER_DWT_PRIC, "conflict");
    all_are("bfs iix kmeans", PAPER_DWT_PRIC, "thrashing");
    all_are("syrk gesummv", PAPER_DWT_PRIC, "thrashing+conflict");
    all_are("montecarlo b+tree backprop", PAPER_DWT_PRIC, "friendly");
}

// MICRO 2015, sections 2.2 and 2.3: those that the text names.
TEST(workloads_have_warppool_classes)
{
    all_are("atax syrk spmv", PAPER_WARPPOOL, "divergent");
    all_are("gemm streamcluster", PAPER_WARPPOOL, "bandwidth-limited");
    CU_ASSERT_EQUAL(classed_in(PAPER_WARPPOOL), 5);
}

// ICCD 2018, Table III: under 1500 instructions a L2 miss is M.
TEST(workloads_have_cart_classes)
{
    all_are("bfs b+tree cfd dwt2d nw spmv stencil transpose blackscholes scan fastWalsh lbm "
            "mergesort histo convSeparable",
            PAPER_CART, "M");
    all_are("backprop kmeans_t sad", PAPER_CART, "C");
}

// ISPASS 2017, Table II: the memory-intensive programs.
TEST(workloads_have_bandwidth_classes)
{
    all_are("mm lbm ss nn cfd pvr bfs lavaMD streamcluster iix srad_v1 srad nw stencil dwt2d sad "
            "leukocyte",
            PAPER_BANDWIDTH, "memory");
    CU_ASSERT_EQUAL(classed_in(PAPER_BANDWIDTH), 17);
}

// PolyBench/GPU's standard data set; 256 is the small size.
TEST(workload_atax_has_the_benchmarks_dimensions)
{
    err e = {0};
    const workload *w = workload_find("atax", &e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(w);
    CU_ASSERT_STRING_EQUAL(w->dims[SIZE_SMALL], "256 x 256");
    CU_ASSERT_EQUAL(w->n[SIZE_PAPER][0], 4096);
    CU_ASSERT_EQUAL(w->n[SIZE_PAPER][1], 4096);
    // MRPB, Figure 2
    CU_ASSERT_STRING_EQUAL(w->dims[SIZE_MRPB], "2048 x 2048");
    CU_ASSERT_EQUAL(w->n[SIZE_MRPB][0], 2048);
    CU_ASSERT_EQUAL(w->n[SIZE_MRPB][1], 2048);
}

// Another input than the original's is one that a paper has: all else is as in size paper.
TEST(workload_size_mrpb_differs_where_its_paper_does)
{
    static const char *const other[] = {"2mm", "atax", "bicg",   "fdtd2d", "gesummv",
                                        "mvt", "srad", "srad_u", "syr2k",  "syrk"};
    unsigned n = 0;
    for (const workload *const *w = workloads; *w; w++) {
        bool named = false;
        for (unsigned i = 0; i < sizeof other / sizeof *other; i++)
            named |= strcmp((*w)->name, other[i]) == 0;
        const bool same = strcmp((*w)->dims[SIZE_PAPER], (*w)->dims[SIZE_MRPB]) == 0;
        CU_ASSERT_EQUAL(named, !same);
        CU_ASSERT_EQUAL(same,
                        memcmp((*w)->n[SIZE_PAPER], (*w)->n[SIZE_MRPB], sizeof(*w)->n[0]) == 0);
        n += named;
    }
    CU_ASSERT_EQUAL(n, sizeof other / sizeof *other);
}

TEST(workload_unknown_names_get_the_nearest)
{
    err e = {0};
    CU_ASSERT_PTR_NULL(workload_find("gesumv", &e));
    CU_ASSERT_EQUAL(e.status, ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "did you mean gesummv?"));
    err_free(&e);
}

TEST(workload_sizes_by_word)
{
    err e = {0};
    workload_size s;
    CU_ASSERT_EQUAL(workload_size_find("paper", &s, &e), ST_OK);
    CU_ASSERT_EQUAL(s, SIZE_PAPER);
    CU_ASSERT_EQUAL(workload_size_find("huge", &s, &e), ST_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "sizes: small, medium, paper, mrpb"));
    err_free(&e);
}

TEST(workload_kernels_are_in_its_ptx)
{
    for (const workload *const *w = workloads; *w; w++) {
        char *relative = wl_format("refmodel/workloads/%s/%s.ptx", (*w)->name, (*w)->name),
             *path = resource_path(relative);
        char *names = wl_strdup((*w)->kernels), *rest = NULL;
        err e = {0};
        ptx_module *m = ptx_load_file(path, &e);
        CU_ASSERT_PTR_NOT_NULL_FATAL(m);
        for (char *k = strtok_r(names, " ", &rest); k; k = strtok_r(NULL, " ", &rest))
            CU_ASSERT_PTR_NOT_NULL(ptx_find(m, k, &e));
        ptx_free(m);
        err_free(&e);
        free(names);
        free(relative);
        free(path);
    }
}

// ---- the host's side, on a machine of one SM

static int run_on_machine(const workload *w, err *e)
{
    config c;
    config_defaults(&c);
    c.gpu.sms = 1;
    gpu *g = gpu_new(&c, NULL, e);
    CU_ASSERT_PTR_NOT_NULL_FATAL(g);
    CU_ASSERT_EQUAL_FATAL(cuda_attach(g, &c, 0, e), ST_OK);
    int status = workload_run(w, SIZE_SMALL, e);
    cuda_detach();
    gpu_free(g);
    return status;
}

static float spoil_at_2; // what the program below adds to the reference's third element

static void add_program(host *h, const unsigned *n)
{
    unsigned count = n[0];
    array *A = host_array(h, "A", count), *B = host_array(h, "B", count),
          *C = host_array(h, "C", count);
    for (size_t i = 0; i < count; i++) A->at[i] = (float)i;
    host_send(h);
    host_launch(h, "vectoradd_kernel", shape_line(count),
                (void *[]){&count, &A->device, &B->device, &C->device});
    for (size_t i = 0; i < count; i++) C->at[i] = A->at[i];
    C->at[2] += spoil_at_2;
    host_check(h, C);
}

static const workload add = {.name = "vectoradd",
                             .kernels = "vectoradd_kernel",
                             SIZES1(300, 300, 300),
                             .program = add_program};

TEST(workload_right_results_pass)
{
    err e = {0};
    spoil_at_2 = 0;
    CU_ASSERT_EQUAL(run_on_machine(&add, &e), ST_OK);
    CU_ASSERT_EQUAL(e.count, 0);
    err_free(&e);
}

TEST(workload_wrong_element_is_named_with_both_values)
{
    err e = {0};
    spoil_at_2 = 0x1p-22f; // one unit in the last place of 2
    CU_ASSERT_EQUAL(run_on_machine(&add, &e), ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(e.text, "C[2] = 2 (0x1p+1), the reference has 2.00000024 (0x1.000002p+1)"));
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "1 of 300 elements differ"));
    err_free(&e);
}

TEST(workload_nan_equals_no_number)
{
    err e = {0};
    spoil_at_2 = NAN;
    CU_ASSERT_EQUAL(run_on_machine(&add, &e), ST_CHECK);
    err_free(&e);
}

// ---- elements of other types, bounds, reading back

static double spoil;              // what the program below adds to the reference's last element
static double relative, absolute; // the bound that it states; both 0: to the bit

// vectoradd's kernel, seen as a program that reads back and sends one array alone; C ends as A + B
// + 1.
static void bounded_program(host *h, const unsigned *n)
{
    unsigned count = n[0];
    array *A = host_array(h, "A", count), *B = host_array(h, "B", count),
          *C = host_array(h, "C", count);
    for (size_t i = 0; i < count; i++) A->at[i] = (float)i;
    host_send(h);
    host_launch(h, "vectoradd_kernel", shape_blocks(count, 64),
                (void *[]){&count, &A->device, &B->device, &C->device});
    host_read(h, C);
    for (size_t i = 0; i < count; i++) C->at[i] += 1;
    host_write(h, C);
    C->at[count - 1] += (float)spoil;
    if (relative > 0 || absolute > 0) host_check_within(h, C, relative, absolute);
    else host_check(h, C);
}

static int run_bounded(double error, double rel, double abs, err *e)
{
    static const workload bounded = {
        .name = "vectoradd", .kernels = "", SIZES1(65, 65, 65), .program = bounded_program};
    spoil = error;
    relative = rel;
    absolute = abs;
    return run_on_machine(&bounded, e);
}

TEST(workload_reads_back_and_sends_one_array)
{
    err e = {0};
    CU_ASSERT_EQUAL(run_bounded(0, 0, 0, &e), ST_OK);
    CU_ASSERT_EQUAL(run_bounded(0.5, 0, 0, &e), ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "C[64] = 65 (0x1.04p+6), the reference has 65.5"));
    err_free(&e);
}

// The device has 65 at the last element and the reference 65 + 63 = 128.
TEST(workload_bound_holds_at_the_bound_and_not_above)
{
    err e = {0};
    CU_ASSERT_EQUAL(run_bounded(63, 0, 63, &e), ST_OK);
    CU_ASSERT_EQUAL(run_bounded(63, 0, 62.99, &e), ST_CHECK);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(e.text, "tolerance 62.99 + 0 x |reference|; 1 of 65 elements differ"));
    err_free(&e);
    CU_ASSERT_EQUAL(run_bounded(63, 63.0 / 128, 0, &e), ST_OK);
    CU_ASSERT_EQUAL(run_bounded(63, 62.99 / 128, 0, &e), ST_CHECK);
    err_free(&e);
    CU_ASSERT_EQUAL(run_bounded(NAN, 1, 1, &e), ST_CHECK);
    err_free(&e);
}

static element_type of_type; // of the array that the program below spoils

// The device has 3 at index 1 (as sent); the reference says 5.
static void typed_program(host *h, const unsigned *n)
{
    array *a = host_array_of(h, of_type, "typed", n[0]);
    const unsigned values[2] = {3, 5};
    for (unsigned turn = 0; turn < 2; turn++) {
        switch (of_type) {
        case ELEMENT_F64: a->f64[1] = values[turn]; break;
        case ELEMENT_S32: a->s32[1] = -(int32_t)values[turn]; break;
        case ELEMENT_U32: a->u32[1] = 0xfffffff0u + values[turn]; break;
        case ELEMENT_U16: a->u16[1] = (uint16_t)(0xfff0u + values[turn]); break;
        case ELEMENT_U8: a->u8[1] = (uint8_t)(0xf0u + values[turn]); break;
        default: a->at[1] = (float)values[turn];
        }
        if (turn == 0) host_write(h, a);
    }
    host_check(h, a);
}

TEST(workload_elements_of_every_type_are_compared)
{
    static const workload typed = {
        .name = "vectoradd", .kernels = "", SIZES1(3, 3, 3), .program = typed_program};
    static const char *const told[ELEMENT_COUNT] = {
        [ELEMENT_F32] = "typed[1] = 3 (0x1.8p+1), the reference has 5 (0x1.4p+2)",
        [ELEMENT_F64] = "typed[1] = 3 (0x1.8p+1), the reference has 5 (0x1.4p+2)",
        [ELEMENT_S32] = "typed[1] = -3, the reference has -5",
        [ELEMENT_U32] = "typed[1] = 4294967283, the reference has 4294967285",
        [ELEMENT_U16] = "typed[1] = 65523, the reference has 65525",
        [ELEMENT_U8] = "typed[1] = 243, the reference has 245"};
    for (unsigned t = 0; t < ELEMENT_COUNT; t++) {
        err e = {0};
        of_type = (element_type)t;
        CU_ASSERT_EQUAL(run_on_machine(&typed, &e), ST_CHECK);
        CU_ASSERT_PTR_NOT_NULL(strstr(e.text, told[t]));
        CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "1 of 3 elements differ"));
        err_free(&e);
    }
}

static const char *variable; // which the program below fills
static size_t variable_bytes;

// Two points of one feature at 1 and 9, centres at 0 and 10, in the module's constant memory.
static void constant_program(host *h, const unsigned *n)
{
    unsigned points = n[0], features = 1, centres = 2;
    static const float centre[256] = {0, 10};
    array *feature = host_array(h, "feature", points),
          *membership = host_array_of(h, ELEMENT_S32, "membership", points);
    feature->at[0] = 1;
    feature->at[1] = 9;
    host_send(h);
    host_variable(h, variable, centre, variable_bytes);
    host_launch(h, "kmeans_point", shape_line(points),
                (void *[]){&points, &features, &centres, &feature->device, &membership->device});
    membership->s32[1] = 1;
    host_check(h, membership);
}

static int run_constant(const char *name, size_t bytes, err *e)
{
    static const workload constant = {
        .name = "kmeans", .kernels = "", SIZES1(2, 2, 2), .program = constant_program};
    variable = name;
    variable_bytes = bytes;
    return run_on_machine(&constant, e);
}

TEST(workload_fills_constants_of_its_module)
{
    err e = {0};
    CU_ASSERT_EQUAL(run_constant("kmeans_centre", 2 * sizeof(float), &e), ST_OK);
    CU_ASSERT_EQUAL(run_constant("kmeans_centre", 5 * 34 * sizeof(float), &e), ST_OK); // all of it
    CU_ASSERT_EQUAL(e.count, 0);
    CU_ASSERT_EQUAL(run_constant("kmeans_centre", 5 * 34 * sizeof(float) + 1, &e), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "cuMemcpyHtoD: CUDA_ERROR_INVALID_VALUE"));
    err_free(&e);
    CU_ASSERT_EQUAL(run_constant("kmeans_center", 4, &e), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "cuModuleGetGlobal: CUDA_ERROR_NOT_FOUND"));
    err_free(&e);
}

static bool ended_before, ended_after; // what the program below was told

static void stray_program(host *h, const unsigned *n)
{
    unsigned count = n[0];
    array *A = host_array(h, "A", 1); // and 300 threads that use it
    host_send(h);
    ended_before = host_ended(h);
    host_launch(h, "vectoradd_kernel", shape_line(count),
                (void *[]){&count, &A->device, &A->device, &A->device});
    ended_after = host_ended(h);
    host_check(h, A);
}

TEST(workload_fault_in_a_kernel_is_told_once)
{
    static const workload stray = {.name = "vectoradd",
                                   .kernels = "vectoradd_kernel",
                                   SIZES1(300, 300, 300),
                                   .program = stray_program};
    err e = {0};
    CU_ASSERT_EQUAL(run_on_machine(&stray, &e), ST_INPUT);
    CU_ASSERT_EQUAL(e.count, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "vectoradd_kernel"));
    CU_ASSERT_TRUE(ended_before);
    CU_ASSERT_FALSE(ended_after); // no reference is computed
    err_free(&e);
}

static void missing_program(host *h, const unsigned *n)
{
    unsigned count = n[0];
    host_launch(h, "no_such_kernel", shape_line(count), NULL);
}

TEST(workload_failing_driver_call_is_named)
{
    static const workload missing = {
        .name = "vectoradd", .kernels = "", SIZES1(1, 1, 1), .program = missing_program};
    err e = {0};
    CU_ASSERT_EQUAL(run_on_machine(&missing, &e), ST_TOOL);
    CU_ASSERT_PTR_NOT_NULL(strstr(e.text, "cuModuleGetFunction: CUDA_ERROR_NOT_FOUND"));
    err_free(&e);
}

UNIT_MAIN("workloads", T(workloads_are_sorted_by_suite_and_name), T(workloads_have_mrpb_classes),
          T(workloads_have_dwt_pric_classes), T(workloads_have_warppool_classes),
          T(workloads_have_cart_classes), T(workloads_have_bandwidth_classes),
          T(workload_atax_has_the_benchmarks_dimensions),
          T(workload_size_mrpb_differs_where_its_paper_does),
          T(workload_unknown_names_get_the_nearest), T(workload_sizes_by_word),
          T(workload_kernels_are_in_its_ptx), T(workload_right_results_pass),
          T(workload_wrong_element_is_named_with_both_values), T(workload_nan_equals_no_number),
          T(workload_reads_back_and_sends_one_array),
          T(workload_bound_holds_at_the_bound_and_not_above),
          T(workload_elements_of_every_type_are_compared),
          T(workload_fills_constants_of_its_module), T(workload_fault_in_a_kernel_is_told_once),
          T(workload_failing_driver_call_is_named))
