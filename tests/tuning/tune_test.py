#!/usr/bin/env python3
"""clc compile --tune and clrun tune: what is tried, what a driver that crashes or hangs costs, how a run goes on after it was killed, and
what programs get on which device.

On PoCL; what needs two devices runs on the tests' emulated AMD GPUs, and is skipped without them.
"""
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, environment, finish, run, skip, succeed, temporary_folder, write_manifest  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
POCL = ["--device", "portable computing language"]


class Test:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        shutil.copy(f"{HERE}/scale.cl", folder)
        with open(f"{HERE}/scale.tune.json", encoding="utf-8") as file:
            self.spec = json.load(file)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *words, **variables):
        return run(*words, timeout=300, cwd=self.folder, env=environment(**variables))

    def compile(self, output, *more, faults=(0, ), widths=(1, 3, 64)):
        spec = dict(self.spec, parameters={"FAULT": list(faults), "WIDTH": list(widths)})
        with open(self.path("scale.tune.json"), "w", encoding="utf-8") as file:
            json.dump(spec, file)
        return self.run(self.options.clc, "compile", "scale.cl", "--tune", "-o", output, *more)

    def tune(self, package, output, *more, **environment):
        return self.run(self.options.clrun, "tune", "--package", package, "-o", output, "--repeat", "2", "--warm-up", "1", *POCL, *more,
                        **environment)

    def modules(self, package):
        shown = self.run(self.options.clc, "inspect", package, "--format", "json")
        return {module["name"]: module for module in json.loads(shown.stdout)["modules"]}


def check_faults(test):
    done = test.compile("all.clcpack", "-t", "driver:pocl", "-MD", faults=(0, 1, 2, 3))
    check(done.returncode == 0, "configurations are compiled in one call", done)
    modules = test.modules("all.clcpack")
    check(sorted(modules) == [f"scale.{i}" for i in range(1, 7)], "a module for each that where allows", modules.keys())
    check(modules["scale.1"]["parameters"] == {"FAULT": "0", "WIDTH": "1"} and modules["scale.1"]["default"] is True,
          "the first values are the default")
    with open(test.path("all.clcpack.d"), encoding="utf-8") as file:
        check("scale.tune.json" in file.read(), "the dependency file names the tuning file")
    # A sanitizer leaves the crash to the system, as it is without one.
    sanitizer = os.environ.get("ASAN_OPTIONS", "") + ":handle_segv=0"
    done = test.tune("all.clcpack", "tuned.clcpack", "--timeout", "8", "--format", "json", ASAN_OPTIONS=sanitizer)
    check(done.returncode == 6, "a configuration that is wrong makes it 6", done)
    found = {one["module"]: one for one in json.loads(done.stdout)["names"][0]["configurations"]}
    outcomes = {name: one["outcome"] for name, one in found.items()}
    check(outcomes == {"scale.1": "timed", "scale.2": "timed", "scale.3": "timed", "scale.4": "wrong", "scale.5": "failed",
                       "scale.6": "failed"}, "each ends as it should", found)
    check("scale: out [99999] is " in found["scale.4"]["detail"], "what is wrong is named", found["scale.4"])
    check("crashed" in found["scale.5"]["detail"] and "no end after 8 s" in found["scale.6"]["detail"],
          "a crash and a hang cost one configuration each", found)
    tuned = test.modules("tuned.clcpack")
    best = min((one for one in found.values() if one["outcome"] == "timed"), key=lambda one: one["nanoseconds"])
    check(set(tuned) == {"scale.1", best["module"]}, "the default and the fastest are in the package", tuned.keys())
    check([one["nanoseconds"] for one in tuned[best["module"]]["fastest_on"]] == [best["nanoseconds"]], "with its time", tuned)
    check(not os.path.exists(test.path("tuned.clcpack.journal")), "the journal is gone")
    ran = test.run(test.options.run_tuned, "tuned.clcpack", POCL[1])
    check(ran.returncode == 0 and ran.stdout == f"WIDTH={best['parameters']['WIDTH']}\n", "a program gets the fastest", ran)
    ran = test.run(test.options.run_tuned, "all.clcpack", POCL[1])
    check(ran.returncode == 0 and ran.stdout == "WIDTH=1\n", "of a package that nobody tuned it gets the default", ran)


def check_keys(test):
    """Each configuration runs in a process of its own, and a pipe can be read once."""
    if not shutil.which("openssl"):
        skip("clrun tune --key", "openssl is not installed")
        return
    test.compile("unsigned.clcpack", "-t", "driver:pocl", faults=(0, 2))
    key, public = test.path("key.pem"), test.path("key.pub")
    succeed("openssl", "genpkey", "-algorithm", "ed25519", "-out", key)
    succeed("openssl", "pkey", "-in", key, "-pubout", "-out", public)
    succeed(test.options.clc, "sign", "unsigned.clcpack", "--key", key, "-o", "signed.clcpack", cwd=test.folder)
    for name in "-", "/dev/stdin":
        with open(public, encoding="utf-8") as file:
            done = run(test.options.clrun, "tune", "--package", "signed.clcpack", "-o", "of-signed.clcpack", "--repeat", "1", *POCL, "--key", name,
                       input=file.read(), timeout=300, cwd=test.folder, env=environment())
        check(done.returncode == 0, f"the key comes through {name}", done)


def check_resuming(test):
    """Killed in the last configuration, which is endless; what was known stays known."""
    test.compile("some.clcpack", "-t", "driver:pocl", faults=(0, 3), widths=(1, 2, 3, 4, 5, 6))
    words = [test.options.clrun, "tune", "--package", "some.clcpack", "-o", "resumed.clcpack", "--repeat", "1", "--warm-up", "1", *POCL]
    journal = test.path("resumed.clcpack.journal")
    # The process that runs the kernels holds the other end of this pipe, too.
    process = subprocess.Popen(words, cwd=test.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
    before = ""
    while "begin\tscale.7\n" not in before and process.poll() is None:
        time.sleep(0.01)
        if os.path.exists(journal):
            with open(journal, encoding="utf-8") as file:
                before = file.read()
    os.kill(process.pid, signal.SIGKILL)
    try:
        process.communicate(timeout=60)
        ended = True
    except subprocess.TimeoutExpired:
        ended = False
    check(ended, "an endless kernel ends with clrun")
    if not ended:
        os.killpg(process.pid, signal.SIGKILL)
    check(not os.path.exists(test.path("resumed.clcpack")), "a run that was killed wrote no package")
    with open(journal, "a", encoding="utf-8") as file:
        file.write("timed\tscale.6")  # cut short
    words += ["--timeout", "6"]
    done = test.run(*words, "--journal", "resumed.clcpack.journal")
    check(done.returncode == 0 and os.path.exists(test.path("resumed.clcpack")), "the same command goes on", done)
    timed = [line.split("\t")[1] for line in before.splitlines() if line.startswith("timed\t")]
    check(len(timed) == 6, "the journal knows what was timed", before)
    os.remove(test.path("resumed.clcpack"))
    with open(journal, "w", encoding="utf-8") as file:  # a time that nobody would measure shows that it is believed
        file.write("".join(f"timed\t{timed[0]}\t1\n" if line.startswith(f"timed\t{timed[0]}\t") else line + "\n" for line in before.splitlines()))
    done = test.run(*words, "--format", "json")
    known = {one["module"]: one.get("nanoseconds") for one in json.loads(done.stdout)["names"][0]["configurations"]}
    check(known[timed[0]] == 1, "and is not timed again", done)


def check_mistakes(test):
    def refused(code, what, words, message):
        done = test.run(*words)
        check(done.returncode == code and message in done.stderr and done.stdout == "", what, done)

    clc, clrun = test.options.clc, test.options.clrun
    test.compile("plain.clcpack", "-t", "driver:pocl", widths=(1, 3))
    refused(2, "a package without configurations", [clrun, "tune", "-o", "x"], "make it with clc compile --tune")
    refused(2, "an output that is the input", [clrun, "tune", "--package", "plain.clcpack", "-o", "./plain.clcpack"], "would overwrite plain.clcpack")
    refused(2, "no output", [clrun, "tune", "--package", "plain.clcpack"], "add -o PACKAGE")
    refused(2, "a name that is not there", [clrun, "tune", "--package", "plain.clcpack", "-o", "x", "scales"], "did you mean scale?")
    refused(2, "a package that was tuned", [clrun, "tune", "--package", "tuned.clcpack", "-o", "x"], "was tuned already")
    test.compile("others.clcpack", "-t", "driver:pocl", "-DOTHER=1", widths=(3, 1))
    refused(2, "an output of other kernels", [clrun, "tune", "--package", "others.clcpack", "-o", "tuned.clcpack", "--journal", "other.journal",
                                              "--repeat", "1", *POCL], "configurations of other kernels")
    with open(test.path("j2"), "w", encoding="utf-8") as file:
        file.write("no journal\n")
    refused(3, "a journal that is none", [clrun, "tune", "--package", "plain.clcpack", "-o", "x", "--journal", "j2"], "is no journal")
    refused(2, "a journal of another package", [clrun, "tune", "--package", "plain.clcpack", "-o", "x", "--journal", "other.journal"],
            "another package")
    refused(4, "a device that is not there", [clrun, "tune", "--package", "plain.clcpack", "-o", "x", "--device", "no such device"], "no such device")
    check(not os.path.exists(test.path("x.journal")), "a run without times leaves no journal")
    with open(test.path("scale.tune.json"), "w", encoding="utf-8") as file:
        file.write("{}")
    refused(2, "a tuning file that says nothing", [clc, "compile", "scale.cl", "--tune", "-t", "spirv64", "-o", "x"], "no \"parameters\"")
    os.remove(test.path("scale.tune.json"))
    refused(3, "a tuning file that is not there", [clc, "compile", "scale.cl", "--tune", "-t", "spirv64", "-o", "x"], "scale.tune.json")
    check(not os.path.exists(test.path("x")), "nothing was written")


class Forecasts:
    """Forecasts of a package's configurations, from clc report, whose times tests exchange."""

    def __init__(self, test, name):
        self.test, self.name = test, name
        words = ["report", "scale.cl", "--tune", "-t", "nvptx:sm_90", "--time"]
        self.text = test.run(test.options.clc, *words)
        self.json = test.run(test.options.clc, *words, "--format", "json")
        self.file = json.loads(self.json.stdout) if self.json.returncode == 0 else {"configurations": []}

    def write(self, times, **change):
        """`times`: for each configuration in turn, least, expected and most; None: no forecast."""
        file = json.loads(json.dumps(dict(self.file, **change)))
        for one, time in zip(file["configurations"], times):
            least, expected, most = time or (0, 0, 0)
            one["times"] = [dict(product, least_ns=least, ns=expected, most_ns=most) for product in one["times"]] if time else []
        with open(self.test.path("forecasts.json"), "w", encoding="utf-8") as out:
            json.dump(file, out)

    def tune(self, *more):
        done = self.test.tune(self.name, f"tuned-{self.name}", "--forecast", "forecasts.json", *more)
        journal = self.test.path(f"tuned-{self.name}.journal")
        if os.path.exists(journal):
            os.remove(journal)
        return done

    def outcomes(self, *more):
        done = self.tune("--product", "nvidia h200", "--format", "json", *more)
        found = json.loads(done.stdout)["names"][0]["configurations"] if done.stdout else []
        return {one["module"]: one["outcome"] for one in found}, done


def check_forecasts(test):
    """Only what could win is timed."""
    test.compile("few.clcpack", "-t", "driver:pocl", widths=(1, 2, 3, 64))
    forecasts = Forecasts(test, "few.clcpack")
    found = {one["module"]: one for one in forecasts.file["configurations"]}
    modules = test.modules("few.clcpack")
    check({name: one["parameters"] for name, one in found.items()} == {name: one["parameters"] for name, one in modules.items()},
          "clc report forecasts each configuration", forecasts.json)
    times = {name: {time["product"]: time["ns"] for time in one["times"]} for name, one in found.items()}
    check(all(time["NVIDIA H200"] > 1000 for time in times.values()) and times["scale.4"]["NVIDIA H200"] > times["scale.1"]["NVIDIA H200"],
          "by the launches of the tuning file", times)
    check("scale.4        FAULT=0 WIDTH=64  nvptx:sm_90  NVIDIA H200" in forecasts.text.stdout, "as a table, too", forecasts.text)
    # Widths 1 to 3 are timed: the default, one whose range reaches the best, one without a forecast.
    known = [(90000, 95000, 99000), (10000, 15000, 20000), (19000, 30000, 40000), (21000, 30000, 40000)]
    forecasts.write(known)
    outcomes, done = forecasts.outcomes()
    check(outcomes == {"scale.1": "timed", "scale.2": "timed", "scale.3": "timed", "scale.4": "left out"}, "what could win is timed", done)
    shown = forecasts.tune("--product", "NVIDIA H100 SXM")
    check("4 configurations, 3 timed, 1 left out by their forecasts" in shown.stdout and "computed, never checked" in shown.stdout
          and "left out: scale.4  FAULT=0 WIDTH=64: at least 21.00 us, and scale.2 at most 20.00 us" in shown.stdout,
          "the text says what was left out and why", shown)
    outcomes, done = forecasts.outcomes("--margin", "1.9")
    check(outcomes == {"scale.1": "timed", "scale.2": "timed", "scale.3": "left out", "scale.4": "left out"}, "less is by a margin", done)
    forecasts.write(known[:3] + [None])
    outcomes, done = forecasts.outcomes()
    check("left out" not in outcomes.values() and done.returncode == 0, "what has no forecast is timed", done)
    mistakes(test, forecasts, known)
    # The one that is promised to be the fastest is wrong.
    test.compile("wrong.clcpack", "-t", "driver:pocl", faults=(0, 1), widths=(1, 2))
    forecasts = Forecasts(test, "wrong.clcpack")
    forecasts.write([(10, 10, 10), (5, 5, 5), (1, 1, 1)])
    outcomes, done = forecasts.outcomes()
    check(outcomes == {"scale.1": "timed", "scale.2": "timed", "scale.3": "wrong"} and done.returncode == 6,
          "a wrong one wins over nobody", done)


def mistakes(test, forecasts, known):
    def refused(code, what, message, *more):
        done = forecasts.tune(*more)
        check(done.returncode == code and message in done.stderr and done.stdout == "", what, done)

    refused(2, "a device that is no product", "say with --product which of these it is: NVIDIA H100 SXM, NVIDIA H200")
    refused(2, "a product that is not there", "has forecasts for NVIDIA H100 SXM", "--product", "H2")
    forecasts.write(known, configurations=forecasts.file["configurations"][:2])
    refused(2, "forecasts of fewer configurations", "does not know scale.3")
    others = json.loads(json.dumps(forecasts.file["configurations"]))
    others[2]["parameters"]["WIDTH"] = "5"
    forecasts.write(known, configurations=others)
    refused(2, "forecasts of other configurations", "has other parameters for scale.3")
    others[1]["source"] = "0" * 64
    forecasts.write(known, configurations=others)
    refused(2, "forecasts of another source", "is of another source of scale.2")
    forecasts.write(known, clc_forecasts=2)
    refused(3, "forecasts of a later version", "another form than version 1")
    forecasts.write([(30, 20, 10)])
    refused(3, "a time outside of its range", "outside of its range")
    for text, message in (("{}", 'lacks "clc_forecasts"'), ("no JSON", "forecasts are made by clc report")):
        with open(test.path("forecasts.json"), "w", encoding="utf-8") as out:
            out.write(text)
        refused(3, "a file that is none", message)
    os.remove(test.path("forecasts.json"))
    refused(3, "no file", "--forecast")
    done = test.tune("few.clcpack", "x", "--margin", "2")
    check(done.returncode == 2 and "need --forecast" in done.stderr, "a margin of nothing", done)
    done = test.run(test.options.clc, "report", "scale.cl", "--tune", "-t", "nvptx:sm_90", "--time", "--global-size", "64")
    check(done.returncode == 2 and "leave out --work-group" in done.stderr, "a launch beside those of the tuning file", done)


def check_warnings(test):
    with open(test.path("warned.cl"), "w", encoding="utf-8") as file:
        file.write("#define A 1\n#define A WIDTH\nkernel void k(global int* out) { out[0] = A; }\n")
    with open(test.path("warned.tune.json"), "w", encoding="utf-8") as file:
        json.dump({"parameters": {"WIDTH": [1, 2, 3]}, "launches": [{"kernel": "k", "global": [1], "arguments": ["buffer:int:1"], "results": [0]}]},
                  file)
    done = test.run(test.options.clc, "compile", "warned.cl", "--tune", "-t", "spirv64", "-o", "warned.clcpack", CLC_CACHE="0")
    check(done.returncode == 0 and done.stderr.count("warning:") == 1 and done.stderr.count("note:") == 1,
          "what all configurations are warned of is said once", done)


def check_hostile_journals(test):
    """What stands in the journal's place hangs nobody, and is believed only with the device that it is of."""
    test.compile("plain.clcpack", "-t", "driver:pocl", widths=(1, 3))

    def tune(journal):
        return test.tune("plain.clcpack", "j.clcpack", "--journal", journal, "--format", "json")

    os.mkfifo(test.path("pipe"))
    os.symlink("nowhere", test.path("link"))
    with open(test.path("huge"), "w", encoding="utf-8") as file:
        file.truncate(100 << 30)
    for name, message in (("pipe", "not an ordinary file"), ("/dev/zero", "not an ordinary file"), ("link", "cannot open"),
                          ("huge", "too long"), (".", "cannot open")):
        done = tune(name)
        check(done.returncode == 3 and message in done.stderr, f"{name} is no journal", done)
    check(not os.path.exists(test.path("nowhere")), "a link in the journal's place is not followed")
    with open(test.path("good"), "w", encoding="utf-8") as file:
        digest = json.loads(test.run(test.options.clc, "inspect", "plain.clcpack", "--format", "json").stdout)["digest"]
        file.write(f"clrun-tune-1 {digest}\ntimed\tscale.1\t1\ntimed\tscale.2\t2\n")
    done = tune("good")
    found = json.loads(done.stdout)["names"][0]["configurations"] if done.stdout else []
    check(done.returncode == 0 and min((one["nanoseconds"] for one in found), default=0) > 2, "times that are of no device are not believed", done)


def check_hostile_packages(test):
    """A package that somebody has written by hand says how its kernels are timed."""
    test.compile("hand", "-t", "driver:pocl", widths=(1, 3))

    def change(what):
        with open(test.path("hand/manifest.clc.json"), encoding="utf-8") as file:
            manifest = json.load(file)
        what([module["tuning"] for module in manifest["modules"]])
        shutil.rmtree(test.path("changed"), ignore_errors=True)
        shutil.copytree(test.path("hand"), test.path("changed"))
        write_manifest(test.path("changed/manifest.clc.json"), manifest)
        done = test.tune("changed", "h.clcpack", "--format", "json")
        if os.path.exists(test.path("h.clcpack.journal")):
            os.remove(test.path("h.clcpack.journal"))
        found = json.loads(done.stdout)["names"][0]["configurations"] if done.stdout else []
        return {one["module"]: (one["outcome"], one.get("detail", "")) for one in found}, done

    def more_results(tunings):
        tunings[1]["launches"][0]["results"] = [0, 1]

    found, done = change(more_results)
    check(found.get("scale.2") == ("wrong", "it has 2 results, and the first configuration 1"), "more results are no reason to crash", done)

    def no_launches(tunings):
        tunings[0].pop("launches")

    found, done = change(no_launches)
    check(found.get("scale.1", "")[0] == "failed" and found["scale.2"][0] == "timed", "what is not timed is not the fastest", done)

    def a_file(tunings):
        tunings[0]["launches"][0]["arguments"][0] = "buffer:@/etc/hostname"

    found, done = change(a_file)
    check("names a file" in found.get("scale.1", ("", ""))[1] and found["scale.2"][0] == "timed", "no file of the machine is read", done)


def check_devices(test):
    if not os.path.isdir(test.options.emulator):
        skip("two devices", "the emulated AMD GPUs are not built")
        return
    variables = {"OCL_ICD_VENDORS": test.options.emulator, "CLC_CACHE": "0"}
    # So that each device has a best one of its own, whatever the time.
    test.compile("amd.clcpack", "-t", "amdgcn:gfx942", "-t", "amdgcn:gfx1100", widths=(64, 1))

    def tune(device, output):
        return test.run(test.options.clrun, "tune", "--package", "amd.clcpack", "-o", output, "--repeat", "1", "--warm-up", "1",
                        "--device", device, **variables)

    done = [tune("gfx942", "both.clcpack"), tune("gfx1100", "both.clcpack")]
    check(all(one.returncode == 0 for one in done), "a second device is added to the package", done)

    def devices(package):
        return sorted(fastest["device"].split(":")[0] for module in test.modules(package).values() for fastest in module["fastest_on"])

    check(devices("both.clcpack") == ["gfx1100", "gfx942"], "it knows the fastest of both", test.modules("both.clcpack"))
    tune("gfx942", "both.clcpack")
    check(devices("both.clcpack") == ["gfx1100", "gfx942"], "and each once", test.modules("both.clcpack"))
    tune("gfx942", "one.clcpack")
    tune("gfx1100", "other.clcpack")
    done = test.run(test.options.clc, "link", "one.clcpack", "other.clcpack", "-o", "linked.clcpack")
    check(done.returncode == 0 and devices("linked.clcpack") == ["gfx1100", "gfx942"], "clc link joins what each machine found", done)
    for device in ("gfx942", "gfx1100"):
        expected = [module["parameters"]["WIDTH"] for module in test.modules("linked.clcpack").values()
                    if any(fastest["device"].startswith(device) for fastest in module["fastest_on"])]
        ran = test.run(test.options.run_tuned, "linked.clcpack", device, **variables)
        check(ran.stdout == f"WIDTH={expected[0]}\n", f"a program on {device} gets its fastest", ran)


def check_ended_contexts(test):
    """Over a CUDA whose calls all fail after a kernel has."""
    if not os.path.isdir(test.options.fake_cuda):
        skip("a fault that ends the context", "the tests' libcuda.so.1 is not built")
        return
    with open(test.path("trap.cl"), "w", encoding="utf-8") as file:
        file.write("kernel void trap(int fails, global int* out) {}\n")
    spec = {"parameters": {"EVEN": [0, 1], "FAULT": [0, 1]}, "launches": [{"kernel": "trap", "global": 64, "arguments": ["{FAULT}", "buffer:int:64:zeros"],
                                                                           "results": [1]}]}
    with open(test.path("trap.tune.json"), "w", encoding="utf-8") as file:
        json.dump(spec, file)
    done = test.run(test.options.clc, "compile", "trap.cl", "--tune", "-t", "cuda:sm_90", "-o", "trap.clcpack")
    check(done.returncode == 0, "kernels for the tests' CUDA", done)
    done = test.run(test.options.clrun, "tune", "--package", "trap.clcpack", "-o", "alive.clcpack", "--repeat", "1", "--device", "Fake GPU 0",
                    "--format", "json", OCL_ICD_VENDORS=test.options.cuda, LD_LIBRARY_PATH=test.options.fake_cuda, CLC_CACHE="0")
    found = [one["outcome"] for one in json.loads(done.stdout)["names"][0]["configurations"]] if done.stdout else []
    check(sorted(found) == ["failed", "failed", "timed", "timed"], "a fault that ends the context costs one configuration", done)


def check_hanging_contexts(test):
    """After a failure nothing works, and what is called then, or at the end, hangs."""
    if not test.options.ended_context:
        skip("contexts that hang", "a sanitizer comes before what is preloaded")
        return
    test.compile("ended.clcpack", "-t", "driver:pocl", faults=(0, ), widths=(1, 2, 4))
    for variable in ("CLC_TEST_FILL_HANGS", "CLC_TEST_END_HANGS"):
        done = test.tune("ended.clcpack", f"{variable}.clcpack", "--timeout", "4", "--format", "json", LD_PRELOAD=test.options.ended_context,
                         **{variable: "1"})
        found = json.loads(done.stdout)["names"][0]["configurations"] if done.stdout else []
        check(sorted(one["outcome"] for one in found) == ["failed", "failed", "timed"] and "no end after" not in done.stdout,
              f"{variable}: a fault costs one configuration, and is told", done)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--clc", "--clrun", "--run-tuned", "--emulator", "--cuda", "--fake-cuda", "--ended-context"):
        parser.add_argument(option, required=True)
    options = parser.parse_args()
    with temporary_folder() as folder:
        test = Test(options, folder)
        check_faults(test)
        check_keys(test)
        check_resuming(test)
        check_mistakes(test)
        check_forecasts(test)
        check_warnings(test)
        check_hostile_journals(test)
        check_hostile_packages(test)
        check_devices(test)
        check_ended_contexts(test)
        check_hanging_contexts(test)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
