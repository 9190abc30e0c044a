#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# pairs.sh BUILD OLD - compare the CPU time of BUILD's pdata with that of OLD, a build directory or a tree with build/
#
# For each row of bench.sh the outputs are compared first. Then both programs run as PAIRS pairs, the older one first
# in every second pair. The row shows the medians of CPU time, the median of the pairs' ratios new/old and its 95 %
# interval. Order statistics give the interval without a model of the noise; with fewer than 6 pairs it is the
# outermost ratios. A short run is repeated until both took MIN_CPU=0.2 s. ROWS=REGEX selects rows, LIMIT=3 is in percent.
# NEW=DIR measures the pdata in that directory with BUILD's tools and inputs. CPU=0 runs both programs on CPU 0 alone:
# where CPUs share a core, two busy ones slow each other, and a program that divides its work among them needs more CPU
# time for the same instructions.
#
# Exit status 1: the output of a row differs, or its interval is entirely above the limit. 2: nothing was measured.
set -u
export LC_ALL=C PERF_CONFIG=/dev/null PAGER=cat PERF_PAGER=cat

build=$1
old=${2:-}
here=$(dirname "$0")
pairs=${PAIRS:-15}
pin=(${CPU:+taskset -c "$CPU"})
limit=${LIMIT:-3}
dir=${BENCH_DIR:-$build/bench}
tools=$build/tests/bench
new=${NEW:-$build}
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/bench/rows.sh
. "$here/rows.sh"

[ -n "$old" ] || { echo "bench-pairs: OLD=DIR is wanted, a build directory to compare with" >&2; exit 2; }
[ -f "$old/pdata" ] || old=$old/build
for d in "$old" "$new"; do
	[ -f "$d/pdata" ] && [ -x "$d/pdata" ] || { echo "bench-pairs: no program $d/pdata" >&2; exit 2; }
done
case $pairs in '' | *[!0-9]* | 0) echo "bench-pairs: PAIRS=$pairs: a number above 0 is wanted" >&2; exit 2 ;; esac
make_inputs || exit 2

say() { # WHO DIR OPTION... - output and status of the program, without lines that contain the time of day
	"$2/pdata" "${@:3}" >"$tmp/$1.out" 2>"$tmp/$1.err" </dev/null
	echo "exit $?" >>"$tmp/$1.err"
	sed -i -e '/^# captured on/d' -e '/^# (Tip: /d' "$tmp/$1.out"
}

run_cpu() { # DIR OPTION... - CPU seconds of $repeat runs
	local i
	: >"$tmp/timed"
	for ((i = 0; i < repeat; i++)); do
		TIMED_OUT=$tmp/timed "${pin[@]}" "$tools/timed" "$1/pdata" "${@:2}" >/dev/null 2>&1 </dev/null
	done
	awk '{ s += $2 } END { print s }' "$tmp/timed"
}

nr_rows=0 nr_slower=0 nr_different=0
pair_row() { # NAME FILE SUBCOMMAND OPTION...
	local name=$1 i a b
	set -- "${@:3}" -i "$2"
	nr_rows=$((nr_rows + 1))
	say old "$old" "$@"
	say new "$new" "$@"
	if ! cmp -s "$tmp/old.out" "$tmp/new.out" || ! cmp -s "$tmp/old.err" "$tmp/new.err"; then
		printf '%-24s DIFFERENT output\n' "$name"
		nr_different=$((nr_different + 1))
		return
	fi
	repeat=1
	repeat=$(awk -v want="${MIN_CPU:-0.2}" -v a="$(run_cpu "$old" "$@")" -v b="$(run_cpu "$new" "$@")" \
		'BEGIN { t = a < b ? a : b; n = t > 0 ? int(want / t + 0.999) : 20; print (n < 1 ? 1 : n > 20 ? 20 : n) }')
	: >"$tmp/pairs"
	for ((i = 0; i < pairs; i++)); do
		if ((i % 2)); then
			b=$(run_cpu "$new" "$@") a=$(run_cpu "$old" "$@")
		else
			a=$(run_cpu "$old" "$@") b=$(run_cpu "$new" "$@")
		fi
		echo "$a $b" >>"$tmp/pairs"
	done
	awk -v name="$name" -v repeat="$repeat" -v limit="$limit" '
		function sort_up(v, n,  i, j, x) {
			for (i = 2; i <= n; i++) {
				x = v[i]
				for (j = i - 1; j >= 1 && v[j] > x; j--)
					v[j + 1] = v[j]
				v[j + 1] = x
			}
		}
		function median(v, n) {
			sort_up(v, n)
			return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
		}
		{ n++; a[n] = $1 / repeat; b[n] = $2 / repeat; r[n] = $1 > 0 ? $2 / $1 : 1 }
		END {
			m = median(r, n)
			# k: number of ratios that may be outside of the interval at each end. P(Bin(n, 1/2) < k) is at most 0.025.
			p = 0.5 ^ n
			for (k = 0; p + sum <= 0.025; k++) {
				sum += p
				p *= (n - k) / (k + 1)
			}
			k = k < 1 ? 1 : k
			lo = r[k]
			hi = r[n + 1 - k]
			verdict = lo > 1 + limit / 100 ? "SLOWER" : hi < 1 ? "faster" : "same"
			printf "%-24s %8.4f s %8.4f s %7.3f   [%.3f, %.3f]   %s\n", name, median(a, n), median(b, n), m, lo, hi, verdict
			exit verdict == "SLOWER"
		}' "$tmp/pairs" || nr_slower=$((nr_slower + 1))
}

echo "$(nproc) cpus, $pairs pairs; CPU time"
printf '%-24s %10s %10s %7s   %s\n' '' old new ratio '95 % interval'
each_row pair_row
echo "$nr_rows rows, $nr_slower slower by more than $limit %, $nr_different with another output"
[ "$nr_rows" != 0 ] || exit 2
[ "$nr_slower$nr_different" = 00 ]
