#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD [DIR...] - run threaded code of a build with TSAN=1 on the fixtures and the recordings below DIRs
#
# A report of the sanitizer is a failure; other tests check the output of the commands.
set -u
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
shift
pdata=$build/pdata
part=threads
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
# No suppressions for elfutils, zstd or libc are needed so far.
export TSAN_OPTIONS="exitcode=66 halt_on_error=0 second_deadlock_stack=1"
export HOME=$tmp

# race_free COMMAND... - the command ends by itself, without a report of the sanitizer
race_free() {
	timeout 300 "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	local status=$?
	case $status in
	66 | 124 | 134 | 137 | 139) ;;
	*) grep -q ThreadSanitizer "$tmp/err" || return 0 ;;
	esac
	echo "status $status"
	sed -n '/ThreadSanitizer/,$p' "$tmp/err"
	return 1
}

# The sanitizer reports a known race: without this check all tests below would pass in a build without it.
cat >"$tmp/race.c" <<-'END'
	#include <pthread.h>
	static int shared;
	static void *add(void *arg) { for (int i = 0; i < 1000; i++) shared++; return arg; }
	int main(void)
	{
		pthread_t t;
		pthread_create(&t, NULL, add, NULL);
		add(NULL);
		return pthread_join(t, NULL);
	}
END
finds_a_race() {
	"${CC:-cc}" -fsanitize=thread -g -pthread "$tmp/race.c" -o "$tmp/race" || return 1
	"$tmp/race" >/dev/null 2>&1
	[ $? = 66 ] && nm -D "$pdata" | grep -q __tsan
}
check "the build detects a race" finds_a_race
[ $failed = 0 ] || { finish; exit 1; }

# Enough samples for several threads and batches, with an index: a file, one of the other byte order, a compressed one.
awk -v n=120000 'BEGIN {
	print "FILE mode=file order=le attr_size=144"
	print "IDS event=0 ids=[1]"
	print "ATTR attr={type=1 size=128 sample_type=IP|TID|TIME|CALLCHAIN flags=sample_id_all}"
	print "DATA"
	print "MMAP2 misc=USER pid=7 tid=7 addr=0x400000 len=0x100000 prot=5 flags=2 filename=\"/bin/sh\" sample_id={pid=7 tid=7 time=1000}"
	print "MMAP2 misc=KERNEL pid=-1 tid=0 addr=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 prot=5 flags=2 filename=\"[kernel.kallsyms]_text\" sample_id={pid=0 tid=0 time=0}"
	for (i = 0; i < n; i++) {
		t = 1000000 + i * 1000
		if (i % 5000 == 0)
			printf "COMM pid=7 tid=%d comm=\"c%d\" sample_id={pid=7 tid=7 time=%d}\n", 7 + i / 5000, i / 5000, t
		printf "SAMPLE misc=USER ip=0x%x pid=7 tid=%d time=%d ips=[0xfffffffffffffe00 0x%x 0x%x]\n",
			4194304 + i % 5000, 7 + i % 24, t, 4194304 + i % 5000, 4194304 + i % 77
	}
	print "FEATURE_TABLE"
	print "FEATURE name=HOSTNAME str=\"host\""
}' >"$tmp/text"
make_recordings() {
	"$pdata" assemble --order le -o "$tmp/le.data" "$tmp/text" && "$pdata" assemble --order be -o "$tmp/be.data" "$tmp/text" &&
		"$pdata" cut -z -o "$tmp/z.data" -i "$tmp/le.data" && cp "$tmp/le.data" "$tmp/indexed.data" && "$pdata" index "$tmp/indexed.data"
}
check "recordings for the tests below" make_recordings
rm "$tmp/text"

# Tracepoint samples for several threads; some payloads have the format of an event that no attr has.
many_payloads() {
	awk '/^ATTR/ { sub(/0x12d/, "0x12c") }
		/^SAMPLE/ { line[nr++] = $0; next }
		/^FEATURE_TABLE/ { for (i = 0; i < 60000; i++) {
			text = line[i % nr]
			sub(/ time=[0-9]+/, " time=" 1000 + i, text)
			print text
		} }
		{ print }' "$here/../../fixtures/text/tracing_data_payload_types.pdt" >"$tmp/text" &&
		"$pdata" assemble --order le -o "$tmp/payloads.data" "$tmp/text" && rm "$tmp/text"
}
check "a recording of tracepoints" many_payloads

commands=("report -j 4 -g none --no-children" "report -j 3 -s comm,tid,dso,sym,addr" "report -j 4 -g folded,0 --children -s sym" "report -j 4 -s comm,tid,sym,srcline" "report -j 3 --time 10%-60%"
	"report -j 4 --hierarchy -s comm,dso,sym" "report -j 2 --latency -s comm,parallelism" "report -j 4 --children -g caller --inline-all" "report -j 4 --branch-history"
	"report -j 4 --mem-mode" "report -j 4 --json" "script" "script -j 4" "script -j 3 --json" "script -j 2 --time 10%-60% --show-task-events --show-mmap-events"
	"script -j 4 -F comm,ip,sym,srcline --inline-all"
	"export csv samples -j 2" "export jsonl samples -j 4 --file-order" "export csv branches -j 2" "export csv thread_states -j 2"
	"export folded -j 4" "export pprof -j 4 -o $tmp/pprof" "export firefox -j 4" "export chrome -j 2"
	"annotate" "timeline" "check" "diff" "diff -j 3 -s comm,sym,addr -p" "report --stats")
on_file() { # FILE
	local c words
	for c in "${commands[@]}"; do
		read -ra words <<<"$c"
		case $c in
		check) check "$c of $1" race_free "$pdata" check "$1" ;;
		diff*) check "$c of $1" race_free "$pdata" "${words[@]}" "$1" "$1" ;;
		*) check "$c of $1" race_free "$pdata" "${words[@]}" -i "$1" ;;
		esac
	done
	for c in index repair; do
		cp -r "$1" "$tmp/copy" && chmod -R u+w "$tmp/copy"
		case $c in
		index) check "$c of $1" race_free "$pdata" index "$tmp/copy" ;;
		repair) check "$c of $1" race_free "$pdata" repair -o "$tmp/other" "$1" ;;
		esac
		rm -rf "$tmp/copy" "$tmp/other"
	done
}
find "$tmp" "$here/../../fixtures/real" "$@" -name '*.data' >"$tmp/list"
while read -r f; do
	on_file "$f"
done <"$tmp/list"

# Text is printed in order, whichever thread formats it, and all threads end if the output is closed.
same_text() { # COMMAND ARGUMENT...
	local jobs
	"$pdata" "$1" -j 1 "${@:2}" >"$tmp/one" 2>&1
	for jobs in 2 7; do
		race_free "$pdata" "$1" -j $jobs "${@:2}" && cat "$tmp/out" "$tmp/err" | cmp - "$tmp/one" || return 1
	done
}
ends_early() { # COMMAND ARGUMENT...
	timeout 60 "$pdata" "$1" -j 4 "${@:2}" 2>"$tmp/err" | head -n 1 >"$tmp/out"
	[ -s "$tmp/out" ] && [ "${PIPESTATUS[0]}" != 124 ] && ! grep -q ThreadSanitizer "$tmp/err"
}
check "script -j N of payloads.data prints the same" same_text script -i "$tmp/payloads.data"
for f in le be z; do
	for o in "" "--json" "-F comm,tid,time,ip,sym,dso --show-task-events" "--deltatime" "--time 10%-60% --comms c3,c7"; do
		# shellcheck disable=SC2086
		check "script -j N $o of $f.data prints the same" same_text script -i "$tmp/$f.data" $o
	done
	check "script -j 4 of $f.data ends if its output is closed" ends_early script -i "$tmp/$f.data"
	check "report -j 4 of $f.data ends if its output is closed" ends_early report -s pid,sym,addr -i "$tmp/$f.data"
done
# Rows for several threads: 24 threads of 5000 addresses each.
for o in "--no-children -g none -s comm,tid,sym" "--no-children -g none -s comm,dso,sym --comms c3,c7" "--no-children -g caller --percent-limit 0.1" "--children -g caller,0 -s sym" "--json -s tid,addr" "-t ; -s pid,tid,symoff -n"; do
	# shellcheck disable=SC2086
	check "report -j N $o prints the same" same_text report -i "$tmp/le.data" $o
done
for o in "-s comm,tid,sym" "-c ratio -p -F -s tid,addr"; do
	# shellcheck disable=SC2086
	check "diff -j N $o prints the same" same_text diff $o "$tmp/le.data" "$tmp/be.data"
done

# The recorder: the writer thread, threads of CPU groups, and the ways to end a recording while they run.
work='for i in 1 2 3 4 5 6; do ls -lR /usr/include /usr/share/doc >/dev/null 2>&1; done'
recorded() { # SIGNAL|- OPTION...
	local signal=$1
	shift
	set -- "$build/pdata-record" -o "$tmp/r.data" "$@"
	[ "$signal" = - ] || set -- timeout --preserve-status -s "$signal" 1 "$@"
	race_free "$@" -- sh -c "$work"
	local status=$?
	rm -rf "$tmp"/r.data*
	return $status
}
if "$build/pdata-record" -o "$tmp/r.data" -e cpu-clock -- true >/dev/null 2>&1; then
	for o in "-e cpu-clock -F 4999 -g" "-e cpu-clock -F 4999 -g -z" "-e cpu-clock -F 999 --threads" "-a -e cpu-clock -F 4999 --threads=cpu -z" \
		"-a -e context-switches -c 1 --threads=cpu -m 1" "-e cpu-clock -F 999 --switch-output=1s" "-e cpu-clock -F 4999 --call-graph dwarf -m 16" \
		"-a -e cpu-clock,context-switches --threads --no-bundle -m 4"; do
		for s in - INT TERM; do
			# shellcheck disable=SC2086
			check "record $o, ended by $s" recorded $s $o
		done
	done
else
	skip "record: no recording is allowed here"
fi
finish
