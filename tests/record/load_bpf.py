# SPDX-License-Identifier: BSD-2-Clause
"""load_bpf.py - load two BPF programs, print "loaded", and keep them until standard input ends

One program has two functions and BTF, which names them; the other has one function and no BTF.
"""
import ctypes
import os
import struct
import sys

NUMBERS = {"x86_64": 321, "aarch64": 280, "riscv64": 280, "ppc64le": 361, "s390x": 351}
PROG_LOAD, BTF_LOAD, SOCKET_FILTER = 5, 18, 1
libc = ctypes.CDLL(None, use_errno=True)


def bpf(command, attr):
    """call bpf(2) and return the descriptor"""
    buf = ctypes.create_string_buffer(attr, len(attr))
    fd = libc.syscall(NUMBERS[os.uname().machine], command, buf, len(attr))
    if fd < 0:
        sys.exit("bpf: " + os.strerror(ctypes.get_errno()))
    return fd


def instruction(op, regs=0, off=0, imm=0):
    """encode an instruction; a call within the program has the source register 1"""
    return struct.pack("=BBhi", op, regs, off, imm)


def load(name, insns, btf=0, funcs=b""):
    """load a program"""
    code = ctypes.create_string_buffer(b"".join(insns))
    licence = ctypes.create_string_buffer(b"GPL")
    info = ctypes.create_string_buffer(funcs)
    nr = len(funcs) // 8
    attr = struct.pack("=IIQQIIQII16sIIIIQI", SOCKET_FILTER, len(insns), ctypes.addressof(code),
                       ctypes.addressof(licence), 0, 0, 0, 0, 0, name, 0, 0, btf, 8 if nr else 0,
                       ctypes.addressof(info) if nr else 0, nr)
    return bpf(PROG_LOAD, attr + b"\0" * (-len(attr) % 8))


def load_btf():
    """load BTF with the types int, int(void *), and two functions of the latter type"""
    names = b"\0int\0ctx\0first_function_of_the_test\0second_function_of_the_test\0"

    def word(name, kind, nr, size, *more):
        off = names.index(b"\0" + name + b"\0") + 1 if name else 0
        return struct.pack("=III", off, kind << 24 | nr, size) + struct.pack("=%dI" % len(more), *more)

    types = (word(b"int", 1, 0, 4, 1 << 24 | 32) + word(b"", 2, 0, 0) +
             word(b"", 13, 1, 1, names.index(b"ctx"), 2) +
             word(b"first_function_of_the_test", 12, 0, 3) +
             word(b"second_function_of_the_test", 12, 0, 3))
    data = struct.pack("=HBBIIIII", 0xeb9f, 1, 0, 24, 0, len(types), len(types), len(names))
    data = ctypes.create_string_buffer(data + types + names)
    return bpf(BTF_LOAD, struct.pack("=QQIII", ctypes.addressof(data), 0, len(data) - 1, 0, 0) + b"\0" * 4)


MOV0, EXIT = instruction(0xb7), instruction(0x95)
load(b"test_alone", [MOV0, EXIT])
load(b"test_two", [instruction(0x85, 0x10, 0, 1), EXIT, MOV0, EXIT], load_btf(),
     struct.pack("=IIII", 0, 4, 2, 5))
print("loaded", flush=True)
sys.stdin.read()
