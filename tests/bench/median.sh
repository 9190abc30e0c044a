# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Sourced by the benchmark scripts of this folder: medians and timing.

median() { # FILE COLUMN
	awk -v c="$2" '{ print $c }' "$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}
