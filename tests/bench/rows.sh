# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Sourced by bench.sh and pairs.sh, which set here, build, dir and tools: the inputs, and the commands measured on them.
# ROWS=REGEX selects rows by their names.

selected() { # NAME
	[[ $1 =~ ${ROWS:-} ]]
}

# Inputs are BENCH_DIR's *.data, or recorded once into BUILD/bench.
make_inputs() {
	ls "$dir"/*.data >/dev/null 2>&1 || bash "$here/gen.sh" "$dir" "$tools"
}

# A C++ program with much inlining and 20 MB of debugging information, of which a short recording is made.
make_heavy() { # DIR
	local n heavy=$1
	[ -s "$heavy/short.data" ] && [ -x "$heavy/heavy" ] && return
	command -v "${CXX:-g++}" >/dev/null || return
	mkdir -p "$heavy"
	for n in 0 1 2 3 4 5; do echo $n; done |
		xargs -P "$(nproc)" -I{} "${CXX:-g++}" -std=gnu++17 -O2 -g -DPART={} -DKINDS=8 -c "$here/heavy.cc" -o "$heavy/{}.o" &&
		"${CXX:-g++}" -std=gnu++17 -O2 -g -DPARTS=6 -DKINDS=8 "$here/heavy.cc" "$heavy"/[0-5].o -o "$heavy/heavy" || return
	rm -f "$heavy"/[0-5].o
	for n in 1 2 3; do
		(perf record -q -e cpu-clock -F 999 --call-graph dwarf -o "$heavy/short.data" "$heavy/heavy" 30) >/dev/null 2>&1 &&
			return
	done
}

each_row() { # FUNCTION - called as FUNCTION NAME FILE SUBCOMMAND OPTION...
	local file name heavy
	heavy=$(realpath -m "$build")/bench/heavy
	each_selected() { # FUNCTION NAME FILE SUBCOMMAND OPTION...
		! selected "$2" || "$@"
	}
	for file in "$dir"/*.data; do
		name=$(basename "$file" .data)
		each_selected "$1" "$name report flat" "$file" report --stdio --no-inline --no-children -g none
		each_selected "$1" "$name report -g" "$file" report --stdio --no-inline --children
		each_selected "$1" "$name script" "$file" script --no-inline
		case $name in wide | debian)
			each_selected "$1" "$name report pid" "$file" report --stdio --no-inline --no-children -g none -s comm,pid,dso,sym
			each_selected "$1" "$name report sym" "$file" report --stdio --no-inline --children --sort sym
			each_selected "$1" "$name report caller" "$file" report --stdio --no-inline --no-children -g caller --percent-limit 1
			;;
		esac
		[ "$name" != dwarf ] || each_selected "$1" "$name report inline" "$file" report --stdio --children
	done
	selected "heavy report inline" || return 0
	if make_heavy "$heavy"; then
		"$1" "heavy report inline" "$heavy/short.data" report --stdio --no-children
	else
		echo "bench: the program with much debugging information cannot be built or recorded" >&2
	fi
}
