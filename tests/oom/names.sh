# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
# Sourced by run.sh: a recording with samples in a kernel, a module, code of two runtimes and an inlined function, and the
# files that have their names.

word() { # NUMBER... - 32 bits each, the low byte first
	local n
	for n; do
		# shellcheck disable=SC2059 # the format is made of the number
		printf "$(printf '\\x%02x\\x%02x\\x%02x\\x%02x' $((n & 255)) $((n >> 8 & 255)) $((n >> 16 & 255)) $((n >> 24 & 255)))"
	done
}

# Header (magic, version, size, machine, padding, pid, time, flags), then one JIT_CODE_LOAD of fun_ at 0x800000.
jitdump() { # PID
	word 0x4a695444 1 40 62 0 "$1" 1000 0 0 0
	word 0 61 1 0 "$1" "$1" 0x800000 0 0x800000 0 0x100 0 1 0
	printf 'fun_\0'
}

# make_names DIR - DIR/names.data, DIR/root for --symfs, DIR/modules, DIR/kallsyms. Fails without a compiler.
make_names() {
	local dir=$1 id start size inlined
	mkdir -p "$dir/root/tmp" "$dir/root/opt" "$dir/modules" || return 1
	cat >"$dir/inlined.c" <<-'END'
		int outer(int n);
		static volatile int sink;
		static inline __attribute__((always_inline)) void inner(int n)
		{
		#define TEN sink = n; sink = n; sink = n; sink = n; sink = n; sink = n; sink = n; sink = n; sink = n; sink = n;
			TEN TEN TEN TEN
		}
		int outer(int n)
		{
			inner(n);
			return n;
		}
	END
	"${CC:-cc}" -g -O1 -fPIC -shared -Wl,--build-id=sha1 -o "$dir/root/opt/inlined.so" "$dir/inlined.c" || return 1
	cp "$dir/root/opt/inlined.so" "$dir/modules/ext4.ko"
	id=$(readelf -n "$dir/root/opt/inlined.so" | sed -n 's/.*Build ID: //p')
	read -r start size < <(nm -S "$dir/root/opt/inlined.so" | awk '$4 == "outer" { print $1, $2 }')
	[ -n "$id" ] && [ -n "$size" ] || return 1
	inlined=$(printf '0x%x' $((0x400000 + 0x$start + 0x$size / 2)))
	printf '%s\n' 'ffffffff81000000 T _text' 'ffffffff81000100 t __pfx_small' 'ffffffff81000110 t small' \
		'ffffffff81000200 W weak_one' 'ffffffff81000400 D data' $'ffffffffc0001000 t mod_init\t[nf_nat]' \
		$'ffffffffc0001080 t mod_exit\t[nf_nat]' $'ffffffffc0002000 t mod_other\t[ext4]' >"$dir/kallsyms"
	printf '%s\n' '700000 100 compiled_a' '700100 100 compiled_b' >"$dir/root/tmp/perf-7.map"
	jitdump 8 >"$dir/root/opt/jit-8.dump"
	cat >"$dir/names.pdt" <<-END
		FILE mode=file order=le attr_size=144
		IDS event=0 ids=[1]
		ATTR attr={type=1 size=128 sample_type=IP|TID|TIME|CALLCHAIN flags=sample_id_all}
		DATA
		MMAP misc=KERNEL pid=-1 tid=0 addr=0xffffffff81000000 len=0x1000000 pgoff=0xffffffff81000000 filename="[kernel.kallsyms]_text" sample_id={pid=0 tid=0 time=0}
		MMAP misc=KERNEL pid=-1 tid=0 addr=0xffffffffc0001000 len=0x1000 pgoff=0x0 filename="[nf_nat]" sample_id={pid=0 tid=0 time=0}
		MMAP misc=KERNEL pid=-1 tid=0 addr=0xffffffffc0002000 len=0x1000 pgoff=0x0 filename="[ext4]" sample_id={pid=0 tid=0 time=0}
		NAMESPACES pid=8 tid=8 nr_namespaces=7 links=[{dev=4 ino=1} {dev=4 ino=2} {dev=4 ino=3} {dev=4 ino=4} {dev=4 ino=5} {dev=4 ino=99} {dev=4 ino=7}] sample_id={pid=8 tid=8 time=1}
		COMM pid=7 tid=7 comm="a" sample_id={pid=7 tid=7 time=1}
		COMM pid=8 tid=8 comm="b" sample_id={pid=8 tid=8 time=1}
		MMAP2 misc=USER pid=7 tid=7 addr=0x700000 len=0x1000 pgoff=0x700000 maj=0 min=0 ino=0 ino_generation=0 prot=5 flags=0x2 filename="//anon" sample_id={pid=7 tid=7 time=2}
		MMAP2 misc=USER pid=8 tid=8 addr=0x800000 len=0x1000 pgoff=0x800000 maj=0 min=0 ino=0 ino_generation=0 prot=5 flags=0x2 filename="//anon" sample_id={pid=8 tid=8 time=2}
		MMAP2 misc=USER pid=8 tid=8 addr=0x900000 len=0x1000 pgoff=0x0 maj=8 min=1 ino=44 ino_generation=0 prot=5 flags=0x2 filename="/opt/jit-8.dump" sample_id={pid=8 tid=8 time=2}
		MMAP2 misc=USER|MMAP_BUILD_ID pid=7 tid=7 addr=0x400000 len=0x4000 pgoff=0x0 build_id_size=20 build_id_res1=0 build_id_res2=0 build_id=$id prot=5 flags=0x2 filename="/opt/inlined.so" sample_id={pid=7 tid=7 time=2}
		SAMPLE misc=KERNEL ip=0xffffffff81000120 pid=7 tid=7 time=20 ips=[0xffffffffffffff80 0xffffffff81000120]
		SAMPLE misc=KERNEL ip=0xffffffffc0001084 pid=7 tid=7 time=21 ips=[0xffffffffffffff80 0xffffffffc0001084]
		SAMPLE misc=KERNEL ip=0xffffffffc0002004 pid=7 tid=7 time=21 ips=[0xffffffffffffff80 0xffffffffc0002004]
		SAMPLE misc=USER ip=0x700110 pid=7 tid=7 time=22 ips=[0xfffffffffffffe00 0x700110]
		SAMPLE misc=USER ip=0x800010 pid=8 tid=8 time=23 ips=[0xfffffffffffffe00 0x800010]
		SAMPLE misc=USER ip=$inlined pid=7 tid=7 time=24 ips=[0xfffffffffffffe00 $inlined]
		FEATURE_TABLE
		FEATURE name=BUILD_ID entries=[{type=0 misc=0x8001 size=64 pid=-1 build_id=$id id_size=20 res1=0 res2=0 filename="/lib/modules/6.1/ext4.ko"}]
	END
	"$pdata" assemble -o "$dir/names.data" "$dir/names.pdt"
}

# make_stack DIR - DIR/stack.data: registers (BP, SP, IP of x86-64) and a copy of a stack with two return addresses, all in
# the function of make_names DIR. Fails on other machines.
make_stack() {
	local dir=$1 ip back
	[ "$(uname -m)" = x86_64 ] || return 1
	ip=$(sed -n 's/^SAMPLE .* ip=\(0x40[0-9a-f]*\) .*/\1/p' "$dir/names.pdt")
	back=$(printf '%016x' "$ip" | sed 's/\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)/\8\7\6\5\4\3\2\1/')
	{
		sed -e '/^SAMPLE/d' -e '/^FEATURE/d' -e '/^ATTR/s/ flags=/|REGS_USER|STACK_USER flags=/' \
			-e '/^ATTR/s/}$/ sample_regs_user=0x1c0 sample_stack_user=32}/' "$dir/names.pdt"
		echo "SAMPLE misc=USER ip=$ip pid=7 tid=7 time=24 ips=[0xfffffffffffffe00 $ip]" \
			"regs_user={abi=2 values=[0x7ffe0040 0x7ffe0000 $ip]}" \
			"stack={dyn_size=24 data=$back${back}00000000000000000000000000000000}"
		printf '%s\n' FEATURE_TABLE 'FEATURE name=ARCH str="x86_64"'
	} >"$dir/stack.pdt"
	"$pdata" assemble -o "$dir/stack.data" "$dir/stack.pdt"
}
