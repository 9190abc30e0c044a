/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What the files of the browser share: its state, views, actions, and parts of the screen. */

#include "base/out.h"
#include "profile/model/report.h"
#include "view/term/key_input.h"
#include "view/term/screen.h"
#include "view/tui/query.h"
#include "view/tui/tui.h"

struct tui;
struct tui_view;
struct tui_strip;

/* ---- actions and views ------------------------------------------------------------------- */

/* Something that the user can do in a view. A row without a text ends a table. */
struct tui_action {
	uint32_t key, other; /* other: a second key, or 0 */
	const char *text;    /* for help and palette: begins with a verb */
	void (*run)(struct tui *t);
	/* The option of the command line that does the same, or NULL. */
	const char *option;
};

struct tui_view_kind {
	const char *name; /* in the status line, and in the counts of the test */
	const struct tui_action *actions;
	void (*draw)(struct tui *t, struct tui_view *v);
	/* Handle a key that no action has. Return: false if it means nothing. */
	bool (*key)(struct tui *t, struct tui_view *v, const struct key *k);
	/* The report was made anew; NULL: the view does not depend on it. */
	void (*reload)(struct tui *t, struct tui_view *v);
	void (*free)(struct tui_view *v);
	/* Called each @tick_ms without a key; NULL: never. */
	void (*tick)(struct tui *t, struct tui_view *v);
	int tick_ms;
};

/* A list of lines of which some are on the screen. */
struct tui_list {
	uint64_t nr, at, top;
	unsigned row, height; /* on the screen */
};

/* The first member of the state of each view. */
struct tui_view {
	const struct tui_view_kind *kind;
	struct tui_list list;
	unsigned shift; /* columns that are scrolled out at the left */
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

	struct tui_view *views[TUI_MAX_VIEWS]; /* the last one is shown */
	uint32_t nr_views;
	bool end;
	int status;	    /* enum rep_exit */
	char message[512];  /* shown until the next key */
	struct out notices; /* lines of messages, each with a NUL at the end */
	uint32_t nr_notices;

	/* The recording and the report that is shown. */
	const struct report_opts *base; /* the options of the command line */
	struct report_opts opts;	/* those with the query */
	struct query query;
	struct query undo[TUI_MAX_UNDO], redo[TUI_MAX_UNDO];
	uint32_t nr_undo, nr_redo;
	struct rep_session session;
	bool has_session, has_report;
	struct report rp;
	struct out text; /* where parts of the report are printed */
	uint64_t last_progress_ms;
	bool progress_shown;
	bool headers, verbose;
	struct tui_strip *strip; /* samples over time, or NULL */
	uint32_t key;		 /* that runs the present action */
	/* With start.live: */
	struct report_opts follow_opts; /* base, with the present path */
	uint64_t refresh_at, followed_size;
	bool frozen, quiet;
};

/* ---- tui.c: views and the loop ----------------------------------------------------------- */

/* Show a view above the others; it is freed when it is closed. */
void tui_push(struct tui *t, struct tui_view *v);
void tui_pop(struct tui *t);
struct tui_view *tui_top(const struct tui *t);

/* Show a message until the next key. */
void tui_say(struct tui *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Draw the top view and the status line; write what changed to the terminal. */
void tui_compose(struct tui *t);
void tui_flush(struct tui *t);

/* Wait for a key. Return: false if the program is to end. */
bool tui_read_key(struct tui *t, struct key *k, int timeout_ms);
/* Return true if ESC or q was typed, or the program is to end. Does not wait. */
bool tui_escape_typed(struct tui *t);

/* ---- profile.c: the report --------------------------------------------------------------- */

/* Open the recording. Return: enum rep_exit. */
int tui_profile_open(struct tui *t);
/* Make the report that t->query asks for. Return: enum rep_exit. */
int tui_profile_gather(struct tui *t);
int tui_profile_close(struct tui *t);
uint64_t tui_now_ms(void);

/*
 * Replace the query by @q, which the function then owns, and make the report again. The user can
 * undo the change.
 */
void tui_query_set(struct tui *t, struct query *q);
/* The same for a copy of the query with one option changed; @value NULL: without it. */
void tui_query_option(struct tui *t, enum query_option option, const char *value);
void tui_undo(struct tui *t);
void tui_redo(struct tui *t);

/* ---- paint.c: parts of the screen -------------------------------------------------------- */

extern const struct screen_style tui_plain, tui_title, tui_head, tui_cursor, tui_status,
	tui_hot_status, tui_hot, tui_warm, tui_dim, tui_match;

/*
 * Put a line of text in a row; the line at the cursor is marked in its whole width. Percentages are
 * coloured as in perf. The first @shift columns are left out.
 */
void tui_put_line(struct tui *t, unsigned row, const char *text, size_t len, unsigned shift,
		  bool cursor);
/* Put text in a row that it fills with its style. */
void tui_put_bar(struct tui *t, unsigned row, const char *text, struct screen_style style);

/* Return @text shortened in the middle to @width columns, in @buf. */
const char *tui_shorten(const struct tui *t, const char *text, unsigned width, char *buf,
			size_t size);

/* ---- list.c ------------------------------------------------------------------------------ */

/* Move in a list. Return: false if the key does not move. */
bool tui_list_key(struct tui_list *l, const struct key *k);
/* Set the part of the screen, and scroll so that the cursor is in it. */
void tui_list_fit(struct tui_list *l, unsigned row, unsigned height);

/* ---- prompt.c, menu.c, text_view.c ------------------------------------------------------- */

/*
 * Ask for a line of text; @buf has the first text. @changed is called after each key. Return: false
 * if the user gave up.
 */
bool tui_prompt(struct tui *t, const char *what, char *buf, size_t size,
		void (*changed)(struct tui *t, const char *text));

/* Let the user choose one of @nr texts. Return: its number, or -1. */
int tui_menu(struct tui *t, const char *title, const char *const *texts, uint32_t nr);

/* Show text in a view of its own. @head: lines that do not scroll. */
void tui_show_text(struct tui *t, const char *title, const struct out *text, uint32_t head);

/* ---- command_view.c: output of commands of pdata ----------------------------------------- */

/* Show the output of a command. @words: without the program, NULL at the end. */
void tui_show_command(struct tui *t, const char *const *words, uint32_t head);
/*
 * Wait for a command whose output goes to @text, or to the file @fd with its messages in @said; ESC
 * ends it. Return: its exit status, or -1.
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

/* The options of the current view that a command accepts. */
enum tui_words_for {
	TUI_FOR_REPORT,	 /* all of `pdata report` */
	TUI_FOR_SAMPLES, /* those that select samples */
	TUI_FOR_CODE	 /* of these, the time and the cpus */
};

/* A command line for what is shown: the words @first, the recording, and its filters. */
struct tui_words tui_words_new(const struct tui *t, const char *const *first,
			       enum tui_words_for what);
void tui_words_free(struct tui_words *w);

/* Write the output of a command to a new file. Return: false after a message. */
bool tui_write_command(struct tui *t, const char *const *words, const char *path);
/* Let the user choose a recording in the working directory. Return: its name, to be freed. */
char *tui_choose_file(struct tui *t, const char *title);

/* actions that all views have, and some that menus have, too */
extern const struct tui_action tui_common_actions[];
void tui_show_header(struct tui *t);
void tui_show_samples(struct tui *t);
void tui_show_views(struct tui *t);
void tui_switch_file(struct tui *t);
void tui_print_rows(struct tui *t);
void tui_back(struct tui *t);

/* ---- views ------------------------------------------------------------------------------- */

struct tui_view *tui_rows_new(struct tui *t);
/* Show the code of the symbol of the row at the cursor. */
void tui_annotate_row(struct tui *t);
/* The same for the first row of a function; "": of any function. */
void tui_annotate_symbol(struct tui *t, const char *symbol);
void tui_annotate_text(struct tui *t, const char *symbol);
/* Print the symbols of an object. */
void tui_add_symbols(struct tui *t, struct out *o, const struct pdata_object *object);
/* Show a flame graph of what is filtered. */
void tui_show_flame(struct tui *t);

/* ---- strip.c: samples over time at the bottom of the screen ------------------------------ */

void tui_toggle_strip(struct tui *t);
void tui_strip_free(struct tui *t);
bool tui_strip_shown(const struct tui *t);
void tui_strip_draw(struct tui *t);
/* Return: false if the key means nothing for the strip. */
bool tui_strip_key(struct tui *t, const struct key *k);
/* The row after the last one of views: that of the strip, or of the status line. */
unsigned tui_body_end(const struct tui *t);

/* ---- follow.c: recordings that are still being written ----------------------------------- */

#define TUI_FOLLOW_MS 250
void tui_follow_tick(struct tui *t);
void tui_follow_freeze(struct tui *t);
void tui_follow_zero(struct tui *t);
