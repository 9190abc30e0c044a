#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# rooms_test.sh BUILD - the sources pass rooms.py, and each of its rules fails on the tree that is planted for it
#
# A tree is tests/lint/planted/NAME with a table of rooms of its own; expect holds the rule and what it must say.
set -u
export LC_ALL=C

build=$(cd "${1:-build}" && pwd) || exit 1
cd "$(dirname "$0")/../.." || exit 1
part=rooms
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. tests/lib.sh

if ! command -v python3 >/dev/null; then
	skip "rules of rooms: no python3"
	finish
fi

compile() { # TREE OUT
	(cd "$1" && find . -name '*.c' | sed 's,^\./,,') | while read -r c; do
		mkdir -p "$2/$(dirname "$c")"
		"${CC:-cc}" -O0 -w -I"$1/prog" -I"$1" -c "$1/$c" -o "$2/${c%.c}.o" || exit 1
	done
}

finds() { # TREE RULE TEXT
	compile "$1" "$tmp/build" || return 1
	python3 tests/lint/rooms.py "$1" "$tmp/build" >"$tmp/out" 2>&1
	status=$?
	rm -rf "$tmp/build"
	if [ -z "$2" ]; then
		[ $status = 0 ] || { cat "$tmp/out"; return 1; }
		return 0
	fi
	[ $status = 1 ] && grep "^$2: " "$tmp/out" | grep -qF "$3" || { cat "$tmp/out"; return 1; }
}

check "the sources keep to their rooms" python3 tests/lint/rooms.py . "$build"
for tree in tests/lint/planted/*/; do
	tree=${tree%/}
	IFS='	' read -r rule text <"$tree/expect"
	case $rule in
	'') check "a sound tree passes all rules of rooms" finds "$tree" '' '' ;;
	*) check "the rule $rule fails on the planted tree $(basename "$tree")" finds "$tree" "$rule" "$text" ;;
	esac
done

# ---- samples of texts for a reader
draws() { # WHAT - a sample has the requested size, is equal for equal seeds and different for others
	python3 tests/lint/sample.py "$1" 20 7 >"$tmp/one" && python3 tests/lint/sample.py "$1" 20 7 | cmp - "$tmp/one" || return 1
	[ "$(grep -c '^\[[0-9]*\] [a-z].*:[0-9]*$' "$tmp/one")" = 20 ] || { head -3 "$tmp/one"; return 1; }
	! python3 tests/lint/sample.py "$1" 20 8 | cmp -s - "$tmp/one"
}
for what in comments messages man; do
	check "samples of $what depend on their seed alone" draws $what
done
check "samples of public comments depend on their seed alone" env PUBLIC=1 sh -c \
	'a=$(python3 tests/lint/sample.py comments 9 7) && [ "$a" = "$(python3 tests/lint/sample.py comments 9 7)" ]'
finish
