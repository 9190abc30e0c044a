#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD [KILLS [SEED]] - killed recorders, and full disks
#
# The workload's events have numbers, and it stores the end time of each (tests/crash/sequence.c). The
# recorder is killed at a random moment while it writes a lot. Then pdata and, if installed, perf must read the
# file without a message. The file must have every event that ended longer ago than the
# flush interval, and the host facts. The kernel cuts the last write of a dying process into a
# pipe, so for pipes both may report that the last record is cut. With fewer than 50 kills all tests are short.
set -u

build=$(cd "${1:?usage: run.sh BUILD [KILLS [SEED]]}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd) || exit 1
kills=${2:-100}
short=$((kills < 50))
RANDOM=${3:-4711}
part=crash
# shellcheck disable=SC2034 # lib.sh reads it
live=1
tmp=$(mktemp -d) || exit 1
full=$tmp/full
trap 'umount "$full" 2>/dev/null; rm -rf "$tmp"' EXIT
. "$here/../lib.sh"

rec=$build/pdata-record
pdata=$build/pdata
seq=$build/tests/crash/sequence
cd "$tmp" || exit 1
export HOME=$tmp PERF_CONFIG=/dev/null DEBUGINFOD_URLS='' LC_ALL=C.UTF-8 PAGER=cat PERF_PAGER=cat

if ! "$rec" -q -e page-faults -c 1 -d -o probe.data true 2>probe.err; then
	skip_all "the kernel does not let us record: $(cat probe.err)"
fi
has_perf=
command -v perf >/dev/null && has_perf=1

# Events, options and the kind of numbered event of each mode; in "pipe" the file is what a reader
# at the other end got.
options() { # MODE
	local faults="-e page-faults -c 1 -d"
	case $1 in
	plain | pipe) echo "$faults" ;;
	chains) echo "$faults -g" ;;
	compressed) echo "$faults -z" ;;
	compressed-chains) echo "$faults -z -g" ;;
	tracepoints) echo "-e raw_syscalls:sys_enter -e sched:sched_switch" ;;
	compressed-tracepoints) echo "-z -e raw_syscalls:sys_enter" ;;
	directory) echo "$faults --threads" ;;
	esac
}
kind() { # MODE
	case $1 in
	*tracepoints) echo calls ;;
	*) echo faults ;;
	esac
}

modes="plain chains compressed pipe compressed-chains"
if "$rec" -q -e raw_syscalls:sys_enter -o probe.data true 2>/dev/null; then
	modes="$modes tracepoints compressed-tracepoints"
else
	skip "tracepoints: $("$rec" -q -e raw_syscalls:sys_enter -o probe.data true 2>&1)"
fi
"$rec" -q -z -o probe.data true 2>/dev/null || {
	skip "compressed recordings: built without zstd"
	modes=$(printf '%s\n' $modes | grep -v compressed)
}
"$rec" --help | grep -q '^ *--threads' && modes="$modes directory"

random_ms() { # BELOW
	local ms=$((RANDOM % $1))
	printf '%d.%03d' $((ms / 1000)) $((ms % 1000))
}

start() { # MODE FILE PER_SECOND - sets $recorder to the recorder's pid
	local mode=$1 file=$2 out=$2 i
	rm -rf "$file" log
	if [ "$mode" = pipe ]; then
		rm -f fifo && mkfifo fifo
		cat fifo >"$file" &
		reader=$!
		out=-
		exec 8>fifo
	else
		exec 8>/dev/null
	fi
	# shellcheck disable=SC2046
	"$rec" -q $(options "$mode") --flush "$flush" -o "$out" -- "$seq" run "$(kind "$mode")" log "$3" >&8 2>rec.err &
	recorder=$!
	exec 8>&-
	for ((i = 0; i < 12000; i++)); do
		[ -s log ] && return 0
		kill -0 "$recorder" 2>/dev/null || break
		sleep 0.01
	done
	echo "the workload does not start"
	cat rec.err
	return 1
}

stop_workload() {
	"$seq" stop log >/dev/null
	[ -z "${reader:-}" ] || wait "$reader"
	reader=
}

facts() { # TEXT
	local f
	for f in hostname 'os release' arch 'nrcpus online' cpudesc cmdline 'total memory'; do
		grep -q "^# $f : ." "$1" || { echo "no $f"; return 1; }
	done
}

cut_pipe() { # STATUS - pipes: the last record is cut, and there is no other damage
	[ "$mode" = pipe ] && [ "$1" = 2 ] && [ "$(wc -l <said.err)" = 1 ] &&
		grep -q ': file ends early at offset [0-9]* .*, 1 damaged place, [0-9]* bytes skipped$' said.err
}

reads() { # FILE
	local f=$1 status
	"$pdata" script -i "$f" >said.txt 2>said.err
	status=$?
	[ $status = 0 ] && [ ! -s said.err ] || cut_pipe $status || { echo "pdata: status $status"; cat said.err; return 1; }
	"$pdata" report --header-only -i "$f" >header.txt && facts header.txt || return 1
	[ -z "$has_perf" ] || perf_reads "$f"
}

perf_reads() { # FILE
	local f=$1
	perf_runs script -f -i "$f" >/dev/null 2>said.err || { echo "perf: status $?"; cat said.err; return 1; }
	[ "$mode" != pipe ] || sed -i '/^unexpected end of event stream$/d' said.err
	! perf_complaints said.err || { echo "perf says so"; return 1; }
	[ -s said.txt ] || return 0 # without samples it prints no header
	perf report --header --stdio --sort pid --no-children -g none -f -i "$f" >header.txt 2>/dev/null
	facts header.txt || { echo "(perf)"; return 1; }
}

# whole FILE TIME - both programs read the file, and it has all events older than a flush interval
whole() {
	reads "$1" || return 1
	"$seq" check "$1" log "$2" "${flush}000000" >check.txt || { cat check.txt; return 1; }
}

killed() { # MODE DIR BELOW_MS PER_SECOND
	local at copied='' wait_ms
	wait_ms=$(random_ms "$3")
	start "$1" "$2/k.data" "$4" || { kill -9 "$recorder" 2>/dev/null; stop_workload; return 1; }
	sleep "$wait_ms"
	if [ "$1" != pipe ] && [ "$1" != directory ] && [ $((RANDOM % 4)) = 0 ]; then
		copied=$("$seq" now)
		cp "$2/k.data" copy.data
	fi
	at=$("$seq" kill "$recorder") 2>/dev/null
	wait "$recorder" 2>/dev/null
	stop_workload
	whole "$2/k.data" "$at" || { echo "killed $wait_ms s after the start"; keep "$2/k.data"; return 1; }
	[ -z "$copied" ] || whole copy.data "$copied" || { echo "a copy made while recording"; keep copy.data; return 1; }
}

keep() { # FILE - keep the file of a failed case for inspection
	[ -z "${KEEP:-}" ] || { rm -rf "$KEEP/k.data" && cp -r "$1" log "$KEEP/"; }
}

# Half of the recorders flush often, so that many are killed while they do.
for ((i = 0; i < kills; i++)); do
	set -- $modes
	shift $((i % $#))
	flush=$((i % 2 ? short ? 400 : 1000 : 100))
	mode=$1
	check "$1, kill $i, --flush $flush" killed "$1" . $((short ? 700 : 1500)) $((5000 << i % 5))
done

# A disk of 20 MB that is full after about a second; recorders are killed around that time.
filled() { # MODE
	local at
	start "$1" "$full/k.data" 200000 || return 1
	wait "$recorder"
	local status=$?
	at=$("$seq" now "$full/k.data")
	stop_workload
	[ $status = 1 ] && grep -q '^pdata: record: .*k.data[^ ]*: No space left on device' rec.err ||
		{ echo "status $status"; cat rec.err; return 1; }
	whole "$full/k.data" "$at" || { keep "$full/k.data"; return 1; }
}
mkdir "$full"
size=$((short ? 6 : 20))m
if ! mount -t tmpfs -o size=$size none "$full" 2>mount.err; then
	skip_all "a disk that is full: $(cat mount.err)"
fi
flush=200
for mode in $modes; do
	case $short$mode in
	?pipe | 1compressed* | 1chains) continue ;;
	esac
	# A compressed recording takes long to fill a disk, so its disk is small.
	mount -o remount,size="$([[ "$mode" == compressed* ]] && echo 1m || echo $size)" "$full" || continue
	check "$mode, a disk that is full" filled "$mode"
	rm -rf "${full:?}"/*
done
mount -o remount,size=$size "$full"
for ((i = 0; i < (short ? 0 : 20); i++)); do
	mode=plain
	check "a disk about to be full, kill $i" killed plain "$full" 2000 200000
	rm -rf "${full:?}"/*
done

finish
