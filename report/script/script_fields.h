/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The fields of `pdata script`: which fields exist, and which are chosen for each type of event.
 */

#include "console/command.h"

/* One bit for each row of script_fields.def. */
enum script_field_id {
#define SCRIPT_FIELD(name, ...) SCRIPT_FI_##name,
#include "script/script_fields.def"
#undef SCRIPT_FIELD
	SCRIPT_NR_FIELDS
};

#define SCRIPT_F(name) (1ull << SCRIPT_FI_##name)

/*
 * The bits of the fields that are printed with an address; these are neighbours, from ip to dsoff.
 */
#define SCRIPT_OF_ADDRESS (2 * SCRIPT_F(dsoff) - SCRIPT_F(ip))

/*
 * Types of events. Fields are chosen separately for each: the values of attr.type up to 5, and two
 * more.
 */
enum script_type_id {
	SCRIPT_TYPE_RAW = 4,
	SCRIPT_TYPE_BREAKPOINT = 5,
	SCRIPT_TYPE_SYNTH = 6,
	SCRIPT_TYPE_OTHER = 7,
	SCRIPT_NR_TYPES
};

struct script_type {
	uint64_t fields;
	uint64_t user_fields;  /* asked for by name */
	uint64_t unset_fields; /* removed by name */
	uint64_t ip_fields;    /* the fields that the ip column prints with an address */
	bool user_set, wildcard;
};

struct script_types {
	struct script_type type[SCRIPT_NR_TYPES];
	bool flags; /* the field flags was chosen; it has no bit, and is not chosen by type */
};

/* Set perf's default fields. */
void script_types_init(struct script_types *t);

/* Apply the argument of one -F. Return: not 0 after an error, for which a message was printed. */
int script_types_parse(struct script_types *t, const char *arg);

/* Print the names of all fields to standard output, one on each line. */
void script_fields_print(void);

uint32_t script_type_of(uint32_t attr_type);

/* Whether a chosen field needs source lines. */
bool script_types_want_lines(const struct script_types *t);

struct rep_session;

/*
 * Remove fields that the events of the file cannot fill, as perf does: the first event of each
 * type decides. @use_chain: whether call chains are printed; set to false if the file has none.
 * Return: not 0 if a field that was asked for by name cannot be filled; a message was printed.
 */
int script_types_check(struct script_types *t, struct rep_session *s, bool *use_chain);
