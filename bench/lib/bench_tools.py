"""Functions that the benchmarks share: rows of the table, and measuring in turns."""
import os
import resource
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
ENVIRONMENT = {**os.environ, "CLC_CACHE": "0"}


class Row:
    """One line of the table: ours against theirs."""

    def __init__(self, what, ours, theirs, unit, ratio, bound, is_part=False):
        self.what, self.ours, self.theirs, self.unit, self.ratio, self.bound = what, ours, theirs, unit, ratio, bound
        self.is_part = is_part  # of a sum that has a row of its own

    def cells(self):
        theirs = "" if self.theirs is None else f"{self.theirs:.4g} {self.unit}"
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}×"
        return [self.what, f"{self.ours:.4g} {self.unit}", theirs, ratio, self.bound]


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, env=more.pop("env", ENVIRONMENT), **more)
    if done.returncode != 0:
        sys.exit(f"exit {done.returncode}: {' '.join(command)}\n{done.stdout[-1000:]}{done.stderr[-3000:]}")
    return done.stdout


def milliseconds(action):
    start = time.perf_counter()
    action()
    return (time.perf_counter() - start) * 1e3


def clock_and_processor(action):
    """Milliseconds of the clock, and of the processor in children that have ended, which a busy machine disturbs less."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    action()
    seconds, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds * 1e3, (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3


def both_in_turns(repeat, *actions):
    """Median milliseconds of each action, of the clock and of the processor; they take turns, so that a slow moment of the machine
    hits all."""
    for action in actions:
        action()
    times = [[] for _ in actions]
    for _ in range(repeat):
        for action, list_of_times in zip(actions, times):
            list_of_times.append(clock_and_processor(action))
    return [[statistics.median(column) for column in zip(*list_of_times)] for list_of_times in times]


def in_turns(repeat, *actions):
    """Median milliseconds of each action, of the clock."""
    return [clock for clock, _ in both_in_turns(repeat, *actions)]


def spawn(command, environment):
    """Runs a program with nothing to read or say; subprocess.run costs as much as a hit of a cache."""
    quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)]
    process = os.posix_spawn(command[0], command, environment, file_actions=quiet)
    status = os.waitpid(process, 0)[1]
    if status != 0:
        sys.exit(f"status {status}: {' '.join(command)}")
