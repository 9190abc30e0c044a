#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# code.sh BUILD - fields of script with code and source lines equal those of the installed perf. Recordings are
# assembled from text, with samples and branches at instructions of a program, and of a program that is linked at a
# kernel's address and given as vmlinux.
# shellcheck disable=SC2034 # begin.sh and lib.sh read it
part=code
# shellcheck source=tests/symbols/begin.sh
. "$(dirname "$0")/begin.sh"

if [ "$(uname -m)" != x86_64 ]; then
	skip_all "perf shows the code of x86 only"
fi
needs perf gcc objdump addr2line

cat >"$tmp/program.c" <<'END'
volatile long sink;

__attribute__((noinline)) long leaf(long n)
{
	if (n & 1)
		sink += n * 3;
	else
		sink ^= n / 7;
	return sink;
}

__attribute__((noinline)) long outer(long n)
{
	long sum = 0;

	for (long i = 0; i < n; i++)
		sum += leaf(i);
	return sum;
}

int main(void)
{
	return (int)outer(1000) & 1;
}
END
(cd "$tmp" && gcc -O1 -g -no-pie -o program program.c) || exit 1
{
	printf '__attribute__((section(".text.unlikely"))) void _text(void) { }\n' # is linked first
	sed 's/^int main(void)/long entry(void)/' "$tmp/program.c"
} >"$tmp/kernel.c"
(cd "$tmp" && gcc -O1 -g -ffreestanding -fno-pic -fcf-protection=none -mcmodel=kernel -static -nostdlib \
	-Wl,-Ttext=0xffffffff81000000,-e,entry -o vmlinux kernel.c) 2>"$tmp/log"

# Addresses of the instructions of FUNCTION, with a third argument only of those whose mnemonic matches it.
instructions() { # FILE FUNCTION [MNEMONIC]
	objdump -d --no-show-raw-insn "$1" | awk -v f="<$2>:" -v m="${3:-.}" '
		$2 == f { on = 1; next } !NF { on = 0 } on && $1 ~ /:$/ && $2 ~ m { sub(":", "", $1); print $1 }'
}

begin() { # ATTR-FIELDS
	local program=${program:-$tmp/program}
	printf 'FILE mode=file order=le attr_size=144\nIDS event=0 ids=[1]\n'
	printf 'ATTR attr={type=1 size=128 sample_period=1000 sample_type=IP|TID|TIME%s flags=sample_id_all%s}\nDATA\n' "$1" "${2:-}"
	printf 'MMAP misc=KERNEL pid=-1 tid=0 addr=0xffffffff92000000 len=0x400000 pgoff=0xffffffff92000000 filename="[kernel.kallsyms]_text" sample_id={pid=0 tid=0 time=0}\n'
	printf 'COMM pid=7 tid=7 comm="program" sample_id={pid=7 tid=7 time=1}\n'
	printf 'MMAP2 misc=USER pid=7 tid=7 addr=0x401000 len=0x1000 pgoff=0x1000 maj=%d min=%d ino=%d ino_generation=0 prot=5 flags=0x2 filename="%s" sample_id={pid=7 tid=7 time=2}\n' \
		"$(stat -c %Hd "$program")" "$(stat -c %Ld "$program")" "$(stat -c %i "$program")" "$program"
}
end() {
	printf 'FEATURE_TABLE\nFEATURE name=ARCH str="x86_64"\n'
}

same() { # RECORDING LINES OPTION...
	local file=$1 least=$2
	shift 2
	perf script -f -i "$file" "$@" >"$tmp/want" 2>"$tmp/err"
	"$pdata" script -i "$file" "$@" >"$tmp/is" || return 1
	[ "$(wc -l <"$tmp/want")" -ge "$least" ] || { cat "$tmp/err"; echo "perf prints too little"; return 1; }
	diff "$tmp/want" "$tmp/is"
}

at=10
{
	begin ''
	for ip in $(instructions "$tmp/program" leaf) $(instructions "$tmp/program" outer); do
		printf 'SAMPLE misc=USER ip=0x%s pid=7 tid=7 time=%d\n' "$ip" $((at += 1))
	done
	printf 'SAMPLE misc=USER ip=0x10 pid=7 tid=7 time=%d\n' $((at += 1))
	end
} >"$tmp/samples.txt"
if ! "$pdata" assemble "$tmp/samples.txt" -o "$tmp/samples.data"; then
	bad "the text is not understood"
	finish
	exit
fi
"$pdata" script -F ip,insn -i "$tmp/samples.data" >"$tmp/is" 2>/dev/null
if ! grep -q insn: "$tmp/is"; then
	skip_all "no capstone"
fi
check "insn" same "$tmp/samples.data" 30 -F ip,sym,insn
check "insn, insnlen" same "$tmp/samples.data" 30 -F comm,ip,sym,insnlen,insn
check "srccode" same "$tmp/samples.data" 40 -F ip,sym,srccode
check "srcline, srccode" same "$tmp/samples.data" 60 -F ip,sym,srcline,srccode
check "callindent" same "$tmp/samples.data" 30 -F ip,sym,callindent

# perf 6.1 lacks both fields: compare with objdump. The program is linked at 0x400000, and file offsets of its code
# equal the offsets of its addresses.
disassembled() {
	"$pdata" script -F ip,dso,dsoff,disasm -i "$tmp/samples.data" >"$tmp/is" || return 1
	objdump -d --no-show-raw-insn "$tmp/program" | awk -v file="$tmp/program" '
		/^[0-9a-f]+ <(leaf|outer)>:$/ { on = 1; next } !NF { on = 0 }
		on && /ret|nop/ { print $1, $2 }
		on && $2 ~ /^call/ { print $1, $4 }' | tr -d ':<>' | sort >"$tmp/want"
	awk -v file="$tmp/program" '{ at = $2; sub(".*[+]0x", "", at); sub("[)]$", "", at)
		if ($3 ~ /^call/ && $2 ~ file) { sub("[+]0x0$", "", $4); print "40" at, $4 }
		if ($3 ~ /ret|nop/ && $2 ~ file) { sub("q$", "", $3); print "40" at, $3 } }' "$tmp/is" | sort >"$tmp/got"
	[ "$(wc -l <"$tmp/want")" -ge 3 ] && diff "$tmp/want" "$tmp/got"
}
check "disasm, dsoff" disassembled

# PERCENT ADDRESS of each instruction. perf prints run-time addresses of the kernel or addresses of the file; relative
# to the first one, both are equal.
shares() {
	awk '$2 == ":" && $3 ~ /:$/ { sub(":", "", $3); print $1, $3 }' | while read -r share at; do
		first=${first:-$((0x$at))}
		echo "$share $((0x$at - first))"
	done
}
annotated() {
	perf annotate -f --stdio -i "$tmp/kernel.data" -k "$tmp/vmlinux" -s leaf 2>/dev/null | shares >"$tmp/want"
	"$pdata" annotate -i "$tmp/kernel.data" -k "$tmp/vmlinux" leaf >"$tmp/text" || return 1
	shares <"$tmp/text" >"$tmp/is"
	[ "$(wc -l <"$tmp/is")" -gt 8 ] && grep -q 'kernel.c:7' "$tmp/text" && diff "$tmp/want" "$tmp/is"
}

# A kernel that was loaded at another address than it is linked at.
{
	begin ''
	for ip in $(instructions "$tmp/vmlinux" leaf) $(instructions "$tmp/vmlinux" outer); do
		printf 'SAMPLE misc=KERNEL ip=%#x pid=7 tid=7 time=%d\n' $((0x$ip + 0x11000000)) $((at += 1))
	done
	end
} >"$tmp/kernel.txt"
if [ -f "$tmp/vmlinux" ] && "$pdata" assemble "$tmp/kernel.txt" -o "$tmp/kernel.data"; then
	for fields in sym sym,insn sym,insnlen,insn sym,srcline sym,srccode; do
		check "the kernel's $fields" same "$tmp/kernel.data" 30 -k "$tmp/vmlinux" -F "ip,$fields"
	done
	check "annotate, the kernel" annotated
else
	bad "no recording of a kernel"
fi

# Branches between instructions of the program, newest first: a call, a return, a jump; one into the middle of an
# instruction, one to an address without code, one out of the kernel.
program=$tmp/program
call=$(instructions "$program" outer call | head -1)
ret=$(instructions "$program" leaf ret | head -1)
leaf=$(instructions "$program" leaf | head -1)
behind=$(instructions "$program" outer | awk -v c="$call" 'on { print; exit } $1 == c { on = 1 }')
jump=$(instructions "$program" leaf '^j' | head -1)
taken=$(objdump -d --no-show-raw-insn "$program" | awk -v j="$jump:" '$1 == j { print $3 }')
last=$(instructions "$program" outer | tail -1)
inside=$(printf '%x' $((0x$leaf + 1)))

branched() { # SAMPLE-IP, and FROM TO FLAGS of each
	local all="" ip=$1
	shift
	while [ $# -gt 0 ]; do
		all="$all {from=0x$1 to=0x$2 flags=$3}"
		shift 3
	done
	printf 'SAMPLE misc=USER ip=0x%s pid=7 tid=7 time=%d branch={entries=[%s]}\n' "$ip" $((at += 1)) "${all# }"
}
{
	begin '|BRANCH_STACK' ' branch_sample_type=USER|ANY'
	branched "$behind" "$ret" "$behind" 'predicted|cycles:3' "$call" "$leaf" 'mispred|cycles:12' "$ret" "$behind" predicted
	branched "$last" "$ret" "$behind" 'predicted|cycles:3' "$call" "$leaf" 'mispred|in_tx' "$ret" "$behind" abort
	branched "$taken" "$jump" "$taken" predicted "$call" "$leaf" predicted
	branched "$leaf" "$call" "$inside" predicted "$ret" "$behind" predicted
	branched "$behind" "$ret" "$behind" predicted 10 "$leaf" predicted "$call" 20 predicted
	branched "$behind" "$ret" "$behind" predicted "$call" "$leaf" predicted ffffffff92000010 "$behind" predicted "$ret" ffffffff92000010 predicted "$ret" "$behind" predicted
	branched "$last" "$ret" "$leaf" abort
	branched 10 "$ret" "$leaf" predicted
	branched "$leaf" "$call" "$leaf" predicted
	branched "$leaf"
	end
} >"$tmp/branches.txt"
# A JSON member has the content of perf's column.
json_brstack() {
	perf script -f -F brstack -i "$tmp/branches.data" 2>/dev/null | sed 's/^ *//; s/ *$//' >"$tmp/want"
	"$pdata" script --json -F brstack -i "$tmp/branches.data" | python3 -c '
import json, sys
for line in sys.stdin:
    print(json.loads(line).get("brstack", ""))' >"$tmp/is"
	[ "$(grep -c /P/ "$tmp/want")" -gt 5 ] && diff "$tmp/want" "$tmp/is"
}
json_insn() {
	perf script -f -F insnlen,insn -i "$tmp/samples.data" 2>/dev/null | sed 's/^ *ilen: //; s/ insn://' >"$tmp/want"
	"$pdata" script --json -F insnlen,insn -i "$tmp/samples.data" | python3 -c '
import json, sys
for line in sys.stdin:
    s = json.loads(line)
    print(s["insnlen"], s["insn"])' | sed 's/ *$//' >"$tmp/is"
	[ "$(wc -l <"$tmp/want")" -gt 20 ] && diff "$tmp/want" "$tmp/is"
}
# Members of a frame have the lines that perf prints below the address; srccode is not left out where a line repeats.
json_lines() {
	perf script -f -F ip,srcline -i "$tmp/samples.data" 2>/dev/null | sed 's/^ *//' | awk 'NF' >"$tmp/want"
	perf script -f -F ip,srccode -i "$tmp/samples.data" 2>/dev/null | sed -n 's|^[|].\{9\}||p' >>"$tmp/want"
	"$pdata" script --json -F ip,srcline,srccode -i "$tmp/samples.data" | python3 -c '
import json, sys
lines = [json.loads(line) for line in sys.stdin]
for s in lines:
    f = s["frames"][0]
    print(f["ip"][2:])
    if "srcline" in f:
        print(f["srcline"])
last = None
for s in lines:
    if s.get("srccode", last) != last:
        last = s["srccode"]
        print(last)' >"$tmp/is"
	[ "$(grep -c program.c: "$tmp/want")" -gt 20 ] && [ "$(grep -c sink "$tmp/want")" -ge 2 ] && diff "$tmp/want" "$tmp/is"
}
# The frames of JSON are those of the text, which has addresses in the file; other tests compare the text with perf.
json_inlines() {
	"$pdata" assemble "$tmp/inlines.txt" -o "$tmp/inlines.data" || return 1
	"$pdata" script --inline-all -F ip,sym,dso,srcline -i "$tmp/inlines.data" | sed 's/^[\t ]*//' | awk 'NF' |
		awk '/^[0-9a-f]+ / { printf "%s%s", nr++ ? "\n" : "", $0; next } { printf " %s", $0 } END { print "" }' >"$tmp/want"
	"$pdata" script --json --inline-all -F ip,sym,dso,srcline -i "$tmp/inlines.data" | python3 -c '
import json, sys
for line in sys.stdin:
    for f in json.loads(line)["frames"]:
        dso = "" if "inlined" in f else " (%s)" % f["dso"]
        print("%x %s%s %s%s" % (int(f["ip"], 16) - 0x400000, f["sym"], dso, f["srcline"], " (inlined)" if "inlined" in f else ""))' >"$tmp/is"
	grep -q '(inlined)' "$tmp/want" && diff "$tmp/want" "$tmp/is"
}
cat >"$tmp/inlines.c" <<'END'
volatile long sink;
static inline __attribute__((always_inline)) void inner(long n)
{
	sink += n;
}
int main(int argc, char **argv)
{
	(void)argv;
	inner(argc);
	return 0;
}
END
(cd "$tmp" && gcc -O1 -g -no-pie -o inlines inlines.c) || exit 1
{
	program=$tmp/inlines begin '|CALLCHAIN'
	for ip in $(instructions "$tmp/inlines" main); do
		printf 'SAMPLE misc=USER ip=0x%s pid=7 tid=7 time=%d ips=[0xfffffffffffffe00 0x%s]\n' "$ip" $((at += 1)) "$ip"
	done
	end
} >"$tmp/inlines.txt"
if "$pdata" assemble "$tmp/branches.txt" -o "$tmp/branches.data"; then
	check "brstackinsn" same "$tmp/branches.data" 60 -F ip,sym,brstackinsn
	check "brstackinsn, brstackinsnlen" same "$tmp/branches.data" 60 -F ip,brstackinsn,brstackinsnlen
	check "brstackinsnlen, srcline" same "$tmp/branches.data" 60 -F ip,sym,srcline,brstackinsnlen
	check "brstackinsn, srccode" same "$tmp/branches.data" 80 -F ip,sym,brstackinsn,srccode
	check "brstackinsn, some blocks" same "$tmp/branches.data" 40 -F ip,brstackinsn --max-blocks 1
	check "brstack, brstackinsn" same "$tmp/branches.data" 60 -F ip,brstack,brstackinsn,insn
	if command -v python3 >/dev/null; then
		check "brstack as JSON" json_brstack
		check "insn as JSON" json_insn
		check "srcline, srccode as JSON" json_lines
		check "inlined functions as JSON" json_inlines
	else
		skip "no python3"
	fi
else
	bad "the text with branches is not understood"
fi
refused() {
	"$pdata" script -F "$1" -i "$tmp/samples.data" >"$tmp/out" 2>"$tmp/err"
	[ $? = 1 ] && [ ! -s "$tmp/out" ] && [ "$(wc -l <"$tmp/err")" = 1 ]
}
check "no code is printed without branches" refused ip,brstackinsn
check "no line is printed without an address" refused comm,srccode
finish
