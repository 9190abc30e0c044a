#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# slowdown.sh BUILD WORK [RUNS SECONDS PERCENT] - whether the page of a comparison shows a function that got slower
#
# RUNS times, records the program slowdown twice as it is and once with a function that takes PERCENT longer. In nine of
# ten runs that function has to be the first of the table; nothing of the first two recordings may be above the noise.
# With the samples that a timer gives in 10 s, 5 % of one function in eight is about as far from chance as the noise line.
# The short form is one run of 2 seconds and 25 %. The last line is "N passed, N failed".
set -u
export LC_ALL=C DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

build=$1
work=$2
runs=${3:-1}
seconds=${4:-2}
percent=${5:-25}
passed=0
failed=0

record() { # NAME PERCENT
	"$build/pdata-record" -e cpu-clock:u -F 10000 -o "$work/$1" "$build/tests/html/slowdown" "$seconds" "$2" >"$work/out" 2>&1 ||
		{ cat "$work/out"; return 1; }
}

pages=
for ((i = 0; i < runs; i++)); do
	if ! record before 0 || ! record again 0 || ! record after "$percent"; then
		break
	fi
	"$build/pdata" html -o "$work/same$i.html" "$work/before" "$work/again"
	"$build/pdata" html -o "$work/slow$i.html" "$work/before" "$work/after"
	pages="$pages $work/same$i.html $work/slow$i.html"
done
# shellcheck disable=SC2086
node slowdown.mjs "$build/tests/html" $pages >"$work/found" || failed=$((failed + 1))
cat "$work/found"
right=$(grep -c '^slow right' "$work/found")
quiet=$(grep -c '^same right' "$work/found")
check() { # WHETHER NAME
	if [ "$1" = 1 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED html: $2"
	fi
}
check $((right * 10 >= runs * 9 && right > 0)) "a function that takes $percent % longer is the first of the table: $right of $runs runs"
check $((quiet * 10 >= runs * 9 && quiet > 0)) "two recordings of one program show nothing above the noise: $quiet of $runs runs"
echo "$passed passed, $failed failed"
