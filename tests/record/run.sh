#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD - test pdata-record on the running kernel
#
# pdata reads the recordings; perf, if installed, must read them too, without a warning.
set -u

build=$(cd "${1:?usage: run.sh BUILD}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd) || exit 1
part=record
# shellcheck disable=SC2034 # lib.sh reads it
live=1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. "$here/../lib.sh"

rec=$build/pdata-record
pdata=$build/pdata
seq=$build/tests/crash/sequence
cd "$tmp" || exit 1
export HOME=$tmp PERF_CONFIG=/dev/null DEBUGINFOD_URLS='' LC_ALL=C.UTF-8

if ! "$rec" -q -e cpu-clock -o probe.data true 2>probe.err; then
	skip_all "the kernel does not let us record: $(cat probe.err)"
fi
root=
[ "$(id -u)" = 0 ] && root=1

if ! "$seq" 2>&1 | grep -q 'watch LOG'; then
	bad "$seq is not what this source has: make check builds it"
	finish
	exit
fi
. "$here/work.sh"

# is_whole FILE - pdata and perf read the file without a message
is_whole() {
	local f=$1
	"$pdata" script -i "$f" >"$f.txt" 2>"$f.err" || { cat "$f.err"; return 1; }
	[ ! -s "$f.err" ] || { echo "pdata says:"; cat "$f.err"; return 1; }
	command -v perf >/dev/null || return 0
	perf_runs script -f -i "$f" >/dev/null 2>"$f.err" || { cat "$f.err"; return 1; }
	! perf_complaints "$f.err" || { echo "perf says so"; return 1; }
}
reads() { # FILE - the file is undamaged and has samples
	is_whole "$1" && [ -s "$1.txt" ] || { echo "$1: damaged, or no samples"; return 1; }
}

has() { # FILE RECORD... - the file has records of these types
	local f=$1 r
	shift
	"$pdata" report --stats -i "$f" >"$f.stats" 2>&1 || { cat "$f.stats"; return 1; }
	for r in "$@"; do
		grep -q " $r events:" "$f.stats" || { echo "no $r"; cat "$f.stats"; return 1; }
	done
}

words() { # WORDS OPTIONS... - the options are refused with one line that contains WORDS
	local want=$1
	shift
	"$rec" "$@" >out 2>err && { echo "taken: $*"; return 1; }
	[ "$(wc -l <err)" = 1 ] && grep -q "^pdata: record: .*$want" err || { echo "$*"; cat err; return 1; }
}

# The recorder's standard error, without lines about lost records and missing symbols of a short recording.
lines_said() { # FILE
	grep -cv -e '^pdata: record: events were lost: ' -e '^pdata: record: samples were throttled: ' \
		-e "^pdata: record: bundle: kernel symbols are left out" "$1"
}

plain() {
	"$rec" -e cpu-clock -F 999 -g -o plain.data sh -c "$(work 1 2)" 2>err || { cat err; return 1; }
	[ "$(lines_said err)" = 1 ] && grep -q '^\[ pdata record: captured .* lost [0-9]* events \]$' err ||
		{ echo "not one closing line:"; cat err; return 1; }
	reads plain.data && has plain.data SAMPLE COMM MMAP2 FORK EXIT FINISHED_ROUND FINISHED_INIT ID_INDEX
}
check "a command's samples and side-band are in the file" plain

features() {
	"$pdata" report --header-only -i plain.data >header.txt 2>&1 || { cat header.txt; return 1; }
	for f in hostname 'os release' arch 'nrcpus online' cpudesc cmdline 'total memory'; do
		grep -q "^# $f : ." header.txt || { echo "no $f"; cat header.txt; return 1; }
	done
	"$pdata" buildid-list -i plain.data | grep -q kernel
}
check "features of the host and the kernel's build id are in the file" features

# perf and pdata list the programs that have samples, whose build ids are in their MMAP2 records.
listed() {
	"$pdata" buildid-list -i plain.data >is && grep -q '^[0-9a-f]\{40\} .*kernel' is && grep -q '^[0-9a-f]\{32,40\} /' is || { cat is; return 1; }
	! command -v perf >perf.path || { perf buildid-list -i plain.data >want 2>err && diff want is; }
}
if "$pdata" evlist -v -i plain.data | grep -q ' build_id: 1'; then
	check "the build ids of programs are listed" listed
else
	skip "the build ids of programs: the kernel writes none"
fi

status() {
	"$rec" -q -o s.data sh -c 'exit 3'
	[ $? = 3 ] || { echo "exit status of the command is lost"; return 1; }
	"$rec" -q -o s.data sh -c 'kill -KILL $$' 2>err
	[ $? = 137 ] || { echo "the signal of the command is lost"; return 1; }
	"$rec" -q -o s.data /nonexistent/command 2>err && { echo "a command that is not there"; return 1; }
	[ "$(wc -l <err)" = 1 ] && grep -q 'pdata: record: /nonexistent/command: No such file' err || { cat err; return 1; }
}
check "the recorder returns the command's status" status

sigchld_ignored() {
	local run=(timeout -s KILL 20 bash -c 'trap "" CHLD; exec "$@"' bash "$rec" -q -e cpu-clock -o s.data)
	"${run[@]}" sh -c 'exit 5'
	[ $? = 5 ] || { echo "the status is lost, or the recorder does not end"; return 1; }
	# SIGCHLD is bit 16 of the mask.
	"${run[@]}" grep SigIgn /proc/self/status >out && grep -q 'SigIgn:.*[13579bdf]....$' out ||
		{ echo "the command does not ignore SIGCHLD:"; cat out; return 1; }
}
check "the recorder ends with the command even if its caller ignores SIGCHLD" sigchld_ignored

quiet() {
	"$rec" -q -o q.data true 2>err && [ ! -s err ]
}
check "-q says nothing" quiet

old() {
	rm -f o.data*
	"$rec" -q -o o.data true && cp o.data first || return 1
	"$rec" -q -e nosuchevent -o o.data true 2>err && return 1
	cmp o.data first || { echo "a bad event cost the file of before"; return 1; }
	"$rec" -q -o o.data true && cmp o.data.old first
}
check "an older file is kept, and replaced by a valid one only" old

pipe() {
	"$rec" -e cpu-clock -F 999 -g -o - sh -c "$(work 1 4); echo noise" >p.data 2>err || { cat err; return 1; }
	[ "$(head -c 16 p.data | od -An -tx8 | tr -d ' ')" = 32454c49465245500000000000000010 ] || return 1
	reads p.data && "$pdata" evlist -i p.data | grep -qx cpu-clock
}
check "standard output gets a pipe recording, the command's output goes elsewhere" pipe

to_null() {
	# As root use a node of our own: a bug could replace /dev/null.
	local null=/dev/null said options
	if [ -n "$root" ]; then
		rm -f null && mknod null c 1 3 && null=null || return 1
	fi
	for options in '' -z '-g --bundle'; do
		# shellcheck disable=SC2086 # options are words
		said=$("$rec" -e cpu-clock -o $null $options sh -c "$(work 1 4); echo noise" 2>err) || { cat err; return 1; }
		[ "$said" = noise ] || { echo "the command writes elsewhere: $said"; return 1; }
		[ "$(lines_said err)" = 1 ] && grep -q "^\[ pdata record: captured [0-9.]* MB in $null ([1-9][0-9]* samples" err || { cat err; return 1; }
	done
	words 'not a pipe or /dev/null' -o $null --switch-output true && words 'not a pipe or /dev/null' -o $null --threads true &&
		words 'not a pipe or /dev/null' -o $null --timestamp-filename true && words 'not a pipe or /dev/null' -o $null --html x.html true || return 1
	[ -c $null ]
}
if [ -z "$root" ] || mknod null c 1 3 2>/dev/null; then
	check "/dev/null takes a recording and stays" to_null
fi

closed() {
	rm -f gone
	# Data that is written before the reader ends may fit into the pipe.
	{ "$rec" -e cpu-clock -o - sh -c "until [ -e gone ]; do sleep 0.01; done; $(work 1 4)" 2>err; echo $? >status; } |
		{ head -c 100 >/dev/null; exec <&-; : >gone; }
	[ "$(cat status)" = 1 ] && grep -q '^pdata: record: -: Broken pipe' err || { cat status err; return 1; }
}
check "a reader that closes the pipe is an error, and no signal kills the recorder" closed

full() {
	(
		ulimit -f 512 # blocks of 1024
		"$rec" -e page-faults -c 1 -g -m 32K -o f.data --flush 100 sh -c 'i=0; while [ $i -lt 1500 ]; do /bin/true; i=$((i + 1)); done' 2>err
		[ $? = 1 ]
	) || { echo "status"; cat err; return 1; }
	grep -q '^pdata: record: f.data: File too large' err || { cat err; return 1; }
	reads f.data
}
check "a file that cannot grow stays readable up to the last flush" full

last_time() { # FILE - time of the last sample
	"$pdata" script -F time -i "$1" 2>/dev/null | sed 's/[^0-9.]//g' | sort -n | tail -1
}

killed() {
	local r now late
	rm -f late.log
	"$seq" watch late.log &
	"$rec" -q -k CLOCK_MONOTONIC -e cpu-clock -F 999 -g -o k.data sh -c "$(busy k)" &
	r=$!
	eventually test -s late.log && more_turns k 10 $r && sleep 2.5
	cp k.data copy.data
	now=$("$seq" kill $r)
	# The last flush was at most a second ago, plus the delay of the machine.
	late=$("$seq" stop late.log)
	: >k.stop
	wait $r 2>/dev/null
	reads copy.data || { echo "a copy made while recording"; return 1; }
	reads k.data || return 1
	awk -v a="$now" -v b="$(last_time k.data)" -v late="$late" 'BEGIN { exit !(a / 1e9 - b < 1.5 + late / 1e3) }' ||
		{ echo "killed at $now ns, last sample at $(last_time k.data), the machine was late by $late ms"; return 1; }
	command -v perf >/dev/null || return 0
	perf report --header --stdio -i k.data 2>/dev/null >header.txt
	grep -q '^# hostname : .' header.txt && grep -q '^# cmdline : .' header.txt && grep -q '^# cpudesc : .' header.txt
}
check "a killed recorder loses only data after its last flush" killed

interrupted() {
	"$rec" -q -e cpu-clock -F 99 -o i.data sh -c "$(busy i)" &
	more_turns i 20 $! || return 1
	kill -INT $!
	wait $!
	[ $? = 130 ] || { echo "status"; return 1; }
	reads i.data && "$pdata" report --header-only -i i.data | grep -q '^# hostname'
}
check "SIGINT ends the recording with a valid file" interrupted

until_it_ends() { # -p|-t NAME - record a running process or thread until it ends
	local target r
	rm -f "$2.data"
	sh -c "$(busy "$2")" &
	target=$!
	more_turns "$2" 1 $target || return 1
	"$rec" -q -e cpu-clock -F 999 "$1" $target -o "$2.data" &
	r=$!
	eventually test -s "$2.data" && more_turns "$2" 10 $r
	: >"$2.stop"
	wait $r && reads "$2.data"
}
attach() {
	until_it_ends -p a && has a.data SAMPLE COMM MMAP2 EXIT && until_it_ends -t t && has t.data SAMPLE COMM
}
check "processes and threads that already run" attach
# The kernel escapes names in /proc, but not in the records that it makes itself.
runs_file() { # PID FILE
	[ "$(readlink "/proc/$1/exe")" = "$2" ]
}
odd_names() {
	local name both n=0
	printf 'int main(void) { for (;;) ; }\n' >spin.c && ${CC:-cc} -o spin spin.c || return 1
	for name in $'new\nline' 'back\\slash' '  blank' 'not\012new' $'two\n\n\\n'; do
		cp spin "$name" || return 1
		"./$name" &
		local target=$!
		eventually runs_file $target "$PWD/$name" || { kill $target; return 1; }
		"$rec" -q -e cpu-clock -F 999 -p $target -o runs.data --duration 0.1
		local status=$?
		kill $target
		"$rec" -q -e cpu-clock -F 999 -o starts.data --duration 0.1 "./$name" && [ $status = 0 ] || return 1
		for both in runs starts; do
			"$pdata" dump -i $both.data | sed -n -e 's/.*filename="\(.*\)" sample_id.*/\1/p' -e 's/^COMM .*comm=\(".*"\) sample_id.*/\1/p' |
				grep -v -e '^/\(usr\|lib\)' -e '^\[' -e '^//anon' -e pdata-exec | sort -u >$both.names
		done
		[ "$(wc -l <starts.names)" = 2 ] && cmp runs.names starts.names || { cat runs.names starts.names; return 1; }
		n=$((n + 1))
	done 2>/dev/null
	[ $n = 5 ]
}
if command -v "${CC:-cc}" >/dev/null; then
	check "names of processes that already run are those of processes that start" odd_names
else
	skip "names of processes that already run: no C compiler"
fi

attach_during() {
	sh -c "$(busy ad)" &
	local target=$!
	# The command determines the duration; the named process is recorded.
	more_turns ad 1 $target && "$rec" -q -e cpu-clock -F 999 -p $target -o ad.data sleep 0.5
	local status=$?
	: >ad.stop
	[ $status = 0 ] && reads ad.data && "$pdata" script -F pid -i ad.data | sort -u >pids
	grep -qw $target pids && [ "$("$pdata" script -F comm -i ad.data | grep -c sleep)" = 0 ] || { cat pids; return 1; }
}
attach_twice() {
	local option
	for option in -p -t; do
		"$rec" -q $option $$,$$ -e cpu-clock -o tw.data true || return 1
		"$pdata" dump -i tw.data | grep -a '^THREAD_MAP' >map
		[ "$(grep -o "tid=$$ " map | wc -l)" = 1 ] || { echo "$option"; cat map; return 1; }
	done
}
check "a process for the duration of a command" attach_during
check "a process that is named twice is recorded once" attach_twice

several() {
	"$rec" -q -e cpu-clock/period=1000000/ -e page-faults/period=1,name=pf/ -e '{cs,migrations}' -o m.data \
		sh -c "$(work 1 4)" || return 1
	reads m.data && "$pdata" evlist -i m.data >list &&
		printf 'cpu-clock/period=1000000/\npf\ncs\nmigrations\n' | cmp - list
}
check "several events and a group" several

groups() {
	"$rec" -q -e '{task-clock,page-faults}:S' -c 1000000 -o g.data sh -c "$(work 1 4)" && reads g.data &&
		grep -q task-clock g.data.txt && grep -q page-faults g.data.txt
}
check "counters of a group are read together" groups

filter() {
	"$rec" -q -e raw_syscalls:sys_enter --filter 'id == 1' -o fl.data sh -c 'echo x; echo y >/dev/null' >/dev/null ||
		return 1
	reads fl.data && ! grep -v 'NR 1 ' fl.data.txt
}
filters() {
	"$rec" -q -e raw_syscalls:sys_enter,raw_syscalls:sys_exit --filter 'id == 1' -o fl.data sh -c 'echo x; echo y' >/dev/null ||
		return 1
	reads fl.data && ! grep -v 'NR 1 ' fl.data.txt && grep -q sys_enter fl.data.txt && grep -q sys_exit fl.data.txt || return 1
	"$rec" -q -e raw_syscalls:sys_enter,sched:sched_switch --filter 'id == 1' -o fl.data true 2>err &&
		{ echo "a filter for one of two tracepoints is taken"; return 1; }
	grep -q '^pdata: record: sched:sched_switch: the kernel refuses the filter' err || { cat err; return 1; }
	words 'applies to all events of the -e before it, but cpu-clock is no tracepoint' \
		-e cpu-clock,sched:sched_switch --filter 'prev_pid > 0' true
}
no_recorder() { # OPTIONS... - the recorder excludes events of its own threads
	local r
	rm -rf np.data* np.txt
	"$rec" -q -a -o np.data -e raw_syscalls:sys_enter "$@" --exclude-perf sh -c "sleep ${seconds:-0.7}; ls" >/dev/null &
	r=$!
	wait $r || { echo "status $?"; return 1; }
	for f in np.data*; do # a file of --switch-output may be without samples on an idle machine
		"$pdata" script -F pid,tid,comm -i "$f" >>np.txt || { echo "$f: status $?"; return 1; }
	done
	[ -s np.txt ] || { echo "no samples: $*"; return 1; }
	! grep -w "$r/[0-9]*" np.txt >mine || { echo "$*:"; sort mine | uniq -c; return 1; }
}
exclude_recorder() {
	no_recorder && no_recorder -z && no_recorder --threads && no_recorder --threads -z &&
		seconds=2.3 no_recorder -z --switch-output=1s --filter 'id >= 0' || return 1
	"$rec" -q -o xp.data -e cpu-clock true || return 1
	words "raw_syscalls:sys_enter: the kernel refuses the filter 'foo == 1'" -a -o xp.data \
		-e raw_syscalls:sys_enter --filter 'foo == 1' --exclude-perf true && [ ! -e xp.data.old ] || return 1
	words '--exclude-perf applies to all events of the -e before it, but cpu-clock is no tracepoint' -e cpu-clock --exclude-perf true
}
tells_of_data() { # FILE
	[ "$(od -An -tu8 -j 48 -N 8 "$1" 2>/dev/null | tr -d ' ')" -gt 0 ] 2>/dev/null
}
killed_tracepoints() {
	local i
	for i in 1 2 3 4; do
		rm -f tk.data*
		"$rec" -q -a -e 'sched:*' --flush 100 -o tk.data sh -c "$(busy tk)" &
		eventually tells_of_data tk.data || return 1
		sleep 0.$((2 + i))
		kill -9 $!
		: >tk.stop
		wait $! 2>/dev/null
		reads tk.data || return 1
	done
}
wide() {
	"$rec" -q -a -e cpu-clock -F 499 -g -o w.data sleep 0.5 || return 1
	reads w.data && has w.data SAMPLE COMM MMAP2 FORK
	"$rec" -q -C 0 -e cpu-clock -F 499 -o c.data sleep 0.5 && reads c.data
}
if [ -n "$root" ]; then
	check "tracepoints with a filter" filter
	check "a filter is for all events of the -e before it" filters
	check "--exclude-perf leaves out all threads of the recorder" exclude_recorder
	check "tracepoints of a killed recorder" killed_tracepoints
	check "the whole machine" wide
else
	skip "tracepoints, the whole machine: not root"
fi

limits() {
	rm -f at_end
	"$rec" -q -e cpu-clock -F 999 --duration 0.5 -o d.data sh -c "$(work 60); : >at_end" || { echo "--duration: $?"; return 1; }
	[ ! -e at_end ] || { echo "--duration did not end it"; return 1; }
	reads d.data || return 1
	"$rec" -q -e page-faults -c 1 -g --max-size 200K -m 64K -o x.data sh -c "$(work 60); : >at_end" || { echo "--max-size: $?"; return 1; }
	[ ! -e at_end ] && [ "$(stat -c %s x.data)" -ge 200000 ] && [ "$(stat -c %s x.data)" -lt 2000000 ] && reads x.data
}
check "time and size end a recording" limits

# several FILE... - each file is undamaged and has its own features, tasks and samples
whole_files() {
	local f
	for f in "$@"; do
		reads "$f" && has "$f" SAMPLE COMM MMAP2 ID_INDEX FINISHED_INIT || { echo "$f"; return 1; }
		"$pdata" report --header-only -i "$f" | grep -q '^# hostname : .' || { echo "$f: no hostname"; return 1; }
		"$pdata" script -F comm,dso,ip -i "$f" >"$f.maps"
		# A task that ends while a file begins is no longer in /proc, so a few may have no name.
		grep -q '(/' "$f.maps" && grep '^ *[^ ]' "$f.maps" | awk '/^ *:[0-9]/ { n++ } END { exit n * 10 > NR }' ||
			{ echo "$f: tasks have no names or maps"; return 1; }
	done
}
span_of() { # FILE - seconds from the first sample to the last
	"$pdata" script -F time -i "$1" | sed 's/[^0-9.]//g' | sort -n | awk 'NR == 1 { a = $1 } { b = $1 } END { print b - a }'
}
stamped() { # FILE - names of its parts; each ends in 16 digits
	printf '%s\n' "$1".* | grep -E "^$1\.[0-9]{16}\$"
}
has_parts() { # NUMBER FILE
	[ "$(stamped "$2" | wc -l)" -ge "$1" ]
}
# next_part NAME PID - a SIGUSR2 starts another file of NAME.data; work before and after it is recorded
next_part() {
	local nr
	nr=$(stamped "$1.data" | wc -l)
	more_turns "$1" 30 "$2" && kill -USR2 "$2" && eventually has_parts $((nr + 1)) "$1.data" && more_turns "$1" 30 "$2"
}
switch_signal() {
	mkdir -p sws && cd sws || return 1
	"$rec" -q -e cpu-clock -F 999 -g --switch-output -o s.data sh -c "$(busy s)" &
	local r=$!
	next_part s $r && next_part s $r || return 1
	: >s.stop
	wait $r || { echo "status"; return 1; }
	[ "$(stamped s.data | wc -l)" = 3 ] && [ ! -e s.data ] || { ls; return 1; }
	whole_files s.data.???????????????? || return 1
	# Each sample is in one file, and the files in order of their names are in order of time.
	cat s.data.????????????????.txt | grep -o ' [0-9]*\.[0-9]*:' | sort -c -n
}
check "SIGUSR2 starts the next file" switch_signal

switch_size() {
	mkdir -p swz && cd swz || return 1
	"$rec" -q -e page-faults -c 1 -g --switch-output=100K --switch-max-files 2 -m 64K -o z.data \
		sh -c 'i=0; while [ $i -lt 400 ]; do /bin/true; i=$((i + 1)); done' || return 1
	[ "$(stamped z.data | wc -l)" = 2 ] || { ls; return 1; }
	[ "$(stat -c %s "$(stamped z.data | head -1)")" -ge 102400 ] || { ls -l; return 1; }
	whole_files "$(stamped z.data | head -1)"
}
check "a size limit starts the next file, and the latest two files are kept" switch_size

switch_time() {
	mkdir -p swt && cd swt || return 1
	local r f nr from=$SECONDS
	"$rec" -q -z -e cpu-clock -F 999 --switch-output=1s -o t.data sh -c "$(busy t)" 2>err &
	r=$!
	eventually has_parts 2 t.data && more_turns t 20 $r
	: >t.stop
	wait $r || { cat err; return 1; }
	nr=$(stamped t.data | wc -l)
	# The last file may have begun a moment before the end.
	[ "$nr" -ge 3 ] && [ "$nr" -le $((SECONDS - from + 2)) ] || { ls; return 1; }
	for f in $(stamped t.data | head -2); do
		whole_files "$f" && span_of "$f" | awk '{ print; exit !($1 > 0.5) }' || return 1
	done
	for f in t.data.????????????????; do is_whole "$f" || return 1; done
	rm -f t.data*
	"$rec" -q -e cpu-clock --timestamp-filename -o t.data sh -c "$(work 1 4)" && [ "$(stamped t.data | wc -l)" = 1 ] && [ ! -e t.data ]
}
check "a time limit starts the next file; a name with a time stamp" switch_time

tail_synth() {
	sh -c "$(busy ts)" &
	more_turns ts 1 $! && "$rec" -q -e cpu-clock -F 999 --tail-synthesize -p $! --duration 0.3 -o ts.data
	local status=$?
	: >ts.stop
	[ $status = 0 ] || return 1
	"$pdata" dump -i ts.data >dump.txt
	awk '/^SAMPLE/ { s = NR } /^MMAP2.* time=0}/ && !m { m = NR } END { exit !(s && m > s) }' dump.txt ||
		{ echo "maps do not follow the samples"; return 1; }
	reads ts.data
}
check "tasks are synthesised at the end" tail_synth

# At any moment there is either no file or a valid recording.
never_empty() {
	for n in 01 02 03 04 05 06 08 10 12 15 20 25 30; do
		rm -f young.data
		"$rec" -q -a -e cpu-clock -o young.data sleep 5 >/dev/null 2>&1 &
		pid=$!
		for _ in 1 2 3 4 5 6 7 8 9; do [ -e young.data ] && break; sleep "0.0$n"; done
		kill -9 $pid
		wait $pid 2>/dev/null
		[ -e young.data ] || continue
		"$pdata" evlist -i young.data >evlist 2>err && grep -q cpu-clock evlist && continue
		echo "after 0.0$n s: $(stat -c %s young.data) bytes: $(cat err)"
		return 1
	done
	ls young.data* >names 2>/dev/null
	[ "$(cat names)" = young.data ] || [ ! -s names ]
}
check "a recorder killed at its start leaves no empty file" never_empty
by_name() {
	rm -f named.data named.data.old
	strace -f -o trace -e trace=openat,linkat,link,rename "$rec" -q -e cpu-clock -o named.data true || return 1
	[ -s named.data ] || return 1
	# Some file systems do not support files without names.
	! grep -q 'openat.*O_TMPFILE.* = -1 E' trace || return 0
	grep -q 'linkat.*"named.data"' trace && ! grep -q 'openat.*"named.data".*O_CREAT' trace
}
if command -v strace >/dev/null && "$rec" -q -e cpu-clock -o probe.data true 2>/dev/null && strace -o trace true 2>/dev/null; then
	check "a file gets its name when it is a valid recording" by_name
fi

dry() {
	"$rec" --dry-run -e cpu-clock -g -o dry.data sh -c 'touch ran' 2>err || { cat err; return 1; }
	[ ! -s err ] && [ ! -e dry.data ] && [ ! -e ran ] || return 1
	! "$rec" --dry-run -e no-such-event -o dry.data true 2>err && grep -q no-such-event err && [ ! -e dry.data ]
}
check "a dry run checks options and events, and records nothing" dry

# Time in ns, CPU and thread of each sample, which identify it.
twice() { # FILE
	"$pdata" script --ns -F cpu,tid,time,ip -i "$1" | sort | uniq -d | grep .
}
overwrite() {
	"$rec" -q -e cpu-clock -F 9999 --overwrite -m 16K -o ow.data sh -c "$(work 2)" || return 1
	reads ow.data && has ow.data SAMPLE COMM MMAP2 FORK || return 1
	# Each ring keeps only the latest of two seconds of samples; their tasks are known nevertheless.
	local n
	n=$("$pdata" script -F time -i ow.data | wc -l)
	[ "$n" -gt 20 ] && [ "$n" -le $(($(getconf _NPROCESSORS_ONLN) * 16384 / 48)) ] || { echo "$n samples"; return 1; }
	"$pdata" script -F comm,dso,ip -i ow.data >ow.maps
	grep -q '^ *sh' ow.maps && grep -q '(/' ow.maps && ! grep -q '^ *:[0-9]' ow.maps || { echo "no names or maps"; return 1; }
	# SIGUSR2 writes the samples that the rings have; later samples are recorded, too.
	"$rec" -q -k CLOCK_MONOTONIC -e cpu-clock -F 999 --overwrite -m 1M -o oa.data sh -c "$(busy oa)" &
	local r=$! signal
	more_turns oa 30 $r || return 1
	signal=$("$seq" now)
	kill -USR2 $r
	more_turns oa 30 $r || return 1
	: >oa.stop
	wait $r && reads oa.data || return 1
	"$pdata" script --ns -F time -i oa.data | tr -d ' .:' | awk -v at="$signal" '$1 < at { before++ } $1 > at { after++ }
		END { print before + 0, after + 0; exit !(before > 20 && after > 20) }' || return 1
	! twice oa.data || { echo "samples twice"; return 1; }
}
check "rings in overwrite mode" overwrite

overwrite_switch() {
	mkdir -p ows && cd ows || return 1
	"$rec" -q -e cpu-clock/overwrite/ -e page-faults -F 999 --switch-output -m 64K -o o.data sh -c "$(busy o)" &
	local r=$!
	next_part o $r || return 1
	: >o.stop
	wait $r || return 1
	[ "$(stamped o.data | wc -l)" = 2 ] && whole_files o.data.???????????????? || return 1
	# The first file has all page faults, because that event is not in overwrite mode.
	"$pdata" dump -i "$(stamped o.data | head -1)" | grep -c '^ATTR.*write_backward' | grep -qx 1
}
check "SIGUSR2 writes the overwrite rings, then starts the next file" overwrite_switch

uprobes() {
	cat >probed.c <<-END
		__attribute__((noinline)) int called(int i) { __asm__ volatile(""); return i + 1; }
		int main(void) { int n = 0; for (int i = 0; i < 37; i++) n += called(i); return n == 0; }
	END
	${CC:-cc} -O1 -o probed probed.c || return 1
	"$rec" -q -e "uprobe:$PWD/probed:called" -e "uretprobe:$PWD/probed:called" -e "uprobe:$PWD/probed:main:u" \
		-o up.data ./probed || return 1
	reads up.data || return 1
	"$pdata" script -F event,ip,sym -i up.data | sed 's/: *[0-9a-f]* /: /' | sort | uniq -c >hits
	grep -q '^ *37 *uprobe:.*:called: called$' hits && grep -q '^ *37 *uretprobe:.*:called: main$' hits &&
		grep -q '^ *1 *uprobe:.*:main:u: main$' hits || { cat hits; return 1; }
	words 'have no function nosuch' -e "uprobe:$PWD/probed:nosuch" true &&
		words 'not an ELF file' -e "uprobe:$PWD/probed.c:main" true &&
		words 'PATH:FUNCTION is missing' -e "uprobe:x" true
}
if [ -n "$root" ] && [ -d /sys/bus/event_source/devices/uprobe ] && command -v "${CC:-cc}" >/dev/null; then
	check "probes in user code" uprobes
else
	skip "probes in user code: not root, no uprobe unit or no compiler"
fi
kprobes() {
	"$rec" -q -e kprobe:do_nanosleep+0 -e kretprobe:do_nanosleep -o kp.data sleep 0.1 && reads kp.data
}
if [ -n "$root" ] && [ -d /sys/bus/event_source/devices/kprobe ]; then
	check "probes in the kernel" kprobes
else
	no_kprobes() { words 'this kernel has no kprobe PMU' -e kprobe:vfs_read true; }
	[ -d /sys/bus/event_source/devices/kprobe ] || check "a kernel without probes is said" no_kprobes
fi

both_run() { # a command: 20 turns of either
	echo "until [ \$(wc -l <in.turns) -ge $(($(turns_of in) + 20)) ] && [ \$(wc -l <out.turns) -ge $(($(turns_of out) + 20)) ]; do sleep 0.05; done"
}
of_cgroup() {
	local mount group in out
	mount=$(awk '$3 == "cgroup" && $4 ~ /perf_event/ { print $2; exit }' /proc/self/mounts)
	[ -n "$mount" ] || mount=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)
	group=pdata-test-$$
	[ -d "$mount/$group" ] || mkdir "$mount/$group" || return 1
	sh -c "$(busy in)" &
	in=$!
	echo $in >"$mount/$group/cgroup.procs"
	sh -c "$(busy out)" &
	out=$!
	# Both run long enough to be sampled.
	"$rec" -q -a -G $group -e cpu-clock -e page-faults -F 999 -o cg.data sh -c "$(both_run)" &&
		"$rec" -q -a -G $group, -e cpu-clock -e task-clock -F 999 -o cs.data sh -c "$(both_run)" &&
		"$rec" -q -a -e cpu-clock -G $group -e task-clock -F 999 -o cb.data sh -c "$(both_run)" &&
		"$rec" -q -a -e task-clock -G $group -e cpu-clock -G $group -F 999 -o ct.data sh -c "$(both_run)" &&
		"$rec" -q -a -e task-clock -G '' -e cpu-clock -G $group -F 999 -o cu.data sh -c "$(both_run)" &&
		"$rec" -q -a -e '{cpu-clock,page-faults}' -G $group,$group -F 999 -o cg2.data sh -c "$(both_run)"
	local status=$?
	: >in.stop
	: >out.stop
	wait $in $out
	rmdir "$mount/$group"
	[ $status = 0 ] || return 1
	reads cg.data && reads cs.data || return 1
	local file
	for file in cg cg2; do
		"$pdata" script -F pid,event -i $file.data | sort | uniq -c >pids
		grep -q " $in *cpu-clock" pids && ! grep -q " $out " pids || { echo $file; cat pids; return 1; }
	done
	for file in cs cb cu; do # cpu-clock counts the cgroup, task-clock all tasks
		"$pdata" script -F pid,event -i $file.data >pids
		! grep -qw "$out *cpu-clock" pids && grep -qw "$in *cpu-clock" pids && grep -qw "$out *task-clock" pids ||
			{ echo $file; sort pids | uniq -c; return 1; }
	done
	"$pdata" script -F pid,event -i ct.data >pids
	! grep -qw $out pids && grep -qw "$in *cpu-clock" pids && grep -qw "$in *task-clock" pids || { sort pids | uniq -c; return 1; }
	words 'No such file' -a -G nosuchgroup -e cpu-clock true && words 'needs -a or -C' -G x -e cpu-clock true &&
		words 'more cgroups than events' -a -G ,, -e cpu-clock true &&
		words 'must have the same cgroup' -a -G /, -e '{cpu-clock,page-faults}' true
}
if [ -n "$root" ] && awk '$3 ~ /^cgroup2?$/ { d = $2 } END { exit !d }' /proc/self/mounts && [ -w "$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)" ]; then
	check "the tasks of a cgroup" of_cgroup
else
	skip "the tasks of a cgroup: not root, or no cgroup2"
fi

of_user() {
	sh -c "$(busy u)" &
	more_turns u 1 $! && "$rec" -q -e cpu-clock -F 999 -u "$(id -un)" --duration 0.5 -o u.data
	local status=$?
	: >u.stop
	[ $status = 0 ] && reads u.data
}
check "the processes of a user" of_user

compressed() {
	command -v zstd >/dev/null || "$rec" -z -q -o z.data true 2>/dev/null || return 0 # a build without zstd
	"$rec" -q -z --no-bundle --no-index -e cpu-clock -F 1999 -g -o z.data sh -c 'i=0; while [ $i -lt 500000 ]; do i=$((i + 1)); done' || return 1
	# The same records without compression are larger.
	"$pdata" cut -q -i z.data -o nz.data && reads z.data && reads nz.data && [ "$(stat -c %s z.data)" -lt "$(stat -c %s nz.data)" ]
}
check "compressed data" compressed

# Index and names are made of the bytes before they are compressed. With names of objects the bundle may open compressed sections.
opens_nothing() {
	rm -f "$tmp/calls" "$tmp/read_calls"
	ZSTD_CALLS=$tmp/calls LD_PRELOAD=$tmp/zstd_calls.so \
		"$rec" -q -z --no-bundle -e cpu-clock -F 1999 -g -o zi.data sh -c "$(work 1 4)" || return 1
	ZSTD_CALLS=$tmp/read_calls LD_PRELOAD=$tmp/zstd_calls.so "$pdata" check zi.data >zi.said || return 1
	# The preloaded functions count, and the file has compressed data and an index.
	ZSTD_CALLS=$tmp/read_calls LD_PRELOAD=$tmp/zstd_calls.so "$pdata" report --stats -i zi.data >/dev/null || return 1
	grep -q 'all checksums match' zi.said && [ -s "$tmp/read_calls" ] || { cat zi.said; return 1; }
	[ ! -e "$tmp/calls" ] || { echo "the recorder decompressed $(stat -c %s "$tmp/calls") times"; return 1; }
}
if ! ldd "$rec" 2>/dev/null | grep -q libzstd; then
	skip "what a recorder decompresses: it is not linked with libzstd.so"
elif ! "${CC:-cc}" -O1 -shared -fPIC -o "$tmp/zstd_calls.so" "$here/zstd_calls.c" -ldl 2>/dev/null; then
	skip "what a recorder decompresses: there is no compiler for it"
else
	check "a recorder does not decompress its own data" opens_nothing
fi

# A sample of these fields has 32 bytes, nearly all records are samples, and a COMPRESSED record has a header of 8.
compression_ratio() {
	command -v zstd >/dev/null || "$rec" -z -q -o z.data true 2>/dev/null || return 0
	for _ in 1 2 3 4 5; do
		"$rec" -q -z -e cpu-clock -c 50000 -o z.data sh -c "$(work 1 4)" || return 1
		"$pdata" dump -i z.data | awk '
			/^COMPRESSED / { split($2, part, "="); written += 8 + length(part[2]) / 2 }
			/^# SAMPLE / { raw += 32 }
			/^FEATURE name=COMPRESSED / { sub(/.*ratio=/, ""); said = $1 + 0 }
			END {
				real = raw / written
				print "ratio " said ", really " real
				exit !(raw > 4000 && real > 2 && said > real - 1 && said < real + 1.5)
			}' || return 1
	done
}
check "the compression ratio is that of all data" compression_ratio

control() {
	rm -f ctl ack
	mkfifo ctl ack || return 1
	"$rec" -q -e cpu-clock -F 999 -D -1 --control fifo:ctl,ack -o ct.data sh -c "$(busy ct)" 2>err &
	local r=$!
	local answer
	exec 7<>ack
	for c in 'ping\n' 'ping\n\0' 'disable\0' 'ping\0' 'enable foo\n' 'enable\n'; do
		# shellcheck disable=SC2059 # the format has the end of the command
		printf "$c" >ctl
		read -r -t $patience answer <&7 && [ "$answer" = ack ] || { echo "$c is not acknowledged"; return 1; }
	done
	more_turns ct 20 $r || return 1
	echo stop >ctl
	wait $r || { echo "status $?"; return 1; }
	exec 7>&-
	reads ct.data
}
check "commands from a fifo" control

control_unknown() {
	printf 'enable foo\ndisable cpu-clock\nbar\nstop\n' |
		"$rec" -e cpu-clock --control fd:0 -o cu.data sleep 60 2>err || { cat err; return 1; }
	sed 's/^pdata: record: --control: //' err >said
	sed -n 1p said | grep -q "^enable 'foo' has no effect: no event and no group leader has this name" &&
		sed -n 2p said | grep -q "^unknown command 'bar'" && [ "$(lines_said err)" = 3 ] || { cat err; return 1; }
}
check "a command for an unknown event is reported" control_unknown

# Replies that nobody reads fill their pipe; the commands work nevertheless.
control_unread() {
	rm -f unread full && mkfifo unread full || return 1
	timeout 30 sh -c '{ yes ping | head -40000; echo stop; } >full' &
	timeout 30 "$rec" -e cpu-clock --control fifo:full,unread -o cr.data sleep 20 2>err || { cat err; return 1; }
	reported_once || return 1
	{ yes ping | head -40000; echo stop; } | timeout 30 "$rec" -e cpu-clock --control fd:0,7 -o cr.data sleep 20 2>err 7<>unread || { cat err; return 1; }
	reported_once
}
reported_once() {
	[ "$(grep -c 'cannot write "ack" after a command, because no program reads the replies: ' err)" = 1 ] && [ "$(lines_said err)" = 2 ] || { head err; return 1; }
}
check "replies that no program reads are reported once" control_unread

control_lists() {
	local c n
	printf 'evlist\nevlist -F\nevlist -g\nevlist -v\nevlist -x\nsnapshot\nbar\nstop\n' |
		"$rec" -q -e '{cpu-clock,page-faults}' -e cs -c 7 -D -1 --control fd:0,7 -o cl.data sleep 60 2>err 7>acks || { cat err; return 1; }
	{
		for c in '' -F -g '' ''; do "$pdata" evlist $c -i cl.data; done
	} >wanted
	diff wanted err || return 1
	n=$(grep -cx ack acks)
	[ "$n" = 7 ] || { echo "$n acknowledged"; return 1; }
	printf 'evlist -v\nevlist -x\nsnapshot\nstop\n' | "$rec" -e cpu-clock --control fd:0 -o cl.data sleep 60 2>err || { cat err; return 1; }
	grep -q '^pdata: record: --control: evlist -v: .*"pdata evlist -v" prints all fields' err &&
		grep -q '^pdata: record: --control: evlist -x: expected -v, -g or -F' err &&
		grep -q '^pdata: record: --control: snapshot has no effect without -S or --overwrite: ' err || { cat err; return 1; }
}
check "commands that list events, and a snapshot of nothing" control_lists

# Samples of a ring in overwrite mode are in the file as soon as the snapshot is acknowledged.
control_snapshot() {
	local answer n r o
	for o in '' --threads; do
		rm -rf ctl ack cs.data*
		mkfifo ctl ack && exec 7<>ack || return 1
		"$rec" -q $o --overwrite -m 64K -e cpu-clock -F 999 --control fifo:ctl,ack -o cs.data sh -c "$(busy cs)" 2>err &
		r=$!
		more_turns cs 30 $r || return 1
		echo snapshot >ctl
		read -r -t $patience answer <&7 && [ "$answer" = ack ] || { echo "not acknowledged"; return 1; }
		exec 7>&-
		if [ -z "$o" ]; then
			cp cs.data cs.now
			n=$("$pdata" script -F time -i cs.now | grep -c .)
			[ "$n" -gt 10 ] || { echo "$n samples"; return 1; }
		fi
		more_turns cs 30 $r || return 1
		: >cs.stop
		wait $r && reads cs.data && ! twice cs.data || { cat err; return 1; }
	done
}
check "a snapshot by a command" control_snapshot

control_file() {
	local why='this is not a FIFO, and the recorder cannot wait for commands in it; make a FIFO with mkfifo'
	echo stop >commands
	words "--control fifo:$PWD/commands: $why" -e cpu-clock --control "fifo:$PWD/commands" -o cf.data true &&
		words "--control fd:7: $why" -e cpu-clock --control fd:7 -o cf.data true 7<commands && [ ! -e cf.data ]
}
check "commands cannot come from a regular file" control_file

small() {
	"$rec" -m 1 -e cpu-clock -F 20000 -g -o sm.data sh -c "$(work 1 4)" 2>err || { cat err; return 1; }
	"$pdata" script -i sm.data >sm.txt && [ -s sm.txt ] || return 1
	# The recorder and the file report the same loss, or none.
	local lost
	lost=$(sed -n 's/^\[ .*, lost \([0-9]*\) events.*/\1/p' err)
	[ -n "$lost" ] || { cat err; return 1; }
	[ "$lost" = 0 ] || has sm.data LOST_SAMPLES
}
check "a ring of one page" small

list() {
	"$rec" --list >list.txt && grep -q '^  cpu-clock .*software' list.txt || return 1
	"$rec" --list 'cpu-cl*' >list.txt && [ "$(wc -l <list.txt)" = 1 ]
}
check "--list prints events that can be recorded" list

refusals() {
	words 'did you mean cpu-clock' -e cpu-clok true &&
		words 'no such option' --nosuch true && words 'no such process' -p 2147483647 &&
		words 'no such thread' -t 2147483647 &&
		words 'needs a value' -e && words 'expected a list of cpus' -C x true &&
		words 'No such file or directory' -o /nonexistent/x true &&
		words 'exclude each other' -F 99 -c 100 true &&
		rm -f fifo.data && mkfifo fifo.data && words 'not a regular file' -o fifo.data true && words 'expected the word signal, a size' --switch-output=5 true &&
		words 'needs --switch-output' --switch-max-files 3 true &&
		words 'needs an output file, not a pipe' --switch-output -o - true
}
check "a refusal names the wrong option" refusals

. "$here/kcore.sh"
. "$here/offcpu.sh"
. "$here/bpf.sh"
. "$here/threads.sh"
. "$here/hard.sh"
. "$here/odd.sh"
. "$here/memory.sh"
finish
