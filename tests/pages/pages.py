"""Functions that the tests of pages share: making pages, and what is in them."""
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
    hold(structure.elements.count("script") == 2 and structure.elements.count("style") == 1, f"{where}: scripts and styles")
    hold("default-src 'none'" in structure.policy and "unsafe" not in structure.policy, f"{where}: {structure.policy}")
    hold("http://" not in page.replace("http://www.w3.org/2000/svg", "") and "https://" not in page, f"{where}: an address")


def data_of(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL).group(1))


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


# Texts of others that would end elements, begin comments, or run, if a page took them as HTML.
HOSTILE = "</script><script>window.broken = 1</script><!-- <img src=x onerror='window.broken = 1'> ]]> &amp; \u2028 \\u003c"
