#!/usr/bin/env python3
"""Tests tests/support/clc_testing.py: scripts that use it fail, are skipped and pass when they have to.

usage: clc_testing_test.py
"""
import os
import subprocess
import sys

SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support")
# What a script does before its closing line, its exit code, and all that it prints.
CASES = [
    ("nothing", "", 1, "0 passed, 0 failed, 0 skipped"),
    ("what is right", "check(1, 'a'); expect(1, 'b'); equal('c', 2, 2); hold(1, 'd')", 0, "ok      a\n4 passed, 0 failed, 0 skipped"),
    ("check", "check(0, 'a', 'more')", 1, "FAILED  a\nmore\n0 passed, 1 failed, 0 skipped"),
    ("expect", "check(1, 'a'); expect(None, 'b')", 1, "ok      a\nFAILED  b\n1 passed, 1 failed, 0 skipped"),
    ("equal", "equal('a', 1, 2)", 1, "FAILED  a: 1 instead of 2\n0 passed, 1 failed, 0 skipped"),
    ("fail", "fail('a'); check(1, 'b')", 1, "FAILED  a"),
    ("a skip", "skip('a', 'why'); check(1, 'b')", 0, "SKIP: a: why\nok      b\n1 passed, 0 failed, 1 skipped"),
    ("a skip that is told twice", "skip('a'); skip('a'); check(1, 'b')", 0, "SKIP: a\nok      b\n1 passed, 0 failed, 1 skipped"),
    ("skips and nothing else", "skip('a')", 77, "SKIP: a\n0 passed, 0 failed, 1 skipped"),
    ("skip_all", "skip_all('a', 'why'); check(0, 'b')", 77, "SKIP: a: why"),
    ("tests", "def one(): pass\ndef two(): raise Skipped('why')\nrun_tests([one, two], lambda test: test())", 0,
     "ok      one\nSKIP: two: why\n1 passed, 0 failed, 1 skipped"),
    ("a test that fails", "def one(): hold(0, 'a')\ndef two(): pass\nrun_tests([one, two], lambda test: test())", 1,
     "FAILED  one: Failed: a\nok      two\n1 passed, 1 failed, 0 skipped"),
    ("another exit code", "attempt('a', lambda: run('sh', '-c', 'echo b; echo c >&2; exit 3', expected=0))", 1,
     "FAILED  a: Failed: sh -c 'echo b; echo c >&2; exit 3': exit 3, not 0\nb\n\nc\n0 passed, 1 failed, 0 skipped"),
    ("the exit code that is expected", "equal('a', run('sh', '-c', 'exit 3', expected=3).returncode, 3)", 0, "1 passed, 0 failed, 0 skipped"),
    ("outputs", "equal('a', (output_of('echo', 1), code_and_output('sh', '-c', 'echo b >&2; exit 4')), ('1\\n', (4, 'b\\n')))", 0,
     "1 passed, 0 failed, 0 skipped"),
    ("bytes", "equal('a', run('printf', r'\\377', text=False).stdout, b'\\xff')", 0, "1 passed, 0 failed, 0 skipped"),
    ("compile", "equal('a', compile('echo', 'k.cl', output='p', targets=['x', 'y']).stdout, 'compile k.cl -t x -t y -o p\\n')", 0,
     "1 passed, 0 failed, 0 skipped"),
    ("environment", "import os\nos.environ |= {'AB': '1', 'AC': '2', 'B': '3'}\nhere = environment('A', B='4')\n"
     "equal('a', ('AB' in here, 'AC' in here, here['B'], 'PATH' in environment()), (False, False, '4', True))", 0,
     "1 passed, 0 failed, 0 skipped"),
    ("a folder", "import os\nwith temporary_folder(own_cache=True) as folder:\n  check(os.environ['CLC_CACHE_DIR'] == f'{folder}/cache', 'a')\n"
     "check(not os.path.exists(folder), 'b')", 0, "ok      a\nok      b\n2 passed, 0 failed, 0 skipped"),
]


def main():
    wrong = 0
    for name, script, code, text in CASES:
        whole = f"import sys\nsys.path.append({SUPPORT!r})\nfrom clc_testing import *\n{script}\nsys.exit(finish())\n"
        done = subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True, check=False)
        told = done.stdout.rstrip("\n")
        # A failure that is caught is shown with its place before.
        if done.returncode != code or not (told == text or (told.startswith("Traceback") and told.endswith("\n" + text))):
            wrong += 1
            print(f"FAILED  {name}: exit {done.returncode}, not {code}, or not {text!r}:\n{done.stdout}{done.stderr}")
    print(f"{len(CASES) - wrong} passed, {wrong} failed, 0 skipped")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
