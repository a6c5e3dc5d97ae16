#!/usr/bin/env python3
"""Makes the first inputs of the fuzz targets (tests/fuzz) with the real tools: packages, messages and cache entries of clc,
binaries of its compilers, replies of servers as they are written. `script/fuzz` keeps of them what reaches new code.

usage: make_seeds.py BUILD FOLDER      BUILD: build/release, built; FOLDER gets NAME/… for each target
"""
import gzip
import hashlib
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

LARGEST = 8192  # bytes of an input: most readers look at the beginning
KERNELS = """
typedef struct { float power; float4 colour; } Light;
kernel void scale(global const float* restrict in, global float* out, float factor, constant Light* lights) {
  size_t i = get_global_id(0);
  out[i] = in[i] * factor + lights[0].power;
}
__attribute__((reqd_work_group_size(8, 1, 1))) kernel void reverse(global int* data, local int* tile, int3 add) {
  size_t l = get_local_id(0);
  tile[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = tile[7 - l] + add.x;
}
kernel void paint(read_only image2d_t from, write_only image2d_t to, sampler_t s) {
  write_imagef(to, (int2)(0, 0), read_imagef(from, s, (int2)(1, 1)));
}
"""
TUNED = json.dumps({"parameters": {"TILE": [8, 16], "TYPE": ["float"]}, "where": ["TILE * TILE <= 256 || !(TILE % 16)"], "launches": [
    {"kernel": "k", "global": [256, "256 / TILE"], "local": ["TILE", 1], "tolerance": "1e-5", "results": [0],
     "arguments": ["buffer:float:{TILE > 8 ? 64 : 32}", "local:{TILE * 4}", 7]}]})
TINY = "kernel __attribute__((reqd_work_group_size(8, 1, 1))) void k(global int* p, float2 f) { p[0] = f.x; }\n"
# Stands in front of a helper and keeps what is said to it and what it says.
TEE = """#!/bin/sh
tee "{kept}/$$.in" | "{helper}" "$@" | tee "{kept}/$$.out"
"""


class Seeds:
    def __init__(self, build, folder):
        self.build = pathlib.Path(build).resolve()
        self.folder = pathlib.Path(folder).resolve()
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="clc-seeds-"))
        (self.work / "k.cl").write_text(KERNELS)
        (self.work / "tiny.cl").write_text(TINY)
        self.environment = {**os.environ, "CLC_CACHE_DIR": str(self.work / "cache"), "HOME": str(self.work)}

    def keep(self, target, data, choice=None):
        if isinstance(data, str):
            data = data.encode()
        if choice is not None:
            data = bytes([choice]) + data
        data = data[:LARGEST]
        path = self.folder / target / hashlib.sha1(data).hexdigest()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def clc(self, *arguments, may_fail=False, **environment):
        done = subprocess.run([self.build / "bin/clc", *arguments], cwd=self.work, capture_output=True, check=False,
                              env={**self.environment, **environment})
        if done.returncode != 0 and not may_fail:
            sys.exit(f"clc {' '.join(arguments)}: {done.stderr.decode()}")
        return done.stdout

    def compiled(self, source, targets, *options):
        """{target: package} of those that can be made here."""
        packages = {}
        for target in targets:
            name = target.replace(":", "-") + "-" + source.removesuffix("cl") + "clcpack"
            self.clc("compile", source, "-t", target, "-o", name, *options, may_fail=True)
            if (self.work / name).exists():
                packages[target] = self.work / name
        return packages


def frames(data):
    while len(data) >= 8:
        size = struct.unpack("<Q", data[:8])[0]
        yield data[8:8 + size]
        data = data[8 + size:]


def packages(seeds, made):
    """`made`: of the tiny source."""
    all_of_it = [str(path) for path in made.values()]
    seeds.clc("link", *all_of_it, "-o", "all")
    seeds.clc("link", *all_of_it, "-o", "all-compressed", "--compress", may_fail=True)
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", seeds.work / "key"], check=True)
    subprocess.run(["openssl", "pkey", "-in", seeds.work / "key", "-pubout", "-out", seeds.work / "key.pub"], check=True)
    seeds.keep("signing_key", (seeds.work / "key").read_bytes())
    seeds.keep("signing_key", (seeds.work / "key.pub").read_bytes())
    seeds.keep("signing_key", bytes(32))
    seeds.clc("sign", "all", "--key", "key")
    for path in made.values():
        if path.stat().st_size <= LARGEST:  # half a container is none
            seeds.keep("container", path.read_bytes())
            for oddity in (0, 7, 8, 9):
                seeds.keep("package_files", bytes([0, 0, oddity, 0]) + path.read_bytes())
    for name in ("all", "all-compressed"):
        folder = seeds.work / name
        if not folder.exists():
            continue
        text = (folder / "manifest.clc.json").read_text()
        for target in ("manifest", "launch", "signing_key"):
            seeds.keep(target, json.dumps(json.loads(text), separators=(",", ":")))
        manifest = json.loads(text)
        parts = [json.dumps(manifest, separators=(",", ":")).encode()]
        for module in manifest["modules"]:
            for variant in module["variants"]:
                path = folder / variant["file"]
                path = path if path.exists() else folder / (variant["file"] + ".zst")
                # Any bytes will do, and short ones are found sooner.
                parts.append(path.read_bytes() if path.suffix == ".zst" and path.stat().st_size < 2000 else b"blob")
        for choice in (0, 1):
            seeds.keep("package", b"\n--\n".join(parts), choice)
        for form in range(1, 5):
            for oddity in range(10):
                seeds.keep("package_files", bytes([form, 0, oddity, oddity % 3]) + b"\n--\n".join(parts))
            seeds.keep("package_files", bytes([form, 1 + form % 3, 0, 0]) + b"\n--\n".join(parts))


def tests_of_kernels(seeds):
    """A test file, and NumPy's form."""
    seeds.keep("kernel_tests", (pathlib.Path(__file__).resolve().parents[2] / "docs/examples/tested-kernels/blur.test.json").read_text(), 0)
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }"
    seeds.keep("kernel_tests", b"\x93NUMPY\1\0" + bytes([len(header), 0]) + header + b"01234567", 1)


def tuned(seeds):
    """A manifest with configurations, as it is compiled and as a device has left it."""
    (seeds.work / "tiny.tune.json").write_text(TUNED)
    seeds.keep("tuning_file", TUNED, 0)
    for expression in ("N * (T + 3) / 2 % 5 - -1", "N >= 7 && !T || N != 3 ? 1 < 2 : N <= 9", "((N))"):
        seeds.keep("tuning_file", expression, 1)
    seeds.clc("compile", "tiny.cl", "--tune", "-t", "nvptx:sm_70", "-o", "tuned")
    manifest = json.loads((seeds.work / "tuned/manifest.clc.json").read_text())
    timed = json.loads(json.dumps(manifest))
    for module in timed["modules"]:
        module["tuning"].pop("launches")
        module["tuning"]["fastest_on"] = [{"platform": "P", "device": "D", "driver_version": "1", "nanoseconds": 5}]
    for one in (manifest, timed):
        text = json.dumps(one, separators=(",", ":"))
        seeds.keep("manifest", text)
        seeds.keep("package", text.encode() + b"\n--\nblob\n--\nblob", 0)


def captures(seeds):
    """Descriptions of a launch, with the memory that they name."""
    before, after = bytes(range(64)), bytes(reversed(range(64)))
    buffer = {"kind": "buffer", "size": 64, "access": 1, "before": hashlib.sha256(before).hexdigest(),
              "after": hashlib.sha256(after).hexdigest()}
    image = {"kind": "image", "size": 16, "access": 4, "type": 0x10F1, "channel_order": 0x10B5, "channel_type": 0x10D2, "element_size": 4,
             "width": 2, "height": 2, "depth": 1, "layers": 1}
    arguments = [{"kind": "buffer", "memory": 1, "offset": 16, "size": 48, "type": "float*", "name": "out"}, {"kind": "image", "memory": 2},
                 {"kind": "value", "value": "0a00ff"}, {"kind": "local", "size": 64},
                 {"kind": "sampler", "normalized": 1, "addressing": 0x1131, "filter": 0x1140}]
    device = {"name": "d", "platform": {"hex": "ff"}, "driver_version": "1", "device_version": "OpenCL 3.0"}
    launch = {"capture": 1, "kernel": "k", "program": "0a" * 32, "device": device, "dimensions": 2, "offset": [0, 1, 0], "global": [8, 8, 0],
              "local": [4, 4, 0], "arguments": arguments, "memory": [buffer, image], "files": []}
    seeds.keep("capture", b"\n--\n".join([json.dumps(launch).encode(), before, after]), 1)
    shared = {**launch, "memory": [{**buffer, "kind": "svm"}, {**image, "size": 0, "buffer": 1, "type": 0x10F6, "height": 1}]}
    seeds.keep("capture", b"\n--\n".join([json.dumps(shared).encode(), before, after]), 1)
    empty = {**launch, "arguments": [], "memory": [], "module": "m", "binary": "0b" * 32}
    del empty["program"]
    seeds.keep("capture", json.dumps(empty), 1)


def layer_files(seeds):
    """Files of recordings and of a user's layer, and what an application gives to a driver."""
    digest = "0a" * 32
    seeds.keep("recordings", json.dumps({"digest": digest, "language": "OpenCL C", "source": "s.cl", "options": "-D A=1", "headers": ["a/b.h"]}), 0)
    argument = {"kind": "value", "type": "int", "name": "n", "size": 4, "value": "7"}
    device = {"name": "d", "platform": "p", "driver_version": "1", "device_version": "OpenCL 3.0"}
    build = {"step": "link", "program": digest, "inputs": [digest], "link_options": "-w", "devices": [device], "served": "driver", "status": 0,
             "nanoseconds": 1, "count": 1, "log": "l", "kernels": [{"name": "k", "arguments": [argument]}]}
    launch = {"program": digest, "kernel": "k", "dimensions": 1, "offset": [0, 0, 0], "global": [1, 0, 0], "local": [0, 0, 0], "count": 1,
              "arguments": [argument], "times": [{"target": "spirv64", "device": "d", "count": 1, "nanoseconds": [1]}]}
    run = {"command": ["a"], "process": 1, "builds": [build], "launches": [launch], "not_recorded": [{"reason": "r", "count": 1}]}
    seeds.keep("recordings", json.dumps(run), 1)
    program = {"digest": digest, "name": "k", "step": "build", "from": "cache", "package": "", "module": "m", "target": "t", "device": "d", "reason": "r",
               "nanoseconds": 1, "failed": 0}
    seeds.keep("recordings", json.dumps({"version": 1, "process": {"pid": 1, "command": ["a"]}, "programs": [program], "trouble": [], "reports": [],
                                         "first_launch": 1}), 2)
    seeds.keep("recordings", "-DT=1\n#define N 2\nkernel void k() {}\n--\n-DT=2\n#define N 3\nkernel void k() {}", 3)
    seeds.keep("recordings", "7=0x2a", 4)
    seeds.keep("recordings", "off *\non python3\n", 5)
    seeds.keep("recordings", "clc-layer-use-1" + (" " + "0" * 19 + "1") * 5 + "\n", 5)
    seeds.keep("layer_programs", '-I "a b" -Iinc\\ c -D N=1 -DF(x)=x##y -cl-std=CL2.0 -w', 0)
    seeds.keep("layer_programs", '#include "a.h" // c\n#include <b.h>\n#define M \\\n  x ## y #z\n__has_include(<c.h>) __TIME__ "\\"" /* */\n', 1)
    kept = b"\0\0\0\1-\0\0\0\0\1\1k\1\1k\0\0\1\1\0\0\0"
    seeds.keep("layer_programs", b"binary" + kept + struct.pack("<Q", 6) + b"clc-layer-program-5\n", 2)


def tables(seeds):
    """Tables of instrumented kernels, and reports of runs."""
    region = {"kind": "branch", "file": 0, "line": 1, "column": 2, "end_line": 3, "end_column": 4, "count": [0, 3], "count_false": [2]}
    seeds.keep("package_tables", json.dumps({"coverage": {"counter_bytes": 4, "files": ["k.cl"], "kernels": [{"name": "k", "argument": 1, "functions": [0]}],
                                                          "functions": [{"name": "k", "counters": 2, "regions": [region]}]}}), 0)
    place = {"check": "race", "what": "store", "file": "k.cl", "line": 1, "column": 2, "bytes": 4, "space": "global", "object": "p"}
    kernel = {"name": "k", "argument": 1, "places": [place], "not_checked": ["x"], "local_bytes": 4, "pointers": [0], "written": [0], "local_shift": 2,
              "global_shift": 2, "tracks_local": 0, "tracks_global": 1, "counts_atomics": 0, "counts_barriers": 0, "counts_sub_groups": 0,
              "counts_sub_group_calls": 0, "has_meetings": 0}
    seeds.keep("package_tables", json.dumps({"sanitize": {"kernels": [kernel]}}), 1)
    counts = {"kernel": "k", "global_size": "8x1", "local_size": "4", "launches": 1, "counts": [1, 2]}
    seeds.keep("package_tables", json.dumps({"variant": "0a" * 32, "target": "spirv64", "device": "d", "launches": [counts]}), 2)
    at = {"file": "./k.cl", "line": 1, "column": 2, "offset": 4, "instruction": "s_nop 0", "global_id": [1, 0, 0], "local_id": [1, 0, 0], "group": [0, 0, 0]}
    fault = {"kind": "race", "kernel": "k", "message": "m", "chip": "gfx942", "expected": "e", "count": 2, "seed": 1, "at": at, "other": at}
    seeds.keep("found_faults", json.dumps({"findings": [fault]}), 0)
    seeds.keep("found_faults", json.dumps({"reports": [{"check": "bounds", "kernel": "k", "message": "m", "count": 2, "global_id": [1], "group_id": [0],
                                                        "place": at, "other_place": at}]}), 0)
    sarif = {"ruleId": "race", "message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "k.cl"},
                                                                                            "region": {"startLine": 1, "startColumn": 2}}}]}
    seeds.keep("found_faults", json.dumps({"runs": [{"results": [sarif]}]}), 0)
    seeds.keep("found_faults", json.dumps(fault), 1)
    file = {"name": "k.cl", "regions": 2, "regions_run": 1, "lines": [{"line": 1, "count": 2}], "functions": [{"name": "k", "line": 1, "count": 2}],
            "branches": [{"line": 1, "column": 2, "taken": 1, "not_taken": 0}]}
    launches = {"kernel": "k", "device": "d", "global_size": "8", "work_group": "4", "launches": 1, "regions": 2, "regions_run": 1}
    seeds.keep("found_faults", json.dumps({"files": [file], "launches": [launches], "modules": [{"name": "k", "source_sha256": "0a" * 32}]}), 2)
    for line in ("begin\tk.1", "device\tp\td\\t\t1", "timed\tk.1\t17", "wrong\tk.1\ta\\nb", "failed\tk.1\tc\\\\"):
        seeds.keep("tuning_journal", line)
    seeds.keep("device_info", '# a device\nCL_DEVICE_ADDRESS_BITS=64\nCL_DEVICE_EXTENSIONS="cl_khr_fp64 cl_khr_fp16"\nCL_DEVICE_IL_VERSION="SPIR-V_1.2"\n'
               'CL_DEVICE_VERSION="OpenCL 3.0"\nCL_DEVICE_NAME="d"\nCL_DEVICE_IMAGE_SUPPORT=1\n', 0)
    seeds.keep("device_info", struct.pack("<10I", 0x07230203, 0x10000, 0, 1, 0, 2 << 16 | 17, 4, 3 << 16 | 10, 0x5F565053, 0), 1)


def code_steps(seeds):
    """Some instructions as disassemblers print them."""
    seeds.keep("code_steps", ".reg .pred %p<9>;\n.reg .b32 %r<99>;\n.reg .b64 %rd<99>;\n$L1:\nld.global.b32 %r1, [%rd1];\n.loc 1 2 3\n"
               "setp.ne.b32 %p1, %r1, %r2;\n@%p1 bra $L1;\nmma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r1, %r2}, {%r3}, {%r4}, {%r1};\n"
               "bar.sync 0;\nst.shared.b32 [%r2+4], %r3;\nret;\n", 0)
    seeds.keep("code_steps", "  /*0000*/  LDG.E R3, desc[UR4][R4.64] ;\n.L_x_1:\n  /*0010*/  FFMA R6, R6, 0.5, R3 ;\n  /*0020*/  @!P0 BRA `(.L_x_1) ;\n"
               "  /*0030*/  ISETP.NE.AND P0, PT, R4, 0x4, PT ;\n  /*0040*/  BRA 0x10 ;\n", 1)
    seeds.keep("code_steps", "\tglobal_load_dword v3, v[2:3], off  // 000000000000: DC508000\n\ts_waitcnt vmcnt(0) lgkmcnt(1)  // 000000000004: BF8C0F71\n"
               "\tv_add_f32_e32 v2, 0, v3  // 000000000008: 02040680\n\ts_wait_loadcnt 0x0  // 00000000000C: 0\n\tds_read_b32 v1, v2  // 000000000010: 0\n"
               "\ts_barrier  // 000000000014: 0\n\ts_branch 1  // 000000000018: 0\n", 2)


def helper_messages(seeds):
    """Facts about code, and the smallest of the other messages."""
    place = {"file": "k.cl", "line": 1, "column": 2, "around": 0}
    ports = {name: 1 for name in "floats doubles integers products specials globals locals images exchanges barriers branches matrices".split()}
    total = {"work": ports, "chain": ports, **{name: 1 for name in "lines stored_lines sectors stored_sectors partial_sectors atomics same_atomics "
                                                                 "passes".split()}}
    effort = {"groups": 1, "least": total, "most": total, "near_bytes": 1, "group_bytes": 1, "read_bytes": 1, "written_bytes": 1, "depends_on": ["n"],
              "least_bytes": {"all": 1}, "contention": {"least": 1, "usual": 2, "most": 3}, "sums": 1, "open_loops": ["l"],
              "lines": [{"file": "k.cl", "line": 1, "floats": 1, "accesses": 1}], "loops": [{"file": "k.cl", "line": 1, "iterations": 2}]}
    seeds.keep("helper_messages", json.dumps(effort), 8)
    seeds.keep("helper_messages", json.dumps({"kernels": [{"kernel": "k", "maths": "full", "accesses": [{"place": place, "kind": "load", "stride": -4}]}]}), 9)
    symbol = {"name": "f", "symbol": "_f", "type": "int(int)", "is_repeatable": 1, "body": "b", "alignment": 4, "tags": ["t"]}
    seeds.keep("helper_messages", json.dumps({"exports": [symbol], "needs": [symbol],
                                                   "tags": [{"key": "t", "digest": "d", "name": "struct P", "parts": ["a"]}]}), 7)
    for text in ("v0-11s0-8UR3%SP", "sanitize race,bounds", "analysis 8x1x1 64x1x1 n=7 0=-3 of k +effort +lines", "all"):
        seeds.keep("helper_messages", text, 10)
    for choice in range(7):
        seeds.keep("helper_messages", b"\1\1k" + bytes(16), choice)


def requests(seeds):
    own = b"Host: 127.0.0.1:8080\r\n"
    path = b"/0123456789abcdef0123456789abcdef/"
    for request in (b"GET " + path + b"view?file=a%2Fb.cl&target=nvptx%3Asm_90&commit=1 HTTP/1.1\r\n" + own + b"\r\n",
                    b"GET " + path + b" HTTP/1.1\r\n" + own + b"Sec-Fetch-Site: same-origin\r\n"
                    b"Origin: http://127.0.0.1:8080\r\nConnection: close\r\n\r\nGET /",
                    b"HEAD " + path + b"files HTTP/1.0\r\nHost: localhost:8080\r\nConnection: keep-alive\r\n\r\n",
                    b"POST " + path + b" HTTP/1.1\r\n" + own + b"Content-Length: 3\r\n\r\nabc",
                    b"PUT / HTTP/1.1\r\n" + own + own + b"Transfer-Encoding: gzip, chunked\r\nExpect: 100-continue\r\n\r\n0\r\n\r\n",
                    b"GET http://127.0.0.1:8080/ HTTP/1.1\r\n" + own + b"X: a\r\n b\r\nUpgrade: h2c\r\n\r\n"):
        seeds.keep("serve_request", request)


def profiles(seeds):
    seeds.clc("compile", "tiny.cl", "--profile", "-t", "spirv64", "-o", "profile")
    manifest = json.loads((seeds.work / "profile" / "manifest.clc.json").read_text())
    for module in manifest["modules"]:
        for variant in module["variants"]:
            seeds.keep("access_table", json.dumps({"profile": variant["profile"]}, separators=(",", ":")))


def binaries(seeds, made):
    for target, path in made.items():
        seeds.clc("unpack", str(path), "-o", path.stem)
        for blob in (seeds.work / path.stem).iterdir():
            if blob.name.startswith("manifest"):
                continue
            data = blob.read_bytes()
            if target.startswith("spirv"):
                seeds.keep("spirv", data)
                seeds.keep("code_steps", data, 3)
            elif target.startswith("nvptx"):
                seeds.keep("ptx", data)
                seeds.keep("code_steps", data, 0)
                seeds.keep("disassembly", data, 1)
            else:
                seeds.keep("machine_code", data)
                if target.startswith("amdgcn"):
                    seeds.keep("emulator_code", data)
            seeds.keep("compressed", zlib.compress(data[:4000]))
            seeds.keep("compressed", gzip.compress(data[:4000], mtime=0))
        for form, number in (("spirv", 0), ("amdgcn", 4), ("r600", 4), ("driver", 4), ("cubin", 5), ("cubin", 6)):
            if target.startswith(form):
                seeds.keep("disassembly", seeds.clc("disasm", str(path), may_fail=True), number)
                if form in ("amdgcn", "cubin"):
                    seeds.keep("code_steps", seeds.clc("disasm", str(path), may_fail=True), 2 if form == "amdgcn" else 1)
    seeds.keep("compressed", b"\x28\xb5\x2f\xfd\x04\x58\x29\x00\x00abcde\x6f\x21\xc9\x28")
    for program in ("/bin/true", "/lib/x86_64-linux-gnu/libz.so.1", str(seeds.build / "bin/clc")):
        if os.path.exists(program):
            seeds.keep("elf_image", pathlib.Path(program).read_bytes()[:16384])
    if os.path.exists("/etc/ld.so.cache"):
        cache = pathlib.Path("/etc/ld.so.cache").read_bytes()
        seeds.keep("ld_so_cache", cache[:4096])
        seeds.keep("ld_so_cache", small_library_cache())


def small_library_cache():
    """Two libraries, one of them for a processor level, in the format of /etc/ld.so.cache."""
    texts = b"libc.so.6\0/lib/libc.so.6\0x86-64-v3\0/lib/v3/libc.so.6\0"
    at = 48 + 2 * 24
    level_list = at + len(texts) + (-len(texts) % 4)
    extension = level_list + 4
    header = b"glibc-ld.so.cache1.1" + struct.pack("<IIB3xI12x", 2, len(texts), 2, extension)
    first = struct.pack("<iIIIQ", 0x0303, at, at + 10, 0, 0)
    second = struct.pack("<iIIIQ", 0x0303, at, at + 36, 0, 1 << 62)
    body = texts.ljust(level_list - at, b"\0") + struct.pack("<I", at + 25)
    return header + first + second + body + struct.pack("<IIIIII", 0xeaa42174, 1, 1, 0, level_list, 4)


def messages(seeds):
    """Messages between clc and its helpers, from real calls."""
    kept = seeds.work / "said"
    libexec = seeds.work / "root/libexec/clc"
    kept.mkdir()
    libexec.mkdir(parents=True)
    (seeds.work / "root/share").symlink_to(seeds.build / "share")
    for helper in ("clc-worker", "clc-driver"):
        script = libexec / helper
        script.write_text(TEE.format(kept=kept, helper=seeds.build / "libexec/clc" / helper))
        script.chmod(0o755)
    (seeds.work / "bad.cl").write_text("kernel void k(global int* p) { p[0] = x; }\n#warning w\n")
    own = {"CLC_LIBEXEC_DIR": str(libexec), "CLC_CACHE": "0"}
    for arguments in (("k.cl", "-t", "spirv64"), ("bad.cl", "-t", "spirv64", "-I", "inc"), ("k.cl", "-t", "driver:pocl")):
        seeds.clc("compile", *arguments, "-o", "said-out", may_fail=True, **own)
    for path in sorted(kept.iterdir()):
        data = path.read_bytes()
        if path.suffix == ".in" and data:
            seeds.keep("protocol", data[:3000], 0)
            for message in frames(data):
                seeds.keep("protocol", message, 3 if b'"driver"' in message[:200] else 1)
        elif data[:1] == b"{":
            seeds.keep("protocol", data, 4)
        elif data[:1] == b"[":
            seeds.keep("protocol", data, 5)
        elif data:
            for message in frames(data):
                seeds.keep("protocol", message, 2)
    listed = subprocess.run([seeds.build / "libexec/clc/clc-driver", "--list"], capture_output=True, check=False)
    seeds.keep("protocol", listed.stdout, 5)
    identity = subprocess.run([seeds.build / "libexec/clc/clc-driver", "--identify", "pocl"], capture_output=True, check=False)
    seeds.keep("protocol", identity.stdout, 4)
    def ask_worker(question, about):
        return subprocess.run([seeds.build / "libexec/clc/clc-worker", "--ask"], capture_output=True, check=True,
                              input=struct.pack("<QB", 1 + len(about), question) + about).stdout

    seeds.keep("protocol", ask_worker(0, b"a text that is found\0"), 6)
    fitting = subprocess.run([seeds.build / "libexec/clc/clc-driver", "--fitting"], capture_output=True, check=False,
                             input=(seeds.work / "all/manifest.clc.json").read_bytes())
    seeds.keep("protocol", fitting.stdout, 9)
    text = b'// c\n#include <h.h>\n#define M "text"\nint n;\n'
    request = bytes([0, 2, len(text)]) + text + bytes([0])
    seeds.keep("protocol", request, 7)
    seeds.keep("protocol", ask_worker(1, request), 8)


def entries(seeds):
    """The entries that the calls before left in the cache."""
    kinds = {"action": 0, "artifact": 1, "program": 2, "memo": 3}
    for path in (seeds.work / "cache").rglob("*.*"):
        kind = path.suffix[1:]
        if kind not in kinds or path.stat().st_size > 60000:
            continue
        data = path.read_bytes()
        payload = data[96:-64]
        seeds.keep("cache_entry", data[:96] + payload[:100] + data[-64:] if kind == "artifact" else data,
                   2 * kinds[kind] + 1)
        if kind in ("action", "memo"):
            seeds.keep(kind, payload)
        if kind == "artifact":
            seeds.keep("artifact", payload)


def frame(kind, flags, stream, payload):
    """A frame of HTTP/2."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def grpc_replies(digest):
    """Answers to one call: with a message, without one, with an error alone, given up, and with a bad message."""
    def literal(name, value):
        return bytes([0, len(name)]) + name + bytes([len(value)]) + value
    hash_and_size = b"\x0a\x40" + digest.encode() + b"\x10\x08"
    file = b"\x0a\x08artifact\x12" + bytes([len(hash_and_size)]) + hash_and_size
    result = b"\x12" + bytes([len(file)]) + file + b"\x2a\x07payload"
    message = b"\0" + len(result).to_bytes(4, "big") + result
    begin, head = frame(4, 0, 0, b"") + frame(4, 1, 0, b""), frame(1, 4, 1, b"\x88")
    end = frame(1, 5, 1, literal(b"grpc-status", b"0"))
    yield begin + head + frame(0, 0, 1, message) + end
    yield begin + head + frame(0, 0, 1, message[:30]) + frame(0, 0, 1, message[30:] + message) + end
    yield begin + head + end
    yield begin + frame(1, 5, 1, b"\x88" + literal(b"grpc-status", b"5"))
    yield begin + frame(3, 0, 1, b"\0\0\0\x07")
    yield begin + frame(7, 0, 0, bytes(8))
    yield begin + head + frame(0, 0, 1, b"\x01" + message[1:]) + end
    yield begin + head + frame(0, 0, 1, b"\0\xff\0\0\0")


def replies(seeds):
    digest = hashlib.sha256(b"artifact").hexdigest()
    action = json.dumps({"exitCode": 0, "outputFiles": [{"path": "artifact", "digest": {"hash": digest, "sizeBytes": "8"}}],
                         "stdoutRaw": "cGF5bG9hZA=="}).encode()
    other = json.dumps({"stdout_raw": "Zm9v", "exit_code": 0, "output_files": [
        {"path": "artifact", "digest": {"hash": digest, "size_bytes": 7}}]}).encode()
    for text in (action, other, b"cGF5bG9hZA==", b"Zm9v-_"):
        seeds.keep("action_result", text)
    head = b"HTTP/1.1 200 OK\r\nServer: nginx\r\nContent-Type: application/octet-stream\r\n"
    for reply in (head + b"Content-Length: %d\r\n\r\n" % len(action) + action,
                  head + b"Transfer-Encoding: chunked\r\n\r\n2\r\nan\r\n3;x=y\r\n12\n\r\n0\r\nX: y\r\n\r\n",
                  head + b"Connection: close\r\n\r\nabc",
                  b"HTTP/1.1 100 Continue\r\n\r\n" + head + b"Content-Length: 3\r\n\r\nabc",
                  b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone",
                  b"HTTP/1.0 302 Found\r\nLocation: http://x/\r\n\r\n", b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"):
        for pieces in (0, 1, 7):
            seeds.keep("http_reply", reply, pieces)
    for reply in (b"+OK\r\n$5\r\na\r\nbc\r\n", b"+OK\r\n+OK\r\n$-1\r\n", b"-NOAUTH Authentication required.\r\n",
                  b"+OK\r\n-WRONGTYPE x\r\n", b"+OK\r\n:7\r\n", b"*2\r\n$1\r\na\r\n*0\r\n", b"+OK\r\n+OK\r\n$3\r\nabc\r\n$3\r\nabc\r\n"):
        for pieces in (0, 1, 7):
            seeds.keep("redis_reply", reply, pieces)
    for reply in grpc_replies(digest):
        for pieces in (0, 1, 7):
            seeds.keep("grpc_reply", reply, pieces)


def settings(seeds):
    for text in ("https://ci@cache.example:8443/clc|password=CI|ca=/etc/ca.pem redis://[::1]:6379/2|read-only",
                 "redis+unix:///run/redis.sock|connect-timeout=20|timeout=300|total-timeout=5000",
                 "http://127.0.0.1|netrc=/home/u/.netrc", "rediss://localhost|token=T"):
        seeds.keep("servers", text, 0)
    seeds.keep("servers", 'machine example.com login u password "p\\"x"\nmacdef init\ncd /\n\ndefault login a password b # c\n', 1)
    for size in ("5G", "500M", "1024", "7T"):
        seeds.keep("servers", size, 2)
    for target in ("spirv64:1.2", "amdgcn:gfx90a:sramecc+:xnack-", "driver:pocl,cpu=avx2", "cubin:sm_90", "gfx1100", "tahiti",
                   "intel:dg2", "r600:cypress", "nvptx:sm-70"):
        seeds.keep("servers", target, 3)
    for asked in ('{"unknown":"","tells_time":0,"inclusions":[{"name":"a.h","from":""},{"name":"b.h","from":"/tmp/given/embedded/a.h"}],"answers":[{"path":"/w/b.h","sha256":"","is_there":0}]}',
                  '{"told":[{"files":{"inclusions":[{"from":"inc/a.h","name":"b.h"}],"tells_time":1,"unknown":""},"state":"0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"}]}'):
        seeds.keep("asked_files", asked)
    of_configuration = ('"source":"' + "0a" * 32 + '","parameters":{"TILE":"16"},"times":[{"product":"NVIDIA H200","checked":1,"registers_known":1,'
                        '"least_ns":7,"ns":10,"most_ns":15}]')
    seeds.keep("tuning_forecasts", '{"clc_forecasts":1,"configurations":[{"module":"k.1","target":"cubin:sm_90",' + of_configuration + "}]}")
    for measured in ('{"device":"d","results":[{"algorithm":"a","variant":"v","target":"spirv64","elements":64,"runs":3,"kernel_ms":{"median":2,"low":1,"high":3}}]}',
                     '{"kernel":"k","device":"d","target":"spirv64","nanoseconds":[3,1,2]}',
                     '{"kernel":"k","chip":"gfx1100","groups":2,"items":64,"instructions":{"all":9},"lds_passes":7}\n' * 2,
                     '==PROF== x\n"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"\n"0","k(int*)","gpu__time_duration.sum","ns","1,000"\n"0","k(int*)","b","","2"\n',
                     '"ID","Kernel Name","gpu__time_duration.sum","launch__registers_per_thread"\n"","","us","r"\n"0","k","1","32"\n',
                     '"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"\n"0","k","gpu__time_duration.sum","ns","nan"\n'
                     '"0","k","b","","inf"\n"1","k","b","","2"\n',
                     '"Kernel_Name","Start_Timestamp","End_Timestamp"\n"k ""x""",1000,2000\n'):
        seeds.keep("measured", measured)
    budget = seeds.clc("check", "all", "--write-budget", "budget.json", may_fail=True)
    path = seeds.work / "budget.json"
    seeds.keep("budget", path.read_bytes() if path.exists() else budget or b"{}")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    seeds = Seeds(*sys.argv[1:])
    packages(seeds, seeds.compiled("tiny.cl", ["spirv64:1.2", "nvptx:sm_70"]))
    profiles(seeds)
    tuned(seeds)
    captures(seeds)
    layer_files(seeds)
    tables(seeds)
    code_steps(seeds)
    helper_messages(seeds)
    tests_of_kernels(seeds)
    requests(seeds)
    binaries(seeds, seeds.compiled("k.cl", ["spirv64:1.2"], "-g"))
    binaries(seeds, seeds.compiled("k.cl", ["nvptx:sm_70"]))
    binaries(seeds, seeds.compiled("tiny.cl", ["amdgcn:gfx900", "amdgcn:gfx942", "amdgcn:gfx1100", "r600:cypress", "cubin:sm_90", "driver:pocl",
                                               "intel:dg2"]))
    messages(seeds)
    entries(seeds)
    replies(seeds)
    settings(seeds)
    shutil.rmtree(seeds.work)
    for folder in sorted(seeds.folder.iterdir()):
        files = list(folder.iterdir())
        print(f"{folder.name}: {len(files)} inputs, {sum(path.stat().st_size for path in files)} bytes")


if __name__ == "__main__":
    main()
