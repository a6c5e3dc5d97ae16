// Who ended with an exit code: clc, or whatever should have started it.
#include "farm/whole_call.h"

#include "catch_all.h"

namespace {

using clc::farm::is_from_clc;
using clc::farm::WholeCall;
using clc::farm::WholeResult;

const WholeCall k_call{"", {"compile", "-o", "p.clcpack", "a.cl", "--module", "both=b.cl,c.cl"}, {}, "p.clcpack"};

bool is_believed(int exit_code, const char* said, const char* printed = "") {
  return is_from_clc(WholeResult{exit_code, printed, said, {}}, k_call);
}

TEST_CASE("an error is believed to be clc's where it is said as clc says it") {
  CHECK(is_believed(1, "a.cl:2:10: error: use of undeclared identifier 'b'\n  x = b;\n      ^\n"));
  CHECK(is_believed(1, "warning: old\na.cl:1:1: fatal error: 'b.h' file not found\n"));
  CHECK(is_believed(1, "a.cl: error: the linker says no\n"));
  CHECK(is_believed(1, "both: error: the compiler for spirv64 crashed\n"));
  CHECK(is_believed(2, "clc: error: no FILE to compile\n"));
  CHECK(is_believed(1, "clc-worker: the question is not known\n"));
  CHECK(is_believed(4, "", "{\"type\":\"message\"}\n{\"type\":\"end\",\"exit_code\":4}\n"));
}

TEST_CASE("what starts programs is not believed to be clc") {
  CHECK_FALSE(is_believed(1, "bwrap: No permissions to create new namespace\n"));
  CHECK_FALSE(is_believed(1, "bwrap: execvp clc: No such file or directory\n"));
  CHECK_FALSE(is_believed(1, "run: error: no room\n"));
  CHECK_FALSE(is_believed(1, ""));
  CHECK_FALSE(is_believed(1, "", "{\"type\":\"end\",\"exit_code\":4}\n"));
  CHECK_FALSE(is_believed(127, "clc: error while loading shared libraries: libz.so\n"));
  CHECK_FALSE(is_believed(0, "clc: wrote p.clcpack\n"));
}

}  // namespace
