#!/usr/bin/env python3
"""Plans as data: the jobs of `clc compile --plan json`, each run alone in a folder that holds its inputs and nothing else, in any
order and at once, give the package of the single call; -M and its like say what is read, and compile nothing.

usage: plan_test.py --clc PROGRAM --seed N
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import compile as compile_kernels
from clc_testing import cache_like, check, environment, equal, finish, known_drivers, output_of, run, skip, succeed, temporary_folder

FILES = {
    "scale.cl": '#include "shared.h"\n#ifdef __NVPTX__\n#include "nvidia.h"\n#endif\n#include <factor.h>\n'
                "kernel void scale(global float* data) { data[get_global_id(0)] *= SHARED + FACTOR; }\n",
    "count.cl": "kernel void count(global int* counts) { atomic_add(&counts[STEP], 1); }\n",
    "two words.cl": "kernel void two(global int* out) { out[0] = 2; }\n",
    "caller.cl": "int called(int x);\nkernel void caller(global int* out) { out[0] = called(out[1]); }\n",
    "called.cl": '#include "inner/square.h"\nint called(int x) { return SQUARE(x); }\n',
    "inner/square.h": "#define SQUARE(x) ((x) * (x))\n",
    "include/shared.h": "#define SHARED 3\n",
    "include/nvidia.h": "#define NVIDIA 1\n",
    "include/unused.h": "#error nobody includes this\n",
    "system/factor.h": "#define FACTOR 2\n",
}
TARGETS = ("spirv64:1.2", "nvptx:sm_90", "amdgcn:gfx1030", "r600:redwood", "driver:pocl")
CALL = ("scale.cl", "count.cl", "two words.cl", "--module", "called=caller.cl,called.cl", "-Iinclude", "-isystem", "system",
        "-Xtarget", "nvptx*", "-DSTEP=2", "-Xtarget", "[!n]*", "-DSTEP=1", "-cl-std=CL1.2", "--compress=3")


def write_files(folder):
    for name, text in FILES.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def arguments(targets):
    return [*CALL, *(word for target in targets for word in ("-t", target))]


class Plans:
    def __init__(self, clc, folder, seed):
        self.clc, self.folder, self.random = clc, folder, random.Random(seed)
        self.sources = os.path.join(folder, "sources")
        write_files(self.sources)
        os.mkdir(os.path.join(folder, "elsewhere"))
        self.known = known_drivers(clc, folder, "driver:pocl")

    def alone_variables(self):
        """No job finds in a cache what another call has made."""
        return environment(**cache_like(self.known, self.folder))

    def plan(self, *more, **options):
        return json.loads(output_of(self.clc, "compile", *more, "--plan", "json", cwd=self.sources, **options))

    def alone(self, job, number, variables):
        """Runs a job in a folder that holds its inputs and nothing else, and returns the folder."""
        place = os.path.join(self.folder, "elsewhere", str(number))
        for name in job["inputs"]:
            os.makedirs(os.path.join(place, os.path.dirname(name)), exist_ok=True)
            shutil.copy(os.path.join(self.sources, name), os.path.join(place, name))
        succeed(*job["command"], cwd=place, env=variables)
        return place

    def run_alone(self, what, *call):
        """Compares the package of jobs run alone with that of the single call, and returns the plan."""
        name = what.replace(" ", "_")
        succeed(self.clc, "compile", *call, "-o", f"{name}.clcpack", cwd=self.sources, env=self.alone_variables())
        plan = self.plan(*call, "-o", f"{name}.parts.clcpack")
        self.random.shuffle(plan["jobs"])
        for number, job in enumerate(plan["jobs"]):
            place = self.alone(job, f"{name}_{number}", self.alone_variables() | plan["environment"])
            target = os.path.join(self.sources, job["output"])
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(os.path.join(place, job["output"]), target)
        succeed(*plan["link"], cwd=self.sources, env=self.alone_variables() | plan["environment"])
        check(read(os.path.join(self.sources, plan["output"])) == read(os.path.join(self.sources, f"{name}.clcpack")),
              f"{what}: jobs run alone, in another order, give the package of the single call")
        return plan

    def test_jobs_alone(self):
        plan = self.run_alone("modules", *arguments(TARGETS))
        equal("jobs", len(plan["jobs"]), 4 * len(TARGETS))
        by_name = {job["name"]: job for job in plan["jobs"]}
        equal("inputs for NVIDIA", by_name["scale-nvptx_sm_90"]["inputs"],
              ["scale.cl", "include/nvidia.h", "include/shared.h", "system/factor.h"])
        equal("inputs for SPIR-V", by_name["scale-spirv64_1.2"]["inputs"],
              ["scale.cl", "include/shared.h", "system/factor.h"])
        equal("inputs of a module", by_name["called-spirv64_1.2"]["inputs"], ["caller.cl", "called.cl", "inner/square.h"])
        equal("output", plan["output"], "modules.parts.clcpack")

    def test_libraries_alone(self):
        """Libraries, and a module that is linked with one, with what debuggers read."""
        self.run_alone("libraries", "called.cl", "count.cl", "-DSTEP=1", "-create-library", "-g", "-t", "spirv64", "-t", "nvptx:sm_90",
                       "-t", "driver:pocl")
        plan = self.run_alone("linked with a library", "--module", "m=caller.cl,libraries.clcpack", "-g", "-t", "spirv64", "-t", "nvptx:sm_90")
        equal("inputs with a library", plan["jobs"][0]["inputs"], ["caller.cl", "libraries.clcpack"])

    def of_tools(self):
        """The targets whose tools of others are here."""
        families = json.loads(output_of(self.clc, "targets", "--format", "json"))["families"]
        is_here = {family["name"]: family["available"] for family in families}
        for target in (wanted := ["cubin:sm_90", "intel:dg2"]):
            if not is_here[target.partition(":")[0]]:
                skip(f"a plan for {target}", "its tool is not here")
        return [target for target in wanted if is_here[target.partition(":")[0]]]

    def test_all_at_once(self):
        targets = [*TARGETS, *self.of_tools()]
        call = ("scale.cl", "count.cl", *CALL[CALL.index("-Iinclude"):], *(word for target in targets for word in ("-t", target)))
        plan = self.plan(*call, "-o", "folder")
        self.random.shuffle(plan["jobs"])
        lines = "".join(" ".join(f"'{word}'" for word in job["command"]) + "\0" for job in plan["jobs"])
        subprocess.run(["xargs", "-0", "-P", "4", "-I", "{}", "sh", "-c", "{}"], input=lines.encode(), check=True,
                       cwd=self.sources, env=environment(CLC_CACHE="0") | plan["environment"])
        succeed(*plan["link"], cwd=self.sources)
        succeed(self.clc, "compile", *call, "-o", "single", cwd=self.sources)
        succeed("diff", "-r", "folder", "single", cwd=self.sources)
        check(True, f"a shuffled plan by xargs -P gives the folder of the single call: {' '.join(targets)}")

    def test_environment(self):
        """Options of variables are in the commands, and count once."""
        for given in ((), ("-DSTEP=7",)):
            variables = environment(CLC_OPTIONS="-DSTEP=5", CLC_OPTIONS_APPEND="-w", CLC_CACHE="0", SOURCE_DATE_EPOCH="99")
            call = ("count.cl", "-t", "spirv64", *given)
            plan = self.plan(*call, "-o", "planned.clcpack", env=variables)
            succeed(*plan["jobs"][0]["command"], cwd=self.sources, env=variables | plan["environment"])
            compile_kernels(self.clc, *call, output="direct.clcpack", cwd=self.sources, env=variables)
            equal("a link of one job", plan["link"], [])
            check(read(os.path.join(self.sources, "planned.clcpack")) == read(os.path.join(self.sources, "direct.clcpack")),
                  f"options of the environment with {given or 'none'}")

    def test_costs(self):
        call = ("count.cl", "-t", "spirv64", "-DSTEP=1", "-o", "cost.clcpack")
        equal("the cost of what was never compiled", self.plan(*call)["jobs"][0]["seconds"], None)
        succeed(self.clc, "compile", *call, cwd=self.sources)
        seconds = self.plan(*call)["jobs"][0]["seconds"]
        check(isinstance(seconds, float) and 0 < seconds < 300, f"the seconds of the last time: {seconds}")

    def rules(self, *options):
        return output_of(self.clc, "compile", "scale.cl", "-Iinclude", "-isystem", "system", "-t", "nvptx:sm_90", *options,
                         cwd=self.sources).replace(" \\\n ", "").split("\n")

    def test_rules(self):
        headers = "include/nvidia.h include/shared.h"
        # The folder that a compilation writes its package into is none of its inputs.
        equal("-M", self.rules("-o", "k.clcpack", "-M")[0], f"k.clcpack: scale.cl {headers} system/factor.h include")
        equal("-MM", self.rules("-MT", "named", "-MM")[0].split(" . ")[0], f"named: scale.cl {headers}")
        equal("-MP", [line for line in self.rules("-o", "k", "-M", "-MP")[1:] if line],
              ["include/nvidia.h:", "include/shared.h:", "system/factor.h:", "include:"])
        check(not os.path.exists(os.path.join(self.sources, "k")), "-M compiles nothing")
        self.rules("-o", "made.clcpack", "-MMD", "-MP", "-MF", "made.d")
        text = read(os.path.join(self.sources, "made.d")).decode()
        check("factor.h" not in text and "\ninclude/shared.h:\n" in text, "-MMD with -MP", text)

    def test_errors(self):
        """What cannot be read is told as a compilation tells it."""
        with open(os.path.join(self.sources, "lacks.cl"), "w", encoding="utf-8") as file:
            file.write('#include "absent.h"\nkernel void k() {}\n')
        call = ("lacks.cl", "-t", "spirv64", "-t", "nvptx:sm_90", "-o", "lacks.clcpack")
        compiled = run(self.clc, "compile", *call, cwd=self.sources)
        for option in (("-M",), ("--plan", "json")):
            asked = run(self.clc, "compile", *call, *option, cwd=self.sources)
            equal(f"exit code with {option[0]}", asked.returncode, compiled.returncode)
            equal(f"errors with {option[0]}", asked.stderr, compiled.stderr)
            equal(f"output with {option[0]}", asked.stdout, "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clc", required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with temporary_folder(own_cache=True) as folder:
        plans = Plans(options.clc, folder, options.seed)
        for name in [name for name in dir(plans) if name.startswith("test_")]:
            getattr(plans, name)()
    sys.exit(finish())


main()
