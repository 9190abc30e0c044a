#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# limits.sh BUILD - time and size limits with debuginfod servers that are silent, slow or send without end
set -u
export LC_ALL=C.UTF-8

pdata=$(realpath "$1")/pdata
cd "$(dirname "$0")" || exit 1
part=limits
tmp=$(mktemp -d) || exit 1
servers=()
trap '[ ${#servers[@]} = 0 ] || kill "${servers[@]}" 2>/dev/null; rm -rf "$tmp"' EXIT
export HOME=$tmp/home DEBUGINFOD_CACHE_PATH=$tmp/cache TMPDIR=$tmp/tmp
unset DEBUGINFOD_URLS DEBUGINFOD_TIMEOUT DEBUGINFOD_MAXTIME DEBUGINFOD_MAXSIZE
mkdir "$HOME" "$TMPDIR"
# shellcheck source=tests/lib.sh
. ../lib.sh

needs python3
ldconfig -p 2>/dev/null | grep -q 'libdebuginfod\.so\.1' || skip_all "no libdebuginfod"

# Two objects whose symbols only a server has.
{
	printf 'FILE mode=file order=le attr_size=144\nIDS event=0 ids=[1]\n'
	printf 'ATTR attr={type=1 size=128 sample_period=1000 sample_type=IP|TID|TIME flags=sample_id_all}\nDATA\n'
	for n in 1 2; do
		printf 'MMAP misc=USER pid=7 tid=7 addr=0x%d0000 len=0x10000 pgoff=0 filename="/nowhere/object-%d" sample_id={pid=7 tid=7 time=%d}\n' $n $n $n
		printf 'SAMPLE misc=USER ip=0x%d0100 pid=7 tid=7 time=1%d\n' $n $n
	done
	printf 'FEATURE_TABLE\nFEATURE name=ARCH str="%s"\nFEATURE name=BUILD_ID entries=[' "$(uname -m)"
	for n in 1 2; do
		printf '%s{type=0 misc=0x8002 size=64 pid=-1 build_id=%040d id_size=20 res1=0 res2=0 filename="/nowhere/object-%d"}' \
			"$([ $n = 1 ] || echo ' ')" $n $n
	done
	printf ']\n'
} >"$tmp/run.txt"
"$pdata" assemble "$tmp/run.txt" -o "$tmp/run.data" || { bad "the recording cannot be made"; finish; exit; }

start() { # MODE - start a server; $url is set to its address
	local to
	rm -f "$tmp/$1.port" # of an earlier server
	python3 server.py "$1" "$tmp/$1.log" >"$tmp/$1.port" &
	servers+=($!)
	for to in $(seq 200); do
		[ -s "$tmp/$1.port" ] && break
		sleep 0.05
	done
	url=http://127.0.0.1:$(cat "$tmp/$1.port")
	: >"$tmp/$1.log"
	: "$to"
}
# Resolve symbols with the servers of DEBUGINFOD_URLS, within the time that the limits allow on a busy machine.
names() { # VARIABLE=VALUE...
	rm -rf "$DEBUGINFOD_CACHE_PATH"
	env "$@" timeout 40 "$pdata" script -F ip,sym,dso -i "$tmp/run.data" >"$tmp/out" 2>"$tmp/err"
	status=$?
	cat "$tmp/err"
	[ $status = 0 ] || { echo "status $status"; return 1; }
	[ "$(grep -c nowhere "$tmp/out")" = 2 ] || { echo "the samples are not all there"; return 1; }
	# Temporary files of probes and truncated downloads are removed.
	[ -z "$(ls -A "$TMPDIR")" ] || { ls -R "$TMPDIR"; return 1; }
	[ -z "$(find "$DEBUGINFOD_CACHE_PATH" -size +1k -type f)" ] || { ls -lR "$DEBUGINFOD_CACHE_PATH"; return 1; }
}
asked() { # MODE NUMBER - the server got this number of requests
	[ "$(grep -c GET "$tmp/$1.log")" = "$2" ] || { echo "$1 was asked:"; cat "$tmp/$1.log"; return 1; }
}
says() { # COUNT TEXT
	[ "$(grep -cF -- "$2" "$tmp/err")" = "$1" ] || { echo "not $1 times: $2"; return 1; }
}

silent_server() {
	start silent
	names DEBUGINFOD_URLS="$url" DEBUGINFOD_TIMEOUT=1 && asked silent 1 &&
		says 1 "pdata: asking $url for /nowhere/object-1" &&
		says 1 "no answer for /nowhere/object-1" && says 1 "$url: this server is not asked again" && says 0 object-2
}
trickling_server() {
	start trickle
	names DEBUGINFOD_URLS="$url" DEBUGINFOD_MAXTIME=2 && asked trickle 1 &&
		says 1 "asking $url for /nowhere/object-1" &&
		says 1 "the file for /nowhere/object-1 is not used, because it is not complete after" && says 1 "$url: this server is not asked again"
}
endless_server() { # MODE
	start "$1"
	names DEBUGINFOD_URLS="$url" DEBUGINFOD_MAXSIZE=200000 && asked "$1" 1 &&
		says 1 "the file for /nowhere/object-1 is not used, because it is larger than 200000 bytes" && says 1 "$url: this server is not asked again"
}
# The server announces the length: nothing is downloaded, because of the default limit.
large_file() {
	start large
	names DEBUGINFOD_URLS="$url" && says 2 "$url: the file for /nowhere/object-1 is not used, because it is larger than 2147483648 bytes" &&
		says 2 "the file for /nowhere/object-2 is not used, because it is larger" && says 0 "not asked again"
}
# The silent server is identified; the other one is asked for the second object, too.
two_servers() {
	local good
	start missing
	good=$url
	start silent
	names DEBUGINFOD_URLS="$url  $good " DEBUGINFOD_TIMEOUT=1 && says 1 "asking $url $good for /nowhere/object-1" &&
		says 1 "$url: this server is not asked again" && says 1 "is not asked again" && says 0 "asking $good for" &&
		grep -q '/buildid/0*2/' "$tmp/missing.log" && ! grep -q '/buildid/0*2/' "$tmp/silent.log"
}
quick_server() {
	start missing
	names DEBUGINFOD_URLS="$url" && grep -q '/buildid/0*2/' "$tmp/missing.log" && [ ! -s "$tmp/err" ]
}
# The second recording of a run does not try the server again.
two_recordings() {
	start silent
	rm -rf "$DEBUGINFOD_CACHE_PATH"
	DEBUGINFOD_URLS=$url DEBUGINFOD_TIMEOUT=1 timeout 40 "$pdata" diff "$tmp/run.data" "$tmp/run.data" >"$tmp/out" 2>"$tmp/err" ||
		{ cat "$tmp/err"; return 1; }
	cat "$tmp/err"
	asked silent 1 && says 1 "is not asked again"
}

check "a server that answers at once needs no line" quick_server
check "a silent server is waited for once, with a message" silent_server
check "a slow download is stopped" trickling_server
check "an endless file is stopped at the limit" endless_server endless
check "an endless compressed file is stopped at the limit" endless_server packed
check "a file larger than 2 GB is not downloaded without an explicit limit" large_file
check "of two servers one is silent, and only the other one is asked again" two_servers
check "a server that timed out is not asked for the second recording of a run" two_recordings
finish
