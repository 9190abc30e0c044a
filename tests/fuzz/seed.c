/* SPDX-License-Identifier: BSD-2-Clause */
/* Source of the seeds of fuzz targets: inlined functions, and frames of every kind. */

struct pair {
	int a, b;
};

static inline int twice(int n)
{
	return 2 * n;
}

static inline int sum(const struct pair *p, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += twice(p[i].a) + p[i].b;
	return s;
}

__attribute__((noinline)) int outer(const struct pair *p, int n, int (*call)(int))
{
	char room[n + 16];
	int s = sum(p, n);

	for (int i = 0; i < n; i++)
		room[i] = (char)call(s + i);
	return s + room[0] + sum(p + 1, n - 1);
}

int entry(const struct pair *p, int n, int (*call)(int))
{
	return n > 3 ? outer(p, n - 1, call) + twice(n) : sum(p, n);
}

#if !defined(PLAIN) && defined(__x86_64__)
/* A signal frame, a CFA and registers given by expressions, and remembered and restored states. */
__asm__(".text\n.globl odd\n.type odd, @function\nodd:\n"
	".cfi_startproc simple\n.cfi_signal_frame\n.cfi_def_cfa 7, 8\n.cfi_offset 16, -8\nnop\n"
	".cfi_remember_state\n"
	".cfi_escape 0x0f, 0x03, 0x77, 0x20, 0x06\nnop\n"
	".cfi_escape 0x10, 0x06, 0x02, 0x77, 0x78\nnop\n"
	".cfi_escape 0x16, 0x10, 0x05, 0x77, 0x08, 0x06, 0x23, 0x01\nnop\n"
	".cfi_escape 0x0f, 0x0b, 0x77, 0x08, 0x80, 0x00, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, "
	"0x22\nnop\n"
	".cfi_restore_state\n.cfi_undefined 6\n.cfi_same_value 3\n.cfi_register 12, 13\nnop\n"
	".cfi_endproc\n.size odd, .-odd\n");
#endif
