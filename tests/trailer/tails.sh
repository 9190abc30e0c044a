#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# tails.sh BUILD - cut trailers, bytes after the last section, sparse files, a wrong attr_size
set -u
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
pdata=$build/pdata
real=$(cd "$here/../../fixtures/real" && pwd)
part=tails
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
cd "$tmp" || exit 1

cp "$real/perf_record.data" plain && cp "$real/pdata_record.data" with && chmod u+w plain with || exit 1
if "$pdata" index plain 2>&1 | grep -q 'codec this build lacks'; then
	skip_all "all: a build without xxhash has no trailers"
fi
cp "$real/perf_record.data" plain && "$pdata" index with && chmod u+w plain || exit 1
size=$(stat -c %s with)
"$pdata" script -i with >with.script 2>/dev/null
"$pdata" script -i plain >plain.script 2>/dev/null

found() { # FILE WORDS - by check, with a range up to the end
	"$pdata" check "$1" >said
	[ $? = 2 ] && grep -q "$2" said || { cat said; return 1; }
	[ "$(wc -l <said)" = 1 ] || { cat said; return 1; }
}
answered() { # FILE SCRIPT WORDS - as the recording is, with status 0 and one line
	"$pdata" script -i "$1" >out 2>err
	[ $? = 0 ] && cmp out "$2" && grep -q "$3" err && [ "$(wc -l <err)" = 1 ] || { cat err; return 1; }
}
kept() { # FILE - by dump and assemble
	"$pdata" dump "$1" >text && "$pdata" assemble -o back text && cmp "$1" back
}

# ---- cut
head -c $((size - 1)) with >one
check "a trailer that misses its last byte is said by check" found one 'trailer begins at .* but is cut'
check "and by what reads the file, which answers all the same" answered one with.script 'trailer begins at .* but is cut'
check "and the file is kept by dump and assemble" kept one
begin=$("$pdata" check --json one | sed -n 's/.*"part":"trailer","off":\([0-9]*\),.*/\1/p')
every_cut() {
	for n in $(seq $((begin + 4)) 97 $((size - 1))); do
		head -c "$n" with >short
		"$pdata" check --json short >said
		[ $? = 2 ] && grep -q "\"part\":\"trailer\",\"off\":$begin,\"len\":$((n - begin))}" said || { echo "$n bytes"; cat said; return 1; }
	done
}
check "wherever a trailer is cut that is located" every_cut
rest() { # of its blocks those in front of the cut are used: the index
	"$pdata" report --stdio --time 10%-60% -i with >a 2>/dev/null
	"$pdata" report --stdio --time 10%-60% -i one >b 2>err
	cmp a b && "$pdata" timeline one 2>err | head -1 | grep -q 'from the index$'
}
check "an index whose trailer is cut behind it is used" rest
mended() {
	"$pdata" repair -i one -o clean >said
	[ $? = 2 ] && grep -q '^lost: trailer begins at' said && "$pdata" check clean | grep -q 'undamaged: all checksums match'
}
check "repair says what is lost of it, and makes a new one" mended
indexed() { cp one again && "$pdata" index again && cmp again with; }
check "index puts a whole one in its place" indexed

# ---- bytes after the last section
cat with with >two
cat plain with >mixed
cat with plain >other
for f in two mixed other; do
	s=with.script
	[ $f != mixed ] || s=plain.script
	check "two recordings in one file are said ($f)" found $f 'bytes after the last section.*another recording'
	check "and read as the first one ($f)" answered $f $s 'another recording'
	check "and kept by dump and assemble ($f)" kept $f
done
# A new trailer is written at the end of both recordings; the old one lies between them.
appended() {
	cp mixed again && cp two both || return 1
	for f in again both; do
		"$pdata" bundle -q $f >out 2>&1 || { cat out; return 1; }
		"$pdata" check $f >said
		[ $? = 2 ] && [ "$(wc -l <said)" = 1 ] || { cat said; return 1; }
		at=$(sed -n 's/.*bytes after the last section, at offset \([0-9]*\): another recording.*/\1/p' said)
		[ -n "$at" ] && tail -c +$((at + 1)) $f >second || { cat said; return 1; }
		"$pdata" repair -q -i second -o clean >said 2>&1
		"$pdata" script -i clean 2>/dev/null | cmp - with.script && kept $f || return 1
	done
	[ "$at" = "$(stat -c %s with)" ]
}
check "the offset of an appended recording is said after a new trailer, too" appended
joined() {
	"$pdata" repair -i two -o clean >said
	[ $? = 2 ] && grep -q '^lost: .*another recording' said && "$pdata" check clean
}
check "repair says that the second is not in its file" joined
stays() {
	cp other again && "$pdata" index again && cmp -n "$(stat -c %s other)" other again && found again 'another recording\|bytes after the last section'
}
check "index takes nothing away that lies after the end" stays
head -c 5000 "$pdata" >noise
for f in with plain; do
	cat $f noise >long
	check "bytes that belong to nothing are said ($f)" found long '5000 bytes after the last section'
	check "and change no answer ($f)" answered long $f.script '5000 bytes after the last section'
	check "and are kept by dump and assemble ($f)" kept long
	before=$(stat -c %s $f)
	left_out() {
		rm -f clean && "$pdata" repair -i long -o clean >said && grep -q "^left out: 5000 bytes after the last section" said && ! grep '^lost' said &&
			"$pdata" check -q clean && "$pdata" script -i clean 2>/dev/null | cmp - $f.script
	}
	check "and are not lost data to repair ($f)" left_out
	located() { "$pdata" check --json long | grep -q "\"part\":\"tail\",\"off\":$before,\"len\":5000}"; }
	check "and are located ($f)" located
done
{ cat with; tail -c 48 with; } >long
check "a second footer is after the end" found long ' 48 bytes after the last section'
{ cat with; tail -c +$((begin + 1)) with; } >long
check "a second trailer is after the end" found long ' bytes after the last section'
check "and the first one is used" answered long with.script 'bytes after the last section'

# ---- records after data.size, as a recorder leaves them that could not store it
awk 'BEGIN {
	print "FILE mode=file order=le attr_size=144\nIDS event=0 ids=[1]"
	print "ATTR attr={type=1 size=128 sample_period=1000 sample_type=IP|TID|TIME flags=sample_id_all}\nDATA"
	for (i = 1; i <= 20; i++)
		printf "SAMPLE misc=USER ip=0x%d000 pid=7 tid=7 time=%d\n", i, i
}' >text
"$pdata" assemble -o late text && cp late all && printf '\140\000' | dd of=late bs=1 seek=48 conv=notrunc 2>/dev/null # 96: three of 32 bytes
check "records behind data.size are said by check" found late 'header at offset 48: 8 bytes: the header gives 96 bytes of data (data.size), but 544 more bytes of records follow; perf does not read these records$'
read_silently() { "$pdata" script -F ip,time -i late >out 2>err && [ ! -s err ] && "$pdata" script -F ip,time -i all | cmp - out; }
check "and read without a word" read_silently
counted() { "$pdata" repair -q -i late -o clean && "$pdata" check clean && "$pdata" check all; }
check "and counted by what repair writes" counted

# ---- holes
sparse() { # COMMAND... - ends soon, whatever the size of the hole
	timeout 30 "$@" >out 2>err
	status=$?
	[ $status != 124 ] || { echo "it takes as long as the hole is"; return 1; }
	return $status
}
if cp with hole && truncate -s 1T hole 2>/dev/null && [ "$(du -k hole | cut -f 1)" -lt 1024 ]; then
	cp --sparse=always plain bare && truncate -s 1T bare
	dumped() { sparse "$pdata" dump "$1" && tail -1 out | grep -q '^ZERO n=1099'; }
	back() {
		cp out text && rm -f back && sparse "$pdata" assemble --max-zeros 2000000000000 -o back text &&
			[ "$(stat -c %s back)" = "$(stat -c %s "$1")" ] && cmp -n 100000 back "$1"
	}
	for f in hole bare; do
		check "dump steps over a hole after the end ($f)" dumped $f
		check "and assemble makes one ($f)" back $f
		check "index steps over it ($f)" sparse "$pdata" index $f
		checked() { sparse "$pdata" check $f; [ $? = 2 ] && grep -q 'bytes after the last section' out; }
		check "check says it ($f)" checked
	done
	# Data that is said to be as long as the file, and has no end that could be found.
	cp plain gap && chmod u+w gap
	head -c 32 /dev/zero | dd of=gap bs=1 seek=72 conv=notrunc 2>/dev/null
	printf '\000\000\000\000\377\000\000\000' | dd of=gap bs=1 seek=48 conv=notrunc 2>/dev/null
	truncate -s 1T gap
	for c in check 'report --stats -i' dump; do
		# shellcheck disable=SC2086
		over() { sparse "$pdata" $c gap; [ $? = 2 ]; }
		check "a hole in the data is stepped over (${c%% *})" over
	done
	rm -f hole bare gap back
else
	skip "sparse files: a file of a terabyte cannot be made here"
fi

# ---- attr_size
wrong_stride() { # BYTES
	cp plain wrong && chmod u+w wrong && printf '%b' "$1" | dd of=wrong bs=1 seek=16 conv=notrunc 2>/dev/null &&
		answered wrong plain.script 'attr_size of the header' && found wrong 'attr_size of the header' && kept wrong
}
for bytes in '\000' '\060' '\144' '\310' '\000\001' '\040\001' '\000\000\000\000\000\001' '\377\377\377\377\377\377\377\377'; do
	check "an attr_size that is wrong does not matter, and is said (bytes $bytes)" wrong_stride "$bytes"
done
finish
