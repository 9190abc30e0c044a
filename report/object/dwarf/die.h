/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads debugging information entries (DIEs) on demand, and only the needed parts of a file: DWARF
 * versions 2 to 5, both byte orders, split DWARF, dwz supplementary files. The functions check all
 * offsets and sizes, because every byte of a file may be damaged. Source lines are not read here.
 */

#include "object/elf/elf_object_int.h"

#ifdef HAVE_DW

enum die_section {
	DIE_INFO,
	DIE_ABBREV,
	DIE_STR,
	DIE_LINE_STR,
	DIE_STR_OFFSETS,
	DIE_ADDR,
	DIE_RANGES,
	DIE_RNGLISTS,
	DIE_CU_INDEX, /* .debug_cu_index; only .dwp packages have this section */
	DIE_SECTIONS
};

struct die_bytes {
	Elf_Scn *scn;	    /* compressed section that is not inflated yet; NULL: no such section */
	bool packed;	    /* compressed in GNU's old format (.zdebug_) */
	const uint8_t *mem; /* contents in memory; NULL: pages are read from the file */
	uint8_t *own;	    /* equal to @mem if die_src_free() must free it, otherwise NULL */
	uint64_t off;	    /* offset of the section in the file */
	uint64_t len;	    /* 0: no section, or not inflated yet; die_len() returns the size */
};

#define DIE_PAGES (16u * DIE_SECTIONS)

struct die_page {
	uint8_t *data;
	uint64_t key; /* identifies section and page; 0: the element is not used */
	size_t len;
};

/* A read-ahead buffer of .debug_info, for entries that are read one after the other. */
struct die_run {
	uint8_t *data;
	uint64_t off;
	size_t len, want;
};

struct die_spec {
	uint16_t form;
	int16_t size; /* bytes of a value with this form; -1: the size varies */
	uint8_t what; /* the attribute, an enum die_attr_id */
	int64_t implicit;
};

struct die_abbrev {
	uint64_t code;
	uint16_t tag;
	bool children;
	bool code_of;	    /* entries have DW_AT_low_pc or DW_AT_ranges */
	int32_t size;	    /* bytes of all values of an entry; -1: the size varies */
	bool sibling;	    /* entries have DW_AT_sibling */
	uint32_t first, nr; /* index of the first spec in die_abbrevs.specs; number of specs */
};

struct die_abbrevs {
	uint64_t off;
	uint16_t version;
	uint8_t addr_size, offset_size;
	struct die_abbrev *all; /* sorted by abbreviation code */
	uint32_t nr, cap;
	struct die_spec *specs;
	uint32_t nr_specs, cap_specs;
};

/* The debugging sections of one file, which may be a split DWARF file or a package. */
struct die_src {
	struct sym_elf *elf; /* the file; the caller of die_src_init() owns it */
	bool swap, split;
	struct die_bytes sect[DIE_SECTIONS];
	struct die_page pages[DIE_PAGES];
	struct die_run run;	/* read-ahead buffer of .debug_info */
	struct die_src *shared; /* sections of the dwz supplementary file; NULL: none */
	struct die_unit *units; /* all units, sorted by offset */
	uint32_t nr_units, cap_units;
	struct die_abbrevs **tables;
	uint32_t nr_tables, cap_tables;
	char *text; /* buffer of die_text() for a text that is longer than a page */
	size_t cap_text;
	/*
	 * Limits, because many entries of a damaged file may refer to the same table.
	 * @abbrevs_left: bytes of abbreviations that may still be read; @ranges_left: number of
	 * elements of range lists that may still be read.
	 */
	uint64_t abbrevs_left, ranges_left;
};

struct die_unit {
	struct die_src *src;
	uint64_t off, end, die; /* offsets of the unit, of its end and of its first entry */
	uint64_t abbrev_off;
	uint64_t id; /* DWO id; valid if @has_id is set */
	uint16_t version;
	uint8_t addr_size, offset_size, type;
	bool has_id;
	const struct die_abbrevs *abbrevs; /* table of abbreviations; NULL: not read yet */
	/* Tag and attributes of the unit's first entry; die_unit_open() sets them. */
	uint16_t tag, language;
	uint64_t low, str_base, addr_base, rng_base, ranges_base;
	const struct die_unit *main; /* split unit: its skeleton unit; NULL: no split unit */
	/*
	 * Whether the index of the package has this unit. If so, die_locate_units() has set
	 * @str_from and @rng_from to the offsets of the unit's parts of .debug_str_offsets.dwo and
	 * .debug_rnglists.dwo, and @abbrev_off is an offset from the beginning of the section.
	 */
	bool placed;
	uint64_t str_from, rng_from;
};

struct die_val {
	uint16_t form; /* DW_FORM_ constant; 0: the entry has no such attribute */
	uint64_t v;    /* the value; for DW_FORM_string, the offset of the text in .debug_info */
};

/*
 * The attributes that are read. Attributes before DIE_OF_UNITS are read from any entry, attributes
 * from DIE_OF_UNITS on only from the first entry of a unit.
 */
enum die_attr_id {
	DIE_LOW,
	DIE_HIGH,
	DIE_CODE,
	DIE_SIBLING,
	DIE_ORIGIN,
	DIE_NAME,
	DIE_LINKAGE,
	DIE_CALL_FILE,
	DIE_CALL_LINE,
	DIE_OF_UNITS,
	DIE_LANGUAGE = DIE_OF_UNITS,
	DIE_STR_BASE,
	DIE_ADDR_BASE,
	DIE_RNG_BASE,
	DIE_RANGES_BASE,
	DIE_COMP_DIR,
	DIE_DWO_NAME,
	DIE_DWO_ID,
	DIE_NR_ATTRS
};

struct die_attrs {
	struct die_val is[DIE_NR_ATTRS];
};

/* A position in a section of a file. */
struct die_cursor {
	struct die_src *src;
	enum die_section section;
	uint64_t base; /* offset of the byte @lo in the section */
	uint64_t limit;
	const uint8_t *lo, *p, *end;
	bool bad; /* reading went beyond the limit, or the data are damaged: all values are 0 */
};

/* die_sections.c */
/*
 * Set @s to the debugging sections of @e. @split: @e is a split DWARF file or a package. @loaded:
 * libdw has read the sections into memory already.
 */
void die_src_init(struct die_src *s, struct sym_elf *e, bool split, bool loaded);
void die_src_free(struct die_src *s);
uint64_t die_len(struct die_src *s, enum die_section n);
/* Set @a to offset @off of section @n of @s. @limit: offset at which reading must end. */
void die_seek(struct die_cursor *a, struct die_src *s, enum die_section n, uint64_t off,
	      uint64_t limit);
/*
 * Load the bytes of the next entry, so that they are contiguous in memory. Call this before each
 * entry.
 */
void die_load(struct die_cursor *a);
void die_step(struct die_cursor *a, uint64_t n);
uint64_t die_number(struct die_cursor *a, unsigned size);
uint64_t die_uleb(struct die_cursor *a);
int64_t die_sleb(struct die_cursor *a);
/*
 * Return: the text at offset @off of section @n, NUL-terminated and valid until the next call for
 * @s; NULL: the section has no text at this offset.
 */
const char *die_text(struct die_src *s, enum die_section n, uint64_t off);
bool die_table_number(struct die_src *s, enum die_section n, uint64_t off, unsigned size,
		      uint64_t *v);

static inline uint64_t die_offset(const struct die_cursor *a)
{
	return a->base + (uint64_t)(a->p - a->lo);
}

/* Read the headers of all units of @s into @s->units. (die_unit.c) */
void die_list_units(struct die_src *s);
/* Return: the unit with the entry at offset @off of .debug_info; NULL: no unit has this offset. */
struct die_unit *die_unit_of(struct die_src *s, uint64_t off);
/*
 * Read the first entry of @u: set members of @u, and *@out to the attributes. @main: the skeleton
 * unit of the split unit @u; NULL: @u is no split unit. Return: false: the unit is damaged.
 */
bool die_unit_open(struct die_unit *u, const struct die_unit *main, struct die_attrs *out);
/*
 * Set @u->abbrevs to the table with all abbreviations of @u. Return: false: the table is empty,
 * damaged, or memory is exhausted.
 */
bool die_unit_abbrevs(struct die_unit *u);

/*
 * Read the index of the package @s after die_list_units(). Set the id of each unit, and the offsets
 * of the unit's parts of other sections. (die_package.c)
 */
void die_locate_units(struct die_src *s);

/*
 * Read the abbreviation code of the entry at @a. Return: the abbreviation. NULL with @a->bad: the
 * entry is damaged; NULL without @a->bad: the code is 0, which ends a list of entries. (die_attr.c)
 */
const struct die_abbrev *die_begin(struct die_cursor *a, const struct die_unit *u);
void die_attrs(struct die_cursor *a, const struct die_abbrevs *t, const struct die_abbrev *b,
	       struct die_attrs *out);
/*
 * Step over the attribute values of the entry, and set *@off to the offset of the entry's sibling.
 * Return: false: the entry has no valid DW_AT_sibling.
 */
bool die_sibling(struct die_cursor *a, const struct die_unit *u, const struct die_abbrev *b,
		 uint64_t *off);
/* Return: the id of the attribute with the DW_AT_ code @name; DIE_NR_ATTRS: it is not read. */
enum die_attr_id die_attr_id_of(uint16_t name);
void die_skip(struct die_cursor *a, const struct die_unit *u, const struct die_abbrev *b);
/* Return: the size in bytes of a value of form @form; -1: the size varies. */
int die_form_size(const struct die_abbrevs *t, uint16_t form);
/*
 * Find the entry to which the reference @v points: set *@of to the unit of the entry, and *@off to
 * the offset of the entry. Return: false: @v is no reference, or no unit has the entry.
 */
bool die_ref(const struct die_unit *u, const struct die_val *v, struct die_unit **of,
	     uint64_t *off);
const char *die_string(const struct die_unit *u, const struct die_val *v);
bool die_addr(const struct die_unit *u, const struct die_val *v, uint64_t *addr);
bool die_addr_at(const struct die_unit *u, uint64_t index, uint64_t *addr);

/* Function for die_ranges() (die_ranges.c), called once for each address range [lo, hi). */
typedef void (*die_range_fn)(void *ctx, uint64_t lo, uint64_t hi);
/* Call @add(@ctx, lo, hi) for each address range of the entry of @u with the attributes @at. */
void die_ranges(const struct die_unit *u, const struct die_attrs *at, die_range_fn add, void *ctx);

#endif
