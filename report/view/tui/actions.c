/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the user can do in every view: help, undo, the palette of all actions, other views and other
 * recordings.
 */
#include "view/tui/tui_int.h"

#include "base/array.h"
#include "base/memory.h"
#include "console/command.h"
#include "view/tui/rows_view.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- command lines ----------------------------------------------------------------------- */

static void add_option(struct tui_words *w, const char *name, const char *value)
{
	if (!value || w->nr + 2 > TUI_WORDS_MAX)
		return;
	w->word[w->nr++] = rep_strdup(name);
	w->word[w->nr++] = rep_strdup(value);
}

static void add_flag(struct tui_words *w, const char *name, bool on)
{
	if (on && w->nr < TUI_WORDS_MAX)
		w->word[w->nr++] = rep_strdup(name);
}

static void add_query(struct tui_words *w, const struct query *q)
{
	for (unsigned i = 0; i < QUERY_NR; i++)
		add_option(w, query_name((enum query_option)i), q->value[i]);
}

/* Where names come from, as other commands have these options. */
static void add_symbol_options(struct tui_words *w, const struct rep_input *in)
{
	char *servers = NULL;

	add_flag(w, "--force", in->force);
	for (uint32_t i = 0; i < in->symfs.nr; i++)
		add_option(w, "--symfs", in->symfs.word[i]);
	add_option(w, "--kallsyms", in->kallsyms);
	add_option(w, "--vmlinux", in->vmlinux);
	add_flag(w, "--ignore-vmlinux", in->ignore_vmlinux);
	add_flag(w, "--no-demangle", in->no_demangle);
	add_flag(w, "--demangle-kernel", in->demangle_kernel);
	add_option(w, "--modules", in->modules);
	if (in->debuginfod && *in->debuginfod &&
	    asprintf(&servers, "--debuginfod=%s", in->debuginfod) < 0)
		rep_exit_no_memory();
	add_flag(w, servers ? servers : "--debuginfod", in->debuginfod != NULL);
	free(servers);
	add_flag(w, "--inline-all", in->inline_all);
}

/* The filters of samples, as other commands have these options. */
static void add_filters(struct tui_words *w, const struct report_opts *o, bool threads)
{
	if (threads) {
		add_option(w, "--comms", o->select.comm_list);
		add_option(w, "--pid", o->select.pid_list);
		add_option(w, "--tid", o->select.tid_list);
	}
	add_option(w, "--cpu", o->select.cpu_list);
	add_option(w, "--time", o->select.time);
}

/* Whether the command line is one of `pdata report`, so that its words can be those of another. */
static bool is_report(const struct tui *t)
{
	return !strcmp(t->start.command, "report");
}

struct tui_words tui_words_new(const struct tui *t, const char *const *first,
			       enum tui_words_for what)
{
	const bool report = what == TUI_FOR_REPORT, own = report && is_report(t);
	const struct event_rows *ev = tui_event_shown(t);
	struct tui_words w = { .nr = 0 };

	for (; *first; first++)
		w.word[w.nr++] = rep_strdup(*first);
	/* the options of the command line, which those of the query follow, so that these count */
	for (int i = 0; own && i < t->start.argc && w.nr < TUI_WORDS_MAX / 2; i++)
		if (strcmp(t->start.argv[i], "--tui") != 0)
			w.word[w.nr++] = rep_strdup(t->start.argv[i]);
	if (!own || t->query.input)
		add_option(&w, "-i", t->session.path);
	if (report) {
		add_query(&w, &t->query);
	} else {
		add_filters(&w, &t->opts, what != TUI_FOR_CODE);
		add_symbol_options(&w, &t->opts.in);
		/* annotate and diff read no call chains, so they do not set in.inline_frames */
		add_flag(&w, "--no-inline", is_report(t) && !t->opts.in.inline_frames);
	}
	if (what == TUI_FOR_STACKS && ev)
		add_option(&w, "--event", ev->name);
	return w;
}

bool tui_has_row_filters(const struct tui *t)
{
	const struct report_select_opts *s = &t->opts.select;

	return s->dso_list || s->sym_list || s->symbol_filter || s->filter || s->parallelism_list ||
	       s->socket_filter != UINT64_MAX;
}

void tui_words_free(struct tui_words *w)
{
	for (uint32_t i = 0; i < w->nr; i++)
		free(w->word[i]);
	w->nr = 0;
}

static void show_words(struct tui *t, const char *const *first)
{
	struct tui_words w = tui_words_new(t, first, TUI_FOR_SAMPLES);

	tui_show_command(t, (const char *const *)w.word, 0);
	tui_words_free(&w);
}

/* ---- other views of the recording -------------------------------------------------------- */

void tui_show_header(struct tui *t)
{
	static const char *const words[] = { "report", "--stdio", "--header-only", "-I", NULL };
	const char *all[REP_NR(words) + 2] = { NULL };

	memcpy(all, words, sizeof(words));
	all[REP_NR(words) - 1] = "-i";
	all[REP_NR(words)] = t->session.path;
	tui_show_command(t, all, 0);
}

void tui_show_samples(struct tui *t)
{
	static const char *const words[] = { "script", NULL };

	show_words(t, words);
}

/* How a command gets the recording. */
enum view_input {
	BY_FILTERS, /* as the report: the command has the filters of samples, too */
	BY_OPTION,  /* as the value of -i */
	BY_OPERAND,
};

struct view_row {
	const char *text;
	const char *words[5];
	enum view_input input;
};

static const struct view_row view_rows[] = {
	{ "samples in order of time (script)", { "script" }, BY_FILTERS },
	{ "samples with their instructions", { "script", "-F", "+insn,+disasm" }, BY_FILTERS },
	{ "samples with their source lines", { "script", "-F", "+srcline" }, BY_FILTERS },
	{ "records by type (report --stats)", { "report", "--stdio", "--stats" }, BY_OPTION },
	{ "tasks (report --tasks)", { "report", "--stdio", "--tasks" }, BY_OPTION },
	{ "tasks and maps (report --mmaps)", { "report", "--stdio", "--mmaps" }, BY_OPTION },
	{ "events (evlist -v)", { "evlist", "-v" }, BY_OPTION },
	{ "objects and build ids", { "buildid-list", "--with-hits" }, BY_OPTION },
	{ "objects without symbols (report --unnamed)",
	  { "report", "--stdio", "--unnamed" },
	  BY_OPTION },
	{ "damage (check)", { "check" }, BY_OPERAND },
	{ "samples over time (timeline)", { "timeline" }, BY_OPTION },
	{ "all records (dump)", { "dump" }, BY_OPERAND },
};

static void show_view_row(struct tui *t, const struct view_row *row)
{
	const char *words[16] = { NULL };
	uint32_t nr = 0;

	for (uint32_t i = 0; i < REP_NR(row->words) && row->words[i]; i++)
		words[nr++] = row->words[i];
	if (row->input == BY_FILTERS) {
		show_words(t, words);
		return;
	}
	if (row->input == BY_OPTION)
		words[nr++] = "-i";
	words[nr++] = t->session.path;
	tui_show_command(t, words, 0);
}

void tui_show_views(struct tui *t)
{
	const char *texts[REP_NR(view_rows)];
	int n;

	for (uint32_t i = 0; i < REP_NR(view_rows); i++)
		texts[i] = view_rows[i].text;
	n = tui_menu(t, "Views of the recording", texts, REP_NR(view_rows));
	if (n >= 0)
		show_view_row(t, &view_rows[n]);
}

/* ---- other recordings -------------------------------------------------------------------- */

#define FILES_MAX 512u
#define MAGIC "PERFILE2"

/* Whether a name in the working directory is a recording: a file with its magic, or a directory. */
static bool is_recording(const char *name)
{
	char magic[sizeof(MAGIC) - 1];
	char path[4096];
	struct stat st;
	ssize_t n;
	int fd;

	if (stat(name, &st))
		return false;
	if (S_ISDIR(st.st_mode) &&
	    (size_t)snprintf(path, sizeof(path), "%s/data", name) < sizeof(path))
		name = path;
	else if (!S_ISREG(st.st_mode))
		return false;
	fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	n = read(fd, magic, sizeof(magic));
	close(fd);
	return n == (ssize_t)sizeof(magic) &&
	       (!memcmp(magic, MAGIC, sizeof(magic)) || !memcmp(magic, "2ELIFREP", sizeof(magic)));
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Let the user choose a recording in the working directory. Return: its name, to be freed. */
char *tui_choose_file(struct tui *t, const char *title)
{
	char *names[FILES_MAX], *chosen = NULL;
	struct dirent *e;
	DIR *dir = opendir(".");
	uint32_t nr = 0;
	int n;

	while (dir && nr < FILES_MAX && (e = readdir(dir)))
		if (e->d_name[0] != '.' && is_recording(e->d_name))
			names[nr++] = rep_strdup(e->d_name);
	if (dir)
		closedir(dir);
	qsort(names, nr, sizeof(*names), compare_names);
	n = tui_menu(t, title, (const char *const *)names, nr);
	if (n >= 0)
		chosen = rep_strdup(names[n]);
	for (uint32_t i = 0; i < nr; i++)
		free(names[i]);
	if (!nr)
		tui_say(t, "no recording is in this directory");
	return chosen;
}

void tui_switch_file(struct tui *t)
{
	char *name = tui_choose_file(t, "Recordings in this directory");
	struct query q;

	if (!name)
		return;
	if (query_copy(&q, &t->query))
		rep_exit_no_memory();
	free(q.input);
	q.input = name;
	tui_query_set(t, &q);
}

static void compare_file(struct tui *t)
{
	char *name = tui_choose_file(t, "Difference with an older recording");
	const char *words[] = { "diff", "--stdio", name, t->session.path, NULL };

	if (name)
		tui_show_command(t, words, 5);
	free(name);
}

/* ---- files ------------------------------------------------------------------------------- */

/*
 * Write the output of a command to a new file: one that exists, or a link, is left as it is.
 * Return: false after a message.
 */
bool tui_write_command(struct tui *t, const char *const *words, const char *path)
{
	const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	struct out said;
	int status;

	if (fd < 0) {
		tui_say(t, "%s: %s", path, strerror(errno));
		return false;
	}
	out_open(&said, -1);
	status = tui_command_file(t, words, fd, &said);
	close(fd);
	out_char(&said, '\0');
	if (status == REP_FAIL || status < 0) {
		unlink(path);
		tui_say(t, "%s was not written: %.200s", path, said.len > 1 ? said.buf : "ended");
	} else {
		tui_say(t, "%s is written", path);
	}
	out_close(&said);
	return status >= 0 && status != REP_FAIL;
}

void tui_print_rows(struct tui *t)
{
	static const char *const first[] = { "report", "--stdio", NULL };
	struct tui_words w = tui_words_new(t, first, TUI_FOR_REPORT);
	char path[32];
	struct stat st;

	for (unsigned n = 0; n < 1000; n++) {
		snprintf(path, sizeof(path), "perf.hist.%u", n);
		if (lstat(path, &st) && errno == ENOENT)
			break;
	}
	tui_write_command(t, (const char *const *)w.word, path);
	tui_words_free(&w);
}

struct write_row {
	const char *text, *file;
	const char *words[4];
	enum tui_words_for what;
};

static const struct write_row write_rows[] = {
	{ "text, as --stdio", "report.txt", { "report", "--stdio" }, TUI_FOR_REPORT },
	{ "JSON", "report.json", { "report", "--json" }, TUI_FOR_REPORT },
	{ "folded stacks", "stacks.folded", { "export", "folded" }, TUI_FOR_STACKS },
	{ "flame graph (SVG)", "flame.svg", { "export", "svg" }, TUI_FOR_STACKS },
	{ "pprof", "profile.pb.gz", { "export", "pprof" }, TUI_FOR_SAMPLES },
	{ "HTML page", "report.html", { "html", "-o", "-" }, TUI_FOR_SAMPLES },
};

static void write_view(struct tui *t)
{
	const char *texts[REP_NR(write_rows)];
	struct tui_words w;
	char path[512];
	int n;

	for (uint32_t i = 0; i < REP_NR(write_rows); i++)
		texts[i] = write_rows[i].text;
	n = tui_menu(t, "Write what is shown as", texts, REP_NR(write_rows));
	if (n < 0)
		return;
	snprintf(path, sizeof(path), "%s", write_rows[n].file);
	if (!tui_prompt(t, "new file", path, sizeof(path), NULL) || !*path)
		return;
	w = tui_words_new(t, write_rows[n].words, write_rows[n].what);
	if (tui_write_command(t, (const char *const *)w.word, path) &&
	    write_rows[n].what != TUI_FOR_REPORT && tui_has_row_filters(t))
		tui_say(t, "%s is written; filters of objects and symbols do not apply to it",
			path);
	tui_words_free(&w);
}

/* ---- help and palette -------------------------------------------------------------------- */

static const char *key_name(uint32_t key, char buf[16])
{
	static const struct {
		uint32_t key;
		const char *name;
	} names[] = { { TERM_KEY_ENTER, "ENTER" }, { TERM_KEY_ESC, "ESC" },
		      { TERM_KEY_TAB, "TAB" },	   { TERM_KEY_BACKTAB, "UNTAB" },
		      { TERM_KEY_F1, "F1" },	   { TERM_KEY_CTRL('r'), "CTRL+R" },
		      { TERM_KEY_LEFT, "LEFT" },   { TERM_KEY_RIGHT, "RIGHT" } };

	for (uint32_t i = 0; i < REP_NR(names); i++)
		if (names[i].key == key)
			return names[i].name;
	snprintf(buf, 16, "%c", key < 0x7f ? (char)key : '?');
	return buf;
}

static void put_keys(const struct tui_action *a, struct out *o)
{
	char buf[16], other[16], text[40];

	if (a->key == '0')
		snprintf(text, sizeof(text), "0-9");
	else if (a->other)
		snprintf(text, sizeof(text), "%s/%s", key_name(a->key, buf),
			 key_name(a->other, other));
	else
		snprintf(text, sizeof(text), "%s", key_name(a->key, buf));
	out_printf(o, " %-13s ", text);
}

static void put_help(const struct tui_action *a, struct out *o)
{
	for (; a->text; a++)
		if (a->text[0]) {
			put_keys(a, o);
			out_printf(o, "%s", a->text);
			if (a->option)
				out_printf(o, "  (%s)", a->option);
			out_char(o, '\n');
		}
}

static void show_help(struct tui *t)
{
	const struct tui_view *v = tui_top(t);
	struct out o;

	out_open(&o, -1);
	out_raw_str(&o, " UP/DOWN/PGUP/PGDN/SPACE/HOME/END  navigate; the mouse works, too\n"
			" LEFT/RIGHT    scroll sideways\n");
	put_help(v->kind->actions, &o);
	put_help(tui_common_actions, &o);
	tui_show_text(t, "Keys of this view, and the options that do the same; q goes back", &o, 0);
	out_close(&o);
}

/* The command line that gives what is shown. */
static void put_command(struct tui *t, struct out *o)
{
	static const char *const first[] = { "report", "--stdio", NULL };
	struct tui_words w = tui_words_new(t, first, TUI_FOR_REPORT);

	out_raw_str(o, "pdata");
	for (uint32_t i = 0; i < w.nr; i++) {
		out_char(o, ' ');
		query_print_word(o, w.word[i]);
	}
	out_char(o, '\0');
	tui_words_free(&w);
}

#define PALETTE_MAX 96u

static uint32_t add_actions(const struct tui_action *a, const struct tui_action **list,
			    char **texts, uint32_t nr)
{
	for (; a->text && nr < PALETTE_MAX; a++) {
		struct out o;

		if (!a->text[0])
			continue;
		out_open(&o, -1);
		put_keys(a, &o);
		out_printf(&o, "%-56s %s", a->text, a->option ? a->option : "");
		out_char(&o, '\0');
		list[nr] = a;
		texts[nr++] = o.buf;
	}
	return nr;
}

static void show_palette(struct tui *t)
{
	const struct tui_action *list[PALETTE_MAX];
	char *texts[PALETTE_MAX];
	uint32_t nr = add_actions(tui_top(t)->kind->actions, list, texts, 0);
	struct out title;
	int n;

	nr = add_actions(tui_common_actions, list, texts, nr);
	out_open(&title, -1);
	title.guard = true;
	put_command(t, &title);
	n = tui_menu(t, title.buf, (const char *const *)texts, nr);
	out_close(&title);
	if (n >= 0) {
		t->key = list[n]->key;
		list[n]->run(t);
	}
	for (uint32_t i = 0; i < nr; i++)
		free(texts[i]);
}

static void show_notices(struct tui *t)
{
	struct out o;

	out_open(&o, -1);
	for (size_t i = 0; i < t->notices.len; i++)
		out_char(&o, t->notices.buf[i] ? t->notices.buf[i] : '\n');
	if (!o.len)
		tui_say(t, "there are no notices");
	else
		tui_show_text(t, "Notices", &o, 0);
	out_close(&o);
}

void tui_back(struct tui *t)
{
	tui_pop(t);
}

const struct tui_action tui_common_actions[] = {
	{ 'h', '?', "show this help (also F1)", show_help, NULL },
	{ TERM_KEY_F1, 0, "", show_help, NULL },
	{ ':', 0, "choose from all actions, and see the command that prints this view",
	  show_palette, NULL },
	{ 'u', 0, "undo the last filter", tui_undo, NULL },
	{ 'U', TERM_KEY_CTRL('r'), "redo", tui_redo, NULL },
	{ 'g', 0, "show a flame graph of the samples that pass the filters", tui_show_flame,
	  "pdata flame" },
	{ 'T', 0, "show or hide the samples over time, to choose a time", tui_toggle_strip,
	  "--time" },
	{ 'i', 0, "show header information", tui_show_header, "--header-only -I" },
	{ 'r', 0, "show other views of the recording", tui_show_views, NULL },
	{ 's', 0, "switch to another recording in this directory", tui_switch_file, "-i" },
	{ 'D', 0, "show the difference with another recording", compare_file, "pdata diff" },
	{ 'w', 0, "write what is shown to a new file", write_view, NULL },
	{ 'f', 0, "stop or resume updating the view of a growing recording", tui_follow_freeze,
	  "--follow" },
	{ 'z', 0, "in pdata top: drop all samples, and start a new recording", tui_follow_zero,
	  NULL },
	{ 'N', 0, "show the notices about the recording", show_notices, NULL },
	{ 'q', TERM_KEY_ESC, "go back, or leave", tui_back, NULL },
	{ 0 },
};
