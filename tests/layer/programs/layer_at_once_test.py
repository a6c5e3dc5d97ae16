#!/usr/bin/env python3
"""Programs that are built at once, by callbacks and by threads: each call with a callback returns before its build has ended, the
callback comes from another thread, and the next process is served from the cache. Of several processes with the same program one
builds it.

usage: layer_at_once_test.py --program FILE --layer FILE --driver pocl|intel [--measure COUNT WEIGHT]
       --program   clc_build_many
       --measure   prints the seconds of all ways, with and without the layer, and checks nothing
Exit code 77: the driver is not here.
"""
import argparse
import concurrent.futures
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../support"))
from clc_testing import environment, equal, finish, hold, run, temporary_folder  # noqa: E402
from driver_options import DRIVERS, parse_options  # noqa: E402



def build_many(options, base, way, count, weight, on_miss, *more, log="log"):
    """What clc_build_many prints, and by whom its programs were served. Without `on_miss`, no layer is there."""
    log = os.path.join(base, log)
    layer = {"OPENCL_LAYERS": options.layer, "CLC_LAYER_ON_MISS": on_miss} if on_miss else {}
    variables = {**environment("CLC_", "OPENCL_LAYERS", "XDG_", "POCL_", "OCL_ICD"), "HOME": base, "OCL_ICD_VENDORS": DRIVERS[options.driver],
                 "POCL_CACHE_DIR": os.path.join(base, "kcache"), "CLC_CACHE_DIR": os.path.join(base, "cache"), "CLC_LAYER_LOG": log, **layer}
    done = run(options.program, way, str(count), str(weight), *more, env=variables, expected=0, timeout=300)
    if not layer:
        return json.loads(done.stdout), []
    with open(log, encoding="utf-8") as file:
        served = [line.split(": ")[2].split()[0] for line in file if ": program " in line]
    return json.loads(done.stdout), served[-count:]


def check_callbacks(options, on_miss, by):
    count = 2
    with temporary_folder() as base:
        for turn, served in enumerate((by, "cache")):
            said, who = build_many(options, base, "callbacks", count, 1, on_miss)
            what = f"{on_miss}, start {turn}: "
            equal(what + "programs that give the right number", said["right"], count)
            equal(what + "callbacks in another thread", said["elsewhere"], count)
            equal(what + "who served them", sorted(who), [served] * count)
            hold(turn > 0 or said["in_progress"] > 0, what + f"no build went on when its call returned: {said}")
    if options.driver == "pocl" and on_miss == "compile":
        return  # clc takes seconds for each of its programs
    with temporary_folder() as base:
        said, who = build_many(options, base, "callbacks", 2, 1, on_miss, "release")
        equal(f"{on_miss}: callbacks of programs that are released before", (said["elsewhere"], sorted(who)), (2, [by] * 2))


def start_processes(options, count, weight, on_miss):
    with temporary_folder() as base, concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(lambda i: build_many(options, base, "serial", 1, weight, on_miss, log=f"log{i}"), range(count)))


def check_processes(options, on_miss, by):
    """Processes that begin at once, with an empty cache."""
    count = 4
    done = start_processes(options, count, 24 if on_miss == "driver" else 4, on_miss)
    equal(f"{on_miss}: processes with the right number", [said["right"] for said, _ in done], [1] * count)
    equal(f"{on_miss}: who served processes that begin at once", sorted(who[0] for _, who in done), sorted([by] + ["cache"] * (count - 1)))


def measure(options, count, weight):
    for on_miss in ("", "driver", "compile"):
        for way in ("serial", "threads", "callbacks"):
            with temporary_folder() as base:
                said, _ = build_many(options, base, way, count, weight, on_miss)
                print(f"{options.driver} {on_miss or 'no layer'} {way}: calls {said['called']} s, all {said['built']} s, right {said['right']}")
        slowest = max(said["built"] for said, _ in start_processes(options, count, weight * count, on_miss))
        print(f"{options.driver} {on_miss or 'no layer'} {count} processes with one program: {slowest} s")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--measure", nargs=2, type=int)
    options = parse_options(parser, "--program", "--layer")
    if options.measure:
        measure(options, *options.measure)
        return 0
    check_callbacks(options, "driver", "driver")
    check_callbacks(options, "compile", "compiled")
    check_processes(options, "driver", "driver")
    if options.driver == "intel":
        check_processes(options, "compile", "compiled")
    with temporary_folder() as base:
        said, _ = build_many(options, base, "threads", 2, 1, "compile" if options.driver == "intel" else "driver")
        equal("programs of two threads that give the right number", said["right"], 2)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
