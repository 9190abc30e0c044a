#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# join.sh DIR - print C source with the viewer's script and style as strings
#
# The modules are joined in the order of the file "modules", as one function: imports and the word "export" are
# left out, so a name at the top of a module has to be the only one of that name. An import ends with ";" and
# begins a line.
set -eu

dir=$1

script() {
	echo '/* SPDX-License-Identifier: BSD-2-Clause */'
	echo "'use strict';"
	echo '(() => {'
	while read -r module; do
		cat "$dir/$module"
	done <"$dir/modules" | awk '
		/^import / { importing = 1 }
		importing { if (/;$/) importing = 0; next }
		/^\/\* SPDX/ || /^\/\/ @ts/ { next }
		{ sub(/^export /, "") }
		/^(async )?(function|const|let|class) / {
			name = $0
			sub(/^(async )?[a-z]+[*]? /, "", name)
			sub(/[^A-Za-z0-9_$].*/, "", name)
			if (name != "" && seen[name]++) {
				print "join.sh: " name " is declared twice" >"/dev/stderr"
				bad = 1
			}
		}
		{ print }
		END { exit bad }'
	echo '})();'
}

as_string() { # NAME FILE
	printf '\nconst char %s[] =\n' "$1"
	sed -e 's/[\\"]/\\&/g' -e 's/^/\t"/' -e 's/$/\\n"/' -e 's/	/\\t/g' -e 's/^\\t/	/' "$2"
	printf '\t;\nconst size_t %s_size = sizeof(%s) - 1;\n' "$1" "$1"
}

tmp=$(mktemp)
trap 'rm -f "$tmp"' EXIT
printf '/* SPDX-License-Identifier: BSD-2-Clause */\n/* Made by join.sh. */\n#include "view/html/viewer.h"\n'
script >"$tmp"
as_string html_viewer_script "$tmp"
cat "$dir/style.css" >"$tmp"
as_string html_viewer_style "$tmp"
