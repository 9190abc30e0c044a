#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# bench.sh BUILD - what a page of `pdata html` costs to write, to open and to work with, beside the goals
#
# Inputs are BENCH_DIR's *.data, or recorded once into BUILD/bench: 1.2 million samples with call chains have goals; a build
# of the whole machine is measured, too, and 5 million samples with chains. Writing is compared with `report --children`.
# Medians of RUNS=10 in headless Chromium. Exit status 1: a value is above its goal.
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

timed() { # FILE COMMAND... - append seconds on the clock of a run to FILE
	TIMED_OUT=$1 "$tools/timed" "${@:2}" >/dev/null 2>&1 </dev/null
}

nr_above=0
row() { # NAME VALUE UNIT GOAL|-
	awk -v name="$1" -v value="$2" -v unit="$3" -v goal="$4" 'BEGIN {
		above = goal != "-" && value + 0 > goal + 0
		printf "  %-44s %8s %-3s%s\n", name, value, unit, goal == "-" ? "" : "goal " goal " " unit (above ? "  ABOVE" : "")
		exit above
	}' || nr_above=$((nr_above + 1))
}

measure() { # FILE [GOAL|-]... - rows of a recording, with their goals
	local value i
	[ $# -gt 1 ] || set -- "$1" - - - - - - - - -
	rm -f "$tmp/report" "$tmp/html" "$tmp/code"
	for ((i = 0; i < runs; i++)); do # by turns, so that other work on the machine disturbs all alike
		timed "$tmp/report" "$build/pdata" report --children -i "$1"
		timed "$tmp/html" "$build/pdata" html -i "$1" -o "$tmp/page.html"
		timed "$tmp/code" "$build/pdata" html --annotate 50 -i "$1" -o "$tmp/code.html"
	done
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
	row "--annotate 50: more bytes" "$(stat -c %s "$tmp/page.html" "$tmp/code.html" |
		awk 'NR == 1 { was = $1 } END { printf "%.1f", ($1 - was) / 1e6 }')" MB "$9"
	row "--annotate 50: writing, times without" "$(echo "$(median "$tmp/code" 1) $(median "$tmp/html" 1)" |
		awk '{ printf "%.2f", $1 / $2 }')" x "${10}"
}

measure "$chains" 12 1.5 1500 150 400 150 400 2 1.2
[ ! -e "$dir/wide.data" ] || measure "$dir/wide.data"
runs=3
"$tools/repeat" "$chains" "$tmp/5M.data" 1450000000 && measure "$tmp/5M.data" - - 6000 - - - - - -
[ $nr_above = 0 ]
