/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints bytes as the kernel's %p with letters does: network addresses, UUIDs, buffers. */

#include "session/tracepoint/tp_prog.h"

/* AF_INET and AF_INET6 have these numbers on every machine that runs Linux. */
#define FAMILY_INET 2u
#define FAMILY_INET6 10u

void tp_put_hex_byte(struct out *out, uint8_t b)
{
	out_char(out, "0123456789abcdef"[b >> 4]);
	out_char(out, "0123456789abcdef"[b & 15]);
}

static size_t count_conversion_char(const char *s, const char *set)
{
	return *s && strchr(set, *s);
}

/*
 * The letters after %p that belong to the conversion: M[RF] m[R] [Ii](4[hnlb] 6[c]
 * S[pfs]*[hnlb][c]) U[LlBb] h[CDN]
 */
size_t tp_bytes_letters(const char *s)
{
	size_t n = 2;

	switch (*s) {
	case 'M':
	case 'm':
		return 1 + count_conversion_char(s + 1, "RF");
	case 'U':
		return 1 + count_conversion_char(s + 1, "LlBb");
	case 'h':
		return 1 + count_conversion_char(s + 1, "CDN");
	case 'I':
	case 'i':
		if (s[1] == '4')
			return 2 + count_conversion_char(s + 2, "hnlb");
		if (s[1] == '6')
			return 2 + count_conversion_char(s + 2, "c");
		if (s[1] != 'S')
			return 0;
		while (count_conversion_char(s + n, "pfs"))
			n++;
		n += count_conversion_char(s + n, "hnlb");
		return n + count_conversion_char(s + n, "c");
	default:
		return 0;
	}
}

static void put_mac(struct out *out, const uint8_t *b, const char *letters)
{
	const char *between = letters[0] == 'm' ? "" : letters[1] == 'F' ? "-" : ":";
	const bool reverse = letters[1] == 'R';

	for (unsigned i = 0; i < 6; i++) {
		if (i)
			out_str(out, between);
		tp_put_hex_byte(out, b[reverse ? 5 - i : i]);
	}
}

static void put_ipv4(struct out *out, const uint8_t *b, bool zeros, bool reverse)
{
	for (unsigned i = 0; i < 4; i++) {
		if (i)
			out_char(out, '.');
		out_dec_z(out, b[reverse ? 3 - i : i], zeros ? 3 : 1);
	}
}

static void put_ipv6(struct out *out, const uint8_t *b, bool colons)
{
	for (unsigned i = 0; i < 16; i += 2) {
		if (i && colons)
			out_char(out, ':');
		tp_put_hex_byte(out, b[i]);
		tp_put_hex_byte(out, b[i + 1]);
	}
}

static unsigned group(const uint8_t *b, unsigned i)
{
	return (unsigned)b[2 * i] << 8 | b[2 * i + 1];
}

/* Whether an IPv6 address contains an IPv4 address: IPv4-mapped, or ISATAP (a tunnel protocol). */
static bool holds_ipv4(const uint8_t *b)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };

	return !memcmp(b, mapped, sizeof(mapped)) ||
	       ((b[8] | 2) == 2 && !b[9] && b[10] == 0x5e && b[11] == 0xfe);
}

/*
 * Find the longest run of at least two zero groups among the first @nr groups. Return: its first
 * group, with its length in *@len; @nr: no such run.
 */
static unsigned zero_run(const uint8_t *b, unsigned nr, unsigned *len)
{
	unsigned best = nr;

	*len = 1;
	for (unsigned i = 0; i < nr; i++) {
		unsigned n = 0;

		while (i + n < nr && !group(b, i + n))
			n++;
		if (n > *len) {
			*len = n;
			best = i;
		}
	}
	return best;
}

static void put_ipv6_short(struct out *out, const uint8_t *b)
{
	const bool ipv4 = holds_ipv4(b);
	const unsigned nr = ipv4 ? 6 : 8;
	unsigned len, run = zero_run(b, nr, &len);
	bool colon = false;

	for (unsigned i = 0; i < nr; i++) {
		if (i == run) {
			out_str(out, colon || !i ? "::" : ":");
			colon = false;
			i += len - 1;
			continue;
		}
		if (colon)
			out_char(out, ':');
		out_hex(out, group(b, i));
		colon = true;
	}
	if (!ipv4)
		return;
	if (colon)
		out_char(out, ':');
	put_ipv4(out, b + 12, false, false);
}

/*
 * Whether the last byte is printed first. Letter l: little-endian address; h: in the byte order of
 * the host that the kernel ran on, which is the recording's.
 */
static bool is_reverse(const char *letters, bool big_endian)
{
	return strchr(letters, 'l') || (strchr(letters, 'h') && !big_endian);
}

static void put_port(struct out *out, const uint8_t *sockaddr)
{
	out_char(out, ':');
	out_dec(out, group(sockaddr, 1));
}

static void put_socket(struct out *out, const struct pdata_field *f, const uint8_t *b,
		       const char *letters, bool big_endian)
{
	const bool port = letters[0] == 'I' && strchr(letters, 'p');
	uint16_t family;

	memcpy(&family, b, sizeof(family));
	if (family == FAMILY_INET && f->size < 16) {
		out_str(out, "INVALIDIPv4");
	} else if (family == FAMILY_INET) {
		put_ipv4(out, b + 4, letters[0] == 'i', is_reverse(letters + 2, big_endian));
		if (port)
			put_port(out, b);
	} else if (family == FAMILY_INET6 && f->size < 28) {
		out_str(out, "INVALIDIPv6");
	} else if (family == FAMILY_INET6) {
		if (port)
			out_char(out, '[');
		if (letters[0] == 'I' && strchr(letters, 'c'))
			put_ipv6_short(out, b + 8);
		else
			put_ipv6(out, b + 8, letters[0] == 'I');
		if (port) {
			out_char(out, ']');
			put_port(out, b);
		}
	}
}

static void put_uuid(struct out *out, const uint8_t *b, const char *letters)
{
	static const uint8_t swapped[16] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
	const bool little = letters[1] == 'L' || letters[1] == 'l';
	const bool upper = letters[1] == 'L' || letters[1] == 'B';

	for (unsigned i = 0; i < 16; i++) {
		out_printf(out, upper ? "%02X" : "%02x", b[little ? swapped[i] : i]);
		if (i == 3 || i == 5 || i == 7 || i == 9)
			out_char(out, '-');
	}
}

static void put_buffer(struct out *out, const struct pdata_field *f, uint32_t len,
		       const char *letters, const struct tp_data *d)
{
	const char *between = letters[1] == 'C'	  ? ":"
			      : letters[1] == 'D' ? "-"
			      : letters[1] == 'N' ? ""
						  : " ";
	const uint64_t word = tp_read(d, f->offset, 4);
	const uint8_t *b = d->data + (word & 0xffff) + tp_rel_base(f);

	if ((int32_t)len < 0)
		return;
	for (uint32_t i = 0; i < len && i < word >> 16; i++) {
		if (i)
			out_str(out, between);
		tp_put_hex_byte(out, b[i]);
	}
}

/* Return: the text for a field whose size does not fit the letters after %p; NULL: it fits. */
static const char *invalid(const char *letters, uint32_t size)
{
	if ((letters[0] == 'M' || letters[0] == 'm') && size != 6)
		return "INVALIDMAC";
	if (letters[0] == 'U' && size != 16)
		return "INVALIDUUID";
	if ((letters[0] == 'I' || letters[0] == 'i') && letters[1] == '4' && size != 4)
		return "INVALIDIPv4";
	if ((letters[0] == 'I' || letters[0] == 'i') && letters[1] == '6' && size != 16)
		return "INVALIDIPv6";
	return NULL;
}

void tp_put_bytes(const struct pdata_field *f, const char *letters, uint32_t len,
		  const struct tp_data *d, struct out *out)
{
	const char *bad = invalid(letters, f->size);
	const uint8_t *b = d->data + f->offset;

	if (bad)
		out_str(out, bad);
	else if (letters[0] == 'M' || letters[0] == 'm')
		put_mac(out, b, letters);
	else if (letters[0] == 'U')
		put_uuid(out, b, letters);
	else if (letters[0] == 'h')
		put_buffer(out, f, len, letters, d);
	else if (letters[1] == '4')
		put_ipv4(out, b, letters[0] == 'i', is_reverse(letters + 2, d->big_endian));
	else if (letters[1] == 'S')
		put_socket(out, f, b, letters, d->big_endian);
	else if (letters[0] == 'I' && letters[2] == 'c')
		put_ipv6_short(out, b);
	else
		put_ipv6(out, b, letters[0] == 'I');
}
