#!/usr/bin/env python3
"""Makes the .deb and .tar.gz packages and looks into them; compiles a program through pkg-config; holds the manual
pages and completions against what the programs say with --help.

usage: packages_test.py --prefix DIR --runtime DIR --build DIR --cpack PROGRAM
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

failures = []


def check(good, what, more=""):
    print(f"{'ok      ' if good else 'FAILED  '}{what}")
    if not good:
        failures.append(what)
        print(more)


def skip(what, why):
    print(f"SKIP: {what}: {why}")


def run(*words, **more):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)
    return done.returncode, done.stdout


def pack(options, folder):
    code, output = run(options.cpack, "--config", os.path.join(options.build, "CPackConfig.cmake"), "-B", folder,
                       cwd=folder)
    check(code == 0, "cpack", output)
    return glob.glob(os.path.join(folder, "*.deb")), glob.glob(os.path.join(folder, "*.tar.gz"))


def archives(names):
    def find(start):
        return next((name for name in names if os.path.basename(name).startswith(start)), "")

    runtime, compiler = find("clc-runtime-"), find("clc-0")
    check(runtime and compiler, "an archive for each component", names)
    files = {}
    for name in runtime, compiler:
        with tarfile.open(name) as archive:
            files[name] = {member.name.partition("/")[2] for member in archive if not member.isdir()}
    check({"bin/clrun", "lib/libclc_runtime.a"} <= files[runtime], "the runtime is in the one", files[runtime])
    check({"bin/clc", "libexec/clc/clc-worker"} <= files[compiler], "the compiler is in the other", files[compiler])
    check(not files[runtime] & files[compiler], "nothing is in both")


def debian(names):
    if shutil.which("dpkg-deb") is None or shutil.which("dpkg-shlibdeps") is None:
        skip("the Debian packages", "no dpkg-dev")
        return
    fields = {}
    for name in names:
        _, text = run("dpkg-deb", "--field", name)
        fields[re.search(r"(?m)^Package: (.*)$", text).group(1)] = text
    check(sorted(fields) == ["clc", "clc-runtime"], "two Debian packages", names)
    depends = {name: re.search(r"(?m)^Depends: (.*)$", text).group(1) for name, text in fields.items()}
    check("OpenCL" in depends["clc-runtime"] or "ocl-icd" in depends["clc-runtime"], "the runtime wants a loader", depends)
    check("llvm" not in depends["clc-runtime"] and "clang" not in depends["clc-runtime"], "and no LLVM", depends)
    check("libllvm22" in depends["clc"] and "libclang-cpp22" in depends["clc"], "the compiler wants LLVM 22", depends)
    check("clc-runtime" in depends["clc"], "and the runtime", depends)


SOURCE = """
#include <cstdio>
#include "clc/runtime/program.h"
int main(int, char** arguments) {
  const auto package = clc::Package::open(arguments[1]);
  const auto device = clc::select_device("");
  if (!package || !device) return 1;
  std::printf("%zu modules\\n", package->manifest().modules.size());
  const auto queue = clc::Queue::create(*device);
  return queue && clc::Program::load(*queue, *package, "vecadd") ? 0 : 1;
}
"""


def pkg_config(options, folder):
    if shutil.which("pkg-config") is None:
        skip("a program through pkg-config", "no pkg-config")
        return
    source, program = os.path.join(folder, "p.cpp"), os.path.join(folder, "p")
    with open(source, "w", encoding="utf-8") as file:
        file.write(SOURCE)
    moved = os.path.join(folder, "moved")  # pkg-config knows no spaces in -L
    os.symlink(options.runtime, moved)
    code, flags = run("pkg-config", "--cflags", "--libs", "clc",
                      env={**os.environ, "PKG_CONFIG_PATH": os.path.join(moved, "lib", "pkgconfig")})
    check(code == 0, "pkg-config knows clc", flags)
    code, output = run("c++", "-std=c++17", source, "-o", program, *flags.split())
    check(code == 0, "a program compiles with what it says", output)
    code, output = run(program, os.path.join(moved, "share", "clc", "algorithms"))
    check(code == 0 and "modules" in output, "and loads a kernel", output)


def helps(prefix, program, *command):
    """{command: its help}, commands of commands included; '' is the program's own."""
    output = run(os.path.join(prefix, "bin", program), *command, "--help")[1]
    found = {" ".join(command): output}
    if not command or "Subcommands:" in output:
        for word in re.findall(r"(?m)^  (\w+)  +\S", output.split("usage:")[-1].split("Subcommands:")[-1]):
            found.update(helps(prefix, program, *command, word))
    return found


def manual(prefix, program):
    with open(os.path.join(prefix, "share", "man", "man1", program + ".1"), encoding="utf-8") as file:
        text = file.read().replace("\\-", "-")
    told = helps(prefix, program)
    check(len(told) > 4, f"{program} has commands")
    for command, output in told.items():
        part = text if command == "" else text.split(f".SS {program} {command}", 1)[-1].split("\n.SS ")[0]
        options = re.findall(r"(?m)^  (-\S+)", output)
        missing = [option for option in options if f"\n.B {option}" not in part]
        check(not missing and (command == "" or f".SS {program} {command}" in text),
              f"the manual page tells of {program} {command}: {len(options)} options", missing)
    if shutil.which("groff") is None:
        skip("how the manual page is set", "no groff")
        return
    code, output = run("groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z", os.path.join(prefix, "share/man/man1", program + ".1"))
    check(code == 0 and output == "", f"groff sets {program}.1 without a warning", output)


def completion(prefix, words, text):
    """What bash offers for `words`, the last of which is being typed."""
    script = f"source {text}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; " \
             f"_{words[0]}; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    return run("bash", "-c", script)[1].split()


def completions(prefix):
    share = os.path.join(prefix, "share")
    scripts = {"bash": "bash-completion/completions/clc", "zsh": "zsh/site-functions/_clc",
               "fish": "fish/vendor_completions.d/clc.fish"}
    for shell, name in scripts.items():
        if shutil.which(shell) is None:
            skip(f"completion for {shell}", f"no {shell}")
            continue
        code, output = run(shell, "-n", os.path.join(share, name))
        check(code == 0, f"{shell} reads its completion", output)
        with open(os.path.join(share, name), encoding="utf-8") as file:
            text = file.read()
        long_form = "-l {}" if shell == "fish" else "--{}"
        missing = [option for output in helps(prefix, "clc").values() for option in re.findall(r"--([a-z-]{2,})\b", "\n".join(
            re.findall(r"(?m)^  (-\S+)", output))) if long_form.format(option) not in text]
        check(not missing, f"{shell} completes every long option", missing)
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "clc")  # without the space in the prefix
        shutil.copy(os.path.join(share, scripts["bash"]), script)
        for words, expected in ((["clc", "comp"], ["compile"]), (["clc", "compile", "--keep-g"], ["--keep-going"]),
                                (["clc", "targets", "--format", "j"], ["json"]), (["clc", "cache", "st"], ["stats"]), (["clc", "link", "x"], [])):
            found = completion(prefix, words, script)
            check(found == expected, f"bash completes {' '.join(words)}", found)


def main():
    parser = argparse.ArgumentParser()
    for name in "prefix", "runtime", "build", "cpack":
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clc-packages-") as folder:
        debs, tars = pack(options, folder)
        archives(tars)
        debian(debs)
        pkg_config(options, folder)
    for program in "clc", "clrun":
        manual(options.prefix, program)
    completions(options.prefix)
    sys.exit(f"{len(failures)} of the checks failed" if failures else 0)


if __name__ == "__main__":
    main()
