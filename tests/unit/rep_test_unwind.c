/* SPDX-License-Identifier: BSD-2-Clause */
/* Stacks by frame descriptions: a hand-made program, its process, and copies of registers and stack. */
#include "session/unwind/unwind.h"
#include "test.h"

#ifdef HAVE_ELF

#include <elf.h>
#include <stdio.h>

#define VADDR 0x1000u /* of the file's beginning */
#define START 0x400000u
#define SP 0x7ff000u
#define TEXT offsetof(struct program, text)
#define OUTER (START + TEXT)
#define INNER (START + TEXT + 0x20)

/* Two functions: outer() has nothing on the stack, inner() begins with a push of rbp. */
struct program {
	Elf64_Ehdr eh;
	Elf64_Phdr ph;
	Elf64_Shdr sh[5];
	char names[48];
	struct {
		uint8_t version, frame_enc, count_enc, table_enc;
		int32_t frame;
		uint32_t nr;
		int32_t table[4];
	} hdr;
	struct {
		uint32_t len, id;
		uint8_t rest[16];
	} cie;
	struct {
		uint32_t len, cie;
		int32_t start, size;
		uint8_t rest[16];
	} fde[2];
	uint8_t text[0x40];
};

static const char names[] = "\0.text\0.eh_frame_hdr\0.eh_frame\0.shstrtab";

static void section(struct program *p, int i, uint32_t name, uint32_t type, size_t off, size_t size)
{
	p->sh[i] = (Elf64_Shdr){ .sh_name = name,
				 .sh_type = type,
				 .sh_offset = off,
				 .sh_size = size,
				 .sh_addr = off + VADDR,
				 .sh_flags = SHF_ALLOC,
				 .sh_addralign = 1 };
}

static void describe(struct program *p, int i, size_t func, const uint8_t *rest, size_t len)
{
	const size_t at = offsetof(struct program, fde) + (size_t)i * sizeof(p->fde[0]);
	const size_t hdr = offsetof(struct program, hdr);

	p->fde[i].len = sizeof(p->fde[i]) - 4;
	p->fde[i].cie = (uint32_t)(at + 4 - offsetof(struct program, cie));
	p->fde[i].start = (int32_t)(func - (at + 8));
	p->fde[i].size = 0x20;
	memcpy(p->fde[i].rest, rest, len);
	p->hdr.table[2 * i] = (int32_t)(func - hdr);
	p->hdr.table[2 * i + 1] = (int32_t)(at - hdr);
}

static void make_program(struct program *p)
{
	/* version 1, "zR", 1, -8, rip; cfa = rsp + 8, rip at cfa - 8 */
	static const uint8_t cie[] = { 1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1 };
	static const uint8_t outer[] = { 0 };
	/* after 1 byte: cfa = rsp + 16, rbp at cfa - 16; after 3 more: cfa = rbp + 16 */
	static const uint8_t inner[] = { 0, 0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6 };

	memset(p, 0, sizeof(*p));
	memcpy(p->eh.e_ident, ELFMAG, SELFMAG);
	p->eh.e_ident[EI_CLASS] = ELFCLASS64;
	p->eh.e_ident[EI_DATA] = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB
									   : ELFDATA2MSB;
	p->eh.e_ident[EI_VERSION] = EV_CURRENT;
	p->eh.e_type = ET_DYN;
	p->eh.e_machine = EM_X86_64;
	p->eh.e_version = EV_CURRENT;
	p->eh.e_phoff = offsetof(struct program, ph);
	p->eh.e_shoff = offsetof(struct program, sh);
	p->eh.e_ehsize = sizeof(p->eh);
	p->eh.e_phentsize = sizeof(p->ph);
	p->eh.e_phnum = 1;
	p->eh.e_shentsize = sizeof(p->sh[0]);
	p->eh.e_shnum = 5;
	p->eh.e_shstrndx = 4;
	p->ph = (Elf64_Phdr){ .p_type = PT_LOAD,
			      .p_flags = PF_R | PF_X,
			      .p_vaddr = VADDR,
			      .p_filesz = sizeof(*p),
			      .p_memsz = sizeof(*p),
			      .p_align = 0x1000 };
	section(p, 1, 1, SHT_PROGBITS, TEXT, sizeof(p->text));
	section(p, 2, 7, SHT_PROGBITS, offsetof(struct program, hdr), sizeof(p->hdr));
	section(p, 3, 21, SHT_PROGBITS, offsetof(struct program, cie),
		sizeof(p->cie) + sizeof(p->fde));
	section(p, 4, 31, SHT_STRTAB, offsetof(struct program, names), sizeof(p->names));
	memcpy(p->names, names, sizeof(names));
	p->hdr.version = 1;
	p->hdr.frame_enc = 0x1b;
	p->hdr.count_enc = 0x03;
	p->hdr.table_enc = 0x3b;
	p->hdr.frame =
		(int32_t)(offsetof(struct program, cie) - offsetof(struct program, hdr.frame));
	p->hdr.nr = 2;
	p->cie.len = sizeof(p->cie) - 4;
	memcpy(p->cie.rest, cie, sizeof(cie));
	describe(p, 0, TEXT, outer, sizeof(outer));
	describe(p, 1, TEXT + 0x20, inner, sizeof(inner));
}

static void write_program(const struct program *p)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/program", test_dir());
	f = fopen(path, "w");
	CHECK(f && fwrite(p, 1, sizeof(*p), f) == sizeof(*p) && !fclose(f));
}

static struct pdata_tasks *process(void)
{
	static uint8_t data[512];
	static struct pdata_event event;
	struct pdata_record rec = {
		.type = PDATA_RECORD_MMAP, .misc = PDATA_CPUMODE_USER, .data = data, .event = &event
	};
	struct pdata_value v = { .u.mmap = { .pid = 7,
					     .tid = 7,
					     .addr = START,
					     .len = 0x2000,
					     .filename = "/program" } };
	struct pdata_tasks *t;
	int n;

	event.attr = (struct pdata_attr){ .size = 128, .sample_type = PDATA_SAMPLE_IP };
	n = pdata_record_encode(rec.type, rec.misc, &v, &event.attr, 0, data, sizeof(data));
	CHECK(n >= 8);
	rec.size = (uint16_t)n;
	CHECK_I(pdata_tasks_new(&t), 0);
	CHECK_I(pdata_tasks_add(t, &rec, NULL), 0);
	CHECK_I(pdata_tasks_seal(t), 0);
	return t;
}

/* A thread of the process: the registers of @mask in ascending order, and words of its stack. */
static uint32_t unwind(struct pdata_tasks *t, const char *arch, uint64_t mask,
		       const uint64_t *values, const uint64_t *words, size_t nr_words, uint64_t max,
		       uint64_t *out)
{
	struct pdata_regs regs = { .abi = PDATA_REGS_ABI_64, .mask = mask };
	struct pdata_stack copy = { .size = nr_words * 8,
				    .dyn_size = nr_words * 8,
				    .data = (const uint8_t *)words };
	struct unwind_sample in = { .regs = &regs, .stack = &copy };
	struct unwind *u = unwind_new(t, arch, test_dir(), NULL);
	struct pdata_thread_at at;
	const uint64_t *ips;
	uint32_t nr;

	regs.values.data = (const uint8_t *)values;
	regs.values.nr = (uint64_t)__builtin_popcountll(mask);
	pdata_tasks_at(t, 7, 7, 1, 1, &at);
	in.maps = at.maps;
	nr = unwind_frames(u, &in, max, &ips);
	CHECK(nr <= max);
	for (uint32_t i = 0; i < nr; i++)
		out[i] = ips[i];
	unwind_free(u);
	return nr;
}

/* It stopped at @ip. */
struct stop {
	uint64_t ip, bp;
	const uint64_t *stack;
	size_t nr;
};

static uint32_t frames(struct pdata_tasks *t, const struct stop *s, uint64_t max, uint64_t *out)
{
	const uint64_t values[3] = { s->bp, SP, s->ip };

	return unwind(t, "x86_64", 7 << 6, values, s->stack, s->nr, max, out);
}

static const uint64_t stack[] = { 0x1111, OUTER + 0x10, 0x12345, 0, 0 };

TEST(a_stack_is_unwound_by_the_descriptions_of_its_functions)
{
	const struct stop s = { INNER + 2, 0x2222, stack, 5 };
	struct pdata_tasks *t = process();
	struct program p;
	uint64_t ips[16];

	make_program(&p);
	write_program(&p);
	CHECK_U(frames(t, &s, 16, ips), 3);
	CHECK_U(ips[0], INNER + 2);
	CHECK_U(ips[1], OUTER + 0x0f);
	CHECK_U(ips[2], 0x12344); /* nothing is mapped there: the end */
	pdata_tasks_free(t);
}

/* pitfall: P62 */
TEST(the_description_holds_for_the_instruction_that_was_reached)
{
	/* Before the push the return address is on top; after the mov rbp leads to the frame. */
	const uint64_t top[] = { OUTER + 0x10, 0x12345, 0, 0 };
	const uint64_t deep[] = { 9, 9, 0x1111, OUTER + 0x10, 0x12345, 0, 0 };
	const struct stop first = { INNER, 0x2222, top, 4 }, last = { INNER + 8, SP + 16, deep, 7 };
	struct pdata_tasks *t = process();
	struct program p;
	uint64_t ips[16];

	make_program(&p);
	write_program(&p);
	CHECK_U(frames(t, &first, 16, ips), 3);
	CHECK_U(ips[1], OUTER + 0x0f);
	CHECK_U(frames(t, &last, 16, ips), 3);
	CHECK_U(ips[1], OUTER + 0x0f);
	pdata_tasks_free(t);
}

TEST(frames_end_with_the_copy_of_the_stack_and_with_the_limit)
{
	const struct stop cut = { INNER + 2, 0x2222, stack, 3 },
			  all = { INNER + 2, 0x2222, stack, 5 };
	struct pdata_tasks *t = process();
	struct program p;
	uint64_t ips[16];

	make_program(&p);
	write_program(&p);
	CHECK_U(frames(t, &cut, 16, ips), 2); /* the last word of a copy does not count */
	CHECK_U(frames(t, &all, 2, ips), 2);
	CHECK_U(frames(t, &all, 1, ips), 1);
	CHECK_U(frames(t, &all, 0, ips), 0);
	pdata_tasks_free(t);
}

TEST(without_a_file_of_the_process_there_are_no_frames)
{
	const struct stop s = { INNER + 2, 0x2222, stack, 5 };
	struct pdata_tasks *t = process();
	uint64_t ips[16];

	CHECK_U(frames(t, &s, 16, ips), 0);
	pdata_tasks_free(t);
}

TEST(a_frame_without_description_is_followed_by_its_frame_pointer)
{
	const uint64_t chain[] = { 9, SP + 48, OUTER + 0x10, 0, 0, 0, 0 };
	struct stop s = { OUTER + 5, SP + 8, chain, 7 };
	struct pdata_tasks *t = process();
	struct program p;
	uint64_t ips[16];

	make_program(&p);
	p.hdr.nr = 1;
	p.hdr.table[0] = p.hdr.table[2]; /* only inner() is described */
	p.hdr.table[1] = p.hdr.table[3];
	write_program(&p);
	CHECK_U(frames(t, &s, 2, ips), 2);
	CHECK_U(ips[1], OUTER + 0x0f);
	s.bp = SP + 0x8000; /* too far up to be a frame */
	CHECK_U(frames(t, &s, 2, ips), 1);
	pdata_tasks_free(t);
}

TEST(a_return_address_in_a_register_is_followed_with_and_without_its_code)
{
	/* "zR", 1, -8, x30; cfa = sp */
	static const uint8_t cie[] = { 1, 'z', 'R', 0, 1, 0x78, 30, 1, 0x1b, 0x0c, 31, 0 };
	/* after 4 bytes: cfa = sp + 16, x29 at cfa - 16, x30 at cfa - 8 */
	static const uint8_t saved[] = { 0, 0x44, 0x0e, 16, 0x9d, 2, 0x9e, 1 };
	/* the same; the address carries a code */
	static const uint8_t coded[] = { 0, 0x2d, 0x44, 0x0e, 16, 0x9d, 2, 0x9e, 1 };
	const uint64_t words[] = { 0x1111, 0x0055000000000000 | (OUTER + 0x10), 0x2222, 0x12345, 0,
				   0 };
	const uint64_t mask = 15ull << 29; /* x29, x30, sp, pc */
	uint64_t values[4] = { 0, OUTER + 0x0c, SP, INNER + 8 }, ips[16];
	struct pdata_tasks *t = process();
	struct program p;

	make_program(&p);
	p.eh.e_machine = EM_AARCH64;
	memset(p.cie.rest, 0, sizeof(p.cie.rest));
	memcpy(p.cie.rest, cie, sizeof(cie));
	describe(&p, 0, TEXT, saved, sizeof(saved));
	describe(&p, 1, TEXT + 0x20, coded, sizeof(coded));
	write_program(&p);
	CHECK_U(unwind(t, "aarch64", mask, values, words, 6, 16, ips), 3);
	CHECK_U(ips[0], INNER + 8);
	CHECK_U(ips[1], OUTER + 0x0f);
	CHECK_U(ips[2], 0x12344);
	values[3] = INNER; /* x30 is not saved yet, and sp is the caller's */
	CHECK_U(unwind(t, "arm64", mask, values, words + 2, 4, 16, ips), 3);
	CHECK_U(ips[1], OUTER + 0x0b);
	CHECK_U(ips[2], 0x12344);
	pdata_tasks_free(t);
}

TEST(frames_with_scalable_vectors_are_as_large_as_the_vector_length_says)
{
	static const uint8_t cie[] = { 1, 'z', 'R', 0, 1, 0x78, 30, 1, 0x1b, 0x0c, 31, 0 };
	static const uint8_t saved[] = { 0, 0x44, 0x0e, 16, 0x9d, 2, 0x9e, 1 };
	/* cfa = sp + vg * 8, x30 at cfa - 8 */
	static const uint8_t vectors[] = { 0, 0x0f, 8,	  0x8f, 0,    0x92, 46,
					   0, 0x38, 0x1e, 0x22, 0x9e, 1 };
	const uint64_t words[] = { 0, 0, 0, OUTER + 0x10, 0x2222, 0x12345, 0, 0 };
	const uint64_t mask = 15ull << 29 | 1ull << 46; /* x29, x30, sp, pc, vg */
	const uint64_t values[5] = { 0, 0, SP, INNER + 8, 4 };
	struct pdata_tasks *t = process();
	struct program p;
	uint64_t ips[16];

	make_program(&p);
	p.eh.e_machine = EM_AARCH64;
	memset(p.cie.rest, 0, sizeof(p.cie.rest));
	memcpy(p.cie.rest, cie, sizeof(cie));
	describe(&p, 0, TEXT, saved, sizeof(saved));
	describe(&p, 1, TEXT + 0x20, vectors, sizeof(vectors));
	write_program(&p);
	CHECK_U(unwind(t, "aarch64", mask, values, words, 8, 16, ips), 3);
	CHECK_U(ips[1], OUTER + 0x0f);
	CHECK_U(ips[2], 0x12344);
	/* Without the register nobody knows. */
	CHECK_U(unwind(t, "aarch64", 15ull << 29, values, words, 8, 16, ips), 1);
	pdata_tasks_free(t);
}

TEST(damaged_programs_give_fewer_frames)
{
	const struct stop s = { INNER + 2, 0x2222, stack, 5 };
	static const uint8_t flips[] = { 0xff, 0x80, 0x01 };
	struct pdata_tasks *t = process();
	struct program p;
	uint64_t ips[16];

	for (size_t i = 0; i < sizeof(p); i++) {
		for (size_t f = 0; f < sizeof(flips); f++) {
			make_program(&p);
			((uint8_t *)&p)[i] ^= flips[f];
			write_program(&p);
			frames(t, &s, 16, ips);
		}
	}
	pdata_tasks_free(t);
}

#endif
