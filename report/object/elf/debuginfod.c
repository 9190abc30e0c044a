/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fetches files by build id from debuginfod servers with the client library, loaded at run time;
 * servers that time out are not asked again.
 */
#include "object/elf/debuginfod.h"

#include "base/memory.h"
#include "base/message.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LIBRARY "libdebuginfod.so.1"
#define URLS "DEBUGINFOD_URLS"
#define CACHE "DEBUGINFOD_CACHE_PATH"
#define TIMEOUT "DEBUGINFOD_TIMEOUT"
#define MAXTIME "DEBUGINFOD_MAXTIME"
#define MAXSIZE "DEBUGINFOD_MAXSIZE"
#define SECOND UINT64_C(1000000000)
#define QUIET_NS SECOND	      /* an answer that comes sooner needs no message */
#define LOOK_NS (SECOND / 10) /* interval between two looks at the size of the file */
#define PROBE_SECONDS 5u      /* limit for any answer */
#define AFTER_US_SECONDS 5u   /* the library's limit ends this long after ours */
#define NAME_OF_PROBE "debuginfod-pdata.XXXXXX"

/* Functions of elfutils/debuginfod.h. */
typedef void *(*begin_fn)(void);
typedef int (*find_fn)(void *client, const unsigned char *id, int id_len, char **path);
typedef void (*end_fn)(void *client);
typedef int (*progress_fn)(void *client, long a, long b);
typedef void (*set_progress_fn)(void *client, progress_fn fn);
typedef const char *(*get_url_fn)(void *client);

enum cut { CUT_NONE, CUT_SILENT, CUT_LATE, CUT_LARGE };

/* One request to the servers, and its progress. */
struct ask {
	struct sym_debuginfod_limits limit;
	const char *name; /* for the message after a second; NULL: no message */
	bool probe;	  /* asks only whether the server answers, not for the file */
	char hex[2 * SYM_ID_MAX + 1];
	uint64_t start, looked; /* ns */
	uint64_t size;		/* bytes that have arrived */
	bool unsized;		/* the server did not say how large the file is */
	enum cut cut;
};

struct sym_debuginfod {
	void *library, *client;
	find_fn find[2]; /* by enum sym_fetch */
	end_fn end;
	get_url_fn url;
	struct ask ask;
};

/* State of the whole run, for all recordings that it reads. */
static struct {
	char *dropped; /* servers that timed out, each followed by a space */
	struct sym_debuginfod_limits limit;
	bool has_limit; /* limit holds the user's limits, and the variables were changed */
} run;
/* The client that waits for an answer: the library calls on_progress() in the same thread. */
static _Thread_local struct sym_debuginfod *asking;

/* The address that dlsym() returns, as a pointer to a function. */
#define FUNCTION(type, d, name)                                                                    \
	((union {                                                                                  \
		 void *object;                                                                     \
		 type function;                                                                    \
	 }){ dlsym((d)->library, name) }                                                           \
		 .function)

/* ---- limits ---- */

static uint64_t monotonic_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

/* Read a number that the user set. As in the library, 0 and negative numbers mean no limit. */
static uint64_t limit_of(const char *variable, uint64_t unset)
{
	const char *text = getenv(variable);
	long long n;

	if (!text || !text[0])
		return unset;
	n = strtoll(text, NULL, 10);
	return n > 0 ? (uint64_t)n : 0;
}

void sym_debuginfod_limits(struct sym_debuginfod_limits *l)
{
	uint64_t total_s = SYM_DEBUGINFOD_SECONDS;

	l->silent_s = limit_of(TIMEOUT, SYM_DEBUGINFOD_SECONDS);
	/* A user who allows a longer silence does not want the default to end it. */
	if (!l->silent_s || l->silent_s > total_s)
		total_s = l->silent_s;
	l->total_s = limit_of(MAXTIME, total_s);
	l->bytes = limit_of(MAXSIZE, SYM_DEBUGINFOD_BYTES);
}

/*
 * Set the library's limits. It asks a server again that was silent for DEBUGINFOD_TIMEOUT, so its
 * limit has to end after ours. DEBUGINFOD_MAXSIZE is sent to servers, so that they need not begin
 * to send a larger file.
 */
static void set_limits(void)
{
	const struct sym_debuginfod_limits *l = &run.limit;
	char text[32];

	if (run.has_limit)
		return;
	run.has_limit = true;
	sym_debuginfod_limits(&run.limit);
	if (l->silent_s) {
		snprintf(text, sizeof(text), "%llu",
			 (unsigned long long)l->silent_s + AFTER_US_SECONDS);
		setenv(TIMEOUT, text, 1);
	}
	snprintf(text, sizeof(text), "%llu", (unsigned long long)l->bytes);
	setenv(MAXSIZE, text, 1);
}

/* ---- one question ---- */

/*
 * Return: the size of the file that the library writes. If the server compresses, the library
 * counts compressed bytes, of which a few may become any number.
 */
static uint64_t file_size(const char *hex)
{
	DIR *dir = opendir("/proc/self/fd");
	uint64_t size = 0;
	struct dirent *e;

	while (dir && (e = readdir(dir))) {
		char path[SYM_PATH_MAX];
		ssize_t n = readlinkat(dirfd(dir), e->d_name, path, sizeof(path) - 1);
		struct stat st;

		if (n <= 0)
			continue;
		path[n] = 0;
		if (strstr(path, hex) && !fstatat(dirfd(dir), e->d_name, &st, 0) &&
		    S_ISREG(st.st_mode) && (uint64_t)st.st_size > size)
			size = (uint64_t)st.st_size;
	}
	if (dir)
		closedir(dir);
	return size;
}

/*
 * Called by the library at least once a second while it waits. Return: a value other than 0 ends
 * the request.
 */
static int on_progress(void *client, long done, long length)
{
	struct ask *a = &asking->ask;
	const struct sym_debuginfod_limits *l = &a->limit;
	const uint64_t now = monotonic_ns(), since = now - a->start;
	const bool answered = asking->url(client);

	if (now - a->looked >= LOOK_NS) {
		a->looked = now;
		a->size = file_size(a->hex);
	}
	/*
	 * Before the server answers, this is a number of calls. If /proc is missing, nothing else
	 * tells the size.
	 */
	if (answered && done > 0 && (uint64_t)done > a->size)
		a->size = (uint64_t)done;
	a->unsized = length <= 0;
	if (a->name && since >= QUIET_NS) {
		rep_err("asking %s for %s", getenv(URLS), a->name);
		a->name = NULL;
	}
	if (l->bytes && (a->size > l->bytes || (length > 0 && (uint64_t)length > l->bytes)))
		a->cut = CUT_LARGE;
	else if (l->silent_s && !a->size && since >= l->silent_s * SECOND)
		a->cut = CUT_SILENT;
	else if (l->total_s && since >= l->total_s * SECOND)
		a->cut = CUT_LATE;
	return a->cut || (a->probe && answered);
}

/* Return: the result of the library: a descriptor, or a negative errno. */
static int query_debuginfod(struct sym_debuginfod *d, enum sym_fetch what,
			    const struct sym_build_id *id, char **path)
{
	int fd;

	sym_id_hex(id, d->ask.hex);
	d->ask.start = monotonic_ns();
	asking = d;
	fd = d->find[what](d->client, id->data, (int)id->size, path);
	asking = NULL;
	if (fd == -ETIME && !d->ask.cut)
		d->ask.cut = d->ask.size ? CUT_LATE : CUT_SILENT;
	else if (fd == -EFBIG)
		d->ask.cut = CUT_LARGE;
	return fd;
}

/* ---- servers ---- */

/*
 * Set the servers to those of @urls except @without, which may be NULL, with one space between
 * them.
 */
static void set_servers(const char *urls, const char *without)
{
	char *copy, *all, *save = NULL;
	size_t len = 0;

	if (!urls)
		return;
	copy = mem_strdup(urls);
	all = mem_alloc(strlen(urls) + 2, 1);
	if (!copy || !all) {
		free(copy);
		free(all);
		return;
	}
	for (char *u = strtok_r(copy, " ", &save); u; u = strtok_r(NULL, " ", &save)) {
		if (without && !strcmp(u, without))
			continue;
		memcpy(all + len, u, strlen(u));
		len += strlen(u);
		all[len++] = ' ';
	}
	if (len)
		all[len - 1] = 0;
	setenv(URLS, all, 1);
	free(all);
	free(copy);
}

static bool any_server(void)
{
	const char *urls = getenv(URLS);

	return urls && urls[strspn(urls, " ")];
}

static void drop_server(const char *url)
{
	const size_t had = run.dropped ? strlen(run.dropped) : 0, n = strlen(url);
	char *dropped = mem_grow(run.dropped, had + n + 2, 1);

	if (!dropped)
		return;
	run.dropped = dropped;
	memcpy(run.dropped + had, url, n);
	memcpy(run.dropped + had + n, " ", 2);
	set_servers(getenv(URLS), url);
}

/* Leave out servers that timed out while another recording was read. */
static void drop_known(void)
{
	char *copy = mem_strdup(run.dropped ? run.dropped : ""), *save = NULL;

	set_servers(getenv(URLS), NULL);
	for (char *u = copy ? strtok_r(copy, " ", &save) : NULL; u; u = strtok_r(NULL, " ", &save))
		set_servers(getenv(URLS), u);
	free(copy);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	remove(path);
	return 0;
}

/*
 * Whether @url, asked alone, does not answer. The library stores in its cache that a file is
 * missing, and then asks no server; therefore this request has a cache of its own.
 */
static bool is_silent(struct sym_debuginfod *d, const char *url, enum sym_fetch what,
		      const struct sym_build_id *id)
{
	const char *tmp = getenv("TMPDIR"), *cache = getenv(CACHE);
	char dir[SYM_PATH_MAX], *was = cache ? mem_strdup(cache) : NULL, *path = NULL;
	char *urls = mem_strdup(getenv(URLS));
	int fd;

	snprintf(dir, sizeof(dir), "%s/" NAME_OF_PROBE, tmp && tmp[0] ? tmp : "/tmp");
	if (urls && (was || !cache) && mkdtemp(dir)) {
		setenv(CACHE, dir, 1);
		setenv(URLS, url, 1);
		d->ask = (struct ask){ .limit = run.limit, .probe = true };
		if (!d->ask.limit.silent_s || d->ask.limit.silent_s > PROBE_SECONDS)
			d->ask.limit.silent_s = PROBE_SECONDS;
		fd = query_debuginfod(d, what, id, &path);
		if (fd >= 0)
			close(fd);
		free(path);
		nftw(dir, remove_one, 8, FTW_DEPTH | FTW_PHYS);
		setenv(URLS, urls, 1);
		if (was)
			setenv(CACHE, was, 1);
		else
			unsetenv(CACHE);
	}
	free(was);
	free(urls);
	return d->ask.cut;
}

/* Whether @answer came from server @url. */
static bool is_of(const char *answer, const char *url)
{
	const size_t n = strlen(url);

	return answer && n && !strncmp(answer, url, n) &&
	       (url[n - 1] == '/' || answer[n] == '/' || !answer[n]);
}

/*
 * Drop the servers that did not answer in time, or took too long to send a file, for the rest of
 * the run.
 */
static void drop_slow(struct sym_debuginfod *d, const char *answer, enum sym_fetch what,
		      const struct sym_build_id *id)
{
	char *urls = mem_strdup(getenv(URLS)), *save = NULL;
	const bool alone = urls && !strchr(urls, ' ');

	for (char *u = !urls ? NULL : strtok_r(urls, " ", &save); u; u = strtok_r(NULL, " ", &save))
		if (alone || (answer ? is_of(answer, u) : is_silent(d, u, what, id))) {
			drop_server(u);
			rep_err("%s: this server is not asked again", u);
		}
	free(urls);
}

/* Report why a request was ended. @answer: URL of the file that began to arrive, or NULL. */
static void say_cut(const struct ask *a, const char *answer, const char *name)
{
	const uint64_t s = (monotonic_ns() - a->start) / SECOND;
	const char *end = answer ? strstr(answer, "/buildid/") : NULL;
	char who[SYM_PATH_MAX];

	snprintf(who, sizeof(who), "%.*s", end ? (int)(end - answer) : (int)sizeof(who),
		 answer ? answer : getenv(URLS));
	if (a->cut == CUT_LARGE)
		rep_err("%s: the file for %s is not used, because it is larger than %llu bytes; "
			"set " MAXSIZE " to change the limit (0: no limit)",
			who, name, (unsigned long long)a->limit.bytes);
	else if (a->cut == CUT_SILENT)
		rep_err("%s: no answer for %s in %llu s; "
			"set " TIMEOUT " to change the limit (0: no limit)",
			who, name, (unsigned long long)s);
	else
		rep_err("%s: the file for %s is not used, because it is not complete after %llu s; "
			"set " MAXTIME " to change the limit (0: no limit)",
			who, name, (unsigned long long)s);
}

/* ---- the client ---- */

static bool load(struct sym_debuginfod *d)
{
	begin_fn begin = FUNCTION(begin_fn, d, "debuginfod_begin");
	set_progress_fn set = FUNCTION(set_progress_fn, d, "debuginfod_set_progressfn");

	d->find[SYM_FETCH_DEBUG] = FUNCTION(find_fn, d, "debuginfod_find_debuginfo");
	d->find[SYM_FETCH_PROGRAM] = FUNCTION(find_fn, d, "debuginfod_find_executable");
	d->end = FUNCTION(end_fn, d, "debuginfod_end");
	d->url = FUNCTION(get_url_fn, d, "debuginfod_get_url");
	if (!begin || !set || !d->find[0] || !d->find[1] || !d->end || !d->url)
		return false;
	d->client = begin();
	if (d->client)
		set(d->client, on_progress);
	return d->client;
}

struct sym_debuginfod *sym_debuginfod_new(const char *urls, const char **why)
{
	struct sym_debuginfod *d;

	*why = NULL;
	if (urls && urls[0] && setenv(URLS, urls, 1))
		return NULL;
	if (!any_server())
		return NULL;
	drop_known();
	if (!any_server()) {
		*why = "no server answered in time";
		return NULL;
	}
	d = mem_alloc(1, sizeof(*d));
	if (!d) {
		*why = "out of memory";
		return NULL;
	}
	d->library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
	if (!d->library || !load(d)) {
		*why = d->library ? LIBRARY " does not work" : LIBRARY " is not installed";
		sym_debuginfod_free(d);
		return NULL;
	}
	set_limits();
	return d;
}

void sym_debuginfod_free(struct sym_debuginfod *d)
{
	if (!d)
		return;
	if (d->client)
		d->end(d->client);
	/* The library stays loaded, because libraries that it uses may still have threads. */
	free(d);
}

char *sym_debuginfod_get(struct sym_debuginfod *d, enum sym_fetch what,
			 const struct sym_build_id *id, const char *name)
{
	char *path = NULL, *answer;
	const char *url;
	int fd;

	if (!d || !id->size || !any_server())
		return NULL;
	d->ask = (struct ask){ .limit = run.limit, .name = name };
	fd = query_debuginfod(d, what, id, &path);
	if (fd >= 0) {
		close(fd);
		return path;
	}
	if (!d->ask.cut)
		return NULL;
	url = d->url(d->client);
	answer = url ? mem_strdup(url) : NULL; /* the next question ends it */
	say_cut(&d->ask, answer, name);
	/*
	 * A server that says how large its file is has done nothing wrong: it may have other
	 * files.
	 */
	if (d->ask.cut != CUT_LARGE || (d->ask.unsized && d->ask.size))
		drop_slow(d, answer, what, id);
	free(answer);
	return NULL;
}
