#!/usr/bin/env python3
"""Begins projects with `clc new`, and builds, runs, tests and installs one with the commands that it prints.

usage: new_test.py --prefix DIR
"""
import argparse
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, finish, temporary_folder  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", required=True)
    options = parser.parse_args()
    with temporary_folder("clc-new-") as folder:
        environment = dict(os.environ, PATH=f"{options.prefix}/bin:{os.environ['PATH']}", CMAKE_PREFIX_PATH=options.prefix)

        def in_shell(command):
            return code_and_output(command, shell=True, cwd=folder, env=environment)

        code, printed = in_shell("clc new 'my-blur'")
        steps = re.findall(r"(?m)^  (\S.*)$", printed)
        check(code == 0 and len(steps) == 4, "a project is begun", printed)
        outputs = []
        for step in steps:
            code, output = in_shell(step)
            outputs.append(output)
            has_no_device = code == 4 and "device" in output
            check(code == 0 or has_no_device, step, output)
        check("1 + 3 * 2 = 7 on " in outputs[2] or "device" in outputs[2], "the program computes", outputs[2])
        check("100% tests passed" in outputs[3], "its test passes", outputs[3])
        with open(os.path.join(folder, "my-blur/kernels/saxpy.cl"), "r+", encoding="utf-8") as file:
            text = file.read().replace("+= a * x[i]", "-= a * x[i]")
            file.seek(0)
            file.write(text)
        code, output = in_shell("cmake --build my-blur/build && ctest --test-dir my-blur/build")
        check(code != 0 or "Skipped" in output, "and fails when the kernel is wrong", output)
        code, output = in_shell("cmake --install my-blur/build --prefix there && there/bin/my-blur")
        check("on " in output or "device" in output, "it runs where it is installed", output)

        check(in_shell("clc new my-blur")[0] == 2, "a folder with files is left alone")
        check(in_shell("clc new other -t spirv65")[0] == 4, "an unknown target is refused")
        check(not os.path.exists(os.path.join(folder, "other")), "before anything is written")
        for name in "saxpy", "test", "3d filter":
            code, output = in_shell(f"clc new '{name}' -t nvptx:sm_80 && cmake -S '{name}' -B '{name}/build'")
            check(code == 0, f"a project in a folder named {name} configures", output)
    sys.exit(finish())


main()
