#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Check that the sources keep to the rooms and floors of tests/lint/rooms.tsv, and to the tables beside it.

usage: rooms.py ROOT BUILD [RULE...]

ROOT is a tree with rooms.tsv's folders, BUILD the directory of its objects. Each finding is one line, "RULE: FILE:
text". Without RULE all rules run. The last line counts what was looked at. Exit status 1: there are findings.
"""
import collections
import functools
import os
import re
import subprocess
import sys

MAX_FILES_IN_ROOM = 40
MAX_FIRST_LEVEL = 9
NOT_COUNTED = ("include", "schema")
WITHOUT_PATHS = ("/include/pdata", "/schema")  # files there include their neighbours by name
PUBLIC_HEADERS = "/include/pdata"
MODULE_HEADERS = ("_int.h", "_priv.h")
MAX_CYCLE = 4
# The views of the browser open each other, and each has actions that lead to others: this ring has no limit.
VIEWS_OF_BROWSER = "report/view/tui"
MAX_FILES_IN_CYCLES = 20
MAX_SHARED_NAMES = 100
MAX_COLUMN = 100
TAB = 8

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', re.M)
DEFINITION = re.compile(r"^(?!#|/|\s|typedef|struct [a-z_0-9]+ \{|else|return)([^\n;={}()]*?)\b([a-z_][a-z0-9_]*)\("
                        r"[^;{}]*\)(?:\s*__attribute__[^\n{;]*)?\n\{", re.M)
DECLARATION = re.compile(r"^(?!#|/|\s|typedef|static|return|else)[^\n;={}()]*?\b([a-z_][a-z0-9_]*)\([^;{}]*\)[^;{}]*;", re.M)
NO_FUNCTION = {"__attribute__", "defined"}

# Functions that print, use a terminal, end the program, start another one, or handle its signals; names as nm prints
# them, without the additions for the C library's checked and 64-bit variants.
NOT_IN_LIBRARIES = set("""
    stdin stdout stderr printf vprintf puts putchar putchar_unlocked perror psignal psiginfo dprintf vdprintf
    write writev pwrite pwritev syslog vsyslog err errx verr verrx warn warnx vwarn vwarnx error error_at_line
    exit _exit _Exit quick_exit abort atexit on_exit at_quick_exit raise assert_fail assert_perror_fail
    isatty ttyname ttyname_r tcgetattr tcsetattr ctermid getpass
    system popen fork vfork execl execle execlp execv execve execvp execvpe fexecve posix_spawn posix_spawnp
    signal sigaction
    """.split())


class Room:
    def __init__(self, path, floor, prefixes):
        self.path, self.floor, self.prefixes = path, floor, prefixes


def read_rooms(root):
    """The rooms by path, for each top folder the rooms of others that it may use, and the libraries.

    A library is a room, or a folder with all its rooms, and has the names that it may use all the same.
    """
    rooms, uses, libraries = {}, collections.defaultdict(set), {}
    table = os.path.join(root, "tests/lint/rooms.tsv")
    for line in open(table, encoding="utf-8"):
        if line.startswith("#") or not line.strip():
            continue
        words = line.rstrip("\n").split("\t")
        if words[0] == "uses":
            uses[words[1]].update(words[2].split())
            continue
        if words[0] == "library":
            libraries[words[1]] = set(words[2].split()) if len(words) > 2 else set()
            continue
        path, prefixes = words[:2]
        rooms[path] = Room(path, len(rooms), prefixes.split())
    return rooms, uses, libraries


def top_of(path):
    return path.split("/")[0]


class Tree:
    """The sources and objects of the programs, by room."""

    def __init__(self, root, build):
        self.root, self.build = root, build
        self.rooms, self.uses, self.libraries = read_rooms(root)
        self.programs = sorted({top_of(r) for r in self.rooms})
        self.files = []
        for program in self.programs:
            for folder, _, names in os.walk(os.path.join(root, program)):
                for name in sorted(names):
                    if name.endswith((".c", ".h", ".def")):
                        self.files.append(os.path.relpath(os.path.join(folder, name), root))
        self.files.sort()
        self.text = {f: open(os.path.join(root, f), encoding="utf-8", errors="replace").read() for f in self.files}
        self.findings = collections.Counter()
        self.edges = self.cycle_files = 0

    def room_of(self, path):
        return self.rooms.get(os.path.dirname(path))

    def library_of(self, path):
        """What a library room, or a file in one, may use of NOT_IN_LIBRARIES; None: it is in no library."""
        for folder, allowed in self.libraries.items():
            if (path + "/").startswith(folder + "/"):
                return allowed
        return None

    def found(self, rule, path, text):
        self.findings[rule] += 1
        print(f"{rule}: {path}: {text}")


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def blank(m):
    return re.sub(r"[^\n]", " ", m.group(0))


@functools.cache
def code_of(text):
    """The text with comments, strings and characters made blank, its lines where they were."""
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank, text, flags=re.S)


def check_folders(t):
    """Each source is in a room of the table; rooms and programs stay small."""
    count = collections.Counter()
    for f in t.files:
        room = os.path.dirname(f)
        count[room] += 1
        if not t.room_of(f) and not (f.count("/") == 1 and f.endswith("/main.c")):
            t.found("folders", f, "is in no room of tests/lint/rooms.tsv")
    for room, n in sorted(count.items()):
        if n > MAX_FILES_IN_ROOM:
            t.found("folders", room, f"{n} files, the limit is {MAX_FILES_IN_ROOM}")
    for program in t.programs:
        first = {r.split("/")[1] for r in t.rooms if r.startswith(program + "/")} - set(NOT_COUNTED)
        if len(first) > MAX_FIRST_LEVEL:
            t.found("folders", program, f"{len(first)} first-level folders, the limit is {MAX_FIRST_LEVEL}")


def check_unique_files(t):
    """A file name stands for one file of the repository's sources."""
    by_name = collections.defaultdict(list)
    for f in t.files:
        by_name[os.path.basename(f)].append(f)
    for name, files in sorted(by_name.items()):
        if len(files) > 1:
            t.found("unique-files", files[0], f"the name {name} is also that of {', '.join(files[1:])}")


def resolve_include(t, user, name):
    for base in (os.path.dirname(user), top_of(user), ""):
        path = os.path.normpath(os.path.join(base, name))
        if path in t.text:
            return path
    return None


def check_includes(t):
    """No include goes to a room of a higher floor, or is written without the path of its room."""
    for f in t.files:
        mine = t.room_of(f)
        if not mine:
            continue
        for m in INCLUDE.finditer(t.text[f]):
            where = f"{f}:{line_of(t.text[f], m.start())}"
            path = resolve_include(t, f, m.group(1))
            if not path:
                t.found("includes", where, f'"{m.group(1)}" is not a file of this program')
                continue
            room = t.room_of(path)
            if room and room.floor > mine.floor:
                t.found("includes", where, f"{mine.path} includes {path}, which is above it")
            elif room and top_of(path) != top_of(f) and room.path not in t.uses[top_of(f)]:
                t.found("includes", where, f"{top_of(f)} may not use {room.path}: {path}")
            if room and "/" not in m.group(1) and not mine.path.endswith(WITHOUT_PATHS):
                t.found("includes", where, f'"{m.group(1)}" is written without its room')


def symbols_of(objects):
    """(object, words of a line of nm) of each external symbol; nm runs once for all objects."""
    if not objects:
        return
    name = objects[0]
    for line in subprocess.run(["nm", "-g", *objects], capture_output=True, text=True, check=True).stdout.splitlines():
        if line.endswith(".o:"):
            name = line[:-1]
        elif line:
            yield name, line.split()


@functools.cache
def read_objects(t, program):
    """The object of each external name, what each object wants, and (name, object) of names that have one already."""
    defined, wanted, again = {}, collections.defaultdict(set), []
    top = os.path.join(t.build, program)
    objects = sorted(os.path.join(d, n) for d, _, names in os.walk(top) for n in names if n.endswith(".o"))
    live = {f[:-2] for f in t.files if f.endswith(".c")}
    objects = [o for o in objects if os.path.relpath(o, t.build)[:-2] in live]
    for o, words in symbols_of(objects):
        source = os.path.relpath(o, t.build)[:-2]
        if len(words) == 2 and words[0] == "U":
            wanted[source].add(words[1])
        elif len(words) == 3 and words[1] in "TDBRC":
            if words[2] in defined:
                again.append((words[2], source))
            else:
                defined[words[2]] = source
    return defined, wanted, again


def cycles_of(graph):
    """Strongly connected components with more than one node (Tarjan, without recursion)."""
    index, low, on, stack, out = {}, {}, set(), [], []
    for root in sorted(graph):
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on.add(root)
        while work:
            node, rest = work[-1]
            for nxt in rest:
                if nxt not in index:
                    index[nxt] = low[nxt] = len(index)
                    stack.append(nxt)
                    on.add(nxt)
                    work.append((nxt, iter(sorted(graph.get(nxt, ())))))
                    break
                if nxt in on:
                    low[node] = min(low[node], index[nxt])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part = []
                    while not part or part[-1] != node:
                        part.append(stack.pop())
                        on.discard(part[-1])
                    if len(part) > 1:
                        out.append(sorted(part))
    return out


def check_foreign_calls(t, program, objects):
    """What a folder wants of another one's objects is a name of a room that it may use."""
    defined, wanted, _ = objects[program]
    for other in t.programs:
        if other == program:
            continue
        allowed = tuple(p for r in t.uses[program] if top_of(r) == other for p in t.rooms[r].prefixes)
        for source in sorted(wanted):
            names = sorted(n for n in wanted[source] if n not in defined and n in objects[other][0])
            t.edges += len({objects[other][0][n] for n in names})
            names = [n for n in names if not n.startswith(allowed)]
            if names:
                t.found("links", source + ".c", f"calls {', '.join(names)} of {other}, which {program} may not use")


def check_links(t):
    """No call goes up a floor or into a folder that is not used; files that call each other in a ring are few."""
    in_cycles = 0
    objects = {program: read_objects(t, program) for program in t.programs}
    for program in t.programs:
        defined, wanted, _ = objects[program]
        check_foreign_calls(t, program, objects)
        if not defined:
            t.found("links", program, f"no objects in {t.build}")
        graph = collections.defaultdict(set)
        for source in sorted(wanted):
            by_target = collections.defaultdict(list)
            for name in wanted[source]:
                target = defined.get(name)
                if target and target != source:
                    by_target[target].append(name)
            for target, names in sorted(by_target.items()):
                t.edges += 1
                graph[source].add(target)
                mine, its = t.room_of(source), t.room_of(target)
                if mine and its and its.floor > mine.floor:
                    t.found("links", source + ".c", f"calls {', '.join(sorted(names))} of {target}.c, which is above it")
        for ring in cycles_of(graph):
            rooms = sorted({os.path.dirname(f) for f in ring})
            if rooms == [VIEWS_OF_BROWSER]:
                continue
            in_cycles += len(ring)
            if len(rooms) > 1:
                t.found("links", ring[0] + ".c", f"a ring of calls goes through {', '.join(rooms)}")
            elif len(ring) > MAX_CYCLE:
                t.found("links", ring[0] + ".c", f"{len(ring)} files call each other in a ring: {', '.join(ring)}")
    t.cycle_files = in_cycles
    if in_cycles > MAX_FILES_IN_CYCLES:
        t.found("links", "all", f"{in_cycles} files are in rings of calls, the limit is {MAX_FILES_IN_CYCLES}")


def check_prefixes(t):
    """An external function begins with a prefix that the table has for its room; no two have one name."""
    owner = {}
    for program in t.programs:
        defined, _, again = read_objects(t, program)
        for name, source in sorted(defined.items()) + again:
            room = t.room_of(source)
            if name == "main":
                continue
            if room and not name.startswith(tuple(room.prefixes)):
                t.found("prefixes", source + ".c", f"{name} has none of the prefixes {' '.join(room.prefixes)}")
            if owner.setdefault(name, source) != source:
                t.found("prefixes", source + ".c", f"{name} is external in {owner[name]}.c, too")


def check_exports(t):
    """What a .c file exports stands in one header, and what only its module uses in one more, named *_int.h or *_priv.h."""
    declared = collections.defaultdict(set)
    for f in t.files:
        if f.endswith(".h"):
            for m in DECLARATION.finditer(code_of(t.text[f])):
                declared[m.group(1)].add(f)
    for program in t.programs:
        defined, _, _ = read_objects(t, program)
        headers = collections.defaultdict(lambda: collections.defaultdict(list))
        for name, source in sorted(defined.items()):
            for h in sorted(declared[name]):
                if len(declared[name]) > 1:
                    t.found("exports", h, f"{name} is declared in {len(declared[name])} headers")
                if os.path.dirname(h).endswith(PUBLIC_HEADERS):
                    continue
                if os.path.dirname(h) != os.path.dirname(source):
                    t.found("exports", source + ".c", f"{name} stands in {h}, a header of another room")
                if not h.endswith(MODULE_HEADERS):
                    headers[source][h].append(name)
        for source, by_header in sorted(headers.items()):
            if len(by_header) > 1:
                text = ", ".join(f"{h} ({names[0]} ...)" for h, names in sorted(by_header.items()))
                t.found("exports", source + ".c", f"its functions stand in {len(by_header)} headers: {text}")


def plain_name(name):
    """A name of the C library without what its checked and 64-bit variants add."""
    name = name.split("@")[0]
    if name.startswith("__"):
        name = name[2:]
    return name.removesuffix("_chk").removesuffix("64")


def check_library(t):
    """Library rooms neither print, exit nor know a terminal, and call nothing of other rooms that may."""
    objects = {program: read_objects(t, program) for program in t.programs}
    owner = {name: source for defined, _, _ in objects.values() for name, source in defined.items()}
    for folder in t.libraries:
        if not any((room + "/").startswith(folder + "/") for room in t.rooms):
            t.found("library", folder, "no room of tests/lint/rooms.tsv has this name")
    for _, wanted, _ in objects.values():
        for source in sorted(wanted):
            allowed = t.library_of(source)
            if allowed is None:
                continue
            names = sorted({plain_name(n) for n in wanted[source] if n not in owner} & NOT_IN_LIBRARIES - allowed)
            if names:
                t.found("library", source + ".c", f"uses {', '.join(names)} in a room that is to be a library")
            names = sorted(n for n in wanted[source] if n in owner and t.library_of(owner[n]) is None)
            if names:
                t.found("library", source + ".c", f"calls {', '.join(names)} of a room that is no library")


def functions_of(t):
    by_name = collections.defaultdict(set)
    for f in t.files:
        if f.endswith(".def"):
            continue
        for m in DEFINITION.finditer(code_of(t.text[f])):
            if m.group(2) not in NO_FUNCTION:
                by_name[m.group(2)].add(f)
    return by_name


def check_names(t):
    """A function's name tells it from those of other files."""
    shared = {n: fs for n, fs in functions_of(t).items() if len(fs) > 1}
    if len(shared) > MAX_SHARED_NAMES:
        for name, files in sorted(shared.items()):
            t.found("names", sorted(files)[0], f"{name}() is defined in {len(files)} files")
    return len(shared)


def check_heads(t):
    """Each .c file begins with a comment that says what it is for."""
    for f in t.files:
        if not f.endswith(".c"):
            continue
        rest = re.sub(r"\A/\* SPDX[^\n]*\n", "", t.text[f]).lstrip()
        m = re.match(r"/\*(.*?)\*/", rest, re.S)
        if not m or len(m.group(1).split()) < 3:
            t.found("heads", f, "no sentence at its head says what the file is for")


def check_columns(t):
    """Comment lines end before the hundredth column."""
    for f in t.files:
        for m in re.finditer(r"/\*.*?\*/", t.text[f], re.S):
            start = t.text[f].rfind("\n", 0, m.start()) + 1
            end = t.text[f].find("\n", m.end())
            first = line_of(t.text[f], start)
            for i, line in enumerate(t.text[f][start:end].split("\n")):
                if len(line.expandtabs(TAB)) > MAX_COLUMN:
                    t.found("columns", f"{f}:{first + i}", f"a comment reaches column {len(line.expandtabs(TAB))}")


def read_banned(root):
    table = os.path.join(root, "tests/lint/banned.tsv")
    return dict(line.rstrip("\n").split("\t")[:2] for line in open(table, encoding="utf-8")
                if line.strip() and not line.startswith("#"))


def check_words(t):
    """Names of functions, types and files do without the private words that the glossary replaces."""
    banned = read_banned(t.root)
    said = set()

    def look(path, name, kind):
        for word in re.split(r"[^a-z0-9]+", name.lower()):
            if word in banned and (path, name) not in said:
                said.add((path, name))
                t.found("words", path, f'the {kind} {name} has the word "{word}": write {banned[word]}')

    for f in t.files:
        look(f, os.path.basename(f).rsplit(".", 1)[0], "file name")
        for m in re.finditer(r"^(?:struct|enum) ([a-z_0-9]+) \{", code_of(t.text[f]), re.M):
            look(f, m.group(1), "type")
    for name, files in functions_of(t).items():
        look(sorted(files)[0], name, "function")


def read_callers(root):
    """Functions that few files may name: (function, folder, files) of each row of callers.tsv, where there is one."""
    table = os.path.join(root, "tests/lint/callers.tsv")
    if not os.path.exists(table):
        return []
    rows = (line.rstrip("\n").split("\t") for line in open(table, encoding="utf-8")
            if line.strip() and not line.startswith("#"))
    return [(function, folder, files.split()) for function, folder, files in rows]


def check_callers(t):
    """A function of callers.tsv is named in the files that the table has for it, and in no others of the folder."""
    for function, folder, files in read_callers(t.root):
        name = re.compile(rf"\b{function}\b")
        users = {f: m for f in t.files if f.startswith(folder + "/") and (m := name.search(code_of(t.text[f])))}
        for f in sorted(set(users) - set(files)):
            t.found("callers", f"{f}:{line_of(t.text[f], users[f].start())}",
                    f"names {function}(), which is for {' '.join(files)}: see tests/lint/callers.tsv")
        for f in sorted(set(files) - set(users)):
            t.found("callers", "tests/lint/callers.tsv", f"{f} does not name {function}()")


RULES = {
    "folders": check_folders,
    "unique-files": check_unique_files,
    "includes": check_includes,
    "links": check_links,
    "prefixes": check_prefixes,
    "library": check_library,
    "exports": check_exports,
    "names": check_names,
    "heads": check_heads,
    "columns": check_columns,
    "words": check_words,
    "callers": check_callers,
}


def main(argv):
    if len(argv) < 3 or set(argv[3:]) - set(RULES):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        print("rules:", " ".join(RULES), file=sys.stderr)
        return 2
    t = Tree(argv[1], argv[2])
    shared = None
    for rule in argv[3:] or RULES:
        result = RULES[rule](t)
        shared = result if rule == "names" else shared
    up = t.findings["links"] + t.findings["includes"]
    libraries = sum(t.library_of(room) is not None for room in t.rooms)
    print(f"{len(t.rooms)} rooms, {libraries} of them libraries, {len(t.files)} files, {t.edges} edges, {up} upward, {t.cycle_files} files in rings"
          + (f", {shared} names of several functions" if shared is not None else "")
          + f", {sum(t.findings.values())} findings")
    return 1 if t.findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
