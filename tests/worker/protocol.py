#!/usr/bin/env python3
"""Talks to clc-worker as `clc` does, and as `clc` never should: garbage, half a message, a client that goes away.

usage: protocol.py --worker PROGRAM
Each test checks that the worker ends by itself and leaves no process behind.
"""
import argparse
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import finish, run, run_tests, skip  # noqa: E402

GOOD = "kernel void k(global int* o) { o[0] = 1; }\n"
# Keeps Clang busy for longer than any test waits.
ENDLESS = "#pragma clang __debug overflow_stack\n" + GOOD
MUCH_MEMORY = ("#define A(x) x x x x x x x x\n#define B(x) A(A(A(x)))\n#define C(x) B(B(x))\n"
               "kernel void k(global int* o) { C(C(o[0]++;)) }\n")


# By number, as in tools/protocol/question.h.
QUESTIONS = ["strings", "tokens"]


def frame(data):
    return struct.pack("<Q", len(data)) + data


def request(number, source_text=GOOD, **fields):
    source = {"path": "", "name": "-", "text": source_text, "options": []}
    values = {"id": number, "target": "spirv64:1.2", "sources": [source], "given_files": [], "readable": [], "absent": [], "only_reads": 0, "is_judged_by_tool": 0,
              "working_folder": tempfile.gettempdir(), "options": [], "sections": [], "source_date_epoch": 0,
              "time_limit_s": 60, "memory_limit_bytes": 0}
    return frame(json.dumps({**values, **fields}).encode())


def replies(data):
    """{id: header} of whole replies."""
    found, at = {}, 0
    while at < len(data):
        length, = struct.unpack_from("<Q", data, at)
        header_length, = struct.unpack_from("<Q", data, at + 8)
        header = json.loads(data[at + 16:at + 16 + header_length])
        found[header["id"]] = header
        at += 8 + length
    assert at == len(data), "a reply is cut short"
    return found


def descendants(process):
    """Process ids of those in `process`'s session; each worker of these tests gets one of its own."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[3]) == process and fields[0] != "Z":
                found.append(int(name))
    return found


class Worker:
    def __init__(self, program, jobs=2, environment=None):
        self.process = subprocess.Popen([program, "-j", str(jobs)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, start_new_session=True,
                                        env={**os.environ, **(environment or {})})

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def finish(self, seconds=60):
        """Closes the input; (exit code, output)."""
        output, _ = self.process.communicate(timeout=seconds)
        return self.process.returncode, output

    def wait_for_children(self, count):
        for _ in range(600):
            if len(descendants(self.process.pid)) == count + 1:
                return
            time.sleep(0.05)
        raise AssertionError(f"{count} children never ran")

    def end(self):
        """Nothing of it may be left; ends what is."""
        deadline = time.time() + 10
        while self.process.poll() is None and time.time() < deadline:
            time.sleep(0.05)
        left = descendants(self.process.pid)
        while left and time.time() < deadline:
            time.sleep(0.05)
            left = descendants(self.process.pid)
        is_running = self.process.poll() is None
        for process in left:
            os.kill(process, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:  # what was never sent
                pass
        assert not is_running, "the worker does not end"
        assert not left, f"left behind: {left}"


def answers_what_is_asked(program):
    worker = Worker(program)
    worker.send(request(7) + request(9, target="nvptx:sm_90") + request(8, source_text="kernel void k( {\n"))
    code, output = worker.finish()
    found = replies(output)
    assert code == 0 and {number: reply["outcome"] for number, reply in found.items()} == {7: "done", 9: "done", 8: "failed"}, found
    return worker


def ends_without_requests(program):
    worker = Worker(program)
    assert worker.finish() == (0, b"")
    return worker


def takes_requests_in_pieces(program):
    worker = Worker(program)
    data = request(1) + request(2)
    for at in range(0, len(data), 97):
        worker.send(data[at:at + 97])
        time.sleep(0.005)
    code, output = worker.finish()
    assert code == 0 and sorted(replies(output)) == [1, 2]
    return worker


def refuses_targets_of_others(program):
    worker = Worker(program)
    worker.send(request(1, target="driver:pocl") + request(2))
    code, output = worker.finish()
    found = replies(output)
    assert code == 0 and found[1]["outcome"] == "unavailable" and found[2]["outcome"] == "done", found
    return worker


def refuses_garbage(program):
    for data in (b"\xff" * 64, b"kernel void k() {}\n" * 9, frame(b"{"), frame(b"[]"), frame(b'{"id": "x"}'), frame(b""),
                 request(1, target="nonsense:9"),
                 struct.pack("<Q", 1 << 62) + b"x", frame(b"\x00" * 5000)):
        worker = Worker(program)
        try:
            worker.send(data)
        except BrokenPipeError:
            pass
        code, output = worker.finish()
        assert code == 1 and output == b"", (data[:20], code, output[:200])
        worker.end()


def notices_a_request_cut_short(program):
    data = request(1)
    for length in (1, 7, 8, 9, len(data) - 1):
        worker = Worker(program)
        worker.send(data[:length])
        code, output = worker.finish()
        assert code == 1 and output == b"", (length, code)
        worker.end()


def answers_before_the_garbage(program):
    worker = Worker(program)
    worker.send(request(1))
    header = worker.process.stdout.read(8)
    length, = struct.unpack("<Q", header)
    worker.process.stdout.read(length)
    worker.send(frame(b"garbage"))
    code, output = worker.finish()
    assert code == 1 and output == b"", (code, output)
    return worker


def garbage_ends_running_jobs(program):
    worker = Worker(program)
    worker.send(request(1, source_text=ENDLESS) + request(2, source_text=ENDLESS))
    worker.wait_for_children(2)
    worker.send(frame(b"garbage"))
    worker.process.wait(timeout=20)
    assert worker.process.returncode == 1
    return worker


def ends_when_nobody_listens(program):
    worker = Worker(program)
    worker.send(request(1, source_text=ENDLESS) + request(2, source_text=ENDLESS))
    worker.wait_for_children(2)
    worker.process.stdout.close()
    worker.process.wait(timeout=20)
    assert worker.process.returncode == 1
    return worker


def ends_with_its_client(program):
    """The client is killed while jobs run: its ends of the pipes close."""
    script = ("import subprocess, sys, time\n"
              "worker = subprocess.Popen([sys.argv[1], '-j', '2'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
              "worker.stdin.write(sys.stdin.buffer.read()); worker.stdin.flush()\n"
              "time.sleep(100)\n")
    worker = Worker.__new__(Worker)
    worker.process = subprocess.Popen([sys.executable, "-c", script, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, start_new_session=True)
    worker.send(request(1, source_text=ENDLESS) + request(2, source_text=ENDLESS))
    worker.process.stdin.close()
    worker.wait_for_children(3)
    worker.process.kill()
    return worker


def children_end_with_the_worker(program):
    worker = Worker(program)
    worker.send(request(1, source_text=ENDLESS) + request(2, source_text=ENDLESS))
    worker.wait_for_children(2)
    worker.process.kill()
    return worker


def a_killed_child_costs_its_job_only(program):
    worker = Worker(program, jobs=1)
    worker.send(request(1, source_text=ENDLESS) + request(2))
    worker.wait_for_children(1)
    child = [process for process in descendants(worker.process.pid) if process != worker.process.pid][0]
    os.kill(child, signal.SIGKILL)
    code, output = worker.finish()
    found = replies(output)
    assert code == 0 and found[1]["outcome"] == "crashed" and "signal 9" in found[1]["detail"], found
    assert found[2]["outcome"] == "done", found
    return worker


def keeps_time_limits(program):
    worker = Worker(program)
    worker.send(request(1, source_text=ENDLESS, time_limit_s=1) + request(2))
    code, output = worker.finish()
    found = replies(output)
    assert code == 0 and found[1]["outcome"] == "timed_out" and found[2]["outcome"] == "done", found
    return worker


def keeps_memory_limits(program):
    worker = Worker(program)
    worker.send(request(1, source_text=MUCH_MEMORY, memory_limit_bytes=700 << 20) + request(2, memory_limit_bytes=4 << 30))
    code, output = worker.finish(120)
    found = replies(output)
    assert code == 0 and found[1]["outcome"] == "crashed" and "memory" in found[1]["detail"], found
    assert found[2]["outcome"] == "done", found
    return worker


def runs_no_more_jobs_than_allowed(program):
    worker = Worker(program, jobs=2)
    for number in range(5):
        worker.send(request(number, source_text=ENDLESS, time_limit_s=2))
    worker.wait_for_children(2)
    for _ in range(20):
        assert len(descendants(worker.process.pid)) <= 3
        time.sleep(0.1)
    code, output = worker.finish()
    assert code == 0 and {reply["outcome"] for reply in replies(output).values()} == {"timed_out"}
    return worker


def questions_share_a_process(program):
    """Many questions about what sources read are answered as each alone, also those beside one that crashes or never ends."""
    texts = [f"#define N {number}\n{GOOD}" for number in range(40)]
    texts[5], texts[11], texts[30] = "#pragma clang __debug crash\n", ENDLESS, '#include "absent.h"\n'

    def answers(numbers):
        worker = Worker(program, jobs=1)
        worker.send(b"".join(request(number, source_text=texts[number], only_reads=1, time_limit_s=2) for number in numbers))
        code, output = worker.finish()
        worker.end()
        assert code == 0, code
        return replies(output)

    alone = {}
    for number in (0, 5, 30, 39):
        alone |= answers([number])
    together = answers(range(40))
    assert sorted(together) == list(range(40))
    assert {number: together[number] for number in alone} == alone
    wanted = {5: "crashed", 11: "timed_out", 30: "failed"}
    assert {number: reply["outcome"] for number, reply in together.items()} == {n: wanted.get(n, "done") for n in range(40)}, together


def refuses_wrong_arguments(program):
    for arguments in ([], ["-j"], ["-j", "0"], ["-j", "x"], ["-j", "2", "3"], ["--help"]):
        done = run(program, *arguments, stdin=subprocess.DEVNULL)
        assert done.returncode == 2 and done.stderr.startswith("usage: clc-worker"), (arguments, done)
    done = run(program, "--version")
    assert done.returncode == 0 and done.stdout.startswith("clc-worker ")


def heeds_no_settings_of_the_linker(program):
    """Those that LLD takes from the environment show in what it links."""
    outputs = []
    for settings in ({}, {"LLD_VERSION": "another", "LLD_REPRODUCE": "/nonexistent/reproduce.tar"}):
        worker = Worker(program, environment=settings)
        worker.send(request(1, target="amdgcn:gfx90a"))
        outputs.append(worker.finish())
        worker.end()
    assert outputs[0][0] == 0 and replies(outputs[0][1])[1]["outcome"] == "done", outputs[0][0]
    assert outputs[0] == outputs[1], "the environment changes the binary"


def pipes_and_others(process):
    """The files that a process has open: {descriptor: file}."""
    folder = f"/proc/{process}/fd"
    return {int(name): os.readlink(os.path.join(folder, name)) for name in os.listdir(folder)}


def children_hold_no_pipe_but_their_own(program):
    worker = Worker(program)
    worker.send(request(1, source_text=ENDLESS) + request(2, source_text=ENDLESS))
    worker.wait_for_children(2)
    children = [process for process in descendants(worker.process.pid) if process != worker.process.pid]
    for _ in range(600):  # a child first has to get so far
        held = [pipes_and_others(child) for child in children]
        if all(files.get(0) == "/dev/null" and len(files) == 4 for files in held):
            break
        time.sleep(0.05)
    for files in held:
        assert [files.get(number) for number in (0, 1, 2)] == ["/dev/null"] * 3, files
        assert sum(what.startswith("pipe:") for what in files.values()) == 1, files
    assert len({what for files in held for what in files.values()}) == 3, held
    worker.process.kill()
    return worker


def a_job_cannot_read_the_requests_of_others(program):
    worker = Worker(program, jobs=1)
    worker.send(request(1, source_text='#include "/dev/stdin"\n' + GOOD) + request(2) + request(3))
    code, output = worker.finish()
    found = replies(output)
    assert code == 0 and {number: reply["outcome"] for number, reply in found.items()} == {1: "failed", 2: "done", 3: "done"}, found
    assert b"only regular files can be included" in output, output
    return worker


def includes_are_regular_files_of_a_sane_size(program):
    with tempfile.TemporaryDirectory() as folder:
        os.mkfifo(os.path.join(folder, "pipe"))
        os.symlink("/dev/zero", os.path.join(folder, "endless"))
        for name, size in (("large", 64 << 20), ("larger", (64 << 20) + 1)):
            with open(os.path.join(folder, name), "wb") as file:
                file.truncate(size)
        worker = Worker(program, jobs=4)
        directives = ['#include "pipe"', '#include "endless"', '#include "larger"', "#if __has_embed(\"pipe\")\n#error\n#endif"]
        for number, directive in enumerate(directives):
            worker.send(request(number, working_folder=folder, source_text=directive + "\n" + GOOD, time_limit_s=20))
        embedded = "constant char large[] = {\n#embed \"large\" limit(4)\n};\n"
        worker.send(request(9, working_folder=folder, source_text=embedded + GOOD))
        code, output = worker.finish()
    found = {number: reply["outcome"] for number, reply in replies(output).items()}
    assert code == 0 and found == {0: "failed", 1: "failed", 2: "failed", 3: "failed", 9: "done"}, found
    for text in (b"/pipe': only regular files can be included", b"/endless': only regular files can be included",
                 b"/larger': files over 64 MiB cannot be included"):
        assert text in output, (text, output)
    return worker


def seccomp_mode(process):
    """2 where a filter holds the process; None where the kernel does not tell."""
    with open(f"/proc/{process}/status", encoding="utf-8") as file:
        return next((int(line.split()[1]) for line in file if line.startswith("Seccomp:")), None)


def audits_are_confined_before_they_read(program):
    if seccomp_mode("self") is None:
        print("skipped: audits_are_confined_before_they_read: the kernel does not tell of seccomp")
        return
    for question, answer in (("strings", b"\0"), ("tokens", None)):
        with subprocess.Popen([program, "--ask"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as worker:
            for _ in range(600):
                if seccomp_mode(worker.pid) == 2:
                    break
                time.sleep(0.05)
            assert seccomp_mode(worker.pid) == 2, question
            output, errors = worker.communicate(frame(bytes([QUESTIONS.index(question)])), timeout=60)
        if answer is None:  # an empty request is none
            assert worker.returncode == 1 and b"the request for the tokens of sources is damaged" in errors, errors
        else:
            assert worker.returncode == 0 and output == answer, output


def answers_from_a_file_into_another(program):
    with tempfile.TemporaryDirectory() as folder:
        question, answer = os.path.join(folder, "question"), os.path.join(folder, "answer")
        with open(question, "wb") as file:
            file.write(frame(bytes([QUESTIONS.index("strings")])))
        subprocess.run([program, "--ask", question, answer], check=True, timeout=60)
        with open(answer, "rb") as file:
            assert file.read() == b"\0"
        asked = subprocess.run([program, "--ask", answer + "s", answer], stderr=subprocess.PIPE, check=False, timeout=60)
        assert asked.returncode == 1 and b"clc-worker: " in asked.stderr, asked.stderr


TESTS = [audits_are_confined_before_they_read, answers_from_a_file_into_another, answers_what_is_asked,
         children_hold_no_pipe_but_their_own, a_job_cannot_read_the_requests_of_others,
         includes_are_regular_files_of_a_sane_size, heeds_no_settings_of_the_linker, ends_without_requests, takes_requests_in_pieces, refuses_targets_of_others, refuses_garbage,
         notices_a_request_cut_short, answers_before_the_garbage, garbage_ends_running_jobs, ends_when_nobody_listens,
         ends_with_its_client, children_end_with_the_worker, a_killed_child_costs_its_job_only, keeps_time_limits,
         keeps_memory_limits, runs_no_more_jobs_than_allowed, questions_share_a_process, refuses_wrong_arguments]

# A sanitizer reports on standard error, and reserves more memory than any limit.
NOT_SANITIZED = [children_hold_no_pipe_but_their_own, keeps_memory_limits]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worker", required=True)
    program = os.path.abspath(parser.parse_args().worker)
    skips = NOT_SANITIZED if os.environ.get("CLC_SANITIZER") else []
    for test in skips:
        skip(test.__name__, "not with a sanitizer")

    def end_well(test):
        worker = test(program)
        if worker is not None:
            worker.end()

    run_tests([test for test in TESTS if test not in skips], end_well)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
