#!/usr/bin/env python3
"""Builds and runs an example of docs/examples against the install tree, in a root that holds the system's packages,
clc's and the example, and nothing else (clean_root.sh).

usage: examples_test.py --prefix DIR --runtime DIR --generator NAME [--brief] EXAMPLE
  --prefix   where clc is installed;  --runtime   where its component Runtime is, and nothing else
  --brief    tunes nothing: the test `documentation` does that with the same kernels
"""
import argparse
import math
import os
import re
import shutil
import struct
import sys
import zlib

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from clc_testing import SKIPPED, check, code_and_output, finish, skip, temporary_folder  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "docs", "examples")
CLC = "/opt/clc of all"  # where the root shows the install tree
RUNTIME = "/opt/clc to run"  # and its component Runtime


class Root:
    """Runs scripts in the clean root. /src is the example, read-only; /out is kept from one script to the next."""

    def __init__(self, options, folder):
        self.options = options
        self.out = os.path.join(folder, "out")
        os.mkdir(self.out)

    def run(self, what, script, *, compiler=True):
        """The script's output, both channels. In it, {clc} and {runtime} are the prefixes, {cmake} configures."""
        shown = [f"{os.path.join(EXAMPLES, self.options.example)}=/src"]
        shown.append(f"{self.options.prefix}={CLC}" if compiler else f"{self.options.runtime}={RUNTIME}")
        configure = f'cmake -G "{self.options.generator}" -DCMAKE_BUILD_TYPE=Release'
        words = [os.path.join(HERE, "clean_root.sh"), *([] if compiler else ["--without-compiler"])]
        for pair in shown:
            words += ["--show", pair]
        words += ["--writable", f"{self.out}=/out", script.format(clc=CLC, runtime=RUNTIME, cmake=configure)]
        code, output = code_and_output(*words)
        if code == SKIPPED:
            print(output)
            sys.exit(SKIPPED)
        check(code == 0 and "Warning" not in output, what, f"exit {code}\n{output[-6000:]}")
        return output


def says(output, pattern, what):
    check(re.search(pattern, output), what, output[-3000:])


# Finds the files that a root without compiler must not hold; the same search finds them in the root with it.
SEARCH = "find /opt /usr/bin /usr/lib \\( -name 'libLLVM*22*' -o -name 'libclang*22*' -o -name 'clang*22' -o -name clc-worker \\) -type f -size +0"
BUILD = '{cmake} -S /src -B /out/b -DCMAKE_PREFIX_PATH="{clc}" && cmake --build /out/b && '


def hello(root):
    output = root.run("hello builds and runs", f"{BUILD} /out/b/hello; {SEARCH}")
    says(output, r"(?m)^Hello, world!$", "it says hello")
    check("libLLVM" in output and "clc-worker" in output, "LLVM is there")


def write_png(path, width, height, pixel):
    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, data in (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), \
                          (b"IDAT", zlib.compress(rows)), (b"IEND", b""):
            file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))


def read_png(root, name):
    """The rows of an RGBA picture in /out."""
    with open(os.path.join(root.out, name), "rb") as file:
        data = file.read()
    width, height, depth, colour = struct.unpack(">IIBB", data[16:26])
    check((depth, colour) == (8, 6), "the picture is RGBA")
    packed, at = b"", 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    rows, stride, before, raw = [], width * 4, bytes(width * 4), zlib.decompress(packed)
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left, up, corner = row[i - 4] if i >= 4 else 0, before[i], before[i - 4] if i >= 4 else 0
            nearest = min((left, up, corner), key=lambda v: abs(left + up - corner - v))
            row[i] = (row[i] + (0, left, up, (left + up) // 2, nearest)[kind]) % 256
        rows.append(row)
        before = row
    return rows


def image_filter(root):
    width, height = 40, 30

    def grey(x, y):  # a bright disc
        return 200 if (x - 18) ** 2 + (y - 13) ** 2 < 100 else 30 + x

    write_png(os.path.join(root.out, "in.png"), width, height, lambda x, y: (grey(x, y),) * 3)
    output = root.run("the image filter builds and runs", BUILD + """
      mv /out/b/image-filter /out/; rm -r /out/b
      /out/image-filter sobel /out/in.png /out/sobel.png; /out/image-filter scharr /out/in.png /out/scharr.png""")
    says(output, r"sobel.png: 40 x 30, driver:pocl on ", "from the package that it holds")
    for name, centre, corner in ("sobel", 2, 1), ("scharr", 10, 3):
        def at(x, y):
            return grey(min(max(x, 0), width - 1), min(max(y, 0), height - 1))

        worst = 0
        for y, row in enumerate(read_png(root, f"{name}.png")):
            for x in range(width):
                steps = ((-1, corner), (0, centre), (1, corner))
                across = sum(w * (at(x + 1, y + d) - at(x - 1, y + d)) for d, w in steps)
                down = sum(w * (at(x + d, y + 1) - at(x + d, y - 1)) for d, w in steps)
                worst = max(worst, abs(min(255, round((across ** 2 + down ** 2) ** 0.5 / (2 * corner + centre))) - row[x * 4]))
        check(worst <= 1, f"{name}: the picture is right (off by at most {worst} of 255)")


def shipped_kernels(root):
    root.run("the library builds and is installed", """
      {cmake} -S /src/library -B /out/l -DCMAKE_PREFIX_PATH="{clc}" -DCMAKE_INSTALL_PREFIX=/out/first
      cmake --build /out/l && cmake --install /out/l && mv /out/first "/out/dsp moved" && rm -r /out/l""")
    output = root.run("the application builds without a compiler of kernels", f'test -z "$({SEARCH})"' + """
      {cmake} -S /src/application -B /out/a -DCMAKE_PREFIX_PATH="{runtime};/out/dsp moved" -DCMAKE_INSTALL_PREFIX=/out/app
      cmake --build /out/a && /out/a/application
      cmake --install /out/a && mv /out/a /out/hidden && mv /out/app /out/moved
      LD_LIBRARY_PATH="/out/dsp moved/lib" /out/moved/bin/application""", compiler=False)
    says(output, r"(?m)^0\.5 -1 1\.5 -1\.5 from /out/dsp moved/share/dsp/dsp_kernels\.clcpack$", "with the library's package")
    says(output, r"(?m)^0\.5 -1 1\.5 -1\.5 from /out/moved/share/application/dsp_kernels\.clcpack$", "installed, with its own")


def embedded(root):
    """The same project by Meson, where the generator is Ninja, and by make."""
    by_meson = root.options.generator == "Ninja"
    if by_meson and not shutil.which("meson", path="/usr/bin"):
        print("skipped: no Meson (script/setup --optional)")
        sys.exit(SKIPPED)
    build = 'PATH="{clc}/bin:$PATH" PKG_CONFIG_PATH="{clc}/lib/pkgconfig"; export PATH PKG_CONFIG_PATH\n'
    build += "openssl genpkey -algorithm ed25519 -out /out/k.pem; openssl pkey -in /out/k.pem -pubout -out /out/k.pub\n"
    first = "meson setup /out/b /src -Dkey=/out/k.pem >/dev/null && ninja -C /out/b" if by_meson else \
        "cp -r /src /out/b && make -C /out/b KEY=/out/k.pem"
    again = "ninja -C /out/b" if by_meson else "make -C /out/b KEY=/out/k.pem"
    output = root.run("the program builds and runs", build + first + """
      echo again; """ + again + """
      /out/b/app; clc verify /out/b/app --key /out/k.pub && echo verified""")
    says(output, r"(?m)^1\.5 3 4\.5 $", "it scales")
    says(output, r"(?m)^verified$", "it holds a signed package")
    nothing = "no work to do" if by_meson else r"Entering directory '/out/b'\n(make: 'app' is up to date\.\n)?make: Leaving"
    says(output.split("again\n")[1], nothing, "a second build has nothing to do")
    output = root.run("a changed kernel is embedded again", build.split("\n")[0] + """
      """ + ("cp -r /src /out/s; chmod -R u+w /out/s; sed 's/= by/= 2 * by/' /src/scale.cl >/out/s/scale.cl; meson setup /out/c /out/s >/dev/null; ninja -C /out/c; /out/c/app"
             if by_meson else "sed -i 's/= by/= 2 * by/' /out/b/scale.cl; make -C /out/b; /out/b/app"))
    says(output, r"(?m)^3 6 9 $", "and runs")


def packed(root):
    output = root.run("the program is packed", """
      umask 077; openssl genpkey -algorithm ed25519 -out /out/k.pem; openssl pkey -in /out/k.pem -pubout -out /out/k.pub; umask 022
      {cmake} -S /src -B /out/b -DCMAKE_PREFIX_PATH="{clc}" -DVENDOR_KEY=/out/k.pem
      cmake --build /out/b; cd /out/b; cpack -G "DEB;TGZ" >/dev/null; mkdir /out/deb /out/tgz
      dpkg-deb -x packed-1.2-Linux.deb /out/deb; tar xf packed-1.2-Linux.tar.gz -C /out/tgz --strip-components=1
      dpkg-deb -f packed-1.2-Linux.deb Package Version; cd /; mv /out/b /out/hidden
      for place in /out/deb/usr /out/tgz/usr /out/tgz; do
        [ -x $place/bin/packed ] || continue
        $place/bin/packed
        for package in $place/share/packed/beside.clcpack $place/bin/packed; do
          "{clc}/bin/clc" verify $package --key /out/k.pub && echo verified
        done
        ls $place/share/doc/packed
      done""")
    says(output, r"(?m)^Package: packed\nVersion: 1\.2$", "the .deb has its version")
    both = re.findall(r"(?m)^add: loaded, signed\ntwice: loaded, signed\nverified\nverified\nPACKAGE-NOTICES\nRUNTIME-NOTICES$", output)
    check(len(both) == 2, "from both archives the program runs, with both packages signed", output[-3000:])


def tuned_kernels(root):
    if root.options.brief:
        output = root.run("the program builds and runs", f"{BUILD} /out/b/tuned-kernels")
        says(output, r"(?m)^TILE 16, ROWS 1\nthe product is right$", "the default is right")
        return skip("the example's kernels tuned", "script/test --all")
    output = root.run("the program builds and runs, tuned and not", BUILD + """ /out/b/tuned-kernels
      {clc}/bin/clrun tune --package /out/b/matmul.clc/matmul.clcpack -o /out/tuned.clcpack --repeat 2
      /out/b/tuned-kernels /out/tuned.clcpack""".replace("{clc}", '"{clc}"'))
    says(output, r"(?m)^TILE 16, ROWS 1\nthe product is right$", "the default is right")
    says(output, r"(?m)^matmul: 7 configurations, 7 timed$", "all configurations run")
    says(output.rstrip(), r"(?s)7 timed.*TILE \d+, ROWS \d\nthe product is right$", "and so is what was the fastest")


def prebuilt(root):
    root.run("a package is made", '"{clc}/bin/clc" compile /src/saxpy.cl -t spirv64 -t driver:pocl -o "/out/the saxpy.clcpack"')
    toolchain = "--toolchain /src/toolchain.cmake -DTRIPLE=$(gcc -dumpmachine)"
    output = root.run("the program builds without a compiler of kernels, from that", f"""
      test -z "$({SEARCH})"
      {{cmake}} -S /src -B /out/p {toolchain} -DCMAKE_PREFIX_PATH="{{runtime}}" "-DSAXPY_PACKAGE=/out/the saxpy.clcpack" \\
        -DCMAKE_INSTALL_PREFIX=/out/app
      grep -rq 'CMAKE_CROSSCOMPILING "TRUE"' /out/p/CMakeFiles/*/CMakeSystem.cmake
      cmake --build /out/p && cmake --install /out/p && rm -r /out/p && /out/app/bin/prebuilt""", compiler=False)
    says(output, r"(?m)^20 \* 2 \+ 2 = 42$", "it computes")
    build = f"{{cmake}} -S /src -B /out/p {toolchain} -DCMAKE_PREFIX_PATH=\"{{clc}}\""
    output = root.run("without CLC_EXECUTABLE nothing is cross-compiled", build + " 2>&1 && exit 1; true")
    says(output, r"CLC_EXECUTABLE\s+must\s+name\s+a\s+clc", "and CMake says why")
    output = root.run("with CLC_EXECUTABLE kernels are made", build + """ "-DCLC_EXECUTABLE={clc}/bin/clc"
      cmake --build /out/p && /out/p/prebuilt""")
    says(output, r"(?m)^20 \* 2 \+ 2 = 42$", "it computes")


def c_api(root):
    output = root.run("the C program builds and runs", BUILD + "/out/b/c-api")
    says(output, r"(?m)^2 3 5 7 11 13 17 19 23 29 $", "it finds primes")
    output = root.run("the C program is packed, with its library", """
      cd /out/b; cpack -G "DEB;TGZ" >/dev/null; mkdir /out/deb /out/tgz
      dpkg-deb -x c-api-1.2-Linux.deb /out/deb; tar xf c-api-1.2-Linux.tar.gz -C /out/tgz --strip-components=1
      cd /; mv /out/b /out/hidden""")
    output = root.run("and runs where there is no clc", """
      for place in /out/deb/usr /out/tgz/usr /out/tgz; do
        [ -x $place/bin/c-api ] || continue
        ldd $place/bin/c-api | sed -n 's/.*libclc-runtime.so => /library: /p'
        $place/bin/c-api
        ls $place/share/doc/c-api
      done""", compiler=False)
    both = re.findall(r"(?m)^library: /out/.*/lib/c-api/libclc-runtime\.so .*\n2 3 5 7 .*\nPACKAGE-NOTICES\nRUNTIME-NOTICES$", output)
    check(len(both) == 2, "from both archives, with the library and the kernels that they bring", output[-3000:])


def own_loader(root):
    output = root.run("a loader of one's own takes the binaries", """
      cd /out; cc -Wall -Wextra -Werror -std=c11 /src/loader.c -lOpenCL -o loader
      printf 'kernel void first(global int* a) {{ *a = 1; }} kernel void second(global int* a) {{ *a = 2; }}' >k.cl
      "{clc}/bin/clc" compile k.cl -t driver:pocl -t nvptx:sm_90 -o k.clcpack && "{clc}/bin/clc" unpack k.clcpack --names -o binaries
      ls binaries; ./loader binaries/k.driver-pocl.bin""")
    says(output, r"(?m)^k\.driver-pocl\.bin\nk\.nvptx-sm_90\.ptx\n", "binaries have names")
    says(output, r"(?m)^kernels: first;second$", "and the driver finds their kernels")


def image_scale(root):
    output = root.run("the program with images builds and runs", BUILD + "/out/b/image-scale")
    rows = output.splitlines()[-28:]
    letter = ["       ", "  #### ", " #     ", " #     ", " #     ", "  #### ", "       "]

    def at(x, y):
        return 255 * (letter[min(max(y, 0), 6)][min(max(x, 0), 6)] == "#")

    wrong = 0 if {len(row) for row in rows} == {28} and len(rows) == 28 else 28 * 28
    for y in range(28 if not wrong else 0):
        for x in range(28):
            left, top = (x - 1.5) / 4, (y - 1.5) / 4
            column, row = math.floor(left), math.floor(top)
            across, down = left - column, top - row
            level = (at(column, row) * (1 - across) + at(column + 1, row) * across) * (1 - down) \
                + (at(column, row + 1) * (1 - across) + at(column + 1, row + 1) * across) * down
            wrong += abs(" .:-=+*#".find(rows[y][x]) - level * 8 // 256) > 1
    check(not wrong, f"it draws the letter in full size ({wrong} texels are wrong)")


RUN = {"hello": hello, "image-filter": image_filter, "image-scale": image_scale, "shipped-kernels": shipped_kernels, "prebuilt": prebuilt, "tuned-kernels": tuned_kernels, "embedded": embedded, "packed": packed, "c-api": c_api, "own-loader": own_loader}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--runtime", required=True)
    parser.add_argument("--generator", required=True)
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("example", choices=RUN)
    options = parser.parse_args()
    with temporary_folder("clc example ") as folder:
        RUN[options.example](Root(options, folder))
    sys.exit(finish())


if __name__ == "__main__":
    main()
