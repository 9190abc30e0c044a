/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Configures the events of PMUs that fill AUX areas (Intel PT, Intel BTS, Arm SPE, HiSilicon PTT),
 * and makes the AUXTRACE_INFO record that a decoder of the trace needs.
 */
#include "event/aux_unit.h"
#include "base/recorder.h"
#include "event/aux_opts.h"
#include "event/count_opts.h"
#include "event/side_opts.h"
#include "kernel/perf_syscall.h"
#include "kernel/pmu.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

/* The types of AUXTRACE_INFO records. Source: perf's auxtrace.h, enum auxtrace_type. */
enum { INFO_INTEL_PT = 1, INFO_INTEL_BTS = 2, INFO_ARM_SPE = 4, INFO_HISI_PTT = 6 };

struct rec_aux_unit {
	const char *name; /* the PMU's name, or its beginning if the PMUs have numbers */
	uint32_t info;
	bool switches; /* a decoder needs CONTEXT_SWITCH records to tell tasks apart */
	uint64_t period;
	uint32_t (*fill)(struct rec *r, const struct rec_event *e, uint64_t *priv);
};

/* ---- AUXTRACE_INFO ---- */

/* Return the bits of config that a term of the PMU sets; 0 if there is no such term. */
static uint64_t format_bits(struct rec *r, const struct rec_pmu *pmu, const char *term)
{
	const char *format =
		rec_read_line(&r->arena, rec_printf(&r->arena, "%s/format/%s", pmu->dir, term));
	uint64_t bits = 0;

	/* Try values of 1, 2, 3 ... one bits: the largest that fits sets all bits of the term. */
	for (uint64_t v = 1; format && v; v = v << 1 | 1) {
		struct pdata_attr at = { 0 };

		if (rec_pmu_format_apply(format, v, &at))
			break;
		bits = at.config;
	}
	return bits;
}

/*
 * Store the conversion of the PMU's clock (the TSC) to perf's time in @out: time_shift, time_mult,
 * time_zero, and whether these are valid. All stay 0 if the kernel does not give them in the page
 * of the first ring.
 */
static void fill_clock(const struct rec *r, uint64_t out[4])
{
	const uint8_t *page = NULL;
	uint64_t caps, zero;
	uint32_t mult;
	uint16_t shift;

	for (uint32_t i = 0; i < r->nr_rings && !page; i++)
		page = r->rings[i].page;
	if (!page)
		return;
	memcpy(&caps, page + 40, sizeof(caps));
	memcpy(&shift, page + 50, sizeof(shift));
	memcpy(&mult, page + 52, sizeof(mult));
	memcpy(&zero, page + 64, sizeof(zero));
	if (!(caps >> 4 & 1)) /* cap_user_time_zero */
		return;
	out[0] = shift;
	out[1] = mult;
	out[2] = zero;
	out[3] = mult != 0;
}

static uint32_t fill_pt(struct rec *r, const struct rec_event *e, uint64_t *priv)
{
	struct rec_pmu pmu;
	uint32_t cpu[4] = { 0 };

	if (rec_pmu_find(&r->arena, e->unit_name, strlen(e->unit_name), &pmu))
		return 0;
#if defined(__x86_64__) || defined(__i386__)
	__get_cpuid_count(0x15, 0, &cpu[0], &cpu[1], &cpu[2], &cpu[3]); /* crystal clock to TSC */
#endif
	priv[0] = e->attr.type;
	fill_clock(r, priv + 1);
	priv[5] = format_bits(r, &pmu, "tsc");
	priv[6] = format_bits(r, &pmu, "noretcomp");
	priv[7] = r->t.has_cpu ? 3 : 2; /* context switches of all tasks, or of recorded ones */
	priv[8] = r->o.aux->aux_snapshot;
	priv[9] = r->t.cpus[0] >= 0;
	priv[10] = format_bits(r, &pmu, "mtc");
	priv[11] = format_bits(r, &pmu, "mtc_period");
	priv[12] = cpu[1];
	priv[13] = cpu[0];
	priv[14] = format_bits(r, &pmu, "cyc");
	priv[15] = (uint64_t)rec_read_number(
		rec_printf(&r->arena, "%s/max_nonturbo_ratio", pmu.dir), 0);
	priv[16] = 0; /* length of an address filter */
	priv[17] =
		(uint64_t)rec_read_number(rec_printf(&r->arena, "%s/caps/event_trace", pmu.dir), 0);
	return 18;
}

static uint32_t fill_bts(struct rec *r, const struct rec_event *e, uint64_t *priv)
{
	priv[0] = e->attr.type;
	fill_clock(r, priv + 1);
	priv[5] = r->o.aux->aux_snapshot;
	return 6;
}

static uint32_t fill_spe(struct rec *r, const struct rec_event *e, uint64_t *priv)
{
	priv[0] = e->attr.type;
	priv[1] = r->t.cpus[0] >= 0;
	return 2;
}

static uint32_t fill_type(struct rec *r, const struct rec_event *e, uint64_t *priv)
{
	(void)r;
	priv[0] = e->attr.type;
	return 1;
}

static const struct rec_aux_unit units[] = {
	{ "intel_pt", INFO_INTEL_PT, true, 1, fill_pt },
	{ "intel_bts", INFO_INTEL_BTS, true, 1, fill_bts },
	{ "arm_spe_", INFO_ARM_SPE, true, 0, fill_spe },
	{ "hisi_ptt", INFO_HISI_PTT, false, 1, fill_type },
};

const struct rec_aux_unit *rec_aux_unit(const char *name)
{
	for (size_t i = 0; name && i < REC_NR(units); i++)
		if (!strncmp(name, units[i].name, strlen(units[i].name)))
			return &units[i];
	return NULL;
}

bool rec_aux_info(struct rec *r, uint64_t priv[REC_AUX_PRIV], struct pdata_value *v)
{
	for (uint32_t i = 0; i < r->ev.nr; i++) {
		const struct rec_event *e = &r->ev.ev[i];

		if (!e->aux)
			continue;
		*v = (struct pdata_value){ 0 };
		memset(priv, 0, REC_AUX_PRIV * sizeof(*priv));
		v->u.auxtrace_info.type = e->aux->info;
		v->u.auxtrace_info.priv.data = (const uint8_t *)priv;
		v->u.auxtrace_info.priv.nr = e->aux->fill(r, e, priv);
		return true;
	}
	return false;
}

/* ---- events ---- */

static uint64_t default_bytes(void)
{
	return rec_sys_may_lock() ? UINT64_C(4) << 20 : UINT64_C(128) << 10;
}

static int config_unit(struct rec_opts *o, struct rec_event *e, const struct rec_targets *t)
{
	struct pdata_attr *at = &e->attr;

	if (o->count->use_clockid)
		return rec_error("%s: the clock of hardware traces (AUX data) cannot be chosen; "
				 "leave out -k",
				 e->name);
	at->flags &= ~(UINT64_C(1) << PDATA_ATTR_FREQ);
	at->sample_period = e->aux->period     ? e->aux->period
			    : o->count->period ? o->count->period
					       : 1024; /* Arm SPE's smallest interval */
	at->sample_type &= ~PDATA_SAMPLE_PERIOD;
	if (t->cpus[0] >= 0)
		at->sample_type |= PDATA_SAMPLE_CPU | PDATA_SAMPLE_TIME;
	if (!o->aux->aux_snapshot && !o->aux->aux_sample)
		at->aux_watermark = o->aux->aux_bytes / 4 > UINT32_MAX
					    ? UINT32_MAX
					    : (uint32_t)(o->aux->aux_bytes / 4);
	if (e->aux->switches && t->cpus[0] >= 0)
		o->side->switch_events = true;
	return 0;
}

int rec_aux_config(struct rec_opts *o, struct rec_evlist *l)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < l->nr; i++) {
		struct rec_event *e = &l->ev[i];

		e->aux = rec_aux_unit(e->unit_name);
		if (!e->aux)
			continue;
		if (nr++)
			return rec_error("%s: a recording can have only one AUX event", e->name);
	}
	if (!nr && (o->aux->aux_snapshot || o->aux->aux_sample))
		return rec_error("%s needs an AUX event, such as intel_pt//",
				 o->aux->aux_snapshot ? "-S" : "--aux-sample");
	if (nr && o->count->overwrite_any)
		return rec_error("--overwrite does not work with AUX events; use -S to keep only "
				 "the latest AUX data");
	if (!nr || !o->aux->aux_bytes)
		o->aux->aux_bytes = nr ? default_bytes() : 0;
	if (o->aux->aux_snapshot_bytes > o->aux->aux_bytes)
		return rec_error("-S: the size is larger than the AUX area of %llu bytes; -m "
				 "PAGES,SIZE makes the AUX area larger",
				 (unsigned long long)o->aux->aux_bytes);
	return 0;
}

int rec_aux_attrs(struct rec_opts *o, struct rec_evlist *l, const struct rec_targets *t)
{
	for (uint32_t i = 0; i < l->nr; i++) {
		struct rec_event *e = &l->ev[i];
		const bool beside = l->ev[e->leader].aux && e->leader != i;
		uint32_t bytes = e->terms.set & REC_TERM_AUX_SAMPLE ? e->terms.aux_sample
				 : beside			    ? o->aux->aux_sample
								    : 0;

		if (e->aux && config_unit(o, e, t))
			return -1;
		if (e->terms.set & REC_TERM_AUX_OUTPUT)
			e->attr.flags |= (uint64_t)e->terms.aux_output << PDATA_ATTR_AUX_OUTPUT;
		if (!bytes || e->aux)
			continue;
		if (!beside)
			return rec_error("%s: aux-sample-size needs a group whose leader is an AUX "
					 "event: {intel_pt//,%s}",
					 e->name, e->name);
		e->attr.aux_sample_size = bytes;
		e->attr.sample_type |= PDATA_SAMPLE_AUX;
	}
	return 0;
}
