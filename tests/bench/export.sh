#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# export.sh BUILD - compare exports with `report --children`, and flame graphs with perf's text and flamegraph.pl
#
# Each format is written alternately with `report --children` of the same recording, RUNS times; the medians of their CPU
# times are divided, and compared with the goal of the format. Then each format is written from two recordings made by
# maps.c with the same processes and stacks, of 100 MB and of SIZE times that (default 10), and peak memories are divided.
# BENCH_DATA=FILE: another recording than chains-long.data.
# perf's way to a flame graph needs flamegraph.pl, of the package libdevel-nytprof-perl.
#
# Exit status 1: a goal was missed.
set -u
export LC_ALL=C PERF_CONFIG=/dev/null DEBUGINFOD_URLS=''

build=$1
here=$(dirname "$0")
runs=${RUNS:-5}
dir=${BENCH_DIR:-$build/bench}
tools=$build/tests/bench
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/bench/median.sh
. "$here/median.sh"

data=${BENCH_DATA:-$dir/chains-long.data}
[ -e "$data" ] || NAMES='chains chains-long' bash "$here/gen.sh" "$dir" "$tools" || exit 1
missed=0

run() { # NAME COMMAND...
	TIMED_OUT=$tmp/$1 "$tools/timed" "${@:2}" >/dev/null 2>"$tmp/err"
}

ratio() { # FILE FILE COLUMN
	awk -v a="$(median "$1" "$3")" -v b="$(median "$2" "$3")" 'BEGIN { printf "%.2f", a / (b > 0 ? b : 0.0001) }'
}

within() { # RATIO GOAL - print the goal and whether it is met; "-": there is none
	[ "$2" != - ] || { echo ""; return; }
	if awk -v r="$1" -v g="$2" 'BEGIN { exit !(r <= g) }'; then
		echo "goal $2 met"
	else
		echo "goal $2 MISSED"
		return 1
	fi
}

export_row() { # FORMAT GOAL
	local time memory said size
	rm -f "$tmp"/report "$tmp"/export "$tmp"/large "$tmp"/small
	for ((i = 0; i < runs; i++)); do
		run report "$build/pdata" report --children --stdio -i "$data"
		run export "$build/pdata" export "$1" -i "$data" -o "$tmp/out"
	done
	for size in small large; do
		run $size "$build/pdata" export "$1" -i "$tmp/$size.data" -o "$tmp/$size.out"
	done
	time=$(ratio "$tmp/export" "$tmp/report" 2) memory=$(ratio "$tmp/large" "$tmp/small" 3)
	said=$(within "$time" "$2") || missed=$((missed + 1))
	printf '%-12s %8.3f s %8.3f s %6.2fx  %-16s' "$1" "$(median "$tmp/export" 1)" "$(median "$tmp/export" 2)" "$time" "$said"
	said=$(within "$memory" 1.2) || missed=$((missed + 1))
	printf ' %5d MB %5.2fx  %-16s %6d MB\n' $(($(median "$tmp/export" 3) / 1024)) "$memory" "$said" $(($(stat -c %s "$tmp/out") / 1000000))
	rm -f "$tmp/out" "$tmp/small.out" "$tmp/large.out"
}

flame_row() {
	local pl times
	pl=$(command -v flamegraph.pl || ls /usr/share/perl5/Devel/NYTProf/flamegraph.pl 2>/dev/null) ||
		{ echo "perf's flame graph: skipped, no flamegraph.pl"; return; }
	rm -f "$tmp"/perf "$tmp"/flame
	run perf sh -c 'perf script report stackcollapse -i "$1" | perl "$2"' sh "$data" "$pl"
	for ((i = 0; i < runs; i++)); do
		run flame "$build/pdata" flame "$data" -o "$tmp/out"
	done
	times=$(ratio "$tmp/perf" "$tmp/flame" 1)
	printf 'perf script report stackcollapse | flamegraph.pl: %.1f s; pdata flame: %.2f s, %s times as fast ' \
		"$(median "$tmp/perf" 1)" "$(median "$tmp/flame" 1)" "$times"
	if awk -v t="$times" 'BEGIN { exit !(t >= 40) }'; then
		echo "(goal 40 met)"
	else
		echo "(goal 40 MISSED)"
		missed=$((missed + 1))
	fi
}

"$tools/maps" "$tmp/small.data" 500 40 700000 50000 && "$tools/maps" "$tmp/large.data" 500 40 $((${SIZE:-10} * 700000)) 50000 || exit 1
echo "time: $data, $(($(stat -c %s "$data") / 1000000)) MB; memory: $(($(stat -c %s "$tmp/small.data") / 1000000)) MB and $(($(stat -c %s "$tmp/large.data") / 1000000)) MB"
printf '%-12s %10s %10s %24s %8s %24s %9s\n' format wall cpu '/ report --children' peak 'with more samples' output
export_row folded 1
export_row svg 1.2
export_row pprof 2
export_row firefox 2
export_row speedscope 2
export_row callgrind -
export_row cpuprofile -
export_row chrome -
flame_row
[ $missed = 0 ] && echo "all goals met" || echo "$missed goals missed"
[ $missed = 0 ]
