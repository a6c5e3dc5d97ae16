#include <sys/stat.h>

#include <fstream>

#include "cache_samples.h"
#include "catch_all.h"
#include "clc/base/file.h"
#include "environment.h"
#include "identity/assembler_identity.h"
#include "program_tree.h"
#include "skip.h"

using namespace clc;
using clc::test::Environment;
using clc::test::ProgramTree;

namespace {

// A ptxas that counts how often it is run.
struct ToolTree {
  ToolTree() { ProgramTree::wait_for_clock(); }

  KnownAssembler ptxas(const std::string& path) {
    Memos memos(store, std::chrono::nanoseconds(0));
    const Result<KnownAssembler> known = identify_assembler(memos, Family::k_cubin, {{"ptxas", path}});
    INFO((known ? "" : known.error().message));
    REQUIRE(known);
    return *known;
  }
  KnownAssembler ptxas() { return ptxas(tree.tool()); }
  std::size_t asked() const { return read_file(tree / "note").value_or("").size() / Bytes("asked\n").size(); }

  ProgramTree tree{"old_tool"};
  cache::Store store{clc::test::cache_settings(tree / "cache")};
  Environment no_path{"LD_LIBRARY_PATH", std::nullopt};
  Environment note{"FAKE_NOTE", tree / "note"};
};

bool has_part(const Identity& identity, const std::string& prefix) {
  for (const IdentityPart& part : identity) {
    if (part.name.starts_with(prefix)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("An assembler is asked once, and again when it or its libraries change") {
  ToolTree tree;
  const KnownAssembler first = tree.ptxas();
  CHECK(first.assembler.version == "ptxas V9.2.1");
  CHECK(first.assembler.archs == std::vector<std::string>{"sm_90", "sm_90a"});
  CHECK(first.assembler.path == tree.tree.tool());
  const std::size_t questions = tree.asked();
  CHECK(questions > 0);
  const KnownAssembler again = tree.ptxas();
  CHECK(tree.asked() == questions);
  CHECK(again.identity == first.identity);
  CHECK(again.assembler.version == first.assembler.version);
  CHECK(again.assembler.archs == first.assembler.archs);
  CHECK(again.assembler.path == first.assembler.path);

  tree.tree.swap("other_two/libtwo.so", "second");
  ProgramTree::wait_for_clock();
  const KnownAssembler other = tree.ptxas();
  CHECK(tree.asked() == 2 * questions);
  CHECK(other.assembler.version == "ptxas V9.3.1");
  CHECK_FALSE(other.identity == first.identity);

  // The same file in another place is another question with the same answer.
  std::filesystem::copy(tree.tree.tool(), tree.tree / "libexec/clc/other");
  ProgramTree::wait_for_clock();
  const KnownAssembler copied = tree.ptxas(tree.tree / "libexec/clc/other");
  CHECK(tree.asked() == 3 * questions);
  CHECK(copied.assembler.path == tree.tree / "libexec/clc/other");
}

TEST_CASE("The settings in an assembler's environment are part of its identity") {
  ToolTree tree;
  const KnownAssembler plain = tree.ptxas();
  const std::size_t questions = tree.asked();
  {
    const Environment setting("DUMP_KNOBS_TO_FILE", "knobs");
    const KnownAssembler set = tree.ptxas();
    CHECK(has_part(set.identity, "$DUMP_KNOBS_TO_FILE"));
    CHECK_FALSE(set.identity == plain.identity);
    const Environment of_ocloc("IGC_ForceOCLSIMDWidth", "16");
    CHECK(tree.ptxas().identity == set.identity);
    CHECK(tree.asked() == 2 * questions);
  }
  CHECK(tree.ptxas().identity == plain.identity);
  CHECK(tree.asked() == 2 * questions);
}

TEST_CASE("An assembler that was installed just now is asked each time") {
  ToolTree tree;
  Memos memos(tree.store);
  for (std::size_t i = 1; i < 4; ++i) {
    REQUIRE(identify_assembler(memos, Family::k_cubin, {{"ptxas", tree.tree.tool()}}));
    CHECK(tree.asked() == 2 * i);
  }
}

TEST_CASE("An assembler that is a script is asked each time, and its answer tells it") {
  ToolTree tree;
  const std::string script = tree.tree / "ptxas";
  std::ofstream(script) << "#!/bin/sh\nexec " << tree.tree.tool() << " \"$@\"\n";
  chmod(script.c_str(), 0755);
  ProgramTree::wait_for_clock();
  const KnownAssembler first = tree.ptxas(script);
  const std::size_t questions = tree.asked();
  CHECK(tree.ptxas(script).identity == first.identity);
  CHECK(tree.asked() == 2 * questions);
  tree.tree.swap("other_two/libtwo.so", "second");
  CHECK_FALSE(tree.ptxas(script).identity == first.identity);
}

TEST_CASE("An assembler that is missing or that fails is an error each time") {
  ToolTree tree;
  Memos memos(tree.store, std::chrono::nanoseconds(0));
  const auto missing = identify_assembler(memos, Family::k_cubin, {{"ptxas", tree.tree / "absent"}});
  REQUIRE_FALSE(missing);
  CHECK(missing.error().kind == ErrorKind::k_unavailable);
  const std::string script = tree.tree / "ptxas";
  std::ofstream(script) << "#!/bin/sh\nkill -SEGV $$\n";
  chmod(script.c_str(), 0755);
  CHECK_FALSE(identify_assembler(memos, Family::k_cubin, {{"ptxas", script}}));
}

TEST_CASE("ocloc is also the compilers that it opens by name") {
  if (!find_tool("ocloc")) return test::skip("identity of ocloc", "it is not installed");
  ToolTree tree;
  Memos memos(tree.store);
  const Result<KnownAssembler> known = identify_assembler(memos, Family::k_intel, {});
  REQUIRE(known);
  for (const char* library : {"ocloc", "libocloc.so", "libigc.so", "libigdfcl.so", "version", "clc"}) {
    CAPTURE(library);
    CHECK(has_part(known->identity, library));
  }
}
