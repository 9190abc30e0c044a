/* SPDX-License-Identifier: BSD-2-Clause */
/* One of five files that call each other. */
int low_ring2(int a);
int low_ring1(int a);

int low_ring1(int a)
{
	return a ? low_ring2(a - 1) : 0;
}
