#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD - the static recorder, with the system's C library and, where it is installed, musl
set -u
export LC_ALL=C

src=$(cd "$(dirname "$0")/../.." && pwd)
given=$1
build=$(cd "$given" && pwd) || exit 1
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

# The limit is for x86_64 only, because the code of other machines has another size.
is_small() { # RECORDER LIMIT
	strip -o "$tmp/stripped" "$1" || return 1
	size=$(stat -c %s "$tmp/stripped")
	echo "$size bytes, the limit is $2"
	[ "$size" -lt "$2" ]
}

# A root directory with only the recorder, /proc and /dev/null. The recording is read outside of it.
in_chroot() { # RECORDER
	root=$tmp/root
	rm -rf "$root"
	mkdir -p "$root/proc" "$root/dev" "$root/tmp" && cp "$1" "$root/pdata-record" || return 1
	unshare -m sh -c 'mount -t proc none "$0/proc" && : >"$0/dev/null" && mount --bind /dev/null "$0/dev/null" &&
		exec chroot "$0" /pdata-record -q -e cpu-clock -F 5000 -g -o /tmp/c.data /pdata-record --list "cpu-*"' "$root" || return 1
	"$build/pdata" script -i "$root/tmp/c.data" >"$tmp/text" && [ -s "$tmp/text" ] || { echo "no samples"; return 1; }
	command -v perf >/dev/null || return 0
	perf_runs script -f -i "$root/tmp/c.data" >/dev/null
}

can_chroot() {
	mkdir -p "$tmp/empty.root/proc"
	unshare -m sh -c 'mount -t proc none "$0/proc" && chroot "$0" /none 2>/dev/null; [ $? = 127 ]' "$tmp/empty.root" 2>/dev/null
}

for cc in "${CC:-gcc}" musl-gcc; do
	if ! can_link "$cc"; then
		skip "$cc links no static programs here"
		continue
	fi
	out=$build/static-$(basename "${cc%% *}")
	check "make pdata-record STATIC=1 CC=$cc" \
		"$MAKE" -C "$src" O="$given/${out##*/}" STATIC=1 CC="$cc" pdata-record
	check "it is static" is_static "$out/pdata-record"
	check "it records" records "$out/pdata-record" "$out/static/config.mk"
	case $cc in
	musl-gcc) limit=700000 ;;
	*) limit=1600000 ;;
	esac
	[ "$(uname -m)" = x86_64 ] && check "$cc: it is small" is_small "$out/pdata-record" $limit
	if can_chroot; then
		check "$cc: the recorder needs no files except /proc and /dev/null" in_chroot "$out/pdata-record"
	else
		skip "a root with nothing else: no chroot here"
	fi
done
finish
