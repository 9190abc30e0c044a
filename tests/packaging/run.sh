#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD [full] - tarball, make help, dates of the manual, traces of the folder; full: two builds are compared
set -u
export LC_ALL=C

src=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd) || exit 1
full=${2:-}
part=packaging
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$src/tests/lib.sh"
MAKE=${MAKE:-make}
unset SOURCE_DATE_EPOCH MAKEFLAGS MAKELEVEL
cd "$src" || exit 1

# ---- no built file contains the path of the build's folder
no_trace() { # FILE - does not contain the path of the folder in which it was built
	! grep -qaF "$src" "$1" || { echo "$1 has the path of the folder"; return 1; }
}

old_members() { # ARCHIVE - the time of each member is 0
	ar tvO "$1" >"$tmp/members" 2>/dev/null || ar tv "$1" >"$tmp/members" || return 1
	! grep -v ' 1970 ' "$tmp/members" | head -3 | grep .
}

if grep -q -e '--coverage' "$build/flags.compile"; then
	skip "traces of the folder: a build that counts lines needs its path"
else
	for f in pdata pdata-record libpdata.so libpdata.a; do
		check "$f has no path of the folder in it" no_trace "$build/$f"
	done
	check "members of libpdata.a have no time" old_members "$build/libpdata.a"
fi

# ---- make help
targets() { # targets that a user calls, without steps of other targets
	sed -nE 's/^\.PHONY: *//p' Makefile mk/*.mk | tr ' ' '\n' |
		grep -vE '^$|^\$|^(FORCE|qemu-programs|[a-z]*-run)$' | sort -u
}

every_target_is_listed() {
	"$MAKE" -s O="$build" help >"$tmp/help" || return 1
	targets >"$tmp/targets"
	[ -s "$tmp/targets" ] || return 1
	missing=$(while read -r t; do grep -qE "(^| )$t([ ,;.]|\$)" "$tmp/help" || echo "$t"; done <"$tmp/targets")
	[ -z "$missing" ] || { echo "make help leaves out:" $missing; return 1; }
}

every_listed_is_a_target() {
	awk 'NR > 1 && NF { print $1 }' "$tmp/help" >"$tmp/listed"
	[ -s "$tmp/listed" ] || { echo "make help lists nothing"; return 1; }
	unknown=$(grep -vxFf "$tmp/targets" "$tmp/listed")
	[ -z "$unknown" ] || { echo "no targets:" $unknown; return 1; }
}

short_lines() {
	awk 'length > 100' "$tmp/help" | { ! grep .; }
}

check "make help lists every target" every_target_is_listed
check "make help lists nothing else" every_listed_is_a_target
check "lines of make help have at most 100 columns" short_lines

# ---- dates of the manual
pages() { # FOLDER
	mkdir -p "$1" && ln -sf "$build/pdata" "$build/pdata-record" "$1" && sh man/make.sh "$1"
}

dated() { # DATE FOLDER - each page in FOLDER has the date
	local page status=0
	for page in "$2"/man/*.[13]; do
		head -n 1 "$page" | grep -q '^\.so man3/' && continue
		grep -q "^\.TH .* \"$1\" " "$page" || { grep -H '^\.TH' "$page"; status=1; }
	done
	return $status
}

given_date() {
	SOURCE_DATE_EPOCH=86400 pages "$tmp/epoch" && dated 1970-01-02 "$tmp/epoch"
}

fixed_date() {
	pages "$tmp/fixed" && dated "$(grep -xE '[0-9]{4}-[0-9]{2}-[0-9]{2}' man/date)" "$tmp/fixed"
}

check "pages have the date of SOURCE_DATE_EPOCH" given_date
check "pages have the date of their last change" fixed_date
if command -v mandoc >/dev/null; then
	check "mandoc finds no error in the pages" sh -c "mandoc -T lint -W error \$(grep -L '^\.so ' '$tmp/fixed'/man/*.[13])"
	check "mandoc has no warning about the pages of functions" \
		sh -c "mandoc -T lint -W warning \$(grep -L '^\.so ' '$tmp/fixed'/man/pdata_*.3)"
else
	skip "pages: no mandoc"
fi

# ---- the tarball
name=pdata-$(sed -n 's/^.define PDATA_VERSION_MAJOR //p' libpdata/include/pdata/pdata.h).$(sed -n \
	's/^.define PDATA_VERSION_MINOR //p' libpdata/include/pdata/pdata.h)


unpack() { # FOLDER - pack the checkout there
	mkdir -p "$1" && "$MAKE" -s O="$tmp/packed" dist && cp "$tmp/packed/$name.tar.gz" "$1.tar.gz" &&
		tar -C "$1" -xzf "$1.tar.gz" && [ -f "$1/$name/Makefile" ]
}

# Pack again without git, in another folder, under another umask, after changing all times.
same_again() {
	(umask 077 && cp -r "$tmp/one/$name" "$tmp/copy") && touch "$tmp/copy/README.md" || return 1
	rm -rf "$tmp/packed"
	(cd "$tmp/copy" && umask 077 && "$MAKE" -s dist O=build) || return 1
	cmp "$tmp/one.tar.gz" "$tmp/copy/build/$name.tar.gz"
}

dated_tarball() {
	SOURCE_DATE_EPOCH=1000000000 "$MAKE" -s O="$tmp/packed" dist || return 1
	tar --utc --full-time -tvzf "$tmp/packed/$name.tar.gz" >"$tmp/list" || return 1
	! grep -v ' 2001-09-09 01:46:40 ' "$tmp/list" | head -3 | grep .
}

complete() { # the tarball has each file of the rooms, and no built file
	tar -tzf "$tmp/one.tar.gz" | sed "s,^$name/,," | sort >"$tmp/list" || return 1
	find common libpdata cli record report man completions mk -type f | sort >"$tmp/wanted"
	! comm -13 "$tmp/list" "$tmp/wanted" | grep . || return 1
	! grep -E '^build|^\.git/|\.o$' "$tmp/list"
}

builds() { # FOLDER GOAL - without git
	(cd "$1" && "$MAKE" -s -j2 CFLAGS="$fast" "$2") >"$tmp/make.log" 2>&1 ||
		{ tail -5 "$tmp/make.log"; return 1; }
}

fast=-O0
check "make dist packs the source" unpack "$tmp/one"
check "the tarball has every file of the rooms and no build" complete
check "files in the tarball have the time of SOURCE_DATE_EPOCH" dated_tarball
check "an unpacked tarball packs the same bytes, without git and under another umask" same_again

plans() { # make has a rule for every program in an unpacked tarball
	(cd "$tmp/one/$name" && "$MAKE" -n all) >"$tmp/plan" 2>&1 && grep -q 'pdata-record' "$tmp/plan"
}
check "an unpacked tarball has a rule for every program" plans

# ---- two builds
same_bytes() {
	local f
	for f in pdata pdata-record libpdata.so libpdata.a; do
		cmp "$tmp/one/$name/build/$f" "$tmp/elsewhere/deep/$name/build/$f" || return 1
	done
}

if [ "$full" = full ]; then
	fast='-O2 -g'
	check "another folder unpacks it" unpack "$tmp/elsewhere/deep"
	check "the tarball builds" builds "$tmp/one/$name" all
	check "it builds in another folder" builds "$tmp/elsewhere/deep/$name" all
	check "both folders have the same programs and libraries, byte for byte" same_bytes
fi
finish
