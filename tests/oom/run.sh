#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD - if an allocation fails, the answer is complete, or there is none and one line says why
#
# A preloaded library lets the Nth allocation of a command fail, alone or with all later ones, for a
# selection of N. OOM_POINTS=1000 tries this many N per command; OOM_FROM=N begins with N.
set -u
export LC_ALL=C DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

build=$(realpath "$1")
pdata=$build/pdata
cd "$(dirname "$0")" || exit 1
top=$(realpath ../..)
part=oom
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp/home
mkdir "$HOME"
# shellcheck source=tests/lib.sh
. ../lib.sh
# shellcheck source=tests/oom/names.sh
. ./names.sh

points=${OOM_POINTS:-10}
shim=$tmp/failing_malloc.so
if ! "${CC:-cc}" -O1 -w -shared -fPIC -o "$shim" failing_malloc.c 2>"$tmp/cc.out"; then
	skip "failing allocations: this C library has no functions behind malloc()"
	finish
fi

# run N ONCE ARGUMENT... - run pdata with these arguments; the Nth allocation fails; 0: none fails
run() {
	env LD_PRELOAD="$shim" OOM_AT="$1" ${2:+OOM_ONCE=1} OOM_COUNT="$tmp/count" \
		"$pdata" "${@:3}" >"$tmp/out" 2>"$tmp/err" </dev/null
}

# whole_or_none N ONCE ARGUMENT...
whole_or_none() {
	local status
	run "$@"
	status=$?
	if [ "$status" -ge 128 ]; then
		echo "allocation $1${2:+ alone}: signal $((status - 128))"
		return 1
	fi
	if [ "$status" = "$whole_status" ] && cmp -s "$tmp/out" "$tmp/whole.out" && cmp -s "$tmp/err" "$tmp/whole.err"; then
		return 0
	fi
	# The output has no line that the complete output lacks, because a line that says that something is missing could be
	# wrong.
	if [ "$status" = 1 ] && [ "$(grep -c 'out of memory' "$tmp/err")" = 1 ] &&
		! grep -vxFf "$tmp/whole.err" "$tmp/err" | grep -qv 'out of memory'; then
		return 0
	fi
	echo "allocation $1${2:+ alone}: status $status"
	head -5 "$tmp/err"
	return 1
}

# each_fails ARGUMENT... - let allocations at the beginning fail, and some of the others
each_fails() {
	local n nr step failures=0
	run 0 '' "$@"
	whole_status=$?
	cp "$tmp/out" "$tmp/whole.out"
	cp "$tmp/err" "$tmp/whole.err"
	nr=$(cat "$tmp/count")
	[ "$nr" -gt 10 ] || { echo "only $nr allocations"; return 1; }
	step=$(((nr + points - 1) / points))
	for ((n = ${OOM_FROM:-1}; n <= nr; n += step)); do
		whole_or_none "$n" '' "$@" || failures=$((failures + 1))
		whole_or_none "$n" once "$@" || failures=$((failures + 1))
	done
	[ $failures = 0 ]
}

"$build/tests/tools/gendata" basic "$tmp/basic.data" || exit 1
"$pdata" assemble -o "$tmp/trace.data" "$top/fixtures/text/feature_tracing_data.pdt" || exit 1

data=$tmp/basic.data
run 0 '' --version
if [ ! -s "$tmp/count" ]; then
	skip "failing allocations: nothing can be preloaded into $pdata"
	finish
fi
check "a report is complete, or a message reports exhausted memory" each_fails report --stdio --no-children -g none -i "$data"
check "a report with call chains is complete, or a message reports exhausted memory" each_fails report --stdio -g -i "$data"
check "statistics are complete, or a message reports exhausted memory" each_fails report --stats -i "$data"
check "a header is complete, or a message reports exhausted memory" each_fails report --header-only -i "$data"
check "a page of html is complete, or a message reports exhausted memory" each_fails html -j 1 -o - -i "$data"
check "a page of html with sums of samples is complete, or a message reports exhausted memory" each_fails html -j 1 --samples 1 --lines -o - -i "$data"
check "a page of html with redacted names is complete, or a message reports exhausted memory" each_fails html -j 1 --redact -o - -i "$data"
if command -v cc >/dev/null && cc -g -O2 -o "$tmp/hot" "$top/tests/html/hot.c" &&
	"$build/pdata-record" -F 500 -e cpu-clock -o "$tmp/hot.data" -- "$tmp/hot" 0.2 2>/dev/null; then
	check "a page of html with code and sources is complete, or a message reports exhausted memory" \
		each_fails html -j 1 --annotate 3 --source "$top/tests/html" --redact=all -o - -i "$tmp/hot.data"
	check "a page of html with code is complete, or a message reports exhausted memory" \
		each_fails html -j 1 --annotate 3 --source "$top/tests/html" -o - -i "$tmp/hot.data"
else
	skip "a page of html with code: nothing can be recorded here"
fi
check "the output of script is complete, or a message reports exhausted memory" each_fails script -i "$data"
check "the output of script for tracepoints is complete, or a message reports exhausted memory" each_fails script -F comm,tid,time,event,trace -i "$tmp/trace.data"
check "fields of tracepoints in evlist are complete, or a message reports exhausted memory" each_fails evlist --trace-fields -i "$tmp/trace.data"
check "a report by tracepoint fields is complete, or a message reports exhausted memory" \
	each_fails report --stdio -s trace_fields -i "$tmp/trace.data"
check "an annotated function is complete, or a message reports exhausted memory" each_fails annotate --stdio -i "$data"
check "a diff is complete, or a message reports exhausted memory" each_fails diff "$data" "$data"
check "a report with lists in options is complete, or a message reports exhausted memory" \
	each_fails report --stdio --no-children -g none --comms a,b,c --pid 1-9999999,3 --tid 5,1-9999999 -i "$data"
check "a script with lists in filter options is complete, or a message reports exhausted memory" \
	each_fails script --comms a,b --tid 1,2-9999999 --pid 1-9999999 -i "$data"
"$pdata" assemble -o "$tmp/numa.data" "$top/fixtures/text/feature_numa_topology.pdt" || exit 1
check "a header with CPU lists is complete, or a message reports exhausted memory" each_fails report --header-only -I -i "$tmp/numa.data"

# names NAME... - the answer has each of these names, unless files with symbols cannot be read
names() {
	local name
	for name; do
		grep -q "$name" "$tmp/out" || { echo "$name is not named"; cat "$tmp/out" "$tmp/err"; return 1; }
	done
}
named=("$tmp/names.data" --symfs "$tmp/root" --symfs "$tmp/root,mntns=99" --kallsyms "$tmp/kallsyms")
report_names() { # OPTION... - symbols are read from the files of the options, and a message reports failed allocations
	local wanted=$1
	run 0 '' "${@:2}"
	# shellcheck disable=SC2086 # a list of words
	names $wanted && each_fails "${@:2}"
}
if make_names "$tmp" 2>"$tmp/names.err"; then
	check "symbols of kallsyms, perf map, jitdump and debugging information are complete, or a message reports exhausted memory" \
		report_names 'small mod_exit mod_other compiled_b fun_ outer' report --stdio --no-children -i "${named[@]}"
	check "a script with inlined functions and source lines is complete, or a message reports exhausted memory" \
		report_names 'small mod_exit compiled_b fun_ inner inlined.c' script --inline-all -F comm,ip,sym,symoff,srcline,dso -i "${named[@]}"
	check "symbols of modules are complete, or a message reports exhausted memory" \
		report_names 'small mod_exit' report --stdio --no-children --modules "$tmp/modules" -i "${named[@]}"
	check "source lines of a report are complete, or a message reports exhausted memory" \
		report_names 'inlined.c' report --stdio --no-children -s sym,srcline,dso -i "${named[@]}"
	cp "$tmp/names.data" "$tmp/bundled.data"
	"$pdata" bundle -q -i "$tmp/bundled.data" "${named[@]:1}" || exit 1
	check "annotated functions with code are complete, or a message reports exhausted memory" \
		report_names 'outer inlined.c' annotate --stdio -i "${named[@]}"
	check "merged recordings are complete, or a message reports exhausted memory" \
		each_fails merge -q -o - "$tmp/names.data" "$tmp/bundled.data"
	if make_stack "$tmp" 2>"$tmp/names.err"; then
		check "types of data are complete, or a message reports exhausted memory" \
			each_fails report --stdio -s type,typeoff -i "$tmp/stack.data" --symfs "$tmp/root"
		check "unwound stacks are complete, or a message reports exhausted memory" \
			report_names 'outer inner' script -F ip,sym -i "$tmp/stack.data" --symfs "$tmp/root"
	else
		skip "unwound stacks: no x86-64 program"
	fi
	check "symbols of the bundle are complete, or a message reports exhausted memory" \
		report_names 'small mod_exit mod_other compiled_b fun_ outer' report --stdio --no-children -i "$tmp/bundled.data"
else
	skip "names of files: $(head -1 "$tmp/names.err")"
fi
finish
