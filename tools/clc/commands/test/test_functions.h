// The Python and C++ functions that prepare the arguments of kernels, or say what kernels should have left.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "commands/test/conversation.h"
#include "commands/test/test_arguments.h"
#include "toolchain/tools.h"

namespace clc {

// The functions of one test file, for all its tests and devices. Each file of functions is compiled once, and runs in a
// process of its own, which stays for the next call.
class TestFunctions {
 public:
  // `limit`: of a call.
  TestFunctions(const TestFile& file, ToolPaths tools, std::chrono::seconds limit)
      : file_(file), tools_(std::move(tools)), limit_(limit) {}

  // Adds the functions of a test that will run.
  void add(const KernelTest& test);

  // Calls a function with the arguments of the case, and returns the contents of its buffers and images, in order.
  // k_unavailable: there is no Python or C++ compiler; k_usage: the file does not compile, or the function fails.
  Result<std::vector<Bytes>> call(const TestFunction& function, const TestCase& one);

 private:
  struct Program {
    std::vector<std::string> functions;  // whose names C++ has to know
    std::unique_ptr<ScratchFolder> folder;
    std::unique_ptr<Conversation> process;  // null until the first call
  };

  Result<void> start(const TestFunction& function, Program& program) const;

  const TestFile& file_;
  ToolPaths tools_;
  std::chrono::seconds limit_;
  std::map<std::string, Program> programs_;  // by the name of their file
};

}  // namespace clc
