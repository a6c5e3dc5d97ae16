#!/usr/bin/env python3
"""Compiles sources of a size or a depth that people seldom write: what Clang permits compiles, and what is beyond ends as a
plain error (1) that names a place. No form of a source is a crash.

usage: limits.py --clc PROGRAM [--share K/N] [NAME…]
       --share   2/3: each form for a third of its targets, the next form for others
"""
import argparse
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import environment, expect, finish, run, share_of, temporary_folder  # noqa: E402

TOO_DEEP = r"k\.cl:\d+:\d+: (fatal )?error: bracket nesting level exceeded maximum of 2048"
NO_STACK = r"k\.cl(:\d+:\d+)?: error: this is nested more deeply than the compiler can follow: split it"
ALL = ("spirv64", "nvptx:sm_90", "amdgcn:gfx1100")
ONE = ("spirv64",)


def kernel(body):
    return f"kernel void k(global int* o) {{ {body} }}\n"


def times(n, form):
    return "".join(form.format(i) for i in range(n))


def nested_structs(n):
    return "struct A {" + "struct {" * n + "int v;" + "} m;" * n + "};\n" + kernel(f"struct A s; s{'.m' * n}.v = o[1]; o[0] = s{'.m' * n}.v;")


def structs_of_structs(n):
    return "struct S0 { int v; };\n" + "".join(f"struct S{i + 1} {{ struct S{i} m; }};\n" for i in range(n)) + kernel(
        f"struct S{n} s; s{'.m' * n}.v = o[1]; o[0] = s{'.m' * n}.v;")


# {name: (function of a number to a source, the number that compiles and its targets, the number that does not, what it says)}
FORMS = {
    "parentheses": (lambda n: kernel("o[0] = " + "(" * n + "o[1]" + ")" * n + ";"), 2000, ALL, 2100, TOO_DEEP),
    "blocks": (lambda n: kernel("{" * n + "o[0] = 1;" + "}" * n), 2000, ONE, 2100, TOO_DEEP),
    "braces": (lambda n: kernel("int v = " + "{" * n + "1" + "}" * n + "; o[0] = v;"), 2000, ONE, 2100, TOO_DEEP),
    "calls": (lambda n: "int f(int x) { return x + 1; }\n" + kernel("o[0] = " + "f(" * n + "o[1]" + ")" * n + ";"), 2000, ONE, 2100, TOO_DEEP),
    "ifs": (lambda n: kernel("".join(f"if (o[{i % 50}]) {{" for i in range(n)) + "o[0] = 1;" + "}" * n), 1000, ALL, 2100, TOO_DEEP),
    "structs in structs": (nested_structs, 2000, ONE, 2100, TOO_DEEP),
    "structs of structs": (structs_of_structs, 2000, ONE, None, None),
    "else ifs": (lambda n: kernel("if (o[0] == -1) o[1] = 5; " + times(n, "else if (o[0] == {0}) o[1] = {0} * 7; ")), 1000, ALL, None, None),
    "conditions": (lambda n: kernel("int v = o[1]; o[0] = " + times(n, "v == {0} ? {0} * 3 : ") + "0;"), 1000, ONE, None, None),
    "signs": (lambda n: kernel("o[0] = " + "~ " * n + "o[1];"), 5000, ALL, 1000000, NO_STACK),
    "sums": (lambda n: kernel("o[0] = " + "+".join(f"o[{i % 100}]" for i in range(n)) + ";"), 5000, ALL, None, None),
    "assignments": (lambda n: kernel("o[0] = " + "o[1] = " * n + "3;"), 2000, ONE, None, None),
    "dimensions": (lambda n: kernel("int x" + "[1]" * n + "; x" + "[0]" * n + " = o[1]; o[0] = x" + "[0]" * n + ";"), 1000, ONE, None, None),
    "pointers": (lambda n: kernel("int " + "*" * n + "q = 0; o[0] = q == 0;"), 2000, ONE, None, None),
    "macros": (lambda n: "#define M0 1\n" + "".join(f"#define M{i + 1} M{i}\n" for i in range(n)) + kernel(f"o[0] = M{n};"), 20000, ONE, None, None),
    "conditions of the preprocessor": (lambda n: "#if 1\n" * n + kernel("o[0] = 1;") + "#endif\n" * n, 20000, ONE, None, None),
    "includes": (lambda n: '#include "k.cl"\n' * n, None, ONE, 1, r"k\.cl:1:10: error: #include nested too deeply"),
    "cases": (lambda n: kernel("switch (o[0]) {" + times(n, "case {0} * 3: o[1] = {0} * {0} % 977; break;") + "}"), 3000, ONE, None, None),
    "kernels": (lambda n: times(n, "kernel void k{0}(global int* o) {{ o[0] = {0}; }}\n"), 1200, ALL, None, None),
    "functions": (lambda n: "int f0(int x) { return x + 1; }\n" + "".join(f"int f{i + 1}(int x) {{ return f{i}(x) + {i}; }}\n" for i in range(n)) + kernel(
        f"o[0] = f{n}(o[1]);"), 1000, ALL, None, None),
    "parameters": (lambda n: "int f(" + ",".join(f"int a{i}" for i in range(n)) + f") {{ return a0 + a{n - 1}; }}\n" + kernel(
        "o[0] = f(" + ",".join(f"o[{i % 100}]" for i in range(n)) + ");"), 1000, ONE, None, None),
    "arguments": (lambda n: "kernel void k(" + ",".join(f"global int* a{i}" for i in range(n)) + ") { a0[0] = 1; }\n", 200, ALL, 300,
                  r"k\.cl:1:13: error: kernel k has 300 arguments, and SPIR-V has no more than 255"),
    "members": (lambda n: "struct S {" + times(n, "int m{0};") + "};\n" + kernel(f"struct S s; s.m0 = o[0]; s.m{n - 1} = o[1]; o[2] = s.m0 + s.m{n - 1};"),
                5000, ONE, None, None),
    "letters": (lambda n: "int " + "x" * n + "(int a) { return a; }\n" + kernel("o[0] = " + "x" * n + "(1);"), 20000, ALL, None, None),
    "blanks": (lambda n: kernel("o[0] = 1;" + " " * n + "o[1] = 2;"), 1000000, ONE, None, None),
    "characters": (lambda n: f"constant char s[] = \"{'a' * n}\";\n" + kernel("o[0] = s[o[1]];"), 1000000, ALL, None, None),
    "elements": (lambda n: f"constant int t[] = {{{','.join(str(i * 7) for i in range(n))}}};\n" + kernel("o[0] = t[o[1]];"), 200000, ONE, None, None),
    "statements": (lambda n: kernel("".join(f"o[{i % 1000}] = {i};" for i in range(n))), 5000, ONE, None, None),
}


def compiled(clc, folder, text, target):
    with open(os.path.join(folder, "k.cl"), "w", encoding="utf-8") as file:
        file.write(text)
    done = run(clc, "compile", "k.cl", "-w", "-t", target, "-o", "p.clcpack", cwd=folder, env=environment(CLC_CACHE="0"))
    return done.returncode, done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    parser.add_argument("--share", type=share_of, default="1/1")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    which, parts = arguments.share
    print(f"share {which + 1}/{parts} of the targets")
    with temporary_folder() as folder:
        for at, (name, (source, good, targets, bad, message)) in enumerate(FORMS.items()):
            if arguments.names and name not in arguments.names:
                continue
            some = slice((at + which) % min(parts, len(targets)), None, parts)
            for target in targets[some] if good else ():
                code, text = compiled(folder=folder, clc=arguments.clc, text=source(good), target=target)
                expect(code == 0, f"{good} {name} for {target}: exit {code}: {text[:300]}")
            for target in ALL[some] if bad and targets == ALL and message == NO_STACK else ONE if bad else ():
                code, text = compiled(folder=folder, clc=arguments.clc, text=source(bad), target=target)
                expect(code == 1 and re.search(message, text), f"{bad} {name} for {target}: exit {code}: {text[:300]}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
