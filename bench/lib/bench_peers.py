"""Builds the peers that the benchmarks of the algorithm set compare with: those of bench/peers, CUDA's for a GPU of NVIDIA's, else the
CPU's. `options` are a script's, with clrun, package and device.
"""
import json
import os
import shutil
import subprocess
import sys

PEERS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "peers")


def device_options(options):
    return [word for name in ("package", "device") if getattr(options, name) for word in (f"--{name}", getattr(options, name))]


def is_nvidia(options):
    command = [options.clrun, "verify", "vecadd/scalar", "--size", "1", "--offset", "0", "--format", "json", *device_options(options)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(done.returncode)
    return "nvidia" in json.loads(done.stdout)["platform"].lower()


def program_of(nvidia, given, folder):
    """The program whose figures stand beside ours: the given one, or one that is built in the folder; or None."""
    program, said = (os.path.abspath(given), "") if given else (build_cuda if nvidia else build_cpu)(folder)
    if said:
        print(f"{os.path.basename(sys.argv[0])}: peers: {said}", file=sys.stderr)
    return program


def build_cuda(folder):
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not os.path.exists(nvcc):
        return None, "no nvcc"
    built, said = compiles([nvcc, "-O3", "-std=c++17", "-arch=native", "-Wno-deprecated-declarations", f"{PEERS}/cuda.cu", "-o",
                            f"{folder}/cuda", "-lcublas"])
    return (f"{folder}/cuda", "") if built else (None, said[-500:])


def build_cpu(folder):
    base = ["g++", "-O3", "-march=native", "-std=c++20", "-fopenmp", f"{PEERS}/cpu.cpp", "-o", f"{folder}/cpu"]
    tbb, blas = ["-DHAS_TBB", "-ltbb"], ["-DHAS_OPENBLAS", "-lopenblas"]
    for extra in (tbb + blas, tbb, blas, []):
        built, said = compiles([*base, *extra])
        if built:
            missing = [name for name, words in (("libtbb-dev", tbb), ("libopenblas-dev", blas)) if words[0] not in extra]
            return f"{folder}/cpu", f"without {', '.join(missing)}" if missing else ""
    return None, said[-500:]


def compiles(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode == 0, done.stdout
