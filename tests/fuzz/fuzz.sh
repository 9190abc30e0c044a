#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# fuzz.sh BUILD TARGET SECONDS libfuzzer|afl [DIR] - search inputs that make the target fail
#
# CLANG and CODEC_LIBS come from make. The search begins with the seeds of the target and DIR's files. Failing inputs
# are kept in BUILD/tests/fuzz-found; minimise them and add them to tests/fuzz/corpus, which make
# check replays. Without the tool, damaged copies are read for SECONDS.
set -u

here=$(dirname "$0")
src=$here/../..
build=$1
target=$2
seconds=$3
with=$4
more=${5:-}
found=$build/tests/fuzz-found
program=$build/tests/$with-$target
seeds=$build/tests/fuzz-seeds/$target
grown=$build/tests/fuzz-corpus/$with-$target
cc=${CLANG:-clang}
[ "$with" = libfuzzer ] || cc=afl-clang-fast
mkdir -p "$found" "$grown" "$seeds"

sh "$here/run.sh" "$build" "$target" 0 || exit 1
if [ "$target" = programs ] || ! command -v "$cc" >/dev/null; then
	echo "$target without $with: damaged copies, for $seconds seconds"
	# shellcheck disable=SC2046
	exec sh "$here/run.sh" "$build" "$target" "${seconds}s" $([ -z "$more" ] || find "$more" -type f -size -1000k)
fi
flags="-std=gnu11 -D_GNU_SOURCE -O1 -g -w -fno-sanitize-recover=undefined -include $build/config.h
	-I$src -I$src/libpdata/include -I$src/libpdata"
room=''
case " ${FUZZ_OF_ROOM:-} " in
*" $target "*)
	flags="$flags -I$src/report ${ROOM_CFLAGS:-}"
	room=$build/tests/$with-room ;;
esac
# Targets for code of report link all of report, which is compiled once for the first of them.
sanitize=address,undefined
[ "$with" != libfuzzer ] || sanitize=fuzzer-no-link,$sanitize
if [ -n "$room" ]; then
	mkdir -p "$room"
	# shellcheck disable=SC2016 # the inner shell expands it
	find "$src/report" "$src/cli" -name '*.c' | sort | while read -r c; do
		[ "$c" = "$src/report/commands/pdata_main.c" ] || [ -n "$(find "$room/$(basename "$c").o" -newer "$c" 2>/dev/null)" ] ||
			echo "$c"
	done | FLAGS="$flags -fsanitize=$sanitize" ROOM=$room CC=$cc xargs -r -n 1 -P "$(nproc)" \
		sh -c '$CC $FLAGS -c "$0" -o "$ROOM/$(basename "$0").o"' || exit 1
	find "$build/tests/fuzz-data" -name "$target-*" -type f -size -200k -exec cp {} "$seeds" \;
fi
# With afl-clang-fast, -fsanitize=fuzzer is AFL++'s own driver of the same target.
# shellcheck disable=SC2046,SC2086
"$cc" $flags -fsanitize=fuzzer,address,undefined "$here/fuzz_$target.c" ${room:+"$room"/*.o} $(find "$src/common" "$src/libpdata" -name '*.c' | sort) \
	${CODEC_LIBS:-} ${room:+${ROOM_LIBS:-}} -o "$program" || exit 1
if [ "$with" = libfuzzer ]; then
	# Do not stop at slow inputs of other tests: each input has 20 s.
	exec "$program" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=262144 \
		-print_final_stats=1 -artifact_prefix="$found/" "$grown" "$seeds" ${more:+"$more"}
fi
export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_QUIET=1
export AFL_SKIP_BIN_CHECK=1 AFL_CMIN_ALLOW_ANY=1 AFL_IGNORE_SEED_PROBLEMS=1
afl-fuzz -V "$seconds" -m none -t 5000 -i "$seeds" -o "$grown" -- "$program" >"$grown/log" 2>&1
grep -E '^(execs_done|corpus_count|saved_crashes|saved_hangs) ' "$grown/default/fuzzer_stats" || { tail -20 "$grown/log"; exit 1; }
for f in "$grown"/default/crashes/id:* "$grown"/default/hangs/id:*; do
	[ ! -f "$f" ] || { cp "$f" "$found/afl-$target-$(basename "$f" | tr -c 'a-zA-Z0-9\n' -)"; bad=1; }
done
[ -z "${bad:-}" ]
