/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Synthesises the records that readers need before the data: ID_INDEX, THREAD_MAP, CPU_MAP,
 * EVENT_UPDATE, and MMAPs of kernel and modules.
 */
#include "synth/synth.h"
#include "base/recorder.h"
#include "common/word.h"
#include "event/side_opts.h"
#include "file/sink.h"
#include "kernel/build_id.h"

#include <pdata/names.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The most bytes that fit in a record after its header and a count of 8 bytes. */
#define RECORD_ROOM (65535u - 16u)

/* ---- ids, threads, CPUs ---- */

int rec_synth_index(struct rec *r)
{
	const uint64_t limit = RECORD_ROOM / 32;
	struct pdata_value v = { 0 };
	uint64_t *words = rec_alloc(&r->arena, limit * 32), nr = 0;
	bool by_thread = r->t.cpus[0] < 0;

	v.u.id_index.entries.data = (const uint8_t *)words;
	for (uint32_t k = 0; k < r->ev.nr; k++) {
		const struct rec_event *e = &r->ev.ev[k];
		uint32_t slots = r->t.nr_cpus * r->t.nr_threads;

		for (uint32_t i = 0, id = 0; i < slots; i++) {
			uint32_t cpu = i / r->t.nr_threads, thread = i % r->t.nr_threads;

			if (e->fds[i] < 0)
				continue;
			words[4 * nr] = e->ids[id++];
			words[4 * nr + 1] = by_thread ? thread : cpu;
			words[4 * nr + 2] = (uint64_t)(int64_t)r->t.cpus[cpu];
			words[4 * nr + 3] = (uint64_t)(int64_t)r->t.threads[thread];
			if (++nr < limit)
				continue;
			v.u.id_index.nr = v.u.id_index.entries.nr = nr;
			if (rec_sink_record(r, PDATA_RECORD_ID_INDEX, 0, &v, -1))
				return -1;
			nr = 0;
		}
	}
	v.u.id_index.nr = v.u.id_index.entries.nr = nr;
	return nr ? rec_sink_record(r, PDATA_RECORD_ID_INDEX, 0, &v, -1) : 0;
}

static int synth_threads(struct rec *r)
{
	uint32_t nr = r->t.nr_threads < RECORD_ROOM / 24 ? r->t.nr_threads : RECORD_ROOM / 24;
	uint8_t *bytes = rec_alloc(&r->arena, nr * 24ul);
	struct pdata_value v = { 0 };

	for (uint32_t i = 0; i < nr; i++) {
		uint64_t tid = (uint64_t)(int64_t)r->t.threads[i];
		char path[64];

		memcpy(bytes + 24 * i, &tid, sizeof(tid));
		if (r->t.threads[i] < 0 || r->t.threads[i] == r->child)
			continue;
		snprintf(path, sizeof(path), "/proc/%d/comm", (int)r->t.threads[i]);
		const char *comm = rec_read_line(&r->arena, path);

		if (comm)
			strncpy((char *)bytes + 24 * i + 8, comm, 15);
	}
	v.u.thread_map.nr = v.u.thread_map.entries.nr = nr;
	v.u.thread_map.entries.data = bytes;
	return rec_sink_record(r, PDATA_RECORD_THREAD_MAP, 0, &v, -1);
}

static int synth_cpus(struct rec *r)
{
	uint32_t nr = r->t.nr_cpus < 32000 ? r->t.nr_cpus : 32000;
	uint16_t *cpus = rec_alloc(&r->arena, nr * sizeof(*cpus));
	struct pdata_value v = { 0 };
	bool range = r->t.cpus[0] >= 0;

	for (uint32_t i = 0; i < nr; i++) {
		cpus[i] = (uint16_t)r->t.cpus[i]; /* any: 0xffff */
		range = range && r->t.cpus[i] == r->t.cpus[0] + (int)i;
	}
	if (range) {
		v.u.cpu_map.type = PDATA_CPU_MAP_RANGE;
		v.u.cpu_map.start_cpu = cpus[0];
		v.u.cpu_map.end_cpu = cpus[nr - 1];
	} else {
		v.u.cpu_map.type = PDATA_CPU_MAP_CPUS;
		v.u.cpu_map.nr = (uint16_t)nr;
		v.u.cpu_map.cpus = (struct pdata_view){ (const uint8_t *)cpus, nr, 0 };
	}
	return rec_sink_record(r, PDATA_RECORD_CPU_MAP, 0, &v, -1);
}

int rec_synth_maps(struct rec *r)
{
	int err = synth_threads(r);

	return err ? err : synth_cpus(r);
}

int rec_synth_event_updates(struct rec *r)
{
	for (uint32_t i = 0; i < r->ev.nr; i++) {
		const struct rec_event *e = &r->ev.ev[i];
		struct pdata_value v = { 0 };

		if (!e->unit || !e->nr_ids)
			continue;
		v.u.event_update.type = PDATA_EVENT_UPDATE_UNIT;
		v.u.event_update.id = e->ids[0];
		v.u.event_update.text = e->unit;
		if (rec_sink_record(r, PDATA_RECORD_EVENT_UPDATE, 0, &v, -1))
			return -1;
		v.u.event_update.type = PDATA_EVENT_UPDATE_SCALE;
		v.u.event_update.text = NULL;
		memcpy(&v.u.event_update.scale, &e->scale, sizeof(e->scale));
		if (rec_sink_record(r, PDATA_RECORD_EVENT_UPDATE, 0, &v, -1))
			return -1;
	}
	return 0;
}

/* ---- the kernel ---- */

struct kernel_range {
	const char *symbol;  /* "_text" or "_stext" */
	uint64_t start, end; /* end 0: not known */
};

/*
 * Return the bytes from the start of the kernel's code to the end of its data, by the physical
 * addresses in /proc/iomem; 0 if these are hidden.
 */
static uint64_t iomem_length(struct rec_arena *a)
{
	const char *text = rec_read_all(a, "/proc/iomem", NULL);
	const char *code = text ? strstr(text, "Kernel code") : NULL;
	const char *data = text ? strstr(text, "Kernel data") : NULL;
	unsigned long long lo, hi, unused;

	if (!code || !data)
		return 0;
	while (code > text && code[-1] != '\n')
		code--;
	while (data > text && data[-1] != '\n')
		data--;
	if (sscanf(code, " %llx-%llx", &lo, &unused) != 2 ||
	    sscanf(data, " %llx-%llx", &unused, &hi) != 2)
		return 0;
	return hi > lo && lo ? hi + 1 - lo : 0;
}

struct kernel_search {
	struct kernel_range *k;
	bool want_end;
	int fd;
};

static bool is_kallsym(const struct pdata_kallsym *sym, const char *name)
{
	return !sym->module && pd_word_is(sym->name, sym->name_len, name);
}

/* Called for each symbol of kallsyms. Return: non-zero if no more symbols are needed. */
static int search_kernel_range(void *arg, const struct pdata_kallsym *sym)
{
	const struct kernel_search *s = arg;
	struct kernel_range *k = s->k;

	if (sym->module) /* symbols of modules come after all symbols of the kernel */
		return 1;
	if (is_kallsym(sym, "_text") || (!k->symbol && is_kallsym(sym, "_stext"))) {
		k->symbol = sym->name[1] == 't' ? "_text" : "_stext";
		k->start = sym->addr;
		return !sym->addr; /* if this address is hidden, all others are */
	}
	if (k->symbol && s->want_end && (is_kallsym(sym, "_etext") || is_kallsym(sym, "_edata")))
		k->end = sym->addr;
	return k->symbol && !s->want_end && sym->addr > k->start;
}

static size_t read_kernel_symbols(void *arg, void *buf, size_t len)
{
	const ssize_t n = read(((struct kernel_search *)arg)->fd, buf, len);

	return n > 0 ? (size_t)n : 0;
}

/*
 * Find the kernel's address range. Reads no more of kallsyms than needed, because the kernel takes
 * 10 ms and more to make the whole text.
 */
static bool kernel_range(struct rec_arena *a, struct kernel_range *k)
{
	const uint64_t length = iomem_length(a);
	struct kernel_search s = { k, !length, open("/proc/kallsyms", O_RDONLY | O_CLOEXEC) };
	char buf[16384];

	*k = (struct kernel_range){ 0 };
	if (s.fd < 0)
		return false;
	pdata_kallsyms_walk(&(struct pdata_kallsyms){ .read = read_kernel_symbols,
						      .symbol = search_kernel_range,
						      .arg = &s,
						      .buf = buf,
						      .size = sizeof(buf) });
	close(s.fd);
	if (length && k->symbol)
		k->end = k->start + length;
	return k->symbol && k->start && k->end > k->start;
}

struct kernel_map {
	const char *name;
	uint64_t start, len, pgoff;
};

/*
 * Write the map of the kernel or a module: an MMAP2 record with its build id, by which readers find
 * the right file, or an MMAP record if there is no build id.
 */
static int synth_kernel_map(struct rec *r, const struct kernel_map *m,
			    const struct rec_build_id *id)
{
	struct pdata_value v = { 0 };

	if (!id->size || r->o.side->no_build_id) {
		v.u.mmap =
			(struct pdata_mmap){ UINT32_MAX, 0, m->start, m->len, m->pgoff, m->name };
		return rec_sink_record(r, PDATA_RECORD_MMAP, PDATA_CPUMODE_KERNEL, &v, 0);
	}
	v.u.mmap2 = (struct pdata_mmap2){ .pid = UINT32_MAX,
					  .addr = m->start,
					  .len = m->len,
					  .pgoff = m->pgoff,
					  .build_id_size = id->size,
					  .build_id = id->id,
					  .filename = m->name };
	return rec_sink_record(r, PDATA_RECORD_MMAP2,
			       PDATA_CPUMODE_KERNEL | PDATA_MISC_MMAP_BUILD_ID, &v, 0);
}

struct module {
	const char *name, *path;
	uint64_t addr, size;
};

static int compare_modules(const void *a, const void *b)
{
	return strcmp(((const struct module *)a)->name, ((const struct module *)b)->name);
}

/* Parse a line of /proc/modules: "name size refs deps state 0xaddr". */
static bool module_line(struct rec_arena *a, const char *line, struct module *m)
{
	char name[128];
	unsigned long long size, addr;

	if (sscanf(line, "%127s %llu %*s %*s %*s %llx", name, &size, &addr) != 3 || !addr)
		return false;
	*m = (struct module){ rec_strdup(a, name), rec_printf(a, "[%s]", name), addr, size };
	return true;
}

/* Find the files of modules in the lines of modules.dep: "kernel/fs/ext4/ext4.ko.xz: ...". */
static void module_paths(struct rec_arena *a, struct module *m, uint32_t nr)
{
	struct utsname u;
	size_t len;

	if (uname(&u))
		return;
	const char *dir = rec_printf(a, "/lib/modules/%s", u.release);
	const char *s = rec_read_all(a, rec_printf(a, "%s/modules.dep", dir), &len);

	for (; s && *s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL) {
		size_t path = strcspn(s, ":\n"), base = path;
		char name[128];

		while (base && s[base - 1] != '/')
			base--;
		size_t n = 0;

		while (base + n < path && s[base + n] != '.' && n < sizeof(name) - 1) {
			name[n] = s[base + n] == '-' ? '_' : s[base + n];
			n++;
		}
		name[n] = '\0';
		struct module key = { .name = name },
			      *hit = bsearch(&key, m, nr, sizeof(*m), compare_modules);

		if (hit && s[path] == ':')
			hit->path = s[0] == '/' ? rec_strndup(a, s, path)
						: rec_printf(a, "%s/%.*s", dir, (int)path, s);
	}
}

static int synth_modules(struct rec *r)
{
	const char *s = rec_read_all(&r->arena, "/proc/modules", NULL);
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	struct module *m = NULL, one;
	uint32_t nr = 0;

	for (; s && *s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL)
		if (module_line(&r->arena, s, &one)) {
			m = rec_push(&r->arena, m, &nr, sizeof(*m));
			m[nr - 1] = one;
		}
	if (!nr)
		return 0;
	qsort(m, nr, sizeof(*m), compare_modules);
	module_paths(&r->arena, m, nr);
	for (uint32_t i = 0; i < nr; i++) {
		struct kernel_map map = { m[i].path, m[i].addr,
					  (m[i].size + page - 1) & ~(page - 1), 0 };
		struct rec_build_id id;

		rec_build_id_module(m[i].name, &id);
		if (synth_kernel_map(r, &map, &id))
			return -1;
		if (id.size)
			rec_sink_build_id(r, PDATA_CPUMODE_KERNEL, map.name, &id);
	}
	return 0;
}

static bool records_kernel(const struct rec *r)
{
	for (uint32_t i = 0; i < r->ev.nr; i++)
		if (!pdata_attr_flag(&r->ev.ev[i].attr, PDATA_ATTR_EXCLUDE_KERNEL))
			return true;
	return false;
}

/*
 * Return: perf's name for the vdso of the recorder. A recorder of 32 bits may run on a kernel of 64
 * bits, whose programs of 64 bits have another vdso.
 */
static const char *vdso_name(void)
{
	struct utsname u;

	if (sizeof(void *) > 4 || uname(&u))
		return "[vdso]";
	return strstr(u.machine, "64") || !strcmp(u.machine, "s390x") ? "[vdso32]" : "[vdso]";
}

static int synth_vdso_id(struct rec *r)
{
	struct rec_build_id id;
	struct pdata_value v = { 0 };

	if (!rec_build_id_vdso(&id))
		return 0;
	rec_sink_build_id(r, PDATA_CPUMODE_USER, vdso_name(), &id);
	v.u.build_id = (struct pdata_build_id){
		.pid = -1, .build_id = id.id, .id_size = id.size, .filename = vdso_name()
	};
	return rec_sink_record(r, PDATA_RECORD_BUILD_ID,
			       PDATA_CPUMODE_USER | PDATA_MISC_BUILD_ID_SIZE, &v, -1);
}

int rec_synth_kernel(struct rec *r)
{
	struct rec_build_id id;
	struct kernel_range k;

	if (!r->o.side->no_build_id && synth_vdso_id(r))
		return -1;
	if (rec_build_id_kernel(&id))
		rec_sink_build_id(r, PDATA_CPUMODE_KERNEL, "[kernel.kallsyms]", &id);
	if (!records_kernel(r))
		return 0;
	if (!kernel_range(&r->arena, &k)) {
		rec_warn("kernel addresses are hidden (kernel.kptr_restrict) or /proc/kallsyms is "
			 "missing: reports may lack kernel symbols; record as root, with "
			 "kptr_restrict below 2");
		return 0;
	}
	struct kernel_map map = { rec_printf(&r->arena, "[kernel.kallsyms]%s", k.symbol), k.start,
				  k.end - k.start, k.start };

	if (synth_kernel_map(r, &map, &id) || synth_modules(r))
		return -1;
	return r->o.side->no_bpf_event ? 0 : rec_synth_bpf(r);
}
