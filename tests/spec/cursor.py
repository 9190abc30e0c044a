# SPDX-License-Identifier: BSD-2-Clause
"""A cursor over bytes with a byte order and an end, and layouts written as short text.

A layout is a row of
    name:kind         a field; kinds are those of kind() and KINDS
    name=count        as many bytes as the field count says, - to the end
    name*count:kind   a list of numbers; name*count{...} of groups; count - to the end
    ?N{...}           where N bytes or more are left
    ?name==N{...}     by the value of a field; also != and >=
Fields that are counts are left out of what is read.
"""
import re


class Short(Exception):
    pass


class Cur:
    def __init__(self, buf, order, pos=0, end=None):
        self.buf, self.order, self.pos = buf, order, pos
        self.end = len(buf) if end is None else min(end, len(buf))

    def left(self):
        return self.end - self.pos

    def take(self, n):
        if n < 0 or n > self.left():
            raise Short("%d bytes wanted, %d left" % (n, self.left()))
        self.pos += n
        return self.buf[self.pos - n:self.pos]

    def num(self, n, signed=False):
        return int.from_bytes(self.take(n), self.order, signed=signed)

    def ntext(self):
        at = self.buf.find(b"\0", self.pos, self.end)
        if at < 0:
            raise Short("no NUL")
        s = self.buf[self.pos:at]
        self.pos = at + 1
        return text(s)

    def text_to_end(self):
        at = self.buf.find(b"\0", self.pos, self.end)
        if at < 0:
            raise Short("text without NUL")
        return text(self.take(self.left()))

    def hstr(self):
        return text(self.take(self.num(4)))

    def count(self, nr, least):
        if nr * least > self.left():
            raise Short("count %d" % nr)
        return nr


def text(b):
    return plain(bytes(b).split(b"\0")[0])


def plain(b):
    """A string where bytes are UTF-8, else an object as dump --json has it."""
    try:
        return bytes(b).decode()
    except UnicodeDecodeError:
        return {"bytes": bytes(b).hex()}


KINDS = {
    "z": Cur.text_to_end, "zs": Cur.ntext, "hs": Cur.hstr,
    "hl": lambda c: [c.hstr() for _ in range(c.count(c.num(4), 4))],
    "L4": lambda c: plain(c.take(c.num(4))),
    "L8": lambda c: plain(c.take(c.num(8))),
}
TOKEN = re.compile(r"\s*(?:(\w+)(?::([\w-]+)|=([\w-]+)|\*([\w-]+)(?::(\w+)|(\{)))|\?(\w+)(?:(==|!=|>=)(\d+))?(\{)|(\}))")
cache = {}


def kind(c, k):
    if k in KINDS:
        return KINDS[k](c)
    t, n = k[0], int(k[1:])
    if t in "ui":
        return c.num(n, t == "i")
    if t == "b":
        return c.take(n).hex()
    if t == "t":
        return text(c.take(n))
    if t == "T":                       # text up to n bytes, NUL when there is room
        return text(c.take(min(n, c.left())))
    raise KeyError(k)


def compile_(s, at=0):
    out = []
    while at < len(s):
        m = TOKEN.match(s, at)
        if not m:
            if s[at:].strip():
                raise ValueError(s[at:])
            break
        at = m.end()
        if m[11]:
            return out, at
        if m[2]:
            out.append(("f", m[1], m[2]))
        elif m[3]:
            out.append(("b", m[1], m[3]))
        elif m[4]:
            if m[6]:
                sub, at = compile_(s, at)
            else:
                sub = m[5]
            out.append(("l", m[1], m[4], sub))
        else:
            sub, at = compile_(s, at)
            out.append(("?", m[7], m[8], m[9], sub))
    return out, at


def run(c, prog, d, used):
    for op in prog:
        if op[0] == "f":
            d[op[1]] = kind(c, op[2])
        elif op[0] == "b":
            n = c.left() if op[2] == "-" else d[op[2]]
            used.add(op[2])
            d[op[1]] = c.take(n).hex()
        elif op[0] == "l":
            out = d[op[1]] = []
            nr = None if op[2] == "-" else c.count(d[op[2]], 1)
            used.add(op[2])
            while c.left() > 0 if nr is None else len(out) < nr:
                if isinstance(op[3], str):
                    out.append(kind(c, op[3]))
                else:
                    e, u = {}, set()
                    run(c, op[3], e, u)
                    out.append({k: v for k, v in e.items() if k not in u})
        elif op[2]:
            v = d[op[1]]
            w = int(op[3])
            if v == w if op[2] == "==" else v != w if op[2] == "!=" else v >= w:
                run(c, op[4], d, used)
        elif c.left() >= int(op[1]):
            run(c, op[4], d, used)


def fields(c, s):
    """Read what s describes: the members, less those that are only counts."""
    if s not in cache:
        cache[s] = compile_(s)[0]
    d, used = {}, set()
    run(c, cache[s], d, used)
    return {k: v for k, v in d.items() if k not in used}
