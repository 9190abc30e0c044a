/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads any bytes as a perf map, a jitdump and kallsyms: reading through a small window gives the
 * same as reading from memory.
 */

#include "fuzz.h"

#include <pdata/names.h>

#include <stdlib.h>
#include <string.h>

struct input {
	const uint8_t *data;
	size_t size, off;
};

static size_t read_input(void *arg, uint64_t off, void *buf, size_t len)
{
	const struct input *in = arg;

	if (off >= in->size)
		return 0;
	if (len > in->size - off)
		len = in->size - (size_t)off;
	memcpy(buf, in->data + off, len);
	return len;
}

static void require(int holds)
{
	if (!holds)
		abort();
}

static void as_perf_map(struct pdata_window *mem, struct pdata_window *part)
{
	struct pdata_perf_map_line a, b;
	int ret;

	for (uint64_t off = 0; (ret = pdata_perf_map_line(mem, off, &a)) >= 0; off = a.end + 1) {
		require(pdata_perf_map_line(part, off, &b) == ret && !memcmp(&a, &b, sizeof(a)));
		require(a.off == off && a.end >= off && a.end < mem->len);
		require(!ret || (a.name > off && a.name < a.end));
	}
}

static void as_jitdump(struct pdata_window *mem, struct pdata_window *part)
{
	struct pdata_jitdump d, e;
	struct pdata_jit_record a, b;
	int ret = pdata_jitdump_header(mem, &d);

	require(pdata_jitdump_header(part, &e) == ret && !memcmp(&d, &e, sizeof(d)));
	if (ret == PDATA_E_KIND)
		return;
	for (uint64_t off = d.header_size; (ret = pdata_jitdump_record(mem, &d, off, &a)) > 0;
	     off += a.size) {
		require(pdata_jitdump_record(part, &e, off, &b) == ret &&
			!memcmp(&a, &b, sizeof(a)));
		require(a.size <= mem->len - off);
		require(!a.name || a.name + a.name_len < off + a.size);
	}
}

/*
 * Return a checksum of all symbols of a walk, except those in lines that are longer than a small
 * buffer.
 */
struct sum {
	struct input in;
	size_t longest, piece;
	uint64_t value;
};

static size_t read_kallsyms_piece(void *arg, void *buf, size_t len)
{
	struct sum *s = arg;
	const size_t n = read_input(&s->in, s->in.off, buf, len < s->piece ? len : s->piece);

	s->in.off += n;
	return n;
}

static int add_symbol(void *arg, const struct pdata_kallsym *sym)
{
	struct sum *s = arg;

	require(sym->name > sym->line && sym->name + sym->name_len <= sym->line + sym->line_len);
	require(!sym->module || sym->module + sym->module_len == sym->line + sym->line_len);
	if (sym->line_len >= s->longest)
		return 0;
	s->value = s->value * 31 + sym->addr + sym->type + 256 * sym->is_symbol;
	for (size_t i = 0; i < sym->line_len; i++)
		s->value = s->value * 31 + (uint8_t)sym->line[i];
	s->value = s->value * 31 + sym->name_len + 65536 * sym->module_len;
	return 0;
}

#define BUFFER 256u

static void as_kallsyms(const uint8_t *data, size_t size)
{
	struct sum mem = { .longest = BUFFER };
	struct sum part = { .in = { data, size, 0 }, .longest = BUFFER, .piece = 1 + size % 300 };
	char buf[BUFFER], *text = malloc(size + 1);

	require(text != NULL);
	memcpy(text, data, size);
	pdata_kallsyms_walk(&(struct pdata_kallsyms){
		.symbol = add_symbol, .arg = &mem, .buf = text, .size = size });
	pdata_kallsyms_walk(&(struct pdata_kallsyms){ .read = read_kallsyms_piece,
						      .symbol = add_symbol,
						      .arg = &part,
						      .buf = buf,
						      .size = sizeof(buf) });
	require(mem.value == part.value);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = { data, size, 0 };
	char buf[PDATA_WINDOW_MIN];
	struct pdata_window mem = { .len = size, .mem = size ? (const void *)data : "" };
	struct pdata_window part = {
		.len = size, .read = read_input, .arg = &in, .buf = buf, .size = sizeof(buf)
	};

	as_perf_map(&mem, &part);
	as_jitdump(&mem, &part);
	as_kallsyms(data, size);
	return 0;
}
