#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""hostile.py BUILD - a recording whose every name is hostile goes through every command

On a terminal (pty) and into files. No byte that a terminal acts on comes out of a name, nothing outside the folder for
output is written, and no command dies. The last line is "N passed, N failed".
"""
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import termios

BUILD = os.path.abspath(sys.argv[1])
PDATA = BUILD + '/pdata'
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
passed = failed = 0


def check(name, problem):
    global passed, failed
    if problem:
        failed += 1
        print('FAILED hostile: %s: %s' % (name, problem))
    else:
        passed += 1


# ---- names ----

LONG = 65000  # bytes: a record with such a name is nearly as large as records can be


def names(sandbox):
    """Hostile names as bytes; the number in each makes it another one."""
    return [
        b'../../../../evil',
        b'/../../../../../evil',
        sandbox.encode() + b'/canary/evil',
        b'E\x1b]0;title\x07\x1b[31mRED\x1b[2J',
        b'C\xc2\x9b2J\x9b2J\x85',
        b'B\xe2\x80\xae\xe2\x81\xa6\xd8\x9c\xe2\x80\x8fidi',
        b'N\nINJECTED line\r\nINJECTED\x0b\x0c',
        b'T\tTAB\x08\x08\x7f\x01',
        b'%s%n%s%99999d',
        b'$(touch EVIL)`touch EVIL`;touch EVIL',
        b'</script><script>alert(1)</script>',
        b'\xff\xfe\xc0\x9b\xe0\x80\x9b\xed\xa0\x80',
    ]


def quote(b):
    return '"' + ''.join(chr(c) if 0x20 <= c < 0x7f and c not in b'"\\' else '\\x%02x' % c for c in b) + '"'


def hexed(b):
    return ''.join('%02x' % c for c in b)


# ---- the recording ----

def tracepoint(number, name, long_name):
    fields = ''.join('\tfield:%s %s;\toffset:%d;\tsize:%d;\tsigned:%d;\n' % f for f in (
        ('unsigned short', 'common_type', 0, 2, 0), ('int', 'common_pid', 4, 4, 1), ('int', 'n', 8, 4, 1), ('char', 'text[16]', 12, 16, 0)))
    fields = fields.encode().replace(b' n;', b' n;\n\tfield:int ' + name.replace(b'\n', b'') + b';\toffset:8;\tsize:4;\tsigned:1;')
    return (b'name: ' + (long_name or name) + b'\nID: %d\nformat:\n' % number + fields + b'\nprint fmt: "' +
            name.replace(b'"', b'').replace(b'\n', b'\\n') + b' n=%d %s", REC->n, REC->text\n')


def recording(sandbox, ids, zeros):
    all_names = names(sandbox)
    quoted = [quote(n) for n in all_names]
    out = []
    sid = 'sample_id={pid=%d tid=%d time=%d identifier=%d}'
    types = 'IDENTIFIER|IP|TID|TIME'
    nr_tp = len(all_names)
    out.append('FILE mode=file order=le attr_size=144')
    for e in range(1 + nr_tp):
        out.append('IDS event=%d ids=[%d]' % (e, e + 1))
    out.append('ATTR attr={type=1 size=128 sample_period=1000 sample_type=%s|CALLCHAIN|CGROUP flags=sample_id_all|comm|mmap|mmap2|build_id|cgroup}' % types)
    for e in range(nr_tp):
        out.append('ATTR attr={type=2 size=128 config=%#x sample_period=1 sample_type=%s|RAW flags=sample_id_all}' % (300 + e, types))
    out.append('DATA')
    out.append('MMAP misc=KERNEL pid=-1 tid=0 addr=0xffffffff81000000 len=0x400000 pgoff=0xffffffff81000000 filename="[kernel.kallsyms]_text" ' + sid % (0, 0, 0, 1))
    out.append('THREAD_MAP entries=[%s]' % ' '.join('{tid=%d comm=%s}' % (i, quote(n[:15])) for i, n in enumerate(all_names, 7)))
    symbols, builds, jits = [], [], []
    time = 10
    for i, (n, q) in enumerate(zip(all_names, quoted)):
        pid = 100 + i
        me = sid % (pid, pid, time, 1)
        long = n + b'/' + n[:3] + b'x' * (LONG - 2 * len(n)) if i == 3 else n
        path = n if n[:1] == b'/' else b'/' + n
        out.append('COMM misc=USER pid=%d tid=%d comm=%s %s' % (pid, pid, quote(long[:60000]), me))
        out.append('FORK pid=%d ppid=%d tid=%d ptid=%d time=%d %s' % (pid + 1000, pid, pid + 1000, pid, time, me))
        out.append('NAMESPACES pid=%d tid=%d links=[{dev=0x4 ino=4026531835}] %s' % (pid, pid, me))
        out.append('CGROUP id=%d path=%s %s' % (77 + i, q, me))
        out.append('KSYMBOL addr=%#x len=64 ksym_type=1 flags=0 name=%s %s' % (0xffffffffc0001000 + 4096 * i, q, me))
        out.append('AUXTRACE_ERROR type=1 code=4 cpu=0 pid=7 tid=7 fmt=0 ip=0x400100 msg=%s' % quote(n[:60]))
        maps = [(0x400000, long, 'misc=USER', 'maj=0 min=0 ino=0 ino_generation=0'), (0x800000, path, 'misc=USER', 'maj=8 min=1 ino=5 ino_generation=0')]
        for at, name, misc, rest in maps:
            out.append('MMAP2 %s pid=%d tid=%d addr=%#x len=0x100000 pgoff=0x0 %s prot=5 flags=0x2 filename=%s %s' % (misc, pid, pid, at, rest, quote(name), me))
            symbols.append('{cpumode=2 pid=0 id_size=0 build_id=%s name=%s path=%s syms=[{start=256 end=512 kind=103 name=%s}]}' % ('0' * 40, quote(name), q, quote(name)))
        if ids:
            out.append('MMAP2 misc=USER|MMAP_BUILD_ID pid=%d tid=%d addr=0xc00000 len=0x100000 pgoff=0x0 build_id_size=20 build_id_res1=0 build_id_res2=0 build_id=%s prot=5 flags=0x2 filename=%s %s' %
                       (pid, pid, ids[i], q, me))
        builds.append('{type=0 misc=0x2 size=%d pid=-1 build_id=%s id_size=0 res1=0 res2=0 filename=%s}' % ((36 + len(n) + 1 + 63) // 64 * 64, ids[i] if ids else '%040x' % (i + 1), q))
        jits.append('{kind=3 pid=%d maj=0 min=0 ino=0 mntns=0 id_size=0 build_id=%s name=%s data=%s}' % (pid, '0' * 40, q, hexed(b'1000000 1000 ' + n.replace(b'\n', b'') + b'\n')))
        out.append('MMAP2 misc=USER pid=%d tid=%d addr=0x1000000 len=0x1000 pgoff=0x0 maj=0 min=0 ino=0 ino_generation=0 prot=5 flags=0x2 filename="//anon" %s' % (pid, pid, me))
        for ip in (0x400100, 0x800100, 0xc0111d, 0x1000010):
            time += 10
            out.append('SAMPLE misc=USER identifier=1 ip=%#x pid=%d tid=%d time=%d ips=[0xfffffffffffffe00 %#x 0x400110 0x800110] cgroup=%d' % (ip, pid, pid, time, ip, 77 + i))
        time += 10
        out.append('SAMPLE misc=KERNEL event=%d identifier=%d ip=0xffffffff81000010 pid=%d tid=%d time=%d raw=%s' %
                   (1 + i, 2 + i, pid, pid, time, hexed((300 + i).to_bytes(2, 'little') + b'\0\0' + pid.to_bytes(4, 'little') + (42).to_bytes(4, 'little') + n[:16].ljust(16, b'\0') + bytes(4))))
        out.append('SAMPLE misc=KERNEL identifier=1 ip=%#x pid=%d tid=%d time=%d ips=[0xffffffffffffff80 %#x] cgroup=%d' % (0xffffffffc0001010 + 4096 * i, pid, pid, time + 1, 0xffffffffc0001010 + 4096 * i, 77 + i))
    descs = ['{attr={type=1 size=128 sample_period=1000 sample_type=%s|CALLCHAIN|CGROUP flags=sample_id_all} name=%s ids=[1]}' % (types, quoted[3])]
    descs += ['{attr={type=2 size=128 config=%#x sample_period=1 sample_type=%s|RAW flags=sample_id_all} name=%s ids=[%d]}' % (300 + e, types, quote(n + b':' + n), e + 2) for e, n in enumerate(all_names)]
    every = b' '.join(all_names)
    out.append('FEATURE_TABLE')
    systems = ' '.join('{name=%s events=[{format=%s}]}' % (q, quote(tracepoint(300 + e, n, None))) for e, (n, q) in enumerate(zip(all_names, quoted)))
    out.append('FEATURE name=TRACING_DATA magic=17084474726163696e67 version="0.6" big_endian=0 long_size=8 page_size=4096 header_page_name="header_page" header_page="p" '
               'header_event_name="header_event" header_event="e" ftrace=[] systems=[%s] kallsyms="" printk_formats="" saved_cmdlines=%s' % (systems, quote(b'7 ' + every.replace(b'\n', b''))))
    out.append('FEATURE name=BUILD_ID entries=[%s]' % ' '.join(builds))
    for f in ('HOSTNAME', 'OSRELEASE', 'VERSION', 'ARCH'):
        out.append('FEATURE name=%s str=%s' % (f, quote(every)))
    out.append('FEATURE name=NRCPUS available=2 online=2')
    for f in ('CPUDESC', 'CPUID'):
        out.append('FEATURE name=%s str=%s' % (f, quote(every)))
    out.append('FEATURE name=CMDLINE cmdline=[%s]' % ' '.join(quoted))
    out.append('FEATURE name=EVENT_DESC attr_size=128 events=[%s]' % ' '.join(descs))
    out.append('FEATURE name=CPU_TOPOLOGY cores=[%s] threads=["0"]' % ' '.join(quoted))
    out.append('FEATURE name=NUMA_TOPOLOGY nodes=[{node=0 mem_total=1000 mem_free=500 cpus=%s}]' % quoted[4])
    out.append('FEATURE name=PMU_MAPPINGS pmus=[%s]' % ' '.join('{type=%d name=%s}' % (i, q) for i, q in enumerate(quoted)))
    out.append('FEATURE name=GROUP_DESC groups=[{name=%s leader_idx=0 nr_members=2}]' % quoted[6])
    out.append('FEATURE name=CACHE version=1 caches=[{level=1 line_size=64 sets=64 ways=8 type=%s size=%s map=%s}]' % (quoted[3], quoted[4], quoted[5]))
    out.append('FEATURE name=SAMPLE_TIME first=10 last=%d' % time)
    out.append('FEATURE name=CPU_PMU_CAPS caps=[{name=%s value=%s}]' % (quoted[3], quoted[6]))
    out.append('FEATURE name=HYBRID_TOPOLOGY nodes=[{pmu_name=%s cpus=%s}]' % (quoted[5], quoted[6]))
    out.append('FEATURE name=PMU_CAPS pmus=[{caps=[{name=%s value=%s}] pmu_name=%s}]' % (quoted[3], quoted[6], quoted[4]))
    if zeros:
        out.append('ZERO n=%d' % zeros)
    out.append('BLOCK name=FILES mode=0 files=[%s]' % ' '.join(jits))
    out.append('BLOCK name=SYMBOLS whole=0 objects=[%s]' % ' '.join(symbols))
    out.append('FOOTER')
    return '\n'.join(out) + '\n'


# ---- running ----

def environment(sandbox):
    env = {k: v for k, v in os.environ.items() if k in ('PATH', 'LD_LIBRARY_PATH', 'ASAN_OPTIONS', 'UBSAN_OPTIONS')}
    env.update(HOME=sandbox + '/reader', LC_ALL='C.UTF-8', TERM='xterm', PAGER='cat', DEBUGINFOD_URLS='', PERF_CONFIG='/dev/null')
    return env


def on_terminal(argv, cwd, env, seconds=120):
    """What ARGV writes on a terminal of its own, and its status; None: it did not end."""
    master, slave = pty.openpty()
    modes = termios.tcgetattr(slave)
    modes[1] &= ~termios.OPOST
    termios.tcsetattr(slave, termios.TCSANOW, modes)
    p = subprocess.Popen(argv, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave, start_new_session=True)
    os.close(slave)
    text = bytearray()
    while True:
        ready = select.select([master], [], [], seconds)[0]
        try:
            more = os.read(master, 65536) if ready else b''
        except OSError:
            more = b''
        if not more:
            break
        text += more
    os.close(master)
    try:
        return bytes(text), p.wait(5)
    except subprocess.TimeoutExpired:
        p.send_signal(signal.SIGKILL)
        p.wait()
        return bytes(text), None


OWN = re.compile(rb'\x1b\[3[12]m *-?[0-9.]+%\x1b\[m|\r[a-z ]+: [0-9]+ %\x1b\[K|\r\x1b\[K')
# C1 controls, in UTF-8 and as single bytes, and characters that control the direction of text.
WIDE = re.compile('[\u0080-\u009f\udc80-\udc9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]')


def problem_of(text, status):
    if status not in (0, 1, 2):
        return 'ends with %s: %r' % (status, text[-200:])
    bad = re.search(rb'option \S+ does not exist|no such option', text)
    if bad:
        return 'tests nothing but a message: %r' % text[-200:]
    text = OWN.sub(b'', text)
    bad = re.search(rb'[\x00-\x08\x0b-\x1f\x7f]|^INJECTED|T\tTAB', text, re.M)
    if bad:
        return 'writes %r: %r' % (bad.group(), text[max(0, bad.start() - 60):bad.end() + 20])
    text = text.decode('utf-8', 'surrogateescape')
    bad = WIDE.search(text)
    return bad and 'writes %r: %r' % (bad.group(), text[max(0, bad.start() - 40):bad.end() + 20])


def listing(top, without):
    found = {}
    for path, dirs, files in os.walk(top):
        dirs[:] = [d for d in dirs if os.path.join(path, d) != without]
        for f in dirs + files:
            full = os.path.join(path, f)
            st = os.lstat(full)
            found[full] = (st.st_mode, st.st_size if f in files else 0, st.st_mtime_ns if f in files else 0, st.st_ino)
    return found


# ---- commands: each of report/commands/cmds.def has a row, each format of export one made here; {} is the recording ----

def export_rows():
    with open(ROOT + '/report/view/export/formats.def', encoding='utf-8') as f:
        formats = re.findall(r'^EXPORT_FORMAT\((\w+), ([^,]*),', f.read(), re.M)
    return [[name] + ['frames'] * ('EXPORT_TABLE' in flags) + ['-i', '{}'] for name, flags in formats]


ROWS = {
    'record': [['-v', '--bundle', '-F', '99', '-e', 'cpu-clock', '-o', 'rec.data', './\x1b[31mE\u202e'],
               ['-e', 'no:\x1b]0;x\x07', 'true'], ['-o', '/nowhere/\x1b[2J\u009b/x', 'true']],
    'report': [['-i', '{}'], ['-i', '{}', '--header'], ['-i', '{}', '--header-only'], ['-i', '{}', '-s', 'comm,dso,sym,cgroup,trace,srcline', '--stdio'],
               ['-i', '{}', '-g', 'caller', '--children'], ['-i', '{}', '-g', 'none', '--hierarchy', '-s', 'comm,dso,sym'], ['-i', '{}', '--stats'], ['-i', '{}', '--tasks'],
               ['-i', '{}', '--mmaps'], ['-i', '{}', '-D'], ['-i', '{}', '--unnamed'], ['-i', '{}', '-T'], ['-i', '{}', '-v'], ['-i', '{}', '--json'], ['-i', '{}', '-g', 'folded', '-t', ';'],
               ['-i', '{}', '-n', '-s', 'dso_from,sym_from,pid,tid,symoff,local_ino', '--stdio'], ['-i', '{}', '-s', 'trace_fields'], ['-i', '{}', '--raw-trace', '-s', 'trace'],
               ['-i', '/nowhere/\x1b[2J\u009b']],
    'script': [['-i', '{}'], ['-i', '{}', '--header'], ['-i', '{}', '-v'], ['-i', '{}', '-D'], ['-i', '{}', '-F', 'comm,pid,tid,time,event,ip,sym,dso,symoff,cgroup', '--show-task-events', '--show-mmap-events'],
               ['-i', '{}', '--show-cgroup-events', '--show-namespace-events', '--show-bpf-events', '--show-lost-events'], ['-i', '{}', '-F', 'comm,event,trace'], ['-i', '{}', '--json'],
               ['-i', '{}', '-F', '+srcline,+insn,+disasm'], ['-i', '{}', '--per-event-dump', '--show-task-events'], ['-i', '{}', '--full-source-path', '-F', 'ip,sym,srcline,srccode,bpf-output']],
    'annotate': [['-i', '{}'], ['-i', '{}', '--json'], ['-i', '{}', '--source', '-l'], ['-i', '{}', '-s', 'no\x1b[2Jsuch']],
    'evlist': [['-i', '{}'], ['-i', '{}', '-v'], ['-i', '{}', '-g'], ['-i', '{}', '-F'], ['-i', '{}', '--trace-fields']],
    'buildid_list': [['-i', '{}'], ['-i', '{}', '-H'], ['-i', '{}', '-m'], ['-i', '{}', '-v']],
    'diff': [['{}', '{}'], ['-c', 'ratio', '-s', 'comm,dso,sym', '{}', '{}']],
    'archive': [['-i', '{}', '-o', 'a.tar', '-a'], ['-i', '{}', '-a', '-o', '-']],
    'cut': [['-i', '{}', '-o', 'cut.data', '-e', 'no\x1b[2Jsuch'], ['-i', '{}', '-o', 'cut2.data', '--pid', '100,103'], ['-i', '{}', '-o', '-', '--pid', '100']],
    'merge': [['-o', 'merged.data', '{}', '{}'], ['-o', '-', '{}', '{}']],
    'dump': [['-i', '{}'], ['--json', '-i', '{}']],
    'assemble': [['-o', 'again.data', '{}.txt'], ['-o', 'bad.data', 'hostile.txt']],
    'bundle': [['copy.data'], ['-f', '--full', 'copy.data'], ['--debug', 'copy.data']],
    'resolve': [['-i', '{}', '-p', '100', '400200', '401000', 'ffffffff81000018'], ['-i', '{}', '--json', '-p', '100', '400200', 'ffffffff81000018'],
                ['-i', '{}', 'no\x1b[2Jsuch']],
    'export': [['csv', 'threads', '-i', '{}'], ['csv', 'mappings', '-i', '{}'], ['csv', 'sideband', '-i', '{}'], ['jsonl', 'sideband', '-i', '{}'], ['csv', 'thread_states', '-i', '{}'], ['jsonl', 'meta', '-i', '{}'],
               ['jsonl', 'events', '-i', '{}'], ['no\x1b[2Jsuch', '-i', '{}'], ['csv', 'no\x1b[2Jsuch', '-i', '{}'], *export_rows()],
    'top': [],
    'flame': [['-i', '{}', '-o', 'flame.svg'], ['-i', '{}', '-o', '-'], ['-i', '{}', '-o', '-', '--event', 'no\x1b[2Jsuch'], ['-i', '{}', '-o', '-', '--title', '\x1b[2J</title>']],
    'html': [['-i', '{}', '-o', 'page.html'], ['-i', '{}', '-o', '-'], ['-o', 'page.html', '{}', '{}']],
    'timeline': [['-i', '{}'], ['-i', '{}', '--json']],
    'index': [['copy.data']],
    'check': [['{}'], ['--json', '{}'], ['cut.bin']],
    'repair': [['-o', 'repaired.data', 'cut.bin'], ['-o', '-', '{}']],
}


def commands():
    with open(ROOT + '/report/commands/cmds.def', encoding='utf-8') as f:
        return re.findall(r'^REP_CMD\((\w+)\)', f.read(), re.M)


def build_id(path):
    with open(path, 'rb') as f:
        data = f.read()
    at = data.find(b'\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0')
    return data[at + 16:at + 36].hex() if at >= 0 else None


def programs(sandbox, nr):
    """NR programs with a build id in the cache of the reader; their ids, or None."""
    ids = []
    source = sandbox + '/reader/p.c'
    for i in range(nr):
        with open(source, 'w', encoding='utf-8') as f:
            f.write('int number_%d(void) { return %d; } int main(void) { return number_%d(); }\n' % (i, i, i))
        exe = '%s/reader/p%d' % (sandbox, i)
        try:
            subprocess.run([os.environ.get('CC') or 'cc', '-g', '-Wl,--build-id=sha1', '-o', exe, source], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            return None
        ids.append(build_id(exe))
        folder = '%s/reader/.debug/.build-id/%s/%s' % (sandbox, ids[i][:2], ids[i][2:])
        os.makedirs(folder)
        os.rename(exe, folder + '/elf')
    return ids


def unpackers():
    yield 'GNU tar', ['tar', '-xf']
    if shutil.which('busybox'):
        yield 'busybox tar', ['busybox', 'tar', '-xf']
    else:
        print('skipped hostile: no busybox')
    yield 'tarfile', None


def archive_stays(sandbox, work, data, env):
    tar = work + '/names.tar'
    r = subprocess.run([PDATA, 'archive', '-a', '-i', data, '-o', tar], cwd=work, env=env, capture_output=True, check=False)
    if r.returncode:
        return check('archive', 'ends with %d: %r' % (r.returncode, r.stderr[-200:]))
    with tarfile.open(tar) as t:
        members = t.getmembers()
    check('an archive has the programs whose names lead elsewhere', None if len(members) >= 6 else '%d entries' % len(members))
    bad = [m.name for m in members if m.name.startswith('/') or '..' in m.name.split('/')]
    check('no entry of an archive has .. or begins at the root', bad)
    bad = [(m.name, m.linkname) for m in members
           if m.issym() and (m.linkname.startswith('/') or os.path.normpath(os.path.join('x', os.path.dirname(m.name), m.linkname)).split('/')[0] != 'x')]
    check('no link of an archive leads out of it', bad)
    for name, command in unpackers():
        into = '%s/unpacked-%s' % (work, name.split()[0])
        os.mkdir(into)
        before = listing(os.path.dirname(sandbox), into)
        if command:
            subprocess.run(command + [tar, '-C', into], env=env, capture_output=True, check=False)
        else:
            with tarfile.open(tar) as t:
                t.extractall(into)
        links = [os.path.join(p, f) for p, d, fs in os.walk(into) for f in d + fs if os.path.islink(os.path.join(p, f))]
        bad = [l for l in links if not os.path.realpath(l).startswith(os.path.realpath(into) + '/') or not os.path.exists(l)]
        check('what %s unpacks stays in its place' % name, bad or (None if links and listing(os.path.dirname(sandbox), into) == before else 'files beside it changed'))
    return None


def main():
    top = tempfile.mkdtemp()
    sandbox = top + '/a/b/c/d'
    work = sandbox + '/work'
    for d in (work, sandbox + '/reader', sandbox + '/canary'):
        os.makedirs(d)
    with open(sandbox + '/canary/evil', 'w', encoding='utf-8') as f:
        f.write('canary\n')
    env = environment(sandbox)
    ids = programs(sandbox, len(names(sandbox)))
    if not ids:
        print('skipped hostile: archive: no compiler')
    data = work + '/hostile.data'
    # A trailer begins at a multiple of 8.
    for zeros in range(8):
        with open(data + '.txt', 'w', encoding='utf-8') as f:
            f.write(recording(sandbox, ids, zeros))
        r = subprocess.run([PDATA, 'assemble', '-o', data, data + '.txt'], capture_output=True, env=env, check=False)
        if not r.returncode:
            r = subprocess.run([PDATA, 'report', '--header-only', '-i', data], capture_output=True, env=env, check=False)
        if not r.returncode:
            break
    if r.returncode:
        check('the recording is assembled', r.stderr)
        return
    shutil.copy('/bin/true', work + '/\x1b[31mE\u202e')
    with open(work + '/hostile.txt', 'wb') as f:
        f.write(b'FILE mode=file\n\x1b[2J \xc2\x9b "\xe2\x80\xae\n')
    with open(data, 'rb') as f, open(work + '/cut.bin', 'wb') as g:
        g.write(f.read()[:-30000])
    if ids:
        archive_stays(sandbox, work, data, env)
    before = listing(top, work)
    for command in commands():
        rows = ROWS.get(command)
        if rows is None:
            check(command, 'has no row here')
            continue
        for row in rows:
            shutil.copy(data, work + '/copy.data')
            argv = [PDATA, command.replace('_', '-')] + [a.replace('{}', 'hostile.data') for a in row]
            shown = ' '.join([command] + row)
            text, status = on_terminal(argv, work, env)
            check(ascii('on a terminal: ' + shown), problem_of(text, status))
            if '-' in row:
                continue
            with open(work + '/stdout', 'wb') as f:
                r = subprocess.run(argv, cwd=work, env=env, stdin=subprocess.DEVNULL, stdout=f, stderr=subprocess.PIPE, timeout=120, check=False)
            check(ascii('into a file: ' + shown), None if r.returncode in (0, 1, 2) else 'ends with %d: %r' % (r.returncode, r.stderr[-200:]))
    after = listing(top, work)
    check('nothing is written outside the folder for output', [k for k in set(before) | set(after) if before.get(k) != after.get(k)])
    if os.environ.get('KEEP'):
        shutil.copytree(work, os.environ['KEEP'], symlinks=True)
    shutil.rmtree(top)


main()
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed > 0)
