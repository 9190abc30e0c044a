/* SPDX-License-Identifier: BSD-2-Clause */
/* Atomic numbers of 64 bits: machines of 32 bits may need a library for them. */
#include <stdint.h>

static uint64_t head;

int main(void)
{
	__atomic_store_n(&head, 1, __ATOMIC_RELEASE);
	return __atomic_load_n(&head, __ATOMIC_ACQUIRE) != 1;
}
