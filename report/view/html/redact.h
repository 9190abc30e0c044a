/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Removes from the texts of a page what identifies a machine and its users: directories, arguments,
 * host, users, build ids and addresses; with HTML_REDACT_ALL also the names of processes, and of
 * functions outside of the system's objects.
 */

#include "base/interner.h"
#include "base/out.h"

#include <pdata/tasks.h>

enum html_redact_level { HTML_REDACT_NONE, HTML_REDACT, HTML_REDACT_ALL };

struct rep_session;

struct html_redact {
	enum html_redact_level level;
	/* Texts that are taken out wherever they are, the longest first. */
	struct html_secret {
		char *text;
		const char *instead;
		size_t len;
		bool word; /* only as a whole word */
	} * secrets;
	uint32_t nr_secrets, cap_secrets;
	struct interner names[3]; /* names that became numbers: functions, objects, processes */
	struct out text[2];
	int err; /* 0 or -ENOMEM */
};

/*
 * Learn a fact about the machine: the name of the host, an argument of the command, the path of a
 * mapped file. Directories with blanks and other unusual characters, users and unusual arguments
 * are taken out wherever they are; other directories are found by their slashes.
 */
enum html_redact_fact { HTML_REDACT_HOST, HTML_REDACT_ARGUMENT, HTML_REDACT_PATH };
void html_redact_learn(struct html_redact *r, enum html_redact_fact fact, const char *text);

/*
 * Learn from the recording what has to be taken out. Return: 0 or -ENOMEM; html_redact_free() is
 * called in both cases.
 */
int html_redact_init(struct html_redact *r, enum html_redact_level level, struct rep_session *s);
void html_redact_free(struct html_redact *r);

/*
 * Each function returns the text that the page shows in place of the given text: that text itself,
 * or one that is valid until the next call. Returns NULL for NULL, and if memory is exhausted, see
 * html_redact.err. @object: the object that the name belongs to, or NULL.
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
/* A line of a source file. */
const char *html_redact_line(struct html_redact *r, const char *line);
/* @jump: the instruction is a jump or call, so an operand is an address of code. */
const char *html_redact_insn(struct html_redact *r, const char *text, bool jump);

/* Whether the code of an object is left out of the page. */
bool html_redact_hides(const struct html_redact *r, const struct pdata_object *object);
