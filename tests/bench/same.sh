#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# same.sh PERF PDATA [WEIGHTS] - compare two reports
#
# It prints "same", "same but N lines: ...", or "DIFFERENT ...", the last with status 1. "same but" means that
# differences.md explains every line that differs: perf has no fixed order of rows with missing or inlined names, so
# rows of equal weight may be in another order; the sample that gives an unresolved row its [k] or [.] varies; and a row
# may occur several times. WEIGHTS is PDATA's report as JSON, with exact weights: at each position both reports must have a
# row of the same weight, and all rows with all of their call graphs must be in both. With inlined functions one row in
# a hundred may be several rows of perf, which together have its percentages and exactly the lines of its graph.
set -u
export LC_ALL=C

cmp -s "$1" "$2" && { echo same; exit 0; }
lines=$(diff "$1" "$2" | grep -c '^[<>]')
[ -s "${3:-}" ] || { echo "DIFFERENT ($lines lines)"; exit 1; }
why=$(python3 - "$1" "$2" "$3" <<'END'
import collections, re, sys

percent = re.compile(r" *([0-9]+\.[0-9]+)%")


def read_report(path):
    """The rows, each with the lines of its call graph, and all other text."""
    rows, other, block = [], [], []

    def keep():
        text = "\n".join(block).rstrip("\n")
        (other if re.match(r"\n*(#|$)", text) else rows).append(text)
        block.clear()

    for line in open(path, encoding="utf-8", errors="surrogateescape"):
        line = line.rstrip("\n")
        above = block and re.match(r"#|$", block[0])
        if line.startswith("#") and not above:
            keep()
        elif re.match(r" *[0-9]+\.[0-9]+% ", line):
            keep()
            # The sample that gives an unresolved row its level varies.
            if re.search(r"\[unknown\] +\[[.k]\] 0x[0-9a-f]+ *$", line):
                line = re.sub(r"\[[.k]\] 0x", "[ ] 0x", line)
        block.append(line)
    keep()
    return rows, other


def name_of(row):
    return re.sub(r"^( *[0-9.]+%)+ +", "", row.split("\n", 1)[0])


def sum_up(rows):
    """The sums of the percentages of rows by column, and the lines of their call graphs."""
    sums, graph = [], set()
    for row in rows:
        first, *lines = row.split("\n")
        column = 0
        while m := percent.match(first):
            if column == len(sums):
                sums.append(0.0)
            sums[column] += float(m.group(1))
            first = first[m.end():]
            column += 1
        graph |= {re.sub(r"^[ |-]*([0-9.]+%)?[ -]*", "", line) for line in lines} - {""}
    return sums, graph


def different():
    sys.exit(1)


(theirs, their_text), (ours, our_text) = (read_report(path) for path in sys.argv[1:3])
weights = re.findall(r'"overhead(?:_children)?":[0-9.]+', re.sub(r'("overhead(?:_children)?":[0-9.]+)[^\n]*', r"\1",
                                                                  open(sys.argv[3], errors="replace").read()))
if their_text != our_text or len(ours) != len(weights):
    different()
doubled = set()
if len(theirs) > len(ours) and "(inlined)" in "\n".join(theirs + ours):
    # Rows that perf splits into several rows are compared by their sums.
    times = [collections.Counter(map(name_of, rows)) for rows in (theirs, ours)]
    doubled = {name for name, n in times[1].items() if times[0][name] > n}
    for name in doubled:
        parts = [[row for row in rows if name_of(row) == name] for rows in (theirs, ours)]
        (sums, graph), (our_sums, our_graph) = map(sum_up, parts)
        if graph != our_graph or any(abs(a - b) > 0.005001 * (len(parts[0]) + len(parts[1]))
                                     for a, b in zip(sums, our_sums)):
            different()
    weights = [w for w, row in zip(weights, ours) if name_of(row) not in doubled]
    theirs, ours = ([row for row in rows if name_of(row) not in doubled] for rows in (theirs, ours))
    if len(doubled) > len(ours) / 100:
        different()
if len(theirs) != len(ours) or collections.Counter(zip(theirs, weights)) != collections.Counter(zip(ours, weights)):
    different()
print("order of rows of equal weight" + (f", {len(doubled)} rows that are several of perf's" if doubled else ""))
END
) || { echo "DIFFERENT ($lines lines)"; exit 1; }
echo "same but $lines lines: $why"
