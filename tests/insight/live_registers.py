#!/usr/bin/env python3
"""Tests `clc disasm --live` and `clc report --live`: docs/inspecting.md.

Assembly of which a person counted the registers that are still needed, by hand; compiled kernels, of which never more may be
alive than the code object asks for; and what nvdisasm prints of life ranges.

usage: live_registers.py --clc PROGRAM --kernels FOLDER
"""
import argparse
import json
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, equal, finish, run, skip, temporary_folder  # noqa: E402

FRAME = """
.amdgcn_target "amdgcn-amd-amdhsa--gfx90a"
.text
.globl k
.p2align 8
.type k,@function
k:
%s
.size k, .-k
.rodata
.amdhsa_kernel k
  .amdhsa_next_free_vgpr 16
  .amdhsa_next_free_sgpr 16
  .amdhsa_accum_offset 8
.end_amdhsa_kernel
"""

# Name: lines of code, with what is alive before each.
ASSEMBLY = {
    "a tuple dies piece by piece": """
global_load_dwordx4 v[4:7], v0, s[0:1]   | 1 vector, 2 scalar
s_waitcnt vmcnt(0)                       | 5 vector, 2 scalar
v_add_f32 v4, v4, v5                     | 5 vector, 2 scalar
v_add_f32 v4, v4, v6                     | 4 vector, 2 scalar
v_add_f32 v4, v4, v7                     | 3 vector, 2 scalar
global_store_dword v0, v4, s[0:1]        | 2 vector, 2 scalar
s_endpgm                                 | 0 vector, 0 scalar
""",
    "lanes outside a branch keep what they hold": """
v_mov_b32 v1, 1.0                        | 1 vector, 2 scalar
v_cmp_lt_u32 vcc, 5, v0                  | 2 vector, 2 scalar
s_and_saveexec_b64 s[2:3], vcc           | 2 vector, 2 scalar
s_cbranch_execz .L                        | 2 vector, 4 scalar
v_mov_b32 v2, 2.0                        | 2 vector, 4 scalar
v_add_f32 v1, v2, v2                     | 3 vector, 4 scalar
.L:
s_or_b64 exec, exec, s[2:3]              | 2 vector, 4 scalar
global_store_dword v0, v1, s[0:1]        | 2 vector, 2 scalar
s_endpgm                                 | 0 vector, 0 scalar
""",
    "both sides of a branch": """
v_cmp_lt_u32 vcc, 5, v0                  | 1 vector, 2 scalar
s_and_saveexec_b64 s[2:3], vcc           | 1 vector, 2 scalar
s_xor_b64 s[2:3], exec, s[2:3]           | 1 vector, 4 scalar
s_cbranch_execz .L1                       | 1 vector, 4 scalar
v_mov_b32 v3, 7                          | 1 vector, 4 scalar
v_add_u32 v1, v3, v0                     | 2 vector, 4 scalar
.L1:
s_andn2_saveexec_b64 s[2:3], s[2:3]      | 2 vector, 4 scalar
s_cbranch_execz .L2                       | 2 vector, 4 scalar
v_mov_b32 v4, 9                          | 2 vector, 4 scalar
v_add_u32 v1, v4, v0                     | 3 vector, 4 scalar
.L2:
s_or_b64 exec, exec, s[2:3]              | 2 vector, 4 scalar
global_store_dword v0, v1, s[0:1]        | 2 vector, 2 scalar
s_endpgm                                 | 0 vector, 0 scalar
""",
    "lanes that left a loop keep what they hold": """
v_mov_b32 v1, 0                          | 1 vector, 2 scalar
s_mov_b64 s[4:5], 0                      | 2 vector, 2 scalar
.L:
v_add_u32 v2, 1, v1                      | 2 vector, 4 scalar
v_cmp_ge_u32 vcc, v2, v0                 | 3 vector, 4 scalar
v_mov_b32 v1, v2                         | 3 vector, 4 scalar
s_or_b64 s[4:5], vcc, s[4:5]             | 2 vector, 4 scalar
s_andn2_b64 exec, exec, s[4:5]           | 2 vector, 4 scalar
s_cbranch_execnz .L                       | 2 vector, 4 scalar
s_or_b64 exec, exec, s[4:5]              | 2 vector, 4 scalar
global_store_dword v0, v1, s[0:1]        | 2 vector, 2 scalar
s_endpgm                                 | 0 vector, 0 scalar
""",
    "a branch in a loop takes nothing of one turn into the next": """
v_mov_b32 v1, 0                          | 1 vector, 2 scalar
s_mov_b64 s[4:5], 0                      | 2 vector, 2 scalar
.L1:
v_add_u32 v2, 1, v1                      | 2 vector, 4 scalar
v_cmp_lt_u32 vcc, 5, v2                  | 3 vector, 4 scalar
s_and_saveexec_b64 s[6:7], vcc           | 3 vector, 4 scalar
s_cbranch_execz .L2                       | 3 vector, 6 scalar
v_mov_b32 v3, 9                          | 3 vector, 6 scalar
v_add_u32 v2, v3, v2                     | 4 vector, 6 scalar
.L2:
s_or_b64 exec, exec, s[6:7]              | 3 vector, 6 scalar
v_mov_b32 v1, v2                         | 3 vector, 4 scalar
v_cmp_ge_u32 vcc, v1, v0                 | 2 vector, 4 scalar
s_or_b64 s[4:5], vcc, s[4:5]             | 2 vector, 4 scalar
s_andn2_b64 exec, exec, s[4:5]           | 2 vector, 4 scalar
s_cbranch_execnz .L1                      | 2 vector, 4 scalar
s_or_b64 exec, exec, s[4:5]              | 2 vector, 4 scalar
global_store_dword v0, v1, s[0:1]        | 2 vector, 2 scalar
s_endpgm                                 | 0 vector, 0 scalar
""",
    "a register holds scalars in its lanes": """
v_writelane_b32 v2, s6, 0                | 1 vector, 4 scalar
v_writelane_b32 v2, s7, 1                | 2 vector, 3 scalar
v_readlane_b32 s8, v2, 0                 | 2 vector, 2 scalar
v_mov_b32 v1, s8                         | 1 vector, 3 scalar
global_store_dword v0, v1, s[0:1]        | 2 vector, 2 scalar
s_endpgm                                 | 0 vector, 0 scalar
""",
    "accumulation registers": """
v_accvgpr_write_b32 a0, v0               | 1 vector, 2 scalar
v_mov_b32 v1, 0                          | 0 vector, 1 accumulation, 2 scalar
v_accvgpr_read_b32 v2, a0                | 1 vector, 1 accumulation, 2 scalar
global_store_dword v1, v2, s[0:1]        | 2 vector, 2 scalar
s_endpgm                                 | 0 vector, 0 scalar
""",
    "the old half of a register": """
v_mov_b32 v1, 0                          | 1 vector, 2 scalar
s_nop 0                                  | 2 vector, 2 scalar
global_load_short_d16 v1, v0, s[0:1]     | 2 vector, 2 scalar
s_waitcnt vmcnt(0)                       | 2 vector, 2 scalar
global_store_dword v0, v1, s[0:1]        | 2 vector, 2 scalar
s_endpgm                                 | 0 vector, 0 scalar
""",
}

# The life ranges of a cubin's registers, as nvdisasm 13 prints them.
LIFE_RANGES = r"""	.section	.text.k,"ax",@progbits
                                                      // +-----------------------+--------+-------------+
                                                      // |          GPR          | PRED   |   UGPR      |
                                                      // |                       |        |             |
                                                      // |     00000000001111111 |        |             |
                                                      // |   # 01234567890123456 |   # 0  |    # 012345 |
                                                      // +-----------------------+--------+-------------+
.text.k:                                              // |                       |        |             |
        /*0000*/                   LDC R1, c[0x0][0x28] ;   // |   1  ^                |        |             |
        /*0010*/                   S2R R16, SR_TID.X ;      // |   2  :              ^ |        |             |
        /*0020*/                   ULDC UR5, c[0x0][0x24] ; // |   3  : :            : |   1 :  |    2     :^ |
        /*0030*/               @P0 EXIT ;                   // |   3  v v            v |   1 v  |             |
        /*0040*/                   EXIT ;                   // |   0                   |        |             |
"""
LINES = r"""
//--------------------- .text.k     --------------------------
	.section	.text.k,"ax",@progbits
.text.k:
	//## File "./k.cl", line 2
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/                   S2R R16, SR_TID.X ;
	//## File "./k.cl", line 5
        /*0020*/                   ULDC UR5, c[0x0][0x24] ;
        /*0030*/               @P0 EXIT ;
        /*0040*/                   EXIT ;
"""

def check_assembly(clc, folder):
    assembler = shutil.which("llvm-mc-22") or shutil.which("llvm-mc", path="/usr/lib/llvm-22/bin")
    if assembler is None or not (shutil.which("llvm-objdump-22")):
        skip("assembly of AMD's chips", "llvm-mc-22 and llvm-objdump-22 (llvm-22) are not installed")
        return
    for name, text in ASSEMBLY.items():
        lines = [line.split("|") for line in text.strip().splitlines()]
        source, binary = os.path.join(folder, "k.s"), os.path.join(folder, "k.o")
        with open(source, "w") as file:
            file.write(FRAME % "\n".join(line[0] for line in lines))
        done = run(assembler, "--triple=amdgcn-amd-amdhsa", "--mcpu=gfx90a", "--filetype=obj", source, "-o", binary)
        equal(f"{name}: assembling it", (done.returncode, done.stdout, done.stderr), (0, "", ""))
        done = run(clc, "disasm", binary, "--live")
        equal(f"{name}: exit code", (done.returncode, done.stderr), (0, ""))
        got = re.findall(r"\t(\S+) .*  alive: (.*?)(?: \(the most\))?$", done.stdout, re.M)
        wanted = [line[1].strip() for line in lines if len(line) > 1]
        equal(name, [alive for _, alive in got], wanted)


def kernels_of(clc, package, *options):
    done = run(clc, "report", package, "--live", "--format", "json", *options)
    equal("clc report --live", done.returncode, 0)
    return json.loads(done.stdout)["kernels"]


# No more registers can be alive than there are, whatever the kernel does.
def check_compiled(clc, kernels, folder):
    package = os.path.join(folder, "p")
    sources = [os.path.join(kernels, name) for name in
               ("reduce/reduce.cl", "matmul/matmul.cl", "histogram256/histogram256.cl", "image_rotate/image_rotate.cl")]
    targets = ["amdgcn:gfx803", "amdgcn:gfx90a", "amdgcn:gfx1100", "amdgcn:gfx1201"]
    compile(clc, *sources, "-g", targets=targets, output=package)
    full = 0
    for kernel in kernels_of(clc, package):
        name = f"{kernel['kernel']} for {kernel['target']}"
        most, has = kernel["most_alive"], kernel["resources"]
        equal(f"{name}: at most all registers", most["registers"] <= has["vector_registers"], True)
        equal(f"{name}: at most all scalar registers", most["of_wave"] <= has["scalar_registers"], True)
        equal(f"{name}: a line", bool(re.fullmatch(r"[\w./]+\.clh?:\d+", most.get("place", ""))), True)
        full += most["registers"] == has["vector_registers"]
    equal("many kernels need all of their registers at once", full >= 20, True)


# Eight values are loaded before any is used: PTX holds 8 of them, the item's number and two addresses of 64 bits.
def check_ptx(clc, folder):
    source = os.path.join(folder, "k.cl")
    with open(source, "w") as file:
        file.write("kernel void k(global float* a) {\n  uint i = get_local_id(0);\n"
                   "  float x = a[i], y = a[i + 32];\n  a[i] = x * y;\n}\n")
    done = run(clc, "report", source, "-g", "-t", "nvptx:sm_90", "--live", "--format", "json")
    equal("report of PTX", done.returncode, 0)
    most = json.loads(done.stdout)["kernels"][0]["most_alive"]
    equal("PTX: registers", most["registers"], 4)
    equal("PTX: place", most["place"], "k.cl:3")
    equal("PTX: no registers of waves", "of_wave" in most, False)
    done = run(clc, "report", source, "-t", "nvptx:sm_90", "--live")
    equal("text of PTX", bool(re.search(r"alive", done.stdout)), True)


# Counted by hand in the disassembly: before the second address is computed the argument, the first address and the item's
# number (2 words each) and what was loaded; before the sum two vectors, the turn, their number, and both arguments. Values
# of a function that is called come on top of those that are alive around the call.
def check_spirv(clc, folder):
    source = os.path.join(folder, "values.cl")
    with open(source, "w") as file:
        file.write("kernel void k(global float* a) {\n  uint i = get_local_id(0);\n"
                   "  float x = a[i], y = a[i + 32];\n  a[i] = x * y;\n}\n"
                   "kernel void turns(global const float4* a, global float4* o, uint n) {\n  float4 sum = 0;\n"
                   "  for (uint i = 0; i < n; ++i)\n    sum += a[i];\n  o[get_global_id(0)] = sum;\n}\n"
                   "__attribute__((noinline)) float4 more(float4 x, float4 y) {\n  return x * y * y;\n}\n"
                   "kernel void calls(global float4* a) {\n  float4 x = a[0], y = a[1];\n  float4 z = more(x, y);\n"
                   "  a[2] = x + y + z;\n}\n"
                   "kernel void chooses(global ulong* a, ulong n) {\n  switch (n) {\n    case 1: a[1] = 5; break;\n"
                   "    case 7: a[2] = a[3] * a[4] + a[5]; break;\n    case 5000000000: a[7] = 1; break;\n"
                   "    default: a[9] = n;\n  }\n}\n")
    done = run(clc, "report", source, "-g", "-t", "spirv64", "--live", "--format", "json")
    equal("report of SPIR-V", done.returncode, 0)
    most = {kernel["kernel"]: kernel["most_alive"] for kernel in json.loads(done.stdout)["kernels"]}
    equal("SPIR-V: straight code", most["k"], {"registers": 7, "place": "values.cl:3"})
    equal("SPIR-V: a loop", most["turns"], {"registers": 14, "place": "values.cl:9"})
    equal("SPIR-V: a call", most["calls"], {"registers": 2 + 8 + 8, "place": "values.cl:17"})
    equal("SPIR-V: a switch", most["chooses"]["registers"], 6)
    done = run(clc, "report", source, "-t", "spirv64", "--live", "--format", "json")
    equal("SPIR-V without -g: no place", [kernel["most_alive"].get("place") for kernel in json.loads(done.stdout)["kernels"]], [None] * 4)


def check_sass(clc, folder):
    tool, binary = os.path.join(folder, "nvdisasm"), os.path.join(folder, "k.cubin")
    with open(tool, "w") as file:
        file.write("#!/bin/sh\ncase \"$*\" in\n*life*) cat <<'EOF'\n\n//--------------------- .text.k     ---\n" + LIFE_RANGES +
                   "EOF\n;; *) cat <<'EOF'\n" + LINES + "EOF\n;; esac\n")
    os.chmod(tool, 0o755)
    with open(binary, "wb") as file:
        file.write(b"\x7fELF\x02\x01\x01" + bytes(9) + (2).to_bytes(2, "little") + (190).to_bytes(2, "little") + bytes(60))
    done = run(clc, "disasm", binary, "--live", "--tool", f"nvdisasm={tool}")
    equal("SASS: exit code", (done.returncode, done.stderr), (0, ""))
    equal("SASS", re.findall(r"// alive: (.*)", done.stdout),
          ["1 register", "2 registers", "3 registers, 1 predicate, 2 uniform (the most)", "3 registers, 1 predicate (the most)",
           "0 registers"])


def check_refusals(clc, folder):
    binary = os.path.join(folder, "bad.hsaco")
    with open(binary, "wb") as file:
        file.write(b"\x7fELF\x02\x01\x01\x40" + bytes(8) + (3).to_bytes(2, "little") + (224).to_bytes(2, "little") + bytes(200))
    done = run(clc, "disasm", binary, "--live")
    equal("damaged code object", done.returncode in (3, 4), True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--kernels", required=True)
    arguments = parser.parse_args()
    with temporary_folder(own_cache=True) as folder:
        check_assembly(arguments.clc, folder)
        check_compiled(arguments.clc, arguments.kernels, folder)
        check_ptx(arguments.clc, folder)
        check_spirv(arguments.clc, folder)
        check_sass(arguments.clc, folder)
        check_refusals(arguments.clc, folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
