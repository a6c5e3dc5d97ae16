#!/usr/bin/env python3
"""Shows whether the emulator's tests would notice a fault in the emulator itself: plants one, builds, and runs tests, of
which one must fail. The sources are put back.

usage: mutate.py --build DIR [--only EXPRESSION]

Of parts that run side by side and their own writes, of caches, and of what is found out when an instruction is decoded.
mutants.py plants faults in kernels.
"""
import argparse
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import run  # noqa: E402
from planted_fault import outcome, text_of  # noqa: E402

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TESTS = "^emulator_(counters|algorithms_gfx942|instructions)$"
TARGETS = ("clc_emulator", "clc_emulator_isa_tests")
# What it is, the file in drivers/emulator, the text there, and what stands there instead.
MUTANTS = [
    ("writes of parts are lost", "machine/machine.cpp", "    part.own.commit(memory_);\n", ""),
    ("parts do not follow the seed", "machine/machine.cpp", "    part->engine.random() = Random(random_.next());\n", ""),
    ("parts where races are looked for", "machine/machine.cpp", " || log.wants(FindingKind::k_race)", ""),
    ("counts of parts are lost", "machine/machine.cpp", "    counters.add(part.counters);\n", ""),
    ("operations of parts are lost", "machine/own_writes.cpp",
     "  for (const auto& [address, atomic] : atomics_) apply_at(host(address), atomic);\n", ""),
    ("parts write whole lines", "machine/own_writes.cpp", "own.bytes.data(), own.written)", "own.bytes.data(), ~std::uint64_t{0})"),
    ("a part reads what an operation will change", "machine/own_writes.cpp", "  if (own.changed != 0) throw NeedsOthers();\n", ""),
    ("a part stores over an operation", "machine/own_writes.cpp", "  if ((own.changed & mask) != 0) throw NeedsOthers();\n", ""),
    ("caches stay valid", "machine/caches.cpp", "    if (found.epoch != epoch) found.valid = found.dirty;\n", ""),
    ("both elements have one address", "machine/memory_unit.cpp", "instruction.offset1 * scale", "instruction.offset0 * scale"),
    ("two constants of a scalar instruction", "isa/wide.cpp", "  return quick.constant == constant;\n", "  return true;\n"),
    ("a constant without its sign", "isa/wide.cpp", "number_of_constant(changed_value(change, operand.dwords, plain))",
     "number_of_constant(plain)"),
    ("a branch moves on", "isa/wide.cpp",
     "  quick.moves_pc = instruction.work != Work::k_branch || instruction.opcode == Opcode::s_getpc_b64;\n", ""),
]


def failed_test(build):
    done = run("ctest", "--test-dir", build, "-R", TESTS, "--stop-on-failure")
    if done.returncode == 0:
        return None
    return " ".join(line.split(" - ")[1].split()[0] for line in done.stdout.splitlines() if " - emulator_" in line)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    results = []
    for name, file, old, new in MUTANTS:
        if not re.search(options.only, name):
            continue
        path = os.path.join(SOURCE, "drivers/emulator", file)
        text = text_of(path)
        if text.count(old) != 1:
            sys.exit(f"{name}: {file} has its text {text.count(old)} times")
        results.append(outcome(options.build, TARGETS, path, text.replace(old, new), lambda: failed_test(options.build)))
        print(f"{name}: {results[-1]}", flush=True)
    run("ninja", "-j1", "-C", options.build, *TARGETS)
    noticed = sum(result.startswith("noticed") for result in results)
    print(f"{noticed} of {len(results)} mutants noticed")
    sys.exit(noticed != len(results))


if __name__ == "__main__":
    main()
