/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Synthesises records about the BPF programs that are loaded when a recording begins: the kernel
 * writes such records only when it loads or unloads a program, and readers take the name of the
 * program's code from them.
 */
#include "base/bpf.h"
#include "base/recorder.h"
#include "event/side_opts.h"
#include "file/sink.h"
#include "kernel/btf_name.h"
#include "synth/synth.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TAG_SIZE 8u
#define FUNC_MIN 8u  /* offset of an instruction, number of a BTF type */
#define NR_MAX 1024u /* functions of a program; the kernel allows 256 */

/* A loaded program. The arrays have one element for each function in machine code. */
struct loaded {
	struct rec_bpf_prog_info info;
	uint64_t addrs[NR_MAX];
	uint32_t lens[NR_MAX];
	uint8_t tags[NR_MAX][TAG_SIZE];
	uint8_t *funcs; /* NULL: the names of the functions are not known */
	void *btf;	/* NULL: as @funcs */
	uint32_t btf_size;
};

/* Read the BTF of the program, if it has any. */
static void read_btf(struct loaded *p)
{
	const int fd = p->info.btf_id ? rec_bpf_open_btf(p->info.btf_id) : -1;
	struct rec_bpf_btf_info about = { 0 };

	if (fd < 0)
		return;
	if (!rec_bpf_info(fd, &about, sizeof(about)) && about.size) {
		p->btf_size = about.size;
		p->btf = malloc(about.size);
		about = (struct rec_bpf_btf_info){ .data = rec_bpf_pointer(p->btf),
						   .size = about.size };
		if (p->btf &&
		    (rec_bpf_info(fd, &about, sizeof(about)) || about.size != p->btf_size)) {
			free(p->btf);
			p->btf = NULL;
		}
	}
	close(fd);
}

/* Ask for the functions of the program. Return: false if it has none that we may know. */
static bool read_functions(struct loaded *p, int fd)
{
	struct rec_bpf_prog_info about = { 0 };

	if (rec_bpf_info(fd, &about, sizeof(about)))
		return false;

	const uint32_t nr = about.nr_addrs;

	if (!nr || nr > NR_MAX || about.nr_lens != nr || about.nr_tags != nr)
		return false;
	p->info = (struct rec_bpf_prog_info){ .nr_addrs = nr,
					      .addrs = rec_bpf_pointer(p->addrs),
					      .nr_lens = nr,
					      .lens = rec_bpf_pointer(p->lens),
					      .nr_tags = nr,
					      .tags = rec_bpf_pointer(p->tags) };
	if (about.btf_id && about.nr_funcs == nr && about.func_size >= FUNC_MIN) {
		p->funcs = calloc(nr, about.func_size);
		p->info.nr_funcs = p->funcs ? nr : 0;
		p->info.func_size = p->funcs ? about.func_size : 0;
		p->info.funcs = rec_bpf_pointer(p->funcs);
	}
	if (rec_bpf_info(fd, &p->info, sizeof(p->info)) || p->info.nr_addrs != nr ||
	    p->info.nr_lens != nr || p->info.nr_tags != nr)
		return false;
	if (p->funcs)
		read_btf(p);
	return true;
}

/*
 * Return the name that the kernel gives to function @i: by its BTF; without BTF, by the name of the
 * program, or F if the program has several functions.
 */
static const char *function_name(struct rec_arena *a, const struct loaded *p, uint32_t i)
{
	const uint8_t *t = p->tags[i];
	const char *name = p->info.nr_addrs == 1 ? p->info.name : "F";

	if (p->btf) {
		uint32_t type;

		memcpy(&type, p->funcs + (size_t)i * p->info.func_size + 4, sizeof(type));
		name = rec_btf_name(p->btf, p->btf_size, type);
	}
	return rec_printf(a, "bpf_prog_%02x%02x%02x%02x%02x%02x%02x%02x%s%.*s", t[0], t[1], t[2],
			  t[3], t[4], t[5], t[6], t[7], name && *name ? "_" : "",
			  (int)(p->btf ? 511 : sizeof(p->info.name)), name ? name : "");
}

static int synth_program(struct rec *r, const struct loaded *p)
{
	struct pdata_value v = { 0 };

	for (uint32_t i = 0; i < p->info.nr_addrs; i++) {
		if (!p->addrs[i]) /* addresses are hidden */
			return 0;
		v.u.ksymbol = (struct pdata_ksymbol){ .addr = p->addrs[i],
						      .len = p->lens[i],
						      .ksym_type = PDATA_KSYMBOL_TYPE_BPF,
						      .name = function_name(&r->arena, p, i) };
		if (rec_sink_record(r, PDATA_RECORD_KSYMBOL, 0, &v, 0))
			return -1;
	}
	v.u.bpf_event = (struct pdata_bpf_event){ .type = PDATA_BPF_EVENT_PROG_LOAD,
						  .id = p->info.id,
						  .tag = p->info.tag };
	return rec_sink_record(r, PDATA_RECORD_BPF_EVENT, 0, &v, 0);
}

int rec_synth_bpf(struct rec *r)
{
	struct loaded *p = rec_alloc(&r->arena, sizeof(*p));
	uint32_t id = 0;
	int err = 0;

	while (!err && !rec_bpf_next_prog(&id)) {
		const int fd = rec_bpf_open_prog(id);

		if (fd < 0)
			continue; /* unloaded meanwhile */
		p->funcs = NULL;
		p->btf = NULL;
		if (read_functions(p, fd))
			err = synth_program(r, p);
		close(fd);
		free(p->funcs);
		free(p->btf);
	}
	return err;
}
