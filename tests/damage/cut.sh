#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# cut.sh BUILD CUTS - run commands on cut files, compressed files, pipes and directories; see cut.c
set -u

build=$1
cuts=$2
here=$(dirname "$0")
real=$here/../../fixtures/real
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# Bytes are those of little-endian hosts.
[ "$(printf '\1\0' | od -An -tu2 | tr -d ' ')" = 1 ] || { echo "skipped cut: a big-endian host"; echo "0 passed, 0 failed"; exit 0; }

# A directory of three files with records, 300 samples.
awk 'BEGIN {
	print "DIRECTORY"; print "MEMBER name=\"data\""
	print "FILE mode=file order=le attr_size=144"; print "IDS event=0 ids=[1]"
	print "ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all}"; print "DATA"
	for (i = 1; i <= 20; i++)
		print "COMM pid=" i " tid=" i " comm=\"c" i "\" sample_id={pid=" i " tid=" i " time=" i "}"
	print "FEATURE_TABLE"; print "FEATURE name=DIR_FORMAT dir_format=1"
	for (m = 0; m < 3; m++) {
		print "MEMBER name=\"data." m "\""
		for (i = 0; i < 100; i++)
			print "SAMPLE misc=USER ip=0x400100 pid=7 tid=7 time=" 100 + 3 * i + m
	}
}' >"$tmp/dir.pdt"
"$build/pdata" assemble -o "$tmp/dir.data" "$tmp/dir.pdt" || exit 1

set -- "$real/perf_record.data" "$real/pdata_record.data" "$real/perf_callchains.data" "$real/perf_pipe.data" \
	"$real/pdata_pipe.data" "$tmp/dir.data"
if "$build/pdata" report --stats -i "$real/perf_compressed.data" >/dev/null 2>&1; then
	set -- "$@" "$real/perf_compressed.data"
else
	echo "skipped cut: compressed recordings: no zstd"
fi
"$build/tests/damage/cut" -n "$cuts" "$build/pdata" "$@"
