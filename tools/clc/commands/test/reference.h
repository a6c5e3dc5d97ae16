// The Python or C++ function that says what a kernel should have left.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "commands/test/conversation.h"
#include "commands/test/test_arguments.h"
#include "toolchain/tools.h"

namespace clc {

// Runs in a process of its own, which stays for the next call.
class Reference {
 public:
  // Compiles the function's file where it is C++. k_unavailable: there is no Python or C++ compiler; k_usage: the file
  // does not compile.
  static Result<std::unique_ptr<Reference>> make(const TestFile& file, const KernelTest& test, const ToolPaths& tools,
                                                 std::chrono::seconds limit);

  // Calls the function with the arguments of the case. Returns what the results should hold, in order.
  Result<std::vector<Bytes>> run(const TestCase& one);

 private:
  Reference(ScratchFolder folder, std::string place, std::chrono::seconds limit)
      : folder_(std::move(folder)), place_(std::move(place)), limit_(limit) {}

  ScratchFolder folder_;
  std::string place_;  // in messages
  std::chrono::seconds limit_;
  std::unique_ptr<Conversation> process_;
};

}  // namespace clc
