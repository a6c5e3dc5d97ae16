#!/usr/bin/env python3
"""Plants faults in the machine code of kernels, one at a time, and demands that the emulator shows each.

usage: mutants.py --clrun C --messages M --device-tests D --packages FOLDER [--seeds N]

A fault is a change of bytes that CLC_EMULATOR_PATCH describes to the driver. Without it every seed passes; with it one
of the seeds must fail.
"""
import argparse
import os
import re
import struct
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, fail, finish, output_of, run  # noqa: E402
from pathlib import Path

CHIPS = ("gfx90a", "gfx942", "gfx1100", "gfx1200")
MACHINES = {"gfx90a": 0x3f, "gfx942": 0x4c, "gfx950": 0x4f, "gfx1100": 0x41, "gfx1200": 0x48, "gfx1201": 0x4e}  # of code objects' flags
NOP = struct.pack("<I", 0xBF800000)  # s_nop 0
OBJDUMP = next((p for p in ("/usr/lib/llvm-22/bin/llvm-objdump", "llvm-objdump-22", "llvm-objdump")
                if p.startswith("llvm") or os.path.exists(p)), None)


class Instruction:
    def __init__(self, text, offset, code):
        self.text, self.offset, self.code = text, offset, code

    def removed(self):
        return self.offset, NOP * (len(self.code) // 4)

    def with_bits(self, word, mask, value):
        words = list(struct.unpack(f"<{len(self.code) // 4}I", self.code))
        words[word] = words[word] & ~mask | value
        return self.offset, struct.pack(f"<{len(words)}I", *words)


def code_of(package, chip, kernel):
    """The instructions of a kernel, with offsets from its entry."""
    for path in sorted(Path(package).glob("*.hsaco")):
        if struct.unpack_from("<I", path.read_bytes(), 48)[0] & 0xff != MACHINES[chip]:
            continue
        text = output_of(OBJDUMP, "-d", f"--disassemble-symbols={kernel}", path)
        lines = re.findall(r"^\t(.*?)\s*// ([0-9A-F]+): ((?:[0-9A-F]{8} ?)+)", text, re.MULTILINE)
        if lines:
            first = int(lines[0][1], 16)
            return [Instruction(text, int(at, 16) - first, b"".join(struct.pack("<I", int(w, 16)) for w in words.split()))
                    for text, at, words in lines]
    sys.exit(f"no kernel {kernel} for {chip} in {package}")


def all_of(code, pattern):
    found = [one for one in code if re.search(pattern, one.text)]
    if not found:
        raise LookupError(pattern)
    return found


def before(code, pattern, wait):
    """The last instruction like `wait` before the first like `pattern`."""
    end = code.index(all_of(code, pattern)[0])
    return all_of(code[:end], wait)[-1]


VECTOR_WAIT = r"s_waitcnt vmcnt\(0\)|s_wait_loadcnt 0x0"
SCALAR_WAIT = r"s_waitcnt lgkmcnt\(0\)|s_wait_kmcnt 0x0"
LDS_WAIT = r"s_waitcnt lgkmcnt\(0\)|s_wait_dscnt 0x0"
BARRIER = r"^s_barrier"


def wait_for_a_load(code, _):
    return [all_of(code, VECTOR_WAIT)[-1].removed()]


def wait_for_arguments(code, _):
    return [all_of(code, SCALAR_WAIT)[0].removed()]


def wait_for_local_memory(code, _):
    return [before(code, BARRIER, LDS_WAIT).removed()]


def barrier(code, _):
    return [one.removed() for one in all_of(code, BARRIER)]


def release(code, chip):
    if chip == "gfx90a":  # the wait for all stores before the one that raises the flag, which waits for no vector access then
        waits = [one for one, after in zip(code, code[1:]) if re.search(VECTOR_WAIT, one.text) and after.text.startswith("global_store")]
        return [one.with_bits(0, 0xc00f, 0xc00f) for one in waits]
    pattern = {"gfx942": r"^buffer_wbl2", "gfx1100": r"^s_waitcnt_vscnt", "gfx1200": r"^s_wait_storecnt"}[chip]
    return [one.removed() for one in all_of(code, pattern)]


def acquire(code, _):
    return [one.removed() for one in all_of(code, r"^buffer_inv|^buffer_wbinvl1_vol|^buffer_gl[01]_inv|^global_inv")]


def lower_scope(code, chip):
    if chip == "gfx90a":  # a group's release waits for nothing
        return release(code, chip)
    if chip == "gfx942":  # sc1 of the store that raises the flag
        return [one.with_bits(0, 1 << 25, 0) for one in all_of(code, r"^global_store_dword .*sc1")]
    if chip == "gfx1100":  # what tells the fence of a device from that of a group
        return [one.removed() for one in all_of(code, r"^buffer_gl1_inv")]
    return [one.with_bits(1, 3 << 18, 0) for one in all_of(code, r"^global_inv.*SCOPE_DEV")]


def wait_for_texels(code, _):
    return [one.removed() for one in all_of(code, r"^s_waitcnt vmcnt\(0\)|^s_wait_(sample|load)cnt 0x0")]


def last_channel(code, chip):
    """The store's mask of channels loses the last one."""
    return [one.with_bits(0, 1 << (11 if chip == "gfx1100" else 25), 0) for one in all_of(code, r"^image_store .*dmask:0xf")]


def factors_swapped(code, _):
    """A matrix instruction has A and B in each other's place."""
    one = all_of(code, r"^v_\w*(mfma|wmma|smfmac|swmmac)")[0]
    word = struct.unpack("<2I", one.code)[1]
    return [one.with_bits(1, (1 << 18) - 1, word >> 9 & 0x1ff | (word & 0x1ff) << 9)]


def hidden_argument(code, _):
    """The first load behind the explicit arguments reads four bytes further on."""
    for one in code:
        match = re.match(r"s_load_\w+ \S+ s\[\d+:\d+\], (0x[0-9a-f]+)$", one.text)
        if match and int(match[1], 16) >= 8:
            return [one.with_bits(1, 0xffff, int(match[1], 16) + 4)]
    raise LookupError("s_load")


# Name, package, kernel, what is run, the fault. The kernel's name tells what clc_emulator_messages runs. Images are those
# of the device tests, on chips that have them; gfx90a has the package of messages alone; matrix_kernels_test.py plants `factors_swapped` in
# its own kernels.
MUTANTS = [
    ("wait for a load", "algorithms", "vecadd_scalar", "vecadd/scalar", wait_for_a_load),
    ("wait for arguments", "algorithms", "vecadd_scalar", "vecadd/scalar", wait_for_arguments),
    ("wait for local memory", "messages", "rotated", None, wait_for_local_memory),
    ("barrier", "messages", "rotated", None, barrier),
    ("fence: release", "messages", "messages", None, release),
    ("fence: acquire", "messages", "messages", None, acquire),
    ("lock: acquire", "messages", "locked", None, acquire),
    ("scope lowered", "messages", "locked", None, lower_scope),
    ("hidden argument shifted", "messages", "asks", None, hidden_argument),
    ("local memory too small", "algorithms", "transpose_padded_float", "transpose/padded_float", None),
    ("image: wait for texels", "images", "read_float", "image.rgba_float", wait_for_texels),
    ("image: last channel", "images", "write_float", "image.rgba_float", last_channel),
]


class Runner:
    def __init__(self, options):
        self.options, self.good = options, set()

    def command(self, package, kernel, variant, chip):
        folder = os.path.join(self.options.packages, package)
        if variant is None:
            return [self.options.messages, "--package", folder, "--device", chip, "--only", kernel]
        if package == "images":
            return [self.options.device_tests, "--package", folder, "--device", chip, "--only", variant]
        return [self.options.clrun, "verify", "--package", folder, "--device", chip, variant, "--size", "1009"]

    def passes(self, command, seed, patch=None):
        variables = environment("CLC_EMULATOR_PATCH", CLC_EMULATOR_CHIP=",".join(CHIPS), CLC_EMULATOR_SEED=str(seed), CLC_EMULATOR_LIMIT="3000000")
        if patch:
            variables["CLC_EMULATOR_PATCH"] = patch
        return run(*command, env=variables).returncode == 0

    def passes_unchanged(self, command, seed):
        key = (tuple(command), seed)
        if key not in self.good and self.passes(command, seed):
            self.good.add(key)
        return key in self.good

    def caught(self, command, patch):
        """The first seed that shows the fault."""
        for seed in range(1, self.options.seeds + 1):
            if not self.passes_unchanged(command, seed):
                fail(f"failed without any fault, seed {seed}: {' '.join(command)}")
            if not self.passes(command, seed, patch):
                return seed
        return None


def patch_of(fault, package, kernel, chip):
    if fault is None:
        return f"{kernel}.kd+0=40000000"  # 64 bytes
    return ",".join(f"{kernel}+{offset:x}={code.hex()}" for offset, code in fault(code_of(package, chip, kernel), chip))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clrun", required=True)
    parser.add_argument("--messages", required=True)
    parser.add_argument("--device-tests", required=True)
    parser.add_argument("--packages", required=True)
    parser.add_argument("--seeds", type=int, default=60)
    options = parser.parse_args()
    runner = Runner(options)
    for chip in CHIPS:
        for name, package, kernel, variant, fault in MUTANTS:
            if (package == "images" and chip.startswith("gfx9")) or (package != "messages" and chip == "gfx90a"):
                continue
            patch = patch_of(fault, os.path.join(options.packages, package), kernel, chip)
            seed = runner.caught(runner.command(package, kernel, variant, chip), patch)
            check(seed, f"{chip:8} {name:24} {kernel:24} {f'seed {seed}' if seed else 'is not noticed: ' + patch}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
