#!/usr/bin/env python3
"""Makes the Debian packages, or takes those of script/dist, looks into them, and installs and uses them in a clean root; compiles programs
through pkg-config; holds the manual pages and completions against what the programs say with --help.

usage: packages_test.py --prefix DIR --runtime DIR --build DIR (--cpack PROGRAM | --packages DIR)
"""
import argparse
import glob
import json
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, environment, finish, skip, temporary_folder  # noqa: E402
from dpkg_root import put_stand_in_shell  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "docs", "examples")
AS_ROOT = ["env"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user"]


LOAD = """#include "clc/runtime/program.h"
#include "primes_package.h"
extern "C" int load() {
  const auto package = clc::Package::from_memory(primes::package_bytes());
  const auto device = clc::select_device("pocl");
  if (!package || !device) return 1;
  const auto queue = clc::Queue::create(*device);
  return queue && clc::Program::load(*queue, *package, "primes") ? 0 : 2;
}
"""


def pack(options, folder):
    lacking = [tool for tool in ("dpkg", "dpkg-deb", "dpkg-shlibdeps", "file") if shutil.which(tool) is None]
    if lacking:
        skip("the Debian packages", f"no {', '.join(lacking)}")
        return []
    if options.packages:
        made = sorted(glob.glob(os.path.join(options.packages, "*.deb")))
        check(made, f"there are packages in {options.packages}")
        return made
    code, output = code_and_output(options.cpack, "--config", os.path.join(options.build, "CPackConfig.cmake"), "-G", "DEB",
                                   "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none", "-B", folder, cwd=folder, umask=0o077)
    check(code == 0, "cpack", output)
    return sorted(glob.glob(os.path.join(folder, "*.deb")))


def contents(names):
    """Which files lie in which package, and that everybody may read them."""
    files = {}
    for name in names:
        lines = [line.split(None, 5) for line in code_and_output("dpkg-deb", "--contents", name)[1].splitlines()]
        private = [words for words in lines if not re.match(r"drwxr-xr-x|-rwxr-xr-x|-rw-r--r--", words[0])]
        check(lines and not private, "everybody may read it, whatever the umask", private)
        package = "runtime" if "runtime" in os.path.basename(name) else "compiler"
        files[package] = {words[5].removeprefix("./usr/") for words in lines if not words[0].startswith("d")}
    check({"bin/clrun", "lib/libclc_runtime.a", "share/doc/clc-runtime/copyright"} <= files["runtime"], "the runtime is in the one", files)
    check({"bin/clc", "libexec/clc/clc-worker", "share/doc/clc/copyright", "share/doc/clc/docs/targets.md"} <= files["compiler"], "the compiler is in the other", files)
    check(not files["runtime"] & files["compiler"], "nothing is in both")


def checked_calls(build):
    """Calls of libc that know how much room there is, where the compiler can tell."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = {os.path.relpath(entry["file"], os.path.join(HERE, "..", "..")): entry["command"] for entry in json.load(file)}
    ours = {name for name in commands if name.startswith(("base/", "package/", "cache/", "runtime/", "layer/", "tools/", "kernels/")) and name.endswith(".cpp")}
    unchecked = {name for name in ours if "-D_FORTIFY_SOURCE=2" not in commands[name]}
    check(len(ours) > 100 and not unchecked, "calls of libc are checked where the compiler can do that", sorted(unchecked))


def hardening(prefix, build):
    """Checks of every program and module: position-independent, tables of functions read-only after the start, no code on the
    stack, stacks that notice when they are overrun, and no libraries from folders that others could write to."""
    programs = [path for folder in ("bin", "libexec/clc") for path in glob.glob(os.path.join(prefix, folder, "*"))]
    names = {os.path.basename(path) for path in programs}
    check({"clc", "clrun", "clc-worker", "clc-driver", "libclc-layer.so"} <= names, "programs and modules are installed", names)
    for path in programs:
        name = os.path.basename(path)
        _, header = code_and_output("readelf", "-hlW", path)
        _, dynamic = code_and_output("readelf", "-dW", path)
        # A static program names none of its functions once it is stripped.
        named = os.path.join(build, "libexec/clc", name) if "(NEEDED)" not in dynamic else path
        _, symbols = code_and_output("readelf", "--symbols" if named != path else "--dyn-syms", "-W", named)
        check("DYN (" in header, f"{name} is position-independent", header)
        check("GNU_RELRO" in header and re.search(r"BIND_NOW|\bNOW\b", dynamic), f"{name}: full RELRO", dynamic)
        check(re.search(r"GNU_STACK .* RW +0", header), f"{name}: no code on the stack", header)
        check("__stack_chk_fail" in symbols, f"{name}: stacks are checked", symbols[-2000:])
        paths = re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", dynamic)
        check(all(path.startswith("/usr/") for each in paths for path in each.split(":")), f"{name}: libraries of the system", paths)


def debian(names, has_emulator):
    fields = {}
    for name in names:
        _, text = code_and_output("dpkg-deb", "--field", name)
        fields[re.search(r"(?m)^Package: (.*)$", text).group(1)] = text
    check(sorted(fields) == ["clc", "clc-cuda", *(["clc-emulator"] if has_emulator else []), "clc-runtime"], "a Debian package for each component", names)
    depends = {name: re.search(r"(?m)^Depends: (.*)$", text).group(1) for name, text in fields.items()}
    check("OpenCL" in depends["clc-runtime"] or "ocl-icd" in depends["clc-runtime"], "the runtime wants a loader", depends)
    check("llvm" not in depends["clc-runtime"] and "clang" not in depends["clc-runtime"], "and no LLVM", depends)
    check("llvm" not in depends["clc"] and "clang" not in depends["clc"], "nor does the compiler", depends)
    check("clc-runtime" in depends["clc"], "and the runtime", depends)


class DebianRoot:
    """A root in which packages are installed beside the ones of this machine; /out is kept, /src has the examples."""

    def __init__(self, folder, name, *packages):
        self.folder = os.path.join(folder, name)
        self.out = os.path.join(folder, name + " out")
        os.makedirs(os.path.join(self.folder, "var/lib/dpkg/info"))
        os.makedirs(os.path.join(self.folder, "var/lib/dpkg/updates"))
        os.mkdir(self.out)
        put_stand_in_shell(self.folder)
        # Only packages that are installed here satisfy dependencies.
        shutil.copy("/var/lib/dpkg/status", os.path.join(self.folder, "var/lib/dpkg/status"))
        code, output = code_and_output(*AS_ROOT, "dpkg", f"--root={self.folder}", f"--log={self.folder}/log", "--install", *packages,
                                       env=environment(PATH=os.environ["PATH"] + ":/usr/sbin:/sbin"))
        check(code == 0, f"dpkg installs {', '.join(map(os.path.basename, packages))}", output[-3000:])

    def run(self, what, script, *more):
        code, output = code_and_output(os.path.join(HERE, "clean_root.sh"), *more, "--over", self.folder, "--show", f"{EXAMPLES}=/src",
                                       "--writable", f"{self.out}=/out", script)
        if code == 77:
            skip(what, output.strip())
        else:
            check(code == 0, what, output[-4000:])


# The installed set has no code for PoCL, that of the build tree has.
def debian_runtime(folder, build, runtime):
    root = DebianRoot(folder, "runtime", runtime)
    root.run("without compiler and LLVM clrun runs kernels",
             "test ! -e /usr/bin/clc; clrun list vecadd; clrun verify vecadd/scalar --package /set", "--without-compiler",
             "--show", os.path.join(build, "share/clc/algorithms") + "=/set")


def debian_compiler(folder, packages):
    root = DebianRoot(folder, "compiler", *packages)
    root.run("a project finds clc where Debian puts it", """
        clc --version
        cmake -S /src/hello -B /out/hello -DCMAKE_BUILD_TYPE=Release
        cmake --build /out/hello
        /out/hello/hello
        if test -e /usr/share/bash-completion/bash_completion; then
          bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader clc; complete -p clc'
        fi""")
    if shutil.which("pkg-config") is None:
        skip("programs through pkg-config", "no pkg-config")
        return
    for name, text in ("load.cpp", LOAD), ("main.c", "int load(void);\nint main(void) { return load(); }\n"):
        with open(os.path.join(root.out, name), "w", encoding="utf-8") as file:
            file.write(text)
    root.run("pkg-config serves programs that the C compiler links", """
        cd /out
        clc compile /src/c-api/primes.cl -t spirv64 -t driver:pocl -o primes.clcpack
        clc embed primes.clcpack -o primes_package.cpp -n primes
        c++ -std=c++17 -I. $(pkg-config --cflags clc) -c load.cpp primes_package.cpp
        cc -c main.c
        cc *.o $(pkg-config --libs clc) -o c
        ./c
        c++ *.o $(pkg-config --libs clc) -o cpp
        ./cpp
        cc *.o $(pkg-config --static --libs clc) -o static
        ./static
        if readelf -d c cpp static | grep -E 'NEEDED.*lib(crypto|zstd)'; then exit 1; fi
        cc -DPACKAGE='"primes.clcpack"' /src/c-api/main.c $(pkg-config --cflags --libs clc-runtime OpenCL) -o by_c
        test "$(./by_c)" = '2 3 5 7 11 13 17 19 23 29 '""")


def pkg_config_of_install_tree(prefix):
    if shutil.which("pkg-config") is None:
        skip("the pkg-config file of the install tree", "no pkg-config")
        return
    code, output = code_and_output("pkg-config", "--variable=libdir", "clc",
                                   env=environment(PKG_CONFIG_PATH=os.path.join(prefix, "lib", "pkgconfig")))
    library = os.path.join(output.strip().replace("\\ ", " "), "libclc_runtime.a")
    check(code == 0 and os.path.samefile(library, os.path.join(prefix, "lib", "libclc_runtime.a")),
          "the pkg-config file goes by where it lies", output)


def helps(prefix, program, *command):
    """{command: its help}, commands of commands included; '' is the program's own."""
    output = code_and_output(os.path.join(prefix, "bin", program), *command, "--help")[1]
    found = {" ".join(command): output}
    if not command or "Subcommands:" in output:
        listed = output.split("usage:")[-1].split("Subcommands:")[-1].split("Environment:")[0]
        for word in re.findall(r"(?m)^  (\w+)  +\S", listed):
            if word not in ("help", "version"):
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
    variables = {name for output in told.values()
                 for name in re.findall(r"(?m)^  ([A-Z_]+)(?:,|  )", output.partition("Environment:")[2])}
    environment = text.split(".SH ENVIRONMENT")[-1].split(".SH ")[0]
    missing = [name for name in variables if name not in environment]
    check(len(variables) > 3 and not missing, f"{program}.1 has the variables of every help", missing)
    statuses = re.findall(r"\n\.B (\d)\n", text.split(".SH EXIT STATUS")[-1].split(".SH ")[0])
    check(statuses[0] == "0" and len(statuses) >= 6 and statuses == sorted(statuses), f"{program}.1 has the exit codes", statuses)
    check(".SH FILES" in text and re.match(r'\.TH \w+ 1 "\d{4}-\d\d-\d\d"', text), f"{program}.1 has files and a date", text[:80])
    foreign = re.findall(r".* (?:REQUIRED|ENUM|UINT|Excludes:|Needs:).*", "\n".join([text, *told.values()]))
    check(not foreign, f"{program}.1 holds no words of the parser of command lines", foreign)
    if shutil.which("groff") is None:
        skip("how the manual page is set", "no groff")
        return
    code, output = code_and_output("groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z", os.path.join(prefix, "share/man/man1", program + ".1"))
    check(code == 0 and output == "", f"groff sets {program}.1 without a warning", output)


def completed_by_bash(script, words):
    """Returns what bash offers for `words`, the last of which is being typed. It splits at colons, too."""
    split = [part for word in words for part in re.split("(:)", word)]
    code = f"source {BASH_COMPLETION} 2>/dev/null; source '{script}'; COMP_WORDS=({' '.join(split)}); COMP_CWORD={len(split) - 1}; " \
           f"COMP_LINE='{' '.join(words)}'; COMP_POINT=${{#COMP_LINE}}; _{words[0]}; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    return code_and_output("bash", "-c", code)[1].split()


def completed_by_fish(script, words):
    code, output = code_and_output("fish", "--no-config", "-c", f"source '{script}'; complete -C '{' '.join(words)}'")
    return [line.split("\t")[0] for line in output.splitlines()]


BASH_COMPLETION = "/usr/share/bash-completion/bash_completion"
COMPLETIONS = ((["clc", "comp"], ["compile"]), (["clc", "compile", "--keep-g"], ["--keep-going"]),
               (["clc", "targets", "--format", "j"], ["json"]), (["clc", "cache", "st"], ["stats"]),
               (["clc", "compile", "-t", "spirv32:1.6"], ["spirv32:1.6"]))


def completions(prefix):
    share = os.path.join(prefix, "share")
    scripts = {"bash": "bash-completion/completions/clc", "zsh": "zsh/site-functions/_clc",
               "fish": "fish/vendor_completions.d/clc.fish"}
    for shell, name in scripts.items():
        if shutil.which(shell) is None:
            skip(f"completion for {shell}", f"no {shell}")
            continue
        code, output = code_and_output(shell, "-n", os.path.join(share, name))
        check(code == 0, f"{shell} reads its completion", output)
        with open(os.path.join(share, name), encoding="utf-8") as file:
            text = file.read()
        long_form = "-l {}" if shell == "fish" else "--{}"
        missing = [option for output in helps(prefix, "clc").values() for option in re.findall(r"--([a-z-]{2,})\b", "\n".join(
            re.findall(r"(?m)^  (-\S+)", output))) if long_form.format(option) not in text]
        check(not missing, f"{shell} completes every long option", missing)
        odd = re.findall(r"--[a-z-]+\{\S*", text)
        check(not odd, f"{shell} completes options as they are typed", odd)
    for shell, complete in ("bash", completed_by_bash), ("fish", completed_by_fish):
        for words, expected in COMPLETIONS:
            if shutil.which(shell) is None:
                continue
            if shell == "bash" and ":" in words[-1]:
                if not os.path.exists(BASH_COMPLETION):
                    skip("how bash completes targets", "no bash-completion")
                    continue
                expected = [word.rpartition(":")[2] for word in expected]  # it has the rest already
            found = complete(os.path.join(share, scripts[shell]), words)
            check(found == expected, f"{shell} completes {' '.join(words)}", found)


def names_of_packages(prefix, folder):
    """Behind a package, -t and -k offer what is in it."""
    scripts = os.path.join(prefix, "share")
    with open(os.path.join(folder, "k.cl"), "w", encoding="utf-8") as file:
        file.write("kernel void blur(global int* p) { p[0] = 1; }\n")
    package = os.path.join(folder, "named")
    clc = os.path.join(prefix, "bin", "clc")
    check(code_and_output(clc, "compile", os.path.join(folder, "k.cl"), "-t", "spirv64", "-o", package)[0] == 0, "a package for completions")
    for shell, complete, name in (("bash", completed_by_bash, "bash-completion/completions/clc"),
                                  ("fish", completed_by_fish, "fish/vendor_completions.d/clc.fish")):
        if shutil.which(shell) is None:
            continue
        old = os.environ["PATH"]
        os.environ["PATH"] = os.path.join(prefix, "bin") + ":" + old
        try:
            found = complete(os.path.join(scripts, name), ["clc", "disasm", package, "-k", "bl"])
            check(found == ["blur"], f"{shell} completes a kernel of the package", found)
            found = complete(os.path.join(scripts, name), ["clc", "report", package, "--target", "spi"])
            check(found == ["spirv64:1.2"], f"{shell} completes a target of the package", found)
        finally:
            os.environ["PATH"] = old


def main():
    parser = argparse.ArgumentParser()
    for name in "prefix", "runtime", "build":
        parser.add_argument(f"--{name}", required=True)
    source = parser.add_mutually_exclusive_group(required=True)
    for name in "cpack", "packages":
        source.add_argument(f"--{name}")
    options = parser.parse_args()
    with temporary_folder("clc-packages-") as folder:
        debian_names = pack(options, folder)
        if debian_names:
            contents(debian_names)
            debian(debian_names, os.path.exists(os.path.join(options.prefix, "libexec/clc/libclc-emulator.so")))
        if debian_names and code_and_output(*AS_ROOT, "true")[0] != 0:
            skip("installing the Debian packages", "this machine lets nobody but root do it")
        elif debian_names:
            runtime = [name for name in debian_names if "runtime" in os.path.basename(name)]
            debian_runtime(folder, options.build, *runtime)
            debian_compiler(folder, debian_names)
    hardening(options.prefix, options.build)
    checked_calls(options.build)
    pkg_config_of_install_tree(options.runtime)
    for program in "clc", "clrun":
        manual(options.prefix, program)
    completions(options.prefix)
    with temporary_folder("clc-completions-") as folder:
        names_of_packages(options.prefix, folder)
    sys.exit(finish())


if __name__ == "__main__":
    main()
