#!/usr/bin/env python3
"""PyTorch's times for `clrun bench --peer`: scaled_dot_product_attention beside attention, conv2d (cuDNN)
beside convolution.

usage: torch_peer.py RUNS SECONDS TASK:ELEMENTS:INPUT…
"""
import statistics
import sys
import time

import torch

WARM_UPS, FEWEST_RUNS, HEADS = 3, 5, 16


def times_of(step, runs, seconds):
    """Milliseconds of each run on the device."""
    for _ in range(WARM_UPS):
        step()
    begin, times = time.monotonic(), []
    while len(times) < runs and (len(times) < FEWEST_RUNS or seconds == 0 or time.monotonic() - begin < seconds):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        step()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end))
    return sorted(times)


def attention(name, elements):
    """The shapes of kernels/attention/attention.cpp: the step, and whether its result is right."""
    kind, head = name.split("_")[1:3]
    element = {"half": torch.half, "bfloat16": torch.bfloat16}[kind]
    length = min(max(elements // HEADS, 1), 4096)
    shape = (max(elements // (HEADS * length), 1), length, HEADS, int(head))
    q, k, v = (torch.randn(shape, device="cuda", dtype=element).transpose(1, 2) for _ in range(3))
    causal = name.endswith("_causal")

    def step():
        return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)

    got, last = step()[0, 0, -1].double(), (q[0, 0, -1].double() @ k[0, 0].double().T / int(head) ** 0.5).softmax(-1)
    return step, torch.allclose(got, last @ v[0, 0].double(), atol=0.02), "PyTorch " + torch.__version__.split("+")[0]


def convolution(name, elements):
    """The shapes of kernels/convolution/convolution.cpp, channels last."""
    size, stride, padding, channels, filters = {"3x3": (3, 1, 1, 256, 256), "1x1": (1, 1, 0, 256, 1024), "7x7": (7, 2, 3, 3, 64)}[
        name.split("_")[-1]]
    side = 55 * stride + size - 2 * padding
    shape = (max(elements // (56 * 56), 1), channels, side, side)
    images, weights = (torch.randn(shape, device="cuda", dtype=torch.half).to(memory_format=torch.channels_last)
                       for shape in (shape, (filters, channels, size, size)))
    bias = torch.randn(filters, device="cuda", dtype=torch.half)
    torch.backends.cudnn.benchmark = True
    version = torch.backends.cudnn.version()
    cudnn = f"{version // 10000}.{version // 100 % 100}.{version % 100}"

    def step():
        return torch.relu_(torch.nn.functional.conv2d(images, weights, bias, stride, padding))

    expected = torch.relu(torch.nn.functional.conv2d(images[:1].double(), weights.double(), bias.double(), stride, padding))
    return step, torch.allclose(step()[:1].double(), expected, rtol=0.01, atol=0.1), f"cuDNN {cudnn}, PyTorch " + torch.__version__.split("+")[0]


TASKS = {"attention": attention, "convolution": convolution}


def main():
    runs, seconds = int(sys.argv[1]), float(sys.argv[2])
    for task in sys.argv[3:]:
        name, elements, _ = task.split(":")
        shape = TASKS.get(name.split("_")[0])
        if shape is None:
            continue
        step, is_right, label = shape(name, int(elements))
        times = times_of(step, runs, seconds)
        last = len(times) - 1
        print(task, statistics.median(times), times[last // 4], times[last - last // 4], len(times),
              "passed" if is_right else "failed", label, flush=True)


if __name__ == "__main__":
    main()
