#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""importers.py BUILD MODULES IMPORTER FILE - export a recording, read it with an importer, compare with the tables

IMPORTER is pprof, firefox, callgrind_annotate, or a format that speedscope's page reads. MODULES has node_modules, and the
program pprof. With --plant the export is changed first, so the comparison has to fail: one stack less.
"""
import collections
import gzip
import html
import json
import os
import re
import subprocess
import sys
import tempfile

import sums

SHOWN = 1000000


def run(*words, env=None):
    r = subprocess.run(words, capture_output=True, check=False, env=env)
    if r.returncode:
        raise SystemExit(f"{' '.join(words)}: status {r.returncode}: {r.stderr.decode(errors='replace').strip()[:300]}")
    return r.stdout.decode(errors="surrogateescape")


def export(pdata, fmt, path, out, *options):
    r = subprocess.run([pdata, "export", fmt, "--no-inline", "-i", path, "-o", out, *options], check=False,
                       stderr=subprocess.DEVNULL)
    if r.returncode not in (0, 2):
        raise SystemExit(f"pdata export {fmt}: status {r.returncode}")


def one_event(counts):
    return {"": counts}


def by_pprof(modules, out, events):
    got = {}
    for event in events:
        # "      936 24.25% 24.25%        938 24.31%  name"
        text = run(f"{modules}/pprof", "-top", "-nodecount", str(SHOWN), "-nodefraction", "0", "-edgefraction", "0", "-trim=false",
                   "-unit", "count", "-sample_index", event, out)
        counts = collections.Counter()
        for flat, name in re.findall(r"^ *(\d+) +[\d.]+% +[\d.]+% +\d+ +[\d.]+% +(.*?)(?: \(inline\))?$", text, re.M):
            counts[name] += int(flat)
        got[event] = counts
    return got


def by_firefox(modules, out, events):
    cli = ["node", f"{modules}/node_modules/@firefox-devtools/profiler-cli/dist/profiler-cli.js"]
    got = collections.defaultdict(collections.Counter)
    with open(out, encoding="utf-8") as f:
        names = [t["name"] for t in json.load(f)["threads"]]
    run(*cli, "load", out)
    try:
        for i, name in enumerate(names):
            event = name.rsplit(" (", 1)[1][:-1] if len(events) > 1 else events[0]
            functions = json.loads(run(*cli, "thread", "functions", "--json", "--limit", "0", "--include-idle", "--thread", f"t-{i}"))
            for f in functions["functions"]:
                got[event][f["name"]] += f["selfSamples"]
    finally:
        run(*cli, "stop", "--all")
    return got


def by_callgrind_annotate(_modules, out, events):
    text = run("callgrind_annotate", "--threshold=100", "--auto=no", out)
    got = collections.defaultdict(collections.Counter)
    for line in text.split("\n"):
        costs = re.match(r"^((?:\s*(?:[\d,]+|\.) *(?:\( *[\d.]+%\))?)+)  (\S.*):(\S.*?)(?: \[.*\])?$", line)
        if costs:
            values = re.findall(r"([\d,]+|\.)(?: +\( *[\d.]+%\)|(?= ))", costs[1] + " ")
            for event, value in zip(events, values):
                got[event][costs[3]] += int(value.replace(",", "")) if value != "." else 0
    return got


def by_speedscope(modules, out, _events):
    """The page shows the file, and is asked for the profile by its Export button: see tests/interop/speedscope.py."""
    release = f"{modules}/node_modules/speedscope/dist/release"
    here = os.path.dirname(os.path.abspath(__file__))
    page = run(sys.executable, f"{here}/../interop/speedscope.py", "page", os.path.basename(out), out)
    with open(f"{out}.js", "w", encoding="utf-8") as f:
        f.write(page)
    for _ in range(3):
        with tempfile.TemporaryDirectory() as browser:
            try:
                dom = subprocess.run(
                    ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
                     f"--user-data-dir={browser}", "--allow-file-access-from-files", "--virtual-time-budget=20000", "--dump-dom",
                     f"file://{release}/index.html#localProfilePath={out}.js"],
                    capture_output=True, check=False, timeout=120).stdout.decode()
            except subprocess.TimeoutExpired:
                continue
        answer = re.search(r'<pre id="exported">(.*?)</pre>', dom, re.S)
        if answer:
            break
    else:
        raise SystemExit("speedscope shows no profile")
    data = json.loads(html.unescape(answer.group(1)))
    frames = [f["name"] for f in data["shared"]["frames"]]
    got = collections.defaultdict(collections.Counter)
    for profile in data["profiles"]:
        stack, at = [], profile["startValue"]
        for e in profile["events"]:
            if stack:
                got[profile["name"]][frames[stack[-1]]] += e["at"] - at
            at = e["at"]
            if e["type"] == "O":
                stack.append(e["frame"])
            else:
                stack.pop()
    return got


def times_of_tables(pdata, path):
    """By the name of the innermost function, microseconds up to the thread's next sample: speedscope's weights of chrome."""
    functions = {f["frame"]: f.get("function") for f in sums.csv(pdata, "frames", path)}
    stacks = {s["stack"]: s["frame"] for s in sums.csv(pdata, "stacks", path)}
    threads = collections.defaultdict(list)
    for s in sums.csv(pdata, "samples", path):
        threads[s["pid"], s["tid"]].append((s["time"], stacks[s["stack"]] if s.get("stack") else s["frame"]))
    times = collections.Counter()
    for samples in threads.values():
        samples.sort(key=lambda s: s[0])
        for (begin, frame), (end, _) in zip(samples, samples[1:]):
            times[functions[frame] or sums.NAMELESS] += (end - begin) / 1000
    return times


def plant(fmt, out):
    """Take one stack away, in the way of the format."""
    if fmt == "folded":
        with open(out, encoding="utf-8") as f:
            lines = sorted(f, key=lambda line: int(line.rsplit(" ", 1)[1]))
        with open(out, "w", encoding="utf-8") as f:
            f.writelines(lines[:-1])
        return
    if fmt == "pprof":
        with gzip.open(out) as f:
            data = f.read()
        # Field 99 is unknown to readers: the largest sample is lost.
        parts, at, largest = [], 0, None
        while at < len(data):
            start = at
            while data[at] > 127:
                at += 1
            size, shift = 0, 0
            at += 1
            wire = data[start] & 7
            while True:
                size |= (data[at] & 127) << shift
                shift += 7
                at += 1
                if data[at - 1] < 128:
                    break
            at += size if wire == 2 else 0
            if data[start] == 2 << 3 | 2:
                sample = dict(sums.fields(data[at - size:at]))
                weight = max(sums.varints(sample[2]))
                largest = max(largest or (0, 0), (weight, len(parts)))
            parts.append(data[start:at])
        del parts[largest[1]]
        with gzip.open(out, "w") as f:
            f.write(b"".join(parts))
        return
    with open(out, encoding="utf-8") as f:
        text = f.read()
    if fmt == "callgrind":
        # The line behind "calls=" has the cost of the calls; all others are of the function itself.
        largest = max(re.findall(r"^(?!calls=).*\n\d+ (\d+)", text.split("\n\n", 1)[1], re.M), key=int)
        text = re.sub(rf"^(?!calls=)(.*\n\d+) {largest}\b", r"\1 1", text, flags=re.M)
    else:
        data = json.loads(text)
        if fmt == "speedscope":
            weights = data["profiles"][0]["weights"]
            weights[weights.index(max(weights))] = 0
        elif fmt == "cpuprofile":
            data["timeDeltas"][data["timeDeltas"].index(max(data["timeDeltas"]))] = 0
        elif fmt == "chrome":
            data["samples"] = data["samples"][:len(data["samples"]) // 2]
        else:
            samples = max((t["samples"] for t in data["threads"]), key=lambda s: s["length"])
            samples["stack"] = [samples["stack"][0]] * samples["length"]
        text = json.dumps(data)
    with open(out, "w", encoding="utf-8") as f:
        f.write(text)


def main():
    planted = "--plant" in sys.argv
    build, modules, importer, path = [a for a in sys.argv[1:] if a != "--plant"]
    pdata = f"{build}/pdata"
    by, _, fmt = importer.partition(":")
    fmt = fmt or {"callgrind_annotate": "callgrind"}.get(by, by)
    tables = sums.of_tables(pdata, path)
    events = [e["name"] for e in sums.csv(pdata, "events", path)]
    single = by == "speedscope" and fmt in ("folded", "pprof", "callgrind", "cpuprofile")
    with tempfile.TemporaryDirectory() as tmp:
        out = f"{tmp}/out.{'pb.gz' if fmt == 'pprof' else fmt}"
        # speedscope shows one event of these formats.
        options = ["--event", events[0]] if single else []
        options += ["--root", "none"] if fmt in ("folded", "speedscope", "cpuprofile") else []
        export(pdata, fmt, path, out, *options)
        if planted:
            plant(fmt, out)
        got = {"pprof": by_pprof, "firefox": by_firefox, "callgrind_annotate": by_callgrind_annotate,
               "speedscope": by_speedscope}[by](modules, out, events)
    if fmt == "cpuprofile":
        # A sample is a millisecond, and speedscope shows microseconds.
        got = {event: {f: us / 1000 for f, us in functions.items()} for event, functions in got.items()}
    if fmt == "chrome":
        events = ["all events"]
        tables = {events[0]: times_of_tables(pdata, path)}
        single = True
    if single:
        tables = {events[0]: tables[events[0]]}
        got = {events[0]: sum((collections.Counter(c) for c in got.values()), collections.Counter())}
    good = True
    for event in events:
        want = tables.get(event, collections.Counter())
        have = {sums.plain(f): n for f, n in got.get(event, {}).items()}
        # speedscope divides the costs of a callgrind file among the callers of a function, and rounds: it may lose 1 of 50.
        lost = round(sum(want.values())) - sum(have.values())
        if round(lost) if importer != "speedscope:callgrind" else not 0 <= lost <= sum(want.values()) / 50:
            print(f"{importer}: {event}: {sum(have.values())} in all, the tables have {sum(want.values())}")
            good = False
        if importer == "speedscope:callgrind":
            continue
        for f, n in want.most_common(11):
            if f != sums.NAMELESS and round(n) != round(have.get(sums.plain(f), 0)):
                print(f"{importer}: {event}: {f}: {have.get(sums.plain(f), 0)}, the tables have {n}")
                good = False
    if good:
        print(f"{importer}: {round(sum(sum(c.values()) for c in tables.values()))} of {len(tables)} events")
    return 0 if good else 1


sys.exit(main())
