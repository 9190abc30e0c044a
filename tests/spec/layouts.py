# SPDX-License-Identifier: BSD-2-Clause
"""Layouts of records, features and blocks, typed in from spec/layout.md."""
from cursor import Cur, Short, fields, plain

TASK = "pid:i4 ppid:i4 tid:i4 ptid:i4 time:u8"
THROTTLE = "time:u8 id:u8 stream_id:u8"
CPUMAP = ("type:u2 ?type==0{nr:u2 cpus*nr:u2} ?type==1{nr:u2 long_size:u2 ?long_size==4{mask32*nr:u4} "
          "?long_size==8{zeros:u4 mask64*nr:u8}} ?type==2{any_cpu:u1 range_pad:u1 start_cpu:u2 end_cpu:u2}")
BLOB = ("magic:b10 version:zs big_endian:u1 long_size:u1 page_size:u4 header_page_name:zs header_page:L8 "
        "header_event_name:zs header_event:L8 nr_ftrace:u4 ftrace*nr_ftrace{format:L8} nr_systems:u4 "
        "systems*nr_systems{name:zs nr_events:u4 events*nr_events{format:L8}} "
        "?4{kallsyms:L4} ?4{printk_formats:L4} ?8{saved_cmdlines:L8} padding=-")
RECORDS = {
    1: ("MMAP", "pid:i4 tid:i4 addr:u8 len:u8 pgoff:u8 filename:z"),
    2: ("LOST", "id:u8 lost:u8"),
    3: ("COMM", "pid:i4 tid:i4 comm:z"),
    4: ("EXIT", TASK),
    5: ("THROTTLE", THROTTLE),
    6: ("UNTHROTTLE", THROTTLE),
    7: ("FORK", TASK),
    8: ("READ", None),
    9: ("SAMPLE", None),
    10: ("MMAP2", None),
    11: ("AUX", "aux_offset:u8 aux_size:u8 flags:u8"),
    12: ("ITRACE_START", "pid:i4 tid:i4"),
    13: ("LOST_SAMPLES", "lost:u8"),
    14: ("SWITCH", ""),
    15: ("SWITCH_CPU_WIDE", "next_prev_pid:i4 next_prev_tid:i4"),
    16: ("NAMESPACES", "pid:i4 tid:i4 nr_namespaces:u8 links*nr_namespaces{dev:u8 ino:u8}"),
    17: ("KSYMBOL", "addr:u8 len:u4 ksym_type:u2 flags:u2 name:z"),
    18: ("BPF_EVENT", "type:u2 flags:u2 id:u4 tag:b8"),
    19: ("CGROUP", "id:u8 path:z"),
    20: ("TEXT_POKE", "addr:u8 old_len:u2 new_len:u2 old_bytes=old_len new_bytes=new_len"),
    21: ("AUX_OUTPUT_HW_ID", "hw_id:u8"),
    22: ("CALLCHAIN_DEFERRED", "cookie:u8 nr:u8 ips*nr:u8"),
    64: ("HEADER_ATTR", None),
    65: ("EVENT_TYPE", "event_id:u8 name:T64"),
    66: ("TRACING_DATA", None),
    67: ("BUILD_ID", "pid:i4 build_id:b20 id_size:u1 res1:u1 res2:u2 filename:z"),
    68: ("FINISHED_ROUND", ""),
    69: ("ID_INDEX", None),
    70: ("AUXTRACE_INFO", "type:u4 reserved:u4 priv*-:u8"),
    71: ("AUXTRACE", "blob_size:u8 offset:u8 reference:u8 idx:u4 tid:i4 cpu:i4 reserved:u4"),
    72: ("AUXTRACE_ERROR", "type:u4 code:u4 cpu:i4 pid:i4 tid:i4 fmt:u4 ip:u8 ?fmt!=0{time:u8} msg:T64 "
         "?fmt==2{machine_pid:i4 vcpu:i4}"),
    73: ("THREAD_MAP", "nr:u8 entries*nr{tid:i8 comm:t16}"),
    74: ("CPU_MAP", CPUMAP),
    75: ("STAT_CONFIG", "nr:u8 entries*nr{tag:u8 value:u8}"),
    76: ("STAT", "id:u8 cpu:i4 thread:i4 val:u8 ena:u8 run:u8"),
    77: ("STAT_ROUND", "type:u8 time:u8"),
    78: ("EVENT_UPDATE", None),
    79: ("TIME_CONV", "time_shift:u8 time_mult:u8 time_zero:u8 ?24{time_cycles:u8 time_mask:u8 "
         "cap_user_time_zero:u1 cap_user_time_short:u1}"),
    80: ("HEADER_FEATURE", None),
    81: ("COMPRESSED", "data=-"),
    82: ("FINISHED_INIT", ""),
    83: ("COMPRESSED2", None),
    84: ("BPF_METADATA", "prog_name:t512 nr_entries:u8 entries*nr_entries{key:t64 value:t256}"),
    85: ("SCHEDSTAT_CPU", "timestamp:u8 cpu:i4 version:u2 padding:u2 yld_count:u4 array_exp:u4 sched_count:u4 "
         "sched_goidle:u4 ttwu_count:u4 ttwu_local:u4 rq_cpu_time:u8 run_delay:u8 pcount:u8"),
    86: ("SCHEDSTAT_DOMAIN", "timestamp:u8 cpu:i4 version:u2 domain:u2 counts*-:u4"),
    32769: ("SIMPLEPERF_KERNEL_SYMBOL", "kallsyms:L4"),
    32770: ("SIMPLEPERF_DSO", "dso_type:u8 dso_id:u8 min_vaddr:u8 name:z"),
    32771: ("SIMPLEPERF_SYMBOL", "addr:u8 len:u8 dso_id:u8 name:z"),
    32772: ("SIMPLEPERF_SPLIT", "data=-"),
    32773: ("SIMPLEPERF_SPLIT_END", ""),
    32774: ("SIMPLEPERF_EVENT_ID", "nr:u8 entries*nr{attr_id:u8 event_id:u8}"),
    32775: ("SIMPLEPERF_CALLCHAIN", "pid:i4 tid:i4 chain_type:u8 time:u8 nr:u8 ips*nr:u8 sps*nr:u8"),
    32776: ("SIMPLEPERF_UNWINDING_RESULT", None),
    32777: ("SIMPLEPERF_TRACING_DATA", None),
    32778: ("SIMPLEPERF_DEBUG", "time:u8 text:z"),
}


def init_records(c):
    out = []
    while c.left() > 0:
        d = fields(c, "type:u4 misc:u2 size:u2")
        d["payload"] = c.take(d.pop("size") - 8).hex()
        out.append(d)
    return out


def mmap2(c, misc):
    d = fields(c, "pid:i4 tid:i4 addr:u8 len:u8 pgoff:u8")
    if misc & 0x4000:
        d.update(fields(c, "build_id_size:u1 build_id_res1:u1 build_id_res2:u2 build_id:b20"))
    else:
        d.update(fields(c, "maj:u4 min:u4 ino:u8 ino_generation:u8"))
    at = c.pos
    if c.left() >= 4 and c.num(4) <= 0xffff:
        c.pos = at
        d.update(fields(c, "prot:u4 flags:u4"))
    else:
        c.pos = at
    d["filename"] = c.text_to_end()
    return d


def id_index(c):
    d = fields(c, "nr:u8 x*nr{id:u8 idx:u8 cpu:i8 tid:i8}")
    d["entries"] = d.pop("x")
    if c.left() >= 16:
        d["guests"] = [fields(c, "machine_pid:i8 vcpu:i8") for _ in d["entries"]]
    return d


def event_update(c):
    d = fields(c, "type:u8 id:u8")
    if d["type"] in (0, 2):
        d["text"] = c.text_to_end()
    elif d["type"] == 1:
        d["scale"] = c.num(8)
    elif d["type"] == 3:
        d["cpus"] = fields(c, CPUMAP)
    return d


def unwinding(c):
    d = fields(c, "time:u8 used_time:u8 stop_reason:u8 stop_info:u8 stack_start:u8 stack_end:u8")
    if c.left() < 8:
        return d
    d["abi"] = c.num(8)
    if d["abi"]:
        d["mask"] = c.num(8)
        d["regs"] = [c.num(8) for _ in range(bin(d["mask"]).count("1"))]
    size = c.num(8)
    if size:
        d["stack"] = c.take(size).hex()
        d["dyn_size"] = c.num(8)
    nr = c.count(c.num(8), 16)
    d["ips"] = [c.num(8) for _ in range(nr)]
    d["sps"] = [c.num(8) for _ in range(nr)]
    return d


def blob(c):
    """Tracing data, in its own order, which its 5th field says."""
    at = c.buf.find(b"\0", c.pos + 10, c.end)
    if at < 0 or at + 1 >= c.end:
        raise Short("tracing data")
    c.order = "big" if c.buf[at + 1] else "little"
    return fields(c, BLOB)


def simpleperf_tracing(c):
    d = {"blob_size": c.num(4)}
    sub = Cur(c.buf, c.order, c.pos, min(c.end, c.pos + d["blob_size"]))
    d["blob"] = blob(sub)
    return d


BUILD_ID = "type:u4 misc:u2 size:u2 pid:i4 build_id:b20 id_size:u1 res1:u1 res2:u2"


def build_ids(c, ctx):
    out = []
    while c.left() >= 8:
        at = c.pos
        size = int.from_bytes(c.buf[at + 6:at + 8], c.order)
        if size == 0:
            break
        e = Cur(c.buf, c.order, at, min(at + size, c.end))
        d = fields(e, BUILD_ID)
        d["filename"] = e.text_to_end()
        c.take(size)
        out.append(d)
    return {"entries": out}


def cpu_topology(c, ctx):
    d = fields(c, "cores:hl threads:hl")
    nr = ctx.nr_cpus
    if c.left() >= 8 and nr is not None:
        d["cpus"] = [fields(c, "core_id:u4 socket_id:u4") for _ in range(c.count(nr, 8))]
        if c.left() >= 4:
            d["dies"] = fields(c, "x:hl")["x"]
            d["die_ids"] = [c.num(4) for _ in range(nr)]
    return d


def mem_topology(c, ctx):
    d = fields(c, "version:u8 block_size:u8")
    nodes = []
    for _ in range(c.count(c.num(8), 24)):
        e = fields(c, "node:u8 size:u8 nbits:u8")
        e["bits"] = [c.num(8) for _ in range(c.count((e["nbits"] + 63) // 64, 8))]
        nodes.append(e)
    d["nodes"] = nodes
    return d


def event_desc(c, ctx):
    nr, size = c.num(4), c.num(4)
    out = []
    for _ in range(nr):
        e = {"attr": ctx.attr(Cur(c.take(size), c.order), size)}
        n = c.num(4)
        e["name"] = c.hstr()
        e["ids"] = [c.num(8) for _ in range(c.count(n, 8))]
        out.append(e)
    return {"attr_size": size, "events": out}


def domain_info(c, ctx):
    d = fields(c, "version:u4 max_domains:u4")
    name = "name:hs " if d["version"] >= 17 else ""
    d.update(fields(c, "cpus*-{cpu:u4 nr_domains:u4 domains*nr_domains{domain:u4 %scpumask:hs cpulist:hs}}" % name))
    return d


def memory_ranges(c, ctx):
    nr = c.num(4)
    pad = " padding:u2" if c.left() == nr * 24 else ""
    return {"ranges": [fields(c, "base:u8 length:u8 node:i4 local_region:u1 remote_region:u1" + pad)
                       for _ in range(c.count(nr, 22))]}


def sp_file(c, ctx):
    out = []
    while c.left():
        size = c.num(4)
        e = Cur(c.take(size), c.order)
        d = fields(e, "path:zs type:u4 min_vaddr:u8 nr_symbols:u4 symbols*nr_symbols{vaddr:u8 len:u4 name:zs} "
                   "?type==3{nr_dex_offsets:u4 dex_offsets*nr_dex_offsets:u8} ?8{min_vaddr_offset:u8}")
        out.append(d)
    return {"files": out}


def varint(c):
    v = s = 0
    while True:
        b = c.num(1)
        v |= (b & 127) << s
        s += 7
        if b < 128:
            return v & (2 ** 64 - 1)


def message(c, spec):
    """A protobuf message; spec: field -> (name, kind) with kind text, int, packed or a dict (repeated messages)."""
    d = {}
    while c.left():
        tag = varint(c)
        wire, field = tag & 7, tag >> 3
        val = varint(c) if wire == 0 else c.take(varint(c)) if wire == 2 else c.take(8 if wire == 1 else 4)
        name, k = spec.get(field, (None, None))
        if name is None:
            continue
        if k == "text":
            d[name] = plain(val)
        elif k == "int":
            d[name] = val
        elif k == "packed":
            lst = d.setdefault(name, [])
            if wire == 0:
                lst.append(val)
            else:
                s = Cur(val, "little")
                while s.left():
                    lst.append(varint(s))
        else:
            d.setdefault(name, []).append(message(Cur(val, "little"), k))
    return d


OFF = {1: ("min_vaddr_offset", "int")}
FILE2 = {1: ("path", "text"), 2: ("type", "int"), 3: ("min_vaddr", "int"),
         4: ("symbols", {1: ("vaddr", "int"), 2: ("len", "int"), 3: ("name", "text")}),
         5: ("dex_file", {1: ("dex_offsets", "packed")}), 6: ("elf_file", OFF), 7: ("kernel_module", OFF)}


def sp_file2(c, ctx):
    out = []
    while c.left():
        out.append(message(Cur(c.take(c.num(4)), c.order), FILE2))
    return {"files": out}


STR = "str:hs"
FEATURES = {
    1: ("TRACING_DATA", lambda c, x: blob(c)),
    2: ("BUILD_ID", build_ids),
    3: ("HOSTNAME", STR), 4: ("OSRELEASE", STR), 5: ("VERSION", STR), 6: ("ARCH", STR),
    7: ("NRCPUS", "available:u4 online:u4"),
    8: ("CPUDESC", STR), 9: ("CPUID", STR),
    10: ("TOTAL_MEM", "total_mem:u8"),
    11: ("CMDLINE", "cmdline:hl"),
    12: ("EVENT_DESC", event_desc),
    13: ("CPU_TOPOLOGY", cpu_topology),
    14: ("NUMA_TOPOLOGY", "nr:u4 nodes*nr{node:u4 mem_total:u8 mem_free:u8 cpus:hs}"),
    15: ("BRANCH_STACK", ""),
    16: ("PMU_MAPPINGS", "nr:u4 pmus*nr{type:u4 name:hs}"),
    17: ("GROUP_DESC", "nr:u4 groups*nr{name:hs leader_idx:u4 nr_members:u4}"),
    18: ("AUXTRACE", "nr:u8 entries*nr{file_offset:u8 size:u8}"),
    19: ("STAT", ""),
    20: ("CACHE", "version:u4 nr:u4 caches*nr{level:u4 line_size:u4 sets:u4 ways:u4 type:hs size:hs map:hs}"),
    21: ("SAMPLE_TIME", "first:u8 last:u8"),
    22: ("MEM_TOPOLOGY", mem_topology),
    23: ("CLOCKID", "clockid_res:u8"),
    24: ("DIR_FORMAT", "dir_format:u8"),
    25: ("BPF_PROG_INFO", "nr:u4 progs*nr{info_len:u4 data_len:u4 arrays:u8 info=info_len data=data_len}"),
    26: ("BPF_BTF", "nr:u4 btfs*nr{id:u4 size:u4 data=size}"),
    27: ("COMPRESSED", "version:u4 type:u4 level:u4 ratio:u4 mmap_len:u4"),
    28: ("CPU_PMU_CAPS", "nr:u4 caps*nr{name:hs value:hs}"),
    29: ("CLOCK_DATA", "version:u4 clockid:u4 wall_clock_ns:u8 clockid_time_ns:u8"),
    30: ("HYBRID_TOPOLOGY", "nr:u4 nodes*nr{pmu_name:hs cpus:hs}"),
    31: ("PMU_CAPS", "nr:u4 pmus*nr{nr_caps:u4 caps*nr_caps{name:hs value:hs} pmu_name:hs}"),
    32: ("CPU_DOMAIN_INFO", domain_info),
    33: ("E_MACHINE", "e_machine:u4 e_flags:u4"),
    34: ("CLN_SIZE", "cln_size:u4"),
    35: ("MEMORY_RANGES", memory_ranges),
    128: ("FILE", sp_file),
    129: ("META_INFO", "entries*-{name:zs value:zs}"),
    130: ("DEBUG_UNWIND", lambda c, x: message(c, {1: ("files", {1: ("path", "text"), 2: ("size", "int")})})),
    131: ("DEBUG_UNWIND_FILE", "data=-"),
    132: ("FILE2", sp_file2),
    133: ("ETM_BRANCH_LIST", "data=-"),
    134: ("INIT_MAP", lambda c, x: {"records": init_records(c)}),
}
BLOCKS = {
    257: ("INDEX", "data_off:u8 data_size:u8 nr_chunks:u4 reserved:u4 chunks*nr_chunks{off:u8 len:u8 nr_records:u8 "
          "first_time:u8 last_time:u8 xxh3:u8 flags:u4 nr_counts:u4 counts*nr_counts{event:u4 nr_samples:u4}}"),
    258: ("SIDEBAND", "nr:u4 reserved:u4 spans*nr{off:u8 len:u4 nr_records:u4}"),
    259: ("SUMS", "nr:u4 reserved:u4 regions*nr{off:u8 len:u8 xxh3:u8}"),
    260: ("SYMBOLS", "nr:u4 whole:u4 objects*nr{cpumode:u4 pid:i4 id_size:u4 build_id:b20 name:L4 path:L4 nr_syms:u4 "
          "syms*nr_syms{start:u8 end:u8 kind:u4 name:L4}}"),
    261: ("TIMES", "first:u8 last:u8 width:u8 base:u8 nr:u4 reserved:u4 slices*nr{slice:u4 nr_counts:u4 "
          "counts*nr_counts{event:u4 nr_samples:u8}}"),
    262: ("COPIES", "records=-"),
    263: ("FILES", "nr:u4 mode:u4 files*nr{kind:u4 pid:i4 maj:u4 min:u4 ino:u8 mntns:u8 id_size:u4 build_id:b20 "
          "name:L4 size:u8 data=size}"),
    264: ("MEMBERS", "nr:u4 reserved:u4 members*nr{name:L4 size:u8}"),
    265: ("ALL_TIMES", "first:u8 last:u8 width:u8 base:u8 nr:u4 reserved:u4 slices*nr{slice:u4 nr_counts:u4 "
          "counts*nr_counts{event:u4 nr_samples:u8}}"),
}
