#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# bundle.sh BUILD [STATIC-PDATA] - a recording with its names is read where its files are not
#
# With a static pdata, also in a root directory that has nothing else.
set -u
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
pdata=$build/pdata
static=${2:+$(realpath "$2")}
part=bundle
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
cd "$tmp" || exit 1

if ! ${CXX:-c++} -O1 -g -fno-omit-frame-pointer -o program "$here/../symbols/work.cc" 2>err; then
	skip "all: no C++ compiler"
	finish
	exit
fi
if ! "$build/pdata-record" -q -F 2000 -e cpu-clock -g -o plain ./program >out 2>err; then
	skip "all: nothing can be recorded here: $(cat err)"
	finish
	exit
fi
"$pdata" script -i plain 2>/dev/null | grep -q . || { skip "all: nothing was sampled"; finish; exit; }

answers() { # PDATA FILE NAME - with a neutral name of the file
	cp "$2" perf.data
	touch -d @0 perf.data
	"$1" report --stdio -i perf.data >"$3.report" 2>"$3.err"
	"$1" script -i perf.data >"$3.script" 2>>"$3.err"
}

answers "$pdata" plain before
cp plain bundled
if ! "$pdata" bundle bundled >said 2>err && grep -q 'codec this build lacks' err; then
	skip "all: a build without xxhash has no trailers"
	finish
	exit
fi
check "bundle says how much it took" grep -q '^[1-9][0-9]* names of [1-9][0-9]* objects$' said
check "a file with names is whole" "$pdata" check bundled
small() { [ $(($(stat -c %s bundled) - $(stat -c %s plain))) -lt 200000 ]; }
check "names take less than 200 kB" small
turn() { "$pdata" dump -i bundled >text && "$pdata" assemble -o turned text && cmp bundled turned; }
check "dump and assemble give it" turn

rm program
answers "$pdata" bundled after
check "without the program report prints the same" cmp before.report after.report
check "and so does script" cmp before.script after.script
answers "$pdata" plain without
check "which the plain file does not" sh -c '! cmp -s before.script without.script'

again() { "$pdata" index bundled && answers "$pdata" bundled again && cmp before.script again.script; }
check "a new index keeps the names" again

if [ -n "$static" ]; then
	elsewhere() {
		mkdir -p root && cp "$static" root/pdata && cp bundled root/perf.data && touch -d @0 root/perf.data
		chroot root /pdata report --stdio -i perf.data >c.report 2>c.err
		chroot root /pdata script -i perf.data >c.script 2>>c.err
		cmp before.report c.report && cmp before.script c.script
	}
	check "in an empty root a static pdata prints the same" elsewhere
fi
finish
