/* SPDX-License-Identifier: BSD-2-Clause */
/* The example of libpdata(3) that names addresses; tests/abi/run.sh runs it. */
#include <pdata/symbols.h>
#include <pdata/tasks.h>

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int is_recorded(struct pdata_elf *e, const struct pdata_object *o)
{
	uint8_t id[20];
	uint32_t len = pdata_elf_build_id(e, id);

	return o->build_id && o->build_id_size == len && !memcmp(o->build_id, id, len);
}

/* A program keeps files and tables; this one reads them again for each address. */
static void name_of(const struct pdata_map *m, uint64_t ip, char *name, size_t len)
{
	int fd = open(m->object->name, O_RDONLY);
	const struct pdata_symbol *sym;
	struct pdata_symtab *t = NULL;
	struct pdata_elf *e = NULL;
	uint64_t addr;

	if (fd >= 0 && !pdata_elf_open_fd(&e, fd, NULL) && is_recorded(e, m->object) &&
	    !pdata_elf_addr(e, pdata_map_to_offset(m, ip), &addr) &&
	    !pdata_symtab_new(&t, e, NULL) && (sym = pdata_symtab_find(t, addr)) != NULL)
		snprintf(name, len, "%s", sym->name);
	pdata_symtab_free(t);
	pdata_elf_close(e);
	if (fd >= 0)
		close(fd);
}

static void print_chain(struct pdata_tasks *tasks, const struct pdata_record *rec,
			const struct pdata_sample *s, const struct pdata_thread_at *who)
{
	uint32_t mode = rec->misc & PDATA_MISC_CPUMODE;
	int called = 0; /* 1: the next address is a return address, just after a call */

	for (uint64_t i = 0; i < s->ips.nr; i++) {
		const uint64_t ip = pdata_u64_at(&s->ips, i);
		char name[128] = "?";
		const struct pdata_map *m;

		if (ip >= PDATA_CONTEXT_MAX) { /* a mark: what follows was the kernel or the user */
			mode = ip == PDATA_CONTEXT_KERNEL ? PDATA_CPUMODE_KERNEL
							  : PDATA_CPUMODE_USER;
			called = 0; /* the next address is where the code stopped */
			continue;
		}
		m = mode == PDATA_CPUMODE_KERNEL
			    ? pdata_tasks_kernel_map(tasks, ip - called, rec->time, rec->seq)
			    : pdata_mapset_find(who->maps, ip - called);
		if (m && mode == PDATA_CPUMODE_USER)
			name_of(m, ip - called, name,
				sizeof(name)); /* the call, not what follows it */
		called = 1;
		printf("\t%16llx %s (%s)\n", (unsigned long long)ip, name,
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
	pdata_tasks_build_ids(tasks, r); /* perf has them in a feature, not in map records */
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
