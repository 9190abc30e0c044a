# SPDX-License-Identifier: BSD-2-Clause
"""test.py PDATA FILE... - compare what the reader reads from each file, and its trailer, with `pdata dump --json`."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import reader
import trailer
from cursor import Short

# Facts that only the text has: widths of header strings, and bytes that belong to no field.
TEXT_ONLY = {"size", "pad", "padding", "raw_size", "raw_gaps", "ids_offset", "ids_size", "inside"}
HEX = re.compile("0x[0-9a-f]+$")
PARTS = {"FILE", "DATA", "FEATURE_TABLE", "HEX", "ZERO", "DIRECTORY", "WRAPPED"}


def canon(v, attr=False):
    """Values without their spelling; zeros of attrs and bytes of length 0 are absent."""
    if isinstance(v, dict):
        if "width" in v and ("text" in v or "bytes" in v):
            return v["text"] if "text" in v else {"bytes": v["bytes"]}
        out = {k: canon(x, k == "attr") for k, x in v.items() if k not in TEXT_ONLY and k[0] != "_"}
        return {k: x for k, x in out.items() if x != "" and not (attr and x in (0, []))}
    if isinstance(v, list):
        return [canon(x) for x in v]
    if isinstance(v, str) and HEX.match(v):
        return int(v, 16)
    return v


def split(lines):
    """Records in order, and each other part by what it is of."""
    recs, parts, attrs = [], {}, 0
    for d in lines:
        if d["line"] in PARTS:
            continue
        if d["line"] == "IDS":
            parts["ids", d["event"]] = d["ids"]
        elif d["line"] == "ATTR":
            parts["attr", attrs] = canon(d["attr"], True)
            if d.get("ids"):
                parts["ids", attrs] = d["ids"]
            attrs += 1
        elif d["line"] in ("FEATURE", "BLOCK", "FOOTER"):
            parts[d["line"], d.get("name", d.get("bit", d.get("type")))] = d
        elif d["line"] == "PAYLOAD" and recs and recs[-1]["line"] == "PAYLOAD" and "data" in d:
            recs[-1] = dict(recs[-1], data=recs[-1]["data"] + d["data"])
        else:
            recs.append(d)
    return recs, parts


def same(mine, theirs):
    if "type" in theirs and theirs["line"] == "RECORD" and mine["line"] != "RECORD":
        return mine["_body"].hex() == theirs["data"]  # pdata writes bytes if the fields do not describe all of them
    if theirs["line"] in ("FEATURE", "HEADER_FEATURE") and "data" in theirs and "data" not in mine:
        return True
    a, b = canon(mine), canon(theirs)
    if theirs["line"] == "BLOCK":
        a.pop("flags", None)
        b.pop("flags", None)
    return a == b


def lines_of(pdata, path):
    out = subprocess.run([pdata, "dump", "--json", "-i", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return [json.loads(line) for line in out.splitlines()]


def differences(pdata, path):
    mine = []
    try:
        reader.read_path(path, mine.append)
    except Short as e:
        return ["not read: %s" % e] if any(d["line"] != "HEX" for d in lines_of(pdata, path)) else []
    (a, pa), (b, pb) = split(mine), split(lines_of(pdata, path))
    out = ["%s, pdata: %s" % (x, y) for x, y in zip(a, b) if not same(x, y)]
    if len(a) != len(b):
        out.append("%d records, pdata: %d" % (len(a), len(b)))
    for k in sorted(pa.keys() | pb.keys(), key=str):
        x, y = pa.get(k), pb.get(k)
        if x is None or y is None or (not same(x, y) if "line" in x else x != y):
            out.append("%s: %s, pdata: %s" % (k, x, y))
    return out


def blocks_of(path):
    out = []
    reader.read_path(path, out.append)
    return [{k: v for k, v in d.items() if k != "flags"} for d in out if d.get("name") in ("INDEX", "SIDEBAND", "TIMES")]


def trailer_differences(pdata, path, tmp):
    mine, theirs = os.path.join(tmp, "mine"), os.path.join(tmp, "theirs")
    try:
        if os.path.isdir(path) or not trailer.add(path, mine):
            return None
    except Short:
        return None
    p = subprocess.run([pdata, "check", mine], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if p.returncode or "all checksums match" not in p.stdout:
        return ["check: %s" % p.stdout]
    shutil.copy(path, theirs)
    if subprocess.run([pdata, "index", theirs], stderr=subprocess.DEVNULL).returncode:
        return None
    by_name = lambda blocks: sorted(blocks, key=lambda d: d["name"])
    a, b = by_name(blocks_of(mine)), by_name(blocks_of(theirs))
    return [] if a == b else ["%s, pdata: %s" % (x, y) for x, y in zip(a, b) if x != y] or ["blocks are missing"]


def main():
    pdata, passed, failed = sys.argv[1], 0, 0
    with tempfile.TemporaryDirectory() as tmp:
        for path in sys.argv[2:]:
            for what, found in (("read", differences(pdata, path)),
                                ("trailer", trailer_differences(pdata, path, tmp) if reader.xx else None)):
                if found:
                    failed += 1
                    print("FAILED spec: %s: %s" % (os.path.basename(path), what))
                    for line in found[:3]:
                        print("   ", line[:1000])
                elif found is not None:
                    passed += 1
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
