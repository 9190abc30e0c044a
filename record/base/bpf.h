/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Creates BPF maps, loads small BPF programs and asks about loaded ones with bpf(2), without a
 * library. Programs are assembled instruction by instruction, so neither a compiler nor the
 * kernel's type information (BTF) is needed. Source of the constants: linux/bpf.h.
 */

#include <stdbool.h>
#include <stdint.h>

enum rec_bpf_map_type { REC_BPF_HASH = 1, REC_BPF_ARRAY = 2, REC_BPF_STACKS = 7 };

enum rec_bpf_helper {
	REC_BPF_LOOKUP = 1,
	REC_BPF_UPDATE = 2,
	REC_BPF_DELETE = 3,
	REC_BPF_KTIME = 5,
	REC_BPF_CPU = 8,
	REC_BPF_PID_TGID = 14,
	REC_BPF_STACKID = 27
};

/* Opcodes of BPF instructions: class, source operand and operation in one byte. */
enum rec_bpf_op {
	REC_BPF_MOV = 0xbf,   /* dst = src */
	REC_BPF_MOVI = 0xb7,  /* dst = imm */
	REC_BPF_ADDI = 0x07,  /* dst += imm */
	REC_BPF_SUB = 0x1f,   /* dst -= src */
	REC_BPF_ANDI = 0x57,  /* dst &= imm */
	REC_BPF_SHRI = 0x77,  /* dst >>= imm */
	REC_BPF_LD4 = 0x61,   /* dst = *(u32 *)(src + off) */
	REC_BPF_LD8 = 0x79,   /* dst = *(u64 *)(src + off) */
	REC_BPF_ST4 = 0x63,   /* *(u32 *)(dst + off) = src */
	REC_BPF_ST8 = 0x7b,   /* *(u64 *)(dst + off) = src */
	REC_BPF_ST4I = 0x62,  /* *(u32 *)(dst + off) = imm */
	REC_BPF_ST1I = 0x72,  /* *(u8 *)(dst + off) = imm */
	REC_BPF_XADD8 = 0xdb, /* *(u64 *)(dst + off) += src, atomically */
	REC_BPF_JEQI = 0x15,  /* jump if dst == imm */
	REC_BPF_JGTI = 0x25,  /* jump if dst > imm, unsigned */
	REC_BPF_JNEI = 0x55,  /* jump if dst != imm */
	REC_BPF_JSETI = 0x45, /* jump if dst & imm */
	REC_BPF_CALL = 0x85,
	REC_BPF_EXIT = 0x95
};

#define REC_BPF_INSNS 128u
#define REC_BPF_LABELS 8u
#define REC_BPF_JUMPS 32u

/*
 * A BPF program that is being assembled. The target of a jump is a label. rec_bpf_label() can set
 * the position of the label after the jump was added.
 */
struct rec_bpf_prog {
	struct rec_bpf_insn {
		uint8_t op, regs; /* regs: registers dst and src, as C bit fields of 4 bits */
		int16_t off;
		int32_t imm;
	} insns[REC_BPF_INSNS];
	uint32_t nr;
	/* array, indexed by label: index in @insns of the instruction that follows the label */
	uint32_t labels[REC_BPF_LABELS];
	struct {
		/*
		 * @at: index in @insns of the jump instruction; @label: the label to which it
		 * jumps, an index in @labels
		 */
		uint32_t at, label;
	} jumps[REC_BPF_JUMPS];
	uint32_t nr_jumps;
	bool full; /* an instruction or jump was dropped, because @insns or @jumps was full */
};

void rec_bpf_emit(struct rec_bpf_prog *p, enum rec_bpf_op op, int dst, int src, int off, int imm);
void rec_bpf_call(struct rec_bpf_prog *p, enum rec_bpf_helper helper);
/* Add a conditional jump to @label: @op compares the register @dst with @imm. */
void rec_bpf_jump(struct rec_bpf_prog *p, enum rec_bpf_op op, int dst, int imm, uint32_t label);
/* Set the position of @label: all jumps to @label go to the instruction that is added next. */
void rec_bpf_label(struct rec_bpf_prog *p, uint32_t label);
/* Add an instruction that loads the address of the BPF map @fd into the register @dst. */
void rec_bpf_map(struct rec_bpf_prog *p, int dst, int fd);

/*
 * Load @p into the kernel as a program of type BPF_PROG_TYPE_TRACEPOINT. Return: a descriptor of
 * the program, or -1 with errno.
 */
int rec_bpf_load(struct rec_bpf_prog *p, const char *licence);

/* Create a BPF map. Return: its descriptor, or -1 with errno. */
int rec_bpf_map_new(enum rec_bpf_map_type type, uint32_t key_size, uint32_t value_size,
		    uint32_t max_entries);
/*
 * rec_bpf_lookup() stores in @value the value of the key @key in the BPF map with the descriptor
 * @map; rec_bpf_update() sets the value of the key @key in this map to @value. Return: 0, or -1
 * with errno.
 */
int rec_bpf_lookup(int map, const void *key, void *value);
int rec_bpf_update(int map, const void *key, const void *value);
/*
 * Store in *@next the key that follows @key in the order of the BPF map; if @key is not in the map,
 * store the first key. Return: 0, or -1 with errno, which is ENOENT if @key is the last key.
 */
int rec_bpf_next(int map, const void *key, void *next);

/* Return the address @p in the form of bpf(2), which has 8 bytes on any machine. */
static inline uint64_t rec_bpf_pointer(const void *p)
{
	return (uint64_t)(uintptr_t)p;
}

/*
 * Information of the kernel about a loaded program; a kernel that does not know a member leaves it
 * 0. Before a call of rec_bpf_info(), the caller may set the address of an array and the count of
 * its elements, such as @addrs and @nr_addrs. The kernel fills at most this number of elements, and
 * sets the count to the number of elements that the program has. The members `skipped` are not used
 * here. Source: struct bpf_prog_info of linux/bpf.h.
 */
struct rec_bpf_prog_info {
	uint32_t type, id;
	uint8_t tag[8];
	uint32_t skipped1[2];
	uint64_t skipped2[3];
	uint32_t skipped3[2];
	uint64_t skipped4;
	char name[16]; /* not longer than 15 bytes */
	uint32_t skipped5[2];
	uint64_t skipped6[2];
	uint32_t nr_addrs, nr_lens; /* of functions in machine code */
	/*
	 * @addrs: address of an array of uint64_t, the addresses of the functions; @lens: address
	 * of an array of uint32_t, the sizes of the functions in bytes
	 */
	uint64_t addrs, lens;
	uint32_t btf_id, func_size; /* @func_size: bytes of one element of the array @funcs */
	uint64_t funcs;		    /* address of an array: offset and BTF type of each function */
	uint32_t nr_funcs, skipped7;
	uint64_t skipped8[2];
	uint32_t skipped9[3], nr_tags;
	uint64_t tags; /* address of an array: 8 bytes for each function */
};

/* What the kernel says about BTF. Source: struct bpf_btf_info of linux/bpf.h. */
struct rec_bpf_btf_info {
	uint64_t data; /* address of the caller's buffer */
	/*
	 * size in bytes of the buffer, set by the caller; rec_bpf_info() replaces it by the size of
	 * the BTF
	 */
	uint32_t size;
	uint32_t id;
};

/*
 * Set *@id to the id of the loaded BPF program that follows *@id in the order of ids; begin with 0.
 * Return: 0, or -1 with errno, which is ENOENT after the last program, and EPERM if the caller may
 * not see programs.
 */
int rec_bpf_next_prog(uint32_t *id);
/* Open a loaded program, or BTF, by its id. Return: its descriptor, or -1 with errno. */
int rec_bpf_open_prog(uint32_t id);
int rec_bpf_open_btf(uint32_t id);
/*
 * Fill in @info of @size bytes, a struct rec_bpf_prog_info or struct rec_bpf_btf_info, about the
 * program or BTF with the descriptor @fd. Return: 0, or -1 with errno.
 */
int rec_bpf_info(int fd, void *info, uint32_t size);
