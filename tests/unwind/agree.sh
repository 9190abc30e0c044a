#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# agree.sh BUILD [DIR] - count the samples for which pdata unwinds the user stack to perf's frames
#
# The test records programs with and without frame pointers, in C and C++, a shell, an interpreter. With DIR it also reads
# the recordings *.data* or NAME.perf.data* there, whose programs are in ../aux/(name of DIR) as
# RECORDING.PROGRAM. Frames are compared by symbol and order. tests/unwind/causes.txt explains the differences.
# A line has the numbers of samples and of equal ones, and the percentage. A case below 99 percent fails.
set -u
export LC_ALL=C.UTF-8 DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

pdata=$(realpath "$1")/pdata
dir=${2:+$(realpath "$2")}
cd "$(dirname "$0")" || exit 1
part=unwind
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp/home
mkdir "$HOME"
# shellcheck source=tests/lib.sh
. ../lib.sh

if ! command -v perf >/dev/null || ! command -v g++ >/dev/null; then
	skip_all "no perf or compiler"
fi

# A line for each sample: the symbols of its user frames, innermost first.
stacks() { # FILE
	awk -v RS= -F '\n' '{ line = ""; for (i = 2; i <= NF; i++) {
			split($i, w, " "); if (w[1] !~ /^ffff/) line = line ";" w[2] }
		print line }' "$1"
}

agree() { # NAME FILE OPTION...
	name=$1 file=$2
	shift 2
	perf script -f --no-inline -F comm,tid,time,event,ip,sym -i "$file" "$@" >"$tmp/perf.txt" 2>/dev/null
	"$pdata" script --no-inline -F comm,tid,time,event,ip,sym -i "$file" "$@" >"$tmp/pdata.txt" 2>/dev/null
	if [ ! -s "$tmp/perf.txt" ]; then
		skip "$name: perf does not read it"
		return
	fi
	stacks "$tmp/perf.txt" >"$tmp/want"
	stacks "$tmp/pdata.txt" >"$tmp/is"
	paste -d '\n' "$tmp/want" "$tmp/is" | awk -v name="$name" '
		NR % 2 { want = $0; next } { nr++; same += want == $0 }
		END { printf "%-24s %6d samples %6d equal %6.2f%%\n", name, nr, same, nr ? 100 * same / nr : 0
		      exit !nr || same * 100 < nr * 99 }' >"$tmp/line"
	status=$?
	cat "$tmp/line"
	if [ $status = 0 ]; then ok; else bad "$name"; paste "$tmp/want" "$tmp/is" | awk -F '\t' '$1 != $2' | head -3; fi
}

fresh() { # NAME COMMAND...
	name=$1
	shift
	perf_records -e cpu-clock -F 1999 --call-graph dwarf -o "$tmp/$name.data" "$@" >/dev/null
	if [ -s "$tmp/$name.data" ]; then
		agree "$name" "$tmp/$name.data"
		rm -f "$tmp/$name.data"
	else
		skip "$name could not be recorded"
	fi
}

for flags in "-O2" "-O2 -fno-omit-frame-pointer" "-O0" "-O2 -static" "-O2 -no-pie" "-Os"; do
	# shellcheck disable=SC2086
	g++ -g -std=gnu++17 $flags ../symbols/work.cc -o "$tmp/work" 2>/dev/null &&
		fresh "work$(echo "$flags" | tr -d ' ')" "$tmp/work"
done
gcc -O2 -pthread -D_GNU_SOURCE ../demo/workload.c -o "$tmp/demo" 2>/dev/null && fresh demo "$tmp/demo" 1
fresh shell bash -c 'for i in $(seq 20000); do x=$((x + i)); done; ls -lR /usr/include >/dev/null; sort /etc/services >/dev/null'
command -v python3 >/dev/null && fresh python python3 -c 'import json; [json.dumps(list(range(200))) for i in range(3000)]'

# Recordings of other machines, with their programs below a directory in the original paths.
if [ -n "$dir" ]; then
	for program in "$dir/../aux/$(basename "$dir")"/*; do
		base=$(basename "$program")
		case $base in *.txt) continue ;; esac
		recording=${base%%.*}
		for file in "$dir/$recording".*; do
			[ -f "$file" ] || continue
			path=$("$pdata" script --show-mmap-events -i "$file" 2>/dev/null |
				sed -n "s|.* \\(/[^ ]*/${base#*.}\\)\$|\\1|p" | head -n 1)
			[ -n "$path" ] || continue
			rm -rf "$tmp/root"
			mkdir -p "$tmp/root$(dirname "$path")"
			cp "$program" "$tmp/root$path"
			agree "$(basename "$file")" "$file" --symfs "$tmp/root" --kallsyms /dev/null
		done
	done
fi
finish
