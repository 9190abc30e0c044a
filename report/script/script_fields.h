/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The fields of `pdata script`: all fields that exist, and the fields chosen for each event type.
 */

#include "console/command.h"

/* Bit numbers of the fields: one for each row of script_fields.def. */
enum script_field_id {
#define SCRIPT_FIELD(name, ...) SCRIPT_FI_##name,
#include "script/script_fields.def"
#undef SCRIPT_FIELD
	SCRIPT_NR_FIELDS
};

#define SCRIPT_F(name) (1ull << SCRIPT_FI_##name)

/*
 * SCRIPT_F() bits of the fields that are printed with an address: ip, sym, symoff, dso, srcline and
 * dsoff, whose bit numbers are consecutive.
 */
#define SCRIPT_OF_ADDRESS (2 * SCRIPT_F(dsoff) - SCRIPT_F(ip))

/*
 * Event types. --fields chooses the fields for each event type separately. Values up to 5 are equal
 * to attr.type. SCRIPT_TYPE_SYNTH is for synthesized events, SCRIPT_TYPE_OTHER for events with any
 * other attr.type.
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
	/*
	 * SCRIPT_F() bits of fields that -F names without an event type, and so for all types; the
	 * command fails if the first event of the type that this struct describes lacks one of
	 * these fields
	 */
	uint64_t user_fields;
	uint64_t unset_fields; /* SCRIPT_F() bits of fields that -F -NAME removes for all types */
	/*
	 * SCRIPT_F() bits of the fields that the column ip prints: those of @fields that are in
	 * SCRIPT_OF_ADDRESS
	 */
	uint64_t ip_fields;
	bool user_set, wildcard;
};

struct script_types {
	struct script_type type[SCRIPT_NR_TYPES];
	/*
	 * -F chose the field "flags", which has no SCRIPT_F() bit. The choice is for all event
	 * types, even if -F names one event type.
	 */
	bool flags;
};

/* Set @t to perf's default fields of each event type. */
void script_types_init(struct script_types *t);

/*
 * Apply @arg, the argument of one option -F, to @t. Return: 0; -1: @arg is invalid, and an error
 * message was printed.
 */
int script_types_parse(struct script_types *t, const char *arg);

/*
 * Print the names of all fields to standard output, one on each line. Each line also names the
 * sample fields that the field needs.
 */
void script_fields_print(void);

uint32_t script_type_of(uint32_t attr_type);

/* Return: whether a chosen field needs source line numbers from debugging information. */
bool script_types_want_lines(const struct script_types *t);

struct rep_session;

/*
 * Return: SCRIPT_F() bits of the fields that @t chooses for at least one event of the file. The
 * function ignores dummy events (PERF_COUNT_SW_DUMMY).
 */
uint64_t script_types_fields(const struct script_types *t, const struct rep_session *s);

/*
 * Remove from @t the fields that the events of the file do not record. As in perf, the first event
 * of each type decides for all events of the type. If no event records call chains, *@use_chain
 * (whether call chains are printed) becomes false. Return: 0; -1: a field or an event type that -F
 * names cannot be printed, and an error message was printed.
 */
int script_types_check(struct script_types *t, struct rep_session *s, bool *use_chain);
