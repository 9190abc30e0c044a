# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# Sourced after tests/lib.sh by the scripts that build for other hosts; build and tmp are set.

can_link() { # CC
	echo 'int main(void) { return 0; }' >"$tmp/empty.c"
	"$1" -static "$tmp/empty.c" -o "$tmp/empty" 2>"$tmp/err"
}

# Sets libs, cflags and ldflags.
libraries() { # HOST TRIPLE WANTED
	libs=$3 cflags="-O2 -g" ldflags=-static
	[ "$3" = 1 ] || return 0
	root=$build/sysroot/$1
	if ! sh mk/sysroot.sh "$1" "$root" >"$tmp/sysroot.log" 2>&1; then
		skip "$1: compression, whose libraries cannot be had: $(tail -n 1 "$tmp/sysroot.log")"
		# shellcheck disable=SC2034 # read by what sources this
		libs=0
		return
	fi
	cflags="$cflags -isystem $root/usr/include -isystem $root/usr/include/$2"
	ldflags="$ldflags -L$root/usr/lib/$2"
}
