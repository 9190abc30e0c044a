/* SPDX-License-Identifier: BSD-2-Clause */
/* A second external function of one name. */
int low_add(int a);

int low_add(int a)
{
	return a;
}
