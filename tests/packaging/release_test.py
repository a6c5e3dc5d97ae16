#!/usr/bin/env python3
"""What script/release makes around a build, and what script/verify-release finds: of the real artifacts of script/dist all is good, twice the
same bytes. In a small release of planted faults each is found.

usage: release_test.py --dist DIR --build DIR --source DIR
"""
import glob
import gzip
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile

import dist

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, code_and_output, contents, environment, finish, skip_all, succeed, temporary_folder  # noqa: E402

DATE = "2027-02-03"
CHANGELOG = f"# Changes\n\n## [Unreleased]\n\n### Added\n\n- Later.\n\n## [1.2.3] - {DATE}\n\n### Added\n\n- A thing.\n\n## [1.2.2] - 2027-01-01\n\n- Old.\n"


class Release:
    """Scripts of the tree, keys, and where releases lie."""

    def __init__(self, options, folder):
        self.scripts, self.folder = os.path.join(options.source, "script"), folder
        for name in "key", "other":
            succeed("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", self.path(name))

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def finish(self, name):
        succeed(sys.executable, os.path.join(self.scripts, "lib/release.py"), "finish", "--key", self.path("key"), self.path(name))

    def verify(self, name, *words, key="key.pub"):
        return code_and_output(os.path.join(self.scripts, "verify-release"), self.path(name), "--key", self.path(key), *words)

    def found(self, what, name, wanted, *words, key="key.pub"):
        code, output = self.verify(name, *words, key=key)
        check(code == 1 and wanted in output and "Traceback" not in output, f"found: {what}", output)


def sources_of_tag(release):
    """A tag's sources hold its version and date, whatever the clock and the umask."""
    tree = release.path("tree")
    os.makedirs(os.path.join(tree, "docs"))
    shutil.copytree(release.scripts, os.path.join(tree, "script"), ignore=shutil.ignore_patterns("__pycache__"))
    with open(os.path.join(tree, "docs/changelog.md"), "w", encoding="utf-8") as file:
        file.write(CHANGELOG)
    who = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER")
           for what, value in (("NAME", "a"), ("EMAIL", "a@b"), ("DATE", f"{DATE}T23:30:00Z"))}
    variables = release.variables = environment("GIT_", "SOURCE_DATE_EPOCH", **who)
    for words in ("init", "-q"), ("add", "."), ("commit", "-q", "-m", "all"), ("tag", "-a", "-m", "it", "v1.2.3"), ("tag", "v1.2.4"), ("tag", "later"):
        succeed("git", *words, cwd=tree, env=variables)
    made = []
    for name, umask, zone in ("one", 0o022, "UTC"), ("two", 0o077, "Asia/Tokyo"):
        succeed("script/release", "v1.2.3", "--sources", release.path(name), cwd=tree, umask=umask, env=variables | {"TZ": zone})
        made.append(contents(release.path(name)))
    check(made[0] == made[1], "a tag's sources are the same bytes twice")
    with tarfile.open(release.path("one", "clc-1.2.3-source.tar.gz")) as archive:
        text = archive.extractfile("clc-1.2.3/RELEASE").read().decode()
    check(text == f"1.2.3 {DATE}\n", "with the version and the date of the tag", text)
    for tag, wanted in ("v1.2.4", "has no section `## [1.2.4]"), ("later", "is no version"), ("v9.9.9", "there is no tag"):
        code, output = code_and_output("script/release", tag, "--sources", release.path(tag), cwd=tree, env=variables)
        check(code == 1 and wanted in output, f"refused: {tag}, {wanted}", output)
    for words in (), ("v1.2.3",), ("v1.2.3", "--sources"), ("v1.2.3", "--sources", "a", "b"), ("v1.2.3", "--key", "key"):
        code, output = code_and_output("script/release", *words, cwd=tree, env=variables)
        check(code == 1 and output.startswith("release: usage: script/release TAG"), f"refused: script/release {' '.join(words)}", output)
    done = subprocess.run([sys.executable, "script/lib/release.py", "notes", "--version", "1.2.3", "--date", DATE], cwd=tree, input=CHANGELOG, text=True,
                          capture_output=True, check=False)
    check(done.stdout == "# clc 1.2.3\n\n### Added\n\n- A thing.\n", "notes are the changelog's section", done.stdout + done.stderr)


def keys_before_the_build(release):
    """A key that cannot sign a release ends script/release at once, and with a word."""
    succeed("ssh-keygen", "-q", "-t", "rsa", "-b", "2048", "-N", "", "-f", release.path("rsa"))
    change(release.path("no-key"), b"nothing\n")
    tree = release.path("tree")
    change(os.path.join(tree, "script/lib/build-release"), b"#!/bin/sh\necho it builds\nexit 1\n")
    code, output = code_and_output("script/release", "v1.2.3", "--key", release.path("key"), release.path("other-scripts"), cwd=tree)
    check(code == 1 and "are not those of v1.2.3" in output and "it builds" not in output, "other scripts than the tag's build no release", output)
    for words in ("commit", "-q", "-a", "-m", "it builds"), ("tag", "-f", "-a", "-m", "it", "v1.2.3"):
        succeed("git", *words, cwd=tree, env=release.variables)
    for key, wanted in (("rsa", "is a key of ssh-rsa"), ("no-key", "ssh-keygen cannot sign with"), ("absent", "is not there"), ("key", "it builds")):
        code, output = code_and_output("script/release", "v1.2.3", "--key", release.path(key), release.path("with-" + key), cwd=tree)
        check(code == 1 and wanted in output and "Traceback" not in output and ("it builds" in output) == (key == "key"),
              f"before the build: {key}, {wanted}", output)


def version_of_sources(release, options):
    """CMake and script/dist read RELEASE."""
    tree = release.path("configured")
    os.mkdir(tree)
    with open(os.path.join(options.source, "CMakeLists.txt"), encoding="utf-8") as file:
        head = file.read().partition("project(clc VERSION")
    with open(os.path.join(tree, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write(head[0] + "message(STATUS \"made ${clc_version} of ${CLC_DATE}\")\nproject(clc VERSION ${clc_version} LANGUAGES NONE)\n")
    with open(os.path.join(tree, "RELEASE"), "w", encoding="utf-8") as file:
        file.write(f"7.8.9 {DATE}\n")
    code, output = code_and_output("cmake", "-S", tree, "-B", os.path.join(tree, "build"))
    check(code == 0 and f"made 7.8.9 of {DATE}" in output, "CMake takes version and date from RELEASE", output)


def real_artifacts(release, options):
    os.mkdir(release.path("real"))
    for artifact in set(os.listdir(options.dist)) - {"SHA256SUMS"}:  # `finish` would write through it
        os.symlink(os.path.join(os.path.abspath(options.dist), artifact), release.path("real", artifact))
    release.finish("real")
    code, output = release.verify("real")
    check(code == 0 and "bills of materials: good" in output, "all that script/dist made is good", output)
    if glob.glob(release.path("real", "*.deb")):
        os.mkdir(release.path("few-tools"))
        os.symlink(shutil.which("ssh-keygen"), release.path("few-tools", "ssh-keygen"))
        code, output = code_and_output(sys.executable, os.path.join(release.scripts, "lib/release.py"), "verify", "--key", release.path("key.pub"),
                                       release.path("real"), env=environment(PATH=release.path("few-tools")))
        check(code == 1 and output.endswith("release: wants dpkg-deb, which is not installed here\n"), "a tool that is missing is named", output)


def write_archive(path, files):
    with open(path, "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as file, tarfile.open(fileobj=file, mode="w") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo("clc-1.2.3/" + name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


def small_release(release, name, change_bill=lambda bill: bill):
    """A release of one archive with one program."""
    tree, into = release.path(name + "-tree"), release.path(name)
    files = {"bin/clc": b"a program", "share/clc/THIRD-PARTY-NOTICES": b"notices", "share/clc/components.json": json.dumps({"components": [
        {"name": "zstd", "version": "1", "license": "MIT", "purl": "pkg:a/b", "copyright": "c", "homepage": "h", "in": ["compiler"]}]}).encode()}
    for path, data in files.items():
        os.makedirs(os.path.dirname(os.path.join(tree, path)), exist_ok=True)
        with open(os.path.join(tree, path), "wb") as file:
            file.write(data)
    succeed(sys.executable, os.path.join(release.scripts, "lib/sbom.py"), "write", "--name", "clc", "--version", "1.2.3", "--date", DATE, "--components",
            os.path.join(tree, "share/clc/components.json"), "--root", tree, "--prefix", "/", "--into", "/share/clc/sbom", *("/" + path for path in files))
    os.mkdir(into)
    write_archive(os.path.join(into, "clc-1.2.3-x86_64.tar.gz"), {path: change_bill(data.decode()).encode() if "/sbom/" in path else data
                                                                  for path, data in contents(tree).items()})
    with open(os.path.join(into, "clc-1.2.3-source.tar.gz"), "wb") as file:
        file.write(b"sources")
    release.finish(name)


def nothing_is_left_out(release):
    """A build that could not fetch something makes less, and no release."""
    kinds = ["clc-1.2.3-linux-x86_64.tar.gz", "relink-clc-1.2.3-linux-x86_64.tar.gz", "clc_opencl-1.2.3-a.whl", "clc_emulator-1.2.3-a.whl", "clc_1.2.3_a.deb",
             "clc-runtime_1.2.3_a.deb", "clc-cuda_1.2.3_a.deb", "clc-emulator_1.2.3_a.deb", "glibc_2.dsc", "glibc_2.orig.tar.xz",
             "glibc_2.debian.tar.xz", "BUILD-PACKAGES"]
    os.mkdir(release.path("kinds"))
    for kind in kinds:
        change(release.path("kinds", kind), b"")
    whole = [sys.executable, os.path.join(release.scripts, "lib/release.py"), "complete", release.path("kinds")]
    succeed(*whole)
    for kind in kinds:
        os.remove(release.path("kinds", kind))
        code, output = code_and_output(*whole)
        check(code == 1 and output.count("no ") == 1 and re.match("[A-Za-z_-]+", kind)[0] in output, f"refused: a build without {kind}", output)
        change(release.path("kinds", kind), b"")


def change(path, data=None):
    if data is None:
        with open(path, "rb") as file:
            data = file.read()
        data = data[:-1] + bytes([data[-1] ^ 1])
    with open(path, "wb") as file:
        file.write(data)


def planted_faults(release):
    archive = "clc-1.2.3-x86_64.tar.gz"
    small_release(release, "small")
    small_release(release, "again")
    check(contents(release.path("small")) == contents(release.path("again")), "the same release is signed by the same bytes")
    code, output = release.verify("small")
    check(code == 0 and "not built again" in output, "a small release is good", output)
    code, output = release.verify("small", "--same-as", release.path("again"))
    check(code == 0 and "the same bytes of 1 files" in output, "built again, too", output)

    code, output = release.verify("small", "--same-as", "missing")
    check(code == 1 and output.endswith("release: missing is no folder\n"), "a build that is not there", output)

    def planted(what, wanted, plant, *words, key="key.pub"):
        shutil.copytree(release.path("small"), release.path(what))
        plant(release.path(what))
        release.found(what, what, wanted, *words, key=key)

    planted("a changed byte", f"{archive} has another digest", lambda at: change(os.path.join(at, archive)))
    planted("a missing file", "clc-1.2.3-source.tar.gz is not there", lambda at: os.remove(os.path.join(at, "clc-1.2.3-source.tar.gz")))
    planted("a file more", "more is not in SHA256SUMS", lambda at: change(os.path.join(at, "more"), b""))
    planted("another's key", "is no signature", lambda at: None, key="other.pub")
    release.found("a key that is not there", "small", "absent.pub is not there", key="absent.pub")
    planted("no signature", "SHA256SUMS.sig is not there", lambda at: os.remove(os.path.join(at, "SHA256SUMS.sig")))
    planted("digests that nobody signed", "is no signature", lambda at: change(os.path.join(at, "SHA256SUMS"), b""))
    planted("what the key signed elsewhere", "is no signature", lambda at: (
        shutil.copy(os.path.join(at, "SHA256SUMS"), release.path("text")),
        succeed("ssh-keygen", "-q", "-Y", "sign", "-f", release.path("key"), "-n", "file", release.path("text")),
        shutil.copy(release.path("text.sig"), os.path.join(at, "SHA256SUMS.sig"))))
    planted("another build", "was built with other bytes", lambda at: (
        shutil.copytree(at, release.path("elsewhere")), change(release.path("elsewhere", archive))), "--same-as", release.path("elsewhere"))
    planted("another build of newer packages", "built by Debian's libc6 2 in ", lambda at: (
        change(os.path.join(at, "BUILD-PACKAGES"), b"clang 1\nlibc6 1\n"), release.finish(os.path.basename(at)),
        shutil.copytree(at, release.path("newer")), change(release.path("newer", "BUILD-PACKAGES"), b"clang 1\nlibc6 2\n")), "--same-as", release.path("newer"))
    program = succeed("sha256sum", release.path("small-tree", "bin/clc")).stdout.split()[0]
    for what, wanted, before, after in (("a bill with another digest", "bin/clc has another content", program, "0" * 64),
                                        ("a bill without a component", "zstd 1 is in one of", '"name": "zstd"', '"name": "other"'),
                                        ("a bill without a file", "does not tell bin/clc", "bin/clc", "bin/other")):
        small_release(release, what, lambda bill, before=before, after=after: bill.replace(before, after))
        release.found(what, what, wanted)


def main():
    options = dist.options()
    if not shutil.which("ssh-keygen"):
        skip_all("signatures of releases", "openssh-client is not installed")
    with temporary_folder("clc-release-") as folder:
        release = Release(options, folder)
        sources_of_tag(release)
        keys_before_the_build(release)
        version_of_sources(release, options)
        nothing_is_left_out(release)
        planted_faults(release)
        real_artifacts(release, options)
    sys.exit(finish())


if __name__ == "__main__":
    main()
