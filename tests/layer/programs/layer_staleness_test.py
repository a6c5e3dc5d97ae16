#!/usr/bin/env python3
"""Files that a program reads change, in all the ways in which a source can read them: with the layer it does what it does without.

usage: layer_staleness_test.py --program FILE --layer FILE --driver pocl|intel [--share K/N]
       --program   clc_build_once
       --share     the tests of a share
Exit code 77: the driver is not here.
"""
import argparse
import glob
import os
import shutil
import sys
import tempfile
import time
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import SKIPPED, environment, run, share_of, skip  # noqa: E402
from driver_options import DRIVERS  # noqa: E402

OPTIONS = None
KERNEL = "\nkernel void k(global int* x) { x[0] = VALUE; }\n"
STRING = "#define S_(x) #x\n#define S(x) S_(x)\n"


def defines(number):
    return f"#undef VALUE\n#define VALUE {number}\n"


def settled_empty_file():
    """An empty file of the system that is older than a quarter of an hour."""
    for path in glob.glob("/usr/lib/python3*/**/__init__.py", recursive=True):
        if os.path.getsize(path) == 0 and time.time() - os.stat(path).st_ctime > 900:
            return path
    raise unittest.SkipTest("no empty file of Python is older than a quarter of an hour")


class Staleness(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="clc-staleness-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.mode, self.options, self.between = "build", "-I inc", ""
        self.write("work/inc/", "")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        if not name.endswith("/"):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(text)

    def files(self, files):
        """Those of the working folder, and of others in the work folder; None: it is not there."""
        for name, text in files.items():
            if text is None:
                if os.path.exists(self.path("work/" + name)):
                    os.remove(self.path("work/" + name))
            else:
                self.write("work/" + name, text)

    def run_it(self, with_layer, **layer):
        kept = environment("CLC_", "OPENCL_LAYERS", "XDG_", "POCL_", "OCL_ICD")
        shutil.rmtree(self.path("home/kcache"), ignore_errors=True)
        for name, text in self.in_pocl.items():
            self.write("home/kcache/" + name, text)
        variables = {**kept, "HOME": self.path("home"), "POCL_CACHE_DIR": self.path("home/kcache"), "CLC_LIBEXEC_DIR": "",
                     "OCL_ICD_VENDORS": self.vendors or DRIVERS[OPTIONS.driver], "CLC_CACHE_DIR": self.path("cache")}
        del variables["CLC_LIBEXEC_DIR"]
        if with_layer:
            variables.update({"OPENCL_LAYERS": OPTIONS.layer, "CLC_LAYER_LOG": self.path("log"), **layer})
        done = run(OPTIONS.program, self.mode, self.path("source.cl"), self.options, self.between, env=variables,
                   cwd=self.path("work"), timeout=300)
        return done.stdout.strip() or f"exit code {done.returncode}"

    in_pocl = {}
    vendors = None

    def all_served(self):
        """From where each program came."""
        with open(self.path("log"), encoding="utf-8") as file:
            lines = [line for line in file.read().splitlines() if ": program " in line]
        return [line.split(": ")[2].split(" ")[0] for line in lines]

    def served(self):
        return self.all_served()[-1]

    def check_states(self, source, states, is_kept=True, **layer):
        """Each state of the files twice, and all of them again: the numbers are the driver's own."""
        self.write("source.cl", source)
        numbers = []
        for state in states:
            self.files(state)
            numbers.append(self.run_it(False))
        for turn in (1, 2):
            for state, number in zip(states, numbers):
                self.files(state)
                for again in (False, True):
                    self.assertEqual(self.run_it(True, **layer), number, f"turn {turn} of {state}")
                    is_hit = self.served() == "cache"
                    self.assertEqual(is_hit, is_kept and (again or turn == 2), f"{number} in turn {turn} came from {self.served()}")
        return numbers

    def changing(self, name):
        return [{name: defines(1)}, {name: defines(2)}]

    def check(self, source, states, is_kept=True):
        numbers = self.check_states(source + KERNEL, states, is_kept)
        self.assertEqual(numbers, [str(i + 1) for i in range(len(states))])

    def test_plain_include(self):
        self.check('#include "a.h"\n', self.changing("inc/a.h"))

    def test_program_that_is_released_before_the_wait(self):
        self.mode = "early"
        self.check('#include "a.h"\n', self.changing("inc/a.h"))

    def test_include_of_macros_in_options(self):
        self.options = f"-D PLACE={self.path('work/inc')} -D S_(x)=#x -D S(x)=S_(x)"
        self.check("#include S(PLACE/a.h)\n", self.changing("inc/a.h"))

    def test_include_of_a_macro_that_the_driver_defines(self):
        self.files({"inc/CL_VERSION_1_2.h": defines(9)})
        self.check(STRING + "#include S(CL_VERSION_1_2.h)\n", self.changing("inc/120.h"))

    def test_macro_is_defined_behind_the_include(self):
        self.files({"inc/abc.h": defines(9)})
        self.check(STRING + "#include S(b.h)\n#define b abc\n", self.changing("inc/b.h"))

    def test_macro_is_undefined_before_the_include(self):
        self.files({"inc/abc.h": defines(9)})
        self.check(STRING + "#define b abc\n#undef b\n#include S(b.h)\n", self.changing("inc/b.h"))

    def test_blanks_in_what_is_made_a_string(self):
        self.files({"inc/a  b.h": defines(9)})
        self.check(STRING + "#include S(a  b.h)\n", self.changing("inc/a b.h"))

    def questions(self, text):
        source = f"{text}\n#define VALUE 2\n#else\n#define VALUE 1\n#endif\n"
        return source, [{"inc/a.h": None}, {"inc/a.h": ""}]

    def test_question_for_a_file(self):
        self.check(*self.questions('#if __has_include("a.h")'))

    def test_question_by_an_option(self):
        self.options = "-I inc -DH=__has_include"
        self.check(*self.questions('#if H("a.h")'))

    def test_question_that_is_pasted(self):
        self.check(*self.questions('#define P(a, b) a##b\n#if P(__has_, include)("a.h")'))

    def test_header_that_only_one_branch_includes(self):
        """An installed C library has a header of that name."""
        source = '#ifdef __OPENCL_VERSION__\n#include "a.h"\n#else\n#include <stdio.h>\n#endif\n'
        self.check(source, self.changing("inc/a.h"))

    def test_words_in_quotes(self):
        self.options = '-I"inc"'
        folder = "inc" if OPTIONS.driver == "intel" else " inc "
        self.files({"inc/a.h": defines(9)})
        self.check('#include "a.h"\n', self.changing(folder + "/a.h"), is_kept=OPTIONS.driver == "intel")

    def test_folder_joined_to_its_option(self):
        """Both drivers refuse the option, whatever the layer reads in it."""
        self.options = f"-isystem{self.path('work/inc')}"
        self.check_states('#include "a.h"\n' + KERNEL, self.changing("inc/a.h"), is_kept=False)

    def test_folder_of_the_driver(self):
        self.write("source.cl", '#include "a.h"\n' + KERNEL)
        self.files({"inc/a.h": defines(1)})
        for number in (1, 2, 3):
            self.in_pocl = {"a.h": defines(number)} if number > 1 else {}
            plain = self.run_it(False)
            self.assertEqual(plain, str(number) if OPTIONS.driver == "pocl" else "1")
            self.assertEqual([self.run_it(True), self.run_it(True)], [plain, plain])

    def test_relative_folder_of_the_driver(self):
        self.write("source.cl", '#include "only.h"\n' + KERNEL)
        for number in (1, 2):
            self.files({"include/only.h": defines(number)})
            plain = self.run_it(False)
            self.assertEqual([self.run_it(True), self.run_it(True)], [plain, plain])

    def test_never_kept(self):
        for source in ('#pragma GCC dependency "a.h"\n#define VALUE 1\n',
                       "#define P(a, b) a##b\n#define VALUE sizeof(P(__TI, ME__))\n",
                       "#define VALUE sizeof(__TIME__)\n",
                       '__asm__(".pushsection .data\\n.incb" "in \\"a.h\\"\\n.popsection");\n#define VALUE 1\n'):
            with self.subTest(source):
                self.files({"inc/a.h": "1", "a.h": "1"})
                self.write("source.cl", source + KERNEL)
                plain = self.run_it(False)
                for _ in range(2):
                    self.assertEqual(self.run_it(True), plain)
                    self.assertEqual(self.served(), "driver")

    def test_update_of_what_the_driver_compiles_with(self):
        """PoCL finds its headers and its library of kernels by where it lies itself."""
        installed = "/usr/lib/x86_64-linux-gnu"
        library = os.path.realpath(os.path.join(installed, "libpocl.so.2"))
        if OPTIONS.driver != "pocl" or not os.path.exists(library):
            self.skipTest("only Debian's PoCL can be copied")
        copy = self.path("copy/lib/x86_64-linux-gnu")
        shutil.copytree(os.path.join(installed, "pocl"), os.path.join(copy, "pocl"))
        shutil.copy(library, copy)
        shutil.copytree("/usr/share/pocl", self.path("copy/share/pocl"), copy_function=os.symlink)
        self.vendors = self.path("copy.icd")
        self.write("copy.icd", os.path.join(copy, os.path.basename(library)))
        self.write("source.cl", "#define VALUE 1" + KERNEL)
        header = self.path("copy/share/pocl/include/_kernel.h")
        for change in ("", "\n// changed\n"):
            with open(header, encoding="utf-8") as file:
                text = file.read()
            os.remove(header)
            self.write("copy/share/pocl/include/_kernel.h", text + change)
            for served in ("driver", "cache"):
                self.assertEqual(self.run_it(True), "1")
                self.assertEqual(self.served(), served)

    def check_link(self, states, between, folder_after=""):
        """Compiles in the first state; the link follows in the second. The compilation is known, the link is not."""
        self.write("source.cl", '#include "a.h"\n' + KERNEL)
        self.files(states[0])
        self.mode = "compile"
        self.assertEqual([self.run_it(True), self.run_it(True)], ["compiled", "compiled"])
        self.mode, self.between = "link", between
        for _ in range(2):
            self.files(states[0])
            plain = self.run_it(False)
            self.assertEqual(plain, "1")
            self.files(states[0])
            self.assertEqual(self.run_it(True), plain)
        self.between = ""
        self.files(states[0])
        self.assertEqual(self.run_it(True), "1")
        self.files(states[1])
        self.assertEqual(self.run_it(True), "2")

    def test_header_that_changes_while_it_is_read(self):
        """What is kept while somebody saves the header has to be what the header says."""
        self.write("source.cl", '#include "a.h"\n' + KERNEL)
        for turn in range(6):
            self.write("source.cl", f"#define TURN {turn}\n" + '#include "a.h"\n' + KERNEL)
            self.files({"inc/a.h": defines(1)})
            self.between = "flip inc/a.h"
            self.assertIn(self.run_it(True), ("1", "2"))
            self.between = ""
            for number in (1, 2):
                self.files({"inc/a.h": defines(number)})
                self.assertEqual(self.run_it(True), str(number), f"turn {turn}")

    def test_compilation_that_reads_files_is_put_off(self):
        """Where the link is known, no driver compiles; where it is not, the driver does so then."""
        self.mode = "link"
        self.write("source.cl", '#include "a.h"\n' + KERNEL)
        self.files({"inc/a.h": defines(1)})
        self.assertEqual([self.run_it(True), self.run_it(True)], ["1", "1"])
        self.assertEqual(self.all_served(), ["driver", "driver", "cache", "cache"])
        self.files({"inc/a.h": defines(2)})
        self.assertEqual([self.run_it(True), self.run_it(True)], ["2", "2"])
        self.assertEqual(self.all_served()[4:], ["driver", "driver", "cache", "cache"])

    def test_compilation_that_reads_files_of_elsewhere(self):
        """It is put off where nobody has written the files for minutes: the driver may have to read them later."""
        self.mode = "link"
        self.files({"new.h": ""})
        for path, again in ((self.path("work/new.h"), "driver"), (settled_empty_file(), "cache")):
            self.write("source.cl", f'#define VALUE 1\n#include "{path}"\n' + KERNEL)
            self.assertEqual([self.run_it(True), self.run_it(True)], ["1", "1"])
            self.assertEqual(self.all_served()[-4:], ["driver", "driver", again, "cache"])

    def test_header_that_changes_before_the_link(self):
        self.check_link(self.changing("inc/a.h"), "write inc/a.h")

    def test_header_that_changes_before_the_first_link(self):
        self.mode, self.between = "link", "write inc/a.h"
        self.write("source.cl", '#include "a.h"\n' + KERNEL)
        for _ in range(3):
            self.files({"inc/a.h": defines(1)})
            self.assertEqual(self.run_it(True), "1")
            self.assertEqual(self.run_it(True), "2")

    def test_header_that_is_gone_before_the_link(self):
        self.check_link(self.changing("inc/a.h"), "remove inc/a.h")

    def test_another_folder_before_the_link(self):
        self.write("other/inc/a.h", defines(7))
        self.check_link(self.changing("inc/a.h"), "cd " + self.path("other"))

    def test_files_that_change_when_a_call_with_a_callback_has_returned(self):
        self.write("source.cl", '#include "a.h"\n' + KERNEL)
        self.write("other/inc/a.h", defines(7))
        for between in ("write inc/a.h", "remove inc/a.h", "cd " + self.path("other")):
            self.mode, self.between = "callback", between
            self.options = f"-I inc -DTURN={len(between)}"
            for _ in range(2):
                self.files({"inc/a.h": defines(1)})
                self.assertEqual(self.run_it(True), "1", between)
            self.between = ""
            self.files({"inc/a.h": defines(2)})
            self.assertEqual(self.run_it(True), "2", between)

    def test_include_that_a_trigraph_hides(self):
        self.check_states('#define S "?' + '?/" /* "\n#include "a.h"\n//*/\n' + KERNEL, self.changing("inc/a.h"))

    def test_clc_compiles_nothing_that_drivers_differ_in(self):
        # The same name in the working folder, which PoCL and Intel's driver take, and in an include folder.
        self.write("source.cl", '#include "a.h"\n' + KERNEL)
        self.files({"a.h": defines(1), "inc/a.h": defines(2)})
        plain = self.run_it(False)
        for _ in range(2):
            self.assertEqual(self.run_it(True, CLC_LAYER_ON_MISS="compile"), plain)
        self.files({"a.h": None, "a b/a.h": defines(3), "a\\/a.h": defines(4)})
        os.remove(self.path("work/inc/a.h"))
        self.options = "-I a\\ b"
        plain = self.run_it(False)
        for _ in range(2):
            self.assertEqual(self.run_it(True, CLC_LAYER_ON_MISS="compile"), plain)
            self.assertEqual(self.run_it(True), plain)


def main():
    global OPTIONS  # pylint: disable=global-statement
    parser = argparse.ArgumentParser()
    for name in ("--program", "--layer"):
        parser.add_argument(name, required=True, type=os.path.abspath)
    parser.add_argument("--driver", choices=sorted(DRIVERS), default="pocl")
    parser.add_argument("--share", type=share_of, default="1/1")
    OPTIONS, rest = parser.parse_known_args()
    if not os.path.exists(DRIVERS[OPTIONS.driver]):
        skip(f"{DRIVERS[OPTIONS.driver]} is missing")
        return SKIPPED
    which, parts = OPTIONS.share
    print(f"share {which + 1}/{parts} of the tests", flush=True)
    for index, name in enumerate(unittest.defaultTestLoader.getTestCaseNames(Staleness)):
        if index % parts != which:
            delattr(Staleness, name)
    program = unittest.main(argv=[sys.argv[0], *rest], exit=False)
    return 0 if program.result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
