"""Roots in which dpkg installs packages for tests."""
import os

from clc_testing import succeed


def put_stand_in_shell(root):
    """Packages with a shared library run ldconfig by a shell script. A root for dpkg has neither; this program takes the script and is
    content, because the linker looks into /usr/lib without ldconfig, too. It lies in /bin of the root, beside nothing else."""
    os.makedirs(os.path.join(root, "bin"))
    succeed("cc", "-static", "-x", "c", "-", "-o", os.path.join(root, "bin/sh"), input="int main(void) { return 0; }\n")
