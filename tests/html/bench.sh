#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# bench.sh BUILD - what a page of `pdata html` costs to write, to open and to work with, beside the goals
#
# Inputs are BENCH_DIR's *.data, or recorded once into BUILD/bench: 1.2 million samples with call chains have goals; a build
# of the whole machine is measured, too. Writing is compared with `report --children`. Medians of RUNS=10 in headless
# Chromium. Exit status 1: a value is above its goal.
set -u
export LC_ALL=C DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

build=$(realpath "$1")
cd "$(dirname "$0")" || exit 1
dir=${BENCH_DIR:-$build/bench}
runs=${RUNS:-10}
modules=$build/tests/html
tools=$build/tests/bench
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/bench/median.sh
. ../bench/median.sh

sh modules.sh "$modules" || exit 1
chains=$dir/callgraph.data
[ -e "$chains" ] || chains=$dir/chains-long.data
ls "$dir"/wide.data "$chains" >/dev/null 2>&1 || NAMES="chains chains-long wide" bash ../bench/gen.sh "$dir" "$tools" || exit 1

timed() { # FILE COMMAND... - seconds on the clock of each run into FILE
	local file=$1 i
	shift
	rm -f "$file"
	for ((i = 0; i < runs; i++)); do
		TIMED_OUT=$file "$tools/timed" "$@" >/dev/null 2>&1 </dev/null
	done
}

nr_above=0
row() { # NAME VALUE UNIT GOAL|-
	awk -v name="$1" -v value="$2" -v unit="$3" -v goal="$4" 'BEGIN {
		above = goal != "-" && value + 0 > goal + 0
		printf "  %-44s %8s %-3s%s\n", name, value, unit, goal == "-" ? "" : "goal " goal " " unit (above ? "  ABOVE" : "")
		exit above
	}' || nr_above=$((nr_above + 1))
}

measure() { # FILE - rows of a recording; goals if it is the one with chains
	local goals='12 1.5 1500 150 400 150 400' value
	[ "$1" = "$chains" ] || goals='- - - - - - -'
	# shellcheck disable=SC2086
	set -- "$1" $goals
	timed "$tmp/report" "$build/pdata" report --children -i "$1"
	timed "$tmp/html" "$build/pdata" html -i "$1" -o "$tmp/page.html"
	echo "$(basename "$1"):"
	row "size of the page" "$(stat -c %s "$tmp/page.html" | awk '{ printf "%.1f", $1 / 1e6 }')" MB "$2"
	row "writing, times report --children" "$(echo "$(median "$tmp/html" 1) $(median "$tmp/report" 1)" | awk '{ printf "%.2f", $1 / $2 }')" x "$3"
	node bench.mjs "$modules" "$tmp/page.html" "$runs" >"$tmp/costs" || exit 1
	while read -r name value; do
		case $name in
		drawn) row "opened and drawn" "$value" ms "$4" ;;
		drag) row "end of a drag to flame graph and timeline" "$value" ms "$5" ;;
		tables) row "end of a drag to tables" "$value" ms "$6" ;;
		search) row "search" "$value" ms "$7" ;;
		memory) row "private memory of the page's process" "$value" MB "$8" ;;
		esac
	done <"$tmp/costs"
}

measure "$chains"
[ ! -e "$dir/wide.data" ] || measure "$dir/wide.data"
[ $nr_above = 0 ]
