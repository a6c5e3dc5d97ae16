// Which files a program includes.
#include "program/include_scan.h"

#include <algorithm>
#include <filesystem>

#include "catch_all.h"
#include "clc/package/file.h"
#include "temporary_folder.h"

namespace clc::layer {
namespace {

using namespace test;

// "label" of a file that is there, "-label" of one that is not, in order; or "?" and why.
std::vector<std::string> found(const std::string& source, const std::string& options) {
  const IncludeScan scan = scan_includes(source, options, {});
  if (!scan.unknown.empty()) return {"?"};
  std::vector<std::string> labels;
  for (const IncludedFile& file : scan.files) labels.push_back((file.is_there() ? "" : "-") + file.label);
  return labels;
}
using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("Source that includes nothing reads nothing") {
  CHECK(found("kernel void a() {}", "-DA -I /nowhere").empty());
  CHECK(found("// #include \"a.h\"\n/* \n#include \"b.h\"\n*/ const char* s = \"\\\"/*\";", "").empty());
}

TEST_CASE("Every place where a header may lie is looked at, and what it includes in its turn") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "one/deep");
  std::filesystem::create_directories(folder / "two");
  REQUIRE(write_file_atomically(folder / "two/a.h", "#include \"deep/b.h\"\n"));
  REQUIRE(write_file_atomically(folder / "one/deep/b.h", "#include \"c.h\"\n#if 0\n  # include <d.h>\n#endif"));
  REQUIRE(write_file_atomically(folder / "one/deep/c.h", ""));
  const std::string options = "-I " + (folder / "one") + " -I\"" + (folder / "two") + "\"";
  const Labels labels = found("  #  include \"a.h\"", options);
  for (const char* label : {"-include-0/a.h", "include-1/a.h", "-include-1/deep/b.h", "include-0/deep/b.h",
                            "include-0/deep/c.h", "-include-1/c.h", "-working/d.h", "-working/a.h"}) {
    INFO(label);
    CHECK(std::count(labels.begin(), labels.end(), label) == 1);
  }
}

TEST_CASE("The operand of an include may be made by macros") {
  const TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "inc.h", "kernel"));
  const std::string source =
      "#define XSTR(x) #x\n#define STR(x) XSTR(x)\n#ifdef A\n#include STR(PLACE/inc.h)\n#endif\n";
  const IncludeScan scan = scan_includes(source, "-D PLACE=" + folder.path(), {});
  CHECK(scan.unknown.empty());
  REQUIRE(scan.files.size() == 1);
  CHECK(scan.files[0].contents == std::optional<Bytes>("kernel"));
  CHECK(scan.files[0].label == "absolute" + (folder / "inc.h"));
  // As hashcat does it.
  const std::string options = "-D PLACE=" + folder.path() + " -D XM2S(x)=#x -D M2S(x)=XM2S(x)";
  CHECK(scan_includes("#include M2S(PLACE/inc.h)", options, {}).files.size() == 1);
}

TEST_CASE("What cannot be told is said") {
  CHECK(found("#include NAME", "") == Labels{"?"});
  CHECK(found("#define NAME \"a.h\"\n#include NAME\n#define NAME \"b.h\"\n", "") == Labels{"?"});
  CHECK(found("#define A(x, y) x##y\n#include A(a, b)", "") == Labels{"?"});
  CHECK(found("#if __has_include(\"a.h\")\n#include \"a.h\"\n#endif", "") == Labels{"?"});
  CHECK(found("#include_next <a.h>", "") == Labels{"?"});
  CHECK(found("#define A A\n#include A", "") == Labels{"?"});
  CHECK(found("kernel void a() {}", "-include a.h") == Labels{"?"});
  // The header, which includes nothing, gives the name another meaning.
  const TemporaryFolder folder;
  REQUIRE(write_file_atomically(folder / "x.h", "#undef NAME\n#define NAME \"b.h\"\n"));
  CHECK(found("#define NAME \"a.h\"\n#include \"x.h\"\n#include NAME", "-I " + folder.path()) == Labels{"?"});
}

TEST_CASE("However a directive is written, it is seen") {
  const Labels labels{"-absolute/a.h"};
  for (const char* source :
       {"x\n# include \"/a.h\"", "%:include \"/a.h\"", "#\\\ninclude \"/a.h\"", "#inc\\\r\nlude \"/a.h\"",
        "#/*\n*/include \"/a.h\"", "/* */ #include \"/a.h\"", "#if 1 // including\n#include \"/a.h\"\n#endif",
        // A byte order mark, old ends of lines, rare blanks, blanks behind the backslash that joins lines.
        "\xef\xbb\xbf#include \"/a.h\"", "// old\r#include \"/a.h\"\rint x;", "\f#include \"/a.h\"",
        "#\v include\f\"/a.h\"", "#inc\\ \t\nlude \"/a.h\"", "#inc\\\rlude \"/a.h\"",
        "// x \\\r\n /* \n#include \"/a.h\"\n/* */", "// x \\ \n /* \n#include \"/a.h\"\n/* */"}) {
    INFO(source);
    CHECK(found(source, "") == labels);
  }
  CHECK(found("?\?=include \"/a.h\"", "") == Labels{"?"});
  CHECK(found("#inc?\?/\nlude \"/a.h\"", "") == Labels{"?"});
}

TEST_CASE("A header of the working folder that differs from that of another folder could be meant, or not") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "one");
  REQUIRE(write_file_atomically(folder / "one/a.h", "one"));
  REQUIRE(write_file_atomically(folder / "a.h", "two"));
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto is_ambiguous = [](const std::string& source, const std::string& options) {
    return !closed_program(source, {}, options).ambiguous.empty();
  };
  CHECK(is_ambiguous("#include \"a.h\"", "-I one"));
  CHECK(is_ambiguous("#include \"a.h\"", "-I . -I one"));
  CHECK(is_ambiguous("#include <a.h>", "-I none -I one"));
  CHECK(is_ambiguous("", "-I with\\ blank"));
  CHECK_FALSE(is_ambiguous("", "-I \"with blank\" -DTEXT=\\\"a\\\""));
  CHECK_FALSE(is_ambiguous("#include \"a.h\"", "-I ."));
  CHECK_FALSE(is_ambiguous("#include \"one/a.h\"", "-I one"));
  CHECK_FALSE(is_ambiguous("#include \"a.h\"", ""));
  REQUIRE(write_file_atomically(folder / "a.h", "one"));
  CHECK_FALSE(is_ambiguous("#include \"a.h\"", "-I one"));
  std::filesystem::current_path(before);
}

TEST_CASE("A program is the same wherever its folders lie, and another when a header changes") {
  const auto digest = [](const std::string& header, const std::string& more) {
    const TemporaryFolder folder;
    REQUIRE(write_file_atomically(folder / "a.h", header));
    const ClosedProgram closed = closed_program("#include \"a.h\"\n", {}, "-I " + folder.path() + more);
    CHECK(closed.unknown.empty());
    return program_digest("#include \"a.h\"\n", closed.headers, closed.options);
  };
  CHECK(digest("one", "") == digest("one", ""));
  CHECK(digest("one", "") != digest("two", ""));
  CHECK(digest("one", "") != digest("one", " -DA"));
}

TEST_CASE("Options are words, with quotes as drivers take them") {
  CHECK(option_words("  -DA=1  -D \"B=a b\" -DC=\\\"x\\\" '-DE=1 2'") ==
        Labels{"-DA=1", "-D", "B=a b", "-DC=\"x\"", "-DE=1 2"});
  CHECK(option_words("").empty());
}

}  // namespace clc::layer
