#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# full.sh BUILD [SIZES [SEED]] - recorders on full disks, at file size limits and quotas, and on failing devices
#
# At each of SIZES random sizes a recorder runs out of room in every mode: plain, with call chains, compressed, into a
# directory, and as a pipe. It must end with a bad status, one line with the reason and the amount in the file, and a closing
# line with the number of samples. pdata and perf must then find that number, from the first event on without a gap
# (tests/crash/sequence.c); with up to 9 sizes each size has one mode. REC=FILE: the recorder, if not that of BUILD.
set -u

build=$(cd "${1:?usage: full.sh BUILD [SIZES [SEED]]}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd) || exit 1
sizes=${2:-50}
seed=${3:-$((sizes < 10 ? 4711 : $$))}
RANDOM=$seed
part=full${REC:+-static}
# shellcheck disable=SC2034 # lib.sh reads it
live=1
tmp=$(mktemp -d) || exit 1
disk=$tmp/disk
trap 'cd /; umount "$disk" 2>/dev/null; rm -rf "$tmp"' EXIT
. "$here/../lib.sh"

rec=${REC:-$build/pdata-record}
pdata=$build/pdata
seq=$build/tests/crash/sequence
limit=$build/tests/crash/limit
mkdir "$disk" && cd "$tmp" || exit 1
export HOME=$tmp PERF_CONFIG=/dev/null DEBUGINFOD_URLS='' LC_ALL=C.UTF-8 PAGER=cat PERF_PAGER=cat
echo "full: SEED=$seed"

if ! "$rec" -q -e page-faults -c 1 -d -o probe.data true 2>probe.err; then
	skip_all "the kernel does not let us record: $(cat probe.err)"
fi
has_perf=
command -v perf >/dev/null && has_perf=1
modes="plain chains directory stream compressed compressed-chains compressed-directory compressed-stream"
"$rec" -q -z -o probe.data true 2>/dev/null || {
	skip "compressed recordings: built without zstd"
	modes=$(printf '%s\n' $modes | grep -v compressed)
}
"$rec" --help | grep -q '^ *--threads' || modes=$(printf '%s\n' $modes | grep -v directory)

options() { # MODE
	case $1 in
	*chains) printf ' -g' ;;
	esac
	case $1 in
	compressed*) printf ' -z' ;;
	esac
	case $1 in
	*directory) printf ' --threads' ;;
	esac
}

# ---- ways to limit the space: each runs the recorder with a number of bytes ----

# A recorder that does not notice the limit would never end.
record() { # FILE OPTION... - on one CPU, so that only the latest events can be missing
	local file=$1
	shift
	# shellcheck disable=SC2086
	exec timeout -k 5 60 $as "$rec" $mode_options -e page-faults -c 1 -d -m 512 -o "$file" "$@" -- \
		"$seq" run faults "$tmp/log" "${rate:-100000}" 0
}
into() { # FILE - output options of the mode
	if [[ "$mode" == *stream ]]; then
		record - >"$1"
	else
		record "$1"
	fi
}

way_tmpfs() { (into "$disk/f.data"); }
way_ulimit() { (ulimit -S -f $((bytes / 1024)) && into "$disk/f.data"); }
way_quota() { # with a real file system of limited size if there is one, else with an injected error
	(as="$limit EDQUOT $bytes $disk" into "$disk/f.data")
}
way_broken() { (as="$limit EIO $bytes $disk" into "$disk/f.data"); }

ready() { # WAY
	umount "$disk" 2>/dev/null
	rm -rf "${disk:?}"/*
	[ "$1" != tmpfs ] || mount -t tmpfs -o size=$bytes none "$disk"
}

declare -A errors=([tmpfs]='No space left on device' [ulimit]='File too large' [quota]='Disk quota exceeded'
	[broken]='Input/output error')

stop_workload() {
	"$seq" stop log >/dev/null 2>&1
	return 0
}

lines_of() { # COMMAND... - print the number of sample lines of its output
	"$@" 2>said.err | grep -c .
	return "${PIPESTATUS[0]}"
}

# A failure before the workload starts: a file has no name yet, and a stream or directory has only the host facts.
without_command() { # SAMPLES
	case $mode in
	*stream | *directory) ;;
	*) echo "there is a file, and the command did not run"; cat rec.err; return 1 ;;
	esac
	[ "$1" = 0 ] || { echo "$1 samples, and the command did not run"; return 1; }
	reads "$disk/f.data" 0
}

none_recorded() {
	grep -q "before anything was recorded" rec.err || return 1
	! "$pdata" script -i "$disk/f.data" >said.txt 2>said.err && [ -s said.err ] && [ ! -s said.txt ]
}

full() { # MODE WAY
	local status n samples said rate
	mode=$1 way=$2 as=''
	mode_options=$(options "$mode")
	rate=100000
	case $mode in # compressed data takes longer to fill the same space
	compressed*) rate=500000 ;;
	esac
	rm -f log log.disk
	ready "$way" || return 1
	"way_$way" 2>rec.err
	status=$?
	stop_workload
	[ $status = 1 ] || { echo "status $status"; cat rec.err; return 1; }
	said=$(grep -c '^pdata: record: ' rec.err)
	[ "$said" = 1 ] && grep -q "^pdata: record: .*: ${errors[$way]}" rec.err || { echo "not one line with the reason"; cat rec.err; return 1; }
	none_recorded && return 0
	samples=$(sed -n 's/^\[ pdata record: captured .* (\([0-9]*\) samples).*/\1/p' rec.err)
	[ -s log ] || { without_command "$samples"; return; }
	n=$("$seq" front "$disk/f.data" log 2>front.err) || { cat front.err rec.err; return 1; }
	[ "$n" = "$samples" ] || { echo "said $samples samples, has $n"; cat rec.err front.err; return 1; }
	not_given_up || return 1
	reads "$disk/f.data" "$n"
}

# The file has all but a few of the records for which there was space.
not_given_up() {
	local have
	case $way$mode in
	ulimitplain | ulimitchains) have=$(stat -c %s "$disk/f.data") ;;
	*) return 0 ;;
	esac
	[ $((bytes - have)) -lt 4096 ] || { echo "$have bytes of $bytes"; return 1; }
}

# answered STATUS MESSAGES - status 0 without a message, or status 2 with one
answered() {
	case $1 in
	0) [ ! -s "$2" ] ;;
	2) [ -s "$2" ] ;;
	*) false ;;
	esac
}

reads() { # FILE SAMPLES
	local n status
	n=$(lines_of "$pdata" script -F comm,pid,time,event -G -i "$1")
	status=$?
	answered "$status" said.err || { echo "pdata: status $status"; cat said.err; return 1; }
	[ "$n" = "$2" ] || { echo "pdata prints $n of $2 samples"; return 1; }
	[ -n "$has_perf" ] || return 0
	n=$(lines_of perf_runs script -f -F comm,pid,time,event -G -i "$1")
	status=$?
	[ $status = 0 ] || [ -s said.err ] || { echo "perf: status $status without a word"; return 1; }
	[ "$n" = "$2" ] || [ -s said.err ] || { echo "perf prints $n of $2 samples"; return 1; }
}

ways="ulimit quota broken"
if mount -t tmpfs -o size=64k none "$disk" 2>mount.err; then
	ways="tmpfs $ways"
else
	skip "a disk that is full: $(cat mount.err)"
fi
"$limit" EIO 1 "$tmp" true
[ $? != 77 ] || { skip "quota and devices that fail: no answers to system calls here"; ways=${ways% quota broken}; }

# The file of a recorder that could not set data.size: records continue after data.size, and the last one is cut.
behind_data_size() {
	local n
	rm -rf behind.data log log.disk
	bytes=200000 mode=plain as='' mode_options=''
	ready ulimit && way_ulimit 2>rec.err
	stop_workload
	n=$("$seq" front "$disk/f.data" log 2>front.err) && [ "$n" -gt 500 ] || { cat front.err rec.err; return 1; }
	cp "$disk/f.data" behind.data && truncate -s -16 behind.data || return 1
	# Up to the end of the first record.
	od -An -tu2 -N2 -j $(($(od -An -tu8 -N8 -j40 behind.data) + 6)) behind.data >first
	printf "\\$(printf %o $(($(cat first) % 256)))\\$(printf %o $(($(cat first) / 256)))\0\0\0\0\0\0" |
		dd of=behind.data bs=1 seek=48 conv=notrunc status=none
	reads_pdata behind.data $((n - 1)) && "$pdata" repair -q -o mended.data behind.data &&
		reads_pdata mended.data $((n - 1)) && "$pdata" index behind.data || return 1
	# The rest of the last record stays between data and index, and a message reports it.
	[ "$(lines_of "$pdata" script -F comm,pid,time,event -G -i behind.data)" = $((n - 1)) ]
}
reads_pdata() { # FILE SAMPLES - without a word
	local n
	n=$(lines_of "$pdata" script -F comm,pid,time,event -G -i "$1") && [ ! -s said.err ] || { cat said.err; return 1; }
	[ "$n" = "$2" ] || { echo "pdata prints $n of $2 samples"; return 1; }
}
check "records behind data.size are read, repaired and indexed" behind_data_size

# ---- older files, files of --switch-output, and pipes ----

# one_line WORDS - the recorder ended with status $status and printed the reason
one_line() {
	[ "$status" = 1 ] && [ "$(grep -c '^pdata: record: .*: .*: ' rec.err)" = 1 ] && grep -q "$1" rec.err || { echo "status $status, not one line with: $1"; cat rec.err; return 1; }
}

# The attributes of 64 events are longer than the limit, whatever the kernel synthesizes.
before_stays() {
	bytes=4096 mode=plain as='' mode_options=$(printf ' -e dummy%.0s' {1..64})
	rm -f log log.disk
	ready ulimit && cp probe.data "$disk/f.data" && ls -i "$disk" >before || return 1
	way_ulimit 2>rec.err
	status=$?
	one_line 'File too large before anything was recorded' && ls -i "$disk" | diff before - && cmp probe.data "$disk/f.data"
}
check "an older file is kept if there is no space before the command runs" before_stays

# The last file has the requested name. Earlier files, which are complete, have names with a time.
switched() { # OPTION...
	local samples n f
	bytes=$((400 * 1024)) mode=plain as='' mode_options="--switch-output=100K $*"
	rm -f log log.disk
	ready "$switch_way" || return 1
	rate=8000 "way_$switch_way" 2>rec.err
	status=$?
	stop_workload
	one_line "${errors[$switch_way]}; the first [0-9]* samples .* in $disk/f.data: " || return 1
	samples=$(sed -n 's/^\[ pdata record: captured .* in .*f.data (\([0-9]*\) samples).*/\1/p' rec.err)
	n=$(lines_of "$pdata" script -F comm,pid,time,event -G -i "$disk/f.data") && [ ! -s said.err ] || { cat said.err; return 1; }
	[ "$n" = "$samples" ] || { echo "said $samples samples, has $n"; return 1; }
	set -- "$disk"/f.data.*
	[ -e "$1" ] && grep -q "keeps the latest .* files\{0,1\}: $(echo "$@" | sed 's/ /, /g')\$" rec.err || { ls "$disk"; cat rec.err; return 1; }
	for f; do
		"$pdata" check "$f" >said.txt && grep -q 'undamaged' said.txt && reads_pdata "$f" "$("$pdata" script -F time -G -i "$f" | grep -c .)" || return 1
	done
}
switch_way=quota
case " $ways " in
*" tmpfs "*) switch_way=tmpfs ;;
esac
case " $ways " in
*" $switch_way "*)
	check "--switch-output keeps the earlier files if the disk is full" switched
	check "--switch-output --switch-max-files keeps them, too" switched --switch-max-files=1
	;;
esac

# The recorder cannot know how much the reader of a pipe has read: it reports how much it wrote.
into_pipe() { # COMMAND - the reader of the pipe; its output goes to the disk
	local n mb
	mode=stream as='' mode_options=''
	rm -f log log.disk status
	{ (record - 2>rec.err); echo $? >status; } | "$@" >"$disk/f.data" 2>reader.err
	stop_workload
	status=$(cat status)
	one_line 'Broken pipe after [0-9.]* MB: the program that reads the pipe has ended$' || return 1
	mb=$(sed -n 's/.*Broken pipe after \([0-9.]*\) MB.*/\1/p' rec.err)
	awk -v mb="$mb" -v bytes="$(stat -c %s "$disk/f.data")" 'BEGIN { exit !(mb * 1048576 + 1024 >= bytes) }' ||
		{ echo "$mb MB, the reader has $(stat -c %s "$disk/f.data") bytes"; return 1; }
	n=$("$seq" front "$disk/f.data" log 2>front.err) && [ "$n" -gt 500 ] || { cat front.err rec.err; return 1; }
	reads "$disk/f.data" "$n"
}
closed_pipe() { ready ulimit && into_pipe head -c 100000; }
full_target() { bytes=102400; ready tmpfs && into_pipe cat; }
check "a pipe whose reader exits" closed_pipe
[ "$switch_way" != tmpfs ] || check "a pipe into a disk that is full" full_target

# ---- random sizes ----

# Small sizes are chosen more often, because each kilobyte at the start of a file is a case of its own.
random_bytes() {
	local max=$((1 << (13 + RANDOM % 8)))
	echo $(((4096 + (RANDOM * 32768 + RANDOM) % max) / 1024 * 1024))
}

mapfile -t all_ways < <(printf '%s\n' $ways)
mapfile -t all_modes < <(printf '%s\n' $modes)
for ((i = 0; i < sizes; i++)); do
	bytes=$(random_bytes)
	if ((sizes < 10)); then
		bytes=$((bytes + 65536))
		set -- "${all_modes[i % ${#all_modes[@]}]}"
	else
		set -- $modes
	fi
	for mode; do
		way=${all_ways[(i + ${#mode}) % ${#all_ways[@]}]}
		check "$mode, $way at $bytes bytes" full "$mode" "$way"
	done
done

finish
