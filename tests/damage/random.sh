#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# random.sh BUILD COUNT FIRST SEED [DIR...] - run commands on randomly damaged copies of the recordings below DIRs; see random.c
#
# SCRIPT=FILE: run this instead of the commands. DAMAGE_COMMANDS=N: the argument of random -c.
set -u

build=$1
count=$2
first=$3
seed=$4
shift 4
[ $# -gt 0 ] || set -- "$(dirname "$0")/../../fixtures/real"
list=$(mktemp) || exit 1
trap 'rm -f "$list"' EXIT
# Find files that begin like a recording; files in a directory with "data" belong to that recording.
find "$@" -type f | LC_ALL=C sort | while read -r f; do
	case ${f##*/} in
	data) f=${f%/data} ;;
	data.*) [ -f "${f%/*}/data" ] && continue ;;
	esac
	if [ -d "$f" ]; then
		printf '%s\n' "$f"
	else
		case $(head -c 8 "$f" | tr -d '\0') in
		PERFILE2 | 2ELIFREP | PERFFILE) printf '%s\n' "$f" ;;
		esac
	fi
done >"$list"
mkdir -p "$build/tests/damage-kept"
# Names of recordings have no blanks.
# shellcheck disable=SC2046
exec "$build/tests/damage/random" -n "$count" -f "$first" -s "$seed" -k "$build/tests/damage-kept" ${SCRIPT:+-x "$SCRIPT"} ${DAMAGE_COMMANDS:+-c "$DAMAGE_COMMANDS"} "$build/pdata" $(cat "$list")
