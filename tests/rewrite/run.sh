#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD - the recordings of pdata cut and merge have the right samples, for perf too
set -u

build=$(cd "${1:?usage: run.sh BUILD}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd) || exit 1
real=$here/../../fixtures/real
# shellcheck disable=SC2034 # lib.sh reads it
part=rewrite
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. "$here/../lib.sh"

pdata=$build/pdata
cd "$tmp" || exit 1
export HOME=$tmp PERF_CONFIG=/dev/null DEBUGINFOD_URLS='' LC_ALL=C.UTF-8

perf_count() { # FILE - count the samples that perf reads, without a message
	perf report -f --stats -i "$1" 2>perf.err | awk '$1 == "SAMPLE" && $2 == "events:" { print $3; exit }'
	! grep -v '^$' perf.err >&2
}

# same FILE OPTION... - cut keeps the samples that script prints with the same option
same() {
	local file=$1 rc
	shift
	"$pdata" script "$@" -i "$file" >want 2>/dev/null
	"$pdata" cut -q "$@" -i "$file" -o cut.data
	rc=$?
	[ $rc = 0 ] || { echo "status $rc"; return 1; }
	"$pdata" script -i cut.data >is || return 1
	cmp want is || { diff want is | head -5; return 1; }
	command -v perf >/dev/null || return 0
	"$pdata" report --stats -i cut.data | awk '$1 == "SAMPLE" && $2 == "events:" { print $3; exit }' >count
	perf_count cut.data | cmp - count || { echo "perf finds $(perf_count cut.data) samples, not $(cat count)"; return 1; }
}

times_of() { # FILE - print the times of the first and the last sample, and of two consecutive samples in the middle
	"$pdata" script --ns -F time -i "$1" | sed 's/[^0-9.]//g' | grep . | sort -n | awk '{ t[NR] = $1 } END { m = int(NR / 2); while (m > 1 && t[m] == t[m + 1]) m--; print t[1], t[m], t[NR], t[m + 1] }'
}

halves() { # FILE - the parts before and after a time have all samples together
	local file=$1 first middle last next n
	read -r first middle last next < <(times_of "$file")
	same "$file" --time "$first,$middle" && same "$file" --time "$next,$last" || return 1
	n=$("$pdata" cut -i "$file" -o c.data 2>&1 | awk '{ print $4 }')
	[ "$n" = "$("$pdata" script -i "$file" -F time | grep -c :)" ] || { echo "$n samples"; return 1; }
}

same_build_ids() { # FILE - features that are not counted among the records
	"$pdata" cut -q -i "$1" -o f.data && "$pdata" buildid-list -i "$1" | sort -u >want && [ -s want ] &&
		"$pdata" buildid-list -i f.data | sort -u | cmp want -
}

# A pipe of the recorder has one feature early, and all of them at the end.
early_build_id() {
	cat >early.pdt <<-'END'
		FILE mode=file order=le attr_size=144
		IDS event=0 ids=[1]
		ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all}
		DATA
		BUILD_ID misc=USER|BUILD_ID_SIZE pid=-1 build_id=e025128345ce65b719dab776555f2b64ee0204a1 id_size=20 res1=0 res2=0 filename="[vdso]"
		SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=10
		FEATURE_TABLE
		FEATURE name=BUILD_ID entries=[{type=0 misc=0x8002 size=48 pid=-1 build_id=e025128345ce65b719dab776555f2b64ee0204a1 id_size=20 res1=0 res2=0 filename="[vdso]"} {type=0 misc=0x8001 size=56 pid=-1 build_id=48dc540c8b76393804ca8088dbfa7d42911a9444 id_size=20 res1=0 res2=0 filename="[kernel.kallsyms]"}]
	END
	"$pdata" assemble early.pdt -o early.data && same_build_ids early.data && [ "$(wc -l <want)" = 2 ]
}
check "build ids that occur twice" early_build_id

# Maps have build ids, which perf lists, except the vdso's, which has a record of its own: the copy has no list of this one alone.
ids_in_maps() {
	cat >ids.pdt <<-'END'
		FILE mode=file order=le attr_size=144
		IDS event=0 ids=[1]
		ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=mmap|mmap2|build_id|sample_id_all}
		DATA
		BUILD_ID misc=USER|BUILD_ID_SIZE pid=-1 build_id=e025128345ce65b719dab776555f2b64ee0204a1 id_size=20 res1=0 res2=0 filename="[vdso]"
		MMAP2 misc=USER|MMAP_BUILD_ID pid=7 tid=7 addr=0x400000 len=0x1000 build_id_size=20 build_id=48dc540c8b76393804ca8088dbfa7d42911a9444 prot=5 flags=2 filename="/x/prog" sample_id={pid=7 tid=7 time=1}
		SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=10
		FEATURE_TABLE
		FEATURE name=SAMPLE_TIME first=10 last=10
	END
	"$pdata" assemble ids.pdt -o ids.data && same_build_ids ids.data && grep -q /x/prog want || return 1
	"$pdata" index ids.data 2>err || { cat err; return 1; }
	for cmd in "cut -i ids.data" "merge ids.data" "merge $real/perf_record.data ids.data" "repair -i ids.data"; do
		rm -f m.data
		# shellcheck disable=SC2086 # words
		"$pdata" $cmd -o m.data 2>err || { cat err; return 1; }
		"$pdata" buildid-list -i m.data >is && grep -q /x/prog is || { echo "$cmd"; cat is; return 1; }
		"$pdata" dump -i m.data | grep -q '^BUILD_ID.*"\[vdso\]"' || { echo "$cmd: the id of the vdso is lost"; return 1; }
		command -v perf >/dev/null || continue
		perf buildid-list -i m.data 2>err | grep -q /x/prog || { echo "perf: $cmd"; return 1; }
	done
}
check "build ids of maps" ids_in_maps

# The samples of --off-cpu come last, and their times do not tell when something happened.
off_cpu() {
	{
		cat <<-'END'
			FILE mode=file order=le attr_size=144
			IDS event=0 ids=[1]
			ATTR attr={type=1 size=128 sample_type=IP|TID|TIME|PERIOD flags=sample_id_all}
			DATA
		END
		for i in $(seq 100); do
			echo "SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=$((1000000000 + i * 10000000)) period=1"
		done
		echo 'SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=18446744069414584320 period=5'
		echo 'SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=18446744069414584321 period=5'
		echo FEATURE_TABLE
	} >off.pdt
	"$pdata" assemble off.pdt -o off.data && cp off.data off.index && "$pdata" index off.index || return 1
	for file in off.data off.index; do
		"$pdata" cut -q --time 20%-40% -i "$file" -o c.data || return 1
		[ "$("$pdata" script -F time -i c.data | grep -c :)" = 20 ] || { "$pdata" script -F time -i c.data; return 1; }
		"$pdata" report --header-only -i c.data | grep 'time of last sample : 1\.4' || return 1
		"$pdata" report --stdio --time 20%-40% -i c.data | grep 'Samples: 4 ' || return 1
		"$pdata" timeline "$file" >line && grep '^# 2 samples of the recording are in no slice' line && grep '^# 100 samples in slices of 2[0-9.]* ms' line || { head line; return 1; }
		"$pdata" cut -q -i "$file" -o all.data && [ "$("$pdata" script -F time -i all.data | grep -c :)" = 102 ] || return 1
		"$pdata" report --header-only -i all.data | grep 'time of last sample : 2\.0' || return 1
		"$pdata" repair -q -o repaired.data "$file" && "$pdata" report --header-only -i repaired.data | grep 'time of last sample : 2\.0' || return 1
	done
}
check "times of --off-cpu are not in the span of time" off_cpu

for real_file in perf_record perf_callchains perf_compressed pdata_record; do
	file=$real/$real_file.data
	check "$real_file: all" same "$file"
	check "$real_file: two halves" halves "$file"
	check "$real_file: build ids" same_build_ids "$file"
	tid=$("$pdata" script -F tid -i "$file" 2>/dev/null | awk 'NF == 1 { print $1; exit }')
	check "$real_file: a thread" same "$file" --tid "$tid"
done

pipes() {
	"$pdata" cut -q -i "$real/perf_pipe.data" -o f.data && "$pdata" script -i "$real/perf_pipe.data" >want &&
		"$pdata" script -i f.data | cmp want - || return 1
	"$pdata" cut -q -i "$real/perf_record.data" -o - >p.data && "$pdata" script -i "$real/perf_record.data" >want &&
		"$pdata" script -i p.data | cmp want - || return 1
	"$pdata" buildid-list -i "$real/perf_record.data" | sort >want && "$pdata" buildid-list -i f.data >/dev/null &&
		"$pdata" report --header-only -i p.data | grep -q '^# hostname : .'
}
check "pipes become files, files become pipes" pipes

# perf compares the events of a file of perf stat with those of samples, unless the file has the feature STAT.
stat_pipes() {
	perf stat record -e cpu-clock,page-faults -o - -- true >stat.pipe 2>/dev/null
	perf script -i stat.pipe >want && [ "$(wc -l <want)" -ge 3 ] || { echo "perf reads no stream of its own"; return 1; }
	"$pdata" cut -q -i stat.pipe -o cut.stat && "$pdata" merge -q -o merge.stat stat.pipe || return 1
	"$pdata" dump stat.pipe >stat.pdt && "$pdata" assemble --mode file -o file.stat stat.pdt && "$pdata" assemble --mode dir -o dir.stat stat.pdt || return 1
	for file in cut.stat merge.stat file.stat dir.stat; do
		perf script -f -i $file 2>perf.err | cmp want - || { cat perf.err; return 1; }
		"$pdata" script -i $file | cmp want - || return 1
	done
}
# In a stream of perf, the sample_type of counters is 0; in a file, it is IDENTIFIER.
stat_files() {
	perf stat record -e cpu-clock,page-faults -o stat.data -- true >/dev/null 2>&1
	perf script -i stat.data >want && [ "$(wc -l <want)" -ge 3 ] || { echo "perf reads no file of its own"; return 1; }
	"$pdata" cut -q -i stat.data -o - >cut.stat && "$pdata" merge -q -o - stat.data >merge.stat || return 1
	"$pdata" dump stat.data >stat.pdt && "$pdata" assemble --mode pipe -o asm.stat stat.pdt || return 1
	for file in cut.stat merge.stat asm.stat; do
		perf script -i - <$file 2>perf.err | cmp want - || { cat perf.err; return 1; }
		"$pdata" script -i $file | cmp want - || return 1
	done
}
if command -v perf >/dev/null; then
	check "streams of perf stat become files" stat_pipes
	check "files of perf stat become streams" stat_files
else
	skip "streams of perf stat: no perf"
fi

# perf takes the names of events in a pipe from EVENT_UPDATE records.
names_in_pipes() {
	local from
	"$pdata" assemble -o named.data <<-'END' || return 1
		FILE mode=file order=le attr_size=144
		IDS event=0 ids=[5]
		ATTR attr={type=1 size=128 sample_period=1 sample_type=IDENTIFIER|IP|TID|TIME|CPU flags=sample_id_all}
		DATA
		SAMPLE misc=USER identifier=5 ip=0x400100 pid=7 tid=7 time=10 cpu=0
		FEATURE_TABLE
		FEATURE name=EVENT_DESC attr_size=128 events=[{attr={type=1 size=128 sample_period=1 sample_type=IDENTIFIER|IP|TID|TIME|CPU flags=sample_id_all} name="my_clock" ids=[5]}]
	END
	"$pdata" cut -q -o - named.data >cut.pipe && "$pdata" merge -q -o - named.data >merge.pipe && "$pdata" cut -q -o - cut.pipe >again.pipe &&
		"$pdata" merge -q -o - merge.pipe >twice.pipe || return 1
	for from in cut merge again twice; do
		[ "$("$pdata" dump -i $from.pipe | grep -c '^EVENT_UPDATE.*my_clock')" = 1 ] || { echo "$from"; "$pdata" dump -i $from.pipe; return 1; }
		command -v perf >/dev/null || continue
		perf_runs script -f -F event -i - <$from.pipe 2>perf.err | grep -q my_clock || { echo "perf: $from"; cat perf.err; return 1; }
	done
}
check "names of events in pipes" names_in_pipes

# A pipe has a feature in one record of less than 64 KiB.
large_features() {
	local cmd
	awk 'BEGIN {
		print "FILE mode=file order=le attr_size=144\nIDS event=0 ids=[1]"
		print "ATTR attr={type=1 size=128 sample_period=1 sample_type=IP|TID|TIME|ID flags=sample_id_all}\nDATA"
		print "SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=10 id=1\nFEATURE_TABLE"
		printf "FEATURE name=EVENT_DESC attr_size=128 events=["
		for (i = 0; i < 500; i++)
			printf "{attr={type=1 size=128 sample_period=1 sample_type=IP|TID|TIME|ID flags=sample_id_all} name=\"clock\" ids=[1]}%s", i < 499 ? " " : "]\n"
		for (s = "x"; length(s) < 66000; s = s s) ;
		printf "FEATURE name=HOSTNAME str=\"host\"\n"
		if (ARGV[1]) printf "FEATURE name=CMDLINE cmdline=[\"%s\"]\n", s
	}' "$1" | "$pdata" assemble -o large.data || return 1
	for cmd in "cut -q" "merge -q"; do
		# shellcheck disable=SC2086 # words
		"$pdata" $cmd -o - large.data >large.pipe 2>err
		[ $? = "$2" ] && [ "$(cat err)" = "$3" ] || { echo "$cmd"; cat err; return 1; }
		"$pdata" script -F event,ip -i large.pipe | grep -q 'clock: *400100' && "$pdata" report --header-only -i large.pipe | grep -q '^# hostname : host' || return 1
		command -v perf >/dev/null || continue
		perf_runs script -f -F event,ip -i - <large.pipe 2>perf.err | grep -q 'clock: *400100' || { cat perf.err; return 1; }
	done
}
check "descriptions of events that are too large for a pipe" large_features "" 0 ""
check "a feature that is too large for a pipe" large_features CMDLINE 2 \
	'pdata: -: header feature 11 CMDLINE is left out, because it is too large for a pipe stream; use -o FILE to keep it'

compressed() {
	"$pdata" cut -q -z -i "$real/perf_record.data" -o z.data || return 0 # a build without zstd prints a message
	"$pdata" script -i "$real/perf_record.data" >want && "$pdata" script -i z.data | cmp want - &&
		[ "$("$pdata" dump -i z.data | grep -c '^COMPRESSED')" -gt 0 ] || return 1
	command -v perf >/dev/null || return 0
	[ "$(perf_count z.data)" = "$(perf_count "$real/perf_record.data")" ] || { echo "perf does not read it"; return 1; }
}
check "compressed" compressed

# Blocks of zstd that need more than one record: perf reports damage if a record decompresses to nothing.
hardly_compressed() {
	awk 'BEGIN {
		srand(7)
		print "FILE mode=file order=le attr_size=144\nIDS event=0 ids=[1]"
		print "ATTR attr={type=1 size=128 sample_period=1 sample_type=IP|TID|TIME|RAW}\nDATA"
		for (n = 1; n <= 600; n++) {
			printf "SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=%d raw=", n
			for (i = 0; i < 1004; i++)
				printf "%02x", int(rand() * 100)
			printf "\n"
		}
	}' >hard.txt && "$pdata" assemble -o hard.data hard.txt || return 1
	"$pdata" cut -q -z -i hard.data -o z.data || return 0
	"$pdata" script -F ip,time -i hard.data >want && "$pdata" script -F ip,time -i z.data | cmp want - || return 1
	command -v perf >/dev/null || return 0
	[ "$(perf_count z.data)" = 600 ] || { echo "perf finds $(perf_count z.data) of 600 samples"; return 1; }
	"$pdata" cut -q -z -i hard.data -o - >z.pipe && "$pdata" script -F ip,time -i z.pipe | cmp want - || return 1
	# perf report --stats cannot read a compressed pipe.
	[ "$(perf_runs script -f -F ip -i z.pipe 2>perf.err | grep -c .)" = 600 ] || { echo "perf does not find 600 samples in a pipe"; cat perf.err; return 1; }
}
check "data that compresses badly" hardly_compressed

# The content of a file that is compressed as a whole, or that is read from standard input, is that of the file, with its trailer.
stored_symbols() {
	local cmd
	"$pdata" assemble -o stored.data <<-'END' || return 1
		FILE mode=file order=le attr_size=144
		IDS event=0 ids=[1]
		ATTR attr={type=1 size=128 sample_period=1 sample_type=IP|TID|TIME flags=sample_id_all}
		DATA
		MMAP2 misc=USER pid=7 tid=7 addr=0x400000 len=0x1000 pgoff=0 maj=0 min=0 ino=1 ino_generation=0 prot=5 flags=2 filename="/nowhere/prog" sample_id={pid=7 tid=7 time=1}
		SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=10
		FEATURE_TABLE
		BLOCK name=SYMBOLS whole=0 objects=[{cpumode=2 pid=0 id_size=0 build_id=0000000000000000000000000000000000000000 name="/nowhere/prog" path="" syms=[{start=256 end=512 kind=103 name="stored"}]}]
		FOOTER
	END
	gzip -c stored.data >stored.gz || return 1
	"$pdata" script -F ip,sym -i stored.data | grep -q "400100 stored\$" || return 1
	"$pdata" script -F ip,sym -i stored.gz | grep -q "400100 stored\$" || { echo "script of a compressed file"; return 1; }
	"$pdata" script -F ip,sym -i - <stored.data | grep -q "400100 stored\$" || { echo "script of standard input"; return 1; }
	for cmd in cut merge repair; do
		"$pdata" $cmd -q -o want.data stored.data && "$pdata" script -F ip,sym -i want.data | grep -q "400100 stored\$" &&
			"$pdata" $cmd -q -o x.data stored.gz && cmp want.data x.data || { echo "$cmd of a compressed file"; return 1; }
		cat stored.data | "$pdata" $cmd -q -o x.data - && cmp want.data x.data || { echo "$cmd of standard input"; return 1; }
	done
}
check "stored symbols of compressed files and of standard input" stored_symbols

samples_of() { # FILE
	"$pdata" report --stats -i "$1" | awk '$1 == "SAMPLE" && $2 == "events:" { print $3; exit }'
}

rejoined() { # FILE - its halves, merged in either order, equal the file
	local first middle last next
	read -r first middle last next < <(times_of "$1")
	"$pdata" cut -q --time "$first,$middle" -i "$1" -o a.data && "$pdata" cut -q --time "$next,$last" -i "$1" -o b.data &&
		"$pdata" merge -q b.data a.data -o m.data || return 1
	"$pdata" script -i "$1" | sort >want
	"$pdata" script -i m.data | sort | cmp want - || return 1
	command -v perf >/dev/null || return 0
	[ "$(perf_count m.data)" = "$(samples_of "$1")" ]
}

several() { # FILE... - merge different recordings: the result has all of their samples, and their events stay separate
	local n=0 f
	"$pdata" merge -q "$@" -o m.data || return 1
	for f; do n=$((n + $(samples_of "$f"))); done
	[ "$(samples_of m.data)" = $n ] || { echo "$(samples_of m.data) samples, not $n"; return 1; }
	for f; do "$pdata" script -F comm,tid,time,period,ip -i "$f"; done | sort >want
	"$pdata" script -F comm,tid,time,period,ip -i m.data | sort | cmp want - || return 1
	command -v perf >/dev/null || return 0
	[ "$(perf_count m.data)" = $n ]
}
check "two halves joined" rejoined "$real/pdata_record.data"
check "two halves joined, call chains" rejoined "$real/perf_callchains.data"
check "two recordings joined" several "$real/perf_record.data" "$real/perf_callchains.data"
check "three recordings joined, a pipe and a compressed one" several "$real/perf_compressed.data" "$real/perf_pipe.data" "$real/perf_record.data"

# perf refuses a file in which some samples have an identifier at their start and others only an id.
identifiers() {
	local types first second
	for types in "IP|TID|TIME|ID|PERIOD IDENTIFIER|IP|TID|TIME|PERIOD" "IDENTIFIER|IP|TID|TIME|PERIOD IP|TID|TIME|ID|PERIOD"; do
		read -r first second <<<"$types"
		one_event a.data "$first" 0 1 && one_event b.data "$second" 2 2 && several a.data b.data || { echo "$types"; return 1; }
		"$pdata" evlist -v -i m.data | grep -c 'sample_type: [A-Z|]*|IDENTIFIER,' | grep -qx 2 || { "$pdata" evlist -v -i m.data; return 1; }
	done
}

one_event() { # FILE TYPES CONFIG ID - a recording of one sample of a software event
	local id=identifier
	[[ $2 == *IDENTIFIER* ]] || id=id
	"$pdata" assemble -o "$1" <<-END
		FILE mode=file order=le attr_size=144
		IDS event=0 ids=[$4]
		ATTR attr={type=1 size=128 config=$3 sample_period=1 sample_type=$2 read_format=ID flags=sample_id_all}
		DATA
		SAMPLE misc=USER $id=$4 ip=0x40010$4 pid=7 tid=7 time=$4 period=$4
	END
}
check "recordings joined, one with identifiers and one with ids" identifiers

# Events with the same name and settings become one event, so the events of a group get other indexes.
grouped() {
	group_of a.data 0 0 2 && group_of b.data 3 4 5 && group_of c.data 6 7 8 && "$pdata" merge -q -o m.data a.data b.data c.data a.data || return 1
	"$pdata" dump m.data | grep -o 'leader_idx=[0-9]* nr_members=[0-9]*' | tr '\n' ' ' >is
	[ "$(cat is)" = "leader_idx=0 nr_members=2 leader_idx=3 nr_members=2 leader_idx=6 nr_members=2 " ] || { cat is; return 1; }
}

group_of() { # FILE CONFIG... - a recording of three software events, the last two of which are a group
	local file=$1 config n=0
	shift
	{
		echo 'FILE mode=file order=le attr_size=144'
		for config; do echo "IDS event=$((n++)) ids=[$config$n]"; done
		for config; do echo "ATTR attr={type=1 size=128 config=$config sample_period=1 sample_type=IDENTIFIER|IP|TID|TIME read_format=ID flags=sample_id_all}"; done
		echo DATA
		echo "SAMPLE misc=USER identifier=${1}1 ip=0x400100 pid=7 tid=7 time=10"
		echo FEATURE_TABLE
		echo 'FEATURE name=GROUP_DESC groups=[{name="" leader_idx=1 nr_members=2}]'
	} | "$pdata" assemble -o "$file"
}
check "groups of events" grouped

# Recorders write the state at their start with the time 0. It is not the state at the start of an earlier recording.
later_state() {
	local files types
	for types in "IP|TID|TIME|PERIOD IP|TID|TIME|PERIOD" "IDENTIFIER|IP|TID|TIME IDENTIFIER|IP|TID|TIME"; do
		one_task a.data "${types% *}" one 10 && one_task b.data "${types#* }" two 20 || return 1
		for files in "a.data b.data" "b.data a.data" "b.data a.data b.data"; do
			# shellcheck disable=SC2086 # words
			"$pdata" merge -q -o m.data $files && "$pdata" script -F comm,ip,dso -i m.data | awk '{ print $1, $2, $NF }' | uniq >is || return 1
			printf '%s\n' 'one 400100 (/x/one)' 'two 400100 (/x/two)' | cmp - is || { echo "$files"; cat is; return 1; }
			command -v perf >/dev/null || continue
			perf_runs script -f -F comm,ip,sym,dso -i m.data 2>perf.err | awk '{ print $1, $2, $NF }' | uniq | cmp - is || return 1
		done
	done
}

one_task() { # FILE TYPES NAME TIME - a recording of one sample of a process that ran before
	local id=
	[[ $2 != *IDENTIFIER* ]] || id=identifier=5
	"$pdata" assemble -o "$1" <<-END
		FILE mode=file order=le attr_size=144
		IDS event=0 ids=[5]
		ATTR attr={type=1 size=128 sample_period=1 sample_type=$2 flags=sample_id_all}
		DATA
		COMM pid=7 tid=7 comm="$3" sample_id={pid=0 tid=0 time=0 $id}
		MMAP2 misc=USER pid=7 tid=7 addr=0x400000 len=0x1000 pgoff=0 maj=0 min=0 ino=1 ino_generation=0 prot=5 flags=2 filename="/x/$3" sample_id={pid=0 tid=0 time=0 $id}
		SAMPLE misc=USER $id ip=0x400100 pid=7 tid=7 time=$4
	END
}
check "a process that had another program in an earlier recording" later_state

refusals() {
	cp "$real/perf_record.data" x.data
	"$pdata" cut -i x.data 2>err && return 1
	grep -q -- 'name the output with -o FILE' err || { cat err; return 1; }
	"$pdata" cut -i x.data -e nosuch -o y.data 2>err && return 1
	grep -q -- '--event nosuch: the recording has no such event' err || { cat err; return 1; }
	"$pdata" cut -i x.data -o /nonexistent/y.data 2>err && return 1
	grep -q '/nonexistent/y.data: No such file' err || { cat err; return 1; }
	"$pdata" merge -q x.data "$real/perf_stat.data" -o y.data 2>err && return 1
	[ "$(cat err)" = "pdata: $real/perf_stat.data: recorded by perf stat: counter values cannot be merged" ] || { cat err; return 1; }
	"$pdata" merge -q "$real/perf_stat.data" -o y.data && rm y.data || return 1
	head -c $(($(stat -c %s x.data) / 2)) x.data >half.data
	"$pdata" cut -q -i half.data -o y.data 2>err
	[ $? = 2 ] && [ "$(wc -l <err)" = 1 ] && "$pdata" script -i y.data >is 2>err || { cat err; return 1; }
	"$pdata" script -i half.data 2>/dev/null | cmp - is || return 1
	if [ -w /dev/full ]; then
		"$pdata" cut -i x.data -o - >/dev/full 2>err && return 1
		grep -q 'No space left' err || { cat err; return 1; }
	fi
	! compgen -G 'y.data.*'
}
check "refusals, damage and a full disk" refusals

# text FILE - assemble the recording that standard input describes
text() {
	"$pdata" assemble -o "$1"
}

# An event without times: perf takes its samples for later than the end of any range.
untimed() {
	local range
	text untimed.data <<-'END' || return 1
		FILE mode=file order=le attr_size=144
		IDS event=0 ids=[1]
		IDS event=1 ids=[2]
		ATTR attr={type=1 size=128 sample_period=1 sample_type=IDENTIFIER|IP|TID flags=sample_id_all}
		ATTR attr={type=1 size=128 config=1 sample_period=1 sample_type=IDENTIFIER|IP|TID|TIME flags=sample_id_all}
		DATA
		SAMPLE misc=USER event=0 identifier=1 ip=0x400100 pid=7 tid=7
		SAMPLE misc=USER event=1 identifier=2 ip=0x400101 pid=7 tid=7 time=1500000000
		SAMPLE misc=USER event=0 identifier=1 ip=0x400102 pid=7 tid=7
		SAMPLE misc=USER event=1 identifier=2 ip=0x400103 pid=7 tid=7 time=2500000000
	END
	for range in 1.0,2.0 ,2.0 '1.0,' '2.0,'; do
		"$pdata" script -F ip --time $range -i untimed.data >want && "$pdata" cut -q --time $range -o cut.data untimed.data &&
			"$pdata" script -F ip -i cut.data | cmp - want || { echo "$range"; return 1; }
		command -v perf >/dev/null || continue
		perf_runs script -F ip --time $range -i untimed.data 2>perf.err | cmp - want || { echo "perf $range"; cat perf.err; return 1; }
	done
}
check "samples without a time" untimed

# The user part of a call chain is in a record that is written when the thread returns to user mode.
deferred() {
	local option
	"$pdata" assemble -o deferred.data "$here/../../fixtures/text/callchain_deferred.pdt" || return 1
	for option in --time=0,0.000000015 --time=0,0.00000001 --tid=7; do
		"$pdata" script -F tid,time,ip $option -i deferred.data >want && grep -q 400200 want && "$pdata" cut -q $option -i deferred.data -o x.data &&
			"$pdata" script -F tid,time,ip -i x.data | cmp want - || { echo "$option"; return 1; }
	done
	"$pdata" cut -q --time 0,0.00000001 -i deferred.data -o x.data && [ "$("$pdata" dump x.data | grep -c '^CALLCHAIN_DEFERRED')" = 1 ]
}
check "call chains that end after the range" deferred

# tracepoint FILE ID NAME FIELD [FORMAT-ID] - write a recording with a sample of the tracepoint test:NAME
tracepoint() {
	local raw
	raw=$(printf '%02x%02x0000070000002a000000' $(($2 % 256)) $(($2 / 256)))
	text "$1" <<-END
		FILE mode=file order=le attr_size=144
		IDS event=0 ids=[$2]
		ATTR attr={type=2 size=128 config=$2 sample_period=1 sample_type=IDENTIFIER|IP|TID|TIME|CPU|RAW flags=sample_id_all}
		DATA
		SAMPLE misc=KERNEL identifier=$2 ip=0xffffffff81000100 pid=7 tid=7 time=$2 cpu=0 raw=$raw
		FEATURE_TABLE
		FEATURE name=TRACING_DATA magic=17084474726163696e67 version="0.6" big_endian=0 long_size=8 page_size=4096 header_page_name="header_page" header_page="p" header_event_name="header_event" header_event="e" ftrace=[] systems=[{name="test" events=[{format="name: $3\nID: ${5:-$2}\nformat:\n\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n\tfield:int $4;\toffset:8;\tsize:4;\tsigned:1;\n\nprint fmt: \"$4=%d\", REC->$4\n"}]}] kallsyms="" printk_formats="" saved_cmdlines="$2 work"
	END
}

# Every input may have formats of tracepoints, and the output has all of them.
formats() {
	local a b
	tracepoint one.data 300 one left && tracepoint two.data 301 two right || return 1
	text none.data <<-'END' || return 1
		FILE mode=file order=le attr_size=144
		IDS event=0 ids=[1]
		ATTR attr={type=1 size=128 sample_period=1 sample_type=IDENTIFIER|IP|TID|TIME|CPU flags=sample_id_all}
		DATA
		SAMPLE misc=USER identifier=1 ip=0x400100 pid=7 tid=7 time=10 cpu=0
	END
	for a in one two none; do
		for b in one two none; do
			[ $a = $b ] && continue
			for f in $a $b; do "$pdata" script -F tid,trace -i $f.data; done | grep '=' | sort >want
			"$pdata" merge -q -o m.data $a.data $b.data && "$pdata" script -F tid,trace -i m.data | grep '=' | sort | cmp want - &&
				[ -s want ] || { echo "$a $b"; return 1; }
			command -v perf >/dev/null || continue
			"$pdata" script -F tid,time,event,trace -i m.data >want
			perf_runs script -f -F tid,time,event,trace -i m.data 2>perf.err | cmp want - || { echo "perf: $a $b"; cat perf.err; return 1; }
		done
	done
	"$pdata" merge -q -o m.data none.data one.data two.data one.data && [ "$("$pdata" script -F trace -i m.data | grep -c 'left=42\|right=42')" = 3 ]
}
check "formats of tracepoints" formats

# A recording that was cut has no formats of tracepoints; repair says what follows from that.
cut_formats() {
	tracepoint whole.data 300 one left || return 1
	"$pdata" repair -o y.data whole.data >is && ! grep missing is || { cat is; return 1; }
	# The data begins and has the size that the header gives at the offsets 40 and 48.
	head -c "$(od -An -t u8 -j 40 -N 16 whole.data | awk '{ print $1 + $2 }')" whole.data >short.data
	"$pdata" repair -o y.data short.data >is
	grep -q '^missing: the formats of tracepoints: .* perf refuses the new file$' is || { cat is; return 1; }
	command -v perf >/dev/null || return 0
	perf script -v -i y.data >is 2>&1 && { echo "perf reads the file"; return 1; }
	grep -qi 'trac' is || { cat is; return 1; }
}
check "repaired tracepoints without formats" cut_formats

other_formats() {
	tracepoint one.data 300 one left && tracepoint two.data 301 two right 300 || return 1
	rm -f m.data
	"$pdata" merge -q -o m.data one.data two.data 2>err && return 1
	grep -q '^pdata: two.data: the tracepoint test:two has the id 300, but in one.data this id belongs to the tracepoint test:one, whose format differs: ' err && [ ! -e m.data ] || { cat err; return 1; }
}
check "two formats for one tracepoint" other_formats

# The first file may have no build ids.
later_build_ids() {
	"$pdata" merge -q -o m.data none.data "$real/perf_record.data" && "$pdata" buildid-list -i "$real/perf_record.data" | sort >want &&
		[ -s want ] && "$pdata" buildid-list -i m.data | sort | cmp want -
}
check "build ids of the second file" later_build_ids

# built FILE PID FLAGS RECORD ID... - write a recording whose maps of /x/prog are MMAP or MMAP2 records; ID: build ids of files
built() {
	local file=$1 pid=$2 flags=$3 record=$4 place='' entries=''
	shift 4
	[ "$record" = MMAP2 ] && place="maj=8 min=1 ino=$((100 + pid)) ino_generation=0 prot=5 flags=0x2"
	while [ $# -gt 0 ]; do
		entries="$entries{type=0 misc=$1 size=56 pid=-1 build_id=$3$3$3$3$3$3$3$3$3$3 id_size=20 res1=0 res2=0 filename=\"$2\"} "
		shift 3
	done
	text "$file" <<-END
		FILE mode=file order=${order:-le} attr_size=144
		ATTR attr={type=1 size=128 sample_period=1 sample_type=IP|TID|TIME flags=$flags}
		DATA
		$record misc=USER pid=$pid tid=$pid addr=0x400000 len=0x1000 pgoff=0x0 $place filename="/x/prog"
		SAMPLE misc=USER ip=0x400100 pid=$pid tid=$pid time=$pid
		FEATURE_TABLE
		FEATURE name=BUILD_ID entries=[${entries% }]
	END
}

maps_of() { # FILE - print pid and build id of each map
	"$pdata" dump -i "$1" | sed -n 's/^MMAP.* pid=\([0-9]*\) .* \(maj=[0-9]*\|build_id=[0-9a-f]*\) .*/\1 \2/p' | sort
}

# The file was built again between two recordings: one name, two build ids.
rebuilt() {
	local flags order
	for order in le be; do
		for flags in mmap2 mmap2\|sample_id_all; do
			built a.data 7 mmap2 MMAP2 0x8002 /x/prog aaaa && built b.data 8 $flags MMAP2 0x8002 /x/prog bbbb 0x8002 /x/lib cccc &&
				"$pdata" merge -q -o m.data a.data b.data || return 1
			printf '7 build_id=%s\n8 build_id=%s\n' "$(printf 'aaaa%.0s' {1..10})" "$(printf 'bbbb%.0s' {1..10})" >want
			maps_of m.data | cmp want - && [ "$("$pdata" dump -i m.data | grep -o 'filename="/x/[a-z]*"}' | sort | uniq -c | xargs)" = \
				'1 filename=/x/lib} 2 filename=/x/prog}' ] || { maps_of m.data; return 1; }
			command -v perf >/dev/null || continue
			[ $order = be ] || [ "$(perf_count m.data)" = 2 ] || return 1
		done
	done
	# A file without a build id gets none from the others.
	built b.data 8 mmap2 MMAP2 0x8002 /x/prog bbbb && built c.data 9 mmap2 MMAP2 0x8002 /x/lib cccc && "$pdata" merge -q -o m.data a.data b.data c.data &&
		[ "$(maps_of m.data | tail -1)" = '9 maj=8' ] && ! "$pdata" dump -i m.data | grep 'filename="/x/prog"}' || return 1
	# Equal build ids stay where they are.
	built a.data 7 mmap2 MMAP2 0x8002 /x/prog bbbb && "$pdata" merge -q -o m.data a.data b.data && ! maps_of m.data | grep build_id
}
check "a file that was built again" rebuilt

no_room_for_ids() {
	built a.data 7 mmap2 MMAP2 0x8002 /x/prog aaaa 0x8001 '[kernel.kallsyms]' dddd && built b.data 8 mmap MMAP 0x8002 /x/prog bbbb 0x8001 '[kernel.kallsyms]' eeee || return 1
	"$pdata" merge -q -o m.data a.data b.data 2>err
	[ $? = 2 ] && grep -q '^pdata: merge: 1 MMAP records name files whose build ids differ between the inputs' err &&
		grep -q '^pdata: b.data: \[kernel.kallsyms\] has another build id than in a.data' err && [ "$(wc -l <err)" = 2 ] || { cat err; return 1; }
}
check "build ids that cannot be written" no_room_for_ids

# Wrong sizes in the file: the output has the readable rest, and no endless zeros.
lies() {
	text lies.data <<-'END' || return 1
		FILE mode=file order=le attr_size=144
		ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all}
		DATA
		SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=10
		AUXTRACE blob_size=4611686018427387904 offset=0x0 reference=0x0 idx=0 tid=-1 cpu=0 reserved=0
	END
	text attr.data <<-'END' || return 1
		FILE mode=file order=le attr_size=144
		ATTR attr={type=1 size=3813908431 sample_type=IP|TID|TIME flags=sample_id_all}
		DATA
		SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=10
	END
	local cmd
	for cmd in "cut -q -o y.data -i lies.data" "merge -q -o y.data lies.data" "cut -q -o y.data -i attr.data" "merge -q -o y.data attr.data attr.data"; do
		rm -f y.data
		# shellcheck disable=SC2086 # words
		(ulimit -f 10000; exec timeout 120 "$pdata" $cmd) 2>err
		[ $? = "$(case $cmd in *lies*) echo 2 ;; *) echo 0 ;; esac)" ] || { echo "$cmd"; cat err; return 1; }
		"$pdata" report --stats -i y.data 2>err | grep -q '^ *SAMPLE events: *[12]' && [ ! -s err ] || { echo "$cmd"; cat err; return 1; }
	done
}
check "wrong sizes of payloads" lies

# Reading the ids takes the time, and not a linear search for each of them.
many_ids() {
	awk 'BEGIN {
		print "FILE mode=file order=le attr_size=144"; printf "IDS event=0 ids=["
		for (i = 1; i <= 400000; i++) printf "%s%d", (i > 1 ? " " : ""), i
		print "]"; print "ATTR attr={type=1 size=128 sample_type=IP|TID|TIME|IDENTIFIER flags=sample_id_all}"; print "DATA"
		print "SAMPLE misc=USER identifier=5 ip=0x400100 pid=7 tid=7 time=10"
	}' | text ids.data && (ulimit -t 10; "$pdata" merge -q -o y.data ids.data ids.data) && [ "$(samples_of y.data)" = 2 ]
}
check "hundreds of thousands of ids" many_ids

# A cut without samples is a valid file, also for perf.
nothing() {
	"$pdata" cut -q -i "$real/perf_record.data" --tid 2000000000 -o y.data &&
	text e.data <<-'END' && "$pdata" cut -q -i e.data --tid 8 -o y.data && "$pdata" report --stats -i y.data >is 2>err && [ ! -s err ] || { cat err; return 1; }
		FILE mode=file order=le attr_size=144
		ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all}
		DATA
		SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=10
	END
	"$pdata" diff y.data y.data >is 2>err
	[ $? -le 1 ] || { cat err; return 1; }
	command -v perf >/dev/null || return 0
	perf script -i y.data >is 2>err
	! grep -i 'size field\|terminated' err
}
check "no samples" nothing

# Samples with totals of counters: a copy without some of them has other periods, and cut says so.
totals() {
	"$pdata" assemble -o totals.data "$here/../golden/report/read-group/in.pdt" && "$pdata" cut -i totals.data -o y.data 2>err || return 1
	grep 'totals' err && { echo "a message, but all samples were kept"; return 1; }
	"$pdata" cut -i totals.data --time 0.000000030, -o y.data 2>err || return 1
	grep -q "^pdata: totals.data: samples contain totals of counters (-e '{...}:S'), so the period of a sample of the copy includes those of samples left out before it; " err || { cat err; return 1; }
	"$pdata" cut -q -i totals.data --time 0.000000030, -o y.data 2>err && [ ! -s err ]
}
check "samples with totals of counters" totals

# The members of a group with totals of counters have no samples of their own. The last event is not in the group.
member() {
	sed -e '/^IDS event=2/a IDS event=3 ids=[4]' -e '/^ATTR.*config=0x3/a ATTR attr={type=1 size=128 config=0x4 sample_type=IP|TID|TIME|ID flags=sample_id_all}' \
		-e '/^FINISHED_ROUND/i SAMPLE misc=USER ip=0x1000 pid=7 tid=7 time=50 id=4' "$here/../golden/report/read-group/in.pdt" >member.pdt
	"$pdata" assemble -o totals.data member.pdt && [ "$(samples_of totals.data)" = 5 ] && "$pdata" evlist -i totals.data | grep -q '^page-faults' || return 1
	"$pdata" cut -e page-faults -i totals.data -o y.data 2>err && [ "$(samples_of y.data)" = 4 ] || { cat err; return 1; }
	! grep 'totals of counters' err || { echo "a message, but all samples with totals were kept"; return 1; }
}
check "samples with the counter of a group's member" member

# Without NRCPUS the bytes of CPU_TOPOLOGY give the number of CPUs.
topology() {
	"$pdata" dump "$real/perf_record.data" | grep -v 'name=NRCPUS' >t.pdt && grep 'name=CPU_TOPOLOGY.*die_ids' t.pdt >want || return 1
	"$pdata" assemble t.pdt -o t.data && "$pdata" cut -q -i t.data --time 0%-50% -o cut.data &&
		"$pdata" merge -q -o merged.data t.data "$real/perf_record.data" && "$pdata" repair -q -o repaired.data t.data || return 1
	for copy in cut merged repaired; do
		"$pdata" dump $copy.data | grep 'name=CPU_TOPOLOGY' | diff want - || { echo "$copy"; return 1; }
	done
}
check "the topology of a recording without the number of CPUs" topology

# Records that are left out for another reason than damage are reported on standard error, too.
unknown() {
	text u.data <<-'END' || return 1
		FILE mode=file order=le attr_size=144
		ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all}
		DATA
		SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=10
		AUXTRACE_INFO type=0 reserved=0 priv=[0x1]
	END
	"$pdata" repair -q -o y.data u.data 2>err
	[ $? = 2 ] && grep -q '^pdata: u.data: 1 record is lost: its contents cannot be written to the new file$' err || { cat err; return 1; }
}
check "a record that repair leaves behind" unknown

# perf refuses a file with a record that it cannot decode, so no command writes one.
undecodable() {
	local cmd
	text u.data <<-'END' || return 1
		FILE mode=file order=le attr_size=144
		ATTR attr={type=1 size=128 sample_type=IP|TID|TIME|CALLCHAIN flags=sample_id_all}
		DATA
		SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=10 ips=[0x400100]
		AUXTRACE_INFO type=0 reserved=0 priv=[0x1]
		RECORD type=73 misc=0 data=ffffff0000000000
		RECORD type=4105 misc=0 data=0000000000000000
		SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=20 ips=[0x400100]
		RECORD type=9 misc=2 data=00014000000000000700000007000000150000000000000000000000000000ff
	END
	for cmd in "cut -q -o y.data -i u.data" "merge -q -o y.data u.data" "cut -q -z -o y.data u.data"; do
		# shellcheck disable=SC2086 # words
		"$pdata" $cmd 2>err
		[ $? = 2 ] && grep -q '^pdata: u.data: 4 records are left out, 1 of them samples: they cannot be decoded, ' err || { echo "$cmd"; cat err; return 1; }
		"$pdata" check y.data >err && [ "$(samples_of y.data)" = 2 ] || { echo "$cmd"; cat err; return 1; }
		command -v perf >/dev/null || continue
		[ "$(perf_count y.data)" = 2 ] || { echo "perf: $cmd"; return 1; }
	done
}
check "records that cannot be decoded" undecodable

in_place() {
	cp "$real/perf_record.data" x.data
	"$pdata" script -i x.data >want
	"$pdata" cut -q -i x.data -o x.data && "$pdata" script -i x.data | cmp want -
}
check "the input may be the output" in_place

# A device or pipe is not replaced by a file: as root this would destroy /dev/null.
only_files() {
	local cmd
	cp "$real/perf_record.data" x.data
	mkfifo fifo && mkdir dir && ln -s target.data link.data && : >target.data || return 1
	for cmd in "cut -i x.data -o" "merge x.data -o" "repair x.data -o"; do
		# shellcheck disable=SC2086 # words
		"$pdata" $cmd fifo 2>err && return 1
		grep -q '^pdata: fifo: a recording can be written only to a regular file' err && [ -p fifo ] || { cat err; return 1; }
		# shellcheck disable=SC2086
		"$pdata" $cmd dir 2>err && return 1
		grep -q '^pdata: dir: Is a directory$' err || { cat err; return 1; }
	done
	"$pdata" cut -q -i x.data -o link.data && [ -L link.data ] && "$pdata" script -i target.data >/dev/null
}
# An unfinished file has no name, and vanishes with the program.
interrupted() {
	local pid
	mkdir left || return 1
	{
		printf 'FILE mode=file order=le attr_size=144\nATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all}\nDATA\n'
		awk 'BEGIN { for (i = 1; i < 150000; i++) printf "SAMPLE misc=USER ip=0x%x pid=7 tid=%d time=%d\n", i * 7919 % 65521, i * 31 % 127, i * 997 }'
	} >many.txt
	"$pdata" assemble many.txt -o many.data || return 1
	"$pdata" cut -q -z22 -i many.data -o left/out.data &
	pid=$!
	until find "/proc/$pid/fd" -lname '*/left/*' 2>/dev/null | grep -q .; do
		kill -0 $pid 2>/dev/null || { echo "it was too quick"; return 1; }
	done
	kill -TERM $pid
	wait $pid
	[ -z "$(ls left)" ] || { ls left; return 1; }
}
case $(stat -f -c %T .) in
overlayfs | nfs | fuseblk) skip "nothing is left of what is interrupted: files have names here" ;;
*) check "nothing is left of what is interrupted" interrupted ;;
esac

check "pipes and devices are not replaced, links lead to what is" only_files

finish
