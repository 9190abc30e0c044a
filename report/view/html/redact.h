/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Removes from the texts of an HTML page what identifies a machine and its users: directories,
 * arguments, host, users, build ids and addresses. With HTML_REDACT_ALL, also hides the names of
 * processes, and the names of all objects and functions that do not belong to the system; see
 * html_redact_hides().
 */

#include "base/interner.h"
#include "base/out.h"

#include <pdata/tasks.h>

enum html_redact_level { HTML_REDACT_NONE, HTML_REDACT, HTML_REDACT_ALL };

struct rep_session;

struct html_redact {
	enum html_redact_level level;
	/*
	 * Texts that identify the machine or its users, in descending order of length. The
	 * functions from html_redact_text() to html_redact_line() replace these texts: in the text
	 * that the page shows, @instead takes the place of @text. html_redact_insn() does not
	 * replace them.
	 */
	struct html_secret {
		char *text;
		const char *instead;
		size_t len;
		bool word; /* replace @text only where it is a whole word, not inside of a word */
	} * secrets;
	uint32_t nr_secrets, cap_secrets;
	/*
	 * Names that HTML_REDACT_ALL hides: [0] functions, [1] objects, [2] processes. The page
	 * shows the id in place of the name, such as "function 12".
	 */
	struct interner names[3];
	struct out text[2];
	int err; /* 0 or -ENOMEM */
};

/*
 * Kinds of the text that html_redact_learn() gets: the name of the host, an argument of the
 * recorded command, or the path of a mapped file. html_redact_learn() adds to html_redact.secrets
 * the name of the host, names of users, arguments that are no plain words, and directories with
 * blanks or other unusual characters. The function does not add other directories, because
 * html_redact_text() recognizes the directories in a text by the slashes.
 */
enum html_redact_fact { HTML_REDACT_HOST, HTML_REDACT_ARGUMENT, HTML_REDACT_PATH };
void html_redact_learn(struct html_redact *r, enum html_redact_fact fact, const char *text);

/*
 * Initialize @r. Unless @level is HTML_REDACT_NONE, call html_redact_learn() for the host, the
 * command line and the mapped files of the recording of @s. Return: 0 or -ENOMEM; the caller calls
 * html_redact_free() in both cases.
 */
int html_redact_init(struct html_redact *r, enum html_redact_level level, struct rep_session *s);
void html_redact_free(struct html_redact *r);

/*
 * The functions from html_redact_text() to html_redact_insn() return the text that the page shows
 * in place of the text argument. Return: the argument itself, or a text that is valid until the
 * next call of one of these functions; NULL: memory is exhausted (html_redact.err is set), the
 * argument is NULL, or the page must show nothing in place of the argument.
 *
 * @object: the object that contains the function @name (html_redact_function()), that has the name
 * @name (html_redact_object()), or that was compiled from the source file @path
 * (html_redact_file()); NULL: the object is not known.
 */
const char *html_redact_text(struct html_redact *r, const char *text);
const char *html_redact_function(struct html_redact *r, const struct pdata_object *object,
				 const char *name);
const char *html_redact_object(struct html_redact *r, const struct pdata_object *object,
			       const char *name);
const char *html_redact_file(struct html_redact *r, const struct pdata_object *object,
			     const char *path);
const char *html_redact_process(struct html_redact *r, const char *comm);
const char *html_redact_event(struct html_redact *r, const char *name);
/*
 * Return: @line, the text of a source line, in which the texts in @r->secrets are replaced; other
 * paths and numbers in the line stay. The result is @line itself or a text in @r, which is valid
 * until the next call of one of the functions from html_redact_text() to html_redact_insn(). NULL:
 * memory is exhausted (@r->err is set).
 */
const char *html_redact_line(struct html_redact *r, const char *line);
/*
 * Return: @text, the text of an instruction, in which long hexadecimal numbers are replaced,
 * because they may be addresses. If @jump is true, the instruction is a jump or call, and its last
 * operand, the target, is also removed. The result is @text itself or a text in @r, which is valid
 * until the next call of one of the functions from html_redact_text() to html_redact_insn(). NULL:
 * memory is exhausted (@r->err is set).
 */
const char *html_redact_insn(struct html_redact *r, const char *text, bool jump);

/*
 * Return: whether the page hides the names and the code of @object. With HTML_REDACT_ALL, the
 * result is false for the kernel and for files in directories of the system, such as /usr/lib; it
 * is true for all other objects, and if @object is NULL because the object is not known. Without
 * HTML_REDACT_ALL, the result is always false.
 */
bool html_redact_hides(const struct html_redact *r, const struct pdata_object *object);
