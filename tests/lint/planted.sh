#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# planted.sh [BUILD] - make lint fails when a file has a fault that one of its tools finds
set -u

cd "$(dirname "$0")/../.." || exit 1
O=${1:-build}
part=planted
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. tests/lib.sh

cat >"$tmp/clean.c" <<'END'
int sum(const int *v, int n);
int sum(const int *v, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += v[i];
	return s;
}
END
cat >"$tmp/null.c" <<'END'
int first(int n);
int first(int n)
{
	int *p = 0;

	return n ? 0 : *p;
}
END
cat >"$tmp/unset.c" <<'END'
int unset(int n);
int unset(int n)
{
	int v;

	if (n)
		v = n;
	return v;
}
END
cat >"$tmp/camel.c" <<'END'
int camelCase(void);
int camelCase(void)
{
	return 1;
}
END
cat >"$tmp/past.c" <<'END'
int past(void);
int past(void)
{
	int v[4] = { 0 };

	return v[4];
}
END
printf 'int  odd( int a ) ;\n' >"$tmp/odd.c"
printf '#!/bin/sh\ncd $1\nexit 0\n' >"$tmp/plain.sh"
printf '#!/bin/sh\ncd "$1" || exit 1\n' >"$tmp/quoted.sh"

lint() { # GOAL VARIABLE FILE
	"${MAKE:-make}" O="$O" "$1" "$2=$3"
}

refused() { # GOAL VARIABLE FILE - with the file's name in the message
	if lint "$@" >"$tmp/lint.out" 2>&1; then
		echo "$1 passes $3"
		return 1
	fi
	grep -q "${3##*/}" "$tmp/lint.out" || { cat "$tmp/lint.out"; return 1; }
}

if command -v clang-tidy >/dev/null; then
	check "clang-tidy passes a clean file" lint lint-tidy TIDY_FILES "$tmp/clean.c"
	check "a null pointer fails lint-tidy" refused lint-tidy TIDY_FILES "$tmp/null.c"
	check "an uninitialised value fails lint-tidy" refused lint-tidy TIDY_FILES "$tmp/unset.c"
	check "a name in another style fails lint-tidy" refused lint-tidy TIDY_FILES "$tmp/camel.c"
	check "one bad file of two fails lint-tidy" refused lint-tidy TIDY_FILES "$tmp/clean.c $tmp/null.c"
else
	skip "no clang-tidy"
fi
if command -v cppcheck >/dev/null; then
	check "cppcheck passes a clean file" lint lint-cppcheck TIDY_FILES "$tmp/clean.c"
	check "a read past an array fails lint-cppcheck" refused lint-cppcheck TIDY_FILES "$tmp/past.c"
else
	skip "no cppcheck"
fi
if command -v shellcheck >/dev/null; then
	check "shellcheck passes a clean script" lint lint-shell SHELL_FILES "$tmp/quoted.sh"
	check "a cd without a check fails lint-shell" refused lint-shell SHELL_FILES "$tmp/plain.sh"
else
	skip "no shellcheck"
fi
if command -v clang-format >/dev/null; then
	check "clang-format passes a clean file" lint lint-format C_FILES "$tmp/clean.c"
	check "wrong formatting fails lint-format" refused lint-format C_FILES "$tmp/odd.c"
else
	skip "no clang-format"
fi

# A warning in a header counts, too, and so does a file in a subfolder of a room.
listed() { # GOAL - every C file of the rooms
	"${MAKE:-make}" -n O="$O" "$1" >"$tmp/commands" || return 1
	find common libpdata cli record report -name '*.c' | while read -r f; do
		grep -qF " $f" "$tmp/commands" || { echo "$1 leaves out $f"; exit 1; }
	done
}
check "lint-tidy has every source of the rooms" listed lint-tidy
check "lint-cppcheck has every source of the rooms" listed lint-cppcheck
finish
