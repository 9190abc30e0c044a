# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Sourced by run.sh: users with few permissions, and incomplete systems. In each case there is a
# recording, or one message with the reason.

cd "$tmp" || exit 1

# nobody COMMAND... - run as user nobody, in a directory that it may write to
nobody() {
	(cd "$tmp/nobody" && exec runuser -u nobody -- "$@")
}
# one_line WORDS FILE - the messages are one line with these words
one_line() {
	[ "$(wc -l <"$2")" = 1 ] && grep -q "^pdata: record: .*$1" "$2" || { echo "no one line with '$1':"; cat "$2"; return 1; }
}
valid() { # FILE
	"$pdata" report --stats -i "$1" >/dev/null 2>valid.err && [ ! -s valid.err ] && has "$1" COMM FINISHED_INIT || { cat valid.err; return 1; }
}

user_only() {
	rm -f nobody/*.data*
	nobody "$tmp/nobody/rec" -e cpu-clock -F 999 -o u.data sh -c "$(work 1 4)" 2>err || { cat err; return 1; }
	[ "$(lines_said err)" = 2 ] && grep -q '^pdata: record: cpu-clock: only user code is recorded, because kernel.perf_event_paranoid is .$' err || { cat err; return 1; }
	reads nobody/u.data && [ "$("$pdata" evlist -i nobody/u.data)" = cpu-clock:u ]
}
# The command is a new process of the recorded user, so the events are opened twice.
user_only_of_user() {
	rm -f nobody/*.data*
	nobody "$tmp/nobody/rec" -e cpu-clock,page-faults -u nobody -o w.data sleep 0.1 2>err || { cat err; return 1; }
	[ "$(grep -c 'only user code is recorded' err)" = 2 ] && [ "$(lines_said err)" = 3 ] || { cat err; return 1; }
}
not_permitted() {
	nobody "$tmp/nobody/rec" -a -e cpu-clock -o a.data true 2>err && return 1
	one_line 'cpu-wide recording needs kernel.perf_event_paranoid' err || return 1
	nobody "$tmp/nobody/rec" -p 1 -e cpu-clock -o a.data 2>err && return 1
	one_line "another user's process" err || return 1
	nobody "$tmp/nobody/rec" --off-cpu -e dummy -o a.data true 2>err && return 1
	one_line 'off-cpu: bpf(2): .*CAP_BPF' err || return 1
	nobody "$tmp/nobody/rec" -e cpu-clock:u -o /sys/not-here.data true 2>err && return 1
	one_line '/sys/not-here.data: ' err || return 1
	nobody "$tmp/nobody/rec" -e cpu-clock:u --threads -o "$tmp/not-here.data" true 2>err && return 1
	one_line "$tmp/not-here.data: Permission denied" err || return 1
	[ ! -e nobody/a.data ]
}
trigger_of_command() {
	rm -f nobody/*.data*
	nobody "$tmp/nobody/rec" --switch-output-event page-faults:u -e cpu-clock:u -o t.data sleep 0.3 2>err || { cat err; return 1; }
	grep -q '^pdata: record: --switch-output-event page-faults:u: the event begins a new file only if it occurs in the recorded command' err || { cat err; return 1; }
}
# The kernel refuses the event in kernel code; in user code it occurs when the command starts.
trigger_in_user_code() {
	local said='^pdata: record: --switch-output-event page-faults: the event begins a new file only if it occurs in'
	rm -f nobody/*.data*
	nobody "$tmp/nobody/rec" --switch-output-event page-faults -e cpu-clock:u -o v.data sleep 0.3 2>err || { cat err; return 1; }
	grep -q "$said the recorded command: to watch all tasks" err &&
		grep -q "$said user mode, because kernel.perf_event_paranoid is" err || { cat err; return 1; }
	[ "$(ls nobody/v.data.* | wc -l)" -gt 1 ] || { ls nobody; return 1; }
	nobody "$tmp/nobody/rec" --switch-output-event page-faults -e cpu-clock:u -p 1 -o v.data 2>err && return 1
	one_line "another user's process" err
}
user_namespace() {
	rm -f nobody/n.data*
	nobody unshare -Ur "$tmp/nobody/rec" -q -e cpu-clock -F 999 -o n.data sh -c "$(work 1 4)" 2>err || { cat err; return 1; }
	reads nobody/n.data
}
little_memory() {
	nobody sh -c 'ulimit -l 0 && exec "$@"' sh "$tmp/nobody/rec" -q -e cpu-clock:u -o l.data true 2>err && valid nobody/l.data || { cat err; return 1; }
	nobody sh -c 'ulimit -l 64 && exec "$@"' sh "$tmp/nobody/rec" -m 256M -e cpu-clock:u -o m.data true 2>err && return 1
	one_line 'kernel.perf_event_mlock_kb' err
}
no_standard_files() {
	"$rec" -q -e cpu-clock -o i.data true <&- && valid i.data || { echo "standard input"; return 1; }
	"$rec" -q -e cpu-clock -o i.data sh -c 'cat; echo' <&- >&- 2>/dev/null
	valid i.data && "$rec" -e cpu-clock -o i.data true 2>&- && valid i.data || { echo "standard output, error"; return 1; }
}
full_pipe() {
	"$rec" -e cpu-clock -o - true >/dev/full 2>err && return 1
	one_line 'No space left' err
}
# forbid NUMBER COMMAND... - run without the permission to use a system call
forbid() {
	python3 - "$@" <<-'PY'
	import ctypes, os, struct, sys
	libc = ctypes.CDLL(None, use_errno=True)
	code = [(0x20, 0, 0, 0), (0x15, 0, 1, int(sys.argv[1])), (0x06, 0, 0, 0x00050001), (0x06, 0, 0, 0x7fff0000)]
	program = b"".join(struct.pack("HBBI", *c) for c in code)
	room = ctypes.create_string_buffer(program, len(program))
	class Program(ctypes.Structure):
	    _fields_ = [("len", ctypes.c_ushort), ("filter", ctypes.c_void_p)]
	filter = Program(len(code), ctypes.cast(room, ctypes.c_void_p))
	if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(filter), 0, 0):
	    sys.exit(99)
	os.execvp(sys.argv[2], sys.argv[2:])
	PY
}
seccomp() {
	forbid 298 "$rec" -e cpu-clock -o forbidden.data true 2>err && return 1
	one_line 'seccomp' err || return 1
	forbid 321 "$rec" --off-cpu -e dummy -o forbidden.data true 2>err && return 1
	one_line 'container that allows bpf' err || return 1
	[ ! -e forbidden.data ] && forbid 321 "$rec" -q -e cpu-clock -o forbidden.data true 2>err && valid forbidden.data || { cat err; return 1; }
}

check "no standard files" no_standard_files
[ ! -c /dev/full ] || check "a full pipe" full_pipe
if [ "$(uname -m)" != x86_64 ] || ! command -v python3 >/dev/null || ! forbid 321 true 2>/dev/null; then
	skip "system calls that are not permitted: not x86_64, no python3 or no seccomp"
else
	check "system calls that are not permitted" seccomp
fi
chmod 711 "$tmp"
mkdir -p nobody && cp "$rec" nobody/rec && chmod 755 nobody/rec
if [ -z "$root" ] || ! chown nobody nobody 2>/dev/null || ! nobody ./rec --version >/dev/null 2>&1; then
	skip "a user who may little: not root, or there is no nobody"
elif [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -lt 2 ] || ! nobody ./rec -q -e cpu-clock:u -o p.data true 2>/dev/null; then
	skip "a user who may little: the kernel lets nobody do more, or nothing"
else
	check "only user code is recorded if nothing else may be" user_only
	check "the line about user code appears once for each event" user_only_of_user
	check "events that a user may not record" not_permitted
	check "a low limit of locked memory" little_memory
	check "an event of --switch-output-event that a user may only watch in the command" trigger_of_command
	check "an event of --switch-output-event that a user may only watch in user code" trigger_in_user_code
	if nobody unshare -Ur true 2>/dev/null; then
		check "capabilities in a user namespace do not count" user_namespace
	fi
fi
