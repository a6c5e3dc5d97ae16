"""Starts Debian's Linux for another processor in QEMU, and runs one program there. QEMU's user emulation hands system calls to this machine's kernel, and
offers neither seccomp nor Landlock; here a kernel for that processor does."""
import glob
import os
import re
import stat
import subprocess
import tempfile

from foreign_root import ForeignRoot

# QEMU's words for a machine, and the port that its kernel writes to.
MACHINES = {"arm64": (["qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a57"], "ttyAMA0")}
PACKAGES = {"arm64": ["linux-image-cloud-arm64", "busybox-static", "libc6", "libstdc++6", "libgcc-s1"]}
NOT_NEEDED = re.compile(r"/(boot|lib/modules|usr/lib/modules|usr/share|var|proc|sys|dev)(/|$)")
# The first process. /program's status comes last, and the machine ends.
INIT = """#!/bin/busybox sh
for place in proc:proc sysfs:sys devtmpfs:dev tmpfs:tmp; do /bin/busybox mount -t "${place%:*}" none "/${place#*:}"; done
/bin/busybox ln -s busybox /bin/sh
/program
echo "it ended with $?"
/bin/busybox poweroff -f
"""


def archive(files):
    """An initial file system, in the form of cpio that kernels read: {path: (mode, contents)}."""
    made = bytearray()
    for number, (path, (mode, data)) in enumerate([*files.items(), ("TRAILER!!!", (0, b""))]):
        name = path.lstrip("/").encode() + b"\0"
        fields = [number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name), 0]
        for part in b"070701" + b"".join(b"%08x" % field for field in fields) + name, data:
            made += part
            made += bytes(-len(made) % 4)
    return bytes(made)


def files_of(root):
    found = {}
    for parent, folders, names in os.walk(root):
        for name in [*folders, *names]:
            path = os.path.join(parent, name)
            inside, mode = path[len(root):], os.lstat(path).st_mode
            if NOT_NEEDED.match(inside) or not (stat.S_ISDIR(mode) or stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
                continue
            if stat.S_ISREG(mode):
                with open(path, "rb") as file:
                    found[inside] = mode, file.read()
            else:
                found[inside] = mode, os.readlink(path).encode() if stat.S_ISLNK(mode) else b""
    return found


def run_in_linux(folder, processor, program, seconds=600):
    """What a program of that processor says, and its exit code, or None where the machine never came so far."""
    root = ForeignRoot(folder, f"{processor}-linux", processor, PACKAGES[processor]).path
    qemu, port = MACHINES[processor]
    files = files_of(root) | {f"/{name}": (stat.S_IFDIR | 0o755, b"") for name in ("proc", "sys", "dev", "tmp")}
    with open(program, "rb") as file:
        files |= {"/init": (stat.S_IFREG | 0o755, INIT.encode()), "/program": (stat.S_IFREG | 0o755, file.read())}
    kernel, = glob.glob(f"{root}/boot/vmlinuz-*")
    with tempfile.NamedTemporaryFile() as initial:
        initial.write(archive(files))
        initial.flush()
        command = [*qemu, "-m", "1024", "-nographic", "-no-reboot", "-nic", "none", "-kernel", kernel, "-initrd", initial.name,
                   "-append", f"console={port} quiet panic=-1"]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds, check=False)
    output = re.sub(r"\x1b\[[\d;]*m|\r", "", done.stdout.decode(errors="replace"))
    ended = re.search(r"(?m)^it ended with (\d+)$", output)
    return output, int(ended.group(1)) if ended else None
