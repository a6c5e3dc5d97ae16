"""A model of clc with a build farm, event by event: jobs, cores, the network, the server and its workers.

A job passes through clc (one thread), clc-farm and clc-worker (the cores of this machine), the network, the server, a worker, and back.
So many are on their way at a time, and each waits in a row for what it needs.
"""
import collections
import dataclasses
import heapq
import itertools
import math
import random


@dataclasses.dataclass
class Setting:
    jobs: int = 1000
    workers: int = 10
    at_a_time: int = 20
    # Of the processor here: for a job in each program, and before the first one.
    clc_ms: float = 0.0
    farm_ms: float = 0.0
    worker_ms: float = 0.0
    upload_ms: float = 0.0     # more of clc-farm for a job that the action cache does not have
    start_ms: float = 0.0
    cores: int = 2
    speed: float = 1.0         # less than 1: other programs take the rest of the cores
    # There.
    server_ms: float = 0.0     # of the server for a job, beside the worker
    server_cores: int = 16
    job_ms: float = 500.0      # the mean of what a worker needs
    spread: float = 0.6        # of its logarithm
    kept: float = 0.0          # share of the jobs that the action cache has
    is_server_here: bool = False   # it needs the cores here
    are_workers_here: bool = False
    # Between them.
    trips: int = 4
    trip_ms: float = 0.5
    job_bytes: float = 6500.0
    compiler_bytes: float = 153e6
    bytes_a_second: float = 125e6


class Pool:
    """Something of which there is so much, with those who wait for it."""

    def __init__(self, size):
        self.size = self.free = size
        self.waiting = collections.deque()
        self.busy = 0.0


class Simulation:
    def __init__(self, setting):
        self.setting = setting
        self.clc, self.cores, self.workers = Pool(1), Pool(setting.cores), Pool(setting.workers)
        self.server, self.network = Pool(setting.server_cores), Pool(1)
        self.events, self.order, self.random = [], itertools.count(), random.Random(1)
        self.middle = math.log(max(setting.job_ms, 1e-9)) - setting.spread ** 2 / 2

    def job_ms(self):
        s = self.setting
        if s.kept and self.random.random() < s.kept:
            return 0.0
        return self.random.lognormvariate(self.middle, s.spread) / (s.speed if s.are_workers_here else 1)

    def stages(self):
        """What is held, and for how many milliseconds: a number, or a function."""
        s = self.setting
        here = [self.cores] if s.is_server_here else []
        return [([self.clc, self.cores], 0.3 * s.clc_ms / s.speed),
                ([self.cores], (s.worker_ms + s.farm_ms / 2 + (1 - s.kept) * s.upload_ms) / s.speed),
                ([self.network], s.job_bytes / s.bytes_a_second * 1000),
                ([], s.trips * s.trip_ms),
                ([self.server, *here], s.server_ms / (s.speed if s.is_server_here else 1)),
                ([self.workers, *([self.cores] if s.are_workers_here else [])], self.job_ms),
                ([self.cores], s.farm_ms / 2 / s.speed),
                ([self.clc, self.cores], 0.7 * s.clc_ms / s.speed)]

    def run(self):
        """Seconds for all jobs, and the share of them for which each thing was busy."""
        s, stages = self.setting, self.stages()
        now = s.start_ms / s.speed + s.compiler_bytes / s.bytes_a_second * 1000
        begun = min(s.jobs, s.at_a_time)
        for _ in range(begun):
            self.enter(stages, 0, 0, now)
        while self.events:
            now, _, stage = heapq.heappop(self.events)
            for pool in stages[stage][0]:
                pool.free += 1
                if pool.waiting:
                    waiting, held = pool.waiting.popleft()
                    pool.free -= 1
                    self.enter(stages, waiting, held + 1, now)
            if stage + 1 < len(stages):
                self.enter(stages, stage + 1, 0, now)
            elif begun < s.jobs:
                begun += 1
                self.enter(stages, 0, 0, now)
        pools = {"clc": self.clc, "processor": self.cores, "network": self.network, "server": self.server, "workers": self.workers}
        return now / 1000, {name: pool.busy / (pool.size * now) for name, pool in pools.items()}

    def enter(self, stages, stage, held, now):
        """Takes what the stage needs, from the `held`th thing on, or waits for it."""
        pools, takes = stages[stage]
        for at in range(held, len(pools)):
            if pools[at].free == 0:
                # Who holds something waits in front: the system lets a thread run that has slept.
                (pools[at].waiting.appendleft if at > 0 else pools[at].waiting.append)((stage, at))
                return
            pools[at].free -= 1
        ms = takes() if callable(takes) else takes
        for pool in pools:
            pool.busy += ms
        heapq.heappush(self.events, (now + ms, next(self.order), stage))


def simulate(setting):
    """(seconds, the use of each thing, the name of what is used most)"""
    seconds, use = Simulation(setting).run()
    return seconds, use, max(use, key=use.get)
