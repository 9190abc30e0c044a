#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD TARGET ROUNDS [FILE...] - a fuzz target on generated files, kept ones and the FILEs
set -u

here=$(dirname "$0")
build=$1
target=$2
rounds=$3
shift 3
# A round of this one is a dozen processes.
[ "$target" != programs ] || rounds=$((rounds / 20))
export PDATA="$build/pdata"
dir=$build/tests/fuzz-data
mkdir -p "$dir"
for name in basic basic-be records records-be unfinished cut zero-size pipe pipe-be empty; do
	"$build/tests/tools/gendata" $name "$dir/$name.data" || exit 1
	# Texts are inputs, too.
	[ ! -x "$build/pdata" ] || "$build/pdata" dump -i "$dir/$name.data" >"$dir/$name.txt" 2>/dev/null
done
[ -f "$dir/basic.txt" ] || : >"$dir/basic.txt"
for kept in "$here"/corpus/*; do
	[ ! -f "$kept" ] || set -- "$@" "$kept"
done
exec "$build/tests/fuzz/replay_$target" -n "$rounds" -o "$dir" "$dir"/*.data "$dir"/*.txt "$@"
