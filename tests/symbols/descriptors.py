#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""descriptors.py FILE - write an ELF file of ppc64 with 65,000 sections and 100,000 symbols of function descriptors

The descriptors have the address of no section.
"""
import struct
import sys

SECTIONS, SYMBOLS = 65000, 100000
PROGBITS, SYMTAB, STRTAB, NOTE, NOBITS = 1, 2, 3, 7, 8
image = bytearray(64)
names = b'\0.opd\0.symtab\0.strtab\0.note.gnu.build-id\0.shstrtab\0'
headers = [bytes(64)]


def section(name, kind, flags, addr, content, link=0, align=8):
    image.extend(bytes(-len(image) % 16))
    at = names.index(b'\0' + name + b'\0') + 1
    headers.append(struct.pack('>IIQQQQIIQQ', at, kind, flags, addr, len(image), len(content), link, 0, align, 0))
    image.extend(content)


section(b'.opd', PROGBITS, 3, 0x200000, struct.pack('>QQQ', 0x8f001000, 0, 0))
section(b'.note.gnu.build-id', NOTE, 2, 0, struct.pack('>III', 4, 20, 3) + b'GNU\0' + b'\x11' * 20, align=4)
section(b'.symtab', SYMTAB, 0, 0, bytes(24) + struct.pack('>IBBHQQ', 1, 0x12, 0, 1, 0x200000, 16) * SYMBOLS, 4)
section(b'.strtab', STRTAB, 0, 0, b'\0f\0')
section(b'.shstrtab', STRTAB, 0, 0, names)
for i in range(SECTIONS):
    headers.append(struct.pack('>IIQQQQIIQQ', 0, NOBITS, 2, 0x90000000 + 16 * i, 0, 8, 0, 0, 1, 0))
segments = len(image)
image.extend(struct.pack('>IIQQQQQQ', 1, 5, 0, 0, 0, 1 << 20, 1 << 20, 4096))
image[:64] = b'\x7fELF\2\2\1' + bytes(9) + struct.pack('>HHIQQQIHHHHHH', 3, 21, 1, 0, segments, len(image), 0, 64, 56, 1, 64, len(headers), 5)
with open(sys.argv[1], 'wb') as f:
    f.write(image + b''.join(headers))
