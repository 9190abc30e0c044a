/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Classifies a mapped object by name and cpumode as kernel, module, vdso, ELF file, JIT code or
 * memory, and gives perf's name for it.
 */
#include "object/symbols/dso_kind.h"

#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KERNEL "[kernel.kallsyms]"
#define GUEST_KERNEL "[guest.kernel.kallsyms"
#define NAME_MAX_ 4096

static bool has_prefix(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

static bool is_memory_name(const char *name)
{
	return !strcmp(name, "//anon") || has_prefix(name, "/dev/zero") ||
	       has_prefix(name, "/anon_hugepage") || has_prefix(name, "[stack") ||
	       has_prefix(name, "/SYSV") || !strcmp(name, "[heap]");
}

/*
 * Huge pages are memory whatever their name is; names that are files to perf are files here, too.
 */
bool dso_is_memory(const struct pdata_object *obj)
{
	const char *name = obj->name;

	if (is_memory_name(name))
		return true;
	return obj->anon && name[0] && !has_prefix(name, "[anon") && !has_prefix(name, "/memfd:");
}

static bool is_code_memory(const struct pdata_object *obj)
{
	return dso_is_memory(obj) && obj->exec && obj->pid;
}

static enum dso_kind kernel_kind(const struct pdata_object *obj)
{
	const char *name = obj->name;

	if (obj->ksymbol)
		return DSO_KIND_CODE;
	/* The name without the closing bracket, because the name of a symbol may follow. */
	if (!strncmp(name, KERNEL, sizeof(KERNEL) - 2))
		return DSO_KIND_KERNEL;
	return name[0] == '[' || name[0] == '/' ? DSO_KIND_MODULE : DSO_KIND_CODE;
}

/*
 * Most objects are files, whose second letter tells them from names that the functions above and
 * below compare: this is asked for each map.
 */
static bool is_surely_file(const struct pdata_object *obj)
{
	return !obj->anon && obj->name[0] == '/' && !strchr("/adSt", obj->name[1]);
}

static enum dso_kind user_kind(const struct pdata_object *obj)
{
	if (is_surely_file(obj))
		return DSO_KIND_FILE;
	if (!strcmp(obj->name, "[vdso]") || !strcmp(obj->name, "[vdso32]"))
		return DSO_KIND_VDSO;
	if (has_prefix(obj->name, "/tmp/perf-"))
		return DSO_KIND_PERF_MAP;
	if (dso_is_memory(obj))
		return is_code_memory(obj) ? DSO_KIND_PERF_MAP : DSO_KIND_NONE;
	return DSO_KIND_FILE;
}

enum dso_kind dso_kind_of(const struct pdata_object *obj)
{
	switch (obj->cpumode) {
	case PDATA_CPUMODE_KERNEL:
		return kernel_kind(obj);
	case PDATA_CPUMODE_USER:
		return user_kind(obj);
	default:
		return DSO_KIND_NONE;
	}
}

static bool is_kernel_own(const char *name)
{
	return has_prefix(name, KERNEL) || has_prefix(name, GUEST_KERNEL) ||
	       has_prefix(name, "[vdso]") || has_prefix(name, "[vdso32]") ||
	       has_prefix(name, "[vdsox32]") || has_prefix(name, "[vsyscall]");
}

bool dso_module_name(const char *path, char *buf, size_t size)
{
	const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
	const char *base = slash ? slash + 1 : path;
	bool module;

	if (base[0] == '[' || !dot) {
		snprintf(buf, size, "%s", base);
		return base[0] == '[' && !is_kernel_own(base);
	}
	if ((!strcmp(dot, ".gz") || !strcmp(dot, ".xz")) && dot - path >= 3)
		dot -= 3;
	module = dot > base && has_prefix(dot, ".ko");
	if (module)
		snprintf(buf, size, "[%.*s]", (int)(dot - base), base);
	else
		snprintf(buf, size, "%s", base);
	for (char *p = buf; *p; p++)
		if (*p == '-')
			*p = '_';
	return module;
}

/*
 * Copy @len bytes of @text; if memory is exhausted, which mem_failures() tells, return @text
 * itself.
 */
static const char *copy_part(struct sym_strs *strs, const char *text, size_t len)
{
	const char *copy = sym_strs_add(strs, text, len);

	return copy ? copy : text;
}

/* Copy @text; if memory is exhausted, return @other, which lives as long. */
static const char *copy_name(struct sym_strs *strs, const char *text, const char *other)
{
	const char *copy = sym_strs_add(strs, text, strlen(text));

	return copy ? copy : other;
}

/* Return: the last part of a path; slashes at its end do not count. */
static const char *last_part(const char *path, struct sym_strs *strs)
{
	size_t end = strlen(path), from;

	while (end > 1 && path[end - 1] == '/')
		end--;
	if (!end)
		return ".";
	from = end;
	while (from && path[from - 1] != '/')
		from--;
	if (from == end)
		return "/";
	return path[end] ? copy_part(strs, path + from, end - from) : path + from;
}

static struct dso_names user_names(const struct pdata_object *obj, struct sym_strs *strs)
{
	struct dso_names d = { .name = obj->name };
	char text[64];
	int pid;

	if (is_code_memory(obj)) {
		snprintf(text, sizeof(text), "/tmp/perf-%d.map", (int)obj->pid);
		d.name = copy_name(strs, text, obj->name);
	}
	if (sscanf(d.name, "/tmp/perf-%d", &pid) == 1) {
		snprintf(text, sizeof(text), "[JIT] tid %d", pid);
		d.brief = copy_name(strs, text, obj->name);
	} else {
		d.brief = last_part(d.name, strs);
	}
	return d;
}

static int by_brief(const void *pa, const void *pb)
{
	const struct sym_id_module *a = pa, *b = pb;
	int n = strcmp(a->brief, b->brief);

	return n ? n : a->nth < b->nth ? -1 : a->nth > b->nth;
}

/* Return: 0 or -ENOMEM. */
static int add_id_module(struct dso_id_names *n, const char *brief, const char *name, uint32_t nth,
			 struct sym_strs *strs)
{
	const char *copy = sym_strs_add(strs, brief, strlen(brief));

	if (!copy || !mem_room_at_end(&n->module, n->nr, sizeof(*n->module)))
		return -ENOMEM;
	n->module[n->nr++] = (struct sym_id_module){ copy, name, nth };
	return 0;
}

int dso_id_names_init(struct dso_id_names *n, const struct pdata_build_ids *ids,
		      struct sym_strs *strs)
{
	char brief[NAME_MAX_];
	int err = 0;

	*n = (struct dso_id_names){ 0 };
	for (uint32_t i = 0; ids && i < ids->nr && !err; i++) {
		const char *name = ids->ids[i].filename;

		if (!name || (ids->ids[i].misc & PDATA_MISC_CPUMODE) != PDATA_CPUMODE_KERNEL)
			continue;
		if (!dso_module_name(name, brief, sizeof(brief))) {
			n->kernel = n->kernel ? n->kernel : name;
			continue;
		}
		err = add_id_module(n, brief, name, i, strs);
	}
	if (n->nr)
		qsort(n->module, n->nr, sizeof(*n->module), by_brief);
	return err;
}

void dso_id_names_free(struct dso_id_names *n)
{
	free(n->module);
	n->module = NULL;
}

/* Return: the first name of the section that is this name in brackets. */
static const char *module_in_ids(const struct dso_id_names *n, const char *brief)
{
	size_t lo = 0, hi = n->nr;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (strcmp(n->module[mid].brief, brief) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < n->nr && !strcmp(n->module[lo].brief, brief) ? n->module[lo].name : NULL;
}

static struct dso_names kernel_names(const struct dso_id_names *ids, struct sym_strs *strs)
{
	struct dso_names d = { .name = ids->kernel ? ids->kernel : KERNEL };

	d.brief = strstr(d.name, "vmlinux") ? "[kernel.vmlinux]" : last_part(d.name, strs);
	return d;
}

static struct dso_names module_names(const struct pdata_object *obj, const struct dso_id_names *ids,
				     struct sym_strs *strs)
{
	char brief[NAME_MAX_];
	struct dso_names d;

	dso_module_name(obj->name, brief, sizeof(brief));
	d.name = module_in_ids(ids, brief);
	d.brief = !strcmp(brief, obj->name) ? obj->name : copy_name(strs, brief, obj->name);
	if (!d.name)
		d.name = d.brief;
	return d;
}

struct dso_names dso_names_of(const struct pdata_object *obj, const struct dso_id_names *ids,
			      struct sym_strs *strs)
{
	if (obj->cpumode == PDATA_CPUMODE_KERNEL)
		switch (kernel_kind(obj)) {
		case DSO_KIND_KERNEL:
			return kernel_names(ids, strs);
		case DSO_KIND_MODULE:
			return module_names(obj, ids, strs);
		default:
			return (struct dso_names){ obj->name, obj->name };
		}
	return user_names(obj, strs);
}
