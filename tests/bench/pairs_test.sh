#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# pairs_test.sh BUILD - pairs.sh detects a slower program, and one with different output
set -u
part=pairs
build=$(cd "${1:-build}" && pwd) || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"

mkdir "$tmp/data" "$tmp/same" "$tmp/slow" "$tmp/other" "$tmp/tree" || exit 1
ln -s "$build" "$tmp/tree/build"
"$build/tests/tools/gendata" basic "$tmp/data/small.data" || exit 1
ln -s "$build/pdata" "$tmp/same/pdata"
# A delay of about ten times the run time of the program.
cat >"$tmp/slow/pdata" <<END
#!/bin/sh
i=0
while [ \$i -lt 150000 ]; do i=\$((i + 1)); done
exec "$build/pdata" "\$@"
END
cat >"$tmp/other/pdata" <<END
#!/bin/sh
"$build/pdata" "\$@"
echo one line more
END
chmod +x "$tmp/slow/pdata" "$tmp/other/pdata"

pairs() { # STATUS TEXT OLD NEW [ROWS [PAIRS]] - pairs.sh ends with the status and prints the text
	PAIRS=${6:-3} BENCH_DIR=$tmp/data ROWS=${5:-small report flat} NEW=$4 MIN_CPU=0 LIMIT=100 bash "$here/pairs.sh" "$build" "$3" >"$tmp/out" 2>&1
	status=$?
	cat "$tmp/out"
	[ $status = "$1" ] && grep -q -- "$2" "$tmp/out"
}

check "a program is not slower than itself" pairs 0 '^1 rows, 0 slower' "$tmp/same" "$build"
check "a tree is taken for its build directory" pairs 0 '^1 rows, 0 slower' "$tmp/tree" "$build" 'small report flat' 1
check "a slower program fails" pairs 1 ' SLOWER$' "$tmp/same" "$tmp/slow"
check "a program that was slower is faster now" pairs 0 ' faster$' "$tmp/slow" "$tmp/same"
check "another output fails" pairs 1 'DIFFERENT output' "$tmp/same" "$tmp/other"
check "ROWS= selects rows" pairs 0 '^2 rows, 0 slower' "$tmp/same" "$build" 'small (script|report flat)' 1
check "ROWS= without a row is an error" pairs 2 '^0 rows' "$tmp/same" "$build" 'no such row'
check "OLD= without a program is an error" pairs 2 'no program' "$tmp/data" "$build"
check "OLD= is needed" pairs 2 'OLD=DIR is wanted' '' "$build"
finish
