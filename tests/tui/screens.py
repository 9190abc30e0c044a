#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""screens.py BUILD [--set] - compare the browser's screens of each view with the files in tests/tui/screens

The recording and its program are made here from text, so that the screens are the same on each x86-64 machine. --set
writes the files anew: read the difference before it is committed. Last line: "N passed, N failed".
"""
import difflib
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from vt import Terminal  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.abspath(sys.argv[1])
PDATA = os.path.join(BUILD, "pdata")
SET = "--set" in sys.argv[2:]
SIZES = ((80, 24), (200, 50))
ENTER, ESC, DOWN = "\r", "\x1b", "\x1b[B"

# View, command, keys. Each key waits until the screen is still.
VIEWS = (
    ("rows", "report", ()),
    ("rows-cursor-expanded", "report", (DOWN, "+")),
    ("rows-all-expanded", "report", ("E",)),
    ("rows-by-name", "report", ("o", "\x15dso,sym,cpu" + ENTER)),
    ("rows-of-thread", "report", ("o", "\x15pid,sym" + ENTER, "t")),
    ("search", "report", ("/", "hash|sort")),
    ("filter-undone", "report", ("t", "u")),
    ("hidden-headers", "report", ("H",)),
    ("percent-limit", "report", ("L", "\x1510" + ENTER)),
    ("hierarchy", "report --hierarchy --sort comm,dso,sym", ()),
    ("menu", "report", (ENTER,)),
    ("palette", "report", (":",)),
    ("help", "report", ("h",)),
    ("header", "report", ("i",)),
    ("other-views", "report", ("r",)),
    ("samples", "report", ("r", ENTER)),
    ("flame", "report", ("g",)),
    ("flame-zoomed", "report", ("g", DOWN, ENTER)),
    ("time", "report", ("T", "." * 20, "[", "." * 20, "]")),
    ("annotate", "annotate sort_rows", ()),
    ("annotate-from-rows", "report", ("/", "hash_one" + ENTER, "a")),
    ("annotate-bytes", "annotate sort_rows", ("o", "J", "t")),
    ("annotate-help", "annotate sort_rows", ("h",)),
    ("diff", "diff before.data perf.data", ()),
    ("damaged", "report -i cut.data", ()),
)

PROGRAM = """
	.text
	.globl _start
	.type _start, @function
_start:	call	main
	ud2
	.size _start, . - _start
	.type main, @function
main:	push	%rbx
	mov	$1000, %ebx
1:	call	sort_rows
	call	hash_one
	dec	%ebx
	jne	1b
	call	write_out
	pop	%rbx
	ret
	.size main, . - main
	.type sort_rows, @function
sort_rows:
	xor	%eax, %eax
	mov	%rsi, %rcx
2:	mov	(%rdi,%rax,8), %rdx
	cmp	8(%rdi,%rax,8), %rdx
	jle	3f
	xchg	8(%rdi,%rax,8), %rdx
	mov	%rdx, (%rdi,%rax,8)
3:	inc	%rax
	cmp	%rcx, %rax
	jb	2b
	ret
	.size sort_rows, . - sort_rows
	.type hash_one, @function
hash_one:
	movzbl	(%rdi), %eax
	imul	$0x1000193, %eax, %eax
	xor	%esi, %eax
	ret
	.size hash_one, . - hash_one
	.type write_out, @function
write_out:
	mov	$1, %eax
	syscall
	ret
	.size write_out, . - write_out
"""


def make_program():
    """Return: the addresses of the functions."""
    os.makedirs("opt/demo")
    with open("demo.s", "w", encoding="ascii") as f:
        f.write(PROGRAM)
    subprocess.run(["gcc", "-nostdlib", "-static", "-no-pie", "-Wl,--build-id=none,-Ttext=0x401000", "-o", "opt/demo/demo",
                    "demo.s"], check=True)
    nm = subprocess.run(["nm", "opt/demo/demo"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {name: int(address, 16) for address, _, name in (line.split() for line in nm.splitlines())}


def write_recording(path, at, slower):
    """Write 300 samples of two threads. Main sorts, hashes and writes in turn; with @slower it hashes longer."""
    lines = ["FILE mode=file order=le attr_size=128", "IDS event=0 ids=[1]",
             "ATTR attr={type=1 config=0 size=128 sample_period=4000000 sample_type=IP|TID|TIME|CPU|PERIOD|CALLCHAIN "
             "flags=sample_id_all|mmap|comm|task}", "DATA"]
    for tid, name in ((100, "demo"), (101, "writer")):
        lines.append(f'COMM pid=100 tid={tid} comm="{name}" sample_id={{pid=100 tid={tid} time=1 cpu=0}}')
    lines.append('MMAP misc=USER pid=100 tid=100 addr=0x401000 len=0x1000 pgoff=0x1000 filename="/opt/demo/demo" '
                 'sample_id={pid=100 tid=100 time=2 cpu=0}')
    main = at["main"] + 11
    for i in range(300):
        tid = 101 if i % 10 == 9 else 100
        kind = i % (14 if slower else 10)
        if tid == 101:
            ip, chain = at["write_out"] + 7, [main + 14]
        elif kind < 6:
            ip, chain = at["sort_rows"] + (5, 9, 14, 16, 21, 25)[i % 6], [main]
        elif kind < 9 or kind > 9:
            ip, chain = at["hash_one"] + (0, 3, 9)[i % 3], [main + 5]
        else:
            ip, chain = at["main"] + 1, []
        chain = [ip, *chain, at["_start"] + 5]
        lines.append(f"SAMPLE misc=USER ip={ip:#x} pid=100 tid={tid} time={1000000000 + i * 4000000} cpu={i % 2} "
                     f"period=4000000 ips=[0xfffffffffffffe00 {' '.join(hex(c) for c in chain)}]")
    lines += ["FEATURE_TABLE", 'FEATURE name=HOSTNAME str="board"', 'FEATURE name=OSRELEASE str="6.1.0"',
              'FEATURE name=ARCH str="x86_64"']
    with open("in.pdt", "w", encoding="ascii") as f:
        f.write("\n".join(lines) + "\n")
    subprocess.run([PDATA, "assemble", "-o", path, "in.pdt"], check=True)
    os.utime(path, (1700000000, 1700000000))


def screen_of(command, keys, cols, rows, want):
    words = command.split()
    t = Terminal([PDATA, words[0], "--symfs=.", *words[1:]], cols, rows, {"NO_COLOR": "1", "TZ": "UTC"})
    t.wait(lambda lines: lines[-1] and "CTRL+C quits" not in lines[-1], 30)
    still = 0.3 if SET else 0.1
    t.settle(still)
    for key in keys:
        t.send(key)
        t.settle(still)
    if not SET:  # a slow machine may still draw
        t.wait(lambda lines: "\n".join(lines).rstrip() + "\n" == want, 5)
    text = t.screen.text()
    for _ in range(8):
        if t.poll() is not None:
            break
        t.send(ESC if words[0] == "report" and keys[:1] == ("/",) else "q")
        t.settle(0.05)
    t.close()
    return "\n".join(text).rstrip() + "\n"


def main():
    passed = failed = 0
    scratch = tempfile.mkdtemp(prefix="pdata-screens-")
    os.chdir(scratch)
    at = make_program()
    write_recording("before.data", at, False)
    write_recording("perf.data", at, True)
    with open("perf.data", "rb") as f, open("cut.data", "wb") as out:
        out.write(f.read()[:-9000])
    os.utime("cut.data", (1700000000, 1700000000))
    only = os.environ.get("TEST", "")
    for name, command, keys in (v for v in VIEWS if only in v[0]):
        for cols, rows in SIZES:
            path = os.path.join(HERE, "screens", f"{name}.{cols}x{rows}")
            want = ""
            if os.path.exists(path):
                with open(path, encoding="utf-8") as f:
                    want = f.read()
            got = screen_of(command, keys, cols, rows, want)
            if SET:
                with open(path, "w", encoding="utf-8") as f:
                    f.write(got)
                want = got
            if got == want:
                passed += 1
                continue
            failed += 1
            print(f"FAILED screens: {name} at {cols}x{rows}")
            for line in list(difflib.unified_diff(want.splitlines(), got.splitlines(), "expected", "is", n=1, lineterm=""))[:40]:
                print("    " + line)
    if not os.environ.get("KEEP"):
        shutil.rmtree(scratch, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


sys.exit(main())
