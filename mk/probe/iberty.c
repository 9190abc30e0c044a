/* SPDX-License-Identifier: BSD-2-Clause */
char *dlang_demangle(const char *mangled, int options);

int main(void)
{
	return !dlang_demangle("_Dmain", 0);
}
