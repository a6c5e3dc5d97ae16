#include "commands/selection_options.h"

namespace clc {
namespace {

constexpr std::uint64_t k_max_work_group = std::uint64_t{1} << 20;
constexpr std::uint64_t k_max_local = std::uint64_t{1} << 30;

}  // namespace

void add_selection_options(CLI::App& app, Selection& selection) {
  app.add_option("-k,--kernel", selection.kernel, "only this kernel; * and ? match as in a shell")
      ->type_name("PATTERN");
  app.add_option("--work-group", selection.work_groups,
                 "work-items of a group for the occupancy, for instance 64,256 (default: what the kernel requires, "
                 "else 256)")
      ->delimiter(',')
      ->take_all()
      ->expected(1)
      ->check(CLI::Range(std::uint64_t{1}, k_max_work_group))
      ->type_name("N,...");
  app.add_option("--dynamic-local", selection.dynamic_local,
                 "bytes of local memory that kernels get through their local arguments")
      ->check(CLI::Range(std::uint64_t{0}, k_max_local))
      ->type_name("BYTES");
}

}  // namespace clc
