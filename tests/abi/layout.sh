#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# layout.sh HEADER... - print a C program that prints the size of every public struct, and offset and size of its members
#
# A union inside a struct counts as one member; a struct is a line with "-" for the member.
set -eu

for h in "$@"; do
	printf '#include <pdata/%s>\n' "$(basename "$h")"
done
cat <<'END'
#include <stdio.h>
#define S(s) printf("%s\t-\t0\t%zu\n", #s, sizeof(struct s));
#define M(s, m) printf("%s\t%s\t%zu\t%zu\n", #s, #m, offsetof(struct s, m), sizeof(((struct s *)0)->m));
int main(void)
{
END
# Comments go first; they may run over lines.
awk '
	{
		line = $0
		while (1) {
			if (comment) {
				if (!(at = index(line, "*/")))
					next
				line = substr(line, at + 2)
				comment = 0
			}
			if (!(at = index(line, "/*")))
				break
			rest = substr(line, at + 2)
			line = substr(line, 1, at - 1)
			if ((end = index(rest, "*/"))) {
				line = line " " substr(rest, end + 2)
			} else {
				comment = 1
				break
			}
		}
		print line
	}
' "$@" | awk '
	function member(text,    n, i, part, name) {
		if (text ~ /\(\*[a-z_0-9]+\)/) {
			name = text
			sub(/^.*\(\*/, "", name)
			sub(/\).*$/, "", name)
			print "M(" in_struct ", " name ")"
			return
		}
		n = split(text, part, ",")
		for (i = 1; i <= n; i++) {
			name = part[i]
			gsub(/\[[^]]*\]/, "", name)
			gsub(/[ \t]+$/, "", name)
			sub(/^.*[^a-zA-Z_0-9]/, "", name)
			if (name != "")
				print "M(" in_struct ", " name ")"
		}
	}
	/^struct pdata_[a-z_0-9]+ \{/ { in_struct = $2; depth = 1; text = ""; print "S(" in_struct ")"; next }
	!in_struct { next }
	/\{/ { depth++; text = ""; next }
	depth == 1 && /^\}/ { in_struct = ""; next }
	depth > 1 && /\}/ { depth--; sub(/^.*\}/, ""); }
	depth > 1 { next }
	{
		text = text " " $0
		while ((at = index(text, ";"))) {
			member(substr(text, 1, at - 1))
			text = substr(text, at + 1)
		}
	}
'
printf '\treturn 0;\n}\n'
