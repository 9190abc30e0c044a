/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the recorded kernel's build id and reference symbol, and starts the thread that reads the
 * kernel's symbols ahead.
 */
#include "session/session_int.h"

#include "object/symbols/kernel_prefetch.h"

#include <stdlib.h>
#include <string.h>

#define KERNEL_NAME "[kernel.kallsyms]"

/* The section of build ids as far as it can be read; NULL when the file has none. */
const struct pdata_feature *session_build_ids(struct rep_session *s)
{
	const struct pdata_feature *f;

	session_feature(s, PDATA_FEAT_BUILD_ID, &f);
	return f && f->u.build_ids.nr ? f : NULL;
}

static bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && !strcmp(s + n - m, end);
}

/* Modules are "[name]" or a path to a .ko file, which may be compressed. */
static bool is_module_name(const char *name)
{
	if (name[0] == '[')
		return strncmp(name, "[kernel.", 8) && strncmp(name, "[guest.kernel.", 14);
	return ends_with(name, ".ko") || ends_with(name, ".ko.gz") || ends_with(name, ".ko.xz") ||
	       ends_with(name, ".ko.zst");
}

/*
 * The HEADER_BUILD_ID section's entry for the kernel, whatever its name: the first entry in kernel
 * mode that is not a module.
 */
static const struct pdata_feat_build_id *kernel_entry(struct rep_session *s)
{
	const struct pdata_feature *f = session_build_ids(s);

	for (uint32_t i = 0; f && i < f->u.build_ids.nr; i++) {
		const struct pdata_feat_build_id *b = &f->u.build_ids.ids[i];

		if ((b->misc & PDATA_MISC_CPUMODE) == PDATA_CPUMODE_KERNEL &&
		    !is_module_name(b->filename))
			return b;
	}
	return NULL;
}

const char *session_feature_text(struct rep_session *s, uint32_t bit)
{
	const struct pdata_feature *f;

	return session_feature(s, bit, &f) ? NULL : f->u.str;
}

#define AHEAD_FROM ((uint64_t)8 << 20) /* input bytes from which a thread pays off */

void rep_session_prefetch_kernel(struct rep_session *s, const struct rep_input *in)
{
	const uint64_t without = PDATA_ATTR_EXCLUDE_KERNEL;
	const char *servers = getenv("DEBUGINFOD_URLS");
	bool kernel = false;

	for (uint32_t i = 0; i < pdata_reader_nr_events(s->reader); i++)
		kernel |= !pdata_attr_flag(&pdata_reader_event(s->reader, i)->attr, without);
	if (!kernel || s->size < AHEAD_FROM || in->kallsyms || in->vmlinux || in->debuginfod ||
	    (servers && servers[0]) ||
	    pdata_reader_info(s->reader)->container != PDATA_CONTAINER_FILE)
		return;
	/* Symbols bundled in the file need no reading ahead, unless --symfs overrides them. */
	if (in->symfs.nr || !session_bundle(s))
		s->ahead_in = in;
}

/* Start reading ahead once the kernel map is known; @m is its MMAP2 record, or NULL. */
static void start_ahead(struct rep_session *s, const struct pdata_mmap2 *m)
{
	const struct rep_input *in = s->ahead_in;
	const struct pdata_feat_build_id *b = kernel_entry(s);
	struct sym_kernel k = {
		.ref = s->kernel_ref,
		.ref_addr = s->kernel_text,
		.embedded = s->roots.files,
		.ignore_vmlinux = in->ignore_vmlinux,
		.demangle = in->demangle_kernel && !in->no_demangle,
		.foreign = sym_is_foreign(session_feature_text(s, PDATA_FEAT_ARCH), s->kernel_text),
	};

	k.symfs = symfs_dir_of_kernel(&s->roots, k.foreign);
	if (m && m->build_id)
		k.id = sym_id_make(m->build_id, m->build_id_size);
	else if (b)
		k.id = sym_id_make(b->build_id, b->size);
	/* kernel_prefetch_join() frees the symbols if this kernel is not adopted later. */
	if (!k.id.size && !k.symfs && !k.foreign)
		sym_kernel_adopt(&k, session_feature_text(s, PDATA_FEAT_HOSTNAME),
				 session_feature_text(s, PDATA_FEAT_OSRELEASE));
	if (k.id.size)
		s->ahead = kernel_prefetch_start(&k);
	s->ahead_in = NULL;
}

/*
 * The kernel map's name ends with the reference symbol, such as "_stext"; its pgoff is the
 * symbol's address.
 */
void session_note_kernel_map(struct rep_session *s, const struct pdata_record *rec)
{
	const size_t n = sizeof(KERNEL_NAME) - 1;
	struct pdata_value v;
	const char *name;
	uint64_t pgoff;

	if (s->kernel_text || (rec->misc & PDATA_MISC_CPUMODE) != PDATA_CPUMODE_KERNEL ||
	    pdata_record_decode(rec, &v, NULL))
		return;
	name = rec->type == PDATA_RECORD_MMAP ? v.u.mmap.filename : v.u.mmap2.filename;
	pgoff = rec->type == PDATA_RECORD_MMAP ? v.u.mmap.pgoff : v.u.mmap2.pgoff;
	if (strncmp(name, KERNEL_NAME, n) || !name[n] || strlen(name + n) >= sizeof(s->kernel_ref))
		return;
	memcpy(s->kernel_ref, name + n, strlen(name + n) + 1);
	s->kernel_text = pgoff;
	if (s->ahead_in && pgoff)
		start_ahead(s, rec->type == PDATA_RECORD_MMAP2 ? &v.u.mmap2 : NULL);
}

/* Compares a prefix only: the kernel object's name may end with the reference symbol. */
static bool is_kernel(const struct pdata_object *o)
{
	return o->cpumode == PDATA_CPUMODE_KERNEL &&
	       !strncmp(o->name, KERNEL_NAME, sizeof(KERNEL_NAME) - 1);
}

/*
 * The object with the recorded kernel's build id, which its map or the build-id section gave it.
 */
static const struct pdata_object *kernel_object(const struct rep_session *s)
{
	uint32_t nr = pdata_tasks_nr_objects(s->tasks);

	for (uint32_t i = 0; i < nr; i++) {
		const struct pdata_object *o = pdata_tasks_object(s->tasks, i);

		if (o->build_id && is_kernel(o))
			return o;
	}
	return NULL;
}

const uint8_t *rep_session_kernel_id(struct rep_session *s, uint32_t *size)
{
	const struct pdata_object *obj = kernel_object(s);
	const struct pdata_feat_build_id *b = obj ? NULL : kernel_entry(s);

	*size = obj ? obj->build_id_size : b ? b->size : 0;
	return obj ? obj->build_id : b ? b->build_id : NULL;
}
