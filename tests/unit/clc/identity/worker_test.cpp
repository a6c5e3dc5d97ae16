#include <fstream>

#include "cache_samples.h"
#include "catch_all.h"
#include "environment.h"
#include "identity/dynamic_linker/ld_so_cache.h"
#include "identity/worker_identity.h"
#include "identity_parts.h"
#include "program_tree.h"
#include "skip.h"

using namespace clc;
using clc::test::digest_of;
using clc::test::Environment;
using clc::test::ProgramTree;

namespace {

// A tree whose program lies where a worker lies, with builtin libraries beside it.
struct WorkerTree {
  WorkerTree() {
    for (const char* file : {"spirv64.bc", "nvptx64.bc", "r600-cypress.bc"}) write(builtin(file), file);
    ProgramTree::wait_for_clock();
  }

  std::string worker() const { return tree.tool(); }
  std::string builtin(const std::string& name) const { return tree / "share/clc/builtins/" + name; }
  static void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << text;
  }

  Identity identity(const std::string& target, std::chrono::nanoseconds margin = std::chrono::nanoseconds(0)) {
    Memos memos(store, margin);
    const Result<Identity> told = identify_worker(memos, worker(), *parse_target(target));
    INFO((told ? "" : told.error().message));
    REQUIRE(told);
    return *told;
  }

  ProgramTree tree{"old_tool"};
  cache::Store store{clc::test::cache_settings(tree / "cache")};
  Environment no_path{"LD_LIBRARY_PATH", std::nullopt};
};

}  // namespace

TEST_CASE("A worker is what it links and what it reads") {
  WorkerTree tree;
  const Identity spirv = tree.identity("spirv64");
  CHECK_THAT(digest_of(spirv, "tool"), Catch::Matchers::StartsWith("build-id "));
  CHECK_THAT(digest_of(spirv, "libone.so"), Catch::Matchers::StartsWith("build-id "));
  CHECK_THAT(digest_of(spirv, "libtwo.so"), Catch::Matchers::StartsWith("build-id "));
  CHECK_THAT(digest_of(spirv, "libc.so.6"), Catch::Matchers::StartsWith("build-id "));
  CHECK_THAT(digest_of(spirv, "spirv64.bc"), Catch::Matchers::StartsWith("sha256 "));
  CHECK(digest_of(spirv, "nvptx64.bc").empty());
  CHECK(tree.identity("spirv64") == spirv);
  CHECK(digest_of(tree.identity("driver:pocl"), "spirv64.bc").empty());
  CHECK_THAT(digest_of(tree.identity("r600:cypress"), "r600-cypress.bc"), Catch::Matchers::StartsWith("sha256 "));
}

TEST_CASE("A library that is exchanged under the same worker makes it another one") {
  WorkerTree tree;
  std::vector<Identity> seen = {tree.identity("spirv64"), tree.identity("spirv64")};
  CHECK(seen[0] == seen[1]);
  SECTION("of equal size and time") {
    tree.tree.swap("other_two/libtwo.so", "second");
  }
  SECTION("in a folder that is searched before") {
    tree.tree.put("other_two/libtwo.so", "first");
  }
  SECTION("for processors of another level") {
    if (processor_levels().empty()) return test::skip("a library for a processor level", "this processor has none");
    tree.tree.put("other_two/libtwo.so", "second/glibc-hwcaps/" + processor_levels().front());
  }
  ProgramTree::wait_for_clock();
  const Identity other = tree.identity("spirv64");
  CHECK_FALSE(other == seen[0]);
  CHECK(digest_of(other, "tool") == digest_of(seen[0], "tool"));
  CHECK(tree.identity("spirv64") == other);
}

TEST_CASE("A library without a build id is told by its contents") {
  for (const std::chrono::nanoseconds margin : {std::chrono::nanoseconds(0), Memos::k_margin}) {
    WorkerTree tree;
    tree.tree.put("plain_two/libtwo.so", "second");
    ProgramTree::wait_for_clock();
    const Identity first = tree.identity("spirv64", margin);
    CHECK_THAT(digest_of(first, "libtwo.so"), Catch::Matchers::StartsWith("sha256 "));
    CHECK(tree.identity("spirv64", margin) == first);
    tree.tree.swap("other_plain_two/libtwo.so", "second");
    CHECK_FALSE(tree.identity("spirv64", margin) == first);
    tree.tree.swap("plain_two/libtwo.so", "second");
    CHECK(tree.identity("spirv64", margin) == first);
  }
}

TEST_CASE("LD_LIBRARY_PATH and LD_PRELOAD make another worker") {
  WorkerTree tree;
  const Identity first = tree.identity("spirv64");
  tree.tree.put("other_two/libtwo.so", "other");
  ProgramTree::wait_for_clock();
  {
    const Environment preload("LD_PRELOAD", tree.tree / "other/libtwo.so");
    CHECK_FALSE(tree.identity("spirv64") == first);
  }
  CHECK(tree.identity("spirv64") == first);
  const Environment path("LD_LIBRARY_PATH", tree.tree / "other");
  CHECK(tree.identity("spirv64") == first);  // the older way of naming folders goes before it
  const Environment audit("LD_AUDIT", "x.so");
  Memos memos(tree.store);
  CHECK(identify_worker(memos, tree.worker(), *parse_target("spirv64")).error().kind == ErrorKind::k_unavailable);
}

TEST_CASE("Builtin libraries are told by their contents") {
  WorkerTree tree;
  const Identity ptx = tree.identity("nvptx:sm_90");
  const Identity spirv = tree.identity("spirv64");
  WorkerTree::write(tree.builtin("nvptx64.bc"), "changed...");
  CHECK_FALSE(tree.identity("nvptx:sm_90") == ptx);
  CHECK(tree.identity("spirv64") == spirv);
  WorkerTree::write(tree.builtin("nvptx64.bc"), "nvptx64.bc");
  CHECK(tree.identity("nvptx:sm_80") == ptx);
  std::filesystem::remove(tree.builtin("nvptx64.bc"));
  Memos memos(tree.store);
  CHECK_FALSE(identify_worker(memos, tree.worker(), *parse_target("nvptx:sm_90")));
}
