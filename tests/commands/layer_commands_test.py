#!/usr/bin/env python3
"""clc record and clc run around programs that use no OpenCL: environment, signals, exit codes, summaries.

usage: layer_commands_test.py --clc PROGRAM
"""
import argparse
import base64
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile, environment, output_of, run  # noqa: E402

CLC = None


class CommandsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        with open(os.path.join(cls.folder, "k.cl"), "w", encoding="utf-8") as file:
            file.write("kernel void k() {}\n")
        compile(CLC, "k.cl", targets=["spirv64"], output="p", cwd=cls.folder)
        text = base64.b64encode(bytes.fromhex("302e020100300506032b657004220420") + bytes(range(32))).decode()  # PKCS #8, and the seed
        with open(os.path.join(cls.folder, "key.pem"), "w", encoding="utf-8") as file:
            file.write(f"-----BEGIN PRIVATE KEY-----\n{text}\n-----END PRIVATE KEY-----\n")
        output_of(CLC, "sign", "p", "--key", "key.pem", "-o", "signed", cwd=cls.folder)
        key = json.loads(output_of(CLC, "inspect", "signed", "--format", "json", cwd=cls.folder))["signed_with"]
        for name, public in ("key.pub", bytes.fromhex(key)), ("other.pub", bytes(range(32))):
            with open(os.path.join(cls.folder, name), "wb") as file:
                file.write(public)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def clc(self, *arguments, code=0, **settings):
        return run(CLC, *arguments, expected=code, cwd=self.folder, env=environment(**settings))

    def environment_in(self, *arguments, **settings):
        """The variables that a program has which is run so."""
        lines = self.clc(*arguments, "--", "env", **settings).stdout.splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line)

    def test_the_environment_of_a_run(self):
        seen = self.environment_in("run", "--package", "p", "--package", "p", "--on-miss", "compile")
        package = os.path.join(self.folder, "p")
        self.assertTrue(seen["OPENCL_LAYERS"].endswith("libclc-layer.so"))
        self.assertTrue(os.path.isabs(seen["OPENCL_LAYERS"]))
        self.assertEqual(seen["CLC_PACKAGE"], f"{package}:{package}")
        self.assertEqual(seen["CLC_LAYER_ON_MISS"], "compile")
        self.assertEqual(os.path.realpath(seen["CLC_LAYER_COMPILER"]), os.path.realpath(CLC))

    def test_variables_stand_for_options_of_a_run(self):
        both = {"CLC_PACKAGE": "p:signed", "CLC_LAYER_ON_MISS": "fail"}
        packages = ":".join(os.path.join(self.folder, name) for name in ("p", "signed"))
        seen = self.environment_in("run", **both)
        self.assertEqual((seen["CLC_PACKAGE"], seen["CLC_LAYER_ON_MISS"]), (packages, "fail"))
        seen = self.environment_in("run", "-p", "p", "--on-miss", "driver", **both)
        self.assertEqual((seen["CLC_PACKAGE"], seen["CLC_LAYER_ON_MISS"]), (os.path.join(self.folder, "p"), "driver"))
        self.assertEqual(self.environment_in("run", CLC_PACKAGE="p", CLC_LAYER_ON_MISS="cache")["CLC_LAYER_ON_MISS"], "cache")
        self.assertEqual(os.path.realpath(self.environment_in("run", CLC_PACKAGE="p", CLC_LAYER_ON_MISS="compile")["CLC_LAYER_COMPILER"]),
                         os.path.realpath(CLC))
        for settings, code, text in (({"CLC_PACKAGE": "p", "CLC_LAYER_ON_MISS": "often"}, 2, "CLC_LAYER_ON_MISS is 'often'"),
                                     ({"CLC_PACKAGE": "nowhere"}, 3, "nowhere"), ({"CLC_PACKAGE": ":"}, 2, "no package given")):
            self.assertIn(text, self.clc("run", "--", "touch", "ran", code=code, **settings).stderr)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "ran")))

    def test_a_run_in_a_run_tells_both(self):
        program = {"digest": "a" * 64, "name": "k", "step": "build", "from": "package", "package": "p", "module": "m", "target": "spirv64:1.2",
                   "device": "d", "nanoseconds": 1500000, "reason": "", "failed": 0}
        text = json.dumps({"version": 1, "process": {"pid": 5, "program": "app", "command": ["app"]}, "counts": {}, "nanoseconds_waiting": 0,
                           "trouble": [], "first_launch": 0, "programs": [program]})
        run = self.clc("run", "-p", "p", "--", CLC, "run", "-p", "p", "--", "sh", "-c",
                       f"cat > $CLC_LAYER_SUMMARY/summary-5-1.json <<'E'\n{text}\nE\n")
        self.assertEqual(run.stderr.count("1 build: 1 from packages"), 2)

    def test_the_environment_of_a_recording(self):
        seen = self.environment_in("record", "-o", "r1")
        self.assertEqual(seen["CLC_LAYER_RECORD"], os.path.join(self.folder, "r1"))
        self.assertEqual(seen["CLC_LAYER_CACHE"], "0")
        self.assertEqual(self.environment_in("record", "-o", "r2", CLC_LAYER_CACHE="1")["CLC_LAYER_CACHE"], "1")

    def test_layers_of_others_are_kept(self):
        layer = self.environment_in("run", "--package", "p")["OPENCL_LAYERS"]
        seen = self.environment_in("run", "--package", "p", OPENCL_LAYERS="/x/a.so:/x/b.so")
        self.assertEqual(seen["OPENCL_LAYERS"], f"{layer}:/x/a.so:/x/b.so")
        self.assertEqual(self.environment_in("run", "--package", "p", OPENCL_LAYERS=layer)["OPENCL_LAYERS"], layer)

    def test_a_layer_in_a_folder_with_a_colon(self):
        layer = self.environment_in("run", "--package", "p")["OPENCL_LAYERS"]
        helpers = os.path.join(self.folder, "10:00")
        os.symlink(os.path.dirname(layer), helpers)
        script = 'echo "$OPENCL_LAYERS"; readlink -f "${OPENCL_LAYERS%%:*}"'
        for command in ["run", "--package", "p"], ["record", "--append", "-o", "r5"]:
            seen = self.clc(*command, "--", "sh", "-c", script, CLC_LIBEXEC_DIR=helpers, OPENCL_LAYERS="/x/a.so").stdout
            layers, target = seen.splitlines()
            link, other = layers.split(":")
            self.assertEqual((target, other), (os.path.realpath(layer), "/x/a.so"))
            self.assertFalse(os.path.lexists(link), link)
            refused = self.clc(*command, "--", "true", CLC_LIBEXEC_DIR=helpers, TMPDIR=helpers, code=2)
            self.assertIn("a path with a colon cannot be given to OpenCL's loader", refused.stderr)

    def test_words_of_the_program_are_its_own(self):
        run = self.clc("run", "--package", "p", "-q", "--", "echo", "--format", "json", "--color=never", "--", "-h")
        self.assertEqual(run.stdout, "--format json --color=never -- -h\n")
        self.assertEqual(run.stderr, "")
        run = self.clc("record", "-o", "r3", "-q", "--", "cat", "--help")
        self.assertIn("cat", run.stdout)

    def test_exit_codes_are_passed_on(self):
        for command in (["run", "--package", "p"], ["record", "-o", "r4", "--append"]):
            self.clc(*command, "--", "sh", "-c", "exit 7", code=7)
            self.clc(*command, "--", "sh", "-c", "kill -KILL $$", code=137)
            self.assertIn("cannot run ./nowhere", self.clc(*command, "--", "./nowhere", code=3).stderr)

    def test_signals_are_passed_on(self):
        script = "trap 'echo caught; exit 9' TERM; echo ready; while :; do sleep 1 & wait; done"
        with subprocess.Popen([CLC, "run", "--package", "p", "--", "sh", "-c", script], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            self.assertEqual(run.stdout.readline(), "ready\n")
            run.send_signal(signal.SIGTERM)
            out, _ = run.communicate(timeout=60)
        self.assertEqual((run.returncode, out), (9, "caught\n"))

    def test_a_program_has_the_usual_signals(self):
        # clc ignores SIGPIPE and holds others; the program does not. Bits from 32 on are the C library's own.
        command = ["sh", "-c", "grep -E 'Sig(Blk|Ign)' /proc/self/status | cut -c 16-"]
        plain = output_of(*command)
        run = self.clc("run", "--package", "p", "-q", "--", *command)
        self.assertEqual([int(line, 16) & 0x7fffffff for line in run.stdout.split()],
                         [int(line, 16) & 0x7fffffff for line in plain.split()])

    def test_what_is_wrong_is_told_before_the_program_runs(self):
        for command, code, text in (
                (["run", "--package", "nowhere", "--", "touch", "ran"], 3, "nowhere"),
                (["run", "--package", "p", "--on-miss", "often", "--", "touch", "ran"], 2, "often"),
                (["run", "--package", "p", "--key", "nowhere.pub", "--", "touch", "ran"], 3, "--key: cannot read"),
                (["run", "--package", "p", "--key", "k.cl", "--", "touch", "ran"], 3, "k.cl holds no key"),
                (["run", "--package", "p", "--key", "key.pem", "--", "touch", "ran"], 3, "private key"),
                (["run", "--package", "p", "--key", "key.pub", "--", "touch", "ran"], 3, "p: it is not signed"),
                (["run", "--package", "signed", "--key", "other.pub", "--", "touch", "ran"], 3, "signed: it is signed with another key"),
                (["run", "--package", "p", "--summary", "no/s.json", "--", "touch", "ran"], 3, "--summary: cannot write no/s.json"),
                (["run", "--package", "p", "--summary", "-", "--", "touch", "ran"], 2, "--summary: - is not standard output here; write ./-"),
                (["record", "-o", "-", "--", "touch", "ran"], 2, "--output: - is not standard output here"),
                (["record", "--keep", "2", "k", "-o", "r5"], 2, "--keep and --launched belong to --shrink"),
                (["run", "--", "touch", "ran"], 2, "package"),
                (["run", "--package", "p"], 2, "after --"),
                (["record", "-o", "r5"], 2, "after --"),
                (["record", "--", "touch", "ran"], 2, "name the folder"),
                (["record", "-o", "p", "--", "touch", "ran"], 3, "something else")):
            self.assertIn(text, self.clc(*command, code=code).stderr)
        said = self.clc("run", "--package", "p", "--", "touch", "ran", code=3, CLC_PACKAGE_KEY="nowhere.pub").stderr
        self.assertIn("CLC_PACKAGE_KEY: cannot read", said)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "ran")))

    def test_a_signed_package_runs(self):
        self.assertTrue(self.environment_in("run", "--package", "signed", "--key", "key.pub")["CLC_PACKAGE_KEY"].endswith("/key.pub"))

    def test_the_key_comes_from_a_pipe(self):
        """The program gets a file, because the pipe is empty when it reads."""
        for words, variables in (["--key", "/dev/stdin"], {}), (["--key", "-"], {}), ([], {"CLC_PACKAGE_KEY": "/dev/stdin"}):
            for key, code, text in ("key.pub", 0, ""), ("other.pub", 3, "it is signed with another key"), ("k.cl", 3, "holds no key"):
                with open(os.path.join(self.folder, key), "rb") as file:
                    given = file.read()
                done = subprocess.run([CLC, "run", "-q", "--package", "signed", *words, "--", "sh", "-c", 'cat "$CLC_PACKAGE_KEY"'],
                                      input=given, capture_output=True, cwd=self.folder, env=environment(**variables), check=False)
                self.assertEqual((done.returncode, done.stdout), (code, given if code == 0 else b""), done.stderr)
                self.assertIn(text, done.stderr.decode())

    def test_a_recording_is_added_to_only_when_asked(self):
        self.clc("record", "-o", "r6", "--", "true")
        self.assertIn("--append", self.clc("record", "-o", "r6", "--", "true", code=2).stderr)
        self.clc("record", "-o", "r6", "--append", "--", "true")

    def test_a_recording_of_nothing_says_why(self):
        self.assertIn("the layer was never loaded: the program used no OpenCL", self.clc("record", "-o", "r7", "--", "true").stderr)
        empty = json.dumps({"command": ["app"], "process": 4, "builds": [], "launches": [], "not_recorded": []})
        said = self.clc("record", "-o", "r9", "--", "sh", "-c", f"mkdir -p $CLC_LAYER_RECORD/runs && echo '{empty}' >$CLC_LAYER_RECORD/runs/4-4.json").stderr
        self.assertIn("used OpenCL, and built no program", said)
        self.assertEqual(os.listdir(os.path.join(self.folder, "r9/runs")), [])
        text = json.dumps({"command": ["app"], "process": 5, "builds": [], "launches": [],
                           "not_recorded": [{"reason": "it holds the time of its compilation", "count": 2}]})
        said = self.clc("record", "-o", "r8", "--", "sh", "-c",
                        f"mkdir -p $CLC_LAYER_RECORD/runs && cat > $CLC_LAYER_RECORD/runs/5-5.json <<'E'\n{text}\nE\n").stderr
        self.assertIn("not recorded: it holds the time of its compilation (2 times)", said)
        self.assertNotIn("compiled nothing", said)

    def test_a_layer_that_cannot_be_loaded_is_named(self):
        folder = os.path.join(self.folder, "damaged")
        os.makedirs(folder)
        with open(os.path.join(folder, "libclc-layer.so"), "w", encoding="utf-8") as file:
            file.write("no library")
        said = self.clc("record", "-o", "r10", "--", "true", CLC_LIBEXEC_DIR=folder).stderr
        self.assertIn(f"the layer was never loaded: {folder}/libclc-layer.so: ", said)

    def test_the_summary_of_processes(self):
        text = json.dumps({
            "version": 1, "process": {"pid": 5, "program": "app", "command": ["app"]}, "counts": {},
            "nanoseconds_waiting": 3, "trouble": ["odd"], "first_launch": time.monotonic_ns() + 10**10,
            "programs": [
                {"digest": "a" * 64, "name": "k", "step": "build", "from": origin, "package": "p", "module": "m",
                 "target": "spirv64:1.2", "device": "d", "nanoseconds": 1500000, "reason": "why", "failed": 0}
                for origin in ("package", "driver", "package")]})
        script = f"cat > $CLC_LAYER_SUMMARY/summary-5-1.json <<'E'\n{text}\nE\n"
        run = self.clc("run", "--package", "p", "--summary", "s.json", "--", "sh", "-c", script)
        self.assertIn("3 builds: 2 from packages, 1 compiled by the driver; 4.5 ms in all", run.stderr)
        self.assertIn("driver: build of k-aaaaaaaaaaaa for d: why", run.stderr)
        self.assertIn("odd", run.stderr)
        with open(os.path.join(self.folder, "s.json"), encoding="utf-8") as file:
            summary = json.load(file)
        self.assertEqual(summary["counts"], {"package": 2, "cache": 0, "compiled": 0, "driver": 1, "refused": 0})
        self.assertEqual(summary["nanoseconds_waiting"], 4500000)
        self.assertIn("the first kernel was launched after", run.stderr)
        self.assertTrue(0 < summary["nanoseconds_to_first_launch"] <= 10**10, summary)
        self.assertEqual(summary["processes"][0]["programs"][1]["from"], "driver")
        run = self.clc("run", "--package", "p", "--format", "json", "--", "sh", "-c", script)
        lines = [json.loads(line) for line in run.stderr.splitlines()]
        self.assertEqual([line["type"] for line in lines], ["summary"])

    def test_a_build_that_failed_is_not_called_compiled(self):
        program = {"digest": "", "name": "", "step": "build", "from": "driver", "package": "", "module": "", "target": "",
                   "device": "d", "nanoseconds": 0, "reason": "no digest", "failed": 1}
        text = json.dumps({"version": 1, "process": {"pid": 5, "program": "app", "command": ["app"]}, "counts": {}, "nanoseconds_waiting": 0,
                           "trouble": [], "first_launch": 0, "programs": [program]})
        said = self.clc("run", "--package", "p", "--", "sh", "-c", f"cat > $CLC_LAYER_SUMMARY/summary-5-1.json <<'E'\n{text}\nE\n").stderr
        self.assertIn("1 build: 1 failed;", said)
        self.assertIn("driver: build of program for d: no digest", said)

    def test_a_damaged_summary_is_told(self):
        run = self.clc("run", "--package", "p", "--", "sh", "-c", "echo '{' > $CLC_LAYER_SUMMARY/summary-1-1.json")
        self.assertIn("left no summary", run.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    arguments, rest = parser.parse_known_args()
    CLC = os.path.abspath(arguments.clc)
    unittest.main(argv=[sys.argv[0], *rest])
