#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# speedscope.sh BUILD - speedscope shows what script prints: its threads, samples and frames
#
# Headless chromium opens the page of speedscope's package with the text as its local profile, and the
# test asks the page for the profile that it read. The package is downloaded once, into BUILD/interop.
set -u

build=$(cd "${1:?usage: speedscope.sh BUILD}" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd) || exit 1
version=1.25.0
part=speedscope
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/lib.sh
. "$here/../lib.sh"
cd "$tmp" || exit 1
export HOME=$tmp PERF_CONFIG=/dev/null DEBUGINFOD_URLS='' LC_ALL=C.UTF-8

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
release=$build/interop/speedscope-$version/package/dist/release
missing=
command -v python3 >/dev/null || missing="no python3"
[ -n "$browser" ] || missing="no chromium"
if [ -z "$missing" ] && [ ! -f "$release/index.html" ]; then
	mkdir -p "$build/interop/speedscope-$version"
	if ! command -v npm >/dev/null || ! npm pack --silent "speedscope@$version" >npm.log 2>&1 ||
		! tar xzf "speedscope-$version.tgz" -C "$build/interop/speedscope-$version"; then
		missing="speedscope $version cannot be fetched: $(tail -1 npm.log 2>/dev/null)"
	fi
fi
if [ -n "$missing" ]; then
	skip_all "$missing"
fi

modes() {
	cat <<-END
		callgraph -e cpu-clock -F 999 -g
		two -e cpu-clock/freq=999/ -e page-faults/period=1/ -g
		dwarf -e cpu-clock -F 199 --call-graph dwarf,8192
	END
}

# On a busy machine the browser may not start in time: it is started once more.
browse() { # PAGE
	local i
	for i in 1 2 3; do
		rm -rf "$tmp/browser"
		timeout -k 5 40 "$browser" --headless=new --no-sandbox --disable-gpu --enable-unsafe-swiftshader \
			--no-first-run --disable-extensions --disable-component-update --disable-background-networking \
			--user-data-dir="$tmp/browser" --allow-file-access-from-files --virtual-time-budget=20000 \
			--dump-dom "$1" >page.html 2>browser.log
		grep -q 'id="exported"' page.html && return
		echo "the browser's run $i has no answer"
	done
	grep -v ERROR browser.log
	return 1
}

shows() { # MODE OPTION...
	local text=$1.linux-perf.txt
	"$build/pdata" script -i "$1.data" "${@:2}" >"$text" || return 1
	python3 "$here/speedscope.py" page "$text" "$text" >profile.js || return 1
	browse "file://$release/index.html#localProfilePath=$tmp/profile.js" &&
		python3 "$here/speedscope.py" check "$text" page.html
}

# The test detects that the page shows another text.
tells() { # MODE SED-COMMAND
	sed "$2" "$1.linux-perf.txt" >other.txt
	! cmp -s other.txt "$1.linux-perf.txt" && ! python3 "$here/speedscope.py" check other.txt page.html
}

# shellcheck disable=SC2086
while read -r mode options; do
	if ! "$build/pdata-record" -q $options -o "$mode.data" "$build/tests/demo/workload" 1 >/dev/null 2>rec.err; then
		skip "$mode: cannot be recorded: $(head -1 rec.err)"
		continue
	fi
	check "$mode" shows "$mode"
	check "$mode, with process ids" shows "$mode" -F +pid
	check "$mode: a missing sample is detected" tells "$mode" '1,/^$/d'
	check "$mode: a changed frame is detected" tells "$mode" 's/ \([a-z_]*\)+0x/ \1x+0x/'
done < <(modes)
finish
