"""Commands and sources of the scripts that hold forecasts against measured times."""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


def source_of(module):
    """The path of a module of the algorithm set."""
    for folder in sorted(os.listdir(os.path.join(ROOT, "kernels"))):
        path = os.path.join("kernels", folder, module + ".cl")
        if os.path.exists(os.path.join(ROOT, path)):
            return path
    sys.exit(f"no source of module {module}")
