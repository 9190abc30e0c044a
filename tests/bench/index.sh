#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# index.sh BUILD - compare reading 1 % of the time of a large recording, by its index, with reading all of it
#
# A recording is repeated until it has SIZE megabytes (default 1000). report, script and cut read
# RANGE (default 50%-51%) and the whole file alternately, RUNS times; medians of CPU time and bytes read are compared
# with the goals. BENCH_DATA=FILE is used instead of a new recording, which needs root. $TMPDIR must have room for 2 * SIZE.
set -u
export LC_ALL=C

build=$(cd "${1:?usage: index.sh BUILD}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd) || exit 1
pdata=$build/pdata
tools=$build/tests/bench
runs=${RUNS:-3}
range=${RANGE:-50%-51%}
size=${SIZE:-1000}
data=$(realpath "${BENCH_DATA:-/nonexistent}" 2>/dev/null)
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
missed=0

# shellcheck source=tests/bench/median.sh
. "$here/median.sh"

run() { # NAME COMMAND...
	TIMED_OUT=$tmp/$1 "$tools/timed" "${@:2}" >/dev/null 2>err || { cat err; exit 1; }
}

# Threads that compute, processes that wake each other, and commands that come and go.
load() {
	"$tools/work" deep 8 & "$tools/work" flat 8 & "$tools/work" pipe 8 &
	local i
	for ((i = 0; i < 80; i++)); do
		sort /etc/services | head -1 >/dev/null
		sleep 0.1
	done
	wait
}
export -f load
export tools

if [ ! -e "$data" ]; then
	data=$tmp/one
	"$build/pdata-record" -q --no-index -g -e cpu-clock -F 12500 -m 16M -o "$data" -- bash -c load || exit 1
fi
"$tools/repeat" "$data" all "$((size * 1000000))" || exit 1
awk -v s="$(stat -c %s all)" 'BEGIN { print s / 1e6, "MB" }'
echo "$(nproc) cpus, median of $runs; a range of $range"

row() { # LABEL VALUE UNIT WORD GOAL - WORD: at-most or at-least
	awk -v l="$1" -v v="$2" -v u="$3" -v w="$4" -v g="$5" 'BEGIN {
		ok = w == "at-most" ? v <= g + 0 : v >= g + 0
		printf "%-44s %10.3g %-5s goal %s %-6s %s\n", l, v, u, w, g, ok ? "met" : "MISSED"
		exit !ok
	}' || missed=$((missed + 1))
}

part() { # FILE FILE COLUMN - median of the first file in percent of that of the second
	awk -v a="$(median "$1" "$3")" -v b="$(median "$2" "$3")" 'BEGIN { print 100 * a / b }'
}

for ((i = 0; i < runs; i++)); do
	cp all indexed
	run index "$pdata" index indexed
done
# The first pages of a file may have to be allocated by the host of a virtual machine: the best run counts.
best=$(awk '{ print $2 }' index | sort -n | head -1)
row "pdata index" "$(awk -v s="$(stat -c %s all)" -v t="$best" 'BEGIN { print s / t / 1e9 }')" GB/s at-least 1
row "bytes that the index adds" "$(awk -v a="$(stat -c %s all)" -v b="$(stat -c %s indexed)" 'BEGIN { print 100 * (b - a) / a }')" % at-most 1

beside() { # NAME GOAL COMMAND... - measure the command on all data and on the range; GOAL: CPU time of the second in percent
	local name=$1 goal=$2 i
	shift 2
	for ((i = 0; i < runs; i++)); do
		rm -f out # overwriting a large file would include the time to free its pages
		run "$name.all" "$pdata" "$@" -i indexed
		rm -f out
		run "$name.some" "$pdata" "$@" --time "$range" -i indexed
	done
	awk -v n="$name" -v a="$(median "$name.all" 2)" -v b="$(median "$name.some" 2)" -v c="$(median "$name.all" 6)" \
		-v d="$(median "$name.some" 6)" 'BEGIN { printf "%s: %.3f s, %.1f MB; of the range %.3f s, %.1f MB\n", n, a, c / 1e6, b, d / 1e6 }'
	row "$name --time, CPU time of that of all" "$(part "$name.some" "$name.all" 2)" % at-most "$goal"
	row "$name --time, bytes of those of all" "$(part "$name.some" "$name.all" 6)" % at-most 3
}

# script and cut do little work per sample, so the fixed cost of each run (symbols, side-band) has more weight.
beside report 3 report --stdio
beside script 10 script
beside cut 10 cut -q -o out
[ "$("$pdata" script --time "$range" -i all | cksum)" = "$("$pdata" script --time "$range" -i indexed | cksum)" ] ||
	{ echo "the range is not the same without the index"; missed=$((missed + 1)); }
for ((i = 0; i < runs; i++)); do
	run timeline "$pdata" timeline indexed
done
awk -v t="$(median timeline 2)" -v b="$(median timeline 6)" 'BEGIN { printf "timeline: %.3f s, %.1f MB\n", t, b / 1e6 }'

[ $missed = 0 ] && echo "all met" || echo "$missed missed"
[ $missed = 0 ]
