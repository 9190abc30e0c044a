/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loads the kernel's symbols in a thread while the recording is read, and returns them if they are
 * for the same kernel and options.
 */
#include "object/symbols/kernel_prefetch.h"

#include "base/array.h"
#include "base/context.h"
#include "base/host.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct kernel_prefetch {
	struct sym_kernel k;
	char *symfs, *ref; /* of k */
	struct sym_table_priv *tab;
	pthread_t thread;
};

static void *kernel_prefetch_main(void *arg)
{
	struct kernel_prefetch *a = arg;

	sym_kernel_load(&a->k, a->tab);
	return NULL;
}

static void free_all(struct kernel_prefetch *a)
{
	sym_table_free(a->tab);
	sym_kernel_free(&a->k);
	free(a->symfs);
	free(a->ref);
	free(a);
}

struct kernel_prefetch *kernel_prefetch_start(const struct sym_kernel *like)
{
	struct kernel_prefetch *a;

	if (rep_nr_cpus() < 2)
		return NULL;
	a = mem_alloc(1, sizeof(*a));
	if (!a)
		return NULL;
	a->k = *like;
	a->k.symfs = a->symfs = like->symfs ? mem_strdup(like->symfs) : NULL;
	a->k.ref = a->ref = like->ref ? mem_strdup(like->ref) : NULL;
	a->tab = sym_table_new();
	if (a->tab && !a->symfs == !like->symfs && !a->ref == !like->ref &&
	    !rep_thread_start(&a->thread, kernel_prefetch_main, a))
		return a;
	free_all(a);
	return NULL;
}

static bool same_text_or_null(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* Whether reading names for @k would give the same result. */
static bool is_same_kernel_load(const struct sym_kernel *a, const struct sym_kernel *k)
{
	return same_text_or_null(a->symfs, k->symfs) && same_text_or_null(a->ref, k->ref) &&
	       a->ref_addr == k->ref_addr && a->id.size == k->id.size &&
	       !memcmp(a->id.data, k->id.data, k->id.size) && a->foreign == k->foreign &&
	       a->ignore_vmlinux == k->ignore_vmlinux && a->demangle == k->demangle &&
	       a->embedded == k->embedded && !k->kallsyms && !k->vmlinux && !k->server &&
	       !k->looked[0] && !k->looked[1];
}

struct sym_table_priv *kernel_prefetch_join(struct kernel_prefetch *a, struct sym_kernel *k)
{
	struct sym_table_priv *tab = NULL;

	if (!a)
		return NULL;
	pthread_join(a->thread, NULL);
	if (is_same_kernel_load(&a->k, k)) {
		tab = a->tab;
		a->tab = NULL;
		for (unsigned i = 0; i < REP_NR(k->lists); i++) {
			k->lists[i] = a->k.lists[i];
			k->looked[i] = a->k.looked[i];
			a->k.lists[i] = NULL;
		}
	}
	free_all(a);
	return tab;
}

void kernel_prefetch_free(struct kernel_prefetch *a)
{
	if (!a)
		return;
	pthread_join(a->thread, NULL);
	free_all(a);
}
