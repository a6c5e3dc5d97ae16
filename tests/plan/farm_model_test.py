#!/usr/bin/env python3
"""The model of a build farm (bench/lib/farm_model.py) against cases that can be reckoned by hand, and docs/images/farm.svg against
what it is drawn from."""
import argparse
import os
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path += [os.path.join(ROOT, "tests/support"), os.path.join(ROOT, "bench/lib")]
from clc_testing import expect, finish, run, run_tests  # noqa: E402
from farm_model import Setting, simulate  # noqa: E402

NOTHING = {"compiler_bytes": 0, "job_bytes": 0, "trips": 0, "spread": 0}


def near(found, wanted):
    return abs(found - wanted) <= 0.03 * wanted


def workers_that_are_few_tell_the_time(_):
    seconds, use, first = simulate(Setting(jobs=1000, workers=10, at_a_time=100, job_ms=100, clc_ms=1, farm_ms=1, worker_ms=1, **NOTHING))
    expect(near(seconds, 10) and first == "workers" and use["workers"] > 0.98, f"{seconds} {use}")


def then_the_processor_here_does(_):
    setting = Setting(jobs=2000, workers=1000, at_a_time=1000, job_ms=100, clc_ms=1, farm_ms=2, worker_ms=5, cores=4, **NOTHING)
    seconds, use, first = simulate(setting)
    expect(near(seconds, 2000 * 8 / 4 / 1000 + 0.1) and first == "processor", f"{seconds} {use}")
    setting.cores = 16
    seconds, use, first = simulate(setting)
    expect(near(seconds, 2) and first == "clc", f"one thread of clc: {seconds} {use}")
    setting.speed = 0.5
    expect(near(simulate(setting)[0], 4), "others take half of the processor")


def then_the_network_does(_):
    seconds, _, first = simulate(Setting(jobs=1000, workers=1000, at_a_time=1000, job_ms=1, job_bytes=1e6, bytes_a_second=1e8, compiler_bytes=1e8, trips=0, spread=0))
    expect(near(seconds, 11) and first == "network", f"{seconds} {first}")


def jobs_at_a_time_bound_what_is_used(_):
    seconds, use, _ = simulate(Setting(jobs=100, workers=50, at_a_time=5, job_ms=90, **{**NOTHING, "trips": 4}, trip_ms=2.5))
    expect(near(seconds, 2) and use["workers"] < 0.1, f"{seconds} {use}")


def the_action_cache_spares_workers(_):
    seconds, _, _ = simulate(Setting(jobs=4000, workers=10, at_a_time=100, job_ms=100, kept=0.75, **NOTHING))
    expect(abs(seconds - 10) < 1, f"{seconds}")


def workers_on_these_cores(_):
    setting = Setting(jobs=200, workers=8, at_a_time=8, job_ms=90, worker_ms=10, cores=2, are_workers_here=True, **NOTHING)
    expect(near(simulate(setting)[0], 10), "the processor's time of both is what it takes")


def times_of_jobs_have_their_mean(_):
    seconds, _, _ = simulate(Setting(jobs=20000, workers=1, at_a_time=2, job_ms=100, **{**NOTHING, "spread": 0.6}))
    expect(near(seconds, 2000), f"{seconds}")


def the_page_shows_what_was_simulated(_):
    done = run(sys.executable, f"{ROOT}/bench/simulate-farm", "--check")
    expect(done.returncode == 0, f"bench/simulate-farm --draw: {done}")


TESTS = [workers_that_are_few_tell_the_time, then_the_processor_here_does, then_the_network_does, jobs_at_a_time_bound_what_is_used,
         the_action_cache_spares_workers, workers_on_these_cores, times_of_jobs_have_their_mean, the_page_shows_what_was_simulated]


def main():
    argparse.ArgumentParser(description=__doc__).parse_args()
    run_tests(TESTS, lambda test: test(None))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
