#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# limits.sh BUILD - check costs of single commands on the input "wide" of bench.sh
#
#   diff of the recording with itself    at most DIFF_BYTES=300 bytes for each row and file beyond the memory of one report
#   script | head                        at most a third of the time of the whole script (SHARE=0.334)
#
# Medians of RUNS=5. Exit status 1: a limit is exceeded. BENCH_DIR has wide.data, or it is recorded there (root).
set -u
export LC_ALL=C PAGER=cat

build=$1
here=$(dirname "$0")
runs=${RUNS:-5}
dir=${BENCH_DIR:-$build/bench}
tools=$build/tests/bench
file=$dir/wide.data
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
mkdir -m 500 "$tmp/home" && export HOME=$tmp/home
# shellcheck source=tests/bench/median.sh
. "$here/median.sh"

[ -s "$file" ] || NAMES=wide bash "$here/gen.sh" "$dir" "$tools" || exit 1
[ -s "$file" ] || { echo "limits: $file cannot be recorded by this user" >&2; exit 1; }

# measure COLUMN COMMAND... - the median of a column of timed's: 1 seconds, 3 KiB
measure() {
	local column=$1 i
	shift
	rm -f "$tmp/timed"
	for ((i = 0; i < runs; i++)); do
		TIMED_OUT=$tmp/timed "$tools/timed" "$@" >/dev/null 2>"$tmp/err" </dev/null
	done
	[ "$(awk '$4' "$tmp/timed" | wc -l)" = 0 ] || { echo "limits: $* failed" >&2; exit 1; }
	median "$tmp/timed" "$column"
}

nr_above=0
limit() { # LABEL VALUE LIMIT UNIT
	awk -v l="$1" -v v="$2" -v m="$3" -v u="$4" 'BEGIN {
		above = v + 0 > m + 0
		printf "%-44s %8.3f %s, limit %s%s\n", l, v, u, m, above ? "  ABOVE" : ""
		exit above
	}' || nr_above=$((nr_above + 1))
}

flat=(report --stdio --no-children -g none -s 'dso,symbol')
rows=$("$build/pdata" "${flat[@]}" -q -i "$file" | grep -c .) || exit 1
one=$(measure 3 "$build/pdata" "${flat[@]}" -i "$file") || exit 1
both=$(measure 3 "$build/pdata" diff "$file" "$file") || exit 1
echo "$rows rows; report $((one / 1024)) MB, diff $((both / 1024)) MB"
limit "diff wide wide, for each row and file" "$(awk -v a="$both" -v b="$one" -v n="$rows" \
	'BEGIN { print (a > b ? a - b : 0) * 1024 / (2 * n) }')" "${DIFF_BYTES:-300}" bytes

whole=$(measure 1 "$build/pdata" script --no-inline -i "$file") || exit 1
# shellcheck disable=SC2016
head=$(measure 1 sh -c '"$1" script --no-inline -i "$2" | head -n 10' sh "$build/pdata" "$file") || exit 1
limit "script | head, share of the whole script" "$(awk -v a="$head" -v b="$whole" 'BEGIN { print a / b }')" "${SHARE:-0.334}" "of $whole s"
echo "$nr_above limits exceeded"
[ $nr_above = 0 ]
