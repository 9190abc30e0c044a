/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An open input of a command: opens the reader, reads the side-band into tasks, sets up symbols,
 * and reports damage at the end.
 */
#include "base/array.h"
#include "base/host.h"
#include "base/message.h"
#include "session/session_int.h"

#include "base/memory.h"
#include "base/pipe_copy.h"
#include "common/plural.h"
#include "object/elf/debuginfod.h"
#include "object/elf/process_roots.h"
#include "object/symbols/kernel_prefetch.h"
#include "object/symbols/object_symbols.h"
#include "session/sample_cache.h"

#include <pdata/trailer.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void print_session_error(const char *path, const struct pdata_error *err)
{
	char line[512];

	pdata_error_format(err, line, sizeof(line));
	rep_err("%s: %s", path, line);
}

/* perf reads a pipe on standard input when no file is named. */
static const char *default_path(void)
{
	struct stat st;

	return !fstat(STDIN_FILENO, &st) && S_ISFIFO(st.st_mode) ? "-" : "perf.data";
}

static int open_reader(struct rep_session *s, struct pdata_error *err)
{
	const struct pdata_open_opts opts = { .size = sizeof(opts) };
	int fd, rc;

	if (!pipe_copy_needed(s->path))
		return pdata_reader_open(&s->reader, s->path, &opts, err);
	fd = pipe_copy_open(s->path);
	if (fd < 0) {
		*err = (struct pdata_error){
			.code = PDATA_E_SYS, .sys_errno = -fd, .field = "", .text = "copy"
		};
		return PDATA_E_SYS;
	}
	rc = pdata_reader_open_fd(&s->reader, fd, &opts, err);
	s->copy_fd = fd;
	return rc;
}

static void free_session(struct rep_session *s)
{
	kernel_prefetch_free(s->ahead);
	if (s->syms)
		symbols_free(s->syms);
	pdata_tracepoints_free(s->tracing);
	pdata_tasks_free(s->tasks);
	sample_cache_free(s->sample_cache);
	pdata_deferred_free(s->deferred);
	pdata_trailer_close(s->trailer);
	pdata_reader_close(s->reader);
	s->trailer = NULL;
	s->bundle = NULL;
	if (s->copy_fd >= 0)
		close(s->copy_fd);
	for (uint32_t i = 0; i < s->nr_names; i++)
		free(s->names[i]);
	free(s->names);
	symfs_roots_free(&s->roots);
	s->syms = NULL;
	s->ahead = NULL;
	s->tasks = NULL;
	s->sample_cache = NULL;
	s->deferred = NULL;
	s->tracing = NULL;
	s->reader = NULL;
	s->names = NULL;
	s->nr_names = 0;
	s->copy_fd = -1;
}

static uint64_t input_size(const struct rep_session *s)
{
	struct stat st;

	if ((s->copy_fd >= 0 ? fstat(s->copy_fd, &st) : stat(s->path, &st)) || !S_ISREG(st.st_mode))
		return 0;
	return (uint64_t)st.st_size;
}

int rep_input_operand(struct rep_input *in, const char *command, int argc, char **argv, int first)
{
	if (first < argc && !in->path)
		in->path = argv[first++];
	if (first == argc)
		return REP_OK;
	return rep_fail("%s: %s: only one input file is allowed, and %s is given already", command,
			argv[first], in->path);
}

int rep_function_operand(struct rep_input *in, const char *command, int argc, char **argv,
			 int first)
{
	if (first < argc)
		in->operand = argv[first++];
	if (first == argc)
		return REP_OK;
	return rep_fail("%s: %s: only one function can be shown, and %s is given already", command,
			argv[first], in->operand);
}

int rep_session_open(struct rep_session *s, const struct rep_input *in)
{
	struct pdata_error err = { .field = "" };
	int rc;

	*s = (struct rep_session){ .path = in->path && in->path[0] ? in->path : default_path(),
				   .progress = in->progress,
				   .copy_fd = -1 };
	rc = symfs_roots_init(&s->roots, &in->symfs);
	if (rc) {
		if (rc == -ENOMEM)
			rep_err("%s: out of memory", s->path);
		s->open_err = rc == -ENOMEM ? PDATA_E_NOMEM : PDATA_E_ARG;
		free_session(s);
		return REP_FAIL;
	}
	rc = open_reader(s, &err);
	s->open_err = rc < 0 ? rc : 0;
	if (rc >= 0) {
		s->size = input_size(s);
		s->header_has_build_ids =
			pdata_reader_info(s->reader)->features[0] >> PDATA_FEAT_BUILD_ID & 1;
		return REP_OK;
	}
	if (rc == PDATA_E_NOMEM)
		rep_err("%s: out of memory", s->path);
	else if (err.code == PDATA_E_SYS && err.sys_errno == ENOENT && !(in->path && in->path[0]))
		rep_err("%s: no such file; 'pdata record' writes it, -i %s reads another", s->path,
			in->operand && !access(in->operand, F_OK) ? in->operand : "FILE");
	else
		print_session_error(s->path, &err);
	free_session(s);
	return REP_FAIL;
}

int session_feature(struct rep_session *s, uint32_t bit, const struct pdata_feature **f)
{
	const int ret = pdata_reader_feature(s->reader, bit, f, NULL);

	if (ret == PDATA_E_NOMEM)
		session_set_err(s, -ENOMEM);
	return ret;
}

static void note_feature(struct rep_session *s, uint32_t bit)
{
	const struct pdata_feature *f;
	struct pdata_error err;
	int ret = pdata_reader_feature(s->reader, bit, &f, &err);

	/* A feature beyond the end of the file matters only to a command that needs it. */
	if (ret && ret != PDATA_N_FEATURE && ret != PDATA_E_CUT)
		rep_session_bad_feature(s, bit, &err);
}

static void add_feature_build_ids(struct rep_session *s)
{
	const struct pdata_feature *f = session_build_ids(s);

	if (!f)
		return;
	for (uint32_t i = 0; i < f->u.build_ids.nr; i++) {
		const struct pdata_feat_build_id *b = &f->u.build_ids.ids[i];

		pdata_tasks_build_id(s->tasks, b->filename, b->misc & PDATA_MISC_CPUMODE,
				     b->build_id, b->size);
	}
}

void rep_session_warn_aux(const struct rep_session *s)
{
	static const char *const names[] = {
		"",	    "Intel PT ",      "Intel BTS ",    "CoreSight ",
		"Arm SPE ", "s390 sampling ", "HiSilicon PTT "
	};

	const uint64_t nr = s->nr_by_type[PDATA_RECORD_AUXTRACE];

	if (nr)
		rep_err("%s: %llu AUXTRACE record%s with %llu byte%s of %sdata %s skipped: AUX "
			"data is not decoded",
			s->path, (unsigned long long)nr, pd_plural(nr),
			(unsigned long long)s->aux_size, pd_plural(s->aux_size),
			names[s->aux_type < REP_NR(names) ? s->aux_type : 0],
			pd_one_or_many(nr, "is", "are"));
}

int session_err(const struct rep_session *s)
{
	return s->err || !s->syms ? s->err : symbols_error(s->syms);
}

void session_set_err(struct rep_session *s, int err)
{
	if (err == -ENOMEM)
		mem_count_failure();
	if (!s->err)
		s->err = err;
}

void rep_session_failed(struct rep_session *s)
{
	if (pdata_reader_error(s->reader)->code == PDATA_E_NOMEM) {
		session_set_err(s, -ENOMEM);
		return;
	}
	print_session_error(s->path, pdata_reader_error(s->reader));
	if (s->status == REP_OK)
		s->status = REP_PART;
}

const struct pdata_damage *rep_session_damage(const struct rep_session *s)
{
	const struct pdata_damage *d = pdata_reader_damage(s->reader);

	return s->earlier_damage.nr > d->nr ? &s->earlier_damage : d;
}

int rep_session_reread(struct rep_session *s)
{
	s->earlier_damage = *rep_session_damage(s);
	sample_cache_free(s->sample_cache);
	s->sample_cache = NULL;
	if (!pdata_reader_rewind(s->reader))
		return REP_OK;
	if (pdata_reader_error(s->reader)->code == PDATA_E_NOMEM)
		session_set_err(s, -ENOMEM);
	else
		print_session_error(s->path, pdata_reader_error(s->reader));
	return s->status = REP_FAIL;
}

int rep_session_tasks(struct rep_session *s)
{
	int rc, no_memory = 0;

	if (pdata_tasks_new(&s->tasks) || pdata_deferred_new(&s->deferred)) {
		session_set_err(s, -ENOMEM);
		return s->status = REP_FAIL;
	}
	if (pdata_reader_info(s->reader)->no_order)
		pdata_tasks_file_order(s->tasks);
	pdata_reader_skip_user_stacks(s->reader);
	rc = session_read_tasks(s, &no_memory);
	if (rc < 0)
		rep_session_failed(s);
	note_feature(s, PDATA_FEAT_BUILD_ID);
	add_feature_build_ids(s);
	if (no_memory || pdata_tasks_seal(s->tasks))
		session_set_err(s, -ENOMEM);
	if (s->err)
		return s->status = REP_FAIL;
	if (symfs_roots_seal(&s->roots, s->tasks)) {
		session_set_err(s, -ENOMEM);
		return s->status = REP_FAIL;
	}
	return s->sample_cache && !s->sample_cache->dropped ? REP_OK : rep_session_reread(s);
}

/* Set up the debuginfod client, which is asked for files that are not on this machine. */
static void find_server(struct rep_session *s, const struct rep_input *in)
{
	const char *why;

	s->roots.server = sym_debuginfod_new(in->debuginfod, &why);
	if (!s->roots.server && why)
		rep_err("debuginfod is not used: %s", why);
	else if (!s->roots.server && in->debuginfod)
		rep_err("--debuginfod: no server: give URLs, or set DEBUGINFOD_URLS");
}

static const struct pdata_feature *read_trailer_block(struct rep_session *s, uint32_t type)
{
	const struct pdata_feature *f;
	int64_t i = pdata_trailer_find(s->trailer, type, 0);
	int ret;

	if (i < 0)
		return NULL;
	ret = pdata_trailer_read(s->trailer, (uint32_t)i, &f, NULL);
	if (ret == PDATA_E_NOMEM)
		session_set_err(s, -ENOMEM);
	return ret ? NULL : f;
}

const struct pdata_symbols *session_bundle(struct rep_session *s)
{
	const struct pdata_feature *f;
	int ret;

	if (s->bundle_asked)
		return s->bundle;
	s->bundle_asked = true;
	ret = pdata_trailer_open_reader(&s->trailer, s->reader, NULL);
	if (ret == PDATA_E_NOMEM)
		session_set_err(s, -ENOMEM);
	if (ret)
		return NULL;
	f = read_trailer_block(s, PDATA_BLOCK_FILES);
	s->roots.files = f ? &f->u.files : NULL;
	f = read_trailer_block(s, PDATA_BLOCK_SYMBOLS);
	s->bundle = f ? &f->u.symbols : NULL;
	return s->bundle;
}

/* As in perf, a file named by --kallsyms or --vmlinux must exist. */
static int check_given(const struct rep_session *s, const struct rep_input *in)
{
	const char *const paths[] = { in->kallsyms, in->vmlinux };
	char below[PATH_MAX];

	for (unsigned i = 0; i < 2; i++) {
		if (!paths[i] || !access(paths[i], R_OK))
			continue;
		if (i && s->roots.all && paths[i][0] != '/' &&
		    (size_t)snprintf(below, sizeof(below), "%s/%s", s->roots.all, paths[i]) <
			    sizeof(below) &&
		    !access(below, R_OK))
			continue;
		return rep_error("%s %s: %s", i ? "--vmlinux" : "--kallsyms", paths[i],
				 strerror(errno));
	}
	if (in->modules)
		rep_check_dir("--modules", in->modules);
	return 0;
}

/*
 * record --kcore stores a copy of the recorded machine's kernel code (kcore) and kallsyms in the
 * directory. Both are used unless --kallsyms or --vmlinux names other files. @kallsyms and @kcore
 * are buffers of PATH_MAX bytes.
 */
static void find_kcore(struct rep_session *s, const struct rep_input *in, struct sym_opts *o,
		       char *kallsyms, char *kcore)
{
	if (in->kallsyms || in->vmlinux ||
	    pdata_reader_info(s->reader)->container != PDATA_CONTAINER_DIR)
		return;
	if (snprintf(kallsyms, PATH_MAX, "%s/kcore_dir/kallsyms", s->path) < PATH_MAX &&
	    !access(kallsyms, R_OK))
		o->kallsyms = kallsyms;
	if (snprintf(kcore, PATH_MAX, "%s/kcore_dir/kcore", s->path) < PATH_MAX &&
	    !access(kcore, R_OK))
		o->kcore = kcore;
}

/* The recorder writes its own name into the header feature that has the version of perf. */
static bool is_made_by_pdata(struct rep_session *s)
{
	const char *version = session_feature_text(s, PDATA_FEAT_VERSION);

	return version && !strncmp(version, "pdata ", 6);
}

/*
 * Open the file of the recording; the file "data" if the recording is a directory. Return: a
 * descriptor, which the caller closes; -1.
 */
static int open_recording_file(const struct rep_session *s)
{
	char first[PATH_MAX];

	if (!strcmp(s->path, "-"))
		return -1;
	if (pdata_reader_info(s->reader)->container != PDATA_CONTAINER_DIR)
		return open(s->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (snprintf(first, sizeof(first), "%s/data", s->path) >= (int)sizeof(first))
		return -1;
	return open(first, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

/* Return: the time at which the recording was complete, in ns since 1970; 0: not known. */
static uint64_t recorded_ns(const struct rep_session *s)
{
	const int fd = s->copy_fd >= 0 ? dup(s->copy_fd) : open_recording_file(s);
	struct stat st;
	uint64_t ns = 0;

	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_mtim.tv_sec > 0)
		ns = (uint64_t)st.st_mtim.tv_sec * 1000000000u + (uint64_t)st.st_mtim.tv_nsec;
	if (fd >= 0)
		close(fd);
	return ns;
}

int rep_session_symbols(struct rep_session *s, const struct rep_input *in)
{
	char kallsyms[PATH_MAX], kcore[PATH_MAX];
	struct sym_opts o = {
		.roots = &s->roots,
		.modules = in->modules,
		.kallsyms = in->kallsyms,
		.vmlinux = in->vmlinux,
		.true_inlines = in->inline_all,
		.no_demangle = in->no_demangle,
		.ignore_vmlinux = in->ignore_vmlinux,
		.demangle_kernel = in->demangle_kernel,
		.lines = in->lines,
		.any_owner = in->force,
		.kernel_text = s->kernel_text,
		.kernel_ref = s->kernel_text ? s->kernel_ref : NULL,
		.hostname = session_feature_text(s, PDATA_FEAT_HOSTNAME),
		.release = session_feature_text(s, PDATA_FEAT_OSRELEASE),
		.arch = session_feature_text(s, PDATA_FEAT_ARCH),
	};
	const struct pdata_feature *f = session_build_ids(s);

	s->roots.recorded_ns = recorded_ns(s);
	if (check_given(s, in))
		return s->status = REP_FAIL;
	o.symfs = symfs_dir_of_kernel(&s->roots, sym_is_foreign(o.arch, o.kernel_text));
	/*
	 * --kallsyms may name a pipe, which can be read once only; the list is read several times.
	 */
	if (in->kallsyms) {
		o.kallsyms = pipe_copy_of(in->kallsyms, SYM_FILE_MAX);
		o.kallsyms_name = in->kallsyms;
	}
	if (in->kallsyms && !o.kallsyms) {
		rep_err("--kallsyms %s: %s", in->kallsyms, strerror(errno));
		return s->status = REP_FAIL;
	}
	find_kcore(s, in, &o, kallsyms, kcore);
	/* --symfs, --kallsyms and --vmlinux override symbols bundled in the file. */
	if (!in->symfs.nr && !in->kallsyms && !in->vmlinux)
		o.bundle = session_bundle(s);
	o.of_pdata = s->trailer || is_made_by_pdata(s) ? s->path : NULL;
	o.kernel_build_id = rep_session_kernel_id(s, &o.kernel_build_id_size);
	if (f)
		o.build_ids = &f->u.build_ids;
	find_server(s, in);
	if (!in->symfs.nr && !(s->roots.processes = sym_processes_new(s->tasks)))
		session_set_err(s, -ENOMEM);
	o.ahead = s->ahead;
	s->ahead = NULL;
	s->syms = symbols_new(&o, s->tasks);
	if (!s->syms)
		session_set_err(s, -ENOMEM);
	return s->syms ? REP_OK : (s->status = REP_FAIL);
}

struct pdata_tracepoints *rep_session_tracing(struct rep_session *s)
{
	const struct pdata_feature *f;
	struct pdata_error err;
	int ret;

	if (s->tracing)
		return s->tracing;
	ret = pdata_reader_feature(s->reader, PDATA_FEAT_TRACING_DATA, &f, &err);
	if (ret && ret != PDATA_N_FEATURE)
		rep_session_bad_feature(s, PDATA_FEAT_TRACING_DATA, &err);
	if ((!ret || ret == PDATA_E_FEATURE || ret == PDATA_E_CUT) && f->data &&
	    pdata_tracepoints_new(&s->tracing, f->data, (size_t)f->len, NULL) == PDATA_E_NOMEM)
		session_set_err(s, -ENOMEM);
	return s->tracing;
}

void rep_session_bad_feature(struct rep_session *s, uint32_t bit, const struct pdata_error *err)
{
	const uint64_t mask = 1ull << bit % 64;

	if (err->code == PDATA_E_NOMEM) {
		session_set_err(s, -ENOMEM);
		return;
	}
	if (s->status == REP_OK)
		s->status = REP_PART;
	/* The reader itself counts features that lie beyond the end of the file. */
	if (err->code == PDATA_E_CUT || s->bad_bits[bit / 64] & mask)
		return;
	s->bad_bits[bit / 64] |= mask;
	if (!s->bad_features++)
		s->feature_error = *err;
}

/* Append ", @nr @what" with a plural s, and @rest, to @line; nothing if @nr is 0. */
static void add_count(char *line, size_t size, uint64_t nr, const char *what, const char *rest)
{
	size_t n = strlen(line);

	if (nr)
		snprintf(line + n, size - n, ", %llu %s%s%s", (unsigned long long)nr, what,
			 pd_plural(nr), rest);
}

/*
 * Return whether the answer is complete in spite of the damage @d. It is if features lie beyond the
 * end of the file and the command needed none of them (rep_session_bad_feature()), or if the data
 * are damaged and the command answers from the header. The damage is still reported, but the exit
 * status stays 0, as in perf.
 */
static bool is_damage_irrelevant(const struct rep_session *s, const struct pdata_damage *d)
{
	if (s->bad_features)
		return false;
	if (d->lost_features && d->nr == 1)
		return true;
	return s->header_only && !strncmp(d->first.field, "data", 4);
}

/* Print one line about everything that could not be read: the first place, and the totals. */
static void print_session_damage(struct rep_session *s)
{
	const struct pdata_damage *d = rep_session_damage(s);
	const uint64_t places = d->nr - d->cut_samples - d->skipped_records - d->unknown_ids;
	char line[640];

	if (!d->nr && !s->bad_features)
		return;
	pdata_error_format(d->nr ? &d->first : &s->feature_error, line, sizeof(line));
	add_count(line, sizeof(line), places, "damaged place", "");
	if (places) {
		size_t n = strlen(line);

		snprintf(line + n, sizeof(line) - n, ", %llu byte%s skipped",
			 (unsigned long long)d->skipped_bytes, pd_plural(d->skipped_bytes));
	}
	add_count(line, sizeof(line), d->cut_samples, "sample", " cut");
	add_count(line, sizeof(line), d->skipped_records, "record", " not readable");
	add_count(line, sizeof(line), d->unknown_ids, "record", " of unknown events");
	add_count(line, sizeof(line), s->bad_features, "header feature", " not readable");
	rep_err("%s: %s", s->path, line);
	if (s->status == REP_OK && !is_damage_irrelevant(s, d))
		s->status = REP_PART;
}

void rep_session_say_damage(struct rep_session *s)
{
	const struct pdata_error *e;

	print_session_damage(s);
	for (uint32_t i = 0; (e = pdata_reader_notice(s->reader, i)); i++)
		rep_err("%s: %s", s->path, e->text);
}

int rep_session_close(struct rep_session *s)
{
	const int err = session_err(s);

	if (err) {
		rep_err("%s: %s", s->path, err == -ENOMEM ? "out of memory" : strerror(-err));
		s->status = REP_FAIL;
	} else if (s->reader) {
		rep_session_say_damage(s);
	}
	free_session(s);
	return s->status;
}
