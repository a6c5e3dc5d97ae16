#!/usr/bin/env python3
"""Tests what a trial of a program says when one of its steps fails, without any program: nothing of what was seen before is lost."""
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from test_programs import DRIVERS, Program, Trial  # pylint: disable=wrong-import-position


class NoProgram(Program):
    name = "none"


class Scripted(Trial):
    """A trial whose runs give these results, and whose steps that are named fail."""

    def __init__(self, work, results, failing, is_long=False):
        program = NoProgram()
        program.is_long = is_long
        super().__init__(program, DRIVERS[0], "no-clc", work)
        self.results, self.failing = results, failing

    def run(self, mode, before=(), label=None, **settings):
        if mode in self.failing:
            raise self.failing[mode]
        return self.results.get(mode, "right")

    def with_layer(self, mode, package, label=None, **settings):
        from_where = {"cold": "driver", "warm": "cache", "package": "package"}[mode]
        counts = {**dict.fromkeys(("driver", "cache", "package", "refused"), 0), from_where: 1}
        return self.run(mode), counts

    def compile(self):
        return self.run("compile")


class Differences(unittest.TestCase):
    def trial_of(self, results, failing, is_long=False):
        work = tempfile.TemporaryDirectory(prefix="clc-trial-")
        self.addCleanup(work.cleanup)
        return Scripted(work.name, results, failing, is_long)

    def said(self, results, failing, is_long=False):
        with self.assertRaises(AssertionError) as caught:
            self.trial_of(results, failing, is_long).go("nothing", False)
        return str(caught.exception)

    def test_nothing_is_wrong(self):
        self.assertEqual(self.trial_of({}, {}).go("nothing", False), "cold 1 missed, warm 1 hit, package 1 served")

    def test_a_difference_alone(self):
        for mode, what in (("record", "recording"), ("cold", "the cold cache"), ("warm", "the warm cache"),
                           ("package", "the package")):
            self.assertIn(f"{what} changes the result: right, wrong", self.said({mode: "wrong"}, {}))

    def test_a_later_step_fails(self):
        for step, error in (("cold", AssertionError("cold: no kernel ran")), ("compile", AssertionError("not compiled")),
                            ("package", subprocess.TimeoutExpired("program", 7)), ("warm", OSError("no file"))):
            said = self.said({"record": "wrong"}, {step: error})
            self.assertIn("recording changes the result: right, wrong", said)
            self.assertIn(str(error), said)

    def test_a_later_step_of_a_long_program_fails(self):
        said = self.said({"cold": "wrong"}, {"compile": AssertionError("not compiled")}, is_long=True)
        self.assertIn("the cold cache changes the result: right, wrong", said)
        self.assertIn("not compiled", said)

    def test_one_step_fails_alone(self):
        self.assertEqual(self.said({}, {"compile": AssertionError("not compiled")}), "not compiled")


if __name__ == "__main__":
    unittest.main()
