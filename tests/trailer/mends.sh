#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# mends.sh PDATA FILE - the file that pdata repair makes of FILE is valid, and perf reads from it all saved records
#
# Every sample that a walk over the records of FILE finds must be in the result or reported as lost. Events that
# damage changed into ones that perf refuses, tracepoints without their formats and other recorders' records are accepted,
# with a line in the file $MENDS_LOG.
set -u
export LC_ALL=C PERF_CONFIG=/dev/null

pdata=$1 file=$2
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

samples_of() { # PROGRAM FILE
	"$1" report --stats -i "$2" 2>/dev/null | awk '$1 == "SAMPLE" { print $3; exit }'
}

number() { # the one that a line of what was said has before the words "samples"
	sed -n "s/^$1: .* \([0-9]*\) of them samples.*/\1/p" "$tmp/said"
}

want=$(samples_of "$pdata" "$file")
timeout 60 "$pdata" repair -i "$file" -o "$tmp/mended" >"$tmp/said" 2>"$tmp/err"
status=$?
if [ $status = 1 ]; then
	[ -s "$tmp/err" ] && [ ! -e "$tmp/mended" ] && exit 0
	echo "status 1, and $(ls "$tmp")"
	exit 1
fi
[ $status -le 2 ] || { echo "repair ends with $status"; cat "$tmp/err"; exit 1; }
saved=$(number saved) lost=$(number lost)
if [ "${want:-0}" != $((${saved:-0} + ${lost:-0})) ]; then
	echo "$saved samples are saved and ${lost:-0} lost, of ${want:-none}"
	exit 1
fi
got=$(samples_of "$pdata" "$tmp/mended")
[ "${got:-0}" = "${saved:-0}" ] || { echo "$saved samples are saved, and ${got:-none} there"; exit 1; }
"$pdata" check "$tmp/mended" || exit 1
command -v perf >/dev/null || exit 0
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
perf_limit=60
if ! perf_runs script -i "$tmp/mended" >/dev/null 2>"$tmp/err"; then
	grep -q 'incompatible file format\|non matching\|Invalid CPU\|process type: 32[0-9]*' "$tmp/err" ||
		grep -q '^TRACING_DATA\|name=TRACING_DATA' <("$pdata" dump -i "$tmp/mended" 2>/dev/null) ||
		{ echo "perf: $(head -3 "$tmp/err")"; exit 1; }
	[ -z "${MENDS_LOG:-}" ] || echo "$(basename "$file"): perf refuses: $(head -1 "$tmp/err")" >>"$MENDS_LOG"
	exit 0
fi
got=$(samples_of perf "$tmp/mended")
[ "${got:-0}" = "${saved:-0}" ] || { echo "perf: ${got:-none} samples of $saved"; exit 1; }
