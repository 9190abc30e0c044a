#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# said.sh BUILD - each file that should give symbols and does not is reported once
set -u
export LC_ALL=C.UTF-8
unset DEBUGINFOD_URLS

build=$(realpath "$1")
pdata=$build/pdata
cd "$(dirname "$0")" || exit 1
# shellcheck disable=SC2034 # lib.sh reads it
part=said-names
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp/home
mkdir "$HOME"
# shellcheck source=tests/lib.sh
. ../lib.sh

text=0xffffffff81000000
wanted=0123456789abcdef0123456789abcdef01234567
{
	printf 'FILE mode=file order=le attr_size=144\nIDS event=0 ids=[1]\n'
	printf 'ATTR attr={type=1 size=128 sample_period=1000 sample_type=IP|TID|TIME flags=sample_id_all}\nDATA\n'
	printf 'MMAP misc=KERNEL pid=-1 tid=0 addr=%s len=0x400000 pgoff=%s filename="[kernel.kallsyms]_text" sample_id={pid=0 tid=0 time=0}\n' $text $text
	printf 'MMAP misc=USER pid=7 tid=7 addr=0x10000 len=0x10000 pgoff=0 filename="/nowhere/object" sample_id={pid=7 tid=7 time=1}\n'
	printf 'MMAP misc=USER pid=7 tid=7 addr=0x7000000 len=0x10000 pgoff=0 filename="//anon" sample_id={pid=7 tid=7 time=1}\n'
	printf 'SAMPLE misc=KERNEL ip=0xffffffff81000010 pid=7 tid=7 time=11\nSAMPLE misc=USER ip=0x10100 pid=7 tid=7 time=12\n'
	printf 'SAMPLE misc=USER ip=0x7000010 pid=7 tid=7 time=13\n'
	printf 'FEATURE_TABLE\nFEATURE name=ARCH str="%s"\n' "$(uname -m)"
	printf 'FEATURE name=BUILD_ID entries=[{type=0 misc=0x8002 size=64 pid=-1 build_id=%s id_size=20 res1=0 res2=0 filename="/nowhere/object"}]\n' $wanted
} >"$tmp/run.txt"
"$pdata" assemble "$tmp/run.txt" -o "$tmp/run.data" || { bad "the recording cannot be made"; finish; exit; }

# names OPTION... - all samples are printed; messages are in err
names() {
	"$pdata" script -F ip,sym,dso -i "$tmp/run.data" "$@" >"$tmp/out" 2>"$tmp/err" || { cat "$tmp/err"; return 1; }
	cat "$tmp/err"
}
says() { # TEXT - the text is the only message
	[ "$(wc -l <"$tmp/err")" = 1 ] && grep -qF -- "$1" "$tmp/err" || { echo "does not say: $1"; return 1; }
}
quiet() {
	[ ! -s "$tmp/err" ] || { echo "says something"; return 1; }
}

wrong_id() {
	local dir=$HOME/.debug/.build-id/${wanted:0:2}/${wanted:2} id
	id=$(readelf -n "$pdata" | sed -n 's/.*Build ID: //p')
	[ -n "$id" ] || return 0
	mkdir -p "$dir" && cp "$pdata" "$dir/elf"
	names && says "pdata: $dir/elf: no symbols are read from this file: the build id of the file is $id, but its path contains the recorded build id $wanted; remove this file" || return 1
	rm -rf "$HOME/.debug"
	names && quiet
}
no_names() {
	printf '0000000000000000 T _text\n0000000000000000 T first\n0000000000000000 t second\n' >"$tmp/zero"
	names --kallsyms "$tmp/zero" && says "pdata: $tmp/zero has only zeros as addresses, because kernel.kptr_restrict" || return 1
	: >"$tmp/empty"
	names --kallsyms "$tmp/empty" && says "pdata: $tmp/empty is empty: no symbols are read from this file" || return 1
	mkfifo "$tmp/nothing" && { : >"$tmp/nothing" & }
	names --kallsyms "$tmp/nothing" && says "pdata: $tmp/nothing is empty: no symbols are read from this file" || return 1
	names --kallsyms /dev/null && quiet
}
from_pipe() {
	printf 'ffffffff81000000 T _text\nffffffff81000008 T in_list\nffffffff81000100 T behind\n' >"$tmp/list"
	names --kallsyms "$tmp/list" && quiet && cp "$tmp/out" "$tmp/want" && grep -q in_list "$tmp/want" || return 1
	names --kallsyms <(cat "$tmp/list") && quiet && diff "$tmp/want" "$tmp/out" || return 1
	mkfifo "$tmp/fifo" && { cat "$tmp/list" >"$tmp/fifo" & }
	names --kallsyms "$tmp/fifo" && quiet && diff "$tmp/want" "$tmp/out" || return 1
	# The message has the name that the user gave, not that of the copy.
	{ echo garbage >"$tmp/fifo" & }
	names --kallsyms "$tmp/fifo" && says "pdata: $tmp/fifo has no symbol _text" || return 1
	# Two recordings in one run, and one pipe.
	{ cat "$tmp/list" >"$tmp/fifo" & }
	"$pdata" diff -s sym --kallsyms "$tmp/fifo" "$tmp/run.data" "$tmp/run.data" >"$tmp/out" 2>"$tmp/err" || return 1
	[ "$(grep -c '+0.00%.*in_list' "$tmp/out")" = 1 ] || { cat "$tmp/out"; return 1; }
}
# A sparse file of more than 1 GB.
large_map() {
	mkdir -p "$tmp/root/tmp"
	printf '7000000 100 made\n' >"$tmp/root/tmp/perf-7.map"
	names --symfs "$tmp/root" && quiet && grep -q ' made ' "$tmp/out" || { cat "$tmp/out"; return 1; }
	truncate -s 1100000000 "$tmp/root/tmp/perf-7.map"
	names --symfs "$tmp/root" && says "/tmp/perf-7.map: has 1100000000 bytes, but only the first 1073741824 are read" &&
		grep -q ' made ' "$tmp/out"
}
# Memory in MB with a map of one line; empty: an instrumented build needs more.
least() {
	mkdir -p "$tmp/root/tmp"
	printf '7000000 100 made\n' >"$tmp/root/tmp/perf-7.map"
	for mb in 16 32 48 64 96; do
		(ulimit -d $((mb * 1024)) && names --symfs "$tmp/root") >"$tmp/log" 2>&1 && echo $mb && return
	done
}
# 19 MB of overlapping lines.
bounded() { # MB
	awk 'BEGIN { for (i = 0; i < 800000; i++) printf "%x 100 made_%d\n", 117440000 + i * 7919 % 1000000, i }' >"$tmp/root/tmp/perf-7.map"
	(ulimit -d $((($1 + 20) * 1024)) && names --symfs "$tmp/root") && quiet && grep -q ' made_' "$tmp/out"
}

check "a kallsyms file without names is said" no_names
check "--kallsyms reads a pipe" from_pipe
if "$pdata" version --build-options | grep -q 'libelf: \[ on'; then
	check "a file in the cache with another build id is reported" wrong_id
else
	skip "no libelf"
fi
if [ "$(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo)" -gt 3000000 ]; then
	check "a perf map above the limit is reported" large_map
else
	skip "no room for a large perf map"
fi
mb=$(least)
if [ -n "$mb" ]; then
	check "a perf map takes at most as much memory as it has bytes" bounded "$mb"
else
	skip "memory is not bounded here"
fi

finish
