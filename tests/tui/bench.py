#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""bench.py BUILD DIR - compare the browser's times and memory with report's and the goals for them

DIR has flat.data, chains.data and wide.data of `make bench`, or flat-long.data and chains-long.data; an input that is
missing is left out. Medians of RUNS=5. Then a recording grows beyond 1 GB while --follow shows it, and top records this
machine (root). Exit status 1: a goal is missed.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from vt import Terminal  # noqa: E402

PDATA, DIR = os.path.join(os.path.abspath(sys.argv[1]), "pdata"), sys.argv[2]
RUNS = int(os.environ.get("RUNS") or 5)
MOVES = ("\x1b[B", "\x1b[6~", "\x1b[5~", "\x1b[A", "\x1b[F", "\x1b[H", "+", "c")
missed = 0


def goal(label, value, limit, unit):
    global missed
    above = value > limit
    missed += above
    print(f"   {label:<34} {value:10.3f} {unit}, goal {limit:.3f}{'  MISSED' if above else ''}")


def report(path):
    """Return: seconds and KiB of `report --stdio`."""
    begun = time.monotonic()
    with subprocess.Popen([PDATA, "report", "--stdio", "-i", path], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as p:
        _, _, usage = os.wait4(p.pid, 0)
        p.returncode = 0
    return time.monotonic() - begun, usage.ru_maxrss


def seconds_until(t, keys, shown):
    begun = time.monotonic()
    t.send(keys)
    end = begun + 60
    while not shown(t.screen.text()) and time.monotonic() < end:
        t.pump(0.2)
    return time.monotonic() - begun


def is_ready(lines):
    return lines[0].startswith("Samples:") and "CTRL+C quits" not in lines[-1] and lines[2] != ""


def browse(path):
    """Return: seconds to the first screen, of 200 keys, of a filter by thread and by time, and KiB."""
    begun = time.monotonic()
    t = Terminal([PDATA, "report", "--tui", "-i", path], 120, 40)
    t.wait(is_ready, 120)
    first = time.monotonic() - begun
    t.settle(0.5)
    keys = []
    for i in range(200):
        before = time.monotonic()
        t.send(MOVES[i % len(MOVES)])
        if t.pump(1):  # a key without effect is not answered
            keys.append(time.monotonic() - before)
        while t.pump(0.005):
            pass
    t.key("\x1b[H")
    thread = seconds_until(t, "t", lambda lines: "--comms" in lines[-1] or "--tid" in lines[-1])
    t.settle(0.5)
    t.send("u")
    t.wait(lambda lines: "--comms" not in lines[-1] and "CTRL+C quits" not in lines[-1], 60)
    t.send("T")
    t.wait("begin  ]", 60)
    t.key("." * 30 + "[" + "." * 30)
    window = seconds_until(t, "]", lambda lines: "--time" in lines[-1])
    with open(f"/proc/{t.pid}/status", encoding="ascii") as f:
        kib = next(int(line.split()[1]) for line in f if line.startswith("VmHWM"))
    t.send("q")
    t.end()
    t.close()
    keys.sort()
    return first, keys[len(keys) * 95 // 100], thread, window, kib


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as f:
        numbers = f.read().rsplit(")", 1)[1].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def share_of_core(t, pid, seconds):
    """The share of a core that a process takes while the browser of a terminal runs."""
    begun, was = time.monotonic(), cpu_seconds(pid)
    while time.monotonic() < begun + seconds:
        t.pump(0.2)
    return 100 * (cpu_seconds(pid) - was) / (time.monotonic() - begun)


def follow_large():
    """Copies of 8 kB of each sample's stack make a recording large; it goes on growing while it is followed."""
    with tempfile.TemporaryDirectory() as tmp:
        path = os.path.join(tmp, "large.data")
        with subprocess.Popen([PDATA, "record", "-q", "--no-index", "--no-bundle", "-a", "-e", "cpu-clock", "-F", "4000", "-m", "8M",
                               "--call-graph", "dwarf,8192", "-o", path, "--", "/bin/sh", "-c", "while :; do :; done"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as recorder:
            while recorder.poll() is None and (not os.path.exists(path) or os.path.getsize(path) < 1 << 30):
                time.sleep(0.1)
            t = Terminal([PDATA, "report", "--follow", "-g", "none", "-i", path], 120, 40)
            t.wait(is_ready, 120)
            share = share_of_core(t, t.pid, 20)
            print(f"--follow of a recording that has grown to {os.path.getsize(path) >> 20} MB")
            goal("share of a core", share, 20, "%")
            t.send("q")
            t.end()
            t.close()
            recorder.terminate()


def top_recorder():
    t = Terminal([PDATA, "top", "-F", "99"], 120, 40)
    t.wait(is_ready, 60)
    children = subprocess.run(["pgrep", "-P", str(t.pid)], stdout=subprocess.PIPE, text=True, check=False).stdout.split()
    print("top at 99 Hz on all CPUs")
    goal("recorder's share of a core", share_of_core(t, int(children[0]), 10), 2, "%")
    t.send("q")
    t.end()
    t.close()


def main():
    for name in ("flat", "chains", "wide"):
        path = os.path.join(DIR, f"{name}-long.data")
        path = path if os.path.exists(path) else os.path.join(DIR, f"{name}.data")
        if not os.path.exists(path):
            print(f"{name}: {path} is missing")
            continue
        report(path)  # into the page cache
        text = [statistics.median(c) for c in zip(*(report(path) for _ in range(RUNS)))]
        first, key, thread, window, kib = (statistics.median(c) for c in zip(*(browse(path) for _ in range(RUNS))))
        print(f"{name}: report {text[0]:.3f} s, {text[1] // 1024} MB")
        goal("first screen", first, 0.3 if name == "flat" else 1.2 * text[0], "s")
        goal("95 % of 200 keys", key, 0.03, "s")
        goal("filter by thread", thread, text[0] / 2 if name == "wide" else 0.2, "s")
        goal("filter by time", window, text[0] / 2 if name == "wide" else 0.2, "s")
        goal("memory", kib / 1024, 2 * text[1] / 1024, "MB")
    follow_large()
    top_recorder()
    print("all goals met" if not missed else f"{missed} goals missed")
    return missed != 0


sys.exit(main())
