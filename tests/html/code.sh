#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# code.sh BUILD - code, sources and redaction of the pages of `pdata html`
#
# Records tests/html/hot.c, compares the code pane with annotate in Chromium, and searches redacted pages.
set -u
export LC_ALL=C DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

build=$(realpath "$1")
cd "$(dirname "$0")" || exit 1
part=html-code
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. ../lib.sh

command -v cc >/dev/null || skip_all "no cc"
command -v node >/dev/null || skip_all "no node"
src="$tmp/src of alice" private="$tmp/home/alice/top secret"
mkdir -p "$src/sub" "$private"
cp hot.c "$src/sub/" || exit 1
(cd "$src" && cc -g -O2 -o "$private/hot" sub/hot.c) || exit 1
"$build/pdata-record" -g --sample-cpu -F 2000 -e cpu-clock,task-clock -o "$tmp/hot.data" -- "$private/hot" 0.6 --password=hunter2 >"$tmp/out" 2>&1 ||
	skip_all "nothing can be recorded here: $(tail -n 1 "$tmp/out")"

html() { # PAGE OPTION...
	local page=$1
	shift
	"$build/pdata" html -i "$tmp/hot.data" -o "$page" "$@"
}
column() { # PAGE COLUMN - the text of a column
	node --input-type=module -e 'import { readFileSync } from "node:fs";
		const { inflatePage } = await import(process.argv[1]);
		process.stdout.write(inflatePage(readFileSync(process.argv[2], "utf8"))[process.argv[3]]);' "$PWD/columns.mjs" "$@"
}

# ---- sources ------------------------------------------------------------------------------

has_line() { column "$1" lines | tr '\0' '\n' | grep -q 'sum ^= table'; }
html "$tmp/page.html" --annotate 10 --source "$src" || bad "html --annotate --source"
check "a page has the source lines of its functions" has_line "$tmp/page.html"
check "a page has no lines of functions without samples" eval '! column "$tmp/page.html" lines | grep -q "#include"'
html "$tmp/none.html" --annotate 10
check "without --source no source file is read" eval '! has_line "$tmp/none.html"'
not_opened() {
	strace -f -e trace=open,openat,openat2 -o "$tmp/trace" "$build/pdata" html -i "$tmp/hot.data" -o "$tmp/x.html" --annotate 10 &&
		! grep -q 'hot\.c"' "$tmp/trace"
}
if command -v strace >/dev/null; then
	check "without --source no source file is opened" not_opened
else
	skip "no strace"
fi
mkdir "$tmp/other"
html "$tmp/other.html" --annotate 10 --source "$tmp/other"
check "a source file outside of --source is not read" eval '! has_line "$tmp/other.html"'
mkdir -p "$tmp/links/sub"
ln -s "$src/sub/hot.c" "$tmp/links/sub/hot.c"
html "$tmp/links.html" --annotate 10 --source "$tmp/links"
check "a link that leads out of --source is not followed" eval '! has_line "$tmp/links.html"'
mkdir -p "$tmp/moved/src/sub"
cp "$src/sub/hot.c" "$tmp/moved/src/real.c"
ln -s ../real.c "$tmp/moved/src/sub/hot.c"
html "$tmp/moved.html" --annotate 10 --source "$tmp/moved/src"
check "a link that stays below --source is followed, and sources may have moved" has_line "$tmp/moved.html"
newer() { column "$1" facts | grep -q '"sources":.*\[[0-9]*,1,1\]'; }
touch -d '2 days ago' "$src/sub/hot.c"
html "$tmp/old.html" --annotate 10 --source "$src"
check "a source file that is older than the recording is not said to be newer" eval '! newer "$tmp/old.html"'
touch -d 'next week' "$src/sub/hot.c"
html "$tmp/new.html" --annotate 10 --source "$src"
check "a source file that is newer than the recording is said to be newer" newer "$tmp/new.html"
check "a directory that does not exist is one clear error" eval \
	'! html "$tmp/x.html" --annotate 1 --source "$tmp/missing" 2>"$tmp/err" && [ "$(wc -l <"$tmp/err")" = 1 ] && grep -q missing "$tmp/err"'
check "--source without --annotate is an error" eval '! html "$tmp/x.html" --source "$src" 2>/dev/null'

# ---- redaction ----------------------------------------------------------------------------

addresses() { # of maps and of samples, and build ids
	"$build/pdata" script -i "$tmp/hot.data" -F ip --show-mmap-events 2>/dev/null | grep -oE '(0x)?[0-9a-f]{6,16}' | sed 's/^0x//; s/^0*//' |
		grep -E '.{6}' | sort -u
	"$build/pdata" buildid-list -i "$tmp/hot.data" | cut -d ' ' -f 1
}
paths() { # directories of maps
	"$build/pdata" script -i "$tmp/hot.data" --show-mmap-events 2>/dev/null | sed -n 's!.* \(/.*\)/[^/]*$!\1!p' | sort -u
}
{
	paths
	addresses
	uname -n
	printf '%s\n' 'alice' 'top secret' "$tmp" 'hunter2' '--password' 'task-clock,' "$build"
} >"$tmp/secrets"
redacted() { node redacted.mjs "$1" "$tmp/secrets"; }
html "$tmp/redacted.html" --annotate 20 --source "$src" --lines --redact || bad "html --redact"
html "$tmp/all.html" --annotate 20 --source "$src" --lines --redact=all || bad "html --redact=all"
check "a redacted page has no path, argument, host, user, address or build id of the recording" redacted "$tmp/redacted.html"
check "a page with --redact=all has none either" redacted "$tmp/all.html"
check "a redacted page still has functions, code and lines" has_line "$tmp/redacted.html"
check "with --redact=all the page has no name of a process or of its functions" eval \
	'! { column "$tmp/all.html" texts; column "$tmp/all.html" facts; column "$tmp/all.html" lines; } | grep -aE "fill_table|sum_table|mix_bits|\"hot\"|hot\.c"'
found() { redacted "$tmp/page.html" | grep -q "$1"; }
check "planted: a path, an argument, a user and the host are found in a page that is not redacted" eval \
	'found "top secret" && found hunter2 && found alice && found "$(uname -n | tr A-Z a-z)" && found c_address'
plant() { # put a secret into the texts of a redacted page
	node --input-type=module -e 'import { readFileSync, writeFileSync } from "node:fs"; import { deflateSync } from "node:zlib";
		const { inflatePage, dataStart } = await import(process.argv[1]);
		const text = readFileSync(process.argv[2], "utf8"), columns = inflatePage(text);
		columns.texts = Buffer.concat([columns.texts, Buffer.from(process.argv[4] + "\0")]);
		const names = Object.keys(columns), packed = names.map((n) => deflateSync(columns[n]));
		const head = Buffer.alloc(8 + 24 * names.length);
		head.write("PDH1"); head.writeUInt32LE(names.length, 4);
		names.forEach((n, i) => { head.write(n, 8 + 24 * i); head.writeUInt32LE(packed[i].length, 28 + 24 * i); });
		writeFileSync(process.argv[3], text.slice(0, dataStart(text)) + Buffer.concat([head, ...packed]).toString("base64") + "</script>");' \
		"$PWD/columns.mjs" "$tmp/redacted.html" "$tmp/planted.html" "$1"
}
plant "nothing"
check "a page to which a harmless text is added has no secret" redacted "$tmp/planted.html"
plant "see /home/alice/x"
check "planted: a secret that is added to a redacted page is found" eval '! redacted "$tmp/planted.html" >/dev/null'

if "$build/pdata-record" -e sched:sched_switch -o "$tmp/switch.data" -- sleep 0.1 2>/dev/null; then
	"$build/pdata" html -i "$tmp/switch.data" -o "$tmp/plain.html"
	"$build/pdata" html -i "$tmp/switch.data" -o "$tmp/switch.html" --redact
	check "a page has fields of tracepoints, a redacted one has none" eval \
		'column "$tmp/plain.html" facts | grep -q prev_comm && ! column "$tmp/switch.html" facts | grep -q prev_comm'
	# Samples that are merged before the first sample with fields, and not again after it.
	late_fields() {
		"$build/pdata-record" -q -e cpu-clock -F 999 -e syscalls:sys_enter_kill -o "$tmp/late.data" -- \
			bash -c 'for ((i = 0; i < 100000; i++)); do :; done; for i in 1 2 3 4; do kill -0 $$; done' || return 1
		"$build/pdata" html -i "$tmp/late.data" -o "$tmp/late.html" \
			--samples $(($("$build/pdata" script -i "$tmp/late.data" -F time | grep -c :) * 3 / 4))
		column "$tmp/late.html" facts | grep -q '"fields_left_out":true'
	}
	check "a page whose samples were merged says that it has no fields" late_fields
else
	skip "tracepoints cannot be recorded here"
fi

# Names that a stranger chose: paths in names of threads, files and JIT code.
"$build/pdata" assemble -o "$tmp/names.data" private.pdt || bad "assemble private.pdt"
mkdir -p "$tmp/root/tmp"
printf '%s\n' '7f0000001000 100 LazyCompile:~run /home/alice/project/app.js:12' '7f0000001100 100 at 0x7f0012345678 of build7' \
	"7f0000001200 100 eval </srv/Top Secret (2)/x.js>" >"$tmp/root/tmp/perf-7.map"
printf '%s\n' alice /home project build7 'top secret' /srv 7f00 hunter2 example.org >"$tmp/secrets"
"$build/pdata" html -f --symfs "$tmp/root" -i "$tmp/names.data" -o "$tmp/names.html"
check "planted: hostile names are in a page that is not redacted" eval '[ "$(redacted "$tmp/names.html" | wc -l)" -ge 7 ]'
for level in --redact --redact=all; do
	"$build/pdata" html -f --symfs "$tmp/root" -i "$tmp/names.data" -o "$tmp/names.html" --annotate 5 --comms 'hunter2,/home/alice/x,b' $level
	check "hostile names lose their secrets with $level" redacted "$tmp/names.html"
done

# ---- the pane -----------------------------------------------------------------------------

modules=$build/tests/html
if ! why=$(sh modules.sh "$modules"); then
	skip "$why"
	finish
fi
hostile=
if command -v objcopy >/dev/null && objcopy --redefine-sym 'sum_table=<img src=x onerror=hostile=2>' "$private/hot" "$tmp/hot2" &&
	"$build/pdata-record" -F 2000 -e cpu-clock -o "$tmp/hot2.data" -- "$tmp/hot2" 0.3 >/dev/null 2>&1; then
	hostile=$tmp/hot2.html
	"$build/pdata" html -i "$tmp/hot2.data" -o "$hostile" --annotate 5 --source "$src"
else
	skip "no objcopy"
fi
# shellcheck disable=SC2086
node code.mjs "$build" "$tmp/hot.data" "$tmp/page.html" $hostile >"$tmp/log" 2>&1
sed '$d' "$tmp/log"
last=$(tail -n 1 "$tmp/log")
case $last in
*' passed, '*' failed')
	passed=$((passed + ${last%% *}))
	last=${last#*, }
	failed=$((failed + ${last%% *}))
	;;
*) bad "code.mjs ended with: $last" ;;
esac
finish
