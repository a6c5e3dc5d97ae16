#!/usr/bin/env python3
"""Each link of the manual that the archive installs leads to a file that it installs, too.

usage: pages_test.py --dist DIR --build DIR --source DIR
"""
import os
import pathlib
import re
import sys
import tarfile

import dist
from dist import made

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import check, equal, finish  # noqa: E402

CODE_BLOCK = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(\s*([^)\s]+)|(?:href|src)=\"([^\"]+)\"")


def dead_links(archive):
    names = {str(path) for name in archive.getnames() for path in (name, *pathlib.PurePosixPath(name).parents)}
    for page in sorted(name for name in names if "/share/doc/clc/docs/" in name and name.endswith(".md")):
        for link in LINK.finditer(CODE_BLOCK.sub("", archive.extractfile(page).read().decode())):
            path = (link[1] or link[2]).partition("#")[0]
            if path and "://" not in path and os.path.normpath(os.path.join(os.path.dirname(page), path)) not in names:
                yield page, path


def main():
    options = dist.options()
    with tarfile.open(made(options.dist, "clc-*.tar.gz")) as archive:
        root = archive.getnames()[0].partition("/")[0]
        equal("links that lead nowhere", list(dead_links(archive)), [])
        pages = f"{root}/share/doc/clc/docs/"
        text = archive.extractfile(pages + "python.md").read().decode()
        check("(log: `bench/log/costs.md`)" in text and "[wheel](install.md)" in text, "a file of the sources is named, and a page linked", text[:1000])
        text = archive.extractfile(pages + "security.md").read().decode()
        check("`SECURITY.md`" in text, "a link that names its file", text[:1000])
    sys.exit(finish())


if __name__ == "__main__":
    main()
