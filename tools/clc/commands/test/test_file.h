// NAME.test.json, which says how the kernels of NAME.cl are tested (docs/kernel-tests.md).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "commands/test/compare.h"

namespace clc {

// An argument, or expected contents: a word as of `clrun profile --arg`, or a list of numbers.
struct TestWord {
  std::string text;                  // empty: the list
  std::vector<std::string> numbers;  // as they are written
  bool is_list = false;
  std::size_t line = 0;
};

struct SizeVariable {
  std::string name;
  bool varies = false;               // over sizes about the group's
  std::vector<std::int64_t> values;  // otherwise
};

// A function of a file, or a kernel of a .cl file, that gets the kernel's arguments: to prepare them, or to say what is
// right.
struct TestFunction {
  std::string file, function;
  std::size_t line = 0;
  bool is_kernel() const { return file.ends_with(".cl") || file.ends_with(".clcpp"); }
};

struct KernelTest {
  std::string name, kernel;
  std::size_t line = 0;
  std::vector<SizeVariable> sizes;
  std::vector<std::string> targets;                // patterns of those that it runs on; empty: all
  std::vector<std::string> where;                  // conditions over the sizes
  std::vector<std::string> global, local, offset;  // numbers or expressions over the sizes
  std::vector<TestWord> arguments;
  TestFunction prepare;                                    // without a file: the arguments stay as they are
  std::vector<std::pair<std::string, TestWord>> expected;  // by the argument's name
  TestFunction reference;                                  // without a file: `expected` says it
  std::vector<std::string> results;                        // arguments; empty: all that the kernel may write to
  Tolerance tolerance;
  std::uint64_t seed = 1;
};

struct TestFile {
  std::string path;
  std::string source;                // the .cl file beside it
  std::vector<std::string> options;  // of clc compile
  std::vector<KernelTest> tests;
};

inline constexpr const char* k_test_file_ending = ".test.json";

// Reads a file. Errors in it are k_usage and name its line.
Result<TestFile> read_test_file(const std::string& path);
// Reads its text.
Result<TestFile> parse_test_file(BytesView text, const std::string& path);

}  // namespace clc
