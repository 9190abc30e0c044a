/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses probes and makes events of the kernel's PMUs kprobe and uprobe from them:
 *
 *   kprobe:FUNCTION[+OFFSET], kprobe:ADDRESS, kretprobe:FUNCTION
 *   uprobe:PATH:FUNCTION[+OFFSET], uprobe:PATH:OFFSET, uretprobe:PATH:FUNCTION
 *
 * FUNCTION%return is a return probe, too. The kernel removes a probe when its event is closed.
 */
#include "base/util.h"
#include "cli/numbers.h"
#include "common/word.h"
#include "event/event_parser.h"
#include "event/events.h"
#include "kernel/elf_function.h"
#include "kernel/pmu.h"

#include <errno.h>
#include <stdlib.h>

/* The part of a probe after the colons. */
struct probe_point {
	const char *name; /* the function; NULL: offset is an address or an offset in the file */
	uint64_t offset;
};

static int probe_syntax_error(const struct rec_parse *p, const char *what)
{
	return rec_error("-e '%s': %s at '%s'", p->text, what, *p->at ? p->at : "the end");
}

/* Parse "func", "func+0x10", "func%return" or "0x1234" at p->at. Return: 0 or -1. */
static int parse_probe_point(struct rec_parse *p, struct probe_point *pl, bool *is_return)
{
	char *word = rec_strndup(p->l->arena, p->at, strcspn(p->at, ":,}{ \t"));
	size_t len = strlen(word);
	char *percent = strchr(word, '%'), *plus;

	if (!len)
		return probe_syntax_error(p, "a function is missing");
	if (percent) {
		if (strcmp(percent, "%return"))
			return probe_syntax_error(p, "only %return may follow a function");
		*percent = '\0';
		*is_return = true;
	}
	*pl = (struct probe_point){ .name = word };
	plus = strchr(word, '+');
	if (plus) {
		*plus++ = '\0';
		if (!*word)
			return probe_syntax_error(p, "a function is missing before '+'");
		if (cli_parse_u64(plus, 0, &pl->offset))
			return probe_syntax_error(p, "no number follows '+'");
	} else if (!cli_parse_u64(word, 0, &pl->offset)) {
		pl->name = NULL;
	}
	if (*is_return && pl->name && pl->offset)
		return probe_syntax_error(p, "%return cannot follow an offset");
	p->at += len;
	return 0;
}

static int resolve_user_probe(struct rec_parse *p, struct pdata_attr *at, const char *path,
			      const struct probe_point *pl)
{
	uint64_t start = 0;

	if (pl->name) {
		int err = rec_elf_function(path, pl->name, &start);

		if (err == -ESRCH)
			return rec_error("-e '%s': the symbols of %s have no function %s; write "
					 "the function's offset in the file, such as 0x1130, "
					 "instead of the name",
					 p->text, path, pl->name);
		if (err)
			return rec_error("-e '%s': %s: %s", p->text, path,
					 err == -ENOEXEC ? "not an ELF file of this machine"
							 : strerror(-err));
	}
	at->bp_addr = (uintptr_t)path;
	at->bp_len = start + pl->offset;
	return 0;
}

/*
 * Parse the path of a uprobe's file; p->at is moved after the colon that ends it. Return: the
 * path, or NULL after printing an error.
 */
static const char *parse_path(struct rec_parse *p)
{
	size_t len = strcspn(p->at, ":,");

	if (!len || p->at[len] != ':') {
		probe_syntax_error(p, "PATH:FUNCTION is missing");
		return NULL;
	}
	const char *path = rec_strndup(p->l->arena, p->at, len);

	p->at += len + 1;
	return path;
}

static const struct {
	const char *word, *unit;
	bool is_return;
} kinds[] = {
	{ "kprobe", "kprobe", false },
	{ "kretprobe", "kprobe", true },
	{ "uprobe", "uprobe", false },
	{ "uretprobe", "uprobe", true },
};

int rec_parse_probe(struct rec_parse *p, const char *word, size_t len)
{
	size_t k = 0;
	struct rec_pmu pmu;
	struct probe_point pl;

	while (k < REC_NR(kinds) && !pd_word_is(word, len, kinds[k].word))
		k++;
	if (k == REC_NR(kinds))
		return 0;
	struct pdata_attr at = { .sample_type = PDATA_SAMPLE_TIME | PDATA_SAMPLE_CPU |
						PDATA_SAMPLE_PERIOD,
				 .sample_period = 1 };
	bool user = kinds[k].unit[0] == 'u', is_return = kinds[k].is_return;

	if (rec_pmu_find(p->l->arena, kinds[k].unit, 6, &pmu))
		return rec_error("-e '%s': this kernel has no %s PMU "
				 "(/sys/bus/event_source/devices/%s)",
				 p->text, kinds[k].unit, kinds[k].unit);
	p->at++;
	const char *path = user ? parse_path(p) : NULL;

	if ((user && !path) || parse_probe_point(p, &pl, &is_return))
		return -1;
	if (user && resolve_user_probe(p, &at, path, &pl))
		return -1;
	if (!user) { /* the kernel takes a name and an offset, or no name and an address */
		at.bp_addr = (uintptr_t)pl.name;
		at.bp_len = pl.offset;
	}
	at.type = pmu.type;
	if (is_return && rec_pmu_term(p->l->arena, &pmu, "retprobe", 1, &at))
		return rec_error("-e '%s': this kernel has no return probes", p->text);
	rec_event_add(p->l, &at, NULL)->is_probe = true;
	return 1;
}
