/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Opens an ELF file with libelf and gives access to its sections, segments, build id and debug
 * links.
 */
#include "object/elf/elf_object_int.h"

#include "base/array.h"
#include "base/memory.h"

#include <pdata/elf.h>

#include <stdlib.h>

#ifdef HAVE_ELF

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NT_GNU_ID 3u
#define GNU "GNU"
#define NO_MEMORY "cannot be read: out of memory"
#define PLACES_MAX 4096u /* most sections of a file whose sections are compared with each other */

Elf_Data *sym_elf_data(Elf_Scn *scn)
{
	Elf_Data *d;

	errno = 0;
	d = elf_getdata(scn, NULL);
	mem_check_errno(d);
	return d;
}

Elf_Data *sym_elf_raw_data(Elf_Scn *scn)
{
	Elf_Data *d;

	errno = 0;
	d = elf_rawdata(scn, NULL);
	mem_check_errno(d);
	return d;
}

static const char *section_name(struct sym_elf *e, size_t strings, const GElf_Shdr *hdr)
{
	const char *name = elf_strptr(e->elf, strings, hdr->sh_name);

	return name ? name : "";
}

/* The first section of a name is used. */
static void set_elf_section(struct elf_section *s, Elf_Scn *scn, const GElf_Shdr *hdr, size_t index)
{
	if (!s->scn)
		*s = (struct elf_section){ .scn = scn, .hdr = *hdr, .index = index };
}

static void note_section(struct sym_elf *e, const char *name, Elf_Scn *scn, const GElf_Shdr *hdr,
			 size_t i)
{
	const struct {
		const char *name;
		struct elf_section *to;
	} known[] = {
		{ ".symtab", &e->symtab },
		{ ".dynsym", &e->dynsym },
		{ ".opd", &e->opd },
		{ ".plt", &e->plt },
		{ ".plt.sec", &e->plt_sec },
		{ ".rela.plt", &e->rela_plt },
		{ ".rel.plt", &e->rel_plt },
		{ ".note.gnu.build-id", &e->notes[0] },
		{ ".notes", &e->notes[1] },
		{ ".note", &e->notes[2] },
		{ ".gnu_debuglink", &e->debuglink },
		{ ".gnu_debugaltlink", &e->altlink },
		{ ".gnu_debugdata", &e->mini },
	};

	for (size_t k = 0; k < REP_NR(known); k++)
		if (!strcmp(name, known[k].name))
			set_elf_section(known[k].to, scn, hdr, i);
	if ((!strcmp(name, ".debug_info") || !strcmp(name, ".zdebug_info")) &&
	    hdr->sh_type != SHT_NOBITS)
		e->has_debug = true;
}

static uint64_t file_end(const struct sym_elf *e)
{
	struct stat st;

	return e->fd < 0 ? e->image_len : fstat(e->fd, &st) ? 0 : (uint64_t)st.st_size;
}

/* Drop a symbol table whose data are not in the file. */
static void drop_lost_table(struct sym_elf *e, struct elf_section *s, uint32_t type)
{
	const uint64_t end = file_end(e);

	/* Files that have only debugging information keep the headers of other sections. */
	if (s->scn && s->hdr.sh_type == type &&
	    (s->hdr.sh_offset > end || s->hdr.sh_size > end - s->hdr.sh_offset)) {
		e->damage = "symbol table ends after the end of the file";
		s->scn = NULL;
	}
	if (s->hdr.sh_type != type)
		s->scn = NULL;
}

static void read_symbol_sections(struct sym_elf *e)
{
	size_t nr, strings, read = 0, nameless = 0;
	Elf_Scn *scn = NULL;

	if (elf_getshdrnum(e->elf, &nr) || elf_getshdrstrndx(e->elf, &strings)) {
		e->damage = "section headers cannot be read";
		return;
	}
	e->range = mem_alloc(nr, sizeof(*e->range));
	if (!e->range)
		return;
	e->nr_ranges = nr;
	while ((scn = elf_nextscn(e->elf, scn))) {
		size_t i = elf_ndxscn(scn);
		const char *name;
		GElf_Shdr hdr;

		if (i >= nr || !gelf_getshdr(scn, &hdr))
			continue;
		name = section_name(e, strings, &hdr);
		e->range[i] = (struct elf_section_range){
			.addr = hdr.sh_addr,
			.offset = hdr.sh_offset,
			.size = hdr.sh_size,
			.alloc = hdr.sh_flags & SHF_ALLOC,
			.nobits = hdr.sh_type == SHT_NOBITS,
			.text_or_data = strstr(name, "text") || strstr(name, "data"),
			.text = !strcmp(name, ".text"),
		};
		read++;
		nameless += !*name;
		note_section(e, name, scn, &hdr, i);
	}
	if ((nr && read < nr - 1) || (!nr && e->hdr.e_shoff))
		e->damage = "section headers cannot be read";
	else if (nr > 1 && nameless == nr - 1)
		e->damage = "section names cannot be read";
	drop_lost_table(e, &e->symtab, SHT_SYMTAB);
	drop_lost_table(e, &e->dynsym, SHT_DYNSYM);
	if (e->opd.hdr.sh_type != SHT_PROGBITS)
		e->opd.scn = NULL;
}

static void read_load_segments(struct sym_elf *e)
{
	size_t nr;

	errno = 0;
	if (!mem_check_errno(!elf_getphdrnum(e->elf, &nr)))
		return;
	for (size_t i = 0; i < nr; i++) {
		GElf_Phdr p;

		if (!mem_check_errno(gelf_getphdr(e->elf, (int)i, &p)))
			return;
		if (p.p_type != PT_LOAD || !(p.p_memsz | p.p_filesz))
			continue;
		if (!mem_room_at_end(&e->segment, e->nr_segments, sizeof(*e->segment)))
			return;
		e->segment[e->nr_segments++] =
			(struct elf_segment){ p.p_vaddr, p.p_offset,
					      p.p_memsz > p.p_filesz ? p.p_memsz : p.p_filesz };
	}
}

/* @failures: mem_failures() before libelf was asked. */
static struct sym_elf *start_sym_elf(struct sym_elf *e, unsigned failures, const char **why)
{
	*why = "is not an ELF file";
	if (!mem_check_errno(e->elf) || elf_kind(e->elf) != ELF_K_ELF ||
	    !gelf_getehdr(e->elf, &e->hdr)) {
		sym_elf_close(e);
		return NULL;
	}
	errno = 0;
	read_symbol_sections(e);
	/* If memory is exhausted, a section may have no name, and no other error shows it. */
	mem_check_errno(!errno);
	read_load_segments(e);
	*why = mem_failures() != failures ? NO_MEMORY : NULL;
	if (!*why)
		return e;
	sym_elf_close(e);
	return NULL;
}

static struct sym_elf *open_compressed_elf(const char *path, const char **why)
{
	size_t len, out_len;
	char *data = sym_file_read(path, false, &len), *image;

	if (!data && errno == ENOMEM)
		*why = NO_MEMORY;
	image = data ? sym_inflate(data, len, &out_len, why) : NULL;
	free(data);
	return image ? sym_elf_from_memory(image, out_len, why) : NULL;
}

struct sym_elf *sym_elf_open(const char *path, const char **why)
{
	int fd = sym_file_open(path, false);
	char magic[8];
	unsigned failures;
	struct sym_elf *e;
	ssize_t n;

	*why = "cannot be opened";
	if (fd < 0)
		return NULL;
	n = pread(fd, magic, sizeof(magic), 0);
	if (n > 0 && sym_is_compressed(magic, (size_t)n)) {
		close(fd);
		return open_compressed_elf(path, why);
	}
	elf_version(EV_CURRENT);
	failures = mem_failures();
	e = mem_alloc(1, sizeof(*e));
	if (!e) {
		*why = NO_MEMORY;
		close(fd);
		return NULL;
	}
	e->fd = fd;
	errno = 0;
	/*
	 * The file is read, not mapped: if a mapped file is truncated meanwhile, SIGBUS ends the
	 * program.
	 */
	e->elf = elf_begin(fd, ELF_C_READ, NULL);
	return start_sym_elf(e, failures, why);
}

struct sym_elf *sym_elf_from_memory(char *image, size_t len, const char **why)
{
	const unsigned failures = mem_failures();
	struct sym_elf *e = mem_alloc(1, sizeof(*e));

	if (!e) {
		*why = NO_MEMORY;
		free(image);
		return NULL;
	}
	elf_version(EV_CURRENT);
	e->fd = -1;
	e->image = image;
	e->image_len = len;
	errno = 0;
	e->elf = elf_memory(image, len);
	return start_sym_elf(e, failures, why);
}

void sym_elf_set_cut(struct sym_elf *e)
{
	e->cut = true;
}

bool sym_elf_add_copy(struct sym_elf *e, struct sym_elf *copy)
{
	if (!e || !e->cut || !copy->cut || sym_elf_has_symtab(e) != sym_elf_has_symtab(copy))
		return false;
	copy->copy = e->copy;
	e->copy = copy;
	return true;
}

struct pdata_elf *sym_elf_raw(struct sym_elf *e)
{
	int ret = 0;

	if (!e->raw && (e->image || e->fd >= 0))
		ret = e->image ? pdata_elf_open_mem(&e->raw, e->image, e->image_len, NULL)
			       : pdata_elf_open_fd(&e->raw, e->fd, NULL);
	if (ret == PDATA_E_NOMEM)
		mem_count_failure();
	return e->raw;
}

int sym_elf_walk(struct sym_elf *e, const struct elf_section *table, pdata_elf_sym_fn fn, void *arg)
{
	struct pdata_elf *raw = table->scn ? sym_elf_raw(e) : NULL;
	int ret = raw ? pdata_elf_symbols(raw, (uint32_t)table->index, fn, arg) : 0;

	if (ret == PDATA_E_NOMEM)
		mem_count_failure();
	return ret;
}

void sym_elf_close_fd(struct sym_elf *e)
{
	if (!e || e->fd < 0)
		return;
	elf_cntl(e->elf, ELF_C_FDDONE);
	pdata_elf_close(e->raw);
	e->raw = NULL;
	close(e->fd);
	e->fd = -1;
}

void sym_elf_close(struct sym_elf *e)
{
	while (e) {
		struct sym_elf *copy = e->copy;

		elf_end(e->elf);
		pdata_elf_close(e->raw);
		if (e->fd >= 0)
			close(e->fd);
		free(e->image);
		free(e->range);
		free(e->segment);
		for (uint32_t i = 0; i < e->nr_inflated; i++)
			pdata_free(e->inflated[i]);
		free(e->inflated);
		free(e);
		e = copy;
	}
}

/* Take section offsets from @e: the sections of .gnu_debugdata are those of @e without content. */
static void copy_section_offsets(struct sym_elf *mini, const struct sym_elf *e)
{
	for (size_t i = 0; i < mini->nr_ranges; i++)
		for (size_t k = 0; k < e->nr_ranges && mini->range[i].nobits; k++)
			if (e->range[k].alloc && !e->range[k].nobits &&
			    e->range[k].addr == mini->range[i].addr &&
			    e->range[k].size == mini->range[i].size)
				mini->range[i] = e->range[k];
}

struct sym_elf *sym_elf_mini(struct sym_elf *e)
{
	Elf_Data *data = e->mini.scn ? sym_elf_raw_data(e->mini.scn) : NULL;
	struct sym_elf *mini;
	const char *why;
	char *image;
	size_t len;

	if (!data || !data->d_buf)
		return NULL;
	image = sym_inflate(data->d_buf, data->d_size, &len, &why);
	mini = image ? sym_elf_from_memory(image, len, &why) : NULL;
	if (mini && mini->symtab.scn && mini->nr_ranges < PLACES_MAX && e->nr_ranges < PLACES_MAX) {
		copy_section_offsets(mini, e);
		return mini;
	}
	sym_elf_close(mini);
	return NULL;
}

const char *sym_elf_damage(const struct sym_elf *e)
{
	return e->damage;
}

bool sym_elf_has_symtab(const struct sym_elf *e)
{
	return e->symtab.scn;
}

bool sym_elf_is_runtime(const struct sym_elf *e)
{
	return e->dynsym.scn || e->opd.scn;
}

bool sym_elf_has_code(const struct sym_elf *e)
{
	for (size_t i = 0; i < e->nr_ranges; i++)
		if (e->range[i].text && !e->range[i].nobits)
			return true;
	return false;
}

bool sym_elf_has_debug(const struct sym_elf *e)
{
	return e->has_debug;
}

static struct sym_build_id id_in_notes(struct elf_section *s)
{
	struct sym_build_id id = { .size = 0 };
	Elf_Data *data = sym_elf_data(s->scn);
	size_t at = 0, name, desc;
	GElf_Nhdr n;

	while (data && data->d_buf && (at = gelf_getnote(data, at, &n, &name, &desc)))
		if (n.n_type == NT_GNU_ID && n.n_namesz == sizeof(GNU) &&
		    !memcmp((char *)data->d_buf + name, GNU, sizeof(GNU)))
			return sym_id_make((uint8_t *)data->d_buf + desc, n.n_descsz);
	return id;
}

struct sym_build_id sym_elf_build_id(struct sym_elf *e)
{
	for (size_t i = 0; i < REP_NR(e->notes); i++)
		if (e->notes[i].scn)
			return id_in_notes(&e->notes[i]);
	return (struct sym_build_id){ .size = 0 };
}

bool sym_elf_debuglink(struct sym_elf *e, char *buf, size_t size)
{
	Elf_Data *data = e->debuglink.scn ? sym_elf_data(e->debuglink.scn) : NULL;
	size_t n = data && data->d_buf ? strnlen(data->d_buf, data->d_size) : 0;

	if (!n || n == data->d_size || n >= size)
		return false;
	memcpy(buf, data->d_buf, n + 1);
	return true;
}

bool sym_elf_debugaltlink(struct sym_elf *e, const char **path, struct sym_build_id *id)
{
	Elf_Data *data = e->altlink.scn ? sym_elf_data(e->altlink.scn) : NULL;
	size_t n = data && data->d_buf ? strnlen(data->d_buf, data->d_size) : 0;

	if (!n || n == data->d_size)
		return false;
	*path = data->d_buf;
	*id = sym_id_make((const uint8_t *)data->d_buf + n + 1, (uint32_t)(data->d_size - n - 1));
	return true;
}

struct elf_names sym_elf_names(struct sym_elf *e, const struct elf_section *table)
{
	Elf_Scn *scn = elf_getscn(e->elf, table->hdr.sh_link);
	Elf_Data *data = scn ? sym_elf_data(scn) : NULL;
	const char *last = data && data->d_buf ? memrchr(data->d_buf, 0, data->d_size) : NULL;

	if (!last)
		return (struct elf_names){ NULL, 0 };
	return (struct elf_names){ data->d_buf, (size_t)(last - (char *)data->d_buf) + 1 };
}

#else

struct sym_elf *sym_elf_open(const char *path, const char **why)
{
	(void)path;
	*why = "cannot be read: this build lacks libelf";
	return NULL;
}

struct sym_elf *sym_elf_from_memory(char *image, size_t len, const char **why)
{
	(void)len;
	free(image);
	return sym_elf_open(NULL, why);
}

void sym_elf_close(struct sym_elf *e)
{
	(void)e;
}

void sym_elf_set_cut(struct sym_elf *e)
{
	(void)e;
}

bool sym_elf_add_copy(struct sym_elf *e, struct sym_elf *copy)
{
	(void)e;
	(void)copy;
	return false;
}

struct pdata_elf *sym_elf_raw(struct sym_elf *e)
{
	(void)e;
	return NULL;
}

const char *sym_elf_damage(const struct sym_elf *e)
{
	(void)e;
	return NULL;
}

bool sym_elf_has_symtab(const struct sym_elf *e)
{
	return e;
}

bool sym_elf_is_runtime(const struct sym_elf *e)
{
	return e;
}

bool sym_elf_has_code(const struct sym_elf *e)
{
	return e;
}

struct sym_build_id sym_elf_build_id(struct sym_elf *e)
{
	(void)e;
	return (struct sym_build_id){ .size = 0 };
}

bool sym_elf_debuglink(struct sym_elf *e, char *buf, size_t size)
{
	(void)buf;
	(void)size;
	return e;
}

bool sym_elf_has_debug(const struct sym_elf *e)
{
	return e;
}

bool sym_elf_value(struct sym_elf *e, const char *name, uint64_t *addr)
{
	(void)name;
	*addr = 0;
	return !e;
}

bool sym_elf_debugaltlink(struct sym_elf *e, const char **path, struct sym_build_id *id)
{
	*path = NULL;
	id->size = 0;
	return e;
}

struct sym_elf *sym_elf_mini(struct sym_elf *e)
{
	(void)e;
	return NULL;
}

#endif

struct sym_elf *sym_elf_if_id(struct sym_elf *e, const struct sym_build_id *id)
{
	struct sym_build_id is;

	if (!e)
		return NULL;
	is = sym_elf_build_id(e);
	if (sym_id_match(id, &is))
		return e;
	sym_elf_close(e);
	return NULL;
}

struct sym_elf *sym_find_with_id(const char *path, const struct sym_build_id *id)
{
	const char *why;

	return sym_elf_if_id(sym_file_exists(path) ? sym_elf_open(path, &why) : NULL, id);
}
