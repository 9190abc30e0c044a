/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Frame descriptions of DWARF: .eh_frame and .debug_frame. All bytes may be damaged. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Registers by DWARF's numbers; the general ones of all machines that are known here are below. */
#define CFI_REGS 33u

enum cfi_kind {
	CFI_SAME = 0,
	CFI_UNDEFINED,
	CFI_AT_CFA,   /* saved at cfa + val */
	CFI_IS_CFA,   /* is cfa + val */
	CFI_REGISTER, /* is in register val */
	CFI_AT_EXPR,  /* saved at the address that the expression gives */
	CFI_IS_EXPR   /* is what the expression gives; as rule of the cfa: that */
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

/* How to get from a frame to its caller's. */
struct cfi_row {
	uint8_t signal; /* the frame is a signal's: its caller was interrupted, it did not call */
	uint8_t ra_signed; /* the return address carries an authentication code (arm64) */
	uint8_t ra;	   /* the column of the return address */
	uint8_t nr;	   /* rules */
	int32_t answer; /* enum cfi_answer, for who keeps rows; without CFI_FOUND the rest is 0 */
	struct cfi_rule cfa; /* CFI_IS_CFA: register reg + val; CFI_IS_EXPR */
	struct cfi_rule rule[CFI_REGS];
};

#define CFI_ROW_SIZE(nr) (offsetof(struct cfi_row, rule) + (nr) * sizeof(struct cfi_rule))

/* Which function's description lies where; by address. */
struct cfi_index {
	uint64_t start, end;
	size_t off;
};

struct cfi_section {
	const uint8_t *data;
	size_t len;
	uint64_t addr;		 /* where it is mapped, in the file's own addresses */
	uint64_t hdr_addr;	 /* of .eh_frame_hdr */
	uint8_t addr_size;	 /* 4 or 8 */
	bool eh;		 /* .eh_frame */
	bool swap;		 /* its byte order is not the host's */
	bool indexed;		 /* index was made */
	struct cfi_index *index; /* .debug_frame */
	uint32_t nr_index;
};

/* Lies between these in memory. */
struct cfi_cur {
	const uint8_t *p, *end;
	bool swap;
	bool bad; /* more was asked for than there is; all further values are 0 */
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

/*
 * The row for @pc out of the description at @off of @s. CFI_NONE: that is of other addresses.
 */
enum cfi_answer cfi_row_at(const struct cfi_section *s, size_t off, uint64_t pc,
			   struct cfi_row *row);

/* Where the description that may cover @pc lies, by the search table of .eh_frame_hdr. */
enum cfi_answer cfi_find_hdr(const struct cfi_section *hdr, const struct cfi_section *eh,
			     uint64_t pc, size_t *off);
/* The same by an index of the section, made at the first question, or CFI_NO_MEMORY. */
enum cfi_answer cfi_find_index(struct cfi_section *s, uint64_t pc, size_t *off);
void cfi_section_free(struct cfi_section *s);

/* Internal to the reading of descriptions. */
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

/* CFI_NONE: there is another thing than an FDE. @next: where the next entry begins. */
enum cfi_answer cfi_fde_read(const struct cfi_section *s, size_t off, struct cfi_fde *f,
			     size_t *next);

/* What the programs of @f make of the registers at @pc. */
enum cfi_answer cfi_run(const struct cfi_section *s, const struct cfi_fde *f, uint64_t pc,
			struct cfi_row *row);

/* A pointer at @c in encoding @enc. */
uint64_t cfi_pointer(const struct cfi_section *s, struct cfi_cur *c, uint8_t enc);

/* How an expression looks at the frame. Return: 0, or -1: not known. */
struct cfi_view {
	int (*reg)(void *ctx, uint64_t reg, uint64_t *val);
	int (*mem)(void *ctx, uint64_t addr, unsigned size, uint64_t *val);
	void *ctx;
	uint8_t addr_size;
	bool swap; /* of the expression's bytes */
};

/* @first is on the stack at the beginning. Return: 0, or -1. */
int cfi_expr(const uint8_t *expr, uint32_t len, const struct cfi_view *v, uint64_t first,
	     uint64_t *out);
