/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads debugging information entries (DIEs) on demand, and only the needed parts of a file. The
 * functions read DWARF versions 2 to 5 in both byte orders, split DWARF and dwz supplementary
 * files, but not source lines. The functions check all offsets and sizes, because every byte of a
 * file may be damaged.
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
	DIE_CU_INDEX, /* section .debug_cu_index; only .dwp packages have this section */
	DIE_SECTIONS
};

struct die_bytes {
	/*
	 * the section, if it is compressed and not inflated yet; NULL: it is not compressed, it is
	 * inflated already, or the file has no such section
	 */
	Elf_Scn *scn;
	bool packed;	    /* the section is compressed in GNU's old format (.zdebug_) */
	const uint8_t *mem; /* uncompressed contents; NULL: pages are read from the file */
	uint8_t *own;	    /* equal to @mem if die_src_free() has to free @mem; otherwise NULL */
	uint64_t off;	    /* file offset of the section; used only if @mem is NULL */
	/*
	 * uncompressed size in bytes; 0: the file has no such section, or the section is
	 * compressed and not inflated yet. The function die_len() inflates the section and returns
	 * its size.
	 */
	uint64_t len;
};

#define DIE_PAGES (16u * DIE_SECTIONS)

struct die_page {
	uint8_t *data;
	/* number that identifies the section, and the page in it; 0: @data holds no page now */
	uint64_t key;
	size_t len;
};

/* A read-ahead buffer of .debug_info, for DIEs that are read one after the other. */
struct die_run {
	uint8_t *data;
	uint64_t off;
	size_t len, want;
};

struct die_spec {
	uint16_t form;
	int16_t size; /* size in bytes of a value with this form; -1: the size varies */
	uint8_t what; /* the attribute, an enum die_attr_id; DIE_NR_ATTRS: it is skipped */
	int64_t implicit;
};

struct die_abbrev {
	uint64_t code;
	uint16_t tag;
	bool children;
	bool code_of; /* DIEs with this abbreviation have DW_AT_low_pc or DW_AT_ranges */
	/*
	 * size in bytes of all attribute values of a DIE with this abbreviation; -1: the size
	 * varies
	 */
	int32_t size;
	bool sibling; /* DIEs with this abbreviation have DW_AT_sibling */
	/*
	 * the attributes of this abbreviation are the @nr elements of die_abbrevs.specs from index
	 * @first on
	 */
	uint32_t first, nr;
};

struct die_abbrevs {
	uint64_t off;
	uint16_t version;
	uint8_t addr_size, offset_size;
	struct die_abbrev *all; /* array of the abbreviations, sorted by abbreviation code */
	uint32_t nr, cap;
	struct die_spec *specs;
	uint32_t nr_specs, cap_specs;
};

/* The debugging sections of one ELF file, which may also be a .dwo file or a .dwp package. */
struct die_src {
	struct sym_elf *elf; /* the ELF file, which the caller of die_src_init() closes */
	bool swap, split;
	struct die_bytes sect[DIE_SECTIONS];
	struct die_page pages[DIE_PAGES];
	struct die_run run;	/* read-ahead buffer of .debug_info */
	struct die_src *shared; /* sections of the dwz supplementary file; NULL: none */
	struct die_unit *units; /* array of all units, sorted by offset in .debug_info */
	uint32_t nr_units, cap_units;
	struct die_abbrevs **tables;
	uint32_t nr_tables, cap_tables;
	/* buffer of die_text() for a string that is not wholly in one page (struct die_page) */
	char *text;
	size_t cap_text;
	/*
	 * Limits of the work, because many DIEs of a damaged file may refer to the same table.
	 * @abbrevs_left: number of bytes of abbreviations that may still be read; @ranges_left:
	 * number of elements of range lists that may still be read.
	 */
	uint64_t abbrevs_left, ranges_left;
};

struct die_unit {
	struct die_src *src;
	/* offsets in .debug_info of the unit's header, of the unit's end, and of its first DIE */
	uint64_t off, end, die;
	uint64_t abbrev_off;
	uint64_t id; /* the unit's DWO id; valid only if @has_id is true */
	uint16_t version;
	uint8_t addr_size, offset_size, type;
	bool has_id;
	const struct die_abbrevs *abbrevs; /* the unit's abbreviations; NULL: not read yet */
	/*
	 * die_unit_open() sets @tag to the tag of the unit's first DIE, and the members from
	 * @language to @ranges_base to values from the attributes of that DIE. Exception: a split
	 * unit gets @low, @addr_base and @ranges_base of its skeleton unit @main.
	 */
	uint16_t tag, language;
	uint64_t low, str_base, addr_base, rng_base, ranges_base;
	const struct die_unit *main; /* skeleton unit of this split unit; NULL: not a split unit */
	/*
	 * Whether the index of the .dwp package lists this unit. If it does, die_locate_units()
	 * set @str_from and @rng_from to the offsets at which the unit's contributions to
	 * .debug_str_offsets.dwo and .debug_rnglists.dwo begin, and changed @abbrev_off to an
	 * offset from the beginning of .debug_abbrev.dwo.
	 */
	bool placed;
	uint64_t str_from, rng_from;
};

struct die_val {
	uint16_t form; /* DW_FORM_ constant of the value; 0: the DIE has no such attribute */
	uint64_t v;    /* the value; for DW_FORM_string: offset of the string in .debug_info */
};

/*
 * The attributes that are read. The values before DIE_OF_UNITS are attributes of any DIE; the
 * values from DIE_OF_UNITS on are used only in the first DIE of a unit.
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

/* A read position in the section @section of the file @src. */
struct die_cursor {
	struct die_src *src;
	enum die_section section;
	uint64_t base; /* the byte to which @lo points is at this offset in the section */
	uint64_t limit;
	const uint8_t *lo, *p, *end;
	/* a read went beyond @limit, or the data are damaged; all further reads return 0 */
	bool bad;
};

/* The functions below, up to and including die_table_number(), are in die_sections.c. */
/*
 * Set @s to the debugging sections of @e. @split is true if @e is a .dwo file or a .dwp package,
 * and false for every other ELF file. @loaded says whether libdw has read the sections into memory
 * already, so that they need not be read again.
 */
void die_src_init(struct die_src *s, struct sym_elf *e, bool split, bool loaded);
void die_src_free(struct die_src *s);
uint64_t die_len(struct die_src *s, enum die_section n);
/*
 * Set @a to the offset @off of the section @n of @s. Reads with @a must end at or before the
 * offset @limit of the section.
 */
void die_seek(struct die_cursor *a, struct die_src *s, enum die_section n, uint64_t off,
	      uint64_t limit);
/*
 * Load the bytes of the DIE or table entry at @a, so that they are contiguous in memory. The
 * caller calls this function before it reads each DIE or entry.
 */
void die_load(struct die_cursor *a);
void die_step(struct die_cursor *a, uint64_t n);
uint64_t die_number(struct die_cursor *a, unsigned size);
uint64_t die_uleb(struct die_cursor *a);
int64_t die_sleb(struct die_cursor *a);
/*
 * Return: the NUL-terminated string at the offset @off of the section @n of @s; the string is
 * valid until the next call of a function that reads @s. NULL: no terminated string begins at
 * this offset.
 */
const char *die_text(struct die_src *s, enum die_section n, uint64_t off);
bool die_table_number(struct die_src *s, enum die_section n, uint64_t off, unsigned size,
		      uint64_t *v);

static inline uint64_t die_offset(const struct die_cursor *a)
{
	return a->base + (uint64_t)(a->p - a->lo);
}

/* die_unit.c: read the headers of all units of @s into @s->units, but no DIE. */
void die_list_units(struct die_src *s);
/*
 * Return: the unit of @s with the DIE at the offset @off of .debug_info; NULL: no unit contains
 * this offset.
 */
struct die_unit *die_unit_of(struct die_src *s, uint64_t off);
/*
 * Read the first DIE of the unit @u. Set *@out to the attributes of this DIE, and also store some
 * of the attributes, such as the language, in @u. @main is the skeleton unit of @u; NULL: @u is
 * not a split unit. Return: true; false if the unit is damaged.
 */
bool die_unit_open(struct die_unit *u, const struct die_unit *main, struct die_attrs *out);
/*
 * Set @u->abbrevs to the table with all abbreviations of @u. The function does not read the table
 * again if an earlier call has read the same table for another unit. Return: true if at least one
 * abbreviation could be read; false if none could be read, or if memory is exhausted.
 */
bool die_unit_abbrevs(struct die_unit *u);

/*
 * die_package.c: read the index of the .dwp package @s. For each unit in the index, set its DWO id
 * and the offsets of its contributions to other sections. Call die_list_units(), which lists the
 * units of @s, before this function.
 */
void die_locate_units(struct die_src *s);

/*
 * die_attr.c: read the abbreviation code of the DIE at @a, which is in the unit @u. Return: the
 * abbreviation with this code. NULL with @a->bad false: the code is 0, which ends a list of
 * sibling DIEs. NULL with @a->bad true: the DIE is damaged.
 */
const struct die_abbrev *die_begin(struct die_cursor *a, const struct die_unit *u);
void die_attrs(struct die_cursor *a, const struct die_abbrevs *t, const struct die_abbrev *b,
	       struct die_attrs *out);
/*
 * Move @a past the attribute values of the DIE at @a, which has the abbreviation @b, and set *@off
 * to the offset of the DIE's next sibling in .debug_info. Return: true; false if the DIE has no
 * valid DW_AT_sibling.
 */
bool die_sibling(struct die_cursor *a, const struct die_unit *u, const struct die_abbrev *b,
		 uint64_t *off);
/*
 * Return: the id of the attribute with the DW_AT_ constant @name; DIE_NR_ATTRS: the attribute is
 * not read.
 */
enum die_attr_id die_attr_id_of(uint16_t name);
void die_skip(struct die_cursor *a, const struct die_unit *u, const struct die_abbrev *b);
/*
 * Return: size in bytes of an attribute value of the form @form, in a unit that has the table of
 * abbreviations @t; -1: the size varies.
 */
int die_form_size(const struct die_abbrevs *t, uint16_t form);
/*
 * Find the DIE to which @v refers; @v is the value of an attribute in the unit @u. Set *@off to the
 * offset of that DIE in .debug_info, and *@of to the unit with that DIE. Return: true; false if @v
 * is not a reference, or if no unit contains the offset.
 */
bool die_ref(const struct die_unit *u, const struct die_val *v, struct die_unit **of,
	     uint64_t *off);
const char *die_string(const struct die_unit *u, const struct die_val *v);
bool die_addr(const struct die_unit *u, const struct die_val *v, uint64_t *addr);
bool die_addr_at(const struct die_unit *u, uint64_t index, uint64_t *addr);

/* Function that die_ranges() (die_ranges.c) calls once for each address range [@lo, @hi). */
typedef void (*die_range_fn)(void *ctx, uint64_t lo, uint64_t hi);
/*
 * Call @add(@ctx, lo, hi) for each address range of the DIE with the attributes @at, which is in
 * the unit @u.
 */
void die_ranges(const struct die_unit *u, const struct die_attrs *at, die_range_fn add, void *ctx);

#endif
