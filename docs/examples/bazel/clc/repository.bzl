"""An installed clc as a repository: the compiler for clc_kernels, and the runtime for C++."""

_BUILD = """
load("@{rules}//clc:defs.bzl", "clc_compiler")

package(default_visibility = ["//visibility:public"])

clc_compiler(
    name = "compiler",
    files = glob(["libexec/clc/**", "share/clc/**"]),
    program = "bin/clc",
)

cc_library(
    name = "runtime",
    srcs = ["lib/libclc_runtime.a", "lib/libclc_cache.a", "lib/libclc_package.a"],
    hdrs = glob(["include/**"]),
    defines = ["CL_TARGET_OPENCL_VERSION=300"],
    includes = ["include"],
    # Debian 13's libcrypto.a wants "-l:libz.a", too, behind it.
    linkopts = ["-lOpenCL", "-l:libcrypto.a", "-l:libzstd.a", "-pthread", "-ldl"],
)
"""

def _clc_repository_impl(repository):
    home = repository.os.environ.get("CLC_HOME", "")
    if not home:
        program = repository.which("clc")
        if not program:
            fail("there is no clc: install it, or set CLC_HOME to the folder that it was installed into")
        home = str(program.realpath.dirname.dirname)
    if not repository.path(home + "/bin/clc").exists:
        fail("CLC_HOME: there is no clc in %s/bin" % home)
    for part in ["bin", "include", "lib", "libexec", "share"]:
        repository.symlink(home + "/" + part, part)
    repository.file("BUILD", _BUILD.replace("{rules}", repository.attr.rules))

clc_repository = repository_rule(
    doc = "Finds the installed clc.",
    implementation = _clc_repository_impl,
    attrs = {"rules": attr.string(default = "", doc = "the repository of these rules; empty: the main one")},
    environ = ["CLC_HOME", "PATH"],
    local = True,
)
