#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# jit.sh BUILD - perf-PID.map and jitdump files are read if the process's user or root owns them, and not through links
#
# The program writes its perf-PID.map; before the recorder ends, the file becomes another's, or a link.
set -u
export LC_ALL=C DEBUGINFOD_URLS=''

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
pdata=$build/pdata
part=names-jit
tmp=$(mktemp -d) || exit 1
maps=
trap 'rm -rf "$tmp" $maps' EXIT
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
cd "$tmp" || exit 1
chmod 755 .
export HOME=$tmp

${CC:-cc} -O1 -o jit "$here/../symbols/jit.c" 2>err || skip_all "all: no C compiler: $(head -1 err)"
[ "$(id -u)" = 0 ] || skip_all "all: files of other users need root"

# Record the program and change its map with COMMAND, which has the path of the map in $map.
record() { # FILE COMMAND OPTION...
	local file=$1 command=$2
	shift 2
	"$build/pdata-record" --bundle -F 2000 -e cpu-clock "$@" -o "$file" sh -c "./jit >out; read -r map <out; $command" >/dev/null 2>"$file.err"
	local status=$? map
	read -r map <out && maps="$maps $map"
	return $status
}
# Count the program's symbols in the bundle of the recording; its map is moved away meanwhile.
carries() { # FILE
	local map
	read -r map <out && mv "$map" kept && "$pdata" script -F ip,sym -i "$1" 2>/dev/null | grep -c compiled
	mv kept "$map"
}
names() { "$pdata" script -F ip,sym "$@" 2>err | grep -c compiled; }
# shellcheck disable=SC2016 # the shell of the recording has $map
own='' link='mv $map secret; ln -s $PWD/secret $map' other='chown 65534 $map'

record plain "$own" || skip_all "all: nothing can be recorded here: $(cat plain.err)"
[ "$(carries plain)" -gt 0 ] || skip_all "all: code made at run time is not sampled here"

keeps_out() { # FILE WORDS: the recorder's message
	[ "$(carries "$1")" = 0 ] && [ "$(grep -c "bundle: /tmp/perf-[0-9]*.map is not read: $2" "$1.err")" = 1 ] && return
	cat "$1.err"
	return 1
}
record linked "$link"
check "the recorder reads no map through a symbolic link, and prints a message" keeps_out linked 'it is a symbolic link'
record others "$other"
check "the recorder reads no map of another user, and prints a message" keeps_out others 'it belongs to user 65534'

# A map of another user, with a process that runs long enough for the recorder to see its user.
another_user() {
	local map
	rm -f out && : >out && chmod 666 out
	sed 's/ROUNDS = 60/ROUNDS = 800/' "$here/../symbols/jit.c" >long.c && ${CC:-cc} -O1 -o long long.c || return
	"$build/pdata-record" --bundle --flush 100 -F 2000 -e cpu-clock -o theirs \
		setpriv --reuid=65534 --clear-groups ./long >out 2>theirs.err
	read -r map <out && maps="$maps $map"
	[ "$(stat -c %u "$map")" = 65534 ] && [ "$(carries theirs)" -gt 0 ] && return
	cat theirs.err
	return 1
}
if command -v setpriv >/dev/null; then
	check "the recorder reads the map of another user's process if that user owns it" another_user
fi

record read "$own" --no-bundle
ours() { [ "$(names -i read)" -gt 0 ] && [ ! -s err ]; }
check "report reads a map that root owns" ours
read -r map <out
chown 65534 "$map"
refused() { [ "$(names -i read)" = 0 ] && grep -q "$map: not owned by current user or root, ignoring it" err; }
check "report reads no map of another user, and prints a message" refused
forced() { [ "$(names -f -i read)" -gt 0 ] && [ ! -s err ]; }
check "-f reads it" forced
chown 0 "$map"
mv "$map" moved && ln -s "$tmp/moved" "$map"
no_link() { [ "$(names -i read)" = 0 ] && grep -q "$map: is a symbolic link" err; }
check "report reads no map through a symbolic link, and prints a message" no_link
finish
