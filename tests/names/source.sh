#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# source.sh BUILD - sources named by debugging information are read only if they are regular files of a usual size
#
# Debugging information of the program names a fifo, a device, a large file and a text file as its sources.
set -u
export LC_ALL=C DEBUGINFOD_URLS='' PAGER=cat

build=$(cd "$1" && pwd)
pdata=$build/pdata
part=names-source
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$tmp" || exit 1
export HOME=$tmp

mkfifo fifo
lines() { for i in $(seq 40); do echo "SECRET line $i"; done; }
lines >text
lines >large
truncate -s 65M large

records() { # SOURCE: make a recording of a program whose debugging information names SOURCE as the file of its only function
	printf '#line 1 "%s"\nint main(void)\n{\n\tfor (volatile long i = 0; i < 60000000; i++)\n\t\t;\n\treturn 0;\n}\n' "$1" >program.c
	${CC:-cc} -O1 -g -o program program.c && "$build/pdata-record" -q -F 2000 -e cpu-clock -o data ./program
}
shows() { # yes|no COMMAND...: whether the output contains lines of the source
	local want=$1 found=no
	shift
	timeout 60 "$pdata" "$@" -i data >out 2>err </dev/null
	[ $? -le 2 ] || return 1
	grep -q SECRET out && found=yes
	[ $found = "$want" ] || { head -5 out err; return 1; }
}

records "$tmp/text" 2>err || skip_all "all: nothing can be recorded here: $(head -1 err)"
if shows yes annotate --source >/dev/null; then
	check "annotate prints source lines only with the option" shows no annotate
	check "JSON output contains no source lines" shows no annotate --json
	check "script prints source lines only with srccode" shows no script -F comm,ip,sym,srcline
	check "which shows it" shows yes script -F comm,ip,sym,srcline,srccode
else
	skip_all "all: no lines of sources here: $(head -1 err)"
fi
for f in "$tmp/fifo" /dev/zero /proc/kmsg; do
	records "$f" || skip_all "$f: no recording"
	check "annotate does not wait for or read $(basename "$f")" shows no annotate --source
	check "nor does script" shows no script -F comm,ip,sym,srcline,srccode
done
records "$tmp/large"
check "a source of more than 64 MiB is not read" shows no annotate --source
finish
