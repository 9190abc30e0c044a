# SPDX-License-Identifier: BSD-2-Clause
"""fold.py FILE - the text of script as folded stacks, "comm;outer;inner N", by the rules that stackcollapse-perf.pl
documents; before them how many samples each command has, as "# comm N"

A line that begins with a command and a number begins a sample. Its end may name a period and the event; only samples
of the first event that is named count. A line of address, name and object is a frame, innermost first. An empty line
ends the sample. Those tools take recordings with call chains only; without, a sample is one line that begins with
blanks, and its only frame stands behind the event.
"""
import collections
import re
import sys

HEAD = re.compile(r"^(\S.+?)\s+(\d+)/*(\d+)*\s+")
EVENT = re.compile(r":\s*(\d+)*\s+(\S+):\s*$")
FRAME = re.compile(r"^\s*(\w+)\s*(.+) \((.*)\)")
FLAT = re.compile(r"^ +(\S.*?) +(\d+)/*(\d+)* .*?\d\.\d+:(?: +(\d+))? +(\S+): +(.*)$")


def name_of(name, dso):
    """The name of a frame as it is folded; None: the line is none."""
    name = re.sub(r"\+0x[0-9a-f]+$", "", name)
    if name.startswith("("):
        return None
    if name == "[unknown]":
        name = "[" + (dso.split("/")[-1] if dso != "[unknown]" else "unknown") + "]"
    name = name.replace(";", ":")
    if not re.search(r"\.\(.*\)\.", name):  # a method of Go keeps its receiver
        name = re.sub(r"\((?!anonymous namespace\)).*", "", name)
    return re.sub("[\"']", "", name)


def add_flat(line, stacks, heads):
    """A sample that is one line."""
    flat = FLAT.match(line)
    if not flat:
        return
    comm, period, frame = flat.group(1).replace(" ", "_"), int(flat.group(4) or 1), FRAME.match(flat.group(6))
    heads[comm] += 1
    if frame:
        stacks[comm + ";" + str(name_of(frame.group(2), frame.group(3)))] += period


def fold(lines):
    stacks, heads = collections.Counter(), collections.Counter()
    wanted, comm, period, frames = None, None, 1, []
    for line in lines:
        line = line.rstrip("\n")
        if line.startswith("#"):
            continue
        if not comm and line.startswith(" "):
            add_flat(line, stacks, heads)
        if not line:
            if comm:
                stacks[";".join([comm] + frames[::-1])] += period
            comm, frames = None, []
            continue
        head = HEAD.match(line)
        if head:
            event = EVENT.search(line)
            if event:
                wanted = wanted or event.group(2)
                if event.group(2) != wanted:
                    continue
            comm = head.group(1).replace(" ", "_")
            period = int(event.group(1) or 1) if event else 1
            heads[comm] += 1
            continue
        frame = FRAME.match(line)
        if comm and frame:
            name = name_of(frame.group(2), frame.group(3))
            if name:
                frames.append(name)
    return stacks, heads


def main():
    with open(sys.argv[1], encoding="utf-8", errors="surrogateescape") as f:
        stacks, heads = fold(f)
    sys.stdout.reconfigure(errors="surrogateescape")
    for comm, n in sorted(heads.items()):
        print(f"# {comm} {n}")
    for stack, n in sorted(stacks.items()):
        print(f"{stack} {n}")


if __name__ == "__main__":
    main()
