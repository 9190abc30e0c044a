# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# Sourced by the test scripts, which set part and tmp: counting, and the closing line that make check adds up.

passed=0 failed=0

ok() {
	passed=$((passed + 1))
}

bad() { # WORDS...
	echo "FAILED $part: $*"
	failed=$((failed + 1))
}

skip() { # WORDS...
	echo "skipped $part: $*"
}

# check NAME COMMAND... - one test: the command's status; what it prints is shown when it fails
check() {
	name=$1
	shift
	if "$@" >"$tmp/check.out" 2>&1; then
		ok
	else
		bad "$name"
		head -40 "$tmp/check.out"
	fi
}

finish() {
	echo "$passed passed, $failed failed"
	[ $failed = 0 ]
}
