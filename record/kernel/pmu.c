/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds PMUs in /sys/bus/event_source/devices: type, cpumask, named events, and the format files
 * that map a term's value to bits of config.
 */
#include "kernel/pmu.h"
#include "base/util.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *rec_pmu_dir = "/sys/bus/event_source/devices";

/* Return whether a name can be part of a path without leading out of its directory. */
static bool is_safe_pmu_name(const char *s, size_t len)
{
	return len && len < 128 && !memchr(s, '/', len) && s[0] != '.';
}

/*
 * Read the CPUs of a PMU: "cpumask" of an uncore PMU has one CPU of each package, "cpus" of a core
 * PMU has the cores of one kind.
 */
static void pmu_cpus(struct rec_arena *a, struct rec_pmu *pmu)
{
	const char *s = rec_read_line(a, rec_printf(a, "%s/cpumask", pmu->dir));

	if (!s) {
		s = rec_read_line(a, rec_printf(a, "%s/cpus", pmu->dir));
		pmu->core = s != NULL;
	}
	if (!s || rec_parse_cpu_list(a, s, &pmu->cpus, &pmu->nr_cpus))
		pmu->cpus = NULL;
}

int rec_pmu_find(struct rec_arena *a, const char *name, size_t len, struct rec_pmu *pmu)
{
	if (!is_safe_pmu_name(name, len))
		return -1;
	*pmu = (struct rec_pmu){ 0 };
	pmu->name = rec_strndup(a, name, len);
	pmu->dir = rec_printf(a, "%s/%s", rec_pmu_dir, pmu->name);
	int64_t type = rec_read_number(rec_printf(a, "%s/type", pmu->dir), -1);

	if (type < 0 || type > UINT32_MAX)
		return -1;
	pmu->type = (uint32_t)type;
	pmu_cpus(a, pmu);
	return 0;
}

const char *rec_pmu_event(struct rec_arena *a, const struct rec_pmu *pmu, const char *name)
{
	if (!is_safe_pmu_name(name, strlen(name)))
		return NULL;
	return rec_read_line(a, rec_printf(a, "%s/events/%s", pmu->dir, name));
}

/* Parse one range of bits, "7" or "0-7", at *@s, and set *@s after it. Return: 0 or -1. */
static int format_range(const char **s, unsigned int *lo, unsigned int *hi)
{
	char *end;
	unsigned long a = strtoul(*s, &end, 10), b = a;

	if (end == *s)
		return -1;
	if (*end == '-') {
		const char *second = end + 1;

		b = strtoul(second, &end, 10);
		if (end == second)
			return -1;
	}
	if (a > b || b > 63)
		return -1;
	*lo = (unsigned int)a;
	*hi = (unsigned int)b;
	*s = end;
	return 0;
}

int rec_pmu_format_apply(const char *format, uint64_t value, struct pdata_attr *at)
{
	static const struct {
		const char *name;
		size_t member;
	} words[] = {
		{ "config:", offsetof(struct pdata_attr, config) },
		{ "config1:", offsetof(struct pdata_attr, bp_addr) },
		{ "config2:", offsetof(struct pdata_attr, bp_len) },
		{ "config3:", offsetof(struct pdata_attr, config3) },
		{ "config4:", offsetof(struct pdata_attr, config4) },
	};
	uint64_t word, left = value;
	size_t member = SIZE_MAX;

	for (size_t i = 0; i < REC_NR(words) && member == SIZE_MAX; i++) {
		size_t n = strlen(words[i].name);

		if (!strncmp(format, words[i].name, n)) {
			member = words[i].member;
			format += n;
		}
	}
	if (member == SIZE_MAX)
		return -1;
	memcpy(&word, (char *)at + member, sizeof(word));
	for (;;) {
		unsigned int lo, hi;

		if (format_range(&format, &lo, &hi))
			return -1;
		unsigned int width = hi - lo + 1;
		uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;

		word = (word & ~(mask << lo)) | (left & mask) << lo;
		left = width == 64 ? 0 : left >> width;
		if (*format != ',')
			break;
		format++;
	}
	if (*format && *format != '\n')
		return -1;
	if (left)
		return -2;
	memcpy((char *)at + member, &word, sizeof(word));
	return 0;
}

int rec_pmu_term(struct rec_arena *a, const struct rec_pmu *pmu, const char *term, uint64_t value,
		 struct pdata_attr *at)
{
	if (!is_safe_pmu_name(term, strlen(term)))
		return 1;
	const char *format = rec_read_line(a, rec_printf(a, "%s/format/%s", pmu->dir, term));

	if (!format)
		return 1;
	int err = rec_pmu_format_apply(format, value, at);

	if (err == -2)
		return rec_error("%s: the value of the term %s is too large for the bits of the "
				 "term (%s)",
				 pmu->name, term, format);
	if (err)
		return rec_error("%s: the format of term %s is not understood: %s", pmu->name, term,
				 format);
	return 0;
}
