#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""sums.py BUILD FORMAT FILE... - compare an export of each recording with its tables

tests/tables/sums.py compares the tables with `pdata report`. For each event, the exported weight equals the number of
samples in the tables, and so does the self weight of the ten functions with most samples, summed by name. --plant adds 1 to
a weight first, so the comparison has to fail.
"""
import bisect
import collections
import json
import subprocess
import sys
import xml.etree.ElementTree

NAMELESS = "[unknown]"


def run(*words):
    r = subprocess.run(words, capture_output=True, check=False)
    if r.returncode not in (0, 2):
        raise SystemExit(f"{' '.join(words)}: status {r.returncode}: {r.stderr.decode(errors='replace').strip()}")
    return r.stdout.decode(errors="surrogateescape")


def csv(pdata, table, path, *options):
    """Rows of a table as dictionaries."""
    rows = []
    for line in run(pdata, "export", "jsonl", table, "-i", path, "--no-inline", *options).splitlines():
        rows.append(json.loads(line))
    return rows


def of_tables(pdata, path):
    """By event, samples by the name of the innermost function; by the tables, which are compared with report."""
    functions = {f["frame"]: f.get("function") for f in csv(pdata, "frames", path)}
    stacks = {s["stack"]: s["frame"] for s in csv(pdata, "stacks", path)}
    names = {e["event"]: e["name"] for e in csv(pdata, "events", path)}
    sums = collections.defaultdict(collections.Counter)
    for s in csv(pdata, "samples", path):
        frame = stacks[s["stack"]] if s.get("stack") else s["frame"]
        sums[names[s["event"]]][functions[frame] or NAMELESS] += 1
    return sums


def plain(name):
    return name.replace(";", ":").translate({c: " " for c in [*range(32), 127]})


def of_folded(pdata, path):
    sums = collections.defaultdict(collections.Counter)
    for line in run(pdata, "export", "folded", "--root", "event", "--no-inline", "-i", path).splitlines():
        stack, weight = line.rsplit(" ", 1)
        frames = stack.split(";")
        sums[frames[0]][frames[-1]] += int(weight)
    return sums


def of_svg(pdata, path):
    sums = collections.defaultdict(collections.Counter)
    text = run(pdata, "export", "svg", "--root", "event", "--no-inline", "--minwidth", "0", "-i", path)
    svg = xml.etree.ElementTree.fromstring(text.encode(errors="surrogateescape"))
    ns = "{http://www.w3.org/2000/svg}"
    levels = collections.defaultdict(list)
    for g in svg.find(f"{ns}g[@id='frames']"):
        name, facts = g.find(ns + "title").text.rsplit(" (", 1)
        total = int(facts.split(" ")[0].replace(",", ""))
        levels[int(g.get("data-l"))].append([float(g.get("data-x")), name, total, total, None])
    for level in range(2, len(levels)):
        for box in levels[level]:
            below = levels[level - 1][bisect.bisect_right([b[0] for b in levels[level - 1]], box[0] + 1e-9) - 1]
            below[3] -= box[2]
            box[4] = below[4] if level > 2 else below[1]
    for level in range(2, len(levels)):
        for _, name, _, own, event in levels[level]:
            sums[event][plain(name)] += own
    return sums


FORMATS = {"folded": of_folded, "svg": of_svg}


def compare(fmt, path, tables, exported):
    """Print what differs. Return: whether nothing does."""
    same = True
    exported = {plain(event): functions for event, functions in exported.items()}
    for event in sorted(set(map(plain, tables)) | set(exported)):
        want = collections.Counter()
        for e, functions in tables.items():
            if plain(e) == event:
                want.update({plain(f): n for f, n in functions.items()})
        got = exported.get(event, collections.Counter())
        # Functions without a name have the name of their object in brackets.
        named = [f for f, _ in want.most_common() if f != NAMELESS][:10]
        if sum(want.values()) != sum(got.values()):
            print(f"{path}: {fmt}: {event}: {sum(got.values())} samples, the tables have {sum(want.values())}")
            same = False
        for f in named:
            if want[f] != got[f]:
                print(f"{path}: {fmt}: {event}: {f}: {got[f]} samples, the tables have {want[f]}")
                same = False
    return same


def main():
    plant = "--plant" in sys.argv
    build, fmt, *paths = [a for a in sys.argv[1:] if a != "--plant"]
    pdata, good, compared = f"{build}/pdata", True, 0
    for path in paths:
        tables = of_tables(pdata, path)
        exported = FORMATS[fmt](pdata, path)
        if plant and exported:
            event = sorted(exported)[0]
            exported[event][exported[event].most_common(1)[0][0]] += 1
        good &= compare(fmt, path, tables, exported)
        compared += sum(map(len, exported.values()))
    if not compared:
        print("no functions were compared")
    return 0 if good and compared else 1


sys.exit(main())
