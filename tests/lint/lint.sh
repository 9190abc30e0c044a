#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# lint.sh - check rules of this project that compilers do not check; needs only grep and awk
#
# With ctags the sizes of functions are checked too. A size above the aim gives a note, one above the limit is a failure.
set -u
export LC_ALL=C

cd "$(dirname "$0")/../.." || exit 1
part=lint
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. tests/lib.sh

# Source without comments and the insides of strings, each line as FILE:LINE:TEXT.
code_of() { # FILE...
	awk '
		FNR == 1 { in_comment = 0 }
		{
			line = $0
			gsub(/\\./, "", line)
			gsub(/"[^"]*"/, "\"\"", line)
			out = ""
			while (line != "") {
				if (in_comment) {
					i = index(line, "*/")
					if (!i)
						break
					line = substr(line, i + 2)
					in_comment = 0
				}
				i = index(line, "/*")
				j = index(line, "//")
				if (j && (!i || j < i)) {
					out = out substr(line, 1, j - 1)
					break
				}
				if (!i) {
					out = out line
					break
				}
				out = out substr(line, 1, i - 1)
				line = substr(line, i + 2)
				in_comment = 1
			}
			print FILENAME ":" FNR ":" out
		}
	' "$@"
}

none() { # PATTERN FILE - no line of code has it
	! grep -E "$1" "$2"
}

call() { # NAME|NAME - matches a call of one of these functions
	echo "(^|[^A-Za-z0-9_>.])($1)[ 	]*\\("
}

list() { # DIR... - C files
	for d in "$@"; do
		find "$d" -name '*.[ch]' -o -name '*.def'
	done | sort
}

# shellcheck disable=SC2046
{
	code_of $(list common libpdata) >"$tmp/lib"
	code_of $(list record) >"$tmp/record"
	code_of $(list report) >"$tmp/report"
	code_of $(list common libpdata cli record report tests mk) >"$tmp/all"
}
grep -v '^common/heap\.c:' "$tmp/lib" >"$tmp/lib_rest"

check "libpdata and common allocate in common/heap.c only" \
	none "$(call 'malloc|calloc|realloc|reallocarray|free|strdup|strndup|asprintf|vasprintf')" "$tmp/lib_rest"
check "libpdata and common print nothing" \
	none "$(call 'printf|fprintf|vprintf|vfprintf|dprintf|puts|fputs|putchar|perror|err|warn|errx|warnx|syslog')" "$tmp/lib"
check "libpdata and common do not end the program" \
	none "$(call 'exit|_exit|abort|assert|__builtin_trap|raise|kill')" "$tmp/lib"
check "libpdata and common start no program or thread" none "$(call 'system|popen|fork|vfork|execv|execvp|execl|posix_spawn|pthread_create')" "$tmp/lib"
check "report runs no program but the recorder and a pager" sh -c \
	"grep -vE '^report/(commands/cmd_record|console/pager|console/child)\\.c:' '$tmp/report' | { ! grep -E '$(call 'system|popen|fork|vfork|execv|execvp|execl|execlp|posix_spawn|posix_spawnp')'; }"
grep -v '^common/prefetch\.h:' "$tmp/all" >"$tmp/all_rest"
check "memory is prefetched by pd_prefetch()" none "$(call __builtin_prefetch)" "$tmp/all_rest"
check "functions without a bound are not used" \
	none "$(call 'sprintf|vsprintf|gets|alloca|tmpnam|mktemp')" "$tmp/all"
sh -c "grep -hE '#[ ]*include' $(list common libpdata cli record report | tr '\n' ' ') /dev/null" >"$tmp/includes"
check "no header of the kernel's perf interface is used" none 'linux/perf_event' "$tmp/includes"

# A folder includes its own headers, what tests/lint/rooms.tsv lets it use of common/ and cli/, and libpdata's public ones.
foreign_includes() { # FOLDER
	used=$(sed -n "s/^uses	$1	//p" tests/lint/rooms.tsv)
	# shellcheck disable=SC2046
	grep -HE '^[ 	]*#[ 	]*include "' $(list "$1") | sed 's/^\([^:]*\):[^"]*"\([^"]*\)".*/\1 \2/' |
		while read -r f h; do
			[ -f "$1/$h" ] || [ -f "${f%/*}/$h" ] && continue
			case "$h:$1 $used" in
			common/*:*common* | cli/*:*cli*) [ -f "$h" ] && continue ;;
			esac
			echo "$f includes $h"
		done >"$tmp/foreign"
	cat "$tmp/foreign"
	[ ! -s "$tmp/foreign" ]
}
for room in common libpdata cli record report; do
	check "$room includes its own headers and those it may use" foreign_includes $room
done

# Words that do not belong in the project. Only the CI script may refer to files outside of the checkout.
find . \( -path ./.git -o -path './build*' \) -prune -o -type f -print | sort >"$tmp/files"
no_words() { # PATTERN EXCEPT
	grep -vxF -e ./tests/lint/lint.sh -e "$2" "$tmp/files" | tr '\n' '\0' | xargs -0 grep -nHE "$1" >"$tmp/words"
	cat "$tmp/words"
	[ ! -s "$tmp/words" ]
}
check "no note of unfinished work" no_words '(^|[^A-Za-z])(TODO|FIXME|XXX)([^A-Za-z]|$)' -
# The tests of redaction need a home directory; alice is nobody.
check "no path of one machine" no_words '(^|[^A-Za-z])/((work|root)/[a-z]|home/([b-z]|a[^l]))' -
check "nothing outside the checkout is used" no_words '\.\./shared' ./.ci/run

licensed() {
	# shellcheck disable=SC2046
	awk 'FNR == 1 && file && !found { print file }
		FNR == 1 { file = FILENAME; found = 0 }
		FNR <= 3 && /SPDX-License-Identifier: BSD-2-Clause/ { found = 1 }
		END { if (!found) print file }' $(list common libpdata cli record report tests mk) Makefile mk/*.mk mk/*.sh .ci/run \
		$(find tests -name '*.sh' -o -name '*.py' -o -name '*.cc') >"$tmp/unlicensed"
	cat "$tmp/unlicensed"
	[ ! -s "$tmp/unlicensed" ]
}
check "every source has its licence line" licensed

# ---- sizes
# Lines of a file; in a public header, whose comments are the manual of each function and member, lines outside comments.
lines_of() { # FILE
	case $1 in
	*/include/pdata/*) awk '/^[ \t]*\/\*/ { inside = 1 } !inside { n++ } /\*\/[ \t]*$/ { inside = 0 } END { print n + 0 }' "$1" ;;
	*) wc -l <"$1" ;;
	esac
}
long_files() {
	for f in $(list common libpdata cli record report tests mk); do
		n=$(lines_of "$f")
		if [ "$n" -gt 800 ]; then
			echo "$f: $n lines, the limit is 800"
		elif [ "$n" -gt 600 ]; then
			echo "note: $f: $n lines, the aim is 600" >&2
		fi
	done
}
long_files >"$tmp/long_files"
check "no file is over 800 lines" sh -c "cat '$tmp/long_files'; test ! -s '$tmp/long_files'"

if ctags --version 2>/dev/null | grep -q Universal; then
	# shellcheck disable=SC2046
	ctags -f - --languages=C --langmap=C:.c.h --kinds-C=f --fields=+ne --sort=no \
		$(list common libpdata cli record report tests mk | grep -v '\.def$') 2>/dev/null |
		awk -F '\t' '{
			for (i = 4; i <= NF; i++) {
				if ($i ~ /^line:/) from = substr($i, 6)
				if ($i ~ /^end:/) to = substr($i, 5)
			}
			n = to - from + 1
			if (n > 60)
				print (n > 100 ? "long" : "note") "\t" $2 ":" from ": " $1 "() has " n " lines"
		}' >"$tmp/functions"
	grep '^note' "$tmp/functions" | sed 's/^note./note: /; s/$/, the aim is 60/' >&2
	check "no function is over 100 lines" sh -c "! grep '^long' '$tmp/functions'"
else
	skip "sizes of functions: no ctags"
fi

# ---- every command has a manual page
commands_without_page() {
	sed -n 's/^REP_CMD([^,]*, *"\{0,1\}\([a-z-]*\).*/\1/p; s/^REP_CMD(\([a-z_]*\)).*/\1/p' report/commands/cmds.def |
		tr _ - | sort -u >"$tmp/commands"
	[ -s "$tmp/commands" ] || { echo "no commands found in cmds.def"; return 1; }
	status=0
	while read -r c; do
		[ -f "man/pdata-$c.1.in" ] || { echo "no man/pdata-$c.1.in"; status=1; }
	done <"$tmp/commands"
	return $status
}
[ ! -f report/commands/cmds.def ] || check "every command has a man page" commands_without_page
finish
