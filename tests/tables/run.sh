#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD - the tables of `pdata export` agree with the rows of `pdata report`
#
# On all fixtures, and on recordings of the running kernel: frame pointers, stack copies with inlined functions, two
# events with groups, tracepoints, zstd.
set -u
export LC_ALL=C DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

build=$(realpath "$1")
cd "$(dirname "$0")" || exit 1
top=$(realpath ../..)
part=tables
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp/home
mkdir "$HOME" "$tmp/data"
# shellcheck source=tests/lib.sh
. ../lib.sh
cd "$tmp" || exit 1

command -v python3 >/dev/null || skip_all "no python3"
for f in "$top"/fixtures/text/*.pdt; do
	"$build/pdata" assemble -o "data/$(basename "$f" .pdt)" "$f" 2>/dev/null
done

record() { # NAME OPTION...
	local name=$1
	shift
	"$build/pdata-record" -o "data/$name" "$@" -- "$build/tests/demo/workload" >record.out 2>&1 ||
		skip "recording $name: $(tail -n 1 record.out)"
}
record fp -g -F 2000
record dwarf --call-graph dwarf -F 1000
record events -e '{cpu-clock,task-clock}' -e page-faults
record tracepoints -e sched:sched_switch
record zstd -z -g -F 2000

sums() {
	python3 "$top/tests/tables/sums.py" "$build" data/* >sums.out
	local status=$?
	cat sums.out
	return $status
}
check "sums of samples equal those of report" sums
# The branches of the fixture have the types 1 and 15, whose new type has no name.
branch_types() {
	[ "$("$build/pdata" export jsonl branches -i data/sample_branch_stack | grep -o '"type":.*')" = '"type":"COND"}' ]
}
check "branches have their types" branch_types

planted() {
	! python3 "$top/tests/tables/sums.py" "$build" --plant data/fp >sums.out
}
check "the test detects a wrong period" planted

# States of threads equal those of perf, on a recording of the scheduler.
states() {
	perf sched record -o sched.data -- "$build/tests/demo/workload" >perf.out 2>&1 || return 1
	python3 "$top/tests/tables/timehist.py" "$build" sched.data
}
live=1
if command -v perf >/dev/null && perf sched record -o sched.data true >perf.out 2>&1; then
	check "states of threads equal those of perf sched timehist" states
else
	skip "states of threads: perf cannot record the scheduler: $(tail -n 1 perf.out)"
fi

# Fields of tracepoints equal those that script prints.
fields() {
	"$build/pdata" script -F trace -i data/tracepoints >trace.txt &&
		"$build/pdata" export csv sched:sched_switch -i data/tracepoints | tr -d '\r' |
		awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) col[$i] = i; next }
			{ printf "prev_comm=%s prev_pid=%s prev_prio=%s %s next_comm=%s next_pid=%s next_prio=%s\n", $col["prev_comm"],
				$col["prev_pid"], $col["prev_prio"], "STATE", $col["next_comm"], $col["next_pid"], $col["next_prio"] }' >table.txt &&
		sed 's/^ *//; s/prev_state=[^ ]* ==>/STATE/' trace.txt | cmp - table.txt
}
[ ! -e data/tracepoints ] || check "fields of tracepoints are those of script" fields

# Rows do not depend on the number of threads.
threads() {
	for table in samples stacks frames; do
		"$build/pdata" export csv "$table" -i data/dwarf -j 1 >one.csv &&
			"$build/pdata" export csv "$table" -i data/dwarf -j 7 | cmp one.csv - || return 1
	done
}
[ ! -e data/dwarf ] || check "any number of threads gives the same rows" threads

# A failed export leaves the old file as it is.
unchanged() {
	echo old >out.csv
	! "$build/pdata" export csv samples -i /dev/null -o out.csv 2>err && [ "$(cat out.csv)" = old ] &&
		! (trap '' XFSZ && ulimit -f 1 && "$build/pdata" export csv samples -i data/fp -o out.csv) 2>err &&
		[ "$(cat out.csv)" = old ] && grep -c . err | grep -qx 1
}
[ ! -e data/fp ] || check "a file that cannot be written completely keeps its old content" unchanged
finish
