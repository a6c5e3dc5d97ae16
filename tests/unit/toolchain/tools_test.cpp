#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "catch_all.h"
#include "environment.h"
#include "toolchain/helpers.h"
#include "toolchain/tools.h"

using namespace clc;
using clc::test::Environment;

namespace {

std::string make_program(const std::string& path, const std::string& script, mode_t mode = 0755) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path) << "#!/bin/sh\n" << script;
  chmod(path.c_str(), mode);
  return path;
}

}  // namespace

TEST_CASE("A tool is looked for in the documented order") {
  const Result<ScratchFolder> folder = ScratchFolder::make();
  REQUIRE(folder);
  const std::string root = folder->path();
  const std::string given = make_program(root + "/given/ptxas", "");
  const std::string variable = make_program(root + "/variable/other-name", "");
  const std::string cuda_path = make_program(root + "/cuda-path/bin/ptxas", "");
  const std::string cuda_home = make_program(root + "/cuda-home/bin/ptxas", "");
  const std::string in_path = make_program(root + "/path/ptxas", "");
  const Environment set_variable("CLC_PTXAS", variable);
  const Environment set_cuda_path("CUDA_PATH", root + "/cuda-path");
  const Environment set_cuda_home("CUDA_HOME", root + "/cuda-home");
  const Environment set_path("PATH", root + "/empty::" + root + "/path");
  CHECK(find_tool("ptxas", {{"ptxas", given}}) == given);
  CHECK(find_tool("ptxas") == variable);
  const Environment no_variable("CLC_PTXAS", "");
  CHECK(find_tool("ptxas") == cuda_path);
  const Environment no_cuda_path("CUDA_PATH", "");
  CHECK(find_tool("ptxas") == cuda_home);
  const Environment no_cuda_home("CUDA_HOME", root + "/nowhere");
  CHECK(find_tool("ptxas") == in_path);
}

TEST_CASE("What the user names has to be there, even if there is another") {
  const Result<ScratchFolder> folder = ScratchFolder::make();
  REQUIRE(folder);
  make_program(folder->path() + "/path/ocloc", "");
  const std::string plain = make_program(folder->path() + "/plain", "", 0644);
  const Environment path("PATH", folder->path() + "/path");
  const Environment no_variable("CLC_OCLOC", "");
  REQUIRE(find_tool("ocloc"));
  for (const std::string& wrong : {folder->path() + "/no", folder->path(), plain}) {
    CAPTURE(wrong);
    const Result<std::string> by_option = find_tool("ocloc", {{"ocloc", wrong}});
    REQUIRE_FALSE(by_option);
    CHECK(by_option.error().kind == ErrorKind::k_unavailable);
    CHECK_THAT(by_option.error().message, Catch::Matchers::ContainsSubstring("--tool ocloc=" + wrong));
    const Environment variable("CLC_OCLOC", wrong);
    const Result<std::string> by_variable = find_tool("ocloc");
    REQUIRE_FALSE(by_variable);
    CHECK_THAT(by_variable.error().message, Catch::Matchers::ContainsSubstring("CLC_OCLOC=" + wrong));
  }
}

TEST_CASE("--tool takes names that are known") {
  const Result<ToolPaths> paths = parse_tool_paths({"ptxas=/a=b", "ocloc=c", "ptxas=/d"});
  REQUIRE(paths);
  CHECK(*paths == ToolPaths{{"ocloc", "c"}, {"ptxas", "/d"}});
  for (const char* wrong : {"ptxas", "ptxas=", "=x", "ptxsa=/x"}) {
    CAPTURE(wrong);
    const Result<ToolPaths> refused = parse_tool_paths({wrong});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == ErrorKind::k_usage);
  }
}

TEST_CASE("A tool says its version in one line") {
  const Result<ScratchFolder> folder = ScratchFolder::make();
  REQUIRE(folder);
  CHECK(tool_version(make_program(folder->path() + "/a", "echo one; echo two")) == "one two");
  CHECK_FALSE(tool_version(make_program(folder->path() + "/b", "exit 3")));
  CHECK_FALSE(tool_version(folder->path() + "/absent"));
}
