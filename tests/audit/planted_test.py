#!/usr/bin/env python3
"""Plants leaks of many kinds in a clean package, one at a time, and expects `clc audit` to find each.

usage: planted_test.py --clc PROGRAM --llvm FOLDER [--work FOLDER]
FOLDER has llvm-objcopy and llvm-as.
"""
import argparse
import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import struct
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, fail, run, succeed, temporary_folder, write_manifest  # noqa: E402

HERE = os.path.dirname(os.path.realpath(__file__))
COMMENT = "Halves the hardened bread crumbs of Wendland"
LINE = "float halfway_point = my_record.inner_weight / SECRET_TILE;"
SOURCE = open(os.path.join(HERE, "secret.cl"), encoding="utf-8").read()
TARGETS = {"spirv": "spirv64:1.2", "ptx": "nvptx:sm_90", "hsaco": "amdgcn:gfx1030"}


class Packages:
    def __init__(self, clc, llvm, folder):
        self.clc, self.llvm, self.folder = clc, llvm, folder
        shutil.copy(os.path.join(HERE, "secret.cl"), folder)
        shutil.copytree(os.path.join(HERE, "include"), os.path.join(folder, "include"))
        self.clean = self.compile("clean")

    def compile(self, name, *options):
        package = os.path.join(self.folder, name)
        targets = [word for target in TARGETS.values() for word in ("-t", target)]
        self.call([self.clc, "compile", "secret.cl", "-Iinclude", *targets, "-o", package, *options])
        return package

    def call(self, command, **more):
        return succeed(*command, cwd=self.folder, timeout=300, env=environment(CLC_CACHE="0"), text=False, **more).stdout

    def tool(self, name, *arguments, **more):
        return self.call([os.path.join(self.llvm, name), *arguments], **more)

    def manifest(self):
        with open(os.path.join(self.clean, "manifest.clc.json"), encoding="utf-8") as file:
            return json.load(file)

    def blob(self, format_name):
        variant = next(v for v in self.manifest()["modules"][0]["variants"] if v["format"] == format_name)
        with open(os.path.join(self.clean, variant["file"]), "rb") as file:
            return file.read()

    # The clean package with one blob replaced, or its manifest changed.
    def planted(self, name, format_name=None, blob=None, change=None):
        package = os.path.join(self.folder, "planted " + name)
        shutil.copytree(self.clean, package)
        manifest = self.manifest()
        for variant in manifest["modules"][0]["variants"]:
            if variant["format"] != format_name:
                continue
            os.remove(os.path.join(package, variant["file"]))
            digest = hashlib.sha256(blob).hexdigest()
            variant.update(sha256=digest, size=len(blob), file=digest[:32] + os.path.splitext(variant["file"])[1])
            with open(os.path.join(package, variant["file"]), "wb") as file:
                file.write(blob)
        if change:
            change(manifest)
        write_manifest(os.path.join(package, "manifest.clc.json"), manifest)
        return package

    def audit(self, package, with_sources=True):
        command = [self.clc, "audit", package, "--format", "json"]
        if with_sources:
            command += ["--source", "secret.cl", "-I", "include"]
        # The machine that the test runs on is not what is tested.
        done = run(*command, cwd=self.folder, timeout=300, env=environment(HOME="/home/wendland", USER="wendland", LOGNAME="wendland"))
        if done.returncode not in (0, 6):
            fail(f"exit {done.returncode}: {' '.join(command)}\n{done.stderr}")
        findings = json.loads(done.stdout)["findings"]
        if (done.returncode == 6) != bool(findings):
            fail(f"exit {done.returncode} with {len(findings)} findings: {' '.join(command)}")
        return findings


def spirv_string(text):
    data = text.encode() + b"\0"
    return data + b"\0" * (-len(data) % 4)


def spirv(opcode, *operands):
    body = b"".join(struct.pack("<I", operand) if isinstance(operand, int) else operand for operand in operands)
    return struct.pack("<I", (len(body) // 4 + 1) << 16 | opcode) + body


def byte_list(text):
    return ", ".join(str(byte) for byte in text.encode() + b"\0")


# As PoCL stores files.
def pocl_container(files):
    data = b"poclbin\0" + bytes(16)
    for name, contents in files:
        data += struct.pack("<I", len(name)) + name.encode() + struct.pack("<I", len(contents)) + contents
    return data


# As clc's one-file packages are made: one image of LLVM's OffloadBinary.
def offload_image(name, contents):
    strings = b"clc.name\0" + name.encode() + b"\0triple\0x\0arch\0y\0"
    offsets, at = [], 120
    for text in strings.split(b"\0")[:-1]:
        offsets.append(at)
        at += len(text) + 1
    begin = (at + 7) // 8 * 8
    size = (begin + len(contents) + 7) // 8 * 8
    entry = struct.pack("<HHIQQQQ", 0, 0, 0, 72, 3, begin, len(contents)) + struct.pack("<6Q", *offsets) + strings
    image = struct.pack("<4sIQQQ", b"\x10\xff\x10\xad", 1, size, 32, 40) + entry
    return image.ljust(begin, b"\0") + contents.ljust(size - begin, b"\0")


# As AMD's compiler writes notes: a map of MessagePack behind the owner's name.
def amd_note(*strings, behind=b""):
    packed = b"".join(bytes([0xd9, len(text)]) + text.encode() for text in strings)
    described = bytes([0x80 + len(strings) // 2]) + packed + behind
    described += b"\0" * (-len(described) % 4)
    return struct.pack("<III", 7, len(described), 32) + b"AMDGPU\0\0" + described


def ir(body="", metadata="", source_name="x"):
    return f'source_filename = "{source_name}"\n{body}\n{metadata}\n'.encode()


def leaks(packages):
    """(name, package, what, text, pattern of where)"""
    spv, ptx, hsaco = (packages.blob(name) for name in ("spirv", "ptx", "hsaco"))

    def in_spirv(name, code):
        return packages.planted(name, "spirv", spv[:20] + code + spv[20:])

    def in_ptx(name, text):
        return packages.planted(name, "ptx", ptx.rstrip(b"\0") + text.encode())

    def in_elf(name, section, contents, *options):
        before, after, data = (os.path.join(packages.folder, file) for file in ("before.o", "after.o", "data"))
        for path, text in ((before, hsaco), (data, contents)):
            with open(path, "wb") as file:
                file.write(text)
        packages.tool("llvm-objcopy", f"--add-section={section}={data}", before, after)
        if options:
            packages.tool("llvm-objcopy", *options, after)
        with open(after, "rb") as file:
            return packages.planted(name, "hsaco", file.read())

    def in_bitcode(name, text, whole=lambda bitcode: pocl_container([("/program.bc", bitcode)])):
        return packages.planted(name, "hsaco", whole(packages.tool("llvm-as", "-", "-o", "-", input=text)))

    def in_options(option):
        return lambda manifest: manifest["modules"][0]["variants"][0]["options"].append(option)

    function = "define i32 @k(i32 %halfway_point) {{\n  %r = add i32 %halfway_point, 1\n  ret i32 %r\n}}"
    debug = '!llvm.module.flags = !{{!9}}\n!9 = !{{i32 2, !"Debug Info Version", i32 3}}\n!llvm.dbg.cu = !{{!0}}\n' \
            '!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, globals: !{{!2}})\n{}'
    file_node = '!1 = !DIFile(filename: "{}", directory: "{}")\n'
    global_node = '!2 = !DIGlobalVariableExpression(var: !3, expr: !DIExpression())\n' \
                  '!3 = !DIGlobalVariable(name: "{}", scope: !0, file: !1, type: !4)\n' \
                  '!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)\n'
    escaped = "".join(c if c.isalnum() or c == " " else f"\\{ord(c):02X}" for c in SOURCE)
    checksum = '!1 = !DIFile(filename: "x", directory: "y", checksumkind: CSK_MD5, checksum: "' + "0" * 32 + '", source: "' + escaped + '")\n'

    return [
        ("a comment in PTX", in_ptx("1", f"\n// {COMMENT}\n"), "comment", COMMENT, "0x"),
        ("a symbol of PTX", in_ptx("2", "\n.global .align 4 .b8 halfway_point[4];\n"), "name", "halfway_point", "0x"),
        ("bytes of a debug section in PTX",
         in_ptx("3", "\n.section .debug_str\n{\n" + "".join(f".b8 {b}\n" for b in b"xy\0private_estimate\0") + "}\n"),
         "name", "private_estimate", "data"),
        (".file in PTX", in_ptx("4", '\n.file 1 "./secret.cl"\n'), "file name", "secret.cl", "0x"),
        ("a line of source in a PTX array", in_ptx("5", f"\n.global .b8 s[99] = {{{byte_list(LINE)}}};\n"), "source line", LINE, "data"),
        ("OpSource with the source", in_spirv("6", spirv(3, 3, 300000, 0, spirv_string(SOURCE))), "source line", LINE, "OpSource"),
        ("OpString with a path", in_spirv("7", spirv(7, 9999, spirv_string("/home/wendland/k.cl"))), "home folder", "/home/wendland", "OpString"),
        ("OpName of a variable", in_spirv("8", spirv(5, 9999, spirv_string("my_record"))), "name", "my_record", "OpName"),
        ("OpMemberName", in_spirv("9", spirv(6, 9999, 0, spirv_string("inner_weight"))), "name", "inner_weight", "OpMemberName"),
        ("OpModuleProcessed", in_spirv("10", spirv(330, spirv_string("-I include/tuning/hidden_header.clh"))), "file name",
         "hidden_header.clh", "OpModuleProcessed"),
        ("a comment as an array of SPIR-V constants",
         in_spirv("11", b"".join(spirv(43, 9000, 9001 + i, ord(c)) for i, c in enumerate(COMMENT)) +
                  spirv(44, 9000, 9500, *(9001 + i for i in range(len(COMMENT))))), "comment", COMMENT, "OpConstantComposite"),
        ("a symbol of ELF", in_elf("12", ".x", b"x", "--add-symbol=private_estimate=.text:0,function,local"), "name",
         "private_estimate", "section .strtab"),
        ("a debug section", in_elf("13", ".debug_str", b"int\0blend_factor\0"), "name", "blend_factor", "section .debug_str"),
        ("a debug section, zlib", in_elf("14", ".debug_str", b"int\0blend_factor\0" * 9, "--compress-debug-sections=zlib"),
         "name", "blend_factor", "section .debug_str, unpacked"),
        ("a debug section, zstd", in_elf("15", ".debug_line_str", SOURCE.encode() * 3, "--compress-debug-sections=zstd"),
         "source line", LINE, "section .debug_line_str, unpacked"),
        ("a macro's string in a debug section", in_elf("16", ".debug_macro", b"BUILD_LABEL \"codename grey heron\"\0"), "string",
         "codename grey heron", "section .debug_macro"),
        ("a user's name in a section of notes", in_elf("17", ".comment", b"built by wendland\0"), "user name", "wendland", "section .comment"),
        ("a name in a note of AMD's", in_elf("34", ".note.more", amd_note("amdhsa.target", "x", ".name", "private_estimate")), "name",
         "private_estimate", "section .note.more"),
        ("a key of a note of AMD's", in_elf("35", ".note.more", amd_note("blend_factor", "x")), "name", "blend_factor", "section .note.more"),
        ("a comment behind the strings of a note", in_elf("36", ".note.more", amd_note("a", "b", behind=COMMENT.encode())), "comment", COMMENT,
         "section .note.more"),
        ("a name beside a format of printf in a note", in_elf("37", ".note.more", amd_note("amdhsa.printf", "x", ".b", "halfway_point")), "name",
         "halfway_point", "section .note.more"),
        ("a name in what ptxas says of itself", in_elf("38", ".note.nv.tkinfo", amd_note(behind=COMMENT.encode())), "comment", COMMENT, "section .note.nv.tkinfo"),
        ("text behind compressed text", in_elf("39", ".x", gzip.compress(b"nothing") + b"private_estimate"), "name", "private_estimate", "section .x"),
        ("a name of a value in PoCL's bitcode", in_bitcode("18", ir(function.format())), "name", "halfway_point", "bitcode, names of values"),
        ("a function in PoCL's bitcode", in_bitcode("19", ir("define internal void @_Z16private_estimatef() {\n ret void\n}\n@p = global ptr @_Z16private_estimatef")),
         "name", "private_estimate", "bitcode, string table"),
        ("a type in bitcode", in_bitcode("20", ir("%struct.PrivateRecord = type { float }\n@g = global %struct.PrivateRecord zeroinitializer")),
         "name", "PrivateRecord", "bitcode, types"),
        ("the source's name in bitcode", in_bitcode("21", ir(source_name="some/secret.cl")), "file name", "secret.cl", "bitcode"),
        ("debug information in bitcode", in_bitcode("22", ir(metadata=debug.format(file_node.format("f", "d") + global_node.format("blend_factor")))),
         "name", "blend_factor", "bitcode, metadata"),
        ("the source in bitcode", in_bitcode("23", ir(metadata=debug.format(checksum + global_node.format("v")))), "source line", LINE,
         "bitcode, metadata"),
        ("a string of the user's in bitcode", in_bitcode("24", ir('@s = constant [45 x i8] c"' + COMMENT + '\\00"')), "comment",
         COMMENT, "bitcode, constants"),
        ("bitcode in a section", in_bitcode("25", ir(function.format()), lambda bitcode: bytes(3) + bitcode), "name", "halfway_point", "bitcode"),
        ("a macro among the build options", packages.planted("26", change=in_options("-DSECRET_TILE=32")), "macro name",
         "SECRET_TILE", "options"),
        ("an include folder in the manifest", packages.planted("27", change=in_options("-include tuning/hidden_header.clh")), "folder",
         "tuning/hidden_header.clh", "options"),
        ("a path under an unknown key", packages.planted("28", change=lambda manifest: manifest.update(note="see /home/wendland/x")),
         "home folder", "/home/wendland", "note"),
        ("a name behind an escape of JSON", packages.planted("33", change=lambda manifest: manifest.update(note="first\nhalfway_point")),
         "name", "halfway_point", "note"),
        ("a name as UTF-16", packages.planted("29", "hsaco", hsaco + "halfway_point".encode("utf-16-le")), "name", "halfway_point", "UTF-16"),
        ("a comment as base64", packages.planted("30", "hsaco", hsaco + b"\0" + base64.b64encode(COMMENT.encode()) + b"\0"), "comment",
         COMMENT, "base64"),
        ("a file in gzip", packages.planted("31", "hsaco", pocl_container([("/x", gzip.compress(SOURCE.encode()))])), "source line", LINE, "unpacked"),
        ("a package in a package", packages.planted("32", "hsaco", offload_image("inner", gzip.compress(SOURCE.encode()))), "source line",
         LINE, "image inner"),
        ("what -g leaves", packages.compile("with debug information", "-g"), "name", "halfway_point", "section .debug_str"),
        ("the file's name that -g leaves", packages.compile("with debug information too", "-g"), "file name", "secret.cl", "section .debug_line"),
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--llvm", required=True)
    options = parser.parse_args()
    with temporary_folder() as folder:
        packages = Packages(os.path.realpath(options.clc), options.llvm, folder)
        for with_sources in (True, False):
            if found := packages.audit(packages.clean, with_sources):
                fail(f"the clean package is said to leak: {json.dumps(found, indent=1)}")
        missed = 0
        all_leaks = leaks(packages)
        for name, package, what, text, where in all_leaks:
            found = packages.audit(package)
            good = [f for f in found if f["what"] == what and f["text"] == text and re.search(where, f["where"])]
            # Findings that come from a source are told with their place in it.
            if good and what in ("name", "comment", "source line", "macro name", "string"):
                good = [f for f in good if re.search(r"secret\.cl:\d+$", f["source"])]
            print(("found: " if good else "MISSED: ") + name, flush=True)
            if not good:
                missed += 1
                print(f"  expected {what} '{text}' at {where}; found {json.dumps(found, indent=1)[:3000]}")
        generic = packages.planted("without sources", "hsaco", packages.blob("hsaco") + b"\0compiled in /home/somebody/project\0")
        if not any(f["what"] == "absolute path" and f["text"] == "/home/somebody/project" for f in packages.audit(generic, False)):
            fail("a path is not found without sources")
        if missed:
            fail(f"{missed} of {len(all_leaks)} leaks were not found")
        print(f"{len(all_leaks)} planted leaks were found, and none in the clean package")


main()
