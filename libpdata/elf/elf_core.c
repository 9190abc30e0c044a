/* SPDX-License-Identifier: BSD-2-Clause */
/* The head of a core file. */
#include "base/bytes.h"
#include "elf/elf_int.h"

#define PHNUM_MAX 0xfffeu /* more would need a section to count them */

int64_t pdata_elf_core(struct pdata_elf *like, const struct pdata_elf_segment *segments,
		       uint32_t nr, uint8_t **out)
{
	static const enum pd_elf_field none[] = { EH_SHOFF, EH_SHENTSIZE, EH_SHNUM, EH_SHSTRNDX };
	const struct pd_elf_sizes *z = like->sizes;
	const size_t len = z->eh + (size_t)nr * z->ph;
	uint8_t *p;

	*out = NULL;
	if (nr > PHNUM_MAX)
		return PDATA_E_ARG;
	p = pd_calloc(1, len);
	if (!p)
		return PDATA_E_NOMEM;
	if (pd_input_pread(&like->in, p, z->eh, 0) < z->eh) {
		pd_free(p);
		return PDATA_E_CUT;
	}
	*out = p;
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		pd_elf_put(like, p, none[i], 0);
	pd_elf_put(like, p, EH_PHOFF, z->eh);
	pd_elf_put(like, p, EH_PHENTSIZE, z->ph);
	pd_elf_put(like, p, EH_PHNUM, nr);
	p += z->eh;
	for (uint32_t i = 0; i < nr; i++, p += z->ph) {
		pd_elf_put(like, p, PH_TYPE, segments[i].type);
		pd_elf_put(like, p, PH_FLAGS, segments[i].flags);
		pd_elf_put(like, p, PH_OFF, segments[i].off);
		pd_elf_put(like, p, PH_ADDR, segments[i].addr);
		pd_elf_put(like, p, PH_FILESZ, segments[i].filesz);
		pd_elf_put(like, p, PH_MEMSZ, segments[i].memsz);
		pd_elf_put(like, p, PH_ALIGN, segments[i].align);
	}
	return (int64_t)len;
}
