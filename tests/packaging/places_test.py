#!/usr/bin/env python3
"""Runs what packaging/ holds for places where others meet clc: the steps of the action as a shell would run them, the command lines of
Compiler Explorer, the container's checks of what it copies, and the example for Meson.

usage: places_test.py --dist DIR --build DIR --source DIR
"""
import glob
import hashlib
import os
import re
import shutil
import sys

import dist
from dist import made

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, contents, environment, finish, skip, succeed, temporary_folder  # noqa: E402


def steps_of(action):
    """{name: (shell text, {variable: input})} of the steps that a shell runs."""
    steps = {}
    for step in re.split(r"(?m)^    - name: ", action)[1:]:
        script = re.search(r"(?ms)^      run: \|\n(.*)", step)
        if script:
            variables = dict(re.findall(r"(?m)^        ([A-Z]+): \$\{\{ inputs\.(\w+) \}\}$", step))
            steps[step.partition("\n")[0]] = (re.sub(r"(?m)^        ", "", script.group(1)), variables)
    return steps


class Runner:
    """Runs steps like a CI service: files carry variables and folders of PATH from one step to the next."""

    def __init__(self, folder, steps, **inputs):
        self.steps, self.inputs = steps, inputs
        self.files = {name: os.path.join(folder, name) for name in ("GITHUB_PATH", "GITHUB_ENV")}
        self.variables = {"RUNNER_TEMP": folder, "HOME": folder, "PATH": "/usr/bin:/bin", **self.files}
        for name in self.files.values():
            with open(name, "w", encoding="utf-8"):
                pass

    def run(self, name):
        script, variables = self.steps[name]
        given = {variable: self.inputs[key] for variable, key in variables.items()}
        code, output = code_and_output("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script, env=self.variables | given)
        with open(self.files["GITHUB_ENV"], encoding="utf-8") as file:
            self.variables.update(line.rstrip("\n").split("=", 1) for line in file)
        with open(self.files["GITHUB_PATH"], encoding="utf-8") as file:
            self.variables["PATH"] = ":".join([*file.read().split(), "/usr/bin", "/bin"])
        return code, output


def action(options, folder):
    with open(os.path.join(options.source, "packaging/action/action.yml"), encoding="utf-8") as file:
        steps = steps_of(file.read())
    if code_and_output("/usr/bin/python3", "-m", "venv", "--help")[0] != 0:
        skip("the action", "no python3-venv")
        return
    source = os.path.join(options.source, "kernels/vecadd/vecadd.cl")
    budget = os.path.join(folder, "budget.json")
    wheel = made(options.dist, "clc_opencl-*.whl")
    runner = Runner(folder, steps, wheel="", emulator="", budget=budget, kernels=source, options="-t amdgcn:gfx1100")
    for wrong in "", "clc-opencl", "clc-opencl==0.1.0", "https://example.org/x.whl", f"file://{wheel}#sha256=0", "git+https://example.org/x":
        runner.inputs["wheel"] = wrong
        code, output = runner.run("Install clc")
        check(code == 2 and f"::error title=clc::wheel: '{wrong}' is neither" in output, f"the action refuses the wheel '{wrong}'", output)
    runner.inputs["wheel"] = f"file://{wheel}#sha256={64 * '0'}"
    code, output = runner.run("Install clc")
    check(code == 1 and "DO NOT MATCH THE HASHES" in output, "and one with another digest", output)
    check(not os.path.exists(os.path.join(folder, "clc/bin/clc")), "which it does not install")
    with open(wheel, "rb") as file:
        runner.inputs["wheel"] = f"file://{wheel}#sha256={hashlib.sha256(file.read()).hexdigest()}"
    code, output = runner.run("Install clc")
    check(code == 0 and os.path.exists(os.path.join(folder, "clc/bin/clc")), "the action installs clc", output)
    check(runner.variables["CLC_CACHE_DIR"] == os.path.join(folder, "clc-cache"), "and says where the cache is", runner.variables)
    emulator = glob.glob(os.path.join(options.dist, "clc_emulator-*.whl"))
    runner.inputs["emulator"] = emulator[0] if emulator else "none.whl"
    code, output = runner.run("Install clc")
    library = os.path.join(folder, "clc/libexec/clc/libclc-emulator.so")
    check((code, os.path.exists(library)) == ((0, True) if emulator else (2, False)), "with the emulated GPUs, where their wheel is", output)
    clc = os.path.join(options.build, "bin/clc")
    succeed(clc, "check", source, "-t", "amdgcn:gfx1100", "--write-budget", budget, "--only", "registers", env=environment(CLC_CACHE="0"))
    code, output = runner.run("Check the budget")
    check(code == 0 and "::error" not in output, "a budget that is kept is no annotation", output)
    with open(budget, encoding="utf-8") as file:
        lower = re.sub(r'("max_registers": )\d+', r"\g<1>1", file.read())
    with open(budget, "w", encoding="utf-8") as file:
        file.write(lower)
    code, output = runner.run("Check the budget")
    annotations = re.findall(r"(?m)^::error file=[^,:]+,line=1,title=clc limit::registers \d+, limit 1.*vecadd_scalar", output)
    check(code == 6 and len(annotations) == 1, "one that is exceeded is an annotation, and ends the step", output)


def compiler_explorer(options, folder):
    place = os.path.join(options.source, "packaging/compiler-explorer")
    with open(os.path.join(place, "opencl.local.properties"), encoding="utf-8") as file:
        properties = dict(re.findall(r"(?m)^([\w.]+)=(.*)$", file.read()))
    marks = {"clcptx": ".entry twice(", "clcgcn": "s_endpgm", "clcspirv": "OpEntryPoint Kernel"}
    check(sorted(properties["group.clc.compilers"].split(":")) == sorted(marks), "there are three compilers", properties)
    source = os.path.join(options.source, "docs/examples/meson/twice.cl")
    command = [os.path.join(place, "clc-explorer")]
    alone = {"PATH": "/usr/bin:/bin", "CLC": os.path.join(options.build, "bin/clc"), "HOME": folder, "CLC_CACHE": "0", "CLC_LLVM_OBJDUMP": "/none"}
    code, output = code_and_output(*command, properties["group.clc.versionFlag"], env=alone)
    check(code == 0 and output.startswith("clc "), "the version is told", output)
    for name, mark in marks.items():
        text = os.path.join(folder, "output with space.s")
        code, output = code_and_output(*command, "-o", text, *properties[f"compiler.{name}.options"].split(), "-cl-std=CL3.0", source, env=alone)
        check(code == 0 and mark in contents(folder)["output with space.s"].decode(), f"{properties[f'compiler.{name}.name']}: text", output)
        os.remove(text)
    broken = os.path.join(folder, "broken.cl")
    with open(broken, "w", encoding="utf-8") as file:
        file.write("kernel void k() { x; }\n")
    code, output = code_and_output(*command, "-o", os.path.join(folder, "none.s"), "-t", "spirv64", broken, env=alone)
    check(code != 0 and "undeclared identifier" in output, "errors are told", output)


def container(options, folder):
    """The recipe is built where there are containers; here, that what it copies is made, and what it installs is known."""
    with open(os.path.join(options.source, "packaging/Containerfile"), encoding="utf-8") as file:
        recipe = file.read().replace("\\\n", " ")
    copied, place = re.search(r"(?m)^COPY dist/SHA256SUMS dist/(\S+) (\S+)$", recipe).groups()
    check(code_and_output("sh", "-c", f"ls {copied}", cwd=options.dist)[0] == 0 or not shutil.which("dpkg-shlibdeps"), "the container copies what is made", copied)
    checked = re.search(r"sha256sum [^&)]*", recipe).group()
    for text, code in ("good", 0), ("bad", 1):
        with open(os.path.join(folder, "x.deb"), "w", encoding="utf-8") as file:
            file.write(text)
        with open(os.path.join(folder, "SHA256SUMS"), "w", encoding="utf-8") as file:
            file.write("".join(f"{hashlib.sha256(b'good').hexdigest()}  {name}\n" for name in ("x.deb", "x.whl")))
        check(code_and_output("sh", "-c", checked, cwd=folder)[0] == code, f"the container takes a {text} package: {not code}")
    packages = re.search(r"install (?:-\S+ +)+([^&]*)", recipe).group(1).split()
    check([name for name in packages if "/" in name] == [place + copied], "apt installs them, and so what they depend on", packages)
    absent = [name for name in packages if "/" not in name and code_and_output("apt-cache", "show", name)[0] != 0]
    if shutil.which("apt-cache"):
        check(len(packages) > 5 and not absent, "Debian has what the container installs", absent)


def meson(options, folder):
    if shutil.which("meson") is None:
        skip("the example for Meson", "no meson")
        return
    source, build = os.path.join(folder, "meson"), os.path.join(folder, "meson-build")
    shutil.copytree(os.path.join(options.source, "docs/examples/meson"), source)
    alone = environment(PATH=f"{options.build}/bin:{os.environ['PATH']}", CLC_CACHE_DIR=os.path.join(folder, "cache"))
    succeed("meson", "setup", build, source, env=alone)
    code, output = code_and_output("ninja", "-C", build, env=alone)
    check(code == 0 and "twice.clcpack" in contents(build), "Meson builds a package", output)
    check("no work to do" in succeed("ninja", "-C", build, env=alone).stdout, "once")
    with open(os.path.join(source, "twice.h"), "w", encoding="utf-8") as file:
        file.write("#define FACTOR 3\n")
    before = contents(build)["twice.clcpack"]
    succeed("ninja", "-C", build, env=alone)
    check(contents(build)["twice.clcpack"] != before, "and again when a header changes")


def main():
    options = dist.options()
    for test in action, compiler_explorer, container, meson:
        with temporary_folder("clc-places-") as folder:
            test(options, folder)
    sys.exit(finish())


if __name__ == "__main__":
    main()
