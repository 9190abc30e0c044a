/* SPDX-License-Identifier: BSD-2-Clause */
/* The example of libpdata(3) that names addresses; tests/abi/run.sh runs it. */
#include <pdata/elf.h>
#include <pdata/tasks.h>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct search {
	uint64_t addr; /* as the symbol table has it */
	const char *strings;
	int64_t len;
	char name[128];
};

static int covers(void *arg, uint32_t i, const struct pdata_elf_sym *sym)
{
	struct search *s = arg;

	(void)i;
	if (sym->type != PDATA_STT_FUNC || s->addr - sym->value >= sym->size || sym->name >= s->len)
		return 0;
	snprintf(s->name, sizeof(s->name), "%s", s->strings + sym->name);
	return 1;
}

static int is_recorded(struct pdata_elf *e, const struct pdata_object *o)
{
	uint8_t id[20];
	uint32_t len = pdata_elf_build_id(e, id);

	return o->build_id && o->build_id_size == len && !memcmp(o->build_id, id, len);
}

static void find(struct pdata_elf *e, struct search *s)
{
	struct pdata_elf_section sec;
	uint8_t *strings;
	int done = 0;

	for (uint32_t i = 0; !done && !pdata_elf_section(e, i, &sec); i++) {
		if (sec.type != PDATA_SHT_SYMTAB && sec.type != PDATA_SHT_DYNSYM)
			continue;
		s->len = pdata_elf_bytes(e, sec.link, 1u << 26, &strings);
		if (s->len < 0)
			continue;
		s->strings = (const char *)strings;
		done = pdata_elf_symbols(e, i, covers, s) == 1;
		pdata_free(strings);
	}
}

/* A program keeps the files open and the names it found; this one looks for each again. */
static void name_of(const struct pdata_map *m, uint64_t ip, struct search *s)
{
	int fd = open(m->object->name, O_RDONLY);
	struct pdata_elf *e = NULL;

	if (fd >= 0 && !pdata_elf_open_fd(&e, fd, NULL) && is_recorded(e, m->object) &&
	    !pdata_elf_addr(e, pdata_map_to_offset(m, ip), &s->addr))
		find(e, s);
	pdata_elf_close(e);
	if (fd >= 0)
		close(fd);
}

static void print_chain(struct pdata_tasks *tasks, const struct pdata_record *rec,
			const struct pdata_sample *s, const struct pdata_thread_at *who)
{
	uint32_t mode = rec->misc & PDATA_MISC_CPUMODE;
	int called = 0; /* frames are where calls return to, from the second on */

	for (uint64_t i = 0; i < s->ips.nr; i++) {
		const uint64_t ip = pdata_u64_at(&s->ips, i);
		struct search found = { .name = "?" };
		const struct pdata_map *m;

		if (ip >= PDATA_CONTEXT_MAX) { /* a mark: what follows was the kernel or the user */
			mode = ip == PDATA_CONTEXT_KERNEL ? PDATA_CPUMODE_KERNEL
							  : PDATA_CPUMODE_USER;
			continue;
		}
		m = mode == PDATA_CPUMODE_KERNEL
			    ? pdata_tasks_kernel_map(tasks, ip - called, rec->time, rec->seq)
			    : pdata_mapset_find(who->maps, ip - called);
		if (m && mode == PDATA_CPUMODE_USER)
			name_of(m, ip - called, &found); /* the call, not what follows it */
		called = 1;
		printf("\t%16llx %s (%s)\n", (unsigned long long)ip, found.name,
		       m ? m->object->name : "?");
	}
}

int main(int argc, char **argv)
{
	const uint64_t want = PDATA_SAMPLE_TID | PDATA_SAMPLE_CALLCHAIN;
	struct pdata_tasks *tasks;
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_sample s;
	struct pdata_thread_at who;

	if (argc != 2 || pdata_tasks_new(&tasks) || pdata_reader_open(&r, argv[1], NULL, NULL))
		return 1;
	while (pdata_reader_next(r, &rec) == 1)
		pdata_tasks_add(tasks, &rec, NULL);
	pdata_tasks_seal(tasks);

	pdata_reader_rewind(r);
	while (pdata_reader_next(r, &rec) == 1) {
		if (rec.type != PDATA_RECORD_SAMPLE || pdata_sample_decode(&rec, want, &s, NULL))
			continue;
		if ((s.have & want) != want) /* not every event records them */
			continue;
		pdata_tasks_at(tasks, s.pid, s.tid, rec.time, rec.seq, &who);
		printf("%s %d\n", who.comm, (int)s.tid);
		print_chain(tasks, &rec, &s, &who);
	}
	pdata_reader_close(r);
	pdata_tasks_free(tasks);
	return 0;
}
