#include "protocol/source_roots.h"

#include <unistd.h>

#include <filesystem>

#include "catch_all.h"
#include "compile_requests.h"

namespace clc {
namespace {

using test::request_of;

using Pair = std::pair<std::int64_t, std::string>;

Pair rooted(std::int64_t root, const std::string& name) {
  return {root, name};
}
Pair told(const SourceRoots& roots, std::string_view path) {
  const RootedPath result = roots.rooted(path);
  return {result.root, result.name};
}

TEST_CASE("which folders are above a root") {
  const SourceRoots roots(request_of("/home/me/project/src/a.cl", {"-I/opt/lib"}));
  for (const char* folder : {"/", "/home", "/home/me/", "/home/./me/project", "/opt"}) {
    INFO(folder);
    CHECK(roots.is_above_a_root(folder));
  }
  for (const char* folder : {"/home/me/project/src", "/home/m", "/opt/lib", "/opt/lib/deep", "/usr", "home", ".", ""}) {
    INFO(folder);
    CHECK_FALSE(roots.is_above_a_root(folder));
  }
}

TEST_CASE("-ffile-prefix-map comes before our names for folders") {
  const SourceRoots roots(
      request_of("/home/me/project/src/a.cl",
                 {"-Iinc", "-I/opt/lib", "-ffile-prefix-map=/home/me=/x", "-ffile-prefix-map=/opt/lib=lib"}));
  CHECK(roots.mapped("/home/me/project/src/a.cl") == "/x/project/src/a.cl");
  CHECK(roots.mapped("/home/me/project/inc/a.h") == "/x/project/inc/a.h");
  CHECK(roots.mapped("/opt/lib/a.h") == "lib/a.h");
  CHECK(roots.prefix_map().front() == std::pair<std::string, std::string>("/home/me/project/src", "/x/project/src"));
}

TEST_CASE("paths are told by the longest root that holds them") {
  const SourceRoots roots(
      request_of("/home/me/project/src/a.cl", {"-DX", "-Iinc", "-I/opt/lib", "-isystem/opt/lib/deep", "-I.."}));
  CHECK(told(roots, "/home/me/project/src/a.cl") == rooted(0, "a.cl"));
  CHECK(told(roots, "/home/me/project/src/sub/b.h") == rooted(0, "sub/b.h"));
  CHECK(told(roots, "/home/me/project/src") == rooted(0, "."));
  CHECK(told(roots, "/home/me/project/inc/.//x.h") == rooted(1, "x.h"));
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

TEST_CASE("the folders of several sources are roots behind those of the options") {
  CompileRequest request = request_of("/home/me/project/src/a.cl", {"-Iinc"});
  request.sources.front().options = read_options({"-Iown"});
  request.sources.push_back({"/home/me/project/lib/b.cl", "lib/b.cl", "", read_options({"-DX", "-I/opt/lib"})});
  request.sources.push_back({"/opt/c.cl", "/opt/c.cl", "", {}});
  request.sources.push_back({"", "-", "text", {}});
  const SourceRoots roots(request);
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"/home/me/project/src", "."},   {"/home/me/project/inc", "inc"}, {"/home/me/project/own", "own"},
      {"/opt/lib", "include-3"},       {"/home/me/project/lib", "lib"}, {"/opt", "source-5"},
      {"/home/me/project", "source-6"}};
  REQUIRE(roots.roots().size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(roots.roots()[i].folder == expected[i].first);
    CHECK(roots.roots()[i].mapped == expected[i].second);
  }
  CHECK(roots.path_of_source(request.sources.back()) == "/home/me/project/stdin.cl");
  for (const RootedPath& path : {roots.rooted("/home/me/project/lib/b.cl"), roots.rooted_or_mapped("lib/b.cl")}) {
    CHECK(path.root == 4);
    CHECK(path.name == "b.cl");
  }
}

TEST_CASE("what is relative is looked for in the working folder") {
  const SourceRoots roots(request_of("/home/me/project/src/a.cl", {"-Iinc", "-I."}));
  CHECK(told(roots, "near.h") == rooted(RootedPath::k_working_folder, "near.h"));
  CHECK(told(roots, "./inc/x.h") == rooted(RootedPath::k_working_folder, "inc/x.h"));
  CHECK(told(roots, ".") == rooted(RootedPath::k_working_folder, "."));
}

TEST_CASE("a name keeps its .., for a/.. may be anywhere") {
  const SourceRoots roots(request_of("/home/me/project/src/a.cl", {"-Iinc", "-I/opt/lib"}));
  CHECK(told(roots, "/home/me/project/src/../inc/x.h") == rooted(0, "../inc/x.h"));
  CHECK(told(roots, "/home/me/project/src/sub/../b.h") == rooted(0, "sub/../b.h"));
  CHECK(told(roots, "/opt/lib/../../x.h") == rooted(2, "../../x.h"));
}

TEST_CASE("what was mapped finds its root again") {
  const SourceRoots roots(request_of("/home/me/project/src/a.cl", {"-Iinc", "-I/opt/lib"}));
  for (const std::string path : {"/opt/lib/x.h", "/home/me/project/inc/d/x.h", "/home/me/project/src/../y.h"}) {
    const RootedPath found = roots.rooted_or_mapped(roots.mapped(path));
    CHECK(roots.path_of(found) == path);
  }
  CHECK(roots.rooted_or_mapped("/usr/x.h").root == RootedPath::k_absolute);
}

TEST_CASE("a rooted path leads back to the file") {
  const SourceRoots roots(request_of("/home/me/project/src/a.cl", {"-Iinc", "-I/opt/lib/", "-I/"}));
  for (const std::string path : {"/home/me/project/src/a.cl", "/home/me/project/src/../inc/x.h", "/home/me/project/inc",
                                 "/opt/lib/l/../x.h", "/x", "/"}) {
    CHECK(roots.path_of(roots.rooted(path)) == path);
  }
  CHECK(roots.path_of(roots.rooted("near.h")) == "/home/me/project/near.h");
  CHECK(roots.path_of(roots.rooted(".")) == "/home/me/project");
}

TEST_CASE("names are made normal where that does not change what they mean") {
  CHECK(normal_path("") == ".");
  CHECK(normal_path("a/.//b/") == "a/b");
  CHECK(normal_path("a/b/../../../c") == "../c");
  CHECK(normal_path("/../a/..") == "/");
  CHECK(normal_path("a..b/..c") == "a..b/..c");
  CHECK(normal_path("//") == "/");

  char folder[] = "/tmp/clc-roots-XXXXXX";
  REQUIRE(::mkdtemp(folder) != nullptr);
  const std::string top = folder;
  std::filesystem::create_directories(top + "/real/deep");
  std::filesystem::create_directory_symlink("real/deep", top + "/link");
  CHECK(normal_path(top + "/link/../x.h") == top + "/link/../x.h");  // which is real/x.h
  CHECK(normal_path(top + "/real/../x.h") == top + "/x.h");
  CHECK(normal_path(top + "/link/../deep/../x.h") == top + "/link/../x.h");
  CHECK(normal_path(top + "/link/../../y/..") == top + "/link/../..");
  std::filesystem::remove_all(top);
}

TEST_CASE("mapped paths say nothing about the machine") {
  const SourceRoots roots(request_of("/home/me/project/src/a.cl", {"-Iinc", "-I/opt/lib"}));
  CHECK(roots.mapped("/home/me/project/src/a.cl") == "./a.cl");
  CHECK(roots.mapped("/home/me/project/src/../common/x.h") == "./../common/x.h");
  CHECK(roots.mapped("near.h") == "near.h");
  CHECK(roots.mapped("/home/me/project/inc/deep/x.h") == "inc/deep/x.h");
  CHECK(roots.mapped("/opt/lib/x.h") == "include-2/x.h");
  CHECK(roots.mapped("/usr/x.h") == "/usr/x.h");
}

TEST_CASE("a source from standard input lies in the working folder") {
  const SourceRoots roots(request_of("", {"-Iinc"}));
  CHECK(told(roots, "/home/me/project/stdin.cl") == rooted(0, "stdin.cl"));
  CHECK(told(roots, "/home/me/project/near.h") == rooted(0, "near.h"));
}

}  // namespace
}  // namespace clc
