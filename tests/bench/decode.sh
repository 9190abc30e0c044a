#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# decode.sh BUILD - compare the CPU time of reading a file's records with that of a bare walk over record headers
#
# The program counts samples and sums periods with libpdata, in file order and in time order. It is compared with
# a walk over record headers and, if perf is installed, with `perf script -F tid`. The programs run alternately, and
# medians of RUNS are printed. The window of time order is the caller's option: peak memory is printed
# with a window of 64 MiB, enough for any recording here, and with one of SMALL MiB; with the latter the program must
# not need more than SMALL + 32 MiB. Inputs are BENCH_DIR's *.data, or recorded once.
# Compressed files are left out, because they have no record headers to walk over.
set -u
export LC_ALL=C PERF_CONFIG=/dev/null PAGER=cat PERF_PAGER=cat

build=$1
here=$(dirname "$0")
runs=${RUNS:-7}
small=${SMALL:-8}
failed=0
dir=${BENCH_DIR:-$build/bench}
tools=$build/tests/bench
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

ls "$dir"/*.data >/dev/null 2>&1 || NAMES="flat chains zst sched" bash "$here/gen.sh" "$dir" "$tools" || exit 1

run() { # NAME COMMAND...
	TIMED_OUT=$tmp/$1 "$tools/timed" "${@:2}" >"$tmp/$1.text" 2>/dev/null
}

# shellcheck source=tests/bench/median.sh
. "$here/median.sh"

measure() { # FILE
	rm -f "$tmp"/*
	for ((i = 0; i < runs; i++)); do
		for how in walk file time; do
			run $how "$tools/decode" $how "$1"
		done
		[ $i -gt 0 ] || run small "$tools/decode" time "$1" "$small"
		[ $i -gt 2 ] || ! command -v perf >/dev/null || run perf perf script -F tid -i "$1"
	done
}

row() { # LABEL
	local perf=0
	[ ! -s "$tmp/perf" ] || perf=$(median "$tmp/perf" 2)
	awk -v l="$1" -v w="$(median "$tmp/walk" 2)" -v f="$(median "$tmp/file" 2)" -v t="$(median "$tmp/time" 2)" \
		-v p="$perf" -v m="$(median "$tmp/time" 3)" -v k="$(median "$tmp/small" 3)" -v most=$((small + 32)) 'BEGIN {
		if (w < 0.0001) w = 0.0001
		printf "%-12s %7.3f s %7.3f s %5.1fx %7.3f s %5.1fx %7.3f s %6.1fx %5d MB %5d MB%s\n",
			l, w, f, f / w, t, t / w, p, p / t, m / 1024, k / 1024,
			k / 1024 < most ? "" : " (more than " most " MB)"
		exit k / 1024 >= most
	}'
}

printf '%-12s %9s %9s %6s %9s %6s %9s %7s %8s %8s\n' '' walk 'in file' '/walk' 'in time' '/walk' 'perf tid' faster \
	'peak, 64' "$small MiB"
for file in "$dir"/*.data; do
	measure "$file"
	grep -q ' 0 samples' "$tmp/walk.text" || row "$(basename "$file" .data)" || failed=1
done
exit $failed
