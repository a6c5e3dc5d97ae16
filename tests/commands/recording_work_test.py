#!/usr/bin/env python3
"""clc record --merge, --shrink, --compare and --report: work on recordings, without a program that is run.

usage: recording_work_test.py --clc PROGRAM
"""
import argparse
import json
import os
import sys
import tempfile
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import contents, environment, run  # noqa: E402

from recordings import Recording  # noqa: E402

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../pages"))
from pages import HOSTILE, data_of, expect_whole  # noqa: E402

CLC = None
SCALE = '#include "n.h"\nkernel void scale(global float* o) { o[get_global_id(0)] *= N * TILE; }\n'
HEADER = {"include-0/n.h": "#define N 3\n"}


class WorkTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name

    def tearDown(self):
        self.temporary.cleanup()

    def recording(self, name):
        return Recording(os.path.join(self.folder, name))

    def clc(self, *arguments, code=0):
        done = run(CLC, *arguments, expected=code, cwd=self.folder,
                   env=environment("CLC_OPTIONS", "CLC_DUMP", CLC_CACHE_DIR=os.path.join(self.folder, "cache")))
        return done.stdout + done.stderr

    def contents(self, name):
        return contents(os.path.join(self.folder, name))

    def package_of(self, name, target="spirv64"):
        self.clc("compile", name, "-t", target, "-o", f"{name}.package")
        return self.contents(f"{name}.package")

    def two(self):
        """Two recordings that have one program and no run in common."""
        digests = []
        for name, other in (("a", "left"), ("b", "right")):
            one = self.recording(name)
            digests.append(one.program("scale", SCALE, HEADER, "-I include-0 -DTILE=4"))
            one.program(other, f"kernel void {other}(global int* o) {{ *o = 1; }}\n")
            one.launch(digests[-1], "scale", count=2 if name == "a" else 5)
            one.close(f"{name}-1")
        self.assertEqual(*digests)
        return digests[0]

    def test_a_merged_recording_has_everything_once(self):
        shared = self.two()
        said = self.clc("record", "--merge", "a", "b", "-o", "ab")
        self.assertIn("ab holds 3 programs of 2 runs", said)
        self.clc("record", "--merge", "b", "a", "a", "-o", "ba")
        self.assertEqual(self.contents("ab"), self.contents("ba"))
        self.clc("record", "--merge", "ab", "a", "ba", "-o", "again", "-q")
        self.assertEqual(self.contents("again"), self.contents("ab"))
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "ab/runs"))), ["a-1.json", "b-1.json"])
        self.assertEqual(self.contents("ab")[f"programs/scale-{shared[:12]}/include-0/n.h"], b"#define N 3\n")
        # A package of both is what the two make together.
        self.clc("compile", "a", "b", "-t", "spirv64", "-o", "both")
        self.assertEqual(self.package_of("ab").keys(), self.contents("both").keys())

    def test_a_recording_is_the_same_when_it_is_merged_with_itself(self):
        self.two()
        self.clc("record", "--merge", "a", "-o", "once")
        self.clc("record", "--merge", "once", "once", "-o", "twice")
        self.assertEqual(self.contents("twice"), self.contents("once"))

    def test_of_two_states_of_a_run_the_later_one_counts(self):
        for name, launches in (("early", 1), ("late", 4)):
            one = self.recording(name)
            digest = one.program("k", "kernel void k() {}\n")
            one.launch(digest, "k", count=launches)
            one.close()
        for order in (("early", "late"), ("late", "early")):
            output = "-".join(order)
            self.clc("record", "--merge", *order, "-o", output)
            self.assertEqual(json.loads(self.contents(output)["runs/1-1.json"])["launches"][0]["count"], 4)

    def test_what_cannot_be_read_makes_nothing(self):
        shared = self.two()
        place = f"programs/scale-{shared[:12]}"
        for name, text, words in ((f"{place}/program.json", '{"digest": "', "scale-"), (f"{place}/scale.cl", "kernel", "not those that were recorded"),
                                  ("runs/b-1.json", '{"command"', "b-1.json"), ("recording.json", '{"recording": 9}', "of version 9"), ("recording.json", "", "recording.json")):
            path = os.path.join(self.folder, "b", name)
            with open(path, encoding="utf-8") as file:
                before = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            for work in (["--merge", "a", "b", "-o", "out"], ["--shrink", "a", "b", "-o", "out"], ["--compare", "a", "b"], ["--report", "html", "a", "b", "-o", "out"]):
                self.assertIn(words, self.clc("record", *work, code=3))
            with open(path, "w", encoding="utf-8") as file:
                file.write(before)
        os.remove(os.path.join(self.folder, "b", place, "include-0/n.h"))
        self.assertIn("n.h", self.clc("record", "--merge", "a", "b", "-o", "out", code=3))
        self.assertEqual(sorted(name for name in os.listdir(self.folder) if name != "cache"), ["a", "b"])

    def test_wrong_command_lines(self):
        self.two()
        for words, said in ((["--merge", "a", "b"], "name its folder with -o"), (["--merge", "-o", "x"], "lacks a recording"), (["--merge", "a", "b", "-o", "a"], "exists already"),
                            (["--merge", "--shrink", "a", "-o", "x"], "give one of them"), (["--compare", "a"], "takes two recordings"), (["--merge", "a", "nowhere", "-o", "x"], "nowhere is no recording"),
                            (["--compare", "a", "b", "--keep", "1"], "belong to --shrink"), (["--merge", "a", "-o", "x", "--", "true"], "runs no program"), (["--report", "pdf", "a"], "pdf"),
                            (["-o", "x", "a", "--", "true"], "follows --"), (["--shrink", "a", "-o", "x", "--exit-code"], "belong to --compare"), (["--shrink", "a", "-o", "x", "--keep", "0"], "--keep")):
            self.assertIn(said, self.clc("record", *words, code=2))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "x")))

    def tuned(self):
        """A tuner's recording: variants by an option, variants by a line of the source, and what nobody can compile."""
        one = self.recording("t")
        variants = [one.program("scale", SCALE, HEADER, f"-I include-0 -DTILE={tile} -D MORE={tile * 2}") for tile in (1, 2, 4, 8)]
        for tile, digest in enumerate(variants):
            for grid in (1000, 1001, 1002):
                one.launch(digest, "scale", grid=(grid, 1, 1), count=grid - 999 + (100 if tile == 2 else 0))
        lines = [one.program("blur", f"#define WIDTH {width}\n # define  DEEP\t{width + 1}\nkernel void blur(global int* o) {{ *o = WIDTH; }}\n") for width in (3, 5)]
        one.launch(lines[1], "blur", group=(8, 1, 1))
        one.launch(lines[1], "blur", group=(8, 1, 1), grid=(65535, 1, 1))
        one.launch(lines[1], "blur", group=(8, 1, 1), grid=(65534, 1, 1))
        one.program("broken", "kernel void broken(", status=-11)
        one.close()
        return variants, lines

    def test_a_shrunk_recording_gives_the_same_package(self):
        self.tuned()
        said = self.clc("record", "--shrink", "t", "-o", "s")
        self.assertIn("s holds 6 programs (2 except for values of macros)", said)
        self.assertIn("left out: 1 program (broken-", said)
        self.assertEqual(self.package_of("s"), self.package_of("t"))
        launches = json.loads(self.contents("s")["runs/1-1.json"])["launches"]
        self.assertEqual([(launch["global"][0], launch["count"]) for launch in launches[:1]], [(1002, 6)])
        self.assertEqual(len(launches), 4 + 3)
        self.clc("record", "--shrink", "s", "-o", "again")
        self.assertEqual(self.contents("again"), self.contents("s"))
        one, other = (os.path.join(self.folder, "s/programs", name, "include-0/n.h") for name in sorted(os.listdir(os.path.join(self.folder, "s/programs")))[-2:])
        self.assertTrue(os.path.samefile(one, other))

    def test_programs_are_left_out_when_somebody_asks(self):
        variants, lines = self.tuned()
        said = self.clc("record", "--shrink", "t", "-o", "s", "--keep", "1")
        self.assertIn("s holds 2 programs", said)
        self.assertIn("left out: 4 programs", said)
        kept = sorted(os.listdir(os.path.join(self.folder, "s/programs")))
        self.assertEqual(kept, [f"blur-{lines[1][:12]}", f"scale-{variants[2][:12]}"])
        self.clc("record", "--shrink", "t", "-o", "l", "--launched")
        self.assertEqual(len(os.listdir(os.path.join(self.folder, "l/programs"))), 5)
        self.package_of("s")
        # What was left out is known, and comes back from a recording that has it.
        said = self.clc("record", "--compare", "s", "t")
        self.assertIn("was left out of that recording", said)
        self.clc("record", "--merge", "s", "t", "-o", "m")
        self.clc("record", "--merge", "t", "-o", "plain")
        self.assertEqual(self.contents("m"), self.contents("plain"))

    def test_parts_of_linked_programs_stay(self):
        one = self.recording("t")
        parts = [one.program("main", f"#define N {n}\nint f(int);\nkernel void main_kernel(global int* o) {{ *o = f(N); }}\n", step="compile") for n in (1, 2)]
        helper = one.program("f", "int f(int a) { return a; }\n", step="compile")
        one.program("lonely", "int lonely;\n", step="compile")
        for part in parts:
            one.launch(one.link([part, helper]), "main_kernel")
        one.close()
        self.clc("record", "--shrink", "t", "-o", "s", "--keep", "1", "--launched")
        self.assertEqual(len(os.listdir(os.path.join(self.folder, "s/programs"))), 3)
        self.assertEqual(self.package_of("s"), self.package_of("t"))

    def versions(self):
        one, two = self.recording("v1"), self.recording("v2")
        for recording, tiles in ((one, (1, 2)), (two, (2, 4, 8))):
            for tile in tiles:
                recording.program("scale", SCALE, HEADER, f"-I include-0 -DTILE={tile}")
            recording.program("same", "kernel void same() {}\n")
        one.program("gone", "kernel void gone() {}\n")
        two.program("fresh", "kernel void fresh() {}\n")
        one.program("later", "kernel void later() {}\n", status=-11)
        two.program("later", "kernel void later() {}\n")
        one.close("1-1")
        two.close("2-1")

    def test_versions_are_compared(self):
        self.versions()
        said = self.clc("record", "--compare", "v1", "v2")
        self.assertIn("v2 compiles 4 programs that v1 does not, and v1 2 that v2 does not; 2 in both", said)
        self.assertRegex(said, r"new   scale-\w+ and 1 more, the same except for TILE; waited 2.00? ms; like scale-\w+ except for -D TILE=\d instead of -D TILE=\d")
        self.assertRegex(said, r"new   fresh-\w+; waited 1.00? ms\n")
        self.assertRegex(said, r"new   later-\w+; .*; did not compile when it was recorded")
        self.assertRegex(said, r"gone  gone-\w+")
        self.clc("record", "--compare", "v1", "v2", "--exit-code", code=6)
        self.clc("record", "--compare", "v1", "v1", "--exit-code")
        found = json.loads(self.clc("record", "--compare", "v2", "v1", "--format", "json"))
        self.assertEqual(found["same"], 2)
        self.assertEqual(sorted(len(row["programs"]) for row in found["added"]), [1, 1])
        self.assertEqual(sorted(len(row["programs"]) for row in found["gone"]), [1, 1, 2])

    def test_links_are_compared(self):
        """A program of several that was linked of known programs in another way is new; so is a link of one program."""
        one, two = self.recording("v1"), self.recording("v2")
        for recording in (one, two):
            parts = [recording.program(name, f"kernel void {name}() {{}}\n", step="compile") for name in ("x", "y")]
            recording.link(parts)
            recording.link(parts[:1])
        two.link(parts, "-cl-fast-relaxed-math")
        two.link(parts[:1], "-cl-mad-enable")
        one.close("1-1")
        two.close("2-1")
        said = self.clc("record", "--compare", "v1", "v2", "--exit-code", code=6)
        self.assertEqual(said.count("new   link of "), 2, said)
        self.clc("record", "--compare", "v2", "v1", "--exit-code")

    def test_the_page(self):
        _, lines = self.tuned()
        one = self.recording("h")
        hostile = one.program("k", f"kernel void k() {{}} // {HOSTILE}\n", options=f"-DX='{HOSTILE.split()[0]}'")
        one.launch(hostile, HOSTILE, arguments=[{"kind": "buffer", "size": 256}])
        one.build("7" * 64, "build", log=HOSTILE)
        one.close("2-2")
        page = self.clc("record", "--report", "html", "t", "h")
        expect_whole(page, "the page of a recording")
        data = data_of(page)
        self.assertEqual(data["totals"], {"programs": 8, "series": 4, "waited": 9000000, "ahead": 7000000, "builds": 9, "launches": 328})
        by_name = {program["name"]: program for program in data["programs"]}
        blur = by_name[f"blur-{lines[1][:12]}"]
        self.assertEqual((blur["launches"], blur["waited"], blur["reason"], len(blur["sizes"])), (3, 1000000, "", 3))
        self.assertEqual(data["series"][blur["series"]], ["DEEP", "WIDTH"])
        self.assertEqual(by_name["program-" + "7" * 12]["log"], HOSTILE)
        self.assertEqual([run["file"] for run in data["runs"]], ["1-1.json", "2-2.json"])
        self.clc("record", "--report", "html", "t", "h", "-o", "page.html")
        with open(os.path.join(self.folder, "page.html"), encoding="utf-8") as file:
            self.assertEqual(file.read(), page)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    arguments, rest = parser.parse_known_args()
    CLC = os.path.abspath(arguments.clc)
    unittest.main(argv=[sys.argv[0], *rest])
