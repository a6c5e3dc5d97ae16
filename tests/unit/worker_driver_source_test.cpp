#include "driver_source.h"

#include "catch_all.h"

namespace clc::worker {
namespace {

CompileRequest request_of(const std::string& source, std::vector<std::string> options) {
  CompileRequest request;
  request.source_path = source;
  request.working_folder = "/home/me/project";
  request.options = std::move(options);
  return request;
}

TEST_CASE("line markers of expanded sources are mapped, and nothing else") {
  const SourceRoots roots(request_of("/home/me/project/src/a.cl", {"-I/opt/lib"}));
  CHECK(map_line_markers("# 1 \"/home/me/project/src/a.cl\"\nint x;\n", roots) == "# 1 \"./a.cl\"\nint x;\n");
  CHECK(map_line_markers("# 12 \"/opt/lib/x.h\" 1 3\n", roots) == "# 12 \"include-1/x.h\" 1 3\n");
  CHECK(map_line_markers("# 1 \"<built-in>\"\n# 1 \"<command line>\" 1\n", roots) ==
        "# 1 \"<built-in>\"\n# 1 \"<command line>\" 1\n");
  for (const std::string same : {"", "\n", "#", "# ", "# 1", "# 1 ", "# 1 \"", "# 1 \"/opt/lib/x.h", "#pragma once\n",
                                 "char* p = \"# 1 \\\"/opt/lib/x.h\\\"\";", " # 1 \"/opt/lib/x.h\"", "# x \"/opt/lib/x.h\"\n",
                                 "a\n\nb", "#line 3 \"/opt/lib/x.h\"\n"}) {
    CHECK(map_line_markers(same, roots) == same);
  }
}

}  // namespace
}  // namespace clc::worker
