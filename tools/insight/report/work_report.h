// Floating-point operations of a kernel's work-item and the bytes that it moves, as text and JSON.
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
    double all() const { return halfs + floats + doubles; }
  };
  struct Moved {
    double bytes = 0, ideal = 0, least = 0, most = 0;  // as in WorkFacts
  };
  std::optional<Operations> operations;
  std::optional<Moved> moved;
  std::vector<std::string> operations_depend_on, bytes_depend_on;  // why not
  // Operations a byte: of those asked for, and of the transactions, least and most.
  struct Intensity {
    double asked = 0, least = 0, most = 0;
  };
  std::optional<Intensity> intensity;  // nothing without bytes, or where images move some that are not known
};
ItemWork item_work(const KernelFacts& facts);

// "work of an item: 1 float FLOP, 12 bytes, …"
std::string work_text(const KernelFacts& facts);
// An object. Counts are sums over the group; what is not known is absent.
void add_work(const KernelFacts& facts, JsonWriter& json);

}  // namespace clc
