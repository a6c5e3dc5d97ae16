// Files that a call gives to a build farm: never too few, and none that only a comment or a text names.
#include "farm/given_files.h"

#include <filesystem>
#include <fstream>
#include "catch_all.h"

#include "base/temporary_folder.h"

namespace {

namespace fs = std::filesystem;
using clc::farm::GivenFiles;
using clc::farm::names_in;
using Names = std::set<std::string>;

TEST_CASE("directives name files, in each way to write one") {
  const Names x{"x.h"};
  CHECK(names_in("#include \"x.h\"\n").files == x);
  CHECK(names_in("#include<x.h>").files == x);
  CHECK(names_in("  #  include_next <x.h>\n").files == x);
  CHECK(names_in("%:include \"x.h\"\n").files == x);
  CHECK(names_in("?\?=include \"x.h\"\n").files == x);
  CHECK(names_in("/* a */ # /* b */ include /* c\n */ \"x.h\"\n").files == x);
  CHECK(names_in("#inc\\\nlude \\\r\n \"x.h\"\n").files == x);
  CHECK(names_in("#embed \"x.h\" limit(3)\n").files == x);
  CHECK(names_in("#if A && \\\n__has_include ( \"x.h\" )\n").files == x);
  CHECK(names_in("#if __has_embed(<x.h>)\n").files == x);
  CHECK(names_in("char c = '\"';\n#import \"x.h\"\n").files == x);
  CHECK(names_in("#if 0\ndon't /* a\n*/\n#endif\n#include \"x.h\"\n").files == x);
  CHECK(names_in("#include <a//x.h>\n#include \"b/*x.h\"\n").files == Names{"a//x.h", "b/*x.h"});
  CHECK(names_in("auto r = R\"(\n/* )\";\n#include \"x.h\"\n").files == x);
  CHECK(names_in("auto r = u8R\"a(\n/* )a\";\n# /* c */ include /* c */ HDR\n").is_by_macro);
}

TEST_CASE("comments and texts name none") {
  CHECK(names_in("// #include \"x.h\"\n// and \\\n#include \"y.h\"\n").files.empty());
  CHECK(names_in("/* see \"/home/me/.ssh/id_rsa\"\n#include \"x.h\"\n*/\n").files.empty());
  CHECK(names_in("char t[] = \"../../../secret\", *u = \"#include <x.h>\";\n").files.empty());
  CHECK(names_in("put(\"ERROR\"); // #include \"x.h\"\nf(1);\n").files.empty());
  CHECK(names_in("if (a < include && b > 3) put(\"x.h\");\n").files.empty());
}

TEST_CASE("a given text names no file") {
  GivenFiles given("/", {});
  given.add_text("question", "#include \"/etc/passwd\"\n");
  REQUIRE(given.texts().size() == 1);
  CHECK(given.texts().begin()->first == (given.place().empty() ? "question" : given.place() + "/question"));
}

TEST_CASE("it is noticed where macros name files") {
  for (const char* text : {"#include HDR\n", "#if A && \\\n__has_include(HDR)\n", "%:include HDR\n",
                           "#include /* x */ HDR\n", "/* x */ #include HDR\n", "#embed DATA(3)\n", "#include $x\n",
                           "#define HAS(x) __has_include(x)\n", "#define ASK __has_embed\n"}) {
    CAPTURE(text);
    CHECK(names_in(text).is_by_macro);
  }
  for (const char* text : {"#ifdef __has_include\n#endif\n", "#if defined(__has_include) && __has_include(\"x.h\")\n",
                           "int include = embed;\n", "#define __has_include(x) 0\n", "// #include HDR\n"}) {
    CAPTURE(text);
    CHECK_FALSE(names_in(text).is_by_macro);
  }
  CHECK(names_in("#define HDR \\\n \"../x.h\"\n#define T(a) <a.h> \"b\"\n").defined == Names{"../x.h", "a.h", "b"});
}

class Work {
 public:
  explicit Work(const std::map<std::string, std::string>& files) {
    for (const auto& [name, text] : files) {
      const fs::path path = fs::path(held_.path()) / name;
      fs::create_directories(path.parent_path());
      std::ofstream(path) << text;
    }
  }

  std::string path(const std::string& name) const { return fs::canonical(held_.path()).string() + "/" + name; }
  // Names below the folder of all.
  Names given(const std::string& confined_to, const std::vector<std::string>& includes = {}) const {
    GivenFiles files(path("work"), includes, confined_to);
    REQUIRE(files.add("a.cl"));
    Names names;
    for (const auto& [place, text] : files.texts()) names.insert("/" + place);
    Names below;
    for (const std::string& name : names) below.insert(name.substr(path("").size()));
    return below;
  }

 private:
  clc::TemporaryFolder held_ = *clc::TemporaryFolder::make();
};

TEST_CASE("headers of headers are given, from all folders") {
  const Work work({{"work/a.cl", "#include \"sub/b.h\"\n#include <c.h>\n"},
                   {"work/sub/b.h", "#include \"../d.h\"\n"},
                   {"work/d.h", ""},
                   {"work/other.h", ""},
                   {"lib/c.h", "#include \"e.h\"\n"},
                   {"lib/e.h", ""}});
  CHECK(work.given("", {"../lib"}) == Names{"work/a.cl", "work/sub/b.h", "work/d.h", "lib/c.h", "lib/e.h"});
}

TEST_CASE("a name that a macro makes gives all of the folders, and what macros name") {
  const Work work({{"work/a.cl", "#include \"../config.h\"\n#include HDR\n"},
                   {"work/sub/b.h", ""},
                   {"config.h", "#define HDR \"../outside/x.h\"\n"},
                   {"outside/x.h", ""},
                   {"outside/y.h", ""}});
  CHECK(work.given("") == Names{"work/a.cl", "work/sub/b.h", "config.h", "outside/x.h"});
}

TEST_CASE("a confined call gives nothing else") {
  const Work work({{"work/a.cl", "#include \"../secret.h\"\n#include \"link.h\"\n#include \"b.h\"\n#include <c.h>\n"},
                   {"work/b.h", ""},
                   {"secret.h", ""},
                   {"lib/c.h", "#include \"../secret.h\"\n"}});
  fs::create_symlink("../secret.h", work.path("work/link.h"));
  CHECK(work.given("", {"../lib"}) == Names{"work/a.cl", "work/b.h", "work/link.h", "secret.h", "lib/c.h"});
  CHECK(work.given(".", {"../lib"}) == Names{"work/a.cl", "work/b.h", "lib/c.h"});
  fs::create_directories(work.path("empty"));
  CHECK(work.given(work.path("empty")) == Names{"work/a.cl"});
}

TEST_CASE("names of other machines are not looked at") {
  const Work work({{"work/b.h", ""}});
  std::ofstream(work.path("work/a.cl")) << "#include \"/" << work.path("work/b.h") << "\"\n";
  CHECK(work.given("") == Names{"work/a.cl"});
  std::ofstream(work.path("work/a.cl")) << "#include \"" << work.path("work/b.h") << "\"\n";
  CHECK(work.given("") == Names{"work/a.cl", "work/b.h"});
}

TEST_CASE("what cannot be read is left out, unless the call names it") {
  const Work work({{"work/a.cl", "#include HDR\n"}, {"work/shut/b.h", ""}, {"work/c.h", ""}});
  fs::permissions(work.path("work/shut"), fs::perms::none);
  const Names found = work.given("");
  fs::permissions(work.path("work/shut"), fs::perms::owner_all);
  CHECK(found.contains("work/c.h"));
}

TEST_CASE("the folders that all have in common") {
  CHECK(GivenFiles("/home/me/work", {}).common_folder() == "home/me/work/");
  CHECK(GivenFiles("/", {}).common_folder().empty());
  const Work work({{"work/a.cl", "#include \"../b.h\"\n"}, {"b.h", ""}});
  GivenFiles files(work.path("work"), {});
  REQUIRE(files.add("a.cl"));
  CHECK("/" + files.common_folder() == work.path(""));
  GivenFiles at_root("/", {});
  REQUIRE(at_root.add(work.path("work/a.cl")));
  CHECK(at_root.common_folder().empty());
}

}  // namespace
