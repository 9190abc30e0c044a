#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD [FILE...] - compare pdata with a Python parser that was written from spec/ alone, on fixtures or FILEs
set -u
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
shift
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

leave_out() { # WORDS...
	echo "skipped spec: $*"
	echo "0 passed, 0 failed"
	exit 0
}

python3 -c 'import sys; sys.exit(sys.version_info < (3, 7))' 2>/dev/null || leave_out "all: no python3"
python3 -c 'import ctypes; ctypes.CDLL("libzstd.so.1"); ctypes.CDLL("libxxhash.so.0")' 2>/dev/null ||
	leave_out "all: no shared libzstd and libxxhash for python3"
if "$build/pdata" version --build-options | grep -qiE '(zstd|xxhash).*\[ *OFF *\]'; then
	leave_out "all: a build without zstd or xxhash"
fi
if [ $# = 0 ]; then
	sh "$here/../fixtures/build.sh" "$build" "$tmp" >"$tmp/log" 2>&1 || {
		cat "$tmp/log"
		leave_out "all: this build does not assemble the fixtures"
	}
	set -- "$tmp"/text/* "$here"/../../fixtures/real/*.data
fi
python3 "$here/test.py" "$build/pdata" "$@"
