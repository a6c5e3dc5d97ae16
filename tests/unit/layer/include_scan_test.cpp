// Which files a program includes.
#include "program/include_scan.h"

#include <algorithm>
#include <filesystem>

#include "catch_all.h"
#include "clc/base/file.h"
#include "environment.h"
#include "program/option_reader.h"
#include "temporary_folder.h"

namespace clc::layer {
namespace {

using namespace test;

// "label" of a file that is there, "-label" of one that is not, in order; or "?" and why.
std::vector<std::string> found(const std::string& source, const std::string& options) {
  const IncludeScan scan = scan_includes(source, options, {});
  if (!scan.unknown.empty()) return {"?"};
  std::vector<std::string> labels;
  for (const IncludedFile& file : scan.files) {
    if (file.label.substr(0, 10) != "elsewhere/") labels.push_back((file.is_there() ? "" : "-") + file.label);
  }
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

TEST_CASE("What cannot be told of plain text is said") {
  for (const char* source :
       {"#include NAME", "#define S(x) #x\n#include S(CL_VERSION_1_2.h)", "#define S(x) #x\n#include S(a  b.h)",
        "#if __has_include(\"a.h\")\n#endif", "#define H __has_include_next\n", "#include_next <a.h>",
        "#import \"a.h\"", "#embed \"a\"", "#pragma GCC dependency \"a.h\"", "_Pragma(\"GCC dependency \\\"a.h\\\"\")",
        "#define P(a, b) a##b\n#if P(__has_, include)(\"a.h\")\n#endif", "#define P(a, b) a %:%: b\nint P(_, _TIME__);",
        "#define P(a, b) a##b\nconstant char* t = P(__TI, ME__);", "void f() { asm(\".incbin \\\"a\\\"\"); }",
        "void f() { __asm__ volatile(\"\"); }", "#define P(a, b) a##b\nvoid f() { P(a, sm)(\".incbin 'a'\"); }",
        "int x = __unknown_word;", "constant char* t = R\"(/*)\";\n#include \"a.h\"",
        "#if 0\ndon't /*\n#endif\n#include \"a.h\"", "#error don't", "int a\\u0062;", "\xc2\xa0#include \"a.h\"",
        "#\xc2\xa0include \"a.h\"", "#include \"a\\\\b.h\"",
        // To some compilers the end of a literal or a comment.
        "#define S \"?\?/\" /* \"\n#include \"a.h\"\n//*/", "// what?\?/\n/*\n#include \"a.h\"",
        "constant char* t = \"what?\?\";", "// why?\\\n?'\n#include \"a.h\"",
        "/* *\\\n\\\n/ \" */\n#include \"a.h\"\n// \"", "/* *\\\n/\n#include \"a.h\"",
        "#if 0\n#include <a/*b>\n#endif\n#include \"a.h\"\n/* */", "#if 0\n#include <a//b>\n#endif",
        "#if 0\n#include <a'b>\n#endif", "#if 0\n#include <a\"b>\n#endif",
        // To some compilers a part of a word, and to others a blank.
        "void f() { 1\302\240asm(\".incbin 'a'\"); }", "void f() { \302\240asm(\".incbin 'a'\"); }",
        "void f() { $asm(\".incbin 'a'\"); }", "#if \xa0__has_include(\"a.h\")\n#endif",
        "#if $__has_include(\"a.h\")\n#endif"}) {
    INFO(source);
    CHECK(found(source, "") == Labels{"?"});
  }
  for (const std::string& source : {std::string("#if 0\n\0#endif\n#include \"a.h\"", 29)}) {
    CHECK(found(source, "") == Labels{"?"});
  }
  for (const char* options : {"-include a.h", "-isystem a", "-isystema", "-iquote a", "@a", "-DH=__has_include",
                              "-D H=__has_include", "-DA=b##c -DT=__TI", "-DX=\"a -Iinc\"", "-DX=a\\ -Iinc",
                              "-Wp,-MD,a", "-fplugin=a", "\"-DX=1\n#include <a.h>\""}) {
    INFO(options);
    CHECK(found("kernel void a() {}", options) == Labels{"?"});
  }
}

TEST_CASE("What real programs say in plain text reads nothing") {
  for (const char* source :
       {"#ifndef __GUARD_H__\n#define __GUARD_H__\n__kernel void a(__global int* x) {}\n#endif",
        "#define P(a, b) a##b\nkernel void P(a, m)() {}", "#define S(x) #x\nconstant char* t = S(x);",
        "_Pragma(\"unroll 4\") for (;;) {}", "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma unroll 4\n",
        "kernel void a() { printf(\"it's %d\\n\", 'a'); }",
        "__attribute__((reqd_work_group_size(8, 1, 1))) kernel void a() {}", "// don't\n/* __asm__ \" */ int x;",
        "#if __OPENCL_VERSION__ >= 120 && defined(__opencl_c_fp64)\n#endif\nfloat x = 1.5e+3f;",
        "#define M(a, b) \\\n a + b\n"}) {
    INFO(source);
    CHECK(found(source, "").empty());
  }
  CHECK(found("kernel void a() {}", "-cl-std=CL2.0 -w -DX=\\\"a\\\" -D Y=\"a b\" -cl-nv-maxrregcount 32 -O2 -Werror")
            .empty());
}

TEST_CASE("What only a driver finds, in folders of its own, is not taken for absent") {
  const TemporaryFolder folder;
  const Environment cache("POCL_CACHE_DIR", folder.path());
  const auto scan = [](const std::string& options) { return scan_includes("#include \"a.h\"", options, {}); };
  REQUIRE(scan("").unknown.empty());
  CHECK(scan("").files.size() > 1);
  REQUIRE(write_file_atomically(folder / "a.h", "PoCL's"));
  CHECK_FALSE(scan("").unknown.empty());
  std::filesystem::remove(folder / "a.h");
  if (std::filesystem::exists("/usr/include/stdio.h")) {
    CHECK_FALSE(scan_includes("#include <stdio.h>", "", {}).elsewhere.empty());
  }
  // PoCL ends a word at each blank, and makes blanks of quotes.
  std::filesystem::create_directories(folder / "one");
  std::filesystem::create_directories(folder / "two");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  REQUIRE(write_file_atomically("one/a.h", "one"));
  CHECK(scan("-I\"one\"").unknown.empty());
  std::filesystem::create_symlink("one", " one ");
  CHECK(scan("-I\"one\"").unknown.empty());
  std::filesystem::remove(" one ");
  std::filesystem::create_symlink("two", " one ");
  CHECK(scan("-I\"one\"").unknown.empty());
  REQUIRE(write_file_atomically("two/a.h", "two"));
  CHECK_FALSE(scan("-I\"one\"").unknown.empty());
  std::filesystem::current_path(before);
}

TEST_CASE("However a directive is written, it is seen") {
  const Labels labels{"-absolute/a.h"};
  for (const char* source :
       {"x\n# include \"/a.h\"", "%:include \"/a.h\"", "#\\\ninclude \"/a.h\"", "#inc\\\r\nlude \"/a.h\"",
        "#/*\n*/include \"/a.h\"", "/* */ #include \"/a.h\"", "#if 1 // including\n#include \"/a.h\"\n#endif",
        // A byte order mark, old ends of lines, rare blanks, blanks behind the backslash that joins lines.
        "\xef\xbb\xbf#include \"/a.h\"", "// old\r#include \"/a.h\"\rint x;", "\f#include \"/a.h\"",
        "#\v include\f\"/a.h\"", "#inc\\ \t\nlude \"/a.h\"", "#inc\\\rlude \"/a.h\"",
        "_Pragma(\"OPENCL a\\\" /* \")\n#include \"/a.h\"\n// */", "#define S \"\\\n\r /* \"\n#include \"/a.h\"\n/* */",
        "// \xc3\xa4 \xa0\n#include \"/a.h\"", "// x \\\r\n /* \n#include \"/a.h\"\n/* */",
        "// x \\ \n /* \n#include \"/a.h\"\n/* */"}) {
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
    return !closed_program(source, {}, options).scan.ambiguous.empty();
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
    CHECK(closed.scan.unknown.empty());
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

TEST_CASE("What a preprocessor tells is looked for in every folder, from where it is asked for") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "inc/sub");
  REQUIRE(write_file_atomically(folder / "inc/sub/a.h", "one"));
  REQUIRE(write_file_atomically(folder / "inc/sub/b.h", "two"));
  const std::string text =
      R"({"unknown":"","tells_time":0,"inclusions":[{"name":"sub/a.h","from":""},{"name":"b.h",)"
      R"("from":")" +
      (folder / "inc/sub/a.h") +
      R"("},{"name":"c.h","from":"/given/embedded/x.h"}],)"
      R"("answers":[{"path":"/given/x","sha256":"","is_there":1},{"path":"/y","sha256":"","is_there":0}]})";
  const Result<InclusionList> list = read_inclusion_list(text, "/given");
  REQUIRE(list);
  CHECK(list->found_files.size() == 1);
  const IncludeScan scan = scan_includes("#include NAME", "-I " + (folder / "inc"), {}, &*list);
  CHECK(scan.unknown.empty());
  const auto has = [&](const std::string& label) {
    return std::any_of(scan.files.begin(), scan.files.end(),
                       [&](const IncludedFile& file) { return file.is_there() && file.label == label; });
  };
  CHECK(has("include-0/sub/a.h"));
  CHECK(has("include-0/sub/b.h"));
  const std::vector<KnownInclusions> lists{{std::string(64, 'a'), *list}};
  const std::vector<KnownInclusions> again = decode_known_inclusions(encode_known_inclusions(lists));
  REQUIRE(again.size() == 1);
  CHECK(again[0].state == lists[0].state);
  CHECK(again[0].files.inclusions.size() == 3);
  CHECK(again[0].files.inclusions[2].from.empty());
  CHECK(decode_known_inclusions("{").empty());
  CHECK_FALSE(read_inclusion_list("{}", "/given"));
  // A file that asks and lies in no folder of the program.
  InclusionList odd;
  odd.inclusions = {{"a.h", "/nowhere/b.h"}};
  CHECK_FALSE(scan_includes("", "", {}, &odd).unknown.empty());
}

}  // namespace clc::layer
