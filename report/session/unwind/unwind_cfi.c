/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses the CIEs and FDEs of .eh_frame and .debug_frame and computes the unwind row of an address
 * from its FDE; all bytes may be damaged.
 */
#include "session/unwind/unwind_cfi.h"

#include "base/number.h"

#include <string.h>

/*
 * DW_EH_PE_ pointer encodings: the lower half of the byte is the format, the upper half says what
 * the value is relative to.
 */
enum {
	ENC_NATIVE = 0x00,
	ENC_ULEB = 0x01,
	ENC_U2 = 0x02,
	ENC_U4 = 0x03,
	ENC_U8 = 0x04,
	ENC_SIGNED = 0x08,
	ENC_SLEB = 0x09,
	ENC_S2 = 0x0a,
	ENC_S4 = 0x0b,
	ENC_S8 = 0x0c,
	ENC_FROM = 0x70,
	ENC_FROM_HERE = 0x10,
	ENC_FROM_HDR = 0x30,
	ENC_OMIT = 0xff
};

uint64_t cfi_uint(struct cfi_cur *c, unsigned size)
{
	uint64_t v;

	if (c->bad || (size_t)(c->end - c->p) < size) {
		c->bad = true;
		return 0;
	}
	v = rep_number(c->p, size, c->swap);
	c->p += size;
	return v;
}

uint64_t cfi_uleb(struct cfi_cur *c)
{
	uint64_t v = 0;
	unsigned shift = 0;

	while (!c->bad) {
		uint64_t b = cfi_uint(c, 1);

		if (shift < 64)
			v |= (b & 0x7f) << shift;
		shift += 7;
		if (!(b & 0x80))
			break;
	}
	return v;
}

int64_t cfi_sleb(struct cfi_cur *c)
{
	uint64_t v = 0, b = 0;
	unsigned shift = 0;

	while (!c->bad) {
		b = cfi_uint(c, 1);
		if (shift < 64)
			v |= (b & 0x7f) << shift;
		shift += 7;
		if (!(b & 0x80))
			break;
	}
	if (shift < 64 && b & 0x40)
		v |= ~0ull << shift;
	return (int64_t)v;
}

static uint64_t form_value(struct cfi_cur *c, uint8_t form, unsigned addr_size)
{
	switch (form) {
	case ENC_NATIVE:
	case ENC_SIGNED:
		return cfi_uint(c, addr_size);
	case ENC_ULEB:
		return cfi_uleb(c);
	case ENC_U2:
		return cfi_uint(c, 2);
	case ENC_U4:
		return cfi_uint(c, 4);
	case ENC_U8:
	case ENC_S8:
		return cfi_uint(c, 8);
	case ENC_SLEB:
		return (uint64_t)cfi_sleb(c);
	case ENC_S2:
		return (uint64_t)(int16_t)cfi_uint(c, 2);
	case ENC_S4:
		return (uint64_t)(int32_t)cfi_uint(c, 4);
	default:
		c->bad = true;
		return 0;
	}
}

uint64_t cfi_pointer(const struct cfi_section *s, struct cfi_cur *c, uint8_t enc)
{
	const uint64_t here = s->addr + (uint64_t)(c->p - s->data);
	uint64_t v;

	if (enc == ENC_OMIT)
		return 0;
	v = form_value(c, enc & 0xf, s->addr_size);
	if ((enc & ENC_FROM) == ENC_FROM_HERE)
		v += here;
	else if ((enc & ENC_FROM) == ENC_FROM_HDR)
		v += s->hdr_addr;
	return s->addr_size == 4 ? (uint32_t)v : v;
}

/* The head of a CIE or FDE: the entry's bytes in @c, and the id that tells CIE from FDE. */
struct entry {
	struct cfi_cur c;
	size_t id_at; /* where the identification stands */
	uint64_t id;
	bool wide; /* of 8 bytes */
};

static enum cfi_answer entry_read(const struct cfi_section *s, size_t off, struct entry *e)
{
	uint64_t len;

	if (off > s->len)
		return CFI_DAMAGED;
	e->c = (struct cfi_cur){ s->data + off, s->data + s->len, s->swap, false };
	len = cfi_uint(&e->c, 4);
	e->wide = len == UINT32_MAX;
	if (e->wide)
		len = cfi_uint(&e->c, 8);
	if (e->c.bad || len > (uint64_t)(e->c.end - e->c.p))
		return CFI_DAMAGED;
	if (!len)
		return CFI_NONE;
	e->c.end = e->c.p + len;
	e->id_at = (size_t)(e->c.p - s->data);
	/* In .eh_frame the id has 4 bytes, also if the length has 8. */
	e->id = cfi_uint(&e->c, e->wide && !s->eh ? 8 : 4);
	return e->c.bad ? CFI_DAMAGED : CFI_FOUND;
}

static bool is_cie(const struct cfi_section *s, const struct entry *e)
{
	if (s->eh)
		return !e->id;
	return e->id == (e->wide ? UINT64_MAX : UINT32_MAX);
}

static void read_augmentation(const struct cfi_section *s, const char *text, struct cfi_cur *c,
			      struct cfi_cie *cie)
{
	for (; *text && !c->bad; text++) {
		switch (*text) {
		case 'R':
			cie->fde_enc = (uint8_t)cfi_uint(c, 1);
			break;
		case 'L':
			cie->lsda_enc = (uint8_t)cfi_uint(c, 1);
			break;
		case 'P':
			cfi_pointer(s, c, (uint8_t)cfi_uint(c, 1));
			break;
		case 'S':
			cie->signal = true;
			break;
		case 'B':
			break;
		default: /* unknown: the augmentation data's size lets the rest be skipped */
			return;
		}
	}
}

static enum cfi_answer cie_read(const struct cfi_section *s, size_t off, struct cfi_cie *cie)
{
	struct entry e;
	enum cfi_answer rc = entry_read(s, off, &e);
	struct cfi_cur data;
	const char *text;
	uint64_t version, size;

	if (rc != CFI_FOUND || !is_cie(s, &e))
		return CFI_DAMAGED;
	*cie = (struct cfi_cie){ .lsda_enc = ENC_OMIT };
	version = cfi_uint(&e.c, 1);
	text = (const char *)e.c.p;
	if ((version != 1 && version != 3 && version != 4) ||
	    !memchr(e.c.p, 0, (size_t)(e.c.end - e.c.p)))
		return CFI_DAMAGED;
	e.c.p += strlen(text) + 1;
	if (version == 4) /* version 4 has the sizes of an address and of a segment selector */
		cfi_uint(&e.c, 2);
	cie->code_align = cfi_uleb(&e.c);
	cie->data_align = cfi_sleb(&e.c);
	cie->ra = version == 1 ? cfi_uint(&e.c, 1) : cfi_uleb(&e.c);
	if (*text == 'z') {
		cie->sized = true;
		size = cfi_uleb(&e.c);
		if (e.c.bad || size > (uint64_t)(e.c.end - e.c.p))
			return CFI_DAMAGED;
		data = e.c;
		data.end = data.p + size;
		read_augmentation(s, text + 1, &data, cie);
		e.c.p += size;
		e.c.bad = data.bad;
	} else if (*text) {
		return CFI_DAMAGED;
	}
	cie->program = e.c;
	return e.c.bad ? CFI_DAMAGED : CFI_FOUND;
}

/* .eh_frame gives the distance back to the CIE, .debug_frame the CIE's offset in the section. */
static bool cie_offset(const struct cfi_section *s, const struct entry *e, size_t *off)
{
	if (s->eh ? e->id > e->id_at : e->id >= s->len)
		return false;
	*off = s->eh ? e->id_at - (size_t)e->id : (size_t)e->id;
	return true;
}

enum cfi_answer cfi_fde_read(const struct cfi_section *s, size_t off, struct cfi_fde *f,
			     size_t *next)
{
	struct entry e;
	enum cfi_answer rc = entry_read(s, off, &e);
	uint64_t size;
	size_t cie;

	*next = s->len;
	if (rc == CFI_DAMAGED)
		return rc;
	if (rc == CFI_NONE) {
		*next = off + 4;
		return rc;
	}
	*next = (size_t)(e.c.end - s->data);
	if (is_cie(s, &e))
		return CFI_NONE;
	if (!cie_offset(s, &e, &cie) || cie_read(s, cie, &f->cie) != CFI_FOUND)
		return CFI_DAMAGED;
	f->start = cfi_pointer(s, &e.c, f->cie.fde_enc);
	f->len = cfi_pointer(s, &e.c, f->cie.fde_enc & 0xf);
	if (f->cie.sized) {
		size = cfi_uleb(&e.c);
		if (e.c.bad || size > (uint64_t)(e.c.end - e.c.p))
			return CFI_DAMAGED;
		e.c.p += size;
	}
	f->program = e.c;
	return e.c.bad ? CFI_DAMAGED : CFI_FOUND;
}

enum cfi_answer cfi_row_at(const struct cfi_section *s, size_t off, uint64_t pc,
			   struct cfi_row *row)
{
	struct cfi_fde f;
	size_t next;
	enum cfi_answer rc = cfi_fde_read(s, off, &f, &next);

	if (rc != CFI_FOUND)
		return rc;
	if (pc < f.start || pc - f.start >= f.len)
		return CFI_NONE;
	return cfi_run(s, &f, pc, row);
}
