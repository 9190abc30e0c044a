#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# native.sh BUILD CORPUS - recordings of other machines read as the machine's own perf read them
#
# CORPUS/golden-native/HOST/FILE/ holds what perf printed there of CORPUS/HOST/FILE. That perf had the
# machine's symbols: lines are compared up to the address. Dates, quoting, and perf's list of what is
# missing are left out.
set -u
export LC_ALL=C TZ=UTC

here=$(cd "$(dirname "$0")" && pwd)
pdata=$(cd "$1" && pwd)/pdata
corpus=$(cd "$2" && pwd) || exit 1
part=native
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/lib.sh"
mkdir "$tmp/empty"

# What each file of golden-native is an answer to, and what of both is compared.
answer() { # GOLDEN FILE
	case $1 in
	evlist-v.txt) "$pdata" evlist -v -i "$2" ;;
	buildid-list.txt) "$pdata" buildid-list -i "$2" ;;
	header-I.txt) "$pdata" report --header-only -I --stdio -i "$2" ;;
	script.txt) "$pdata" script --symfs "$tmp/empty" --kallsyms /dev/null -i "$2" ;;
	esac
}

comparable() { # GOLDEN
	case $1 in
	header-I.txt) grep -v '^# captured on\|^# ====\|^# missing features\|^# cmdline\|^#$\|^$' ;;
	script.txt) sed -E 's/^([	 ]+[0-9a-f]+) .*$/\1/; s/^(.*: +[0-9a-f]+) [^ ]+ \(.*\)$/\1/' ;;
	*) cat ;;
	esac
}

same() { # HOST/FILE GOLDEN
	comparable "$2" <"$corpus/golden-native/$1/$2" >"$tmp/want"
	answer "$2" "$corpus/$1" 2>"$tmp/err" | comparable "$2" >"$tmp/got"
	[ -s "$tmp/want" ] && cmp -s "$tmp/want" "$tmp/got" && [ ! -s "$tmp/err" ] && return 0
	cat "$tmp/err"
	diff -a "$tmp/want" "$tmp/got" | cut -c 1-160 | head -6
	return 1
}

# Of the other byte order, and of 32 bits.
for dir in "$corpus"/golden-native/vm-s390x/* "$corpus"/golden-native/vm-armhf/*; do
	file=${dir#"$corpus"/golden-native/}
	[ -e "$corpus/$file" ] || { skip "$file: no such recording"; continue; }
	for golden in evlist-v.txt buildid-list.txt header-I.txt script.txt; do
		[ -s "$dir/$golden" ] || continue
		check "$file: $golden" same "$file" "$golden"
	done
done
finish
