#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# check.sh NAME=COMMAND... - run the parts of the tests and add up their closing lines
#
# A part prints "N passed, N failed" at its end; processes that it left running may print more lines after it. A part without
# that line (it died) counts as one failure, and so does a part with 0 failed and a bad status. Failures are repeated
# at the end, before the last line, which is the sum.
set -u

log=$(mktemp) || exit 1
trap 'rm -f "$log" "$log.status" "$log.failed"' EXIT
passed=0 failed=0
# Builds inside the parts use every CPU, even if the outer make has no -j. MAKEFLAGS of the outer make may lack the first dash.
case ${MAKEFLAGS:-} in
*-j*) ;;
[A-Za-z]*) MAKEFLAGS="-j$(getconf _NPROCESSORS_ONLN) -$MAKEFLAGS" ;;
*) MAKEFLAGS="-j$(getconf _NPROCESSORS_ONLN) ${MAKEFLAGS:-}" ;;
esac
export MAKEFLAGS

closing='^[0-9][0-9]* passed, [0-9][0-9]* failed$'

for part in "$@"; do
	name=${part%%=*}
	printf '== %s\n' "$name"
	begun=$(date +%s)
	{ sh -c "${part#*=}" 2>&1; echo $? >"$log.status"; } | tee "$log" | sed "/$closing/d"
	last=$(sed -n "/$closing/p" "$log" | tail -n 1)
	status=$(cat "$log.status")
	p=${last%% *}
	f=${last#*, }
	f=${f%% *}
	if [ -z "$last" ]; then
		echo "FAILED $name: ended with status $status, without its closing line"
		p=0 f=1
	elif [ "$f" = 0 ] && [ "$status" != 0 ]; then
		echo "FAILED $name: status $status"
		f=1
	fi
	echo "   $name: $p passed, $f failed, $(($(date +%s) - begun)) s"
	[ "$f" = 0 ] || { echo "== failed: $name"; grep -A 5 '^FAILED' "$log"; } >>"$log.failed"
	passed=$((passed + p))
	failed=$((failed + f))
done
[ ! -s "$log.failed" ] || cut -c1-200 "$log.failed"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
