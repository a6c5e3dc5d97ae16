#!/usr/bin/env python3
"""clc_add_emulated_test makes CTest tests on emulated GPUs: one for each chip, or one for all; wrong calls; what becomes of them where no
GPUs are emulated.

usage: emulated_test.py --prefix DIR --clrun PROGRAM --package FOLDER
"""
import argparse
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, environment, finish, skip, temporary_folder  # noqa: E402

LISTS = """cmake_minimum_required(VERSION 3.22)
project(emulated LANGUAGES NONE)
enable_testing()
find_package(clc CONFIG REQUIRED COMPONENTS Compiler)
{calls}
"""
GOOD = """clc_add_emulated_test(each CHIPS gfx942 gfx1100 OPTIONS --seed 3 COMMAND "{clrun}" verify --package "{package}" --size 33 vecadd/scalar)
clc_add_emulated_test(all COMMAND sh -c "test $CLC_EMULATOR_SEED = 1" OPTIONS)
clc_add_emulated_test(one OPTIONS --seed 1 COMMAND sh -c "test $CLC_EMULATOR_SEED = 1 -a -z \\"$CLC_EMULATOR_CHIP\\"")
clc_add_emulated_test(bad CHIPS gfx1200 COMMAND sh -c "exit 3")
"""
WRONG = [
    ("clc_add_emulated_test(n CHIPS gfx942)", "clc_add_emulated_test(n): COMMAND is missing"),
    ("clc_add_emulated_test(n COMMAND)", "clc_add_emulated_test(n): COMMAND is missing"),
    ("clc_add_emulated_test(n CHIP gfx942 COMMAND true)", "unknown argument CHIP; did you mean CHIPS?"),
    ("clc_add_emulated_test(n true COMMAND true)", "unknown argument true: the words of the command follow COMMAND"),
]


class Project:
    def __init__(self, options, folder, name, calls):
        self.folder = os.path.join(folder, name)
        self.prefix = options.prefix
        os.mkdir(self.folder)
        with open(os.path.join(self.folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write(LISTS.format(calls=calls))

    def configure(self, **variables):
        code, output = code_and_output("cmake", "-S", self.folder, "-B", f"{self.folder}/b", f"-DCMAKE_PREFIX_PATH={self.prefix}",
                                       env=environment(**variables))
        return code, " ".join(output.split())

    def test(self):
        """{test: how it ended}"""
        _, output = code_and_output("ctest", "--test-dir", f"{self.folder}/b", env=environment("CLC_EMULATOR", CLC_CACHE="0"))
        rows = [line.split() for line in output.splitlines() if " Test " in line and "#" in line]
        return {row[row.index("Test") + 2]: next(word for word in ("Passed", "Skipped", "Failed") if word in " ".join(row)) for row in rows}, output


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in "prefix", "clrun", "package":
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    with temporary_folder("clc-emulated-") as folder:
        for number, (call, message) in enumerate(WRONG):
            code, output = Project(options, folder, f"wrong{number}", call).configure()
            check(code != 0 and message in output, call, output)
        project = Project(options, folder, "good", GOOD.format(clrun=options.clrun, package=options.package))
        names = ["each_gfx942", "each_gfx1100", "all", "one", "bad_gfx1200"]
        code, output = project.configure(CLC_LIBEXEC_DIR="/none")
        check(code == 0, "a project is configured where no GPUs are emulated", output)
        ended, output = project.test()
        check(ended == dict.fromkeys(names, "Skipped"), "and its tests are skipped", output)
        if not os.path.exists(os.path.join(options.prefix, "libexec/clc/libclc-emulator.so")):
            skip("tests on emulated GPUs", "none are installed: script/setup --optional fetches what they are made of")
            sys.exit(finish())
        code, output = project.configure()
        check(code == 0, "and where they are", output)
        ended, output = project.test()
        wanted = {"each_gfx942": "Passed", "each_gfx1100": "Passed", "all": "Failed", "one": "Passed", "bad_gfx1200": "Failed"}
        check(ended == wanted, "there they run: each chip, options, the command's words, and its exit code", output)
    sys.exit(finish())


if __name__ == "__main__":
    main()
