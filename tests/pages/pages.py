"""Functions that the tests of pages share: making pages, and what is in them."""
import hashlib
import html.parser
import json
import os
import re
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import hold  # noqa: E402


def written(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


VOID = {"meta", "br", "hr", "img", "input", "link"}


class Structure(html.parser.HTMLParser):
    """Elements that do not close as they opened, and everything that could ask somebody for something."""

    def __init__(self, text):
        super().__init__()
        self.open, self.faults, self.elements, self.policy = [], [], [], ""
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag in self.open]

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "action", "data", "style") or name.startswith("on"):
                self.faults.append(f"<{tag}> has the attribute {name}")
            if name == "content" and ("http-equiv", "Content-Security-Policy") in attrs:
                self.policy = value

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def expect_whole(page, where):
    """HTML that is well formed, whose policy allows nothing but what is in it, and that names no address."""
    structure = Structure(page)
    hold(not structure.faults, f"{where}: {structure.faults}")
    hold(structure.elements.count("script") == 3 + page.count('id="lines"') and structure.elements.count("style") == 1, f"{where}: scripts and styles")
    hold("default-src 'none'" in structure.policy and "unsafe" not in structure.policy, f"{where}: {structure.policy}")
    hold("http://" not in page.replace("http://www.w3.org/2000/svg", "") and "https://" not in page, f"{where}: an address")


def data_of(page):
    """The data of a page; columns of code, which are values and how often each follows, one value for each line."""
    element = lambda name: re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL).group(1)
    data = json.loads(element("data"))
    kernels = data.get("kernels", [])
    for kernel, code in zip(kernels, element("lines").splitlines() if kernels else []):
        kernel["code"] = json.loads(code)
        for name in ("file", "line"):
            runs = kernel["code"][name]
            kernel["code"][name] = [value for value, count in zip(runs[::2], runs[1::2]) for _ in range(count)]
    return data


def long_kernel(lines=5000):
    body = "".join(f"  x = native_sin(x) + {i % 17 + 1}.0f;\n" for i in range(lines - 5))
    return ("kernel void long_one(global const float* a, global float* b) {\n  uint i = get_global_id(0);\n"
            f"  float x = a[i];\n{body}  b[i] = x;\n}}\n")


def many_kernels(count=100):
    return "".join(f"""kernel void kernel_{i:03}(global const float* a, global float* b, local float* l) {{
  uint i = get_global_id(0);
  l[get_local_id(0)] = a[i * {i + 1}];
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0;
  for (uint j = 0; j < {i + 2}; ++j) s += l[j] * a[j + i];
  b[i] = s;
}}
""" for i in range(count))


BRANCHES = """static float weight(float x) {
  return x > 1000 ? 1 / x : x;
}
kernel void scaled(global float* a, int n) {
  uint i = get_global_id(0);
  if (n == 0) {
    a[i + 1] = 7;
    return;
  }
  a[i] = weight(a[i]);
}
kernel void other(global float* a) {
  a[get_global_id(0) * 4] += 1;
}
"""


def runs_of_branches(folder):
    """The source, and what runs have told of it: as clc coverage --format json, clrun sanitize, and clc emulate --report write it."""
    line = lambda number, count: {"line": number, "count": count}
    branch = lambda number, column, taken, other: {"line": number, "column": column, "taken": taken, "not_taken": other}
    file = {"name": "branches.cl", "regions": 9, "regions_run": 6,
            "lines": [*(line(number, 64) for number in (1, 2, 3, 4, 5, 6)), line(7, 0), line(8, 0), *(line(number, 64) for number in (9, 10, 11)),
                      line(12, 0), line(13, 0), line(14, 0)],
            "branches": [branch(2, 10, 0, 64), branch(6, 7, 0, 64)],
            "functions": [{"name": name, "line": number, "count": count} for name, number, count in (("weight", 1, 64), ("scaled", 4, 64), ("other", 12, 0))]}
    launch = {"kernel": "scaled", "device": "a device", "global_size": "64", "work_group": "", "launches": 1, "regions": 7, "regions_run": 5}
    module = {"name": "branches", "source_sha256": hashlib.sha256(BRANCHES.encode()).hexdigest()}
    coverage = {"lines_covered": 0.64, "branches_covered": 0.5, "files": [file], "launches": [launch], "modules": [module]}
    place = lambda number: {"file": "branches.cl", "line": number, "column": 10}
    sanitized = {"reports": [{"check": "bounds", "kernel": "scaled", "place": place(7), "global_id": [63, 0, 0], "group_id": [0, 0, 0],
                              "message": "store of 4 bytes at byte 256 of global 'a', which has 256 bytes", "count": 2}], "not_checked": [], "problems": []}
    emulated = {"findings": [{"kind": "race", "kernel": "scaled", "message": "writes what another reads", "count": 1, "chip": "gfx1100", "seed": 0,
                              "at": {"file": "./branches.cl", "line": 10, "group": [0, 0, 0], "global_id": [5, 0, 0]},
                              "other": {"file": "./branches.cl", "line": 5}}]}
    location = {"physicalLocation": {"artifactLocation": {"uri": "branches.cl"}, "region": {"startLine": 13}}}
    sarif = {"version": "2.1.0", "runs": [{"results": [{"ruleId": "out-of-bounds", "message": {"text": "reads </script> behind"}, "locations": [location]}]}]}
    texts = (("branches.cl", BRANCHES), ("coverage.json", coverage), ("sanitized.json", sanitized), ("emulated.json", emulated), ("found.sarif", sarif))
    return [written(folder, name, text if isinstance(text, str) else json.dumps(text)) for name, text in texts]


# Texts of others that would end elements, begin comments, or run, if a page took them as HTML.
HOSTILE = "</script><script>window.broken = 1</script><!-- <img src=x onerror='window.broken = 1'> ]]> &amp; \u2028 \\u003c"
