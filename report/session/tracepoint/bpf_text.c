/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the BPF programs and BTF objects of a recording's header features, as perf report
 * --header does.
 */
#include "session/tracepoint/bpf_text.h"

#include "base/memory.h"
#include "session/tracepoint/btf_names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * Offsets in an entry of the feature BPF_PROG_INFO. The entry is the kernel's struct
 * bpf_prog_info, of the size that the writer knew, followed by data for its arrays. If the bit of
 * an array is set, the struct's pointer to the array is an offset from the beginning of the data.
 * Source: linux include/uapi/linux/bpf.h; tools/perf/util/bpf-utils.h for the bits.
 */
enum {
	INFO_ID = 4,
	INFO_NAME = 64,
	INFO_NR_KSYMS = 104,
	INFO_NR_FUNC_LENS = 108,
	INFO_KSYMS = 112,
	INFO_FUNC_LENS = 120,
	INFO_BTF_ID = 128,
	INFO_FUNC_REC_SIZE = 132,
	INFO_FUNC_INFO = 136,
	INFO_NR_FUNC_INFO = 144,
	INFO_NR_TAGS = 180,
	INFO_TAGS = 184,
};

enum array_bit {
	ARRAY_KSYMS = 3,
	ARRAY_FUNC_LENS = 4,
	ARRAY_FUNC_INFO = 5,
	ARRAY_TAGS = 8,
};

#define NAME_LEN 16u /* bytes of a program's name in the kernel */
#define TAG_LEN 8u
#define FULL_NAME 512u /* the kernel's limit for the length of a symbol's name */

struct prog {
	const struct pdata_bpf_prog *p;
	int swap;
	uint32_t id;
	uint32_t order; /* position in the feature */
	uint32_t nr;	/* parts (functions); 0: not compiled to machine code */
	bool whole;	/* the arrays have an element for each part */
	const uint8_t *ksyms, *lens, *tags;
};

/* Return: the member of @bytes at offset @off; 0 for one that the writer's kernel did not have. */
static uint64_t get_bpf_info_member(const struct prog *g, uint32_t off, unsigned bytes)
{
	uint32_t v4;
	uint64_t v8;

	if (off + bytes > g->p->info_len)
		return 0;
	if (bytes == 4) {
		memcpy(&v4, g->p->info + off, 4);
		return g->swap ? __builtin_bswap32(v4) : v4;
	}
	memcpy(&v8, g->p->info + off, 8);
	return g->swap ? __builtin_bswap64(v8) : v8;
}

static uint32_t get_bpf_info_u32(const struct prog *g, uint32_t off)
{
	return (uint32_t)get_bpf_info_member(g, off, 4);
}

/*
 * Get the array whose pointer is the member at offset @off. Return: its @nr elements of @size
 * bytes; NULL if they are not in the data.
 */
static const uint8_t *array(const struct prog *g, enum array_bit bit, uint32_t off, uint64_t nr,
			    uint64_t size)
{
	uint64_t at = get_bpf_info_member(g, off, 8);

	if (!(g->p->arrays >> bit & 1) || at > g->p->data_len || !size ||
	    nr > (g->p->data_len - at) / size)
		return NULL;
	return g->p->data + at;
}

static void open_prog(struct prog *g)
{
	g->id = get_bpf_info_u32(g, INFO_ID);
	g->nr = get_bpf_info_u32(g, INFO_NR_KSYMS);
	g->ksyms = array(g, ARRAY_KSYMS, INFO_KSYMS, g->nr, 8);
	g->lens = array(g, ARRAY_FUNC_LENS, INFO_FUNC_LENS, g->nr, 4);
	g->tags = array(g, ARRAY_TAGS, INFO_TAGS, g->nr, TAG_LEN);
	g->whole = g->nr == get_bpf_info_u32(g, INFO_NR_TAGS) &&
		   g->nr == get_bpf_info_u32(g, INFO_NR_FUNC_LENS) &&
		   (!g->nr || (g->ksyms && g->lens && g->tags));
}

/*
 * Get the last part of a symbol's name. Return: the function's name from BTF; without BTF "F" if
 * the program has several parts, else the program's name; NULL: no name. @buf: NAME_LEN + 1 bytes.
 */
static const char *short_name(const struct prog *g, struct btf_names *btf, uint32_t part, char *buf)
{
	uint32_t rec = get_bpf_info_u32(g, INFO_FUNC_REC_SIZE),
		 nr = get_bpf_info_u32(g, INFO_NR_FUNC_INFO), type;
	const uint8_t *funcs = rec >= 8 ? array(g, ARRAY_FUNC_INFO, INFO_FUNC_INFO, nr, rec) : NULL;
	const char *name = NULL;

	if (funcs && part < nr) {
		memcpy(&type, funcs + (uint64_t)part * rec + 4, 4);
		name = btf_type_name(btf, get_bpf_info_u32(g, INFO_BTF_ID),
				     g->swap ? __builtin_bswap32(type) : type);
	}
	if (name)
		return name;
	if (g->nr > 1)
		return "F";
	memset(buf, 0, NAME_LEN + 1);
	if (g->p->info_len >= INFO_NAME + NAME_LEN)
		memcpy(buf, g->p->info + INFO_NAME, NAME_LEN);
	return buf[0] ? buf : NULL;
}

static void print_part(struct out *o, const struct prog *g, struct btf_names *btf, uint32_t part)
{
	const struct pdata_view ksyms = { g->ksyms, g->nr, (uint32_t)g->swap };
	const struct pdata_view lens = { g->lens, g->nr, (uint32_t)g->swap };
	char buf[NAME_LEN + 1];
	const char *name = short_name(g, btf, part, buf);

	out_str(o, "bpf_prog_");
	for (uint32_t i = 0; i < TAG_LEN; i++)
		out_printf(o, "%02x", g->tags[part * TAG_LEN + i]);
	if (name)
		out_printf(o, "_%.*s", (int)FULL_NAME, name);
	out_printf(o, " addr 0x%llx size %u\n", (unsigned long long)pdata_u64_at(&ksyms, part),
		   pdata_u32_at(&lens, part));
}

static void print_prog(struct out *o, const struct prog *g, struct btf_names *btf)
{
	if (g->nr == 1) {
		out_printf(o, "# bpf_prog_info %u: ", g->id);
		print_part(o, g, btf, 0);
		return;
	}
	out_printf(o, "# bpf_prog_info %u:\n", g->id);
	for (uint32_t i = 0; i < g->nr; i++) {
		out_printf(o, "# \tsub_prog %u: ", i);
		print_part(o, g, btf, i);
	}
}

static int compare_bpf_progs(const void *a, const void *b)
{
	const struct prog *x = a, *y = b;

	if (x->id != y->id)
		return (x->id > y->id) - (x->id < y->id);
	return (x->order > y->order) - (x->order < y->order);
}

int bpf_progs_print(struct out *o, struct pdata_reader *r, const struct pdata_bpf_prog_info *progs)
{
	const int swap = pdata_reader_info(r)->swap != 0;
	struct prog *all = mem_alloc(progs->nr, sizeof(*all));
	const struct pdata_feature *f = NULL;
	int ret = pdata_reader_feature(r, PDATA_FEAT_BPF_BTF, &f, NULL);
	struct btf_names *btf = btf_names_new(ret ? NULL : &f->u.bpf_btf, swap);

	if (!all || !btf || ret == PDATA_E_NOMEM) {
		btf_names_free(btf);
		free(all);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < progs->nr; i++) {
		all[i] = (struct prog){ .p = &progs->progs[i], .swap = swap, .order = i };
		open_prog(&all[i]);
	}
	qsort(all, progs->nr, sizeof(*all), compare_bpf_progs);
	for (uint32_t i = 0; i < progs->nr; i++)
		if (all[i].whole && (!i || all[i].id != all[i - 1].id))
			print_prog(o, &all[i], btf);
	ret = btf_names_err(btf);
	btf_names_free(btf);
	free(all);
	return ret;
}

static int compare_u32(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

int bpf_btf_print(struct out *o, const struct pdata_bpf_btf *btf)
{
	uint32_t *ids = mem_alloc(btf->nr, sizeof(*ids));

	if (!ids)
		return -ENOMEM;
	for (uint32_t i = 0; i < btf->nr; i++)
		ids[i] = btf->btfs[i].id;
	qsort(ids, btf->nr, sizeof(*ids), compare_u32);
	for (uint32_t i = 0; i < btf->nr; i++)
		if (!i || ids[i] != ids[i - 1])
			out_printf(o, "# btf info of id %u\n", ids[i]);
	free(ids);
	return 0;
}
