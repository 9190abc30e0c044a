#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD - build example programs with the installed library and headers only, and run them
#
# They read recordings that perf makes here, and their output is compared with perf's. CC, MAKE and SANITIZED (the
# flags of an instrumented build) come from make.
set -u
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
src=$(cd "$here/../.." && pwd)
given=$1
build=$(cd "$1" && pwd) || exit 1
part=newcomer
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
# shellcheck source=tests/fixtures/lib.sh
. "$here/../fixtures/lib.sh"
CC=${CC:-gcc} MAKE=${MAKE:-make}
pdata=$build/pdata
workload=$build/tests/demo/workload
root=$tmp/root
cd "$tmp" || exit 1

"$MAKE" -C "$src" O="$given" install-lib DESTDIR="$root" prefix=/usr >install.log 2>&1
check "the library is installed" test -f "$root/usr/include/pdata/pdata.h"
command -v pkg-config >/dev/null || skip_all "no pkg-config"
words() {
	PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/pkgconfig pkg-config "$@" pdata
}
export LD_LIBRARY_PATH=$root/usr/lib
for program in functions pidfilter byteorder tpfields batches; do
	# shellcheck disable=SC2046,SC2086
	check "$program builds from what is installed" \
		"$CC" ${SANITIZED:-} -g -Wall -Wextra -Werror $(words --cflags) "$here/$program.c" -o "$program" $(words --libs) -pthread
done

# Run under valgrind if it is installed: invalid accesses and leaks give status 9.
guard=()
if [ -z "${SANITIZED:-}" ] && valgrind -q true 2>/dev/null; then
	guard=(valgrind -q --error-exitcode=9 --leak-check=full "--errors-for-leak-kinds=definite,indirect,possible")
fi
guarded() {
	"${guard[@]}" "$@"
}

# ---- conversion of every fixture: records and samples equal those of the fixture assembled in the other byte order

# Parts without a known layout cannot be converted; a TIME_CONV of 32 bytes gets its present length.
refused='attr_size_160 feature_empty_section feature_unknown_bits mmap2_old mmap_pad pipe_feature_unknown pipe_tracing_data
pipe_tracing_data_12 record_unknown_types simpleperf simpleperf_init_map simpleperf_init_map_be simpleperf_protobuf'

# A pipe may give its architecture after a sample, whose registers then have no names in the text; a file has the
# feature in front of it.
told_late='sample_regs_e_machine'

# Print records as text, without their sizes and without records whose content a file has in its sections. Trailers are not copied.
record_lines() { # FILE
	LD_LIBRARY_PATH='' "$pdata" dump -i "$1" 2>/dev/null | grep -E '^[A-Z0-9_]+ ' |
		grep -v -E '^(FILE|IDS|ATTR|DATA|ZERO|HEX|MEMBER|BLOCK|FEATURE|HEADER_ATTR|HEADER_FEATURE|TRACING_DATA|BUILD_ID|EVENT_TYPES) ' |
		sed -e 's/ size=[0-9]*//' -e '/^TIME_CONV/s/ time_cycles=0 .*//'
}
turned() { # NAME
	local name=$1 status
	"$pdata" assemble --order be -o from.be "$src/fixtures/text/$name.pdt" &&
		"$pdata" assemble --order le -o from.le "$src/fixtures/text/$name.pdt" || return 1
	./byteorder from.be to.le 2>said
	status=$?
	case " $(echo "$refused" | tr '\n' ' ') " in
	*" $name "*)
		[ $status != 0 ] && [ -s said ] && return 0
		echo "$name is turned, status $status"
		return 1
		;;
	esac
	[ $status = 0 ] || { echo "status $status: $(cat said)"; return 1; }
	record_lines from.le >want
	record_lines to.le >got
	if [ "$name" != "$told_late" ]; then
		diff want got | cut -c 1-200
		[ "${PIPESTATUS[0]}" = 0 ] || return 1
	fi
	./byteorder to.le again.be && ./byteorder again.be again.le || return 1
	cmp to.le again.le
}
# Take one of $every fixtures; COUNT=all takes each.
every=4
[ "${COUNT:-}" != all ] || every=1
names='' nr=0
for f in "$src"/fixtures/text/*.pdt; do
	case " $(header_of orders "$f") " in
	*" le be "* | *" be le "*)
		[ $((nr % every)) != 0 ] || names="$names $(basename "$f" .pdt)"
		nr=$((nr + 1))
		;;
	esac
done
if [ -x "$pdata" ]; then
	for name in $names; do
		rm -rf from.be from.le to.le again.be again.le
		check "fixture $name has equal records in the other byte order" turned "$name"
	done
else
	skip "fixtures: no pdata"
fi

# ---- recordings of perf
[ -x "$workload" ] || skip_all "recordings: no workload"
command -v perf >/dev/null || skip_all "recordings: no perf"
perf_runs record -q -e cpu-clock:u -F 999 -o user.data "$workload" 1 >/dev/null 2>err ||
	skip_all "recordings: $(head -1 err)"

functions_agree() {
	guarded ./functions user.data >ours || return 1
	perf_runs report -i user.data --stdio -g none --no-children -F sample,dso,sym -t '|' >report 2>/dev/null || return 1
	# Entries of the procedure linkage table have no symbols: perf makes up names, functions.c prints "?".
	awk -F '|' '!/^#/ && NF == 3 && $2 ~ /^workload *$/ {
		gsub(/ /, "", $1); sub(/^ *\[\.\] /, "", $3); sub(/ *$/, "", $3); sub(/^.*@plt$/, "?", $3); nr[$3] += $1
	} END { for (name in nr) print nr[name] "\t" name }' report | sort >theirs
	awk -F '\t' -v o="$workload" '$2 == o { print $1 "\t" $3 }' ours | sort >mine
	[ -s theirs ] || { echo "perf names no function"; head -20 report; return 1; }
	diff theirs mine
}
check "functions by object equal those of perf report" functions_agree

order_agrees() {
	guarded ./byteorder user.data other.data && ./byteorder other.data back.data || return 1
	for f in user other back; do
		perf_runs script -F comm,pid,tid,time,ip,sym,dso -i $f.data >$f.txt 2>/dev/null || return 1
	done
	[ -s user.txt ] || return 1
	cmp user.txt other.txt && cmp user.txt back.txt || return 1
	record_lines user.data >want
	record_lines other.data >got
	diff want got | head -5
	[ "${PIPESTATUS[0]}" = 0 ]
}
check "perf reads the same from a recording in the other byte order" order_agrees

threads_agree() {
	perf_runs script -F ip -i user.data >ips 2>/dev/null
	guarded ./batches user.data >ours || return 1
	echo "$(grep -c . ips) samples, sum of addresses $(awk '{ print $1 }' ips | python3 -c 'import sys
print("%x" % (sum(int(x, 16) for x in sys.stdin) % 2**64))')" >theirs
	diff theirs ours
}
if command -v python3 >/dev/null; then
	check "four threads with batches count as many samples as perf" threads_agree
else
	skip "four threads with batches: no python3"
fi

perf_runs record -q -e cpu-clock:u -F 999 -o two.data sh -c "'$workload' 1 & '$workload' 1; wait" >/dev/null 2>err
filter_agrees() {
	perf_runs script -F pid,tid,time,ip -i two.data >all 2>/dev/null
	local pid
	pid=$(awk '{ split($1, p, "/"); n[p[1]]++ } END { for (i in n) if (n[i] > most) { most = n[i]; best = i } print best }' all)
	guarded ./pidfilter "$pid" two.data one.data || return 1
	awk -v p="$pid" '{ split($1, q, "/") } q[1] == p' all >want
	perf_runs script -F pid,tid,time,ip -i one.data >got 2>/dev/null
	[ -s want ] && [ "$(wc -l <want)" -lt "$(wc -l <all)" ] || { echo "one process only"; return 1; }
	diff want got | head -5
	[ "${PIPESTATUS[0]}" = 0 ]
}
check "a recording of one process has its samples" filter_agrees

# ---- a pipe with tracepoints
# If another recorder asked for build ids at the same time, the kernel may set the bit MMAP_BUILD_ID in records that have
# none, and perf 6.1 ends with "assertion failed at util/build-id.c" when it reads them: then record once more.
for _ in 1 2 3 4 5; do
	if ! perf_runs record -q -e sched:sched_switch -a -o - sleep 0.3 >pipe.data 2>err || [ ! -s pipe.data ]; then
		skip "tracepoints: $(head -1 err)"
		finish
		exit
	fi
	perf_runs script -i pipe.data >/dev/null 2>&1 && break
done
compare_fields() {
	: >ours
	perf_runs script -F trace -i pipe.data 2>perf.err |
		sed -n 's/^ *prev_comm=\(.*\) prev_pid=\([0-9]*\) .* next_pid=\([0-9]*\) .*/sched:sched_switch: prev_comm=\1 prev_pid=\2 next_pid=\3/p' >theirs
	[ -z "${planted:-}" ] || sed -i '1s/ prev_pid=/ prev_pid=1/' theirs
	guarded ./tpfields sched sched_switch prev_comm prev_pid next_pid <pipe.data >ours 2>ours.err || { head -3 ours.err; return 1; }
	[ -s theirs ] || { echo "perf shows no event"; return 1; }
	sort theirs >want
	sort ours >got
	diff want got | head -5
	[ "${PIPESTATUS[0]}" = 0 ]
}
# No second recording is the same: if the texts differ, keep the recording, both texts and the messages.
fields_agree() {
	local kept
	compare_fields >differences 2>&1 && return 0
	kept=$(mktemp -d "$build/tests/newcomer-kept.XXXXXX") && cp pipe.data theirs ours perf.err ours.err "$kept" &&
		echo "kept in $kept: pipe.data, perf's text 'theirs', the library's text 'ours'"
	cat differences
	return 1
}
check "fields of tracepoints from a pipe equal perf's" fields_agree
keeps_what_differs() {
	local kept status
	planted=1 fields_agree >out
	status=$?
	kept=$(sed -n '1s/^kept in \(.*\): pipe\.data.*/\1/p' out)
	[ $status = 1 ] && [ -n "$kept" ] && cmp pipe.data "$kept/pipe.data" &&
		[ "$(sort "$kept/theirs" "$kept/ours" | uniq -u | wc -l)" = 2 ] && [ -e "$kept/perf.err" ] && [ -e "$kept/ours.err" ]
	status=$?
	[ -z "$kept" ] || rm -r "$kept"
	return $status
}
check "a field that differs is found, and the recording and both texts are kept" keeps_what_differs
pipe_agrees() {
	guarded ./byteorder pipe.data turned.data && ./byteorder turned.data file.data || return 1
	for f in pipe turned file; do
		perf_runs script -F comm,time,event,trace -i $f.data >$f.txt 2>/dev/null || return 1
	done
	[ -s pipe.txt ] && cmp pipe.txt turned.txt && cmp pipe.txt file.txt
}
check "perf reads the same from a pipe that was copied to a file, in either byte order" pipe_agrees
finish
