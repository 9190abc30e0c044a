/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Chooses and loads the symbols of the recorded kernel and its modules from vmlinux, kallsyms, the
 * bundle, the cache or debuginfod.
 */
#include "object/symbols/kernel_symbols.h"

#include "base/array.h"
#include "base/memory.h"
#include "base/message.h"
#include "object/elf/bundle_objects.h"
#include "object/elf/debuginfod.h"
#include "object/symbols/kernel_modules.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#define PROC_KALLSYMS "/proc/kallsyms"
#define KERNEL_NOTES "/sys/kernel/notes"
#define NT_GNU_ID 3u

enum { FOR_KERNEL, FOR_MODULES };

void sym_kernel_free(struct sym_kernel *k)
{
	if (k->lists[FOR_MODULES] != k->lists[FOR_KERNEL])
		kallsyms_free(k->lists[FOR_MODULES]);
	kallsyms_free(k->lists[FOR_KERNEL]);
	kallsyms_free(k->running);
	sym_modules_free(k->files);
}

static size_t note_pad(uint32_t n)
{
	return ((size_t)n + 3) & ~(size_t)3;
}

static struct sym_build_id running_id(void)
{
	struct sym_build_id id = { .size = 0 };
	size_t len, at = 0;
	char *notes = sym_file_read(KERNEL_NOTES, true, &len);

	while (notes && len - at >= 12) {
		uint32_t head[3]; /* lengths of name and content, type */
		const char *name = notes + at + sizeof(head);
		size_t left = len - at - sizeof(head);

		memcpy(head, notes + at, sizeof(head));
		if (head[0] > left || head[1] > left || note_pad(head[0]) + head[1] > left)
			break;
		if (head[2] == NT_GNU_ID && head[0] == 4 && !memcmp(name, "GNU", 4)) {
			id = sym_id_make((const uint8_t *)name + 4, head[1]);
			break;
		}
		if (note_pad(head[0]) + note_pad(head[1]) > left)
			break;
		at += sizeof(head) + note_pad(head[0]) + note_pad(head[1]);
	}
	free(notes);
	return id;
}

static bool text_is_here(const struct sym_kernel *k)
{
	uint64_t addr;

	return k->ref && k->ref_addr && kallsyms_find(PROC_KALLSYMS, k->ref, &addr) &&
	       addr == k->ref_addr;
}

static bool same_boot(const struct sym_kernel *k)
{
	struct sym_build_id id = k->foreign ? sym_id_make(NULL, 0) : running_id();
	bool same_id = k->id.size && sym_id_match(&k->id, &id);

	if (k->foreign || (k->id.size && !same_id))
		return false;
	return k->ref_addr ? text_is_here(k) : same_id;
}

bool sym_same_boot(struct sym_kernel *k)
{
	if (k->same_boot == SYM_UNKNOWN)
		k->same_boot = same_boot(k) ? SYM_YES : SYM_NO;
	return k->same_boot == SYM_YES;
}

bool sym_kernel_adopt(struct sym_kernel *k, const char *hostname, const char *release)
{
	struct utsname u;

	if (k->id.size || !hostname || !release || uname(&u) || strcmp(u.nodename, hostname) ||
	    strcmp(u.release, release) || !text_is_here(k))
		return false;
	k->id = running_id();
	return k->id.size;
}

static bool is_running(const struct sym_kernel *k)
{
	struct sym_build_id id;

	if (k->foreign || !k->id.size)
		return false;
	id = running_id();
	return sym_id_match(&k->id, &id) && text_is_here(k);
}

/*
 * Get the kallsyms that the build id cache has of this kernel, as it was when the entry was made.
 */
static bool cached_kallsyms(const struct sym_kernel *k, char *path, size_t size)
{
	char dir[SYM_PATH_MAX], hex[2 * SYM_ID_MAX + 1];
	int n;

	if (!k->id.size)
		return false;
	sym_cache_dir(k->symfs, dir, sizeof(dir));
	sym_id_hex(&k->id, hex);
	n = snprintf(path, size, "%s/[kernel.kallsyms]/%s/kallsyms", dir, hex);
	if (n > 0 && (size_t)n < size && sym_file_exists(path))
		return true;
	n = snprintf(path, size, "%s/[kernel.kallsyms]/%s", dir, hex);
	return n > 0 && (size_t)n < size && sym_file_exists(path);
}

/*
 * Choose the kallsyms of the cache or of /proc. The kernel's own symbols are the same in both, but
 * the kernel makes the text of /proc anew for each reader, which takes several times as long as
 * parsing it. Modules may have been loaded since the cache's entry was made.
 */
static bool pick_kallsyms(const struct sym_kernel *k, bool modules, char *path, size_t size)
{
	bool cached, running;
	uint64_t addr;

	if (k->kallsyms)
		return (size_t)snprintf(path, size, "%s", k->kallsyms) < size;
	if (k->vmlinux || k->symfs)
		return false;
	cached = cached_kallsyms(k, path, size);
	if (cached && !modules && k->ref && kallsyms_find(path, k->ref, &addr) &&
	    addr == k->ref_addr)
		return true;
	running = is_running(k);
	if (running)
		snprintf(path, size, PROC_KALLSYMS);
	return running || cached;
}

/* Files in the bundle hold what the machine of the recording knew. */
static struct kallsyms *get_embedded(struct sym_kernel *k)
{
	size_t len;
	char *text;

	if (k->looked[FOR_KERNEL] || k->kallsyms || k->vmlinux)
		return k->lists[FOR_KERNEL] && k->lists[FOR_KERNEL]->embedded ? k->lists[FOR_KERNEL]
									      : NULL;
	text = bundle_read_text(k->embedded, PDATA_BUNDLE_KALLSYMS, &len);
	if (!text)
		return NULL;
	k->looked[FOR_KERNEL] = k->looked[FOR_MODULES] = true;
	k->lists[FOR_KERNEL] = k->lists[FOR_MODULES] = kallsyms_of_text(text, len);
	return k->lists[FOR_KERNEL];
}

static struct kallsyms *get_kallsyms(struct sym_kernel *k, int what)
{
	char path[SYM_PATH_MAX];
	int other = !what;

	if (k->looked[what] || get_embedded(k))
		return k->lists[what];
	k->looked[what] = true;
	if (!pick_kallsyms(k, what == FOR_MODULES, path, sizeof(path)))
		return NULL;
	if (k->lists[other] && !strcmp(k->lists[other]->path, path))
		k->lists[what] = k->lists[other];
	else
		k->lists[what] = kallsyms_read(path);
	return k->lists[what];
}

/*
 * Get how much higher the addresses of the list are than those of the recording. Return: false:
 * the list lacks the reference symbol.
 */
static bool moved_by(const struct sym_kernel *k, const struct kallsyms *list, uint64_t *delta)
{
	uint64_t addr;

	*delta = 0;
	if (!k->ref || !k->ref_addr || list->embedded)
		return true;
	if (!kallsyms_find(list->path, k->ref, &addr))
		return false;
	*delta = addr - k->ref_addr;
	return true;
}

/* @by_id: the path contains the build id. */
static bool load_vmlinux(const struct sym_kernel *k, const char *path, bool by_id,
			 struct sym_table_priv *t)
{
	struct sym_elf_use u = { .kind = SYM_ELF_KERNEL, .ref = k->ref, .ref_addr = k->ref_addr };
	struct sym_build_id id;
	const char *why;

	u.syms = u.runtime = sym_elf_open(path, &why);
	if (!u.syms) {
		sym_table_set_why(t, "%s %s", path, why);
		return false;
	}
	id = sym_elf_build_id(u.syms);
	if (k->id.size && !sym_id_match(&k->id, &id)) {
		sym_table_set_why(t, "%s has %s build id", path, id.size ? "another" : "no");
		if (by_id)
			sym_say_wrong_id(path, &k->id, &id);
	} else if (!sym_elf_has_symtab(u.syms))
		sym_table_set_why(t, "%s has no symbols", path);
	else if (sym_elf_load(&u, k->demangle, t)) {
		sym_table_set_path(t, path);
		return true;
	} else {
		return false;
	}
	sym_elf_close(u.syms);
	return false;
}

/*
 * Files of kernels with symbols where builders and distributions put them; only the file with the
 * right build id is used.
 */
static bool find_vmlinux(const struct sym_kernel *k, struct sym_table_priv *t)
{
	static const char *const by_release[] = {
		"/boot/vmlinux-%s",
		"/usr/lib/debug/boot/vmlinux-%s",
		"/lib/modules/%s/build/vmlinux",
		"/usr/lib/debug/lib/modules/%s/vmlinux",
		"/usr/lib/debug/boot/vmlinux-%s.debug",
	};
	char path[SYM_PATH_MAX];
	struct utsname u;

	if (!k->id.size)
		return false;
	if (sym_cache_path(k->symfs, &k->id, "elf", path, sizeof(path)) && sym_file_exists(path) &&
	    load_vmlinux(k, path, true, t))
		return true;
	if ((k->symfs || !k->foreign) && sym_join(path, sizeof(path), k->symfs, "vmlinux") &&
	    sym_file_exists(path) && load_vmlinux(k, path, false, t))
		return true;
	if (!k->foreign && sym_file_exists("/boot/vmlinux") &&
	    load_vmlinux(k, "/boot/vmlinux", false, t))
		return true;
	if (k->symfs || k->foreign || uname(&u))
		return false;
	for (size_t i = 0; i < REP_NR(by_release); i++) {
		const char *at = strchr(by_release[i], '%');

		snprintf(path, sizeof(path), "%.*s%s%s", (int)(at - by_release[i]), by_release[i],
			 u.release, at + 2);
		if (sym_file_exists(path) && load_vmlinux(k, path, false, t))
			return true;
	}
	return false;
}

/* Return: the name of the list in messages. */
static const char *name_of(const struct sym_kernel *k, const struct kallsyms *list)
{
	return k->kallsyms && k->kallsyms_name && !strcmp(list->path, k->kallsyms)
		       ? k->kallsyms_name
		       : list->path;
}

static void load_kallsyms(struct sym_kernel *k, struct sym_table_priv *t)
{
	struct kallsyms *list = get_kallsyms(k, FOR_KERNEL);
	uint64_t delta;

	if (!list && k->kallsyms)
		sym_table_set_why(t, "%s cannot be read", k->kallsyms);
	else if (!list)
		sym_table_set_why(t, "no kallsyms or vmlinux of the recorded kernel was found");
	else if (list->hidden)
		sym_table_set_why(t,
				  "%s has only zeros as addresses, because kernel.kptr_restrict "
				  "hid "
				  "them when the file was made",
				  name_of(k, list));
	else if (list->empty)
		sym_table_set_why(t, "%s is empty", name_of(k, list));
	else if (!moved_by(k, list, &delta))
		sym_table_set_why(t, "%s has no symbol %s", name_of(k, list), k->ref);
	else {
		kallsyms_kernel(list, delta, t);
		sym_table_set_path(t, name_of(k, list));
		if (!t->pub.nr)
			sym_table_set_why(t, "%s has no symbols", name_of(k, list));
	}
}

/*
 * Report that no symbols are read from a file that the user gave. /dev/null is not reported: users
 * give it to have no symbols of the kernel.
 */
static void warn_useless_file(const struct sym_kernel *k, const struct sym_table_priv *t)
{
	struct stat st;

	if (k->kallsyms && !k->lists[FOR_KERNEL] && !stat(k->kallsyms, &st) && !st.st_size)
		return;
	if (t->pub.why)
		rep_err("%s: no symbols are read from this file", t->pub.why);
}

static void load_given(struct sym_kernel *k, struct sym_table_priv *t)
{
	char path[SYM_PATH_MAX];

	if (k->kallsyms)
		load_kallsyms(k, t);
	else if (sym_join(path, sizeof(path), k->vmlinux[0] == '/' ? NULL : k->symfs, k->vmlinux))
		load_vmlinux(k, path, false, t);
}

/*
 * A kernel with debugging information is large, so it is fetched only if no other source has
 * names.
 */
static void load_from_server(const struct sym_kernel *k, struct sym_table_priv *t)
{
	char *path = sym_debuginfod_get(k->server, SYM_FETCH_DEBUG, &k->id, SYM_KERNEL_NAME);

	if (path)
		load_vmlinux(k, path, false, t);
	free(path);
}

void sym_kernel_load(struct sym_kernel *k, struct sym_table_priv *t)
{
	const unsigned failures = mem_failures();
	const bool given = k->kallsyms || k->vmlinux;

	if (given)
		load_given(k, t);
	else if (get_embedded(k) || k->ignore_vmlinux || !find_vmlinux(k, t))
		load_kallsyms(k, t);
	if (!t->pub.nr && !given && k->id.size)
		load_from_server(k, t);
	if (mem_failures() != failures)
		t->err = -ENOMEM;
	if (t->pub.nr || t->err)
		sym_table_set_why(t, NULL);
	else if (given)
		warn_useless_file(k, t);
}

void sym_kernel_load_running(struct sym_kernel *k, struct sym_table_priv *t)
{
	if (k->kallsyms || k->vmlinux || k->symfs || !is_running(k))
		return;
	/* is_running() has found the reference symbol at its recorded address. */
	k->running = kallsyms_read(PROC_KALLSYMS);
	if (k->running)
		kallsyms_kernel(k->running, 0, t);
}

/* Load the module's own file; perf has names for .text only, by their offset in it. */
static bool load_module_file(struct sym_kernel *k, const struct pdata_object *obj,
			     const char *module, struct sym_table_priv *t)
{
	struct sym_wanted w = {
		.name = obj->name,
		.id = sym_id_make(obj->build_id, obj->build_id_size),
		.symfs = k->symfs,
		.foreign = k->foreign,
		.server = k->server,
	};
	struct sym_elf_use u;
	char path[SYM_PATH_MAX];
	const char *why;

	if (k->modules && !k->files)
		k->files = sym_modules_list(k->modules);
	if (!sym_modules_open(k->files, module, &w.id, &u, path, &why) &&
	    sym_find_files(&w, &u, path, &why)) {
		sym_table_set_why(t, "%s %s", obj->name, why);
		return false;
	}
	u.kind = SYM_ELF_MODULE;
	if (!sym_elf_load(&u, k->demangle, t))
		return false;
	sym_table_set_path(t, path);
	return true;
}

void sym_module_load(struct sym_kernel *k, const struct pdata_object *obj, const char *module,
		     sym_base_fn base_of, const void *arg, struct sym_table_priv *t)
{
	const struct kallsyms *list;
	uint64_t addr, base;

	list = get_embedded(k);
	if ((!list || !kallsyms_module_at(list, module, &addr)) &&
	    load_module_file(k, obj, module, t))
		return;
	list = get_kallsyms(k, FOR_MODULES);
	if (!list || !kallsyms_module_at(list, module, &addr) || !base_of(arg, addr, &base))
		return;
	kallsyms_module(list, module, base, t);
	sym_table_set_path(t, list->path);
	sym_table_set_why(t, NULL);
}
