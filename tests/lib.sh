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
#
# Where $live is set the test records on the running kernel, which other programs keep busy: what fails
# is done once more, and said to be.
check() {
	name=$1
	shift
	if "$@" >"$tmp/check.out" 2>&1; then
		ok
		return
	fi
	if [ -n "${live:-}" ]; then
		echo "again $part: $name: $(head -1 "$tmp/check.out")"
		if "$@" >"$tmp/check.out" 2>&1; then
			ok
			return
		fi
	fi
	bad "$name"
	head -40 "$tmp/check.out"
}

finish() {
	echo "$passed passed, $failed failed"
	[ $failed = 0 ]
}

# The rest of the script is skipped.
skip_all() { # WORDS...
	skip "$@"
	finish
	exit
}

# needs TOOL... - what the rest cannot do without
needs() {
	for tool; do
		command -v "$tool" >/dev/null || skip_all "no $tool"
	done
}
