#include "clc/package/program_digest.h"
#include "catch_all.h"
#include "clc/base/digest.h"

using namespace clc;

TEST_CASE("a program's digest is the SHA-256 of what the documentation describes") {
  const ProgramText program{"kernel void k() {}\n", {{"b.h", "2"}, {"a.h", "1\n"}}, "  -DX=1\t -DY "};
  CHECK(program_digest(program) == sha256_hex("clc-program-1\n"
                                              "source 19\nkernel void k() {}\n\n"
                                              "header 3\na.h\ncontent 2\n1\n\n"
                                              "header 3\nb.h\ncontent 1\n2\n"
                                              "options 9\n-DX=1 -DY\n"));
  CHECK(linked_program_digest({"ab", "c"}, " -create-library ") ==
        sha256_hex("clc-linked-program-1\ninput 2\nab\ninput 1\nc\noptions 15\n-create-library\n"));
}

TEST_CASE("whatever makes another program makes another digest") {
  const ProgramText program{"source", {{"a.h", "content"}, {"b.h", ""}}, "-DX -DY"};
  const auto digest_with = [&](void (*change)(ProgramText&)) {
    ProgramText changed = program;
    change(changed);
    return program_digest(changed);
  };
  const std::string digest = program_digest(program);
  CHECK(digest_with([](ProgramText&) {}) == digest);
  CHECK(digest_with([](ProgramText& p) { std::swap(p.headers[0], p.headers[1]); }) == digest);
  CHECK(digest_with([](ProgramText& p) { p.options = "-DX\n-DY\v"; }) == digest);
  CHECK(digest_with([](ProgramText& p) { p.source += " "; }) != digest);
  CHECK(digest_with([](ProgramText& p) { p.source += '\0'; }) != digest);
  CHECK(digest_with([](ProgramText& p) { p.headers[0].name = "c.h"; }) != digest);
  CHECK(digest_with([](ProgramText& p) { p.headers[0].content += " "; }) != digest);
  CHECK(digest_with([](ProgramText& p) { p.headers.pop_back(); }) != digest);
  CHECK(digest_with([](ProgramText& p) { p.options = "-DY -DX"; }) != digest);
  CHECK(digest_with([](ProgramText& p) { p.options = "-DX-DY"; }) != digest);
  CHECK(linked_program_digest({digest}, "") != digest);
  CHECK(linked_program_digest({"a", "b"}, "") != linked_program_digest({"b", "a"}, ""));
  CHECK(linked_program_digest({"a"}, "") != linked_program_digest({"a", ""}, ""));
}

TEST_CASE("white space in options counts only where it is part of a word") {
  CHECK(normal_options("").empty());
  CHECK(normal_options(" \t\r\n").empty());
  CHECK(normal_options("-I  a\t\n-DX ") == "-I a -DX");
  CHECK(normal_options("-DX=\"a  b\"  -DY") == "-DX=\"a  b\" -DY");
  CHECK(normal_options("-DX='a  \"'  -DY") == "-DX='a  \"' -DY");
  CHECK(normal_options(R"(-DX=\"a  b\")") == R"(-DX=\"a b\")");
  CHECK(normal_options(R"(-I a\ \ b  -DY\)") == R"(-I a\ \ b -DY\)");
  CHECK(normal_options(R"(-DX="a\"  b"  -DY)") == R"(-DX="a\"  b" -DY)");
  CHECK(normal_options("-DX=\"open  ") == "-DX=\"open  ");
}
