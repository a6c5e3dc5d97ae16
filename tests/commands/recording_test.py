#!/usr/bin/env python3
"""clc compile of recordings. The recordings are written here, from the documentation alone, and not by the layer.

usage: recording_test.py --clc PROGRAM
"""
import argparse
import json
import os
import shutil
import sys
import tempfile
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, run, succeed  # noqa: E402

from recordings import Recording  # noqa: E402

CLC = None


class RecordingTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        self.recording = Recording(os.path.join(self.folder, "r"))

    def tearDown(self):
        self.temporary.cleanup()

    def clc(self, *arguments, code=0):
        done = run(CLC, *arguments, expected=code, cwd=self.folder,
                   env=environment("CLC_OPTIONS", "CLC_DUMP", CLC_CACHE_DIR=os.path.join(self.folder, "cache")))
        return done.stdout + done.stderr

    def compile(self, *arguments, code=0):
        self.recording.close()
        return self.clc("compile", "r", "-t", "spirv64", "-o", "p", *arguments, code=code)

    def programs(self, package="p"):
        with open(os.path.join(self.folder, package, "manifest.clc.json"), encoding="utf-8") as file:
            manifest = json.load(file)
        return {module["name"]: (variant["programs"], variant["options"])
                for module in manifest["modules"] for variant in module["variants"]}

    def test_each_program_has_its_own_options_and_digest(self):
        source = "kernel void k(global int* o) { *o = N; }\n"
        one = self.recording.program("k", source, options="-DN=1")
        two = self.recording.program("k", source, options="-DN=2 -cl-std=CL2.0")
        self.compile()
        self.assertEqual(self.programs(), {f"k-{one[:12]}": ([one], ["-DN=1"]),
                                           f"k-{two[:12]}": ([two], ["-DN=2", "-cl-std=CL2.0"])})
        self.clc("verify", "p")
        self.assertIn("k(", self.clc("inspect", "p"))

    @unittest.skipUnless(os.path.exists("/etc/OpenCL/vendors/pocl.icd"), "PoCL is missing")
    def test_kernels_are_finished_for_the_groups_that_were_launched(self):
        digest = self.recording.program("k", "kernel void k(global int* o) { o[get_global_id(0)] = 1; }\n")
        self.recording.launches.append({"program": digest, "kernel": "k", "dimensions": 2, "offset": [0, 0, 0], "global": [64, 4, 0],
                                        "local": [32, 2, 0], "arguments": [], "count": 3})
        self.recording.close()
        self.clc("compile", "r", "-t", "driver:pocl", "-o", "sized")
        held = b""
        for name in os.listdir(os.path.join(self.folder, "sized")):
            with open(os.path.join(self.folder, "sized", name), "rb") as file:
                held += file.read()
        self.assertIn(b"/k/32-2-1-goffs0-smallgrid/k.so", held)
        self.assertNotIn(b"/k/32-2-1-goffs0/k.so", held)

    def test_headers_are_found_wherever_they_were(self):
        source = ('#include "a.h"\n#include <deep/b.h>\n#include "given.h"\n#include "here.h"\n'
                  "#define TEXT(x) #x\n#define PATH(x) TEXT(x)\n#include PATH(ROOT/c.h)\n"
                  "kernel void k(global int* o) { *o = A + B + C + D + E; }\n")
        headers = {"include-0/a.h": "#define A 1\n", "include-1/deep/b.h": "#include \"bb.h\"\n",
                   "include-1/deep/bb.h": "#define B 2\n", "embedded/given.h": "#define C 3\n",
                   "working/here.h": "#define D 4\n", "absolute/usr/share/app/c.h": "#define E 5\n"}
        digest = self.recording.program("k", source, headers,
                                        "-I include-0 -I include-1 -I include-2 -DROOT=/usr/share/app")
        self.compile()
        self.assertEqual(self.programs(), {f"k-{digest[:12]}": ([digest], ["-DROOT=absolute/usr/share/app"])})

    def test_headers_that_are_named_by_their_whole_path_are_those_of_the_recording(self):
        here = os.path.join(self.folder, "here.h")
        with open(here, "w", encoding="utf-8") as file:
            file.write("#error this is another file\n")
        source = f'#include "{here}"\n#include </not/there/b.h>\nkernel void k(global int* o) {{ *o = A + B; }}\n'
        headers = {f"absolute{here}": "#define A 1\n", "absolute/not/there/b.h": '#include "c.h"\n',
                   "absolute/not/there/c.h": "#define B 2\n"}
        digest = self.recording.program("k", source, headers)
        for _ in range(2):
            self.compile()
            self.assertEqual(self.programs(), {f"k-{digest[:12]}": ([digest], [])})

    def test_the_package_does_not_depend_on_where_the_recording_lies(self):
        self.recording.program("k", '#include "a.h"\nkernel void k(global int* o) { *o = A; }\n',
                               {"include-0/a.h": "#define A 1\n"}, "-I include-0")
        self.compile("--keep-unchanged")
        os.makedirs(os.path.join(self.folder, "elsewhere"))
        os.rename(os.path.join(self.folder, "r"), os.path.join(self.folder, "elsewhere/s"))
        self.clc("compile", os.path.join(self.folder, "elsewhere/s"), "-t", "spirv64", "-o", "q")
        with open(os.path.join(self.folder, "p/manifest.clc.json"), "rb") as one, \
                open(os.path.join(self.folder, "q/manifest.clc.json"), "rb") as two:
            self.assertEqual(one.read(), two.read())

    def test_a_program_that_is_linked_alone_answers_for_both_steps(self):
        digest = self.recording.program("k", "kernel void k(global int* o) { *o = 1; }\n", step="compile")
        linked = self.recording.link([digest])
        self.recording.link([digest], "-create-library")
        self.compile()
        self.assertEqual(self.programs(), {f"k-{digest[:12]}": (sorted([digest, linked]), [])})

    def test_what_need_not_be_compiled_is_left_out_and_said(self):
        good = self.recording.program("k", "kernel void k(global int* o) { *o = 1; }\n")
        self.recording.program("broken", "kernel void broken(", status=-11)
        self.recording.program("binary", "\x03\x02", language="SPIR-V")
        self.recording.program("part", "int f(int a);\nkernel void part(global int* o) { *o = f(1); }\n", step="compile")
        self.recording.link(["5" * 64, good])
        messages = self.compile()
        self.assertEqual(list(self.programs()), [f"k-{good[:12]}"])
        self.assertIn("did not compile when it was recorded", messages)
        self.assertIn("came as SPIR-V, which it is not", messages)
        self.assertIn("was compiled and never linked", messages)
        self.assertIn("was linked with a program that is not in the recording", messages)

    def test_spirv_is_compiled_for_what_takes_it(self):
        """A recorded constant is among the options, as the digest has it."""
        self.recording.write("../k.cl", "kernel void k(global int* o) { *o = 1; }\n")
        self.clc("compile", "k.cl", "-t", "spirv64", "-o", "k.spv")
        with open(os.path.join(self.folder, "k.spv"), "rb") as file:
            il = file.read()
        plain = self.recording.program("k", il, language="SPIR-V")
        given = self.recording.program("k", il, options="-w --specialize=7=0x2a", language="SPIR-V")
        text = self.recording.program("t", "kernel void t(global int* o) { *o = 1; }\n")
        self.assertIn("came as SPIR-V, which is compiled for spirv64, spirv32, intel and driver targets only: not compiled for nvptx:sm_90",
                      self.compile("-t", "nvptx:sm_90"))
        self.assertEqual(self.programs(), {f"k-{plain[:12]}": ([plain], []), f"k-{given[:12]}": ([given], ["--specialize=7=0x2a"]),
                                           f"t-{text[:12]}": ([text], [])})
        self.assertEqual([variant["target"] for variant in self.manifest()["modules"][0]["variants"]], ["spirv64:1.2"])

    def manifest(self):
        with open(os.path.join(self.folder, "p/manifest.clc.json"), encoding="utf-8") as file:
            return json.load(file)

    def test_programs_that_are_linked_become_one_module(self):
        """Each source has the options and headers of its own program, and two headers of one name can differ."""
        main = self.recording.program("main", '#include "n.h"\nint f(int);\nkernel void main_kernel(global int* o) { *o = f(N); }\n',
                                      {"embedded/n.h": "#define N 3\n"}, options="-DX=1", step="compile")
        other = self.recording.program("other", '#include "n.h"\n#ifdef X\n#error another program\n#endif\nint f(int a) { return a * N; }\n',
                                       {"embedded/n.h": "#define N 5\n"}, options="-cl-mad-enable", step="compile")
        linked = self.recording.link([main, other], "-cl-fast-relaxed-math")
        self.assertNotIn("not compiled", self.compile())
        name = f"program-{linked[:12]}"
        self.assertEqual(self.programs(), {name: ([linked], ["-cl-fast-relaxed-math"])})
        self.assertEqual(self.manifest()["format"], {"major": 1, "minor": 5})
        self.assertEqual(self.manifest()["modules"][0]["variants"][0]["parts"], sorted([main, other]))
        text = self.clc("inspect", "p")
        self.assertIn("main_kernel(", text)
        self.assertIn(f"    programs: {linked[:16]}\n    parts: {' '.join(part[:16] for part in sorted([main, other]))}\n", text)
        shown = json.loads(self.clc("inspect", "p", "--format", "json"))["modules"][0]["variants"][0]
        self.assertEqual((shown["programs"], shown["parts"]), ([linked], sorted([main, other])))
        self.assertIn("hit", self.clc("explain", "r", "-t", "spirv64"))

    def test_libraries_stand_for_what_they_were_made_of(self):
        """A library of a library, one program in several links, and one that also runs alone."""
        one = self.recording.program("one", "int two(int);\nkernel void one(global int* o) { *o = two(1); }\n", step="compile")
        two = self.recording.program("two", "int three(int);\nint two(int a) { return three(a); }\n", step="compile")
        three = self.recording.program("three", "int three(int a) { return a; }\nkernel void three_alone(global int* o) { *o = three(*o); }\n", step="compile")
        inner = self.recording.link([three], "-create-library")
        outer = self.recording.link([two, inner], "-create-library -enable-link-options")
        all_three = self.recording.link([one, outer])
        again = self.recording.link([one, two, inner])
        alone = self.recording.link([three])
        of_library = self.recording.link([inner])
        self.recording.link([one, "6" * 64])
        self.assertIn("1 program", self.compile())
        self.assertEqual({name: programs for name, (programs, _) in self.programs().items()},
                         {f"program-{all_three[:12]}": [all_three], f"program-{again[:12]}": [again],
                          f"three-{three[:12]}": sorted([three, alone, of_library])})
        parts = {module["name"]: module["variants"][0].get("parts", []) for module in self.manifest()["modules"]}
        self.assertEqual(parts, {f"program-{all_three[:12]}": sorted([one, two, three, inner, outer]),
                                 f"program-{again[:12]}": sorted([one, two, three, inner]), f"three-{three[:12]}": []})

    def test_its_plan_gives_the_same_package(self):
        """Each job of the plan runs in a folder that holds its inputs and nothing else."""
        self.recording.program("plain", "kernel void plain(global int* o) { *o = N; }\n", options="-DN=3")
        self.recording.program("headed", '#include "n.h"\nkernel void headed(global int* o) { *o = N; }\n', {"include-0/n.h": "#define N 3\n"},
                               options="-I include-0")
        one = self.recording.program("one", "int two(int);\nkernel void one(global int* o) { *o = two(1); }\n", step="compile")
        two = self.recording.program("two", "int two(int a) { return a; }\n", step="compile")
        self.recording.link([one, two])
        more = ["-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100"]
        self.compile(*more)
        plan = json.loads(self.clc("compile", "r", "-t", "spirv64", *more, "-o", "planned", "--plan", "json"))
        self.assertEqual(len(plan["jobs"]), 3)
        self.assertEqual([len(job["modules"]) for job in plan["jobs"]], [3, 3, 3])
        for number, job in enumerate(reversed(plan["jobs"])):
            place = os.path.join(self.folder, str(number))
            for name in job["inputs"]:
                os.makedirs(os.path.dirname(os.path.join(place, name)), exist_ok=True)
                shutil.copy(os.path.join(self.folder, name), os.path.join(place, name))
            succeed(*job["command"], cwd=place, env=environment("CLC_", CLC_CACHE="0", **plan["environment"]))
            os.makedirs(os.path.dirname(os.path.join(self.folder, job["output"])), exist_ok=True)
            shutil.copy(os.path.join(place, job["output"]), os.path.join(self.folder, job["output"]))
        succeed(*plan["link"], cwd=self.folder)
        succeed("diff", "-r", "p", "planned", cwd=self.folder)

    def test_a_recording_without_links_has_the_format_of_ever(self):
        self.recording.program("k", "kernel void k(global int* o) { *o = 1; }\n")
        self.compile()
        self.assertEqual(self.manifest()["format"], {"major": 1, "minor": 4})

    def test_links_that_contain_themselves_are_left_out(self):
        self.recording.build("7" * 64, "link", inputs=["7" * 64, "8" * 64], link_options="")
        self.recording.build("8" * 64, "link", inputs=["7" * 64], link_options="")
        good = self.recording.program("k", "kernel void k(global int* o) { *o = 1; }\n")
        self.compile()
        self.assertEqual(list(self.programs()), [f"k-{good[:12]}"])

    def test_a_recording_without_programs_is_refused(self):
        self.recording.program("broken", "kernel void broken(", status=-11)
        self.assertIn("holds no program to compile", self.compile(code=2))

    def test_options_of_drivers(self):
        source = "kernel void k(global int* o) { *o = N; }\n"
        known = self.recording.program(
            "k", source, options="-DN=1 -cl-nv-verbose -cl-nv-maxrregcount 32 -cl-nv-opt-level=3 -fno-bin-llvmir "
            "-cl-intel-greater-than-4GB-buffer-required -x clc -Werror -O5 -s nowhere.cl -Weverything")
        self.compile()
        self.assertEqual(self.programs(), {f"k-{known[:12]}": ([known], ["-DN=1", "-cl-nv-maxrregcount=32", "-xcl"])})

    def test_an_option_that_nobody_knows_is_refused_unless_it_is_to_be_ignored(self):
        source = "kernel void k(global int* o) { *o = N; }\n"
        good = self.recording.program("k", source, options="-DN=1")
        odd = self.recording.program("k", source, options="-DN=1 -fodd-one=3")
        message = self.compile(code=2)
        self.assertIn("-fodd-one=3", message)
        self.assertIn("--ignore-option", message)
        self.compile("--keep-going")
        self.assertEqual(list(self.programs()), [f"k-{good[:12]}"])
        self.compile("--ignore-option", "-fodd-*")
        self.assertEqual(sorted(self.programs()), sorted([f"k-{good[:12]}", f"k-{odd[:12]}"]))

    def test_a_program_of_another_language_is_not_guessed_at(self):
        self.recording.program("k", "kernel void k() {}\n", options="-x spir -spir-std=1.2")
        self.assertIn("-x spir", self.compile(code=2))

    def test_changed_sources_are_refused(self):
        digest = self.recording.program("k", "kernel void k() {}\n")
        self.recording.write(f"programs/k-{digest[:12]}/k.cl", "kernel void l() {}\n")
        self.assertIn("not those that were recorded", self.compile(code=3))

    def test_two_recordings_and_a_file_together(self):
        digest = self.recording.program("k", "kernel void k() {}\n")
        other = Recording(os.path.join(self.folder, "s"))
        other.program("k", "kernel void k() {}\n")
        more = other.program("m", "kernel void m() {}\n")
        other.close()
        self.recording.write("../plain.cl", "kernel void plain() {}\n")
        self.recording.close()
        said = self.clc("compile", "r", "s", "plain.cl", "-t", "spirv64", "-o", "p", "-DSOME")
        self.assertIn("warning: r: its programs are compiled with -DSOME=1, which the recorded ones were not", said)
        with open(os.path.join(self.folder, "p/manifest.clc.json"), encoding="utf-8") as file:
            names = [module["name"] for module in json.load(file)["modules"]]
        self.assertEqual(names, [f"k-{digest[:12]}", f"m-{more[:12]}", "plain"])
        self.assertIn("names of their own", self.clc("compile", "r", "--name", "x", "-t", "spirv64", "-o", "p", code=2))

    def test_no_option_changes_a_recorded_macro(self):
        part = self.recording.program("part", "int part(void) { return TILE; }\n", options="-DTILE=8", step="compile")
        other = self.recording.program("k", "int part(void);\nkernel void k(global int* o) { *o = part(); }\n", step="compile")
        self.recording.link([part, other])
        self.recording.program("scale", "kernel void scale(global int* o) { *o = TILE; }\n", options="-DTILE -UNONE")
        self.recording.write("../plain.cl", "kernel void plain(global int* o) { *o = TILE; }\n")
        for options, recorded in (["-DTILE=4"], "-DTILE=[81]"), (["-UTILE"], "-DTILE=[81]"), (["-DNONE=2"], "-UNONE"):
            said = self.compile("plain.cl", *options, code=2)
            self.assertRegex(said, f"{options[0]} would change .* of r, recorded with {recorded}: compile the recording by itself, and `clc link`")
        self.assertNotIn("p", os.listdir(self.folder))

    def test_an_option_may_repeat_a_recorded_macro(self):
        self.recording.program("scale", "kernel void scale(global int* o) { *o = TILE; }\n", options="-DTILE=4")
        self.assertNotIn("warning", self.compile("-DTILE=4"))

    def test_what_is_linked_is_no_program_of_the_recording(self):
        os.rename(self.recording.folder, os.path.join(self.folder, "app"))
        self.recording.folder = os.path.join(self.folder, "app")
        digests = [self.recording.program(name, f"kernel void {name}(global int* o) {{ *o = 1; }}\n", step="compile")
                   for name in ("a", "b", "c")]
        self.recording.link(digests)
        self.recording.close()
        said = self.clc("record", "-o", "new", "--", "sh", "-c", "cp -r app/. new")
        self.assertIn("new holds 3 programs; this run built 3 of them", said)
        self.assertIn("waited 4.0 ms for 4 builds; 4.0 ms of it is for programs", said)  # the parts are compiled for the link

    def test_other_commands_take_a_recording(self):
        digest = self.recording.program("k", '#include "a.h"\nkernel void k(global int* o) { *o = an_odd_name; }\n',
                                        {"include-0/a.h": "constant int an_odd_name = 3;\n"}, "-I include-0")
        self.compile()
        self.assertIn("hit", self.clc("explain", "r", "-t", "spirv64"))
        self.assertIn(f"k-{digest[:12]}", self.clc("report", "r", "-t", "amdgcn:gfx942"))
        self.compile("-g")
        self.assertIn("from r/programs/k-", self.clc("audit", "p", "--source", "r", code=6))
        self.compile("--strip")
        self.clc("audit", "p", "--source", "r")
        self.assertIn("kernel k of module k-", self.clc("check", "p", "--no-spills", code=6))
        self.assertIn("OpEntryPoint", self.clc("disasm", "p"))

    def test_recordings_are_compared_by_the_names_of_their_programs(self):
        digest = self.recording.program("k", "kernel void k(global int* o) { *o = 3; }\n")
        self.recording.close()
        shutil.copytree(os.path.join(self.folder, "r"), os.path.join(self.folder, "r 1"))
        self.assertIn("no differences", self.clc("diff", "r 1", "r 1", "-t", "amdgcn:gfx942"))
        self.clc("report", "r", "--before", "r 1", "-t", "amdgcn:gfx942", "--format", "html", "-o", "page.html")
        with open(os.path.join(self.folder, "page.html"), encoding="utf-8") as page:
            self.assertIn(f"k-{digest[:12]}", page.read())
        self.assertIn("names of their own", self.clc("diff", "r", "r", "--name", "x", "-t", "amdgcn:gfx942", code=2))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    arguments, rest = parser.parse_known_args()
    CLC = os.path.abspath(arguments.clc)
    unittest.main(argv=[sys.argv[0], *rest])
