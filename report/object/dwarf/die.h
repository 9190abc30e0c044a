/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads debugging information entries (DIEs) when they are asked for, and only the parts of a file
 * that are needed: DWARF versions 2 to 5, both byte orders, split DWARF, dwz supplementary files.
 * Every byte may be damaged. Source lines are not read here.
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
	DIE_CU_INDEX, /* only .dwp packages have it */
	DIE_SECTIONS
};

struct die_bytes {
	Elf_Scn *scn;	    /* compressed section, inflated when it is first read; else NULL */
	bool packed;	    /* compressed in GNU's old way (.zdebug_) */
	const uint8_t *mem; /* content; NULL: read from the file */
	uint8_t *own;	    /* mem if it must be freed, else NULL */
	uint64_t off;	    /* offset in the file */
	uint64_t len;	    /* 0: no such section; see die_len() */
};

#define DIE_PAGES (16u * DIE_SECTIONS)

struct die_page {
	uint8_t *data;
	uint64_t key; /* 0: unused */
	size_t len;
};

/* A buffer for entries that are read one after the other. */
struct die_run {
	uint8_t *data;
	uint64_t off;
	size_t len, want;
};

struct die_spec {
	uint16_t form;
	int16_t size; /* bytes of a value; -1: it varies */
	uint8_t what; /* enum die_attr_id */
	int64_t implicit;
};

struct die_abbrev {
	uint64_t code;
	uint16_t tag;
	bool children;
	bool code_of;	    /* has DW_AT_low_pc or DW_AT_ranges */
	int32_t size;	    /* bytes of all values; -1: it varies */
	bool sibling;	    /* has DW_AT_sibling */
	uint32_t first, nr; /* first spec in die_abbrevs.specs, and number of specs */
};

struct die_abbrevs {
	uint64_t off;
	uint16_t version;
	uint8_t addr_size, offset_size;
	struct die_abbrev *all; /* ascending by code */
	uint32_t nr, cap;
	struct die_spec *specs;
	uint32_t nr_specs, cap_specs;
};

/* The sections of a file with debugging information, or of a split DWARF file. */
struct die_src {
	struct sym_elf *elf; /* not owned */
	bool swap, split;
	struct die_bytes sect[DIE_SECTIONS];
	struct die_page pages[DIE_PAGES];
	struct die_run run;	/* for the section of entries */
	struct die_src *shared; /* dwz supplementary file, or NULL */
	struct die_unit *units; /* ascending by off */
	uint32_t nr_units, cap_units;
	struct die_abbrevs **tables;
	uint32_t nr_tables, cap_tables;
	char *text; /* a text that is longer than a page */
	size_t cap_text;
	/*
	 * Limits for damaged files, in which many entries may refer to the same table: bytes of
	 * abbreviations and ranges that may still be read.
	 */
	uint64_t abbrevs_left, ranges_left;
};

struct die_unit {
	struct die_src *src;
	uint64_t off, end, die; /* offsets of the unit, its end and its first entry */
	uint64_t abbrev_off;
	uint64_t id; /* DWO id; valid if has_id */
	uint16_t version;
	uint8_t addr_size, offset_size, type;
	bool has_id;
	const struct die_abbrevs *abbrevs; /* NULL: not read yet */
	/* Attributes of the first entry, see die_unit_open(). */
	uint16_t tag, language;
	uint64_t low, str_base, addr_base, rng_base, ranges_base;
	const struct die_unit *main; /* skeleton unit of a split unit, else NULL */
	/*
	 * In a package: whether the index has the unit. Then str_from and rng_from are the offsets
	 * of the unit's parts of other sections, and abbrev_off counts from the beginning of its
	 * section.
	 */
	bool placed;
	uint64_t str_from, rng_from;
};

struct die_val {
	uint16_t form; /* 0: the entry has no such attribute */
	uint64_t v;    /* value; of DW_FORM_string: offset of the text */
};

/*
 * Attributes that are read: those before DIE_OF_UNITS from any entry, the others from the first
 * entry of a unit.
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
	uint64_t base; /* offset of lo in the section */
	uint64_t limit;
	const uint8_t *lo, *p, *end;
	bool bad; /* reading went beyond the end; all further values are 0 */
};

/* die_sections.c */
/*
 * Set up @s for the sections of @e. @split: @e is a split DWARF file. @loaded: libdw has read the
 * sections already.
 */
void die_src_init(struct die_src *s, struct sym_elf *e, bool split, bool loaded);
void die_src_free(struct die_src *s);
uint64_t die_len(struct die_src *s, enum die_section n);
/* Move @a to offset @off of section @n. @limit: offset that reading does not go beyond. */
void die_seek(struct die_cursor *a, struct die_src *s, enum die_section n, uint64_t off,
	      uint64_t limit);
/* Make the bytes of the next entry contiguous in memory; called before each entry. */
void die_load(struct die_cursor *a);
void die_step(struct die_cursor *a, uint64_t n);
uint64_t die_number(struct die_cursor *a, unsigned size);
uint64_t die_uleb(struct die_cursor *a);
int64_t die_sleb(struct die_cursor *a);
/*
 * Get the terminated text at @off of section @n, valid until the next call for @s; NULL: there is
 * none.
 */
const char *die_text(struct die_src *s, enum die_section n, uint64_t off);
bool die_table_number(struct die_src *s, enum die_section n, uint64_t off, unsigned size,
		      uint64_t *v);

static inline uint64_t die_offset(const struct die_cursor *a)
{
	return a->base + (uint64_t)(a->p - a->lo);
}

/* die_unit.c: read the headers of all units, not their first entries. */
void die_list_units(struct die_src *s);
/* Return: the unit that contains the entry at offset @off of the section, or NULL. */
struct die_unit *die_unit_of(struct die_src *s, uint64_t off);
/* Read the first entry of @u. @main: the skeleton unit if @u is a split unit, else NULL. */
bool die_unit_open(struct die_unit *u, const struct die_unit *main, struct die_attrs *out);
/* Read all abbreviations of @u. */
bool die_unit_abbrevs(struct die_unit *u);

/*
 * die_package.c: read the index of a package. It gives the id of each unit that die_list_units()
 * has read, and the offsets of the unit's parts of the other sections.
 */
void die_locate_units(struct die_src *s);

/*
 * die_attr.c: read the abbreviation code of the entry at @a. Return: the abbreviation; NULL: a
 * list of entries ends here, or, if @a is bad, the entry is damaged.
 */
const struct die_abbrev *die_begin(struct die_cursor *a, const struct die_unit *u);
void die_attrs(struct die_cursor *a, const struct die_abbrevs *t, const struct die_abbrev *b,
	       struct die_attrs *out);
/*
 * Step over the values of the entry and get the offset of its sibling; false: it has no
 * DW_AT_sibling.
 */
bool die_sibling(struct die_cursor *a, const struct die_unit *u, const struct die_abbrev *b,
		 uint64_t *off);
/* Return: the id of the attribute with this DW_AT_ code; DIE_NR_ATTRS: it is not read. */
enum die_attr_id die_attr_id_of(uint16_t name);
void die_skip(struct die_cursor *a, const struct die_unit *u, const struct die_abbrev *b);
/* Return: the bytes that a value of this form takes; -1: they vary. */
int die_form_size(const struct die_abbrevs *t, uint16_t form);
/* Get the entry to which @v refers: its unit and its offset. */
bool die_ref(const struct die_unit *u, const struct die_val *v, struct die_unit **of,
	     uint64_t *off);
const char *die_string(const struct die_unit *u, const struct die_val *v);
bool die_addr(const struct die_unit *u, const struct die_val *v, uint64_t *addr);
bool die_addr_at(const struct die_unit *u, uint64_t index, uint64_t *addr);

/* die_ranges.c: call @add for each address range of an entry. */
typedef void (*die_range_fn)(void *ctx, uint64_t lo, uint64_t hi);
void die_ranges(const struct die_unit *u, const struct die_attrs *at, die_range_fn add, void *ctx);

#endif
