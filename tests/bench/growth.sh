#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# growth.sh BUILD - check that time and memory grow no faster than the number of samples and of distinct rows
#
# Recordings with 1, 2, 4 and 8 times SAMPLES=250000 samples (tests/bench/maps.c): "same" has equal call stacks in each,
# "growing" has as many times the call stacks and processes. Each row: CPU time per sample and peak memory, divided by
# those of the smallest recording; medians of RUNS=5. Limits: "same" 1.1 for both; "growing" 1.35 for the time per sample, and 8 for the memory.
#
# Exit status 1: a ratio is above its limit.
set -u
export LC_ALL=C

build=$1
here=$(dirname "$0")
runs=${RUNS:-5}
samples=${SAMPLES:-250000}
tools=$build/tests/bench
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/bench/median.sh
. "$here/median.sh"

measure() { # FILE OPTION... - "CPU seconds, KiB"
	local file=$1 i
	shift
	rm -f "$tmp/timed"
	for ((i = 0; i < runs; i++)); do
		TIMED_OUT=$tmp/timed "$tools/timed" "$build/pdata" "$@" -i "$file" >/dev/null 2>&1 </dev/null
	done
	[ "$(awk '$4' "$tmp/timed" | wc -l)" = 0 ] || { echo "growth: pdata $* -i $file failed" >&2; exit 1; }
	echo "$(median "$tmp/timed" 2) $(median "$tmp/timed" 3)"
}

nr_above=0
row() { # same|growing LABEL OPTION...
	local kind=$1 label=$2 n line first=
	shift 2
	for n in 1 2 4 8; do
		line=$(measure "$tmp/$kind$n.data" "$@") || exit 1
		first=${first:-$line}
		echo "$n $line $first" | awk -v kind="$kind" -v label="$label" '{
			time = $2 / $4 / $1; memory = $3 / $5
			above = kind == "same" ? time > 1.1 || memory > 1.1 : time > 1.35 || memory > 8
			printf "%-8s %-16s %dx  time per sample %5.2f  memory %5.2f  (%.3f s, %d MB)%s\n", kind, label, $1, time, memory, $2,
				$3 / 1024, above ? "  ABOVE" : ""
			exit above
		}' || nr_above=$((nr_above + 1))
	done
}

for n in 1 2 4 8; do
	"$tools/maps" "$tmp/same$n.data" 500 40 $((n * samples)) $((samples / 5)) &&
		"$tools/maps" "$tmp/growing$n.data" $((n * 500)) 40 $((n * samples)) $((n * samples)) || exit 1
done
for kind in same growing; do
	row $kind "report flat" report --stdio --no-children -g none
	row $kind "report children" report --stdio --children
	row $kind script script
done
echo "$nr_above ratios above their limits"
[ $nr_above = 0 ]
