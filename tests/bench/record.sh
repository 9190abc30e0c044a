#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# record.sh BUILD - compare the cost of recording with that of the installed perf
#
# Both recorders record the same workload alternately, RUNS times (rows about index and names: PAIRS times, default 15);
# medians are compared with the goals. CPU time is that of the recorder alone, because the workload is not its child but
# a process that it attaches to. The cost of storing all names is a separate row. Needs root.
set -u
export LC_ALL=C PERF_CONFIG=/dev/null

build=$(cd "${1:?usage: record.sh BUILD}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd) || exit 1
runs=${RUNS:-5}
pairs=${PAIRS:-15}
tools=$build/tests/bench
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
missed=0

command -v perf >/dev/null || { echo "bench-record: no perf to compare with"; exit 1; }
[ "$(id -u)" = 0 ] || { echo "bench-record: not root"; exit 1; }

# shellcheck source=tests/bench/median.sh
. "$here/median.sh"

# Name of the recorder; its options and operands are the same for both.
record() { # perf|pdata OPTION...
	local who=$1 rec="$build/pdata-record ${names:-}"
	shift
	# perf 6.1 sometimes crashes at the end of a recording: that run is not counted.
	[ "$who" = pdata ] || rec="perf record --no-bpf-event"
	# shellcheck disable=SC2086
	TIMED_OUT=$tmp/last "$tools/timed" $rec -o "$who.data" "$@" >/dev/null 2>"$who.err" &&
		cat last >>"$who.times" && rm last && return
	rm -f last
	return 1
}

again() { # COMMAND... - repeat the command until it succeeds, three times at most
	"$@" || "$@" || "$@" || { echo "bench-record: failed: $*"; cat ./*.err; exit 1; }
}

both() { # COMMAND... - run the command for each recorder in turn, RUNS times
	local i
	rm -f ./*.times ./*.values
	for ((i = 0; i < runs; i++)); do
		again "$@" perf
		again "$@" pdata
	done
}

row() { # LABEL VALUE-OF-PERF VALUE-OF-PDATA UNIT GOAL - GOAL: highest allowed value of pdata
	awk -v l="$1" -v a="$2" -v b="$3" -v u="$4" -v g="$5" 'BEGIN {
		printf "%-44s %10s %10s %-5s goal %10.4g   %s\n", l, a, b, u, g, b <= g + 0 ? "met" : "MISSED"
		exit b > g + 0
	}' || missed=$((missed + 1))
}

part_of() { # VALUE DIVISOR
	awk -v v="$1" -v d="$2" 'BEGIN { print v / d }'
}

# ---- one recording by the recorder in $1 ----

nothing() {
	record "$1" true
}

attached() { # LOAD RECORD-OPTIONS WHO - the load runs as a separate process
	local target
	# shellcheck disable=SC2086
	"$tools/load" $1 &
	target=$!
	# shellcheck disable=SC2086
	record "$3" $2 -p $target
	local ret=$?
	kill $target 2>/dev/null
	wait $target
	[ "$(stat -c %s "$3.data")" -gt "${at_least:-10000}" ] || { echo "$3: too few data"; ret=1; }
	return $ret
}

large() {
	rm -f end
	LOAD_END=$tmp/end record "$1" -m 16M -e raw_syscalls:sys_enter -- "$tools/load" calls "$large_calls" 300000 || return 1
	tail -n 1 "$1.times" | awk -v end="$(cat end)" '{ print ($5 - end) * 1000 }' >>"$1.values"
}

scheduler() {
	record "$1" -a -e 'sched:*' -- perf bench sched messaging -g 5 -l 400 || return 1
	"$tools/counts" "$1.data" | awk '{ printf "%.3f\n", 100 * $2 / ($1 + $2) }' >>"$1.values"
}

compressed() {
	record "$1" -z -e raw_syscalls:sys_enter -- "$tools/load" calls 400000 200000 || return 1
	"$tools/counts" "$1.data" | awk -v s="$(stat -c %s "$1.data")" '{ printf "%.2f\n", s / $1 }' >>"$1.values"
}

echo "$(nproc) cpus, $(perf version), median of $runs"
printf '%-44s %10s %10s\n' '' perf pdata

both nothing
wall=$(median perf.times 1)
row "record true, wall" "$wall" "$(median pdata.times 1)" s "$(part_of "$wall" 10)"

both attached "cpu 2" "-e cpu-clock -F 999"
cpu=$(median perf.times 2)
row "-F 999, cpu of the recorder" "$cpu" "$(median pdata.times 2)" s "$(part_of "$cpu" 4)"

# A sample is 112 bytes.
at_least=50000000 both attached "calls 900000 446000" "-m 16M -e raw_syscalls:sys_enter"
cpu=$(median perf.times 2)
row "50 MB/s of tracepoints, cpu of the recorder" "$cpu" "$(median pdata.times 2)" s "$(part_of "$cpu" 2)"

large_calls=1900000
both large
row "$(($(stat -c %s pdata.data) / 1000000)) MB, from workload's end to exit" "$(median perf.values 1)" "$(median pdata.values 1)" ms 50
# Pages of rings do not count as resident memory.
row "the same, peak memory" "$(median perf.times 3)" "$(median pdata.times 3)" KiB 16384

both scheduler
lost=$(median perf.values 1)
row "sched:* -a, lost" "$lost" "$(median pdata.values 1)" % "$(part_of "$lost" 10)"

both compressed
bytes=$(median perf.values 1)
row "-z, bytes for each sample" "$bytes" "$(median pdata.values 1)" B "$bytes"

# ---- additional cost of index and names: of recorder and workload together, and of the recorder alone ----

# Memory freed with an earlier file has to be allocated again by the host of a virtual machine, which would slow down
# the next recording.
warm_up() {
	head -c 200000000 /dev/zero >warm && rm warm
}

indexing() { # started|attached NAME RECORDER-OPTIONS LOAD - CPU time of one run goes to NAME.time
	local load="$tools/load $4" rec="$build/pdata-record -q $3 -o pdata.data" target ret
	warm_up
	rm -f "$2.time"
	if [ "$1" = started ]; then
		# shellcheck disable=SC2086
		TIMED_OUT=$tmp/$2.time "$tools/timed" $rec -- $load >/dev/null 2>pdata.err
		return
	fi
	$load &
	target=$!
	# shellcheck disable=SC2086
	TIMED_OUT=$tmp/$2.time "$tools/timed" $rec -p $target >/dev/null 2>pdata.err
	ret=$?
	wait $target
	return $ret
}

# The median of the ratios of pairs of runs, in alternating order, with its 95 % interval by order statistics.
added() { # LABEL GOAL started|attached RECORDER-OPTIONS LOAD - GOAL: percent
	local i first second
	rm -f ratios
	for ((i = 0; i < pairs; i++)); do
		first=without second=with
		((i % 2)) && first=with second=without
		for name in $first $second; do
			again indexing "$3" $name "$4 $([ $name = with ] || echo --no-index)" "$5"
		done
		paste -d ' ' with.time without.time | awk '{ print 100 * ($2 / $8 - 1), $2, $8 }' >>ratios
	done
	sort -n ratios | awk -v l="$1" -v g="$2" -v size="$(stat -c %s pdata.data)" '{ v[NR] = $1; a += $2; b += $3 } END {
		k = int(NR / 2 - 0.98 * sqrt(NR))
		k = k < 0 ? 0 : k
		m = NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2
		printf "%-44s %9.4f %9.4f s  %+.1f %% [%+.1f %+.1f] of %d pairs, %d MB  goal %g %%  %s\n", l, b / NR, a / NR,
			m, v[k + 1], v[NR - k], NR, size / 1e6, g, m <= g ? "met" : v[k + 1] <= g ? "open: within the interval" : "MISSED"
		exit v[k + 1] > g
	}' || missed=$((missed + 1))
}

printf '\n%-44s %9s %9s\n' '' 'no index' index
calls="-m 16M -e raw_syscalls:sys_enter"
added "50 MB/s of tracepoints, cpu with the workload" 3 started "$calls" "calls 900000 446000"
added "the same, cpu of the recorder alone" 10 attached "$calls" "calls 900000 446000"
added "tracepoints with call chains, recorder alone" 10 attached "$calls -g" "calls 600000 300000"
added "index and names with -z, recorder alone" 10 attached "$calls -z" "calls 900000 446000"
added "-F 999, cpu with the workload" 3 started "-e cpu-clock -F 999 -g" "rounds 20000"

named() { # BUNDLE
	names=$1 attached "cpu 2" "-e cpu-clock -F 999 -g -v" pdata || return 1
	sed -n 's/.* finish *\([0-9.]*\) s$/\1/p' pdata.err | awk '{ print $1 * 1000 }' >>"$1.values"
}
rm -f ./*.values
for ((i = 0; i < runs; i++)); do
	again named --no-bundle
	again named --bundle=hit
done
row "names of what was hit, end without and with" "$(median ./--no-bundle.values 1)" "$(median ./--bundle=hit.values 1)" ms \
	"$(awk -v v="$(median ./--no-bundle.values 1)" 'BEGIN { print v + 100 }')"

[ $missed = 0 ] && echo "all met" || echo "$missed missed"
[ $missed = 0 ]
