#include "commands/selection_options.h"

namespace clc {
namespace {

constexpr std::uint64_t k_max_local = std::uint64_t{1} << 30;

}  // namespace

void add_kernel_option(const CommandLine& line, std::vector<std::string>& kernels) {
  line.add("-k,--kernel PATTERN", kernels, "only such kernels, where * and ? match as in a shell; repeat it for each")
      .one_value_each();
}

void add_selection_options(const CommandLine& line, Selection& selection) {
  add_kernel_option(line, selection.kernels);
  line.add("--dynamic-local BYTES", selection.dynamic_local,
           "bytes of local memory that kernels get through their local arguments")
      .range(std::uint64_t{0}, k_max_local);
}

}  // namespace clc
