# SPDX-License-Identifier: BSD-2-Clause
"""Attrs, samples, trailers and counter values."""
from cursor import Cur, Short, fields

ST = ("IP TID TIME ADDR READ CALLCHAIN ID CPU PERIOD STREAM_ID RAW BRANCH_STACK REGS_USER STACK_USER WEIGHT "
      "DATA_SRC IDENTIFIER TRANSACTION REGS_INTR PHYS_ADDR AUX CGROUP DATA_PAGE_SIZE CODE_PAGE_SIZE "
      "WEIGHT_STRUCT").split()
RF = "TOTAL_TIME_ENABLED TOTAL_TIME_RUNNING ID GROUP LOST".split()
FL = ("disabled inherit pinned exclusive exclude_user exclude_kernel exclude_hv exclude_idle mmap comm freq "
      "inherit_stat enable_on_exec task watermark precise_ip:2 mmap_data sample_id_all exclude_host exclude_guest "
      "exclude_callchain_kernel exclude_callchain_user mmap2 comm_exec use_clockid context_switch write_backward "
      "namespaces ksymbol bpf_event aux_output cgroup text_poke build_id inherit_thread remove_on_exec sigtrap "
      "defer_callchain defer_output").split()
BR = ("USER KERNEL HV ANY ANY_CALL ANY_RETURN IND_CALL ABORT_TX IN_TX NO_TX COND CALL_STACK IND_JUMP CALL NO_FLAGS "
      "NO_CYCLES TYPE_SAVE HW_INDEX PRIV_SAVE COUNTERS").split()
BF = "mispred predicted in_tx abort cycles:16 type:4 spec:2 new_type:4 priv:3".split()
AA = "start_paused pause resume".split()
ATTR = ("type:u4 size:u4 config:u8 sample_period:u8 sample_type:u8 read_format:u8 flags:u8 wakeup_events:u4 bp_type:u4 "
        "bp_addr:u8 bp_len:u8 branch_sample_type:u8 sample_regs_user:u8 sample_stack_user:u4 clockid:i4 "
        "sample_regs_intr:u8 aux_watermark:u4 sample_max_stack:u2 reserved_2:u2 aux_sample_size:u4 aux_action:u4 "
        "sig_data:u8 config3:u8 config4:u8")


def has(st, name):
    return bool(st >> ST.index(name) & 1)


def names(v, table):
    out, bit = [], 0
    for n in table:
        n, _, w = n.partition(":")
        w = int(w or 1)
        x = v >> bit & (1 << w) - 1
        if x:
            out.append(n if w == 1 else "%s:%d" % (n, x))
        bit += w
    if v >> bit:
        out.append(hex(v >> bit << bit))
    return out


def bitfield(v, widths, size, order):
    """A C bit-field as numbered on little-endian machines."""
    if order == "little":
        return v
    out = bit = 0
    for w in widths:
        x = v >> (size - bit - w) & (1 << w) - 1
        out |= x << bit
        bit += w
    return out


def widths(table, size):
    w = [int(n.partition(":")[2] or 1) for n in table]
    return w + [1] * (size - sum(w))


def attr(c, room):
    """c holds an attr; at most room bytes of it are there."""
    size = int.from_bytes(c.buf[c.pos + 4:c.pos + 8], c.order)
    n = min(size or 64, room)
    if n < 64:
        raise Short("attr of %d bytes" % n)
    raw = bytes(c.take(n))
    d = fields(Cur(raw[:144].ljust(144, b"\0"), c.order), ATTR)
    d["flags"] = bitfield(d["flags"], widths(FL, 64), 64, c.order)
    d["aux_action"] = bitfield(d["aux_action"], widths(AA, 32), 32, c.order)
    if n > 144:
        d["tail"] = raw[144:].hex()
    return d


def attr_json(a):
    d = dict(a)
    for k, t in (("sample_type", ST), ("read_format", RF), ("flags", FL), ("branch_sample_type", BR), ("aux_action", AA)):
        d[k] = names(d[k], t)
    return d


def read_values(c, rf):
    en, run, id_, group, lost = (rf >> b & 1 for b in range(5))
    d = {}

    nr = c.num(8) if group else None
    if not group:
        d["value"] = c.num(8)
    if en:
        d["time_enabled"] = c.num(8)
    if run:
        d["time_running"] = c.num(8)
    if not group:
        if id_:
            d["id"] = c.num(8)
        if lost:
            d["lost"] = c.num(8)
        return d
    out = []
    for _ in range(c.count(nr, 8 * (1 + id_ + lost))):
        e = {"value": c.num(8)}
        if id_:
            e["id"] = c.num(8)
        if lost:
            e["lost"] = c.num(8)
        out.append(e)
    d["entries"] = out
    return d


TRAILER = ("TID", "TIME", "ID", "STREAM_ID", "CPU", "IDENTIFIER")


def trailer_size(a):
    if not a["flags"] >> 18 & 1:
        return 0
    return 8 * sum(has(a["sample_type"], n) for n in TRAILER)


def scalar(c, d, n):
    if n == "TID":
        d["pid"], d["tid"] = c.num(4, True), c.num(4, True)
    elif n == "CPU":
        d["cpu"], d["cpu_res"] = c.num(4, True), c.num(4)
    else:
        d[n.lower()] = c.num(8)


def trailer(c, a):
    d = {}
    for n in TRAILER:
        if has(a["sample_type"], n):
            scalar(c, d, n)
    return d


def regs(c, mask, reg_names):
    d = {"abi": c.num(8)}
    if d["abi"] not in (0, 1, 2):
        raise Short("abi")
    if d["abi"]:
        bits = [b for b in range(64) if mask >> b & 1]
        vals = [c.num(8) for _ in bits]
        if reg_names:
            for b, v in zip(bits, vals):
                d[reg_names.get(b, "bit%d" % b)] = v
        else:
            d["values"] = vals
    return d


def branch(c, a, with_hw_idx):
    bst = a["branch_sample_type"]
    d = {}
    nr = c.num(8)
    hw = bst >> BR.index("HW_INDEX") & 1
    if hw and (nr or with_hw_idx):
        d["hw_idx"] = c.num(8)
    out = []
    for _ in range(c.count(nr, 24)):
        e = {"from": c.num(8), "to": c.num(8)}
        e["flags"] = names(bitfield(c.num(8), widths(BF, 64), 64, c.order), BF)
        out.append(e)
    d["entries"] = out
    if bst >> BR.index("COUNTERS") & 1:
        d["counters"] = [c.num(8) for _ in range(nr)]
    return d


def sample(c, a, raw_of, reg_names):
    at = c.pos
    if has(a["sample_type"], "BRANCH_STACK") and a["branch_sample_type"] >> BR.index("HW_INDEX") & 1:
        for hw in (False, True):
            c.pos = at
            try:
                d = sample_once(c, a, raw_of, reg_names, hw)
            except Short:
                if hw:
                    raise
                continue
            if not c.left() or hw:
                return d
    return sample_once(c, a, raw_of, reg_names, True)


def sample_once(c, a, raw_of, reg_names, hw):
    st = a["sample_type"]
    d = {}
    for n in ("IDENTIFIER", "IP", "TID", "TIME", "ADDR", "ID", "STREAM_ID", "CPU", "PERIOD"):
        if has(st, n):
            scalar(c, d, n)
    if has(st, "READ"):
        d["read"] = read_values(c, a["read_format"])
    if has(st, "CALLCHAIN"):
        d["ips"] = [c.num(8) for _ in range(c.count(c.num(8), 8))]
    if has(st, "RAW"):
        size = c.num(4)
        d["raw"] = raw_of(a, c.take(size), c.order)
    if has(st, "BRANCH_STACK"):
        d["branch"] = branch(c, a, hw)
    if has(st, "REGS_USER"):
        d["regs_user"] = regs(c, a["sample_regs_user"], reg_names)
    if has(st, "STACK_USER"):
        size = c.num(8)
        d["stack"] = {}
        if size:
            data = c.take(size)
            d["stack"] = {"dyn_size": c.num(8), "data": data.hex()}
    if has(st, "WEIGHT") or has(st, "WEIGHT_STRUCT"):
        d["weight"] = c.num(8)
    for n in ("DATA_SRC", "TRANSACTION"):
        if has(st, n):
            scalar(c, d, n)
    if has(st, "REGS_INTR"):
        d["regs_intr"] = regs(c, a["sample_regs_intr"], reg_names)
    for n in ("PHYS_ADDR", "CGROUP", "DATA_PAGE_SIZE", "CODE_PAGE_SIZE"):
        if has(st, n):
            scalar(c, d, n)
    if has(st, "AUX"):
        d["aux"] = c.take(c.num(8)).hex()
    return d
