# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Sourced by run.sh: data that the recorder keeps for the end of the file goes to a tmpfile if it needs too much memory.

cd "$tmp" || exit 1

# Many short processes with page faults, so that the file has many spans of side-band records.
storm() { # NAME OPTIONS...
	storm_file=$1
	shift
	"$rec" -v -e faults -c 1 -o "$storm_file" "$@" bash -c 'for i in {1..250}; do (:); done' 2>storm.err && "$pdata" check "$storm_file" >storm.check && grep -q 'undamaged: all checksums match' storm.check || { cat storm.err; return 1; }
}
spilled() { grep -o 'index: [0-9]* bytes exceeded the memory limit and were kept in a temporary file' storm.err; }

spills_alike() {
	PDATA_TEST_INDEX_MEMORY=1 storm spill.data --no-bundle && spilled || { echo "nothing was put into a file"; return 1; }
	cp spill.data again.data && "$pdata" index again.data && cmp spill.data again.data || return 1
	PDATA_TEST_INDEX_MEMORY=1 storm spill.data && spilled && reads spill.data || return 1
	[ -z "$(find . -name '*pdata-index*')" ]
}
directory_spills_alike() {
	rm -rf spill.dir
	PDATA_TEST_INDEX_MEMORY=1 storm spill.dir --threads || return 1
	cp -r spill.dir again.dir && "$pdata" index again.dir && cmp spill.dir/data again.dir/data
}
in_memory() {
	storm memory.data --no-bundle && ! spilled
}
# The tmpfile of the index exists, without a name, from the first data on, and disappears with the recorder.
goes_with_the_recorder() {
	PDATA_TEST_INDEX_MEMORY=1 "$rec" -q -e faults -c 1 -o killed.data bash -c 'for i in {1..3000}; do (:); done' &
	pid=$!
	found=
	for _ in {1..100}; do
		sleep 0.1
		# Not the recording itself, which begins with its magic number.
		for fd in "/proc/$pid/fd/"*; do
			case $(readlink "$fd") in "$tmp"*deleted*) [ "$(head -c 8 "$fd" 2>/dev/null)" = PERFILE2 ] || [ "$(stat -Lc %s "$fd")" = 0 ] || found=1 ;; esac
		done
		[ -n "$found" ] && break
	done
	sleep 1
	kill -9 $pid
	wait $pid 2>/dev/null
	[ -n "$found" ] || { echo "no file"; return 1; }
	"$pdata" report --stats -i killed.data >stats 2>err || [ $? = 2 ] || { cat err; return 1; }
	grep -q 'SAMPLE events: *[1-9]' stats && [ -z "$(find . -name '*pdata-index*')" ]
}

if [ "$("$rec" -q -e dummy -o none.data true && "$pdata" check none.data | grep -c checksums)" = 1 ] && ! "$pdata" check none.data | grep -q 'no checksums'; then
	check "an index in a tmpfile gives the same trailer as one in memory" spills_alike
	check "the indexes of a directory's members have a tmpfile each" directory_spills_alike
	check "the index of a small recording stays in memory" in_memory
	check "after kill -9 the recording stays, and the tmpfile of the index is gone" goes_with_the_recorder
else
	skip "the recorder makes no index"
fi
