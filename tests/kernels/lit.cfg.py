# Tests of what kernels become: each file is a kernel, what compiles it (RUN) and what comes out (CHECK).
# One by hand: lit -v -D clc=build/release/bin/clc -D filecheck=FileCheck-22 tests/kernels/NAME.cl
#
#   %clc      the compiler; warnings are errors but where a test says `env CLC_OPTIONS_APPEND=`
#   %disasm   prints the package on standard input as text, after spirv-val, LLVM's SPIR-V translator or ptxas has taken each binary
#   %valid    the same, where nothing else is tested
import os
import shutil
import sys

import lit.formats

config.name = "kernels"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cl", ".clcpp"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params.get("output", "/tmp/clc-kernels")
clc = os.path.abspath(lit_config.params["clc"])
disasm = f"{config.test_source_root}/disasm.sh {clc}"
config.substitutions += [("%clc", clc), ("%disasm", disasm), ("%valid", disasm)]
# FileCheck, not and split-file lie beside each other.
tools = os.path.dirname(os.path.realpath(shutil.which(lit_config.params["filecheck"])))
config.environment["PATH"] = os.pathsep.join([tools, os.environ["PATH"], "/usr/local/cuda/bin"])
config.environment["CLC_CACHE"] = "0"
config.environment["CLC_OPTIONS_APPEND"] = "-Werror"
sys.path.append(f"{config.test_source_root}/../support")
from clc_testing import spirv_translator  # noqa: E402

config.environment["LLVM_SPIRV"] = spirv_translator() or ""
if not spirv_translator():
    print("SKIP: checks with LLVM's SPIR-V translator: not installed")
for tool in ["spirv-val", "ptxas", "ocloc"]:
    if shutil.which(tool, path=config.environment["PATH"]):
        config.available_features.add(tool)
    else:
        print(f"SKIP: checks with {tool}: not installed")
if os.environ.get("CLC_SANITIZER"):
    config.available_features.add("sanitizer")
