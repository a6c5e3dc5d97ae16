#!/usr/bin/env python3
"""The layer in a set-user-ID program, in processes that end while it works or have several loaders, and before real servers of the cache:
HTTP (nginx) and Redis.

usage: layer_surroundings_test.py --program FILE --layer FILE [--module FILE]
       --program   clc_every_call
       --module    clc-remote.so; without it, no server is asked
Exit code 77: PoCL is not here.
"""
import argparse
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import environment, output_of, run, skip_all  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../remote"))
from servers import Nginx, Redis, Skipped, free_port  # pylint: disable=wrong-import-position

POCL = "/etc/OpenCL/vendors/pocl.icd"
NOBODY = 65534
SECTION = "several_contexts"  # builds one program twice, before either runs, and runs both
OPTIONS = None


class Surroundings(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="clc-surroundings-")
        os.chmod(self.folder, 0o777)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_it(self, cache, program=None, user=None, section=SECTION, code=0, command=None, **layer):
        home = tempfile.mkdtemp(dir=self.folder)
        os.chmod(home, 0o777)
        kept = environment("CLC_", "OPENCL_LAYERS", "XDG_", "POCL_", "OCL_ICD")
        variables = {**kept, "HOME": home, "XDG_CACHE_HOME": home, "POCL_CACHE_DIR": os.path.join(home, "pocl"),
                     "OCL_ICD_VENDORS": POCL, "OPENCL_LAYERS": OPTIONS.layer, "CLC_CACHE_DIR": self.path(cache),
                     "CLC_LAYER_LOG": self.path("log"), "CLC_LIBEXEC_DIR": os.path.dirname(OPTIONS.module or ""), **layer}
        variables = {k: v for k, v in variables.items() if v is not None}
        as_user = {} if user is None else {"user": user, "group": user, "extra_groups": []}
        command = command or [program or OPTIONS.program, section, home]
        return run(*command, expected=code, env=variables, timeout=300, stdin=subprocess.DEVNULL, cwd=self.folder, **as_user).stdout

    def run_well(self, cache, **layer):
        self.assertIn("second gives 31 31 31 31 31 31 31 31", self.run_it(cache, **layer))

    def log(self):
        """Returns what became of each build since the last call: "driver", "cache"."""
        if not os.path.exists(self.path("log")):
            return None
        with open(self.path("log"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        os.remove(self.path("log"))
        return [line.split(": ")[2].split(" ")[0] for line in lines if ": program " in line]


class SetUserId(Surroundings):
    def copy(self, mode):
        program = self.path(f"program-{mode:o}")
        shutil.copy(OPTIONS.program, program)
        os.chown(program, 0, 0)
        os.chmod(program, mode)
        return program

    def test_no_variable_counts(self):
        if os.geteuid() != 0:
            self.skipTest("only root can make a set-user-ID program of another user")
        if os.statvfs(self.folder).f_flag & os.ST_NOSUID:
            self.skipTest(f"{self.folder} is mounted nosuid")
        settings = {"CLC_LAYER_RECORD": self.path("recording"), "CLC_LAYER_SUMMARY": self.folder,
                    "CLC_LAYER_LOG": self.path("log")}
        # Without the bit, the same program run by the same user has the layer.
        self.run_it("cache", self.copy(0o755), NOBODY, **settings)
        self.assertEqual(self.log(), ["driver", "driver"])
        self.assertTrue(os.path.isdir(self.path("recording")))
        shutil.rmtree(self.path("recording"))
        for name in [name for name in os.listdir(self.folder) if name.startswith("summary-")]:
            os.remove(self.path(name))
        program = self.copy(0o4755)
        self.assertTrue(os.stat(program).st_mode & stat.S_ISUID)
        # PoCL 3.1 itself compiles nothing in such a program, so what it answers without the layer counts.
        plain = self.run_it("other-cache", program, NOBODY, OPENCL_LAYERS=None)
        served = self.run_it("other-cache", program, NOBODY, CLC_LAYER_ON_MISS="fail", CLC_PACKAGE="/nowhere", **settings)
        self.assertEqual(served, plain)
        self.assertIsNone(self.log())
        self.assertFalse(os.path.exists(self.path("recording")))
        self.assertFalse(os.path.exists(self.path("other-cache")))
        self.assertFalse([name for name in os.listdir(self.folder) if name.startswith("summary-")])


class End(Surroundings):
    def test_a_process_may_end_while_a_program_is_kept(self):
        """The mark of a driver that dies of being asked for a binary must not stay behind."""
        for _ in range(3):
            self.run_it("cache", section="exit_while_another_waits", code=12)
        self.run_it("cache", section="wait_and_exit", code=6)
        self.log()
        self.run_it("cache", section="wait_and_exit", code=6)
        self.assertEqual(self.log()[0], "cache")  # the one that is launched


class Counters(Surroundings):
    def counted(self):
        """Hits, misses and what was stored: the sum of a cache, and a line for each process since."""
        lines = []
        for name in "counters", "counters.log":
            if os.path.exists(self.path("cache/v1/" + name)):
                with open(self.path("cache/v1/" + name), encoding="utf-8") as file:
                    lines += [[int(word) for word in line.split()[:3]] for line in file]
        return [sum(column) for column in zip(*lines)]

    def test_what_the_layer_did_is_counted(self):
        """Nothing closes the layer's cache, so its numbers are written when the process ends."""
        self.run_well("cache")
        hits, misses, stored = self.counted()
        self.assertEqual(hits, 0)
        self.assertGreater(misses, 0)
        self.assertGreater(stored, 0)
        self.run_well("cache")
        self.assertGreater(self.counted()[0], 0)
        self.assertEqual(self.counted()[1:], [misses, stored])


class Loaders(Surroundings):
    """A program may close the loader and open it again, or have two of them."""

    def check(self, *loaders):
        if os.environ.get("CLC_SANITIZER"):
            self.skipTest("a sanitized layer cannot be loaded into Python")
        for source in ("driver", "cache"):
            self.run_it("cache", command=[sys.executable, os.path.join(HERE, "loaders.py"), *loaders])
            self.assertEqual(self.log(), [source] * len(loaders))

    def test_a_loader_is_opened_again(self):
        self.check("-libOpenCL.so.1", "-libOpenCL.so.1")

    def test_two_loaders(self):
        linked = output_of("ldd", OPTIONS.program)
        shutil.copy(re.search(r"libOpenCL\S* => (\S+)", linked)[1], self.path("other.so"))
        self.check("libOpenCL.so.1", self.path("other.so"))


class Servers(Surroundings):
    def setUp(self):
        super().setUp()
        if not OPTIONS.module:
            self.skipTest("clc-remote.so was not built")

    def shared(self, server):
        """What one machine compiled is loaded by another, whose own cache is empty."""
        self.run_well("one", CLC_REMOTE=server.url)
        self.assertEqual(self.log(), ["driver", "driver"])
        self.run_well("two", CLC_REMOTE=server.url)
        self.assertEqual(self.log(), ["cache", "cache"])
        self.run_well("two", CLC_REMOTE=None)  # and it is in that one's own cache from then on
        self.assertEqual(self.log(), ["cache", "cache"])

    def start(self, kind):
        try:
            return kind()
        except Skipped as why:
            self.skipTest(str(why))

    def test_http(self):
        with self.start(Nginx) as server:
            self.shared(server)
            puts = [request for request in server.requests() if request.startswith("PUT")]
            self.assertEqual(len(puts), 2, puts)  # an action and an artifact
            # A damaged artifact is a miss, and is made again.
            folder = server.path("cas")
            for name in [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]:
                with open(name, "r+b") as file:
                    file.seek(40)
                    file.write(b"damaged")
            self.run_well("three", CLC_REMOTE=server.url)
            self.assertEqual(self.log(), ["driver", "driver"])

    def test_redis(self):
        with self.start(Redis) as server:
            self.shared(server)

    def test_a_server_that_is_not_there(self):
        for scheme in ("http", "redis"):
            self.run_well(scheme, CLC_REMOTE=f"{scheme}://127.0.0.1:{free_port()}")
            self.assertEqual(self.log(), ["driver", "driver"])

    def test_a_server_that_refuses_to_keep(self):
        with self.start(lambda: Nginx(location="deny all;")) as server:
            self.run_well("four", CLC_REMOTE=server.url)
            self.assertEqual(self.log(), ["driver", "driver"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True, type=os.path.abspath)
    parser.add_argument("--layer", required=True, type=os.path.abspath)
    parser.add_argument("--module", type=os.path.abspath)
    OPTIONS, rest = parser.parse_known_args()
    if not os.path.exists(POCL):
        skip_all("PoCL is not installed")
    unittest.main(argv=[sys.argv[0], *rest])
