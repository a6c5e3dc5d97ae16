#!/usr/bin/env python3
"""Holds passes against their registry: each class of tools/worker/passes has a name in PassRegistry.def, each name a
test of its own in this folder and a place in a pipeline, and pipelines run nothing but passes.

usage: registry_test.py --source DIR
"""
import argparse
import glob
import os
import re
import tempfile

PASS = re.compile(r"class (\w+) (?:final )?: public (?:RequiredPass|llvm::PassInfoMixin)<")
ENTRY = re.compile(r'^(?:MODULE|FUNCTION|LOOP|MACHINE)_PASS\("([^"]+)",\s*(\w+)', re.MULTILINE)
# A call in a pipeline that is no transformation: hooks of reports, and LLVM's verifier.
NO_TRANSFORMATION = re.compile(r"Call\((?:hooks\.\w+|verify|\[record = hooks\.record\])")
BASES = {"Call", "RequiredPass"}


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def violations(source):
    worker = os.path.join(source, "tools/worker")
    entries = ENTRY.findall(text_of(os.path.join(worker, "passes/PassRegistry.def")))
    classes = {name: path for path in glob.glob(os.path.join(worker, "**/*.h"), recursive=True) + glob.glob(os.path.join(worker, "**/*.cpp"), recursive=True)
               for name in PASS.findall(text_of(path)) if name not in BASES}
    wrong = [f"{os.path.relpath(path, source)}: {name} has no name in PassRegistry.def"
             for name, path in sorted(classes.items()) if name not in {entry for _, entry in entries}]
    wrong += [f"PassRegistry.def: {name} has no test: write tests/passes/{name}.ll"
              for name, _ in entries if not os.path.exists(os.path.join(source, "tests/passes", name + ".ll"))]
    wrong += [f"tests/passes/{os.path.basename(path)} is no test of a pass in PassRegistry.def"
              for path in sorted(glob.glob(os.path.join(source, "tests/passes/*.ll")))
              if not os.path.basename(path).startswith("clc-pipeline") and not any(os.path.basename(path)[:-3] == name or os.path.basename(path).startswith(name + "-") for name, _ in entries)]
    targets = sorted(glob.glob(os.path.join(worker, "targets/**/*.cpp"), recursive=True))
    pipelines = "".join(text_of(path) for path in targets)
    wrong += [f"PassRegistry.def: {name} runs in no pipeline of tools/worker/targets" for name, entry in entries
              if not re.search(rf"\b{entry}\(", pipelines) and f'"{name}"' not in pipelines]
    for path in targets:
        for match in re.finditer(r"\bCall\(", text_of(path)):
            if not NO_TRANSFORMATION.match(text_of(path), match.start()):
                line = text_of(path)[:match.start()].count("\n") + 1
                wrong.append(f"{os.path.relpath(path, source)}:{line} runs a function that is no pass")
    return wrong


def check_itself():
    """A rule that cannot fail is no rule."""
    with tempfile.TemporaryDirectory() as tree:
        def put(path, text):
            os.makedirs(os.path.dirname(os.path.join(tree, path)), exist_ok=True)
            with open(os.path.join(tree, path), "w", encoding="utf-8") as file:
                file.write(text)
        put("tools/worker/passes/PassRegistry.def", 'MODULE_PASS("good", Good())\n')
        put("tools/worker/passes/good.h", "class Good : public RequiredPass<Good> {\n")
        put("tools/worker/targets/x/pipeline.cpp", "list.add(Good());\nlist.add(Call(hooks.after_optimizer));\n")
        put("tests/passes/good.ll", "")
        assert violations(tree) == []
        put("tools/worker/targets/x/pipeline.cpp", "list.add(Call(transform));\n")
        put("tools/worker/passes/PassRegistry.def", 'MODULE_PASS("good", Good())\nFUNCTION_PASS("untested", Good())\n')
        put("tools/worker/passes/unnamed.h", "class Unnamed : public RequiredPass<Unnamed> {\n")
        put("tests/passes/lost.ll", "")
        assert len(violations(tree)) == 6, violations(tree)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", required=True)
    wrong = violations(parser.parse_args().source)
    check_itself()
    print("\n".join(wrong))
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
