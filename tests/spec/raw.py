# SPDX-License-Identifier: BSD-2-Clause
"""RAW bytes of tracepoints by their formats: "Tracing data", and "RAW bytes and registers" of text-format.md."""
import re

FIELD = re.compile(r"\s*field:(.*?);\s*offset:(\d+);\s*size:(\d+);\s*(?:signed:(\d+);)?")


def formats(tracing):
    out = {}
    for s in tracing.get("systems", []):
        for e in s["events"]:
            m = re.search(r"^ID: (\d+)", e["format"], re.M)
            if m:
                out[int(m[1])] = [f.groups() for f in map(FIELD.match, e["format"].split("\n")) if f]
    return out


def number(b, order, typ, signed):
    v = int.from_bytes(b, order, signed=signed)
    return hex(v) if "*" in typ or ("long" in typ and not signed) else v


def size_of(typ, long_size):
    m = re.search(r"(8|16|32|64)", typ)
    if m:
        return int(m[1]) // 8
    for name, size in (("*", 8), ("long long", 8), ("long", long_size), ("short", 2), ("char", 1)):
        if name in typ:
            return size
    return 4


def array(b, order, typ, size, signed, dynamic):
    if re.search("char|[us]8", typ):
        head = b.split(b"\0")[0]
        text = b.rstrip(b"\0")
        if all(32 <= c < 127 or c in (9, 10) for c in head) and (not dynamic or len(text) + 1 == len(b)):
            return text.decode("latin-1")
    if len(b) % size:
        size = 1
    return [number(b[i:i + size], order, typ, signed) for i in range(0, len(b), size)]


def group(fmt, raw, order, long_size):
    """The fields as a group, or None where they do not fit."""
    d = {}
    for decl, off, size, signed in fmt:
        off, size, signed = int(off), int(size), signed == "1"
        if off + size > len(raw):
            return None
        b = raw[off:off + size]
        m = re.match(r"(__data_loc |__rel_loc )?(.*?)(\w+)\s*(?:\[([^\]]*)\])?\s*$", decl)
        loc, typ, name, nr = m.groups()
        if loc:
            w = int.from_bytes(b, order)
            at, n = w & 0xffff, w >> 16
            if loc.startswith("__rel"):
                at += off + size
            leads = d.setdefault("_ends", [max(int(f[1]) + int(f[2]) for f in fmt)])
            if at != leads[-1] or at + n > len(raw):
                d[name] = hex(w)
                continue
            leads.append(at + n)
            d[name] = array(raw[at:at + n], order, typ, size_of(typ.split("[")[0], long_size), signed, True)
        elif nr is not None:
            count = int(nr) if nr.isdigit() else 0
            d[name] = array(b, order, typ, size // count if count else size_of(typ, long_size), signed, False)
        else:
            d[name] = number(b, order, typ, signed)
    d.pop("_ends", None)
    return d
