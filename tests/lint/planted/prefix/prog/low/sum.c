/* SPDX-License-Identifier: BSD-2-Clause */
/* An external function without its room's prefix. */
int sum(int a);

int sum(int a)
{
	return a;
}
