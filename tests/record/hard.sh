# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Sourced by run.sh: messages of the recorder, and recording under difficult conditions.

closing() {
	local n
	"$rec" -e cpu-clock -F 999 -o cl.data sh -c "$(work 1)" 2>err || return 1
	n=$("$pdata" script -F time -i cl.data | wc -l)
	grep -q "^\[ pdata record: captured [0-9.]* MB in cl.data ($n samples), throttled [0-9]* times, [0-9]* late flushes, [0-9.]* s cpu time, lost [0-9]* events \]$" err ||
		{ echo "$n samples"; cat err; return 1; }
	"$rec" -v -e cpu-clock -o cl.data true 2>err && grep -q 'record: *open' err && grep -q 'record: *finish' err &&
		grep -q 'longest time between two flushes' err
}
check "the closing line counts the samples of the file" closing

status_line() {
	"$rec" --status -e cpu-clock -F 999 -o sl.data sh -c "n=0; until grep -q '^[0-9.]* s: ' err || [ \$((n += 1)) -gt 900 ]; do $(work 1 10); done" 2>err || return 1
	[ "$(grep -c '^[0-9.]* s: [0-9.]* MB, [0-9.]* MB/s, [0-9]* samples, lost [0-9]*, throttled [0-9]*$' err)" -ge 1 ] || { cat err; return 1; }
}
check "a status line is printed every second" status_line

ranges() {
	"$rec" -q -D 0-300,1700-2000 -e cpu-clock -F 999 -o rg.data sh -c "$(work 5 2)" || return 1
	reads rg.data || return 1
	# There are no samples while events are disabled, and there are some before and after.
	"$pdata" script -F time -i rg.data | sed 's/[^0-9.]//g' | sort -n |
		awk 'NR > 1 && $1 - t > gap { gap = $1 - t } { t = $1 } END { print NR, gap; exit !(NR > 20 && gap > 0.6) }' || return 1
	words 'expected milliseconds, ascending ranges' -D 20-10 true && words 'expected milliseconds, ascending ranges' -D 10-20,15-30 true && words 'expected milliseconds, ascending ranges' -D 10-20,x true
}
check "ranges of time" ranges

last_range() {
	timeout 20 "$rec" -q -D 50-100,150-200 -e cpu-clock -o lr.data sleep 60 || { echo "status $?"; return 1; }
	valid_end lr.data && timeout 20 "$rec" -q -p $$ -D 0-100 -e cpu-clock -o lr.data || { echo "status $? without a command"; return 1; }
	valid_end lr.data
}
valid_end() { # FILE - the recording was finished in order
	"$pdata" report --header-only -i "$1" 2>err | grep -q '^# nrcpus online' && [ ! -s err ] || { cat err; return 1; }
}
check "the end of the last range ends the recording and the command" last_range

by_event() {
	mkdir -p swe && cd swe || return 1
	"$rec" -q --switch-output-event sched:sched_process_exec -e cpu-clock -F 999 -o e.data \
		sh -c "$(work 1 2); /bin/true; $(work 1 2); /bin/true; $(work 1 2)" || return 1
	# Each workload also runs date(1), so there are several processes; their number is not checked.
	[ "$(stamped e.data | wc -l)" -ge 3 ] && whole_files "$(stamped e.data | tail -1)"
	words 'no such event' --switch-output-event nosuchevent true || [ "$(wc -l <err)" = 1 ]
}
by_event_elsewhere() {
	local r
	rm -rf swo && mkdir swo && cd swo || return 1
	"$rec" -q --switch-output-event syscalls:sys_enter_chroot -e cpu-clock -F 99 -o e.data sh -c "$(busy e)" &
	r=$!
	more_turns e 5 $r || return 1
	chroot / true
	eventually has_stamped
	: >e.stop
	wait $r && has_stamped
}
has_stamped() {
	[ "$(stamped e.data | wc -l)" -ge 1 ]
}
if [ -n "$root" ] && "$rec" -q -e sched:sched_process_exec -o se.data true 2>/dev/null; then
	check "an event starts the next file" by_event
	if "$rec" -q -e syscalls:sys_enter_chroot -o se.data true 2>/dev/null; then
		check "an event in a task that is not recorded starts the next file" by_event_elsewhere
	fi
fi

storm() {
	local r i
	"$rec" -q --switch-output --switch-max-files 3 -e cpu-clock -F 999 -o st.data sh -c "$(busy st)" &
	r=$!
	more_turns st 10 $r || return 1
	for i in $(seq 150); do
		kill -USR2 $r
		kill -CHLD $r
		kill -WINCH $r
		kill -CONT $r
	done 2>/dev/null
	more_turns st 50 $r || return 1
	: >st.stop
	wait $r || { echo "status $?"; return 1; }
	# The file between two signals may be empty; the largest file has the samples after them.
	for i in st.data.????????????????; do is_whole "$i" || return 1; done
	whole_files "$(stamped st.data | xargs ls -S | head -1)"
}
check "a storm of signals" storm

cat >crowd.c <<-END
	#include <pthread.h>
	#include <stdlib.h>
	#include <unistd.h>
	static void *rest(void *a) { sleep(120); return a; }
	int main(int argc, char **argv)
	{
		pthread_attr_t at;
		pthread_t t;
		pthread_attr_init(&at);
		pthread_attr_setstacksize(&at, 65536);
		for (int i = 1; i < atoi(argv[argc - 1]); i++)
			if (pthread_create(&t, &at, rest, 0))
				return 1;
		(void)!write(1, "x", 1);
		sleep(120);
		return 0;
	}
END
crowd() { # THREADS - in $target
	rm -f ready
	mkfifo ready
	./crowd "$1" >ready &
	target=$!
	head -c 1 ready >/dev/null
}
thousands() {
	crowd 2000
	kill -0 $target || return 1
	"$rec" -q -e cpu-clock -p $target --duration 0.3 -o th.data
	local status=$?
	kill $target
	[ $status = 0 ] && [ "$("$pdata" dump -i th.data | grep -c '^COMM')" -ge 2000 ]
}
few_files() {
	crowd 300
	(ulimit -Sn 64 && "$rec" -q -e cpu-clock -p $target --duration 0.1 -o ff.data)
	local soft=$? hard=0
	if [ "$(ulimit -Hn)" != unlimited ]; then
		# A user with permission to exceed hard limits exceeds it.
		(ulimit -n 64 && { "$rec" -q -e cpu-clock -p $target --duration 0.1 -o fh.data 2>err || grep -q 'too many open files' err; })
		hard=$?
	fi
	kill $target
	[ $soft = 0 ] && [ $hard = 0 ] || { echo "soft limit $soft, hard limit $hard"; cat err; return 1; }
}
if ${CC:-cc} -O1 -pthread -o crowd crowd.c 2>/dev/null; then
	check "thousands of threads" thousands
	check "a limit of open files is raised, or reported" few_files
fi

at_once() {
	local i
	for i in $(seq 15); do
		"$rec" -q -e cpu-clock -o ao.data true && has ao.data COMM EXIT FINISHED_INIT || { echo "run $i"; return 1; }
	done
}
check "a command that ends at once" at_once

forks() {
	sh -c 'i=0; while [ $i -lt 300 ]; do (:) & (:) & (:); i=$((i + 1)); done; wait' 2>/dev/null &
	"$rec" -q -a -e cpu-clock -F 999 -o fo.data sleep 0.3
	local status=$?
	wait $!
	[ $status = 0 ] && reads fo.data
}
[ -z "$root" ] || check "processes that fork all the time" forks

no_clock() {
	words 'clock of -k' -k 99 -e cpu-clock true && words 'expected monotonic' -k sundial true
}
check "a clock that does not exist" no_clock

# bare COMMAND - run in a mount namespace without sysfs, in which only $tmp is writable
bare() {
	unshare -m sh -c '
		mount --make-rprivate / && mount -t tmpfs none /sys && mount -o remount,bind,ro / || exit 99
		exec "$@"' bare "$@"
}
container() {
	# Without sysfs there is no build id of the kernel, so its symbols are stored in the recording.
	bare "$rec" --bundle -e cpu-clock -F 999 -o /dev/shm/pdata-$$ sh -c "$(work 1 4)" 2>err
	local status=$?
	mv /dev/shm/pdata-$$ ct.data || { cat err; return 1; }
	[ $status = 0 ] && reads ct.data || { cat err; return 1; }
	bare "$rec" -e sched:sched_switch -o /dev/shm/pdata-$$ true 2>err && return 1
	[ "$(wc -l <err)" = 1 ] && grep -q 'tracefs' err || { cat err; return 1; }
}
thread_has_ended() {
	sleep 60 &
	local thread=$! status
	"$rec" -e cpu-clock -t "2147483646,$thread,2147483647" -o ht.data true 2>err
	status=$?
	kill $thread
	[ $status = 0 ] && [ "$(lines_said err)" = 2 ] || { echo "status $status"; cat err; return 1; }
	grep -q '^pdata: record: -t 2147483646,2147483647: no such thread; only the other threads are recorded$' err || { cat err; return 1; }
}
check "threads of -t that do not exist beside one that does" thread_has_ended

offline() {
	echo 0-511 >online
	unshare -m sh -c '
		mount --make-rprivate / && mount --bind online /sys/devices/system/cpu/online || exit 99
		exec "$@"' sh "$rec" -a -e cpu-clock -F 999 -o of.data sleep 0.3 2>err
	# An offline CPU is left out; a CPU that does not exist is refused by the kernel.
	case $? in
	0) reads of.data ;;
	1) [ "$(wc -l <err)" -ge 1 ] && ! grep -v '^pdata: record: ' err ;;
	*) return 1 ;;
	esac
}
if [ -n "$root" ] && bare true 2>/dev/null; then
	check "no sysfs, no tracefs, a root that is read-only" container
	check "offline and nonexistent CPUs" offline
else
	skip "a root that is read-only: no mount namespaces"
fi
