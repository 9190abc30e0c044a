/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Removes from the texts of an HTML page what identifies a machine and its users: directories,
 * arguments, host, users, build ids and addresses. With HTML_REDACT_ALL, the names of processes,
 * and of functions and objects outside of the system's objects, are removed, too.
 */

#include "base/interner.h"
#include "base/out.h"

#include <pdata/tasks.h>

enum html_redact_level { HTML_REDACT_NONE, HTML_REDACT, HTML_REDACT_ALL };

struct rep_session;

struct html_redact {
	enum html_redact_level level;
	/* Texts that are replaced by @instead wherever they occur, sorted by descending length. */
	struct html_secret {
		char *text;
		const char *instead;
		size_t len;
		bool word; /* replace @text only where it is a whole word */
	} * secrets;
	uint32_t nr_secrets, cap_secrets;
	/*
	 * names of functions [0], objects [1] and processes [2]; the page shows the id instead of
	 * the name
	 */
	struct interner names[3];
	struct out text[2];
	int err; /* 0 or -ENOMEM */
};

/*
 * Kinds of facts about the machine for html_redact_learn(): the name of the host, an argument of
 * the recorded command, the path of a mapped file. html_redact_learn() adds secrets: the host,
 * names of users, arguments that are no plain words, and directories with blanks or other unusual
 * characters. A directory without unusual characters is no secret, because it is found by its
 * slashes.
 */
enum html_redact_fact { HTML_REDACT_HOST, HTML_REDACT_ARGUMENT, HTML_REDACT_PATH };
void html_redact_learn(struct html_redact *r, enum html_redact_fact fact, const char *text);

/*
 * Initialize @r, and call html_redact_learn() for the host, the command line and the mapped files
 * of the recording. Return: 0 or -ENOMEM; the caller calls html_redact_free() in both cases.
 */
int html_redact_init(struct html_redact *r, enum html_redact_level level, struct rep_session *s);
void html_redact_free(struct html_redact *r);

/*
 * Functions from html_redact_text() to html_redact_insn() return the text that the page shows in
 * place of their argument. Return: the argument itself, or a text that is valid until the next
 * call; NULL: the argument is NULL, the page shows no text in its place, or memory is exhausted
 * (html_redact.err is set). @object: the object of the name; NULL: not known.
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
 * Return: the line @line of a source file, with its secrets replaced; paths and numbers in the line
 * stay.
 */
const char *html_redact_line(struct html_redact *r, const char *line);
/*
 * Return: the text of an instruction without addresses. @jump: the instruction is a jump or call;
 * its last operand, the target, is removed.
 */
const char *html_redact_insn(struct html_redact *r, const char *text, bool jump);

/*
 * Return: whether the page hides the names and the code of @object: true with HTML_REDACT_ALL,
 * except for objects of the system.
 */
bool html_redact_hides(const struct html_redact *r, const struct pdata_object *object);
