// The functions of functions.h as data, with their rules and inputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace clc::accuracy {

struct Rule {
  std::uint32_t kind = 0;  // of RuleKind
  float limit = 0;
  float bound = 0;
  bool is_judged = true;  // else the specification sets no limit, and the error is only told
};

enum class Arguments { k_one, k_two, k_one_and_int };

struct Function {
  std::string name;
  std::string reference;
  Arguments arguments = Arguments::k_one;
  Rule full, relaxed, of_double, of_half;
  bool is_loose = false;  // half_ or native_
};
const std::vector<Function>& functions();

enum class Type { k_half, k_float, k_double };

// The inputs that kernels/ make of an index.
struct Input {
  double x = 0, y = 0;
  int k = 0;
};
Input input_of(Type type, Arguments arguments, std::uint32_t index);

// The allowed error, as allowed_error() of rules.h gives it.
float allowed_by(const Rule& rule, double x);

}  // namespace clc::accuracy
