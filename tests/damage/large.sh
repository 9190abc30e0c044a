#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# large.sh BUILD - recordings with very many items of one kind: time and output grow linearly
set -u
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
pdata=$build/pdata
part=large
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
cd "$tmp" || exit 1

# large NAME AWK - NAME.data of the records that the awk program prints; sid() is the end of each, at() a sample
large() {
	awk 'function sid(pid, time) { return " sample_id={pid=" pid " tid=" pid " time=" time "}" }
	function at(pid, ip, time) { print "SAMPLE misc=USER ip=" ip " pid=" pid " tid=" pid " time=" time }
	BEGIN {
		print "FILE mode=file order=le attr_size=144\nIDS event=0 ids=[1]"
		print "ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all}\nDATA"
		'"$2"'
		print "FEATURE_TABLE"
	}' | "$pdata" assemble -o "$1.data" - || bad "making $1"
}

# ends BYTES COMMAND... - the command ends within 30 s of CPU time and prints at most BYTES
ends() {
	limit=$1
	shift
	(ulimit -t 30 && "$pdata" "$@"; echo $? >status) | wc -c >size
	[ "$(cat status)" = 0 ] && [ "$(cat size)" -le "$limit" ] || { echo "status $(cat status), $(cat size) bytes"; return 1; }
}

# Each task is the child of the one before.
large chain 'for (i = 2; i < 30000; i++) {
		print "FORK pid=" i " ppid=" i - 1 " tid=" i " ptid=" i - 1 " time=" i sid(i, i)
		at(i, 4194304, i)
	}'
check "tasks of a long chain of forks" ends 30000000 report --tasks -i chain.data
check "a report of them" ends 20000000 report -i chain.data

large maps 'for (i = 0; i < 40000; i++) {
		print "MMAP2 misc=USER pid=1 tid=1 addr=" 4194304 + i * 7919 % 40000 * 2048 " len=12288 pgoff=0 prot=5 flags=2 filename=\"/bin/x" i % 9 "\"" sid(1, 2 * i)
		at(1, 4194304 + i * 2048, 2 * i + 1)
	}'
check "maps of one process that overlap" ends 20000000 report -i maps.data
check "samples between them" ends 20000000 script -i maps.data

large execs 'for (i = 0; i < 20000; i++) {
		print "COMM misc=COMM_EXEC pid=1 tid=1 comm=\"c" i "\"" sid(1, 3 * i)
		print "MMAP2 misc=USER pid=1 tid=1 addr=4194304 len=4096 pgoff=0 prot=5 flags=2 filename=\"/bin/x" i "\"" sid(1, 3 * i + 1)
		at(1, 4194320, 3 * i + 2)
	}'
check "programs of one process, one after the other" ends 20000000 report -s comm,dso,sym -i execs.data

large symbols 'for (i = 0; i < 20000; i++) {
		print "KSYMBOL addr=" sprintf("0x%x", 3221225472 + i * 128) " len=256 ksym_type=1 flags=0 name=\"bpf_prog_" i "\"" sid(0, i)
		at(1, 4194304 + i, i)
	}'
check "symbols of the kernel that overlap" ends 20000000 report -s sym,pid -i symbols.data

# Nearly each sample is a row of a report: enough of them that rows are built in several rounds. Every tenth sample
# repeats the address and the process of another one.
rows=1200000
row='function row(i) { i = i % 10 ? i : i + 1; return (4096 + i * 7919 % 1200007 * 16) " " 1 + i % 3 }'
awk -v n=$rows "$row"'
	function sid(time) { return " sample_id={pid=0 tid=0 time=" time "}" }
	BEGIN {
		print "FILE mode=file order=le attr_size=144\nIDS event=0 ids=[1]"
		print "ATTR attr={type=1 size=128 sample_period=1 sample_type=IP|TID|TIME flags=sample_id_all}\nDATA"
		for (p = 1; p <= 3; p++) {
			print "COMM pid=" p " tid=" p " comm=\"c" p "\"" sid(0)
			if (p < 3)
				print "MMAP2 misc=USER pid=" p " tid=" p " addr=0 len=0x7fffffff pgoff=0 prot=5 flags=2 filename=\"/bin/x\"" sid(0)
		}
		for (i = 0; i < n; i++) {
			split(row(i), r, " ")
			print "SAMPLE misc=USER ip=" r[1] " pid=" r[2] " tid=" r[2] " time=" 1000 + i
		}
		print "FEATURE_TABLE"
	}' | "$pdata" assemble -o rows.data - || bad "making rows"
awk -v n=$rows "$row"'
	BEGIN {
		for (i = 0; i < n; i++) {
			split(row(i), r, " ")
			printf "c%d %s 0x%016x\n", r[2], r[2] < 3 ? "x" : "[unknown]", r[1]
		}
	}' | sort | uniq -c | awk '{ print $2, $3, $4, $1 }' >expected
flat=(report -q --no-children -g none)
rows_are_complete() { # OPTION...
	"$pdata" "${flat[@]}" -F comm,dso,sym,sample "$@" -i rows.data >out || return 1
	awk 'NF { print $1, $2, $4, $5 }' out | sort | diff - expected | head -n 5 >differs; [ ! -s differs ] || { cat differs; return 1; }
}
rows_are_the_same() { # KEYS JOBS...
	local jobs
	for jobs in "${@:2}"; do
		"$pdata" "${flat[@]}" -j "$jobs" -s "$1" -i rows.data >"jobs.$jobs" && [ -s "jobs.$jobs" ] &&
			cmp "jobs.$jobs" "jobs.$2" || return 1
	done
}
check "each of many rows is there" rows_are_complete
check "the same from many threads" rows_are_the_same comm,dso,sym 1 2 7
check "rows of processes from many threads" rows_are_the_same pid,sym 1 2

# bytes_of_row COMMAND... - the command takes at most 150 bytes for each row, besides 16 MB: the least of three runs,
# because it depends on how the threads share the work
bytes_of_row() {
	python3 - $((rows * 9 / 10)) "$@" <<-'END'
		import os, subprocess, sys
		limit = 16 * 1024 * 1024 + 150 * int(sys.argv[1])
		used = []
		for run in range(3):
		    _, status, usage = os.wait4(subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL).pid, 0)
		    used.append(usage.ru_maxrss * 1024)
		    if status:
		        sys.exit("status %d" % status)
		print("used", used, "limit", limit)
		sys.exit(min(used) > limit)
	END
}
if grep -q '__[at]san_init' "$pdata"; then
	skip "memory of many rows: the sanitizer needs more"
else
	check "memory of many rows" bytes_of_row "$pdata" "${flat[@]}" -j 2 -i rows.data
fi
finish
