/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Searches for the files with an object's symbols and debug information: symfs, bundle, build-id
 * cache, debuglink, distribution paths, debuginfod.
 */
#include "object/elf/symbol_sources.h"

#include "base/memory.h"
#include "base/message.h"
#include "object/elf/bundle_objects.h"
#include "object/elf/debuginfod.h"
#include "object/elf/process_roots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEBUG_DIR "/usr/lib/debug"

/*
 * The search for the files of one object, in perf's order, until names and running code are found.
 */
struct search {
	struct sym_wanted *w;
	struct sym_elf_use *u;
	char *path; /* path of the file with the names */
	const char *why;
	bool debug;	   /* only debugging information is wanted */
	bool by_id;	   /* the path contains the build id */
	unsigned failures; /* mem_failures() at its begin */
};

static bool done(const struct search *s)
{
	return s->u->syms && (s->debug || s->u->runtime);
}

/*
 * Report a file without symbols to which an option or a build id led; once, when names are looked
 * for. A file at the recorded path is not reported, because any file may be there by now.
 */
static void warn_bad_symbol_file(const struct search *s, const char *path, const char *why,
				 const char *so)
{
#ifndef HAVE_ELF
	return; /* no file gives names */
#endif
	if (mem_failures() != s->failures)
		return;
	if (!s->debug && !s->w->image && (s->w->symfs || strcmp(path, s->w->name)))
		rep_err("%s: %s%s", path, why, so);
}

/* Use @e, found at @path, if it has anything that is still missing; otherwise close it. */
static void use_or_close(struct search *s, struct sym_elf *e, const char *path)
{
	bool use = false;

	if (!s->u->syms && (s->debug ? sym_elf_has_debug(e) : sym_elf_has_symtab(e))) {
		s->u->syms = e;
		snprintf(s->path, SYM_PATH_MAX, "%s", path);
		use = true;
	}
	if (!s->debug && !s->u->runtime &&
	    (sym_elf_is_runtime(e) || (s->w->image && sym_elf_has_code(e)))) {
		s->u->runtime = e;
		if (!s->path[0])
			snprintf(s->path, SYM_PATH_MAX, "%s", path);
		use = true;
	}
	if (!use) {
		s->why = "has no symbols";
		sym_elf_close(e);
	}
}

void sym_say_wrong_id(const char *path, const struct sym_build_id *want,
		      const struct sym_build_id *is)
{
	char wanted[2 * SYM_ID_MAX + 1], has[2 * SYM_ID_MAX + 1] = "none";

	sym_id_hex(want, wanted);
	if (is->size)
		sym_id_hex(is, has);
	rep_err("%s: no symbols are read from this file: the build id of the file is %s, but "
		"its path contains the recorded build id %s; remove this file",
		path, has, wanted);
}

/* Use the file at @path if it is the file that is looked for. */
static void try_file(struct search *s, const char *path)
{
	const char *why;
	struct sym_build_id id;
	struct sym_elf *e;

	if (done(s) || !sym_file_exists(path))
		return;
	e = sym_elf_open(path, &why);
	if (!e) {
		s->why = why;
		warn_bad_symbol_file(s, path, why, ": no symbols are read from this file");
		return;
	}
	if (sym_elf_damage(e))
		warn_bad_symbol_file(s, path, sym_elf_damage(e), ": symbols may be missing");
	id = sym_elf_build_id(e);
	if (s->w->id.size && !sym_id_match(&s->w->id, &id)) {
		s->why = id.size ? "has another build id" : "has no build id";
		if (s->by_id && !s->debug && !s->w->image)
			sym_say_wrong_id(path, &s->w->id, &id);
		sym_elf_close(e);
		return;
	}
	use_or_close(s, e, path);
}

/*
 * Use the files in the bundle of the recording. A program without dynamic symbols was nevertheless
 * the file that was mapped. A merged recording has several copies of a file, with the symbols that
 * each of the recordings needs.
 */
static void try_embedded(struct search *s)
{
	struct sym_elf_use *u = s->u;
	struct sym_elf *e;
	uint32_t at = 0;

	if (done(s))
		return;
	while ((e = bundle_next_elf(s->w->files, &at, s->w))) {
		if (!s->debug && (sym_elf_add_copy(u->syms, e) || sym_elf_add_copy(u->runtime, e)))
			continue;
		if (done(s))
			sym_elf_close(e);
		else
			use_or_close(s, e, s->w->name);
	}
}

static void try_below_symfs(struct search *s, const char *path)
{
	char full[SYM_PATH_MAX];

	if (sym_join(full, sizeof(full), s->w->symfs, path))
		try_file(s, full);
}

/* Get the directory and the last part of @path. */
static void split_path(const char *path, char dir[SYM_PATH_MAX], const char **base)
{
	const char *slash = strrchr(path, '/');

	snprintf(dir, SYM_PATH_MAX, "%.*s", slash ? (int)(slash - path) : 0, path);
	*base = slash ? slash + 1 : path;
}

/*
 * Follow the debuglink of the file, which names another file that has its debugging information.
 */
static void try_debuglink(struct search *s)
{
	char file[SYM_PATH_MAX], dir[SYM_PATH_MAX], link[256], path[3 * SYM_PATH_MAX];
	const char *base, *why;
	struct sym_elf *e;
	bool found;

	if (!sym_join(file, sizeof(file), s->w->symfs, s->w->name))
		return;
	e = sym_elf_open(file, &why);
	if (!e)
		return;
	found = sym_elf_debuglink(e, link, sizeof(link));
	sym_elf_close(e);
	if (!found)
		return;
	if (s->w->id.size && sym_file_exists(link)) {
		try_file(s, link);
		return;
	}
	split_path(file, dir, &base);
	snprintf(path, sizeof(path), "%s/%s", dir, link);
	if (!sym_file_exists(path))
		snprintf(path, sizeof(path), "%s/.debug/%s", dir, link);
	if (!sym_file_exists(path))
		snprintf(path, sizeof(path), DEBUG_DIR "%s/%s", dir, link);
	try_file(s, path);
}

static void try_cache(struct search *s, const char *what)
{
	char path[SYM_PATH_MAX];

	s->by_id = true;
	if (sym_cache_path(s->w->symfs, &s->w->id, what, path, sizeof(path)))
		try_file(s, path);
	s->by_id = false;
}

bool sym_debug_path(const char *symfs, const struct sym_build_id *id, char *buf, size_t size)
{
	char hex[2 * SYM_ID_MAX + 1], below[sizeof(hex) + sizeof(DEBUG_DIR) + 32];

	if (!id->size)
		return false;
	sym_id_hex(id, hex);
	snprintf(below, sizeof(below), DEBUG_DIR "/.build-id/%.2s/%s.debug", hex, hex + 2);
	return sym_join(buf, size, symfs, below);
}

static void try_by_build_id(struct search *s)
{
	char path[SYM_PATH_MAX];

	s->by_id = true;
	if (sym_debug_path(s->w->symfs, &s->w->id, path, sizeof(path)))
		try_file(s, path);
	s->by_id = false;
}

/* Look where distributions install the debugging information that they strip. */
static void try_distributions(struct search *s)
{
	const char *name = s->w->name;
	char path[2 * SYM_PATH_MAX];

	snprintf(path, sizeof(path), DEBUG_DIR "%s.debug", name);
	try_below_symfs(s, path);
	snprintf(path, sizeof(path), DEBUG_DIR "%s", name);
	try_below_symfs(s, path);
	try_by_build_id(s);
}

static void try_more_distributions(struct search *s)
{
	char dir[SYM_PATH_MAX], path[2 * SYM_PATH_MAX];
	const char *base;

	split_path(s->w->name, dir, &base);
	snprintf(path, sizeof(path), "%s/.debug/%s", dir, base);
	try_below_symfs(s, path);
	if (strncmp(s->w->name, "/usr/lib/", 9))
		return;
	snprintf(path, sizeof(path), DEBUG_DIR "%s", s->w->name + 4);
	try_below_symfs(s, path);
}

static void fetch_debuginfod(struct search *s, enum sym_fetch what)
{
	char *path = sym_debuginfod_get(s->w->server, what, &s->w->id, s->w->name);

	if (path)
		try_file(s, path);
	free(path);
}

/* Fetch files that no directory of this machine has. */
static void try_server(struct search *s)
{
	if (!s->w->server || !s->w->id.size)
		return;
	if (!s->u->syms)
		fetch_debuginfod(s, SYM_FETCH_DEBUG);
	if (!s->debug && !s->u->runtime)
		fetch_debuginfod(s, SYM_FETCH_PROGRAM);
}

/* Return: whether the file at @path, which has no recorded build id, is the recorded file. */
static bool is_recorded_file(struct search *s, const char *path)
{
	switch (sym_file_compare(path, &s->w->file)) {
	case SYM_FILE_SAME:
		return true;
	case SYM_FILE_CHANGED:
		s->why = "was not used: it was replaced or changed after it was recorded, and no "
			 "build id was recorded";
		return false;
	case SYM_FILE_OTHER:
	default:
		s->why = "may not be the recorded file: the device or inode number differs, and "
			 "no build id was recorded";
		return false;
	}
}

/*
 * If no build id was recorded, the file must be the one that was mapped, and unchanged. A file
 * below a directory that the user names is used without that check. The id of that file is then
 * the one that other files must have.
 */
static bool identify(struct search *s)
{
	struct sym_wanted *w = s->w;
	char path[SYM_PATH_MAX];
	struct sym_elf *e;

	if (w->id.size)
		return true;
	if (!w->symfs && w->foreign) {
		s->why = "was not used: the recording is of another machine and has no build id "
			 "for this object; "
			 "--symfs DIR gives that machine's files";
		return false;
	}
	if (!sym_join(path, sizeof(path), w->symfs, w->name) || !sym_file_exists(path)) {
		s->why = "does not exist here, and no build id was recorded";
		return false;
	}
	if ((!w->symfs || w->in_process) && !is_recorded_file(s, path))
		return false;
	e = sym_elf_open(path, &s->why);
	if (!e)
		return false;
	w->id = sym_elf_build_id(e);
	sym_elf_close(e);
	return true;
}

static void search_all(struct search *s)
{
	const struct sym_wanted *w = s->w;
	bool is_path = w->name[0] == '/' && (w->symfs || !w->foreign);
	/* A file other than the mapped one is recognized by its build id only. */
	bool others = is_path && (w->id.size || (w->symfs && !w->in_process));

	if (is_path)
		try_debuglink(s);
	try_cache(s, "elf");
	try_cache(s, "debug");
	if (others)
		try_distributions(s);
	else
		try_by_build_id(s);
	if (is_path)
		try_below_symfs(s, w->name);
	if (others && !done(s))
		try_more_distributions(s);
	try_embedded(s);
}

/* Return: whether running processes may have the file, because no option says where it is. */
static bool may_ask_processes(const struct sym_wanted *w)
{
	return w->processes && !w->symfs && !w->foreign && !w->vdso && w->name[0] == '/';
}

/* Look below the root directory @root of a process from now on, unless it is NULL. */
static bool set_process_root(struct sym_wanted *w, const char *root)
{
	w->symfs = root;
	w->in_process = root;
	return root;
}

/* Search in all places, in the order in which their cost rises. */
static void search_places(struct search *s)
{
	struct sym_wanted *w = s->w;

	if (!w->id.size)
		w->id = bundle_build_id(w->files, w);
	/* Stored names are right; nothing proves that a file without a build id is unchanged. */
	if (!w->id.size && !s->debug && !w->image)
		try_embedded(s);
	if (may_ask_processes(w))
		set_process_root(w, sym_processes_known(w->processes, w->object));
	if (identify(s))
		search_all(s);
	/* Debugging information alone is often missing: processes are looked for only for names. */
	if (!s->debug && !s->u->syms && !s->u->runtime && may_ask_processes(w) &&
	    set_process_root(w, sym_processes_find(w->processes, w)) && identify(s))
		search_all(s);
	if (!done(s))
		try_server(s);
}

static void close_found(struct sym_elf_use *u)
{
	if (u->runtime != u->syms)
		sym_elf_close(u->runtime);
	sym_elf_close(u->syms);
	u->syms = u->runtime = NULL;
}

int sym_find_files(struct sym_wanted *w, struct sym_elf_use *u, char *path, const char **why)
{
	struct search s = {
		.w = w, .u = u, .path = path, .why = "was not found", .failures = mem_failures()
	};

	path[0] = 0;
	*u = (struct sym_elf_use){ .kind = SYM_ELF_USER };
	if (w->vdso)
		try_cache(&s, "vdso");
	else
		search_places(&s);
	if (w->vdso || (!u->syms && !u->runtime))
		try_embedded(&s);
	*why = s.why;
	if (!u->syms && u->runtime)
		u->syms = sym_elf_mini(u->runtime);
	if (mem_failures() != s.failures) {
		close_found(u);
		*why = "cannot be searched for: out of memory";
		return -ENOMEM;
	}
	if (!u->syms && !u->runtime)
		return -1;
	if (!u->syms)
		u->syms = u->runtime;
	if (!u->runtime)
		u->runtime = u->syms;
	return 0;
}

struct sym_elf *sym_find_debug(struct sym_wanted *w, char *path)
{
	struct sym_elf_use u = { .kind = SYM_ELF_USER };
	struct search s = {
		.w = w, .u = &u, .path = path, .debug = true, .failures = mem_failures()
	};

	path[0] = 0;
	search_places(&s);
	if (!u.syms)
		try_embedded(&s);
	return u.syms;
}

/* Open the file @name in the directory of @file, if it has the build id @id. */
static struct sym_elf *find_in_directory_of(const char *file, const char *name,
					    const struct sym_build_id *id)
{
	char dir[SYM_PATH_MAX], path[SYM_PATH_MAX];
	const char *base;

	split_path(file, dir, &base);
	return sym_join(path, sizeof(path), dir, name) ? sym_find_with_id(path, id) : NULL;
}

/* Open a dwz file whose path is relative to the directory of the file with the link. */
static struct sym_elf *find_relative_shared(const struct sym_wanted *w, const char *debug_path,
					    const char *name, const struct sym_build_id *id)
{
	char path[SYM_PATH_MAX], below[SYM_PATH_MAX];
	struct sym_elf *e = find_in_directory_of(debug_path, name, id);
	const char *at = strstr(name, ".dwz/");

	/* The file with the link may be a copy in the build-id cache. */
	if (!e && (w->symfs || !w->foreign) && sym_join(path, sizeof(path), w->symfs, w->name))
		e = find_in_directory_of(path, name, id);
	if (!e && at && !strstr(at, "..") &&
	    (size_t)snprintf(below, sizeof(below), DEBUG_DIR "/%s", at) < sizeof(below) &&
	    sym_join(path, sizeof(path), w->symfs, below))
		e = sym_find_with_id(path, id);
	return e;
}

bool sym_find_shared_debug(struct sym_elf *e, const struct sym_wanted *w, const char *debug_path,
			   struct sym_elf **shared)
{
	char path[SYM_PATH_MAX];
	struct sym_build_id id;
	const char *name;

	*shared = NULL;
	if (!sym_elf_debugaltlink(e, &name, &id))
		return true;
	if (!id.size)
		return false;
	if (sym_debug_path(w->symfs, &id, path, sizeof(path)))
		*shared = sym_find_with_id(path, &id);
	if (!*shared && name[0] != '/')
		*shared = find_relative_shared(w, debug_path, name, &id);
	else if (!*shared && sym_join(path, sizeof(path), w->symfs, name))
		*shared = sym_find_with_id(path, &id);
	return *shared;
}
