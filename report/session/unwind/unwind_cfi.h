/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads DWARF call frame information (CFI): .eh_frame and .debug_frame. All bytes may be damaged.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Number of DWARF registers (numbers 0 to 32) whose values unwinding restores in the frames of
 * callers. They include the general registers of all architectures that can be unwound.
 */
#define CFI_REGS 33u

enum cfi_kind {
	CFI_SAME = 0,
	CFI_UNDEFINED,
	CFI_AT_CFA,   /* the caller's value of the register is in memory at CFA + @val */
	CFI_IS_CFA,   /* the caller's value of the register is CFA + @val */
	CFI_REGISTER, /* the caller's value of the register is in register @val */
	CFI_AT_EXPR,  /* the caller's value is in memory at the address that @expr computes */
	/*
	 * the caller's value of the register is the result of @expr; in cfi_row.cfa: the CFA is
	 * the result of @expr
	 */
	CFI_IS_EXPR
};

struct cfi_rule {
	uint8_t reg;
	uint8_t kind; /* enum cfi_kind: how the caller's value of register @reg is found */
	uint16_t pad;
	uint32_t len; /* length in bytes of the DWARF expression @expr; 0 if @val is used */
	union {
		int64_t val;
		const uint8_t *expr;
	};
};

/*
 * The unwind row of a code address: rules for computing the caller's registers from the registers
 * of a frame whose instruction pointer is this address.
 */
struct cfi_row {
	/*
	 * 1: the frame is a signal frame, so its caller was interrupted by the signal and has not
	 * executed a call instruction; otherwise 0
	 */
	uint8_t signal;
	uint8_t ra_signed; /* 1: the return address has an authentication code (arm64); else 0 */
	uint8_t ra;	   /* DWARF register number of the return address column */
	uint8_t nr;	   /* number of elements of @rule that are set */
	/*
	 * result of the search for this row, an enum cfi_answer. If the result is not CFI_FOUND,
	 * all other members are 0. The cache of rows also keeps rows whose result is not
	 * CFI_FOUND.
	 */
	int32_t answer;
	/*
	 * rule for the CFA: if cfa.kind is CFI_IS_CFA, the CFA is the value of register cfa.reg
	 * plus cfa.val; if cfa.kind is CFI_IS_EXPR, the CFA is the result of cfa.expr
	 */
	struct cfi_rule cfa;
	struct cfi_rule rule[CFI_REGS];
};

#define CFI_ROW_SIZE(nr) (offsetof(struct cfi_row, rule) + (nr) * sizeof(struct cfi_rule))

/*
 * An FDE: the range [@start, @end) of code addresses that it covers, and its offset @off in the
 * CFI section. The array cfi_section.index of these structs is sorted by @start.
 */
struct cfi_index {
	uint64_t start, end;
	size_t off;
};

struct cfi_section {
	const uint8_t *data;
	size_t len;
	uint64_t addr; /* address of the section in the ELF file (sh_addr) */
	/*
	 * address of the section .eh_frame_hdr in the same ELF file; encoded pointers can be
	 * relative to it
	 */
	uint64_t hdr_addr;
	uint8_t addr_size; /* size of an address in bytes: 4 or 8 */
	bool eh;	   /* the section is .eh_frame or .eh_frame_hdr, not .debug_frame */
	bool swap;	   /* the byte order of the section is not that of this machine */
	bool indexed;	   /* cfi_find_index() has made @index */
	/*
	 * array of all FDEs of the section, which the first call of cfi_find_index() makes; only
	 * for .debug_frame, and for .eh_frame of a file without .eh_frame_hdr
	 */
	struct cfi_index *index;
	uint32_t nr_index;
};

/* A read position in a CFI section: the bytes from @p up to @end have not been read yet. */
struct cfi_cur {
	const uint8_t *p, *end;
	bool swap;
	bool bad; /* a read went beyond @end or met damaged data; all further reads return 0 */
};

uint64_t cfi_uint(struct cfi_cur *c, unsigned size);
uint64_t cfi_uleb(struct cfi_cur *c);
int64_t cfi_sleb(struct cfi_cur *c);

enum cfi_answer {
	CFI_FOUND = 1,
	CFI_NONE = 0, /* no FDE covers the address that was searched */
	CFI_DAMAGED = -1,
	CFI_NO_MEMORY = -2
};

/*
 * Set *@row to the unwind row for @pc, a code address in the ELF file, from the FDE at offset @off
 * of the section @s. Return: CFI_FOUND; CFI_NONE if the FDE does not cover @pc; CFI_DAMAGED if the
 * FDE cannot be decoded.
 */
enum cfi_answer cfi_row_at(const struct cfi_section *s, size_t off, uint64_t pc,
			   struct cfi_row *row);

/*
 * Find the last FDE that begins at or before @pc, and set *@off to the offset of this FDE in the
 * section .eh_frame, which is @eh. The FDE may end before @pc. The function uses the search table
 * in the section .eh_frame_hdr, which is @hdr. Return: CFI_FOUND; CFI_NONE if there is no search
 * table or no such FDE; CFI_DAMAGED if the table is damaged.
 */
enum cfi_answer cfi_find_hdr(const struct cfi_section *hdr, const struct cfi_section *eh,
			     uint64_t pc, size_t *off);
/*
 * Find the FDE of the section @s that covers @pc, and set *@off to its offset in the section. The
 * function searches the array @s->index, which the first call makes. Return: CFI_FOUND; CFI_NONE
 * if no FDE covers @pc; CFI_NO_MEMORY if memory for the array is exhausted.
 */
enum cfi_answer cfi_find_index(struct cfi_section *s, uint64_t pc, size_t *off);
void cfi_section_free(struct cfi_section *s);

/*
 * A decoded common information entry (CIE). This struct and the declarations below are only for
 * the source files unwind_cfi*.c, unwind_find.c and unwind_expr.c.
 */
struct cfi_cie {
	uint64_t code_align;
	int64_t data_align;
	uint64_t ra;
	uint8_t fde_enc, lsda_enc;
	bool sized; /* FDEs of this CIE have augmentation data, which begin with their size */
	bool signal, ra_signed;
	struct cfi_cur program;
};

struct cfi_fde {
	struct cfi_cie cie;
	uint64_t start, len;
	struct cfi_cur program;
};

/*
 * Read the entry at offset @off of the section @s into *@f if the entry is an FDE. Set *@next to
 * the offset of the next entry. Return: CFI_FOUND; CFI_NONE if the entry is not an FDE;
 * CFI_DAMAGED if the entry cannot be decoded.
 */
enum cfi_answer cfi_fde_read(const struct cfi_section *s, size_t off, struct cfi_fde *f,
			     size_t *next);

/*
 * Run the call frame instructions of the CIE and of the FDE @f up to the code address @pc, and
 * store the resulting rules in @row. Return: CFI_FOUND; CFI_DAMAGED if an instruction is invalid.
 */
enum cfi_answer cfi_run(const struct cfi_section *s, const struct cfi_fde *f, uint64_t pc,
			struct cfi_row *row);

/*
 * Read a pointer of the section @s at @c, and move @c past it. @enc is the DW_EH_PE_ encoding of
 * the pointer. Return: the pointer, an address in the ELF file.
 */
uint64_t cfi_pointer(const struct cfi_section *s, struct cfi_cur *c, uint8_t enc);

/*
 * Functions with which cfi_expr() reads the registers and the memory of a frame. Both get @ctx as
 * their first argument and set *@val. They return 0 if the value is known, otherwise -1.
 */
struct cfi_view {
	int (*reg)(void *ctx, uint64_t reg, uint64_t *val);
	int (*mem)(void *ctx, uint64_t addr, unsigned size, uint64_t *val);
	void *ctx;
	uint8_t addr_size;
	bool swap; /* the byte order of the expression's operands is not that of this machine */
};

/*
 * Evaluate the DWARF expression @expr, which has @len bytes, and set *@out to the result. The
 * stack of the expression contains the value @first at the start. Return: 0; -1 if the expression
 * cannot be evaluated.
 */
int cfi_expr(const uint8_t *expr, uint32_t len, const struct cfi_view *v, uint64_t first,
	     uint64_t *out);
