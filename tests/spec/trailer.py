# SPDX-License-Identifier: BSD-2-Clause
"""Make the blocks INDEX, SIDEBAND, TIMES and SUMS of a file, and a trailer of them, from spec/trailer.md alone."""
import struct

import reader

NOT_SIDE = {"SAMPLE", "READ", "THROTTLE", "UNTHROTTLE", "AUX", "ITRACE_START", "SWITCH", "SWITCH_CPU_WIDE",
            "AUX_OUTPUT_HW_ID", "CALLCHAIN_DEFERRED", "FINISHED_ROUND", "AUXTRACE"}


def records_of(p, lines):
    """[start, end, line, lines of records inside] of each record, with the bytes that follow it."""
    out, pos = [], p.data_off
    for d in lines:
        if "_size" in d and d.get("inside"):
            out[-1][3].append(d)
        elif "_size" in d:
            out.append([pos, pos + d["_size"], d, []])
            pos += d["_size"]
        elif d["line"] == "PAYLOAD":
            pos += d["_len"]
            out[-1][1] = pos
    return out if pos == p.data_end else None


def time_of(d):
    t = (d if d["line"] == "SAMPLE" else d.get("sample_id", d.get("_sample_id", {}))).get("time")
    return t if t and t != 2**64 - 1 else None  # 0 and all ones mean that there is no time


def flat(chunk):
    return [d for r in chunk for d in (r[3] if r[2]["line"].startswith("COMPRESSED") else [r[2]])]


def spans_of(chunks):
    spans = []
    for chunk in chunks:
        first, apart = len(spans), False
        for start, end, d, inside in chunk:
            nr = sum(x["line"] not in NOT_SIDE for x in flat([[start, end, d, inside]]))
            if not nr:
                continue
            compressed = d["line"].startswith("COMPRESSED")
            if len(spans) > first and sum(spans[-1][:2]) == start and not (compressed or apart):
                spans[-1][1] += end - start
                spans[-1][2] += nr
            else:
                spans.append([start, end - start, nr])
            apart = compressed
    return spans


def index(p, chunks, o):
    out = struct.pack(o + "QQII", p.data_off, p.data_end - p.data_off, len(chunks), 0)
    for n, chunk in enumerate(chunks):
        all_ = flat(chunk)
        times = [t for t in map(time_of, all_) if t]
        counts = {}
        for d in all_:
            if d["line"] == "SAMPLE":
                counts[d.get("event", 0)] = counts.get(d.get("event", 0), 0) + 1
        a, b = chunk[0][0], chunk[-1][1]
        compressed = any(r[2]["line"].startswith("COMPRESSED") for r in chunk)
        alone = n == 0 or not compressed
        out += struct.pack(o + "QQQQQQII", a, b - a, len(all_), min(times, default=0), max(times, default=0),
                           reader.xxh3(p.buf[a:b]), alone | compressed << 1, len(counts))
        for e in sorted(counts):
            out += struct.pack(o + "II", e, counts[e])
    return out


def times(p, lines, o):
    samples = [(time_of(d), d.get("event", 0)) for d in lines if d["line"] == "SAMPLE" and 0 < (time_of(d) or 0) < 0xffffffff00000000]
    first, last = min(samples, default=(0,))[0], max(samples, default=(0,))[0]
    most = max(2, min(10000, 262144 // len(p.events)))
    width = 1000
    while last // width - first // width + 1 > most:
        width *= 10
    base = first // width
    slices = {}
    for t, e in samples:
        counts = slices.setdefault(t // width - base, {})
        counts[e] = counts.get(e, 0) + 1
    out = struct.pack(o + "QQQQII", first, last, width, base, len(slices), 0)
    for s in sorted(slices):
        out += struct.pack(o + "II", s, len(slices[s]))
        for e in sorted(slices[s]):
            out += struct.pack(o + "IQ", e, slices[s][e])
    return out


def add(path, to):
    """Write the file with a trailer to to. False where it has none: no whole data section, or no samples with a time."""
    lines = []
    p = reader.read_path(path, lines.append)
    recs = records_of(p, lines) if hasattr(p, "data_off") else None
    if not recs or not any(d["line"] == "SAMPLE" and time_of(d) for d in lines):
        return False
    o = "<" if p.order == "little" else ">"
    chunks = [[]]
    for r in recs:
        # A chunk cannot end inside a zstd frame; the frames of test files are not longer than a chunk may be.
        if chunks[-1] and r[0] - chunks[-1][0][0] >= 1 << 20 and not any(x[3] for x in chunks[-1]):
            chunks.append([])
        chunks[-1].append(r)
    spans = spans_of(chunks)
    side = struct.pack(o + "II", len(spans), 0) + b"".join(struct.pack(o + "QII", *s) for s in spans)
    # Remove an existing trailer: pdata check would report a second one as bytes after the last section.
    file = p.buf[:getattr(p, "trailer_off", len(p.buf))]
    file += bytes(-len(file) % 8)
    sums = struct.pack(o + "II", 2, 0)
    for a, b in ((0, p.data_off), (p.data_end, len(file))):
        sums += struct.pack(o + "QQQ", a, b - a, reader.xxh3(file[a:b]))
    blocks, nr = b"", 0
    for kind, data in ((257, index(p, chunks, o)), (258, side), (261, times(p, lines, o)), (259, sums), (999, b"other")):
        padded = data + bytes(-len(data) % 8)
        head = struct.pack(o + "IIIIQQ", 0x4b4c4250, kind, 0, 0, len(data), len(data))
        blocks += head + struct.pack(o + "Q", reader.xxh3(head) ^ reader.xxh3(padded)) + padded
        nr += 1
    foot = struct.pack(o + "QIIQQ", 0x5254415441445021, 1, nr, len(file), len(blocks))
    foot += struct.pack(o + "QQ", reader.xxh3(foot), 0x214c494152544450)
    with open(to, "wb") as f:
        f.write(file + blocks + foot)
    return True
