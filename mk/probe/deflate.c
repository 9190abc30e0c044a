/* SPDX-License-Identifier: BSD-2-Clause */
#include <libdeflate.h>

int main(void)
{
	return !libdeflate_alloc_decompressor();
}
