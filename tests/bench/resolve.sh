#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# resolve.sh BUILD - what a second thread gains where a report resolves much
#
# Two recordings are made once into BUILD/bench: of a program with 20 MB of debugging information, and of one that has
# 60 shared objects of 20,000 functions loaded. Each report runs RUNS times with -j 1 and -j 2 in turn; the texts must be
# equal, and the least wall and CPU times are shown. On a machine that does other work, wall times say something only at
# a higher priority: chrt -f 10 make bench-resolve.
set -u
export LC_ALL=C PERF_CONFIG=/dev/null PAGER=cat

build=$1
here=$(dirname "$0")
runs=${RUNS:-15}
tools=$build/tests/bench
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/bench/rows.sh
. "$here/rows.sh"

make_objects() { # DIR - a recording of a program that calls into 60 shared objects
	local objects=$1 n
	[ -s "$objects/short.data" ] && return
	mkdir -p "$objects"
	awk 'BEGIN {
		print ".text"
		for (i = 0; i < 20000; i++)
			printf ".globl function_number_%d\n.type function_number_%d, %%function\nfunction_number_%d: .skip 16\n" \
				".size function_number_%d, 16\n", i, i, i, i
	}' >"$objects/many.s"
	echo 'void work(void) { for (volatile int i = 0; i < 4000000; i++) ; }' >"$objects/work.c"
	cat >"$objects/main.c" <<-'END'
		#include <dlfcn.h>
		int main(int argc, char **argv)
		{
			for (int i = 1; i < argc; i++) {
				void *so = dlopen(argv[i], RTLD_NOW), *work = so ? dlsym(so, "work") : 0;

				if (!work)
					return 1;
				((void (*)(void))work)();
			}
			return 0;
		}
	END
	(
		cd "$objects" || exit
		"${CC:-cc}" -c many.s && "${CC:-cc}" -g -O1 -fPIC -c work.c && "${CC:-cc}" main.c -o main -ldl || exit
		for ((n = 0; n < 60; n++)); do
			"${CC:-cc}" -shared -Wl,-soname,"object$n.so" many.o work.o -o "object$n.so" || exit
		done
		perf record -q -e cpu-clock -F 999 -g -o short.data ./main ./object*.so
	)
}

run_report() { # JOBS FILE OPTION...
	TIMED_OUT=$tmp/j$1 "$tools/timed" "$build/pdata" report --stdio -j "$1" -i "${@:2}" >"$tmp/out$1" 2>&1 </dev/null
}

failed=0
pair_of_jobs() { # NAME FILE OPTION...
	local name=$1
	rm -f "$tmp"/j[12]
	for ((i = 0; i < runs; i++)); do
		run_report 1 "${@:2}"
		run_report 2 "${@:2}"
	done
	cmp "$tmp/out1" "$tmp/out2" || failed=1
	for j in 1 2; do
		awk 'NR == 1 || $1 < wall { wall = $1 } NR == 1 || $2 < cpu { cpu = $2 } END { print wall, cpu }' "$tmp/j$j"
	done | awk -v name="$name" '{ wall[NR] = $1; cpu[NR] = $2 } END {
		printf "%-24s wall %7.3f s %7.3f s %6.3f   cpu %7.3f s %7.3f s %6.3f\n", name, wall[1], wall[2], wall[2] / wall[1],
			cpu[1], cpu[2], cpu[2] / cpu[1]
	}'
}

heavy=$(realpath -m "$build")/bench/heavy
objects=$(realpath -m "$build")/bench/objects
if ! make_heavy "$heavy" || ! make_objects "$objects" >"$tmp/log" 2>&1; then
	cat "$tmp/log" >&2
	echo "bench-resolve: the programs cannot be built or recorded" >&2
	exit 2
fi
printf '%-24s      %9s %9s  ratio       %9s %9s  ratio\n' "least of $runs runs" '-j 1' '-j 2' '-j 1' '-j 2'
pair_of_jobs "heavy report inline" "$heavy/short.data" --no-children
pair_of_jobs "heavy report srcline" "$heavy/short.data" --no-children -s srcline
pair_of_jobs "objects report" "$objects/short.data" --no-children
pair_of_jobs "objects report -g" "$objects/short.data" --children
exit $failed
