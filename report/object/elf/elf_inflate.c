/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Decompresses sections of debugging information: by libelf, or by libpdata if libelf lacks zstd.
 */
#include "object/elf/elf_object_int.h"

#include "base/memory.h"

#ifdef HAVE_ELF

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ZSTD 2u /* ELFCOMPRESS_ZSTD, which elf.h of 2022 lacks */

static bool is_compressed(Elf_Scn *scn, GElf_Shdr *hdr, GElf_Chdr *z)
{
	return gelf_getshdr(scn, hdr) && hdr->sh_type != SHT_NOBITS &&
	       hdr->sh_flags & SHF_COMPRESSED && gelf_getchdr(scn, z) && z->ch_size <= INFLATED_MAX;
}

/* Make libelf return the bytes @out, which @e owns from now on, as the contents of the section. */
static bool replace_contents(struct sym_elf *e, Elf_Scn *scn, GElf_Shdr *hdr, const GElf_Chdr *z,
			     uint8_t *out, size_t size)
{
	Elf_Data *data = elf_getdata(scn, NULL), *raw = elf_rawdata(scn, NULL);

	hdr->sh_flags &= ~(GElf_Xword)SHF_COMPRESSED;
	hdr->sh_size = size;
	hdr->sh_addralign = z->ch_addralign;
	if (!data || !raw ||
	    !mem_room(&e->inflated, &e->cap_inflated, e->nr_inflated, sizeof(*e->inflated)) ||
	    !gelf_update_shdr(scn, hdr)) {
		pdata_free(out);
		return false;
	}
	e->inflated[e->nr_inflated++] = out;
	data->d_buf = raw->d_buf = out;
	data->d_size = raw->d_size = size;
	data->d_type = raw->d_type = ELF_T_BYTE;
	return true;
}

static bool inflate_by_libpdata(struct sym_elf *e, Elf_Scn *scn, GElf_Shdr *hdr, const GElf_Chdr *z)
{
	struct pdata_elf *raw = sym_elf_raw(e);
	const uint32_t index = (uint32_t)elf_ndxscn(scn);
	uint8_t *out = NULL;
	int64_t n = raw ? pdata_elf_content(raw, index, INFLATED_MAX, &out) : PDATA_E_CODEC;

	if (n == PDATA_E_NOMEM)
		mem_count_failure();
	return n >= 0 && replace_contents(e, scn, hdr, z, out, (size_t)n);
}

bool sym_elf_inflate(struct sym_elf *e, Elf_Scn *scn)
{
	GElf_Shdr hdr;
	GElf_Chdr z;

	if (!is_compressed(scn, &hdr, &z))
		return false;
	errno = 0;
	if (elf_compress(scn, 0, 0) >= 0)
		return true;
	mem_check_errno(false);
	return errno != ENOMEM && z.ch_type == ZSTD && inflate_by_libpdata(e, scn, &hdr, &z);
}

void sym_elf_inflate_zstd(struct sym_elf *e)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr hdr;
	GElf_Chdr z;

	while ((scn = elf_nextscn(e->elf, scn)))
		if (is_compressed(scn, &hdr, &z) && z.ch_type == ZSTD)
			sym_elf_inflate(e, scn);
}

#endif
