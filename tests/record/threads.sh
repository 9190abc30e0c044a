# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Sourced by run.sh: --threads, recordings in a directory by a thread for each group of cpus.

threads_plain() {
	local n files
	n=$(getconf _NPROCESSORS_ONLN)
	# Each CPU has something to record only if there is work for all.
	"$rec" -q --threads -e cpu-clock -F 999 -g -o td sh -c "for i in $(seq -s ' ' "$n"); do ( $(work 1) ) & done; wait" || return 1
	files=$(find td -name 'data.[0-9]*' | wc -l)
	[ -f td/data ] && [ "$files" = "$n" ] || { ls -l td; return 1; }
	reads td && has td SAMPLE COMM MMAP2 FORK EXIT ID_INDEX FINISHED_INIT || return 1
	"$pdata" report --header-only -i td | grep -q 'directory data version : 1' || return 1
	# Each line of -D has the file of its record, as in perf.
	"$pdata" report -D -i td | sed -n 's/^0x[0-9a-f]*@\(.*\) \[0x.*: event: .*/\1/p' | sort -u >td.files
	[ "$(grep -c '^td/data\.[0-9]*$' td.files)" = "$n" ] && grep -qx td/data td.files || { cat td.files; return 1; }
	# An older recording is kept, a file or a directory.
	"$rec" -q --threads=core -e cpu-clock -o td true && [ -d td.old ] && "$rec" -q -e cpu-clock -o td true &&
		[ -f td ] && [ -d td.old ] && [ -f td.old/data ]
}
check "a thread and a file for each CPU" threads_plain

threads_groups() {
	local spec
	for spec in core package numa 0/0; do
		rm -rf tg
		"$rec" -q --threads=$spec -z -e cpu-clock -F 999 -o tg sh -c "$(work 1 2)" || { echo "$spec"; return 1; }
		reads tg || { echo "$spec"; return 1; }
	done
	words 'expected cpu, core' --threads=x true && words '--per-thread exclude each other' --threads --per-thread true &&
		words 'exclude each other' --threads --switch-output true && words 'not a pipe' --threads -o - true
}
if "$rec" -q -z -o z.data true 2>/dev/null; then
	check "threads for groups of cpus" threads_groups
fi

threads_latest() {
	"$rec" -q --threads --overwrite -m 64K -e cpu-clock -F 999 -o tl sh -c "$(busy tl)" &
	local r=$!
	more_turns tl 30 $r || return 1
	kill -USR2 $r
	more_turns tl 30 $r || return 1
	: >tl.stop
	wait $r && reads tl && ! twice tl
}
check "threads with rings in overwrite mode" threads_latest

threads_killed() {
	local i r
	for i in 1 2 3; do
		rm -rf tk
		"$rec" -q --threads --flush 100 -e cpu-clock -e page-faults -c 10000 -g -o tk sh -c "$(busy tk)" &
		r=$!
		while ! find tk -name 'data.*' -size +0 2>/dev/null | grep -q . && kill -0 $r 2>/dev/null; do sleep 0.05; done
		sleep 0.$i
		kill -9 $r
		wait $r 2>/dev/null
		: >tk.stop
		eventually reads tk || return 1 # another process removes the incomplete end
	done
}
check "a directory whose recorder was killed" threads_killed

threads_full() {
	mkdir -p small && mount -t tmpfs -o size=512k none small 2>/dev/null || return 0
	"$rec" --threads --flush 100 -e page-faults -c 1 -g -o small/tf sh -c "$(work 15)" 2>err
	local status=$?
	rm -rf tf
	cp -r small/tf tf && reads tf
	local read=$?
	umount small
	[ $status = 1 ] && [ $read = 0 ] && grep -q 'No space left' err || { echo "status $status"; cat err; return 1; }
}
[ -z "$root" ] || check "a directory on a file system that is full" threads_full

near_rings() {
	local a
	for a in sys node cpu; do
		"$rec" -q --affinity=$a -e cpu-clock -F 999 -o af.data sh -c "$(work 1 4)" && reads af.data || return 1
	done
	words 'expected sys' --affinity=x true && words 'exclude each other' --threads --affinity=cpu true
}
check "rings are drained near the CPU that fills them" near_rings

few_reads() {
	# The ring wakes the thread when it is half full; the test checks that it is not drained more often than that and
	# --flush.
	"$rec" -q --mmap-flush 16M -m 1M -e cpu-clock -F 999 -o mf.data sh -c "$(work 2)" && reads mf.data || return 1
	words 'expected a number of bytes' --mmap-flush x true
}
check "rings with little data are not drained early" few_reads
