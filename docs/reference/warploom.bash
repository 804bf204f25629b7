# bash completion of warploom. Made by `warploom reference`; do not edit.
_warploom() {
    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} words=
    case $last in
        -c|--config) words="bandwidth bandwidth-16-48 bandwidth-16-68 bandwidth-32-52 bandwidth-4x bandwidth-4x-dram bandwidth-4x-l1 bandwidth-4x-l2 cart dwt-pric dwt-pric-full gtx480 gtx480-4x mrpb-base-l mrpb-base-s warppool" ;;
    esac
    if [ -z "$words" ]; then
        case ${COMP_WORDS[1]} in
            rtl) words="--config --set --output --wrap --index-c --fusesoc --force --json --quiet --verbose --help" ;;
            sim) words="--config --set --size --launch --dump-anywhere --trace --unknown-opcodes --synthetic --write-trace --energy --energy-set --log --csv --jobs --json --quiet --verbose --help" ;;
            cosim) words="--config --set --size --launch --dump-anywhere --trace --unknown-opcodes --synthetic --mode --sms --sim --waves --inject --json --quiet --verbose --help" ;;
            bench) words="--config --set --cycles --seed --block --parameters --sim --random --first --inject --coverage --gates --liberty --wrong-gate --hold --rtl --assertions --json --quiet --verbose --help" ;;
            mutate) words="--config --set --block --parameters --module --count --seed --cycles --weak --no-proofs --list --floor --output --json --quiet --verbose --help" ;;
            synth) words="--config --set --liberty --clock-ns --require-timing --target --module --apart --registers --place --fill --sweep --jobs --output --json --quiet --verbose --help" ;;
            energy) words="--config --set --block --instance --cycles --window --size --liberty --clock-ns --inject --json --quiet --verbose --help" ;;
            sweep) words="--output --yes --manifest --jobs --task --chunk --engine --partition --nodes --time --limit --dry-run --gain --cost --json --quiet --verbose --help" ;;
            report) words="--config --set --workload --size --output --calibration --paper --insn-limit --programs --figures --liberty --stored-only --runs --jobs --json --quiet --verbose --help" ;;
            config) words="--config --set --output --json --quiet --verbose --help" ;;
            workloads) words="--json --quiet --verbose --help" ;;
            stats) words="--json --quiet --verbose --help" ;;
            reference) words="--output --json --quiet --verbose --help" ;;
        esac
    fi
    if [ "$COMP_CWORD" -eq 1 ]; then words="rtl sim cosim bench mutate synth energy sweep report config workloads stats reference"; fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; compgen -f -- "$word")
}
complete -o filenames -F _warploom warploom
