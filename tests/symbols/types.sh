#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# types.sh BUILD - the keys type, typeoff and typecln name the data that an instruction accesses
#
# Functions that access one object each are compiled, and a recording with a sample at each of their instructions
# that access memory is assembled. The expected types are in their source.
# shellcheck disable=SC2034 # begin.sh and lib.sh read it
part=types
# shellcheck source=tests/symbols/begin.sh
. "$(dirname "$0")/begin.sh"
needs gcc objdump

source=$tmp/types.c
cat >"$source" <<'END'
struct inner { int a; long b; };
struct node {
	struct node *next;
	long key;
	struct { char x; short y; };
	struct inner in;
	union { long l; double d; } u;
	struct inner many[4];
	long last;
};
typedef struct node node_t;
struct inner global;
long numbers[8];

long by_pointer(struct node *n) { return n->last; }
long by_typedef(const node_t *n) { return n->key; }
long no_name(struct node *n) { return n->y; }
long nested(struct node *n) { return n->in.b; }
long in_union(struct node *n) { return n->u.l; }
long in_array(struct node *n) { return n->many[1].b; }
long chain(struct node **n) { return (long)*n; }
int plain(int *n) { return *n; }
long second(long a, struct inner *i) { return a + i->b; }
long fixed(void) { return global.b; }
long table(void) { return numbers[3]; }
long on_stack(long n) { volatile struct inner v; v.b = n; return n; }
long nothing(long n) { return n + 1; }
void *untyped(void **n) { return n[1]; }

struct list { struct node *head, **all; };
struct list lists;
struct node *volatile kept;
__attribute__((noinline)) struct node *make(void) { return kept; }
long two(struct node *n) { return n->next->key; }
long three(struct node *n) { return n->next->next->in.b; }
long walk(struct node *n) { long s = 0; for (; n; n = n->next) s += n->last; return s; }
long returned(void) { return make()->u.l; }
long through(void) { return lists.head->key; }
long element(struct list *l, long i) { return l->all[i]->last; }
long either(struct node *a, struct node *b, int c) { return (c ? a : b)->key; }
long unsure(struct node *a, struct inner *b, int c) { return *(long *)(c ? (void *)a : (void *)b); }
END
# FUNCTION<TAB>type that it accesses; no function pushes or calls
cat >"$tmp/wanted" <<'END'
by_pointer	struct node +0x70 (last)
by_typedef	node_t +0x8 (key)
chain	struct node* +0 (no field)
either	struct node +0x8 (key)
element	struct list +0x8 (all)
element	struct node +0x70 (last)
element	struct node* +0 (no field)
fixed	struct inner +0x8 (b)
in_array	struct node +0x48 (many)
in_union	struct node +0x28 (u.l)
nested	struct node +0x20 (in.b)
no_name	struct node +0x12 (y)
on_stack	struct inner +0x8 (b)
plain	int +0 (no field)
returned	struct node +0x28 (u.l)
second	struct inner +0x8 (b)
table	long int[] +0x18 (no field)
three	struct node +0 (next)
three	struct node +0x20 (in.b)
through	struct list +0 (head)
through	struct node +0x8 (key)
two	struct node +0 (next)
two	struct node +0x8 (key)
unsure	(unknown)
untyped	(unknown)
walk	struct node +0 (next)
walk	struct node +0x70 (last)
END

# FUNCTION ADDRESS of each instruction with a memory operand; a return reads the stack.
accesses() { # OBJDUMP FILE
	"$1" -d --no-show-raw-insn "$2" | awk '
		/^[0-9a-f]+ <.*>:$/ { f = $2; gsub("[<>:]", "", f); next }
		/[(\[].*[)\]]/ && $2 !~ /^(lea|nop|data)/ { sub(":", "", $1); print f, $1 }'
}

# Assemble a recording with a sample at each "FUNCTION ADDRESS" line of standard input; MODE: USER or KERNEL; ADD: added
# to the addresses.
recording() { # PROGRAM MODE ADD ARCH OUT
	local at=10 ip
	{
		printf 'FILE mode=file order=le attr_size=144\nIDS event=0 ids=[1]\n'
		printf 'ATTR attr={type=1 size=128 sample_period=1000 sample_type=IP|TID|TIME flags=sample_id_all}\nDATA\n'
		printf 'MMAP misc=KERNEL pid=-1 tid=0 addr=0xffffffff92000000 len=0x400000 pgoff=0xffffffff92000000 filename="[kernel.kallsyms]_text" sample_id={pid=0 tid=0 time=0}\n'
		printf 'COMM pid=7 tid=7 comm="types" sample_id={pid=7 tid=7 time=1}\n'
		printf 'MMAP2 misc=USER pid=7 tid=7 addr=%#x len=0x100000 pgoff=0 maj=%d min=%d ino=%d ino_generation=0 prot=5 flags=0x2 filename="%s" sample_id={pid=7 tid=7 time=2}\n' \
			"$3" "$(stat -c %Hd "$1")" "$(stat -c %Ld "$1")" "$(stat -c %i "$1")" "$1"
		while read -r _ ip; do
			printf 'SAMPLE misc=%s ip=%#x pid=7 tid=7 time=%d\n' "$2" $((0x$ip + $3)) $((at += 1))
		done
		printf 'FEATURE_TABLE\nFEATURE name=ARCH str="%s"\n' "$4"
	} >"$5.txt"
	"$pdata" assemble "$5.txt" -o "$5"
}

# Print the report's types as FUNCTION<TAB>TEXT.
said() { # RECORDING OPTION...
	local file=$1
	shift
	"$pdata" report -q -i "$file" -t '	' -F sym,typeoff "$@" | grep . | sed 's/^\[.\] //; s/ *\t/\t/' | sort
}

only() { # of the lines of standard input, those of the tested functions
	awk 'NR == FNR { w[$1] = 1; next } $1 in w' "$tmp/wanted" -
}

same() { # RECORDING OPTION...
	said "$@" | only >"$tmp/is"
	diff "$tmp/wanted" "$tmp/is"
}

# clang describes the variable in parts at several locations, which is not supported; it calls long int long.
in_parts() { # RECORDING
	said "$1" | only | grep -v '^on_stack' | sed 's/long\[/long int[/' >"$tmp/is"
	grep -v '^on_stack' "$tmp/wanted" | diff - "$tmp/is"
}

# Files of another machine; access to a fixed address takes two instructions there.
foreign() { # RECORDING
	said "$1" --symfs / | only | grep -v '^returned	(unknown)' >"$tmp/is" # it saves registers
	diff "$tmp/wanted" "$tmp/is"
}

# Without optimization arguments are on the stack, and their targets are accessed through a register without a variable.
unoptimized() { # RECORDING
	said "$1" | only >"$tmp/is"
	printf '%s\n' 'by_pointer	struct node +0x70 (last)' 'by_pointer	struct node* +0 (no field)' 'chain	struct node* +0 (no field)' \
		'chain	struct node** +0 (no field)' 'fixed	struct inner +0x8 (b)' 'on_stack	long int +0 (no field)' \
		'on_stack	struct inner +0x8 (b)' 'plain	int +0 (no field)' 'plain	int* +0 (no field)' \
		'two	struct node +0 (next)' 'two	struct node +0x8 (key)' 'two	struct node* +0 (no field)' >"$tmp/want"
	grep -E '^(by_pointer|chain|fixed|on_stack|plain|two)	' "$tmp/is" | diff "$tmp/want" -
}

cachelines() { # RECORDING
	"$pdata" report -q -i "$1" -t '	' -F sym,typecln | sed 's/^\[.\] //; s/ *\t/\t/' | sort | only >"$tmp/is"
	sed 's/ +0x7[0-9].*/: cache-line 1/; s/ +0x48.*/: cache-line 1/; s/ +0.*/: cache-line 0/' "$tmp/wanted" | sort -u | diff - "$tmp/is"
}

# Equal types are one row, whichever function accesses them: sixteen instructions of the functions above access nodes.
by_type() { # RECORDING
	"$pdata" report -q -i "$1" -t '	' -F sample,type | grep -E 'struct node *$|int *$' | grep -v 'long int' | sort >"$tmp/is"
	printf '1\tint\n16\tstruct node\n' | diff - <(tr -d ' ' <"$tmp/is" | sed 's/struct/struct /')
}

# Compile with FLAGS for a machine: COMMAND finds the accesses of each function.
machine() { # COMMAND NAME GCC OBJDUMP ARCH FLAGS...
	local command=$1 name=$2 gcc=$3 dump=$4 arch=$5
	shift 5
	if ! command -v "$gcc" >/dev/null || ! command -v "$dump" >/dev/null; then
		skip "$name: no $gcc"
		return
	fi
	if ! "$gcc" -O1 -g -fno-stack-protector -shared -fPIC -fvisibility=hidden -nostdlib "$@" -o "$tmp/$name.so" "$source" 2>"$tmp/log"; then
		skip "$name: $gcc does not compile this"
		return
	fi
	accesses "$dump" "$tmp/$name.so" | only | recording "$tmp/$name.so" USER 0x10000000 "$arch" "$tmp/$name.data" || { bad "$name: the text is not understood"; return; }
	check "$name" "$command" "$tmp/$name.data"
}

"$pdata" version --build-options 2>/dev/null | grep -q 'capstone: \[ on' || skip_all "no capstone"
host=$(uname -m)
case $host in
x86_64 | aarch64) ;;
*) skip_all "of x86 and arm64 only" ;;
esac
machine same "$host" gcc objdump "$host"
machine same dwarf4 gcc objdump "$host" -gdwarf-4
machine unoptimized unoptimized gcc objdump "$host" -O0
machine in_parts clang clang objdump "$host"
[ "$host" = aarch64 ] || machine foreign aarch64 aarch64-linux-gnu-gcc aarch64-linux-gnu-objdump aarch64
check "typecln" cachelines "$tmp/$host.data"
check "type" by_type "$tmp/$host.data"
source=$tmp/types.cc
cat >"$source" <<'END'
namespace shapes {
struct base { long id; };
class shape : public base { public: long area; base parts[2]; };
}
extern "C" {
long of_base(shapes::shape *s) { return s->id; }
long by_reference(const shapes::shape &s) { return s.area; }
}
END
printf 'by_reference\tclass shape +0x8 (area)\nof_base\tclass shape +0 (id)\n' >"$tmp/wanted"
machine same cxx g++ objdump "$host"
finish
