// Reports the floating-point operations of a kernel's work-item, the bytes that it moves, and the maths functions that
// it calls, as text and JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json_writer.h"
#include "protocol/analysis.h"

namespace clc {

// The work of the mean work-item of a group; nothing where it is not known.
struct ItemWork {
  struct Operations {
    double halfs = 0, floats = 0, doubles = 0;
    double matrix_halfs = 0, matrix_floats = 0, matrix_doubles = 0,
           matrix_float8s = 0;  // of matrix units, as in WorkFacts
    double all() const {
      return halfs + floats + doubles + matrix_halfs + matrix_floats + matrix_doubles + matrix_float8s;
    }
  };
  struct Moved {
    double bytes = 0, ideal = 0, least = 0, most = 0;  // bytes of an item, as in WorkFacts
  };
  std::optional<Operations> operations;
  std::optional<Moved> moved;
  std::vector<std::string> operations_depend_on, bytes_depend_on;  // why they are not known
  // Operations per byte that work-items ask for, and the least and the most per byte of transactions.
  struct Intensity {
    double asked = 0, least = 0, most = 0;
  };
  std::optional<Intensity> intensity;  // nothing without bytes, or where images move an unknown number of them
};
ItemWork item_work(const KernelFacts& facts);

// "work of an item: 1 FLOP of float; 12 bytes, 12-16 in transactions; …"
std::string work_text(const KernelFacts& facts);
// Writes an object. Counts are sums over the group; unknown ones are absent.
void add_work(const KernelFacts& facts, JsonWriter& json);

// "full", or "relaxed" where the build options allow the errors of the specification's table for unsafe maths.
std::string maths_profile(const std::vector<std::string>& options);
// "maths: full accuracy", "maths: relaxed"
std::string maths_text(const std::string& profile);
// "maths: full accuracy; sin of float, 118 instructions: 2 calls, 1 of them in loops"
std::string maths_text(const KernelFacts& facts);
void add_maths(const KernelFacts& facts, JsonWriter& json);

}  // namespace clc
