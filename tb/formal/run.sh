#!/usr/bin/env bash
# run.sh : the long form of the proofs, `make formal`: MRPB at all points below, DWT-CS, the
# streaming bypass, WarpPool, CART and the crossbar at theirs, the leaf modules at more sizes, all
# mutants. Writes $REPORT/proofs.tsv and index.html, whole or not at all; exit status 1 when any
# of them is not shown. BLOCKS names some only: the rows of the others stay. ONLY, a regular
# expression, names some proofs of these, by what is said when they end ("pool_order order_one"):
# all other rows stay.
#
#   WARPLOOM=build/warploom REPORT=reports/formal JOBS=2 BLOCKS='mrpb leaves'
#   ONLY='leaf_mutant|prove rr' bash tb/formal/run.sh
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 3
source tb/formal/prove.sh
source tb/formal/leaves.sh
source tb/formal/mrpb.sh
source tb/formal/streambypass.sh
source tb/formal/dwtcs.sh
source tb/formal/warppool.sh
source tb/formal/crossbar.sh
source tb/formal/cart.sh
command -v z3 >/dev/null || { echo 'formal: error: z3 is not there; make deps installs it' >&2;
    exit 3; }
REPORT=${REPORT:-reports/formal}
BLOCKS=${BLOCKS:-mrpb leaves dwtcs streambypass warppool crossbar cart}
mkdir -p "$REPORT" || exit 3
WARPLOOM=$(realpath "${WARPLOOM:-build/warploom}")
WORK=$(mktemp -d)
ROWS=$WORK/rows.tsv
trap 'rm -rf "$WORK"' EXIT
: >"$ROWS"

# Points: queues 1 to 4, depth 1 to 3, latency 1, 2, 3, 5, every order, greedy or not, flush or not,
# every bypass and signature, drain_n, the single slot. Warps beyond the queues share them.
POINTS=(
    'one queues=1 depth=1 latency=1 drain=rr flush=false bypass=none'
    'one_flush queues=1 depth=3 latency=3 drain=fixed bypass=all'
    'one_shared queues=1 depth=2 latency=2 drain=longest warps=3'
    'fixed queues=2 depth=1 latency=2'
    'fixed_slow queues=2 depth=2 latency=5 bypass=all'
    'fixed_odd queues=2 depth=3 latency=5'
    'fixed_stored queues=3 depth=2 latency=1 flush=false bypass=none'
    'fixed_block queues=2 depth=2 latency=3 signature=block ctas=4 warps=4'
    'fixed_greedy queues=4 depth=1 latency=3 greedy=true signature=block_warp'
    'fixed_four queues=4 depth=2 latency=2'
    'rr queues=3 depth=3 latency=2 drain=rr flush=false bypass=none'
    'rr_at_once queues=3 depth=2 latency=1 drain=rr flush=false bypass=all'
    'rr_slow queues=2 depth=2 latency=5 drain=rr flush=false bypass=associativity'
    'rr_flush_small queues=2 depth=2 latency=3 drain=rr goal=area'
    'fixed_slow_small queues=2 depth=2 latency=5 bypass=all goal=area'
    'rr_four queues=4 depth=1 latency=3 drain=rr bypass=none'
    'rr_flush_3 queues=3 depth=2 latency=3 drain=rr bypass=all'
    'rr_flush_at_once queues=2 depth=3 latency=1 drain=rr'
    'rr_greedy queues=2 depth=2 latency=2 drain=rr greedy=true'
    'rr_greedy_stored queues=3 depth=1 latency=1 drain=rr greedy=true flush=false'
    'longest queues=2 depth=2 latency=2 drain=longest'
    'longest_at_once queues=2 depth=3 latency=1 drain=longest bypass=all'
    'longest_slow queues=2 depth=2 latency=5 drain=longest signature=block ctas=4 warps=4'
    'longest_three queues=3 depth=2 latency=3 drain=longest flush=false bypass=none'
    'longest_greedy queues=3 depth=2 latency=1 drain=longest greedy=true'
    'fixed_runs queues=3 depth=2 latency=2 drain_n=2 flush=false bypass=none'
    'rr_runs queues=3 depth=2 latency=3 drain=rr drain_n=2 flush=false bypass=none'
    'longest_runs queues=2 depth=2 latency=3 drain=longest drain_n=3'
    'runs_of_one queues=2 depth=1 latency=1 drain_n=1 bypass=all'
    'pc queues=2 depth=2 latency=2 signature=pc'
    'pc_rr queues=4 depth=1 latency=3 drain=rr signature=pc bypass=all'
    'line queues=2 depth=2 latency=3 signature=line'
    'line_stored queues=4 depth=1 latency=1 drain=rr signature=line flush=false bypass=none'
    'slot queues=1 depth=1 latency=1 single_slot=true flush=false bypass=all warps=3'
)

# task KIND ARGUMENT: one proof; says its result
task() {
    local what=$2 out status=shown words
    read -ra words <<<"$2"
    echo "$*" >>"$WORK/tasks"
    case $1 in
        prove) out=$(prove_point "${words[@]}") || status='NOT SHOWN' ;;
        reach) out=$(reach_point "${words[@]}") || status='NOT SHOWN' ;;
        pdr) out=$(pdr_point proved '' "${words[@]}") || status='NOT SHOWN' ;;
        pipelined) out=$(prove_pipelined "${words[@]}") || status='NOT SHOWN' ;;
        pipelined_reach) out=$(reach_pipelined) || status='NOT SHOWN' ;;
        pipelined_mutant) out=$(refute_pipelined "$what") || status='NOT SHOWN' ;;
        pdr_mutant)
            [ -d "$WORK/mutant_3" ] ||
                task mutant "$(printf '%s\n' "${MUTANTS[@]}" | grep '^3 ')" || return 0
            out=$(pdr_point refuted "$WORK/mutant_3" "${words[@]}") || status='NOT SHOWN' ;;
        leaf) out=$(prove_leaf "${words[@]}") || status='NOT SHOWN' ;;
        leaf_mutant) out=$(kill_leaf_mutant "$what") || status='NOT SHOWN' ;;
        bypass) out=$(prove_bypass "${words[@]}") || status='NOT SHOWN' ;;
        bypass_mutant) out=$(kill_bypass_mutant "$what") || status='NOT SHOWN' ;;
        dwtcs) out=$(prove_dwtcs "${words[@]}") || status='NOT SHOWN' ;;
        dwtcs_mutant) out=$(kill_dwtcs_mutant "$what") || status='NOT SHOWN' ;;
        vote) out=$(prove_vote "$what") || status='NOT SHOWN' ;;
        vote_mutant) out=$(kill_vote_mutant "$what") || status='NOT SHOWN' ;;
        pool) out=$(prove_pool "${words[@]}") || status='NOT SHOWN' ;;
        pool_mutant) out=$(kill_pool_mutant "$what") || status='NOT SHOWN' ;;
        pool_order) out=$(prove_pool_order "${words[@]}") || status='NOT SHOWN' ;;
        pool_reach) out=$(reach_pool_order "${words[@]}") || status='NOT SHOWN' ;;
        pool_module) out=$(prove_pool_module "${words[@]}") || status='NOT SHOWN' ;;
        pool_module_mutant) out=$(kill_pool_module_mutant "$what") || status='NOT SHOWN' ;;
        crossbar_part) out=$(prove_crossbar_part "${words[@]}") || status='NOT SHOWN' ;;
        crossbar) out=$(prove_crossbar "${words[@]}") || status='NOT SHOWN' ;;
        crossbar_data) out=$(prove_crossbar_data "${words[@]}") || status='NOT SHOWN' ;;
        crossbar_data_mutant) out=$(kill_crossbar_data_mutant "$what") || status='NOT SHOWN' ;;
        crossbar_mutant) out=$(kill_crossbar_mutant "$what") || status='NOT SHOWN' ;;
        cart) out=$(prove_cart "${words[@]}") || status='NOT SHOWN' ;;
        cart_reach) out=$(reach_cart 12 "${words[@]}") || status='NOT SHOWN' ;;
        cart_rotation) out=$(reach_rotation_cart 12 "${words[@]}") || status='NOT SHOWN' ;;
        cart_starve) out=$(starve_cart 15 "${words[@]}") || status='NOT SHOWN' ;;
        cart_mutant) out=$(kill_cart_mutant "$what") || status='NOT SHOWN' ;;
        cart_early_mutant) out=$(kill_cart_mutant "$what" "${CART_EARLY_POINT[@]:1}") ||
            status='NOT SHOWN' ;;
        cart_ahead_mutant) out=$(kill_cart_mutant "$what" "${CART_AHEAD_POINT[@]:1}") ||
            status='NOT SHOWN' ;;
        mutant_at) out=$(kill_mutant_at "$what") || status='NOT SHOWN' ;;
        mutant) out=$(point "${MUTANT_POINT[@]}"; bound; kill_mutant "$what") ||
            status='NOT SHOWN' ;;
    esac
    printf '%-9s %-11s %s\n' "$status" "$1" "$what"
    [ "$status" = shown ] && return 0
    printf '%s\n' "$out"
    record failed "$1 $what" - - 'not shown'
}

# queue_up KIND ARGUMENT: a task in the background, at most JOBS at a time; with ONLY those that it
# names
queue_up() {
    [[ "$*" =~ ${ONLY:-} ]] || return 0
    while [ "$(jobs -rp | wc -l)" -ge "${JOBS:-2}" ]; do wait -n; done
    task "$@" &
}

# block_of: of rows, each with its block before it; what was not shown has its task in the second
# field
block_of() {
    awk -F '\t' -v OFS='\t' '
        BEGIN { of["vote"] = "dwtcs"; of["bypass"] = "streambypass"; of["pool"] = "warppool"
                of["leaf"] = "leaves"
                of["prove"] = of["pipelined"] = of["reach"] = of["pdr"] = of["mutant"] = "mrpb" }
        { b = $1 == "failed" ? $2 : $1; sub(/[-_ ].*/, "", b); print b in of ? of[b] : b, $0 }'
}

# kept_rows: of the report that is there, those of blocks that were not run, and with ONLY those
# that were not made anew; what was not shown stays until its task has run again
kept_rows() {
    [ ! -f "$REPORT/proofs.tsv" ] || sed 1d "$REPORT/proofs.tsv" | block_of |
        awk -F '\t' -v blocks=" $BLOCKS " -v rows="$ROWS" -v tasks="$WORK/tasks" \
            -v only="${ONLY:-}" '
        BEGIN { while ((getline line < rows) > 0) { split(line, f, "\t"); run[f[1], f[2]] = 1 }
                while ((getline line < tasks) > 0) run["failed", line] = 1 }
        index(blocks, " " $1 " ") == 0 || (only != "" && !(($2, $3) in run))' | cut -f 2-
}

# rows_of GROUP TITLE COLUMN...: a table of the page, if there are rows for it
rows_of() {
    local group=$1 title=$2; shift 2
    grep -q "^$group"$'\t' "$ROWS" || return 0
    printf '\n## %s\n\n| %s | %s | seconds | result |\n|---|---|---|---|\n' "$title" "$1" "$2"
    awk -F '\t' -v g="$group" '$1 == g { printf "| %s | %s | %s | %s |\n", $2, $3, $4, $5 }' "$ROWS"
}

page_of() {
    echo '# Proofs'
    echo
    echo "Made by \`make formal\` with Yosys $(version yosys -V), its smtbmc and z3 $(version z3 \
        --version). A proof of length k is a base case"
    echo \
        'of k + 2 cycles from reset and an induction of k; a witness or a refutation is found within k. Seconds are of a machine that may be busy.'
    echo \
        'MRPB: every point is proved for all of these, for every queue, every request and any traffic that keeps the input rule:'
    echo
    sed -nE 's/^ *`PROVE\(([0-9]+), ([a-z_0-9]+),.*/\1. \2/p' tb/formal/mrpb.v | tr _ ' '
    echo
    echo \
        'A witness is a run that shows that a property has something to say. One of them, at points with two queues or more whose order is'
    echo \
        'not plain round robin without flush, is `starves_for_ever`: a run that comes back to its own state, L1D taking every offer,'
    echo \
        'while a queue with an entry old enough is not served. Plain round robin passes a waiting queue at most QUEUES - 1 times.'
    rows_of mrpb 'MRPB: all properties proved' 'point' 'k'
    rows_of mrpb-pdr 'MRPB: the second engine, ABC PDR' 'point' '-'
    rows_of mrpb-witnesses 'MRPB: all witnesses reached' 'point' 'within cycles'
    rows_of mrpb-mutants "MRPB: mutants, at ${MUTANT_POINT[*]}" 'refuted by' 'in cycle'
    rows_of dwtcs \
        'DWT-CS: limits, N periods, begin and end, winners that are kept; witnesses reached' \
        'point' 'k'
    rows_of vote 'DWT-CS: the vote, most instructions, of equals the fewest warps' 'module' 'k'
    rows_of dwtcs-mutants "DWT-CS: mutants, at ${DWTCS_MUTANT_POINT[*]}" 'refuted by' 'in cycle'
    rows_of bypass \
        'Streaming bypass: the mode changes behind a period only and by the sign rule, the score never overflows; witnesses reached' 'point' 'k'
    rows_of bypass-mutants "Streaming bypass: mutants, at ${BYPASS_MUTANT_POINT[*]}" 'refuted by' \
        'in cycle'
    rows_of pool \
        'WarpPool selector: store bound, one grant a cycle, aged stores first; witnesses reached' \
        'point' 'k'
    rows_of pool-modules \
        'WarpPool: one insertion a queue and cycle, nothing lost or doubled, tags leave whole and in order of age; witnesses reached' 'module' 'k'
    rows_of pool-order \
        'WarpPool, the whole pipeline: no load passes an older store of its warp, no store anything older; counted exactly; each tag once in the order of ages; bytes of stores shut when on offer' 'point' 'k'
    rows_of pool-mutants 'WarpPool: mutants' 'refuted by' 'in cycle'
    rows_of crossbar \
        'Crossbar, a flow of the whole: each packet once and at its output, in order, none lost; its flits together, in order (ABC PDR); witnesses reached' 'point' '-'
    rows_of crossbar-parts \
        'Crossbar: round robin (one grant, a wait of at most N - 1 packets) and output (credits, a place for each)' 'part' 'k'
    rows_of crossbar-mutants 'Crossbar: mutants' 'refuted by' 'in cycle'
    rows_of cart \
        'CART: same-line order, nothing lost or doubled, one request offered, no overflow, rotation bound' 'point' 'k'
    rows_of cart-witnesses 'CART: witnesses; a queue that starves for ever' 'point' 'within cycles'
    rows_of cart-mutants 'CART: mutants' 'refuted by' 'in cycle'
    rows_of leaves 'Leaf modules' 'module' 'k'
    rows_of leaf-mutants 'Leaf modules: mutants' 'refuted by' 'in cycle'
    rows_of failed 'NOT SHOWN' 'what' '-'
}

# version COMMAND...: the number in what it says of itself
version() { "$@" 2>&1 | grep -m 1 -oE '[0-9]+(\.[0-9]+)+'; }

# ---- the blocks' tasks

run_mrpb() {
    local p m
    for p in "${MUTANT_POINT[*]}" "${POINTS[@]}"; do queue_up prove "$p"; done
    wait
    for p in "${MUTANT_POINT[*]}" "${POINTS[@]}"; do queue_up reach "$p"; done
    for m in "${MUTANTS[@]}"; do queue_up mutant "$m"; done
    for m in "${MUTANTS_AT[@]}"; do queue_up mutant_at "$m"; done
    for p in "${MUTANT_POINT[*]}" "${POINTS[@]}"; do queue_up pdr "$p"; done
    wait
    queue_up pdr_mutant "${MUTANT_POINT[*]}"
    for p in "${PIPELINED_POINTS[@]}"; do queue_up pipelined "$p"; done
    wait
    queue_up pipelined_reach "${PIPELINED_POINTS[0]}"
    for m in "${PIPELINED_MUTANTS[@]}"; do queue_up pipelined_mutant "$m"; done
}

run_leaves() {
    local n kind depth m
    for n in 1 2 3 5 8 48 64; do for kind in first encode onehot; do
        queue_up leaf "$kind $n"; done; done
    for depth in 2 3 4 5 7 8; do for n in 1 3; do queue_up leaf "slot_bank $n $depth"; done; done
    for m in "${LEAF_MUTANTS[@]}"; do queue_up leaf_mutant "$m"; done
}

run_dwtcs() {
    local p m n
    for p in "${DWTCS_POINTS[@]}"; do queue_up dwtcs "$p"; done
    for m in "${DWTCS_MUTANTS[@]}"; do queue_up dwtcs_mutant "$m"; done
    for n in 1 2 3 5 16; do queue_up vote "$n"; done
    for m in "${VOTE_MUTANTS[@]}"; do queue_up vote_mutant "$m"; done
}

run_streambypass() {
    local p m
    for p in "${BYPASS_POINTS[@]}"; do queue_up bypass "$p"; done
    for m in "${BYPASS_MUTANTS[@]}"; do queue_up bypass_mutant "$m"; done
}

run_warppool() {
    local p m
    for p in "${POOL_POINTS[@]}"; do queue_up pool "$p"; done
    for m in "${POOL_MUTANTS[@]}"; do queue_up pool_mutant "$m"; done
    for p in "${POOL_ORDER_POINTS[@]}"; do queue_up pool_order "$p"; done
    queue_up pool_reach "${POOL_ORDER_POINTS[0]}"
    queue_up pool_reach "${POOL_NARROW_POINT[*]}"
    for p in "${POOL_MODULE_POINTS[@]}"; do queue_up pool_module "$p"; done
    for m in "${POOL_MODULE_MUTANTS[@]}"; do queue_up pool_module_mutant "$m"; done
}

run_crossbar() {
    local p m
    for p in "${CROSSBAR_PARTS[@]}" "${CROSSBAR_LONG_PARTS[@]}"; do
        queue_up crossbar_part "$p"; done
    for p in "${CROSSBAR_POINTS[@]}" "${CROSSBAR_LONG_POINTS[@]}"; do queue_up crossbar "$p"; done
    for p in "${CROSSBAR_DATA_POINTS[@]}"; do queue_up crossbar_data "$p"; done
    for m in "${CROSSBAR_DATA_MUTANTS[@]}"; do queue_up crossbar_data_mutant "$m"; done
    for m in "${CROSSBAR_MUTANTS[@]}"; do queue_up crossbar_mutant "$m"; done
}

run_cart() {
    local p m
    for p in "${CART_MUTANT_POINT[*]}" "${CART_EARLY_POINT[*]}" "${CART_AHEAD_POINT[*]}" \
        "${CART_POINTS[@]}"; do queue_up cart "$p"; done
    queue_up cart_reach "cart_reach ${CART_MUTANT_POINT[*]:1}"
    queue_up cart_reach "cart_early_reach ${CART_EARLY_POINT[*]:1}"
    queue_up cart_reach "${CART_AHEAD_REACH[*]}"
    queue_up cart_rotation "cart_ahead_rotation ${CART_AHEAD_POINT[*]:1}"
    queue_up cart_starve "${CART_STARVE_POINT[*]}"
    for m in "${CART_MUTANTS[@]}"; do queue_up cart_mutant "$m"; done
    for m in "${CART_EARLY_MUTANTS[@]}"; do queue_up cart_early_mutant "$m"; done
    for m in "${CART_AHEAD_MUTANTS[@]}"; do queue_up cart_ahead_mutant "$m"; done
}

for block in $BLOCKS; do
    declare -F "run_$block" >/dev/null ||
        { \
        echo \
        "formal: error: BLOCKS=$block: must be of mrpb leaves dwtcs streambypass warppool crossbar cart" >&2; exit 2; }
done
emit_leaves || exit 3
point "${MUTANT_POINT[@]}"
emit_point || exit 3
for block in $BLOCKS; do "run_$block"; done
wait
run=$(wc -l <"$ROWS")
[ "$run" -gt 0 ] || { echo "formal: error: ONLY=${ONLY:-}: names no proof of $BLOCKS" >&2; exit 2; }
kept_rows >"$WORK/kept" && cat "$WORK/kept" >>"$ROWS" && sort -o "$ROWS" "$ROWS" || exit 3
{ printf 'group\tpoint\tk\tseconds\tresult\n' && cat "$ROWS"; } >"$REPORT/proofs.tsv.tmp" &&
    page_of >"$WORK/page.md" &&
    bash reports/page.sh <"$WORK/page.md" >"$REPORT/index.html.tmp" || exit 3
mv "$REPORT/proofs.tsv.tmp" "$REPORT/proofs.tsv" &&
    mv "$REPORT/index.html.tmp" "$REPORT/index.html" || exit 3
echo "formal: $run rows, $(grep -c "^failed" \
    "$ROWS") not shown; $REPORT/proofs.tsv, $REPORT/index.html"
! grep -q '^failed' "$ROWS"
