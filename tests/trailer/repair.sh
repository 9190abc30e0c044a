#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# repair.sh BUILD - pdata repair makes valid files of damaged ones; perf, if installed, reads them
#
# KILLED=N: number of perf recorders killed at random (default 2). DAMAGED=N CORPUS=DIR: number of randomly damaged
# recordings (default 6, of fixtures/real).
set -u
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
pdata=$build/pdata
fixtures=$(cd "$here/../../fixtures" && pwd)
part=repair
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
cd "$tmp" || exit 1
have_perf=$(command -v perf)
[ -n "$have_perf" ] || skip "what perf reads of the results: no perf"

samples_of() { # PROGRAM FILE
	"$1" report --stats -i "$2" 2>/dev/null | awk '$1 == "SAMPLE" { print $3; exit }'
}

# Samples that a walk finds, without those that are no samples by what they say.
walk() { # FILE
	all=$(samples_of "$pdata" "$1")
	cut=$("$pdata" report --stats -i "$1" 2>&1 >/dev/null |
		sed -n 's/.*, \([0-9]*\) samples\{0,1\} cut.*/\1/p')
	echo $((${all:-0} - ${cut:-0}))
}

# Mended, the file is clean, and has the samples of the damaged one.
mends() { # FILE
	want=$(walk "$1")
	rm -f mended
	"$pdata" repair -i "$1" -o mended >said 2>err
	status=$?
	[ $status != 1 ] || { cat err; [ "$want" = 0 ] && [ ! -e mended ]; return; }
	got=$(walk mended)
	[ "$got" = "$want" ] || { cat said; echo "$got samples of $want"; return 1; }
	"$pdata" check mended || return 1
	[ -n "$have_perf" ] || return 0
	perf_runs script -i mended >/dev/null 2>perf.err || { head -3 perf.err; return 1; }
	got=$(samples_of perf mended)
	[ "${got:-0}" = "$want" ] || { echo "perf: $got samples of $want"; return 1; }
}

same() { # what script prints of both
	"$pdata" script -i "$1" >a 2>/dev/null
	"$pdata" script -i "$2" >b 2>/dev/null
	cmp a b
}

# ---- damaged fixtures; those with records of unknown events have fewer samples that belong to one
for f in "$fixtures"/bad/*.pdt; do
	name=$(basename "$f" .pdt)
	case $name in *unknown* | pipe_sample_before_attr | record_many_kinds | attrs_outside) continue ;; esac
	order=$(sed -n 's/^# orders: \([lb]e\).*/\1/p' "$f")
	rm -rf bad
	"$pdata" assemble --order "${order:-le}" -o bad "$f" || { bad "$name: assemble"; continue; }
	"$pdata" report --stats -i bad 2>&1 | grep -q 'codec this build lacks' && continue
	[ -d bad ] || check "$name is mended" mends bad
done

# ---- cut at many places
for f in perf_record perf_callchains pdata_record; do
	size=$(stat -c %s "$fixtures/real/$f.data")
	cuts() {
		for i in 2 3 4 5 6 7 8 9; do
			head -c $((size * i / 10 + i)) "$fixtures/real/$f.data" >./cut
			mends cut || { echo "$f.data cut at $((size * i / 10 + i))"; return 1; }
		done
	}
	check "$f.data is mended wherever it is cut" cuts
done

# ---- a header that is wrong about the size of the data
le64() { # NUMBER
	n=$1
	for _ in 1 2 3 4 5 6 7 8; do
		# shellcheck disable=SC2059
		printf "\\$(printf %03o $((n & 255)))"
		n=$((n >> 8))
	done
}
wrong_sizes() { # FILE
	off=$(od -An -t u8 -j 40 -N 8 "$1" | tr -d ' ') size=$(od -An -t u8 -j 48 -N 8 "$1" | tr -d ' ')
	whole=$(stat -c %s "$1")
	for n in 0 8 $((size / 2)) $((size - 16)) $((size + 8)) $((size + 16)) $((size + 500)) $((whole - off)) $((whole * 3)); do
		cp "$1" wrong && chmod u+w wrong || return 1
		le64 "$n" | dd of=wrong bs=1 seek=48 conv=notrunc 2>/dev/null
		mends wrong && ! grep '^lost' said && same "$1" mended || { echo "data.size $n for $size"; return 1; }
	done
}
for f in perf_record perf_callchains perf_compressed pdata_record; do
	"$pdata" report -i "$fixtures/real/$f.data" >/dev/null 2>&1 &&
		check "$f.data is whole whatever size of the data its header says" wrong_sizes "$fixtures/real/$f.data"
done

whole() {
	"$pdata" repair -i "$fixtures/real/perf_callchains.data" -o mended >said || return 1
	! grep -q '^lost' said && same "$fixtures/real/perf_callchains.data" mended
}
check "a whole file loses nothing" whole
compressed() {
	"$pdata" repair -i "$fixtures/real/perf_compressed.data" -o mended >said && same "$fixtures/real/perf_compressed.data" mended
}
"$pdata" report -i "$fixtures/real/perf_compressed.data" >/dev/null 2>&1 &&
	check "compressed data comes out as it was" compressed
stream() {
	"$pdata" repair -i "$fixtures/real/perf_pipe.data" -o mended >said && same "$fixtures/real/perf_pipe.data" mended
}
check "a stream becomes a file" stream

# The field of an unknown bit of sample_type is before AUX: it must not become the size of AUX data.
word_at() { od -A n -t u8 -j "$1" -N 8 bits | tr -d ' '; }
unknown_bit() {
	printf '%s\n' "FILE mode=file order=le attr_size=144" \
		"ATTR attr={type=1 size=128 sample_type=IP|TID|TIME|AUX flags=sample_id_all}" DATA \
		'SAMPLE misc=USER ip=0x400000 pid=7 tid=7 time=10 aux=0102030405060708' >bits.text
	"$pdata" assemble --order le -o bits bits.text || return 1
	printf '\002' | dd of=bits bs=1 seek=$(($(word_at 24) + 24 + 3)) conv=notrunc 2>/dev/null
	printf '\377\017' | dd of=bits bs=1 seek=$(($(word_at 40) + 32)) conv=notrunc 2>/dev/null
	[ "$("$pdata" script -i bits | grep -c 400000)" = 1 ] && mends bits
}
check "a sample with a field of an unknown bit is saved" unknown_bit

# ---- a damaged chunk of an indexed file
awk 'BEGIN {
	print "FILE mode=file order=le attr_size=144"
	print "ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all}"
	print "DATA"
	for (i = 0; i < 80000; i++) {
		if (i == 37000) {
			print "MMAP2 misc=USER pid=7 tid=7 addr=0x400000 len=0x1000000 prot=5 flags=2 filename=\"/bin/only\" sample_id={pid=7 tid=7 time=500}"
			print "COMM pid=7 tid=7 comm=\"named\" sample_id={pid=7 tid=7 time=600}"
		}
		printf "SAMPLE misc=USER ip=0x%x pid=7 tid=7 time=%d\n", 4194304 + i, 1000000 + i
	}
	print "FEATURE_TABLE"
	print "FEATURE name=HOSTNAME str=\"host\""
}' | "$pdata" assemble -o large -
if "$pdata" index large 2>err; then
	printf '\377' | dd of=large bs=1 seek=1500000 conv=notrunc 2>/dev/null
	lost=$("$pdata" check --json large | sed -n 's/.*"samples":\([0-9]*\).*/\1/p')
	chunk() {
		"$pdata" repair -i large -o mended >said
		[ $? = 2 ] && [ "$(samples_of "$pdata" mended)" = $((80000 - lost)) ] && "$pdata" check mended | grep -q checksums &&
			grep -q "^lost: part of the data (chunk) at offset .* $lost records, $lost samples" said
	}
	check "a chunk that was changed is left out, and the rest gets its checksums" chunk
	copies() {
		grep -q '^saved: 2 records about maps, threads and names in this part of the data, from a second copy of these records in the file$' said &&
			"$pdata" report --stdio -F sample,comm,dso -i mended | grep -q "^ *$((80000 - lost)) *named *only *$" || return 1
		[ "$("$pdata" script --show-task-events --show-mmap-events -i mended | grep -c PERF_RECORD)" = 2 ] || return 1
		[ -z "$have_perf" ] || perf report --stdio -F sample,comm,dso -i mended 2>/dev/null | grep -q "^ *$((80000 - lost)) *named *only *$"
	}
	check "with names that the chunk had the records of" copies
	in_place() {
		"$pdata" repair -i large --keep-chunks --in-place >said && [ "$(samples_of "$pdata" large)" = 80000 ] && "$pdata" check large
	}
	check "in place, and with what can be read of the chunk" in_place
else
	skip "chunks: $(cat err)"
fi

fails() { # WORDS COMMAND...
	words=$1
	shift
	"$@" >out 2>err
	[ $? = 1 ] && grep -q -- "$words" err
}
check "without -o nothing is written" fails 'with -o FILE' "$pdata" repair -i large
cp large itself
check "the damaged file is not written over" fails 'in-place' "$pdata" repair -i itself -o itself
check "and stays" cmp large itself
check "what is no recording cannot be mended" fails 'not a perf.data file' "$pdata" repair -i "$here/repair.sh" -o none
check "and nothing is written" test ! -e none

# ---- damage of all kinds
damaged() {
	SCRIPT=$here/mends.sh sh "$here/../damage/random.sh" "$build" "${DAMAGED:-6}" 0 7 "${CORPUS:-$fixtures/real}"
}
check "recordings that are damaged at random are mended" damaged

# ---- real perf, killed
killed() { # NUMBER
	rm -f over
	perf record -q -F 2000 -e cpu-clock -o killed -- sh -c 'while [ ! -e over ]; do :; done' >/dev/null 2>&1 &
	pid=$!
	sleep "0.$(printf %02d $((15 + ($1 * 37) % 70)))"
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	: >over
	[ -s killed ] || return 0
	mends killed
}
if [ -n "$have_perf" ] && perf_records -e cpu-clock -o probe true >/dev/null; then
	for n in $(seq "${KILLED:-2}"); do
		rm -f killed
		check "recording $n that was killed is mended" killed "$n"
	done
else
	skip "recordings that are killed: perf cannot record here"
fi
finish
