#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD TARGET ROUNDS [FILE...] - run a fuzz target on generated files, the corpus and the FILEs
#
# ROUNDS is the number of rounds per file, or as "600s" the total time.
set -u

here=$(dirname "$0")
build=$1
target=$2
rounds=$3
shift 3
case $rounds,$target in
*s,*) limit="-n 4000000000 -t ${rounds%s}" ;;
*,programs) limit="-n $((rounds / 20))" ;; # a round of this one is a dozen processes
*) limit="-n $rounds" ;;
esac
export PDATA="$build/pdata"
dir=$build/tests/fuzz-data
mkdir -p "$dir"
for name in basic basic-be records records-be unfinished cut zero-size pipe pipe-be empty; do
	"$build/tests/tools/gendata" $name "$dir/$name.data" || exit 1
	# Compressed recordings are inputs, too, and so are texts.
	for z in "gzip -n" "zstd -q"; do
		# shellcheck disable=SC2086
		! command -v ${z%% *} >/dev/null || $z -c "$dir/$name.data" >"$dir/$name.${z%% *}"
	done
	[ ! -x "$build/pdata" ] || "$build/pdata" dump -i "$dir/$name.data" >"$dir/$name.txt" 2>/dev/null
done
# Ignore a pattern without matching files.
: >"$dir/empty.gzip"
: >"$dir/empty.zstd"
[ -f "$dir/basic.txt" ] || : >"$dir/basic.txt"
# Inputs of these targets: features, tracing data and streams taken out of recordings.
case $target in
feature | tracing | pipe)
	"$build/tests/fuzz/seeds" "$dir/seeds" "$dir"/*.data "$here"/../../fixtures/real/*.data || exit 1
	for seed in "$dir/seeds/$target"/*; do
		[ ! -f "$seed" ] || set -- "$@" "$seed"
	done ;;
esac
# Files with symbols: a program with debugging information, complete, stripped and compressed.
if [ "$target" = elf ] || [ "$target" = elf_read ]; then
	printf 'static inline int twice(int n) { return 2 * n; }\nint main(int n, char **v) { return twice(n) + (v[0] != 0); }\n' >"$dir/elf.c"
	for flags in "-O2 -g" "-O1 -s" "-O2 -g -static"; do
		out=$dir/elf$(echo "$flags" | tr -d ' ').elf
		# shellcheck disable=SC2086
		${CC:-cc} $flags "$dir/elf.c" -o "$out" 2>/dev/null && [ "$(wc -c <"$out")" -lt 200000 ] && set -- "$@" "$out"
	done
	gzip -nc "$dir/elf-O1-s.elf" >"$dir/elf.gz" 2>/dev/null && set -- "$@" "$dir/elf.gz"
fi
# Small objects that consist mostly of call frame information or debugging information.
made() { # NAME FLAG...
	out=$dir/$1.elf
	shift
	"${CC:-cc}" -shared -nostdlib -fPIC -Wl,-z,noseparate-code "$@" "$here/seed.c" -o "$out" 2>/dev/null
}
seed() { # NAME FLAG...
	! made "$@" || kept_seeds="$kept_seeds $out"
}
kept_seeds=''
case $target in
unwind)
	seed unwind-O2 -O2
	seed unwind-O0 -O0
	seed unwind-frame -O2 -fno-omit-frame-pointer
	seed unwind-debug -O2 -g -fno-asynchronous-unwind-tables -fno-unwind-tables -DPLAIN ;;
dwarf)
	for version in 5 4 3; do
		seed dwarf-$version -O2 -g -gdwarf-$version
	done
	seed dwarf-z -O2 -g -gz
	rm -f "$dir"/*.dwo
	made dwarf-split -O2 -g -gsplit-dwarf && kept_seeds="$kept_seeds $out"
	for out in $kept_seeds; do
		! command -v objcopy >/dev/null || objcopy --only-keep-debug "$out" 2>/dev/null
	done
	# A package of split DWARF files, if the tool for it works.
	made dwarf-packed -O2 -g -gdwarf-4 -gsplit-dwarf && command -v dwp >/dev/null &&
		timeout 20 dwp -e "$out" -o "$dir/packed.dwp" 2>/dev/null && kept_seeds="$kept_seeds $dir/packed.dwp"
	for out in "$dir"/*.dwo; do
		[ ! -f "$out" ] || kept_seeds="$kept_seeds $out"
	done ;;
jit)
	printf '1000 80 one\n0x2000 10 two three\n 3000\t8\tfour\n' >"$dir/perf.map"
	printf 'ffffffff81000000 T _text\n0 A absolute\nc0000000 t f\t[nf_nat]\nc0000010 d last' >"$dir/kallsyms"
	# A header, a CODE_LOAD of "ab" with a byte of code, a CODE_MOVE.
	{
		printf 'DTiJ\1\0\0\0\50\0\0\0\76\0\0\0\0\0\0\0\7\0\0\0' && head -c 16 /dev/zero
		printf '\0\0\0\0\74\0\0\0' && head -c 48 /dev/zero && printf 'ab\0\303'
		printf '\1\0\0\0\100\0\0\0' && head -c 56 /dev/zero
	} >"$dir/jit.dump"
	kept_seeds="$dir/perf.map $dir/kallsyms $dir/jit.dump" ;;
esac
# shellcheck disable=SC2086
set -- "$@" $kept_seeds
for kept in "$here"/corpus/*; do
	[ ! -f "$kept" ] || set -- "$@" "$kept"
done
# shellcheck disable=SC2086
exec "$build/tests/fuzz/replay_$target" $limit -o "$dir" "$dir"/*.data "$dir"/*.gzip "$dir"/*.zstd "$dir"/*.txt "$@"
