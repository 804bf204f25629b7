#!/usr/bin/env bash
# crossbar.sh : the crossbars of both networks: the emitted RTL in lockstep in the machine, with the
# statistics of the machine that has none, whoever drives; wide and narrow flits, with their data
# and without, beside another structure; named bugs caught by the bench, those of the model all,
# those of the RTL all with COUNT=all (tests/long/samples.sh) or a third, and some by a workload.
# A network with data in Icarus with COUNT=all: bench_configs.sh draws some, too.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

ON=structures.crossbar.enable=true
of_any_configuration() { statistics "$1" | jq 'del(.config_digest)'; }

# Small machines with the pairs of flit widths, two of them with the flits themselves; with
# COUNT=all one is the paper's.
DATA="--set structures.crossbar.data=true"
paper="--set gpu.sms=5 --set dram.channels=4"
[ "${COUNT:-}" = all ] && paper=
declare -A SIZE=([bandwidth]='--set gpu.sms=3 --set dram.channels=2' [bandwidth-16-48]=$paper \
    [bandwidth-16-68]="--set gpu.sms=2 --set dram.channels=2 $DATA"
    [bandwidth-32-52]="--set gpu.sms=2 --set dram.channels=1 --set icnt.vcs=2 $DATA")
for config in bandwidth bandwidth-16-48 bandwidth-16-68 bandwidth-32-52; do
    read -ra size <<<"${SIZE[$config]}"
    "$WARPLOOM" sim -c "$config" "${size[@]}" nn --json >"$WORK/$config.json" 2>"$WORK/$config.err"
    for mode in lockstep rtl; do
        out=$WORK/$config.$mode
        "$WARPLOOM" cosim -c "$config" "${size[@]}" --set $ON nn --mode "$mode" \
            --json >"$out.json" 2>"$out.err"; status=$?
        if [ "$status" = 0 ]; then ok "${config}_runs_in_mode_$mode"; else
            not_ok "${config}_runs_in_mode_$mode" "status $status: $(head -n 2 "$out.err" |
            tr '\n' ' ')"; fi
        holds "${config}_${mode}_compares_both_networks" \
            '.mismatches == 0 and ([.blocks[] | .events.delivered == .events.packets and .events.packets > 0] == [true, true])' "$out.json"
        holds "${config}_${mode}_events_are_the_statistics" \
            '. as $r | [["request", "reply"][] | $r.icnt[.] as $seen | $r.blocks["crossbar_" + .].events
            | .packets == $seen.packets and .flits == $seen.flits and .stall_cycles == $seen.stall_cycles and .refused == $seen.refused
                and .buffered == $seen.buffered] == [true, true]' "$out.json"
        if diff <(of_any_configuration "$WORK/$config.json") <(of_any_configuration "$out.json") \
            >"$out.diff"; then ok "${config}_${mode}_statistics_are_those_without"
        else not_ok "${config}_${mode}_statistics_are_those_without" "$(head -n 4 "$out.diff" |
            tr '\n' ' ')"; fi
        case ${SIZE[$config]} in *"$DATA"*) holds "${config}_${mode}_moves_every_flit" \
            '[.blocks[] | .events.flits_arrived == .events.flits] == [true, true]' "$out.json" ;;
            esac
    done
done
expect beside_mrpb_with_channels "$WARPLOOM" cosim -c mrpb-base-s --set structures.mrpb.queues=8 \
    --set structures.mrpb.depth=2 --set gpu.sms=3 --set dram.channels=2 --set $ON --set icnt.vcs=4 \
    nn
expect_status no_crossbar_is_refused 2 \
    'limits.infinite_bandwidth = true: must be false with structures.crossbar' \
    "$WARPLOOM" config check -c bandwidth --set $ON --set limits.infinite_bandwidth=true
expect_status too_many_sms_are_refused 2 'gpu.sms = 65: must be at most 64' "$WARPLOOM" config \
    check -c gtx480 --set $ON --set gpu.sms=65
expect_status narrow_header_is_refused 2 'structures.crossbar.meta_bits = 8: must be at least 9' \
    "$WARPLOOM" config check -c gtx480 --set $ON --set structures.crossbar.meta_bits=8

expect_status too_many_bits_are_refused 2 \
    'icnt.reply_flit_bytes = 1024: with structures.crossbar.data the flits of the reply crossbar have 122880 bits side by side' \
    "$WARPLOOM" config check -c gtx480 --set $ON --set structures.crossbar.data=true \
        --set icnt.reply_flit_bytes=1024
[ "${COUNT:-}" = all ] && expect bench_of_data_in_icarus "$WARPLOOM" bench \
    -c bandwidth-16-48 --set $ON --set structures.crossbar.data=true --set gpu.sms=2 \
    --set dram.channels=2 --set l2.slices_per_channel=1 --block crossbar_reply --cycles 15000 \
    --sim icarus

bench_one() { # ID SETTING...
    local pair config=(-c gtx480 --set structures.crossbar.enable=true --set gpu.sms=5 \
        --set dram.channels=3)
    # each is a design of its own, and Icarus compiles one in no time
    if [[ $1 = rtl-* ]]; then config+=(--sim icarus); fi
    for pair in "${@:2}"; do config+=(--set "$pair"); done
    "$WARPLOOM" bench "${config[@]}" --block crossbar_request --cycles 50000 --inject "$1" \
        --json >"$WORK/$1.json" 2>"$WORK/$1.err"
    echo "$?" >"$WORK/$1.status"
}
export -f bench_one
"$WARPLOOM" bench --inject list --json >"$WORK/list.json"
BUGS='.bugs[] | select(.module | test("^crossbar"))'
jq -r "$BUGS | [.id, .side, (.settings | select(. != \"\"))] | join(\" \")" "$WORK/list.json" |
    awk -v count="${COUNT:-}" 'count == "all" || $2 == "model" || n++ % 3 == 0' >"$WORK/chosen"
awk '{ $2 = ""; print }' "$WORK/chosen" | sed 's, *$,,' |
    xargs -P 2 -L 1 bash -c 'bench_one "$@"' bench_one
for side in rtl model; do
    count=$(jq "[$BUGS | select(.side == \"$side\")] | length" "$WORK/list.json")
    if [ "$count" -ge 10 ]; then ok "ten_bugs_or_more_in_$side"; else
        not_ok "ten_bugs_or_more_in_$side" "$count"; fi
done
while read -r id side _; do
    caught_by_the_bench "$id" "$side"
done <"$WORK/chosen"

for id in rtl-crossbar-turn-stays rtl-crossbar-input-long model-crossbar-fixed; do
    "$WARPLOOM" cosim -c bandwidth --set gpu.sms=3 --set dram.channels=2 --set $ON nn \
        --inject "$id" --json >"$WORK/$id.json" 2>"$WORK/$id.err"; status=$?
    if [ "$status" = 1 ] && [ \
        "$(jq '.mismatches == 1 and (.first_mismatch.block | test("^crossbar"))' \
        "$WORK/$id.json")" = true ]; then
        echo "# $id: nn shows it in cycle $(jq .first_mismatch.cycle "$WORK/$id.json")"
        ok "cosim_catches_$id"
    else
        not_ok "cosim_catches_$id" "status $status: $(head -n 2 "$WORK/$id.err" | tr '\n' ' ')"
    fi
done
finish
