#!/usr/bin/env python3
"""Runs every command of clc and clrun without a network, under strace: each does its work, and asks the kernel for no socket but of this
machine (AF_UNIX). Only `clc serve`, and servers that the user names, open others.

usage: no_network_test.py --clc PROGRAM --clrun PROGRAM --source DIR --package DIR --emulator LIBRARY
"""
import argparse
import json
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import WITHOUT_NETWORK, check, code_and_output, finish, output_of, run, skip_all, temporary_folder  # noqa: E402

# io_uring opens sockets, too, which strace does not see.
TRACED = ["strace", "--follow-forks", "--quiet=all", "--seccomp-bpf", "--trace=socket,bind,connect,io_uring_setup"]
FARAWAY = "http://192.0.2.1:9"  # an address for documentation, which nobody has

# A line for each command, in an order in which one finds what those before it made. The sources come first.
COMMANDS = {
    "clc": [
        "new project -t spirv64",
        "compile v.cl -t spirv64 -t nvptx:sm_90 -t amdgcn:gfx1100 -t driver:pocl -o v",
        "compile scale.cl --tune -t driver:pocl -o tunable", "compile v.cl --profile -t spirv64 -o profiled",
        "compile v.cl --coverage -t spirv64 -o counted", "coverage counted .", "compile v.cl --sanitize=all -t spirv64 -o checked",
        "link v -o linked.clcpack", "inspect v", "disasm v -t nvptx", "report v", "check v -t amdgcn --no-spills", "diff v linked.clcpack",
        "sign v --key key.pem -o signed", "verify signed --key key.pub --load", "pack v -o v.clcpack", "unpack v.clcpack -o unpacked",
        "embed v -o embedded.cpp", "header v -o launchers.h", "audit v --source v.cl", "audit v --licenses", "licenses --for runtime", "explain v.cl -t spirv64", "cache stats", "targets --device", "doctor", "watch --help",
        "emulate --chip gfx1100 -- CLRUN devices", "record --times -o recording -- CLRUN devices", "run -p v -- CLRUN devices", "layer status", "warm v",
        "capture -o launch.clccap --package ALGORITHMS -- CLRUN verify vecadd/float4 --size 1009 --offset 0", "replay launch.clccap", "test v.test.json --device cpu",
        "help compile", "version"],
    "clrun": [
        "list", "verify vecadd/float4 --size 1009", "bench vecadd/float4 --size 1009 --repeat 1", "devices", "help verify", "version",
        "run image_rotate --input photo.png --angle 30 --output turned.png",
        "profile --package profiled --kernel vecadd_scalar --global-size 256 --arg buffer:float:256 --arg buffer:float:256 --arg buffer:float:256"
        " --arg 256 --chip nvptx:sm_90",
        "sanitize --package checked --kernel vecadd_scalar --global-size 256 --arg buffer:float:256 --arg buffer:float:256 --arg buffer:float:256"
        " --arg 256", "tune --package tunable -o tuned --repeat 1"],
}
KERNEL_TESTS = {"tests": [{"kernel": "vecadd_scalar", "global": 4, "arguments": [[1, 2, 3, 4], [1, 1, 1, 1], "buffer:float:4:zeros", 4],
                           "expected": {"c": [2, 3, 4, 5]}}]}
TUNING = {"parameters": {"FAULT": [0], "WIDTH": [1, 3]}, "launches": [{
    "kernel": "scale", "global": "1000", "local": 10, "arguments": ["buffer:float:1000", "buffer:float:1000:zeros", 1000], "results": [1]}]}


def commands_of(help_text):
    """The names that `clc help` lists."""
    return re.findall(r"(?m)^  ([a-z]+)  +\S", help_text)


def traced(folder, words, **variables):
    """The exit code of a program without a network, its output, and [(call, its arguments)] of what it asked the kernel for."""
    trace = os.path.join(folder, "trace")
    home = {"HOME": folder, "CLC_CACHE_DIR": f"{folder}/cache", "POCL_CACHE_DIR": f"{folder}/pocl", "PATH": os.environ["PATH"]}
    code, output = code_and_output(*WITHOUT_NETWORK, *TRACED, f"--output={trace}", *words, cwd=folder, env=home | variables, timeout=300)
    with open(trace, encoding="utf-8", errors="replace") as file:
        return code, output, re.findall(r"(?m)^\d+ +(\w+)\((.*)", file.read())


def foreign(calls):
    """Calls that could reach another machine."""
    return [f"{call}({given}" for call, given in calls if call == "io_uring_setup" or
            call == "socket" and not given.startswith(("AF_UNIX", "AF_LOCAL"))]


def works_alone(options, folder):
    vendors = os.path.join(options.source, "build/il-driver/vendors")
    for program, path in ("clc", options.clc), ("clrun", options.clrun):
        listed = commands_of(output_of(path, "help"))
        tried = {line.split()[0] for line in COMMANDS[program]}
        wanted = tried | ({"serve"} if program == "clc" and "serve" in listed else set())
        check(len(listed) > 8 and set(listed) == wanted, f"every command of {program} is tried", f"{sorted(set(listed) ^ wanted)}")
        for line in COMMANDS[program]:
            words = [path, *line.replace("CLRUN", options.clrun).replace("ALGORITHMS", options.package).split()]
            # Profiles and checks want a driver that takes SPIR-V, emulation its driver. Without it the command says so, and opens no socket.
            takes_spirv = line.startswith(("profile", "sanitize"))
            drivers = {"OCL_ICD_VENDORS": vendors} if takes_spirv and os.path.isdir(vendors) else {}
            code, output, calls = traced(folder, words, CLC_PACKAGE=options.package, **drivers)
            is_missing = takes_spirv and not drivers or line.startswith("emulate") and not os.path.exists(options.emulator)
            wanted = 4 if is_missing else 0
            check(code == wanted and not foreign(calls), f"{program} {line}", "\n".join([output[-2000:], *foreign(calls)]))


def opens_what_was_asked_for(options, folder):
    """Shows, too, that this test can fail: these are seen."""
    words = [options.clc, "compile", "v.cl", "-t", "spirv64", "-O0", "-o", "far"]
    code, output, calls = traced(folder, words, CLC_REMOTE=FARAWAY, CLC_REMOTE_TIMEOUT="1")
    reached = [given for call, given in calls if call == "connect" and "AF_UNIX" not in given]
    check(code == 0 and reached and all("192.0.2.1" in given for given in reached), "CLC_REMOTE reaches the server that it names, and no other",
          f"{output}{calls}")
    if "serve" in commands_of(output_of(options.clc, "help")):
        code, output, calls = traced(folder, ["timeout", "--preserve-status", "--signal=INT", "5", options.clc, "serve", "."])
        bound = [given for call, given in calls if call == "bind"]
        check(code == 130 and len(foreign(calls)) == 1 and len(bound) == 1 and 'inet_addr("127.0.0.1")' in bound[0] and
              not any(call == "connect" for call, given in calls if "AF_UNIX" not in given),
              "clc serve listens on the loopback address, and opens nothing else", f"{output}{calls}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("clc", "clrun", "source", "package", "emulator"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    for needed, why in ((["strace", "--version"], "no strace (script/setup --optional)"),
                        ([*WITHOUT_NETWORK, "true"], "unshare makes no network namespace here"),
                        ([*TRACED, "--output=/dev/null", "true"], "strace may trace nothing here")):
        if not shutil.which(needed[0]) or run(*needed).returncode != 0:
            skip_all("commands without a network", why)
    with temporary_folder("clc-alone-") as folder:
        for path in "kernels/vecadd/vecadd.cl", "tests/tuning/scale.cl", "docs/images/report-transpose.png":
            shutil.copy(os.path.join(options.source, path), folder)
        os.rename(os.path.join(folder, "vecadd.cl"), os.path.join(folder, "v.cl"))
        os.rename(os.path.join(folder, "report-transpose.png"), os.path.join(folder, "photo.png"))
        for name, content in ("scale.tune.json", TUNING), ("v.test.json", KERNEL_TESTS):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                json.dump(content, file)
        output_of("openssl", "genpkey", "-algorithm", "ed25519", "-out", "key.pem", cwd=folder)
        output_of("openssl", "pkey", "-in", "key.pem", "-pubout", "-out", "key.pub", cwd=folder)
        works_alone(options, folder)
        opens_what_was_asked_for(options, folder)
    sys.exit(finish())


if __name__ == "__main__":
    main()
