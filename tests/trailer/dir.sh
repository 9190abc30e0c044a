#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# dir.sh BUILD - trailers of directory recordings: the file "data" has one for all members
set -u
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
pdata=$build/pdata
part=directories
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
cd "$tmp" || exit 1

cp "$here/../../fixtures/real/perf_record.data" probe
if "$pdata" index probe 2>&1 | grep -q 'codec this build lacks'; then
	skip_all "all: a build without xxhash has no trailers"
fi

# Three members with overlapping times, the last one without a record; all have side-band records.
make_dir() { # DIR ORDER
	awk -v n=80000 -v order="$2" 'function member(k, i) {
		printf "MEMBER name=\"data.%d\"\n", k
		for (i = 0; i < n; i++) {
			if (i % 10000 == 0)
				printf "COMM pid=7 tid=7 comm=\"c%d-%d\" sample_id={pid=7 tid=7 time=%.0f}\n", k, i / 10000, 1000000 + i * 100000 + k
			printf "SAMPLE misc=USER ip=0x%x pid=7 tid=7 time=%.0f\n", 4194304 + i % 5000, 1000000 + i * 100000 + k
		}
	}
	BEGIN {
		print "DIRECTORY"
		print "MEMBER name=\"data\""
		print "FILE mode=file order=" order " attr_size=144"
		print "IDS event=0 ids=[1]"
		print "ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all}"
		print "DATA"
		print "MMAP2 misc=USER pid=7 tid=7 addr=0x400000 len=0x100000 prot=5 flags=2 filename=\"/bin/x\" sample_id={pid=7 tid=7 time=1000}"
		print "FINISHED_INIT"
		print "FEATURE_TABLE"
		print "FEATURE name=HOSTNAME str=\"host\""
		print "FEATURE name=DIR_FORMAT dir_format=1"
		member(2)
		member(10)
		print "MEMBER name=\"data.11\""
	}' | "$pdata" assemble -o "$1" -
}
fresh() { # FROM TO
	rm -rf "$2" && cp -r "$1" "$2"
}
same_dirs() { diff -r "$1" "$2"; }
same_records() { # DIR DIR
	"$pdata" script --show-task-events --show-mmap-events -i "$1" >a.script 2>a.err || return 1
	"$pdata" script --show-task-events --show-mmap-events -i "$2" >b.script 2>b.err || return 1
	[ -s a.script ] && cmp a.script b.script && [ ! -s b.err ]
}

make_dir large le
make_dir large_be be
for order in '' _be; do
	fresh large$order indexed$order
	check "a directory is indexed without a message ($order)" "$pdata" index indexed$order
	check "its first file begins with the old one ($order)" cmp -n "$(stat -c %s large$order/data)" large$order/data indexed$order/data
	members() { cmp large$order/data.2 indexed$order/data.2 && cmp large$order/data.10 indexed$order/data.10 && [ "$(ls -A indexed$order | wc -l)" = 4 ]; }
	check "its other members are unchanged ($order)" members
	check "its records are unchanged ($order)" same_records large$order indexed$order
	whole() { "$pdata" check indexed$order >said && grep -q 'undamaged: all checksums match' said; }
	check "check finds it undamaged ($order)" whole
	again() { fresh indexed$order again && "$pdata" index again && same_dirs indexed$order again; }
	check "a second index equals the first ($order)" again
	turn() { "$pdata" dump -i indexed$order >text && rm -rf turned && "$pdata" assemble -o turned text && same_dirs indexed$order turned && grep -q '^BLOCK name=INDEX member=2 ' text; }
	check "dump and assemble give the same bytes ($order)" turn
	by_time() { # RANGE
		"$pdata" script -F comm,tid,time,ip,dso --show-task-events --show-mmap-events --time "$1" -i large$order >a 2>a.err
		"$pdata" script -F comm,tid,time,ip,dso --show-task-events --show-mmap-events --time "$1" -i indexed$order >b 2>b.err
		[ -s a ] && cmp a b && cmp a.err b.err || return 1
		"$pdata" report --stdio -s comm,sym --time "$1" -i large$order >a 2>a.err
		"$pdata" report --stdio -s comm,sym --time "$1" -i indexed$order >b 2>b.err
		cmp a b || return 1
		"$pdata" cut --time "$1" -i large$order -o a.data 2>a.err
		"$pdata" cut --time "$1" -i indexed$order -o b.data 2>b.err
		"$pdata" script --show-task-events --show-mmap-events -i a.data >a
		"$pdata" script --show-task-events --show-mmap-events -i b.data >b
		[ -s a ] && cmp a b
	}
	for range in 0.5,0.6 ,0.01 '7.9,' 2.0,4.1; do
		check "--time selects the same samples with and without the index ($range$order)" by_time $range
	done
	timeline() { # OPTION...
		"$pdata" timeline "$@" -i large$order | sed 1d >a && "$pdata" timeline "$@" -i indexed$order >b || return 1
		head -1 b | grep -q ': from the index$' && sed 1d b | cmp - a && [ "$(wc -l <a)" -gt 4 ] && head -1 b | grep -q '^# 160000 samples'
	}
	check "a timeline counts all members ($order)" timeline
	check "a timeline with other slices counts all members ($order)" timeline --interval 100
done

bytes_read() { # DIR
	strace -f -y -e trace=pread64 "$pdata" script --time 2.0,2.01 -i "$1" 2>&1 >a |
		sed -n "s/^.*pread64([0-9]*<[^>]*$1\\/data[^>]*>.* = \\([0-9]*\\)\$/\\1/p" |
		awk '{ n += $1 } END { print n + 0 }'
}
reads_less() {
	all=$(bytes_read large) some=$(bytes_read indexed)
	echo "$some of $all"
	[ "$some" -gt 0 ] && [ "$some" -lt $((all / 2)) ]
}
if strace -V >/dev/null 2>&1 && strace true 2>/dev/null; then
	check "a range of time reads less than all members" reads_less
else
	skip "how much is read for a time: no strace"
fi

# ---- changed directories
change() { # FILE OFFSET
	printf '\377\377\377\377\377\377\377\377' | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
located() {
	fresh indexed changed && change changed/data.10 1500000
	"$pdata" check changed >said
	[ $? = 2 ] && grep -q '^changed: data.10: part of the data (chunk 2 of 3) at offset [0-9]*: [0-9]* bytes, [0-9]* samples from .*: checksum does not match$' said && [ "$(wc -l <said)" = 1 ] || { cat said; return 1; }
	"$pdata" check --json changed | grep -q '"member":"data.10","problem":"checksum does not match","part":"data",.*"chunk":2,' || return 1
	"$pdata" script -F ip -i changed 2>err | wc -l >b
	grep -q 'data.10: chunk 2 of 3.*records about maps, threads and names are read from a second copy' err && [ "$(cat b)" -gt 159990 ] || { cat err b; return 1; }
	"$pdata" script --show-task-events -F comm,tid,time -i changed 2>/dev/null | grep -c PERF_RECORD_COMM >b
	[ "$(cat b)" = 16 ]
}
check "damage is located in its member and chunk, and other chunks are read" located
mended() { # records in the changed chunk are lost, except those in the backup; the new file has an index and symbols
	fresh indexed changed && "$pdata" bundle -q changed && change changed/data.10 1500000 && rm -f clean
	lost=$("$pdata" check --json changed | sed -n 's/.*"samples":\([0-9]*\).*/\1/p')
	"$pdata" repair -i changed -o clean >said 2>err
	[ $? = 2 ] && grep -q "^saved: [0-9]* records, $((160000 - lost)) of them samples" said && grep -q "^lost: .* $lost of them samples" said || { cat said err; return 1; }
	"$pdata" check clean | grep -q 'all checksums match' && "$pdata" dump clean | grep -q '^BLOCK name=SYMBOLS ' || return 1
	[ "$("$pdata" script -F ip -i clean | wc -l)" = $((160000 - lost)) ] && [ "$("$pdata" script --show-task-events -F comm,tid,time -i clean | grep -c PERF_RECORD_COMM)" = 16 ] || return 1
	"$pdata" repair --keep-chunks -i changed -o clean >said 2>err
	grep -q "^saved: [0-9]* records, 16[0-9]* of them samples\|^saved: [0-9]* records, 1599[0-9]* of them samples" said
}
check "repair leaves out the records of a damaged chunk, and writes those of the backup" mended
first_file() {
	fresh indexed changed && change changed/data "$(grep -abo -m 1 host changed/data | head -1 | cut -d: -f1)"
	"$pdata" check changed >said
	[ $? = 2 ] && grep -q '^changed: features at offset' said || { cat said; return 1; }
}
check "repair does so in the first file" first_file
not_the_same() { # WORDS
	"$pdata" check changed >said
	[ $? = 2 ] && grep -q "$1" said || { cat said; return 1; }
	"$pdata" report --stats -i changed >a 2>err
	[ $? = 2 ] && [ -s err ] || { cat err; return 1; }
	"$pdata" timeline changed 2>/dev/null | head -1 | grep -q 'the recording has no index$'
}
is_cut() { fresh indexed changed && truncate -s -48 changed/data.2 && not_the_same '^changed: data.2: data: the file has [0-9]* bytes, but had [0-9]* when'; }
check "a cut member is detected" is_cut
is_gone() { fresh indexed changed && rm changed/data.11 && not_the_same '^changed: data.11: data: No such file'; }
check "a missing member is detected" is_gone
is_other() { # of the same size
	fresh indexed changed && cp changed/data.2 changed/data.10
	"$pdata" check changed >said
	[ $? = 2 ] && [ "$(grep -c '^changed: data.10: part of the data (chunk [123] of 3).*checksum does not match' said)" = 3 ]
}
check "a replaced member is detected" is_other
is_more() {
	fresh indexed changed && cp changed/data.2 changed/data.3
	"$pdata" check changed >said
	[ $? = 2 ] && grep -q '^changed: data.3: data: this file is not in the index' said || return 1
	"$pdata" timeline changed | head -1 | grep -q '^# 240000 samples .*the recording has no index$'
}
check "a new member is detected" is_more
# An index of the file "data" alone does not describe the others, which are then read without it.
first_alone() {
	fresh large changed && "$pdata" index changed/data && "$pdata" check changed >said && grep -q 'all records can be decoded' said || return 1
	"$pdata" timeline changed | head -1 | grep -q '^# 160000 samples .*the recording has no index$' && same_records large changed
}
check "an index of the first file alone is not used for the directory" first_alone
pressed() {
	gzip -c large/data.2 >small.gz || return 77
	fresh large changed && mv small.gz changed/data.2
	"$pdata" index changed 2>err
	[ $? = 1 ] && grep -q 'data.2: .*compressed by gzip' err && [ "$(ls -A changed | wc -l)" = 4 ] && cmp large/data changed/data
}
check "a member that is compressed as a whole is refused" pressed
torn() {
	fresh large changed && truncate -s -8 changed/data.10
	"$pdata" index changed 2>err
	[ $? = 1 ] && grep -q 'data.10: the last record is incomplete' err && cmp large/data changed/data
}
check "a member whose last record is cut is refused" torn

# ---- an interrupted index leaves the old or the new file
at_each_call() {
	"$pdata" assemble -o before "$here/../../fixtures/text/dir_threads.pdt" || return 1
	fresh before after && "$pdata" index after || return 1
	n=0 new=0 killed=0
	while :; do
		n=$((n + 1))
		fresh before stopped
		"$build/tests/trailer/stopat" $n kill "$pdata" index stopped 2>err
		status=$?
		[ $status = 0 ] || break
		killed=$((killed + 1))
		cmp -s after/data stopped/data && new=$((new + 1))
		cmp -s before/data stopped/data || cmp -s after/data stopped/data || { echo "at call $n: neither"; return 1; }
		# Readers ignore temporary files that remain in the directory.
		"$pdata" script -F ip,time -i stopped >a 2>a.err && [ "$(wc -l <a)" = "$(cat all.lines 2>/dev/null || { wc -l <a | tee all.lines; })" ] || { echo "at call $n: other records"; return 1; }
		find stopped -mindepth 1 | grep -v '/data$\|/data\.[0-9]*$\|/\.data\.[0-9]*$' && return 1
	done
	[ $status = 77 ] && return 77
	[ $status = 1 ] && same_dirs after stopped && [ $killed -gt 20 ] && [ $new -gt 0 ] && [ $new -lt $killed ] || { cat err; return 1; }
}
words="killed where any of its system calls returns it leaves the old file or the new one, and no member"
if at_each_call >"$tmp/check.out" 2>&1; then
	ok
elif [ $? = 77 ]; then
	skip "$words: programs cannot be traced here"
else
	bad "$words"
	cat "$tmp/check.out"
fi

# ---- names
bundled() {
	fresh large changed && "$pdata" bundle -q changed && "$pdata" check changed | grep -q 'all checksums match' && "$pdata" dump changed | grep -q '^BLOCK name=SYMBOLS ' &&
		fresh changed again && "$pdata" index again && same_dirs changed again && same_records large changed
}
check "symbols are kept in the first file, also with a new index" bundled

# ---- what recorders write
whole_recording() { # DIR
	"$pdata" check "$1" | grep -q 'all checksums match' && fresh "$1" again && "$pdata" index again && same_dirs "$1" again
}
made_again() { # OPTION... - the index made while recording equals the one made of the files
	rm -rf recorded
	"$build/pdata-record" -q --threads "$@" -e cpu-clock -F 5000 -g -o recorded -- "$pdata" report -i large >/dev/null && whole_recording recorded || return 1
	# And SAMPLE_TIME in the header has the times of the index.
	times=$("$pdata" report --header-only -i recorded | sed -n 's/^# time of .* sample : //p')
	"$pdata" script -F time -i recorded | sed 's/[ :]//g' | sed -n '1p;$p' >a
	echo "$times" | cmp - a
}
if "$build/pdata-record" -q --threads -e cpu-clock -o recorded true 2>err && [ -s recorded/data ]; then
	live=1
	check "a recording of threads ends with an index of all its files" made_again
	check "a compressed recording of threads ends with an index of all its files" made_again -z
	rm -rf recorded
	"$build/pdata-record" -q --threads --no-index -e cpu-clock -o recorded true
	"$pdata" check recorded >said
	check "--no-index writes no index" grep -q 'all records can be decoded; the file has no checksums' said
	live=
else
	skip "what is recorded here: $(head -1 err)"
fi
if command -v perf >/dev/null && perf_records --threads -e cpu-clock -o theirs "$pdata" report -i large >/dev/null && find theirs -name "data.*" -size +0 | grep -q .; then
	of_perf() {
		fresh theirs again && "$pdata" index again && "$pdata" check again | grep -q 'all checksums match' && same_records theirs again || return 1
		perf script -i theirs >a 2>a.err; perf script -i again >b 2>b.err
		cmp a b && cmp a.err b.err
	}
	check "perf's recording of threads is indexed, and perf reads it as before" of_perf
else
	skip "a recording of threads by perf"
fi

# ---- other readers
if command -v perf >/dev/null; then
	perf_same() {
		perf report --stats -i large >a 2>a.err; perf report --stats -i indexed >b 2>b.err
		[ -s a ] && cmp a b && cmp a.err b.err || return 1
		perf script -i large >a 2>a.err; perf script -i indexed >b 2>b.err
		[ "$(wc -l <a)" = 160000 ] && cmp a b && cmp a.err b.err || return 1
		perf report --header-only -i large >a 2>a.err; perf report --header-only -i indexed >b 2>b.err
		grep -v '^# captured on' a >a1; grep -v '^# captured on' b >b1
		cmp a1 b1 && cmp a.err b.err
	}
	check "perf sees no difference" perf_same
else
	skip "what perf makes of it: no perf"
fi
finish
