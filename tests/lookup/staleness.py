#!/usr/bin/env python3
"""Changes everything that a compilation can depend on, and sees that the cache notices; and that it does not where
nothing changed.

usage: staleness.py --clc PROGRAM --fake FOLDER [TEST…]
"""
import os
import shutil
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import Skipped, output_of, run  # noqa: E402

from workspace import bytes_of, run_in_workspaces  # noqa: E402

KERNEL = "kernel void k(global int* o) { *o = N; }\n"
INCLUDING = '#include "h.h"\n' + KERNEL
TARGETS = ["-t", "spirv64", "-t", "nvptx:sm_90"]


def uncached(work, *arguments, **more):
    """The package as it is without a cache; compiled once for the same files with the same times."""
    key = (arguments, tuple(sorted(more.items())), work.files(without=("p", "uncached")))
    if key not in work.uncached:
        work.run("compile", *arguments, "-o", "uncached", **{"CLC_CACHE": "0", **more})
        work.uncached[key] = work.package("uncached")
    return work.uncached[key]


def expect_right(work, hit, *arguments, **more):
    """A hit or a miss, and in either case what a compilation without a cache gives."""
    work.expect(hit, *arguments, **more)
    assert work.package() == uncached(work, *arguments), f"{arguments}: another package than without a cache"


def the_second_time_is_a_hit(work):
    work.write("k.cl", INCLUDING)
    work.write("h.h", "#define N 1\n")
    expect_right(work, False, "k.cl", *TARGETS)
    expect_right(work, True, "k.cl", *TARGETS)
    expect_right(work, True, "k.cl", "-t", "nvptx:sm_90", "-t", "spirv64", "-j1", "--timeout", "77")


def a_header_earlier_on_the_path(work):
    """ccache 4.7.5 does not notice."""
    work.write("k.cl", "#include <h.h>\n" + KERNEL)
    work.write("two/h.h", "#define N 1\n")
    os.mkdir(work.path("one"))
    arguments = ["k.cl", "-Ione", "-Itwo", *TARGETS]
    expect_right(work, False, *arguments)
    expect_right(work, True, *arguments)
    work.write("one/h.h", "#define N 2\n")
    expect_right(work, False, *arguments)
    work.remove("one/h.h")
    expect_right(work, True, *arguments)
    shutil.rmtree(work.path("one"))
    expect_right(work, False, *arguments)
    work.write("one/h.h", "#define N 2\n")
    expect_right(work, True, *arguments)


def has_include_comes_true(work):
    """ccache 4.7.5 does not notice."""
    work.write("k.cl", '#if __has_include("o.h")\n#define N 2\n#else\n#define N 1\n#endif\n' + KERNEL)
    expect_right(work, False, "k.cl", *TARGETS)
    expect_right(work, True, "k.cl", *TARGETS)
    work.write("o.h", "")
    expect_right(work, False, "k.cl", *TARGETS)
    expect_right(work, True, "k.cl", *TARGETS)
    work.remove("o.h")
    expect_right(work, True, "k.cl", *TARGETS)


def has_include_next_and_include_next(work):
    work.write("k.cl", "#include <h.h>\n" + KERNEL)
    work.write("one/h.h", "#if __has_include_next(<h.h>)\n#include_next <h.h>\n#else\n#define N 1\n#endif\n")
    os.mkdir(work.path("two"))
    arguments = ["k.cl", "-Ione", "-Itwo", "-t", "spirv64"]
    expect_right(work, False, *arguments)
    expect_right(work, True, *arguments)
    work.write("two/h.h", "#define N 2\n")
    expect_right(work, False, *arguments)


def every_way_to_include(work):
    ways = {"plain": ('#include "h.h"\n', []), "blanks": ("#  include  <h.h>\n", ["-I."]), "macro": ("#define H <h.h>\n#include H\n", ["-I."]),
            "import": ('#import "h.h"\n', []), "forced": ("", ["-include", "h.h"]), "system": ("#include <h.h>\n", ["-isystem", "."]),
            "quote": ('#include "h.h"\n', ["-iquote", "."]), "digraph": ('%:include "h.h"\n', []),
            "continued": ('#inc\\\nlude "h.h"\n', [])}
    for name, (line, options) in ways.items():
        work.write("h.h", "#define N 1\n")
        work.write(f"{name}.cl", line + KERNEL)
        arguments = [f"{name}.cl", *options, "-t", "spirv64"]
        expect_right(work, False, *arguments)
        expect_right(work, True, *arguments)
        work.write("h.h", "#define N 2\n")
        expect_right(work, False, *arguments)


def embedded_files(work):
    work.write("k.cl", 'constant uchar d[] = {\n#embed "d.bin"\n};\nkernel void k(global uchar* o) { o[0] = d[0]; }\n')
    work.write("d.bin", "a")
    expect_right(work, False, "k.cl", "-t", "spirv64")
    expect_right(work, True, "k.cl", "-t", "spirv64")
    work.write("d.bin", "b")
    expect_right(work, False, "k.cl", "-t", "spirv64")
    work.write("l.cl", '#if __has_embed("e.bin") == __STDC_EMBED_FOUND__\n#define N 2\n#else\n#define N 1\n#endif\n' + KERNEL)
    expect_right(work, False, "l.cl", "-t", "spirv64")
    work.write("e.bin", "x")
    expect_right(work, False, "l.cl", "-t", "spirv64")
    work.write("e.bin", "")
    expect_right(work, False, "l.cl", "-t", "spirv64")
    work.write("e.bin", "y")
    expect_right(work, True, "l.cl", "-t", "spirv64")


def equal_size_and_times(work):
    work.write("k.cl", INCLUDING)
    work.write("h.h", "#define N 1\n")
    info = os.stat(work.path("h.h"))
    expect_right(work, False, "k.cl", "-t", "spirv64")
    with open(work.path("h.h"), "r+", encoding="utf-8") as file:  # the same inode too
        file.write("#define N 2\n")
    os.utime(work.path("h.h"), ns=(info.st_atime_ns, info.st_mtime_ns))
    expect_right(work, False, "k.cl", "-t", "spirv64")


def back_and_forth_between_two_headers(work):
    work.write("k.cl", INCLUDING)
    for number, hit in ((1, False), (2, False), (1, True), (2, True), (3, False), (1, True)):
        work.write("h.h", f"#define N {number}\n")
        expect_right(work, hit, "k.cl", *TARGETS)


def a_touched_header_is_a_hit(work):
    work.write("k.cl", INCLUDING)
    work.write("h.h", "#define N 1\n")
    expect_right(work, False, "k.cl", "-t", "spirv64")
    os.utime(work.path("h.h"))
    work.write("beside.h", "")
    expect_right(work, True, "k.cl", "-t", "spirv64")


def two_checkouts_share(work):
    for folder in ("here", "some where/else"):
        work.write(f"{folder}/src/k.cl", '#include <h.h>\n#include "../near/n.h"\n#include "t/t.h"\n' + KERNEL)
        work.write(f"{folder}/src/t/t.h", "")
        work.write(f"{folder}/near/n.h", "")
        work.write(f"{folder}/inc/h.h", "#define N __FILE__[0] + __LINE__\n")
        work.write(f"{folder}/forced.h", "")
    for options in (["-Iinc", "-includeforced.h"], ["-Iinc", "-g"], ["-Iinc", "-DX", "-Wall"]):
        for hit, folder in ((False, "here"), (True, "some where/else")):
            cwd = work.path(folder)
            work.expect(hit, "src/k.cl", *options, *TARGETS, "-MD", "-MF", "../k.d" if hit else "k.d", cwd=cwd,
                        output=work.path("there" if hit else "p"))
        assert work.package() == work.package("there")
    # By their full names: the folders count, not how they are spelled, but for what __FILE__ shows.
    top = work.path("here")
    work.expect(False, f"{top}/src/k.cl", f"-I{top}/inc", *TARGETS)
    there = work.path("some where/else")
    work.expect(True, f"{there}/src/k.cl", f"-I{there}/inc", *TARGETS, output="there")
    assert work.package() == work.package("there")


def dependency_files_are_the_same(work):
    for folder in ("one", "two"):
        work.write(f"{folder}/k.cl", '#include <h.h>\n#include "../near.h"\n#if __has_include("not.h")\n#endif\n' + KERNEL)
        work.write(f"{folder}/inc/h.h", "#define N 1\n")
    work.write("near.h", "")
    found = []
    for folder, hit in (("one", False), ("one", True), ("two", True)):
        work.expect(hit, "k.cl", "-Iinc", "-I../none", *TARGETS, "-MD", "-MF", work.path("out/k.d"), "-MT", "p", cwd=work.path(folder),
                    output=work.path("out/p"))
        found.append(bytes_of(work.path("out/k.d")))
        shutil.rmtree(work.path("out/p"))
    assert found[0] == found[1] == found[2] and b"inc/h.h" in found[0] and b"../near.h" in found[0], found


def a_header_behind_a_link(work):
    """link/../h.h is another file than h.h."""
    work.write("k.cl", '#include "link/../h.h"\n' + KERNEL)
    work.write("real/h.h", "#define N 1\n")
    work.write("h.h", "#define N 7\n")
    os.mkdir(work.path("real/deep"))
    os.symlink("real/deep", work.path("link"))
    arguments = ["k.cl", "-t", "spirv64", "-MD", "-MF", "k.d"]
    expect_right(work, False, *arguments)
    dependencies = bytes_of(work.path("k.d")).decode()
    assert "link/../h.h" in dependencies and " h.h" not in dependencies, dependencies
    work.write("h.h", "#define N 8\n")
    expect_right(work, True, *arguments)
    work.write("real/h.h", "#define N 2\n")
    expect_right(work, False, *arguments)
    os.remove(work.path("link"))
    os.mkdir(work.path("other"))
    os.mkdir(work.path("other/deep"))
    work.write("other/h.h", "#define N 3\n")
    os.symlink("other/deep", work.path("link"))
    expect_right(work, False, *arguments)


def an_include_folder_behind_a_link(work):
    work.write("k.cl", "#include <h.h>\n" + KERNEL)
    work.write("real/inc/h.h", "#define N 1\n")
    work.write("inc/h.h", "#define N 7\n")
    os.mkdir(work.path("real/deep"))
    os.symlink("real/deep", work.path("link"))
    expect_right(work, False, "k.cl", "-Ilink/../inc", "-t", "spirv64")
    work.write("inc/h.h", "#define N 8\n")
    expect_right(work, True, "k.cl", "-Ilink/../inc", "-t", "spirv64")
    work.write("real/inc/h.h", "#define N 2\n")
    expect_right(work, False, "k.cl", "-Ilink/../inc", "-t", "spirv64")


def a_copy_in_the_place_of_a_link(work):
    """#pragma once takes a link for the same file, a copy for another."""
    work.write("k.cl", '#include "a.h"\n#include "b.h"\nkernel void k(global int* o) { *o = f(); }\n')
    work.write("a.h", "#pragma once\n#ifdef A\nint f() { return 2; }\n#else\n#define A\nint f();\n#endif\n")
    shutil.copy(work.path("a.h"), work.path("b.h"))
    expect_right(work, False, "k.cl", "-t", "nvptx:sm_90")
    os.remove(work.path("b.h"))
    os.symlink("a.h", work.path("b.h"))
    work.run("compile", "k.cl", "-t", "nvptx:sm_90", "-o", "p", expect=1)


def absolute_names_do_not_move(work):
    """What is included by an absolute name is not the file beside the moved source."""
    one, two = work.path("one"), work.path("two")
    for folder in (one, two):
        work.write(f"{folder}/h.h", "#define N 1\n")
        work.write(f"{folder}/k.cl", f'#include "{one}/h.h"\n' + KERNEL)
        work.write(f"{folder}/l.cl", f'#line 1 "{one}/l.cl"\n#define N __FILE__[2]\n' + KERNEL)
        work.write(f"{folder}/m.cl", f'#if __has_include("{one}/x.h")\n#endif\n#define N 1\n' + KERNEL)
    for name in ("k.cl", "l.cl", "m.cl"):
        work.expect(False, name, "-t", "spirv64", cwd=one)
        work.expect(True, name, "-t", "spirv64", cwd=one)
        expect_right(work, False, f"{two}/{name}", "-t", "spirv64")
    work.write(f"{two}/n.cl", KERNEL)
    work.write(f"{one}/n.cl", KERNEL)
    work.expect(False, "n.cl", "-include", f"{one}/h.h", "-t", "spirv64", cwd=one)
    work.expect(False, "n.cl", "-include", f"{one}/h.h", "-t", "spirv64", cwd=two)


def what_a_folder_lies_in(work):
    """The same names, and other meanings of them."""
    work.write("a/k.cl", '#include "inc/h.h"\n' + KERNEL)
    work.write("a/inc/h.h", "#define N 1\n")
    work.write("b/k.cl", '#include "inc/h.h"\n' + KERNEL)
    work.write("b/inc/h.h", "#define N 2\n")
    work.write("c/h.h", "#define N 1\n")
    top = work.folder
    expect_right(work, False, f"{top}/a/k.cl", f"-I{top}/a/inc", "-t", "spirv64")
    expect_right(work, False, f"{top}/b/k.cl", f"-I{top}/c", "-t", "spirv64")


def options_that_change_something(work):
    work.write("k.cl", "#ifndef N\n#define N 1\n#endif\n" + KERNEL)
    work.expect(False, "k.cl", "-t", "spirv64")
    for options in (["-DN=2"], ["-cl-std=CL3.0"], ["-g"], ["-O1"], ["-cl-fast-relaxed-math"], ["-Wall"], ["-Werror"], ["-w"], ["-x", "clcpp"]):
        expect_right(work, False, "k.cl", *options, "-t", "spirv64")
        expect_right(work, True, "k.cl", *options, "-t", "spirv64")
    work.expect(False, "k.cl", "-t", "spirv64", SOURCE_DATE_EPOCH="1")
    work.expect(False, "k.cl", "-t", "spirv64", CLC_OPTIONS_APPEND="-DM")
    work.expect(False, "k.cl", "-t", "spirv64", "--dump-dir", "d")
    work.expect(True, "k.cl", "-t", "spirv64", "--dump-dir", "e")
    assert bytes_of(work.path("d")) == bytes_of(work.path("e")) and bytes_of(work.path("d"))
    work.expect(True, "k.cl", "-t", "spirv64")


def times_do_not_reach_the_compiler(work):
    work.write("k.cl", "#define N __TIMESTAMP__[4] + __DATE__[4] + __TIME__[4]\n" + KERNEL)
    expect_right(work, False, "k.cl", "-t", "spirv64")
    os.utime(work.path("k.cl"), (1, 1))
    expect_right(work, True, "k.cl", "-t", "spirv64")


def pasted_times_do_not_reach_a_driver(work):
    """It is not told of the day when it compiles, so what it makes is the same each time."""
    if "Portable Computing Language" not in work.run("targets").stdout:
        raise Skipped("PoCL is missing")
    work.write("k.cl", "#define P(a, b) a##b\nconstant char t[] = P(__TI, ME__);\nkernel void k(global char* o) { o[0] = t[o[1]]; }\n")
    work.expect(False, "k.cl", "-t", "driver:pocl")
    time.sleep(1.1)
    expect_right(work, True, "k.cl", "-t", "driver:pocl")


def standard_input(work):
    work.write("h.h", "#define N 1\n")
    work.expect(False, "-", "-t", "spirv64", stdin=INCLUDING)
    work.expect(True, "-", "-t", "spirv64", stdin=INCLUDING)
    work.expect(False, "-", "-t", "spirv64", stdin=INCLUDING + "\n")
    work.write("h.h", "#define N 2\n")
    work.expect(False, "-", "-t", "spirv64", stdin=INCLUDING)


def diagnostics_are_told_again(work):
    work.write("src/k.cl", '#include "h.h"\n#define N 1\n' + KERNEL)
    work.write("src/h.h", "#warning look here\n")
    work.expect(False, "src/k.cl", *TARGETS)
    assert "src/h.h:1:2: warning: look here" in work.errors, work.errors
    work.expect(True, "k.cl", *TARGETS, cwd=work.path("src"))
    assert "\nh.h:1:2: warning: look here" in work.errors and "src/h.h" not in work.errors, work.errors


def failures_are_not_kept(work):
    work.write("k.cl", "#error no\n")
    for _ in range(2):
        work.run("compile", "k.cl", "-t", "spirv64", "-o", "p", expect=1)
    assert "0 entries" in work.run("cache", "stats").stdout.split("action", 1)[1].splitlines()[0]


def damaged_entries_are_misses(work):
    work.write("k.cl", "#define N 1\n" + KERNEL)
    work.expect(False, "k.cl", "-t", "spirv64")
    first = work.package()
    for kind in ("action", "artifact"):
        for how in (lambda data: data[:len(data) // 2], lambda data: data[:150] + bytes([data[150] ^ 1]) + data[151:], lambda _: b""):
            for folder, _, names in os.walk(work.cache):
                for name in names:
                    if name.endswith("." + kind):
                        path = os.path.join(folder, name)
                        data = bytes_of(path)
                        with open(path, "wb") as file:
                            file.write(how(data))
            work.expect(False, "k.cl", "-t", "spirv64", what=f"damaged {kind}")
            assert work.package() == first
            work.expect(True, "k.cl", "-t", "spirv64")
            assert work.package() == first


def no_cache_at_all(work):
    work.write("k.cl", "#define N 1\n" + KERNEL)
    for environment in ({"CLC_CACHE": "0"}, {"CLC_CACHE_DIR": "/proc/nowhere"}, {"CLC_CACHE_DIR": work.path("k.cl")}):
        for _ in range(2):
            work.expect(False, "k.cl", "-t", "spirv64", **environment)
    work.run("compile", "k.cl", "-t", "spirv64", "-o", "p", expect=2, CLC_CACHE_MAX_SIZE="much")


def what_changes_meanwhile_is_not_kept(work, fake):
    """The stand-in for the worker changes a header behind its own back."""
    environment = {"CLC_LIBEXEC_DIR": fake}
    work.write("h.h", "1")
    work.write("k.cl", "k")
    for change, kept in (("", True), (f"h.h={'2'}", False), ("absent.h=x", False), ("k.cl=kk", False)):
        work.write("h.h", "1")
        work.write("k.cl", "k" + change.replace("=", ""))
        for name in ("absent.h",):
            if os.path.exists(work.path(name)):
                work.remove(name)
        if change.startswith("k.cl"):
            work.run("compile", "k.cl", "-t", "spirv64", "-DFAKE=facts", "-o", "p", FAKE_WORKER_CHANGES=change, **environment)
        else:
            work.expect(False, "k.cl", "-t", "spirv64", "-DFAKE=facts", FAKE_WORKER_CHANGES=change, **environment)
        work.write("h.h", "1")
        work.write("k.cl", "k" + change.replace("=", ""))
        if os.path.exists(work.path("absent.h")):
            work.remove("absent.h")
        work.expect(kept, "k.cl", "-t", "spirv64", "-DFAKE=facts", what=f"changed {change}", **environment)


def swap_library(work, library, environment):
    """A library of the same name and version that is found first."""
    os.mkdir(work.path("libraries"))
    shutil.copy(library, work.path("libraries"))
    copy = work.path("libraries/" + os.path.basename(library))
    work.expect(True, "k.cl", "-t", "spirv64", what="the same library elsewhere", LD_LIBRARY_PATH=work.path("libraries"), **environment)
    removed = run("objcopy", "--remove-section", ".note.gnu.build-id", copy)
    if removed.returncode != 0:
        raise Skipped("objcopy is missing: no swapped library")
    work.expect(False, "k.cl", "-t", "spirv64", what="a swapped library", LD_LIBRARY_PATH=work.path("libraries"), **environment)


def another_compiler_is_a_miss(work, libexec):
    """The worker, a library under it, a builtin library: each is changed in a copy."""
    tree = work.path("tree")
    os.makedirs(tree + "/libexec")
    shutil.copytree(libexec, tree + "/libexec/clc")
    shutil.copytree(os.path.join(libexec, "../../share/clc"), tree + "/share/clc", ignore=shutil.ignore_patterns("algorithms"))
    environment = {"CLC_LIBEXEC_DIR": tree + "/libexec/clc"}
    work.write("k.cl", "#define N 1\n" + KERNEL)
    for target in ("nvptx:sm_90", "amdgcn:gfx906", "spirv64"):
        work.expect(False, "k.cl", "-t", target, **environment)
        work.expect(True, "k.cl", "-t", target, **environment)
    with open(tree + "/share/clc/builtins/nvptx64.bc", "ab") as file:
        file.write(b"\0" * 4)
    work.expect(False, "k.cl", "-t", "nvptx:sm_90", what="changed builtin library", **environment)
    work.expect(True, "k.cl", "-t", "amdgcn:gfx906", what="of another target", **environment)
    linked = output_of("ldd", tree + "/libexec/clc/clc-worker")
    libraries = [line.split()[2] for line in linked.splitlines() if "libz.so" in line]
    if libraries:  # a worker with all libraries inside has none
        swap_library(work, libraries[0], environment)
    run("strip", "--strip-debug", tree + "/libexec/clc/clc-worker")
    run("objcopy", "--remove-section", ".note.gnu.build-id", tree + "/libexec/clc/clc-worker")
    work.expect(False, "k.cl", "-t", "spirv64", what="another worker", **environment)


def files_that_inline_assembly_names(work):
    """What an assembler reads is in no key, so our own refuses it."""
    work.write("secret.txt", "one")
    kernel = "kernel void k(global int* o) {{ {} o[0] = 1; }}\n"
    ways = {"file scope": '__asm__(".section .rodata\\n.incbin \\"secret.txt\\"\\n.text");\n' + kernel.format(""),
            "function": kernel.format('__asm__ volatile(".include \\"secret.txt\\"");'),
            "upper case": kernel.format('__asm__ volatile("s_nop 0\\n .INCBIN \\"secret.txt\\"");'),
            "macro": kernel.format('__asm__ volatile(".macro m a b\\n.\\\\a\\\\b \\"secret.txt\\"\\n.endm\\nm inc bin");'),
            "absolute": kernel.format(f'__asm__ volatile(".incbin \\"{work.path("secret.txt")}\\"");')}
    for name, text in ways.items():
        work.write("k.cl", text)
        for target in ("amdgcn:gfx906", "amdgcn:gfx1030"):
            done = work.run("compile", "k.cl", "-t", target, "-o", "p", expect=1)
            assert "inline assembly must not read files" in done.stderr and "#embed" in done.stderr, f"{name}: {done.stderr}"
    for comment in ("; .incbin \\\"secret.txt\\\"", "/* .include \\\"secret.txt\\\" */ s_nop 0", ".ascii \\\".incbin secret.txt\\\""):
        work.write("k.cl", kernel.format(f'__asm__ volatile("{comment}");'))
        expect_right(work, False, "k.cl", "-t", "amdgcn:gfx906")
        expect_right(work, True, "k.cl", "-t", "amdgcn:gfx906")


def inline_assembly_for_a_driver(work):
    """A driver's assembler reads what it likes, so nothing that it made of assembly is kept."""
    if "Portable Computing Language" not in work.run("targets").stdout:
        raise Skipped("PoCL is missing")
    arguments = ["k.cl", "-t", "driver:pocl"]
    plain = "kernel void k(global int* o) { o[0] = 1; }\n"
    work.write("k.cl", plain)
    work.expect(False, *arguments)
    work.expect(True, *arguments)
    work.write("d.bin", "one")
    # PoCL 6 dies of a statement with fewer operands than three.
    ways = {"file scope": f'__asm__(".section .rodata\\n.incbin \\"{work.path("d.bin")}\\"\\n.text");\n' + plain,
            "pasted": f"#define PASTE(a, b) a##b\n#define WORD PASTE(__as, m__)\n"
                      f'kernel void k(global int* o) {{ WORD volatile("nop" : : "r"(o), "r"(1), "r"(2)); o[0] = 1; }}\n'}
    for name, text in ways.items():
        work.write("k.cl", text)
        work.expect(False, *arguments, what=name)
        work.expect(False, *arguments, what=f"{name}, again")
        told = work.run("explain", *arguments)
        assert "inline assembly" in told.stdout + told.stderr, f"{name}: {told.stdout}{told.stderr}"


NAMING = """#include <i.h>
#include "near/h.h"
constant char here[] = __FILE__;
kernel void k(global char* o) { o[0] = here[get_global_id(0) % sizeof here]; o[1] = there[get_global_id(0) % sizeof there]; }
"""
PRINTABLE = "".join(chr(c) for c in range(32, 127) if chr(c) != "/")
ODD_NAMES = ["a=b", "a=b/c=", " a  b", "\u00e9\u65e5", "a\nb\t\x1b", "\\n\\", PRINTABLE, PRINTABLE[::-1]]


def folders_of_any_name(work):
    """__FILE__, debug information and line markers are the same in a folder of any name, cached or not."""
    has_pocl = "Portable Computing Language" in work.run("targets").stdout

    def make(folder):
        work.write(f"{folder}/k.cl", NAMING)
        work.write(f"{folder}/near/h.h", "constant char there[] = __FILE__;\n")
        work.write(f"{folder}/inc/i.h", "constant char elsewhere[] = __FILE__;\n")

    def made(folder, targets, **environment):
        top = work.path(folder)
        arguments = ["k.cl", "-I" + top + "/inc", "-g", *targets]
        work.run("compile", *arguments, "-o", work.path("odd"), cwd=top, **environment)
        return work.package("odd")

    make("plain")
    # PoCL, which takes a second each time, gets the name of all characters.
    for targets, names in ((TARGETS, ODD_NAMES), (["-t", "driver:pocl"] if has_pocl else [], [PRINTABLE])):
        if not targets:
            continue
        wanted = made("plain", targets, CLC_CACHE="0")
        for name in names:
            make("odd names/" + name)
            assert made("odd names/" + name, targets, CLC_CACHE="0") == wanted, f"other bytes in the folder {name!r}"
            assert made("odd names/" + name, targets) == wanted, f"other bytes in the folder {name!r} with a cache"
        assert made("plain", targets) == wanted


OCLOC = """#!/bin/sh
if [ $1 = query ]; then printf 22.1 > $2; exit; fi
if [ $2 = --help ]; then echo '<device_type> can be: skl, dg2, version or'; exit 1; fi
printf '\\177ELF%60s%s' '' "$IGC_ForceOCLSIMDWidth $NEO_L3 $AnyKey" > out
"""


def settings_of_an_assembler(work):
    """What a tool reads from its environment is in the key, for a stand-in and for the real one."""
    work.write("k.cl", "#define N 1\n" + KERNEL)
    work.write("ocloc", OCLOC)
    os.chmod(work.path("ocloc"), 0o755)
    tools = [["--tool", "ocloc=" + work.path("ocloc")]] + ([[]] if shutil.which("ocloc") else [])
    for tool in tools:
        arguments = ["k.cl", "-t", "intel:dg2", *tool]
        settings = ({"IGC_ForceOCLSIMDWidth": "16"}, {}, {"IGC_ForceOCLSIMDWidth": "8"}, {"NEO_L3": "1"})
        packages = []
        for setting in settings:
            work.expect(False, *arguments, what=f"{tool} {setting}", **setting)
            packages.append(work.package())
            assert packages[-1] == uncached(work, *arguments, **setting), f"{tool} {setting}: another package than without a cache"
        assert packages[0] != packages[1] != packages[2], f"{tool}: the setting changes nothing"
        for setting, package in zip(settings, packages):
            work.expect(True, *arguments, what=f"{tool} {setting}, again", **setting)
            assert work.package() == package, f"{tool} {setting}: another package"
        told = work.run("explain", *arguments, IGC_ForceOCLSIMDWidth="32")
        assert "environment variable IGC_ForceOCLSIMDWidth" in told.stdout, told.stdout
        for _ in range(2):
            work.expect(False, *arguments, what=f"{tool}: any variable counts", NEOReadDebugKeys="1", AnyKey="2")


if __name__ == "__main__":
    sys.exit(run_in_workspaces(__doc__, globals(), without=("uncached", "expect_right", "swap_library")))
