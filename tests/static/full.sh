#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# full.sh BUILD - the static recorder on full disks: it counts the samples in the file without libpdata's reader
set -u
export LC_ALL=C

src=$(cd "$(dirname "$0")/../.." && pwd)
given=$1
build=$(cd "$given" && pwd) || exit 1
cc=${CC:-gcc}
out=static-$(basename "${cc%% *}")
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. "$src/tests/lib.sh"
part=full-static

echo 'int main(void) { return 0; }' >"$tmp/empty.c"
"$cc" -static "$tmp/empty.c" -o "$tmp/empty" 2>/dev/null || skip_all "$cc links no static programs here"
"${MAKE:-make}" -s -C "$src" O="$given/$out" STATIC=1 CC="$cc" pdata-record >"$tmp/made" 2>&1 || {
	bad "make pdata-record STATIC=1"
	cat "$tmp/made"
	finish
	exit
}
REC=$build/$out/pdata-record bash "$src/tests/crash/full.sh" "$build" 8
