/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Entries of debugging information (DIEs), read where they are asked for: of a file only the
 * stretches that are looked at. Versions 2 to 5, both byte orders, units that are split off, parts
 * that dwz shares. Every byte may be damaged. Not for source lines.
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
	DIE_CU_INDEX, /* of a package of parts that are split off */
	DIE_SECTIONS
};

struct die_bytes {
	Elf_Scn *scn;	    /* to be inflated at the first look, else NULL */
	bool packed;	    /* in GNU's old way */
	const uint8_t *mem; /* NULL: to be read from the file */
	uint8_t *own;	    /* the same, to be freed, or NULL */
	uint64_t off;	    /* in the file */
	uint64_t len;	    /* 0: there is none; see die_len() */
};

#define DIE_PAGES (16u * DIE_SECTIONS)

struct die_page {
	uint8_t *data;
	uint64_t key; /* 0: empty */
	size_t len;
};

/* Entries that are read in their order. */
struct die_run {
	uint8_t *data;
	uint64_t off;
	size_t len, want;
};

struct die_spec {
	uint16_t form;
	int16_t size; /* of a value, -1: not always the same */
	uint8_t what; /* enum die_attr_id */
	int64_t implicit;
};

struct die_abbrev {
	uint64_t code;
	uint16_t tag;
	bool children;
	bool code_of;	    /* says where its code is */
	int32_t size;	    /* of all values, -1: not always the same */
	bool sibling;	    /* says where the next entry of the list is */
	uint32_t first, nr; /* in specs */
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

/* A file with debugging information, or the one of a unit that is split off. */
struct die_src {
	struct sym_elf *elf; /* not owned */
	bool swap, split;
	struct die_bytes sect[DIE_SECTIONS];
	struct die_page pages[DIE_PAGES];
	struct die_run run;	/* of the entries' section */
	struct die_src *shared; /* dwz's file, or NULL */
	struct die_unit *units; /* ascending by off */
	uint32_t nr_units, cap_units;
	struct die_abbrevs **tables;
	uint32_t nr_tables, cap_tables;
	char *text; /* that is longer than pages are */
	size_t cap_text;
	/*
	 * What may still be read of tables that many entries lead to, in bytes and ranges: a bound
	 * for damaged files.
	 */
	uint64_t abbrevs_left, ranges_left;
};

struct die_unit {
	struct die_src *src;
	uint64_t off, end, die; /* the unit, and its first entry */
	uint64_t abbrev_off;
	uint64_t id; /* of the part that is split off, with has_id */
	uint16_t version;
	uint8_t addr_size, offset_size, type;
	bool has_id;
	const struct die_abbrevs *abbrevs; /* NULL: not read yet */
	/* Of its first entry, see die_unit_open(). */
	uint16_t tag, language;
	uint64_t low, str_base, addr_base, rng_base, ranges_base;
	const struct die_unit *main; /* what it was split off from, or NULL */
	/*
	 * In a package: where the unit's parts of the tables begin; abbrev_off counts from its
	 * section's begin.
	 */
	bool placed;
	uint64_t str_from, rng_from;
};

struct die_val {
	uint16_t form; /* 0: there is none */
	uint64_t v;    /* of text in the section itself: where it is */
};

/* What may be asked about an entry; below DIE_OF_UNITS about any, else about a unit's first. */
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

/* A place among entries. */
struct die_cursor {
	struct die_src *src;
	enum die_section section;
	uint64_t base; /* offset of lo in the section */
	uint64_t limit;
	const uint8_t *lo, *p, *end;
	bool bad; /* more was asked for than there is; all further values are 0 */
};

/* die_sections.c */
/* @split: of a part that is split off. @loaded: libdw has read the sections. */
void die_src_init(struct die_src *s, struct sym_elf *e, bool split, bool loaded);
void die_src_free(struct die_src *s);
uint64_t die_len(struct die_src *s, enum die_section n);
/* @limit: the offset that nothing goes beyond. */
void die_seek(struct die_cursor *a, struct die_src *s, enum die_section n, uint64_t off,
	      uint64_t limit);
/* Entries begin with what they need at hand. */
void die_load(struct die_cursor *a);
void die_step(struct die_cursor *a, uint64_t n);
uint64_t die_number(struct die_cursor *a, unsigned size);
uint64_t die_uleb(struct die_cursor *a);
int64_t die_sleb(struct die_cursor *a);
/* A terminated text at @off, valid until the next call on @s; NULL: there is none. */
const char *die_text(struct die_src *s, enum die_section n, uint64_t off);
bool die_table_number(struct die_src *s, enum die_section n, uint64_t off, unsigned size,
		      uint64_t *v);

static inline uint64_t die_offset(const struct die_cursor *a)
{
	return a->base + (uint64_t)(a->p - a->lo);
}

/* die_unit.c: the headers of all units; their first entries are not read. */
void die_list_units(struct die_src *s);
/* The unit with offset @off of its section, or NULL. */
struct die_unit *die_unit_of(struct die_src *s, uint64_t off);
/* Read its first entry. @main: what it was split off from, or NULL. */
bool die_unit_open(struct die_unit *u, const struct die_unit *main, struct die_attrs *out);
/* All of its abbreviations. */
bool die_unit_abbrevs(struct die_unit *u);

/*
 * die_package.c: where the units of a package, listed before, have their parts of the other
 * sections, and their ids.
 */
void die_locate_units(struct die_src *s);

/*
 * die_attr.c: the abbreviation of the entry at @a; NULL: it ends a list, or is damaged, which @a
 * says.
 */
const struct die_abbrev *die_begin(struct die_cursor *a, const struct die_unit *u);
void die_attrs(struct die_cursor *a, const struct die_abbrevs *t, const struct die_abbrev *b,
	       struct die_attrs *out);
/* Only where the next entry of the list is; false: it does not say. */
bool die_sibling(struct die_cursor *a, const struct die_unit *u, const struct die_abbrev *b,
		 uint64_t *off);
/* Whose value an attribute of this name is, DIE_NR_ATTRS: nobody's. */
enum die_attr_id die_attr_id_of(uint16_t name);
void die_skip(struct die_cursor *a, const struct die_unit *u, const struct die_abbrev *b);
/* The bytes that a value takes, -1: not always the same. */
int die_form_size(const struct die_abbrevs *t, uint16_t form);
/* The entry that @v refers to. */
bool die_ref(const struct die_unit *u, const struct die_val *v, struct die_unit **of,
	     uint64_t *off);
const char *die_string(const struct die_unit *u, const struct die_val *v);
bool die_addr(const struct die_unit *u, const struct die_val *v, uint64_t *addr);
bool die_addr_at(const struct die_unit *u, uint64_t index, uint64_t *addr);

/* die_ranges.c: tell @add of all code of an entry. */
typedef void (*die_range_fn)(void *ctx, uint64_t lo, uint64_t hi);
void die_ranges(const struct die_unit *u, const struct die_attrs *at, die_range_fn add, void *ctx);

#endif
