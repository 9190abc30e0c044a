#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""timehist.py BUILD FILE... - compare the table thread_states with `perf sched timehist`

Each line of timehist, but those of idle CPUs, is a turn of a thread: wait time, scheduler's delay and
run time in milliseconds. A row "running" of the table has to have the same run time at the same time
and CPU, and the rows before it of the same thread the same wait time. Last line: "N passed, N failed".
"""
import collections
import csv
import io
import re
import subprocess
import sys

LINE = re.compile(r"^\s*(\d+)\.(\d+) \[(\d+)\]\s+(.*?)\s+(\d+\.\d+)\s+(\d+\.\d+)\s+(\d+\.\d+)\s*$")


def text_of(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout.decode()


def turns_of_perf(path):
    """Return {(us, cpu): (wait, run)} in microseconds."""
    turns = {}
    for line in text_of("perf", "sched", "timehist", "-i", path).splitlines():
        m = LINE.match(line)
        if not m or "<idle>" in m[4]:
            continue
        wait, run = (int(m[i].replace(".", "")) for i in (5, 7))
        turns[int(m[1] + m[2]), int(m[3])] = (wait, run)
    return turns


def turns_of_table(pdata, path):
    turns, waits = {}, collections.defaultdict(int)
    text = text_of(pdata, "export", "csv", "thread_states", "-i", path)
    for row in csv.DictReader(io.StringIO(text, newline="")):
        if not row["end"]:
            continue
        length = int(row["end"]) - int(row["start"] or row["end"])
        if row["state"] == "running":
            turns[int(row["end"]) // 1000, int(row["cpu"])] = (waits.pop(row["thread"], 0) // 1000, length // 1000)
        elif row["cpu"]:
            waits[row["thread"]] += length
    return turns


def main():
    pdata = sys.argv[1] + "/pdata"
    passed = failed = 0
    for path in sys.argv[2:]:
        perf, table = turns_of_perf(path), turns_of_table(pdata, path)
        wrong = [f"{key}: perf {perf.get(key)}, table {table.get(key)}"
                 for key in sorted(set(perf) | set(table)) if perf.get(key) != table.get(key)]
        if wrong or not perf:
            failed += 1
            print(f"FAILED {path}: {len(wrong)} of {len(perf)} turns differ")
            print("\n".join("    " + line for line in wrong[:5]))
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
