/* SPDX-License-Identifier: BSD-2-Clause */
/* A search for a regular expression in the names or lines of a view. */
#include "view/tui/tui_int.h"

void tui_search_free(struct tui_search *s)
{
	if (s->on)
		regfree(&s->pattern);
	s->on = false;
}

void tui_search_set(struct tui_search *s, const char *text)
{
	tui_search_free(s);
	s->on = *text && !regcomp(&s->pattern, text, REG_EXTENDED | REG_ICASE);
}

bool tui_search_matches(const struct tui_search *s, const char *text, size_t len)
{
	regmatch_t m = { .rm_so = 0, .rm_eo = (regoff_t)len };

	return s->on && !regexec(&s->pattern, text, 0, &m, REG_STARTEND);
}
