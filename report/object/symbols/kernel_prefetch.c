/* SPDX-License-Identifier: BSD-2-Clause */
#include "object/symbols/kernel_prefetch.h"

#include "base/command.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct sym_ahead {
	struct sym_kernel k;
	char *symfs, *ref; /* of k */
	struct sym_tab *tab;
	pthread_t thread;
};

static void *work(void *arg)
{
	struct sym_ahead *a = arg;

	sym_kernel_load(&a->k, a->tab);
	return NULL;
}

static void free_all(struct sym_ahead *a)
{
	sym_tab_free(a->tab);
	sym_kernel_free(&a->k);
	free(a->symfs);
	free(a->ref);
	free(a);
}

struct sym_ahead *sym_ahead_start(const struct sym_kernel *like)
{
	struct sym_ahead *a;

	if (rep_nr_cpus() < 2)
		return NULL;
	a = rep_alloc(1, sizeof(*a));
	a->k = *like;
	a->k.symfs = a->symfs = like->symfs ? rep_strdup(like->symfs) : NULL;
	a->k.ref = a->ref = like->ref ? rep_strdup(like->ref) : NULL;
	a->tab = sym_tab_new();
	if (!pthread_create(&a->thread, NULL, work, a))
		return a;
	free_all(a);
	return NULL;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* Whether reading for @k would have done the same. */
static bool is_of(const struct sym_kernel *a, const struct sym_kernel *k)
{
	return same_text(a->symfs, k->symfs) && same_text(a->ref, k->ref) &&
	       a->ref_addr == k->ref_addr && a->id.size == k->id.size &&
	       !memcmp(a->id.data, k->id.data, k->id.size) && a->foreign == k->foreign &&
	       a->ignore_vmlinux == k->ignore_vmlinux && a->demangle == k->demangle &&
	       a->embedded == k->embedded && !k->kallsyms && !k->vmlinux && !k->server &&
	       !k->looked[0] && !k->looked[1];
}

struct sym_tab *sym_ahead_take(struct sym_ahead *a, struct sym_kernel *k)
{
	struct sym_tab *tab = NULL;

	if (!a)
		return NULL;
	pthread_join(a->thread, NULL);
	if (is_of(&a->k, k)) {
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

void sym_ahead_free(struct sym_ahead *a)
{
	if (!a)
		return;
	pthread_join(a->thread, NULL);
	free_all(a);
}
