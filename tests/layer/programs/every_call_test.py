#!/usr/bin/env python3
"""Makes every call that concerns programs and kernels without the layer, and with it: recording with an empty cache, and
with a full one. What OpenCL answers has to be the same each time. So it has to be from a package, where a section asks for
no more than a package knows, and nothing but the package serves it.

usage: every_call_test.py --program FILE --layer FILE --clc FILE [--driver pocl|pocl-two|pocl-il|intel|rusticl|nvidia]
                          [--section NAME]… [--share K/N] [--limit SECONDS] [--show] [--prepare FOLDER | --prepared FOLDER]
       --share K/N         the sections of a share
       --limit SECONDS     how long a section may take (default: 300)
       --prepare FOLDER    makes IL and packages for the driver, which need not be here: the sections are recorded on PoCL
       --prepared FOLDER   takes these in the place of what clc would compile: a machine with a GPU need not have the compiler
Exit code 77: the driver is not here.
"""
import argparse
import difflib
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import SKIPPED, compile, environment, output_of, run, share_of, skip, succeed  # noqa: E402
from driver_options import first_device  # noqa: E402

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
INTEL = os.path.join(ROOT, "build/il-driver/vendors")
DRIVERS = {"pocl": ("/etc/OpenCL/vendors/pocl.icd", {}),
           "pocl-two": ("/etc/OpenCL/vendors/pocl.icd", {"POCL_DEVICES": "pthread basic"}),  # two devices
           "pocl-il": ("/etc/OpenCL/vendors/pocl.icd", {}),  # PoCL 6, from SPIR-V
           "intel": (INTEL, {}),
           "rusticl": ("/etc/OpenCL/vendors/rusticl.icd", {"RUSTICL_ENABLE": "llvmpipe"}),
           "nvidia": ("/etc/OpenCL/vendors/nvidia.icd", {})}
SECTIONS = {"pocl-two": ["build_by_device", "compile_and_link", "all_devices", "kinds_of_kernels", "odd_releases", "compile_for_one"]}
# How often a section builds a program for a device, on a platform with this many devices.
PACKAGED = {"parts_of_device": lambda devices: 6, "all_devices": lambda devices: devices + 1,
            "use_in_callback": lambda devices: 2 * devices, "release_callbacks": lambda devices: 2 * devices, "strange_sources": lambda devices: 7 * devices, "many_sources": lambda devices: 18 * devices,
            "il_constants": lambda devices: 4 * devices,
            **dict.fromkeys(("cloned_kernels", "sub_groups", "out_of_order", "odd_releases", "command_buffers", "kinds_of_kernels", "images",
                             "shared_memory"), lambda devices: devices)}
# PoCL builds for the whole of a device whose parts are asked for, which is one build where it is asked for both.
PACKAGED_ON = {("pocl", "parts_of_device"): 4}
# Lines of sections that build nothing, because the driver lacks what they ask for.
NOTHING_BUILT = ("this device has no two parts", "no command buffers", "IL: -30", "IL: -59")
# Who answers a section with --on-miss compile and a cache of earlier runs: clc links several sources,
# whose compilations are put off, and drivers make libraries.
COMPILED = {"many_sources": {"compiled": 3, "cache": 13, "driver": 2, "package": 0, "refused": 0}}
# Launches that the recording of a section has to hold: the sizes of all work-items.
LAUNCHES = {"command_buffers": [[8, 0, 0]]}
# Whole numbers among the arguments that the recording of a section has to hold, by kernel.
VALUES = {"kinds_of_kernels": {"by_value": [str(9 << 40)], "shared": ["4"]}}
TARGETS = {"pocl": ["-t", "driver:pocl"], "pocl-two": ["-t", "driver:pocl"], "pocl-il": ["-t", "spirv64:1.2"],
           "intel": ["-t", "spirv64:1.2"], "rusticl": ["-t", "spirv64:1.2"], "nvidia": ["-t", "nvptx:sm_90"]}
IL_SOURCE = "kernel void a(global int* x) { x[get_global_id(0)] = 99; }\n"
NO_END = "did not end"
# Where the layer is not to answer as the driver does.
NVIDIA_LOG = "NVIDIA's driver has warnings in the log of a build only where its own cache does not have it"
INTEL_LOG = "Intel's driver tells of earlier builds of the same program in the log of a later one"
KNOWN = {**{("nvidia", name): NVIDIA_LOG for name in ("build_callbacks", "included_files", "build_linked")},
         **{("nvidia", name): "NVIDIA's driver compiles a program that has kernels, which OpenCL forbids"
            for name in ("build_again", "build_wrongly_with_kernels")},
         ("rusticl", "create_from_source"): "Mesa's Rusticl says nothing of too little room for a program's binaries, and the layer does",
         ("intel", "build_linked"): "Intel's driver tells of the link in the log of a build behind it",
         ("intel", "il_constants_again"): "Intel's driver keeps to the constants of the first build that it makes itself",
         ("intel", "build_after_failure"): "Intel's driver refuses a program for ever after it failed once",
         ("intel", "build_refused_later"): INTEL_LOG,
         ("intel", "build_after_compile"): INTEL_LOG}
# PoCL 3 takes no binary of one of its devices on another, and with PoCL 6 the cache serves what the layer leaves to PoCL 3.
TARGETS_OF_POCL_3 = {"pocl-two": ["-t", "driver:basic-", "-t", "driver:pthread-"]}
KNOWN_OF_POCL_6 = {("pocl-two", "build_by_device"): "PoCL forgets a device's build in the next one for another device, and tells that one's options"}


class Trial:
    def __init__(self, options, work):
        self.options, self.work = options, work
        self.vendors, self.settings = DRIVERS[options.driver]
        self.il = os.path.join(work, "il.spv")
        self.is_pocl_3 = not getattr(options, "prepare", None) and first_device(options.clc, self.vendors)["driver_version"].startswith("3.")

    def make_il(self):
        if self.options.prepared:
            self.il = os.path.join(self.options.prepared, "il.spv")
            return
        source = os.path.join(self.work, "il.cl")
        with open(source, "w", encoding="utf-8") as file:
            file.write(IL_SOURCE)
        package = os.path.join(self.work, "il")
        compile(self.options.clc, source, targets=["spirv64:1.2"], output=package, env=environment(CLC_CACHE="0"))
        blob = [name for name in os.listdir(package) if name.endswith((".spv", ".spirv"))]
        shutil.copy(os.path.join(package, blob[0]), self.il)
        if shutil.which("spirv-as") and shutil.which("spirv-dis"):
            self.specialize_il()

    def specialize_il(self):
        """Makes the number that the kernel stores a constant that the application may set, as the one with the id 7."""
        text = output_of("spirv-dis", self.il)
        text, times = re.subn(r"(%\w+) = OpConstant (%\w+) 99\b", r"\1 = OpSpecConstant \2 99", text)
        assert times == 1, text
        name = re.search(r"(%\w+) = OpSpecConstant", text)[1]
        text = text.replace(" OpDecorate ", f" OpDecorate {name} SpecId 7\n OpDecorate ", 1)
        succeed("spirv-as", "--target-env", "spv1.2", "-", "-o", self.il, input=text)

    def environment(self, home, **layer):
        kept = environment("CLC_", "OPENCL_LAYERS", "XDG_", "POCL_", "OCL_ICD")
        return {**kept, "HOME": home, "XDG_CACHE_HOME": home, "POCL_CACHE_DIR": os.path.join(home, "pocl"),
                "CUDA_CACHE_PATH": os.path.join(home, "nvidia"), "OCL_ICD_VENDORS": self.vendors,
                **self.settings, **layer}

    def run(self, section, before=(), **layer):
        home, folder = os.path.join(self.work, "home"), os.path.join(self.work, "files")
        for path in (home, folder):
            shutil.rmtree(path, ignore_errors=True)
            os.makedirs(path)
        layer = {"CLC_CACHE_DIR": os.path.join(self.work, "cache", section), **layer}
        try:
            done = run(*before, self.options.program, section, folder, self.il, env=self.environment(home, **layer),
                       timeout=self.options.limit, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return [f"{NO_END} within {self.options.limit:.0f} s"]
        return [f"exit code {done.returncode}", *self.same_each_time(section, done.stdout).splitlines()]

    def same_each_time(self, section, text):
        """Without what a driver writes anew into each answer: names of its temporary files, memory that it has freed."""
        text = text.replace(self.work, "WORK")
        text = re.sub(r"WORK/home/pocl/[\w./-]+", "TEMPORARY", text)
        text = re.sub(r"/tmp/(pocl|tmp)[\w./-]+", "TEMPORARY", text)
        if (self.options.driver, section) == ("intel", "link_arguments"):
            # Intel's driver quotes an unknown option of a link after it has freed the option's text.
            text = re.sub(r"(an option that is none on \d+ LOG (size|=)) .*", r"\1 VARIES", text)
        # Intel's driver counts the compilations of a process.
        return re.sub(r"\d+:(\d+:\d+: )", r"N:\1", text)

    def cache_troubles(self):
        """Returns what `clc cache verify` has to say against the caches that all these programs left behind."""
        checked = [run(self.options.clc, "cache", "verify", env=environment(CLC_CACHE_DIR=folder))
                   for folder in sorted(glob.glob(os.path.join(self.work, "cache", "*")))]
        return "".join(done.stdout + done.stderr for done in checked if done.returncode != 0)

    def compare(self, section):
        plain = self.run(section)
        if plain[0].startswith(NO_END):
            return plain, plain
        with_layer = {"OPENCL_LAYERS": self.options.layer, "CLC_LAYER_LOG": os.path.join(self.work, "log")}
        recording = os.path.join(self.work, "recording", section)
        modes = [("recording, with an empty cache", {**with_layer, "CLC_LAYER_RECORD": recording}),
                 ("with a full cache", with_layer)]
        differences = []
        for mode, settings in modes:
            answers = self.run(section, **settings)
            if answers != plain:
                differences += [f"{section} {mode}:"]
                differences += list(difflib.unified_diff(plain, answers, "without", "with", lineterm="", n=2))[:60]
        if section in LAUNCHES and "no command buffers" not in plain:
            launches = self.launches(recording)
            if launches != LAUNCHES[section]:
                differences.append(f"{section}: launches of {launches} are recorded, and not of {LAUNCHES[section]}")
        if section in VALUES and self.options.driver == "pocl":
            differences += self.compare_values(section, recording)
        if section in COMPILED and self.options.driver != "pocl-two" and not self.options.prepared:
            differences += self.compare_compiled(section, plain)
        if section in PACKAGED and not any(line in plain for line in NOTHING_BUILT):
            differences += self.compare_packaged(section, plain, recording)
        return plain, differences

    def answers_vary(self, section, plain):
        """True where the driver answers differently from run to run without the layer."""
        return any(self.run(section) != plain for _ in range(5))

    def compare_values(self, section, recording):
        """What decides the loops of the recorded launches is recorded, so that clc report knows their times."""
        found, differences = {}, []
        for name in sorted(os.listdir(os.path.join(recording, "runs"))):
            with open(os.path.join(recording, "runs", name), encoding="utf-8") as file:
                found |= {launch["kernel"]: [one["value"] for one in launch["arguments"] if one["type"] in ("int", "ulong") and "value" in one]
                          for launch in json.load(file)["launches"]}
        if any(found.get(kernel) != values for kernel, values in VALUES[section].items()):
            differences.append(f"{section}: whole numbers are {found}, and not {VALUES[section]}")
        said = run(self.options.clc, "report", recording, "-t", "nvptx:sm_90", "--time", "--format", "json")
        times = {one["kernel"]: one["times"] for one in json.loads(said.stdout)["launches"]} if said.returncode == 0 else {}
        if any(not times.get(kernel) for kernel in VALUES[section]):
            differences.append(f"{section}: launches without a forecast: {said.stdout}{said.stderr}")
        return differences

    def launches(self, recording):
        found = []
        for name in sorted(os.listdir(os.path.join(recording, "runs"))):
            with open(os.path.join(recording, "runs", name), encoding="utf-8") as file:
                found += [launch["global"] for launch in json.load(file).get("launches", [])]
        return found

    def compile(self, recording, package):
        driver = self.options.driver
        targets = self.is_pocl_3 and TARGETS_OF_POCL_3.get(driver) or TARGETS[driver]
        made = run(self.options.clc, "compile", recording, *targets, "-o", package,
                   env={**os.environ, "OCL_ICD_VENDORS": self.vendors, **self.settings})
        return made.stderr if made.returncode != 0 else ""

    def prepare(self, folder):
        """What another machine, whose driver this one need not have, takes with --prepared."""
        os.makedirs(folder, exist_ok=True)
        self.make_il()
        shutil.copy(self.il, folder)
        self.vendors, self.settings = DRIVERS["pocl"]
        for section in PACKAGED:
            recording = os.path.join(self.work, "recording", section)
            self.run(section, OPENCL_LAYERS=self.options.layer, CLC_LAYER_RECORD=recording, CLC_LAYER_CACHE="0")
            trouble = self.compile(recording, os.path.join(folder, section + ".clcpack"))
            if trouble:
                raise RuntimeError(f"{section} is not compiled ahead: {trouble}")

    def compare_compiled(self, section, plain):
        summary = os.path.join(self.work, "compiled")
        os.mkdir(summary)
        answers = self.run(section, OPENCL_LAYERS=self.options.layer, CLC_LAYER_ON_MISS="compile", CLC_LAYER_COMPILER=self.options.clc,
                           CLC_LAYER_SUMMARY=summary)
        differences = [] if answers == plain else [f"{section} compiled by clc:",
                                                   *difflib.unified_diff(plain, answers, "without", "with", lineterm="", n=2)][:60]
        if not os.listdir(summary):
            return [*differences, f"{section} compiled by clc: no summary"]
        with open(os.path.join(summary, *os.listdir(summary)), encoding="utf-8") as file:
            counts = json.load(file)["counts"]
        if counts != COMPILED[section]:
            differences.append(f"{section} compiled by clc: {counts}, and not {COMPILED[section]}")
        return differences

    def compare_packaged(self, section, plain, recording):
        package, summary = os.path.join(self.work, "packages", section), os.path.join(self.work, "summary.json")
        if self.options.prepared:
            package = os.path.join(self.options.prepared, section + ".clcpack")
        else:
            trouble = self.compile(recording, package)
            if trouble:
                return [f"{section} is not compiled ahead: {trouble}"]
        answers = self.run(section, [self.options.clc, "run", "-q", "--package", package, "--on-miss", "fail", "--summary",
                                     summary, "--"], CLC_LAYER_CACHE="0")
        differences = []
        if answers != plain:
            differences = [f"{section} from a package:",
                           *difflib.unified_diff(plain, answers, "without", "with", lineterm="", n=2)][:60]
        if not os.path.exists(summary):
            return [*differences, f"{section} from a package: no summary"]
        with open(summary, encoding="utf-8") as file:
            counts = json.load(file)["counts"]
        os.remove(summary)
        driver = self.options.driver
        served = PACKAGED_ON.get((driver, section)) or PACKAGED[section](2 if driver == "pocl-two" else 1)
        wanted = {"package": served, "cache": 0, "compiled": 0, "driver": 0, "refused": 0}
        if counts != wanted:
            differences.append(f"{section} from a package: {counts}, and not {wanted}")
        return differences


def main():
    parser = argparse.ArgumentParser()
    for name in ("--program", "--layer", "--clc"):
        parser.add_argument(name, required=True, type=os.path.abspath)
    parser.add_argument("--driver", choices=sorted(DRIVERS), default="pocl")
    parser.add_argument("--section", action="append")
    parser.add_argument("--share", type=share_of, default="1/1")
    parser.add_argument("--limit", type=float, default=300)
    parser.add_argument("--show", action="store_true", help="print what is answered without the layer")
    for name in ("--prepare", "--prepared"):
        parser.add_argument(name, type=os.path.abspath)
    options = parser.parse_args()
    if not options.prepare and not os.path.exists(DRIVERS[options.driver][0]):
        skip(f"{DRIVERS[options.driver][0]} is missing")
        return SKIPPED
    listed = output_of(options.program, "--list").split()
    work = tempfile.mkdtemp(prefix="clc-every-call-")
    failed = 0
    try:
        trial = Trial(options, work)
        if options.prepare:
            trial.prepare(options.prepare)
            return 0
        trial.make_il()
        which, parts = options.share
        print(f"share {which + 1}/{parts} of the sections")
        for section in options.section or SECTIONS.get(options.driver, listed)[which::parts]:
            plain, differences = trial.compare(section)
            known = KNOWN.get((options.driver, section)) or (not trial.is_pocl_3 and KNOWN_OF_POCL_6.get((options.driver, section)))
            if plain[0].startswith("exit code -"):
                known = "the driver dies of it without the layer, too"
            if plain[0].startswith(NO_END):
                known = plain[0] + " without the layer, either"
            if differences and not known and trial.answers_vary(section, plain):
                known = "the driver's answers vary from run to run without the layer, too"
            if differences and known:
                print(f"known  {section}: {known}", flush=True)
                continue
            if options.show:
                print("\n".join(plain))
            failed += bool(differences)
            print(f"{'FAILED' if differences else 'passed'} {section}: {len(plain)} answers", flush=True)
            print("\n".join(differences))
        troubles = trial.cache_troubles()
        failed += bool(troubles)
        print(f"{'FAILED' if troubles else 'passed'} clc cache verify {troubles}", flush=True)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
