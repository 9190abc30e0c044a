#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# same_code.sh OLD - whether the objects of the programs are the same code as those of the commit OLD
#
# For commits that move files or rename things: both trees are built without debugging information, and the contents of
# .text, .rodata and .data of each object, with types, offsets and addends of their relocations, are compared. Names of
# files and symbols do not count, nor does the order of the files. Last line: "N objects, M differ". Status 1: some differ.
set -u

cd "$(dirname "$0")/../.." || exit 1
old=${1:?usage: same_code.sh COMMIT}
tmp=$(mktemp -d) || exit 1
trap 'git worktree remove --force "$tmp/old" 2>/dev/null; rm -rf "$tmp"' EXIT
git worktree add -q --detach "$tmp/old" "$old" || exit 1

build() { # TREE OUT
	make -C "$1" O="$2" CFLAGS=-O2 -j"$(nproc)" all >"$2.log" 2>&1 || { tail "$2.log"; return 1; }
}

# Each object as "HASH NAME", the hash over the contents of its sections.
hashes() { # BUILD
	(cd "$1" && find libpdata record report common cli -name '*.o' 2>/dev/null | sort) | while read -r o; do
		printf '%s %s\n' "$({
			for s in .text .text.unlikely .text.startup .rodata .rodata.str1.1 .rodata.str1.8 .data .data.rel.ro .data.rel.ro.local; do
				objdump -s -j $s "$1/$o" 2>/dev/null | sed 1,4d
			done
			objdump -r "$1/$o" | awk '/^RELOCATION/ { s = $0 } s !~ /debug|eh_frame/ && NF == 3 {
				sub(/.*[-+]0x/, "+0x", $3); if ($3 !~ /^\+/) $3 = ""; print $1, $2, $3 }'
		} | md5sum | cut -c1-32)" "$o"
	done
}

build "$tmp/old" "$tmp/a" && build . "$tmp/b" || exit 1
hashes "$tmp/a" | sort >"$tmp/a.txt"
hashes "$tmp/b" | sort >"$tmp/b.txt"
# Objects of one tree whose hash the other tree does not have, with their number.
differ=$(comm -13 <(cut -d' ' -f1 "$tmp/a.txt") <(cut -d' ' -f1 "$tmp/b.txt") | tee "$tmp/new" | wc -l)
grep -F -f "$tmp/new" "$tmp/b.txt" | sed 's/^[^ ]* /differs: /' || true
gone=$(comm -23 <(cut -d' ' -f1 "$tmp/a.txt") <(cut -d' ' -f1 "$tmp/b.txt") | tee "$tmp/lost" | wc -l)
grep -F -f "$tmp/lost" "$tmp/a.txt" | sed 's/^[^ ]* /only in the old tree: /' || true
echo "$(wc -l <"$tmp/b.txt") objects, $((differ > gone ? differ : gone)) differ"
[ "$differ" = 0 ] && [ "$gone" = 0 ]
