#!/usr/bin/env python3
"""Whenever clc is ended, by whatever signal, nothing of it goes on running, and nothing stays behind: no temporary folder, no
file beside the package. The next call removes what one that was killed had to leave. And clc works as usual where its caller
ignores or blocks signals.

usage: ended_test.py --clc PROGRAM [--moments N]
"""
import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
import uuid

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, finish, run, skip, succeed, temporary_folder  # noqa: E402

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
KERNEL = """kernel void k(global float* a) { a[get_global_id(0)] = native_sin(a[get_global_id(0)]) * 3.0f; }
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void l(global float* a) { a[get_global_id(0)] = cos(a[0]); }
"""
SLEEPER = "60.0625"  # seconds; not Python, which may ignore a SIGINT while it starts


def cases():
    """Arguments of clc, by a name; each writes o.clcpack, or nothing."""
    found = {"spirv64": ["compile", "k.cl", "-t", "spirv64", "-o", "o.clcpack", "-MD"],
             "amdgcn": ["compile", "k.cl", "-t", "amdgcn:gfx1100", "-o", "o.clcpack", "-MD"],
             "targets --device": ["targets", "--device"]}
    if os.path.exists("/etc/OpenCL/vendors/pocl.icd"):
        found["driver:pocl"] = ["compile", "k.cl", "-t", "driver:pocl", "-o", "o.clcpack", "-MD"]
    else:
        skip("ended while PoCL works", "PoCL is not installed")
    if shutil.which("ocloc"):
        found["intel"] = ["compile", "k.cl", "-t", "intel:skl", "-o", "o.clcpack", "-MD"]
    else:
        skip("ended while ocloc works", "it is not installed")
    return found


class Place:
    def __init__(self, clc, folder):
        self.clc, self.folder, self.mark = os.path.abspath(clc), folder, f"CLC_TEST_MARK={uuid.uuid4()}"
        self.environment = environment("CLC_", CLC_CACHE="0", TMPDIR=os.path.join(folder, "tmp"), CLC_TEST_MARK=self.mark.split("=")[1])
        for name in ("tmp", "work"):
            os.mkdir(os.path.join(folder, name))
        with open(os.path.join(folder, "work", "k.cl"), "w", encoding="utf-8") as file:
            file.write(KERNEL)

    def start(self, arguments, **more):
        return subprocess.Popen([self.clc, *arguments], cwd=os.path.join(self.folder, "work"), env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)

    def running(self):
        """The processes that descend from us through clc: they have the mark in their environment."""
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{process}/environ", "rb") as file:
                    has_mark = self.mark.encode() in file.read()
                if has_mark and "Z" not in open(f"/proc/{process}/stat", encoding="utf-8").read().rsplit(")", 1)[1].split()[0]:
                    found.append(open(f"/proc/{process}/cmdline", encoding="utf-8", errors="replace").read().replace("\0", " "))
            except OSError:
                pass  # it is gone, or of somebody else
        return found

    def goes_on(self):
        deadline = time.monotonic() + 10
        while self.running() and time.monotonic() < deadline:
            time.sleep(0.02)
        return self.running()

    def temporary(self):
        return os.listdir(os.path.join(self.folder, "tmp"))

    def foreign(self):
        """What lies beside the package and has no business there."""
        return [name for name in os.listdir(os.path.join(self.folder, "work")) if name not in ("k.cl", "k.clcpack", "o.clcpack", "o.clcpack.d")]

    def seconds(self, arguments):
        begin = time.monotonic()
        self.start(arguments).wait(timeout=300)
        return time.monotonic() - begin


def end_at_every_moment(place, name, arguments, moments):
    """Each signal comes at other moments than the others."""
    whole = place.seconds(arguments)
    for which, number in enumerate(SIGNALS):
        problems = []
        for moment in range(moments):
            process = place.start(arguments)
            time.sleep(whole * (moment + (which + 0.5) / len(SIGNALS)) / moments)
            process.send_signal(number)
            code = process.wait(timeout=60)
            rest = place.goes_on()
            is_killed = number == signal.SIGKILL
            if code not in (-number, 0) or rest or place.foreign() or (place.temporary() and not is_killed):
                problems.append(f"moment {moment}: exit {code}, running: {rest}, beside: {place.foreign()}, TMPDIR: {place.temporary()}")
        if number == signal.SIGKILL:
            place.start(["compile", "k.cl", "-t", "spirv64", "-o", "o.clcpack"]).wait(timeout=300)
            if place.temporary():
                problems.append(f"the next call leaves {place.temporary()}")
        if os.path.exists(os.path.join(place.folder, "work", "o.clcpack")):
            verified = run(place.clc, "verify", "o.clcpack", cwd=os.path.join(place.folder, "work"))
            problems += [verified.stderr] if verified.returncode != 0 else []
        check(not problems, f"{name}: {signal.Signals(number).name} at {moments} moments of {whole:.2f} s", "\n".join(problems))


def end_a_run(place):
    """What runs in the foreground of clc goes with it."""
    succeed(place.clc, "compile", "k.cl", "-t", "spirv64", "-o", "k.clcpack", cwd=os.path.join(place.folder, "work"))
    for number in SIGNALS:
        process = place.start(["run", "--package", "k.clcpack", "--", "sleep", SLEEPER])
        deadline = time.monotonic() + 20
        while not any(SLEEPER in line and " run " not in line for line in place.running()) and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(number)
        code = process.wait(timeout=60)
        rest = place.goes_on()
        check(code != 0 and not rest, f"run: {signal.Signals(number).name}", f"exit {code}, running: {rest}")


def ignore(*numbers):
    return lambda: [signal.signal(number, signal.SIG_IGN) for number in numbers]


def callers_that_change_signals(place, name, arguments):
    every = set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}
    for what, change in (("SIGCHLD, SIGPIPE, SIGINT and SIGHUP ignored", ignore(signal.SIGCHLD, signal.SIGPIPE, signal.SIGINT, signal.SIGHUP)),
                         ("all blocked", lambda: signal.pthread_sigmask(signal.SIG_BLOCK, every))):
        begin = time.monotonic()
        code = place.start(arguments, preexec_fn=change, restore_signals=False).wait(timeout=300)  # pylint: disable=subprocess-popen-preexec-fn
        rest = place.goes_on()
        check(code == 0 and not rest and not place.temporary(), f"{name}: {what}",
              f"exit {code} after {time.monotonic() - begin:.1f} s, running: {rest}, TMPDIR: {place.temporary()}")


def a_umask_that_takes_all(place, arguments):
    """The umask takes no rights from clc's own folders, and nothing is left behind. It has to be somebody who needs rights."""
    for name, mode in (("", 0o755), ("tmp", 0o777), ("work", 0o777)):
        os.chmod(os.path.join(place.folder, name), mode)
    as_nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    if as_nobody and run("sh", "-c", "exec \"$0\" version", place.clc, **as_nobody).returncode != 0:
        skip("a umask that takes all", "only root may run this clc")
        return
    before = set(place.temporary())  # of root, who was killed
    for mask in (0o777, 0o277):
        code = place.start(arguments, umask=mask, **as_nobody).wait(timeout=300)
        left = set(place.temporary()) - before
        check(code == 0 and not left, f"umask {mask:o}", f"exit {code}, TMPDIR: {left}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--moments", type=int, default=3)
    options = parser.parse_args()
    with temporary_folder("clc-ended-") as folder:
        place = Place(options.clc, os.path.realpath(folder))
        for name, arguments in cases().items():
            if place.start(arguments).wait(timeout=300) != 0:
                skip(name, "it does not work here")
                continue
            callers_that_change_signals(place, name, arguments)
            end_at_every_moment(place, name, arguments, options.moments)
        end_a_run(place)
        a_umask_that_takes_all(place, ["targets", "--device"])
    return finish()


if __name__ == "__main__":
    sys.exit(main())
