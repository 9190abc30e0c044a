#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD - trailers: index, check, and other readers of files with a trailer
#
# FLIPS=N: single-byte changes (default 120).
set -u
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
pdata=$build/pdata
real=$(cd "$here/../../fixtures/real" && pwd)
part=trailer
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
cd "$tmp" || exit 1

cp "$real/perf_record.data" probe
if "$pdata" index probe 2>&1 | grep -q 'codec this build lacks'; then
	skip_all "all: a build without xxhash has no trailers"
fi

# A file of some megabytes in which time goes on: the same samples over and over, by text.
make_large() { # FILE ORDER
	awk -v n=60000 'BEGIN {
		print "FILE mode=file order=le attr_size=144"
		print "IDS event=0 ids=[1]"
		print "ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all}"
		print "DATA"
		print "MMAP2 misc=USER pid=7 tid=7 addr=0x400000 len=0x100000 prot=5 flags=2 filename=\"/bin/x\" sample_id={pid=7 tid=7 time=1000}"
		for (i = 0; i < n; i++) {
			if (i % 10000 == 0)
				printf "COMM pid=7 tid=7 comm=\"c%d\" sample_id={pid=7 tid=7 time=%d}\n", i / 10000, 1000000 + i * 100000
			printf "SAMPLE misc=USER ip=0x%x pid=7 tid=7 time=%d\n", 4194304 + i % 5000, 1000000 + i * 100000
		}
		print "FEATURE_TABLE"
		print "FEATURE name=HOSTNAME str=\"host\""
	}' | "$pdata" assemble --order "$2" -o "$1" -
}

same_records() { # FILE FILE - what script prints
	"$pdata" script --show-task-events --show-mmap-events -i "$1" >a.script 2>a.err || return 1
	"$pdata" script --show-task-events --show-mmap-events -i "$2" >b.script 2>b.err || return 1
	cmp a.script b.script && cmp a.err b.err
}

# ---- index
make_large large le
make_large large_be be
cp large indexed
cp large_be indexed_be
check "index says nothing and ends with 0" "$pdata" index indexed indexed_be
check "an indexed file begins with the old one" cmp -n "$(stat -c %s large)" large indexed
check "an indexed file is read as before" same_records large indexed
check "an indexed foreign file is read as before" same_records large_be indexed_be
check "check finds an indexed file whole" "$pdata" check indexed indexed_be
cp indexed again
again() { "$pdata" index again && cmp indexed again; }
check "a second index is the first" again
turn() { # FILE - dump and assemble
	"$pdata" dump -i "$1" >text && "$pdata" assemble -o turned text && cmp "$1" turned && grep -q '^FOOTER$' text
}
check "dump and assemble give an indexed file" turn indexed
check "dump and assemble give a foreign indexed file" turn indexed_be

# If the tracing data is inside its record (simpleperf), no bytes follow the record.
every_record() {
	"$pdata" assemble -o inside "$real/../text/tracing_data_in_record.pdt" && "$pdata" index inside &&
		"$pdata" dump inside | grep -q ' nr_records=9 '
}
check "an index counts what is behind tracing data in a record" every_record

refuses() { # FILE WORDS
	before=$(cat "$1" 2>/dev/null | cksum)
	"$pdata" index "$1" 2>err
	[ $? = 1 ] && grep -q "$2" err && [ "$before" = "$(cat "$1" 2>/dev/null | cksum)" ]
}
cp "$real/perf_pipe.data" pipe
check "a stream is refused" refuses pipe 'stream'
mkdir nothing
check "a directory without a recording is refused" refuses nothing 'nothing/data: No such file'
head -c 100000 large >./cut
check "a cut file is refused" refuses cut 'repair it first'
check "what is no recording is refused" refuses "$here/run.sh" 'not a perf.data file'
writing() {
	cp large busy
	exec 9<>busy
	refuses busy 'still writing this file'
	status=$?
	exec 9>&-
	return $status
}
check "a file that somebody writes is refused" writing

link() {
	cp large target
	chmod 640 target
	ln -s target symlink
	"$pdata" index symlink && [ -L symlink ] && cmp target indexed && [ "$(stat -c %a target)" = 640 ]
}
check "what a link leads to is changed, and keeps its mode" link

both() {
	for _ in 1 2 3 4 5; do
		cp large two
		"$pdata" index two & a=$!
		"$pdata" index two & b=$!
		wait $a && wait $b && cmp two indexed || return 1
	done
	[ "$(echo .two* two*)" = '.two* two' ]
}
check "two at a time leave one new file and nothing else" both

killed() {
	for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
		cp large victim
		"$pdata" index victim & pid=$!
		sleep "0.00$n"
		kill -9 $pid 2>/dev/null
		wait $pid 2>/dev/null
		cmp -s victim large || cmp -s victim indexed || { echo "after ${n} ms: neither"; return 1; }
	done
}
check "killed at any moment it leaves the old file or the new one" killed

# Stopped where each of its system calls returns: @1 is "kill", or what runs meanwhile.
at_each_call() { # WHAT
	cp "$real/perf_record.data" before && cp before after && "$pdata" index after || return 1
	rm -rf stopped
	mkdir stopped
	n=0 killed=0 new=0 status=0
	while :; do
		n=$((n + 1))
		cp before stopped/file
		"$build/tests/trailer/stopat" $n "$1" "$pdata" index stopped/file 2>err
		status=$?
		[ $status = 0 ] || break
		killed=$((killed + 1))
		cmp -s after stopped/file && new=$((new + 1))
		cmp -s before stopped/file || cmp -s after stopped/file || { echo "at call $n: neither the old nor the new file"; return 1; }
		# Between its two names a new file has both.
		for left in stopped/.file.*; do
			[ ! -e "$left" ] || { [ "$1" = kill ] && cmp after "$left" && rm "$left"; } || { echo "at call $n: $left"; return 1; }
		done
	done
	[ $status = 77 ] && return 77
	[ $status = 1 ] && cmp after stopped/file && echo "$killed calls, after $new of them the file was new" || { cat err; return 1; }
	[ $killed -gt 20 ] && [ $new -gt 0 ] && { [ "$1" != kill ] || [ $new -lt $killed ]; }
}
for what in kill "$pdata index stopped/file"; do
	words="killed where any of its system calls returns it leaves the old file or the new one"
	[ "$what" = kill ] || words="a second one that runs between any two system calls leaves one new file"
	if at_each_call "$what" >"$tmp/check.out" 2>&1; then
		ok
	elif [ $? = 77 ]; then
		skip "$words: programs cannot be traced here"
	else
		bad "$words"
		cat "$tmp/check.out"
	fi
done

# Disks with room for less than a copy, for less than its index, and for all of it.
full() {
	new=$(stat -c %s indexed)
	mkdir -p small
	mount -t tmpfs -o size=8m none small 2>/dev/null || return 77
	umount small
	was_old='' was_new=''
	for room in 2 4 8 16 64 128 400 700 740 744 748 752 756 760 764 768 772 776 800 1200; do
		mount -t tmpfs -o size=$(((new / 4096 + 1 + room) * 4))k none small || return 1
		cp large small/file
		"$pdata" index small/file 2>err
		status=$?
		case $status in
		0) cmp small/file indexed && was_new=1 || status=bad ;;
		1) cmp small/file large && [ -s err ] && was_old=1 || status=bad ;;
		*) status=bad ;;
		esac
		left=$(ls -A small)
		umount small
		[ $status != bad ] && [ "$left" = file ] || { echo "$room pages of room: $left"; cat err; return 1; }
	done
	[ "$was_old$was_new" = 11 ]
}
if full >"$tmp/check.out" 2>&1; then
	ok
elif [ $? = 77 ]; then
	skip "full disks: no tmpfs can be mounted"
else
	bad "on a full disk the old file stays, and nothing beside it"
	cat "$tmp/check.out" err
fi

# A failed system call is reported, and the file is unchanged.
refused() { # CALL
	cp large small/file 2>/dev/null || { mkdir -p small && cp large small/file; } || return 1
	strace -o trace -e trace="$1" -e inject="$1":error=EIO:when=1+ "$pdata" index small/file 2>err
	status=$?
	grep -q INJECTED trace || return 0
	[ $status = 1 ] && cmp small/file large && [ -s err ] && [ "$(ls -A small)" = file ]
}
if strace -o trace -e trace=none -e inject=fdatasync:error=EIO true 2>/dev/null; then
	for call in copy_file_range pwrite64 ftruncate fdatasync linkat rename fchmod; do
		check "an error of $call leaves the old file" refused $call
	done
else
	skip "errors of system calls: no strace"
fi

# ---- reading part of it
by_time() { # FILE INDEXED RANGE - less is read, and the answer is the same
	"$pdata" script -F comm,tid,time,ip --show-task-events --show-mmap-events --time "$3" -i "$1" >a 2>a.err
	"$pdata" script -F comm,tid,time,ip --show-task-events --show-mmap-events --time "$3" -i "$2" >b 2>b.err
	[ -s a ] && cmp a b || return 1
	"$pdata" report --stdio -s comm,sym --time "$3" -i "$1" >a 2>a.err
	"$pdata" report --stdio -s comm,sym --time "$3" -i "$2" >b 2>b.err
	cmp a b || return 1
	# It is cut to the same records, but for those that only end rounds.
	"$pdata" cut --time "$3" -i "$1" -o a.data 2>a.err
	"$pdata" cut --time "$3" -i "$2" -o b.data 2>b.err
	"$pdata" script --show-task-events --show-mmap-events -i a.data >a
	"$pdata" script --show-task-events --show-mmap-events -i b.data >b
	[ -s a ] && cmp a b && sed s/a.data/b.data/ a.err | cmp - b.err
}
for range in 0.5,0.6 ,0.01 '5.9,' 2.0,4.1; do
	check "a time of an indexed file is answered as of any ($range)" by_time large indexed $range
done
check "and in the other byte order" by_time large_be indexed_be 2.0,2.1
"$pdata" cut -q -z -i large -o large_z && cp large_z indexed_z && "$pdata" index indexed_z
for range in 0.5,0.6 '5.9,' 10%/3; do
	check "and of compressed data ($range)" by_time large_z indexed_z $range
done
# Percents of a file whose header does not say when it begins and ends.
check "an index says what percents are of" "$pdata" report --stdio --time 10%-20% -i indexed
# A copy of side-band records is as good as the records.
reads_less() {
	strace -y -e trace=pread64 "$pdata" script --show-task-events --time 2.0,2.01 -i indexed 2>&1 >a |
		sed -n 's/^pread64([0-9]*<[^>]*indexed>.* = \([0-9]*\)$/\1/p' >sizes
	awk -v all="$(stat -c %s indexed)" '{ n += $1 } END { print n, "of", all, NR, "reads"; exit !(NR > 0 && n > 0 && n < all && NR < 50) }' sizes
}
if strace -V >/dev/null 2>&1 && strace true 2>/dev/null; then
	check "a short time takes few reads" reads_less
else
	skip "how much is read for a time: no strace"
fi
# ---- samples over time
sources() { # FILE INDEXED OPTION... - the same numbers, from wherever they are
	plain=$1 with=$2 from=$3
	shift 3
	"$pdata" timeline "$@" -i "$plain" | sed 1d >a || return 1
	"$pdata" timeline "$@" -i "$with" >b || return 1
	head -1 b | grep -q ": $from\$" && sed 1d b | cmp - a && [ "$(wc -l <a)" -gt 4 ]
}
check "a timeline is that of the data" sources large indexed 'from the index'
check "and of the other byte order" sources large_be indexed_be 'from the index' --slices 7
check "and of compressed data" sources large_z indexed_z 'from the index' --interval 100
check "a timeline of a time" sources large indexed 'from the index' --time 1,2.5
check "slices that the index has not are read" sources large indexed 'counted from the samples, which the index located in the file' --interval 33.3 --time 1.0001,1.5
check "so are parts of the time" sources large_z indexed_z 'counted from the samples, which the index located in the file' --time 10%/3
timeline_says() { "$pdata" timeline large | head -1 | grep -q '^# 60000 samples in slices of .* the recording has no index$'; }
check "a timeline says that there is no index" timeline_says
timeline_stream() { "$pdata" timeline --interval 1000 -i "$real/perf_record.data" | tail -n +2 >a; "$pdata" timeline --interval 1000 <"$real/perf_record.data" -i - | tail -n +2 | cmp - a; }
check "a timeline of standard input" timeline_stream
# An index is all that it reads: where the data is, there may be anything.
no_data() {
	cp indexed gone
	dd if=/dev/zero of=gone bs=100000 seek=5 count=10 conv=notrunc 2>/dev/null
	"$pdata" timeline gone >a 2>a.err && "$pdata" timeline indexed | cmp - a && [ ! -s a.err ]
}
check "a timeline reads no data where there is an index" no_data
timeline_oracle() { # FILE - against a count of what perf prints, event by event
	cp "$1" given && "$pdata" index given || return 1
	perf script --ns -F time,event -i "$1" 2>/dev/null >lines
	"$pdata" timeline --interval 20 -i given --json | tr '{' '\n' >json
	n=0
	for event in $(perf evlist -i "$1" 2>/dev/null | grep -v '^#'); do
		n=$((n + 1))
		awk -v want="$event:" '{
			sub(":", "", $1)
			split($1, t, ".")
			if ($2 == want) nr[int((t[1] * 1000 + int(t[2] / 1000000)) / 20)]++
		} END { for (i in nr) print i * 20, nr[i] }' lines | sort -n >a
		sed -n 's/^"time":\([0-9]*\)000000,"samples":\[\([0-9,]*\)\].*/\1 \2/p' json |
			awk -v n=$n '{ split($2, nr, ","); if (nr[n]) print $1, nr[n] }' >b
		[ -s a ] && cmp a b || { echo "$event"; return 1; }
	done
	[ $n -gt 0 ]
}
timeline_range() { # FILE --time RANGE
	perf script --ns -F event "$2" "$3" -i "$1" 2>/dev/null | wc -l >a
	"$pdata" timeline "$2" "$3" "$1" | sed -n '1s/^# \([0-9]*\) samples.*/\1/p' >b
	[ "$(cat a)" -gt 4 ] && cmp a b
}
if command -v perf >/dev/null; then
	for f in perf_record perf_callchains perf_compressed; do
		check "a timeline has the numbers of perf script ($f.data)" timeline_oracle "$real/$f.data"
	done
	# A record of a group with :S stands for a sample of each event whose counter has changed.
	if perf_records -e '{cpu-clock,page-faults}:S' -c 1000000 -o group awk 'BEGIN { for (i = 0; i < 500000; i++) a[i] = i }' 2>/dev/null; then
		check "a timeline counts the members of groups" timeline_oracle group
		check "a timeline reads the records of groups" sources group given 'counted from all records, because the index does not count the samples of group members'
		range=$("$pdata" timeline --json group | sed 's/.*"first_time":\([0-9]*\),"last_time":\([0-9]*\),.*/\1 \2/' |
			awk '{ printf "%.6f,%.6f", ($1 * 3 + $2) / 4e9, ($1 + $2) / 2e9 }')
		check "and those in a range" timeline_range group --time "$range"
	else
		skip "a timeline of a group: perf cannot record one"
	fi
else
	skip "a timeline beside perf script: no perf"
fi

# Damage in chunks that are not read is not noticed; damage in chunks that are read is reported.
printf 'X' | dd of=indexed bs=1 seek=1500000 conv=notrunc 2>/dev/null
elsewhere() { "$pdata" report --stdio --time 0.0,0.5 -i indexed >a 2>b && [ ! -s b ]; }
check "a chunk that is not read does not matter" elsewhere
said() {
	"$pdata" report --stdio -i indexed >a 2>b
	[ $? = 2 ] && grep -q 'checksum does not match.*chunk 2 of' b
}
check "a changed chunk that is read is said" said
cp again indexed

# A chunk without the only MMAP2, and with other bytes where samples are: names come from the copies, none twice.
wreck() { # FILE TEXT - 8 bytes before TEXT and all of it, and the header of the hundredth sample
	at=$(grep -abo -m 1 "$2" "$1" | head -1 | cut -d: -f1)
	sample=$(grep -abPo '\x09\x00\x00\x00\x02\x00\x20\x00|\x00\x00\x00\x09\x00\x02\x00\x20' "$1" | cut -d: -f1 -s | sed -n 100p)
	printf 'XXXXXXXXXXXXXXXX' | dd of="$1" bs=1 seek=$((at - 8)) conv=notrunc 2>/dev/null
	printf '\377\377\377\377\377\377\377\377' | dd of="$1" bs=1 seek="$sample" conv=notrunc 2>/dev/null
}
names_survive() { # FILE TEXT
	cp "$1" changed
	"$pdata" report --stdio -F sample,comm,dso -i "$1" >a 2>/dev/null
	wreck changed "$2"
	"$pdata" report --stdio -F sample,comm,dso -i changed >b 2>b.err
	[ $? = 2 ] && grep -q 'records about maps, threads and names are read from a second copy' b.err || { cat b.err; return 1; }
	# As many maps and names as before, and at most the samples of the damaged place less.
	"$pdata" script --show-task-events --show-mmap-events -F comm,tid,time -i "$1" | grep -c PERF_RECORD >a.side
	"$pdata" script --show-task-events --show-mmap-events -F comm,tid,time -i changed 2>/dev/null | grep -c PERF_RECORD >b.side
	cmp a.side b.side || return 1
	grep -v '^#' a | awk 'NF' >a.rows
	grep -v '^#' b | awk 'NF' >b.rows
	awk '{ k = $2 " " $3 } NR == FNR { n[k] = $1; next } !(k in n) || n[k] - $1 > 5 || $1 - n[k] > 5 { print; bad = 1 } END { exit bad || FNR != length(n) }' a.rows b.rows
}
check "names survive in a chunk that was changed" names_survive indexed /bin/x
check "and in a foreign file" names_survive indexed_be /bin/x
names_survive_packed() { # the frame that has the map is not to be opened any more
	cp indexed_z changed
	first=$(od -An -t u8 -j 40 -N 8 changed | tr -d ' ')
	printf 'XXXXXXXXXXXXXXXX' | dd of=changed bs=1 seek=$((first + 30)) conv=notrunc 2>/dev/null
	"$pdata" script --show-task-events --show-mmap-events -F comm,tid,time,ip,sym,dso -i indexed_z 2>/dev/null >a
	"$pdata" script --show-task-events --show-mmap-events -F comm,tid,time,ip,sym,dso -i changed 2>b.err >b
	[ $? = 2 ] && grep PERF_RECORD a >a.side && grep PERF_RECORD b | cmp a.side - && [ "$(wc -l <b)" -lt "$(wc -l <a)" ] &&
		[ "$(grep -c '/bin/x' b)" -gt 12000 ]
}
check "and where it was compressed" names_survive_packed
no_copies() { # a file as it is comes out of dump
	cp indexed changed
	wreck changed /bin/x
	"$pdata" dump -i changed >text 2>/dev/null
	"$pdata" assemble -o turned text && cmp changed turned
}
check "what dump gives of it are the changed bytes" no_copies

# Frames that hold their records as they are, so that one of them can be changed: the last one of a chunk then
# wants bytes that are not there, and those of the next chunk are not it.
frames() {
	awk 'BEGIN {
		print "FILE mode=file order=le attr_size=144"
		print "IDS event=0 ids=[1]"
		print "ATTR attr={type=1 size=128 sample_type=IP|TID|TIME}"
		print "DATA"
		for (i = 0; i < 1800; i++)
			content = content "09000000020020000001400000000000070000000700000010270000" "00000000"
		for (i = 0; i < 40; i++)
			print "COMPRESSED data=28b52ffd0058" "010807" content
		print "FEATURE_TABLE"
		print "FEATURE name=COMPRESSED version=0 type=1 level=1 ratio=1 mmap_len=528384"
	}' | "$pdata" assemble -o frames - && "$pdata" index frames && "$pdata" check frames
}
flip_byte() { # FILE OFFSET BYTE
	printf '%b' "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
loses_one() {
	frames && cp frames changed && flip_byte changed 50000 '\0377' || return 1
	end=$("$pdata" check --json changed | sed -n 's/.*"off":\([0-9]*\),"len":\([0-9]*\),"chunk":1,.*/\1 \2/p' |
		awk '{ print $1 + $2 }')
	cp frames changed && flip_byte changed $((end - 26)) '\050' || return 1
	"$pdata" script -F ip -i frames | wc -l >a
	"$pdata" script -F ip -i changed 2>err | wc -l >b
	echo "$end: $(cat a), $(cat b)" && cat err
	[ "$(cat a)" = 72000 ] && [ "$(cat b)" = 71999 ] && grep -q 'chunk 1 of' err
}
check "a record that is cut off by a chunk's end takes nothing of the next one" loses_one

# ---- check
n=${FLIPS:-120}
flips=$build/tests/trailer/flips
check "every changed byte is found where it is, and changes nothing elsewhere" "$flips" "$pdata" indexed "$n" 1 "$((n / 3))" "$((n / 12))"
check "and in a foreign file" "$flips" "$pdata" indexed_be "$((n / 3))" 2 "$((n / 6))" "$((n / 40))"
if "$pdata" cut -q -z -i large -o packed && "$pdata" index packed 2>/dev/null; then
	check "and in compressed data" "$flips" "$pdata" packed "$((n / 3))" 3 "$((n / 6))" "$((n / 40))"
fi
"$pdata" check large >said
check "a file without checksums is said to be checked by structure" grep -q 'undamaged: all records can be decoded' said
"$pdata" check --json cut >said
status=$?
check "a cut file is damaged" [ $status = 2 ]
check "and said so as JSON" grep -q '"status":"damaged"' said
"$pdata" check "$here/run.sh" >said
status=$?
check "what is no recording cannot be checked" [ $status = 1 ]

# ---- the recorder
if "$build/pdata-record" -q -e cpu-clock -o recorded true 2>err; then
	"$pdata" check recorded >said
	check "a recording ends with an index and checksums" grep -q 'undamaged: all checksums match' said
	check "and dump and assemble give it" turn recorded
	made_again() { # OPTION... - the recorder's index, made as the data goes by, is that of the file
		"$build/pdata-record" -q --no-bundle -m 16 "$@" -e cpu-clock -F 5000 -g -o recorded -- "$pdata" report -i large >/dev/null &&
			cp recorded again && "$pdata" index again && cmp recorded again
	}
	check "its index is the one that is made of the file" made_again
	check "and so is that of compressed data" made_again -z
	"$build/pdata-record" -q --no-index -e cpu-clock -o recorded true
	"$pdata" check recorded >said
	check "and without on request" grep -q 'all records can be decoded; the file has no checksums' said
	# pdata index of the finished file gives the same trailer as the recorder.
	longer() {
		"$build/pdata-record" -q -e cpu-clock -c 20000 -g --flush 100 -o recorded sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done'
		"$pdata" check recorded | grep -q checksums && cp recorded again && "$pdata" index again && cmp recorded again
	}
	check "the index of a recording is that of its file" longer
else
	skip "what is recorded here: $(cat err)"
fi

# With tracepoints, their formats are in front of the data.
small_reads() {
	strace -o trace -e trace=pread64 "$pdata" evlist -i traced >out || return 1
	[ -s out ] && sed -n 's/.* = \([0-9]*\)$/\1/p' trace |
		awk -v all="$(stat -c %s traced)" '{ n += $1 } END { print n, "of", all; exit n > all / 2 }'
}
if ! strace true 2>/dev/null; then
	skip "how much is read to open a file: no strace"
elif ! "$build/pdata-record" -q -e raw_syscalls:sys_enter -o traced dd if=/dev/zero of=/dev/null bs=1 count=20000 2>err; then
	skip "files of tracepoints: $(head -1 err)"
else
	check "a file of tracepoints is opened without reading its data" small_reads
fi

# ---- other readers
if command -v perf >/dev/null; then
	perf_same() { # FILE
		cp "$real/$1" plain && cp plain with && "$pdata" index with || return 1
		perf report --stats -i plain >a 2>a.err; perf report --stats -i with >b 2>b.err
		cmp a b && cmp a.err b.err || return 1
		perf script -i plain >a 2>a.err; perf script -i with >b 2>b.err
		cmp a b && cmp a.err b.err || return 1
		perf report --header-only -i plain >a 2>a.err; perf report --header-only -i with >b 2>b.err
		grep -v '^# captured on' a >a1; grep -v '^# captured on' b >b1
		cmp a1 b1 && cmp a.err b.err || return 1
		perf inject -b -i plain -o a.data 2>a.err; perf inject -b -i with -o b.data 2>b.err
		cmp a.err b.err || return 1
		# Its own command line is in what it writes.
		perf script -i a.data >a 2>a.err; perf script -i b.data >b 2>b.err
		cmp a b && cmp a.err b.err
	}
	for f in perf_record perf_callchains perf_compressed pdata_record; do
		check "perf sees no difference in $f.data" perf_same $f.data
	done
else
	skip "what perf makes of it: no perf"
fi
finish
