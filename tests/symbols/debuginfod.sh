#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# debuginfod.sh BUILD - files from a debuginfod server on this machine: by build id, when asked for, and right
set -u
export LC_ALL=C.UTF-8 PERF_CONFIG=/dev/null
unset DEBUGINFOD_URLS

pdata=$(realpath "$1")/pdata
cd "$(dirname "$0")" || exit 1
part=debuginfod
tmp=$(mktemp -d) || exit 1
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$tmp"' EXIT
export HOME=$tmp/home DEBUGINFOD_CACHE_PATH=$tmp/cache DEBUGINFOD_TIMEOUT=20
mkdir "$HOME" "$tmp/served"
# shellcheck source=tests/lib.sh
. ../lib.sh

for tool in debuginfod perf g++ objcopy; do
	if ! command -v $tool >/dev/null; then
		skip "no $tool"
		finish
		exit
	fi
done

g++ -O2 -g -std=gnu++17 work.cc -o "$tmp/program" || exit 1
# perf 6.1 dies at the end of a recording now and then; build ids in the maps are of no use to it then.
for _ in 1 2 3 4 5; do
	(perf record -q --buildid-mmap -e cpu-clock -F 999 --call-graph dwarf,4096 -o "$tmp/run.data" "$tmp/program") \
		>/dev/null 2>&1 && recorded=1 && break
done
if [ -z "${recorded:-}" ]; then
	skip "perf could not record"
	finish
	exit
fi
rm -rf "$HOME/.debug"
names() { # OPTION... - how many inlined functions of the program are named
	"$pdata" script -F ip,sym,dso -i "$tmp/run.data" "$@" 2>"$tmp/err" >"$tmp/is" || return
	grep -c '(inlined)' "$tmp/is"
}

whole=$(names)
cp "$tmp/is" "$tmp/want"
cp "$tmp/program" "$tmp/served/"
strip "$tmp/program"
bare=$(names)

# A free port: the server ends when it cannot have it. It has looked at its files when it says so.
for port in 18002 28002 38002; do
	debuginfod -F -p $port -d :memory: -t 1000 "$tmp/served" >"$tmp/server.log" 2>&1 &
	server=$!
	for _ in $(seq 100); do
		kill -0 $server 2>/dev/null || break
		grep -q "files scanned (#) 1" "$tmp/server.log" && break 2
		sleep 0.1
	done
	kill $server 2>/dev/null
	server=
done
if [ -z "$server" ]; then
	skip "the server does not start"
	finish
	exit
fi

same_as_whole() { # OPTION...
	names "$@" >"$tmp/count"
	[ "$(cat "$tmp/count")" -gt "$bare" ] && diff "$tmp/want" "$tmp/is"
}
from_environment() {
	DEBUGINFOD_URLS=http://127.0.0.1:$port same_as_whole
}
asked_nobody() {
	before=$(grep -c GET "$tmp/server.log")
	[ "$(names)" = "$bare" ] && [ "$(grep -c GET "$tmp/server.log")" = "$before" ]
}
nobody_named() {
	names --debuginfod >"$tmp/count"
	[ "$(cat "$tmp/count")" = "$bare" ] && grep -q 'no server is named' "$tmp/err"
}

[ "$whole" -gt "$bare" ] || skip "the program has no inlined functions"
check "no server is asked unless one is named" asked_nobody
check "--debuginfod needs a name" nobody_named
check "a server named by the option" same_as_whole --debuginfod="http://127.0.0.1:$port"
rm -rf "$DEBUGINFOD_CACHE_PATH"
check "a server named by the environment" from_environment
finish
