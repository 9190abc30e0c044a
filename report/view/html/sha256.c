/* SPDX-License-Identifier: BSD-2-Clause */
/* SHA-256 (FIPS 180-4) and base64: a policy of a page names its scripts and styles by them. */
#include "view/html/html_int.h"

static const uint32_t round_constants[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
	0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
	0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
	0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
	0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
	0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
	0xc67178f2,
};

static uint32_t rotate_right(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

static uint32_t big_endian(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void hash_block(uint32_t state[8], const uint8_t *block)
{
	uint32_t w[64], v[8];

	for (unsigned i = 0; i < 16; i++)
		w[i] = big_endian(block + 4 * (size_t)i);
	for (unsigned i = 16; i < 64; i++) {
		const uint32_t a = w[i - 15], b = w[i - 2];

		w[i] = w[i - 16] + w[i - 7] + (rotate_right(a, 7) ^ rotate_right(a, 18) ^ a >> 3) +
		       (rotate_right(b, 17) ^ rotate_right(b, 19) ^ b >> 10);
	}
	memcpy(v, state, sizeof(v));
	for (unsigned i = 0; i < 64; i++) {
		const uint32_t a = v[0], e = v[4];
		const uint32_t one =
			v[7] + round_constants[i] + w[i] + ((e & v[5]) ^ (~e & v[6])) +
			(rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25));
		const uint32_t two =
			(rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22)) +
			((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));

		memmove(v + 1, v, 7 * sizeof(*v));
		v[4] += one;
		v[0] = one + two;
	}
	for (unsigned i = 0; i < 8; i++)
		state[i] += v[i];
}

void html_sha256(const void *data, size_t n, uint8_t hash[HTML_SHA256_SIZE])
{
	uint32_t state[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
			      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
	const uint8_t *p = data;
	const size_t whole = n / 64 * 64, left = n - whole;
	const size_t last = left < 56 ? 64 : 128;
	uint8_t end[128] = { 0 };

	for (size_t i = 0; i < whole; i += 64)
		hash_block(state, p + i);
	memcpy(end, p + whole, left);
	end[left] = 0x80;
	for (unsigned i = 0; i < 8; i++)
		end[last - 1 - i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
	for (size_t i = 0; i < last; i += 64)
		hash_block(state, end + i);
	for (unsigned i = 0; i < HTML_SHA256_SIZE; i++)
		hash[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}

void html_put_base64(struct out *out, const uint8_t *data, size_t n)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz012345678"
				     "9+/";
	char text[4096];
	size_t used = 0;

	for (size_t i = 0; i < n; i += 3) {
		const uint32_t v = (uint32_t)data[i] << 16 |
				   (i + 1 < n ? (uint32_t)data[i + 1] << 8 : 0) |
				   (i + 2 < n ? data[i + 2] : 0);

		text[used++] = digits[v >> 18];
		text[used++] = digits[v >> 12 & 63];
		text[used++] = i + 1 < n ? digits[v >> 6 & 63] : '=';
		text[used++] = i + 2 < n ? digits[v & 63] : '=';
		if (used == sizeof(text)) {
			out_raw(out, text, used);
			used = 0;
		}
	}
	out_raw(out, text, used);
}
