/* SPDX-License-Identifier: BSD-2-Clause */
/* One of five files that call each other. */
int low_ring1(int a);
int low_ring0(int a);

int low_ring0(int a)
{
	return a ? low_ring1(a - 1) : 0;
}
