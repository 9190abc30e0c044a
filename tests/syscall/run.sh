#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD [print] - check that the table of perf_event_open(2)'s features, coverage.tsv, is complete
#
# The table must have every field of the attr and of the mmap page, every flag and every ioctl of the
# installed kernel header, and every sysctl of this kernel. Each option and test that it names must
# exist.
set -u
export LC_ALL=C

build=$1
src=$(cd "$(dirname "$0")/../.." && pwd)
table=$src/tests/syscall/coverage.tsv
header=${PERF_EVENT_H:-/usr/include/linux/perf_event.h}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
part=syscall
# shellcheck source=tests/lib.sh
. "$src/tests/lib.sh"

if [ "${2:-}" = print ]; then
	awk -F '\t' '/^#/ { next } $1 != kind { kind = $1; print (n++ ? "\n" : "") kind }
		{ printf "  %-34s %s\n", $2, ($3 == "decoded" ? "decoded only: " : "") $4 }' "$table"
	exit
fi

# The members of a struct, without comments.
members() { # STRUCT
	sed -n "/^struct $1 {/,/^};/p" "$header" | sed -e 's|/\*.*\*/||g' -e '/^[[:space:]]*\/\*/,/\*\//d' -e '/^[[:space:]]*\*/d' |
		grep -oE '[A-Za-z_][A-Za-z_0-9]*([[:space:]]*:[[:space:]]*[0-9]+)?(\[[^]]*\])?[[:space:]]*[,;]' |
		sed -E 's/[^A-Za-z_0-9].*//' | sort -u
}

rows() { # KIND
	awk -F '\t' -v k="$1" '$1 == k { print $2 }' "$table"
}

whole() { # KIND NAMES-FILE
	rows "$1" | sort -u >"$tmp/has"
	[ -s "$2" ] || { echo "nothing to compare with"; return 1; }
	comm -13 "$tmp/has" "$2" >"$tmp/lack"
	[ ! -s "$tmp/lack" ] || { echo "no row for:"; cat "$tmp/lack"; return 1; }
}

no_row_is_empty() {
	awk -F '\t' '/^#/ { next } NF != 4 || $2 == "" || $4 == "" || !($3 == "used" || ($3 == "decoded" && $4 ~ / .* /)) { print; bad = 1 } END { exit bad }' "$table"
}

no_row_twice() {
	twice=$(grep -v '^#' "$table" | cut -f 1,2 | sort | uniq -d)
	[ -z "$twice" ] || { echo "$twice"; return 1; }
}

options_are_there() {
	"$build/pdata-record" --help >"$tmp/help" || return 1
	cut -f 4 "$table" | grep -oE '(^|[ (])--[a-z][a-z-]*' | tr -d ' (' | sort -u >"$tmp/options"
	[ -s "$tmp/options" ] || return 1
	while read -r o; do
		grep -qE -- "(^|[ ,])$o([ =[]|\$)" "$tmp/help" || { echo "no option $o"; return 1; }
	done <"$tmp/options"
}

tests_are_there() {
	cut -f 4 "$table" | grep -oE 'test:[a-z_0-9]*' | cut -d: -f2 | sort -u >"$tmp/tests"
	[ -s "$tmp/tests" ] || return 1
	while read -r t; do
		grep -q "^TEST($t)" "$src"/tests/unit/rec_test_*.c || { echo "no test $t"; return 1; }
	done <"$tmp/tests"
}

check "no row is empty" no_row_is_empty
check "no row occurs twice" no_row_twice
check "options named in rows exist" options_are_there
check "tests named in rows exist" tests_are_there
if [ -f "$header" ]; then
	members perf_event_attr >"$tmp/attr"
	members perf_event_mmap_page >"$tmp/page"
	grep -oE 'PERF_FLAG_[A-Z_]+' "$header" | sort -u >"$tmp/flag"
	grep -oE '^#define PERF_EVENT_IOC_[A-Z_]+' "$header" | sed 's/#define //' | sort -u >"$tmp/ioctl"
	for kind in attr page flag ioctl; do
		check "every $kind of $header has a row" whole $kind "$tmp/$kind"
	done
else
	skip "completeness: no $header"
fi
if ls /proc/sys/kernel/perf_* >"$tmp/paths" 2>/dev/null; then
	sed 's|.*/||' "$tmp/paths" | sort >"$tmp/sysctl"
	check "every setting of this kernel has a row" whole sysctl "$tmp/sysctl"
fi
finish
