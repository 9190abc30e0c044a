#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# gen.sh DIR WORK [SECONDS] - record what bench.sh reads: DIR/flat.data, chains.data, zst.data, sched.data
#
# Recorded with the installed perf; WORK is the program built from work.c. Needs root, or for
# the others a perf_event_paranoid that allows one's own processes.
set -eu

dir=$1
work=$(realpath "$2")
seconds=${3:-4}
mkdir -p "$dir"

record() { # NAME OPTION... -- COMMAND...
	local name=$1
	shift
	if perf record -q -o "$dir/$name.data" "$@" >"$dir/$name.log" 2>&1 && [ -s "$dir/$name.data" ]; then
		echo "bench: $dir/$name.data $(stat -c %s "$dir/$name.data") bytes"
	else
		rm -f "$dir/$name.data"
		echo "bench: $name: perf record failed: $(tail -n 1 "$dir/$name.log")" >&2
	fi
}

both() {
	"$work" "$1" "$seconds" &
	"$work" "$2" "$seconds" &
	"$work" pipe "$seconds" &
	wait
}
export -f both
export work seconds

record flat -e cpu-clock -F 25000 -m 8M -- bash -c 'both flat flat'
record chains -e cpu-clock -F 12500 -g -m 16M -- bash -c 'both deep deep'
record zst -z -e cpu-clock -F 12500 -g -m 16M -- bash -c 'both deep deep'
[ "$(id -u)" != 0 ] ||
	record sched -a -e sched:sched_switch,sched:sched_wakeup,raw_syscalls:sys_enter -m 16M \
		-- "$work" pipe 0.3
