#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""fuzz.py BUILD SECONDS SEED - type random keys into the browser, resize its window and send signals

Recordings are made anew: with and without call chains, with several events, damaged ones, and one with hostile names.
Best with a build with ASan and UBSan. It prints how often each view was entered; under 10 is a failure if it runs for at least 300 s.
Last line: "N passed, N failed".
"""
import os
import random
import shutil
import signal
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from recordings import make_hostile, record  # noqa: E402
from vt import Terminal, Unlisted  # noqa: E402

BUILD, SECONDS = os.path.abspath(sys.argv[1]), int(sys.argv[2] or 60)
SEED = int(sys.argv[3]) if len(sys.argv) > 3 and sys.argv[3] else int(time.time())
PDATA = os.path.join(BUILD, "pdata")
rng = random.Random(SEED)
tmp = tempfile.mkdtemp(prefix="pdata-tui-fuzz-")
MOVES = ["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", " ", "\t", "\x1b[Z"]
KEYS = MOVES * 3 + list("adtkS+ecECFHVPsiuUgTDNhfz:/?nNjJoOlpbrmvw0129<>[],.xLy") + ["\r"] * 8 + ["\x1b"] * 6 + list("agT:m\r") * 4
TEXTS = ["main\r", "x\x7f\r", "(\r", ".*\r", "\x155\r", "\x15comm\r", "\x15dso,sym\r", "\x15no-such-key\r", "\x1b",
         "\x1b[200~pasted\ntext\x1b[201~", "\x1b[<0;5;6M", "\x1b[<64;5;6M", "\x1b[<0;5;500M", "\x1b[999;999;999;999;999;9z",
         "\xc3", "\xff\xfe", "\x1b[", "\x1bO"]
VIEWS = ["report", "annotate", "flame graph", "text", "Actions", "pdata report", "begin  ]"]
entered = dict.fromkeys(VIEWS, 0)


def damaged(path, n):
    with open(path, "rb") as f:
        data = bytearray(f.read())
    for _ in range(1 << n):
        data[rng.randrange(256, len(data))] = rng.randrange(256)
    if n > 2:
        del data[rng.randrange(len(data) // 2, len(data)):]
    out = f"{path}.damaged{n}"
    with open(out, "wb") as f:
        f.write(data)
    return out


def make_recordings():
    chains, flat, group, two = (record(BUILD, os.path.join(tmp, f"{name}.data"), *options) for name, options in (
        ("chains", ["-g", "-F", "999"]), ("flat", ["-F", "999"]), ("group", ["-F", "499", "-e", "{cpu-clock,task-clock}"]),
        ("two", ["-g", "-F", "499", "-e", "cpu-clock", "-e", "task-clock"])))
    hostile = make_hostile(chains, os.path.join(tmp, "hostile.data"))
    return [chains, flat, group, two, hostile, *(damaged(p, n) for p, n in ((chains, 1), (chains, 4), (flat, 2), (two, 3),
                                                                            (group, 5)))]


def note_views(lines, last):
    """Count views that were entered since @last."""
    now = {v for v in VIEWS if any(v in line for line in ((lines[-1], *lines) if v not in ("report", "text", "annotate",
                                                                                          "flame graph") else lines[-1:]))}
    for v in now - last:
        entered[v] += 1
    return now


def one_run(path):
    """Return: a description of what is wrong, or None."""
    cols, rows = rng.choice([(80, 24), (200, 50), (40, 10), (400, 100), (15, 3)])
    options = rng.choice([[], [], ["--sort", "pid,sym"], ["--no-children"], ["-g", "fractal,0.5,callee"],
                          ["--sort", "dso,sym,srcline"], ["-g", "flat"]])
    env = rng.choice([{}, {"LC_ALL": "C"}, {"NO_COLOR": "1"}, {"COLORTERM": "truecolor"}, {"TERM": "linux"}])
    t = Terminal([PDATA, "report", *options, "-i", path], cols, rows, env, tmp)
    history, views = [], set()
    try:
        t.wait(lambda lines: "h: help" in lines[-1] or "means nothing" in lines[-1], 20)
        for i in range(rng.randrange(100, 400)):
            if time.monotonic() > deadline or t.poll() is not None:
                break
            if i % 200 == 199:
                key = "q"
            else:
                key = rng.choice(KEYS) if rng.random() < 0.85 else rng.choice(TEXTS)
            history.append(key)
            if rng.random() < 0.02:
                t.resize(*rng.choice([(80, 24), (200, 50), (40, 10), (1, 1), (15, 3), (120, 30)]))
            if rng.random() < 0.01:
                t.kill(rng.choice([signal.SIGWINCH, signal.SIGCONT]))
            t.send(key.encode("latin-1"))
            t.pump(0.02)
            while t.pump(0):
                pass
            views = note_views(t.screen.text(), views)
        if t.poll() is None:
            t.settle(0.2, 3)
            t.kill(signal.SIGTERM)
        status = t.end(30)
    except (Unlisted, UnicodeDecodeError) as e:
        return f"{e}, options {options}, {cols}x{rows}, {env}\nkeys {history[-30:]!r}\n{t.raw[-3000:]!r}"
    finally:
        t.close()
    good = status is not None and (os.WIFEXITED(status) and os.WEXITSTATUS(status) in (0, 1, 2) or
                                   os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGTERM)
    if not good or not t.is_restored_at_end:
        return f"status {status}, options {options}, {cols}x{rows}, {env}\nkeys {history[-40:]!r}\n{t.raw[-3000:]!r}"
    return None


failed = 0
os.environ.setdefault("ASAN_OPTIONS", "exitcode=99:detect_leaks=0:allocator_may_return_null=1")
os.environ.setdefault("UBSAN_OPTIONS", "halt_on_error=1:exitcode=98")
print(f"seed {SEED}, {SECONDS} s")
paths = make_recordings()
deadline = time.monotonic() + SECONDS
runs = 0
while time.monotonic() < deadline:
    path = paths[runs % len(paths)]
    wrong = one_run(path)
    runs += 1
    if wrong:
        failed += 1
        print(f"FAILED tui-fuzz: {os.path.basename(path)}: {wrong}")
        if failed > 5:
            break
for view, count in entered.items():
    print(f"   {view}: entered {count} times")
    if count < 10 and SECONDS >= 300:
        failed += 1
        print(f"FAILED tui-fuzz: the view '{view}' was entered too seldom")
shutil.rmtree(tmp, ignore_errors=True)
print(f"{runs} passed, {failed} failed")
sys.exit(failed != 0)
