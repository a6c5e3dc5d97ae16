#include "base/text.h"

#include "catch_all.h"
#include "output/depfile.h"
#include "support/sink.h"

using namespace clc;
using Words = std::vector<std::string>;

TEST_CASE("words are split as a shell does", "[support]") {
  CHECK(*split_words("  -DA  -D 'B=x y' \"-I a\"\\ b '' ") == Words{"-DA", "-D", "B=x y", "-I a b", ""});
  CHECK(*split_words("") == Words{});
  CHECK(*split_words("'a\\b' \"c\\\"d\"") == Words{"a\\b", "c\"d"});
  CHECK_FALSE(split_words("'open"));
  CHECK_FALSE(split_words("end\\"));
}

TEST_CASE("the nearest names come first", "[support]") {
  CHECK(nearest("compil", {"link", "compile", "inspect"}) == Words{"compile"});
  CHECK(nearest("zzzzzz", {"link", "compile"}).empty());
  CHECK(nearest("-cl-fast-math", {"-cl-opt-disable", "-cl-fast-relaxed-math"}) == Words{"-cl-fast-relaxed-math"});
  CHECK(nearest("-math-fast", {"-cl-fast-relaxed-math"}).empty());
  CHECK(nearest("-fast", {"-cl-fast-relaxed-math"}).empty());
  CHECK(nearest("-o", {"-D", "-U", "-I"}).empty());
  CHECK(nearest("-foo", {"-O0", "-O1"}).empty());
  CHECK(nearest("-O4", {"-O3", "-D"}) == Words{"-O3"});
  CHECK(suggestion("pac", {"pack", "unpack"}).find("pack") != std::string::npos);
}

TEST_CASE("durations have a unit in which something is seen", "[support]") {
  CHECK(duration_text(0) == "0 ns");
  CHECK(duration_text(999) == "999 ns");
  CHECK(duration_text(9'640) == "9.6 us");
  CHECK(duration_text(41'300) == "41 us");
  CHECK(duration_text(999'600) == "1.0 ms");
  CHECK(duration_text(9'640'000) == "9.6 ms");
  CHECK(duration_text(123'400'000) == "123 ms");
  CHECK(duration_text(4'210'000'000) == "4.21 s");
}

TEST_CASE("parts of paths", "[support]") {
  CHECK(stem("a/b.c.cl") == "b.c");
  CHECK(stem(".cl") == ".cl");
  CHECK(stem("k") == "k");
  CHECK(folder_of("k.cl").empty());
  CHECK(folder_of("/k.cl") == "/");
  CHECK(folder_of("./a/k.cl") == "./a");
  CHECK(join_path("", "x") == "x");
  CHECK(join_path("a/", "x") == "a/x");
  CHECK(join_path("a", "/x") == "/x");
}

TEST_CASE("names become safe for files", "[support]") {
  CHECK(file_safe("driver:pocl,cpu=a/b") == "driver_pocl_cpu_a_b");
}

TEST_CASE("names in dependency files are escaped for make", "[support]") {
  CHECK(escape_for_make("a b#c$d") == "a\\ b\\#c$$d");
  CHECK(escape_for_make("a\\b") == "a\\b");
  CHECK(escape_for_make("a\\ b") == "a\\\\\\ b");
  CHECK(escape_for_make("plain/k.cl") == "plain/k.cl");
  CHECK(escape_for_make("a:b") == "a\\:b");
  CHECK(escape_for_make("a:b c", DepfileReader::k_cmake_for_ninja) == "a:b\\ c");
}

TEST_CASE("a diagnostic as text", "[support]") {
  ShownDiagnostic diagnostic{Severity::k_warning, "a/k.cl", 3, 5, "careful", "  x\n  ^", {}};
  CHECK(to_text(diagnostic) == "a/k.cl:3:5: warning: careful\n  x\n  ^\n");
  diagnostic.targets = {"spirv64:1.2", "nvptx:sm_90"};
  diagnostic.snippet.clear();
  CHECK(to_text(diagnostic) == "a/k.cl:3:5: warning: careful [spirv64:1.2, nvptx:sm_90]\n");
  diagnostic.line = 0;
  diagnostic.targets.clear();
  CHECK(to_text(diagnostic) == "a/k.cl: warning: careful\n");
}

TEST_CASE("texts are split at separators and into lines", "[support]") {
  using Parts = std::vector<std::string_view>;
  CHECK(split("a,b", ",") == Parts{"a", "b"});
  CHECK(split("a", ",") == Parts{"a"});
  CHECK(split("", ",") == Parts{""});
  CHECK(split(",a,,", ",") == Parts{"", "a", "", ""});
  CHECK(split("a::b:c", "::") == Parts{"a", "b:c"});
  CHECK(lines_of("") == Parts{});
  CHECK(lines_of("\n") == Parts{""});
  CHECK(lines_of("a\n\nb") == Parts{"a", "", "b"});
  CHECK(lines_of("a\nb\n") == Parts{"a", "b"});
}
