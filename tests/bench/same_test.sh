#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# same_test.sh - same.sh accepts reports with explained differences and refuses others
set -u
part=same
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"

cat >"$tmp/perf" <<'END'
# Samples: 9
#
    60.00%     1.00%  a  a          [.] main
            |
             --59.00%--main
                       work

    20.00%     0.00%  a  [unknown]  [.] 0x0000000000000007
    20.00%     0.00%  a  [unknown]  [k] 0x0000000000000008
            |
             --20.00%--0x8

     0.00%     0.00%  a  a          [.] last


# (end)
END
weights() { # WEIGHT...
	printf '{"events":[\n{"event":"x","rows":[\n'
	for w in "$@"; do printf '{"overhead_children":%s,"overhead":0.000000,"comm":"a"},\n' "$w"; done
	printf ']}\n'
}
weights 60.000000 20.000000 20.000000 0.000001 >"$tmp/equal"
weights 60.000000 20.000001 20.000000 0.000001 >"$tmp/unequal"

says() { # WANTED WEIGHTS SED-EXPRESSION...
	want=$1 with=$2
	shift 2
	sed "$@" "$tmp/perf" >"$tmp/pdata"
	got=$(bash "$here/same.sh" "$tmp/perf" "$tmp/pdata" "$tmp/$with")
	status=$?
	echo "$got"
	case $got in $want*) ;; *) return 1 ;; esac
	[ $((status == 0)) = "$([ "$want" = DIFFERENT ] && echo 0 || echo 1)" ]
}
swapped='8{h;d};12{G;s/^\n//}'

check "what is equal" says same equal ''
check "nameless rows in another order" says "same but" equal "$swapped"
check "the level of a nameless row" says "same but" equal 's/\[k\]/[.]/'
check "another order of unequal weights" says DIFFERENT unequal "$swapped"
check "another order without weights" says DIFFERENT none "$swapped"
check "the level of a named row" says DIFFERENT equal 's/\[.\] main/[k] main/'
check "a number" says DIFFERENT equal 's/ 1.00%/ 1.01%/'
check "a line of a call graph" says DIFFERENT equal '6s/work/walk/'
check "a missing row" says DIFFERENT equal 8d
check "the last line" says DIFFERENT equal 's/end/END/'
check "the first line" says DIFFERENT equal 1s/9/8/

# A row of pdata that perf shows as two rows, because of the order of its rows, among HOW-MANY other rows.
others() { # HOW-MANY
	for ((i = 0; i < $1; i++)); do printf '     0.01%%     0.00%%  a  a          [.] f%d\n\n' "$i"; done
}
twice_weights() { # HOW-MANY-OTHERS
	# shellcheck disable=SC2046
	weights 60.010000 10.005000 5.000000 $(for ((i = 0; i < $1; i++)); do echo 0.01; done)
}
cat >"$tmp/perf" <<'END'
# Samples: 9
#
    60.01%     1.00%  a  a          [.] main
            |
             --59.00%--main
                       work (inlined)

     9.00%     4.00%  a  a          [.] twice
            |
             --8.00%--twice

     5.00%     0.00%  a  a          [.] last

     1.01%     0.00%  a  a          [.] twice
            |
             --1.00%--twice

END
cp "$tmp/perf" "$tmp/few"
others 199 >>"$tmp/perf"
twice_weights 199 >"$tmp/twice"
merged='8s/ 9.00%/10.01%/;14,17d'

check "a row that stands in perf twice" says "same but" twice "$merged"
check "its weight" says DIFFERENT twice "$merged;8s/10.01%/10.03%/"
check "its own weight" says DIFFERENT twice "$merged;8s/4.00%/4.20%/"
check "a line of its call graph" says DIFFERENT twice "$merged;10s/twice/thrice/"
check "its call graph is missing" says DIFFERENT twice "$merged;9,10d"
check "a row of another name twice" says DIFFERENT twice "$merged;8s/twice/thrice/"
check "a row that stands in pdata twice" says DIFFERENT twice "12s/last/main/"
sed -i 's/ (inlined)//' "$tmp/perf"
check "two rows of a name without inlined functions" says DIFFERENT twice "$merged"
{ cat "$tmp/few" && others 20; } >"$tmp/perf"
twice_weights 20 >"$tmp/twice"
check "too large a share of rows twice" says DIFFERENT twice "$merged"
finish
