#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# coverage.sh BUILD [WANTED] - lines of libpdata and common/ that a build with COV=1 has run so far, by file; below WANTED percent: 1
set -u

build=$1
wanted=${2:-0}
command -v gcov >/dev/null || { echo "coverage: no gcov"; exit 1; }

# Rows of the schema and inline functions are compiled in several files: the highest count of a line is taken.
find common libpdata -name '*.c' | sort | while read -r c; do
	gcov -n -o "$build/$(dirname "$c")" "$c" 2>/dev/null
done | awk -v wanted="$wanted" '
	/^File / { file = substr($2, 2, length($2) - 2); next }
	/^Lines executed:/ && file ~ /^(common|libpdata)\// {
		split($0, part, /[:% ]+/) # Lines executed P of N
		run = int(part[3] * part[5] / 100 + 0.5)
		if (!(file in all) || run > ran[file]) { ran[file] = run; all[file] = part[5] }
		file = ""
	}
	END {
		for (f in all) {
			printf "%-44s %6d of %6d  %5.1f %%\n", f, ran[f], all[f], 100 * ran[f] / all[f] | "sort"
			r += ran[f]; n += all[f]
		}
		close("sort")
		if (!n) { print "coverage: nothing was run"; exit 1 }
		printf "%-44s %6d of %6d  %5.1f %%\n", "libpdata", r, n, 100 * r / n
		exit 100 * r / n < wanted
	}'
