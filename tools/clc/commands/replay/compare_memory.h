// Compares the memory that two runs of a captured launch left.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "recording/capture.h"
#include "support/number_type.h"

namespace clc {

// How much floating-point numbers may differ; without a tolerance every bit counts.
struct MemoryTolerance {
  std::uint64_t ulp = 0;  // also steps of an image's whole-number channels
  double relative = 0;    // of the larger of both
  double absolute = 0;    // whatever both are
  bool is_exact() const { return ulp == 0 && relative == 0 && absolute == 0; }
};

// An element that differs.
struct ElementDifference {
  std::size_t memory = 0;       // its place in Capture::memory
  std::uint64_t at = 0;         // the first byte there
  std::uint64_t size = 0;       // bytes
  std::size_t argument = 0;     // the first one that reaches it
  std::uint64_t index = 0;      // of the element in what the argument names
  std::string expected, found;  // as text
};

struct DifferingArgument {
  std::size_t argument = 0;
  std::uint64_t differing = 0, elements = 0;
  // Floating-point numbers alone, without infinities and NaN: the largest difference of a pair, and the
  // largest expected magnitude, which tells whether that is much.
  bool is_real = false;
  double largest_difference = 0, largest_number = 0;
  std::uint64_t not_finite = 0;  // pairs that differ, of which one is an infinity or NaN
};

struct Comparison {
  std::vector<DifferingArgument> arguments;
  std::vector<ElementDifference> first;  // at most as many as asked for
  bool is_equal() const { return arguments.empty(); }
};

// The contents are in the order of Capture::memory, and of its sizes.
Comparison compare_memory(const Capture& capture, const std::vector<std::string>& expected,
                          const std::vector<std::string>& found, const MemoryTolerance& tolerance, std::size_t most);

// The contents that were recorded after the launch.
std::vector<std::string> recorded_memory(const Capture& capture);

// The type of an argument's value, or of the elements that it leads to; of an image that of its channels.
ValueType value_type_of(const CapturedArgument& argument, const Capture& capture);
// The element type of an argument, such as "float": of a buffer as the source spells it, of an image its channel's.
// Empty where it is not known.
std::string element_type(const CapturedArgument& argument, const Capture& capture);

// The global size: "64x32".
std::string global_size_text(const Capture& capture);

// "argument 1 (out)"
std::string argument_text(const Capture& capture, std::size_t argument);

}  // namespace clc
