#!/usr/bin/env python3
"""`clc layer`: a user turns the layer on for all programs or for some, leaves one out, sees what it did, and turns it off, which
leaves nothing behind.

usage: layer_user_test.py --program FILE --clc FILE --driver pocl|intel
       --program   clc_build_many
Exit code 77: the driver is not here.
"""
import argparse
import json
import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import environment, equal, expect, finish, hold, run, temporary_folder  # noqa: E402
from driver_options import DRIVERS, parse_options  # noqa: E402



class User:
    def __init__(self, options, base):
        self.options, self.home, self.cache = options, os.path.join(base, "a home"), os.path.join(base, "cache")
        self.settings = os.path.join(self.home, ".config/environment.d/60-clc-layer.conf")
        os.makedirs(self.home)

    def variables(self, **more):
        kept = environment("CLC_", "OPENCL_LAYERS", "XDG_", "POCL_", "OCL_ICD")
        return {**kept, "HOME": self.home, "CLC_CACHE_DIR": self.cache, "POCL_CACHE_DIR": self.cache + "-pocl",
                "OCL_ICD_VENDORS": DRIVERS[self.options.driver], **more}

    def layer(self, *words, expected=0, **more):
        return run(self.options.clc, "layer", *words, env=self.variables(**more), expected=expected)

    def status(self, **more):
        return json.loads(self.layer("status", "--format", "json", **more).stdout)

    def uses(self):
        return {use["program"]: (use["starts"], use["hits"], use["misses"]) for use in self.status()["uses"]}

    def session(self):
        """The variables that a shell has from the line for ~/.profile."""
        line = [line for line in self.layer("on").stdout.splitlines() if line.startswith("  [ -r")][0].strip()
        shown = run("sh", "-c", line + '; printf "%s\\n%s" "$OPENCL_LAYERS" "$CLC_LAYER_USER"', env=self.variables(), expected=0).stdout
        return dict(zip(("OPENCL_LAYERS", "CLC_LAYER_USER"), shown.split("\n")))

    def start(self, session, program=None, **more):
        log = os.path.join(self.home, "log")
        done = run(program or self.options.program, "serial", "2", "1", env=self.variables(CLC_LAYER_LOG=log, **session, **more), expected=0)
        equal("the right numbers", json.loads(done.stdout)["right"], 2)
        said = open(log, encoding="utf-8").read() if os.path.exists(log) else ""
        if said:
            os.remove(log)
        return [line.split(": ")[2].split()[0] for line in said.splitlines() if ": program " in line]


def check_counts(user):
    session = user.session()
    name = os.path.basename(user.options.program)
    equal("a first start", user.start(session), ["driver", "driver"])
    equal("a second start", user.start(session), ["cache", "cache"])
    equal("what it did", user.uses(), {name: (2, 2, 2)})
    saved = user.status()["uses"][0]
    hold(saved["nanoseconds_saved"] > 0 and saved["bytes"] > 1000, f"time and bytes are counted: {saved}")
    stats = run(user.options.clc, "cache", "stats", env=user.variables(), expected=0).stdout
    hold(f"{name} " in stats, f"clc cache stats tells of the program:\n{stats}")
    one_run = run(user.options.clc, "run", "-q", "--package", user.package, "--", user.options.program, "serial", "2", "1",
                  env=user.variables(**session), expected=0)
    equal("the right numbers of clc run", json.loads(one_run.stdout)["right"], 2)
    equal("clc run is not counted", user.uses(), {name: (2, 2, 2)})


def check_leaving_out(user):
    session = user.session()
    name = os.path.basename(user.options.program)
    other = os.path.join(user.home, "other")
    shutil.copy(user.options.program, other)
    user.layer("off", name)
    equal("a program that is left out", user.start(session), [])
    equal("another program", user.start(session, other), ["cache", "cache"])
    hold("but " + name in user.layer("status").stdout, "the status says what is left out")
    user.layer("on", name)
    equal("a program that is on again", user.start(session), ["cache", "cache"])
    hold("`clc layer off` comes first" in user.layer("on", name, expected=2).stderr, "nothing is on alone where all are on")
    user.layer("off")
    equal("a session that began before it was turned off", user.start(session), [])
    os.remove(other)
    os.rmdir(user.home)  # nothing else is there
    os.makedirs(user.home)
    user.layer("on", "other")
    hold("is not on for nosuch" in user.layer("off", "nosuch", expected=2).stderr, "a program that it is not on for")
    hold("name the script" in user.layer("off", "python3", expected=2).stderr, "an interpreter")
    hold("on for my prog, other" in user.layer("on", "my prog").stdout, "a name with a blank")
    hold("on for other\n" in user.layer("off", "my prog").stdout, "and without it")
    equal("a program that is not among those it is on for", user.start(session), [])
    user.layer("off", "other")
    equal("nothing is left", os.listdir(user.home), [])


def check_mistakes(user):
    for turn in range(2):
        hold("is off" in user.layer("off").stdout, f"turning off what is off, turn {turn}")
    text = [user.layer("on", "-q").stdout + open(user.settings, encoding="utf-8").read() for _ in range(2)]
    equal("turning on what is on", text[1], text[0])
    hold("without folders" in user.layer("off", "/usr/bin/hashcat", expected=2).stderr, "a path is no name")
    hold("HOME" in user.layer("on", expected=2, HOME="").stderr, "without a home")
    gone = open(user.settings, encoding="utf-8").read().replace("libclc-layer", "libgone")
    with open(user.settings, "w", encoding="utf-8") as file:
        file.write(gone)
    hold("libgone.so is not there" in user.layer("status").stderr, "a layer that is gone")
    layer = [line for line in gone.splitlines() if line.startswith("OPENCL_LAYERS")][0].split('"')[1].split("$")[0]
    equal("a start with a layer that is gone", user.start({"OPENCL_LAYERS": layer}), [])
    user.layer("off")
    os.makedirs(os.path.dirname(user.settings))
    with open(user.settings, "w", encoding="utf-8") as file:
        file.write("MINE=1\n")
    for word in ("on", "off"):
        hold("not made by" in user.layer(word, expected=3).stderr, f"a file of somebody else, {word}")
    equal("the file of somebody else", open(user.settings, encoding="utf-8").read(), "MINE=1\n")
    shutil.rmtree(user.home)
    with open(user.home, "w", encoding="utf-8"):
        expect("cannot make" in user.layer("on", expected=3).stderr, "a home that is a file")


def main():
    options = parse_options(argparse.ArgumentParser(), "--program", "--clc")
    with temporary_folder() as base:
        user = User(options, base)
        user.package = os.path.join(base, "package")
        with open(os.path.join(base, "k.cl"), "w", encoding="utf-8") as file:
            file.write("kernel void other() {}\n")
        run(options.clc, "compile", os.path.join(base, "k.cl"), "-t", "spirv64", "-o", user.package, env=user.variables(), expected=0)
        check_counts(user)
        check_leaving_out(user)
        check_mistakes(user)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
