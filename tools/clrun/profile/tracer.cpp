#include "profile/tracer.h"

#include <algorithm>

#include "base/try.h"
#include "clc/internal/launch_groups.h"
#include "clc/runtime/opencl_error.h"

namespace clc::clrun {
namespace {

constexpr std::uint64_t k_most_groups = std::uint64_t{1} << 24;  // that are recorded of one launch
constexpr std::uint64_t k_most_items = std::uint64_t{1} << k_item_bits;

std::uint64_t divide_up(std::uint64_t value, std::uint64_t by) {
  return (value + by - 1) / by;
}

std::uint64_t groups_of(const NDRange& range, const GroupSize& group) {
  std::uint64_t groups = 1;
  for (unsigned d = 0; d < range.dimensions; ++d)
    groups *= divide_up(range.global[d], std::max<std::uint64_t>(group[d], 1));
  return groups;
}

GroupSize group_of(const NDRange& range) {
  GroupSize group{1, 1, 1};
  for (unsigned d = 0; d < range.dimensions; ++d) group[d] = std::max<std::uint64_t>(range.local[d], 1);
  return group;
}

// Returns the range with groups as the kernel requires; else, where the launch leaves them to the driver, with the
// usual ones.
NDRange with_groups(const NDRange& range, const KernelInterface& kernel) {
  NDRange chosen = range;
  if (range.local != std::array<std::size_t, 3>{0, 0, 0} || range.global[0] == 0) return chosen;
  if (kernel.required_work_group_size[0] != 0) {
    for (unsigned d = 0; d < 3; ++d) chosen.local[d] = kernel.required_work_group_size[d];
    return chosen;
  }
  chosen.local = {usual_group(range.global[0], range.global[0]), 1, 1};
  return chosen;
}

}  // namespace

Tracer::Tracer(const algorithms::Session& session, const ChipMemory& chip, const TraceLimits& limits)
    : session_(session), chip_(chip), limits_(limits) {}

Result<const TracedKernel*> Tracer::table_of(const std::string& module, const std::string& kernel) {
  auto found = tables_.find(module);
  if (found == tables_.end()) {
    const Variant* variant = session_.loaded_variant(module);
    AccessTable table = CLC_TRY(variant == nullptr ? AccessTable() : decode_access_table(variant->extra));
    found = tables_.emplace(module, std::move(table)).first;
  }
  const auto named = std::ranges::find(found->second, kernel, &TracedKernel::name);
  if (named != found->second.end()) return &*named;
  return fail(ErrorKind::k_usage, "kernel " + kernel + " of module " + module +
                                      " does not record what it does: make the package with clc compile --profile");
}

Result<void> Tracer::allocate() {
  if (trace_.size() != 0) return {};
  trace_ = CLC_TRY(in_context("the trace", session_.queue().allocate(limits_.bytes)));
  return {};
}

Result<void> Tracer::begin(const NDRange& range) {
  const std::uint64_t groups = groups_of(range, group_of(range));
  const std::uint64_t wanted = limits_.groups == 0 ? k_most_groups : std::min(limits_.groups, k_most_groups);
  const std::uint64_t every = std::max<std::uint64_t>(divide_up(groups, wanted), 1);
  head_.assign(k_trace_header_words + divide_up(groups, every), 0);
  if (head_.size() % 2 != 0) head_.push_back(0);
  records_at_ = head_.size() / 2;
  const std::uint64_t words = limits_.bytes / sizeof(std::uint64_t);
  if (words < records_at_ + k_record_words) {
    return fail(ErrorKind::k_usage, "a trace of " + std::to_string(limits_.bytes >> 20U) + " MiB is too small for " +
                                        std::to_string(groups) + " groups: --trace-size, or fewer with --groups");
  }
  head_[k_trace_capacity] = static_cast<std::uint32_t>(
      std::min<std::uint64_t>((words - records_at_) / k_record_words, std::uint64_t{1} << 31U));
  head_[k_trace_every] = static_cast<std::uint32_t>(every);
  head_[k_trace_records] = static_cast<std::uint32_t>(records_at_);
  const auto written = session_.queue().write(trace_, head_.data(), head_.size() * sizeof(std::uint32_t));
  return written ? Result<void>() : fail(written, "the trace");
}

Result<CommandTime> Tracer::launch(const std::string& module, const Kernel& kernel, const NDRange& range,
                                   const KernelArgument* arguments, std::size_t count) {
  const TracedKernel* table = CLC_TRY(table_of(module, kernel.interface().name));
  const NDRange chosen = with_groups(range, kernel.interface());
  CLC_TRY(allocate());
  CLC_TRY(begin(chosen));
  const cl_mem memory = trace_.handle();
  const cl_int code =
      clSetKernelArg(kernel.handle(), static_cast<cl_uint>(table->trace_argument), sizeof(memory), &memory);
  if (code != CL_SUCCESS) return fail_opencl(code, "the trace of kernel " + table->name + ": clSetKernelArg");
  const CommandTime time = CLC_TRY(kernel.launch_list(session_.queue(), chosen, arguments, count));
  CLC_TRY(end(module, *table, chosen));
  return time;
}

Result<void> Tracer::end(const std::string& module, const TracedKernel& table, const NDRange& range) {
  std::vector<std::uint32_t> head(head_.size());
  auto read = session_.queue().read_mapped(trace_, head.data(), head.size() * sizeof(std::uint32_t));
  if (!read) return fail(read, "the trace");
  const GroupSize group{head[k_trace_local_x], head[k_trace_local_y], head[k_trace_local_z]};
  if (group[0] * group[1] * group[2] > k_most_items)
    return fail(ErrorKind::k_usage, "groups of more than " + std::to_string(k_most_items) + " items are not recorded");
  std::vector<TraceRecord> records(std::min(head[k_trace_next], head[k_trace_capacity]));
  read = session_.queue().read_mapped(trace_, records.data(), records.size() * sizeof(TraceRecord),
                                      records_at_ * sizeof(std::uint64_t));
  if (!read) return fail(read, "the trace");

  auto at = std::ranges::find_if(figures_, [&](const KernelFigures& one) {
    return std::tie(one.module, one.kernel, one.group) == std::tie(module, table.name, group);
  });
  if (at == figures_.end()) {
    at = figures_.insert(figures_.end(), KernelFigures{});
    at->module = module;
    at->kernel = table.name;
    at->group = group;
    at->not_recorded = table.not_recorded;
  }
  const std::uint64_t groups = groups_of(range, group);
  const std::uint64_t every = head[k_trace_every];
  ++at->launches;
  at->groups += groups;
  // A group that lost records is not counted at all, so that what is counted is whole.
  const auto lost_of = [&](std::uint64_t slot) -> std::uint64_t {
    const std::uint64_t word = k_trace_header_words + slot;
    return word < head.size() ? head[word] : 0;
  };
  bool has_lost = false;
  for (std::uint64_t slot = 0; slot < divide_up(groups, every); ++slot) {
    at->lost_records += lost_of(slot);
    has_lost = has_lost || lost_of(slot) != 0;
    if (lost_of(slot) == 0) ++at->recorded_groups;
  }
  if (has_lost) {
    std::erase_if(records, [&](const TraceRecord& record) {
      return lost_of((record.who >> (k_instruction_bits + k_item_bits)) / every) != 0;
    });
  }
  add_records(table, records, chip_, *at);
  return {};
}

std::vector<KernelFigures> Tracer::take_figures() {
  for (KernelFigures& one : figures_) finish(one);
  return std::move(figures_);
}

}  // namespace clc::clrun
