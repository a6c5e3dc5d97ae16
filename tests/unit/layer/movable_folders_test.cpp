// Folders of -I that lie elsewhere at the next start.
#include "program/movable_folders.h"

#include "catch_all.h"

namespace clc::layer {
namespace {

bool tells(const std::string& source, const std::string& options, const std::string& header = "") {
  ClosedProgram closed;
  closed.headers.push_back({"include-0/a.h", header});
  return may_expose_folders(source, closed, options);
}

}  // namespace

TEST_CASE("A mark stands for an absolute folder of -I, and all else stays letter by letter") {
  const MovableFolders folders("-DA -I /m/1/k -I\"/m/1/k/sub/\"  -Irel -I/m/with\\ blank -I/usr/share/k -I/m/x-cl-y");
  CHECK(folders.options() ==
        "-DA -I \x02"
        "0\x02 -I\"\x02"
        "1\x02/\"  -Irel -I/m/with\\ blank -I/usr/share/k -I/m/x-cl-y");
  CHECK(MovableFolders("-I/m/2 -w").options() == MovableFolders("-I/longer/3 -w").options());
  CHECK(MovableFolders("-I/m/2 -w").options() != MovableFolders("-I\"/m/2\" -w").options());
  CHECK(MovableFolders("-I/m/2 -w").options() != MovableFolders("-I/m/2/ -w").options());
  CHECK(MovableFolders("-D /m/2 -DX=-I/m/2 -Irel -I").is_empty());
}

TEST_CASE("A text of a driver names the folders of now") {
  const MovableFolders before("-I /m/1 -I /m/1/deep");
  const MovableFolders now("-I /n/22 -I /o");
  const auto moved = [&](const char* text) { return now.without_marks(before.with_marks(text)); };
  CHECK(moved("/m/1/a.h:3: in /m/1/deep/b.h") == "/n/22/a.h:3: in /o/b.h");
  CHECK(moved("-I /m/1 -I/m/1/deep") == "-I /n/22 -I/o");
  CHECK(moved("/m/11/a.h /x/m/1/a.h 5/m/1 /m/1.h") == "/m/11/a.h /x/m/1/a.h 5/m/1 /m/1.h");
  CHECK(now.without_marks("\x02 \x02 9\x02 7") == "\x02 \x02 9\x02 7");
  CHECK(before.with_marks("\x02 /m/1/") == "\x02 /m/1/");
  CHECK(before.are_named_in(std::string("\0/m/1/a.h", 9)));
  CHECK_FALSE(before.are_named_in("/n/22/a.h"));
}

TEST_CASE("A program may tell its folders by words, options and types without a name") {
  CHECK_FALSE(tells("kernel void a() {}", "-I /m/1 -D X=1 -cl-std=CL2.0 -cl-mad-enable -w -Werror -O2"));
  CHECK_FALSE(tells("#define P(a, b) a##b\n#define __K_FILE__ __LINE__", "", "int __FILE___;"));
  for (const char* options :
       {"-g", "-profiling", "-nv-line-info", "-cl-nv-verbose", "-cl-intel-x", "-s /a", "-DW=__FILE__"}) {
    INFO(options);
    CHECK(tells("", options));
  }
  for (const char* text :
       {"constant char* a = __FILE__;", "__builtin_FILE()", "__PRETTY_FUNCTION__", "__BASE_FILE__",
        "__builtin_source_location()", "#define P(a, b) a##b\nP(__FI, LE__)", "#define P(a, b) a%:%:b\nP(_, _FILE__)",
        "__FI\\\nLE__", "__FI\\ \r\nLE__", "__FI?\?/\nLE__", "__builtin_dump_struct(&s, printf)"}) {
    INFO(text);
    CHECK(tells(text, ""));
    CHECK(tells("", "", text));
  }
}

}  // namespace clc::layer
