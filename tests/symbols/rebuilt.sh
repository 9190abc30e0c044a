#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# rebuilt.sh BUILD - a program that was changed after it was recorded, and that has no build id, gives no names
#
# cp writes into the existing file, so the changed program keeps its device, inode and inode generation.
# shellcheck disable=SC2034 # begin.sh and lib.sh read it
part=rebuilt
# shellcheck source=tests/symbols/begin.sh
. "$(dirname "$0")/begin.sh"
record=${pdata%/*}/pdata-record

# The programs have functions of the same size at the same addresses, with different names.
compile() { # NAME FUNCTION OPTION...
	local name=$1 function=$2
	shift 2
	printf '__attribute__((noinline)) long %s(long n) { long s = 0; for (volatile long i = 0; i < n; i = i + 1) s += i; return s; }\n' "$function" >"$tmp/$name.c"
	printf 'int main(void) { return (int)%s(60000000) & 1; }\n' "$function" >>"$tmp/$name.c"
	gcc -O1 -g "$@" -o "$tmp/$name" "$tmp/$name.c" 2>"$tmp/log"
}
if ! compile old in_old -Wl,--build-id=none || ! compile new in_new -Wl,--build-id=none ||
	! compile old_id in_old -Wl,--build-id=sha1 || ! compile new_id in_new -Wl,--build-id=sha1; then
	skip_all "no compiler"
fi

run() { # PROGRAM OPTION... - a recording of PROGRAM, at the path prog
	cp "$tmp/$1" "$tmp/prog" || return 1
	shift
	"$record" -q -e cpu-clock:u -F 2000 -o "$tmp/run.data" "$@" "$tmp/prog" >"$tmp/log" 2>&1
	[ $? -lt 2 ] || { cat "$tmp/log"; return 1; }
}
if ! run old --no-bundle || ! "$pdata" script -F ip,sym -i "$tmp/run.data" 2>&1 | grep -q .; then
	skip_all "recording is not possible here"
fi

first() { # the symbol with the most samples
	"$pdata" report --stdio -q --no-children -s sym -i "$tmp/run.data" "$@" 2>"$tmp/err" | awk 'NF { print $NF; exit }'
}
names() { # WANTED OPTION... - WANTED is a pattern
	local want=$1 is
	shift
	is=$(first "$@")
	[[ $is =~ ^($want)$ ]] || { echo "wanted $want, is $is"; cat "$tmp/err"; return 1; }
}

unchanged() {
	run old --no-bundle && names in_old
}
changed() {
	run old --no-bundle && cp "$tmp/new" "$tmp/prog" && names '0x[0-9a-f]+' || return 1
	"$pdata" report --stdio --unnamed -i "$tmp/run.data" >"$tmp/out" 2>&1
	grep -qF "$tmp/prog was not used: it was replaced or changed after it was recorded, and no build id was recorded" "$tmp/out" ||
		{ cat "$tmp/out"; return 1; }
}
# perf record makes hard links of the recorded files in ~/.debug, which changes their ctime.
linked() {
	run old --no-bundle && ln -f "$tmp/prog" "$tmp/link" && chmod 700 "$tmp/prog" && names in_old
}
kept() { # OLD NEW OPTION... - the names that record --bundle stored
	local new=$2
	run "$1" --bundle "${@:3}" && cp "$tmp/$new" "$tmp/prog" && names in_old || return 1
	cp "$tmp/run.data" "$tmp/copy.data"
	for how in '' --full --debug; do
		cp -p "$tmp/copy.data" "$tmp/run.data"
		# shellcheck disable=SC2086 # $how may be no word
		"$pdata" bundle -q $how "$tmp/run.data" && names in_old && rm "$tmp/prog" && names in_old || return 1
		cp "$tmp/$new" "$tmp/prog"
	done
}
# A bundle without the names of this program, too, leaves the time of the recording.
time_stays() {
	run old --no-bundle || return 1
	local at
	at=$(stat -c %y "$tmp/run.data")
	cp "$tmp/new" "$tmp/prog"
	"$pdata" bundle -q "$tmp/run.data" && [ "$(stat -c %y "$tmp/run.data")" = "$at" ] && names '0x[0-9a-f]+'
}
# A copy of the recording has a later time, so that nothing shows that the program was changed.
copied() {
	run old --bundle && cp "$tmp/new" "$tmp/prog" && touch "$tmp/run.data" && names in_old || return 1
	"$pdata" bundle -q "$tmp/run.data" && names in_old
}
# The generation differs if a new file got the inode number of a deleted one.
generation() {
	run old --no-bundle --no-index && "$pdata" dump -i "$tmp/run.data" >"$tmp/run.txt" || return 1
	grep -F "filename=\"$tmp/prog\"" "$tmp/run.txt" | grep -q 'ino_generation=[1-9]' || return 77
	"$pdata" assemble "$tmp/run.txt" -o "$tmp/run.data" && names in_old || return 1
	sed "\\|\"$tmp/prog\"|s/ino_generation=[0-9]*/ino_generation=1/" "$tmp/run.txt" >"$tmp/other.txt"
	"$pdata" assemble "$tmp/other.txt" -o "$tmp/run.data" && names '0x[0-9a-f]+'
}

check "an unchanged program gives names" unchanged
check "a program that was changed in place gives none" changed
check "a program with a new link and another mode gives names" linked
check "stored names are used and kept" kept old new
check "stored names of a program with a build id that was not recorded are used and kept" kept old_id new_id -B
check "pdata bundle keeps the time of the recording" time_stays
check "stored names are used in a copy of the recording" copied
if python3 -c 'import fcntl, sys; fcntl.ioctl(open(sys.argv[1]), 0x80087601, b"\0" * 8)' "$tmp/prog" 2>"$tmp/log"; then
	check "another generation of the inode gives no names" generation
else
	skip "the file system has no inode generations"
fi

finish
