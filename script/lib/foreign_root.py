#!/usr/bin/env python3
"""Debian roots for other processors, below build/foreign, whose programs this machine runs by QEMU's user emulation.

The kernel hands such programs to QEMU inside namespaces that each call makes for itself: nothing is registered for the whole machine.

usage: foreign_root.py PROCESSOR        makes the root that clc is built with for arm64 (script/dist --for), and prints its path
"""
import glob
import os
import shutil
import subprocess
import sys

# A namespace of users in which root is as much as it is outside, and may give files to others; for everyone else it has one user.
MAPPED = """
coproc HOLD { exec unshare --user sh -c 'echo; read -r end'; }
read -r <&"${HOLD[0]}"
if ((EUID == 0)); then map=(0 0 65536); else echo deny >/proc/$HOLD_PID/setgroups; map=(0 "$EUID" 1); fi
for kind in uid gid; do echo "${map[@]}" >/proc/$HOLD_PID/${kind}_map; done
nsenter --user --target "$HOLD_PID" --preserve-credentials unshare --mount --pid --fork --kill-child sh -euc "$@" || exit $?
"""
# $0 is the root, $1 the rule for the kernel, $2 what of this machine is shown, as SOURCE=TARGET on lines.
ENTER = """
mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
cat "$1" >/proc/sys/fs/binfmt_misc/register
mount -t proc proc "$0/proc"
mount --rbind /sys "$0/sys"
mount -t tmpfs none "$0/dev/shm"
for device in null zero urandom; do touch "$0/dev/$device"; mount --bind /dev/$device "$0/dev/$device"; done
printf '%s' "$2" | while IFS='=' read -r from to; do mount --bind "$from" "$0$to"; done
shift 2
root=$0
env -i PATH=/usr/bin:/usr/sbin HOME=/root LANG=C.UTF-8 "$@" || exit $?  # never the first process, which no signal of its own ends
"""
SOURCES = "/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"
QEMU_NAMES = {"arm64": "aarch64"}
SCRIPTS = os.path.dirname(os.path.abspath(__file__))
TRIPLES = {"arm64": "aarch64-linux-gnu", "s390x": "s390x-linux-gnu"}


def code_and_output(*command):
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


def told_by(*command):
    """What a program says that must end well."""
    code, output = code_and_output(*command)
    if code != 0:
        sys.exit(f"{command[0]}: {output}")
    return output


class ForeignRoot:
    """A root with these packages, what they depend on, and no more: unpacked, not installed. It is made once for each list of them."""

    def __init__(self, folder, name, processor, packages):
        self.path = os.path.join(folder, name)
        self.processor = processor
        self.shown = {}
        wanted = ",".join(sorted(set(packages)))
        stamp = self.path + ".packages"
        if not (os.path.isdir(self.path) and os.path.exists(stamp) and open(stamp, encoding="utf-8").read() == wanted):
            shutil.rmtree(self.path, ignore_errors=True)
            os.makedirs(folder, exist_ok=True)
            sources = next(path for path in SOURCES if os.path.exists(path))
            release = told_by("sh", "-c", ". /etc/os-release; echo $VERSION_CODENAME").strip()
            told_by("mmdebstrap", "--quiet", "--variant=extract", f"--architectures={processor}",
                    "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr", f"--include={wanted}", release, self.path, sources)
            with open(stamp, "w", encoding="utf-8") as file:
                file.write(wanted)
        for inside in "dev/shm", "proc", "sys", "tmp", "root":
            os.makedirs(os.path.join(self.path, inside), exist_ok=True)
        # Clang names headers of libstdc++ as lib/gcc/…/../../../../include, where /lib is a link, and Ninja takes `..` for the folder above in the text.
        if not os.path.lexists(os.path.join(self.path, "include")):
            os.symlink("usr/include", os.path.join(self.path, "include"))
        for name in "passwd", "group":  # scripts of packages, which do not run, would write them
            with open(os.path.join(self.path, "etc", name), "w", encoding="utf-8") as file:
                file.write("root:x:0:" + ("0::/root:/bin/sh" if name == "passwd" else "") + "\n")

    def show(self, path, at=None):
        """Lets the programs in the root see a folder or file of this machine, at its own path or another."""
        path = os.path.realpath(path)
        at = at or path
        inside = self.path + at
        if os.path.isdir(path):
            os.makedirs(inside, exist_ok=True)
        else:
            os.makedirs(os.path.dirname(inside), exist_ok=True)
            with open(inside, "ab"):
                pass
        self.shown[at] = path

    def copy_without(self, name, *patterns):
        """Returns another root with the same files, but for these."""
        other = object.__new__(ForeignRoot)
        other.__dict__.update(self.__dict__, path=f"{self.path}-{name}", shown=dict(self.shown))
        shutil.rmtree(other.path, ignore_errors=True)
        told_by("cp", "-al", self.path, other.path)
        for pattern in patterns:
            found = glob.glob(other.path + pattern)
            if not found:
                raise FileNotFoundError(other.path + pattern)
            for path in found:
                os.unlink(path)
        return other

    def run(self, *command, **variables):
        """The exit code of a program in the root, and what it says."""
        rule = f"/usr/lib/binfmt.d/qemu-{QEMU_NAMES.get(self.processor, self.processor)}.conf"
        shown = "".join(f"{source}={at}\n" for at, source in self.shown.items())
        settings = [f"{name}={value}" for name, value in variables.items()]
        return code_and_output("bash", "-euc", MAPPED, "bash", ENTER, self.path, rule, shown, *settings, shutil.which("chroot"), self.path, *command)


def name_of_sysroot(processor):
    return processor + "-sysroot"


def build_packages():
    """What clc is built of: the rows `build` of packages.txt, by the names of this machine's Debian."""
    with open(os.path.join(SCRIPTS, "packages.txt"), encoding="utf-8") as file:
        rows = [line.split() for line in file if line.startswith("build ")]
    known = set(told_by("apt-cache", "pkgnames").split())
    return [next((name for name in row[1].split("|") if name in known), row[1]) for row in rows]


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in TRIPLES:
        sys.exit(f"usage: foreign_root.py {' | '.join(TRIPLES)}")
    processor = sys.argv[1]
    root = ForeignRoot(os.path.realpath(os.path.join(SCRIPTS, "../../build/foreign")), name_of_sysroot(processor), processor, build_packages())
    # What the linker looks for, as libm.so, may be a link to an absolute path, which leads out of the root.
    for link in glob.glob(os.path.join(root.path, "usr/lib", TRIPLES[processor], "*.so")):
        target = os.readlink(link) if os.path.islink(link) else ""
        if target.startswith("/"):
            os.unlink(link)
            os.symlink(os.path.relpath(root.path + target, os.path.dirname(link)), link)
    print(root.path)


os.environ["PATH"] += ":/usr/sbin:/sbin"  # chroot
if __name__ == "__main__":
    main()
