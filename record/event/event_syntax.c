/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses the argument of -e into events: names, tracepoints, breakpoints, raw numbers, PMU events,
 * groups and modifiers.
 */
#include "base/rec_event.h"
#include "base/util.h"
#include "cli/numbers.h"
#include "event/event_parser.h"
#include "event/events.h"
#include "kernel/event_symbols.h"
#include "kernel/pmu.h"
#include "kernel/tracefs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The syntax of events, as in perf-record(1) and perf-list(1):
 *
 *   list  = item { "," item }
 *   item  = event | [name] "{" list "}" [":" modifiers]
 *   event = name [":" modifiers]                     cycles, L1-dcache-loads, r1a8, 1:3, 0x1:0
 *         | name "/" terms "/" [[":"] modifiers]     cpu-clock/period=10/u, msr/tsc/, 1:3/period=5/
 *         | system ":" name [":" modifiers]          sched:*
 *         | system ":" name "/" terms "/"            sched:sched_switch/call-graph=fp/
 *         | "uprobe:" path ":" function            and the other probes of probe.c
 *         | "mem:" address ["/" length] [":" rwx] [":" modifiers]
 *
 * Blanks may stand between all parts but in a breakpoint.
 */

/* The settings of an event that modifiers change. */
struct modifiers {
	bool exclude_user, exclude_kernel, exclude_hv, exclude_host, exclude_guest, exclude_idle;
	bool exclude_GH, precise_max, sample_read, pinned, exclusive, weak;
	unsigned int precise;
};

static int event_syntax_error(const struct rec_parse *p, const char *what)
{
	if (!*p->at)
		return rec_error("-e '%s': %s at the end of the text", p->text, what);
	return rec_error("-e '%s': %s at '%s'", p->text, what, p->at);
}

static void skip_event_blanks(struct rec_parse *p)
{
	p->at += strspn(p->at, " \t");
}

/* If one of @chars follows, perhaps after blanks, move to it. Return: true: it follows. */
static bool skip_to_one_of(struct rec_parse *p, const char *chars)
{
	const char *next = p->at + strspn(p->at, " \t");

	if (!*next || !strchr(chars, *next))
		return false;
	p->at = next;
	return true;
}

static void set_attr_flag(struct pdata_attr *at, enum pdata_attr_bit bit, bool on)
{
	at->flags = (at->flags & ~(UINT64_C(1) << bit)) | (uint64_t)on << bit;
}

static int modifier(struct modifiers *m, char c)
{
	bool space = c == 'u' || c == 'k' || c == 'h', host = c == 'G' || c == 'H';

	/* The first of u, k, h (or of G, H) excludes all others; the next ones include more. */
	if (space && !(m->exclude_user || m->exclude_kernel || m->exclude_hv))
		m->exclude_user = m->exclude_kernel = m->exclude_hv = true;
	if (host && !m->exclude_GH)
		m->exclude_GH = m->exclude_guest = m->exclude_host = true;
	switch (c) {
	case 'u':
		m->exclude_user = false;
		if (!m->exclude_GH)
			m->exclude_guest = true;
		return 0;
	case 'k':
		m->exclude_kernel = false;
		return 0;
	case 'h':
		m->exclude_hv = false;
		return 0;
	case 'G':
		m->exclude_guest = false;
		return 0;
	case 'H':
		m->exclude_host = false;
		return 0;
	case 'I':
		m->exclude_idle = true;
		return 0;
	case 'p':
		m->precise++;
		if (!m->exclude_GH)
			m->exclude_guest = true;
		return m->precise > 3 ? -1 : 0;
	case 'P':
		m->precise_max = true;
		return 0;
	case 'S':
		m->sample_read = true;
		return 0;
	case 'D':
		m->pinned = true;
		return 0;
	case 'e':
		m->exclusive = true;
		return 0;
	case 'W':
		m->weak = true;
		return 0;
	default:
		return -1;
	}
}

static void apply_modifiers(struct rec_event *e, const struct modifiers *m, bool leads, bool group)
{
	set_attr_flag(&e->attr, PDATA_ATTR_EXCLUDE_USER, m->exclude_user);
	set_attr_flag(&e->attr, PDATA_ATTR_EXCLUDE_KERNEL, m->exclude_kernel);
	set_attr_flag(&e->attr, PDATA_ATTR_EXCLUDE_HV, m->exclude_hv);
	set_attr_flag(&e->attr, PDATA_ATTR_EXCLUDE_HOST, m->exclude_host);
	set_attr_flag(&e->attr, PDATA_ATTR_EXCLUDE_GUEST, m->exclude_guest);
	set_attr_flag(&e->attr, PDATA_ATTR_EXCLUDE_IDLE, m->exclude_idle);
	e->attr.flags &= ~(UINT64_C(3) << PDATA_ATTR_PRECISE_IP);
	e->attr.flags |= (uint64_t)m->precise << PDATA_ATTR_PRECISE_IP;
	e->exclude_GH = m->exclude_GH;
	e->precise_max = m->precise_max;
	e->sample_read = m->sample_read;
	e->weak = m->weak;
	if (leads) {
		set_attr_flag(&e->attr, PDATA_ATTR_PINNED, m->pinned);
		set_attr_flag(&e->attr, PDATA_ATTR_EXCLUSIVE, group && m->exclusive);
		if (!group)
			set_attr_flag(&e->attr, PDATA_ATTR_EXCLUSIVE, m->exclusive);
	}
}

static struct modifiers modifiers_of(const struct rec_event *e)
{
	const struct pdata_attr *a = &e->attr;

	return (struct modifiers){
		.exclude_user = pdata_attr_flag(a, PDATA_ATTR_EXCLUDE_USER),
		.exclude_kernel = pdata_attr_flag(a, PDATA_ATTR_EXCLUDE_KERNEL),
		.exclude_hv = pdata_attr_flag(a, PDATA_ATTR_EXCLUDE_HV),
		.exclude_host = pdata_attr_flag(a, PDATA_ATTR_EXCLUDE_HOST),
		.exclude_guest = pdata_attr_flag(a, PDATA_ATTR_EXCLUDE_GUEST),
		.exclude_idle = pdata_attr_flag(a, PDATA_ATTR_EXCLUDE_IDLE),
		.precise = (unsigned int)(a->flags >> PDATA_ATTR_PRECISE_IP & 3),
		.exclude_GH = e->exclude_GH,
		.precise_max = e->precise_max,
		.sample_read = e->sample_read,
		.weak = e->weak,
		.pinned = pdata_attr_flag(a, PDATA_ATTR_PINNED),
		.exclusive = pdata_attr_flag(a, PDATA_ATTR_EXCLUSIVE),
	};
}

/*
 * Apply the modifiers at p->at, which end with the word, to the events from index @first on. Those
 * of an event replace its defaults; those of a group add to the modifiers of each member.
 */
static int parse_modifiers(struct rec_parse *p, uint32_t first, bool group)
{
	skip_event_blanks(p);
	const char *start = p->at;
	size_t len = strspn(start, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

	if (!len)
		return event_syntax_error(p, "modifiers (u k h G H I p P S D e W) are missing");
	for (size_t k = 0; k < len; k++)
		if (start[k] != 'p' && memchr(start, start[k], k)) {
			p->at = start + k;
			return event_syntax_error(p, "a modifier is repeated");
		}
	for (uint32_t i = first; i < p->l->nr; i++) {
		struct rec_event *e = &p->l->ev[i];
		struct modifiers m = { 0 };

		if (group)
			m = modifiers_of(e);
		for (size_t k = 0; k < len; k++)
			if (modifier(&m, start[k])) {
				p->at = start + k;
				return event_syntax_error(p, "unknown modifier");
			}
		apply_modifiers(e, &m, e->leader == i, group);
	}
	p->at = start + len;
	return 0;
}

static struct rec_event *parser_add_event(struct rec_parse *p, uint32_t type, uint64_t config)
{
	struct pdata_attr at = { .type = type, .config = config };

	set_attr_flag(&at, PDATA_ATTR_EXCLUDE_GUEST, true);
	return rec_event_add(p->l, &at, NULL);
}

static void tp_add(const char *system, const char *name, uint64_t id, void *data)
{
	struct rec_parse *p = data;
	struct rec_event *e = parser_add_event(p, PDATA_TYPE_TRACEPOINT, id);

	e->attr.sample_type = PDATA_SAMPLE_RAW | PDATA_SAMPLE_TIME | PDATA_SAMPLE_CPU |
			      PDATA_SAMPLE_PERIOD;
	e->attr.sample_period = 1;
	e->tp_system = system;
	e->tp_name = name;
	e->name = rec_printf(p->l->arena, "%s:%s", system, name);
}

static int no_tracepoint(const struct rec_parse *p, const char *full, int err)
{
	const char *mount = rec_tracefs();

	if (!mount)
		return rec_error("-e %s: no tracefs at /sys/kernel/tracing or "
				 "/sys/kernel/debug/tracing: "
				 "mount -t tracefs nodev /sys/kernel/tracing",
				 full);
	if (err == -EACCES || err == -EPERM)
		return rec_error("-e %s: no permission to read %s/events: run as root, or make it "
				 "readable (mount -o remount,mode=755 %s); software events do not "
				 "need it",
				 full, mount, mount);
	return rec_error("-e %s: no such tracepoint%s", full, rec_suggest_names(p->l->arena, full));
}

/* Apply the terms at p->at to the events from index @first on. @pmu: NULL if it has no PMU. */
static int parse_terms_of(struct rec_parse *p, uint32_t first, const struct rec_pmu *pmu)
{
	const char *terms = p->at;

	for (uint32_t i = first; i < p->l->nr; i++) {
		p->at = terms;
		if (rec_parse_terms(p, &p->l->ev[i], pmu))
			return -1;
	}
	return 0;
}

/* If a '/' follows, apply the terms after it to the events from index @first on. */
static int parse_given_terms(struct rec_parse *p, uint32_t first)
{
	if (!skip_to_one_of(p, "/"))
		return 0;
	p->at++;
	return parse_terms_of(p, first, NULL);
}

static int parse_tracepoint(struct rec_parse *p, const char *system)
{
	skip_event_blanks(p);
	size_t len = strcspn(p->at, ",:/{} \t");
	const char *name = rec_strndup(p->l->arena, p->at, len);
	uint32_t first = p->l->nr;
	int n = rec_tp_match(p->l->arena, system, name, tp_add, p);

	if (n <= 0)
		return no_tracepoint(p, rec_printf(p->l->arena, "%s:%s", system, name), n);
	p->at += len;
	return parse_given_terms(p, first);
}

/* Parse a breakpoint, mem:ADDR[/LEN][:RWX]; p->at is after "mem:". */
static int parse_breakpoint(struct rec_parse *p)
{
	char *end;
	uint64_t addr, len = 4; /* 4 bytes are perf's default */

	errno = 0;
	addr = strtoull(p->at, &end, 0);
	if (end == p->at || errno)
		return event_syntax_error(p, "mem: needs an address, such as mem:0x601040, but "
					     "there is none");
	p->at = end;
	bool has_len = *p->at == '/';

	if (has_len) {
		len = strtoull(p->at + 1, &end, 0);
		if (end == p->at + 1)
			return event_syntax_error(p, "mem:ADDRESS/ needs a length in bytes, such "
						     "as mem:0x601040/8, but there is none");
		p->at = end;
	}
	uint32_t type = 0;
	size_t n = p->at[0] == ':' ? strspn(p->at + 1, "rwx") : 0;

	if (n && strchr(":,}", p->at[1 + n])) {
		for (size_t i = 1; i <= n; i++)
			type |= p->at[i] == 'r' ? 1 : p->at[i] == 'w' ? 2 : 4;
		p->at += 1 + n;
	}
	struct rec_event *e = parser_add_event(p, PDATA_TYPE_BREAKPOINT, 0);

	if (type == 4 && !has_len)
		len = sizeof(long);
	e->attr.bp_type = type ? type : 3;
	e->attr.bp_addr = addr;
	e->attr.bp_len = len;
	e->attr.sample_period = 1;
	return 0;
}

static struct rec_event *add_of_unit(struct rec_parse *p, const struct rec_pmu *pmu, uint32_t type,
				     uint64_t config)
{
	struct rec_event *e = parser_add_event(p, type, config);

	e->unit_name = pmu->name;
	e->own_cpus = pmu->cpus;
	e->nr_own_cpus = pmu->nr_cpus;
	return e;
}

/*
 * Add an event that CPU cores count. If the machine has several kinds of cores (hybrid x86,
 * big.LITTLE), add one event for each core PMU. The upper 32 bits of config are the PMU's type
 * then, unless the event is a raw one, whose attr.type is the PMU's.
 */
static void add_of_cores(struct rec_parse *p, uint32_t type, uint64_t config, const char *word,
			 size_t len)
{
	struct rec_pmu *pmus;
	uint32_t nr = rec_units_cores(p->l->arena, &pmus);

	if (!nr)
		parser_add_event(p, type, config);
	for (uint32_t i = 0; i < nr; i++) {
		bool raw = type == PDATA_TYPE_RAW;
		struct rec_event *e =
			add_of_unit(p, &pmus[i], raw ? pmus[i].type : type,
				    raw ? config : config | (uint64_t)pmus[i].type << 32);

		e->name = rec_printf(p->l->arena, "%s/%.*s/", pmus[i].name, (int)len, word);
	}
}

void rec_events_default(struct rec_evlist *l)
{
	struct rec_parse p = { .l = l };

	add_of_cores(&p, PDATA_TYPE_HARDWARE, PDATA_COUNT_HW_CPU_CYCLES, "cycles", 6);
	for (uint32_t i = 0; i < l->nr; i++)
		l->ev[i].precise_max = l->ev[i].by_default = true;
}

/*
 * Add the event of a name of perf-list(1), of "rHEX", or of an event of the PMU "cpu". Return: 1 if
 * it was added, 0 if the name is unknown, -1 after printing an error.
 */
static int parse_known(struct rec_parse *p, const char *word, size_t len)
{
	const struct rec_symbol *s = rec_symbol_find(word, len);
	uint64_t config;
	struct rec_pmu pmu;

	if (s && s->type == PDATA_TYPE_HARDWARE) {
		add_of_cores(p, s->type, s->config, word, len);
		return 1;
	}
	if (s) {
		parser_add_event(p, s->type, s->config);
		return 1;
	}
	if (len > 1 && word[0] == 'r' && strspn(word + 1, "0123456789abcdefABCDEF") == len - 1) {
		if (cli_parse_u64(rec_strndup(p->l->arena, word + 1, len - 1), 16, &config))
			return 0;
		add_of_cores(p, PDATA_TYPE_RAW, config, word, len);
		return 1;
	}
	if (!rec_cache_find(word, len, &config)) {
		add_of_cores(p, PDATA_TYPE_HW_CACHE, config, word, len);
		return 1;
	}
	if (rec_pmu_find(p->l->arena, "cpu", 3, &pmu))
		return 0;
	const char *text = rec_pmu_event(p->l->arena, &pmu, rec_strndup(p->l->arena, word, len));

	if (!text)
		return 0;
	return rec_parse_pmu_event(p, parser_add_event(p, pmu.type, 0), &pmu, text) ? -1 : 1;
}

/* Return whether @word can be the TYPE of TYPE:CONFIG: a decimal or hexadecimal number. */
static bool is_type_number(const char *word)
{
	const bool hex = word[0] == '0' && word[1] == 'x' && word[2];
	const char *digits = hex ? word + 2 : word;

	return !digits[strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789")];
}

/* Parse an event TYPE:CONFIG of two numbers; p->at is after the colon. */
static int parse_numeric(struct rec_parse *p, const char *word)
{
	uint64_t type;
	char *end;

	if (cli_parse_u64(word, 0, &type) || type > UINT32_MAX)
		return rec_error("-e '%s': TYPE:CONFIG needs a TYPE up to %u, not %s", p->text,
				 UINT32_MAX, word);
	errno = 0;
	uint64_t config = strtoull(p->at, &end, 0);

	if (end == p->at || errno)
		return event_syntax_error(p, "TYPE:CONFIG needs a number for CONFIG, such as 3 in "
					     "1:3, but there is none");
	p->at = end;
	uint32_t first = p->l->nr;

	parser_add_event(p, (uint32_t)type, config);
	return parse_given_terms(p, first);
}

static int parse_with_terms(struct rec_parse *p, const char *word, size_t len)
{
	uint32_t first = p->l->nr, nr;
	struct rec_pmu *pmus;
	int known = parse_known(p, word, len);

	if (known < 0)
		return -1;
	p->at++;
	if (known)
		return parse_terms_of(p, first, NULL);
	const char *name = rec_strndup(p->l->arena, word, len), *terms = p->at;

	nr = rec_units_find(p->l->arena, name, &pmus);
	if (!nr)
		return rec_error("-e '%s': no event and no PMU (/sys/bus/event_source/devices) is "
				 "called %s%s",
				 p->text, name, rec_suggest_names(p->l->arena, name));
	for (uint32_t i = 0; i < nr; i++) {
		p->at = terms;
		add_of_unit(p, &pmus[i], pmus[i].type, 0);
		if (parse_terms_of(p, p->l->nr - 1, &pmus[i]))
			return -1;
	}
	return 0;
}

/* Parse an event without its modifiers; p->at is moved after it. */
static int parse_definition(struct rec_parse *p)
{
	const char *word = p->at;
	size_t len = strcspn(word, ",:/{} \t");

	if (!len)
		return event_syntax_error(p, "an event is missing");
	p->at += len;
	skip_to_one_of(p, ":/");
	if (len == 3 && !memcmp(word, "mem", 3) && *p->at == ':') {
		p->at++;
		return parse_breakpoint(p);
	}
	if (*p->at == '/')
		return parse_with_terms(p, word, len);
	int known = *p->at == ':' ? rec_parse_probe(p, word, len) : 0;

	if (!known)
		known = parse_known(p, word, len);

	if (known)
		return known < 0 ? -1 : 0;
	char *name = rec_strndup(p->l->arena, word, len);

	if (*p->at == ':' && p->at[1]) {
		p->at++;
		if (is_type_number(name))
			return parse_numeric(p, name);
		return parse_tracepoint(p, name);
	}
	return rec_error("-e '%s': no event is called %s%s", p->text, name,
			 rec_suggest_names(p->l->arena, name));
}

static int parse_event(struct rec_parse *p)
{
	skip_event_blanks(p);
	const char *start = p->at;
	uint32_t first = p->l->nr;

	if (parse_definition(p))
		return -1;
	const char *end = p->at;
	const bool terms = end > start && end[-1] == '/';
	const bool colon = skip_to_one_of(p, ":");

	p->at += colon;
	if (colon || (terms && !strchr(",}", end[strspn(end, " \t")]))) {
		if (parse_modifiers(p, first, false))
			return -1;
		end = p->at;
	}
	skip_event_blanks(p);
	if (*p->at && *p->at != ',' && *p->at != '}')
		return event_syntax_error(p, "unexpected text");
	for (uint32_t i = first; i < p->l->nr; i++)
		if (!p->l->ev[i].name)
			p->l->ev[i].name = rec_strndup(p->l->arena, start, (size_t)(end - start));
	return 0;
}

static int close_group(struct rec_parse *p, const char *name)
{
	uint32_t first = p->group, last = p->l->nr;

	if (*p->at != '}')
		return event_syntax_error(p, "a '}' is missing");
	p->at++;
	for (uint32_t i = first; i < last; i++)
		p->l->ev[i].leader = first;
	p->l->ev[first].nr_members = last - first;
	p->l->ev[first].group_name = name;
	if (!skip_to_one_of(p, ":"))
		return 0;
	p->at++;
	return parse_modifiers(p, first, true);
}

static int parse_group(struct rec_parse *p)
{
	size_t all = strcspn(p->at, "{"), len = all;

	while (len && (p->at[len - 1] == ' ' || p->at[len - 1] == '\t'))
		len--;
	const char *name = len ? rec_strndup(p->l->arena, p->at, len) : NULL;

	p->at += all + 1;
	p->group = p->l->nr;
	for (;;) {
		if (parse_event(p))
			return -1;
		if (*p->at != ',')
			break;
		p->at++;
	}
	return close_group(p, name);
}

int rec_events_parse(struct rec_evlist *l, const char *text)
{
	struct rec_parse p = { .l = l, .text = text, .at = text };

	for (;;) {
		skip_event_blanks(&p);
		size_t word = strcspn(p.at, "{,:/");

		if (p.at[word] == '{' ? parse_group(&p) : parse_event(&p))
			return -1;
		skip_event_blanks(&p);
		if (*p.at != ',')
			break;
		p.at++;
	}
	if (*p.at)
		return event_syntax_error(&p, "unexpected text");
	l->nr_options++;
	return 0;
}
