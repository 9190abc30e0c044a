# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# begin.sh - set up a test of this folder; a test sets part to its name, and sources this file with BUILD as its argument
#
# After it, pdata is the program of BUILD, and tmp a new folder, in which HOME is. tests/lib.sh is read.
set -u
export LC_ALL=C.UTF-8 DEBUGINFOD_URLS='' PERF_CONFIG=/dev/null

# shellcheck disable=SC2034 # the tests use it
pdata=$(realpath "$1")/pdata
cd "$(dirname "$0")" || exit 1
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp/home
mkdir "$HOME"
# shellcheck source=tests/lib.sh
. ../lib.sh
