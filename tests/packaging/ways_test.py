#!/usr/bin/env python3
"""Builds one project with clc from the wheel, the archive, the Debian packages, the build tree and FetchContent, to the same bytes, and takes
the packages away again: nothing is left of them.

usage: ways_test.py --dist DIR --build DIR --source DIR [--whole]
  --whole    FetchContent builds clc, too, which takes minutes. Without it the programs of the archive are put where its build would
             make them, and the build's own commands compile the kernels with them.
"""
import glob
import os
import shutil
import sys

import dist
from dist import build_project, made

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, contents, environment, finish, output_of, run, skip, succeed, temporary_folder  # noqa: E402
from dpkg_root import put_stand_in_shell  # noqa: E402

AS_ROOT = ["env"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user"]


def with_wheel(options, folder):
    venv = os.path.join(folder, "venv")
    python = shutil.which("python3", path="/usr/bin") or sys.executable
    if run(python, "-m", "venv", venv).returncode != 0:
        skip("a project with the wheel", f"{python} makes no virtual environments (python3-venv)")
        return None
    succeed(f"{venv}/bin/python", "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--no-index", made(options.dist, "clc_opencl-*.whl"))
    return build_project("wheel", folder, output_of(f"{venv}/bin/python", "-m", "clc_opencl", "--prefix").strip())


def with_debian_packages(options, folder, archive):
    """Installed into a root of their own by dpkg, and removed from it."""
    packages = sorted(glob.glob(os.path.join(options.dist, "*.deb")))
    if not packages:
        skip("a project with the Debian packages", "there are none: no dpkg-dev")
        return None
    summaries = [output_of("dpkg-deb", "--field", path, "Description").partition("\n")[0] for path in packages]
    check(len(set(summaries)) == len(packages), "the first line of each description is its own", summaries)
    root = os.path.join(folder, "debian")
    for name in "info", "updates":
        os.makedirs(os.path.join(root, "var/lib/dpkg", name))
    put_stand_in_shell(root)
    shutil.copy("/var/lib/dpkg/status", os.path.join(root, "var/lib/dpkg/status"))
    dpkg = [*AS_ROOT, "dpkg", f"--root={root}", f"--log={folder}/dpkg.log"]
    path = environment(PATH=os.environ["PATH"] + ":/usr/sbin:/sbin")
    succeed(*dpkg, "--install", *packages, env=path)
    workers = {contents(os.path.join(tree, "libexec/clc"))["clc-worker"] for tree in (archive, os.path.join(root, "usr"))}
    check(len(workers) == 1, "dpkg installs the packages, with the archive's worker")
    built = build_project("Debian packages", folder, os.path.join(root, "usr"))
    succeed(*dpkg, "--purge", *(os.path.basename(package).partition("_")[0] for package in packages), env=path)
    shutil.rmtree(os.path.join(root, "bin"))
    left = [name for name in os.listdir(root) if name != "var"] + [name for name in contents(root) if not name.startswith("var/lib/dpkg/")]
    check(not left, "dpkg leaves nothing of them", left)
    return built


def fetched(options, folder, archive):
    """clc as a part of the project's own build."""
    source, build = os.path.join(folder, "fetched-source"), os.path.join(folder, "fetched")
    dist.write_project(source, "include(FetchContent)\n"
                       f"FetchContent_Declare(clc SOURCE_DIR \"{options.source}\")\nFetchContent_MakeAvailable(clc)\n")
    succeed("cmake", "-G", "Ninja", "-S", source, "-B", build)
    if options.whole:
        succeed("cmake", "--build", build, env=environment(CLC_CACHE="0"))
    else:
        place = os.path.join(build, "_deps/clc-build")
        for name in "bin", "libexec", "share":
            shutil.rmtree(os.path.join(place, name), ignore_errors=True)
            shutil.copytree(os.path.join(archive, name), os.path.join(place, name), copy_function=os.link)
        commands = [line for line in output_of("ninja", "-C", build, "-t", "commands", "all_kernels").splitlines() if "twice.cl" in line]
        check(len(commands) > 1 and f"{place}/bin/clc compile" in commands[0], "FetchContent: the build compiles with the clc that it makes", commands)
        for command in commands:
            succeed(command, shell=True, cwd=build, env=environment(CLC_CACHE="0"))
    return dist.package_of(build)


def main():
    options = dist.options("whole")
    with temporary_folder("clc-ways-") as folder:
        home = os.path.join(folder, "home")
        os.mkdir(home)
        os.environ["HOME"] = home
        archive = os.path.join(folder, "unpacked")
        os.mkdir(archive)
        succeed("tar", "-xf", made(options.dist, "clc-*.tar.gz"), "--strip-components=1", "-C", archive)
        before = contents(archive)
        built = {"archive": build_project("archive", folder, archive)}
        changed = sorted(name for name, _ in contents(archive).items() ^ before.items())
        check(not changed, "the archive's folder holds what was unpacked, and no more", changed)
        built["wheel"] = with_wheel(options, folder)
        built["Debian packages"] = with_debian_packages(options, folder, archive)
        built["build tree"] = build_project("build tree", folder, options.build)
        built["FetchContent"] = fetched(options, folder, archive)
        packages = {way: package for way, package in built.items() if package is not None}
        for way, package in packages.items():
            check(package == built["archive"], f"{way}: the package has the archive's bytes")
        left = sorted(name for name in contents(home) if "clc" in name)
        check(not left, "and no file of clc is left in the home folder", left)
    sys.exit(finish())


if __name__ == "__main__":
    main()
