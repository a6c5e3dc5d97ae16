#!/usr/bin/env python3
"""Runs the command-line cases of tests/commands/*.json: all, or with --filter TEXT those of one file or name.

A file is a JSON list of cases, with an option a line. Lines that begin with // are comments. The test `house` holds each line
to 160 characters, but for one long string. A case is a dictionary:
  name      what it shows
  tools     fake (default): the stand-ins; real: the built ones; real_driver: real, and PoCL is needed;
            source_driver: real_driver, where PoCL takes no SPIR-V; none: an empty folder
  needs     programs of others (ptxas, ocloc) without which the case is skipped, or "a limit of memory", which sanitizers lack
  files     {path: text} to make first; what begins with #! can be run; a text may be a list of its pieces
  steps     a list of steps; a case with one step may hold the step's keys itself
A step:
  program   clc (default), clrun or cl_offline_compiler
  args      of the program; {dir} is the case's folder
  env, stdin                given to it; there is no cache unless env has CLC_CACHE_DIR, but one that knows PoCL where it is needed
  terminal                  true: standard input and standard error are a terminal, of 100 columns
  full_disk true: standard output is /dev/full, which takes nothing
  closed_pipe true: standard output is a pipe that nobody reads
  exit      expected exit code (0); "INT" stands for death by SIGINT, "PIPE" by SIGPIPE
  interrupt_after           a file: SIGINT is sent when something stands in it
  stdout, stderr            regular expressions that must be found, a text or a list
  not_stdout, not_stderr    that must not
  exists, absent            paths
  gone                      a file of process ids, one at least, whose processes must have ended
  contains                  {path: regular expression}
  runs                      shell commands that must succeed afterwards, in the case's folder
  same                      [path, path]: equal bytes, of files or folders
  damage                    {file, at, xor}: before the step, change a byte (at < 0: from the end)
  cut                       {file, size}: before the step, shorten a file
  remove                    a path to remove before the step
Prints a line per failing case and a summary; exit code 1 when a case failed.
"""

import argparse
import concurrent.futures
import contextlib
import fcntl
import glob
import json
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import Failed, Skipped, cache_like, environment, finish, known_drivers, remember, run, temporary_folder  # noqa: E402

STEP_KEYS = {"program", "args", "env", "stdin", "terminal", "exit", "interrupt_after", "stdout", "stderr", "not_stdout", "not_stderr", "exists",
             "absent", "gone", "contains", "same", "damage", "cut", "remove", "runs", "full_disk", "closed_pipe"}
CASE_KEYS = {"name", "tools", "needs", "files", "steps"}
WITH_POCL = ("real_driver", "source_driver")


def as_list(value):
    return value if isinstance(value, list) else [value]


def bytes_of(path):
    if not os.path.isdir(path):
        with open(path, "rb") as file:
            return file.read()
    return {name: bytes_of(os.path.join(path, name)) for name in sorted(os.listdir(path))}


def read_cases(path):
    """The cases of a file, without its comments. No string of JSON goes over the end of a line."""
    with open(path, encoding="utf-8") as file:
        cases = json.loads("".join("\n" if line.lstrip().startswith("//") else line for line in file))
    for case in cases:
        if "files" in case:
            case["files"] = {name: "".join(text) for name, text in case["files"].items()}
    return cases


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def path_in(folder, pattern):
    """A path in the case's folder; * matches as in a shell."""
    found = glob.glob(os.path.join(glob.escape(folder), pattern))
    return found[0] if found else os.path.join(folder, pattern)


def prepare(step, folder):
    if "damage" in step:
        path = path_in(folder, step["damage"]["file"])
        data = bytearray(bytes_of(path))
        data[step["damage"]["at"]] ^= step["damage"].get("xor", 1)
        write(path, bytes(data))
    if "cut" in step:
        path = path_in(folder, step["cut"]["file"])
        write(path, bytes_of(path)[:step["cut"]["size"]])
    if "remove" in step:
        path = path_in(folder, step["remove"])
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)


@contextlib.contextmanager
def writable_by_drivers(path):
    """Drivers are confined, and of what is outside of their private folder they can write to /dev/shm."""
    with tempfile.NamedTemporaryFile(dir="/dev/shm", prefix="clc-case-") as file:
        os.symlink(file.name, path)
        yield


def run_on_terminal(command, folder, variables, text, has_output):
    """What it writes on the terminal, with standard output where that is on it, comes back as its standard error."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    process = subprocess.Popen(command, cwd=folder, env=variables, stdin=slave, stdout=slave if has_output else subprocess.PIPE, stderr=slave)
    os.close(slave)
    os.write(master, text.encode())
    shown = b""
    try:
        while part := os.read(master, 65536):
            shown += part
    except OSError:  # the last process that had the terminal has ended
        pass
    os.close(master)
    stdout = process.communicate(timeout=120)[0] or b""
    return process.returncode, stdout.decode("utf-8", "replace"), shown.decode("utf-8", "replace").replace("\r\n", "\n")


def unread_pipe():
    reading, writing = os.pipe()
    os.close(reading)
    return os.fdopen(writing, "wb")


def run_program(step, folder, options, variables):
    program = getattr(options, step.get("program", "clc"))
    if not program:
        raise Skipped("clrun is not built")
    args = [arg.replace("{dir}", folder) for arg in step["args"]]
    if step.get("terminal"):
        return run_on_terminal([program, *args], folder, variables, step.get("stdin", ""), step["terminal"] == "all")
    with contextlib.ExitStack() as opened:
        output = opened.enter_context(open("/dev/full", "wb")) if step.get("full_disk") else subprocess.PIPE
        output = opened.enter_context(unread_pipe()) if step.get("closed_pipe") else output
        process = subprocess.Popen([program, *args], cwd=folder, env=variables, stdin=subprocess.PIPE, stdout=output,
                                   stderr=subprocess.PIPE)
    if "interrupt_after" in step:
        path, deadline = os.path.join(folder, step["interrupt_after"]), time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline and not (os.path.exists(path) and os.path.getsize(path)):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
    try:
        stdout, stderr = process.communicate(step.get("stdin", "").encode(), timeout=120)
    except subprocess.TimeoutExpired:
        process.kill()
        raise Failed("did not end within 120 s")
    return process.returncode, (stdout or b"").decode("utf-8", "replace"), stderr.decode("utf-8", "replace")


def is_running(process):
    """False also for one that is dead and that nobody has waited for."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def left_processes(path):
    """Complaints about processes that have not ended within a few seconds; they are killed then."""
    processes = [int(line) for line in bytes_of(path).split()] if os.path.exists(path) else []
    problems = [] if processes else [f"{path} names no process"]
    for process in processes:
        deadline = time.monotonic() + 5
        while is_running(process) and time.monotonic() < deadline:
            time.sleep(0.02)
        if is_running(process):
            problems.append(f"process {process} was left behind")
            os.kill(process, signal.SIGKILL)
    return problems


def compare(step, folder, code, stdout, stderr):
    problems = []
    expected = {"INT": -signal.SIGINT, "PIPE": -signal.SIGPIPE}.get(step.get("exit"), step.get("exit", 0))
    if code != expected:
        problems.append(f"exit code {code}, not {expected}")
    for name, text in (("stdout", stdout), ("stderr", stderr)):
        for pattern in as_list(step.get(name, [])):
            if not re.search(pattern, text, re.MULTILINE):
                problems.append(f"{name} has no /{pattern}/")
        for pattern in as_list(step.get("not_" + name, [])):
            if re.search(pattern, text, re.MULTILINE):
                problems.append(f"{name} has /{pattern}/")
    for path in as_list(step.get("exists", [])):
        if not os.path.exists(path_in(folder, path)):
            problems.append(f"{path} is missing")
    for path in as_list(step.get("absent", [])):
        if os.path.exists(path_in(folder, path)):
            problems.append(f"{path} is there")
    for path in as_list(step.get("gone", [])):
        problems += left_processes(path_in(folder, path))
    for path, pattern in step.get("contains", {}).items():
        found = path_in(folder, path)
        text = bytes_of(found).decode("utf-8", "replace") if os.path.exists(found) else ""
        if not re.search(pattern, text, re.MULTILINE):
            problems.append(f"{path} has no /{pattern}/: {text[:300]!r}")
    for command in as_list(step.get("runs", [])):
        ran = run("bash", "-c", command, cwd=folder)
        if ran.returncode != 0:
            problems.append(f"`{command}` exited with {ran.returncode}: {ran.stdout[-300:]} {ran.stderr[-300:]}")
    if "same" in step:
        first, second = (bytes_of(path_in(folder, path)) for path in step["same"])
        if first != second:
            problems.append(f"{step['same'][0]} and {step['same'][1]} differ")
    if problems:
        shown = " ".join(step["args"])
        raise Failed("; ".join(problems) + f"\n    {step.get('program', 'clc')} {shown}\n    stdout: {stdout[:600]!r}\n    stderr: {stderr[:1200]!r}")


def tools_for(case, options, empty):
    tools = case.get("tools", "fake")
    if tools == "none":
        return empty
    if tools == "fake":
        return options.fake
    if not os.path.exists(os.path.join(options.real, "clc-worker")):
        raise Skipped("clc-worker is not built")
    if tools in WITH_POCL:
        driver = os.path.join(options.real, "clc-driver")
        if not os.path.exists(driver):
            raise Skipped("clc-driver is not built")
        if options.known is None:
            raise Skipped("no PoCL driver is installed")
        if tools == "source_driver":
            devices = json.loads(run(driver, "--list").stdout)["devices"]
            if any(device["il_version"] for device in devices if device["platform"] == "Portable Computing Language"):
                raise Skipped("the PoCL here takes SPIR-V")
    return options.real


def need(program):
    """Where clc looks for it without being told."""
    if program == "a limit of memory":
        if os.environ.get("CLC_SANITIZER"):
            raise Skipped("sanitizers reserve more than any limit, so that there is none")
        return
    folders = [os.environ.get("CUDA_PATH", "") + "/bin", os.environ.get("CUDA_HOME", "") + "/bin", "/usr/local/cuda/bin"]
    if not shutil.which(program) and not any(os.path.exists(os.path.join(folder, program)) for folder in folders):
        raise Skipped(f"{program} is not installed")


def run_case(case, options):
    unknown = set(case) - STEP_KEYS - CASE_KEYS
    for step in case.get("steps", []):
        unknown |= set(step) - STEP_KEYS
    if unknown:
        raise Failed(f"unknown keys {sorted(unknown)}")
    with tempfile.TemporaryDirectory(prefix="clc case ") as top:
        folder, empty, scratch = (os.path.join(top, name) for name in ("work", "empty", "tmp"))
        for path in (folder, empty, scratch):
            os.mkdir(path)
        for path, text in case.get("files", {}).items():
            write(os.path.join(folder, path), text.encode())
            if text.startswith("#!"):
                os.chmod(os.path.join(folder, path), 0o755)
        for program in as_list(case.get("needs", [])):
            need(program)
        tools = tools_for(case, options, empty)
        for step in case.get("steps") or [case]:
            variables = environment("CLC_", "FAKE_", "SOURCE_DATE_EPOCH", CLC_LIBEXEC_DIR=tools, TMPDIR=scratch)
            if "CLC_CACHE_DIR" not in step.get("env", {}):  # each call does what it is to show
                variables |= cache_like(options.known, top) if case.get("tools") in WITH_POCL else {"CLC_CACHE": "0"}
            variables.update({key: value.replace("{dir}", folder) for key, value in step.get("env", {}).items()})
            prepare(step, folder)
            process_ids = step.get("gone")
            with writable_by_drivers(os.path.join(folder, process_ids)) if process_ids else contextlib.nullcontext():
                code, stdout, stderr = run_program(step, folder, options, variables)
                compare(step, folder, code, stdout, stderr)
            if os.listdir(scratch):
                raise Failed(f"left in the temporary folder: {os.listdir(scratch)}")


def knowing_pocl(options, cases, folder):
    """A cache that knows PoCL, which takes a second to say what it is made of, if a case wants it. None: it is not here."""
    driver = os.path.join(options.real, "clc-driver")
    if not any(case.get("tools") in WITH_POCL for _, case in cases) or not os.path.exists(driver):
        return None
    return known_drivers(options.clc, folder, "driver:pocl") if run(driver, "--identify", "pocl").returncode == 0 else None


def main():
    parser = argparse.ArgumentParser()
    build = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../build/release")
    parser.add_argument("--clc", default=f"{build}/bin/clc")
    parser.add_argument("--cl_offline_compiler", default=f"{build}/bin/cl_offline_compiler")
    parser.add_argument("--clrun", default="")
    parser.add_argument("--fake", default=f"{build}/tests/fake", help="folder with the stand-ins")
    parser.add_argument("--real", default=f"{build}/libexec/clc", help="folder with clc-worker and clc-driver")
    parser.add_argument("--filter", default="", help="only cases whose file and name match this")
    options = parser.parse_args()
    for name in ("clc", "cl_offline_compiler", "fake", "real", *(["clrun"] if options.clrun else [])):
        setattr(options, name, os.path.abspath(getattr(options, name)))

    cases = []
    for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "*.json"))):
        for case in read_cases(path):
            title = os.path.splitext(os.path.basename(path))[0] + ": " + case["name"]
            if re.search(options.filter, title):
                cases.append((title, case))

    def outcome(entry):
        try:
            run_case(entry[1], options)
            return "passed", ""
        except Skipped as reason:
            return "skipped", str(reason)
        except (Failed, OSError) as reason:
            return "failed", str(reason)

    with temporary_folder("clc known ") as folder, concurrent.futures.ThreadPoolExecutor(max_workers=4) as pool:
        options.known = knowing_pocl(options, cases, folder)
        for (title, _), (what, reason) in zip(cases, pool.map(outcome, cases)):
            remember(what, "" if what == "passed" else f"{what}: {title}: {reason}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
