"""Faults planted in this project's own sources: shared by the scripts that ask whether its tests would notice them."""
from clc_testing import run


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def put(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def outcome(build, targets, path, mutant, test):
    """Tells the fate of a source file that is replaced by `mutant`: "does not build", "NOT NOTICED", or "noticed" and what `test`, which
    returns None where all passed, says about it. The source is put back; the targets are as they were when they are built again."""
    text = text_of(path)
    put(path, mutant)
    try:
        if run("ninja", "-j1", "-C", build, *targets).returncode != 0:
            return "does not build"
        noticed = test()
        return "NOT NOTICED" if noticed is None else f"noticed {noticed}".rstrip()
    finally:
        put(path, text)
