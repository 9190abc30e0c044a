#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD - test headers, exports, constants, struct layouts, install and uninstall of libpdata
#
# CC, CXX, NM, MAKE and SANITIZED (the flags of an instrumented build) come from make.
set -u
export LC_ALL=C

src=$(cd "$(dirname "$0")/../.." && pwd)
given=$1
build=$(cd "$1" && pwd) || exit 1
inc=$src/libpdata/include
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. "$src/tests/lib.sh"
part=abi
CC=${CC:-gcc} CXX=${CXX:-g++} NM=${NM:-nm} MAKE=${MAKE:-make}
headers=$(cd "$inc/pdata" && echo *.h)

# ---- headers compile alone, in old C and C++ standards, without a warning
for h in $headers; do
	echo "#include <pdata/$h>" >"$tmp/h.c"
	check "$h compiles alone as C99" \
		"$CC" -std=c99 -Wall -Wextra -pedantic -Werror -I"$inc" -fsyntax-only "$tmp/h.c"
	if command -v "$CXX" >/dev/null; then
		check "$h compiles alone as C++11" \
			"$CXX" -x c++ -std=c++11 -Wall -Wextra -pedantic -Werror -I"$inc" -fsyntax-only "$tmp/h.c"
	else
		skip "$h as C++11: no $CXX"
	fi
done

# ---- exports: the map, the headers and the library name the same functions
# shellcheck disable=SC2086
(cd "$inc/pdata" && sh "$src/tests/abi/names.sh" $headers) >"$tmp/headers"
sed -n 's/^[ \t]*\(pdata_[a-z0-9_]*\);.*/\1/p' "$src/libpdata/pdata.map" | sort >"$tmp/map"
"$NM" -D --defined-only "$build/libpdata.so" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort >"$tmp/so"
check "headers have functions" test -s "$tmp/headers"
check "pdata.map names the functions of the headers" diff "$tmp/headers" "$tmp/map"
check "libpdata.so exports the functions of pdata.map" diff "$tmp/map" "$tmp/so"

# ---- every function has a comment, its own or that of its group
undocumented() {
	awk '
		/\*\// { commented = 1; next }
		/^[ \t]*$/ { commented = 0 }
		/^PDATA_API/ && !commented { print FILENAME ":" FNR ": " $0; bad = 1 }
		END { exit bad }
	' "$@"
}
for h in $headers; do
	check "functions of $h are documented" undocumented "$inc/pdata/$h"
done

# ---- structs: sizes and offsets are those of layout.tsv; options begin with their INIT macro. SET=1 writes layout.tsv.
layout() {
	# shellcheck disable=SC2046
	sh "$src/tests/abi/layout.sh" $(for h in $headers; do echo "$inc/pdata/$h"; done) >"$tmp/layout.c" &&
		"$CC" -Wall -Werror -I"$inc" "$tmp/layout.c" -o "$tmp/layout" && "$tmp/layout" >"$tmp/layout.tsv" || return 1
	[ -z "${SET:-}" ] || cp "$tmp/layout.tsv" "$src/tests/abi/layout.tsv"
	diff "$src/tests/abi/layout.tsv" "$tmp/layout.tsv"
}
each_struct_has_a_layout() {
	# shellcheck disable=SC2046
	cat $(for h in $headers; do echo "$inc/pdata/$h"; done) | sed -n 's/^struct \(pdata_[a-z_0-9]*\) {.*/\1/p' | sort >"$tmp/structs"
	awk '$2 == "-" { print $1 }' "$src/tests/abi/layout.tsv" | sort | diff "$tmp/structs" -
}
if echo 'char lp64[sizeof(long) == 8 && __alignof__(unsigned long long) == 8 ? 1 : -1];' | "$CC" -xc -fsyntax-only - 2>/dev/null; then
	check "sizes and offsets of struct members are unchanged" layout
else
	skip "members of structs: not a host of 64 bits"
fi
check "each public struct has its layout in layout.tsv" each_struct_has_a_layout
check "options begin with their INIT macro in C" \
	sh -c "'$CC' ${SANITIZED:-} -std=c99 -Wall -Wextra -pedantic -Werror -I'$inc' '$src/tests/abi/init.c' -o '$tmp/init' && '$tmp/init'"
if command -v "$CXX" >/dev/null; then
	check "options begin with their INIT macro in C++" \
		sh -c "'$CXX' ${SANITIZED:-} -x c++ -std=c++11 -Wall -Wextra -pedantic -Werror -I'$inc' '$src/tests/abi/init.c' -o '$tmp/init' && '$tmp/init'"
else
	skip "INIT macros in C++: no $CXX"
fi

# ---- error codes are unique
repeated() {
	sed -n 's/^PD_ERR([A-Z_]*, \(-[0-9]*\),.*/\1/p' "$inc/pdata/errors.def" >"$tmp/codes"
	[ -s "$tmp/codes" ] || return 1
	sort "$tmp/codes" | uniq -d | grep . && return 1
	return 0
}
check "error codes are unique" repeated

# ---- numbers are the kernel's
if echo '#include <linux/perf_event.h>' | "$CC" -E -M -xc - >"$tmp/dep" 2>/dev/null; then
	kernel=$(tr ' ' '\n' <"$tmp/dep" | grep -m1 'linux/perf_event\.h')
	sh "$src/tests/abi/consts.sh" "$inc/pdata/consts.h" "$kernel" >"$tmp/consts.c"
	check "constants compile beside the kernel's" \
		"$CC" -w -I"$inc" "$tmp/consts.c" -o "$tmp/consts"
	check "constants are the kernel's" "$tmp/consts"
else
	skip "constants: no <linux/perf_event.h>"
fi

# ---- contents of the library
no_writable_data() {
	size -A "$build/libpdata.a" | awk '
		/^[a-z_0-9]+\.o/ { file = $1 }
		$1 ~ /^\.(data|bss|tdata|tbss)$|^\.(data|bss)\.[^r]/ && $2 > 0 { print file, $1, $2; bad = 1 }
		END { exit bad }
	'
}
no_private_names() { # all global names of the archive, exported or not, begin with pdata_ or pd_
	"$NM" -g --defined-only "$build/libpdata.a" | awk 'NF == 3 && $3 !~ /^(pdata|pd|_)_/ { print; bad = 1 } END { exit bad }'
}
needs_only() { # FILE
	readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >"$tmp/needed"
	grep -v -E '^(libc\.so\.6|libc\.musl.*|libz\.so\..*|libzstd\.so\..*|libxxhash\.so\..*|ld-linux.*)$' "$tmp/needed" && return 1
	return 0
}
case ${SANITIZED:-} in
?*) skip "writable data, needed libraries: an instrumented build" ;;
*)
	check "libpdata has no writable global data" no_writable_data
	check "libpdata.so needs nothing but libc and the codecs" needs_only "$build/libpdata.so"
	[ ! -f "$build/pdata-record" ] ||
		check "pdata-record needs nothing but libc and the codecs" needs_only "$build/pdata-record"
	;;
esac
check "libpdata's global names begin with pdata_ or pd_" no_private_names

# ---- a program links with -lpdata alone; the library returns the headers' version
major=$(sed -n 's/^#define PDATA_VERSION_MAJOR //p' "$inc/pdata/pdata.h")
minor=$(sed -n 's/^#define PDATA_VERSION_MINOR //p' "$inc/pdata/pdata.h")
version_is() { # COMMAND...
	is=$("$@") || return 1
	echo "version is $is, the header has $major.$minor"
	[ "$is" = "$major.$minor" ]
}
# Before 1.0 each minor version has its own soname.
soname=libpdata.so.$major
[ "$major" != 0 ] || soname=$soname.$minor
check "soname has the major version, and before 1.0 the minor one" \
	sh -c "readelf -d '$build/libpdata.so' | grep -q 'SONAME.*\\[$soname\\]'"

# shellcheck disable=SC2086
{
	check "a program links with -lpdata alone" \
		"$CC" ${SANITIZED:-} -I"$inc" "$src/tests/abi/use.c" -o "$tmp/use" -L"$build" -lpdata
	check "and runs" version_is env LD_LIBRARY_PATH="$build" "$tmp/use"
}

# ---- the examples of README.md and libpdata(3) are these programs, and they work
readme_example() { # NUMBER PROGRAM
	awk -v n="$1" '/^```c$/ { k++; on = 1; next } /^```$/ { on = 0 } on && k == n' "$src/README.md" >"$tmp/readme.c"
	sed -n '/^#include/,$p' "$src/tests/abi/$2" | diff "$tmp/readme.c" -
}
check "README.md shows tests/abi/example.c" readme_example 1 example.c
check "README.md shows tests/abi/write.c" readme_example 2 write.c
if [ -x "$build/tests/tools/gendata" ]; then
	example() {
		# shellcheck disable=SC2086
		"$CC" ${SANITIZED:-} -I"$inc" "$src/tests/abi/example.c" -o "$tmp/example" -L"$build" -lpdata &&
			"$build/tests/tools/gendata" basic "$tmp/basic.data" &&
			LD_LIBRARY_PATH=$build "$tmp/example" "$tmp/basic.data" >"$tmp/example.out" &&
			[ "$(wc -l <"$tmp/example.out")" = 50 ] && grep -q '^second 101 0x400200$' "$tmp/example.out"
	}
	check "the example prints every sample" example
fi
write_example() {
	# shellcheck disable=SC2086
	"$CC" ${SANITIZED:-} -I"$inc" "$src/tests/abi/write.c" -o "$tmp/write" -L"$build" -lpdata &&
		LD_LIBRARY_PATH=$build "$tmp/write" "$tmp/written.data" || return 1
	for reader in "$given/pdata" "$(command -v perf || echo "$given/pdata")"; do
		"$reader" script -F comm,tid,ip,event -i "$tmp/written.data" >"$tmp/written" || return 1
		[ "$(grep -c 'writer *7 *my-event: *400100' "$tmp/written")" = 10 ] || { head -3 "$tmp/written"; return 1; }
	done
}
chains() {
	# shellcheck disable=SC2086
	"$CC" ${SANITIZED:-} -Wall -Wextra -Werror -I"$inc" "$src/tests/abi/chains.c" -o "$tmp/chains" -L"$build" -lpdata || return 1
	[ -s "$tmp/chains.data" ] || return 0
	LD_LIBRARY_PATH=$build "$tmp/chains" "$tmp/chains.data" >"$tmp/chained" || return 1
	for frame in 'main (.*/workload)' '? (\[kernel.kallsyms\].*)'; do
		grep -q "$frame\$" "$tmp/chained" || { echo "no frame $frame"; head -20 "$tmp/chained"; return 1; }
	done
}
# A user without the right to sample the kernel gets no kernel frames.
if [ "$(id -u)" != 0 ] || ! "$given/pdata-record" -q -g -e cpu-clock -F 999 -o "$tmp/chains.data" \
	"$given/tests/demo/workload" 1 >/dev/null 2>"$tmp/chains.err"; then
	rm -f "$tmp/chains.data"
	skip "the example with names only compiled: $(cat "$tmp/chains.err" 2>/dev/null)"
fi
check "the example with call chains names functions" chains
# A default recording of perf: it has build ids in a feature only.
perf_chains() {
	LD_LIBRARY_PATH=$build "$tmp/chains" "$tmp/perf.data" >"$tmp/chained" || return 1
	grep -q 'checksum_pages (.*/workload)$' "$tmp/chained" || { head -20 "$tmp/chained"; return 1; }
}
if [ -x "$given/tests/demo/workload" ] && command -v perf >/dev/null &&
	perf_runs record -q -g -e cpu-clock:u -F 999 -o "$tmp/perf.data" "$given/tests/demo/workload" 1 >/dev/null 2>&1; then
	check "the example with call chains names functions of a recording of perf" perf_chains
else
	skip "the example with call chains on a recording of perf: no perf, or no workload"
fi

# The first address after a context mark is where the code stopped, perhaps at the start of a function. The next one is a return address.
entry_chain() {
	entry=$("$NM" "$tmp/chains" | awk '$3 == "main" { print $1 }')
	id=$(readelf -n "$tmp/chains" | sed -n 's/.*Build ID: *//p')
	code=$(readelf -lW "$tmp/chains" | awk '$1 == "LOAD" && / R E / { print "addr=" $3 " len=" $5 " pgoff=" $2 }')
	cat >"$tmp/entry.txt" <<-END
		FILE mode=file order=le attr_size=144
		ATTR attr={type=1 size=128 sample_type=TID|TIME|CALLCHAIN flags=sample_id_all}
		DATA
		MMAP2 misc=USER|MMAP_BUILD_ID pid=7 tid=7 $code build_id_size=20 build_id=$id prot=5 flags=2 filename="$tmp/chains" sample_id={pid=7 tid=7 time=1}
		SAMPLE misc=KERNEL pid=7 tid=7 time=2 ips=[0xffffffffffffff80 0xffffffff81000010 0xfffffffffffffe00 0x$entry 0x$entry]
	END
	"$given/pdata" assemble "$tmp/entry.txt" -o "$tmp/entry.data" || return 1
	LD_LIBRARY_PATH=$build "$tmp/chains" "$tmp/entry.data" >"$tmp/entry" || return 1
	[ "$(awk '$2 == "main" { print NR }' "$tmp/entry")" = 3 ] || { cat "$tmp/entry"; return 1; }
}
if [ -x "$given/pdata" ] && [ -x "$tmp/chains" ]; then
	check "the example with call chains looks up the address after a context mark as it is" entry_chain
else
	skip "the example with call chains on the start of a function: no pdata"
fi

# Invalid memory accesses and leaks. An instrumented build reports both without valgrind.
clean_of_memory() { # PROGRAM ARGUMENT
	LD_LIBRARY_PATH=$build valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible \
		"$tmp/$1" "$2" >/dev/null
}
if [ -z "${SANITIZED:-}" ] && valgrind -q true 2>/dev/null && [ -x "$tmp/example" ]; then
	check "valgrind finds nothing in the example" clean_of_memory example "$tmp/basic.data"
	check "valgrind finds nothing in the example with call chains" clean_of_memory chains "$tmp/basic.data"
	guarded=yes
else
	guarded=
	skip "valgrind on the examples: an instrumented build, or no valgrind"
fi

# Members that an event does not record are unspecified: this library fills them with invalid pointers.
bare_samples() {
	printf 'FILE mode=file order=le attr_size=144\nATTR attr={type=1 size=128 sample_type=IP|PERIOD}\nDATA\n' >"$tmp/bare.txt"
	printf 'SAMPLE misc=USER ip=0x400100 period=1\n' >>"$tmp/bare.txt"
	"$given/pdata" assemble "$tmp/bare.txt" -o "$tmp/bare.data" || return 1
	for program in example chains; do
		# shellcheck disable=SC2086
		"$CC" ${SANITIZED:-} -ftrivial-auto-var-init=pattern -I"$inc" "$src/tests/abi/$program.c" -o "$tmp/bare" -L"$build" -lpdata || return 1
		LD_LIBRARY_PATH=$build "$tmp/bare" "$tmp/bare.data" >"$tmp/bare.out" || return 1
		[ ! -s "$tmp/bare.out" ] || { echo "$program:"; head -3 "$tmp/bare.out"; return 1; }
	done
}
echo 'int main(void) { return 0; }' >"$tmp/empty.c"
if [ -x "$given/pdata" ] && "$CC" -ftrivial-auto-var-init=pattern "$tmp/empty.c" -o "$tmp/empty" 2>/dev/null; then
	check "the examples do not read members that a sample lacks" bare_samples
else
	skip "the examples look at nothing that a sample does not have: no pdata, or no such compiler"
fi
[ ! -x "$given/pdata" ] || check "the writing example's file is read, by perf, too" write_example
[ -z "$guarded" ] || [ ! -x "$tmp/write" ] ||
	check "valgrind finds nothing in the writing example" clean_of_memory write "$tmp/valgrind.data"

built_with_what_was_found() {
	"$given/pdata" version --build-options | sed -n 's/.*\[ on  \]  # //p' | sort >"$tmp/said"
	sed -n 's/^#define \(HAVE_[A-Z]*\) 1$/\1/p' "$given/config.h" | grep -v HAVE_ATOMIC | sort | cmp - "$tmp/said"
}
[ ! -x "$given/pdata" ] || check "version --build-options names the libraries that were found" built_with_what_was_found

# ---- installed: a program builds with the flags of pkg-config alone; make uninstall leaves nothing
"$MAKE" -C "$src" O="$given" install DESTDIR="$tmp/root" prefix=/usr >"$tmp/install.log" 2>&1
check "make install" test -f "$tmp/root/usr/include/pdata/pdata.h"
page_has() { # PAGE TEXT
	grep -qF -- "$2" "$tmp/root/usr/share/man/man1/$1"
}
each_command_has_a_page() {
	status=0
	for c in $(sed -n 's/^REP_CMD(\(.*\)).*/\1/p' "$src/report/commands/cmds.def" | tr _ -); do
		[ -f "$tmp/root/usr/share/man/man1/pdata-$c.1" ] || { echo "no page for $c"; status=1; }
	done
	return $status
}
each_function_has_a_page() {
	status=0
	while read -r f; do
		[ -f "$tmp/root/usr/share/man/man3/$f.3" ] || { echo "no page for $f"; status=1; }
	done <"$tmp/headers"
	return $status
}
check "each command has a page" each_command_has_a_page
check "each function has a page" each_function_has_a_page
check "completions are where bash looks for them" test -e "$tmp/root/usr/share/bash-completion/completions/pdata-record"
check "pdata-record(1) has the program's options" page_has pdata-record.1 '\fB\-\-call\-graph\fR'
check "pdata-report(1) has the command's options" page_has pdata-report.1 '\fB\-\-sort\fR'
if command -v pkg-config >/dev/null; then
	pc() {
		PKG_CONFIG_SYSROOT_DIR=$tmp/root PKG_CONFIG_LIBDIR=$(dirname "$(find "$tmp/root" -name pdata.pc)") \
			pkg-config "$@" pdata
	}
	check "pdata.pc has the version" version_is pc --modversion
	# shellcheck disable=SC2046,SC2086
	check "a program builds with the flags of pkg-config" \
		"$CC" ${SANITIZED:-} $(pc --cflags) "$src/tests/abi/use.c" -o "$tmp/use2" $(pc --libs)
	echo 'int main(void) { return 0; }' >"$tmp/empty.c"
	# shellcheck disable=SC2046,SC2086
	if [ -n "${SANITIZED:-}" ] || ! "$CC" -static "$tmp/empty.c" -o "$tmp/empty" $(pc --static --libs-only-l | sed 's/-lpdata//') 2>/dev/null; then
		skip "pkg-config --static: no static libraries here"
	else
		check "a static program builds with the flags of pkg-config" \
			"$CC" -static $(pc --cflags) "$src/tests/abi/chains.c" -o "$tmp/static" $(pc --static --libs)
	fi
fi
"$MAKE" -C "$src" O="$given" uninstall DESTDIR="$tmp/root" prefix=/usr >"$tmp/install.log" 2>&1
check "make uninstall leaves no file" sh -c "! find '$tmp/root' -type f -o -type l | grep ."
finish
