"""Functions that the scripts of the tests share: running programs, holding what is there against what is expected, skips, the closing line.

A script finds this module by one line, the same in each folder of tests:

    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))

and ends with `sys.exit(finish())`.
"""
import contextlib
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import traceback

WITHOUT_NETWORK = ["unshare", "--map-root-user", "--net"]  # runs a command so, where the machine lets anybody
SKIPPED = 77  # the exit code that CTest takes for a skip (SKIP_RETURN_CODE)

counts = {"passed": 0, "failed": 0, "skipped": 0}
skips = set()
one_at_a_time = threading.Lock()


class Skipped(Exception):
    """This machine cannot run the test, for the reason that it says."""


class Failed(AssertionError):
    """A program ended in another way than it had to."""


def run(*command, expected=None, merged=False, **options):
    """Runs a program to its end, and returns what it said, as text. Another exit code than `expected` is a failure;
    `merged` puts its errors into its output. What else is given goes to subprocess.run."""
    if options.setdefault("text", True):
        options.setdefault("errors", "replace")
    words = [str(word) for word in command]
    if not {"capture_output", "stdout"} & options.keys():
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT if merged else subprocess.PIPE}
    done = subprocess.run(words, check=False, **options)
    if expected is not None and done.returncode != expected:
        said = [text if isinstance(text, str) else text.decode(errors="replace") for text in (done.stdout, done.stderr) if text]
        shown = words[0] if options.get("shell") else shlex.join(words)
        raise Failed("\n".join([f"{shown}: exit {done.returncode}, not {expected}", *(text[-4000:] for text in said)]))
    return done


def succeed(*command, **options):
    """Runs a program that must end well."""
    return run(*command, expected=0, **options)


def output_of(*command, **options):
    """The standard output of a program that must end well."""
    return succeed(*command, **options).stdout


def code_and_output(*command, **options):
    """The exit code of a program, and its output with its errors."""
    done = run(*command, merged=True, **options)
    return done.returncode, done.stdout


def compile(clc, *arguments, output, targets=(), expected=0, **options):  # pylint: disable=redefined-builtin
    """Runs `clc compile` for these targets."""
    return run(clc, "compile", *arguments, *[word for target in targets for word in ("-t", target)], "-o", output,
               expected=expected, **options)


def environment(*without, **changes):
    """The variables of this process with the changes, and without those whose names begin with one of these texts."""
    return {name: value for name, value in os.environ.items() if not name.startswith(without)} | changes


def known_drivers(clc, folder, *targets):
    """A new cache of clc's that knows these targets, and holds nothing that was compiled: to find out what PoCL is made of takes as long as
    to compile with it. Each call that is to compile by itself gets a copy, by `cache_like`."""
    source, cache = os.path.join(folder, "probe.cl"), os.path.join(folder, "known drivers")
    with open(source, "w", encoding="utf-8") as file:
        file.write("kernel void probe(global int* o) { *o = 1; }\n")
    compile(clc, source, "--keep-going", output=os.path.join(folder, "probe"), targets=targets, expected=None,
            env=environment(CLC_CACHE="1", CLC_CACHE_DIR=cache))
    os.makedirs(cache, exist_ok=True)
    for where, _, names in os.walk(cache):
        for name in names:
            if name.endswith((".action", ".artifact")):
                os.remove(os.path.join(where, name))
    return cache


def cache_like(known, folder):
    """The variables of a call with a copy of such a cache, in a new folder below this one."""
    copy = os.path.join(tempfile.mkdtemp(dir=folder), "cache")
    shutil.copytree(known, copy)
    return {"CLC_CACHE": "1", "CLC_CACHE_DIR": copy}


@contextlib.contextmanager
def temporary_folder(prefix="clc-test-", own_cache=False):
    """A folder for a `with` statement; with `own_cache`, programs keep in it what they would keep in the cache."""
    with tempfile.TemporaryDirectory(prefix=prefix) as folder:
        if own_cache:
            os.environ["CLC_CACHE_DIR"] = os.path.join(folder, "cache")
        yield folder


def contents(folder):
    """{name: bytes} of all files below a folder."""
    files = {}
    for path, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(path, name), "rb") as file:
                files[os.path.relpath(os.path.join(path, name), folder)] = file.read()
    return files


def share_of(text):
    """(which, of how many) of the words `2/3`, where the first is 0."""
    which, parts = text.split("/")
    return int(which) - 1, int(parts)


def spirv_translator():
    """LLVM's SPIR-V translator, by the name that it has here, or None."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../script/lib/packages.txt"), encoding="utf-8") as file:
        names = re.search(r"(?m)^translator (\S+)", file.read()).group(1).split("|")
    return next(filter(None, map(shutil.which, names)), None)


def shipped_packages(source, row):
    """The Debian packages in the row of docs/shipping.md that begins so: of `a/b`, Debian 12 has a, and later ones have b."""
    with open(os.path.join(source, "docs/shipping.md"), encoding="utf-8") as file:
        found = re.search(rf"(?m)^\| {re.escape(row)}.*\|([^|]*)\|$", file.read())
    packages = found and re.search(r"`([^`]*)`", found.group(1))
    hold(packages, f"docs/shipping.md has no row '{row}' whose last column names packages")
    return [debian_name(name) for name in packages.group(1).split()]


def debian_name(names):
    """Of `a/b` what this release of Debian calls a package: 12 a, later ones b."""
    with open("/etc/os-release", encoding="utf-8") as file:
        oldest = 'VERSION_ID="12"' in file.read()
    return names.split("/")[0 if oldest else -1]


def write_manifest(path, manifest):
    """Writes a package's manifest that was changed, with the digest that it has now."""
    body = {name: value for name, value in manifest.items() if name != "sha256"}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(body | {"sha256": hashlib.sha256(text.encode()).hexdigest()}, file)


def page_options(parser):
    """The two things that page_part() does."""
    parser.add_argument("--check", metavar="FILE")
    parser.add_argument("--into", metavar="FILE")


def page_part(arguments, name, make, check):
    """Writes what `make` gives between `<!-- name -->` and `<!-- end of name -->` of the page of --into, or calls `check`
    with what stands there in that of --check."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    path = arguments.into or arguments.check
    with open(path, encoding="utf-8") as file:
        before, rest = file.read().split(begin)
    old, after = rest.split(end)
    if not arguments.into:
        check(old)
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + begin + make() + end + after)


def remember(outcome, line):
    with one_at_a_time:
        counts[outcome] += 1
        if line:
            print(line, flush=True)


def check(good, what, more=""):
    """Tells whether something is as it has to be, and more where it is not."""
    remember("passed" if good else "failed", f"ok      {what}" if good else f"FAILED  {what}\n{more}".rstrip("\n"))
    return good


def problem(what):
    """Tells something that is not as it has to be."""
    remember("failed", f"FAILED  {what}")


def expect(good, what):
    """Tells only what is not as it has to be."""
    if good:
        remember("passed", "")
    else:
        problem(what)
    return good


def equal(what, got, wanted):
    return expect(got == wanted, f"{what}: {got!r} instead of {wanted!r}")


def hold(good, what):
    """Ends the test with what is not as it has to be."""
    if not good:
        raise Failed(what)
    remember("passed", "")


def skip(what, why=""):
    """Tells, once, what this machine cannot run, and why. script/lib/count-tests.py counts these lines."""
    line = f"SKIP: {what}: {why}" if why else f"SKIP: {what}"
    if line not in skips:
        remember("skipped", line)
    skips.add(line)


def fail(what):
    """Ends a script that cannot go on."""
    problem(what)
    sys.exit(1)


def skip_all(what, why=""):
    """Ends a script that cannot run here at all."""
    skip(what, why)
    sys.exit(SKIPPED)


def attempt(what, function, *arguments):
    """Calls a function that fails by an exception, and says by Skipped that it cannot run here."""
    try:
        function(*arguments)
    except Skipped as reason:
        skip(what, reason)
    except Exception as error:  # pylint: disable=broad-except
        traceback.print_exc(file=sys.stdout)
        check(False, f"{what}: {type(error).__name__}: {error}")
    else:
        check(True, what)


def run_tests(tests, call):
    """Calls `call` with each of the functions, which are tests, and go by their names."""
    for test in tests:
        attempt(test.__name__, call, test)


def finish():
    """Prints the closing line, and returns the exit code. A script that held nothing has failed."""
    print(", ".join(f"{number} {outcome}" for outcome, number in counts.items()), flush=True)
    if counts["failed"] or not any(counts.values()):
        return 1
    return 0 if counts["passed"] else SKIPPED
