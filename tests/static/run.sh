#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD - the static recorder, with the system's C library and, where it is installed, musl
set -u
export LC_ALL=C

src=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd) || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. "$src/tests/lib.sh"
part=static
MAKE=${MAKE:-make}

is_static() { # FILE
	! readelf -d "$1" | grep -E 'NEEDED|INTERP'
}

can_link() { # CC
	echo 'int main(void) { return 0; }' >"$tmp/empty.c"
	"$1" -static "$tmp/empty.c" -o "$tmp/empty" 2>/dev/null
}

records() { # RECORDER CONFIG
	z=
	grep -q '^HAVE_ZSTD' "$2" && z=-z
	"$1" -q $z -o "$tmp/perf.data" true && "$build/pdata" report --stats -i "$tmp/perf.data" >"$tmp/stats" &&
		grep -q 'COMM events:' "$tmp/stats"
}

for cc in "${CC:-gcc}" musl-gcc; do
	if ! can_link "$cc"; then
		skip "$cc links no static programs here"
		continue
	fi
	out=$build/static-$(basename "${cc%% *}")
	check "make pdata-record STATIC=1 CC=$cc" \
		"$MAKE" -C "$src" O="$out" STATIC=1 CC="$cc" pdata-record
	check "it is static" is_static "$out/pdata-record"
	check "it records" records "$out/pdata-record" "$out/static/config.mk"
done
finish
