/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command `pdata top`: the recorder writes a file without a name, which the browser follows.
 * The recorder is pdata-record, which `pdata record` runs, too.
 */
#include "cli/numbers.h"
#include "common/tmpfile.h"
#include "console/child.h"
#include "console/command.h"
#include "view/tui/tui.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern const struct rep_cmd cmd_top;

#define WAIT_STEP_MS 20
#define WAIT_MS 10000 /* for the first data of a recorder */
#define WORDS_MAX 64u

struct top_cmd {
	struct report_opts report;
	struct rep_list events;
	const char *freq, *period, *call_graph, *delay;
	bool graph, hide_kernel, hide_user, all_cpus, tui, ignored;
	uint64_t keep;
};

/* A recorder and its file. */
struct recorder {
	pid_t pid; /* 0: none */
	int fd;
	char path[32];
};

struct top {
	const struct top_cmd *o;
	struct recorder now, next; /* next: begun to replace the present one */
	int said_fd;
};

#define OFF(member) offsetof(struct top_cmd, member)

static int set_keep(void *vals, const char *arg, bool unset)
{
	static const struct cli_unit units[] = {
		{ "", 1 }, { "K", 1ull << 10 }, { "M", 1ull << 20 }, { "G", 1ull << 30 }
	};
	struct top_cmd *o = vals;

	return unset || cli_parse_units(arg, 0, units, REP_NR(units), &o->keep) || !o->keep ? -1
											    : 0;
}

static const struct rep_opt opts[] = {
	{ "event", 'e', REP_LIST, OFF(events), "EVENT",
	  "record these events, written as for pdata record -e", 0 },
	{ "freq", 'F', REP_STR, OFF(freq), "HZ|max", "record HZ samples a second", 0 },
	{ "count", 'c', REP_STR, OFF(period), "N", "record a sample every N events", 0 },
	{ "pid", 'p', REP_STR, OFF(report.select.pid_list), "PID[,PID]",
	  "record only these processes", 0 },
	{ "tid", 't', REP_STR, OFF(report.select.tid_list), "TID[,TID]",
	  "record only these threads", 0 },
	{ "cpu", 'C', REP_STR, OFF(report.select.cpu_list), "LIST", "record only these cpus", 0 },
	{ "all-cpus", 'a', REP_FLAG, OFF(all_cpus), NULL,
	  "record all cpus (default without -p, -t and -C)", 0 },
	{ NULL, 'g', REP_FLAG, OFF(graph), NULL, "record and show call chains", 0 },
	{ "call-graph", 0, REP_STR, OFF(call_graph), "fp|dwarf[,BYTES]|lbr",
	  "how to record call chains", 0 },
	{ "delay", 'd', REP_STR, OFF(delay), "SECONDS",
	  "accepted for compatibility with perf: the view is refreshed each second", 0 },
	{ "hide_kernel_symbols", 'K', REP_FLAG, OFF(hide_kernel), NULL, "leave out kernel symbols",
	  0 },
	{ "hide_user_symbols", 'U', REP_FLAG, OFF(hide_user), NULL, "leave out user symbols", 0 },
	{ "sort", 's', REP_STR, OFF(report.rows.sort), "KEY[,KEY]",
	  "group samples into rows by these keys (default dso,symbol)", 0 },
	{ "keep", 0, REP_CALL, 0, "SIZE",
	  "when the recording reaches this size, start a new recording in a new file (default "
	  "256M)",
	  set_keep },
	{ "tui", 0, REP_FLAG, OFF(tui), NULL, "accepted for compatibility with perf; no effect",
	  0 },
	REP_OPT_ABSENT("stdio", 0, "not supported; use pdata record -a, then pdata report --stdio"),
	{ 0 },
};

/* ---- the recorder ------------------------------------------------------------------------ */

struct words {
	const char *word[WORDS_MAX];
	int nr;
};

static void add_word(struct words *w, const char *option, const char *value)
{
	if (!value || w->nr + 3 > (int)WORDS_MAX)
		return;
	if (option)
		w->word[w->nr++] = option;
	w->word[w->nr++] = value;
}

static void make_words(const struct top_cmd *o, const char *path, struct words *w)
{
	const bool some = o->report.select.pid_list || o->report.select.tid_list ||
			  o->report.select.cpu_list;

	*w = (struct words){ .nr = 0 };
	add_word(w, NULL, "record");
	add_word(w, NULL, "-q");
	add_word(w, NULL, "--no-index");
	add_word(w, NULL, "--no-bundle");
	add_word(w, "-o", path);
	for (uint32_t i = 0; i < o->events.nr; i++)
		add_word(w, "-e", o->events.word[i]);
	add_word(w, "-F", o->freq);
	add_word(w, "-c", o->period);
	add_word(w, "-p", o->report.select.pid_list);
	add_word(w, "-t", o->report.select.tid_list);
	add_word(w, "-C", o->report.select.cpu_list);
	add_word(w, NULL, o->graph ? "-g" : NULL);
	add_word(w, "--call-graph", o->call_graph);
	add_word(w, NULL, o->all_cpus || !some ? "-a" : NULL);
}

/* In the child: the recorder gets SIGINT when the browser ends, and completes its file. */
static int exec_recorder(void *ctx)
{
	struct words *w = ctx;
	char *argv[WORDS_MAX + 1] = { NULL };

	prctl(PR_SET_PDEATHSIG, SIGINT);
	for (int i = 0; i < w->nr; i++)
		argv[i] = rep_strdup(w->word[i]);
	return rep_run_command(w->nr, argv);
}

static void sleep_ms(long ms)
{
	const struct timespec t = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

static bool has_ended(struct recorder *r)
{
	if (r->pid > 0 && waitpid(r->pid, NULL, WNOHANG) == r->pid)
		r->pid = 0;
	return r->pid <= 0;
}

static void end_recorder(struct recorder *r)
{
	if (r->pid > 0) {
		kill(r->pid, SIGINT);
		while (waitpid(r->pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	if (r->fd >= 0)
		close(r->fd);
	*r = (struct recorder){ .fd = -1 };
}

/* Whether the file has more than a header. */
static bool has_data(const struct recorder *r)
{
	struct stat st;

	return r->fd >= 0 && !fstat(r->fd, &st) && st.st_size > 4096;
}

/*
 * Start a recorder that writes to a new file, in a directory that only this user may enter, and
 * remove the name when the file is there. Return: 0, or -1: the recorder has ended.
 */
static int start_recorder(struct top *t, struct recorder *r)
{
	const char *tmp = getenv("TMPDIR");
	char dir[PATH_MAX], path[PATH_MAX + 8];
	struct words w;

	*r = (struct recorder){ .fd = -1 };
	snprintf(dir, sizeof(dir), "%s/pdata-top-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(dir))
		return rep_error("top: %s: %s", dir, strerror(errno));
	snprintf(path, sizeof(path), "%s/data", dir);
	make_words(t->o, path, &w);
	r->pid = rep_child_start(exec_recorder, &w, t->said_fd, t->said_fd);
	for (int waited = 0; r->pid > 0 && r->fd < 0 && waited < WAIT_MS; waited += WAIT_STEP_MS) {
		r->fd = open(path, O_RDONLY | O_CLOEXEC);
		if (r->fd < 0 && has_ended(r))
			break;
		if (r->fd < 0)
			sleep_ms(WAIT_STEP_MS);
	}
	unlink(path);
	rmdir(dir);
	snprintf(r->path, sizeof(r->path), "/proc/self/fd/%d", r->fd);
	return r->fd >= 0 ? 0 : -1;
}

/* tui_live.path */
static const char *top_path(void *ctx, bool restart)
{
	struct top *t = ctx;
	struct stat st;

	if (has_ended(&t->now) && t->next.pid <= 0)
		return NULL;
	if (!fstat(t->now.fd, &st) && (uint64_t)st.st_size > t->o->keep)
		restart = true;
	if (restart && t->next.pid <= 0 && start_recorder(t, &t->next))
		end_recorder(&t->next);
	if (t->next.pid > 0 && has_data(&t->next)) {
		end_recorder(&t->now);
		t->now = t->next;
		t->next = (struct recorder){ .fd = -1 };
	}
	return t->now.path;
}

/* Print what the recorder said. */
static void print_said(const struct top *t)
{
	char buf[4096];
	ssize_t n;

	lseek(t->said_fd, 0, SEEK_SET);
	while ((n = read(t->said_fd, buf, sizeof(buf))) > 0)
		fwrite(buf, 1, (size_t)n, stderr);
}

static bool wait_for_data(struct top *t)
{
	for (int waited = 0; waited < WAIT_MS; waited += WAIT_STEP_MS) {
		if (has_data(&t->now))
			return true;
		if (has_ended(&t->now))
			return false;
		sleep_ms(WAIT_STEP_MS);
	}
	return false;
}

static int run_top(struct top *t, struct report_opts *report, int argc, char **argv)
{
	const struct tui_live live = { .ctx = t,
				       .path = top_path,
				       .hide_kernel = t->o->hide_kernel,
				       .hide_user = t->o->hide_user };
	const struct tui_start start = { .command = cmd_top.name,
					 .argc = argc - 1,
					 .argv = argv + 1,
					 .run_command = rep_run_command,
					 .live = &live };
	int status = REP_FAIL;

	if (!start_recorder(t, &t->now) && wait_for_data(t)) {
		report->in.path = t->now.path;
		status = tui_report(&start, report);
	} else {
		print_said(t);
	}
	end_recorder(&t->now);
	end_recorder(&t->next);
	return status;
}

static int top_run(int argc, char **argv)
{
	struct top_cmd o = {
		.report = { .in.inline_frames = true,
			    .rows.sort = "dso,symbol",
			    .rows.max_stack = 127,
			    .show.skip_empty = true,
			    .select.socket_filter = UINT64_MAX,
			    .rows.time_quantum = 100000000,
			    .chain = { .mode = CHAIN_GRAPH, .min_percent = 0.5 } },
		.keep = 256ull << 20,
	};
	struct report_opts report;
	struct top t = { .o = &o, .now.fd = -1, .next.fd = -1 };
	const int first = rep_opts_parse(&cmd_top, opts, &o, argc, argv);
	int status;

	if (first < 0)
		return -1 - first;
	if (first < argc)
		return rep_fail("top: %s: top reads no file and runs no command; -p PID records "
				"one running process",
				argv[first]);
	if (!tui_wanted(false, false))
		return rep_fail("top: standard input and output have to be a terminal");
	report = o.report;
	/* what is recorded is selected by the recorder */
	report.select.pid_list = report.select.tid_list = report.select.cpu_list = NULL;
	report.rows.children = o.graph || o.call_graph;
	t.said_fd = pd_tmpfile();
	if (t.said_fd < 0)
		return rep_fail("top: cannot create a temporary file: %s", strerror(errno));
	status = run_top(&t, &report, argc, argv);
	close(t.said_fd);
	return status;
}

const struct rep_cmd cmd_top = {
	.name = "top",
	.help = "show what the system spends its time on, while it runs",
	.usage = "",
	.run = top_run,
};
