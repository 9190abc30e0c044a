/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads names of types from the BTF data in a recording, for the names of BPF programs' functions.
 */
#include "session/tracepoint/btf_names.h"

#include "base/array.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BTF_MAGIC 0xeb9fu
#define BTF_HEADER 24u /* bytes of the header that are read */
#define BTF_TYPE 12u   /* bytes of struct btf_type, with which every type begins */

/* A BTF object. The offsets of its types are found when a name is asked for first. */
struct one {
	uint32_t id;
	const uint8_t *types, *strings;
	uint32_t types_len, strings_len;
	uint32_t *at; /* offset of each type from types; at[0] is that of type number 1 */
	uint32_t nr;
};

struct btf_names {
	struct one *all; /* ascending by id */
	uint32_t nr;
	int swap;
	int err; /* 0 or -ENOMEM */
};

static uint32_t u32(const struct btf_names *b, const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return b->swap ? __builtin_bswap32(v) : v;
}

static uint16_t u16(const struct btf_names *b, const uint8_t *p)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return b->swap ? __builtin_bswap16(v) : v;
}

static bool section(const struct pdata_btf *src, uint64_t base, uint32_t off, uint32_t len,
		    const uint8_t **data, uint32_t *data_len)
{
	if (base + off > src->size || len > src->size - (base + off))
		return false;
	*data = src->data + base + off;
	*data_len = len;
	return true;
}

/*
 * The header is u16 magic, u8 version, u8 flags, u32 header length, and u32 offset and length of
 * the types and of the strings.
 */
static void open_btf(const struct btf_names *b, struct one *o, const struct pdata_btf *src)
{
	uint32_t base;

	*o = (struct one){ .id = src->id };
	if (src->size < BTF_HEADER || u16(b, src->data) != BTF_MAGIC)
		return;
	base = u32(b, src->data + 4);
	if (!section(src, base, u32(b, src->data + 8), u32(b, src->data + 12), &o->types,
		     &o->types_len) ||
	    !section(src, base, u32(b, src->data + 16), u32(b, src->data + 20), &o->strings,
		     &o->strings_len))
		o->types_len = 0;
}

static int compare_btf_ids(const void *x, const void *y)
{
	const struct one *a = x, *b = y;

	return (a->id > b->id) - (a->id < b->id);
}

struct btf_names *btf_names_new(const struct pdata_bpf_btf *btf, int swap)
{
	struct btf_names *b = mem_alloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->swap = swap;
	b->nr = btf ? btf->nr : 0;
	b->all = mem_alloc(b->nr, sizeof(*b->all));
	if (!b->all) {
		free(b);
		return NULL;
	}
	for (uint32_t i = 0; i < b->nr; i++)
		open_btf(b, &b->all[i], &btf->btfs[i]);
	qsort(b->all, b->nr, sizeof(*b->all), compare_btf_ids);
	return b;
}

void btf_names_free(struct btf_names *b)
{
	if (!b)
		return;
	for (uint32_t i = 0; i < b->nr; i++)
		free(b->all[i].at);
	free(b->all);
	free(b);
}

/* Return: the number of bytes that follow a type's struct btf_type; -1: the kind is not known. */
static int64_t extra(uint32_t info)
{
	/* By kind: bytes for each of the vlen elements that info counts, and bytes once. */
	static const struct {
		uint8_t each, once;
	} sizes[] = {
		[1] = { 0, 4 },	 [2] = { 0, 0 },  [3] = { 0, 12 },  [4] = { 12, 0 },
		[5] = { 12, 0 }, [6] = { 8, 0 },  [7] = { 0, 0 },   [8] = { 0, 0 },
		[9] = { 0, 0 },	 [10] = { 0, 0 }, [11] = { 0, 0 },  [12] = { 0, 0 },
		[13] = { 8, 0 }, [14] = { 0, 4 }, [15] = { 12, 0 }, [16] = { 0, 0 },
		[17] = { 0, 4 }, [18] = { 0, 0 }, [19] = { 12, 0 },
	};
	uint32_t kind = info >> 24 & 31, nr = info & 0xffff;

	if (!kind || kind >= REP_NR(sizes))
		return -1;
	return (int64_t)nr * sizes[kind].each + sizes[kind].once;
}

/* Return: false when memory is exhausted. */
static bool find_types(struct btf_names *b, struct one *o)
{
	uint64_t pos = 0;
	uint32_t cap = o->types_len / BTF_TYPE;

	o->at = mem_alloc(cap, sizeof(*o->at));
	if (!o->at) {
		b->err = -ENOMEM;
		return false;
	}
	while (o->types_len - pos >= BTF_TYPE) {
		int64_t more = extra(u32(b, o->types + pos + 4));

		o->at[o->nr++] = (uint32_t)pos;
		if (more < 0 || (uint64_t)more > o->types_len - pos - BTF_TYPE)
			break;
		pos += BTF_TYPE + (uint64_t)more;
	}
	return true;
}

int btf_names_err(const struct btf_names *b)
{
	return b->err;
}

const char *btf_type_name(struct btf_names *b, uint32_t id, uint32_t type)
{
	const struct one key = { .id = id };
	struct one *o = b->nr ? bsearch(&key, b->all, b->nr, sizeof(*b->all), compare_btf_ids)
			      : NULL;
	uint32_t name;

	if (!o || !type)
		return NULL;
	if (!o->at && !find_types(b, o))
		return NULL;
	if (type > o->nr)
		return NULL;
	name = u32(b, o->types + o->at[type - 1]);
	if (name >= o->strings_len || !memchr(o->strings + name, 0, o->strings_len - name))
		return NULL;
	return (const char *)o->strings + name;
}
