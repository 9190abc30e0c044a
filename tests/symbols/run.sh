#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# run.sh BUILD - addresses get the same names as from the installed perf for the same recording
#
# perf records programs that are linked and stripped in every usual way, and then both programs print
# the names. The test is skipped without perf, a C++ compiler or the permission to record.
# shellcheck disable=SC2034 # begin.sh and lib.sh read them
part=symbols live=1
# shellcheck source=tests/symbols/begin.sh
. "$(dirname "$0")/begin.sh"

needs perf g++ objcopy

record() { # FILE PROGRAM ARGUMENT...
	out=$1
	shift
	perf_records -e cpu-clock -F 2999 -g -o "$out" "$@" >"$out.out"
}
record_stacks() { # FILE PROGRAM
	perf_records -e cpu-clock -F 499 --call-graph dwarf,4096 -o "$1" "$2" >/dev/null
}

if ! record "$tmp/try" true; then
	skip_all "perf may not record here"
fi

# names FILE OPTION... - perf and pdata print the same symbols, and at least one
names() {
	file=$1
	shift
	perf script -f --no-inline -F ip,sym,symoff,dso -i "$file" "$@" >"$tmp/want" 2>/dev/null
	"$pdata" script --no-inline -F ip,sym,symoff,dso -i "$file" "$@" >"$tmp/is" || return 1
	[ "$(grep -c '+0x' "$tmp/want")" -gt 20 ] || { echo "perf has no names"; return 1; } # a stripped program: only symbols of libraries
	# perf has a copy of the vdso only if its recording ended normally; pdata reads its own vdso.
	sed -i '/(\[vdso\])/d' "$tmp/want" "$tmp/is"
	diff "$tmp/want" "$tmp/is"
}

# same NAME PROGRAM - record the program now
same() {
	if record "$tmp/$1.data" "$2"; then
		check "$1" names "$tmp/$1.data"
	else
		skip "$1: perf could not record it"
	fi
}

build() { # NAME FLAG...
	out=$tmp/$1
	shift
	g++ -O1 -g -std=gnu++17 -fno-omit-frame-pointer work.cc -o "$out" "$@" 2>"$tmp/build.log"
}

variant() { # NAME FLAG...
	if build "$@"; then
		same "$1" "$tmp/$1"
	else
		skip "cannot build $1"
	fi
}

variant pie
variant fixed -no-pie
variant static -static
variant static_pie -static-pie
variant stripped -s
variant lazy -Wl,-z,lazy
variant without_id -Wl,--build-id=none
variant md5 -Wl,--build-id=md5
variant packed -Wl,-z,noseparate-code

if build linked; then
	objcopy --only-keep-debug "$tmp/linked" "$tmp/linked.debug"
	strip "$tmp/linked"
	objcopy --add-gnu-debuglink="$tmp/linked.debug" "$tmp/linked"
	same linked "$tmp/linked"
fi

# perf writes no build ids into compressed recordings; their vdso is the running kernel's if that is the recorded one.
vdso() {
	cat >"$tmp/clock.c" <<-END
		#include <time.h>
		int main(void)
		{
			struct timespec t0, t;

			clock_gettime(CLOCK_MONOTONIC, &t0);
			do
				clock_gettime(CLOCK_MONOTONIC, &t);
			while ((t.tv_sec - t0.tv_sec) * 1000 + (t.tv_nsec - t0.tv_nsec) / 1000000 < 300);
			return 0;
		}
	END
	g++ -O1 -x c "$tmp/clock.c" -o "$tmp/clock" || return
	perf_records -z -e cpu-clock -F 2999 -o "$tmp/clock.data" "$tmp/clock" >/dev/null || return
	perf script -f -F ip,sym,symoff,dso -i "$tmp/clock.data" >"$tmp/want" 2>/dev/null
	"$pdata" script -F ip,sym,symoff,dso -i "$tmp/clock.data" >"$tmp/is"
}
if [ "$(id -u)" = 0 ] && vdso && [ "$(grep -c '+0x.*(\[vdso\])' "$tmp/want")" -gt 5 ] && grep -q '+0x.*kernel' "$tmp/is"; then
	check vdso diff "$tmp/want" "$tmp/is"
else
	skip "no compressed recording of this kernel with samples of its vdso"
fi

# With --symfs, the build id cache of this machine is not used.
for f in pie without_id; do
	[ -f "$tmp/$f.data" ] || continue
	mkdir -p "$tmp/root$tmp"
	cp "$tmp/$f" "$tmp/root$tmp/"
	check "symfs_$f" names "$tmp/$f.data" --symfs "$tmp/root" --kallsyms /proc/kallsyms
done

# Without the build id cache perf reads the original files, and so does pdata.
if [ -f "$tmp/pie.data" ]; then
	rm -rf "$HOME/.debug"
	check no_cache names "$tmp/pie.data"
	check "the root directory as --symfs" names "$tmp/pie.data" --symfs /
	check "chains end where they are told" names "$tmp/pie.data" --stop-bt main,do_syscall_64,sort_words
fi

# Without the key dso, perf compares objects of symbols, but not those of addresses in stripped programs: equal
# percentages are in the order of its trees. In one recording of ten, perf's tree does not find a row again and perf
# prints the row twice: such a recording is made again.
symbol_order() {
	cat >"$tmp/several" <<-'END'
		#!/bin/sh
		ls -lR /usr/include >/dev/null
		tar cf - /usr/include/linux /usr/include/c++ 2>/dev/null | gzip >/dev/null
		sort /etc/services /usr/include/stdlib.h | uniq -c >/dev/null
	END
	chmod +x "$tmp/several"
	for _ in 1 2 3 4 5; do
		record "$tmp/several.data" "$tmp/several" || { echo "perf could not record it"; return 1; }
		rows_of_symbols && return 0
		[ "$(wc -l <"$tmp/is.perf")" -gt "$(wc -l <"$tmp/is.pdata")" ] || break
	done
	diff "$tmp/is.perf" "$tmp/is.pdata"
	return 1
}
rows_of_symbols() {
	for keys in sym comm,sym sym,comm sym,dso; do
		for who in perf "$pdata"; do
			$who report -f --stdio --no-children -g none -s $keys -i "$tmp/several.data" 2>/dev/null |
				sed '/^#/d; /vdso/d' >"$tmp/is.${who##*/}"
		done
		[ "$(grep -c '0x0' "$tmp/is.perf")" -gt 20 ] || { echo "few addresses without a name"; return 1; }
		cmp -s "$tmp/is.perf" "$tmp/is.pdata" || return 1
	done
}
check "order of rows by symbol" symbol_order

# Inlined functions: perf shows them in the stacks that it unwinds, with the help of addr2line. Unwinders
# may differ in one sample of a hundred.
inlined() {
	perf script -f -F ip,sym,symoff,dso -i "$1" >"$tmp/want" 2>/dev/null
	"$pdata" script -F ip,sym,symoff,dso -i "$1" >"$tmp/is" || return 1
	[ "$(grep -c '(inlined)' "$tmp/want")" -gt 20 ] || { echo "perf shows no inlined function"; return 1; }
	awk -v RS= 'NR == FNR { want[NR] = $0; nr = NR; next }
		$0 != want[FNR] { bad++; if (bad == 1) print "wanted\n" want[FNR] "\nis\n" $0 }
		END { print nr, FNR, bad + 0; exit nr != FNR || bad * 100 > nr }' "$tmp/want" "$tmp/is"
}

# The same with source lines. If a file of the line table is the first of its list, as in the C library, addr2line
# prints another file: the files of the dynamic linker, dl-*.c, are not compared, because a slow machine has many of its
# stacks.
lines() { # OPTION...
	perf script -f -F ip,sym,srcline -i "$tmp/inlining.data" "$@" 2>/dev/null |
		sed '/libc.start/d; s@^  \(.*/\)\{0,1\}dl-[^:]*:@  dl:@' >"$tmp/want"
	"$pdata" script -F ip,sym,srcline -i "$tmp/inlining.data" "$@" |
		sed '/libc.start/d; s@^  \(.*/\)\{0,1\}dl-[^:]*:@  dl:@' >"$tmp/is" || return 1
	[ "$(grep -c 'work.cc:' "$tmp/want")" -gt 20 ] || { echo "perf shows no lines"; return 1; }
	awk -v RS= 'NR == FNR { want[NR] = $0; nr = NR; next }
		$0 != want[FNR] { bad++; if (bad == 1) print "wanted\n" want[FNR] "\nis\n" $0 }
		END { print nr, FNR, bad + 0; exit nr != FNR || bad * 50 > nr }' "$tmp/want" "$tmp/is"
}

# `pdata resolve` prints the source lines that `pdata script` prints for the addresses of samples.
resolved() {
	"$pdata" script --no-inline --full-source-path -F pid,ip,srcline -G -i "$tmp/inlining.data" |
		awk '/work.cc:/ { print pid, ip, $1 } { pid = $1; ip = $2 }' | sort -u >"$tmp/want"
	[ -s "$tmp/want" ] || { echo "script shows no lines"; return 1; }
	pid=$(awk '{ print $1; exit }' "$tmp/want")
	addresses=$(awk '{ print $2 }' "$tmp/want")
	# shellcheck disable=SC2086
	"$pdata" resolve -p "$pid" -i "$tmp/inlining.data" $addresses >"$tmp/is" || return 1
	awk -v pid="$pid" '{ sub(/^0*/, "", $1); print pid, $1, $NF }' "$tmp/is" | diff "$tmp/want" - || return 1
	# shellcheck disable=SC2086
	"$pdata" resolve --json -p "$pid" -i "$tmp/inlining.data" $addresses |
		sed -n 's/.*"file":"\([^"]*\)","line":\([0-9]*\).*/\1:\2/p' | diff <(awk '{ print $3 }' "$tmp/want") -
}

# Frames that are distinguished by address each have the line of their call of the next frame, including the function
# around inlined ones. Only stacks that the unwinders unwind differently may differ. weak_one has a second name, and which
# of both addr2line prints depends on the address that perf asks for first, so either is right here.
frames() { # KIND
	for who in perf "$pdata"; do
		$who report -f --stdio --no-children -g "$1,0" -s comm -i "$tmp/inlining.data" 2>/dev/null | grep 'work.cc:' |
			sed 's/^[-| 0-9.%]*//; s/--[0-9.]*%--//; s/^alias_of_it /weak_one /; s/^\(weak_one .*\) (inlined)$/\1/' |
			sort -u >"$tmp/frames.${who##*/}"
	done
	comm -23 "$tmp/frames.perf" "$tmp/frames.pdata" >"$tmp/is"
	[ "$(wc -l <"$tmp/frames.perf")" -gt 4 ] || { echo "perf shows no lines"; return 1; }
	[ $(($(wc -l <"$tmp/is") * 10)) -le "$(wc -l <"$tmp/frames.perf")" ] || { head "$tmp/is"; return 1; }
}

# A line that is inlined in several functions has the name of the function around it in each graph. A row of one address
# of a function has only the graph of that address.
shared_line() {
	cat >"$tmp/shared.c" <<-END
		static inline long mix(long x) { for (volatile int i = 0; i < 20; i++) x += i; return x; }
		__attribute__((noinline)) long one(long n) { long s = 0; while (n--) s += mix(n); return s; }
		__attribute__((noinline)) long two(long n) { long s = 1; while (n--) s ^= mix(n); return s; }
		int main(void) { return one(1000000) + two(1000000) == 1; }
	END
	gcc -O2 -g -fno-omit-frame-pointer "$tmp/shared.c" -o "$tmp/shared" || return 1
	record "$tmp/shared.data" "$tmp/shared" || return 1
	for args in "-g caller,0,srcline" "-g caller,0,srcline --no-inline" "-g callee,0,srcline" \
		"-g folded,0,srcline --no-children" "-g flat,0,address --no-children" "-F +addr -g caller,0" "-F +addr -g callee,0"; do
		for who in perf "$pdata"; do
			# shellcheck disable=SC2086
			$who report -f --stdio -s dso,sym $args -d shared -S one,two -i "$tmp/shared.data" 2>/dev/null |
				sed '/^#/d; s/libc.start[a-z_.]*:/libc:/g' >"$tmp/is.${who##*/}"
		done
		grep -Eq 'one shared.c:|--one$' "$tmp/is.perf" || { echo "perf shows no such frame: $args"; return 1; }
		diff "$tmp/is.perf" "$tmp/is.pdata" || { echo "$args"; return 1; }
	done
}

# perf prints ??:0 if addr2line knows a function but no line, and function and offset if addr2line knows neither.
line_rows() { # FILE TEXT - perf's output must contain the text
	perf report -f --stdio --no-children -g none -s srcline -i "$1" 2>/dev/null |
		sed '/^#/d; /libc.start/d; /dl-error/d' >"$tmp/want"
	"$pdata" report --stdio --no-children -g none -s srcline -i "$1" |
		sed '/^#/d; /libc.start/d; /dl-error/d' >"$tmp/is" || return 1
	grep -q "$2" "$tmp/want" || { echo "perf has no $2"; return 1; }
	diff "$tmp/want" "$tmp/is"
}

# addr2line prints names of the symbol table for the functions of most languages: MAIN__ is the main program of Fortran,
# whose name in the source is another.
fortran() {
	cat >"$tmp/sums.f90" <<-END
		program sums
		  integer(8) :: total
		  integer :: i
		  total = 1
		  do i = 1, 60
		    call add()
		    call add()
		  end do
		  print *, total
		contains
		  subroutine add()
		    integer(8) :: k
		    do k = 1, 1000000
		      total = ieor(total * 3, k)
		    end do
		  end subroutine
		end program
	END
	gfortran -O2 -g "$tmp/sums.f90" -o "$tmp/sums" || return 1
	record_stacks "$tmp/sums.data" "$tmp/sums" || { echo "perf could not record it"; return 1; }
	inlined "$tmp/sums.data" && grep -q 'MAIN__' "$tmp/want"
}

# Assembly in a C file has no line. Before it, the table of lines ends with a row that has no code.
write_assembly() {
	cat >"$tmp/assembly.c" <<-'END'
		long between(long n);
		int main(void)
		{
			return between(100000000) == 1;
		}
		__asm__(".section .text.startup,\"ax\",@progbits\n\t.loc 1 4 1 view .Llast\n\t.text\n"
			"between:\n\tmov $0, %eax\n1:\tadd %rdi, %rax\n\tdec %rdi\n\tjnz 1b\n\tret\n");
		__attribute__((used)) static int after(int n) { return n + 1; }
	END
	gcc -O2 -g -fno-toplevel-reorder "$tmp/assembly.c" -o "$tmp/assembly" 2>/dev/null
}
assembly() {
	record "$tmp/assembly.data" "$tmp/assembly" || return 1
	line_rows "$tmp/assembly.data" 'assembly.c:0'
}

# The PLT of a static program is no part of the function before it, which is in another section.
static_plt() {
	cat >"$tmp/calls.c" <<-END
		#include <string.h>
		int main(int argc, char **argv)
		{
			const char *volatile empty = "";
			size_t n = 0;

			for (long i = 0; i < 200000000; i++)
				n += strlen(empty);
			return n == 1 + (argc > 9 && argv[1]);
		}
	END
	gcc -O1 -static -fno-builtin "$tmp/calls.c" -o "$tmp/calls" || return 1
	record "$tmp/calls.data" "$tmp/calls" || return 1
	line_rows "$tmp/calls.data" '_init+'
}

# Code behind the last function of a stripped file is no part of it, if it is in another section (.fini of all libraries).
behind() {
	cat >"$tmp/behind.c" <<-'END'
		int main(void)
		{
			void last(void);

			last();
			__asm__ volatile(".section .zlast,\"ax\",@progbits\n.Lloop:\tmov $100000000, %%eax\n1:\tdec %%eax\n"
					 "\tjnz 1b\n\tret\n\t.text\n\tcall .Lloop" ::: "eax");
			return 0;
		}
		void last(void) {}
	END
	gcc -O1 -mno-red-zone -no-pie -rdynamic -s "$tmp/behind.c" -o "$tmp/behind" || return 1
	record "$tmp/behind.data" "$tmp/behind" || return 1
	line_rows "$tmp/behind.data" 'behind\['
}

# Addresses that no symbol covers have their address in the ELF file, not their offset in it.
nameless() {
	for args in "script -F ip,sym,srcline" "report --stdio --no-children -g none -s srcline"; do
		for who in perf "$pdata"; do
			# shellcheck disable=SC2086
			$who $args -f -i "$tmp/nameless.data" 2>/dev/null | grep -F 'nameless[' >"$tmp/is.${who##*/}"
		done
		grep -Fq 'nameless[40' "$tmp/is.perf" || { echo "perf prints no such address: $args"; return 1; }
		diff "$tmp/is.perf" "$tmp/is.pdata" || { echo "$args"; return 1; }
	done
}

# The keys of source lines have lines in every spelling that perf accepts, and in diff.
line_keys() { # FILE
	for args in "report --stdio --no-children -g none -s SRCLINE -i" "report --stdio --no-children -g none -s sr -i" \
		"report --stdio --no-children -g none -F overhead,SrcFile -i" "diff -s srcline" "diff -s sym,Srcfile"; do
		files=$1
		[ "${args%% *}" = report ] || files="$1 $1"
		for who in perf "$pdata"; do
			# shellcheck disable=SC2086
			$who $args $files -f 2>/dev/null | sed '/^#/d; /libc.start/d; /dl-error/d' >"$tmp/is.${who##*/}"
		done
		grep -q 'work.cc' "$tmp/is.perf" || { echo "perf names no file: $args"; return 1; }
		diff "$tmp/is.perf" "$tmp/is.pdata" || { echo "$args"; return 1; }
	done
}

# The functions of a program without debugging information: perf prints the file that the symbol table names for a
# static function, and ??:0 for other functions.
lineless() {
	for who in "perf report -f" "$pdata report"; do
		$who --stdio --no-children -g none -s srcline -i "$tmp/lineless.data" >"$tmp/is" 2>/dev/null
		grep -q '%  ??:0' "$tmp/is" && ! grep 'cost+' "$tmp/is" || { echo "$who"; return 1; }
	done
	cat >"$tmp/fileless.c" <<-END
		static __attribute__((noinline)) long inner(volatile long n)
		{
			long s = 0;

			while (n--)
				s += n;
			return s;
		}
		__attribute__((noinline)) long outer(volatile long n)
		{
			long s = inner(n);

			while (n--)
				s ^= n;
			return s;
		}
		int main(void)
		{
			return (int)(outer(60000000) + inner(60000000)) & 1;
		}
	END
	gcc -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls "$tmp/fileless.c" -o "$tmp/fileless" || return 1
	# addr2line names wrong files for functions of the dynamic linker, and perf does not widen the column to the names
	# of these files: record until no sample is in the dynamic linker.
	for _ in 1 2 3 4 5; do
		record "$tmp/fileless.data" "$tmp/fileless" || return 1
		perf report -f --stdio --no-children -g none -s dso -i "$tmp/fileless.data" 2>/dev/null | grep -q 'ld-linux' || break
	done
	for args in "script -F ip,sym,srcline" "report --stdio --no-children -s srcline,srcfile,sym -g none" \
		"report --stdio --no-children -s sym -g caller,address"; do
		for who in perf "$pdata"; do
			# shellcheck disable=SC2086
			$who $args -f -i "$tmp/fileless.data" 2>/dev/null | sed '/libc.start/d; /^#/d; /dl-/d' >"$tmp/is.${who##*/}"
		done
		grep -q 'fileless.c:0' "$tmp/is.perf" || { echo "perf names no file"; return 1; }
		diff "$tmp/is.perf" "$tmp/is.pdata" || return 1
	done
}

# The debugging information has the path of the source relative to the compiler's directory.
if command -v addr2line >/dev/null &&
		(cd .. && g++ -O2 -g -std=gnu++17 symbols/work.cc -o "$tmp/inlining") 2>/dev/null; then
	if record_stacks "$tmp/inlining.data" "$tmp/inlining"; then
		check "inlined functions" inlined "$tmp/inlining.data"
		check "source lines of stacks" lines
		check "source lines of resolved addresses" resolved
		check "lines of frames by address" frames address
		check "lines of code inlined in several functions" shared_line
		check "rows of source lines" line_rows "$tmp/inlining.data" '%  .*:[1-9]'
		check "keys of source lines" line_keys "$tmp/inlining.data"
		if g++ -O1 -std=gnu++17 work.cc -o "$tmp/lineless" && record "$tmp/lineless.data" "$tmp/lineless"; then
			check "rows of functions without lines" lineless
		fi
		if command -v gfortran >/dev/null; then
			check "functions of Fortran" fortran
		else
			skip "no gfortran"
		fi
		if [ "$(uname -m)" = x86_64 ] && write_assembly; then
			check "source lines of assembly" assembly
		else
			skip "cannot build assembly between lines"
		fi
		if [ "$(uname -m)" = x86_64 ]; then
			check "source lines of the PLT of a static program" static_plt
			check "source lines behind the functions of a stripped program" behind
		fi
		if build nameless -no-pie -s && record "$tmp/nameless.data" "$tmp/nameless"; then
			check "source lines of addresses without names" nameless
		fi
		check "source lines of stacks, with directories" lines --full-source-path
	else
		skip "perf could not record stacks"
	fi
else
	skip "no addr2line"
fi

# Each entry of the procedure linkage table has the name that objdump gives it. perf 6.1 names no entries of these tables.
plt() {
	record "$tmp/plt.data" "$tmp/plt" || { echo "perf could not record it"; return 1; }
	objdump -d -j .plt -j .plt.sec "$tmp/plt" 2>/dev/null |
		sed -n 's/^0*\([0-9a-f]*\) <\([^+-]*@plt\)>:$/\1 \2+0x0/p' >"$tmp/want"
	[ "$(wc -l <"$tmp/want")" -gt 3 ] || { echo "objdump names no entries"; return 1; }
	pid=$("$pdata" script -F pid -G -i "$tmp/plt.data" | awk 'NF { print $1; exit }')
	# shellcheck disable=SC2046
	"$pdata" resolve --no-demangle -p "$pid" -i "$tmp/plt.data" $(awk '{ print $1 }' "$tmp/want") |
		awk '{ sub(/^0*/, "", $1); print $1, $2 }' | diff "$tmp/want" -
}

for flag in -Wl,-z,ibtplt -fuse-ld=lld; do
	if build plt -no-pie "$flag" && command -v objdump >/dev/null; then
		check "procedure linkage table, $flag" plt
	else
		skip "cannot build with $flag"
	fi
done

# Functions in .dwo files equal those of the same code in a single file; perf's addr2line does not read .dwo files.
# Without the files, one message reports how many are missing.
split_off() { # VERSION
	flags="-O2 -g -gdwarf-$1 -std=gnu++17 -Wl,--build-id=none"
	# shellcheck disable=SC2086
	(cd "$tmp" && g++ $flags "$work" -o whole && g++ $flags -gsplit-dwarf "$work" -o split) || return 1
	[ -n "$(find "$tmp" -maxdepth 1 -name '*.dwo')" ] || { echo "the compiler made no .dwo"; return 1; }
	record_stacks "$tmp/split.data" "$tmp/split" || { echo "perf could not record it"; return 1; }
	for fields in ip,sym ip,sym,srcline; do
		"$pdata" script -F $fields -i "$tmp/split.data" >"$tmp/is" 2>"$tmp/err" || return 1
		[ ! -s "$tmp/err" ] || { cat "$tmp/err"; return 1; }
		cat "$tmp/split" >"$tmp/kept"
		# The same inode with another content: only a recording that is newer takes names from it.
		cat "$tmp/whole" >"$tmp/split"
		touch "$tmp/split.data"
		"$pdata" script -F $fields -i "$tmp/split.data" >"$tmp/want"
		cat "$tmp/kept" >"$tmp/split"
		touch "$tmp/split.data"
		grep -q '(inlined)' "$tmp/want" || { echo "nothing is inlined"; return 1; }
		diff "$tmp/want" "$tmp/is" || return 1
	done
	rm -f "$tmp"/*.dwo
	"$pdata" script -F ip,sym -i "$tmp/split.data" 2>"$tmp/err" >"$tmp/is" || return 1
	[ "$(grep -c '1 of 1 .dwo files are missing' "$tmp/err")" = 1 ] || { cat "$tmp/err"; return 1; }
	[ -s "$tmp/is" ]
}

# The same with a .dwp package of these files beside the program.
packaged() { # VERSION COMPILER PACKER
	rm -f "$tmp"/*.dwo "$tmp"/*.dwp
	(cd "$tmp" && $2 -O2 -g -gdwarf-"$1" -gsplit-dwarf -std=gnu++17 "$work" -o packed) || return 1
	record_stacks "$tmp/packed.data" "$tmp/packed" || { echo "perf could not record it"; return 1; }
	"$pdata" script -F ip,sym -i "$tmp/packed.data" >"$tmp/want" || return 1
	grep -q '(inlined)' "$tmp/want" || { echo "nothing is inlined"; return 1; }
	(cd "$tmp" && timeout 60 "$3" -e packed -o packed.dwp) >"$tmp/log" 2>&1 || { cat "$tmp/log"; return 1; }
	rm -f "$tmp"/*.dwo
	"$pdata" script -F ip,sym -i "$tmp/packed.data" >"$tmp/is" 2>"$tmp/err" || return 1
	[ ! -s "$tmp/err" ] && diff "$tmp/want" "$tmp/is"
}

# A packer may fail on the output of other compilers: try it on a tiny program first.
can_pack() { # VERSION COMPILER PACKER
	rm -f "$tmp"/*.dwo "$tmp"/*.dwp
	command -v "$3" >/dev/null && (cd "$tmp" && echo 'int main() {}' >t.cc &&
		$2 -O2 -g -gdwarf-"$1" -gsplit-dwarf t.cc -o t && timeout 20 "$3" -e t -o t.dwp) >/dev/null 2>&1
}

work=$(realpath work.cc)
for how in "5 clang++ llvm-dwp" "4 g++ dwp" "4 clang++ llvm-dwp"; do
	# shellcheck disable=SC2086
	if can_pack $how && record "$tmp/t.data" "$tmp/t"; then
		check "functions in a package, $how" packaged $how
	else
		skip "no package of split debugging information can be made or recorded: $how"
	fi
done
for version in 5 4; do
	if (cd "$tmp" && echo 'int main() {}' >t.cc && g++ -gdwarf-$version -gsplit-dwarf t.cc -o t) 2>/dev/null &&
		record_stacks "$tmp/t.data" "$tmp/t"; then
		rm -f "$tmp"/*.dwo
		check "functions in .dwo files of version $version" split_off $version
	else
		skip "split debugging information of version $version cannot be made or recorded"
	fi
done

# The files that archive packs give the same names on a system without the original files.
archived() { # FILE PROGRAM
	"$pdata" script -F ip,sym,symoff,dso -i "$1" >"$tmp/want" 2>/dev/null
	"$pdata" archive -q -i "$1" -o "$tmp/a.tar" || return 1
	rm -rf "$tmp/there"
	mkdir -p "$tmp/there/.debug" && tar xf "$tmp/a.tar" -C "$tmp/there/.debug" || return 1
	mv "$2" "$2.away"
	HOME=$tmp/there "$pdata" script -F ip,sym,symoff,dso -i "$1" >"$tmp/got" 2>/dev/null
	HOME=$tmp/there perf script -f --no-inline -F ip,sym,symoff,dso -i "$1" >"$tmp/perf" 2>/dev/null
	mv "$2.away" "$2"
	[ "$(grep -c '+0x' "$tmp/want")" -gt 100 ] || { echo "no names"; return 1; }
	cmp "$tmp/want" "$tmp/got" || { diff "$tmp/want" "$tmp/got" | head -6; return 1; }
	sed -i '/(\[vdso\])/d' "$tmp/want" "$tmp/perf"
	cmp "$tmp/want" "$tmp/perf" || { echo "perf:"; diff "$tmp/want" "$tmp/perf" | head -6; return 1; }
}
for f in pie linked; do
	[ ! -f "$tmp/$f.data" ] || check "archive_$f" archived "$tmp/$f.data" "$tmp/$f"
done

# The same program stored in other ways gives the names that perf printed for the complete file.
names_as() { # FILE OPTION...
	file=$1
	shift
	"$pdata" script --no-inline -F ip,sym,symoff,dso -i "$file" "$@" >"$tmp/is" && diff "$tmp/whole" "$tmp/is"
}

compressed_files() {
	for tool in gzip xz zstd; do
		if command -v $tool >/dev/null; then
			rm -rf "$tmp/packed"
			mkdir -p "$tmp/packed$tmp"
			$tool -c "$tmp/whole_program" >"$tmp/packed$tmp/whole_program"
			check "$tool file" names_as "$tmp/whole.data" --symfs "$tmp/packed" --kallsyms /proc/kallsyms
		else
			skip "no $tool"
		fi
	done
}

mini_symbols() {
	objcopy --only-keep-debug "$tmp/whole_program" "$tmp/mini" && strip -g "$tmp/mini" && xz -f "$tmp/mini" || return 1
	mkdir -p "$tmp/mini_root$tmp"
	objcopy -S --add-section .gnu_debugdata="$tmp/mini.xz" "$tmp/whole_program" "$tmp/mini_root$tmp/whole_program"
}

if build whole_program && record "$tmp/whole.data" "$tmp/whole_program"; then
	rm -rf "$HOME/.debug" "$tmp/whole_root"
	mkdir -p "$tmp/whole_root$tmp"
	cp "$tmp/whole_program" "$tmp/whole_root$tmp/"
	perf script -f --no-inline -F ip,sym,symoff,dso -i "$tmp/whole.data" --symfs "$tmp/whole_root" \
		--kallsyms /proc/kallsyms >"$tmp/whole" 2>/dev/null
	compressed_files
	if command -v xz >/dev/null && mini_symbols; then
		check "symbols in .gnu_debugdata" names_as "$tmp/whole.data" --symfs "$tmp/mini_root" --kallsyms /proc/kallsyms
	else
		skip "cannot make .gnu_debugdata"
	fi
else
	skip "cannot record the whole program"
fi

gcc -O1 jit.c -o "$tmp/jit"
if "$tmp/jit" >"$tmp/map"; then
	rm -f "$(cat "$tmp/map")"
	same jit "$tmp/jit"
	xargs rm -f <"$tmp/jit.data.out"
	contained=yes
else
	contained=
	skip "no code for this processor"
fi

# In a container the process has another number and another /tmp. Its files can be read while it runs.
record_contained() { # FILE ARGUMENT - record the program and set $contained_pid to its number here
	cat >"$tmp/contained" <<-END
		exec 3<"$tmp/jit"
		mount -t tmpfs none /tmp && cat <&3 >/tmp/jit && chmod +x /tmp/jit && exec /tmp/jit $2 >/dev/null 2>&1
	END
	record "$1" sh -c "unshare -pm --fork sh '$tmp/contained' & sleep 1" || { echo "perf could not record it"; return 1; }
	contained_pid=$(perf script -f -F comm,pid -i "$1" 2>/dev/null | awk '$1 == "jit" { print $2; exit }')
}
contained_map() {
	record_contained "$tmp/contained.data" stay || return 1
	names "$tmp/contained.data"
	ret=$?
	grep -q 'compiled.*+0x' "$tmp/is" || { echo "no names of generated code"; ret=1; }
	kill -9 "$contained_pid"
	return $ret
}
contained_dump() {
	record_contained "$tmp/dumped.data" dump || return 1
	"$pdata" report --stdio --no-children -g none -s sym -i "$tmp/dumped.data" >"$tmp/is"
	kill -9 "$contained_pid"
	grep -q 'dumped' "$tmp/is" || { echo "no names of generated code"; head -20 "$tmp/is"; return 1; }
}
if [ -n "$contained" ] && [ "$(id -u)" = 0 ] && unshare -pm --fork true 2>/dev/null; then
	check "jit in a container" contained_map
	check "jitdump in a container" contained_dump
else
	skip "jit in a container: no namespaces of one's own"
fi

# A real JIT compiler writes its functions to jit-PID.dump.
jitdump() {
	"$pdata" report --stdio --no-children -g none -s dso,sym -i "$tmp/node.data" >"$tmp/is" || return 1
	awk '/JIT/ && /JS:.*sumSquares/ { found = 1 } END { exit !found }' "$tmp/is" || { head -20 "$tmp/is"; return 1; }
}
if command -v node >/dev/null && (cd "$tmp" && node --perf-prof -e 0) >/dev/null 2>&1; then
	printf 'function sumSquares(n) { let s = 0; for (let i = 0; i < n; i++) s += i * i %% 7; return s; }\n' >"$tmp/w.js"
	printf 'let t = 0; for (let i = 0; i < 200; i++) t += sumSquares(1e6); console.log(t)\n' >>"$tmp/w.js"
	if (cd "$tmp" && perf_records -k mono -e cpu-clock -F 499 -o node.data node --perf-prof w.js) >/dev/null; then
		check jitdump jitdump
	else
		skip "perf could not record node"
	fi
else
	skip "no node that writes jitdump files"
fi

finish
