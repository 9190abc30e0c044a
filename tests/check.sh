#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# check.sh NAME=COMMAND... [--alone NAME=COMMAND...] - run the parts of the tests and add up their closing lines
#
# Two parts run side by side, and the output of a part is printed when the part ends. Parts behind --alone run one at a
# time, after the others: a busy machine would change what a recorder in a test sees. JOBS=1: one at a time from the start.
#
# A part prints "N passed, N failed" at its end; processes that it left running may print more lines after it. A part without
# that line (it died) counts as one failure, and so does a part with 0 failed and a bad status. Failures are repeated
# at the end, before the last line, which is the sum.
set -u

closing='^[0-9][0-9]* passed, [0-9][0-9]* failed$'

run_part() { # DIR NUMBER - write NUMBER.sum and NUMBER.failed, and print the output of the part
	read -r name <"$1/$2.name"
	begun=$(date +%s)
	sh "$1/$2.command" >"$1/$2.log" 2>&1
	status=$?
	last=$(sed -n "/$closing/p" "$1/$2.log" | tail -n 1)
	p=${last%% *}
	f=${last#*, }
	f=${f%% *}
	{
		printf '== %s\n' "$name"
		sed "/$closing/d" "$1/$2.log"
		if [ -z "$last" ]; then
			echo "FAILED $name: ended with status $status, without its closing line"
			p=0 f=1
		elif [ "$f" = 0 ] && [ "$status" != 0 ]; then
			echo "FAILED $name: status $status"
			f=1
		fi
		echo "   $name: $p passed, $f failed, $(($(date +%s) - begun)) s"
	} >"$1/$2.out"
	[ "$f" = 0 ] || { echo "== failed: $name"; grep -A 5 '^FAILED' "$1/$2.out"; } >"$1/$2.failed"
	echo "$p $f" >"$1/$2.sum"
	flock "$1" cat "$1/$2.out"
}

if [ "${1:-}" = --part ]; then
	run_part "$2" "$3"
	exit 0
fi

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
# Builds inside the parts use every CPU, even if the outer make has no -j. MAKEFLAGS of the outer make may lack the first dash.
case ${MAKEFLAGS:-} in
*-j*) ;;
[A-Za-z]*) MAKEFLAGS="-j$(getconf _NPROCESSORS_ONLN) -$MAKEFLAGS" ;;
*) MAKEFLAGS="-j$(getconf _NPROCESSORS_ONLN) ${MAKEFLAGS:-}" ;;
esac
export MAKEFLAGS

nr=0
list=beside
: >"$dir/beside"
: >"$dir/alone"
for part in "$@"; do
	if [ "$part" = --alone ]; then
		list=alone
		continue
	fi
	nr=$((nr + 1))
	printf '%s\n' "${part%%=*}" >"$dir/$nr.name"
	printf '%s\n' "${part#*=}" >"$dir/$nr.command"
	echo $nr >>"$dir/$list"
done
xargs -r -n 1 -P "${JOBS:-2}" sh "$0" --part "$dir" <"$dir/beside"
xargs -r -n 1 -P 1 sh "$0" --part "$dir" <"$dir/alone"

cat "$dir"/*.failed 2>/dev/null | cut -c1-200
sums=$(cat "$dir"/*.sum | awk '{ p += $1; f += $2; n++ } END { print p + 0, f + 0, n + 0 }')
# shellcheck disable=SC2086
set -- $sums
passed=$1 failed=$2
if [ "$3" != $nr ]; then # a part was killed
	echo "FAILED $((nr - $3)) of $nr parts did not end"
	failed=$((failed + nr - $3))
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
