#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# probe.sh DIR NAME:MODULE:LIBS:WANT... - find libraries; write DIR/config.mk and DIR/config.h
#
# For each row: ask pkg-config, then link mk/probe/NAME.c. HAVE_NAME is defined only when that works.
# For a static build with another C library than the system's (musl), the header is symlinked into
# DIR/include, so that no other header of the system is found, and the archive is linked by its path.
set -u

dir=$1
shift
probes=$(dirname "$0")/probe
mk=$dir/config.mk.new
h=$dir/config.h.new
static=
[ "${STATIC:-}" = 1 ] && static=-static
failed=0

link_works() { # NAME CFLAGS LIBS
	# shellcheck disable=SC2086
	$CC $CFLAGS $2 "$probes/$1.c" $LDFLAGS $static $3 -o "$dir/probe.out" >>"$dir/probe.log" 2>&1
}

module_dir() { # MODULE VARIABLE DEFAULT
	d=$($PKG_CONFIG --variable="$2" "$1" 2>/dev/null)
	echo "${d:-$3}"
}

# Use the system's archive with another C library: only its headers and the archive itself.
borrow() { # NAME MODULE LIBS
	inc=$(module_dir "$2" includedir /usr/include)
	mkdir -p "$dir/include"
	for f in "$inc/$1.h" "$inc/${1%lib}conf.h"; do
		[ -f "$f" ] && ln -sf "$f" "$dir/include/"
	done
	cflags="-I$dir/include"
	for d in "$(module_dir "$2" libdir /usr/lib)" "/usr/lib/$($CC -dumpmachine)" /usr/lib64 /usr/lib; do
		libs=$d/lib${3#-l}.a
		[ ! -f "$libs" ] || break
	done
}

# Libraries of libpdata. The others are for report, which is built with the system's C library only.
is_codec() { # NAME
	case $1 in zlib | zstd | xxhash) return 0 ;; *) return 1 ;; esac
}

# An archive may need functions that only the system's C library has. xxhash can be used without its
# archive, from the header alone.
header_only() { # NAME
	[ "$1" = xxhash ] || return 1
	cflags="-I$dir/include"
	libs=
}

: >"$dir/probe.log"
echo "# found by mk/probe.sh" >"$mk"
printf '/* found by mk/probe.sh */\n' >"$h"
for row in "$@"; do
	name=${row%%:*}
	rest=${row#*:}
	module=${rest%%:*}
	rest=${rest#*:}
	fallback=${rest%%:*}
	want=${rest#*:}
	upper=$(echo "$name" | tr "[:lower:]" "[:upper:]")
	cflags=$($PKG_CONFIG --cflags "$module" 2>/dev/null)
	libs=$($PKG_CONFIG ${static:+--static} --libs "$module" 2>/dev/null)
	libs=${libs:-$fallback}
	found=no
	if [ "$want" = 0 ]; then
		found=off
	elif link_works "$name" "$cflags" "$libs"; then
		found=yes
	elif [ -n "$static" ] && is_codec "$name"; then
		borrow "$name" "$module" "$fallback"
		if link_works "$name" "$cflags" "$libs"; then
			found=yes
		elif header_only "$name" && link_works "$name" "$cflags" "$libs"; then
			found=yes
		fi
	fi
	if [ "$found" = yes ]; then
		printf 'HAVE_%s := 1\n%s_CFLAGS := %s\n%s_LIBS := %s\n' \
			"$upper" "$upper" "$cflags" "$upper" "$libs" >>"$mk"
		printf '#define HAVE_%s 1\n' "$upper" >>"$h"
	elif [ "$want" = 1 ]; then
		echo "WITH_$upper=1, but a program using $name does not link: see $dir/probe.log" >&2
		failed=1
	fi
	printf '  %-7s %-11s %s\n' probe "$name" "$found"
done
rm -f "$dir/probe.out"
[ $failed = 0 ] || exit 1

# An unchanged config.h keeps its time, and with it every object.
if cmp -s "$h" "$dir/config.h"; then rm "$h"; else mv "$h" "$dir/config.h"; fi
mv "$mk" "$dir/config.mk"
