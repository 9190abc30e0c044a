#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""markers.py BUILD FILE... - the markers of a Firefox profile are the rows of tracepoints, sideband and thread_states

Each marker has its row's name, times and columns; one of a tracepoint is on the track of its thread. --plant leaves a row out first, so the
comparison has to fail. At least one marker of each kind has to be there in all files together.
"""
import collections
import json
import sys

import sums

SHARED = {"sample", "time", "thread", "start", "end", "state", "type"}


def fields(row):
    """Numbers of more than 53 bits are hexadecimal."""
    return json.dumps({k: hex(v) if isinstance(v, int) and v >> 53 > 0 else v for k, v in row.items()}, sort_keys=True)


def of_profile(pdata, path):
    data = json.loads(sums.run(pdata, "export", "firefox", "-i", path).encode(errors="surrogateescape"))
    schemas = {s["name"]: {f["key"] for f in s["fields"]} for s in data["meta"]["markerSchema"]}
    found = collections.Counter()
    for thread in data["threads"]:
        markers = thread["markers"]
        for column, values in markers.items():
            if column != "length" and len(values) != markers["length"]:
                print(f"{path}: markers.{column} has {len(values)} rows")
        for i in range(markers["length"]):
            row = dict(markers["data"][i])
            kind = row.pop("type")
            if not set(row) <= schemas[kind]:
                print(f"{path}: {kind} has fields that its schema lacks: {sorted(set(row) - schemas[kind])}")
            end = round(markers["endTime"][i] * 1e6) if markers["phase"][i] else None
            # Threads without samples have no track.
            tid = thread["tid"] if kind not in ("sideband", "thread_states") else None
            found[kind, tid, data["shared"]["stringArray"][markers["name"][i]], round(markers["startTime"][i] * 1e6), end,
                  fields(row)] += 1
    return found


def of_tables(pdata, path):
    rows = collections.Counter()
    times = [s["time"] for s in sums.csv(pdata, "samples", path)]
    sideband = [r for r in sums.csv(pdata, "sideband", path) if r.get("time", 0)]
    states = [r for r in sums.csv(pdata, "thread_states", path) if "start" in r and "end" in r]
    begin = min([*times, *(r["time"] for r in sideband), *(r["start"] for r in states)], default=0)
    threads = {t["thread"]: t["tid"] for t in sums.csv(pdata, "threads", path)}
    for event in sums.csv(pdata, "events", path):
        if event["type"] != 2:  # PERF_TYPE_TRACEPOINT
            continue
        for row in sums.csv(pdata, event["name"], path):
            shared = {"sample", "time", "thread"} | {"type"}
            rows[event["name"], threads[row["thread"]], event["name"], row["time"] - begin, None,
                 fields({k: v for k, v in row.items() if k not in shared})] += 1
    for row in sideband:
        rows["sideband", None, row["type"], row["time"] - begin, None,
             fields({k: v for k, v in row.items() if k not in SHARED})] += 1
    for row in states:
        rows["thread_states", None, row["state"], row["start"] - begin, row["end"] - begin,
             fields({k: v for k, v in row.items() if k not in SHARED})] += 1
    return rows


def main():
    plant = "--plant" in sys.argv
    build, *paths = [a for a in sys.argv[1:] if a != "--plant"]
    good, kinds = True, set()
    for path in paths:
        want, found = of_tables(f"{build}/pdata", path), of_profile(f"{build}/pdata", path)
        if plant and want:
            want.subtract([next(iter(want))])
        for row in list((want - found).elements())[:5]:
            print(f"{path}: no marker for {row}")
            good = False
        for row in list((found - want).elements())[:5]:
            print(f"{path}: no row for {row}")
            good = False
        kinds |= {k[0] if k[0] in ("sideband", "thread_states") else "tracepoint" for k in found}
    missing = {"tracepoint", "sideband", "thread_states"} - kinds
    if missing:
        print(f"no markers of {sorted(missing)}")
    return 0 if good and not missing else 1


sys.exit(main())
