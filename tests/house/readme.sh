#!/usr/bin/env bash
# readme.sh : what the README says is so: its commands run as they stand there, its configuration is good, its links lead
# somewhere. (report, synth, mutate and --launch have tests of their own.)
#
# SPDX-License-Identifier: Apache-2.0
set -uo pipefail
source tests/lib.sh

# The README's first YAML block is a configuration: my.yaml of its commands.
sed -n '/^```yaml$/,/^```$/p' README.md | sed '1d; /^```$/,$d' >"$WORK/my.yaml"
[ -s "$WORK/my.yaml" ] || not_ok readme_has_a_configuration 'no ```yaml block'

# Its block of patterns is p.yaml; gpgpusim.config is a small one of the calibration's kind.
awk '/^```yaml$/ { getline first; take = first ~ /^kernels:/; if (take) print first; next } /^```$/ { take = 0 } take' README.md >"$WORK/p.yaml"
[ -s "$WORK/p.yaml" ] || not_ok readme_has_patterns 'no ```yaml block of kernels'
printf '%s\n' '-gpgpu_n_clusters 15' '-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8' >"$WORK/gpgpusim.config"

n=0
while IFS= read -r line; do
    case $line in *' report '* | *' synth '* | *' mutate '* | *--launch*) continue ;; esac
    n=$((n + 1))
    command=${line%%#*}
    command=${command/#build\/warploom/\"\$WARPLOOM\"}
    name=$(tr -cs 'a-z0-9' _ <<<"readme_${line%%#*}")
    expect "${name%_}" bash -c "cd '$WORK' && $command"
done < <(grep '^build/warploom' README.md | grep -v ' COMMAND ')
if [ "$n" -ge 8 ]; then ok readme_commands_were_found; else not_ok readme_commands_were_found "only $n"; fi

lost=$(grep -oE '\]\([^)#]+\)' README.md | tr -d '])(' | grep -v '^http' | while read -r f; do [ -e "$f" ] || echo "$f"; done)
if [ -z "$lost" ]; then ok readme_links_exist; else not_ok readme_links_exist "$(tr '\n' ' ' <<<"$lost")"; fi
finish
