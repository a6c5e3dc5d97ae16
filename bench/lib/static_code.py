"""What NVIDIA's own compiler makes of the kernels of both sets, as figures that were recorded once where there is a GPU, against what
clc makes of them: registers, stack, spills, instructions whole and of the hottest loop. Both as PTX, and ptxas makes sm_90's code of both.
"""
import concurrent.futures
import datetime
import glob
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import driver_package

CHIP = "sm_90"
FIGURES = ("registers", "stack", "spills", "instructions", "loop")
SKIPPED = 77


def tool(root, name):
    fetched = os.path.join(root, "build/cuda-tools/bin", name)
    return shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin") or (fetched if os.path.exists(fetched) else None)


def sources_of(root, names):
    """{"set/module": path}."""
    sets = {"algorithms": "kernels/*/*.cl", "second": "bench/kernels/*.cl"}
    found = {f"{name}/{os.path.splitext(os.path.basename(path))[0]}": path
             for name, pattern in sets.items() for path in sorted(glob.glob(os.path.join(root, pattern)))}
    return {module: path for module, path in found.items() if not names or module.split("/")[1] in names}


def hottest_loop(jumps):
    """Instructions of the innermost loop, the longest of several, where jumps are (from, to) by number of instruction."""
    loops = {(target, origin) for origin, target in jumps if target <= origin}
    depth = {loop: sum(other[0] <= loop[0] and loop[1] <= other[1] for other in loops) for loop in loops}
    return max(((depth[loop], loop[1] - loop[0] + 1) for loop in loops), default=(0, 0))[1]


def instructions_of(text):
    """{kernel: (instructions, those of its hottest loop)} of what `cuobjdump -sass` prints. What fills up the end does not count."""
    found = {}
    for part in re.split(r"^\s*Function : ", text, flags=re.M)[1:]:
        number, jumps = {}, []
        for address, _, word, rest in re.findall(r"^\s+/\*([0-9a-f]{4,})\*/\s+(@!?U?P\w+\s+)?([A-Z][\w.]*)([^;]*);", part, flags=re.M):
            if word != "NOP":
                number[int(address, 16)] = len(number)
            if word.startswith("BRA") and (target := re.search(r"0x([0-9a-f]+)", rest)):
                jumps.append((int(address, 16), int(target[1], 16)))
        inside = [(number[origin], number[target]) for origin, target in jumps if origin in number and target in number]
        # The jump that ends a kernel goes to itself.
        found[part.split()[0]] = len(number), hottest_loop([jump for jump in inside if jump[0] != jump[1]])
    return found


def figures_of(root, ptx):
    """{kernel: figures} of what ptxas makes of the text."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("k.ptx", "k.cubin")]
        with open(paths[0], "wb") as file:
            file.write(ptx.rstrip(b"\0"))
        done = subprocess.run([tool(root, "ptxas"), "-v", f"-arch={CHIP}", paths[0], "-o", paths[1]], capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            raise driver_package.DriverError(done.stderr.strip()[-500:])
        listing = subprocess.run([tool(root, "cuobjdump"), "-sass", paths[1]], capture_output=True, text=True, check=True).stdout
    counts, found = instructions_of(listing), {}
    report = re.compile(r"Compiling entry function '(\w+)'.*?(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads"
                        r".*?Used (\d+) registers", re.S)
    for kernel, stack, stores, loads, registers in report.findall(done.stderr):
        found[kernel] = dict(zip(FIGURES, (int(registers), int(stack), int(stores) + int(loads), *counts[kernel])))
    return found


def each(function, items):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(items, pool.map(function, items.values())))


def by_kernel(figures):
    return {f"{module.split('/')[0]}/{kernel}": row for module, kernels in figures.items() for kernel, row in kernels.items()}


def record(root, options, driver):
    """Writes the figures of what the driver's compiler makes."""
    texts, refused = {}, {}
    for module, path in sources_of(root, options.names).items():
        try:
            texts[module] = driver.compile(path)[0]
        except driver_package.DriverError as error:
            refused[module] = str(error).splitlines()[0]
    for module, why in refused.items():
        print(f"codegen: left out: {module}: {why}", file=sys.stderr)
    version = re.findall(r"V[\d.]+", subprocess.run([tool(root, "ptxas"), "--version"], capture_output=True, text=True, check=True).stdout)
    report = {"date": datetime.date.today().isoformat(), "device": driver.name, "driver": driver.match["driver_version"],
              "ptxas": version[-1], "chip": CHIP, "kernels": by_kernel(each(lambda text: figures_of(root, text), texts))}
    lines = ",\n".join(f'  "{kernel}": {json.dumps(row)}' for kernel, row in sorted(report.pop("kernels").items()))
    with open(options.record, "w", encoding="utf-8") as file:
        file.write(json.dumps(report)[:-1] + f', "kernels": {{\n{lines}\n}}}}\n')
    return 0


def ours(root, options):
    """Figures of what clc makes of the kernels now."""
    def compiled(item):
        module, path = item
        with tempfile.TemporaryDirectory() as folder:
            package = os.path.join(folder, "package")
            done = subprocess.run([options.clc, "compile", "-q", path, "-t", f"nvptx:{CHIP}", "-o", package], capture_output=True,
                                  text=True, check=False)
            if done.returncode != 0:
                sys.exit(f"codegen: {module}: exit {done.returncode}: {done.stderr}")
            (ptx,) = glob.glob(os.path.join(package, "*.ptx"))
            with open(ptx, "rb") as file:
                return figures_of(root, file.read())
    items = {module: (module, path) for module, path in sources_of(root, options.names).items()}
    return by_kernel(each(compiled, items))


def compare(root, options, recorded):
    """Prints both; true when no kernel has spills, or a stack, that the driver's code lacks."""
    now, theirs, good = ours(root, options), recorded["kernels"], True
    print(f"{recorded['device']}, driver {recorded['driver']}, {recorded['date']}; the driver's figure / clc's")
    print(f"{'kernel':44}" + "".join(f"{name:>16}" for name in FIGURES))
    quotients = {name: [] for name in ("registers", "instructions")}
    for kernel, row in sorted(now.items()):
        if kernel not in theirs:
            continue
        print(f"{kernel:44}" + "".join(f"{theirs[kernel][name]:>9} /{row[name]:>5}" for name in FIGURES))
        for name, values in quotients.items():
            values.append(row[name] / theirs[kernel][name])
        for name in ("stack", "spills"):
            if row[name] > theirs[kernel][name]:
                print(f"FAILED  {kernel}: {row[name]} bytes of {name}, the driver's code has {theirs[kernel][name]}")
                good = False
    for name, values in quotients.items():
        print(f"{len(values)} kernels: clc's {name} by the driver's, geometric mean {statistics.geometric_mean(values):.3f}")
    return good


def compare_with_recorded(root, options):
    if lacking := [name for name in ("ptxas", "cuobjdump") if tool(root, name) is None]:
        print(f"codegen: skipped: no {', '.join(lacking)}")
        return SKIPPED
    with open(os.path.join(root, "bench/results/nvidia_code.json"), encoding="utf-8") as file:
        return 0 if compare(root, options, json.load(file)) else 6
