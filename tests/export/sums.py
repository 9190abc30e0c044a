#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""sums.py BUILD FORMAT FILE... - compare an export of each recording with its tables

tests/tables/sums.py compares the tables with `pdata report`. For each event, the exported weight equals the number of
samples in the tables, and so does the self weight of the ten functions with most samples, summed by name. --plant adds 1 to
a weight first, so the comparison has to fail. With SUMS_DIR=DIR the sums over the tables of a recording are kept there for
the comparison with the next format; recordings must not change meanwhile.
"""
import bisect
import collections
import gzip
import json
import os
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


def labels(names):
    """The names of events; a name that events before have, too, gets their number and 1."""
    used, result = collections.Counter(), []
    for name in names:
        used[name] += 1
        while used[name] > 1 and f"{name} ({used[name]})" in [*names, *result]:
            used[name] += 1
        result.append(f"{name} ({used[name]})" if used[name] > 1 else name)
    return result


def of_tables(pdata, path, timed=False):
    """By event, samples by the name of the innermost function; by the tables, which are compared with report.

    With timed, only samples that have a time.
    """
    functions = {f["frame"]: f.get("function") for f in csv(pdata, "frames", path)}
    stacks = {s["stack"]: s["frame"] for s in csv(pdata, "stacks", path)}
    names = labels([e["name"] for e in csv(pdata, "events", path)])
    sums = collections.defaultdict(collections.Counter)
    for s in csv(pdata, "samples", path):
        if timed and not s.get("time"):
            continue
        frame = stacks[s["stack"]] if s.get("stack") else s["frame"]
        sums[names[s["event"]]][functions[frame] or NAMELESS] += 1
    return sums


def kept_of_tables(pdata, path):
    """As of_tables(), with the sums kept in SUMS_DIR."""
    if "SUMS_DIR" not in os.environ:
        return of_tables(pdata, path)
    kept = os.path.join(os.environ["SUMS_DIR"], path.replace("/", "%") + ".json")
    if not os.path.exists(kept):
        with open(kept, "w", encoding="utf-8", errors="surrogatepass") as f:
            json.dump(of_tables(pdata, path), f)
    with open(kept, encoding="utf-8", errors="surrogatepass") as f:
        return {event: collections.Counter(functions) for event, functions in json.load(f).items()}


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


def of_speedscope(pdata, path):
    sums = collections.defaultdict(collections.Counter)
    text = run(pdata, "export", "speedscope", "--root", "none", "--no-inline", "-i", path)
    data = json.loads(text.encode(errors="surrogateescape"))
    frames = [f["name"] for f in data["shared"]["frames"]]
    for profile in data["profiles"]:
        if sum(profile["weights"]) != profile["endValue"]:
            print(f"{path}: speedscope: {profile['name']}: the weights are not endValue")
        for stack, weight in zip(profile["samples"], profile["weights"], strict=True):
            sums[profile["name"]][plain(frames[stack[-1]])] += weight
    return sums


def of_callgrind(pdata, path):
    """The sums have the names of events without blanks."""
    sums, names, events, calls, name = collections.defaultdict(collections.Counter), {}, [], False, None
    for line in run(pdata, "export", "callgrind", "--no-inline", "-i", path).split("\n"):
        if line.startswith("events:"):
            events = line.split()[1:]
        elif line.startswith(("fn=", "cfn=")):
            number, _, text = line.split("=", 1)[1].partition(" ")
            names.setdefault(number, text)
            name = names[number] if line.startswith("fn=") else name
        elif line.startswith("calls="):
            calls = True
        elif line[:1].isdigit():
            for event, cost in zip(events, line.split()[1:], strict=True):
                sums[event][name] += 0 if calls else int(cost)
            calls = False
    return {event: +functions for event, functions in sums.items() if +functions}


def varints(data):
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value = shift = 0


def fields(data):
    """Fields of a protocol buffer: number, and a number or bytes."""
    at = 0

    def varint():
        nonlocal at
        end = at
        while data[end] > 127:
            end += 1
        value, at = next(varints(data[at:end + 1])), end + 1
        return value

    while at < len(data):
        tag = varint()
        value = varint()
        if tag & 7 == 2:
            at += value
            value = data[at - value:at]
        yield tag >> 3, value


def of_pprof(pdata, path):
    packed = subprocess.run([pdata, "export", "pprof", "--no-inline", "-i", path], capture_output=True, check=False).stdout
    profile = collections.defaultdict(list)
    for number, value in fields(gzip.decompress(packed)):
        profile[number].append(value)
    strings = [s.decode() for s in profile[6]]
    functions = {f[1]: strings[f[2]] for f in (dict(fields(f)) for f in profile[5])}
    locations = {}
    for location in profile[4]:
        location = list(fields(location))
        lines = [dict(fields(v)) for n, v in location if n == 4]
        locations[dict(location)[1]] = functions[lines[0][1]] if lines else NAMELESS
    types = [strings[dict(fields(t))[1]] for t in profile[1]]
    sums = collections.defaultdict(collections.Counter)
    for sample in profile[2]:
        sample = dict(fields(sample))
        leaf = next(varints(sample[1]))
        for event, value in zip(types, varints(sample[2]), strict=True):
            if value and not event.endswith("/period"):
                sums[event][plain(locations[leaf])] += value
    return sums


def of_chrome(pdata, path):
    sums = collections.defaultdict(collections.Counter)
    data = json.loads(run(pdata, "export", "chrome", "--no-inline", "-i", path).encode(errors="surrogateescape"))
    for sample in data["samples"]:
        sums[sample["name"]][plain(data["stackFrames"][sample["sf"]]["name"])] += sample["weight"]
    for frame in data["stackFrames"].values():
        if "parent" in frame and frame["parent"] not in data["stackFrames"]:
            print(f"{path}: chrome: no frame {frame['parent']}")
    return sums


def of_cpuprofile(pdata, path):
    """The time after a sample is its weight: a millisecond for each sample of the recording."""
    sums = collections.defaultdict(collections.Counter)
    text = run(pdata, "export", "cpuprofile", "--root", "event", "--no-inline", "-i", path)
    data = json.loads(text.encode(errors="surrogateescape"))
    nodes = {n["id"]: n for n in data["nodes"]}
    callers = {child: n["id"] for n in data["nodes"] for child in n["children"]}
    if sum(data["timeDeltas"]) != data["endTime"] - data["startTime"]:
        print(f"{path}: cpuprofile: the times are not endTime")
    for sample, time in zip(data["samples"], data["timeDeltas"][1:]):
        if nodes[sample]["hitCount"] * 1000 != time:
            print(f"{path}: cpuprofile: node {sample} has {nodes[sample]['hitCount']} hits in {time} us")
        event = sample
        while callers[event] != data["nodes"][0]["id"]:
            event = callers[event]
        sums[nodes[event]["callFrame"]["functionName"]][plain(nodes[sample]["callFrame"]["functionName"])] += time // 1000
    return sums


def of_firefox(pdata, path):
    sums = collections.defaultdict(collections.Counter)
    data = json.loads(run(pdata, "export", "firefox", "--no-inline", "-i", path).encode(errors="surrogateescape"))
    shared, events = data["shared"], labels([e["name"] for e in csv(pdata, "events", path)])
    for table in ("stackTable", "frameTable", "funcTable", "resourceTable", "sources"):
        for column, values in shared[table].items():
            if column != "length" and len(values) != shared[table]["length"]:
                print(f"{path}: firefox: {table}.{column} has {len(values)} rows")
    stacks = shared["stackTable"]
    for row, prefix in enumerate(stacks["prefix"]):
        if prefix is not None and prefix >= row:
            print(f"{path}: firefox: stack {row} comes before its caller")
    for thread in data["threads"]:
        event = max((e for e in events if thread["name"].endswith(f" ({e})")), key=len, default=events[0] if events else "")
        for stack in thread["samples"]["stack"]:
            func = shared["frameTable"]["func"][stacks["frame"][stack]]
            sums[event][plain(shared["stringArray"][shared["funcTable"]["name"][func]])] += 1
    return sums


FORMATS = {"chrome": of_chrome, "firefox": of_firefox, "pprof": of_pprof, "speedscope": of_speedscope, "callgrind": of_callgrind,
           "cpuprofile": of_cpuprofile, "folded": of_folded, "svg": of_svg}


def compare(fmt, path, tables, exported):
    """Print what differs. Return: whether nothing does."""
    same = True
    exported = {plain(event): functions for event, functions in exported.items()}
    if fmt == "callgrind":
        tables = {"".join("_" if c in " \t\r\n;" else c for c in event): functions for event, functions in tables.items()}
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
        tables = of_tables(pdata, path, timed=True) if fmt == "chrome" else kept_of_tables(pdata, path)
        exported = FORMATS[fmt](pdata, path)
        if plant and exported:
            event = sorted(exported)[0]
            exported[event][exported[event].most_common(1)[0][0]] += 1
        good &= compare(fmt, path, tables, exported)
        compared += sum(map(len, exported.values()))
    if not compared:
        print("no functions were compared")
    return 0 if good and compared else 1


if __name__ == "__main__":
    sys.exit(main())
