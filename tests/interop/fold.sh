#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# fold.sh BUILD - the folded stacks of script's text are those of perf's text of the same recording
#
# fold.py has the rules by which the flame graph tools read such text.
set -u

build=$(cd "${1:?usage: fold.sh BUILD}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd) || exit 1
part="fold"
# shellcheck disable=SC2034 # lib.sh reads it
live=1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
cd "$tmp" || exit 1
export HOME=$tmp PERF_CONFIG=/dev/null DEBUGINFOD_URLS='' LC_ALL=C.UTF-8

needs perf python3

# MODE, allowed differing samples in percent, and options.
modes() {
	cat <<-END
		flat 0 -e cpu-clock -F 999
		callgraph 0 -e cpu-clock -F 999 -g
		two 0 -e cpu-clock/freq=999/ -e page-faults/period=1/ -g
		dwarf 1 -e cpu-clock -F 299 --call-graph dwarf,8192
		sched 0 -e sched:sched_switch -e sched:sched_wakeup -g
	END
}

# Both texts have the same number of samples, in total and for each command, and the weights of stacks differ little.
# Names of the vdso are not compared: perf resolves them only for its own recordings.
same() { # MODE TOLERANCE OPTION...
	local file=$1.data tolerance=$2 who
	shift 2
	perf script -f -i "$file" "$@" 2>/dev/null >perf.txt
	"$build/pdata" script -i "$file" "$@" >pdata.txt || return 1
	for who in perf pdata; do
		sed -E 's/ [^ ]+ \(\[vdso\]\)$/ [unknown] ([vdso])/' $who.txt >text
		python3 "$here/fold.py" text >$who.folded || return 1
	done
	awk -v tolerance="$tolerance" '
		{ n = $NF; sub(/ [0-9]+$/, "") }
		NR == FNR { want[$0] = n; next }
		/^#/ { heads += n; if (want[$0] != n) { print "perf has " want[$0] + 0 ", pdata " n ": " $0; bad = 1 } }
		!/^#/ { all += n }
		want[$0] < n { more += n - want[$0]; if (++told < 5) print want[$0] + 0 " in perf, " n " in pdata: " $0 }
		want[$0] > n { less += want[$0] - n }
		{ delete want[$0] }
		END {
			for (s in want)
				less += want[s]
			print heads + 0 " samples, weight " all + 0 ": " more + 0 " more, " less + 0 " less"
			exit bad || heads < 20 || (more > less ? more : less) * 100 > all * tolerance
		}' perf.folded pdata.folded
}

# shellcheck disable=SC2086
while read -r mode tolerance options; do
	if ! "$build/pdata-record" -q --sample-cpu $options -o "$mode.data" "$build/tests/demo/workload" 1 >/dev/null 2>rec.err; then
		skip "$mode: cannot be recorded: $(head -1 rec.err)"
		continue
	fi
	check "$mode" same "$mode" "$tolerance"
	[ "$mode" = flat ] || check "$mode has stacks" grep -q '^[^#].*;.*;' pdata.folded
	check "$mode, with process ids" same "$mode" "$tolerance" -F +pid
	check "$mode, in every field that tools ask for" same "$mode" "$tolerance" -F comm,pid,tid,cpu,time,period,event,ip,sym,dso
done < <(modes)
finish
