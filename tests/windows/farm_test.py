#!/usr/bin/env python3
"""A clc without its compiler, and a build farm that executes its calls: packages, texts and exit codes are those of clc with its
compiler. Its worker answers for `clc audit` and `clc disasm --live`. Headers that change, appear and are missing are noticed; a server
that is absent, or executes nothing, is an error.

usage: farm_test.py --reference CLC PROGRAM…        such as: wine64 clc.exe
"""
import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", folder) for folder in ("remote", "support")]
from clc_testing import equal, expect, finish, run_tests, skip_all  # noqa: E402
from certificates import Authority  # noqa: E402
from farm import MISSING, Casd, api, grpc  # noqa: E402
from farm_execution import ExecutionFarm, digest_of  # noqa: E402
from proxy import TlsFront  # noqa: E402
from servers import free_port  # noqa: E402

SOURCES = {
    "scale.cl": '#include "shared/factor.h"\n#include "shared/../once.h"\n#include <system.h>\n#if __has_include("absent.h")\n#error no\n#endif\n'
                "kernel void scale(global float* o, float f) { o[get_global_id(0)] = sin(f) * FACTOR + ONCE + SYSTEM; }\n",
    "embeds.cl": '__constant char text[] = {\n#embed "shared/data"\n};\nkernel void put(global char* o) { o[0] = text[get_local_id(0)]; }\n',
    "by_macro.cl": "#define TEXT(x) #x\n#define NAME(x) TEXT(x.h)\n#include NAME(shared/factor)\n#if !__has_include(NAME(once))\n#error no\n#endif\n"
                   "kernel void by_macro(global float* o) { o[0] = FACTOR; }\n",
    "warns.cl": "#warning look here\nkernel void warns(global int* o) { int unused = 1; o[0] = __LINE__; }\n",
    "wrong.cl": "kernel void wrong(global int* o) {\n  o[0] = nobody;\n}\n",
    "lacks.cl": '#include "shared/lacking.h"\nkernel void k(global int* o) { o[0] = 1; }\n',
    "shared/factor.h": "#define FACTOR 3.0f\n",
    "shared/data": "embedded",
    "once.h": "#define ONCE 1.0f\n",
    "include/system.h": "#define SYSTEM 2.0f\n",
    "include/first/nothing.h": "",
}
INCLUDES = ["-Iinclude/first", "-isystem", "include"]


def is_for_windows(options):
    return options.program[-1].endswith(".exe")


class Watcher(ExecutionFarm):
    """A server that notes what it is asked to execute, and answers with this exit code and text."""

    def __init__(self, options, exit_code=1, said=b"bwrap: No permissions to create a new namespace\n"):
        top = os.path.join(os.path.dirname(options.program[-1]), "../libexec/clc/farm")
        self.exit_code, self.said, self.action, self.command, self.request = exit_code, said, None, None, None
        super().__init__(os.path.join(top, "libexec/clc"))
        self.here[digest_of(os.path.join(top, "bin/clc"))] = None

    def execute(self, request, context):
        self.request, self.action = request, api.Action.FromString(self.blobs[request.action_digest.hash])
        self.command = api.Command.FromString(self.blobs[self.action.command_digest.hash])
        yield self.operation(api.ActionResult(exit_code=self.exit_code, stderr_raw=self.said), request.action_digest.hash)

    def sent(self, digest=None, folder=""):
        """The texts of the call's files, by their paths."""
        found = {}
        directory = api.Directory.FromString(self.blobs[(digest or self.action.input_root_digest).hash])
        for node in directory.files:
            if not folder.startswith("clc/"):
                found[folder + node.name] = self.blobs[node.digest.hash].decode(errors="replace")
        for node in directory.directories:
            found.update(self.sent(node.digest, folder + node.name + "/"))
        return found


class Work:
    """A folder with sources, and both programs in it."""

    def __init__(self, options, server, **more):
        self.options, self.number, self.held = options, 0, tempfile.TemporaryDirectory(prefix="clc-farm-")
        self.folder = os.path.join(self.held.name, "work")
        self.variables = {"CLC_CACHE_DIR": os.path.join(self.held.name, "cache"), **more}
        self.server = server + "|connect-timeout=20000|timeout=60000|total-timeout=400000"
        for name, text in SOURCES.items():
            self.write(name, text)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, program, *words, **variables):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CLC_")}
        done = subprocess.run([*program, *words], cwd=self.folder, env={**environment, **self.variables, **variables}, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
        return done.returncode, done.stdout.replace(b"\r", b""), done.stderr.replace(b"\r", b"").decode()

    def there(self, *words, **variables):
        return self.run(self.options.program, *words, **{"CLC_REMOTE_EXECUTION": self.server, **variables})

    def read(self, name):
        """{path: bytes} of a file or folder, or nothing; and it is gone."""
        path, found = os.path.join(self.folder, name), {}
        for where, _, names in os.walk(path):
            for each in names:
                with open(os.path.join(where, each), "rb") as file:
                    found[os.path.relpath(file.name, path)] = file.read()
        if os.path.isfile(path):
            with open(path, "rb") as file:
                found = {"": file.read()}
        subprocess.run(["rm", "-rf", path], check=True)
        return found

    def same(self, *words, output="package.clcpack", code=0, **variables):
        """Compiles by both. Returns the package."""
        what = " ".join(words)
        here = self.run(self.options.reference, "compile", *words, "-j", "1", "-o", output, CLC_CACHE="0", **variables)
        wanted = self.read(output)
        there = self.there("compile", *words, "-j", "1", "-o", output, **variables)
        equal(what + ": code and texts", there, here)
        equal(what + ": code", there[0], code)
        package = self.read(output)
        expect(package == wanted and bool(package) == (code == 0 or "-k" in words), what + ": the same bytes")
        return package


def packages(options):
    work = Work(options, options.farm.url)
    work.same("scale.cl", "warns.cl", *INCLUDES, "-t", "spirv64:1.2", "-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100")
    work.same("scale.cl", *INCLUDES, "-t", "spirv64", "-g", output="folder")
    work.same("embeds.cl", "-t", "spirv64", output="embeds.spv")
    work.same("by_macro.cl", "-t", "nvptx:sm_80", "--compress", "-Xtarget", "nvptx*", "-DTILE=2")
    work.same("--module", "both=embeds.cl,warns.cl", "-t", "spirv64", "--format", "json")
    work.same("scale.cl", "-t", "spirv64", CLC_OPTIONS="-Iinclude -DFACTOR=2")
    work.same("embeds.cl", "wrong.cl", "-t", "spirv64", "-k", code=1)
    there = work.there("compile", "embeds.cl", "-t", "spirv64", "-o", "-")
    here = work.run(options.reference, "compile", "embeds.cl", "-t", "spirv64", "-o", "-")
    equal("a package on standard output", there, here)


def faults_of_sources(options):
    work = Work(options, options.farm.url)
    work.same("wrong.cl", "embeds.cl", "-t", "spirv64", code=1)
    work.same("wrong.cl", "-t", "spirv64", "--format", "json", code=1)
    work.same("lacks.cl", "-t", "spirv64", code=1)
    work.same("absent.cl", "-t", "spirv64", code=3)
    work.same("embeds.cl", "-t", "nowhere", code=4)
    work.same("embeds.cl", "-t", "spirv64", "--nonsense", code=2)
    work.same("embeds.cl", code=2)
    for words in (["-MD"], ["--dump-dir", "d"], ["--plan", "json"], ["--time-trace", "t.json"], ["--tool", "ptxas=x"]):
        code, printed, said = work.there("compile", "embeds.cl", "-t", "spirv64", "-o", "p.clcpack", *words)
        equal(" ".join(words), (code, printed, "is for a clc with its compiler" in said), (4, b"", True))


def audits(options):
    """Only the number of this machine's secrets may differ: a system has more variables than another."""
    work = Work(options, options.farm.url)
    for name, more in (("p.clcpack", ()), ("leaks.clcpack", ("-g",))):
        work.run(options.reference, "compile", "scale.cl", *INCLUDES, "-t", "spirv64", "-t", "nvptx:sm_90", "-t", "amdgcn:gfx1100", *more,
                 "-o", name, CLC_CACHE="0")
    for words, code in ((["p.clcpack"], 0), (["leaks.clcpack"], 6), (["leaks.clcpack", "--source", "scale.cl", "-Iinclude"], 6),
                        (["leaks.clcpack", "--source", "scale.cl", "-Iinclude", "--format", "json"], 6)):
        here, there = (re.sub(rb"\d+ secrets|\"secrets\": \d+", b"secrets", b"%d %s %s" % (done[0], done[1], done[2].encode()))
                       for done in (work.run(options.reference, "audit", *words), work.there("audit", *words)))
        equal("audit " + " ".join(words), there, here)
        expect(there.startswith(b"%d " % code), f"{words}: the exit code is {code}")
    code, printed, said = work.there("audit", "p.clcpack", CLC_REMOTE_EXECUTION="")
    equal("an audit without a farm", (code, printed, "name a build farm that compiles, CLC_REMOTE_EXECUTION" in said), (4, b"", True))


def live_registers(options):
    """The farm's worker tells them of AMD's code, once LLVM's disassembler, which Wine has none of, has shown it."""
    work = Work(options, options.farm.url)
    work.run(options.reference, "compile", "scale.cl", *INCLUDES, "-t", "amdgcn:gfx1100", "-o", "p.clcpack", CLC_CACHE="0")
    there = work.there("disasm", "p.clcpack", "--live")
    if is_for_windows(options):
        equal("without a disassembler", (there[0], there[1]), (4, b""))
        return
    equal("live registers", there, work.run(options.reference, "disasm", "p.clcpack", "--live"))
    expect(there[0] == 0 and b" vector, " in there[1], f"registers are counted: {there}")
    code, _, said = work.there("disasm", "p.clcpack", "--live", CLC_REMOTE_EXECUTION="")
    equal("without a farm", (code, "name a build farm that compiles, CLC_REMOTE_EXECUTION" in said), (4, True))


def who_compiles(options):
    work = Work(options, options.farm.url)
    farm = f"the build farm {options.farm.url}"

    def tells(server, doctor, targets, **variables):
        for words, texts in ((("doctor",), doctor), (("targets",), targets)):
            code, printed, said = work.there(*words, CLC_REMOTE_EXECUTION=server, **variables)
            expect(code == 0 and not said and all(text in printed.decode() for text in texts) and b"clc-worker" not in printed,
                   f"{words} of {server}: {code} {printed.decode()} {said}")

    tells(work.server, [f"compiler\n  here     {farm}, which answers\n", f"targets\n  here     spirv64  {farm}\n", f"missing  cubin  a program or driver of"],
          [f"  available ({farm})\n", f"  not available: a program or driver of the machines behind {farm} finishes it"])
    named = "this clc has no compiler of its own: name a build farm that compiles, CLC_REMOTE_EXECUTION"
    tells("", [f"compiler\n  missing  {named}"], [f"  not available: {named}"])
    refused = f"grpc://127.0.0.1:{free_port()}"
    why = f"CLC_REMOTE_EXECUTION: {refused}: no connection: Connection refused"
    tells(refused, [f"compiler\n  missing  {why}"], [f"  not available: {why}"])
    lacking = "farm is missing: install it there, the clc for Linux that farms execute"
    tells(work.server, ["compiler\n  missing  ", lacking], [lacking], CLC_LIBEXEC_DIR=work.folder)


def over_tls(options):
    with tempfile.TemporaryDirectory(prefix="clc-tls-") as folder:
        authority, stranger = Authority(folder), Authority(folder, "stranger")
        good = authority.issue("good")
        with TlsFront(options.farm.port, *good, lambda context: context.set_alpn_protocols(["h2"])) as front:
            name, ours = f"grpcs://localhost:{front.port}", "|ca=" + authority.certificate
            Work(options, name + ours).same("embeds.cl", "-t", "spirv64")
            heard = front.heard
            work = Work(options, name)
            for wrong in (name + "|ca=" + stranger.certificate, f"grpcs://127.0.0.1:{front.port}" + ours, name, name.replace("grpcs", "grpc")):
                code, printed, said = work.there("compile", "embeds.cl", "-t", "spirv64", "-o", "p.clcpack", CLC_REMOTE_EXECUTION=wrong)
                expect(code == 4 and not printed and "CLC_REMOTE_EXECUTION: grpc" in said, f"{wrong}: {code} {said}")
            expect(front.heard == heard, "a server was spoken to whose certificate is bad")


def headers_that_change(options):
    work = Work(options, options.farm.url)
    words = ("scale.cl", *INCLUDES, "-t", "spirv64:1.2")
    before = work.same(*words)
    work.write("shared/factor.h", "#define FACTOR 4.0f\n")
    changed = work.same(*words)
    work.write("include/first/system.h", "#define SYSTEM 5.0f\n")  # before the other one
    expect(before != changed != work.same(*words), "each is another package")
    work.write("absent.h", "")
    work.same(*words, code=1)


def servers(options):
    work = Work(options, f"grpc://127.0.0.1:{free_port()}", CLC_CACHE="0")
    words = ("compile", "embeds.cl", "-t", "spirv64", "-o", "p.clcpack")

    def fails(what, server, code, *texts):
        got, printed, said = work.there(*words, CLC_REMOTE_EXECUTION=server)
        expect(got == code and not printed and all(text in said for text in texts) and not work.read("p.clcpack"), f"{what}: {got} {said}")

    fails("nobody listens", work.server, 4, "clc: error: CLC_REMOTE_EXECUTION: grpc://127.0.0.1:", "no connection: Connection refused")
    fails("no such host", "grpc://absent.invalid", 4, "cannot look up its name")
    fails("no farm", "", 4, "this clc has no compiler, which `clc compile` needs; name a build farm that compiles, CLC_REMOTE_EXECUTION")
    fails("no URL", "farm", 2, "CLC_REMOTE_EXECUTION: the server begins with grpc:// or grpcs://")
    fails("another protocol", "http://127.0.0.1", 2, "jobs go by grpc:// or grpcs:// only")
    fails("a compiler there", work.server + "|compiler=/opt/clc", 2, "compiler= is for a clc with its compiler")
    fails("no secret", work.server + "|token=CLC_ABSENT_TOKEN", 4, "CLC_ABSENT_TOKEN")
    fails("TLS is never left out", options.farm.url.replace("grpc:", "grpcs:"), 4, "no connection: ")
    with Casd() as casd:
        fails("it only keeps files", casd.url, 4, "it executes nothing")


def calls_as_they_are_sent(options):
    """Only what a call may read goes there, under the names that its words have there."""
    with Watcher(options) as server:
        work = Work(options, server.url)

        def sent(*words):
            work.there("compile", *words, "-t", "spirv64")
            return sorted(name.removeprefix("files/") for name in server.sent())

        work.write("reads.cl", '// see "secret.h"\n#include "once.h"\n#include "../outside.h"\nchar t[] = "shared/data";\n')
        work.write("../outside.h", "#define OUTSIDE 1\n")
        work.write("secret.h", "")
        equal("what directives name", sent("reads.cl", "-o", "p.clcpack"), ["outside.h", "work/once.h", "work/reads.cl"])
        equal("where it is confined", sent("reads.cl", "--confine", "-o", "p.clcpack"), ["once.h", "reads.cl"])
        absolute = os.path.join(work.folder, "once.h")
        work.write("absolute.cl", f'#include "{absolute}"\n')
        equal("an absolute name", sent("absolute.cl", "-o", "p.clcpack"), ["absolute.cl", "once.h"])
        work.write("absolute.cl", f'#include "/{absolute}"\n')
        equal("a name of another machine", sent("absolute.cl", "-o", "p.clcpack"), ["absolute.cl"])

        there = ["compile", "-o", "package.clcpack"]
        source = os.path.join(work.folder, "embeds.cl")
        for words, wanted in (
                (["-o", "p.clcpack", "-q", "--", "embeds.cl"], ["-q", "--", "embeds.cl"]),
                (["-op.clcpack", "-tnvptx:sm_80", "embeds.cl"], ["-tnvptx:sm_80", "embeds.cl"]),
                (["-o", "p.clcpack", "--module", f"m={source},warns.cl"], ["--module", "m=embeds.cl,warns.cl"]),
                (["-o", "p.clcpack", f"--module=m={source}"], ["--module=m=embeds.cl"]),
                (["-o", "p.clcpack", source, f"--confine={work.folder}/shared"], ["embeds.cl", "--confine=shared"])):
            work.there("compile", "-t", "spirv64", *words)
            equal(" ".join(words), list(server.command.arguments[1:]), [*there, "-t", "spirv64", *wanted])


def results_that_are_not_kept(options):
    """Whoever finishes a binary there may be another version next time."""
    with Watcher(options) as server:
        work = Work(options, server.url)
        for targets, is_kept in ((["spirv64", "nvptx:sm_80", "amdgcn:gfx1100"], True), (["cubin:sm_90"], False), (["intel:skl"], False),
                                 (["spirv64", "driver:pocl"], False)):
            work.there("compile", "embeds.cl", *(f"-t{target}" for target in targets), "-o", "p.clcpack")
            equal(" ".join(targets), (server.action.do_not_cache, server.request.skip_cache_lookup), (not is_kept, not is_kept))


def questions_as_they_are_sent(options):
    """The question alone, and nobody's earlier answer: whoever writes the action cache has no say in an audit."""
    text = b"clc-worker: " + b"no " * 100000
    with Watcher(options, said=text) as server:
        work = Work(options, server.url)
        work.run(options.reference, "compile", "embeds.cl", "-t", "spirv64", "-o", "p.clcpack")
        code, printed, said = work.there("audit", "p.clcpack")
        equal("what is sent", list(server.sent()), ["files/question"])
        equal("who runs it", list(server.command.arguments), ["../clc/libexec/clc/clc-worker", "--ask", "question", "answer"])
        equal("nothing is kept", (server.action.do_not_cache, server.request.skip_cache_lookup), (True, True))
        equal("the worker's refusal", (code, printed), (3, b""))
        expect("clc-worker: no no" in said and len(said) < 2000, f"a short message, of {len(said)} characters")


def interrupted(options):
    """Ctrl-C ends a call while the farm is at it."""
    if is_for_windows(options):
        return

    class Slow(Watcher):
        def execute(self, request, context):
            begun.set()
            ended.wait(60)
            yield from super().execute(request, context)

    begun, ended = threading.Event(), threading.Event()
    with Slow(options) as server:
        work = Work(options, server.url)
        work.run(options.reference, "compile", "embeds.cl", "-t", "spirv64", "-o", "p.clcpack")
        for words in (["audit", "p.clcpack"], ["compile", "embeds.cl", "-t", "spirv64", "-o", "q.clcpack"]):
            begun.clear()
            variables = {"CLC_REMOTE_EXECUTION": work.server, **work.variables}
            with subprocess.Popen([*options.program, *words], cwd=work.folder, env={**os.environ, **variables}) as process:
                expect(begun.wait(60), f"{words}: the farm is asked")
                process.send_signal(signal.SIGINT)
                try:
                    equal(f"{words}: how it ends", process.wait(20), -signal.SIGINT)
                except subprocess.TimeoutExpired:
                    process.kill()
                    expect(False, f"{words}: Ctrl-C has no effect")
        ended.set()


def strangers_exit_codes(options):
    for said, code in ((b"bwrap: No permissions to create a new namespace\n", 4), (b"embeds.cl:1:1: error: no\x1b[2K\n", 1)):
        with Watcher(options, said=said) as server:
            got, printed, text = Work(options, server.url).there("compile", "embeds.cl", "-t", "spirv64", "-o", "p.clcpack")
            equal(said, (got, printed), (code, b""))
            expect(said.decode()[:20] in text and "\x1b" not in text, "it is shown, but steers no terminal: " + text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reference", required=True)
    parser.add_argument("--only", help="the name of one test")
    parser.add_argument("program", nargs="+")
    chosen = parser.parse_args()
    chosen.reference = [os.path.abspath(chosen.reference)]
    chosen.program = [os.path.abspath(word) if os.path.exists(word) else word for word in chosen.program]
    if grpc is None:
        skip_all(MISSING)
    tests = [packages, faults_of_sources, audits, live_registers, who_compiles, over_tls, headers_that_change, servers, calls_as_they_are_sent,
             results_that_are_not_kept, questions_as_they_are_sent, interrupted, strangers_exit_codes]
    with Casd(executes=True) as chosen.farm:  # one for all: it is sent the compiler once
        run_tests([test for test in tests if chosen.only in (None, test.__name__)], lambda test: test(chosen))
    sys.exit(finish())
