#include "worker/frontend/driver_source.h"

#include "catch_all.h"
#include "compile_requests.h"

namespace clc::worker {
namespace {

using test::request_of;

TEST_CASE("line markers of expanded sources are mapped, and nothing else") {
  const SourceRoots roots(request_of("/home/me/project/src/a.cl", {"-I/opt/lib"}));
  CHECK(map_line_markers("# 1 \"/home/me/project/src/a.cl\"\nint x;\n", roots) == "# 1 \"./a.cl\"\nint x;\n");
  CHECK(map_line_markers("# 12 \"/opt/lib/x.h\" 1 3\n", roots) == "# 12 \"include-1/x.h\" 1 3\n");
  CHECK(map_line_markers("# 1 \"<built-in>\"\n# 1 \"<command line>\" 1\n", roots) ==
        "# 1 \"<built-in>\"\n# 1 \"<command line>\" 1\n");
  const SourceRoots odd(request_of("/home/m\xc3\xbcller \"x\"/a.cl", {}));
  CHECK(map_line_markers("# 1 \"/home/m\\303\\274ller \\\"x\\\"/a.cl\" 2\n", odd) == "# 1 \"./a.cl\" 2\n");
  CHECK(map_line_markers("# 1 \"/opt/m\\303\\274ller \\\"x\\\"\"\n", odd) == "# 1 \"/opt/m\xc3\xbcller \\\"x\\\"\"\n");
  for (const std::string same : {"", "\n", "#", "# ", "# 1", "# 1 ", "# 1 \"", "# 1 \"/opt/lib/x.h", "#pragma once\n",
                                 "char* p = \"# 1 \\\"/opt/lib/x.h\\\"\";", " # 1 \"/opt/lib/x.h\"",
                                 "# x \"/opt/lib/x.h\"\n", "a\n\nb", "#line 3 \"/opt/lib/x.h\"\n"}) {
    CHECK(map_line_markers(same, roots) == same);
  }
}

TEST_CASE("dates in a source for a driver are those of SOURCE_DATE_EPOCH") {
  constexpr std::int64_t k_time = 1000000000;  // 2001-09-09 01:46:40
  CHECK(fix_dates("a = __DATE__ __TIME__;", k_time) == "a = \"Sep  9 2001\" \"01:46:40\";");
  CHECK(fix_dates("#define T __TIMESTAMP__\n", k_time) == "#define T \"Sun Sep  9 01:46:40 2001\"\n");
  for (const std::string same :
       {"", "\"__DATE__\"", "'", "\"", "\"\\", "// __DATE__", "/* __DATE__ \n */ x", "/*", "__DATE__x x__TIME__",
        "#ifdef __DATE__\n#endif\n", " # if defined(__TIME__)", "#undef __DATE__"}) {
    CHECK(fix_dates(same, k_time) == same);
  }
}

}  // namespace
}  // namespace clc::worker
