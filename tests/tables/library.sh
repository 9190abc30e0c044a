#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# library.sh BUILD - test libpdata-names: exports, rules of a library, installed programs, batches, memory
#
# CC, CXX, NM, MAKE and SANITIZED (the flags of an instrumented build) come from make. OOM_POINTS=N lets N allocations
# fail, one in each run; default: 40.
set -u
export LC_ALL=C DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

given=$1
build=$(realpath "$1")
top=$(realpath "$(dirname "$0")/../..")
part=names-library
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp/home
mkdir "$HOME"
# shellcheck source=tests/lib.sh
. "$top/tests/lib.sh"
cd "$top" || exit 1
CC=${CC:-gcc} CXX=${CXX:-g++} NM=${NM:-nm} MAKE=${MAKE:-make}
header=$top/report/include/pdata/tables.h
[ -e "$build/libpdata-names.so" ] || skip_all "libpdata-names was not built"

# ---- the header, and the names that the library exports
includes=(-I"$top/report/include" -I"$top/libpdata/include")
check "tables.h compiles alone as C99" \
	"$CC" -std=c99 -Wall -Wextra -pedantic -Werror "${includes[@]}" -fsyntax-only -x c "$header" -Wno-pragma-once-outside-header
check "tables.h compiles alone as C++17" \
	"$CXX" -x c++ -std=c++17 -Wall -Wextra -pedantic -Werror "${includes[@]}" -fsyntax-only "$header"
sed -n 's/^PDATA_API.*[ *]\(pdata_tables_[a-z]*\)(.*/\1/p' "$header" | sort >"$tmp/header"
sed -n 's/^[ \t]*\(pdata_[a-z_]*\);.*/\1/p' report/names.map | sort >"$tmp/map"
"$NM" -D --defined-only "$build/libpdata-names.so" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort >"$tmp/so"
"$NM" -g --defined-only "$build/libpdata-names.a" | awk 'NF == 3 { print $3 }' | sort >"$tmp/a"
check "the header has functions" test -s "$tmp/header"
check "names.map has the functions of tables.h" diff "$tmp/header" "$tmp/map"
check "libpdata-names.so exports the functions of tables.h alone" diff "$tmp/header" "$tmp/so"
check "libpdata-names.a exports the functions of tables.h alone" diff "$tmp/header" "$tmp/a"

# ---- rules of a library: the variables that may change, with their reasons.
cat >"$tmp/may_change" <<'END'
asking	a thread's request to libdebuginfod, whose callback has no argument
entered	the context of the call, see base/context.h
guard	where a thread goes on when libdw has no memory, see base/memory.h
held	a thread's messages that wait, see base/message.h
own	the context of a thread outside of any call
run	limits that were set in the environment for libdebuginfod
END
neither_ends_nor_prints() {
	! "$NM" -u "$build/libpdata-names.a" | awk '{ print $NF }' | grep -xE \
		'(_|_E|quick_)?[eE]xit|abort|v?f?printf|__v?f?printf_chk|f?put[cs]|putchar|fwrite|perror|v?(err|warn)x?|v?syslog|std(out|err)|__assert_fail'
}
only_listed_variables() {
	objdump -t "$build/libpdata-names.a" | awk -F '\t' '
		{ split($1, w, " "); n = split($2, x, " ") }
		$1 ~ / (\.tbss|\.tdata|\.bss|\.data)(\.[a-z_]*)?$/ && $1 !~ /\.data\.rel\.ro/ && $1 !~ / d / && x[1] !~ /^0+$/ {
			sub(/\.[0-9]+$/, "", x[n]); print x[n] }' | sort -u >"$tmp/variables"
	cut -f1 "$tmp/may_change" | diff - "$tmp/variables"
}
case ${SANITIZED:-} in
?*) skip "functions and variables of the library: an instrumented build" ;;
*)
	check "the library neither ends the program nor prints" neither_ends_nor_prints
	check "the library has no variables but the listed ones" only_listed_variables
	;;
esac
major=$(sed -n 's/^#define PDATA_VERSION_MAJOR //p' libpdata/include/pdata/pdata.h)
minor=$(sed -n 's/^#define PDATA_VERSION_MINOR //p' libpdata/include/pdata/pdata.h)
soname=libpdata-names.so.$major
[ "$major" != 0 ] || soname=$soname.$minor
check "soname has the version" sh -c "readelf -d '$build/libpdata-names.so' | grep -q 'SONAME.*\\[$soname\\]'"

# ---- programs outside of the tree, with the flags of pkg-config
"$MAKE" O="$given" install-lib install-names DESTDIR="$tmp/root" prefix=/usr >"$tmp/install.log" 2>&1
check "make install-names" test -f "$tmp/root/usr/include/pdata/tables.h"
needs pkg-config
pc() {
	PKG_CONFIG_SYSROOT_DIR=$tmp/root PKG_CONFIG_LIBDIR=$tmp/root/usr/lib/pkgconfig pkg-config "$@" libpdata-names
}
export LD_LIBRARY_PATH=$tmp/root/usr/lib
mkdir "$tmp/out"
cp tests/tables/hottest.c tests/tables/arrow_check.c tests/tables/options.c "$tmp/out"
cd "$tmp/out" || exit 1
# shellcheck disable=SC2046,SC2086
{
	check "a C program builds with the flags of pkg-config" \
		"$CC" ${SANITIZED:-} -Wall -Wextra -Werror $(pc --cflags) hottest.c -o hottest $(pc --libs)
	check "a C++17 program builds with the flags of pkg-config" \
		"$CXX" ${SANITIZED:-} -x c++ -std=c++17 -Wall -Wextra -Werror $(pc --cflags) hottest.c -o hottest++ -x none $(pc --libs)
	check "a program that checks batches builds" \
		"$CC" ${SANITIZED:-} -Wall -Wextra -Werror $(pc --cflags) arrow_check.c -o arrow_check $(pc --libs)
	check "a program with options of other headers builds" \
		"$CC" ${SANITIZED:-} -Wall -Wextra -Werror $(pc --cflags) options.c -o options $(pc --libs)
	if [ -n "${SANITIZED:-}" ]; then
		skip "a program with libpdata-names.a: an instrumented build"
	else
		check "a C program links with libpdata-names.a" \
			"$CC" $(pc --cflags) hottest.c -o hottest.a -L"$tmp/root/usr/lib" -l:libpdata-names.a -l:libpdata.a \
			$(pc --static --libs-only-l | sed 's/-lpdata-names//; s/-lpdata//')
	fi
}

for f in "$top"/fixtures/text/*.pdt; do
	"$build/pdata" assemble -o "$tmp/$(basename "$f" .pdt)" "$f" 2>/dev/null
done
"$build/tests/tools/gendata" basic "$tmp/basic"
"$build/pdata-record" -o "$tmp/recorded" --call-graph dwarf -F 1000 -- "$build/tests/demo/workload" >record.out 2>&1 ||
	skip "a recording of this kernel: $(tail -n 1 record.out)"

hottest_are_those_of_report() { # FILE PROGRAM...
	local file=$1 program
	shift
	"$build/pdata" report --no-children -g none -s sym -n -F sample,sym -i "$file" --stdio 2>/dev/null |
		sed -n 's/^ *\([0-9][0-9]*\) *\[[^]]\] \(.*[^ ]\) *$/\1 \2/p' |
		awk '{ n = $1; sub(/^[0-9]+ /, ""); if (/^0x?[0-9a-f]+$/) $0 = "[unknown]"; sum[substr($0, 1, 63)] += n }
			END { for (f in sum) print sum[f], f }' | sort -k1,1nr -k2 | head -10 | cut -d' ' -f1 >report.txt
	[ -s report.txt ] || return 1
	for program; do
		"./$program" "$file" | awk '{ print $1 }' | diff - report.txt || return 1
	done
}
programs=(hottest hottest++)
[ ! -e hottest.a ] || programs+=(hottest.a)
check "hottest prints the same numbers as report" hottest_are_those_of_report "$tmp/basic" "${programs[@]}"
[ ! -e "$tmp/recorded" ] ||
	check "hottest prints the same numbers as report, with inlined functions" hottest_are_those_of_report "$tmp/recorded" hottest

# README.md shows this program.
readme_example() {
	awk '/^```c$/ { k++; on = 1; next } /^```$/ { on = 0 } on && k == 3' "$top/README.md" >readme.c
	sed -n '/^#include/,$p' hottest.c | diff readme.c -
}
check "README.md shows hottest.c" readme_example

"$build/pdata" assemble -o "$tmp/chains" "$top/tests/golden/export/max-stack/in.pdt"
check "unknown options are refused, and max_stack is followed" ./options "$tmp/basic" "$tmp/chains"

# ---- batches follow the Arrow C Data Interface; their rows are those of pdata export
batches() { # FILE
	local table rows
	./arrow_check "$1" >rows.txt 2>err.txt || { echo "$1: $(head -1 err.txt)"; return 1; }
	while read -r table rows; do
		[ "$table" != partial ] || continue
		echo "= $table $rows"
		"$build/pdata" export jsonl "$table" -i "$1" 2>/dev/null
	done <rows.txt | awk -v file="$1" '
		function compare() {
			if (table && rows != expected) { print file ": " table " has " rows " rows, not " expected; differ = 1 }
		}
		/^= / { compare(); table = $2; expected = $3; rows = 0; next }
		{ rows++ }
		END { compare(); exit differ }'
}
for f in "$tmp"/*; do
	[ -f "$f" ] && "$build/pdata" export csv meta -i "$f" >meta.txt 2>/dev/null
	[ -s meta.txt ] && [ -f "$f" ] && case $f in *.log | */header | */map | */so | */a | */may_change | */variables | *.out) ;; *)
		check "batches of $(basename "$f")" batches "$f" ;;
	esac
	: >meta.txt
done

# thread_states reads the records about threads first, and nothing of the data afterwards.
"$build/pdata" assemble -o damaged "$top/tests/golden/export/damaged/in.pdt"
stays_partial() {
	./arrow_check damaged meta thread_states meta >rows.txt && [ "$(tail -n 1 rows.txt)" = partial ]
}
check "damage found by an earlier pass over the data is not forgotten" stays_partial

# ---- each allocation fails in turn
if [ -z "${SANITIZED:-}" ] && "$CC" -O1 -w -shared -fPIC -o failing.so "$top/tests/oom/failing_malloc.c" 2>cc.out; then
	fails_in_turn() { # FILE
		local nr n step once status failures=0
		LD_PRELOAD=./failing.so OOM_AT=0 OOM_COUNT=count ./arrow_check "$1" >complete.txt 2>&1
		nr=$(cat count)
		[ "$nr" -gt 100 ] || { echo "only $nr allocations"; return 1; }
		step=$((nr / ${OOM_POINTS:-40} + 1))
		for ((n = 1; n <= nr; n += step)); do
			for once in '' 1; do
				env LD_PRELOAD=./failing.so OOM_AT=$n ${once:+OOM_ONCE=1} ./arrow_check "$1" >out.txt 2>err.txt
				status=$?
				if [ $status != 3 ] && ! { [ $status = 0 ] && cmp -s out.txt complete.txt; }; then
					echo "allocation $n of $nr${once:+ alone}: status $status: $(head -1 err.txt)"
					failures=$((failures + 1))
				fi
			done
		done
		[ $failures = 0 ]
	}
	check "without memory there is an error, or a complete answer" fails_in_turn "$tmp/basic"
else
	skip "failing allocations: an instrumented build, or no functions behind malloc()"
fi
if [ -z "${SANITIZED:-}" ] && valgrind -q true 2>/dev/null; then
	check "valgrind finds nothing" valgrind -q --error-exitcode=9 --leak-check=full ./arrow_check "$tmp/basic"
else
	skip "valgrind on the library: an instrumented build, or no valgrind"
fi

finish
