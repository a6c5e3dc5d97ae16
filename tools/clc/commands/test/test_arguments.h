// The arguments of one launch of a test, made from their words for one combination of sizes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/interface.h"
#include "commands/test/sizes.h"
#include "commands/test/test_file.h"
#include "protocol/launch_protocol.h"

namespace clc {

struct TestArgument {
  std::string name;
  LaunchArgument launch;
  ValueType type;           // of a value, an element or a texel; without a number: bytes
  bool may_change = false;  // a buffer or image of generated contents, which shrinking may simplify
};

// A launch with its arguments' types. `launch` has no arguments of its own.
struct TestCase {
  Sizes sizes;
  Launch launch;
  GroupShape items{1, 1, 1};  // of the launch, before they were rounded up to whole groups
  std::vector<TestArgument> arguments;
};

// An error is k_usage and names the file and the line.
Result<TestCase> make_case(const TestFile& file, const KernelTest& test, const KernelInterface& kernel,
                           const Sizes& sizes);

// Rounds sizes up to whole groups; a size of 0 or 1 of the group leaves one alone.
GroupShape whole_groups(GroupShape items, const GroupShape& group);

// The contents that a test expects of an argument, which its words say.
Result<Bytes> expected_contents(const TestFile& file, const KernelTest& test, const TestArgument& argument,
                                const TestWord& word, const Sizes& sizes);

}  // namespace clc
