/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * functions FILE - print the number of samples of each function: "samples TAB object TAB function"
 */
#include <pdata/symbols.h>
#include <pdata/tasks.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_ROWS 65536

struct row {
	const struct pdata_object *object;
	char *name;
	unsigned long samples;
};

static struct row rows[MAX_ROWS];
static int nr_rows;
static struct pdata_elf **files; /* by object */
static struct pdata_symtab **tables;

/* The symbols of an object, if its file is the recorded one. */
static void load(const struct pdata_object *o)
{
	int fd = open(o->name, O_RDONLY);
	struct pdata_elf *e = NULL;
	uint8_t id[20];

	if (fd >= 0 && !pdata_elf_open_fd(&e, fd, NULL) && o->build_id &&
	    pdata_elf_build_id(e, id) == o->build_id_size &&
	    !memcmp(id, o->build_id, o->build_id_size) &&
	    !pdata_symtab_new(&tables[o->index], e, NULL)) {
		files[o->index] = e; /* reads from fd as long as it is open */
		return;
	}
	pdata_elf_close(e);
	if (fd >= 0)
		close(fd);
}

static const char *name_of(const struct pdata_map *m, uint64_t ip)
{
	const struct pdata_object *o = m->object;
	const struct pdata_symbol *sym;
	uint64_t addr;

	if (o->cpumode != PDATA_CPUMODE_USER || o->anon)
		return "?";
	if (!tables[o->index])
		load(o);
	if (!tables[o->index] || pdata_elf_addr(files[o->index], pdata_map_to_offset(m, ip), &addr))
		return "?";
	sym = pdata_symtab_find(tables[o->index], addr);
	return sym ? sym->name : "?";
}

static void count(const struct pdata_object *o, const char *name)
{
	int i = 0;

	while (i < nr_rows && (rows[i].object != o || strcmp(rows[i].name, name)))
		i++;
	if (i == MAX_ROWS)
		return;
	if (i == nr_rows) {
		rows[nr_rows].object = o;
		rows[nr_rows++].name = strdup(name);
	}
	rows[i].samples++;
}

static void count_sample(struct pdata_tasks *tasks, const struct pdata_record *rec,
			 const struct pdata_sample *s)
{
	const int kernel = (rec->misc & PDATA_MISC_CPUMODE) == PDATA_CPUMODE_KERNEL;
	struct pdata_thread_at who;
	const struct pdata_map *m;

	pdata_tasks_at(tasks, s->pid, s->tid, rec->time, rec->seq, &who);
	m = kernel ? pdata_tasks_kernel_map(tasks, s->ip, rec->time, rec->seq)
		   : pdata_mapset_find(who.maps, s->ip);
	if (m)
		count(m->object, name_of(m, s->ip));
}

int main(int argc, char **argv)
{
	const uint64_t want = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID;
	struct pdata_tasks *tasks;
	struct pdata_reader *r;
	struct pdata_record rec;
	struct pdata_sample s;
	uint32_t nr;

	if (argc != 2 || pdata_tasks_new(&tasks) || pdata_reader_open(&r, argv[1], NULL, NULL))
		return 1;
	while (pdata_reader_next(r, &rec) == 1)
		pdata_tasks_add(tasks, &rec, NULL);
	pdata_tasks_build_ids(tasks, r);
	pdata_tasks_seal(tasks);
	nr = pdata_tasks_nr_objects(tasks);
	files = calloc(nr + 1, sizeof(*files));
	tables = calloc(nr + 1, sizeof(*tables));

	pdata_reader_rewind(r);
	while (pdata_reader_next(r, &rec) == 1)
		if (rec.type == PDATA_RECORD_SAMPLE && !pdata_sample_decode(&rec, want, &s, NULL) &&
		    (s.have & want) == want)
			count_sample(tasks, &rec, &s);
	for (int i = 0; i < nr_rows; i++) {
		printf("%lu\t%s\t%s\n", rows[i].samples, rows[i].object->name, rows[i].name);
		free(rows[i].name);
	}
	for (uint32_t i = 0; i < nr; i++) {
		pdata_symtab_free(tables[i]);
		pdata_elf_close(files[i]);
	}
	free(files);
	free(tables);
	pdata_reader_close(r);
	pdata_tasks_free(tasks);
	return 0;
}
