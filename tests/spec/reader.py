# SPDX-License-Identifier: BSD-2-Clause
"""A reader of perf.data written from spec/ alone: the lines that `pdata dump --json` prints, as objects."""
import ctypes
import json
import os
import sys
import zlib

from cursor import Cur, Short, fields
import layouts as L
import sample as S
import regs as R
import raw

CPUMODE = [None, "KERNEL", "USER", "HYPERVISOR", "GUEST_KERNEL", "GUEST_USER"]
MISC = {1: {12: "PROC_MAP_TIMEOUT", 13: "MMAP_DATA"},
        10: {12: "PROC_MAP_TIMEOUT", 13: "MMAP_DATA", 14: "MMAP_BUILD_ID"},
        3: {13: "COMM_EXEC"}, 7: {13: "FORK_EXEC"}, 9: {14: "EXACT_IP"},
        14: {13: "SWITCH_OUT", 14: "SWITCH_OUT_PREEMPT"}, 15: {13: "SWITCH_OUT", 14: "SWITCH_OUT_PREEMPT"},
        67: {15: "BUILD_ID_SIZE"}, 13: {15: "LOST_SAMPLES_BPF"}}
try:
    zs = ctypes.CDLL("libzstd.so.1")
    zs.ZSTD_createDStream.restype = ctypes.c_void_p
    zs.ZSTD_decompressStream.restype = ctypes.c_size_t
    zs.ZSTD_freeDStream.argtypes = [ctypes.c_void_p]
    xx = ctypes.CDLL("libxxhash.so.0")
    xx.XXH3_64bits.restype = ctypes.c_uint64
except OSError:
    zs = xx = None


def xxh3(b):
    return xx.XXH3_64bits(bytes(b), ctypes.c_size_t(len(b)))


class ZBuf(ctypes.Structure):
    _fields_ = [("p", ctypes.c_char_p), ("size", ctypes.c_size_t), ("pos", ctypes.c_size_t)]


class OBuf(ctypes.Structure):
    _fields_ = [("p", ctypes.c_void_p), ("size", ctypes.c_size_t), ("pos", ctypes.c_size_t)]


class Zstd:
    def __init__(self):
        self.s = None

    def __del__(self):
        if self.s:
            zs.ZSTD_freeDStream(self.s)

    def feed(self, data):
        if not self.s:
            self.s = ctypes.c_void_p(zs.ZSTD_createDStream())
        data = bytes(data)
        i = ZBuf(data, len(data), 0)
        room = ctypes.create_string_buffer(1 << 17)
        out = b""
        while True:
            o = OBuf(ctypes.cast(room, ctypes.c_void_p), len(room), 0)
            r = zs.ZSTD_decompressStream(self.s, ctypes.byref(o), ctypes.byref(i))
            if zs.ZSTD_isError(ctypes.c_size_t(r)):
                raise Short("zstd")
            out += room.raw[:o.pos]
            if i.pos >= i.size and o.pos < o.size:
                return out


def misc_names(t, misc):
    known = misc & 7 < len(CPUMODE)
    out = [CPUMODE[misc & 7]] if misc & 7 and known else []
    rest = misc & ~7 if known else misc
    for b, n in MISC.get(t, {}).items():
        if rest >> b & 1:
            out.append(n)
            rest &= ~(1 << b)
    return out + ([hex(rest)] if rest else [])


class Perf:
    def __init__(self, buf, emit):
        self.buf, self.emit = buf, emit
        self.events = []          # (attr, ids)
        self.by_id = {}
        self.nr_cpus = None
        self.reg_names = None
        self.formats = {}
        self.tep_order = None
        self.have_blob = False
        self.place = None
        self.members, self.of_members = [], []  # of a directory: its files, and blocks about them

    # ---- attrs

    def attr(self, c, room):
        return S.attr_json(S.attr(c, room))

    def add_event(self, a, ids):
        for i in ids:
            self.by_id.setdefault(i, len(self.events))
        self.events.append((a, ids))
        self.place = None

    def id_places(self):
        """(offset of the id in samples after the header, distance from the end in trailers), each None if there is none."""
        def one(a):
            st = a["sample_type"]
            h = lambda n: S.has(st, n)
            if h("IDENTIFIER"):
                return 0, 8
            if h("ID"):
                return (8 * sum(map(h, ("IP", "TID", "TIME", "ADDR"))), 8 + 8 * (h("STREAM_ID") + h("CPU")))
            return None, None
        return [one(a) for a, _ in self.events]

    def event_of(self, t, body, order):
        if len(self.events) < 2:
            return 0
        if self.place is None:
            self.place = self.id_places()
        col = 0 if t == 9 else 1
        if t >= 64:
            return 0
        places = [p[col] for p in self.place]
        common = len(set(places)) == 1
        for n, p in enumerate(places):
            if p is None or (col and not self.events[n][0]["flags"] >> 18 & 1):
                continue
            at = p if col == 0 else len(body) - p
            if at < 0 or at + 8 > len(body):
                continue
            i = int.from_bytes(body[at:at + 8], order)
            if common:
                return self.by_id.get(i, 0)
            if self.by_id.get(i) == n:
                return n
        return 0

    # ---- features

    def take_blob(self, d, order):
        if not self.have_blob:
            self.have_blob = True
            self.formats = raw.formats(d)
            self.tep_order = "big" if d["big_endian"] else "little"
            self.long_size = d["long_size"]

    def learn(self, bit, d):
        if bit == 7 and "available" in d:
            self.nr_cpus = d["available"]
        if bit == 6 and "str" in d and not self.reg_names:
            self.reg_names = R.of_arch(d["str"])
        if bit == 33 and "e_machine" in d and not self.reg_names:
            self.reg_names = R.BY_ELF.get(d["e_machine"])
        if bit == 1 and "systems" in d:
            self.take_blob(d, None)

    def feature(self, bit, data, order):
        if bit not in L.FEATURES:
            return {"bit": bit, "data": data.hex()}
        name, lay = L.FEATURES[bit]
        d = {"name": name}
        c = Cur(data, order)
        try:
            d.update(fields(c, lay) if isinstance(lay, str) else lay(c, self))
        except Short as e:
            return {"name": name, "data": data.hex(), "_why": str(e)} if data else d
        self.learn(bit, d)
        return d

    # ---- records

    def raw_of(self, a, data, order):
        fmt = self.formats.get(a["config"]) if a["type"] == 2 else None
        if fmt:
            g = raw.group(fmt, bytes(data), self.tep_order, self.long_size)
            if g is not None:
                return g
        return data.hex()

    def payload(self, t, misc, body, order):
        name, lay = L.RECORDS[t]
        d = {"line": name}
        m = misc_names(t, misc)
        if m:
            d["misc"] = m
        c = Cur(body, order)
        a = None
        if t < 64 and self.events:
            n = self.event_of(t, body, order)
            a = self.events[n][0]
            if n:
                d["event"] = n
        if t == 9:
            if a is None:
                raise Short("no event")
            d.update(S.sample(c, a, self.raw_of, self.reg_names))
            return d
        tail = S.trailer_size(a) if a else 0
        if tail > len(body):
            raise Short("trailer")
        c.end -= tail
        if t == 8:
            d.update(fields(c, "pid:i4 tid:i4"))
            if a is None:
                raise Short("no event")
            d["read"] = S.read_values(c, a["read_format"])
        elif t == 10:
            d.update(L.mmap2(c, misc))
        elif t == 64:
            room = c.left()
            raw = S.attr(c, room)
            d["attr"] = S.attr_json(raw)
            d["ids"] = [c.num(8) for _ in range(c.left() // 8)]
            self.add_event(raw, d["ids"])
        elif t == 66:
            d["blob_size"] = c.num(4)
            if c.left() >= 8:
                d["blob"] = L.blob(Cur(body, order, 4, 4 + d["blob_size"]))
                self.take_blob(d["blob"], order)
        elif t == 69:
            d.update(L.id_index(c))
        elif t == 78:
            d.update(L.event_update(c))
        elif t == 80:
            bit = c.num(8)
            data = bytes(c.take(c.left()))
            if data:
                d.update(self.feature(bit, data, order))
                if "bit" in d:
                    d["feat_id"] = d.pop("bit")
            else:
                d["feat_id"] = bit
        elif t == 83:
            d["data_size"] = c.num(8)
            d["data"] = c.take(c.left()).hex()
        elif t == 32776:
            d.update(L.unwinding(c))
        elif t == 32777:
            d.update(L.simpleperf_tracing(c))
            self.take_blob(d["blob"], order)
        else:
            d.update(fields(c, lay))
        if t == 74 or t == 78:
            d.pop("zeros", None)
            if isinstance(d.get("cpus"), dict):
                d["cpus"].pop("zeros", None)
        if tail:
            c.pos, c.end = len(body) - tail, len(body)
            d["sample_id"] = S.trailer(c, a)
        return d

    def trailer_of(self, t, body, order):
        """That of a record which cannot be told: it is at the end of all records of the kernel but samples."""
        if t >= 64 or t == 9 or not self.events:
            return {}
        a = self.events[self.event_of(t, body, order)][0]
        size = S.trailer_size(a)
        return S.trailer(Cur(bytes(size) + body, order, len(body)), a) if size else {}

    def records(self, buf, order, pos, end, zstate, inside=False):
        """Emit the records of a stream; give back where it stopped."""
        while end - pos >= 8:
            t = int.from_bytes(buf[pos:pos + 4], order)
            misc = int.from_bytes(buf[pos + 4:pos + 6], order)
            size = int.from_bytes(buf[pos + 6:pos + 8], order)
            whole = None
            if t > 32768:
                size |= misc << 16
                misc = 0
            if t == 83 and end - pos >= 16:
                n = 16 + int.from_bytes(buf[pos + 8:pos + 16], order)
                up = n + 7 & ~7
                if up > 65535 and up & 0xffff == size:
                    if n <= 65535:
                        size = whole = n
                    elif buf[pos + 65535:pos + 65539] == (83).to_bytes(4, order):
                        size, whole = 65535, n
            if size < 8 or pos + size > end:
                return pos
            body = buf[pos + 8:pos + size]
            try:
                if t not in L.RECORDS:
                    raise Short("unknown")
                d = self.payload(t, misc, body, order)
            except Short as e:
                d = {"line": "RECORD", "type": t, "misc": misc, "data": body.hex(), "_why": str(e),
                     "_sample_id": self.trailer_of(t, body, order)}
            d["_size"] = size
            d["_body"] = body
            if inside:
                d["inside"] = True
            self.emit(d)
            pos += size
            if t == 66 and size < 24:
                n = d.get("blob_size", 0) + 7 & ~7
                pos = self.behind(buf, order, pos, end, n, True)
            elif t == 71:
                pos = self.behind(buf, order, pos, end, d.get("blob_size", 0), False)
            elif t in (81, 83) and not inside:
                if t == 83:
                    n = int.from_bytes(body[:8], order)
                    if whole is None and (16 + n + 7 & ~7) != size:
                        n = size - 16
                    if whole is not None:
                        n = min(n, size - 16)
                    body = body[8:8 + n]
                try:
                    zstate["tail"] += zstate["z"].feed(body)
                except Short:
                    return pos
                got = self.records(zstate["tail"], order, 0, len(zstate["tail"]), zstate, True)
                zstate["tail"] = zstate["tail"][got:]
                if whole and whole > 65535:
                    pos = self.run_over(buf, order, pos, end, whole - 65535, zstate)
        return pos

    def run_over(self, buf, order, pos, end, left, zstate):
        """What follows a COMPRESSED2 record whose size ran over."""
        while left > 0 and end - pos >= 16:
            size = int.from_bytes(buf[pos + 6:pos + 8], order)
            body = buf[pos + 8:pos + size]
            self.emit({"line": "COMPRESSED2", "data_size": int.from_bytes(body[:8], order), "data": body[8:].hex(),
                       "_size": size, "_body": body})
            pos += size
            left -= size - 16
            zstate["tail"] += zstate["z"].feed(body[8:])
            got = self.records(zstate["tail"], order, 0, len(zstate["tail"]), zstate, True)
            zstate["tail"] = zstate["tail"][got:]
        return pos

    def behind(self, buf, order, pos, end, n, tracing):
        data = buf[pos:min(end, pos + n)]
        d = {"line": "PAYLOAD"}
        if tracing:
            d["name"] = "TRACING_DATA"
            try:
                b = L.blob(Cur(bytes(data), order))
                self.take_blob(b, order)
                d.update(b)
            except Short:
                d["data"] = data.hex()
        else:
            d["data"] = data.hex()
        d["_len"] = len(data)
        if n:
            self.emit(d)
        return pos + len(data)

    # ---- containers

    def read(self):
        buf = self.buf
        if len(buf) < 16:
            raise Short("no header")
        m = bytes(buf[:8])
        version = 2
        if m == b"PERFILE2":
            order = "little"
        elif m == b"2ELIFREP":
            order = "big"
        elif m == b"PERFFILE":
            version = 1
            if buf[8:16] in (b"\x10" + b"\0" * 7, b"\0" * 7 + b"\x10"):
                order = "little" if buf[8] else "big"
            else:
                sizes = [int.from_bytes(buf[16:24], o) for o in ("little", "big")]
                order = "little" if sizes[0] in (80, 88, 96, 112, 120) else "big"
        else:
            raise Short("magic")
        self.order = order
        size = int.from_bytes(buf[8:16], order)
        d = {"line": "FILE", "mode": "pipe" if size == 16 else "file", "order": order[0] + "e"}
        if version == 1:
            d["version"] = 1
        self.emit(d)
        z = {"z": Zstd(), "tail": b""}
        if size == 16:
            self.data_end = self.records(buf, order, 16, len(buf), z)
            return
        if len(buf) < 72:
            raise Short("header")
        c = Cur(buf, order, 16)
        h = fields(c, "attr_size:u8 attrs_offset:u8 attrs_size:u8 data_offset:u8 data_size:u8")
        stride = d["attr_size"] = h["attr_size"]
        d["header_size"] = size
        bitmap = bytes(buf[72:104]) if size >= 104 else b""
        if stride < 80:
            raise Short("attr_size")
        at = h["attrs_offset"]
        for _ in range(h["attrs_size"] // stride):
            if at + stride > len(buf):
                break
            c = Cur(buf, order, at, at + stride)
            a = S.attr(c, stride - 16)
            c.pos = at + stride - 16
            off, n = c.num(8), c.num(8)
            ids = []
            if n and off + n <= len(buf):
                ids = [int.from_bytes(buf[i:i + 8], order) for i in range(off, off + n // 8 * 8, 8)]
            self.emit({"line": "ATTR", "attr": S.attr_json(a), "ids": ids})
            self.add_event(a, ids)
            at += stride
        end = h["data_offset"] + h["data_size"]
        feats = []
        if h["data_size"] and end <= len(buf) and bitmap:
            feats = self.features(bitmap, end)
        if not h["data_size"]:
            end = len(buf)
        for f in feats:
            self.emit({"line": "FEATURE", **f})
        self.data_off, self.data_end = h["data_offset"], min(end, len(buf))
        self.stop = self.records(buf, order, h["data_offset"], min(end, len(buf)), z)
        self.trailer()

    def features(self, bitmap, at):
        order = self.order
        def bits(word):
            out = []
            for i in range(0, 32, word):
                v = int.from_bytes(bitmap[i:i + word], order)
                out += [i * 8 + b for b in range(word * 8) if v >> b & 1]
            return out
        sets = [bits(8)]
        if order == "big":
            small = bits(4)
            if 3 not in sets[0]:
                if 3 in small:
                    sets = [small]
                else:
                    known = lambda s: sum(b in L.FEATURES for b in s)
                    if known(small) > known(sets[0]):
                        sets = [small]
                    elif known(small) == known(sets[0]):
                        sets.append(small)
        best = None
        for s in sets:
            out, good = [], 0
            for n, bit in enumerate(s):
                e = self.buf[at + 16 * n:at + 16 * n + 16]
                if len(e) < 16:
                    break
                off, size = int.from_bytes(e[:8], order), int.from_bytes(e[8:], order)
                if off + size > len(self.buf):
                    pass
                    continue
                f = self.feature(bit, bytes(self.buf[off:off + size]), order)
                good += "_why" not in f and "data" not in f
                out.append(f)
            if best is None or good > best[0]:
                best = (good, out)
        return best[1]

    def trailer(self):
        buf, order = self.buf, self.order
        if len(buf) < 48:
            return
        f = fields(Cur(buf, order, len(buf) - 48), "begin:u8 version:u4 nr_blocks:u4 offset:u8 size:u8 xxh3:u8 end:u8")
        b, e = f["begin"] == 0x5254415441445021, f["end"] == 0x214c494152544450
        if not b and not e:
            return
        at = len(buf) - 48
        if not (b and e and f["version"] == 1 and f["xxh3"] == xxh3(buf[at:at + 32]) and f["offset"] + f["size"] == at and
                f["offset"] % 8 == 0):
            self.emit({"line": "DAMAGED_TRAILER"})
            return
        pos = self.trailer_off = f["offset"]
        for _ in range(f["nr_blocks"]):
            h = fields(Cur(buf, order, pos, at), "magic:u4 type:u4 flags:u4 member:u4 size:u8 raw_size:u8 xxh3:u8")
            pay = buf[pos + 40:pos + 40 + h["size"]]
            padded = buf[pos + 40:pos + 40 + (h["size"] + 7 & ~7)]
            if h["magic"] != 0x4b4c4250 or len(pay) < h["size"]:
                self.emit({"line": "DAMAGED_BLOCK"})
                return
            d = {"line": "BLOCK", "flags": h["flags"]}
            if xxh3(buf[pos:pos + 32]) ^ xxh3(padded) != h["xxh3"]:
                d["bad_sum"] = True
            if h["flags"] & 1:
                pay = Zstd().feed(pay)
            if h["type"] in L.BLOCKS and "bad_sum" not in d and h["flags"] < 2:
                d["name"], lay = L.BLOCKS[h["type"]]
                d.update(fields(Cur(bytes(pay), order), lay))
            else:
                d["type"], d["data"] = h["type"], pay.hex()
            if h["member"]:
                d["member"] = h["member"]
                self.of_members.append(d)
            else:
                self.check_sums(d, self.buf)
            self.members = d.get("members", self.members)
            self.emit(d)
            pos += 40 + len(padded)
        self.emit({"line": "FOOTER"})

    def check_sums(self, d, buf):
        for e in d.get("chunks", []) + d.get("regions", []):
            if xxh3(buf[e["off"]:e["off"] + e["len"]]) != e["xxh3"]:
                d["wrong_sum"] = True


def unwrap(buf):
    if buf[:3] == b"\x1f\x8b\x08":
        o = zlib.decompressobj(31)
        return o.decompress(buf)
    if buf[:4] == b"\x28\xb5\x2f\xfd":
        return Zstd().feed(buf)
    return buf


def bytes_of(path):
    with open(path, "rb") as f:
        return unwrap(f.read())


def read_path(path, emit):
    if not os.path.isdir(path):
        p = Perf(bytes_of(path), emit)
        p.read()
        return p
    emit({"line": "MEMBER", "name": "data"})
    p = Perf(bytes_of(path + "/data"), emit)
    p.read()
    for n in sorted(os.listdir(path)):
        if n.startswith("data."):
            emit({"line": "MEMBER", "name": n})
            b = bytes_of(path + "/" + n)
            for d in p.of_members:
                m = p.members[d["member"] - 1]
                if m["name"] == n and (m["size"] != len(b) or d.get("data_size", len(b)) != len(b)):
                    d["wrong_size"] = True
                if m["name"] == n:
                    p.check_sums(d, b)
            p.records(b, p.order, 0, len(b), {"z": Zstd(), "tail": b""})
    return p


if __name__ == "__main__":
    def show(d):
        print(json.dumps({k: v for k, v in d.items() if k[0] != "_"}))
    try:
        read_path(sys.argv[1], show)
    except Short as e:
        print("error:", e)
        sys.exit(1)
