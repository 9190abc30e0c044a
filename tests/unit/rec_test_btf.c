/* SPDX-License-Identifier: BSD-2-Clause */
#include "kernel/btf_name.h"
#include "test.h"

/* BTF with an int, a struct of one member, and a function "f". */
static const uint32_t types[] = {
	1,  1u << 24,	  4, 32,       /* 1: int */
	0,  4u << 24 | 1, 4, 5,	 1, 0, /* 2: struct with a member */
	7,  12u << 24,	  1,	       /* 3: function */
	99, 12u << 24,	  1	       /* 4: function whose name is not in the BTF */
};
static const char names[] = "\0int\0m\0f";

#define HEADER 24u

static uint8_t btf[HEADER + sizeof(types) + sizeof(names)];

static void put(size_t off, uint32_t v)
{
	memcpy(btf + off, &v, sizeof(v));
}

static void make(void)
{
	const uint16_t magic = 0xeb9f;

	memset(btf, 0, sizeof(btf));
	memcpy(btf, &magic, sizeof(magic));
	btf[2] = 1;
	put(4, HEADER);
	put(12, sizeof(types));
	put(16, sizeof(types));
	put(20, sizeof(names));
	memcpy(btf + HEADER, types, sizeof(types));
	memcpy(btf + HEADER + sizeof(types), names, sizeof(names));
}

TEST(btf_types_have_their_names)
{
	make();
	CHECK_S(rec_btf_name(btf, sizeof(btf), 1), "int");
	CHECK_S(rec_btf_name(btf, sizeof(btf), 3), "f");
	CHECK(!rec_btf_name(btf, sizeof(btf), 2)); /* the struct has no name */
}

TEST(damaged_btf_has_no_names)
{
	static const struct {
		size_t off;
		uint32_t v;
	} damage[] = {
		{ 0, 0 },	   /* magic number */
		{ 4, HEADER - 1 }, /* size of the header */
		{ 4, 0xfffffff0 },
		{ 8, 0xfffffff0 },  /* offset of the types */
		{ 12, 0xfffffff0 }, /* size of the types */
		{ 12, 40 },	    /* the types end before the function */
		{ 16, 0xfffffff0 }, /* offset of the names */
		{ 20, 8 },	    /* size of the names: the last one has no end */
		{ 20, 0xfffffff0 },
		{ HEADER + 4, 31u << 24 },	   /* kind of the first type */
		{ HEADER + 20, 4u << 24 | 0xffff } /* number of members */
	};

	make();
	CHECK(!rec_btf_name(btf, sizeof(btf), 0) && !rec_btf_name(btf, sizeof(btf), 4));
	CHECK(!rec_btf_name(btf, sizeof(btf), 5) && !rec_btf_name(btf, sizeof(btf), UINT32_MAX));
	for (size_t i = 0; i < sizeof(damage) / sizeof(damage[0]); i++) {
		make();
		put(damage[i].off, damage[i].v);
		CHECK(!rec_btf_name(btf, sizeof(btf), 3));
	}
	for (size_t n = 0; n < sizeof(btf); n++) {
		make();
		CHECK(!rec_btf_name(btf, n, 3));
	}
}
