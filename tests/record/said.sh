#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# said.sh BUILD - the recorder reports what it left out, replaced or kept; a command that cannot start changes no file
set -u

build=$(cd "${1:?usage: said.sh BUILD}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd) || exit 1
# shellcheck disable=SC2034 # lib.sh reads them
part=said
# shellcheck disable=SC2034 # lib.sh reads it
live=1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. "$here/../lib.sh"

rec=$build/pdata-record
pdata=$build/pdata
cd "$tmp" || exit 1
export HOME=$tmp PERF_CONFIG=/dev/null DEBUGINFOD_URLS='' LC_ALL=C.UTF-8

"$rec" -q -e cpu-clock -o probe.data true 2>probe.err ||
	skip_all "the kernel does not let us record: $(cat probe.err)"

# elsewhere FILE - print report's messages on a system without the kernel's symbols; 3: not possible here
: >nothing
elsewhere() {
	unshare -m true 2>/dev/null || return 3
	# shellcheck disable=SC2016 # for the inner shell
	unshare -m sh -c 'mount --bind nothing /proc/kallsyms || exit 3; exec "$0" report --stdio -i "$1"' "$pdata" "$1" >report.txt 2>report.err
}
has_kernel_names() { # FILE
	elsewhere "$1" && grep -q '\[k\] [a-zA-Z_]' report.txt
}
elsewhere probe.data
elsewhere=$?
says() { # COUNT TEXT - in err
	[ "$(grep -cF -- "$2" err)" = "$1" ] || { echo "not $1 times: $2"; cat err; return 1; }
}
in_kernel='dd if=/dev/zero of=/dev/null bs=1M count=1500 2>/dev/null'

kernel_left_out() {
	"$rec" -e cpu-clock -F 4000 -o short.data sh -c "$in_kernel" 2>err || { cat err; return 1; }
	[ $elsewhere = 3 ] || ! has_kernel_names short.data || { echo "they are there"; return 1; }
	says 1 "pdata: record: bundle: kernel symbols are left out" && says 1 '"pdata bundle"'
}
kernel_is_there() {
	"$rec" --bundle -e cpu-clock -F 4000 -o full.data sh -c "$in_kernel" 2>err || { cat err; return 1; }
	[ $elsewhere = 3 ] || has_kernel_names full.data || { echo "they are not there"; return 1; }
	says 0 "kernel symbols"
}
# The message comes once, with status 0; it does not come if symbols are from the running kernel or the file, or if no symbols are
# needed.
report_elsewhere() {
	local words='short.data: kernel symbols are missing: the recording has none'
	elsewhere short.data || { echo "status $?"; return 1; }
	[ "$(grep -cF "$words" report.err)" = 1 ] && [ "$(wc -l <report.err)" = 1 ] || { cat report.err; return 1; }
	elsewhere full.data && [ ! -s report.err ] || { cat report.err; return 1; }
	"$pdata" report --stdio -i short.data >report.txt 2>report.err && [ ! -s report.err ] || { cat report.err; return 1; }
	elsewhere user.data && [ ! -s report.err ] || { cat report.err; return 1; }
}
no_kernel_samples() {
	"$rec" -e cpu-clock:u -o user.data sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done' 2>err || { cat err; return 1; }
	says 0 "kernel symbols"
}
asked_for_none() {
	"$rec" --no-bundle -e cpu-clock -F 4000 -o none.data sh -c "$in_kernel" 2>err || { cat err; return 1; }
	says 0 "kernel symbols"
}
# hidden OPTION... - record without /sys, so without the kernel's build id; 3: not possible here
hidden() {
	unshare -m true 2>/dev/null || return 3
	# shellcheck disable=SC2016 # for the inner shell
	unshare -m sh -c 'umount -l /sys/kernel/tracing 2>/dev/null; mount -t tmpfs none /sys || exit 3; rec=$0; cmd=$1; shift; exec "$rec" "$@" sh -c "$cmd"' "$rec" "$in_kernel" "$@"
}
# A recording in which maps have build ids but no inodes, and no trailer: that of a static recorder, or a pipe.
without_notes() {
	hidden -q -e cpu-clock -F 4000 -o - >pipe.data 2>err || { echo "status $?"; cat err; return 1; }
	"$pdata" buildid-list -i pipe.data | grep -q "[0-9a-f]\{40\}.*kernel" && { echo "the kernel has a build id"; return 1; }
	"$pdata" report --stdio -s sym -i pipe.data >report.txt 2>report.err && [ ! -s report.err ] || { cat report.err; return 1; }
	grep -q '\[k\] [a-zA-Z_]' report.txt && ! grep -q '\[k\] 0x' report.txt || { cat report.txt; return 1; }
	elsewhere pipe.data || { echo "status $?"; return 1; }
	[ "$(wc -l <report.err)" = 1 ] && grep -qF 'pipe.data: kernel symbols are missing: the recording has neither them nor the build id of the kernel' report.err ||
		{ cat report.err; return 1; }
}
if [ "$(awk '$1 ~ /[1-9a-f]/ && $3 == "_stext"' /proc/kallsyms | wc -l)" = 1 ]; then
	check "a message reports that a short recording has no kernel symbols" kernel_left_out
	check "no such message for a recording with kernel symbols" kernel_is_there
	check "no such message for a recording without kernel samples" no_kernel_samples
	if [ $elsewhere = 0 ]; then
		check "report prints that kernel samples have no symbols because the recording lacks them" report_elsewhere
		check "a recording without the kernel's build id has kernel names on the recorded machine, elsewhere a message" without_notes
	else
		skip "no mount namespace of its own"
	fi
	check "no such message if symbols were not requested" asked_for_none
else
	skip "the kernel does not show its addresses"
fi

replaced() {
	"$rec" -e cycles -o cycles.data true 2>err || { cat err; return 1; }
	"$pdata" evlist -v -i cycles.data >list 2>&1
	if grep -q 'type: 1' list; then
		says 1 'pdata: record: cycles: this machine has no cycle counter: cpu-clock (a timer) is recorded instead'
	else
		says 0 'instead'
	fi
}
default_event() {
	"$rec" -o default.data true 2>err || { cat err; return 1; }
	says 0 'instead'
}
check "the replacement of a requested event is reported" replaced
check "the replacement of the default event is not reported" default_event

# An option that does nothing is reported, with the command that stores the symbols later.
bundle_is_ignored() {
	rm -rf by.threads
	"$rec" --bundle --threads -e cpu-clock -o by.threads true 2>err || { cat err; return 1; }
	says 1 'pdata: record: --bundle is ignored: --threads stores no symbols; "pdata bundle by.threads" adds them' || return 1
	"$pdata" bundle by.threads >/dev/null || return 1
	"$rec" --bundle --call-graph dwarf -e cpu-clock -o - true >stream 2>err || { cat err; return 1; }
	says 1 'pdata: record: --bundle is ignored: a pipe recording cannot store symbols' &&
		says 1 '"pdata cut -i - -o FILE", then "pdata bundle --debug FILE"' || return 1
	"$pdata" cut -q -i - -o saved <stream && "$pdata" bundle --debug saved >/dev/null || return 1
	"$rec" --bundle=full -e cpu-clock -o - true 2>&1 >/dev/null | cat >err
	says 1 '"pdata bundle --full FILE"'
}
bundle_is_not_ignored() {
	"$rec" --bundle -e cpu-clock -o one.data true 2>err && says 0 ignored && "$rec" --bundle -e cpu-clock -o /dev/null true 2>err &&
		says 0 ignored && "$rec" --threads -e cpu-clock -o by.threads true 2>err && says 0 ignored &&
		"$rec" -q --bundle --threads -e cpu-clock -o by.threads true 2>err && says 0 ignored
}
check "--bundle with --threads or to a pipe: a message reports that no symbols are stored" bundle_is_ignored
check "no such message for a file, for /dev/null, without --bundle and with -q" bundle_is_not_ignored

closed() { # COMMAND... - the command with standard output closed is an error
	"$@" >&- 2>err && { echo "status 0: $*"; return 1; }
	[ "$(wc -l <err)" = 1 ] && grep -q '^pdata: ' err || { echo "$*"; cat err; return 1; }
}
all_closed() {
	"$rec" -q -e cpu-clock -o in.data true || return 1
	cp in.data in2.data
	closed "$rec" -e cpu-clock -o - true && closed "$pdata" cut -i in.data -o - &&
		closed "$pdata" merge -o - in.data in2.data &&
		closed "$pdata" archive -i in.data -o - && closed "$pdata" dump in.data && closed "$pdata" report -i in.data &&
		closed "$pdata" script -i in.data && closed "$pdata" repair in.data -o -
}
# The command gets a standard output that it can write to, as before.
command_has_output() {
	"$rec" -q -e cpu-clock -o closed.data sh -c 'echo word' >&- 2>err && [ ! -s err ] &&
		"$pdata" record -q -e cpu-clock -o closed.data sh -c 'echo word' >&- 2>err && [ ! -s err ] || { cat err; return 1; }
}
check "-o - with a closed standard output is an error" all_closed
check "a command runs with standard output closed" command_has_output

kept_files() { # OPTION... - the closing line names the files that exist
	rm -f s.data*
	"$rec" -e page-faults -c 1 --switch-output=20K "$@" -m 64K -o s.data \
		sh -c 'i=0; while [ $i -lt 30 ]; do /bin/true; i=$((i + 1)); done' 2>err || { cat err; return 1; }
	set -- s.data.*
	echo "$@" | sed 's/ /, /g' >want
	if [ $# -le 8 ]; then
		says 1 "files: $(cat want)" && says 1 "pdata: record: --switch-output keeps the latest $# of "
	else
		says 1 "pdata: record: --switch-output keeps the latest $# files, from $1 to ${!#}"
	fi
}
check "the end of --switch-output names the files" kept_files
check "the end of --switch-output names the files that --switch-max-files keeps" kept_files --switch-max-files 2
check "the end of --switch-output names the first and the last of many files" kept_files --switch-max-files 9

# Several files are finished within 10 ms, and the names of removed files are free.
names_in_order() {
	rm -f s.data*
	"$rec" -v -e page-faults -c 1 --switch-output=20K --switch-max-files 2 -m 64K -o s.data \
		sh -c 'i=0; while [ $i -lt 300 ]; do /bin/true; i=$((i + 1)); done' 2>err || { cat err; return 1; }
	grep -o 's\.data\.[0-9]* is complete' err >names
	[ "$(wc -l <names)" -ge 10 ] && sort -c names || { cat err; return 1; }
}
check "the names of --switch-output --switch-max-files are in the order of the files" names_in_order

# A hole makes the map larger than the limit of the recorder.
large_map() {
	# shellcheck disable=SC2016 # for the inner shell
	"$rec" --bundle -F 2000 -e cpu-clock -o map.data sh -c './jit >map; read -r map <map; truncate -s 70000000 "$map"' 2>err || { cat err; return 1; }
	rm -f "$(cat map)"
	says 1 "$(cat map) is not read: it has 70000000 bytes, more than the limit of 67108864"
}
if ${CC:-cc} -O1 -o jit "$here/../symbols/jit.c" 2>cc.err; then
	check "a perf map above the recorder's limit is reported" large_map
else
	skip "no C compiler: $(head -1 cc.err)"
fi

printf '#!/no/such/program\n' >script
chmod +x script
: >plain
stays() { # FILE COMMAND... - the command cannot be executed, and FILE is unchanged
	local f=$1 before after
	shift
	before=$(ls -id "$f"; ls -AR .)
	! "$rec" -o "$f" ${kind:+"$kind"} -e cpu-clock "$@" 2>err || { echo "it was executed: $*"; return 1; }
	after=$(ls -id "$f"; ls -AR .)
	[ "$before" = "$after" ] || { diff <(echo "$before") <(echo "$after"); return 1; }
	[ "$(wc -l <err)" = 1 ] && grep -q "^pdata: record: $1: \(No such file\|Permission denied\)" err || { cat err; return 1; }
}
old_stays() {
	: >err
	"$rec" -q -e cpu-clock -o old.data true || return 1
	stays old.data nosuchcommand && stays old.data ./nosuchcommand && stays old.data ./plain && stays old.data "$tmp" &&
		stays old.data ./script
}
old_directory_stays() {
	: >err
	"$rec" -q --threads -e cpu-clock -o old.dir true || return 1
	kind=--threads stays old.dir nosuchcommand && kind=--threads stays old.dir ./plain &&
		kind=--threads stays old.dir ./script
}
bad_threads_leave_old() {
	local before after options
	rm -rf old.dir*
	"$rec" -q --threads -e cpu-clock -o old.dir true && "$rec" -q --threads -e cpu-clock -o old.dir/ true || return 1
	before=$(ls -AR .)
	for options in --threads=foo --threads=77/77 --threads=0/0:0/0 '--threads --per-thread' '--threads=foo --dry-run'; do
		# shellcheck disable=SC2086 # options are words
		! "$rec" -q $options -o old.dir -e cpu-clock true 2>err || { echo "taken: $options"; return 1; }
		[ "$(wc -l <err)" = 1 ] && grep -q '^pdata: record: --threads' err || { cat err; return 1; }
	done
	after=$(ls -AR .)
	[ "$before" = "$after" ] && [ -s old.dir/data ] && [ -s old.dir.old/data ] || { diff <(echo "$before") <(echo "$after"); return 1; }
}
full_size() {
	"$rec" -e page-faults -c 1 --max-size 20K -o size.data sh -c 'for i in 1 2 3 4 5 6 7 8 9; do /bin/true; done; exec sleep 60' 2>err || { cat err; return 1; }
	says 1 "pdata: record: --max-size: the recording has " && says 1 "and the command is ended, too" || return 1
	"$rec" -e page-faults -c 1 --max-size 200M -o size.data true 2>err || { cat err; return 1; }
	says 0 max-size
}
check "a recording that ends because of --max-size says so" full_size
removed_output() {
	local options written='until [ -s gone.data ]; do sleep 0.02; done;'
	for options in '' --threads; do
		rm -rf gone.data
		# shellcheck disable=SC2086 # options are words
		! "$rec" $options -e cpu-clock -o gone.data sh -c "$written rm -r gone.data" 2>err || { echo "status 0 ($options)"; return 1; }
		says 1 'pdata: record: gone.data: the file was removed while it was written' && says 0 captured || return 1
	done
	"$rec" -q -e cpu-clock -o gone.data sh -c "$written mv gone.data moved.data" 2>err || { cat err; return 1; }
	"$pdata" report --stats -i moved.data >report.txt 2>err || { cat err; return 1; }
}
check "a recording that is removed while it is written is lost, and one that is moved is not" removed_output
empty_command() {
	! "$rec" -e cpu-clock -o empty.data '' 2>err || return 1
	[ "$(cat err)" = 'pdata: record: '"''"': No such file or directory' ] && [ ! -e empty.data ] || { cat err; return 1; }
}
check "a command without a name does not exist" empty_command
check "a command that cannot be executed leaves the old file" old_stays
check "a command that cannot be executed leaves the old directory" old_directory_stays
check "a bad value of --threads leaves the old directories" bad_threads_leave_old
one_line() {
	"$rec" -o "$tmp/none/$(printf 'a\nb')" true 2>err && return 1
	[ "$(wc -l <err)" = 1 ] && says 1 'none/a?b'
}
check "a message is one line also if a file name has a newline" one_line
result_lines() {
	local name
	name=$(printf 'e\033[31m\nf.data')
	"$rec" -e cpu-clock:u -o "$name" --html "$name.html" true 2>err || { cat err; return 1; }
	[ "$(wc -l <err)" = 2 ] && says 1 "$(printf 'in e\033[31m?f.data (')" && says 1 "$(printf 'page e\033[31m?f.data.html ]')" || { cat err; return 1; }
	command -v script >/dev/null || return 0
	name=$name rec=$rec script -qec '"$rec" -e cpu-clock:u -o "$name" --html "$name.html" true' /dev/null </dev/null >err || { cat err; return 1; }
	says 1 "in e?[31m?f.data (" && says 1 "page e?[31m?f.data.html ]" && says 0 "$(printf '\033[31m')"
}
check "the lines that name the output are one line each, and on a terminal without control characters" result_lines
bad_breakpoint() {
	local event
	for event in mem:0x401000:r mem:0x401000/1:x; do
		! "$rec" -e $event -o bp.data true 2>err || { echo "taken: $event"; return 1; }
		says 1 "$event: the kernel refuses this breakpoint: " && says 1 'for x leave the length out' && says 1 'x86 has no r without w' || return 1
	done
}
if [ "$(uname -m)" = x86_64 ] && "$rec" -q -e mem:0x401000:x -o bp.data true 2>err; then
	check "a message says which breakpoints x86 does not have" bad_breakpoint
else
	skip "breakpoints that x86 does not have: no breakpoints, or not x86"
fi
advises_smaller() {
	overwrite_loses
	[ $? != 1 ]
}
# Reading large rings takes long, and meanwhile they take no events.
overwrite_loses() {
	local r
	for _ in 1 2 3 4 5; do
		rm -f lost.data
		"$rec" -e cpu-clock -F 20000 -g --overwrite -m 8M -o lost.data sh -c 'i=0; while [ $i -lt 600000 ]; do i=$((i + 1)); done' 2>err &
		r=$!
		until [ -s lost.data ] || ! kill -0 $r 2>/dev/null; do sleep 0.02; done
		while kill -USR2 $r 2>/dev/null; do sleep 0.1; done
		wait $r || { cat err; return 1; }
		grep -q ', lost 0 events' err && continue
		says 1 'events were lost: the recorder pauses rings in overwrite mode while it copies them to the file: use smaller rings' && says 0 'larger'
		return
	done
	return 3
}
overwrite_loses >overwrite.out
if [ $? = 3 ]; then
	skip "lost events in overwrite mode: none were lost"
else
	check "the message about lost events in overwrite mode advises smaller rings" advises_smaller
fi
finish
