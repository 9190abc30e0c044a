/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps the symbols of all objects of a recording: loads each object's table at the first
 * question, and answers questions about names, lines, inlined functions and code.
 */
#include "object/symbols/object_symbols_int.h"

#include "base/memory.h"
#include "base/message.h"
#include "object/symbols/bundle_symbols.h"
#include "object/symbols/dso_kind.h"
#include "object/symbols/kernel_prefetch.h"
#include "object/symbols/location.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_MAX 256u /* files that are tested to recognize recordings of this machine */

static char *strdup_nonempty(const char *s)
{
	return s && s[0] ? mem_strdup(s) : NULL;
}

static void note_object(struct symbols *s, const struct pdata_object *obj,
			const struct dso_id_names *ids)
{
	s->dsos[obj->index] = dso_names_of(obj, ids, &s->strs);
	if (!s->kernel.id.size && obj->build_id_size && dso_kind_of(obj) == DSO_KIND_KERNEL)
		s->kernel.id = sym_id_make(obj->build_id, obj->build_id_size);
}

/*
 * The kernel makes the vdso. So equal build ids of the vdso are a sign of equal kernels, also where
 * map records have build ids of files instead of their inodes.
 */
static bool is_vdso_of_here(const struct pdata_object *obj)
{
	const struct sym_build_id want = sym_id_make(obj->build_id, obj->build_id_size);
	const struct sym_build_id is = sym_vdso_id();

	return want.size && sym_id_match(&want, &is);
}

static bool is_object_of_here(const struct pdata_object *obj)
{
	const struct sym_file_id id = sym_file_id_of(obj, 0);
	const enum dso_kind kind = dso_kind_of(obj);

	if (kind == DSO_KIND_VDSO)
		return is_vdso_of_here(obj);
	return kind == DSO_KIND_FILE && obj->name[0] == '/' &&
	       sym_file_compare(obj->name, &id) == SYM_FILE_SAME;
}

/* Whether any file here, or the vdso, is the same one that was mapped in the recording. */
static bool has_an_object_of_here(const struct pdata_tasks *tasks)
{
	uint32_t nr = pdata_tasks_nr_objects(tasks);

	for (uint32_t i = 0; i < nr && i < LOOK_MAX; i++)
		if (is_object_of_here(pdata_tasks_object(tasks, i)))
			return true;
	return false;
}

static int note_objects(struct symbols *s, const struct pdata_build_ids *build_ids)
{
	const uint32_t nr = pdata_tasks_nr_objects(s->tasks);
	struct dso_id_names ids;
	int err;

	s->tabs = mem_alloc(nr, sizeof(*s->tabs));
	s->dsos = mem_alloc(nr, sizeof(*s->dsos));
	if (!s->tabs || !s->dsos)
		return -ENOMEM;
	s->nr = nr;
	err = dso_id_names_init(&ids, build_ids, &s->strs);
	for (uint32_t i = 0; i < nr; i++)
		note_object(s, pdata_tasks_object(s->tasks, i), &ids);
	dso_id_names_free(&ids);
	return err;
}

struct symbols *symbols_new(const struct sym_opts *o, const struct pdata_tasks *tasks)
{
	struct symbols *s = mem_alloc(1, sizeof(*s));
	int err;

	if (!s) {
		kernel_prefetch_free(o->ahead);
		return NULL;
	}
	pthread_mutex_init(&s->running_lock, NULL);
	s->failures = mem_failures();
	s->tasks = tasks;
	s->demangle = !o->no_demangle;
	s->any_owner = o->any_owner;
	s->foreign = sym_is_foreign(o->arch, o->kernel_text);
	s->symfs = strdup_nonempty(o->symfs);
	s->kallsyms = strdup_nonempty(o->kallsyms);
	s->kallsyms_name = strdup_nonempty(o->kallsyms_name);
	s->vmlinux = strdup_nonempty(o->vmlinux);
	s->kcore = strdup_nonempty(o->kcore);
	s->modules = strdup_nonempty(o->modules);
	s->roots = o->roots;
	s->bundle = o->no_demangle ? NULL : o->bundle;
	s->ref = strdup_nonempty(o->kernel_ref);
	s->of_pdata = strdup_nonempty(o->of_pdata);
	s->ahead = o->ahead;
	s->kernel = (struct sym_kernel){
		.symfs = s->symfs,
		.kallsyms = s->kallsyms,
		.kallsyms_name = s->kallsyms_name,
		.vmlinux = s->vmlinux,
		.kcore = s->kcore,
		.modules = s->modules,
		.id = sym_id_make(o->kernel_build_id, o->kernel_build_id_size),
		.ref = s->ref,
		.ref_addr = o->kernel_text,
		.foreign = s->foreign,
		.ignore_vmlinux = o->ignore_vmlinux,
		.demangle = o->demangle_kernel && !o->no_demangle,
		.server = s->roots ? s->roots->server : NULL,
		.embedded = o->roots ? o->roots->files : NULL,
	};
	s->inlines = (struct sym_inlines){
		.how = (o->lines ? DWARF_LINES : 0u) | (o->true_inlines ? 0u : DWARF_AS_PERF),
		.demangle = s->demangle,
	};
	err = note_objects(s, o->build_ids);
	if (!err && !s->kernel.id.size && !s->symfs && !s->foreign && has_an_object_of_here(tasks))
		sym_kernel_adopt(&s->kernel, o->hostname, o->release);
	if (err || mem_failures() != s->failures) {
		symbols_free(s);
		return NULL;
	}
	return s;
}

void symbols_free(struct symbols *s)
{
	if (!s)
		return;
	for (uint32_t i = 0; i < s->nr; i++)
		if (s->tabs[i] != s->kernel_tab)
			sym_table_free(s->tabs[i]);
	sym_table_free(s->kernel_tab);
	sym_table_free(s->running_tab);
	pthread_mutex_destroy(&s->running_lock);
	sym_inlines_free(&s->inlines, s->nr);
	dso_code_close(&s->code);
	kernel_prefetch_free(s->ahead);
	sym_kernel_free(&s->kernel);
	sym_strs_free(&s->strs);
	free(s->tabs);
	free(s->dsos);
	free(s->symfs);
	free(s->kallsyms);
	free(s->kallsyms_name);
	free(s->vmlinux);
	free(s->kcore);
	free(s->modules);
	free(s->ref);
	free(s->of_pdata);
	free(s);
}

void symbols_want_lines(struct symbols *s)
{
	if (s->inlines.how & DWARF_LINES)
		return;
	s->inlines.how |= DWARF_LINES;
	sym_inlines_forget(&s->inlines, s->nr);
}

/* 32-bit processes have a vdso of their own. */
static bool is_own_vdso(struct symbols *s, const struct pdata_object *obj)
{
	return dso_kind_of(obj) == DSO_KIND_VDSO && !sym_symfs_of(s, obj) &&
	       (obj->compat32 != 0) == (sizeof(void *) == 4) && s->kernel.id.size &&
	       sym_same_boot(&s->kernel);
}

void symbols_build_id(struct symbols *s, const struct pdata_object *obj, struct sym_build_id *id)
{
	*id = sym_id_make(obj->build_id, obj->build_id_size);
	if (!id->size && is_own_vdso(s, obj))
		*id = sym_vdso_id();
}

static struct sym_wanted make_sym_wanted(struct symbols *s, const struct pdata_object *obj)
{
	struct sym_build_id id;

	symbols_build_id(s, obj, &id);
	return (struct sym_wanted){
		.name = obj->name,
		.id = id,
		.file = sym_file_id_of(obj, s->roots ? s->roots->recorded_ns : 0),
		.symfs = sym_symfs_of(s, obj),
		.foreign = s->foreign,
		.server = s->roots ? s->roots->server : NULL,
		.processes = s->roots ? s->roots->processes : NULL,
		.object = obj->index,
		.files = sym_files_of(s),
	};
}

static void load_file(struct symbols *s, const struct pdata_object *obj, bool vdso,
		      struct sym_table_priv *t)
{
	struct sym_wanted w = make_sym_wanted(s, obj);
	struct sym_elf_use u;
	char path[SYM_PATH_MAX];
	const char *why;

	w.vdso = vdso;
	if (!sym_find_files(&w, &u, path, &why)) {
		sym_table_set_path(t, path);
		u.names = bundle_symbols_of(s->bundle, obj);
		if (!sym_elf_load(&u, s->demangle, t))
			sym_table_set_why(t, "%s has no symbols", path);
		return;
	}
	if (vdso && !w.symfs && !w.foreign && sym_vdso_load(&w.id, s->demangle, t))
		sym_table_set_path(t, obj->name);
	else
		sym_table_set_why(t, "%s %s", obj->name, why);
}

/*
 * Make one symbol of the whole object, with the name that the kernel gave when it announced the
 * code.
 */
static void load_code(const struct pdata_object *obj, struct sym_table_priv *t)
{
	struct sym_build b;

	sym_build_init(&b, false);
	sym_build_add(&b, &(struct sym){ .end = UINT64_MAX, .name = obj->name });
	sym_build_settle(&b, SYM_SETTLE_PLAIN);
	sym_build_finish(&b, t);
}

struct module_at {
	const struct symbols *s;
	const struct pdata_object *obj;
};

/* Get where the module was loaded: at the end of the recording, or at its beginning. */
static bool module_base(const void *arg, uint64_t addr, uint64_t *base)
{
	const struct module_at *m = arg;
	struct resolve_ctx at = { .time = UINT64_MAX, .seq = UINT64_MAX };
	const struct pdata_map *map =
		resolve_recorded_map(m->s->tasks, &at, PDATA_CPUMODE_KERNEL, addr);

	if (!map || map->object != m->obj) {
		at.time = 0;
		map = resolve_recorded_map(m->s->tasks, &at, PDATA_CPUMODE_KERNEL, addr);
	}
	if (!map || map->object != m->obj)
		return false;
	*base = map->start;
	return true;
}

static void load_module(struct symbols *s, const struct pdata_object *obj, struct sym_table_priv *t)
{
	const struct module_at at = { s, obj };

	sym_module_load(&s->kernel, obj, s->dsos[obj->index].brief, module_base, &at, t);
}

/*
 * The recorder leaves the kernel's names out of short recordings; on another machine, or later, no
 * other source has them.
 */
static void say_no_kernel(const struct symbols *s)
{
	if (s->kernel_tab->pub.nr || !s->of_pdata || s->kallsyms || s->vmlinux || symbols_error(s))
		return;
	if (s->symfs)
		rep_err("%s: kernel symbols are missing: with --symfs, stored symbols and "
			"/proc/kallsyms are not used, and %s has no symbols of this kernel; use "
			"--kallsyms or --vmlinux",
			s->of_pdata, s->symfs);
	else if (s->kernel.id.size)
		rep_err("%s: kernel symbols are missing: the recording has none, and the recorded "
			"kernel does not run here, or hides its symbols from this user; run "
			"\"pdata bundle\" as root on the recorded machine before its next boot, or "
			"record with --bundle, or use --kallsyms or --vmlinux",
			s->of_pdata);
	else
		rep_err("%s: kernel symbols are missing: the recording has neither them nor the "
			"build id of the kernel (recorded with -B, or /sys/kernel/notes could not "
			"be read), and the kernel that runs here does not seem to be the recorded "
			"one; use --kallsyms or --vmlinux",
			s->of_pdata);
}

static struct sym_table_priv *kernel_table(struct symbols *s, const struct pdata_object *obj)
{
	const bool asked = s->kernel_tab;

	if (!s->kernel_tab && !s->bundle) {
		s->kernel_tab = kernel_prefetch_join(s->ahead, &s->kernel);
		s->ahead = NULL;
	}
	if (!s->kernel_tab) {
		s->kernel_tab = sym_table_new();
		if (!s->kernel_tab)
			return NULL;
		if (!bundle_symbols_load(s->bundle, obj, s->kernel_tab))
			sym_kernel_load(&s->kernel, s->kernel_tab);
	}
	if (!asked)
		say_no_kernel(s);
	return s->kernel_tab;
}

/* Return: a table; NULL: memory is exhausted. */
static struct sym_table_priv *load_object_symbols(struct symbols *s, const struct pdata_object *obj)
{
	enum dso_kind kind = dso_kind_of(obj);
	struct sym_table_priv *t;

	if (kind == DSO_KIND_KERNEL)
		return kernel_table(s, obj);
	t = sym_table_new();
	if (!t)
		return NULL;
	/*
	 * A file with the recorded build id has the same names, and may have lines and inlined
	 * functions as well.
	 */
	if ((kind != DSO_KIND_FILE || !obj->build_id_size) &&
	    bundle_symbols_load(s->bundle, obj, t))
		return t;
	switch (kind) {
	case DSO_KIND_FILE:
		load_file(s, obj, false, t);
		if (!t->pub.nr)
			bundle_symbols_load(s->bundle, obj, t);
		break;
	case DSO_KIND_VDSO:
		load_file(s, obj, true, t);
		break;
	case DSO_KIND_PERF_MAP:
		if (sym_jit_load(s, obj, t))
			s->err = -ENOMEM;
		break;
	case DSO_KIND_MODULE:
		load_module(s, obj, t);
		break;
	case DSO_KIND_CODE:
		load_code(obj, t);
		break;
	case DSO_KIND_KERNEL:
	case DSO_KIND_NONE:
		sym_table_set_why(t, "%s has no names", obj->name);
		break;
	}
	return t;
}

bool symbols_are_shared(const struct pdata_object *obj)
{
	return dso_kind_of(obj) != DSO_KIND_FILE && dso_kind_of(obj) != DSO_KIND_CODE;
}

bool symbols_may_share(const struct symbols *s)
{
	return !s->roots || !s->roots->server;
}

void symbols_before_load(struct symbols *s, symbols_load_fn *fn, void *ctx)
{
	s->before_load = fn;
	s->before_load_ctx = ctx;
}

/* The table of an object that had none when the caller looked. */
static struct sym_table_priv *load_object_table(struct symbols *s, const struct pdata_object *obj)
{
	struct sym_table_priv **t = &s->tabs[obj->index], *loaded;

	if (s->before_load && !s->before_load(s->before_load_ctx))
		return NULL;
	/* another thread may have loaded the table while this one waited in before_load() */
	loaded = *t;
	if (!loaded) {
		loaded = load_object_symbols(s, obj);
		__atomic_store_n(t, loaded, __ATOMIC_RELEASE);
	}
	return loaded;
}

const struct sym_table *symbols_table(struct symbols *s, const struct pdata_object *obj)
{
	/*
	 * The table without names if memory is exhausted, which mem_failures() tells. Nobody
	 * writes to it.
	 */
	static const struct sym_table_priv no_table;
	struct sym_table_priv *t = __atomic_load_n(&s->tabs[obj->index], __ATOMIC_ACQUIRE);

	if (!t)
		t = load_object_table(s, obj);
	return t ? &t->pub : &no_table.pub;
}

const struct sym *symbols_unstored(struct symbols *s, const struct pdata_object *obj, uint64_t addr)
{
	if (dso_kind_of(obj) != DSO_KIND_KERNEL || (!s->bundle && !s->kernel.embedded))
		return NULL;
	pthread_mutex_lock(&s->running_lock);
	if (!s->running_looked) {
		s->running_looked = true;
		s->running_tab = sym_table_new();
		if (s->running_tab)
			sym_kernel_load_running(&s->kernel, s->running_tab);
	}
	pthread_mutex_unlock(&s->running_lock);
	return s->running_tab ? sym_table_find(&s->running_tab->pub, addr) : NULL;
}

uint32_t symbols_nr(struct symbols *s, const struct pdata_object *obj)
{
	return symbols_table(s, obj)->nr;
}

const char *symbols_path(struct symbols *s, const struct pdata_object *obj)
{
	return symbols_table(s, obj)->path;
}

const char *symbols_why(struct symbols *s, const struct pdata_object *obj)
{
	return symbols_table(s, obj)->why;
}

bool symbols_bounds(struct symbols *s, const struct pdata_object *obj, uint64_t *start,
		    uint64_t *end)
{
	const struct sym_table *t = symbols_table(s, obj);

	if (t->nr)
		sym_table_bounds(t, start, end);
	return t->nr;
}

/*
 * Looking a symbol up by address makes the name that is printed; the table may still have another
 * name.
 */
const struct sym *symbols_get(struct symbols *s, const struct pdata_object *obj, uint32_t i)
{
	const struct sym_table *t = symbols_table(s, obj);
	const struct sym *sym = sym_table_get(t, i);
	const struct sym *named = sym ? sym_table_find(t, sym->start) : NULL;

	return named ? named : sym;
}

uint32_t symbols_index(struct symbols *s, const struct pdata_object *obj, const struct sym *sym)
{
	return sym_table_index(symbols_table(s, obj), sym);
}

/*
 * Return: the kernel's file as it was linked: the file that an option names, else the one that
 * gave the names.
 */
static const char *kernel_file(struct symbols *s, const struct pdata_object *obj)
{
	return s->vmlinux ? s->vmlinux : symbols_table(s, obj)->path;
}

/*
 * Open the debugging information of the kernel for lines only: perf shows no inlined functions of
 * the kernel.
 */
static bool load_kernel_debug(struct symbols *s, const struct pdata_object *obj,
			      struct sym_debug *d)
{
	const char *path = kernel_file(s, obj), *why;
	struct sym_elf *e = path && s->inlines.how & DWARF_LINES ? sym_elf_open(path, &why) : NULL;
	uint64_t addr;

	if (!e)
		return false;
	if (s->ref && s->kernel.ref_addr && sym_elf_value(e, s->ref, &addr))
		d->moved = s->kernel.ref_addr - addr;
	d->kernel = true;
	if (!sym_elf_has_debug(e)) {
		sym_elf_close(e);
		return false;
	}
	d->file = dwarf_file_open(e, NULL, NULL, true);
	return d->file;
}

struct dwarf_file *symbols_open_debug(struct symbols *s, const struct pdata_object *obj)
{
	struct sym_wanted w = make_sym_wanted(s, obj);
	char path[SYM_PATH_MAX];
	struct sym_elf *e = sym_find_debug(&w, path), *shared;
	struct dwarf_file *d;

	if (!e)
		return NULL;
	if (!sym_find_shared_debug(e, &w, path, &shared)) {
		if (!symbols_error(s))
			rep_err("%s: debugging information cannot be read: its dwz file (section "
				".gnu_debugaltlink) is missing, so inlined functions and source "
				"lines are missing",
				path);
		sym_elf_close(e);
		return NULL;
	}
	d = dwarf_file_open(e, shared, &w, s->inlines.how & DWARF_LINES);
	if (!d && !symbols_error(s))
		rep_err("%s: debugging information cannot be read: inlined functions and source "
			"lines are missing",
			obj->name);
	return d;
}

int symbols_debug_room(struct symbols *s)
{
	if (!s->inlines.objects)
		s->inlines.objects = mem_alloc(s->nr, sizeof(*s->inlines.objects));
	return s->inlines.objects ? 0 : -ENOMEM;
}

bool symbols_load_debug(struct symbols *s, const struct pdata_object *obj)
{
	struct sym_debug *d;

	if (symbols_debug_room(s))
		return false;
	d = &s->inlines.objects[obj->index];
	if (d->asked)
		return d->file;
	d->asked = true;
	if (dso_kind_of(obj) == DSO_KIND_KERNEL)
		return load_kernel_debug(s, obj, d);
	if (!s->tabs[obj->index])
		return false;
	d->runtime = s->tabs[obj->index]->runtime;
	if (d->runtime && dso_kind_of(obj) == DSO_KIND_FILE)
		d->file = symbols_open_debug(s, obj);
	return d->file;
}

static bool kernel_type_files(struct symbols *s, const struct pdata_object *obj,
			      struct sym_type_files *f)
{
	const char *path = kernel_file(s, obj), *why;
	uint64_t addr;

	f->debug = path ? sym_elf_open(path, &why) : NULL;
	if (f->debug && s->ref && s->kernel.ref_addr && sym_elf_value(f->debug, s->ref, &addr))
		f->moved = s->kernel.ref_addr - addr;
	return f->debug;
}

static bool user_type_files(struct symbols *s, const struct pdata_object *obj,
			    struct sym_type_files *f)
{
	struct sym_wanted w = make_sym_wanted(s, obj);
	char path[SYM_PATH_MAX];
	struct sym_elf_use u;
	const char *why;

	w.image = true;
	if (sym_find_files(&w, &u, path, &why))
		return false;
	f->runtime = u.runtime;
	if (u.syms != u.runtime)
		sym_elf_close(u.syms);
	f->debug = sym_find_debug(&w, path);
	return f->debug && sym_find_shared_debug(f->debug, &w, path, &f->shared);
}

bool symbols_type_files(struct symbols *s, const struct pdata_object *obj, struct sym_type_files *f)
{
	const enum dso_kind kind = dso_kind_of(obj);

	*f = (struct sym_type_files){ .moved = 0 };
	if (kind == DSO_KIND_KERNEL ? kernel_type_files(s, obj, f)
				    : kind == DSO_KIND_FILE && user_type_files(s, obj, f))
		return true;
	sym_elf_close(f->runtime);
	sym_elf_close(f->debug);
	return false;
}

uint32_t symbols_inlines(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			 const struct sym *base, const struct sym_frame **frames)
{
	if (!s->tabs[obj->index] || dso_kind_of(obj) == DSO_KIND_KERNEL ||
	    !symbols_load_debug(s, obj))
		return 0;
	return sym_inlines_find(&s->inlines, obj->index, addr, base, frames);
}

bool symbols_line(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
		  const char **path, uint32_t *line)
{
	symbols_table(s, obj);
	return symbols_load_debug(s, obj) &&
	       sym_inlines_line(&s->inlines, obj->index, addr, path, line);
}

/*
 * Return: the name of a source file in the symbol table, or NULL. *@elsewhere is set as by
 * sym_source_names_find().
 */
static const char *get_source_name(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
				   bool *elsewhere)
{
	const struct sym_elf *runtime = s->tabs[obj->index]->runtime;
	struct sym_debug *d;
	uint64_t pc;

	*elsewhere = false;
	if (!runtime || !sym_elf_file_addr(runtime, addr, &pc) || symbols_debug_room(s))
		return NULL;
	d = &s->inlines.objects[obj->index];
	if (!d->names)
		d->names = sym_source_names_read(s->tabs[obj->index]->pub.path);
	return d->names ? sym_source_names_find(d->names, pc, elsewhere) : NULL;
}

bool symbols_known_function(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			    const char **file)
{
	const struct sym_table *t = symbols_table(s, obj);
	const char *name;
	bool elsewhere;

	if (dso_kind_of(obj) != DSO_KIND_FILE || !t->path || !sym_table_function_below(t, addr))
		return false;
	name = get_source_name(s, obj, addr, &elsewhere);
	if (elsewhere)
		return false;
	*file = name ? name : "??";
	return true;
}

uint64_t symbols_addr2line_addr(struct symbols *s, const struct pdata_object *obj, uint64_t addr)
{
	const struct sym_table_priv *t;
	uint64_t pc;

	symbols_table(s, obj);
	t = s->tabs[obj->index]; /* NULL: memory was exhausted */
	return t && t->runtime && sym_elf_file_addr(t->runtime, addr, &pc) ? pc : addr;
}

const char *symbols_line_dir(struct symbols *s, const struct pdata_object *obj, uint64_t addr)
{
	struct dwarf_file *d;
	uint64_t pc;

	symbols_table(s, obj);
	d = symbols_load_debug(s, obj) ? sym_inlines_file(&s->inlines, obj->index, addr, &pc)
				       : NULL;
	return d ? dwarf_file_dir(d, pc) : NULL;
}

const char *symbols_line_path(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			      const char *path, bool full, char *buf, size_t size)
{
	const char *slash = strrchr(path, '/'), *dir;

	if (!full)
		return slash ? slash + 1 : path;
	dir = path[0] == '/' ? NULL : symbols_line_dir(s, obj, addr);
	return dir && sym_join(buf, size, dir, path) ? buf : path;
}

const char *symbols_code(struct symbols *s, const struct pdata_object *obj, uint64_t addr,
			 struct disasm_bytes *b, struct disasm_machine *m)
{
	struct sym_wanted w = make_sym_wanted(s, obj);
	struct dso_code_source where = {
		.wanted = &w,
		.path = dso_kind_of(obj) == DSO_KIND_KERNEL ? kernel_file(s, obj)
							    : symbols_table(s, obj)->path,
		.kernel = &s->kernel,
	};

	dso_code_open(&s->code, obj, &where);
	return dso_code_read(&s->code, addr, b, m);
}

uint32_t symbols_files(struct symbols *s, const struct pdata_object *obj,
		       struct sym_elf *file[SYMBOLS_FILES])
{
	const enum dso_kind kind = dso_kind_of(obj);
	struct sym_wanted w = make_sym_wanted(s, obj);
	char path[SYM_PATH_MAX];
	struct sym_elf_use u;
	const char *why;
	uint32_t nr = 0;

	if (kind != DSO_KIND_FILE && kind != DSO_KIND_VDSO)
		return 0;
	w.image = true;
	w.vdso = kind == DSO_KIND_VDSO;
	if (sym_find_files(&w, &u, path, &why)) {
		file[0] = w.vdso && !w.symfs && !w.foreign ? sym_vdso_open(&w.id) : NULL;
		return file[0] != NULL;
	}
	file[nr++] = u.runtime;
	if (u.syms != u.runtime)
		file[nr++] = u.syms;
	if (!w.vdso && !sym_elf_has_debug(u.runtime) && !sym_elf_has_debug(u.syms)) {
		file[nr] = sym_find_debug(&w, path);
		nr += file[nr] != NULL;
	}
	return nr;
}

int symbols_error(const struct symbols *s)
{
	int err = mem_failures() != s->failures ? -ENOMEM : s->err;

	for (uint32_t i = 0; i < s->nr && !err; i++)
		err = s->tabs[i] ? sym_table_err(&s->tabs[i]->pub) : 0;
	return err;
}

const char *symbols_dso_short(struct symbols *s, const struct pdata_object *obj)
{
	return s->dsos[obj->index].brief;
}

const char *symbols_dso_long(struct symbols *s, const struct pdata_object *obj)
{
	return s->dsos[obj->index].name;
}
