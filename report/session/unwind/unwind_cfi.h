/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads DWARF call frame information: .eh_frame and .debug_frame. All bytes may be damaged. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Registers by DWARF number; covers the general registers of all supported machines. */
#define CFI_REGS 33u

enum cfi_kind {
	CFI_SAME = 0,
	CFI_UNDEFINED,
	CFI_AT_CFA,   /* saved at cfa + val */
	CFI_IS_CFA,   /* is cfa + val */
	CFI_REGISTER, /* is in register val */
	CFI_AT_EXPR,  /* saved at the address that expr computes */
	CFI_IS_EXPR   /* is the value that expr computes; in row.cfa: that value is the CFA */
};

struct cfi_rule {
	uint8_t reg;
	uint8_t kind; /* enum cfi_kind */
	uint16_t pad;
	uint32_t len; /* of the expression */
	union {
		int64_t val;
		const uint8_t *expr;
	};
};

/* The unwind row of an address: how to compute the caller's registers from a frame's. */
struct cfi_row {
	uint8_t signal;	   /* signal frame: its caller was interrupted and made no call */
	uint8_t ra_signed; /* the return address carries an authentication code (arm64) */
	uint8_t ra;	   /* DWARF number of the return address column */
	uint8_t nr;	   /* rules */
	/*
	 * enum cfi_answer, for callers that cache rows. If it is not CFI_FOUND, all other members
	 * are 0.
	 */
	int32_t answer;
	struct cfi_rule cfa; /* CFI_IS_CFA: register reg + val; CFI_IS_EXPR */
	struct cfi_rule rule[CFI_REGS];
};

#define CFI_ROW_SIZE(nr) (offsetof(struct cfi_row, rule) + (nr) * sizeof(struct cfi_rule))

/* An FDE's address range and its offset in the section; sorted by address. */
struct cfi_index {
	uint64_t start, end;
	size_t off;
};

struct cfi_section {
	const uint8_t *data;
	size_t len;
	uint64_t addr;		 /* section address (sh_addr) */
	uint64_t hdr_addr;	 /* of .eh_frame_hdr */
	uint8_t addr_size;	 /* 4 or 8 */
	bool eh;		 /* .eh_frame */
	bool swap;		 /* byte order differs from the host's */
	bool indexed;		 /* index was made */
	struct cfi_index *index; /* .debug_frame */
	uint32_t nr_index;
};

/* Lies between these in memory. */
struct cfi_cur {
	const uint8_t *p, *end;
	bool swap;
	bool bad; /* a read went past end; all further values are 0 */
};

uint64_t cfi_uint(struct cfi_cur *c, unsigned size);
uint64_t cfi_uleb(struct cfi_cur *c);
int64_t cfi_sleb(struct cfi_cur *c);

enum cfi_answer {
	CFI_FOUND = 1,
	CFI_NONE = 0, /* no description covers the address */
	CFI_DAMAGED = -1,
	CFI_NO_MEMORY = -2
};

/* Compute the row for @pc from the FDE at @off of @s. CFI_NONE: the FDE does not cover @pc. */
enum cfi_answer cfi_row_at(const struct cfi_section *s, size_t off, uint64_t pc,
			   struct cfi_row *row);

/* Find the offset of the FDE that may cover @pc by the search table of .eh_frame_hdr. */
enum cfi_answer cfi_find_hdr(const struct cfi_section *hdr, const struct cfi_section *eh,
			     uint64_t pc, size_t *off);
/*
 * Find the offset of the FDE that may cover @pc by an index of the section's FDEs. The first call
 * makes the index, or returns CFI_NO_MEMORY.
 */
enum cfi_answer cfi_find_index(struct cfi_section *s, uint64_t pc, size_t *off);
void cfi_section_free(struct cfi_section *s);

/* The declarations from here on are internal to the files that read CFI. */
struct cfi_cie {
	uint64_t code_align;
	int64_t data_align;
	uint64_t ra;
	uint8_t fde_enc, lsda_enc;
	bool sized; /* FDEs have augmentation data with a size */
	bool signal, ra_signed;
	struct cfi_cur program;
};

struct cfi_fde {
	struct cfi_cie cie;
	uint64_t start, len;
	struct cfi_cur program;
};

/* Read the FDE at @off; CFI_NONE: the entry is no FDE. *@next: offset of the next entry. */
enum cfi_answer cfi_fde_read(const struct cfi_section *s, size_t off, struct cfi_fde *f,
			     size_t *next);

/* Run the CIE's and FDE's instructions up to @pc, and store the resulting rules in @row. */
enum cfi_answer cfi_run(const struct cfi_section *s, const struct cfi_fde *f, uint64_t pc,
			struct cfi_row *row);

/* Read the pointer at @c, whose DW_EH_PE_ encoding is @enc. */
uint64_t cfi_pointer(const struct cfi_section *s, struct cfi_cur *c, uint8_t enc);

/*
 * Access to the frame's registers and memory for expressions. The functions return 0, or -1:
 * unknown.
 */
struct cfi_view {
	int (*reg)(void *ctx, uint64_t reg, uint64_t *val);
	int (*mem)(void *ctx, uint64_t addr, unsigned size, uint64_t *val);
	void *ctx;
	uint8_t addr_size;
	bool swap; /* the expression's byte order is not the host's */
};

/* Evaluate a DWARF expression with @first on its stack at the start. Return: 0, or -1: failed. */
int cfi_expr(const uint8_t *expr, uint32_t len, const struct cfi_view *v, uint64_t first,
	     uint64_t *out);
