/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pdata archive: writes the files that name a recording's addresses as a tar archive of perf's
 * cache directory. On another machine, `tar x -C ~/.debug` is all that is needed.
 */
#include "base/new_file.h"
#include "common/plural.h"
#include "console/command.h"
#include "console/progress_line.h"
#include "files/tar.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/dso_kind.h"
#include "object/symbols/location.h"
#include "object/symbols/object_symbols.h"
#include "session/session.h"

#include <pdata/text.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern const struct rep_cmd cmd_archive;

#define KERNEL "[kernel.kallsyms]"
#define VDSO "[vdso]"
#define LINKS ".build-id"
#define COPY_BYTES ((size_t)1 << 20)

struct archive {
	struct rep_input in;
	const char *output;
	bool all, quiet;
	/* While collecting: */
	struct rep_session s;
	struct out out;
	bool *wanted; /* by object index */
	bool stacks;  /* the recording has stack copies, so frames may be in any object */
	uint32_t nr, nr_missing;
	bool generated; /* an object of generated code (JIT) has samples */
};

#define OFF(member) offsetof(struct archive, member)

static const struct rep_opt opts[] = {
	REP_SESSION_OPTS(struct archive, in),
	{ "output", 'o', REP_STR, OFF(output), "FILE",
	  "write FILE; - is standard output (default: the input's name with .tar appended)", NULL },
	{ "all", 'a', REP_FLAG, OFF(all), NULL,
	  "collect all mapped objects, not only those with samples", NULL },
	{ "quiet", 'q', REP_FLAG, OFF(quiet), NULL, "do not print what was collected", NULL },
	REP_OPT_ABSENT("unpack", 0, "use tar -xf FILE -C ~/.debug"),
	{ 0 },
};

/* ---- objects to archive  */

static void want_addr(struct archive *a, const struct resolve_ctx *at, uint64_t addr, bool kernel)
{
	const uint32_t cpumode = kernel ? PDATA_CPUMODE_KERNEL : PDATA_CPUMODE_USER;
	const struct pdata_map *m = resolve_recorded_map(a->s.tasks, at, cpumode, addr);

	if (m)
		a->wanted[m->object->index] = true;
}

static void want_chain(struct archive *a, const struct pdata_record *rec,
		       const struct resolve_ctx *at, const struct pdata_sample *s)
{
	bool kernel = (rec->misc & PDATA_MISC_CPUMODE) == PDATA_CPUMODE_KERNEL;

	for (uint64_t i = 0; i < s->nr_ips; i++) {
		uint64_t ip = pdata_u64_at(&s->ips, i);

		if (ip >= PDATA_CONTEXT_MAX)
			kernel = ip == PDATA_CONTEXT_KERNEL;
		else
			want_addr(a, at, ip, kernel);
	}
}

static void want_sample(struct archive *a, const struct pdata_record *rec)
{
	const uint64_t want = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME |
			      PDATA_SAMPLE_CALLCHAIN;
	struct resolve_ctx at = { .time = rec->time, .seq = rec->seq };
	struct pdata_thread_at thread;
	struct pdata_sample s;

	pdata_sample_decode(rec, want, &s, NULL);
	if (!(s.have & PDATA_SAMPLE_TID))
		s.pid = s.tid = 0;
	pdata_tasks_at(a->s.tasks, s.pid, s.tid, at.time, at.seq, &thread);
	at.maps = thread.maps;
	if (s.have & PDATA_SAMPLE_IP)
		want_addr(a, &at, s.ip, (rec->misc & PDATA_MISC_CPUMODE) == PDATA_CPUMODE_KERNEL);
	if (s.have & PDATA_SAMPLE_CALLCHAIN)
		want_chain(a, rec, &at, &s);
	a->stacks |= (rec->event->attr.sample_type & PDATA_SAMPLE_STACK_USER) != 0;
}

static void want_hits(struct archive *a)
{
	struct pdata_record rec;
	int rc;

	while ((rc = pdata_reader_next(a->s.reader, &rec)) > 0)
		if (rec.type == PDATA_RECORD_SAMPLE)
			want_sample(a, &rec);
	if (rc < 0)
		rep_session_failed(&a->s);
}

static bool is_wanted(const struct archive *a, const struct pdata_object *obj)
{
	return a->wanted[obj->index] || ((a->all || a->stacks) && obj->exec);
}

/* ---- files of the archive  */

static bool begin_entry(struct archive *a, const char *entry, const char *path, uint64_t size)
{
	if (size > TAR_MAX)
		rep_err("%s: the file is not in the archive: a file in a tar archive must be "
			"smaller than 8 GiB",
			path);
	else if (tar_file(&a->out, entry, size))
		return true;
	else
		rep_err("%s: the file is not in the archive: its name is too long for the tar "
			"format",
			entry);
	return false;
}

/* Add a file of procfs, whose size is 0 until it is read. */
static bool put_unsized(struct archive *a, const char *entry, const char *path)
{
	size_t len;
	char *data = sym_file_read(path, true, &len);
	bool ok;

	if (!data) {
		rep_err("%s: %s", path, strerror(errno));
		return false;
	}
	ok = begin_entry(a, entry, path, len);
	if (ok) {
		tar_data(&a->out, data, len);
		tar_pad(&a->out, len);
	}
	free(data);
	return ok;
}

/* Write @size bytes, as the entry's header promises, even if the file has become shorter. */
static bool copy_bytes(struct archive *a, int fd, const char *path, uint64_t size)
{
	char *buf = rep_alloc(1, COPY_BYTES);
	uint64_t at = 0;
	ssize_t n = 1;

	while (at < size && !a->out.err) {
		const size_t want = size - at < COPY_BYTES ? (size_t)(size - at) : COPY_BYTES;

		n = n > 0 ? read(fd, buf, want) : 0;
		if (n <= 0)
			memset(buf, 0, want);
		tar_data(&a->out, buf, n > 0 ? (size_t)n : want);
		at += n > 0 ? (size_t)n : want;
	}
	tar_pad(&a->out, size);
	free(buf);
	if (n <= 0)
		rep_err("%s: only a part of the file could be read; the rest of its copy in the "
			"archive is zeros",
			path);
	return n > 0;
}

/*
 * The directory NAME/ID below the one in which the archive is unpacked. Components of the name
 * that lead out of that directory are dropped. The first component may not be the directory of
 * links, because a link there would redirect later entries.
 */
static void entry_dir(char dir[SYM_PATH_MAX], const char *name, const struct sym_build_id *id)
{
	char hex[2 * SYM_ID_MAX + 1];
	size_t at = 0, n;

	for (; *name; name += n + (name[n] == '/')) {
		n = strcspn(name, "/");
		if (!n || (n == 1 && name[0] == '.') || (n == 2 && !memcmp(name, "..", 2)) ||
		    (!at && n == sizeof(LINKS) - 1 && !memcmp(name, LINKS, n)))
			continue;
		if (n > SYM_PATH_MAX - sizeof(hex) - 2 - at)
			n = SYM_PATH_MAX - sizeof(hex) - 2 - at;
		memcpy(dir + at, name, n);
		at += n;
		dir[at++] = '/';
		if (at >= SYM_PATH_MAX - sizeof(hex) - 2)
			break;
	}
	pdata_text_printable(dir, at, 0);
	sym_id_hex(id, hex);
	memcpy(dir + at, hex, 2 * (size_t)id->size + 1);
}

/* Add the entry NAME/ID/WHAT with the content of the file @path. */
static bool put_file(struct archive *a, const char *name, const struct sym_build_id *id,
		     const char *what, const char *path)
{
	char dir[SYM_PATH_MAX], entry[SYM_PATH_MAX + 16];
	int fd = sym_file_open(path, true);
	struct stat st;
	bool ok;

	if (fd < 0 || fstat(fd, &st)) {
		rep_err("%s: %s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return false;
	}
	entry_dir(dir, name, id);
	snprintf(entry, sizeof(entry), "%s/%s", dir, what);
	if (st.st_size > 0)
		ok = begin_entry(a, entry, path, (uint64_t)st.st_size) &&
		     copy_bytes(a, fd, path, (uint64_t)st.st_size);
	else
		ok = put_unsized(a, entry, path);
	close(fd);
	return ok;
}

/* Add the symbolic link by which NAME/ID is found by its id alone. */
static bool put_link(struct archive *a, const char *name, const struct sym_build_id *id)
{
	char hex[2 * SYM_ID_MAX + 1], dir[SYM_PATH_MAX], link[64], to[SYM_PATH_MAX + 8];

	entry_dir(dir, name, id);
	sym_id_hex(id, hex);
	/* The first byte is the link's directory, so an id of one byte leaves no name. */
	if (id->size < 2) {
		rep_err("%s: the build id is too short: no program can find the file by this "
			"build id in ~/.debug",
			name);
		return false;
	}
	snprintf(link, sizeof(link), LINKS "/%.2s/%s", hex, hex + 2);
	snprintf(to, sizeof(to), "../../%s", dir);
	if (tar_link(&a->out, link, to))
		return true;
	rep_err("%s: the name is too long for a link in the tar archive: no program can find the "
		"file by its build id in ~/.debug",
		name);
	return false;
}

enum { IS_ID = 1, HAS_CODE = 2 };

static unsigned look_at(const char *path, const struct sym_build_id *id)
{
	const char *why;
	struct sym_elf *e = sym_file_exists(path) ? sym_elf_open(path, &why) : NULL;
	struct sym_build_id is;
	unsigned what;

	if (!e)
		return 0;
	is = sym_elf_build_id(e);
	what = (sym_id_match(id, &is) ? IS_ID : 0u) | (sym_elf_has_code(e) ? HAS_CODE : 0u);
	sym_elf_close(e);
	return what;
}

/* Result of adding an object. After ADD_FAILED a line has said what failed. */
enum add_result { ADDED, NO_FILE, ADD_FAILED };

/*
 * A file with debugging information only has names but not the code sections that unwinding needs,
 * so look for the object itself, too.
 */
static enum add_result put_object(struct archive *a, const struct pdata_object *obj,
				  const struct sym_build_id *id)
{
	const char *path = id->size ? symbols_path(a->s.syms, obj) : NULL;
	char own[SYM_PATH_MAX];
	bool ok;

	if (!path)
		return NO_FILE;
	if (look_at(path, id) & HAS_CODE ||
	    !sym_join(own, sizeof(own), symfs_dir_of(&a->s.roots, obj->index), obj->name) ||
	    look_at(own, id) != (IS_ID | HAS_CODE))
		ok = put_file(a, obj->name, id, "elf", path);
	else
		ok = put_file(a, obj->name, id, "elf", own) &&
		     put_file(a, obj->name, id, "debug", path);
	return ok && put_link(a, obj->name, id) ? ADDED : ADD_FAILED;
}

/* Add the one file of the kernel or the vdso. */
static enum add_result put_only_file(struct archive *a, const char *name,
				     const struct sym_build_id *id, const char *what,
				     const char *path)
{
	if (!path || !id->size)
		return NO_FILE;
	return put_file(a, name, id, what, path) && put_link(a, name, id) ? ADDED : ADD_FAILED;
}

static bool is_kallsyms(const char *path)
{
	return strstr(path, "kallsyms") != NULL;
}

static enum add_result put_kernel(struct archive *a, const struct pdata_object *obj,
				  struct sym_build_id id)
{
	const char *path = symbols_path(a->s.syms, obj);
	uint32_t size = 0;
	const uint8_t *own = rep_session_kernel_id(&a->s, &size);

	if (!id.size && own)
		id = sym_id_make(own, size);
	return put_only_file(a, KERNEL, &id, path && is_kallsyms(path) ? "kallsyms" : "vmlinux",
			     path);
}

/* No file is needed for a module whose names come from kallsyms. */
static enum add_result put_module(struct archive *a, const struct pdata_object *obj,
				  const struct sym_build_id *id)
{
	const char *path = symbols_path(a->s.syms, obj);

	return path && is_kallsyms(path) ? ADDED : put_object(a, obj, id);
}

static void archive_object(struct archive *a, const struct pdata_object *obj)
{
	struct sym_build_id id = sym_id_make(obj->build_id, obj->build_id ? obj->build_id_size : 0);
	enum dso_kind kind = dso_kind_of(obj);
	enum add_result result;

	a->generated |= kind == DSO_KIND_PERF_MAP && a->wanted[obj->index];
	if (kind == DSO_KIND_KERNEL)
		result = put_kernel(a, obj, id);
	else if (kind == DSO_KIND_MODULE)
		result = put_module(a, obj, &id);
	else if (kind == DSO_KIND_FILE)
		result = put_object(a, obj, &id);
	else if (kind == DSO_KIND_VDSO && id.size && symbols_path(a->s.syms, obj))
		result = put_only_file(a, VDSO, &id, "vdso", symbols_path(a->s.syms, obj));
	else
		return;
	a->nr += result == ADDED;
	a->nr_missing += result != ADDED;
	if (result == NO_FILE && !a->quiet)
		rep_err("%s: the file is not in the archive: %s", obj->name,
			id.size || kind == DSO_KIND_KERNEL ? "no file with the recorded build id "
							     "was found"
							   : "no build id was recorded");
}

/* ---- the command ---- */

/* Open the output. Return: 0, or -1 after a message. */
static int open_archive(struct archive *a, struct new_file *file)
{
	if (new_file_check_input(a->output, a->s.path))
		return -1;
	if (new_file_open(file, a->output, NEW_FILE_STREAM))
		return -1;
	if (!isatty(file->fd))
		return 0;
	new_file_drop(file);
	return rep_error("%s is a terminal: name a file with -o",
			 strcmp(a->output, "-") ? a->output : "standard output");
}

/* Write the files of all wanted objects. Return: enum rep_exit. */
static int write_archive(struct archive *a, uint32_t nr)
{
	struct new_file file;
	int status;

	if (open_archive(a, &file))
		return REP_FAIL;
	rep_out_open(&a->out, file.fd);
	for (uint32_t i = 0; i < nr; i++)
		if (is_wanted(a, pdata_tasks_object(a->s.tasks, i)))
			archive_object(a, pdata_tasks_object(a->s.tasks, i));
	tar_end(&a->out);
	status = rep_out_close_path(&a->out, a->output, REP_OK);
	if (status == REP_OK && new_file_commit(&file))
		status = REP_FAIL;
	new_file_drop(&file);
	if (status != REP_OK || a->quiet)
		return status;
	if (a->generated)
		rep_err("%s: symbols of generated code (perf maps and jitdumps) are not in the "
			"archive; \"pdata bundle\" stores them in the recording",
			a->s.path);
	rep_err("archive: wrote %u file%s to %s, %u file%s %s missing; to unpack on another "
		"machine, run there: mkdir -p ~/.debug && tar xf %s -C ~/.debug",
		a->nr, pd_plural(a->nr), a->output, a->nr_missing, pd_plural(a->nr_missing),
		pd_one_or_many(a->nr_missing, "is", "are"), a->output);
	return REP_OK;
}

/* Find the objects that are wanted, and archive their files. Return: enum rep_exit. */
static int archive_objects(struct archive *a)
{
	uint32_t nr;

	if (rep_session_tasks(&a->s) || rep_session_symbols(&a->s, &a->in))
		return REP_FAIL;
	nr = pdata_tasks_nr_objects(a->s.tasks);
	a->wanted = rep_alloc(nr + 1, sizeof(*a->wanted));
	want_hits(a);
	return session_err(&a->s) ? REP_FAIL : write_archive(a, nr);
}

/* The default name of the output: that of the input and .tar. The caller frees it. */
static char *default_output(const struct archive *a)
{
	const char *in = a->in.path && strcmp(a->in.path, "-") ? a->in.path : "perf.data";
	const size_t size = strlen(in) + sizeof(".tar");
	char *name = rep_alloc(1, size);

	snprintf(name, size, "%s.tar", in);
	return name;
}

static int archive_run(int argc, char **argv)
{
	struct archive a = { .output = NULL };
	int first = rep_opts_parse(&cmd_archive, opts, &a, argc, argv), status, read_status;
	char *name;

	if (first < 0)
		return -1 - first;
	if (rep_input_operand(&a.in, cmd_archive.name, argc, argv, first))
		return REP_FAIL;
	a.in.progress = progress_line;
	status = rep_session_open(&a.s, &a.in);
	if (status)
		return status;
	name = default_output(&a);
	if (!a.output)
		a.output = name;
	status = archive_objects(&a);
	free(name);
	free(a.wanted);
	read_status = rep_session_close(&a.s);
	return status ? status : read_status;
}

const struct rep_cmd cmd_archive = {
	.name = "archive",
	.help = "pack the object files that another machine needs to resolve a recording's "
		"addresses",
	.usage = "[FILE]",
	.run = archive_run,
};
