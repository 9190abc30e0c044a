# SPDX-License-Identifier: BSD-2-Clause
"""Names of registers by machine: "Registers" in spec/."""


def span(at, lst):
    return {at + i: n for i, n in enumerate(lst)}


def rng(f, a, b):
    return [f % i for i in range(a, b)]


X86 = {**span(0, "AX BX CX DX SI DI BP SP IP FLAGS CS SS DS ES FS GS".split()), **span(16, rng("R%d", 8, 16)),
       **span(32, [n for i in range(16) for n in ("XMM%d" % i, "XMM%dH" % i)])}
ARM = span(0, rng("r%d", 0, 11) + "fp ip sp lr pc".split())
ARM64 = {**span(0, rng("x%d", 0, 30) + ["lr", "sp", "pc"]), 46: "vg"}
PPC = span(0, rng("r%d", 0, 32) + ("nip msr orig_r3 ctr link xer ccr softe trap dar dsisr sier mmcra mmcr0 mmcr1 mmcr2 "
                                   "mmcr3 sier2 sier3 pmc1 pmc2 pmc3 pmc4 pmc5 pmc6 sdar siar").split())
S390 = span(0, rng("R%d", 0, 16) + rng("FP%d", 0, 16) + ["MASK", "PC"])
RISCV = span(0, "pc ra sp gp tp t0 t1 t2 s0 s1".split() + rng("a%d", 0, 8) + rng("s%d", 2, 12) + rng("t%d", 3, 7))
MIPS = span(0, ["PC"] + rng("$%d", 1, 32))
LOONG = span(0, ["PC"] + rng("%%r%d", 1, 32))
CSKY = span(0, "tls lr pc sr sp orig_a0 a0 a1 a2 a3".split() + rng("regs%d", 0, 10) + rng("exregs%d", 0, 15) +
            "hi lo dcsr".split())
BY_ARCH = (("x86", X86), ("i386", X86), ("i486", X86), ("i586", X86), ("i686", X86), ("aarch64", ARM64), ("arm64", ARM64),
           ("arm", ARM), ("ppc", PPC), ("powerpc", PPC), ("s390", S390), ("riscv", RISCV), ("mips", MIPS),
           ("loongarch", LOONG), ("csky", CSKY))
BY_ELF = {3: X86, 62: X86, 40: ARM, 183: ARM64, 20: PPC, 21: PPC, 22: S390, 243: RISCV, 8: MIPS, 258: LOONG, 252: CSKY}


def of_arch(s):
    for p, t in BY_ARCH:
        if s.startswith(p):
            return t
    return None
