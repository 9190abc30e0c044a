#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# bench.sh BUILD - compare pdata's time and memory with those of the installed perf
#
# Each row first compares the output of both programs, then runs them alternately, RUNS times, and prints the medians of
# wall time, CPU time (less disturbed by other work on the machine) and peak memory. perf's CPU time includes that of
# its addr2line. rows.sh has the rows; ROWS=REGEX selects some.
# The last rows measure the time of recording a command that does nothing.
set -u
export LC_ALL=C PERF_CONFIG=/dev/null PAGER=cat PERF_PAGER=cat

build=$1
here=$(dirname "$0")
runs=${RUNS:-5}
dir=${BENCH_DIR:-$build/bench}
tools=$build/tests/bench
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# Neither program finds files of earlier runs in a home directory.
mkdir -m 500 "$tmp/home" && export HOME=$tmp/home

command -v perf >/dev/null || { echo "bench: no perf to compare with"; exit 1; }
# shellcheck source=tests/bench/median.sh
. "$here/median.sh"
# shellcheck source=tests/bench/rows.sh
. "$here/rows.sh"
make_inputs || exit 1

run_timed() { # WHO COMMAND... - standard output is dropped
	TIMED_OUT=$tmp/$1 "$tools/timed" "${@:2}" >/dev/null 2>"$tmp/err"
}

print_row() { # LABEL SAME
	local perf_wall pdata_wall perf_kib pdata_kib perf_cpu pdata_cpu
	perf_wall=$(median "$tmp/perf" 1) pdata_wall=$(median "$tmp/pdata" 1)
	perf_kib=$(median "$tmp/perf" 3) pdata_kib=$(median "$tmp/pdata" 3)
	perf_cpu=$(median "$tmp/perf" 2) pdata_cpu=$(median "$tmp/pdata" 2)
	awk -v l="$1" -v s="$2" -v a="$perf_wall" -v b="$pdata_wall" -v m="$perf_kib" -v n="$pdata_kib" \
		-v c="$perf_cpu" -v d="$pdata_cpu" 'BEGIN {
		printf "%-24s %8.3f s %8.3f s %7.1fx %8.3f s %8.3f s %7.1fx %7d MB %6d MB   %s\n", l,
			a, b, a / (b > 0 ? b : 0.0001), c, d, c / (d > 0 ? d : 0.0001), m / 1024, n / 1024, s
	}'
}

row() { # LABEL FILE SUBCOMMAND OPTION...
	local label=$1 file=$2 same=same
	shift 2
	perf "$@" -i "$file" >"$tmp/perf.out" 2>/dev/null </dev/null
	"$build/pdata" "$@" -i "$file" >"$tmp/pdata.out" 2>/dev/null </dev/null || same="exit $?"
	# Remove lines that differ in each run: the current time, and perf's tip of the day.
	for w in perf pdata; do
		sed -i -e '/^# captured on/d' -e '/^# (Tip: /d' -e '/^# (Cannot load tips/d' "$tmp/$w.out"
	done
	rm -f "$tmp/weights"
	[ "$1" != report ] || cmp -s "$tmp/perf.out" "$tmp/pdata.out" ||
		"$build/pdata" "$@" --json -i "$file" >"$tmp/weights" 2>/dev/null </dev/null
	[ "$same" != same ] || same=$(bash "$here/same.sh" "$tmp/perf.out" "$tmp/pdata.out" "$tmp/weights")
	rm -f "$tmp/perf" "$tmp/pdata"
	for ((i = 0; i < runs; i++)); do
		run_timed perf perf "$@" -i "$file"
		run_timed pdata "$build/pdata" "$@" -i "$file"
	done
	print_row "$label" "$same"
}

recorder_row() {
	rm -f "$tmp/perf" "$tmp/pdata"
	for ((i = 0; i < 2 * runs + 1; i++)); do
		run_timed perf perf record --no-bpf-event -o "$tmp/a.data" true
		run_timed pdata "$build/pdata" record -o "$tmp/b.data" true
	done
	print_row "record true" "$(awk '$4 { bad++ } END { print bad ? bad " failed" : "" }' "$tmp/pdata")"
}

echo "$(nproc) cpus, $(perf version), median of $runs"
printf '%-24s %10s %10s %8s %10s %10s %8s %10s %9s\n' '' perf pdata faster 'perf cpu' 'pdata cpu' 'by cpu' \
	'perf peak' 'pdata peak'
each_row row
! selected "record true" || recorder_row
