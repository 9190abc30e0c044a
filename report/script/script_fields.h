/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The fields of `pdata script`: which exist, which are chosen for which type of event. */

#include "console/command.h"

/* One bit for each row of script_fields.def. */
enum script_field_id {
#define SCRIPT_FIELD(name, ...) SCRIPT_FI_##name,
#include "script/script_fields.def"
#undef SCRIPT_FIELD
	SCRIPT_NR_FIELDS
};

#define SCRIPT_F(name) (1ull << SCRIPT_FI_##name)

/* The fields of an address, neighbours from ip to dsoff. */
#define SCRIPT_OF_ADDRESS (2 * SCRIPT_F(dsoff) - SCRIPT_F(ip))

/* Fields are chosen by type of event: numbers of attr.type, then these. */
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
	uint64_t unset_fields; /* taken away by name */
	uint64_t ip_fields;    /* of ip, sym, symoff, dso, srcline: those that the ip column has */
	bool user_set, wildcard;
};

struct script_types {
	struct script_type type[SCRIPT_NR_TYPES];
	bool flags; /* the field "flags" is no bit: it has no type */
};

/* perf's defaults. */
void script_types_init(struct script_types *t);

/* Apply one -F argument. Not 0: a message was printed. */
int script_types_parse(struct script_types *t, const char *arg);

/* The fields there are, a line each: on standard output. */
void script_fields_print(void);

uint32_t script_type_of(uint32_t attr_type);

/* Whether a chosen field asks for source lines. */
bool script_types_want_lines(const struct script_types *t);

struct rep_session;

/*
 * Take fields away that the events of the file cannot fill, as perf does: the first event of each
 * type decides. Not 0: a field that was asked for by name is among them; a message was printed.
 * @use_chain: call chains are wanted; unset when the file has none.
 */
int script_types_check(struct script_types *t, struct rep_session *s, bool *use_chain);
