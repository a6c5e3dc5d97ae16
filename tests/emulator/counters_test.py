#!/usr/bin/env python3
"""What the emulator counts is right and the same for a seed, and its messages say where a kernel went wrong.

usage: counters_test.py --clrun C --messages M --packages FOLDER
"""
import argparse
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, equal, expect, finish, output_of, run, succeed, temporary_folder  # noqa: E402

CHIPS = ("gfx942", "gfx1100", "gfx1200")


def counted(options, chip, kernel, seed, **variables):
    """What a run of `kernel` counts."""
    with temporary_folder() as folder:
        path = os.path.join(folder, "counters.json")
        succeed(options.messages, "--package", os.path.join(options.packages, "messages"), "--device", chip, "--only", kernel,
                env=environment(CLC_EMULATOR_SEED=str(seed), CLC_EMULATOR_COUNTERS=path, **variables))
        with open(path, encoding="utf-8") as lines:
            [line] = [json.loads(line) for line in lines]
    return line


def check_unwritable(options):
    done = run(options.messages, "--package", os.path.join(options.packages, "messages"), "--device", "gfx1100", "--only", "rotated",
               env=environment(CLC_EMULATOR_COUNTERS="/absent/c"))
    expect("emulator: cannot write to /absent/c: No such file or directory" in done.stderr, f"a file that cannot be written: {done.stderr}")


def check_counters(options, chip):
    items, groups = 6 * 256, 6
    wave = 64 if chip == "gfx942" else 32
    line = counted(options, chip, "rotated", 1)
    equal("kernel", line["kernel"], "rotated")
    equal("groups", line["groups"], groups)
    equal("items", line["items"], items)
    equal("waves", line["waves"], items // wave)
    equal("lds_bytes", line["lds_bytes"], items * 2 * 4)
    equal("lds_passes", line["lds_passes"], items * 2 // 32)
    equal("lds_bank_conflicts", line["lds_bank_conflicts"], 0)
    # Before gfx12 each item loads the group's size, two bytes of the hidden arguments, for itself.
    loads_size = chip != "gfx1200"
    equal("memory_bytes", line["memory_bytes"], items * 2 * 4 + loads_size * items * 2)
    segment = 64 if chip == "gfx942" else 128
    equal("memory_transactions", line["memory_transactions"], items * 2 * 4 // segment + loads_size * items // wave)
    equal("lds instructions", line["instructions"]["lds"], items // wave * 2)
    equal("divergent_instructions", line["divergent_instructions"], 0)
    equal("active_lanes", line["active_lanes"], line["lanes"])


def check_places(options, chip):
    """Counts of single instructions: of the kernel `strided`."""
    items, groups = 128, 2
    wave = 64 if chip == "gfx942" else 32
    line = counted(options, chip, "strided", 1)

    def access(start):
        return next(a for a in line["accesses"] if a["instruction"].startswith(start))

    write = access("ds_write_b32" if chip == "gfx942" else "ds_store_b32")
    equal("executions of the write", write["executions"], items // wave)
    equal("lanes of the write", write["active_lanes"], items)
    equal("stride of the write", write["stride"], 128)
    equal("passes of the write", write["lds_passes"], items)
    equal("conflicts of the write", write["lds_bank_conflicts"], items - items // 32)
    equal("line of the write", write["source"], "messages.cl:73")
    equal("stride of the read", access("ds_read_b32" if chip == "gfx942" else "ds_load_b32")["stride"], -128)
    store = access("global_store_dwordx2" if chip == "gfx942" else "global_store_b64")
    equal("bytes of the store", store["bytes"], items * 8)
    equal("stride of the store", store["stride"], 64)
    segment = 64 if chip == "gfx942" else 128
    equal("transactions of the store", store["transactions"], items * 64 // segment)
    equal("ideal transactions of the store", store["ideal_transactions"], items * 8 // segment)
    equal("different lines of the store", store["different_lines"], items * 64 // segment)
    equal("sums", line["memory_transactions"], sum(a.get("transactions", 0) for a in line["accesses"]))
    splits = [b for b in line["branches"] if b.get("splits")]
    equal("instructions that divide waves", len(splits), 1)
    equal("divided waves", splits[0]["splits"], groups)


def check_determinism(options, chip):
    for kernel in ("messages", "locked"):
        equal(f"{kernel} a second time", counted(options, chip, kernel, 7), counted(options, chip, kernel, 7))
    runs = {json.dumps(counted(options, chip, "locked", seed)["instructions"]) for seed in range(8)}
    expect(len(runs) > 1, "eight seeds gave the same run")


def check_threads(options, chip):
    """Groups that ask nothing of each other run side by side, and the number of threads changes nothing."""
    one = counted(options, chip, "rotated", 3, CLC_EMULATOR_THREADS="1")
    equal("parts of rotated", one["parts"], 6)
    equal("rotated on five threads", counted(options, chip, "rotated", 3, CLC_EMULATOR_THREADS="5"), one)
    equal("parts of locked", counted(options, chip, "locked", 3)["parts"], 1)
    equal("parts where races are looked for", counted(options, chip, "rotated", 3, CLC_EMULATOR_CHECK="race")["parts"], 1)
    # Their own operations are not in memory before all parts have ended.
    equal("parts of groups that read what they change", counted(options, chip, "added", 3)["parts"], 1)
    equal("parts of groups that replace what they change", counted(options, chip, "replaced", 3)["parts"], 1)


def check_seed_of_parts(options, chip):
    """The seed decides what is in local memory of groups that run side by side."""
    equal("parts of unset", counted(options, chip, "unset", 1)["parts"], 6)
    seen = [output_of(options.messages, "--package", os.path.join(options.packages, "messages"), "--device", chip, "--only", "unset",
                      env=environment(CLC_EMULATOR_SEED=seed)) for seed in "112"]
    equal("what was there, a second time", seen[1], seen[0])
    expect(seen[2] != seen[0], f"two seeds gave the same: {seen[0]}")


def check_limit(options, chip):
    """The limit is the launch's, however unequal its parts are: one has two of nine groups."""
    def launches(**variables):
        with temporary_folder() as folder:
            path = os.path.join(folder, "counters.json")
            succeed(options.clrun, "verify", "--package", os.path.join(options.packages, "algorithms"), "--device", chip, "nbody/tiles",
                    "--size", "2304", env=environment(CLC_EMULATOR_COUNTERS=path, **variables))
            with open(path, encoding="utf-8") as lines:
                return [json.loads(line) for line in lines]
    without = launches()
    equal("parts of unequal groups", {line["parts"] for line in without}, {8})
    enough = max(line["instructions"]["all"] for line in without) * 13 // 10
    equal("with a limit that just suffices", launches(CLC_EMULATOR_LIMIT=str(enough)), without)


def check_message(options, chip):
    done = run(options.clrun, "verify", "--package", os.path.join(options.packages, "algorithms"), "--device", chip,
               "transpose/padded_float", "--size", "1009", env=environment(CLC_EMULATOR_PATCH="transpose_padded_float.kd+0=04000000"))
    wanted = (r"emulator: out-of-bounds: transpose_type.clh:\d+: kernel 'transpose_padded_float' accesses 4 bytes at byte 4 of "
              r"the group's local memory, which has 4\n *by work-item \(1, 0, 0\) of group .*\n *expected: .*\n"
              rf" *on {chip}: ds_\w+ at 0x[0-9a-f]+ in wave 0, lane 1; CLC_EMULATOR_SEED=1 repeats it")
    expect(done.returncode != 0 and re.search(wanted, done.stderr + done.stdout),
           f"no such message: {wanted}\n{done.stdout}{done.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clrun", required=True)
    parser.add_argument("--messages", required=True)
    parser.add_argument("--packages", required=True)
    options = parser.parse_args()
    check_unwritable(options)
    for chip in CHIPS:
        check_counters(options, chip)
        check_places(options, chip)
        check_determinism(options, chip)
        check_threads(options, chip)
        check_seed_of_parts(options, chip)
        check_limit(options, chip)
        check_message(options, chip)
    sys.exit(finish())


if __name__ == "__main__":
    main()
