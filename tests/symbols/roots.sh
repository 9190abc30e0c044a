#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# roots.sh BUILD - only files with the right build id, or below the given --symfs, give symbols
#
# The recordings are assembled: programs with one path in two containers, and a program of another machine.
# shellcheck disable=SC2034 # begin.sh and lib.sh read it
part=roots
# shellcheck source=tests/symbols/begin.sh
. "$(dirname "$0")/begin.sh"

program() { # NAME FUNCTION - a file NAME/opt/service
	printf '__attribute__((noinline)) long %s(long n) { long s = 0; for (volatile long i = 0; i < n; i = i + 1) s += i; return s; }\n' "$2" >"$tmp/$1.c"
	printf 'int main(void) { return (int)%s(1000) & 1; }\n' "$2" >>"$tmp/$1.c"
	mkdir -p "$tmp/$1/opt"
	gcc -O1 -g -Wl,--build-id=sha1 -o "$tmp/$1/opt/service" "$tmp/$1.c" 2>"$tmp/log"
}

if ! program red in_red || ! program blue in_blue || ! command -v nm readelf >/dev/null; then
	skip_all "no compiler or binutils"
fi

begin() { # FILE ARCH
	printf 'FILE mode=file order=le attr_size=144\nIDS event=0 ids=[1]\n' >"$1"
	printf 'ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all|build_id}\nDATA\n' >>"$1"
}

# The records of a process: its namespaces, its map of the whole program at 1 << 32, a sample in FUNCTION.
process() { # FILE PID TIME PROGRAM FUNCTION MNTNS
	local id at tail="sample_id={pid=$2 tid=$2 time=$3}" links='' i
	for i in 1 2 3 4 5; do links="$links {dev=0x4 ino=$i}"; done
	links="$links {dev=0x4 ino=$6} {dev=0x4 ino=7}"
	id=$(readelf -n "$4" | sed -n 's/.*Build ID: //p')
	at=$((0x$(nm "$4" | awk -v f="$5" '$3 == f { print $1 }') + 4 + (1 << 32)))
	{
		printf 'COMM pid=%d tid=%d comm="service" %s\n' "$2" "$2" "$tail"
		printf 'NAMESPACES pid=%d tid=%d links=[%s] %s\n' "$2" "$2" "${links# }" "$tail"
		printf 'MMAP2 misc=USER|MMAP_BUILD_ID pid=%d tid=%d addr=0x100000000 len=0x100000 pgoff=0x0 build_id_size=20 build_id_res1=0 build_id_res2=0 build_id=%s prot=5 flags=0x2 filename="/opt/service" %s\n' \
			"$2" "$2" "$id" "$tail"
		printf 'SAMPLE misc=USER ip=%#x pid=%d tid=%d time=%d\n' "$at" "$2" "$2" $(($3 + 1))
	} >>"$1"
}

begin "$tmp/two.txt"
process "$tmp/two.txt" 7 10 "$tmp/red/opt/service" in_red 77
process "$tmp/two.txt" 8 20 "$tmp/blue/opt/service" in_blue 88
if ! "$pdata" assemble "$tmp/two.txt" -o "$tmp/two.data"; then
	bad "the text is not understood"
	finish
	exit
fi

is() { # WANTED OPTION... - the symbols of the samples, in order
	want=$1
	shift
	is=$("$pdata" script -F sym,ip -i "$tmp/two.data" "$@" | awk '{ print $2 }' | tr '\n' ' ')
	[ "$is" = "$want " ] || { echo "wanted $want, is $is"; return 1; }
}

check "no file of this path here" is "[unknown] [unknown]"
check "one directory for all objects" is "in_red [unknown]" --symfs "$tmp/red"
check "several directories for all objects" is "in_red in_blue" --symfs "$tmp/red" --symfs "$tmp/blue"
check "in any order" is "in_red in_blue" --symfs "$tmp/blue" --symfs "$tmp/red"
check "an empty word removes the directories before it" is "[unknown] in_blue" --symfs "$tmp/red" --symfs '' --symfs "$tmp/blue"
# Old recorders padded short build ids with zeros.
padded_ids() {
	begin "$tmp/padded.txt"
	for name in red blue; do
		mkdir -p "$tmp/md5-$name/opt"
		gcc -O1 -g -Wl,--build-id=md5 -o "$tmp/md5-$name/opt/service" "$tmp/$name.c" 2>"$tmp/log" || return 1
	done
	process "$tmp/padded.txt" 7 10 "$tmp/md5-red/opt/service" in_red 77
	process "$tmp/padded.txt" 8 20 "$tmp/md5-blue/opt/service" in_blue 88
	sed -i 's/ build_id=\([0-9a-f]\{32\}\) / build_id=\100000000 /' "$tmp/padded.txt"
	"$pdata" assemble "$tmp/padded.txt" -o "$tmp/padded.data" || return 1
	names=$("$pdata" script -F sym,ip -i "$tmp/padded.data" --symfs "$tmp/md5-red" --symfs "$tmp/md5-blue" | awk '{ print $2 }' | tr '\n' ' ')
	[ "$names" = "in_red in_blue " ] || { echo "$names"; return 1; }
}
check "of several directories the one with a padded build id" padded_ids
# Without build ids the file at the path is used.
sed 's/|MMAP_BUILD_ID//; s/build_id_size=20 build_id_res1=0 build_id_res2=0 build_id=[0-9a-f]*/maj=0x8 min=0x1 ino=7 ino_generation=0/' "$tmp/two.txt" >"$tmp/plain.txt"
without_ids() {
	"$pdata" assemble "$tmp/plain.txt" -o "$tmp/plain.data" || return 1
	"$pdata" script -F sym,ip -i "$tmp/plain.data" --symfs "$tmp/red" --symfs "$tmp/empty" | awk '{ print $2 }' | grep -q '^in_red$' || return 1
	"$pdata" script -F sym,ip -i "$tmp/plain.data" --symfs "$tmp/red" --symfs "$tmp/blue" | awk '{ print $2 }' | grep -q '^in_blue$'
}
mkdir "$tmp/empty"
check "without build ids the last directory that has the file is used" without_ids
check "by process" is "in_red in_blue" --symfs "$tmp/red,pid=7" --symfs "$tmp/blue,pid=8"
check "objects outside of scopes are below the plain directory" is "in_red in_blue" --symfs "$tmp/blue,pid=8" --symfs "$tmp/red"
check "by mount namespace" is "in_red in_blue" --symfs "$tmp/blue,mntns=88" --symfs "$tmp/red,mntns=77"
check "not below another's" is "[unknown] [unknown]" --symfs "$tmp/blue,pid=7" --symfs "$tmp/red,pid=8"
differs() {
	"$pdata" diff --symfs "$tmp/red,pid=7" --symfs "$tmp/blue,pid=8" "$tmp/two.data" "$tmp/two.data" >"$tmp/out" 2>&1 || return 1
	grep -q ' in_red$' "$tmp/out" && grep -q ' in_blue$' "$tmp/out" || { cat "$tmp/out"; return 1; }
}
check "diff, too" differs
# A file that only a running process sees, because it has a mount namespace of its own. It must be the recorded file.
in_namespace() { # PROGRAM - run a process in whose namespace PROGRAM is /opt/service; set $pid
	unshare -m sh -c "mount -t tmpfs none /opt && cp '$1' /opt/service && echo >'$tmp/mounted' && exec sleep 60" 2>"$tmp/log" &
	pid=$!
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		[ -e "$tmp/mounted" ] && break
		sleep 0.2
	done
	[ -e "$tmp/mounted" ] && rm "$tmp/mounted"
}
process_has() { # WANTED FILE OPTION... - the symbol of the only sample
	want=$1 file=$2
	shift 2
	"$pdata" assemble "$file" -o "$tmp/live.data" || return 1
	is=$("$pdata" script -F sym,ip -i "$tmp/live.data" "$@" | awk '{ print $2 }')
	[ "$is" = "$want" ] || { echo "wanted $want, is $is"; return 1; }
}
by_device() { # INODE - the recording of the process, without a build id
	device=$(stat -c %d "/proc/$pid/root/opt/service")
	sed "s/|MMAP_BUILD_ID//; s/build_id_size=20 build_id_res1=0 build_id_res2=0 build_id=[0-9a-f]*/maj=$((device >> 8)) min=$((device & 255)) ino=$1 ino_generation=0/" \
		"$tmp/live.txt" >"$tmp/live-plain.txt"
}
live_lines() {
	"$pdata" report --stdio -q -s srcline -i "$tmp/live.data" | grep -q ' red.c:1$'
}
if [ -d /opt ] && [ ! -e /opt/service ] && in_namespace "$tmp/red/opt/service"; then
	begin "$tmp/live.txt"
	process "$tmp/live.txt" "$pid" 10 "$tmp/red/opt/service" in_red 77
	check "a file of a running process" process_has in_red "$tmp/live.txt"
	check "lines of a file of a running process" live_lines
	check "not with --symfs" process_has '[unknown]' "$tmp/live.txt" --symfs "$tmp/empty"
	begin "$tmp/other.txt"
	process "$tmp/other.txt" "$pid" 10 "$tmp/blue/opt/service" in_blue 77
	check "not a file with another build id" process_has '[unknown]' "$tmp/other.txt"
	by_device "$(stat -c %i "/proc/$pid/root/opt/service")"
	check "a file of a running process by device and inode" process_has in_red "$tmp/live-plain.txt"
	by_device 12345678
	check "not a file with another inode" process_has '[unknown]' "$tmp/live-plain.txt"
	kill "$pid"
	wait "$pid" 2>"$tmp/log"
	check "no file of a process that ended" process_has '[unknown]' "$tmp/live.txt"
else
	skip "no mount namespace for a file of a running process"
fi
# --unnamed lists unresolved objects with the missing file.
listed() {
	"$pdata" report --stdio --unnamed -i "$tmp/two.data" --symfs "$tmp/red,pid=7" >"$tmp/out" || return 1
	grep -q '^# Samples without a symbol: 1 of 2 (50.00%)' "$tmp/out" || return 1
	grep -A1 '50.00%  /opt/service' "$tmp/out" | grep -q "build id $(readelf -n "$tmp/blue/opt/service" | sed -n 's/.*Build ID: //p')"
}
check "--unnamed lists unresolved objects" listed
refused() {
	"$pdata" script -i "$tmp/two.data" --symfs "$tmp/red,pid=x" >"$tmp/out" 2>"$tmp/err"
	[ $? = 1 ] && [ "$(wc -l <"$tmp/err")" = 1 ] && [ ! -s "$tmp/out" ]
}
check "a bad scope is refused" refused
absent() {
	for option in --kallsyms --vmlinux; do
		"$pdata" script -i "$tmp/two.data" $option "$tmp/none" >"$tmp/out" 2>"$tmp/err"
		[ $? = 1 ] && [ ! -s "$tmp/out" ] && [ "$(cat "$tmp/err")" = "pdata: $option $tmp/none: No such file or directory" ] ||
			{ cat "$tmp/err"; return 1; }
	done
}
check "a missing file of the kernel is refused" absent

# Names of kernel functions are demangled only with --demangle-kernel, as in perf.
kernel_names() {
	cat >"$tmp/kernel.s" <<-'END'
		.globl _text, _stext, _ZN6kernel4workEv
		.text
		_text:
		_stext:
		.type _ZN6kernel4workEv, @function
		_ZN6kernel4workEv:
		.skip 64
		.size _ZN6kernel4workEv, 64
	END
	gcc -nostdlib -static -Wl,--build-id=none -Wl,-Ttext=0xffffffff81000000 -Wl,-e,_text -o "$tmp/vmlinux" \
		-x assembler "$tmp/kernel.s" 2>"$tmp/log" || return 1
	begin "$tmp/kernel.txt"
	{
		printf 'MMAP misc=KERNEL pid=-1 tid=0 addr=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 filename="[kernel.kallsyms]_text" sample_id={pid=0 tid=0 time=0}\n'
		printf 'SAMPLE misc=KERNEL ip=0xffffffff81000004 pid=7 tid=7 time=9\n'
	} >>"$tmp/kernel.txt"
	"$pdata" assemble "$tmp/kernel.txt" -o "$tmp/kernel.data" || return 1
	[ "$("$pdata" report --stdio -s sym --vmlinux "$tmp/vmlinux" -i "$tmp/kernel.data" 2>"$tmp/err" | grep -c '_ZN6kernel4workEv$')" = 1 ] &&
		[ "$("$pdata" report --stdio -s sym --demangle-kernel --vmlinux "$tmp/vmlinux" -i "$tmp/kernel.data" 2>"$tmp/err" |
			grep -c 'kernel::work$')" = 1 ]
}
check "--demangle-kernel demangles names of vmlinux" kernel_names

# An unusable symbol file gives one message, and the rest of the report is printed.
damaged() {
	mkdir -p "$tmp/torn/opt"
	printf 'this is no program' >"$tmp/torn/opt/service"
	"$pdata" script -F sym,ip -i "$tmp/two.data" --symfs "$tmp/torn,pid=7" --symfs "$tmp/blue" >"$tmp/out" 2>"$tmp/err" ||
		return 1
	[ "$(wc -l <"$tmp/err")" = 1 ] && grep -q "$tmp/torn/opt/service: is not an ELF file" "$tmp/err" &&
		[ "$(awk '{ print $2 }' "$tmp/out" | tr '\n' ' ')" = "[unknown] in_blue " ]
}
check "a damaged symbol file" damaged

# Any byte of a symbol file may be wrong: the program ends by itself, with at most one message about it.
flipped() {
	mkdir -p "$tmp/flip/opt"
	size=$(wc -c <"$tmp/red/opt/service")
	for at in 4 16 40 54 60 $(seq 0 $((size / 40)) $((size - 1))); do
		cp "$tmp/red/opt/service" "$tmp/flip/opt/service"
		printf '\377\177' | dd of="$tmp/flip/opt/service" bs=1 seek="$at" conv=notrunc 2>/dev/null
		timeout 120 "$pdata" report --stdio -s srcline,sym -i "$tmp/two.data" --symfs "$tmp/flip" >"$tmp/out" 2>"$tmp/err"
		[ $? = 0 ] && [ "$(wc -l <"$tmp/err")" -le 2 ] && grep -q '^# Samples: 2 ' "$tmp/out" || {
			echo "byte $at"
			cat "$tmp/err" "$tmp/out"
			return 1
		}
	done
}
check "a symbol file with wrong bytes" flipped

# Files that may be opened: the input, files below the directory of the option, and the list of processes. An instrumented build opens more
# files of the machine.
opened() { # OPTION...
	strace -f -e trace=open,openat,execve -o "$tmp/trace" "$pdata" script -F sym,ip -i "$tmp/two.data" "$@" >/dev/null || return 1
	grep -v ENOENT "$tmp/trace" | sed -n 's/.*open[at]*(.*"\([^"]*\)".*/\1/p' |
		grep -v -e '^/etc/ld' -e '/lib[^/]*\.so' -e "^$tmp/two.data" -e "^$tmp/red/" -e locale -e gconv \
			-e '^/sys/devices/system/cpu' -e '^/proc$' -e '^/proc/self/' -e '/libgcov' >"$tmp/opened"
	[ ! -s "$tmp/opened" ] || { cat "$tmp/opened"; return 1; }
	! grep -q kallsyms "$tmp/trace"
}
# A recording of another architecture: not even files with the same path are opened.
begin "$tmp/foreign.txt"
process "$tmp/foreign.txt" 7 10 "$tmp/red/opt/service" in_red 77
case $(uname -m) in s390x) other=x86_64 ;; *) other=s390x ;; esac
sed -e "s|/opt/service|$tmp/red/opt/service|" "$tmp/foreign.txt" >"$tmp/here.txt"
{
	cat "$tmp/here.txt"
	printf 'FEATURE_TABLE\nFEATURE name=ARCH str="%s"\n' "$other"
} >"$tmp/foreign.txt"

foreign() {
	"$pdata" assemble "$tmp/foreign.txt" -o "$tmp/foreign.data" || return 1
	strace -f -o "$tmp/trace" "$pdata" script -F sym,ip -i "$tmp/foreign.data" >"$tmp/out" || return 1
	! grep -e "open.*$tmp/red" -e kallsyms -e /sys/kernel "$tmp/trace" || return 1
	grep -q unknown "$tmp/out"
}
same_kind() {
	"$pdata" assemble "$tmp/here.txt" -o "$tmp/here.data" &&
		"$pdata" script -F sym,ip -i "$tmp/here.data" | grep -q in_red
}
check "a file of the same kind of machine is found by its path and build id" same_kind

# An unusable file named by an option gives one message, and the samples are printed.
useless() {
	local want=$1
	"$pdata" script -F sym,ip -i "$tmp/two.data" --symfs "$tmp/bad" >"$tmp/out" 2>"$tmp/err" || return 1
	[ "$(wc -l <"$tmp/out")" = "$(wc -l <"$tmp/good")" ] && [ "$(grep -c "$want" "$tmp/err")" = "$(wc -l <"$tmp/err")" ] || { cat "$tmp/err"; return 1; }
}

bad_files() {
	local file=$tmp/bad/opt/service size
	mkdir -p "$tmp/bad/opt" && "$pdata" script -F sym,ip -i "$tmp/two.data" >"$tmp/good" || return 1
	: >"$file" && useless 'service: is not an ELF file: no symbols are read from this file$' || return 1
	# Linkers put section headers at the end of a file.
	size=$(stat -c %s "$tmp/red/opt/service")
	head -c $((size - 640)) "$tmp/red/opt/service" >"$file" && useless 'service: section .* cannot be read: symbols may be missing$\|service: is not an ELF' || return 1
	[ -s "$tmp/err" ] || { echo "nothing is said of a cut file"; return 1; }
	rm "$file" && mkdir "$file" && useless . && rmdir "$file" || return 1
	ln -s service "$file" && useless . && rm "$file" || return 1
	! mkfifo "$file" 2>/dev/null || { useless . && rm "$file"; }
}
check "files that are invalid, cut or special" bad_files

# A file larger than an archive member can be; it is not read. One line says so, another one that the second object of
# this path is missing.
too_large() {
	mkdir -p "$tmp/large/opt" && cp "$tmp/red/opt/service" "$tmp/large/opt/service" || return 1
	truncate -s 9G "$tmp/large/opt/service" 2>/dev/null || return 0
	(ulimit -v 4000000; "$pdata" archive -i "$tmp/two.data" --symfs "$tmp/large" -o "$tmp/large.tar") 2>"$tmp/err"
	grep -q 'service: the file is not in the archive: a file in a tar archive must be smaller than 8 GiB$' "$tmp/err" && [ "$(grep -c service "$tmp/err")" = 2 ] && [ "$(stat -c %s "$tmp/large.tar")" -lt 100000 ] || { cat "$tmp/err"; return 1; }
}
case $(nm "$pdata" 2>/dev/null) in
*__asan*) skip "addresses are not to be limited under a sanitizer" ;;
*) check "an object that is too large for an archive" too_large ;;
esac

# A file that cannot be read while it is copied: one line for it, one for the second object of its path.
not_readable() {
	strace -f -o /dev/null -P "$tmp/red/opt/service" -e inject=read:error=EIO \
		"$pdata" archive -i "$tmp/two.data" --symfs "$tmp/red" -o "$tmp/read.tar" 2>"$tmp/err"
	grep -q 'service: only a part of the file could be read' "$tmp/err" && [ "$(grep -c service: "$tmp/err")" = 2 ] || { cat "$tmp/err"; return 1; }
}
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null; then
	check "a read error gives one line" not_readable
	check "nothing else of this machine is opened" opened
	check "no file of the same path for another kind of machine" foreign
	check "only files below the directory are opened" opened --symfs "$tmp/red"
else
	skip "no strace"
fi

finish
