#!/usr/bin/env python3
"""Runs clrun as a user does, and checks exit codes, messages, formats and turned pictures.

Cases that need a device and a package print SKIP with the reason when --package is not given.
"""

import argparse
import csv
import io
import json
import os
import select
import shutil
import struct
import subprocess
import sys
import zlib

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, expect, finish, run, skip, succeed, temporary_folder  # noqa: E402

DEVICE = ["--device", "portable computing language"]


def call(clrun, *arguments, package=None, **variables):
    variables |= {"CLC_PACKAGE": package} if package else {}
    kept = {name: value for name, value in os.environ.items() if name not in ("CLC_PACKAGE", "CLC_CACHE")}
    return run(clrun, *arguments, env=kept | variables)


def check_errors(clrun, folder):
    cases = [
        ([], 2, "no command given"),
        (["frobnicate"], 2, ""),
        (["verify", "--size", "many"], 2, "--size"),
        (["verify", "--format", "xml"], 2, "--format"),
        (["verify", "vecad"], 2, "no algorithm 'vecad'; did you mean vecadd?"),
        (["verify", "vecadd/float5"], 2, "no variant 'float5' of vecadd; did you mean float4?"),
        (["bench", "--repeat", "0"], 2, "--repeat"),
        (["bench", "vecadd", "--size", "1009", "--size", "0"], 2, "--size 0: there is nothing to measure"),
        (["run"], 2, "NAME"),
        (["run", "image_rotate", "--angel", "30"], 2, "unknown option --angel; did you mean --angle?"),
        (["run", "vecadd"], 2, "does not work on files"),
        (["run", "image_rotate", "--angle"], 2, "needs a value"),
        (["run", "image_rotate", "photo.png"], 2, "unexpected argument 'photo.png'"),
        (["verify", "--package", folder + "/nowhere"], 3, "nowhere"),
        (["verify", "--package", folder], 3, "manifest"),
    ]
    for arguments, code, text in cases:
        done = call(clrun, *arguments)
        expect(done.returncode == code, f"clrun {' '.join(arguments)}: exit {done.returncode}, expected {code}")
        expect(text in done.stderr, f"clrun {' '.join(arguments)}: standard error lacks '{text}':\n{done.stderr}")
        expect(done.stdout == "", f"clrun {' '.join(arguments)}: printed on standard output")
    helped = call(clrun, "--help")
    expect(helped.returncode == 0 and "exit codes" in helped.stdout, "clrun --help")


def check_list(clrun):
    listed = call(clrun, "list", "--format", "json")
    names = [entry["name"] for entry in json.loads(listed.stdout)]
    expect(names == ["vecadd", "reduce", "reduce_double", "histogram256", "histogram256_rgba", "transpose", "matmul",
                     "matmul_units", "attention", "convolution", "image_rotate", "nbody", "bitonic_sort", "sort", "copy_width",
                     "constant_memory", "branches", "transfer", "overlap", "minmax", "fma"], f"clrun list: {names}")
    text = call(clrun, "list").stdout
    expect(all(name in text for name in names), "clrun list as text")
    expect(call(clrun, "devices").returncode == 0, "clrun devices")
    devices = json.loads(call(clrun, "devices", "--format", "json").stdout)
    expect(all(device["extensions"] and "width_2d" in device["images"] for device in devices), f"clrun devices: {devices}")
    details = call(clrun, "devices", "--details").stdout
    expect(all(extension in details for device in devices for extension in device["extensions"]) and
           (not devices or "images      " in details), "clrun devices --details")


def check_verify(clrun, package):
    done = call(clrun, "verify", "vecadd", "copy_width/float4", *DEVICE, "--format", "json", package=package)
    expect(done.returncode == 0, f"verify: exit {done.returncode}\n{done.stderr}")
    report = json.loads(done.stdout)
    expect(report["failed"] == 0 and report["passed"] == len(report["results"]), "verify: counts")
    expect(any(row["offset"] > 0 for row in report["results"]), "verify uses a global offset too")
    expect({0, 1, 1009, (1 << 20) + 3} <= {row["size"] for row in report["results"]}, "verify: sizes")

    shown = call(clrun, "verify", "vecadd/2d_debug", *DEVICE, "--size", str(241 * 337), "--offset", "5",
                 "--kernel-output", "--package", package)
    expect("item (1,1) has global id (6,6)" in shown.stderr, f"vecadd/2d_debug prints:\n{shown.stderr}")
    expect("item (1,1)" not in shown.stdout, "what a kernel prints stays out of the table")

    one = call(clrun, "verify", "vecadd/scalar", *DEVICE, "--units", "1", "--size", "1009", "--package", package)
    if "has 1 compute units" in one.stderr:
        skip("clrun --units", "a CPU of one unit cannot be divided")
    else:
        expect(one.returncode == 0 and ", 1 compute units" in one.stdout, f"--units 1:\n{one.stdout}{one.stderr}")
    both = call(clrun, "verify", "vecadd/scalar", *DEVICE, "--units", "1,1", "--size", "1009", "--package", package)
    if "take fewer" in both.stderr:
        skip("clrun --units 1,1", "this CPU has one unit")
    else:
        expect(both.returncode == 0 and both.stdout.count(", 1 compute units") == 2 and both.stdout.count("2 passed, 0 failed") == 2,
               f"--units 1,1:\n{both.stdout}{both.stderr}")
        shown = call(clrun, "bench", "vecadd/scalar", *DEVICE, "--units", "1,1", "--size", "1009", "--repeat", "1", "--kernels-only", "--format",
                     "json", "--package", package)
        expect(len(json.loads(shown.stdout)["parts"]) == 2, f"bench --units 1,1:\n{shown.stdout}{shown.stderr}")
    shared = call(clrun, "verify", "vecadd/scalar", *DEVICE, "--shared-by", "l2", "--size", "1009", "--package", package)
    expect(shared.returncode == 0 or shared.returncode == 4 and "it knows: " in shared.stderr, f"--shared-by l2: {shared.stderr}")
    many = call(clrun, "verify", "vecadd/scalar", *DEVICE, "--units", "100000", "--package", package)
    expect(many.returncode == 2 and "take fewer" in many.stderr, "--units beyond what there is")

    none = call(clrun, "verify", "vecadd", "--device", "no such device", "--package", package)
    expect(none.returncode == 4, f"an unknown device: exit {none.returncode}")
    misfit = call(clrun, "verify", "vecadd", *DEVICE, "--target", "nvptx:sm_90", "--package", package)
    expect(misfit.returncode == 4 and "0 passed, 5 failed" in misfit.stdout, f"nothing fits:\n{misfit.stdout}")


def check_damage(clrun, package, folder):
    """One flipped byte in a binary is found before the driver sees it."""
    copy = os.path.join(folder, "damaged")
    os.mkdir(copy)
    for name in os.listdir(package):
        with open(os.path.join(package, name), "rb") as file:
            data = bytearray(file.read())
        if name != "manifest.clc.json":
            data[len(data) // 2] ^= 1
        with open(os.path.join(copy, name), "wb") as file:
            file.write(data)
    done = call(clrun, "verify", "vecadd/scalar", *DEVICE, "--package", copy)
    expect(done.returncode == 3 and "0 passed, 1 failed" in done.stdout, f"damaged binaries:\n{done.stdout}")


def check_older_processor(clrun, package):
    """PoCL lets a machine pass for an older one. What was compiled for a newer processor is refused with the classes of both."""
    def versions(**variables):
        return [device["version"] for device in json.loads(call(clrun, "devices", "--format", "json", **variables).stdout)]

    if versions() == versions(POCL_KERNELLIB_NAME="sse2"):
        skip("code for a newer processor", "this PoCL has no classes of processors, or this processor has the oldest")
        return
    done = call(clrun, "verify", "vecadd/scalar", *DEVICE, "--target", "driver:pocl", package=package, POCL_KERNELLIB_NAME="sse2")
    said = done.stdout + done.stderr
    expect(done.returncode == 4 and "it is for processors of PoCL's class " in said and
           "and this machine's is of sse2; recompile with clc for driver:pocl,cpu=sse2" in said, f"an older processor: exit {done.returncode}\n{said}")


def check_cache(clrun, package, folder):
    """What a driver finishes of SPIR-V is there the second time; PoCL's binaries are finished already."""
    def loading(cache, *arguments, **variables):
        done = call(clrun, "verify", "vecadd/scalar", "--size", "1009", "--format", "json", "--package", package,
                    *arguments, CLC_CACHE_DIR=os.path.join(folder, cache), **variables)
        expect(done.returncode == 0, f"verify {arguments}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return json.loads(done.stdout)["loading"] if done.returncode == 0 else {"modules": 0, "ms": 0, "cache": {}}

    def counts(report):
        return [report["cache"].get(name) for name in ("hits", "misses", "kept", "refused")]

    pocl = loading("pocl", *DEVICE)
    expect(pocl["modules"] == 1 and pocl["ms"] > 0 and counts(pocl) == [0, 0, 0, 0], f"loading on PoCL: {pocl}")
    expect(not os.path.exists(os.path.join(folder, "pocl")), "PoCL's binaries are not kept again")

    vendors = os.environ.get("CLC_IL_VENDORS")
    if not vendors:
        skip("clrun's cache", "CLC_IL_VENDORS names no driver that takes SPIR-V (script/setup --optional)")
        return
    il = {"OCL_ICD_VENDORS": vendors}
    without = loading("il", "--no-cache", **il)
    expect("cache" not in without and not os.path.exists(os.path.join(folder, "il")), f"--no-cache: {without}")
    first, second = loading("il", **il), loading("il", **il)
    expect(counts(first) == [0, 1, 1, 0], f"the first load: {first}")
    expect(counts(second) == [1, 0, 0, 0], f"the second load: {second}")
    expect(counts(loading("il", CLC_CACHE="0", **il)) == [0, 0, 0, 0], "CLC_CACHE=0")
    text = call(clrun, "verify", "vecadd/scalar", "--size", "1009", "--package", package,
                CLC_CACHE_DIR=os.path.join(folder, "il"), **il).stdout
    expect("1 module loaded in " in text and "; 1 from the cache, 0 finished by the driver (0 kept)" in text, f"the text:\n{text}")


def check_signature(clrun, clc, package, folder):
    if not shutil.which("openssl"):
        skip("clrun --key", "openssl is not installed")
        return
    os.umask(0o077)
    for name in ["mine", "other"]:
        key = os.path.join(folder, name)
        succeed("openssl", "genpkey", "-algorithm", "ed25519", "-out", key + ".pem")
        succeed("openssl", "pkey", "-in", key + ".pem", "-pubout", "-out", key + ".pub")
    signed = os.path.join(folder, "signed.clcpack")
    succeed(clc, "sign", package, "--key", os.path.join(folder, "mine.pem"), "-o", signed)

    def verify(path, *keys):
        options = [word for key in keys for word in ("--key", os.path.join(folder, key))]
        return call(clrun, "verify", "vecadd/scalar", "--size", "1009", *DEVICE, "--package", path, *options)

    for keys in [(), ("mine.pub",), ("other.pub", "mine.pub")]:
        done = verify(signed, *keys)
        expect(done.returncode == 0, f"signed, --key {keys}: exit {done.returncode}\n{done.stderr}")
    for path, keys, text in [(signed, ("other.pub",), "signed with another key"), (package, ("mine.pub",), "not signed")]:
        done = verify(path, *keys)
        expect(done.returncode == 6 and text in done.stderr, f"{path}, --key {keys}: exit {done.returncode}\n{done.stderr}")
    done = verify(signed, "mine.pem")
    expect(done.returncode == 3 and "private key" in done.stderr, f"a private key as --key: {done.stderr}")
    for path, key, code in [(signed, "mine", 0), (signed, "other", 6)]:
        for name in "/dev/stdin", "-":
            with open(os.path.join(folder, key + ".pub"), encoding="utf-8") as file:
                done = run(clrun, "verify", "vecadd/scalar", "--size", "1009", *DEVICE, "--package", path, "--key", name, input=file.read())
            expect(done.returncode == code, f"the key {key} through {name}: exit {done.returncode}\n{done.stderr}")


def check_add_ons(clrun, clc, kernels, folder):
    """A package for GPUs, and binaries for PoCL that are dropped beside it."""
    source, base = os.path.join(kernels, "vecadd", "vecadd.cl"), os.path.join(folder, "base.clcpack")

    def compiled(*options, code=0):
        done = run(clc, "compile", source, *options, env=environment(CLC_CACHE="0"))
        expect(done.returncode == code, f"clc compile {options}: exit {done.returncode}\n{done.stderr}")
        return done.stderr

    def verify():
        return call(clrun, "verify", "vecadd/scalar", "--size", "1009", *DEVICE, "--package", base)

    compiled("-t", "amdgcn:gfx1100", "-t", "nvptx:sm_90", "-o", base)
    expect(verify().returncode == 4, "nothing of the package fits")
    more = os.path.join(folder, "base.addons", "pocl.clcpack")
    text = compiled("-t", "driver:pocl", "-DOTHER", "--add-on-of", base, "-o", more, code=6)
    expect("cannot be an add-on" in text and not os.path.exists(more), f"other options: {text}")
    compiled("-t", "driver:pocl", "--add-on-of", base, "-o", more)
    done = verify()
    expect(done.returncode == 0 and "add-on   " + more in done.stdout, f"with an add-on:\n{done.stdout}{done.stderr}")
    with open(os.path.join(folder, "base.addons", "x"), "wb") as file:
        file.write(b"no package")
    done = verify()
    expect(done.returncode == 0 and "is not used: " in done.stderr, f"with what is none:\n{done.stdout}{done.stderr}")
    shown = run(clc, "inspect", base).stdout
    expect(f"\nadd-on {more}\n" in shown and "x: not used: " in shown, f"clc inspect: {shown[-500:]}")


def check_bench_begins(clrun, package):
    """The device, and on a terminal what is being measured, are told before the ceilings are known."""
    terminal, end = os.openpty()
    with subprocess.Popen([clrun, "bench", "copy_width", *DEVICE, "--package", package], stdout=subprocess.PIPE, stderr=end) as bench:
        first = os.read(bench.stdout.fileno(), 65536).decode()
        told = ""
        while "measuring" not in told and select.select([terminal], [], [], 60)[0]:
            told += os.read(terminal, 4096).decode()
        bench.kill()
    os.close(end)
    os.close(terminal)
    expect(first.startswith("device  ") and first.count("\n") == 1 and "measuring how fast" in told, f"bench begins: {first!r}, {told!r}")


def check_bench(clrun, package):
    command = ["bench", "copy_width", *DEVICE, "--size", "65536", "--repeat", "3", "--package", package]
    rows = list(csv.DictReader(io.StringIO(call(clrun, *command, "--format", "csv").stdout)))
    expect([row["variant"] for row in rows] == ["float", "float4", "strided", "rows"] and float(rows[0]["rate"]) > 0,
           f"bench: {rows}")
    expect(all(float(row["kernel_low_ms"]) <= float(row["kernel_ms"]) <= float(row["kernel_high_ms"]) and row["runs"] == "3" and
               float(row["cpu_ms"]) > 0 and float(row["bytes"]) == 8 * 65536 for row in rows), f"bench: {rows}")
    # A row that caches serve faster than the ceiling has no floor.
    expect(all(0 <= float(row["floor_ms"]) <= float(row["kernel_ms"]) for row in rows) and
           float(rows[2]["floor_ms"]) > 0, f"floors of bench: {rows}")
    # The device's ceilings, which take a second to measure, are for the rows above and the histogram alone.
    results = json.loads(call(clrun, *command, "--kernels-only", "--format", "json").stdout)["results"]
    expect(results[1]["unit"] == "GB/s" and results[1]["elements"] == 65536, f"bench as JSON: {results}")
    failed = call(clrun, *command, "--target", "r600:cypress", "--kernels-only")
    expect(failed.returncode == 4 and "  failed: module 'copy_width' has no variant for target r600:cypress; it has: " in failed.stdout and
           "\\n" not in failed.stdout, f"bench of a target that does not fit: exit {failed.returncode}\n{failed.stdout}")
    page = call(clrun, *command, "--kernels-only", "--format", "html").stdout
    expect(page.startswith("<!DOCTYPE html>") and page.count('"variant":"float4"') == 1, "bench as HTML")
    command[command.index("copy_width")] = "histogram256/private_bins"
    report = json.loads(call(clrun, *command, "--offset", "5", "--format", "json").stdout)
    results = report["results"]
    expect([row["input"] for row in results] == ["random", "constant", "skewed"] and
           all(row["offset"] == 5 and "1 B read a pixel" in row["counts"] for row in results) and
           report["ceilings"]["operations_per_s"] > 0, f"bench of a histogram: {report}")
    bare = call(clrun, *command, "--kernels-only")
    expect(bare.returncode == 0 and "at most" not in bare.stdout and bare.stdout.count(" GB/s") == 3, f"--kernels-only: {bare}")
    limited = json.loads(call(clrun, "bench", "fma/chains", *DEVICE, "--time-limit", "0.001", "--kernels-only", "--package", package, "--format", "json").stdout)
    expect([row["runs"] for row in limited["results"]] == [5], f"bench with a limit of time: {limited}")
    swept = json.loads(call(clrun, "bench", "vecadd/scalar", *DEVICE, "--sweep", "--repeat", "1", "--warm-up", "1", "--kernels-only", "--package",
                            package, "--format", "json").stdout)["results"]
    expect([row["elements"] for row in swept] == [1 << power for power in range(10, 23, 2)], f"a sweep: {swept}")


def check_peers(clrun, package, folder):
    """The figures of a program that does the same, beside ours in every format."""
    peer = os.path.join(folder, "peer")
    with open(peer, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\necho "$@" >>"$0.called"\nshift 2\n'
                   'for task; do case $task in fma*) ;; *:skewed) exit 7 ;; vecadd*) echo nonsense ;;\n'
                   '*) echo "$task 0.5 0.25 0.75 9 passed Somebody Else" ;; esac; done\n')
    os.chmod(peer, 0o755)
    command = ["bench", "transpose/fast_float", "transpose/fast_uchar", "fma/chains", *DEVICE, "--size", "4096", "--repeat", "2", "--kernels-only",
               "--package", package, "--peer", peer]
    text = call(clrun, *command)
    expect(text.returncode == 0 and text.stdout.count("Somebody Else") == 2 and "peer ms" in text.stdout, f"--peer: {text}")
    with open(peer + ".called", encoding="utf-8") as file:
        called = file.read().split("\n")
    expect(called[0] == "2 0 transpose_float:4096:random" and "2 0 fma:4096:random" in called, f"--peer was called: {called}")
    results = json.loads(call(clrun, *command, "--format", "json").stdout)["results"]
    expect([row.get("peer", {}).get("name") for row in results] == ["Somebody Else", "Somebody Else", None] and
           results[0]["peer"]["ms"] == {"median": 0.5, "low": 0.25, "high": 0.75} and results[0]["peer"]["runs"] == 9,
           f"--peer as JSON: {results}")
    rows = list(csv.DictReader(io.StringIO(call(clrun, *command, "--format", "csv").stdout)))
    expect([(row["peer"], row["peer_ms"]) for row in rows] == [("Somebody Else", "0.500000")] * 2 + [("", "")], f"--peer as CSV: {rows}")
    page = call(clrun, *command, "--format", "html").stdout
    expect(page.count('"name":"Somebody Else"') == 2, "--peer as HTML")
    without = call(clrun, *command[:-2]).stdout
    expect("peer" not in without and "Somebody" not in without, f"without --peer: {without}")
    for name, code, said in (("vecadd/scalar", 6, "which is no result"), ("histogram256/fast", 4, "ended with 7")):
        wrong = call(clrun, "bench", name, *command[4:])
        expect(wrong.returncode == code and said in wrong.stderr and name.split("/")[0] in wrong.stdout, f"a wrong peer: {wrong}")
    absent = call(clrun, *command[:-1], peer + "-absent")
    expect(absent.returncode == 4 and "could not be started" in absent.stderr, f"no such peer: {absent}")
    parts = call(clrun, *command, "--units", "1,1")
    expect(parts.returncode == 2 and "--peer compares" in parts.stderr or "take fewer" in parts.stderr, f"--peer --units: {parts}")


def check_nbody(clrun, package, folder):
    """Bodies that fall for some steps: frames per second, the CPU's beside them, and the last step compared."""
    table, drawn = os.path.join(folder, "bodies.csv"), os.path.join(folder, "bodies.png")
    command = ["run", "nbody", *DEVICE, "--package", package, "--bodies", "300", "--steps"]
    for variant, output in (("fast", table), ("tutorial_integrator", drawn)):
        done = call(clrun, *command, "3", "--variant", variant, "--output", output)
        expect(done.returncode == 0 and done.stdout.count("frames/s") == 2 and "passed: the last step" in done.stdout,
               f"run nbody {variant}: {done.stdout}{done.stderr}")
    with open(table, encoding="ascii") as file:
        expect(len(list(csv.DictReader(file))) == 300, "the bodies as a table")
    expect(read_png(drawn)[:3] == (512, 512, 1), "the bodies as a picture")
    strip = os.path.join(folder, "strip.png")
    done = call(clrun, *command, "6", "--start", "disc", "--frames", "3", "--output", strip)
    expect(done.returncode == 0, f"run nbody --frames: {done.stdout}{done.stderr}")
    width, height, _, pixels = read_png(strip)
    frames = [b"".join(pixels[y * width + 512 * i:y * width + 512 * (i + 1)] for y in range(height)) for i in range(3)]
    expect((width, height) == (1536, 512) and len(set(frames)) == 3 and all(any(frame) for frame in frames), "three frames, side by side")
    wrong = call(clrun, *command, "3", "--start", "ring")
    expect(wrong.returncode == 2 and "--start ring: give cube or disc" in wrong.stderr, f"no such start: {wrong.stderr}")
    done = call(clrun, *command, "0")
    expect(done.returncode == 2 and "--steps 0: give a number" in done.stderr, f"no steps: {done.stderr}")


def write_png(path, width, height, channels, pixels):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + pixels[y * width * channels:(y + 1) * width * channels] for y in range(height))
    kind = {1: 0, 3: 2, 4: 6}[channels]
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)) +
                   chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def read_png(path):
    with open(path, "rb") as file:
        data = file.read()
    at, compressed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, _, color = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            compressed += body
        at += 12 + length
    channels = {0: 1, 2: 3, 6: 4}[color]
    raw, stride = zlib.decompress(compressed), width * channels
    rows, before = [], bytes(stride)
    for y in range(height):
        line, kind = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)]), raw[y * (stride + 1)]
        for i in range(stride):
            left = line[i - channels] if i >= channels else 0
            up, corner = before[i], before[i - channels] if i >= channels else 0
            p = left + up - corner
            paeth = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))[2]
            line[i] = (line[i] + [0, left, up, (left + up) // 2, paeth][kind]) & 255
        rows.append(bytes(line))
        before = rows[-1]
    return width, height, channels, b"".join(rows)


def turned(width, height, channels, pixels):
    """A quarter clockwise: the left column becomes the top row, from the bottom up."""
    def at(x, y):
        return pixels[(y * width + x) * channels:(y * width + x + 1) * channels]
    return height, width, b"".join(at(x, y) for x in range(width) for y in reversed(range(height)))


def check_cpu_picture(clrun, package, folder):
    """A BMP goes in, and the CPU's picture comes out beside the device's: the same for the nearest pixel."""
    source, ours, cpus = (os.path.join(folder, name) for name in ("grey.bmp", "ours.bmp", "cpus.bmp"))
    png = os.path.join(folder, "grey.png")
    write_png(png, 7, 5, 1, bytes(range(0, 175, 5)))
    options = [*DEVICE, "--package", package, "--variant", "nearest"]
    done = call(clrun, "run", "image_rotate", *options, "--input", png, "--output", source, "--angle", "0")
    expect(done.returncode == 0, f"a PNG becomes a BMP: {done.stderr}")
    for angle in ("90", "33"):
        done = call(clrun, "run", "image_rotate", *options, "--input", source, "--output", ours, "--cpu-output", cpus, "--angle", angle)
        expect(done.returncode == 0 and "passed: both have the same result" in done.stdout and "CPU " in done.stdout,
               f"the CPU's picture at {angle}: {done.stdout}{done.stderr}")
        with open(ours, "rb") as first, open(cpus, "rb") as second:
            expect(first.read() == second.read(), f"both pictures are the same at {angle}")
    done = call(clrun, "run", "histogram256", *DEVICE, "--package", package, "--input", source)
    expect(done.returncode == 0 and "passed: both have the same result" in done.stdout, f"the CPU's histogram: {done.stdout}")


def check_transposed(clrun, package, folder):
    """Rows of a picture become columns, and the text's rotation loses the first row, at the place of the second column."""
    picture, output = os.path.join(folder, "rows.png"), os.path.join(folder, "columns.png")
    pixels = bytes(1 + (7 * i) % 199 for i in range(70 * 66))
    write_png(picture, 70, 66, 1, pixels)
    for variant in ([], ["--variant", "tutorial_blocks"]):
        done = call(clrun, "run", "transpose", *DEVICE, "--package", package, "--input", picture, "--output", output, *variant)
        expect(done.returncode == 0 and "passed: both" in done.stdout, f"run transpose {variant}: {done.stdout}{done.stderr}")
        expect(read_png(output) == (66, 70, 1, bytes(pixels[y * 70 + x] for x in range(70) for y in range(66))), f"transposed {variant}")
    wrong = call(clrun, "run", "transpose", *DEVICE, "--package", package, "--input", picture, "--output", output, "--variant", "naive_float")
    expect(wrong.returncode == 2 and "a picture is of bytes" in wrong.stderr, f"a picture of floats: {wrong.stderr}")
    write_png(picture, 64, 64, 1, pixels[:4096])
    done = call(clrun, "run", "image_rotate", *DEVICE, "--package", package, "--input", picture, "--output", output, "--variant",
                "tutorial_forward_grey", "--angle", "90")
    _, _, _, turned_pixels = read_png(output)
    expect(done.returncode == 0 and {turned_pixels[y * 64] for y in range(64)} == {203}, "no pixel comes to the first column")
    expect([turned_pixels[y * 64 + 63] for y in range(64)] == list(pixels[64:128]), "the second row is the last column, the first is lost")


def check_group(clrun, package):
    """A limit of a group's items changes what the kernel is launched with."""
    command = ["bench", "vecadd/2d_debug", *DEVICE, "--package", package, "--size", "80000", "--repeat", "1", "--kernels-only", "--kernel-output"]
    for group, shown in (([], "local size 32 x 8"), (["--work-group", "32"], "local size 32 x 1")):
        done = call(clrun, *command, *group, "--format", "json")
        expect(done.returncode == 0 and shown in done.stderr and json.loads(done.stdout).get("group") == (32 if group else None),
               f"bench {group}: {done.stdout}{done.stderr}")
    wrong = call(clrun, "bench", "vecadd/scalar", *DEVICE, "--package", package, "--work-group", "0")
    expect(wrong.returncode == 2 and "--work-group" in wrong.stderr, f"groups of nothing: {wrong.stderr}")


def check_pictures(clrun, package, folder):
    for width, height, channels in [(7, 4, 1), (6, 5, 4), (5, 5, 4), (8, 3, 3)]:
        pixels = bytes((i * 37 + 11) % 256 for i in range(width * height * channels))
        source, target = os.path.join(folder, "in.png"), os.path.join(folder, "out.png")
        write_png(source, width, height, channels, pixels)
        if channels == 3:  # comes back with an alpha channel
            pixels = b"".join(pixels[i:i + 3] + b"\xff" for i in range(0, len(pixels), 3))
        kept = 4 if channels == 3 else channels
        suffix = "grey" if channels == 1 else "rgba"
        for variant in [None, "forward_" + suffix, "nearest_" + suffix, "bilinear_" + suffix, "forward", "nearest", "bilinear"]:
            choice = ["--variant", variant] if variant else []
            done = call(clrun, "run", "image_rotate", *choice, *DEVICE, "--package", package, "--input", source,
                        "--angle", "90", "--output=" + target)
            expect(done.returncode == 0, f"run image_rotate {variant}: exit {done.returncode}\n{done.stderr}")
            if done.returncode == 0:
                expected = turned(width, height, kept, pixels)
                got = read_png(target)
                expect((got[0], got[1], got[3]) == expected and got[2] == kept,
                       f"{width} x {height} x {channels} turned by {variant}")
    write_png(source, 64, 4, 1, bytes(range(256)))
    for name in ["histogram256", "histogram256_rgba"]:
        for choice in [[], ["--variant", "max_fast" if name.endswith("rgba") else "fast"]]:
            os.remove(target)
            done = call(clrun, "run", name, *choice, *DEVICE, "--package", package, "--input", source, "--output", target)
            expect(done.returncode == 0 and read_png(target)[0] >= 256, f"run {name} {choice}: {done.stderr}")
    table = os.path.join(folder, "out.csv")
    done = call(clrun, "run", "histogram256", *DEVICE, "--package", package, "--input", source, "--output", table)
    with open(table, encoding="utf-8") as file:
        lines = file.read().splitlines()
    expect(done.returncode == 0 and lines[0] == "value,count" and lines[1:] == [f"{i},1" for i in range(256)], f"CSV: {done.stderr}")
    for ending, begin in [("bmp", b"BM"), ("jpg", b"\xff\xd8"), ("JPEG", b"\xff\xd8")]:
        picture = os.path.join(folder, "out." + ending)
        done = call(clrun, "run", "image_rotate", *DEVICE, "--package", package, "--input", source, "--output", picture)
        with open(picture, "rb") as file:
            expect(done.returncode == 0 and file.read(2) == begin, f"{ending}: {done.stderr}")
    with open(source, "wb") as file:
        file.write(b"no picture")
    done = call(clrun, "run", "image_rotate", *DEVICE, "--package", package, "--input", source, "--output", target)
    expect(done.returncode == 3 and "not a PNG, BMP or JPEG" in done.stderr, f"not a picture: {done.stderr}")
    done = call(clrun, "run", "image_rotate", *DEVICE, "--package", package, "--input", source, "--output", target,
                "--angle", "ninety")
    expect(done.returncode == 2, f"--angle ninety: exit {done.returncode}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clrun", required=True)
    parser.add_argument("--package")
    parser.add_argument("--clc")
    parser.add_argument("--kernels")
    arguments = parser.parse_args()
    with temporary_folder("clrun-test-", own_cache=True) as folder:
        check_errors(arguments.clrun, folder)
        check_list(arguments.clrun)
        if arguments.package:
            check_verify(arguments.clrun, arguments.package)
            check_cache(arguments.clrun, arguments.package, folder)
            check_damage(arguments.clrun, arguments.package, folder)
            check_older_processor(arguments.clrun, arguments.package)
            check_signature(arguments.clrun, arguments.clc, arguments.package, folder)
            check_add_ons(arguments.clrun, arguments.clc, arguments.kernels, folder)
            check_bench_begins(arguments.clrun, arguments.package)
            check_bench(arguments.clrun, arguments.package)
            check_peers(arguments.clrun, arguments.package, folder)
            check_nbody(arguments.clrun, arguments.package, folder)
            check_pictures(arguments.clrun, arguments.package, folder)
            check_transposed(arguments.clrun, arguments.package, folder)
            check_group(arguments.clrun, arguments.package)
            check_cpu_picture(arguments.clrun, arguments.package, folder)
        else:
            skip("clrun with a package", "clc is not part of this build")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
