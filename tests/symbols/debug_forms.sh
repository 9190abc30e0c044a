#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# debug_forms.sh BUILD - debugging information that other tools have moved or packed gives the same lines and functions
#
# A program is recorded with perf, and its lines are printed. Then its debugging information is stored in another form,
# which does not change the build id: the output must not change.
# shellcheck disable=SC2034 # begin.sh and lib.sh read them
part=debug-forms live=1
# shellcheck source=tests/symbols/begin.sh
. "$(dirname "$0")/begin.sh"

needs perf g++ objcopy

lines() {
	"$pdata" script -F ip,sym,srcline -i "$tmp/data" 2>"$tmp/err"
}

mkdir "$tmp/bin"
g++ -O2 -g -std=gnu++17 work.cc -o "$tmp/bin/one" && g++ -O1 -g -std=gnu++17 work.cc -o "$tmp/bin/two" || exit 1
if ! perf_records -e cpu-clock -F 999 -o "$tmp/data" "$tmp/bin/one" >/dev/null; then
	skip_all "perf may not record here"
fi
# Only the file at the recorded path gives names, not the copy that perf has made.
rm -rf "$HOME/.debug"
lines >"$tmp/want" && grep -q 'work.cc:[1-9]' "$tmp/want" || { bad "no lines to compare with"; exit 1; }
cp -p "$tmp/bin/one" "$tmp/bin/two" "$tmp/"

unchanged() {
	lines >"$tmp/is" || { cat "$tmp/err"; return 1; }
	[ ! -s "$tmp/err" ] && diff "$tmp/want" "$tmp/is"
}

# dwz moves what two programs share to a third file, and stores its path: absolute, or relative to the program.
dwz_file() { # OPTION...
	cp -p "$tmp/one" "$tmp/two" "$tmp/bin/"
	(cd "$tmp/bin" && dwz "$@" one two) 2>"$tmp/log" || { cat "$tmp/log"; return 1; }
	readelf -S "$tmp/bin/one" | grep -q gnu_debugaltlink || { echo "dwz has shared nothing"; return 1; }
	unchanged
}
without_dwz_file() {
	rm -f "$tmp/bin/common.debug"
	lines >"$tmp/is" && [ -s "$tmp/is" ] || { echo "no names"; return 1; }
	[ "$(grep -c "$tmp/bin/one: .*gnu_debugaltlink" "$tmp/err")" = 1 ] || { cat "$tmp/err"; return 1; }
}
# perf record has copied the program to its cache; the shared file is not there.
dwz_cached() {
	id=$(readelf -n "$tmp/bin/one" | sed -n 's/.*Build ID: //p')
	mkdir -p "$HOME/.debug/.build-id/${id:0:2}/${id:2}" || return 1
	cp "$tmp/bin/one" "$HOME/.debug/.build-id/${id:0:2}/${id:2}/elf" || return 1
	unchanged
	ret=$?
	rm -rf "$HOME/.debug"
	return $ret
}
if command -v dwz >/dev/null && command -v readelf >/dev/null; then
	check "lines in a dwz file with an absolute path" dwz_file -m "$tmp/bin/common.debug"
	check "lines in a dwz file with a relative path" dwz_file -r -m common.debug
	check "lines in a dwz file beside the recorded program" dwz_cached
	check "a message about a missing dwz file" without_dwz_file
else
	skip "no dwz or readelf"
fi

compressed() { # HOW
	objcopy --compress-debug-sections="$1" "$tmp/one" "$tmp/bin/one" && [ "$(stat -c %s "$tmp/bin/one")" -lt "$(stat -c %s "$tmp/one")" ] &&
		unchanged
}
for how in zlib zlib-gnu zstd; do
	if objcopy --compress-debug-sections=$how "$tmp/one" "$tmp/try" 2>/dev/null; then
		check "lines in sections that $how compressed" compressed $how
	else
		skip "objcopy cannot compress with $how"
	fi
done
finish
