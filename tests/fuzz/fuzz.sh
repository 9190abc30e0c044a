#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# fuzz.sh BUILD TARGET SECONDS [DIR] - look for inputs that break the library, starting from DIR's files
#
# CLANG and CODEC_LIBS come from make. Inputs that break it are kept in BUILD/tests/fuzz-found; put
# them, made small, into tests/fuzz/corpus: make check replays that.
set -u

here=$(dirname "$0")
src=$here/../..
build=$1
target=$2
seconds=$3
seeds=${4:-}
found=$build/tests/fuzz-found
clang=${CLANG:-clang}
mkdir -p "$found" "$build/tests/fuzz-corpus"

sh "$here/run.sh" "$build" "$target" 0 || exit 1
if [ "$target" = programs ] || ! command -v "$clang" >/dev/null; then
	echo "$target without libFuzzer: damaged copies for as many rounds as take a while"
	exec sh "$here/run.sh" "$build" "$target" $((seconds * 100)) ${seeds:+"$seeds"/*}
fi
# shellcheck disable=SC2086
"$clang" -std=gnu11 -D_GNU_SOURCE -O1 -g -w -fsanitize=fuzzer,address,undefined \
	-fno-sanitize-recover=undefined -include "$build/config.h" -I"$src/libpdata/include" -I"$src/libpdata" \
	"$here/fuzz_$target.c" "$src"/libpdata/*.c ${CODEC_LIBS:-} -o "$build/tests/fuzz_$target" || exit 1
exec "$build/tests/fuzz_$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=262144 \
	-artifact_prefix="$found/" "$build/tests/fuzz-corpus" "$build/tests/fuzz-data" ${seeds:+"$seeds"}
