/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/memory.h"
#include "object/demangle/demangle_name.h"
#include "object/elf/sym_table_priv.h"
#include "test.h"

#include <stdio.h>

static const struct {
	const char *mangled, *plain; /* NULL: as it is */
} cases[] = {
	{ "main", NULL },
	{ "_start", NULL },
	{ "_Z", NULL },
	{ "_ZN", NULL },
	{ "_D", NULL },
	{ "_D1", NULL },
#ifdef HAVE_IBERTY
	{ "_Dmain", "D main" },
	{ "_D8demangle4testFZv", "demangle.test()" },
	{ "_D8demangle4testFaZv", "demangle.test(char)" },
	{ "_D3std5stdio7writelnFAyaZv", "std.stdio.writeln(immutable(char)[])" },
	{ "_Z3foo junk", "foo" },
	{ "_ZN3foo3barEv", "foo::bar" },
	{ "_ZNK3foo3barEv", "foo::bar" },
	{ "_ZNVKR3foo3barEi", "foo::bar" },
	{ "_Z3fooIiEvT_", "foo<int>" },
	{ "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", "std::operator<< "
								     "<std::char_traits<char> >" },
	{ "_ZSt4moveIRiEONSt16remove_referenceIT_E4typeEOS2_", "std::move<int&>" },
	{ "_ZN1AcvT_IiEEv", "A::operator int<int>" },
	{ "_ZNK1CcvbEv", "C::operator bool" },
	{ "_Z3fooB5cxx11v", "foo[abi:cxx11]" },
	{ "_ZN12_GLOBAL__N_13fooEv", "(anonymous namespace)::foo" },
	{ "_ZZ4mainENKUlvE_clEv", "main::{lambda()#1}::operator()" },
	{ "_ZZN1A1fEiE1x", "A::f(int)::x" },
	{ "_ZZ4mainE1x_0", "main::x" },
	{ "_ZTV3Foo", "vtable for Foo" },
	{ "_ZThn16_N3foo3barEv", "non-virtual thunk to foo::bar()" },
	{ "_ZN3foo3barEv.constprop.0", "foo::bar" },
	{ "_ZN3foo3barEv@@V1", "foo::bar" },
	{ "_ZL3fooi", "foo" },
	{ "_GLOBAL__I_foo", "global constructors keyed to foo" },
	{ "_GLOBAL__sub_I_main", NULL },
	{ "_ZGRN4grpc6Status2OKE_", "reference temporary #0 for grpc::Status::OK" },
	/* libstdc++'s demangler of GCC 12 does not come to an end with the beginnings of this name. */
	{ "_ZN9__gnu_cxx5__ops15_Iter_comp_iterIZN12_GLOBAL__N_110sortByNameIPN4llvm14GlobalVariabl"
	  "eEEENS4_11SmallVectorIT_Xsr42CalculateSmallVectorDefaultInlinedElementsIS8_EE5valueEEEOS"
	  "9_EUlPKS8_PKT0_E_EclIPS6_SJ_EEbS8_SD_",
	  "__gnu_cxx::__ops::_Iter_comp_iter<(anonymous namespace)::sortByName<llvm::GlobalVariable"
	  "*>(llvm::SmallVector<llvm::GlobalVariable*, CalculateSmallVectorDefaultInlinedElements<l"
	  "lvm::GlobalVariable*>::value>&&)::{lambda(auto:1 const*, auto:2 const*)#1}>::operator()<"
	  "llvm::GlobalVariable**, llvm::GlobalVariable**>" },
	{ "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE", "core::fmt::Write::write_fmt" },
	{ "_ZN53_$LT$std..fs..FileDesc$u20$as$u20$core..ops..Drop$GT$4drop17hc68340e1baa4987aE",
	  "<std::fs::FileDesc as core::ops::Drop>::drop" },
	{ "_RNvC6_123foo3bar", "123foo::bar" },
	{ "_RMCs4fqI2P2rA04_13const_genericINtB0_4CharKc76_E", "<const_generic::Char<'v'>>" },
	{ "_RC3foo.llvm.9D1C9369", "foo" },
	{ "_RINvNtCsfq2Zq5gqAK1_2v0u9gre_6ka8iu8nave_6paKln5_EB4_", "v0::gr\xc3\xb6\xc3\x9f"
								    "e::na\xc3\xafve::<-5>" },
#endif
	{ "_RB_", NULL },
	{ "_RNvB_3foo", NULL },
	{ "camlStdlib__list__map_1023", "Stdlib.list.map_1023" },
	{ "camlFoo$2b_1", "Foo+_1" },
	{ "camlp4", NULL },
	{ "Ljava/lang/String;charAt(I)C", "java.lang.String.charAt(int)" },
	{ "Ljava/util/HashMap;put([[ILjava/lang/Object;JZ)V", "java.util.HashMap.put(int[][], "
							      "java.lang.Object, long, boolean)" },
	{ "La/B;f()V", "a.B.f()" },
	{ "call(int)", NULL },
	{ "f;(I)", NULL },
};

TEST(names_are_demangled_without_parameters)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *text = sym_demangle(cases[i].mangled);

		CHECK_S(text ? text : cases[i].mangled,
			cases[i].plain ? cases[i].plain : cases[i].mangled);
		free(text);
	}
}

TEST(every_beginning_of_a_mangled_name_is_safe)
{
	char name[256];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (size_t n = strlen(cases[i].mangled); n; n--) {
			memcpy(name, cases[i].mangled, n);
			name[n] = 0;
			free(sym_demangle(name));
			name[n - 1] ^= 1;
			free(sym_demangle(name));
		}
}

TEST(long_and_deep_names_end)
{
	static char deep[70000];

	memset(deep, 'R', sizeof(deep) - 1);
	memcpy(deep, "_RMC1aR", 7);
	free(sym_demangle(deep));
	memset(deep, 'E', sizeof(deep) - 1);
	memcpy(deep, "_ZN", 3);
	CHECK(!sym_demangle(deep));
	deep[1000] = 0;
	CHECK(!sym_demangle(deep));
	memset(deep, '9', 1000);
	memcpy(deep, "_Z", 2);
	CHECK(!sym_demangle(deep));
}

/* Each argument of the template is twice the one before: 40 of them would be 10^12 characters. */
static void put_doubling(char *out, size_t size)
{
	static const char digit[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t len = (size_t)snprintf(out, size, "_Z1fI1AIiiE");

	for (unsigned i = 1; i <= 40; i++) {
		char last[8];

		if (i < 36)
			snprintf(last, sizeof(last), "%c", digit[i]);
		else
			snprintf(last, sizeof(last), "1%c", digit[i - 36]);
		len += (size_t)snprintf(out + len, size - len, "S0_IS%s_S%s_E", last, last);
	}
	snprintf(out + len, size - len, "EvT_");
}

/* The same in D: each is an array of the one before by itself. "Qxy" says how far back it is. */
static void put_doubling_in_d(char *out, size_t size, unsigned levels)
{
	size_t len = (size_t)snprintf(out, size, "_D1a__T1fTHii"), last = len - 3;

	for (unsigned i = 0; i < levels; i++) {
		const size_t here = len + 1;

		out[len++] = 'T';
		out[len++] = 'H';
		for (unsigned k = 0; k < 2; k++) {
			const size_t back = len - last;

			out[len++] = 'Q';
			if (back >= 26)
				out[len++] = (char)('A' + back / 26);
			out[len++] = (char)('a' + back % 26);
		}
		last = here;
	}
	snprintf(out + len, size - len, "Z1gFZv");
}

TEST(names_that_double_with_each_word_are_left_as_they_are)
{
	char name[1024], *text;

	put_doubling(name, sizeof(name));
	CHECK(!sym_demangle(name));
	/* 2^59 lifetimes, which are not printed: in the path of an implementation. */
	CHECK(!sym_demangle("_RMINvC1a1bFGzzzzzzzzzz_EuEu"));
	put_doubling_in_d(name, sizeof(name), 40);
	CHECK(!sym_demangle(name));
	put_doubling_in_d(name, sizeof(name), 3);
	text = sym_demangle(name);
#ifdef HAVE_IBERTY
	CHECK_S(text, "a.f!(int[int], int[int][int[int]], int[int][int[int]][int[int][int[int]]], "
		      "int[int][int[int]][int[int][int[int]]][int[int][int[int]][int[int][int[int]]"
		      "]]).g()");
#else
	CHECK(!text);
#endif
	free(text);
}

#ifdef HAVE_IBERTY
void *xmalloc(size_t size); /* of libiberty */

static void allocate_too_much(void *arg)
{
	volatile size_t size = SIZE_MAX / 2; /* unknown to the compiler */

	*(void **)arg = xmalloc(size);
}

TEST(libiberty_without_memory_is_a_failed_allocation)
{
	const unsigned before = mem_failures();
	void *p = NULL;

	CHECK(!mem_guarded(allocate_too_much, &p));
	CHECK(!p && mem_failures() == before + 1);
}
#endif
