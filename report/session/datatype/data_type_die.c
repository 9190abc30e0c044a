/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Walks DWARF type entries for data-type profiling: peels qualifiers, follows pointers, finds the
 * member at an offset, and names types.
 */
#include "session/datatype/data_type_int.h"

#ifdef HAVE_DW

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

bool type_die_of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute a;

	return dwarf_attr_integrate(die, DW_AT_type, &a) && dwarf_formref_die(&a, type);
}

static bool is_qualifier(int tag)
{
	return tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
	       tag == DW_TAG_restrict_type || tag == DW_TAG_atomic_type;
}

bool type_die_peel(Dwarf_Die *type, bool names)
{
	for (unsigned i = 0; i < LEVELS_MAX; i++) {
		const int tag = dwarf_tag(type);

		if (!is_qualifier(tag) && !(names && tag == DW_TAG_typedef))
			return true;
		if (!type_die_of(type, type))
			return false;
	}
	return false;
}

static bool is_pointer(int tag)
{
	return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
	       tag == DW_TAG_rvalue_reference_type;
}

bool type_die_pointee(Dwarf_Die *type, Dwarf_Die *to)
{
	Dwarf_Die t = *type;

	return type_die_peel(&t, true) && is_pointer(dwarf_tag(&t)) && type_die_of(&t, to) &&
	       type_die_peel(to, false);
}

static void type_text(const Dwarf_Die *of, char *text, size_t size)
{
	char behind[2 * LEVELS_MAX + 1] = "";
	Dwarf_Die type = *of;
	const char *word, *name;
	int tag;

	for (unsigned i = 0; i < LEVELS_MAX; i++) {
		tag = dwarf_tag(&type);
		if (!is_qualifier(tag) && !is_pointer(tag) && tag != DW_TAG_array_type)
			break;
		if (!is_qualifier(tag)) { /* "*", "&", "[]": the outermost is written last */
			char was[sizeof(behind)];

			memcpy(was, behind, sizeof(was));
			snprintf(behind, sizeof(behind), "%s%.*s",
				 tag == DW_TAG_array_type			 ? "[]"
				 : is_pointer(tag) && tag != DW_TAG_pointer_type ? "&"
										 : "*",
				 (int)sizeof(behind) - 3, was);
		}
		if (!type_die_of(&type, &type)) {
			snprintf(text, size, "void%s", behind);
			return;
		}
	}
	tag = dwarf_tag(&type);
	name = dwarf_diename(&type);
	word = tag == DW_TAG_structure_type	? "struct "
	       : tag == DW_TAG_class_type	? "class "
	       : tag == DW_TAG_union_type	? "union "
	       : tag == DW_TAG_enumeration_type ? "enum "
						: "";
	if (tag == DW_TAG_subroutine_type)
		name = "(function_type)";
	snprintf(text, size, "%s%s%s", word, name ? name : "(unnamed)", behind);
}

bool type_die_size(Dwarf_Die *type, uint64_t *size)
{
	Dwarf_Word w;
	Dwarf_Die t = *type;

	if (!type_die_peel(&t, true) || dwarf_aggregate_size(&t, &w) || !w)
		return false;
	*size = w;
	return true;
}

static bool member_begin(Dwarf_Die *member, uint64_t *at)
{
	Dwarf_Attribute a;
	Dwarf_Word w;

	*at = 0; /* members of a union have no offset */
	if (!dwarf_attr(member, DW_AT_data_member_location, &a))
		return true;
	if (dwarf_formudata(&a, &w))
		return false;
	*at = w;
	return true;
}

/* Get the member of @type at *@offset, and its type @of; make *@offset relative to the member. */
static bool member_at(Dwarf_Die *type, uint64_t *offset, Dwarf_Die *member, Dwarf_Die *of)
{
	uint64_t at, size;

	if (dwarf_child(type, member))
		return false;
	for (uint32_t i = 0; i < ENTRIES_MAX; i++) {
		const int tag = dwarf_tag(member);

		if ((tag == DW_TAG_member || tag == DW_TAG_inheritance) &&
		    type_die_of(member, of) && member_begin(member, &at) &&
		    type_die_size(of, &size) && *offset >= at && *offset - at < size) {
			*offset -= at;
			return type_die_peel(of, true);
		}
		if (dwarf_siblingof(member, member))
			return false;
	}
	return false;
}

static bool has_members(int tag)
{
	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/*
 * Write the path to the innermost member at @offset, such as "tail.next". Base classes and members
 * without names are left out.
 */
static void field_text(const Dwarf_Die *of, uint64_t offset, char *text, size_t size)
{
	Dwarf_Die type = *of, member, next;
	size_t len = 0;

	text[0] = 0;
	if (!type_die_peel(&type, true))
		return;
	for (unsigned i = 0; i < LEVELS_MAX && has_members(dwarf_tag(&type)); i++) {
		const char *name;

		if (!member_at(&type, &offset, &member, &next))
			return;
		name = dwarf_tag(&member) == DW_TAG_member ? dwarf_diename(&member) : NULL;
		if (name && len < size)
			len += (size_t)snprintf(text + len, size - len, "%s%s", len ? "." : "",
						name);
		type = next;
	}
}

bool type_die_found(Dwarf_Die *type, int64_t offset, struct type_found *out)
{
	if (offset < 0 || !type_die_size(type, &out->size) || (uint64_t)offset >= out->size)
		return false;
	out->offset = (uint64_t)offset;
	type_text(type, out->type, sizeof(out->type));
	field_text(type, out->offset, out->field, sizeof(out->field));
	return true;
}

bool type_die_leaf(const Dwarf_Die *of, uint64_t offset, Dwarf_Die *leaf)
{
	Dwarf_Die type = *of, member, next;
	uint64_t size;

	for (unsigned i = 0; i < LEVELS_MAX; i++) {
		int tag;

		if (!type_die_peel(&type, true))
			return false;
		tag = dwarf_tag(&type);
		if (has_members(tag)) {
			if (!member_at(&type, &offset, &member, &next))
				return false;
		} else if (tag == DW_TAG_array_type) {
			if (!type_die_of(&type, &next) || !type_die_size(&next, &size))
				return false;
			offset %= size;
		} else {
			*leaf = type;
			return !offset;
		}
		type = next;
	}
	return false;
}

#endif
