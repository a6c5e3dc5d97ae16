#!/usr/bin/env python3
"""clc record --times: kernels of an application whose queues have no profiling are measured, which the application does not see, on PoCL and
by Intel's driver; not on emulated GPUs, which have no clock. The times stand on the page of clc report.

usage: times_test.py --program FILE --clc FILE
       --program   clc_timed_launches
Exit code 77: PoCL is not here.
"""
import argparse
import glob
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import environment, equal, finish, hold, run, skip, skip_all, temporary_folder  # noqa: E402
from driver_options import DRIVERS  # noqa: E402


class Times:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        kept = environment("CLC_", "OPENCL_LAYERS", "XDG_", "POCL_", "OCL_ICD")
        self.variables = kept | {"HOME": folder, "POCL_CACHE_DIR": os.path.join(folder, "kcache"), "CLC_CACHE_DIR": os.path.join(folder, "cache")}

    def clc(self, *arguments, expected=0, **variables):
        return run(self.options.clc, *arguments, expected=expected, cwd=self.folder, env=self.variables | variables)

    def record(self, name, *options, **variables):
        """{(kernel, global size): {times}} of a recording, and what was said."""
        said = self.clc("record", "-o", name, *options, "--", self.options.program, **variables).stderr
        runs = [json.load(open(file, encoding="utf-8")) for file in glob.glob(os.path.join(self.folder, name, "runs", "*.json"))]
        return {(launch["kernel"], *launch["global"]): launch for one in runs for launch in one["launches"]}, said

    def check_driver(self, name, vendors):
        launches, said = self.record(name, "--times", OCL_ICD_VENDORS=vendors)
        equal(f"{name}: launches", {key: launch["count"] for key, launch in launches.items()}, {("scale", 64, 0, 0): 6, ("fill", 64, 8, 0): 2, ("fill", 32, 0, 0): 2, ("fill", 48, 0, 0): 1})
        for launch in launches.values():
            times, = launch["times"]
            hold(times["count"] == launch["count"] == len(times["nanoseconds"]) and min(times["nanoseconds"]) > 0, f"{name}: times {times}")
        hold("times of 11 launches" in said, f"{name}: {said}")
        self.clc("report", name, "-t", "spirv64", "--format", "html", "--measured", name, "-o", f"{name}.html")
        with open(os.path.join(self.folder, f"{name}.html"), encoding="utf-8") as file:
            data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', file.read(), re.DOTALL).group(1))
        shown = {(data["measured"][at]["kernel"], data["measured"][at]["launch"]): data["measured"][at] for kernel in data["kernels"] for at in kernel["measured"]}
        scale = ("scale", "64 work-items in groups of 16")
        equal(f"{name}: shown", {launch: (one["by"], one["launches"]) for launch, one in shown.items()},
              {scale: ("clc record", 6), ("fill", "(64, 8) work-items in groups of the driver's choice"): ("clc record", 2),
               ("fill", "32 work-items in groups of the driver's choice"): ("clc record", 2), ("fill", "48 work-items in groups of the driver's choice"): ("clc record", 1)})
        hold(0 < shown[scale]["least_us"] <= shown[scale]["us"] <= shown[scale]["most_us"], f"{name}: {shown}")

    def run(self):
        self.check_driver("pocl", DRIVERS["pocl"])
        if os.path.exists(DRIVERS["intel"]):
            self.check_driver("intel", DRIVERS["intel"])
        else:
            skip("times by Intel's driver", "it is not here")
        launches, said = self.record("plain", OCL_ICD_VENDORS=DRIVERS["pocl"])
        hold(len(launches) == 4 and not any("times" in launch for launch in launches.values()) and "times of" not in said, f"times that nobody wanted: {said}")
        refused = self.clc("report", "plain", "-t", "spirv64", "--format", "html", "--measured", "plain", "-o", "x.html", expected=2).stderr
        hold("record with clc record --times" in refused, f"a recording without times: {refused}")
        said = self.clc("record", "-o", "odd", "--", self.options.program, OCL_ICD_VENDORS=DRIVERS["pocl"], CLC_LAYER_TIMES="maybe", CLC_LAYER_LOG="stderr").stderr
        hold("CLC_LAYER_TIMES is 'maybe': it can be 1 or 0" in said, f"a setting that is none: {said}")
        self.emulated()
        merged = self.clc("record", "--shrink", "pocl", "plain", "-o", "merged").stderr
        self.clc("report", "merged", "-t", "spirv64", "--format", "html", "--measured", "merged", "-o", "merged.html")
        hold("error" not in merged, merged)
        refused = self.clc("record", "--merge", "pocl", "-o", "m", "--times", expected=2).stderr
        hold("--times belongs to" in refused, f"--times of a merge: {refused}")

    def emulated(self):
        libexec = os.path.join(os.path.dirname(os.path.realpath(self.options.clc)), "../libexec/clc")
        if not os.path.exists(os.path.join(libexec, "libclc-emulator.so")):
            skip("an emulated GPU", "the emulator was not built")
            return
        vendors = os.path.realpath(os.path.join(libexec, "../../drivers/emulator/vendors"))
        launches, said = self.record("emulated", "--times", OCL_ICD_VENDORS=vendors, CLC_EMULATOR_CHIP="gfx1100")
        hold(len(launches) == 4 and not any("times" in launch for launch in launches.values()), f"times of an emulated GPU: {launches}")
        hold("times of 0 launches" in said, said)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--clc", required=True)
    options = parser.parse_args()
    if not os.path.exists(DRIVERS["pocl"]):
        skip_all("PoCL is not here")
    with temporary_folder() as folder:
        Times(options, folder).run()
    return finish()


if __name__ == "__main__":
    sys.exit(main())
