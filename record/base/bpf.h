/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * BPF maps and small BPF programs by bpf(2), without a library. Programs are assembled instruction
 * by instruction, so neither a compiler nor the kernel's type information (BTF) is needed. Source:
 * linux/bpf.h.
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

/* Opcodes: instruction class, source and operation in one byte. */
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

/* A program that is being assembled. Jumps go to labels, which may be set after the jump. */
struct rec_bpf_prog {
	struct rec_bpf_insn {
		uint8_t op, regs; /* dst and src, four bits each */
		int16_t off;
		int32_t imm;
	} insns[REC_BPF_INSNS];
	uint32_t nr;
	uint32_t labels[REC_BPF_LABELS];
	struct {
		uint32_t at, label;
	} jumps[REC_BPF_JUMPS];
	uint32_t nr_jumps;
	bool full; /* the program has more instructions or jumps than fit */
};

void rec_bpf_emit(struct rec_bpf_prog *p, enum rec_bpf_op op, int dst, int src, int off, int imm);
void rec_bpf_call(struct rec_bpf_prog *p, enum rec_bpf_helper helper);
/* Add a jump to @label, taken if @op holds for @dst and @imm. */
void rec_bpf_jump(struct rec_bpf_prog *p, enum rec_bpf_op op, int dst, int imm, uint32_t label);
/* Set @label to the next instruction. */
void rec_bpf_label(struct rec_bpf_prog *p, uint32_t label);
/* Add: @dst = address of the map @fd. */
void rec_bpf_map(struct rec_bpf_prog *p, int dst, int fd);

/* Load a program of type BPF_PROG_TYPE_TRACEPOINT. Return: a descriptor, or -1 and errno. */
int rec_bpf_load(struct rec_bpf_prog *p, const char *licence);

/* Return: a descriptor, or -1 and errno. */
int rec_bpf_map_new(enum rec_bpf_map_type type, uint32_t key_size, uint32_t value_size,
		    uint32_t max_entries);
/* Return: 0, or -1 and errno. */
int rec_bpf_lookup(int map, const void *key, void *value);
int rec_bpf_update(int map, const void *key, const void *value);
/*
 * Store the key after @key in *@next, in the map's order; the first key if @key is not in the map.
 */
int rec_bpf_next(int map, const void *key, void *next);
