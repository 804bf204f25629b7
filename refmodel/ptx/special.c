// special.c : see special.h.
//
// SPDX-License-Identifier: Apache-2.0
#include "ptx/special.h"

#include <stddef.h>
#include <string.h>

// name, expression of env, differs between warps. A grid without clusters has clusters of one CTA
// (PTX ISA, "Cluster").
// clang-format off
#define SPECIALS(X) \
    X("%tid.x", tid_x, env->tid[0], true) X("%tid.y", tid_y, env->tid[1], true) \
    X("%tid.z", tid_z, env->tid[2], true) \
    X("%ntid.x", ntid_x, env->ntid[0], false) X("%ntid.y", ntid_y, env->ntid[1], false) \
    X("%ntid.z", ntid_z, env->ntid[2], false) \
    X("%ctaid.x", ctaid_x, env->ctaid[0], true) X("%ctaid.y", ctaid_y, env->ctaid[1], true) \
    X("%ctaid.z", ctaid_z, env->ctaid[2], true) \
    X("%nctaid.x", nctaid_x, env->nctaid[0], false) \
    X("%nctaid.y", nctaid_y, env->nctaid[1], false) \
    X("%nctaid.z", nctaid_z, env->nctaid[2], false) \
    X("%tid.w", tid_w, env->tid[0] & 0, false) X("%ntid.w", ntid_w, env->ntid[0] & 0, false) \
    X("%ctaid.w", ctaid_w, env->ctaid[0] & 0, false) \
    X("%nctaid.w", nctaid_w, env->nctaid[0] & 0, false) \
    X("%clusterid.x", clusterid_x, env->ctaid[0], true) \
    X("%clusterid.y", clusterid_y, env->ctaid[1], true) \
    X("%clusterid.z", clusterid_z, env->ctaid[2], true) \
    X("%nclusterid.x", nclusterid_x, env->nctaid[0], false) \
    X("%nclusterid.y", nclusterid_y, env->nctaid[1], false) \
    X("%nclusterid.z", nclusterid_z, env->nctaid[2], false) \
    X("%cluster_ctaid.x", cluster_ctaid_x, env->lane & 0, false) \
    X("%cluster_ctaid.y", cluster_ctaid_y, env->lane & 0, false) \
    X("%cluster_ctaid.z", cluster_ctaid_z, env->lane & 0, false) \
    X("%cluster_nctaid.x", cluster_nctaid_x, (env->lane & 0) + 1, false) \
    X("%cluster_nctaid.y", cluster_nctaid_y, (env->lane & 0) + 1, false) \
    X("%cluster_nctaid.z", cluster_nctaid_z, (env->lane & 0) + 1, false) \
    X("%cluster_ctarank", cluster_ctarank, env->lane & 0, false) \
    X("%cluster_nctarank", cluster_nctarank, (env->lane & 0) + 1, false) \
    X("%laneid", laneid, env->lane, false) X("%warpid", warpid, env->warp, true) \
    X("%nwarpid", nwarpid, env->n_warps, false) \
    X("%smid", smid, env->sm, true) X("%nsmid", nsmid, env->n_sms, false) \
    X("%gridid", gridid, env->lane & 0, false) \
    X("%lanemask_eq", lanemask_eq, 1u << env->lane, false) \
    X("%lanemask_lt", lanemask_lt, (1u << env->lane) - 1, false) \
    X("%lanemask_le", lanemask_le, (2u << env->lane) - 1, false) \
    X("%lanemask_ge", lanemask_ge, ~((1u << env->lane) - 1), false) \
    X("%lanemask_gt", lanemask_gt, ~((2u << env->lane) - 1), false) \
    X("%dynamic_smem_size", dynamic_smem, env->dynamic_shared, false) \
    X("%total_smem_size", total_smem, env->total_shared, false) \
    X("%envreg1", envreg1, (uint32_t)(env->grid_workspace >> 32), false) \
    X("%envreg2", envreg2, (uint32_t)env->grid_workspace, false)
// clang-format on

#define VALUE(NAME, FN, EXPR, BY_WARP) \
    static uint32_t FN(const special_env *env) { return EXPR; }
SPECIALS(VALUE)

// clang-format off
#define ROW(NAME, FN, EXPR, BY_WARP) {NAME, FN, BY_WARP, NULL},
// clang-format on
#define ONLY_MOV "only mov reads a clock"
static const special rows[] = {
    SPECIALS(ROW){"%clock", NULL, false, ONLY_MOV},
    {"%clock_hi", NULL, false, ONLY_MOV},
    {"%clock64", NULL, false, ONLY_MOV},
    {"%globaltimer", NULL, false, ONLY_MOV},
    {"%globaltimer_lo", NULL, false, ONLY_MOV},
    {"%globaltimer_hi", NULL, false, ONLY_MOV},
};

int special_find(const char *name)
{
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!strcmp(rows[i].name, name)) return (int)i;
    }
    return -1;
}

const special *special_at(uint32_t index) { return &rows[index]; }

bool special_is_vector(const char *name)
{
    static const char *const whole[] = {"%tid", "%ntid", "%ctaid", "%nctaid"};
    for (unsigned i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        if (!strcmp(name, whole[i])) return true;
    }
    return false;
}

bool special_is_absent(const char *name)
{
    if (special_find(name) >= 0) return false;
    static const char *const begins[] = {"%pm",
                                         "%envreg",
                                         "%cluster",
                                         "%nclusterid",
                                         "%is_explicit_cluster",
                                         "%aggr_smem_size",
                                         "%reserved_smem_offset",
                                         "%current_graph_exec"};
    for (unsigned i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        if (!strncmp(name, begins[i], strlen(begins[i]))) return true;
    }
    return false;
}
