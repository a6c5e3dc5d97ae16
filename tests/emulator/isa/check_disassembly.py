#!/usr/bin/env python3
"""Holds the emulator's decoder against LLVM's disassembler, for every instruction of some code objects.

usage: check_disassembly.py DISASSEMBLE FOLDER…      DISASSEMBLE: clc_emulator_disassemble; FOLDER: packages of clc

Name, size, operands in their order, offsets, cache bits and modifiers have to agree; what LLVM cannot decode is not looked at.
Exits with 77 where there is no llvm-objdump.
"""

import os
import re
import shutil
import struct
import sys
from collections import Counter
from pathlib import Path

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import output_of  # noqa: E402

SUFFIXES = re.compile(r"_(e32|e64|sdwa|dpp|e64_dpp|dpp8|e64_dpp8)$")
SCOPES = {"SCOPE_CU": 0, "SCOPE_SE": 1, "SCOPE_DEV": 2, "SCOPE_SYS": 3}
SELECTS = {"BYTE_0": 0, "BYTE_1": 1, "BYTE_2": 2, "BYTE_3": 3, "WORD_0": 4, "WORD_1": 5, "DWORD": 6}
UNUSED = {"UNUSED_PAD": 0, "UNUSED_SEXT": 1, "UNUSED_PRESERVE": 2}
LANE_WORDS = re.compile(r" (row_mirror|row_half_mirror|quad_perm\S*|row_\w+:?\S*|wave_\w+)$")
FLAGS = {"sc0", "sc1", "nt", "glc", "slc", "dlc", "scc", "clamp", "offen", "idxen", "unorm", "a16", "d16", "tfe"}
DIMENSIONS = ["1D", "2D", "3D", "CUBE", "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_MSAA_ARRAY"]


def tool(name):
    return shutil.which(name + "-22") or shutil.which(name)


def text_section(path):
    text = output_of(tool("llvm-readobj"), "-h", "-S", path)
    chip = re.search(r"EF_AMDGPU_MACH_AMDGCN_(GFX\w+)", text)
    section = re.search(r"Name: \.text .*?Address: (0x\w+)\s+Offset: (0x\w+)\s+Size: (\d+)", text, re.S)
    return chip and chip.group(1).lower(), section and [int(g, 0) for g in section.groups()]


def instructions_of_llvm(path, chip):
    """address -> (size, text)"""
    text = output_of(tool("llvm-objdump"), "-d", "--mcpu=" + chip, path)
    result = {}
    for line in text.splitlines():
        match = re.match(r"\s+(\S.*?)\s*// ([0-9A-F]+): ([0-9A-F ]+)", line)
        if match:
            result[int(match[2], 16)] = (4 * len(match[3].split()), match[1])
    return result


def instructions_of_ours(program, path, chip, section):
    address, offset, size = section
    text = output_of(program, chip, path, offset, size, address)
    result = {}
    for line in text.splitlines():
        where, size, rest = line.split(" ", 2)
        result[int(where, 16)] = (int(size), rest)
    return result


def name_of(text):
    return " :: ".join(SUFFIXES.sub("", part.split()[0]) for part in text.split(" :: "))


def operands_of_llvm(text):
    """The operands and modifiers of LLVM's text as two lists."""
    operands, modifiers = [], {}
    for part in text.split(" :: "):
        _, _, rest = part.partition(" ")
        rest = re.sub(r"(\w+):\[([^\]]*)\]", lambda m: m[1] + ":[" + m[2].replace(",", "/") + "]", rest)
        for piece in rest.split(","):
            words = piece.split()
            while words and is_modifier(words[-1]):
                add_modifier(modifiers, words.pop())
            if words:
                operands.append(LANE_WORDS.sub("", " ".join(words)))
    return operands, modifiers


def is_modifier(word):
    return word in FLAGS or re.match(r"[a-z_0-9]+:[^\]]", word) or re.match(r"[a-z_0-9]+:\[", word)


def add_modifier(modifiers, word):
    key, _, value = word.partition(":")
    modifiers[key] = value


def expected_modifiers(ours):
    result = {}
    for word in ours:
        key, _, value = word.partition(":")
        result[key] = value
    return result


def same_operand(ours, theirs):
    theirs = re.sub(r"lit\((.*)\)", r"\1", theirs).replace("abs(", "|").replace("sext(", "(").replace(".l", "")
    theirs = re.sub(r"^(-?)\|?\(?(.*?)\)?(\|?)$", lambda m: m[1] + m[3] + m[2] + m[3], theirs)
    if ours == theirs:
        return True
    match = re.match(r"(-?\|?)#([0-9a-f]+)/(\d+)(\|?)$", ours)
    if not match:
        return False
    value, bits = int(match[2], 16), int(match[3])
    return value in constants(theirs.strip("|"), bits)


def constants(text, bits):
    """The values that a constant in LLVM's text may have in that many bits."""
    if text.startswith("0x"):
        number = int(text, 16)
        return {number, number << 32, number | 0xffffffff00000000} | ({number | 0xffff0000} if bits == 16 else set())
    if re.match(r"-?\d+$", text):
        return {int(text) & 0xffffffffffffffff}
    try:
        number = 0.15915494309189532 if text.startswith("0.15915494") else float(text)
    except ValueError:
        return set()
    return {int.from_bytes(struct.pack(f, number), "little") for f in "efd"}


# Operands that LLVM prints and the decoder keeps elsewhere: immediates, and what an encoding implies.
IGNORED = re.compile(r"s_(waitcnt|wait_|cbranch|branch|nop|sleep|clause|delay_alu|sendmsg|set_inst|endpgm|code_end|setprio|getreg|"
                     r"setreg|barrier|call|set_gpr_idx|trap|round_mode|denorm_mode|addk|mulk|movk|cmovk|cmpk|version)")


def difference(ours, theirs, name):
    """What is different, or nothing."""
    if IGNORED.match(name):
        return ""
    mine = ours.partition("|")[2].split()
    my_modifiers = expected_modifiers(w[1:] for w in mine if w.startswith(";"))
    mine = [w for w in mine if not w.startswith(";")]
    if "_mix" in name:  # their modifiers are the bits of packed instructions
        theirs = re.sub(r"([ ,])-?\|?(v\d+|s\d+)\|?", r"\1\2", theirs)
        my_modifiers.pop("neg_lo"), my_modifiers.pop("neg_hi")
    operands, modifiers = operands_of_llvm(theirs)
    operands = [o for o in operands if not (o == "off" and "scratch" not in name and "global" not in name)]
    mine = drop_implied(mine, operands)
    if name.startswith("s_") and "load" in name and len(operands) == 3 and len(mine) == 2:
        my_offset = int(my_modifiers.pop("offset", "0"))
        if (0 if operands[2] == "null" else int(operands[2], 0)) != my_offset:
            return "offset"
        operands = operands[:2]
    if name.startswith("buffer") and operands and operands[-1] == "0" and mine and mine[-1].startswith("#0"):
        operands, mine = operands[:-1], mine[:-1]
    if name.startswith("buffer") and operands and operands[-1] == "null":
        operands = operands[:-1]
    if len(mine) != len(operands) or not all(same_operand(a, b) for a, b in zip(mine, operands)):
        return f"operands {mine} {operands}"
    return modifier_difference(my_modifiers, modifiers)


def drop_implied(mine, operands):
    """LLVM leaves out VCC where an encoding implies it, and null where there is nothing."""
    if len(mine) > len(operands):
        kept = [o for o in mine if o not in ("vcc", "vcc_lo", "exec_lo", "exec", "null")]
        if len(kept) == len(operands):
            return kept
        if len(mine) == len(operands) + 1:
            for i, operand in enumerate(mine):
                if operand in ("vcc", "vcc_lo", "exec_lo", "exec", "null"):
                    candidate = mine[:i] + mine[i + 1:]
                    if all(same_operand(a, b) for a, b in zip(candidate, operands)):
                        return candidate
    return mine


def modifier_difference(mine, theirs):
    for flag in FLAGS:
        if (flag in mine) != (flag in theirs):
            return flag
    for offset in ("offset", "offset0", "offset1"):
        if int(mine.get(offset, "0")) != int(theirs.get(offset, "0"), 0):
            return offset
    if "dim" in mine and (int(mine["dim"]) != DIMENSIONS.index(theirs["dim"].removeprefix("SQ_RSRC_IMG_")) or
                          int(mine["dmask"]) != int(theirs["dmask"], 0)):
        return "dim or dmask"
    if int(mine.get("scope", 0)) != SCOPES[theirs.get("scope", "SCOPE_CU")]:
        return "scope"
    for select in ("dst_sel", "src0_sel", "src1_sel"):
        if select in theirs and int(mine.get(select, 6)) != SELECTS[theirs[select]]:
            return select
    if "dst_unused" in theirs and int(mine.get("unused", 0)) != UNUSED[theirs["dst_unused"]]:
        return "dst_unused"
    for bits in ("op_sel", "neg_lo", "neg_hi"):
        if bits in mine and packed_bits(theirs.get(bits, "")) != int(mine[bits]):
            return bits
    if "op_sel_hi" in theirs and "op_sel_hi" in mine:
        count = theirs["op_sel_hi"].count("/") + 1
        if packed_bits(theirs["op_sel_hi"]) != int(mine["op_sel_hi"]) & ((1 << count) - 1):
            return "op_sel_hi"
    return ""


def packed_bits(text):
    """'[0/1/1]' -> 6"""
    return sum(int(bit) << i for i, bit in enumerate(text.strip("[]").split("/")) if bit)


def compare(program, path, problems, examples):
    chip, section = text_section(path)
    if chip is None or section is None:
        return 0
    theirs, ours = instructions_of_llvm(path, chip), instructions_of_ours(program, path, chip, section)
    for address, (size, text) in theirs.items():
        name = name_of(text)
        my_size, mine = ours.get(address, (0, "nothing"))
        if my_size != size or mine.partition("|")[0] != name:
            problem = "name or size"
        elif ";unsupported" in mine and name != "s_code_end":
            problem = "cannot be executed"
        else:
            problem = difference(mine, text, name)
        if problem:
            key = (chip, name, problem.split()[0])
            problems[key] += 1
            examples.setdefault(key, f"{text}    | {mine} | {problem}")
    return len(theirs)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if not tool("llvm-objdump") or not tool("llvm-readobj"):
        print("SKIP: there is no llvm-objdump")
        sys.exit(77)
    problems, examples, count = Counter(), {}, 0
    for folder in sys.argv[2:]:
        for path in sorted(Path(folder).glob("*.hsaco")):
            count += compare(sys.argv[1], path, problems, examples)
    for key, number in problems.most_common(60):
        print(f"{number} x {' '.join(key)}: {examples[key]}")
    print(f"{count} instructions compared, {sum(problems.values())} differ")
    sys.exit(1 if problems or count == 0 else 0)


if __name__ == "__main__":
    main()
