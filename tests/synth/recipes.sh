#!/usr/bin/env bash
# recipes.sh : which ABC recipe maps which module: of all modules that the blocks have, for either
# rtl.goal, by the rule itself; and that a synthesis says it and maps by it: its gates are those
# that Yosys makes of the module with that recipe by hand.
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# Every module that a block has, with its configuration's prefix.
emit() { # NAME CONFIGURATION...
    "$WARPLOOM" rtl -q -o "$WORK/rtl/$1" -c "${@:2}" >/dev/null 2>"$WORK/$1.err" ||
        cat "$WORK/$1.err"
}
for preset in mrpb-base-s mrpb-base-l dwt-pric-full cart; do emit "$preset" "$preset"; done
emit warppool warppool --set structures.warppool.narrow=true # has all modules that one without has
emit pric gtx480 --set structures.pric.enable=true
emit crossbar bandwidth --set structures.crossbar.enable=true
find "$WORK/rtl" -name '*.v' -printf '%f\n' | sed 's/\.v$//' | sort -u >"$WORK/modules"
# same NAME WANTED GOT
same() {
    if [ -n "$3" ] && [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "'$3', not '$2'"; fi
}

# The rule of all modules: a line "PART GOAL RECIPE MODULE" each.
{
    printf 'set argv {'; tr '\n' ' ' <"$WORK/modules"; echo '}'
    cat <<'END'
source synth/recipe.tcl
foreach {part recipe} {logic logic logic area storage logic storage area} {
    foreach module $argv { puts "$part $recipe [recipe_of $part $recipe $module] $module" }
}
END
} >"$WORK/list.tcl"
yosys -Q -T -c "$WORK/list.tcl" >"$WORK/recipes" 2>&1
# recipes PART GOAL RECIPE: the modules that it maps; number: how many
recipes() { sed -n "s/^$1 $2 $3 //p" "$WORK/recipes"; }
number() { recipes "$@" | wc -l; }
all=$(wc -l <"$WORK/modules")
for block in mrpb_ctl pric streambypass dwtcs_ctl cart_turn warppool_select crossbar; do
    expect "there_is_$block" grep -q "$block" "$WORK/modules"
done
same for_clock_a_short_data_path_gets_no_larger_cells \
    "$(grep -E '(^|_)warppool_layout$' "$WORK/modules")" "$(recipes logic logic area_data)"
same for_clock_all_other_logic_is_mapped_by_logic \
    $((all - $(number logic logic area_data))) "$(number logic logic logic)"
same for_area_selectors_and_decoders_are_mapped_for_delay \
    "$(grep -E '_mrpb_sel$|_lib_onehot$' "$WORK/modules")" "$(recipes logic area area_sel)"
same for_area_control_keeps_its_slack \
    "$(grep -E '_(mrpb|dwtcs)_ctl$' "$WORK/modules")" "$(recipes logic area area_ctl)"
same for_area_data_paths_get_no_larger_cells \
    "$(grep -E '(^|_)warppool_(wb|store|layout|insn|maps)$' "$WORK/modules")" \
    "$(recipes logic area area_data)"
others=$((all - $(number logic area area_sel) - $(number logic area area_ctl) -
    $(number logic area area_data)))
same for_area_all_other_logic_is_mapped_by_area "$others" "$(number logic area area)"
for goal in logic area; do
    same "storage_is_mapped_alike_for_$goal" "$all" "$(number storage $goal storage)"
done

# A synthesis says its recipes.
small=(-c mrpb-base-s --set structures.mrpb.queues=4 --set structures.mrpb.depth=2)
synth() {
    "$WARPLOOM" synth "${small[@]}" -q --json -o "$WORK/$1" --set "rtl.goal=$1" >"$WORK/$1.json"
}
synth area
synth clock
said() {
    jq -r '.hierarchy[] | "\(.module | sub("^mrpb_base_s_"; "")) \(.recipe)"' "$WORK/$1.json" |
        sort | paste -sd ' '
}
for_area='lib_onehot area_sel lib_ram storage mrpb area mrpb_ctl area_ctl mrpb_out area'
for_clock='lib_onehot logic lib_ram storage mrpb logic mrpb_ctl logic mrpb_out logic'
same recipes_for_area_are_said "$for_area mrpb_sel area_sel" "$(said area)"
same recipes_for_clock_are_said "$for_clock mrpb_sel logic" "$(said clock)"

# by_hand GOAL MODULE RECIPE: the number of cells, without the modules in it, of the module as it
# was before the cells, mapped with that recipe
by_hand() {
    (
        cd "$WORK/$1" || exit
        yosys -Q -T -p "read_rtlil map/logic.il; dfflibmap -liberty cells.lib; opt;
            cd mrpb_base_s_$2; abc -liberty abc.lib -constr constr -script $PWD/scripts/$3.abc; cd;
            setundef -zero; splitnets; opt_clean -purge;
            tee -o $WORK/stat stat mrpb_base_s_$2"
    ) >/dev/null 2>&1
    awk '/Number of cells/ { n = $4 } $1 ~ /^mrpb_base_s_/ { n -= $2 } END { print n }' "$WORK/stat"
}
cells() { # GOAL MODULE: the number of its cells as it is
    jq ".hierarchy[] | select(.module == \"mrpb_base_s_$2\") | .cells / .instances" \
        "$WORK/$1.json"
}
for goal in 'area area_sel' 'clock logic'; do
    for module in mrpb_sel lib_onehot; do
        same "${module}_for_${goal% *}_is_what_its_recipe_gives" \
            "$(by_hand "${goal% *}" "$module" "${goal#* }")" "$(cells "${goal% *}" "$module")"
    done
done
# In a module with registers ABC finds its gates in another order, and the last per cent is luck.
# distance GOAL RECIPE: per mille between mrpb_ctl by hand with that recipe and as it is
distance() {
    echo $((1000 * $(by_hand "$1" mrpb_ctl "$2") / $(cells "$1" mrpb_ctl) - 1000)) | tr -d -
}
for m in 'area area_ctl area' 'area area_ctl logic' 'clock logic area' 'clock logic area_ctl'; do
    read -r goal recipe other <<<"$m"
    right=$(distance "$goal" "$recipe") wrong=$(distance "$goal" "$other")
    if [ "$right" -le 20 ] && [ "$wrong" -gt 20 ]; then
        ok "mrpb_ctl_for_${goal}_is_of_${recipe}_not_of_$other"
    else
        not_ok "mrpb_ctl_for_${goal}_is_of_${recipe}_not_of_$other" \
            "$right and $wrong per mille off"
    fi
done
finish
