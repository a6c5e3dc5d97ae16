#include "source_roots.h"

#include "catch_all.h"
#include "driver_source.h"

namespace clc::worker {
namespace {

CompileRequest request_of(const std::string& source, std::vector<std::string> options) {
  CompileRequest request;
  request.source_path = source;
  request.working_folder = "/home/me/project";
  request.options = std::move(options);
  return request;
}

using Pair = std::pair<std::int64_t, std::string>;

Pair rooted(std::int64_t root, const std::string& name) { return {root, name}; }
Pair told(const SourceRoots& roots, std::string_view path) {
  const RootedPath result = roots.rooted(path);
  return {result.root, result.name};
}

TEST_CASE("the folder of an include option") {
  CHECK(include_folder("-Iinc") == "inc");
  CHECK(include_folder("-I inc dir") == "inc dir");
  CHECK(include_folder("-isystem/usr/include") == "/usr/include");
  CHECK(include_folder("-isystem  x") == "x");
  CHECK(include_folder("-iquoteq") == "q");
  CHECK(include_folder("-includefile.h").empty());
  CHECK(include_folder("-DI=-I").empty());
  CHECK(include_folder("-I").empty());
  CHECK(include_folder("").empty());
}

TEST_CASE("paths are told by the longest root that holds them") {
  const SourceRoots roots(request_of("/home/me/project/src/a.cl", {"-DX", "-Iinc", "-I/opt/lib", "-isystem/opt/lib/deep", "-I.."}));
  CHECK(told(roots, "/home/me/project/src/a.cl") == rooted(0, "a.cl"));
  CHECK(told(roots, "/home/me/project/src/sub/b.h") == rooted(0, "sub/b.h"));
  CHECK(told(roots, "src/sub/../b.h") == rooted(0, "b.h"));
  CHECK(told(roots, "inc/x.h") == rooted(1, "x.h"));
  CHECK(told(roots, "/home/me/project/inc/./x.h") == rooted(1, "x.h"));
  CHECK(told(roots, "/opt/lib/x.h") == rooted(2, "x.h"));
  CHECK(told(roots, "/opt/lib/deep/x.h") == rooted(3, "x.h"));
  CHECK(told(roots, "/opt/lib") == rooted(2, "."));
  CHECK(told(roots, "/home/me/other/x.h") == rooted(4, "other/x.h"));
  CHECK(told(roots, "/opt/library/x.h") == rooted(RootedPath::k_absolute, "/opt/library/x.h"));
  CHECK(told(roots, "/etc/x.h") == rooted(RootedPath::k_absolute, "/etc/x.h"));
}

TEST_CASE("the main source's folder wins a tie") {
  const SourceRoots roots(request_of("/home/me/project/src/a.cl", {"-Isrc", "-I/home/me/project/src/"}));
  CHECK(told(roots, "/home/me/project/src/x.h") == rooted(0, "x.h"));
}

TEST_CASE("what Clang already mapped finds its root again") {
  const SourceRoots roots(request_of("/home/me/project/src/a.cl", {"-Iinc", "-I/opt/lib"}));
  CHECK(told(roots, roots.mapped("/opt/lib/x.h")) == rooted(2, "x.h"));
}

TEST_CASE("mapped paths say nothing about the machine") {
  const SourceRoots roots(request_of("/home/me/project/src/a.cl", {"-Iinc", "-I/opt/lib"}));
  CHECK(roots.mapped("/home/me/project/src/a.cl") == "./a.cl");
  CHECK(roots.mapped("inc/x.h") == "inc/x.h");
  CHECK(roots.mapped("/home/me/project/inc/deep/x.h") == "inc/deep/x.h");
  CHECK(roots.mapped("/opt/lib/x.h") == "include-2/x.h");
}

TEST_CASE("a source from standard input lies in the working folder") {
  const SourceRoots roots(request_of("", {"-Iinc"}));
  CHECK(told(roots, "/home/me/project/stdin.cl") == rooted(0, "stdin.cl"));
  CHECK(told(roots, "near.h") == rooted(0, "near.h"));
  CHECK(told(roots, "inc/far.h") == rooted(1, "far.h"));
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
