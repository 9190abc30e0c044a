#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# foreign.sh BUILD - recordings of other architectures are resolved by files of those machines only
#
# For each architecture a program is compiled, and a recording of it and of a kernel is assembled in its byte order.
# The symbols are given with --symfs and --kallsyms, or are in the cache under their build id. strace shows the
# opened files, if it works here.
# shellcheck disable=SC2034 # begin.sh and lib.sh read it
part=foreign
# shellcheck source=tests/symbols/begin.sh
. "$(dirname "$0")/begin.sh"

# Name of the architecture as uname has it, of the compiler, byte order, where the kernel's text begins.
machines() {
	cat <<-END
		s390x s390x-linux-gnu-gcc be 0x100000
		aarch64 aarch64-linux-gnu-gcc le 0xffffc85871a10000
		armv7l arm-linux-gnueabihf-gcc le 0xc0300000
		x86_64 x86_64-linux-gnu-gcc le 0xffffffff81000000
	END
}

cat >"$tmp/program.c" <<'END'
__attribute__((noinline)) long in_program(long n)
{
	long s = 0;

	for (volatile long i = 0; i < n; i = i + 1)
		s += i;
	return s;
}

int main(void)
{
	return (int)in_program(1000) & 1;
}
END

# The program also exists on this machine under the recorded path; that file must not be used.
compile() { # COMPILER
	rm -rf "$tmp/root" "$tmp/here"
	mkdir -p "$tmp/root$tmp/here" "$tmp/here"
	"$1" -O1 -g -Wl,--build-id=sha1 -o "$tmp/here/service" "$tmp/program.c" 2>"$tmp/log" &&
		cp "$tmp/here/service" "$tmp/root$tmp/here/"
}

recording() { # MACHINE ORDER KERNEL-TEXT - $tmp/data, $tmp/kallsyms
	local id at tail='sample_id={pid=7 tid=7 time=10}'
	id=$(readelf -n "$tmp/here/service" | sed -n 's/.*Build ID: //p')
	at=$((0x$(readelf -sW "$tmp/here/service" | awk '$8 == "in_program" { print $2 }') + 4))
	# The first load segment is mapped at 1 << 32.
	at=$((at - $(readelf -lW "$tmp/here/service" | awk '$1 == "LOAD" { print $3; exit }') + (1 << 32)))
	{
		printf 'FILE mode=file order=%s attr_size=144\nIDS event=0 ids=[1]\n' "$2"
		printf 'ATTR attr={type=1 size=128 sample_type=IP|TID|TIME flags=sample_id_all|build_id}\nDATA\n'
		printf 'MMAP misc=KERNEL pid=-1 tid=0 addr=%s len=0x400000 pgoff=%s filename="[kernel.kallsyms]_text" sample_id={pid=0 tid=0 time=0}\n' "$3" "$3"
		printf 'COMM pid=7 tid=7 comm="service" %s\n' "$tail"
		printf 'MMAP2 misc=USER|MMAP_BUILD_ID pid=7 tid=7 addr=0x100000000 len=0x100000 pgoff=0x0 build_id_size=20 build_id_res1=0 build_id_res2=0 build_id=%s prot=5 flags=0x2 filename="%s" %s\n' \
			"$id" "$tmp/here/service" "$tail"
		printf 'SAMPLE misc=USER ip=%#x pid=7 tid=7 time=11\n' "$at"
		printf 'SAMPLE misc=KERNEL ip=%#x pid=7 tid=7 time=12\n' $(($3 + 0x1234))
		printf 'FEATURE_TABLE\nFEATURE name=ARCH str="%s"\n' "$1"
	} >"$tmp/text"
	"$pdata" assemble "$tmp/text" -o "$tmp/data" || return 1
	{
		printf '%016x T _text\n' $(($3))
		printf '%016x t in_kernel\n' $(($3 + 0x1200))
		printf '%016x t behind_it\n' $(($3 + 0x1300))
	} >"$tmp/kallsyms"
	mkdir -p "$HOME/.debug/.build-id/${id:0:2}/${id:2}"
	cp "$tmp/here/service" "$HOME/.debug/.build-id/${id:0:2}/${id:2}/elf"
}

trace=
command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null && trace="strace -f -o $tmp/trace"
[ -n "$trace" ] || skip "no strace: what is opened is not looked at"

# Files opened with success, except the program's libraries and the input. An instrumented build opens more files of the
# machine.
opened() {
	grep -v ENOENT "$tmp/trace" | sed -n 's/.*open[at]*(.*"\([^"]*\)".*/\1/p' |
		grep -v -e '^/etc/ld' -e '/lib[^/]*\.so' -e locale -e gconv -e '^/sys/devices/system/cpu' -e '^/proc/self/' \
			-e '/libgcov' -e '\.gcda$' -e "^$tmp/data$"
}

# NAMES FILES OPTION... - samples have these symbols, and all opened files match FILES
named() {
	local want=$1 files=$2 command
	shift 2
	for command in "script -F ip,sym" "report --stdio -F sample,sym"; do
		# shellcheck disable=SC2086
		$trace "$pdata" $command -i "$tmp/data" "$@" >"$tmp/out" 2>"$tmp/err" || { cat "$tmp/err"; return 1; }
		[ "$(grep -oE 'in_program|in_kernel|behind_it' "$tmp/out" | sort | tr '\n' ' ')" = "$want" ] ||
			{ echo "$command: wanted $want"; cat "$tmp/out"; return 1; }
		[ -n "$trace" ] || continue
		if opened | grep -v -e "$files"; then
			echo "was opened by $command"
			return 1
		fi
		! grep "open.*kallsyms" "$tmp/trace" | grep -v "\"$tmp/kallsyms\"" || return 1
	done
}

useless() {
	named "" "^$tmp/kallsyms$" --kallsyms "$tmp/kallsyms" &&
		[ "$(cat "$tmp/err")" = "pdata: $tmp/kallsyms has no symbol _text: no symbols are read from this file" ]
}

# A directory of perf record --kcore: beside the data it has kallsyms, and the kernel's code in a core file.
with_kcore() { # KERNEL-TEXT
	rm -rf "$tmp/dir"
	mkdir -p "$tmp/dir/kcore_dir" && cp "$tmp/data" "$tmp/dir/data" && cp "$tmp/kallsyms" "$tmp/dir/kcore_dir/" || return 1
	python3 - "$tmp/here/service" "$tmp/dir/kcore_dir/kcore" "$1" <<-'PY'
	import struct, sys
	elf = open(sys.argv[1], "rb").read()
	text = int(sys.argv[3], 0)
	wide, order = elf[4] == 2, "<" if elf[5] == 1 else ">"
	def header(at):
	    return struct.unpack_from(order + ("IIQQQQIIQQ" if wide else "10I"), elf, at)
	shoff, = struct.unpack_from(order + ("Q" if wide else "I"), elf, 40 if wide else 32)
	size, nr = struct.unpack_from(order + "HH", elf, 58 if wide else 46)
	code = max((header(shoff + i * size) for i in range(nr)), key=lambda h: (h[2] & 4 and h[1] == 1, h[5]))
	memory = bytes(0x1200) + (elf[code[4]:code[4] + code[5]] * 0x100)[:0x100] + bytes(0x100)
	head = elf[:16] + struct.pack(order + "HHI", 4, struct.unpack_from(order + "H", elf, 18)[0], 1)
	if wide:
	    head += struct.pack(order + "QQQI6H", 0, 64, 0, 0, 64, 56, 1, 0, 0, 0)
	    head += struct.pack(order + "IIQQQQQQ", 1, 7, 0x1000, text, 0, len(memory), len(memory), 4096)
	else:
	    head += struct.pack(order + "IIII6H", 0, 52, 0, 0, 52, 32, 1, 0, 0, 0)
	    head += struct.pack(order + "8I", 1, 0x1000, text, 0, len(memory), len(memory), 7, 4096)
	open(sys.argv[2], "wb").write(head.ljust(0x1000, b"\0") + memory)
	PY
}
kcore() { # KERNEL-TEXT
	with_kcore "$1" || return 1
	"$pdata" script -F ip,sym -i "$tmp/dir" | grep -q in_kernel || { echo "no name"; return 1; }
	annotated in_kernel -i "$tmp/dir"
}
# The instruction with the only sample is found: the code of its symbol is disassembled for that machine.
annotated() { # SYMBOL OPTION...
	"$pdata" annotate -n "$@" >"$tmp/out" 2>"$tmp/err"
	! grep -q 'lacks capstone' "$tmp/err" || return 0
	if [ "$(grep -cE '^ +1 : +[0-9a-f]+:  [a-z]' "$tmp/out")" != 1 ] || [ "$(grep -cE '^ +0 :.*:  [a-z]' "$tmp/out")" -lt 5 ]; then
		cat "$tmp/err" "$tmp/out"
		return 1
	fi
}

# Each instruction that this machine's objdump prints is printed, with its address.
same_instructions() { # COMPILER
	"${1%gcc}objdump" -d --no-show-raw-insn "$tmp/here/service" | awk '
		$2 == "<in_program>:" { on = 1; next } !NF { on = 0 }
		on && $1 ~ /:$/ && $2 !~ /^[.]/ { sub(":", "", $1); print $1 }' >"$tmp/want"
	"$pdata" annotate --symfs "$tmp/root" -i "$tmp/data" in_program 2>"$tmp/err" |
		awk '$2 == ":" { sub(":", "", $3); print $3 }' >"$tmp/have"
	! grep -q 'lacks capstone' "$tmp/err" || return 0
	# After the code one program prints the padding up to the next function, the other one constants that the code loads.
	local nr
	nr=$(wc -l <"$tmp/want")
	[ "$(wc -l <"$tmp/have")" -gt "$nr" ] || nr=$(wc -l <"$tmp/have")
	[ "$nr" -gt 5 ] && diff <(head -n "$nr" "$tmp/want") <(head -n "$nr" "$tmp/have")
}

while read -r machine compiler order text; do
	if [ "$machine" = "$(uname -m)" ]; then
		continue
	elif ! command -v "$compiler" >/dev/null || ! command -v readelf >/dev/null || ! compile "$compiler"; then
		skip "$machine: no compiler"
		continue
	fi
	rm -rf "$HOME/.debug"
	if ! recording "$machine" "$order" "$text"; then
		bad "$machine: the text is not understood"
		continue
	fi
	check "$machine: symbols from the cache, by build id" named "in_program " "^$HOME/.debug/"
	rm -rf "$HOME/.debug"
	check "$machine: no symbols without files of the machine" named "" "^nothing"
	check "$machine: symbols of the program, below --symfs" named "in_program " "^$tmp/root/" --symfs "$tmp/root"
	check "$machine: symbols of the kernel, from kallsyms" named "in_kernel " "^$tmp/kallsyms$" --kallsyms "$tmp/kallsyms"
	check "$machine: both" named "in_kernel in_program " "^$tmp/\(root/\|kallsyms$\)" --symfs "$tmp/root" --kallsyms "$tmp/kallsyms"
	check "$machine: instructions of the program" annotated in_program --symfs "$tmp/root" -i "$tmp/data"
	if command -v "${compiler%gcc}objdump" >/dev/null; then
		check "$machine: the instructions equal those of objdump" same_instructions "$compiler"
	fi
	if command -v python3 >/dev/null; then
		check "$machine: symbols and code of the kernel from the directory of the data" kcore "$text"
	fi
	sed -i '/_text/d' "$tmp/kallsyms"
	check "$machine: kallsyms of another kernel are refused with a message" useless
	printf 'int main(void) { return 0; }\n' | "$compiler" -O1 -Wl,--build-id=sha1 -o "$tmp/root$tmp/here/service" -x c -
	check "$machine: another program below --symfs is not used" named "" "^$tmp/root/" --symfs "$tmp/root"
done < <(machines)

# The section of each function is searched for.
many_sections() {
	mkdir -p "$tmp/many" && python3 ./descriptors.py "$tmp/many/object" && "$pdata" assemble -o "$tmp/data" <<-'END' || return 1
		FILE mode=file order=be attr_size=144
		IDS event=0 ids=[1]
		ATTR attr={type=1 size=128 sample_period=1000 sample_type=IP|TID|TIME flags=sample_id_all|build_id}
		DATA
		MMAP2 misc=USER|MMAP_BUILD_ID pid=7 tid=7 addr=0x10000 len=0x100000 pgoff=0 build_id_size=20 build_id_res1=0 build_id_res2=0 build_id=1111111111111111111111111111111111111111 prot=5 flags=0x2 filename="/object" sample_id={pid=7 tid=7 time=1}
		SAMPLE misc=USER ip=0x11004 pid=7 tid=7 time=11
		FEATURE_TABLE
		FEATURE name=ARCH str="ppc64"
	END
	timeout 4 "$pdata" script -F ip,sym --symfs "$tmp/many" -i "$tmp/data"
}
if command -v python3 >/dev/null; then
	check "descriptors in a file with many sections take no long time" many_sections
else
	skip "descriptors: no python3"
fi
finish
