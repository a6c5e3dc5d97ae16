#!/usr/bin/env python3
"""Makes the table of docs/matrices.md that says which chips have instructions for which products, from `clc targets --matrix`.

usage: matrix_units.py --clc PROGRAM (--check FILE | --into FILE)
"""
import argparse
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import equal, finish, output_of, page_options, page_part  # noqa: E402

MIXED = ("char", "uchar", "e4m3", "e5m2", "e4m3fnuz", "e5m2fnuz")  # A and B may differ, in one row
MAKERS = {"NVIDIA": "nvptx:", "AMD": "amdgcn:"}


def spans(chips, known):
    """gfx1100, gfx1101 and gfx1102 as "gfx1100 … gfx1102" where they are neighbours among those that are known."""
    runs = []
    for chip in chips:
        place = known.index(chip)
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return ", ".join(known[run[0]] if len(run) == 1 else f"{known[run[0]]}{' …' if len(run) > 2 else ','} {known[run[-1]]}" for run in runs)


def shape_of(unit):
    return f"{unit['rows']} × {unit['columns']} × {unit['depth']}"


def cell(maker, shapes, known):
    """`shapes`: {shape: the chips that have it}."""
    if maker == "NVIDIA":
        return "; ".join(f"{shape} from {chips[0]}" for shape, chips in shapes.items())
    return "; ".join(f"{shape}: {spans(chips, known)}" for shape, chips in shapes.items())


def table(targets, known):
    found = {}  # {(a, b, sum): {maker: {shape: chips}}}
    for target in targets:
        maker = next(name for name, prefix in MAKERS.items() if target["target"].startswith(prefix))
        chip = target["target"].partition(":")[2]
        if chip.endswith("-generic"):
            continue
        for unit in target["units"]:
            shapes = found.setdefault((unit["a"], unit["b"], unit["sum"]), {}).setdefault(maker, {})
            shapes.setdefault(shape_of(unit), []).append(chip)
    alike = {}  # {the cells: the products that have them}
    for product, makers in found.items():
        cells = tuple(cell(maker, makers.get(maker, {}), known) for maker in MAKERS)
        alike.setdefault((cells, None if product[0] in MIXED else product[:2]), []).append(product)
    text = "| A × B | sum | NVIDIA (`mma.sync`) | AMD (MFMA, WMMA) |\n|---|---|---|---|\n"
    for (cells, _), products in alike.items():
        factors = ", ".join(dict.fromkeys(f"`{a}` × `{b}`" for a, b, _ in products))
        sums = ", ".join(f"`{name}`" for name in dict.fromkeys(product[2] for product in products))
        text += "| " + " | ".join((factors, sums, *cells)) + " |\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clc", required=True)
    page_options(parser)
    arguments = parser.parse_args()
    clc = os.path.abspath(arguments.clc)
    families = json.loads(output_of(clc, "targets", "--format", "json"))["families"]
    known = [chip for family in families if family["name"] in ("nvptx", "amdgcn") for chip in family["archs"]]
    made = table(json.loads(output_of(clc, "targets", "--matrix", "--format", "json"))["targets"], known)
    page_part(arguments, "matrix units", lambda: made,
              lambda old: equal(f"the table of {arguments.check}; matrix_units.py --into writes it", old, made))
    return finish()


if __name__ == "__main__":
    sys.exit(main())
