// test_sram.c : the model of SRAM macros against the published points that it is fitted to.
//
// links: synth base
//
// SPDX-License-Identifier: Apache-2.0
#include "synth/node.h"
#include "synth/sram.h"
#include "unit.h"

#include <math.h>

typedef struct point {
    unsigned words, width;
    bool one_port;
    double area_um2, access_ns, cycle_ns, read_pj, write_pj, leakage_mw;
} point;

// CACTI 6.5, 45 nm, high performance
static const point points[] = {{384, 40, false, 12200, 0.259, 0.211, 2.2, 3.3, 2.4},
                               {1024, 24, false, 19100, 0.308, 0.242, 2.6, 2.8, 3.7},
                               {256, 48, false, 10500, 0.240, 0.201, 2.3, 3.1, 1.9},
                               {384, 40, true, 5900, 0.233, 0.190, 1.9, 2.7, 1.9},
                               {1024, 24, true, 9300, 0.277, 0.214, 2.3, 2.3, 3.0}};
enum { POINTS = sizeof points / sizeof points[0] };

static bool near(double got, double want, double percent)
{
    return fabs(got / want - 1) <= percent / 100;
}

TEST(sram_model_is_within_its_stated_errors)
{
    for (unsigned i = 0; i < POINTS; i++) {
        const point *p = &points[i];
        sram s = {.words = p->words, .width = p->width, .one_port = p->one_port};
        sram_model(&s, 1);
        CU_ASSERT_TRUE(near(s.area_um2, p->area_um2, 2.4));
        CU_ASSERT_TRUE(near(s.access_ns, p->access_ns, 0.3));
        CU_ASSERT_TRUE(near(s.cycle_ns, p->cycle_ns, 0.7));
        CU_ASSERT_TRUE(near(s.read_pj, p->read_pj, 3.1));
        CU_ASSERT_TRUE(near(s.write_pj, p->write_pj, 8.1));
        CU_ASSERT_TRUE(near(s.leakage_mw, p->leakage_mw, 1.5));
    }
}

TEST(sram_of_a_larger_technology_is_larger_and_slower)
{
    sram s = {.words = 384, .width = 40}, t = s;
    sram_model(&s, 1);
    sram_model(&t, 4);
    CU_ASSERT_TRUE(near(t.area_um2, 16 * s.area_um2, 0.01));
    CU_ASSERT_TRUE(near(t.access_ns, 4 * s.access_ns, 0.01));
}

TEST(node_of_public_libraries_is_known)
{
    static const struct {
        const char *name;
        unsigned nm;
    } libraries[] = {
        {"osu018_stdcells", 180},
        {"osu035_stdcells", 350},
        {"gscl45nm", 45},
        {"NangateOpenCellLibrary", 45},
        {"sky130_fd_sc_hdll__tt_025C_1v80", 130},
        {"gf180mcu_fd_sc_mcu7t5v0__tt_025C_5v00", 180},
        {"sg13g2_stdcell_typ_1p20V_25C", 130},
        {"asap7sc7p5t_AO_RVT_TT_nldm_211120", 7},
        {"my_sky130_cells", 0},
        {"", 0},
    };
    for (unsigned i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
        CU_ASSERT_EQUAL(node_of_library(libraries[i].name), libraries[i].nm);
    }
}

UNIT_MAIN("sram", T(node_of_public_libraries_is_known), T(sram_model_is_within_its_stated_errors),
          T(sram_of_a_larger_technology_is_larger_and_slower))
