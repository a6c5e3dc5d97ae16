"""Finds a Python that has pyopencl: none that a newcomer has to have."""
import os
import subprocess
import sys


def with_pyopencl(source):
    """The interpreter of `script/setup --python`, this one, or the system's; None where none has pyopencl."""
    for python in os.path.join(source, "build/python/bin/python"), sys.executable, "/usr/bin/python3":
        if os.path.exists(python) and subprocess.run([python, "-c", "import pyopencl"], capture_output=True, check=False).returncode == 0:
            return python
    return None
