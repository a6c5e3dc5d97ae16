#!/usr/bin/env python3
"""Tests what the sources of a call can see of the disk: --confine, what cannot be read twice, and links that lead elsewhere.

usage: confine_test.py --clc PROGRAM
"""
import argparse
import ctypes
import os
import platform
import struct
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import Skipped, environment, finish, run, run_tests, skip, temporary_folder  # noqa: E402

KERNEL = "kernel void k(global int* o) { o[0] = VALUE; }\n"
# System calls have these numbers on all machines.
LANDLOCK_CREATE_RULESET = 444


class Place:
    def __init__(self, clc, top):
        self.clc, self.top = clc, os.path.realpath(top)
        self.environment = environment("CLC_", CLC_CACHE_DIR=os.path.join(self.top, "cache"))
        self.errors = ""  # of the last compilation

    def write(self, name, text):
        path = os.path.join(self.top, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def link(self, to, name):
        os.symlink(os.path.join(self.top, to), os.path.join(self.top, name))

    def compile(self, *arguments, expect=0, target="spirv64", cwd="pr", error="", **more):
        done = run(self.clc, "compile", *arguments, "-t", target, "-v", "-o", os.path.join(self.top, "p.clcpack"),
                   cwd=os.path.join(self.top, cwd), env=self.environment, timeout=120, **more)
        assert done.returncode == expect, f"{arguments}: exit {done.returncode}, not {expect}: {done.stderr}"
        self.errors = done.stderr
        assert error in done.stderr, f"{arguments}: no '{error}' in: {done.stderr}"
        return "from the cache" in done.stderr


def can_confine(place):
    place.write("pr/probe.cl", "kernel void k() {}\n")
    done = run(place.clc, "compile", "probe.cl", "--confine", "-t", "spirv64", "-o", "probe.clcpack",
               cwd=os.path.join(place.top, "pr"), env=place.environment)
    if done.returncode == 4:
        raise Skipped(done.stderr.strip())


def a_confined_source_sees_its_folder_only(place):
    can_confine(place)
    place.write("other/value.h", "#define VALUE 1\n")
    place.write("pr/inc/inner.h", "#define VALUE 2\n")
    place.link("other", "pr/folder_link")
    place.link("other/value.h", "pr/file_link.h")
    place.write("pr/inside.cl", '#include "inc/inner.h"\n' + KERNEL)
    for target in ("spirv64", "nvptx:sm_90", "amdgcn:gfx90a"):
        place.compile("inside.cl", "--confine", target=target)
    for number, name in enumerate(("../other/value.h", "folder_link/value.h", "file_link.h", f"{place.top}/other/value.h",
                                   "/etc/passwd", "/proc/self/environ", "/proc/self/root/etc/passwd")):
        place.write(f"pr/{number}.cl", f'#include "{name}"\n' + KERNEL)
        place.compile(f"{number}.cl", "--confine", expect=1, error="file not found")
        place.write(f"pr/{number}.cl", f'constant char stolen[] = {{\n#embed "{name}"\n}};\nkernel void k() {{}}\n')
        place.compile(f"{number}.cl", "--confine", expect=1, error="file not found")
        place.write(f"pr/{number}.cl", f'#if __has_include("{name}")\n#error seen\n#endif\nkernel void k() {{}}\n')
        place.compile(f"{number}.cl", "--confine")
    place.write("pr/0.cl", '#include "file_link.h"\n' + KERNEL)
    place.compile("0.cl", "--confine", expect=1, error="is hidden from the source by --confine")


def what_is_hidden_is_told_where_it_matters(place):
    can_confine(place)

    def is_told(source, *names, confine="--confine", cwd="pr"):
        place.write("pr/wrong.cl", source)
        path = "wrong.cl" if cwd == "pr" else "pr/wrong.cl"
        place.compile(path, confine, expect=1, cwd=cwd)
        for name in names:
            place.compile(path, confine, expect=1, error=f"note: {name} is hidden from the source by --confine", cwd=cwd)
        return "hidden" in place.errors

    for confine, cwd in (("--confine", "pr"), ("--confine=pr", ".")):
        assert not is_told("kernel void k() { int x = y; }\n", confine=confine, cwd=cwd), place.errors
        assert not is_told("#error on purpose\n", confine=confine, cwd=cwd), place.errors
        assert not is_told("#include <stdio.h>\n", confine=confine, cwd=cwd), place.errors
        assert not is_told('#include "absnet.h"\n', confine=confine, cwd=cwd), place.errors
        assert is_told('#include "/usr/include/stdio.h"\n', "/usr/include", confine=confine, cwd=cwd), place.errors
        assert is_told('#if !__has_include("/etc/passwd")\n#error no\n#endif\n', "/etc", confine=confine, cwd=cwd)
        assert "/usr" not in place.errors, place.errors


def a_driver_that_only_loads_is_confined(place):
    can_confine(place)
    place.write("pr/a.cl", "kernel void k() {}\n")
    place.compile("a.cl")
    helper = os.path.join(place.top, "helpers/clc-driver")
    # The first variant fits the first device; loading it tries to write elsewhere, and here.
    place.write("helpers/clc-driver", f"""#!/bin/sh
cat > /dev/null
test "$1" != --fitting || exec printf '\\001\\000\\000\\000\\001d\\001p'
! echo x > {place.top}/outside || exit 3
echo x > inside
""")
    os.chmod(helper, 0o755)
    done = subprocess.run([place.clc, "verify", "p.clcpack", "--load"], cwd=place.top, capture_output=True, text=True, timeout=120,
                          check=False, env={**place.environment, "CLC_LIBEXEC_DIR": os.path.dirname(helper)})
    assert done.returncode == 0 and "loaded     a for spirv64:1.2 on d (p)" in done.stdout, done
    assert not os.path.exists(os.path.join(place.top, "outside"))


def what_the_command_line_names_can_be_seen(place):
    can_confine(place)
    place.write("other/value.h", "#define VALUE 1\n")
    place.write("other/a.cl", '#include <value.h>\n' + KERNEL)
    place.write("pr/b.cl", KERNEL)
    place.compile("../other/a.cl", "--confine", "-I../other")
    place.compile("b.cl", "--confine", "-include", "../other/value.h")
    place.compile("pr/b.cl", "--confine=pr", "-DVALUE=1", cwd=".")
    place.compile("../other/a.cl", "--confine", expect=1, error="file not found")
    place.compile("other/a.cl", "--confine=other", "-Iother", cwd=".")


def a_link_is_not_the_users_word(place):
    can_confine(place)
    place.write("other/a.cl", KERNEL)
    place.write("pr/b.cl", KERNEL)
    place.link("other", "pr/link")
    place.link("other/a.cl", "pr/a.cl")
    for arguments in (["b.cl", "-Ilink"], ["a.cl"], ["link/a.cl"], ["b.cl", "-include", "a.cl"]):
        place.compile(*arguments, "--confine", "-DVALUE=1", expect=2, error="out of the folder that --confine names")
    place.write("other/secret.json", '{"TOP_SECRET": 1}')
    place.link("other/secret.json", "pr/b.tune.json")
    place.compile("b.cl", "--tune", "--confine", "-DVALUE=1", expect=2, error="out of the folder that --confine names")
    assert "TOP_SECRET" not in place.errors, place.errors


def a_tuning_file_is_an_ordinary_file(place):
    """It lies beside the source, and nobody named it."""
    place.write("pr/b.cl", KERNEL)
    os.mkfifo(os.path.join(place.top, "pr/b.tune.json"))
    place.compile("b.cl", "--tune", expect=3, error="is not an ordinary file")
    os.remove(os.path.join(place.top, "pr/b.tune.json"))
    place.link("/dev/zero", "pr/b.tune.json")
    place.compile("b.cl", "--tune", expect=3, error="is not an ordinary file")
    os.remove(os.path.join(place.top, "pr/b.tune.json"))
    place.write("pr/b.tune.json", "")
    os.truncate(os.path.join(place.top, "pr/b.tune.json"), 100 << 30)
    place.compile("b.cl", "--tune", expect=3, error="at most 1048576 are read")


def the_folder_must_exist(place):
    can_confine(place)
    place.write("pr/b.cl", KERNEL)
    place.compile("b.cl", "--confine=absent", expect=3)
    place.compile("b.cl", "--confine=b.cl", expect=3, error="not a folder")


def a_hit_tells_a_confined_source_nothing(place):
    can_confine(place)
    place.write("other/value.h", "#define VALUE 1\n")
    place.write("pr/a.cl", '#if __has_include("../other/value.h")\n#include "../other/value.h"\n#else\n#define VALUE 2\n#endif\n' + KERNEL)
    place.write("pr/b.cl", '#include "../other/value.h"\n' + KERNEL)
    place.compile("b.cl")
    assert place.compile("b.cl")
    place.compile("b.cl", "--confine", expect=1, error="file not found")
    place.compile("a.cl")
    assert not place.compile("a.cl", "--confine"), "the entry of a call that saw more was used"
    assert place.compile("a.cl", "--confine"), "a confined call has no hits"
    assert place.compile("a.cl")
    place.write("pr/c.cl", KERNEL)
    place.compile("c.cl", "-DVALUE=1")
    assert place.compile("c.cl", "-DVALUE=1", "--confine") or place.compile("c.cl", "-DVALUE=1", "--confine")


def drivers_and_assemblers_bear_it(place):
    can_confine(place)
    place.write("pr/a.cl", "kernel void k(global int* o) { o[0] = get_global_id(0); }\n")
    for target in ("driver:pocl", "cubin:sm_90", "intel:dg2"):
        for arguments in ([], ["--confine"]):
            try:
                place.compile("a.cl", *arguments, target=target)
            except AssertionError as problem:
                if "exit 4" not in str(problem):
                    raise
                skip(target, str(problem).splitlines()[-1])
                break


def a_kernel_that_cannot_confine_is_an_error(place):
    if platform.machine() not in ("x86_64", "aarch64"):
        raise Skipped("the machine is unknown here")
    place.write("pr/a.cl", "kernel void k() {}\n")

    def without_landlock():
        """A filter that refuses the first system call of Landlock."""
        steps = [struct.pack("HBBI", 0x20, 0, 0, 0), struct.pack("HBBI", 0x15, 0, 1, LANDLOCK_CREATE_RULESET),
                 struct.pack("HBBI", 0x06, 0, 0, 0x00050000 | 38), struct.pack("HBBI", 0x06, 0, 0, 0x7fff0000)]
        code = ctypes.create_string_buffer(b"".join(steps))
        program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(code)))
        libc = ctypes.CDLL(None)
        libc.prctl(38, 1, 0, 0, 0)
        if libc.prctl(22, 2, program, 0, 0) != 0:
            os._exit(77)

    try:
        place.compile("a.cl", "--confine", expect=4, error="this Linux cannot confine compilers", preexec_fn=without_landlock)
    except AssertionError as problem:
        if "exit 77" in str(problem):
            raise Skipped("no seccomp filters") from problem
        raise
    place.compile("a.cl", preexec_fn=without_landlock)


def what_can_be_read_once_is_read_once(place):
    """Pipes that the command line names: sources and -include, for several targets."""
    for name in ("pr/pipe.cl", "pr/pipe.h"):
        os.makedirs(os.path.join(place.top, "pr"), exist_ok=True)
        os.mkfifo(os.path.join(place.top, name))
    place.write("pr/a.cl", KERNEL)

    def feed(name, text):
        return subprocess.Popen([sys.executable, "-c", "import sys; open(sys.argv[1], 'w').write(sys.argv[2])",
                                 os.path.join(place.top, name), text])

    for arguments in ([], ["--confine"]):
        if arguments:
            can_confine(place)
        with feed("pr/pipe.cl", KERNEL):
            place.compile("pipe.cl", "-DVALUE=1", "-t", "nvptx:sm_90", *arguments)
        with feed("pr/pipe.h", "#define VALUE 3\n"):
            place.compile("a.cl", "-include", "pipe.h", "-t", "nvptx:sm_90", *arguments)
    with feed("pr/pipe.cl", "\nkernel void k( {}\n"):
        place.compile("pipe.cl", expect=1, error="pipe.cl:2:16: error")
    for name in ("-", "/dev/stdin", "/dev/fd/0"):
        with open(os.path.join(place.top, "pr/a.cl"), "rb") as file:
            place.compile(name, "-DVALUE=1", "-t", "nvptx:sm_90", stdin=file)


def sources_have_a_largest_size(place):
    os.makedirs(os.path.join(place.top, "pr"), exist_ok=True)
    with open(os.path.join(place.top, "pr/large.cl"), "wb") as file:
        file.truncate((64 << 20) + 1)
    for name in ("large.cl", "/dev/zero"):
        place.compile(name, expect=3, error="is larger than 64 MiB, which no source may be")


def names_that_no_module_can_have_are_found_first(place):
    for name in ("a\tb.cl", "a\\b.cl", "..cl"):
        place.write("pr/" + name, "this does not compile\n")
        place.compile(name, expect=2, error="cannot be the name of a module")
        place.write("pr/" + name, KERNEL)
        place.compile(name, "--name", "good", "-DVALUE=1")
    place.write("pr/a.cl", KERNEL)
    place.compile("a.cl", "--name", "..", expect=2, error="cannot be the name of a module")


def dev_and_proc_may_be_missing(place):
    place.write("pr/a.cl", KERNEL)
    alone = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"])]
    for hide in ("mount -t tmpfs none /dev", "umount -l /proc"):
        if run(*alone, "sh", "-euc", hide).returncode != 0:
            skip(f"a machine after {hide}", "this machine lets nobody make mount namespaces")
            continue
        libexec = os.path.join(os.path.dirname(place.clc), "../libexec/clc")
        done = run(*alone, "sh", "-euc", hide + '; exec "$@"', "sh", place.clc, "compile", "a.cl", "-DVALUE=1", "-t", "spirv64", "-o", "p.clcpack",
                   cwd=os.path.join(place.top, "pr"), env={**place.environment, "CLC_LIBEXEC_DIR": libexec, "CLC_CACHE": "0"}, timeout=120)
        assert done.returncode == 0, f"after {hide}: exit {done.returncode}: {done.stderr}"


TESTS = [a_confined_source_sees_its_folder_only, what_is_hidden_is_told_where_it_matters,
         a_driver_that_only_loads_is_confined, what_the_command_line_names_can_be_seen, a_link_is_not_the_users_word, a_tuning_file_is_an_ordinary_file,
         the_folder_must_exist, a_hit_tells_a_confined_source_nothing, drivers_and_assemblers_bear_it,
         a_kernel_that_cannot_confine_is_an_error, what_can_be_read_once_is_read_once, sources_have_a_largest_size,
         names_that_no_module_can_have_are_found_first, dev_and_proc_may_be_missing]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    clc = os.path.abspath(parser.parse_args().clc)

    def in_a_place(test):
        with temporary_folder("clc-confine-") as top:
            test(Place(clc, top))

    run_tests(TESTS, in_a_place)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
