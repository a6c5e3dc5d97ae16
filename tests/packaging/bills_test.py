#!/usr/bin/env python3
"""Bills of materials of what script/dist makes: each artifact has them, of the files that are in it and of all components; the validators of
SPDX and CycloneDX take them, without a network; a changed file and a component that is gone are noticed.

usage: bills_test.py --dist DIR --build DIR --source DIR
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile

import dist
from dist import made

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import WITHOUT_NETWORK, check, code_and_output, contents, environment, finish, skip, succeed, temporary_folder  # noqa: E402

VALIDATE = """
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from spdx_tools.spdx.parser.json import json_parser
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
for name in sys.argv[1:]:
    if name.endswith(".spdx.json"):
        faults = [each.validation_message for each in validate_full_spdx_document(json_parser.parse_from_file(name))]
    else:
        with open(name, encoding="utf-8") as file:
            faults = JsonStrictValidator(SchemaVersion.V1_6).validate_str(file.read())
    if faults:
        sys.exit(f"{name}: {faults}")
"""


def checked(options, tree, bills, components):
    return code_and_output(sys.executable, os.path.join(options.source, "script/lib/sbom.py"), "check", "--components", components, "--tree", tree, *bills)


def unpack(options, folder):
    """{artifact: (where its files lie, its bills)}"""
    trees = {}
    with tarfile.open(made(options.dist, "clc-*.tar.gz")) as archive:
        archive.extractall(os.path.join(folder, "archive"))
    trees["archive"] = made(os.path.join(folder, "archive"), "*"), "share/clc/sbom/clc.*"
    for name in glob.glob(os.path.join(options.dist, "*.whl")):
        kind = os.path.basename(name).partition("-")[0].replace("_", "-")
        trees[f"wheel {kind}"] = os.path.join(folder, "wheels", kind), f"*.dist-info/sboms/{kind}.*"
        with zipfile.ZipFile(name) as wheel:
            wheel.extractall(trees[f"wheel {kind}"][0])
    for deb, name in ("clc_*", "clc-compiler"), ("clc-runtime_*", "clc-runtime"), ("clc-emulator_*", "clc-emulator"), ("clc-cuda_*", "clc-cuda"):
        if glob.glob(os.path.join(options.dist, deb + ".deb")):
            trees[name] = os.path.join(folder, name, "usr"), f"share/clc/sbom/{name}.*"
            succeed("dpkg-deb", "--extract", made(options.dist, deb + ".deb"), os.path.join(folder, name))
    return {name: (tree, sorted(glob.glob(os.path.join(tree, bills)))) for name, (tree, bills) in trees.items()}


def agree(options, name, tree, bills, components):
    check(len(bills) == 2, f"{name}: two bills", bills)
    code, output = checked(options, tree, bills, components)
    check(code == 0, f"{name}: the bills tell what is there", output)
    with open(bills[0], encoding="utf-8") as file:
        told = {each["name"] for each in json.load(file)["components"] if each["type"] == "file"}
    there = {each for each in contents(tree) if not each.endswith(".dist-info/RECORD") and not os.path.islink(os.path.join(tree, each))}
    there -= {os.path.relpath(bill, tree) for bill in bills}
    check(told == there, f"{name}: they tell all that is there", told ^ there)
    if name in ("archive", "clc-runtime") and glob.glob(os.path.join(options.dist, "clc-cuda_*.deb")):
        check("include/clc_cuda.h" in there, f"{name}: the header of the driver over CUDA lies beside the runtime's", there)


def notices_changes(options, tree, bills, components, folder):
    changed = os.path.join(folder, "components.json")
    with open(components, encoding="utf-8") as file:
        document = json.load(file)
    document["components"] = [each for each in document["components"] if each["name"] != "zstd"]
    with open(changed, "w", encoding="utf-8") as file:
        json.dump(document, file)
    with open(os.path.join(tree, "bin/clc"), "ab") as file:
        file.write(b"\n")
    os.remove(os.path.join(tree, "include/clc/base/file.h"))
    for bill in bills:
        code, output = checked(options, tree, [bill], changed)
        told = [line.partition(": ")[2].partition(": ")[2] for line in output.splitlines()]
        check(code == 1 and len(told) == 3 and told[0].startswith("zstd ") and "bin/clc has another content" in told
              and "include/clc/base/file.h is not there" in told, f"{os.path.basename(bill)}: what changed is told", output)


def validate(options, bills, folder):
    tools = os.path.join(options.source, "build/bill-tools")
    if not os.path.isdir(tools):
        skip("the validators of SPDX and CycloneDX", "they are not installed (script/setup --optional)")
        return
    alone = WITHOUT_NETWORK if subprocess.run([*WITHOUT_NETWORK, "true"], capture_output=True, check=False).returncode == 0 else []
    run = [*alone, sys.executable, "-c", VALIDATE]
    code, output = code_and_output(*run, *bills, env=environment(PYTHONPATH=tools))
    check(code == 0, "the validators take all bills", output)
    for bill, word, other in (bills[0], '"SHA-256"', '"SHA-257"'), (bills[1], '"SPDXRef-file-1"', '"SPDXRef file 1"'):
        planted = os.path.join(folder, os.path.basename(bill))
        with open(bill, encoding="utf-8") as file, open(planted, "w", encoding="utf-8") as into:
            into.write(file.read().replace(word, other))
        code, output = code_and_output(*run, planted, env=environment(PYTHONPATH=tools))
        check(code == 1 and planted in output, f"but not {word[1:-1]} spelt {other[1:-1]}", output)


def main():
    options = dist.options()
    with temporary_folder("clc-bills-") as folder:
        trees = unpack(options, folder)
        components = os.path.join(folder, "of-archive.json")
        shutil.copy(os.path.join(trees["archive"][0], "share/clc/components.json"), components)
        for name, (tree, bills) in trees.items():
            agree(options, name, tree, bills, components)
        bills = [bill for _, both in trees.values() for bill in both]
        check(len(bills) == len(set(bills)) >= 4, "each artifact has its own")
        validate(options, bills, folder)
        notices_changes(options, *trees["archive"], components, folder)
    sys.exit(finish())


if __name__ == "__main__":
    main()
