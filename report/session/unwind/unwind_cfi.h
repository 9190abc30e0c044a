/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads DWARF call frame information (CFI): .eh_frame and .debug_frame. All bytes may be damaged.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Number of DWARF registers that are unwound; covers the general registers of all supported
 * machines.
 */
#define CFI_REGS 33u

enum cfi_kind {
	CFI_SAME = 0,
	CFI_UNDEFINED,
	CFI_AT_CFA,   /* the register is saved in memory at CFA + @val */
	CFI_IS_CFA,   /* the value of the register is CFA + @val */
	CFI_REGISTER, /* the value is in register @val */
	CFI_AT_EXPR,  /* the register is saved in memory at the address that @expr computes */
	/* the value is the result of @expr; in cfi_row.cfa: the CFA is the result of @expr */
	CFI_IS_EXPR
};

struct cfi_rule {
	uint8_t reg;
	uint8_t kind; /* enum cfi_kind, which says how the register is restored */
	uint16_t pad;
	uint32_t len; /* length of @expr in bytes */
	union {
		int64_t val;
		const uint8_t *expr;
	};
};

/*
 * The unwind row of an address: how the caller's registers are computed from the registers of a
 * frame.
 */
struct cfi_row {
	/* the frame is a signal frame: its caller was interrupted and made no call */
	uint8_t signal;
	uint8_t ra_signed; /* the return address carries an authentication code (arm64) */
	uint8_t ra;	   /* DWARF register number of the return address column */
	uint8_t nr;	   /* number of elements of @rule */
	/*
	 * enum cfi_answer, stored by callers that cache rows. If it is not CFI_FOUND, all other
	 * members are 0.
	 */
	int32_t answer;
	/*
	 * rule for the CFA: if .kind is CFI_IS_CFA, the CFA is the value of register .reg plus
	 * .val; if .kind is CFI_IS_EXPR, the CFA is the result of .expr
	 */
	struct cfi_rule cfa;
	struct cfi_rule rule[CFI_REGS];
};

#define CFI_ROW_SIZE(nr) (offsetof(struct cfi_row, rule) + (nr) * sizeof(struct cfi_rule))

/*
 * Element of cfi_section.index: the address range [start, end) of an FDE, and the offset of the FDE
 * in the section. The index is sorted by address.
 */
struct cfi_index {
	uint64_t start, end;
	size_t off;
};

struct cfi_section {
	const uint8_t *data;
	size_t len;
	uint64_t addr; /* address of the section (sh_addr) */
	/* address of .eh_frame_hdr, to which encoded pointers can be relative */
	uint64_t hdr_addr;
	uint8_t addr_size;	 /* size of an address: 4 or 8 bytes */
	bool eh;		 /* the section is .eh_frame; false: .debug_frame */
	bool swap;		 /* the byte order of the section is not that of the host */
	bool indexed;		 /* @index has been made */
	struct cfi_index *index; /* index of all FDEs, which cfi_find_index() makes */
	uint32_t nr_index;
};

/* A read position in a section: the bytes from @p to @end are still to be read. */
struct cfi_cur {
	const uint8_t *p, *end;
	bool swap;
	bool bad; /* a read went past @end; all further values are 0 */
};

uint64_t cfi_uint(struct cfi_cur *c, unsigned size);
uint64_t cfi_uleb(struct cfi_cur *c);
int64_t cfi_sleb(struct cfi_cur *c);

enum cfi_answer {
	CFI_FOUND = 1,
	CFI_NONE = 0, /* no FDE covers the address */
	CFI_DAMAGED = -1,
	CFI_NO_MEMORY = -2
};

/*
 * Compute the unwind row for @pc from the FDE at offset @off of the section @s. Return CFI_NONE if
 * the FDE does not cover @pc.
 */
enum cfi_answer cfi_row_at(const struct cfi_section *s, size_t off, uint64_t pc,
			   struct cfi_row *row);

/*
 * Find the FDE that may cover @pc with the search table in .eh_frame_hdr. *@off is set to the
 * offset of the FDE in the section @eh.
 */
enum cfi_answer cfi_find_hdr(const struct cfi_section *hdr, const struct cfi_section *eh,
			     uint64_t pc, size_t *off);
/*
 * Find the FDE that covers @pc with an index of all FDEs of the section. *@off is set to the offset
 * of the FDE. The first call makes the index; it returns CFI_NO_MEMORY if memory for the index is
 * exhausted.
 */
enum cfi_answer cfi_find_index(struct cfi_section *s, uint64_t pc, size_t *off);
void cfi_section_free(struct cfi_section *s);

/*
 * A common information entry (CIE), decoded. This and the following declarations are only for the
 * files that read CFI.
 */
struct cfi_cie {
	uint64_t code_align;
	int64_t data_align;
	uint64_t ra;
	uint8_t fde_enc, lsda_enc;
	bool sized; /* FDEs of this CIE have augmentation data, which begins with its size */
	bool signal, ra_signed;
	struct cfi_cur program;
};

struct cfi_fde {
	struct cfi_cie cie;
	uint64_t start, len;
	struct cfi_cur program;
};

/*
 * Read the FDE at offset @off. *@next is set to the offset of the entry after the one at @off.
 * Return CFI_NONE if the entry is no FDE.
 */
enum cfi_answer cfi_fde_read(const struct cfi_section *s, size_t off, struct cfi_fde *f,
			     size_t *next);

/*
 * Run the instructions of the CIE and of the FDE up to @pc, and store the resulting rules in @row.
 */
enum cfi_answer cfi_run(const struct cfi_section *s, const struct cfi_fde *f, uint64_t pc,
			struct cfi_row *row);

/* Read the pointer at position @c. @enc is the DW_EH_PE_ encoding of the pointer. */
uint64_t cfi_pointer(const struct cfi_section *s, struct cfi_cur *c, uint8_t enc);

/*
 * Functions with which expressions read the registers and the memory of a frame. They return 0; -1:
 * the value is not known.
 */
struct cfi_view {
	int (*reg)(void *ctx, uint64_t reg, uint64_t *val);
	int (*mem)(void *ctx, uint64_t addr, unsigned size, uint64_t *val);
	void *ctx;
	uint8_t addr_size;
	bool swap; /* the byte order of the expression is not that of the host */
};

/*
 * Evaluate the DWARF expression @expr; its stack initially contains @first. *@out is set to the
 * result. Return: 0; -1: the expression cannot be evaluated.
 */
int cfi_expr(const uint8_t *expr, uint32_t len, const struct cfi_view *v, uint64_t first,
	     uint64_t *out);
