#include "identity/dynamic_linker/shared_libraries.h"

#include <fstream>
#include <set>

#include "catch_all.h"
#include "clc/base/file.h"
#include "environment.h"
#include "identity/dynamic_linker/elf_image.h"
#include "program_tree.h"
#include "skip.h"

using namespace clc;
using clc::test::Environment;
using clc::test::ProgramTree;

namespace {

// Real paths of what we say is loaded.
std::set<std::string> told(const std::string& program, Observations& seen) {
  SharedLibraries libraries(seen);
  const Result<void> added = libraries.add_program(program);
  INFO((added ? "" : added.error().message));
  REQUIRE(added);
  std::set<std::string> paths;
  for (const LoadedFile& file : libraries.files()) paths.insert(std::filesystem::canonical(file.path).string());
  return paths;
}

std::set<std::string> told(const std::string& program) {
  Observations seen;
  return told(program, seen);
}

// Returns the answer of the dynamic linker itself: "libtwo.so => /path (0x…)", "/lib64/ld-linux-x86-64.so.2 (0x…)".
std::set<std::string> loaded(const std::string& program) {
  const test::Ran ran = test::run_process({program}, "", "/", {{"LD_TRACE_LOADED_OBJECTS", "1"}});
  REQUIRE(ran.exit_code == 0);
  std::set<std::string> paths = {std::filesystem::canonical(program).string()};
  std::istringstream lines(ran.output);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find('/');
    const std::size_t end = line.find(" (0x");
    if (begin == std::string::npos || end == std::string::npos) continue;
    const std::string path = line.substr(begin, end - begin);
    paths.insert(
        std::filesystem::canonical(path.substr(path.find(" => ") == std::string::npos ? 0 : path.find(" => ") + 4))
            .string());
  }
  return paths;
}

// Which copy of a library is among them.
std::string place_of(const std::set<std::string>& paths, const std::string& name, const ProgramTree& tree) {
  for (const std::string& path : paths) {
    if (path.ends_with("/" + name)) return path.substr(std::filesystem::canonical(tree.path()).string().size() + 1);
  }
  return "nowhere";
}

bool trace_says(const ProgramTree& tree, const std::string& place) {
  const std::set<std::string> paths = told(tree.tool());
  CHECK(paths == loaded(tree.tool()));
  CHECK(place_of(paths, "libtwo.so", tree) == place);
  return place_of(paths, "libtwo.so", tree) == place;
}

}  // namespace

TEST_CASE("Installed programs load what we say they load") {
  const Environment no_path("LD_LIBRARY_PATH", std::nullopt);
  for (const std::string& program :
       {std::string(CLC_LIBEXEC "/clc-worker"), std::string(CLC_LIBEXEC "/clc-driver"), std::string("/bin/bash"),
        std::string("/usr/bin/ocloc"), std::string("/usr/bin/ld"), std::string("/usr/bin/python3"),
        std::string("/usr/local/cuda/bin/ptxas")}) {
    if (!std::filesystem::exists(program)) {
      test::skip("libraries of " + program, "it is not there");
      continue;
    }
    CAPTURE(program);
    // A static program, as the worker mostly is, would run in the place of a list.
    const Result<ElfImage> image = read_elf_image(program);
    REQUIRE(image);
    const std::set<std::string> alone = {std::filesystem::canonical(program).string()};
    CHECK(told(program) == (image->interpreter.empty() ? alone : loaded(program)));
  }
}

TEST_CASE("Libraries are found where the dynamic linker finds them") {
  const ProgramTree tree;
  const Environment no_path("LD_LIBRARY_PATH", std::nullopt);
  // A library is not looked for where the program says, only where it says itself: nowhere, here.
  Observations seen;
  SharedLibraries libraries(seen);
  const Result<void> missing = libraries.add_program(tree.tool());
  REQUIRE_FALSE(missing);
  CHECK(missing.error().kind == ErrorKind::k_unavailable);
  CHECK_THAT(missing.error().message, Catch::Matchers::ContainsSubstring("libone.so needs libtwo.so"));
  {
    const Environment path("LD_LIBRARY_PATH", tree / "other" + "::/nowhere;" + tree / "second");
    CHECK(trace_says(tree, "second/libtwo.so"));
    tree.put("other_two/libtwo.so", "other");
    CHECK(trace_says(tree, "other/libtwo.so"));
    if (!processor_levels().empty()) {
      tree.put("two/libtwo.so", "other/glibc-hwcaps/" + processor_levels().back());
      CHECK(trace_says(tree, "other/glibc-hwcaps/" + processor_levels().back() + "/libtwo.so"));
      tree.put("two/libtwo.so", "other/glibc-hwcaps/" + processor_levels().front());
      CHECK(trace_says(tree, "other/glibc-hwcaps/" + processor_levels().front() + "/libtwo.so"));
      tree.put("two/libtwo.so", "other/glibc-hwcaps/no-such-level");
      CHECK(trace_says(tree, "other/glibc-hwcaps/" + processor_levels().front() + "/libtwo.so"));
    }
  }
  const Environment path("LD_LIBRARY_PATH", tree / "second");
  const Environment preload("LD_PRELOAD", "no-such-library.so " + tree / "other/libtwo.so");
  CHECK(trace_says(tree, "other/libtwo.so"));
}

TEST_CASE("The older way of naming folders holds for libraries of libraries, and before the environment") {
  const ProgramTree tree("old_tool");
  const Environment no_path("LD_LIBRARY_PATH", std::nullopt);
  CHECK(trace_says(tree, "second/libtwo.so"));
  tree.put("other_two/libtwo.so", "other");
  const Environment path("LD_LIBRARY_PATH", tree / "other");
  CHECK(trace_says(tree, "second/libtwo.so"));
  tree.put("other_two/libtwo.so", "first");
  CHECK(trace_says(tree, "first/libtwo.so"));
}

TEST_CASE("Files that are for another machine are passed over, and dangling links") {
  const ProgramTree tree("old_tool");
  const Environment no_path("LD_LIBRARY_PATH", std::nullopt);
  std::filesystem::create_symlink("absent", tree / "first/libtwo.so");
  Observations seen;
  CHECK(place_of(told(tree.tool(), seen), "libtwo.so", tree) == "second/libtwo.so");
  CHECK(seen.hold());
  tree.put("two/libtwo.so", "other");
  std::filesystem::rename(tree / "other/libtwo.so", tree / "first/absent");
  CHECK_FALSE(seen.hold());
  CHECK(told(tree.tool()) == loaded(tree.tool()));

  std::filesystem::remove(tree / "first/libtwo.so");
  Result<Bytes> foreign = read_file(ProgramTree::object("two/libtwo.so"));
  REQUIRE(foreign);
  (*foreign)[18] = 8;  // e_machine: MIPS
  std::ofstream(tree / "first/libtwo.so") << *foreign;
  CHECK(trace_says(tree, "second/libtwo.so"));
}

TEST_CASE("A library that appears in a folder that is searched before is noticed") {
  const struct {
    const char* folder;
    bool is_there_before;
  } cases[] = {
      {"first", true},
      {"first", false},
      {"other", true},
      {"first/glibc-hwcaps/x86-64-v2", false},
      {"first/glibc-hwcaps/x86-64-v2", true},
      {"first/tls", true},
      {"first/tls/x86_64", true},
  };
  for (const auto& [folder, is_there_before] : cases) {
    CAPTURE(folder);
    const ProgramTree tree("old_tool");
    if (is_there_before) {
      std::filesystem::create_directories(tree / folder);
    } else {
      std::filesystem::remove(tree / folder);
    }
    const Environment path("LD_LIBRARY_PATH", tree / "other");
    Observations seen;
    (void)told(tree.tool(), seen);
    ProgramTree::wait_for_clock();
    CHECK(seen.hold());
    tree.put("two/libtwo.so", folder);
    CHECK_FALSE(seen.hold());
  }
}

TEST_CASE("Where it is not known what the linker does, that is said") {
  const ProgramTree tree("old_tool");
  const Environment no_path("LD_LIBRARY_PATH", std::nullopt);
  const auto refusal = [&] {
    Observations seen;
    SharedLibraries libraries(seen);
    const Result<void> added = libraries.add_program(tree.tool());
    return added ? "" : added.error().message;
  };
  CHECK(refusal().empty());
  {
    const Environment audit("LD_AUDIT", "libaudit.so");
    CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("LD_AUDIT"));
  }
  {
    const Environment levels("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX2");
    CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("GLIBC_TUNABLES"));
  }
  {
    std::filesystem::create_directories(tree / "named/lib64");
    const Environment path("LD_LIBRARY_PATH", tree / "named/${LIB}");
    CHECK(refusal().empty());
    std::filesystem::create_directories(tree / "named/lib");
    CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("named/${LIB}"));
  }
  {
    const Environment path("LD_LIBRARY_PATH", "/usr/$PLATFORM");
    CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("/usr/$PLATFORM"));
  }
  tree.put("two/libtwo.so", "first/tls/x86_64");
  CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("for certain processors"));
}

TEST_CASE("A damaged library is passed over, a damaged program is refused") {
  const ProgramTree tree("old_tool");
  const Environment no_path("LD_LIBRARY_PATH", std::nullopt);
  const Bytes whole = *read_file(ProgramTree::object("two/libtwo.so"));
  for (std::size_t size = 0; size < 1024; size += 7) {
    std::ofstream(tree / "first/libtwo.so") << whole.substr(0, size);
    Observations seen;
    SharedLibraries libraries(seen);
    REQUIRE(libraries.add_program(tree.tool()));
    const auto has = [&](const std::string& path) {
      return std::any_of(libraries.files().begin(), libraries.files().end(),
                         [&](const LoadedFile& file) { return file.path.ends_with(path); });
    };
    CAPTURE(size);
    CHECK(has("/second/libtwo.so"));
    CHECK_FALSE(has("/first/libtwo.so"));
  }
  std::ofstream(tree.tool()) << "#!/bin/sh\n";
  Observations seen;
  SharedLibraries libraries(seen);
  const Result<void> script = libraries.add_program(tree.tool());
  REQUIRE_FALSE(script);
  CHECK(script.error().kind == ErrorKind::k_damaged);
  CHECK(libraries.add_program(tree / "absent").error().kind == ErrorKind::k_io);
}
