/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declarations that the source files of the browser share: state, views, actions, and parts of the
 * screen.
 */

#include "base/out.h"
#include "profile/model/report.h"
#include "view/term/key_input.h"
#include "view/term/screen.h"
#include "view/tui/query.h"
#include "view/tui/tui.h"

#include <regex.h>

struct tui;
struct tui_view;
struct tui_strip;

/* ---- actions and views ------------------------------------------------------------------- */

/*
 * Something that the user can do in a view by pressing a key. Actions are in tables; a row with
 * @text NULL ends a table.
 */
struct tui_action {
	uint32_t key, other; /* two keys that run the action; if @other is 0, only @key runs it */
	const char *text;    /* description in help and palette, begins with a verb; "": hidden */
	void (*run)(struct tui *t);
	/*
	 * the option of the command line that has the same effect; NULL: no option has this effect
	 */
	const char *option;
};

struct tui_view_kind {
	const char *name; /* name of the view in the status line */
	const struct tui_action *actions;
	void (*draw)(struct tui *t, struct tui_view *v);
	/* Handle a key, before @actions do. Return: false: the view does not use the key. */
	bool (*key)(struct tui *t, struct tui_view *v, const struct key *k);
	/* Update the view after a new report was made. NULL: the view shows no report. */
	void (*reload)(struct tui *t, struct tui_view *v);
	void (*free)(struct tui_view *v);
	/*
	 * Function that is called when no key was pressed for @tick_ms milliseconds; may be NULL.
	 */
	void (*tick)(struct tui *t, struct tui_view *v);
	int tick_ms;
};

/* A list of @nr lines: the cursor is on line @at, and line @top is the first on the screen. */
struct tui_list {
	uint64_t nr, at, top;
	unsigned row, height; /* first screen row of the list, and number of screen rows */
};

/* The state that all views have. Must be the first member of the state of each view. */
struct tui_view {
	const struct tui_view_kind *kind;
	struct tui_list list;
	unsigned shift; /* number of columns that are scrolled out at the left */
};

#define TUI_MIN_ROWS 5u
#define TUI_MIN_COLS 20u
#define TUI_MAX_VIEWS 16u
#define TUI_MAX_UNDO 64u

struct tui {
	struct tui_start start;
	struct terminal term;
	struct screen screen;
	struct key_input input;
	bool open;

	struct tui_view *views[TUI_MAX_VIEWS]; /* the open views; the last of them is shown */
	uint32_t nr_views;
	bool end;
	int status;	    /* enum rep_exit */
	char message[512];  /* shown in the status line until the next key; "": no message */
	struct out notices; /* messages of other modules, each with a NUL at the end */
	uint32_t nr_notices;

	/* Options of the report: @base is the command line, @opts is @base changed by @query. */
	const struct report_opts *base;
	struct report_opts opts;
	struct query query;
	struct query undo[TUI_MAX_UNDO], redo[TUI_MAX_UNDO];
	uint32_t nr_undo, nr_redo;
	struct rep_session session;
	bool has_session, has_report;
	struct report rp;
	struct out text; /* buffer to which the parts of the report on the screen are printed */
	uint64_t last_progress_ms;
	bool progress_shown;
	bool headers, verbose;
	struct tui_strip *strip; /* samples over time, at the bottom; NULL: not shown */
	uint32_t key;		 /* the key that started the action that runs now */
	/*
	 * If @start.live is set, @base points to this copy of the options of the command line, in
	 * which the path is that of the recording to read now.
	 */
	struct report_opts follow_opts;
	uint64_t refresh_at, followed_size;
	bool frozen, quiet;
};

/* ---- tui.c: views and the loop ----------------------------------------------------------- */

/*
 * Show the view @v above all other views. The browser then owns @v and frees it when the view is
 * closed. If too many views are open, free @v and show a message.
 */
void tui_push(struct tui *t, struct tui_view *v);
void tui_pop(struct tui *t);
struct tui_view *tui_top(const struct tui *t);

/* Show a message in the status line until the next key. */
void tui_say(struct tui *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * tui_compose() draws the top view and the status line into @t->screen. tui_flush() writes the
 * cells that changed to the terminal.
 */
void tui_compose(struct tui *t);
void tui_flush(struct tui *t);

/*
 * Wait up to @timeout_ms milliseconds for a key; a negative value means no limit. @k->code is
 * TERM_KEY_UNKNOWN if no key came in time. Return: false: the program must end.
 */
bool tui_read_key(struct tui *t, struct key *k, int timeout_ms);
/*
 * Read the keys that are typed already, without waiting. Return: whether ESC or q is among these
 * keys, or the program must end.
 */
bool tui_escape_typed(struct tui *t);

/* ---- profile.c: the report --------------------------------------------------------------- */

/* Open the recording and make the report @t->rp. Return: enum rep_exit. */
int tui_profile_open(struct tui *t);
/* Make the report @t->rp again, with the options of @t->query. Return: enum rep_exit. */
int tui_profile_gather(struct tui *t);
int tui_profile_close(struct tui *t);
uint64_t tui_now_ms(void);

/*
 * Replace the query by @q and make the report again. The function takes over the strings of @q. If
 * the report cannot be made, the former query stays. The user can undo the change.
 */
void tui_query_set(struct tui *t, struct query *q);
/*
 * Set one option of the query to @value and make the report again, as tui_query_set() does. @value
 * NULL: remove the option from the query.
 */
void tui_query_option(struct tui *t, enum query_option option, const char *value);
void tui_undo(struct tui *t);
void tui_redo(struct tui *t);

/* ---- paint.c: parts of the screen -------------------------------------------------------- */

extern const struct screen_style tui_plain, tui_title, tui_head, tui_cursor, tui_status,
	tui_hot_status, tui_hot, tui_warm, tui_dim, tui_match;

/*
 * Put @text into screen row @row, without its first @shift columns. Percentages are coloured as in
 * perf. @cursor: the line is at the cursor; mark the whole row.
 */
void tui_put_line(struct tui *t, unsigned row, const char *text, size_t len, unsigned shift,
		  bool cursor);
/* Put @text into screen row @row, and fill the whole row with @style. */
void tui_put_bar(struct tui *t, unsigned row, const char *text, struct screen_style style);

/*
 * Shorten @text to @width columns by replacing its middle with dots. Return: @buf with the short
 * text, or @text itself if it is short enough.
 */
const char *tui_shorten(const struct tui *t, const char *text, unsigned width, char *buf,
			size_t size);

/* ---- search.c ---------------------------------------------------------------------------- */

/* A search for a regular expression that the user has typed. In a zeroed struct, it is off. */
struct tui_search {
	regex_t pattern; /* valid if @on is set */
	bool on;
};

/*
 * Search for @text from now on, without regard to case. If @text is empty or not a regular
 * expression, the search is off afterwards.
 */
void tui_search_set(struct tui_search *s, const char *text);
void tui_search_free(struct tui_search *s);
/* Return true if the search is on and matches in the @len bytes of @text. */
bool tui_search_matches(const struct tui_search *s, const char *text, size_t len);

/* ---- list.c ------------------------------------------------------------------------------ */

/* Move the cursor of a list. Return: false: the key does not move the cursor. */
bool tui_list_key(struct tui_list *l, const struct key *k);
/*
 * Show the list in @height screen rows from row @row on, and scroll so that the cursor is on the
 * screen.
 */
void tui_list_fit(struct tui_list *l, unsigned row, unsigned height);

/* ---- prompt.c, text_view.c --------------------------------------------------------------- */

/*
 * Ask the user for a line of text. @buf has @size bytes: the initial text at the call, the text
 * that the user typed at the return. @changed, unless NULL, is called after each change of the
 * text. Return: false: the user pressed ESC, or the program must end.
 */
bool tui_prompt(struct tui *t, const char *what, char *buf, size_t size,
		void (*changed)(struct tui *t, const char *text));

/* Let the user choose one of @nr texts. Return: index of the text; -1: the user chose none. */
int tui_menu(struct tui *t, const char *title, const char *const *texts, uint32_t nr);

/* Show a copy of @text in a new view. @head: number of lines at the top that do not scroll. */
void tui_show_text(struct tui *t, const char *title, const struct out *text, uint32_t head);

/* ---- command_view.c: output of commands of pdata ----------------------------------------- */

/*
 * Run a command of pdata and show its output in a new view. @words: the command and its arguments,
 * NULL at the end. @head: number of lines at the top that do not scroll.
 */
void tui_show_command(struct tui *t, const char *const *words, uint32_t head);
/*
 * Run a command of pdata and wait for its end; the key ESC kills the command. tui_command_text()
 * appends output and messages of the command to @text. tui_command_file() writes the output to the
 * file @fd and appends messages to @said. Return: exit status of the command; -1: the command was
 * killed or not started.
 */
int tui_command_text(struct tui *t, const char *const *words, struct out *text);
int tui_command_file(struct tui *t, const char *const *words, int fd, struct out *said);

/* ---- actions.c --------------------------------------------------------------------------- */

#define TUI_WORDS_MAX 128u

/* The words of a command line of pdata, NULL at the end. */
struct tui_words {
	char *word[TUI_WORDS_MAX + 1];
	uint32_t nr;
};

/* The options of the current view that a command accepts, and so are put on its command line. */
enum tui_words_for {
	TUI_FOR_REPORT,	 /* all options of `pdata report` */
	TUI_FOR_SAMPLES, /* options that select samples, and that say where symbols come from */
	TUI_FOR_CODE	 /* as TUI_FOR_SAMPLES, without options that select threads */
};

/*
 * Return: a command line for what the browser shows: the words @first, the recording, and the
 * options that @what selects. The caller frees it with tui_words_free().
 */
struct tui_words tui_words_new(const struct tui *t, const char *const *first,
			       enum tui_words_for what);
void tui_words_free(struct tui_words *w);

/*
 * Write the output of a command to the file @path, which must not exist. Show a message in the
 * status line. Return: whether the file was written.
 */
bool tui_write_command(struct tui *t, const char *const *words, const char *path);
/*
 * Let the user choose a recording in the working directory. Return: name of the file, which the
 * caller frees; NULL: the user chose none.
 */
char *tui_choose_file(struct tui *t, const char *title);

/*
 * The actions that all views have. The functions below run some of these actions; entries of menus
 * run them, too.
 */
extern const struct tui_action tui_common_actions[];
void tui_show_header(struct tui *t);
void tui_show_samples(struct tui *t);
void tui_show_views(struct tui *t);
void tui_switch_file(struct tui *t);
void tui_print_rows(struct tui *t);
void tui_back(struct tui *t);

/* ---- views ------------------------------------------------------------------------------- */

struct tui_view *tui_rows_new(struct tui *t);
/* Show the code of the function in the row, or in the call chain line, at the cursor. */
void tui_annotate_row(struct tui *t);
/*
 * Show the code of the function @symbol, and put the cursor on the first row of this function. "":
 * use the first row that has a function.
 */
void tui_annotate_symbol(struct tui *t, const char *symbol);
void tui_annotate_text(struct tui *t, const char *symbol);
/* Append one line to @o for each symbol of @object: addresses, binding and name. */
void tui_add_symbols(struct tui *t, struct out *o, const struct pdata_object *object);
/* Show a flame graph of the samples that the filters of the query select. */
void tui_show_flame(struct tui *t);

/* ---- strip.c: samples over time at the bottom of the screen ------------------------------ */

void tui_toggle_strip(struct tui *t);
void tui_strip_free(struct tui *t);
bool tui_strip_shown(const struct tui *t);
void tui_strip_draw(struct tui *t);
/* Handle a key of the strip. Return: false: the strip does not use the key. */
bool tui_strip_key(struct tui *t, const struct key *k);
/* Return: the first screen row below the views: a row of the strip, or the status line. */
unsigned tui_body_end(const struct tui *t);

/* ---- follow.c: recordings that are still being written ----------------------------------- */

#define TUI_FOLLOW_MS 250
void tui_follow_tick(struct tui *t);
void tui_follow_freeze(struct tui *t);
void tui_follow_zero(struct tui *t);
