/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints the recording's header as comment lines, as perf report --header does: file facts,
 * features, and the features that are missing.
 */
#include "session/describe/header.h"

#include <time.h>

/* End of the features that perf 6.1 knows, and lists as missing if the file lacks them. */
#define FEATURES_LISTED (PDATA_FEAT_PMU_CAPS + 1)

static bool file_has_feature(const struct pdata_file_info *info, uint32_t bit)
{
	return info->features[bit / 64] >> bit % 64 & 1;
}

static void print_captured(struct out *o, int64_t mtime)
{
	time_t t = (time_t)mtime;
	char text[64];
	struct tm tm;

	if (!localtime_r(&t, &tm) || !strftime(text, sizeof(text), "%a %b %e %H:%M:%S %Y", &tm))
		return;
	out_printf(o, "# captured on    : %s\n", text);
}

static void print_container(struct out *o, const struct pdata_file_info *info)
{
	bool pipe = info->container == PDATA_CONTAINER_PIPE;

	print_captured(o, info->mtime);
	/* perf counts header versions from 0, the file format from 1. */
	out_printf(o, "# header version : %u\n", info->version - 1);
	out_printf(o, "# data offset    : %llu\n",
		   pipe ? 0 : (unsigned long long)info->data_offset);
	out_printf(o, "# data size      : %llu\n", pipe ? 0 : (unsigned long long)info->data_size);
	out_printf(o, "# feat offset    : %llu\n",
		   pipe ? 0 : (unsigned long long)info->feat_offset);
}

static void print_missing(struct out *o, const struct pdata_file_info *info)
{
	out_str(o, "# missing features: ");
	for (uint32_t bit = 1; bit < FEATURES_LISTED; bit++) {
		const char *name = pdata_feature_name(bit);

		if (!file_has_feature(info, bit) && name)
			out_printf(o, "%s ", name);
	}
	out_char(o, '\n');
}

/* Features that a pipe has no records for; perf ignores such records in a pipe. */
static bool is_file_only(uint32_t bit)
{
	return bit == PDATA_FEAT_BRANCH_STACK || bit == PDATA_FEAT_STAT;
}

static void print_pipe_features(struct rep_session *s, struct out *o, bool full)
{
	struct pdata_record rec;
	struct pdata_value v;
	int rc;

	while ((rc = pdata_reader_next(s->reader, &rec)) > 0) {
		if (rec.type != PDATA_RECORD_HEADER_FEATURE || pdata_record_decode(&rec, &v, NULL))
			continue;
		/* An empty record with the number after the writer's last feature is the end. */
		if (v.u.header_feature.feat_id >= FEATURES_LISTED && !v.u.header_feature.data.len)
			break;
		if (v.u.header_feature.feat_id < PDATA_NR_FEATURES &&
		    !is_file_only((uint32_t)v.u.header_feature.feat_id))
			rep_feature_print(s, o, (uint32_t)v.u.header_feature.feat_id, full);
	}
	if (rc < 0 || pdata_reader_rewind(s->reader))
		rep_session_failed(s);
}

int rep_header_print(struct rep_session *s, struct out *o, bool full)
{
	const struct pdata_file_info *info = pdata_reader_info(s->reader);
	bool pipe = info->container == PDATA_CONTAINER_PIPE;

	out_str(o, "# ========\n");
	print_container(o, info);
	for (uint32_t bit = 0; !pipe && bit < PDATA_NR_FEATURES; bit++)
		if (file_has_feature(info, bit))
			rep_feature_print(s, o, bit, full);
	if (!pipe)
		print_missing(o, info);
	out_str(o, "# ========\n#\n");
	if (pipe)
		print_pipe_features(s, o, full);
	return s->status;
}

int rep_header_print_facts(struct rep_session *s, struct out *o)
{
	if (pdata_reader_info(s->reader)->container == PDATA_CONTAINER_PIPE)
		print_pipe_features(s, o, true);
	return s->status;
}
