#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# gen.sh DIR TOOLS [SECONDS] - record the inputs of bench.sh: DIR/NAME.data for each name below
#
#   flat     4.5 M samples of one program, without call chains
#   chains   1.2 M samples with call chains up to 100 frames deep; zst: the same as zstd data
#   flat-long, chains-long  if NAMES has them: flat.data and chains.data, repeated up to the size that they have where the
#            kernel's timer takes as many samples as it is asked for
#   sched    tracepoints with raw payloads, system wide (root)
#   wide     a build, system wide (root): a thousand short processes of compilers without symbols, with call chains
#   debian   programs of Debian's packages, system wide (root): stripped C, C++ and Rust, again in many short processes
#   maps     made, not recorded: 10,000 processes of 60 maps, a million addresses without names
#
# Recorded with the installed perf; TOOLS has the programs built from work.c and maps.c. NAMES='wide maps' selects inputs.
# Users other than root need a perf_event_paranoid that allows recording of their own processes.
set -eu

dir=$1
tools=$(realpath "$2")
seconds=${3:-4}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$dir"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

record() { # NAME OPTION... -- COMMAND...
	local name=$1
	shift
	selected_input "$name" || return 0
	if perf record -q -o "$dir/$name.data" "$@" >"$dir/$name.log" 2>&1 && [ -s "$dir/$name.data" ]; then
		echo "bench: $dir/$name.data $(stat -c %s "$dir/$name.data") bytes"
	else
		rm -f "$dir/$name.data"
		echo "bench: $name: perf record failed: $(tail -n 1 "$dir/$name.log")" >&2
	fi
}

selected_input() { # NAME
	[[ " ${NAMES:-$1} " == *" $1 "* ]]
}

lengthen() { # NAME BYTES - make NAME-long.data
	[[ " ${NAMES:-} " == *" $1-long "* && -e "$dir/$1.data" ]] || return 0
	if [ "$(stat -c %s "$dir/$1.data")" -lt $(($2 * 5 / 6)) ]; then
		"$tools/repeat" "$dir/$1.data" "$dir/$1-long.data" "$2"
	else
		ln -f "$dir/$1.data" "$dir/$1-long.data"
	fi
}

both() {
	"$tools/work" "$1" "$seconds" &
	"$tools/work" "$2" "$seconds" &
	"$tools/work" pipe "$seconds" &
	wait
}

# One of three compilations side by side, each with the small programs that builds run.
compile() { # NUMBER ROUNDS
	local i
	for ((i = 0; i < $2; i++)); do
		"${CC:-gcc}" -O2 -g -c "$here/work.c" -o "$scratch/$1.o"
		((i % 3)) || "${CXX:-g++}" -std=gnu++17 -O1 -g -DPART=0 -DKINDS=1 -c "$here/heavy.cc" -o "$scratch/$1.o"
		for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "$i" | sed s/1/2/ | sort | wc -l >/dev/null; done
		find /usr/include -name "*.$i" >/dev/null
		awk 'BEGIN { for (i = 0; i < 60000; i++) s = s i % 7; print length(s) }' >/dev/null
	done
}

builds() {
	compile a "$1" &
	compile b "$1" &
	compile c "$1" &
	wait
}

# Packages ripgrep, fd-find, clang, git, sqlite3, python3, xz-utils, gdb: those that are missing are left out.
debian_programs() { # ROUNDS
	local i
	for ((i = 0; i < $1; i++)); do
		rg -c "s[a-z]*t$i" /usr/include >/dev/null
		fdfind "$i" /usr/share >/dev/null
		clang++ -std=gnu++17 -O1 -g -DPART=0 -DKINDS=1 -c "$here/heavy.cc" -o "$scratch/d$i.o"
		git -C "$here" log --stat -n 200 >/dev/null
		sqlite3 :memory: "with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000) select sum(i * i % 7) from n;"
		python3 -c 'import json; print(len(json.dumps([{str(i): i * i} for i in range(60000)])))'
		xz -1 -c "$scratch/d$i.o" | xz -dc | sha256sum
		gdb -batch -nx -ex 'info functions zz' "$scratch/d$i.o"
		dpkg-query -W 'lib*'
	done >/dev/null 2>&1
}
export -f both compile builds debian_programs
export tools seconds here scratch

record flat -e cpu-clock -F 25000 -m 8M -- bash -c 'both flat flat'
record chains -e cpu-clock -F 12500 -g -m 16M -- bash -c 'both deep deep'
lengthen chains 360000000
lengthen flat 180000000
record zst -z -e cpu-clock -F 12500 -g -m 16M -- bash -c 'both deep deep'
if [ "$(id -u)" = 0 ]; then
	record sched -a -e sched:sched_switch,sched:sched_wakeup,raw_syscalls:sys_enter -m 16M -- "$tools/work" pipe 0.3
	record wide -a -e cpu-clock -F 8000 -g -m 4M -- bash -c "builds $((seconds * 8))"
	record debian -a -e cpu-clock -F 8000 -g -m 4M -- bash -c "debian_programs $((seconds * 2)) & debian_programs $((seconds * 2)); wait"
fi
! selected_input maps || "$tools/maps" "$dir/maps.data" 10000 60 1000000 1000000000
