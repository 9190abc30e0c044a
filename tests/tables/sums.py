#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""sums.py BUILD [--plant] FILE... - compare sums over the exported tables with the rows of report

For each file the samples of `pdata export csv` are added up by event, name of the thread, object and
symbol, and compared with `pdata report --no-children -g none -s comm,dso,sym --json`. --plant adds 1
to one period first: the comparison has to fail then. The last line is "N passed, N failed".
"""
import collections
import csv
import io
import json
import subprocess
import sys


def run(*command):
    """Return the standard output of a command that may end with status 0 or 2 (partial)."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, 2):
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout.decode("utf-8", "replace")


def table(pdata, name, path):
    """Return the rows of a table as dictionaries, by the number in the first column where it is one."""
    text = run(pdata, "export", "csv", name, "-i", path)
    return list(csv.DictReader(io.StringIO(text, newline="")))


def sums_of_tables(pdata, path):
    """Return {(event, comm, object, symbol): [samples, period]}."""
    events = {row["event"]: row["name"] for row in table(pdata, "events", path)}
    frames = {row["frame"]: row for row in table(pdata, "frames", path)}
    threads = {row["thread"]: row["comm"] for row in table(pdata, "threads", path)}
    sums = collections.defaultdict(lambda: [0, 0])
    for row in table(pdata, "samples", path):
        frame = frames[row["frame"]]
        name = frame["function"] or hex(int(frame["address"]))
        key = (events[row["event"]], threads[row["thread"]], frame["object"] or "[unknown]", name)
        sums[key][0] += 1
        sums[key][1] += int(row["period"])
    return dict(sums)


def sums_of_report(pdata, path):
    """Return the same. Rows without samples belong to other events of a group."""
    text = run(pdata, "report", "--json", "-n", "--show-total-period", "-s", "comm,dso,sym",
               "--no-children", "--no-branch-stack", "-g", "none", "-i", path)
    sums = collections.defaultdict(lambda: [0, 0])
    for event in json.loads(text)["events"]:
        for row in event["rows"]:
            if row["samples"]:
                key = (event["event"], row["comm"], row["dso"] or "[unknown]", row["symbol"] or row["address"])
                sums[key][0] += row["samples"]
                sums[key][1] += row["period"]
    return dict(sums)


def differences(pdata, path, plant):
    tables, report = sums_of_tables(pdata, path), sums_of_report(pdata, path)
    if plant and tables:
        next(iter(tables.values()))[1] += 1
    return [f"{key}: tables {tables.get(key)}, report {report.get(key)}"
            for key in sorted(set(tables) | set(report)) if tables.get(key) != report.get(key)]


def main():
    arguments = sys.argv[1:]
    pdata = arguments.pop(0) + "/pdata"
    plant = "--plant" in arguments
    passed = failed = 0
    for path in arguments:
        if path == "--plant":
            continue
        try:
            wrong = differences(pdata, path, plant)
        except (RuntimeError, json.JSONDecodeError, KeyError) as error:
            wrong = [repr(error)]
        if wrong:
            failed += 1
            print(f"FAILED {path}: {len(wrong)} rows differ")
            for line in wrong[:5]:
                print("   ", line)
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
