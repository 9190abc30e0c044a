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
 * Something that the user can do in a view by pressing a key. Actions are in arrays; an element in
 * which @text is NULL ends an array.
 */
struct tui_action {
	uint32_t key, other; /* two keys that run the action; if @other is 0, only @key runs it */
	/*
	 * Description of the action for the help and for the list of all actions; the description
	 * begins with a verb. If the description is "", neither the help nor the list shows the
	 * action.
	 */
	const char *text;
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
	/*
	 * Handle the key @k; the browser calls this function before it looks for the key in
	 * @actions. May be NULL. Return: true: the key was handled; false: the view does not use
	 * the key.
	 */
	bool (*key)(struct tui *t, struct tui_view *v, const struct key *k);
	/* Update the view after a new report was made. NULL: the view shows no report. */
	void (*reload)(struct tui *t, struct tui_view *v);
	void (*free)(struct tui_view *v);
	/*
	 * The browser calls this function whenever the view is the top view and no key was pressed
	 * for @tick_ms milliseconds; may be NULL.
	 */
	void (*tick)(struct tui *t, struct tui_view *v);
	int tick_ms;
};

/*
 * A list of @nr lines that can scroll. @at: index of the line at the cursor. @top: index of the
 * first line that is on the screen.
 */
struct tui_list {
	uint64_t nr, at, top;
	/* @row: first screen row of the list; @height: number of screen rows of the list */
	unsigned row, height;
};

/* The state that all kinds of views have. It is the first member of the struct of each view. */
struct tui_view {
	const struct tui_view_kind *kind;
	struct tui_list list;
	unsigned shift; /* number of screen columns by which the lines are scrolled to the left */
};

#define TUI_MIN_ROWS 5u
#define TUI_MIN_COLS 20u
#define TUI_MAX_VIEWS 16u
#define TUI_MAX_UNDO 64u

/* Numbers that change when a recording is written to or replaced; in a directory: sums of them. */
struct tui_file_state {
	uint64_t size, inode, changed_ns;
};

struct tui {
	struct tui_start start;
	struct terminal term;
	struct screen screen;
	struct key_input input;
	bool open;

	struct tui_view *views[TUI_MAX_VIEWS]; /* the open views; the last of them is shown */
	uint32_t nr_views;
	bool end;
	/* the text of tui_say(): shown in the status line until the next key; "": no message */
	char message[512];
	/*
	 * Messages of rep_err() and similar functions, each with a NUL at its end. The browser
	 * collects the messages while it is open, and prints them when it ends. Exception: if the
	 * recording is still being written (@start.live), the browser discards all messages that
	 * come after the first report was made.
	 */
	struct out notices;
	uint32_t nr_notices;

	/*
	 * @base: options of the command line. @opts: options of the report that the browser shows;
	 * query_apply() makes @opts from @base and @query.
	 */
	const struct report_opts *base;
	struct report_opts opts;
	struct query query;
	struct query undo[TUI_MAX_UNDO], redo[TUI_MAX_UNDO];
	uint32_t nr_undo, nr_redo;
	struct rep_session session;
	bool has_session, has_report;
	struct report rp;
	/* buffer into which the browser prints each line of the report that is on the screen */
	struct out text;
	uint64_t last_progress_ms;
	bool progress_shown;
	bool headers, verbose;
	/* chart of samples over time at the bottom of the screen; NULL: the chart is off */
	struct tui_strip *strip;
	uint32_t key; /* the key with which the user started the action that runs now */
	/*
	 * Copy of the options of the command line. If @start.live is set, @base points to this
	 * copy, and tui_follow_tick() replaces the path in the copy by the path of the recording
	 * that the browser must read now.
	 */
	struct report_opts follow_opts;
	uint64_t refresh_at;
	struct tui_file_state followed; /* of the recording when it was read */
	bool unreadable;		/* the last attempt to read the recording again failed */
	bool frozen, quiet;
};

/* ---- tui.c: views and the loop ----------------------------------------------------------- */

/*
 * Show the view @v in place of the view that is shown now. The browser then owns @v, and frees it
 * when the view is closed. Exception: if TUI_MAX_VIEWS views are open already, free @v and show a
 * message.
 */
void tui_push(struct tui *t, struct tui_view *v);
void tui_pop(struct tui *t);
struct tui_view *tui_top(const struct tui *t);

/* Show a message in the status line until the user presses the next key. */
void tui_say(struct tui *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * tui_compose() draws the current view (tui_top()), the chart of samples over time and the status
 * line into @t->screen. tui_flush() writes the cells of @t->screen that changed to the terminal.
 */
void tui_compose(struct tui *t);
void tui_flush(struct tui *t);

/*
 * Wait for a key, at most @timeout_ms milliseconds; if @timeout_ms is negative, without limit. If
 * no key came in time, set @k->code to TERM_KEY_UNKNOWN. If the caller must draw the screen again,
 * set @k->code to TERM_KEY_RESIZED. Return: true: @k is set; false: the program must end.
 */
bool tui_read_key(struct tui *t, struct key *k, int timeout_ms);
/*
 * Read the keys that the user has typed already, without waiting for more. Return: whether ESC or
 * q is among these keys, or the program must end.
 */
bool tui_escape_typed(struct tui *t);

/* ---- profile.c: the report --------------------------------------------------------------- */

/* Open the recording and make the report @t->rp. Return: enum rep_exit. */
int tui_profile_open(struct tui *t);
/* Make the report @t->rp again, with the options in @t->query. Return: enum rep_exit. */
int tui_profile_gather(struct tui *t);
int tui_profile_close(struct tui *t);
uint64_t tui_now_ms(void);

/*
 * Replace the query @t->query by @q, make the report again and update the views. The function
 * takes over the strings of @q. If the report cannot be made, the former query stays. The user can
 * undo the change.
 */
void tui_query_set(struct tui *t, struct query *q);
/*
 * Set @option of the query @t->query to a copy of @value and make the report again, as
 * tui_query_set() does. If @value is NULL, remove the option from the query.
 */
void tui_query_option(struct tui *t, enum query_option option, const char *value);
void tui_undo(struct tui *t);
void tui_redo(struct tui *t);

/* ---- paint.c: parts of the screen -------------------------------------------------------- */

extern const struct screen_style tui_plain, tui_title, tui_head, tui_cursor, tui_status,
	tui_hot_status, tui_hot, tui_warm, tui_dim, tui_match;

/*
 * Put the @len bytes of @text into the screen row @row, without the first @shift columns of @text.
 * Percentages are coloured as in perf. If @cursor is true, the line is the one at the cursor, and
 * the whole row is shown in the colours of the cursor.
 */
void tui_put_line(struct tui *t, unsigned row, const char *text, size_t len, unsigned shift,
		  bool cursor);
/* Put @text into the screen row @row, and show the whole row, also its free part, in @style. */
void tui_put_bar(struct tui *t, unsigned row, const char *text, struct screen_style style);

/*
 * Shorten @text to @width columns by replacing its middle with dots. Return: @buf, which has the
 * shortened text; or @text itself, if it is short enough or @width is too small for dots. @size:
 * size of @buf in bytes.
 */
const char *tui_shorten(const struct tui *t, const char *text, unsigned width, char *buf,
			size_t size);

/* ---- search.c ---------------------------------------------------------------------------- */

/* A search for a regular expression that the user typed. In a zeroed struct, the search is off. */
struct tui_search {
	regex_t pattern; /* the compiled expression; valid only if @on is set */
	bool on;
};

/*
 * Compile the regular expression @text for tui_search_matches(), which ignores case. If @text is
 * empty or no regular expression, the search @s is off afterwards; otherwise it is on.
 */
void tui_search_set(struct tui_search *s, const char *text);
void tui_search_free(struct tui_search *s);
/* Return: whether @s is on and its expression matches a part of the @len bytes of @text. */
bool tui_search_matches(const struct tui_search *s, const char *text, size_t len);

/* ---- list.c ------------------------------------------------------------------------------ */

/* Move the cursor of @l with the key @k. Return: true; false: @k is no key that moves a cursor. */
bool tui_list_key(struct tui_list *l, const struct key *k);
/*
 * Place the list @l on the screen rows from @row to @row + @height - 1, and scroll the list so that
 * the line at the cursor is on the screen. This function does not draw the list.
 */
void tui_list_fit(struct tui_list *l, unsigned row, unsigned height);

/* ---- prompt.c, text_view.c --------------------------------------------------------------- */

/*
 * Ask the user for a line of text, which the user types in the status line. @what: words that tell
 * the user what to type; the function shows these words before the text. @buf: buffer of @size
 * bytes; at the call the buffer has the text that the user can change, at the return the changed
 * text. The function calls @changed, unless NULL, after each change of the text. Return: true: the
 * user pressed ENTER; false: the user pressed ESC, or the program must end.
 */
bool tui_prompt(struct tui *t, const char *what, char *buf, size_t size,
		void (*changed)(struct tui *t, const char *text));

/*
 * Let the user choose one of the @nr elements of @texts. Return: index of the chosen text; -1: the
 * user chose none, @nr is 0, or the program must end.
 */
int tui_menu(struct tui *t, const char *title, const char *const *texts, uint32_t nr);

/*
 * Show a copy of @text in a new view. @head: number of lines at the beginning of @text that stay
 * at the top of the view when the user scrolls.
 */
void tui_show_text(struct tui *t, const char *title, const struct out *text, uint32_t head);

/* ---- command_view.c: output of commands of pdata ----------------------------------------- */

/*
 * Run a command of pdata and show its output in a new view. @words: the command and its arguments,
 * with NULL at the end. @head: number of lines at the beginning of the output that stay at the top
 * of the view when the user scrolls.
 */
void tui_show_command(struct tui *t, const char *const *words, uint32_t head);
/*
 * Run the command of pdata in @words, which has NULL at the end, and wait for the end of the
 * command; if the user presses ESC or q, kill the command. tui_command_text() appends output and
 * messages of the command to @text. tui_command_file() writes the output to the file descriptor
 * @fd and appends the messages to @said. Return: exit status of the command; -1: the command was
 * killed, or could not be started.
 */
int tui_command_text(struct tui *t, const char *const *words, struct out *text);
int tui_command_file(struct tui *t, const char *const *words, int fd, struct out *said);

/* ---- actions.c --------------------------------------------------------------------------- */

#define TUI_WORDS_MAX 128u

/* The words of a command line of pdata after the word "pdata", with NULL at the end. */
struct tui_words {
	char *word[TUI_WORDS_MAX + 1];
	uint32_t nr;
};

/*
 * Kinds of commands for which tui_words_new() makes a command line. From the options that the user
 * has set, tui_words_new() takes only those that commands of the kind accept.
 */
enum tui_words_for {
	TUI_FOR_REPORT, /* all options of `pdata report` */
	/* options that select samples, and also options that say where symbols come from */
	TUI_FOR_SAMPLES,
	TUI_FOR_STACKS, /* as TUI_FOR_SAMPLES, and the event that the browser shows */
	TUI_FOR_CODE	/* as TUI_FOR_SAMPLES, without options that select threads */
};

/*
 * Make a command line for the recording that the browser shows. Return: the words of @first, which
 * has NULL at the end, followed by words that select the recording and by the options that @what
 * selects. The caller frees the result with tui_words_free().
 */
struct tui_words tui_words_new(const struct tui *t, const char *const *first,
			       enum tui_words_for what);
void tui_words_free(struct tui_words *w);
/* Return: whether a filter is set that only TUI_FOR_REPORT contains, such as that of an object. */
bool tui_has_row_filters(const struct tui *t);

/*
 * Run the command of pdata in @words, which has NULL at the end, and write its output to the file
 * @path, which must not exist. Show a message about success or failure in the status line. Return:
 * whether the file was written.
 */
bool tui_write_command(struct tui *t, const char *const *words, const char *path);
/*
 * Let the user choose a recording in the working directory. Return: the name of the recording,
 * which the caller frees; NULL: the user chose none, or the directory has no recording.
 */
char *tui_choose_file(struct tui *t, const char *title);

/*
 * The actions that all views have. The browser calls the functions from tui_show_header() to
 * tui_back() when the user runs one of these actions, an action of the view of rows, or an entry
 * of a menu.
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
/*
 * Return: the event whose rows the browser shows, also while another view is above the rows; in a
 * group, the event by which the rows are sorted. NULL: there is no event.
 */
const struct event_rows *tui_event_shown(const struct tui *t);
/*
 * Show the code of the function of the row at the cursor. If the cursor is on a line of a call
 * graph, show the code of the function of this line. Exception: if the function of the line is
 * inlined or not known, show the function of the row to which the call graph belongs.
 */
void tui_annotate_row(struct tui *t);
/*
 * Show the code of the function with the name @symbol, and put the cursor of the view of rows on
 * the first row of this function. If @symbol is "", use the first row that has a function.
 */
void tui_annotate_symbol(struct tui *t, const char *symbol);
void tui_annotate_text(struct tui *t, const char *symbol);
/* Append one line to @o for each symbol of @object: start, end, binding and name. */
void tui_add_symbols(struct tui *t, struct out *o, const struct pdata_object *object);
/* Show a flame graph of the samples that the filters of the query select. */
void tui_show_flame(struct tui *t);

/* ---- strip.c: chart of samples over time at the bottom of the screen --------------------- */

void tui_toggle_strip(struct tui *t);
void tui_strip_free(struct tui *t);
bool tui_strip_shown(const struct tui *t);
void tui_strip_draw(struct tui *t);
/*
 * Handle the key @k if the chart of samples over time uses it. Return: true: the chart uses the
 * key; false: it does not.
 */
bool tui_strip_key(struct tui *t, const struct key *k);
/*
 * Return: the index of the first screen row below the view. This is the first row of the chart of
 * samples over time or, if the chart is not shown, the row of the status line.
 */
unsigned tui_body_end(const struct tui *t);

/* ---- follow.c: recordings that are still being written ----------------------------------- */

#define TUI_FOLLOW_MS 250
void tui_follow_tick(struct tui *t);
void tui_follow_freeze(struct tui *t);
void tui_follow_zero(struct tui *t);
