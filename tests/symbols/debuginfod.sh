#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# debuginfod.sh BUILD - files come from a debuginfod server on this machine only on request and with the right build id
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

needs debuginfod perf g++ objcopy readelf

g++ -O2 -g -std=gnu++17 work.cc -o "$tmp/program" || exit 1
if ! perf_records --buildid-mmap -e cpu-clock -F 999 --call-graph dwarf,4096 -o "$tmp/run.data" "$tmp/program" >/dev/null; then
	skip_all "perf could not record"
fi
rm -rf "$HOME/.debug"
names() { # OPTION... - count the inlined functions of the program in the report
	"$pdata" script -F ip,sym,dso -i "$tmp/run.data" "$@" 2>"$tmp/err" >"$tmp/is" || return
	grep -c '(inlined)' "$tmp/is"
}

whole=$(names)
cp "$tmp/is" "$tmp/want"
cp "$tmp/program" "$tmp/served/"
strip "$tmp/program"

# A program linked at a kernel's address, as vmlinux of a recording made of text: the kernel was loaded at another
# address.
{
	printf '__attribute__((section(".text.unlikely"))) void _text(void) { }\nvolatile long sink;\n'
	printf 'long in_kernel(long n)\n{\n\treturn sink += n;\n}\n'
} >"$tmp/kernel.c"
(cd "$tmp" && gcc -O1 -g -ffreestanding -fno-pic -static -nostdlib -Wl,-Ttext=0x41000000,-e,in_kernel,--build-id=sha1 \
	-o served/vmlinux kernel.c) 2>"$tmp/log"
if [ -f "$tmp/served/vmlinux" ]; then
	id=$(readelf -n "$tmp/served/vmlinux" | sed -n 's/.*Build ID: //p')
	entry=$(readelf -sW "$tmp/served/vmlinux" | awk '$8 == "in_kernel" { print $2 }')
	{
		printf 'FILE mode=file order=le attr_size=144\nIDS event=0 ids=[1]\n'
		printf 'ATTR attr={type=1 size=128 sample_period=1000 sample_type=IP|TID|TIME flags=sample_id_all}\nDATA\n'
		printf 'MMAP misc=KERNEL pid=-1 tid=0 addr=0xffffffff92000000 len=0x400000 pgoff=0xffffffff92000000 filename="[kernel.kallsyms]_text" sample_id={pid=0 tid=0 time=0}\n'
		printf 'SAMPLE misc=KERNEL ip=%#x pid=7 tid=7 time=11\n' $((0x$entry - 0x41000000 + 0xffffffff92000000))
		printf 'FEATURE_TABLE\nFEATURE name=ARCH str="%s"\n' "$(uname -m)"
		printf 'FEATURE name=BUILD_ID entries=[{type=0 misc=0x8001 size=56 pid=-1 build_id=%s id_size=20 res1=0 res2=0 filename="[kernel.kallsyms]"}]\n' "$id"
	} >"$tmp/kernel.txt"
	"$pdata" assemble "$tmp/kernel.txt" -o "$tmp/kernel.data" || rm -f "$tmp/kernel.data"
fi
bare=$(names)

# Whether the server has the file with this build id.
serves() { # BUILD-ID
	local line
	exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
	printf 'GET /buildid/%s/debuginfo HTTP/1.0\r\n\r\n' "$1" >&3
	read -r line <&3
	exec 3>&-
	[[ $line == *" 200"* ]]
}
serves_all() {
	local f
	for f in "$tmp"/served/*; do
		serves "$(readelf -n "$f" | sed -n 's/.*Build ID: //p')" || return 1
	done
} 2>/dev/null

# Try ports until one is free: the server exits if it cannot bind the port.
for port in 18002 28002 38002; do
	debuginfod -F -p $port -d :memory: -t 1000 "$tmp/served" >"$tmp/server.log" 2>&1 &
	server=$!
	for _ in $(seq 100); do
		kill -0 $server 2>/dev/null || break
		grep -q "fts traversed" "$tmp/server.log" && serves_all && break 2
		sleep 0.1
	done
	kill $server 2>/dev/null
	server=
done
if [ -z "$server" ]; then
	skip_all "the server does not start"
fi

# shellcheck disable=SC2120 # check passes them
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
	[ "$(cat "$tmp/count")" = "$bare" ] && grep -q -- '--debuginfod: no server: ' "$tmp/err"
}

[ "$whole" -gt "$bare" ] || skip "the program has no inlined functions"
check "no server is asked unless one is named" asked_nobody
check "--debuginfod needs a name" nobody_named
check "a server named by an option is asked" same_as_whole --debuginfod="http://127.0.0.1:$port"
rm -rf "$DEBUGINFOD_CACHE_PATH"
check "a server named by the environment is asked" from_environment

kernel() {
	"$pdata" script -F ip,sym,symoff,srcline -i "$tmp/kernel.data" >"$tmp/out" || return 1
	grep -q '\[unknown\]' "$tmp/out" || { echo "named without a server"; return 1; }
	"$pdata" script -F ip,sym,symoff,srcline --debuginfod="http://127.0.0.1:$port" -i "$tmp/kernel.data" >"$tmp/out" || return 1
	grep -q ' in_kernel+0x0$' "$tmp/out" && grep -q '^  kernel.c:[0-9]*$' "$tmp/out" || { cat "$tmp/out"; return 1; }
}
# Symbols from kallsyms, code from the server.
kernel_code() {
	printf 'ffffffff92000000 T _text\n%016x T in_list\n' $((0x$entry - 0x41000000 + 0xffffffff92000000)) >"$tmp/kallsyms"
	"$pdata" annotate --kallsyms "$tmp/kallsyms" --debuginfod="http://127.0.0.1:$port" -i "$tmp/kernel.data" in_list >"$tmp/out" ||
		return 1
	grep -q ' 100.00 : ffffffff92' "$tmp/out" || { cat "$tmp/out"; return 1; }
}
if [ -f "$tmp/kernel.data" ]; then
	check "a kernel's names and lines" kernel
	check "code of the kernel if its symbols are known" kernel_code
else
	skip "no program that looks like a kernel"
fi
finish
