# Tests of passes: each file is IR, the pass that runs on it (RUN) and what it becomes (CHECK).
# One by hand: lit -v -D clc_opt=build/release/libexec/clc/clc-opt -D filecheck=FileCheck-22 tests/passes/NAME.ll
import os
import shutil

import lit.formats

config.name = "passes"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params.get("output", "/tmp/clc-passes")
config.substitutions.append(("clc-opt", os.path.abspath(lit_config.params["clc_opt"])))
# FileCheck, not and split-file lie beside each other.
tools = os.path.dirname(os.path.realpath(shutil.which(lit_config.params["filecheck"])))
config.environment["PATH"] = os.pathsep.join([tools, os.environ["PATH"]])
