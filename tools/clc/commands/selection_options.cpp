#include "commands/selection_options.h"

namespace clc {
namespace {

constexpr std::uint64_t k_max_local = std::uint64_t{1} << 30;

}  // namespace

void add_selection_options(const CommandLine& line, Selection& selection) {
  line.add("-k,--kernel PATTERN", selection.kernel, "only this kernel; * and ? match as in a shell");
  line.add("--dynamic-local BYTES", selection.dynamic_local,
           "bytes of local memory that kernels get through their local arguments")
      .range(std::uint64_t{0}, k_max_local);
}

}  // namespace clc
