#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# ipc.sh BUILD - instructions per cycle of a function whose instructions and branches are known
#
# perf 6.1 crashes if branches have cycles, so the expected numbers are counted by hand.
set -u
export LC_ALL=C.UTF-8 DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

pdata=$(realpath "$1")/pdata
cd "$(dirname "$0")" || exit 1
part=ipc
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. ../lib.sh

if [ "$(uname -m)" != x86_64 ] || ! command -v gcc >/dev/null; then
	skip_all "the program is for x86, and gcc assembles it"
fi

# Nine instructions in 16 bytes; the branch at 0xb goes back to 2.
cat >"$tmp/hot.s" <<'END'
	.globl _start, hot, cold
	.type hot, @function
	.text
_start:	jmp hot
	.balign 16
hot:	xor %eax, %eax
1:	inc %eax
	inc %eax
	inc %eax
	cmp $9, %eax
	jne 1b
	nop
	nop
	ret
	.size hot, . - hot
	.balign 16
	.type cold, @function
cold:	nop
	nop
	jmp cold
	.size cold, . - cold
	.section .note.GNU-stack
END
gcc -nostdlib -static -no-pie -Wl,--build-id=sha1,-Ttext=0x401000 -o "$tmp/hot" "$tmp/hot.s" || exit 1

# record FILE ENTRIES - a recording with a sample that has these branches
record() {
	{
		printf 'FILE mode=file order=le attr_size=144\nIDS event=0 ids=[1]\n'
		printf 'ATTR attr={type=0 size=128 sample_period=1000 sample_type=IP|TID|TIME|PERIOD|BRANCH_STACK flags=sample_id_all branch_sample_type=ANY}\nDATA\n'
		printf 'COMM pid=7 tid=7 comm="hot" sample_id={pid=7 tid=7 time=1}\n'
		printf 'MMAP2 misc=USER pid=7 tid=7 addr=0x401000 len=0x1000 pgoff=0x1000 maj=%d min=%d ino=%d ino_generation=0 prot=5 flags=0x2 filename="%s" sample_id={pid=7 tid=7 time=2}\n' \
			"$(stat -c %Hd "$tmp/hot")" "$(stat -c %Ld "$tmp/hot")" "$(stat -c %i "$tmp/hot")" "$tmp/hot"
		printf 'SAMPLE misc=USER ip=0x40101b pid=7 tid=7 time=10 period=1000 branch={entries=[%s]}\n' "$2"
		printf 'FEATURE_TABLE\nFEATURE name=ARCH str="x86_64"\nFEATURE name=BRANCH_STACK\n'
	} >"$tmp/$1.pdt"
	"$pdata" assemble -o "$tmp/$1.data" "$tmp/$1.pdt"
}

# says FILE LINE... - the report has these rows, with blanks folded
says() {
	file=$1
	shift
	printf '%s\n' "$@" >"$tmp/want"
	"$pdata" report --stdio -q -s symbol -i "$tmp/$file.data" | tr -s ' ' | sed 's/^ //; s/ $//' | grep . >"$tmp/is"
	diff "$tmp/want" "$tmp/is"
}

turn() { # CYCLES
	printf '{from=0x40101b to=0x401012 flags=predicted|cycles:%d} ' "$1"
}

record loop "$(turn 10) $(turn 10) $(turn 99)"
if says loop '100.00% [.] hot -' >/dev/null; then
	skip_all "no capstone"
fi
# The start of the oldest turn is unknown; each of the others executed 5 instructions.
check "a loop" says loop '100.00% [.] hot 0.50 [ 55.6%]'
json() {
	"$pdata" report --json -s symbol -i "$tmp/loop.data" >"$tmp/json" || return 1
	grep -F '"ipc":0.500000,"ipc_coverage":55.555556,' "$tmp/json" || { cat "$tmp/json"; return 1; }
}
check "as JSON" json
# 8 instructions from the function's start to 0xe in 4 cycles; the loop inside adds no further instructions.
record whole "{from=0x40101e to=0x401020 flags=predicted|cycles:4} {from=0x401022 to=0x401010 flags=predicted|cycles:2} $(turn 10) $(turn 10)"
check "a longer stretch" says whole '75.00% [.] hot 2.00 [ 88.9%]' '25.00% [.] cold 0.00 [ 0.0%]'
# If blocks of code end at the same branch, only the longest counts.
record longer "$(turn 10) {from=0x40101b to=0x401012 flags=predicted|cycles:3} {from=0x401022 to=0x401010 flags=predicted|cycles:2} $(turn 10)"
check "the longest block of one end" says longer '100.00% [.] hot 2.00 [ 66.7%]'
# No branch has cycles.
record none '{from=0x40101b to=0x401012 flags=predicted}'
check "without cycles" says none '100.00% [.] hot 0.00 [ 0.0%]'
# The last two instructions of each function; a branch from an unknown address has no code.
record edge "{from=0x401022 to=0x40101e flags=predicted|cycles:7} {from=0x40101f to=0x401021 flags=predicted|cycles:3} {from=0x402000 to=0x40101e flags=predicted|cycles:9}"
check "the last instructions" says edge '66.67% [.] hot 0.67 [ 22.2%]' '33.33% [.] cold 0.29 [ 66.7%]'
mv "$tmp/hot" "$tmp/gone"
check "without the code" says loop '100.00% [.] 0x0000000000401012 -'
finish
