/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds names of functions in BTF. Source of the layout: Documentation/bpf/btf.rst of the kernel.
 */
#include "kernel/btf_name.h"

#include <string.h>

#define BTF_MAGIC 0xeb9fu
#define TYPE_SIZE 12u /* name, kind with count, size: 4 bytes each */

struct btf_header {
	uint16_t magic;
	uint8_t version, flags;
	uint32_t header_size, types_off, types_size, names_off, names_size;
};

/* Bytes that follow a type of each kind: a fixed number, and a number for each of its elements. */
static const struct {
	uint8_t fixed, each;
} kinds[] = {
	[1] = { 4, 0 },	  /* integer */
	[2] = { 0, 0 },	  /* pointer */
	[3] = { 12, 0 },  /* array */
	[4] = { 0, 12 },  /* struct */
	[5] = { 0, 12 },  /* union */
	[6] = { 0, 8 },	  /* enum */
	[13] = { 0, 8 },  /* parameters of a function */
	[14] = { 4, 0 },  /* variable */
	[15] = { 0, 12 }, /* section */
	[17] = { 4, 0 },  /* tag of a declaration */
	[19] = { 0, 12 }, /* enum of 64 bits */
};

static uint32_t btf_word(const uint8_t *bytes)
{
	uint32_t v;

	memcpy(&v, bytes, sizeof(v));
	return v;
}

/* Return the number of bytes that the type at @bytes takes in the BTF; 0: its kind is unknown. */
static size_t btf_type_size(const uint8_t *bytes)
{
	const uint32_t info = btf_word(bytes + 4), kind = info >> 24 & 0x1f;

	if (!kind || kind >= sizeof(kinds) / sizeof(kinds[0]))
		return 0;
	return TYPE_SIZE + kinds[kind].fixed + (size_t)kinds[kind].each * (info & 0xffff);
}

const char *rec_btf_name(const void *btf, size_t size, uint32_t type)
{
	struct btf_header h;

	if (size < sizeof(h) || !type)
		return NULL;
	memcpy(&h, btf, sizeof(h));
	if (h.magic != BTF_MAGIC || h.header_size < sizeof(h) || h.header_size > size)
		return NULL;

	const uint8_t *body = (const uint8_t *)btf + h.header_size, *t;
	size_t left = size - h.header_size;

	if (h.types_off > left || h.types_size > left - h.types_off || h.names_off > left ||
	    h.names_size > left - h.names_off)
		return NULL;
	t = body + h.types_off;
	left = h.types_size;
	while (left >= TYPE_SIZE && --type) { /* the first type has the number 1 */
		const size_t n = btf_type_size(t);

		if (!n || n > left)
			return NULL;
		t += n;
		left -= n;
	}
	if (left < TYPE_SIZE)
		return NULL;

	const uint32_t off = btf_word(t);
	const char *name = (const char *)body + h.names_off + off;

	if (off >= h.names_size || !memchr(name, '\0', h.names_size - off))
		return NULL;
	return *name ? name : NULL;
}
