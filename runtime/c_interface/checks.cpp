// Functions of clc_runtime.h for kernels with checks, which the caller launches.
#include <algorithm>

#include "answer.h"
#include "base/try.h"
#include "checks/checked_launch.h"
#include "objects.h"

struct clc_checked_launch {
  clc::CheckedLaunch launch;
  std::shared_ptr<clc_program::Checks> checks;  // of the program, which may be closed before
};

namespace clc {
namespace {

// Findings with the values behind their texts.
struct OwnedFindings : clc_check_findings {
  explicit OwnedFindings(CheckResults found) : clc_check_findings{}, results(std::move(found)) {
    for (const CheckReport& one : results.reports) {
      clc_check_report& shown = reports.emplace_back();
      shown = {one.check.c_str(),
               one.kernel.c_str(),
               one.file.c_str(),
               one.line,
               one.column,
               one.other_file.c_str(),
               one.other_line,
               one.other_column,
               {},
               {},
               one.message.c_str(),
               one.count,
               texts.emplace_back(one.text()).c_str()};
      std::ranges::copy(one.global_id, std::begin(shown.global_id));
      std::ranges::copy(one.group_id, std::begin(shown.group_id));
    }
    for (const clc_check_report& one : reports) report_list.push_back(&one);
    for (const std::string& text : results.not_checked) not_checked_list.push_back(text.c_str());
    static_cast<clc_check_findings&>(*this) = {report_list.size(), report_list.data(), not_checked_list.size(),
                                               not_checked_list.data()};
  }

  const CheckResults results;
  std::deque<std::string> texts;
  std::deque<clc_check_report> reports;
  std::vector<const clc_check_report*> report_list;
  std::vector<const char*> not_checked_list;
};

// The memory of the arguments that a kernel's table lists.
Result<std::vector<CheckedMemory>> memories(const CheckedKernel& kernel, const KernelInterface* interface,
                                            const clc_given_memory* given, std::size_t count) {
  std::vector<CheckedMemory> all;
  for (const std::uint64_t index : kernel.pointers) {
    const auto* end = given + count;
    const auto* found = std::find_if(given, end, [&](const auto& one) { return one.argument == index; });
    if (found == end)
      return fail(ErrorKind::k_usage, "the memory of argument " + std::to_string(index) + " is missing");
    const bool is_local = interface->arguments[index].kind == ArgumentKind::k_local;
    if (found->buffer != nullptr) {
      all.push_back(CLC_TRY(checked_memory(found->buffer)));
    } else {
      all.push_back({found->size, is_local});
    }
  }
  return all;
}

Result<void> begin(const clc_program& program, const clc_launch_to_check& wanted, clc_checked_launch** launch) {
  if (wanted.memory == nullptr && wanted.memory_count != 0)
    return fail(ErrorKind::k_usage, "clc_checks_begin: 'wanted->memory' is null");
  const std::shared_ptr<clc_program::Checks>& checks = program.checks;
  const auto kernel = std::ranges::find(checks->table, wanted.kernel_name, &CheckedKernel::name);
  const KernelInterface* interface = program.loaded.interface.find(wanted.kernel_name);
  if (interface == nullptr)
    return fail(ErrorKind::k_usage, std::string("the program has no kernel '") + wanted.kernel_name + "'");
  if (kernel == checks->table.end()) {
    *launch = nullptr;
    return {};
  }
  if (kernel->argument != interface->arguments.size())
    return fail(ErrorKind::k_damaged, "kernel '" + kernel->name + "': its checks are of other arguments");
  const auto memory = CLC_TRY(memories(*kernel, interface, wanted.memory, wanted.memory_count));
  CheckedLaunch made = CLC_TRY(CheckedLaunch::prepare(wanted.queue, wanted.kernel, *kernel, memory,
                                                      {wanted.groups, wanted.items_of_group, wanted.stops != 0}));
  *launch = new clc_checked_launch{std::move(made), checks};
  return {};
}

}  // namespace
}  // namespace clc

using clc::answer;
using clc::Result;

extern "C" clc_status clc_checks_begin(const clc_program* program, const clc_launch_to_check* wanted,
                                       clc_checked_launch** launch) {
  return answer("clc_checks_begin", {{"program", program}, {"wanted", wanted}, {"launch", launch}},
                [=]() -> Result<void> {
                  CLC_TRY(clc::demand("clc_checks_begin", {{"wanted->kernel_name", wanted->kernel_name},
                                                           {"wanted->kernel", wanted->kernel},
                                                           {"wanted->queue", wanted->queue}}));
                  return clc::begin(*program, *wanted, launch);
                });
}

extern "C" clc_status clc_checks_end(clc_checked_launch* launch, cl_event event) {
  const std::unique_ptr<clc_checked_launch> owned(launch);
  if (launch == nullptr) return CLC_SUCCESS;
  return answer("clc_checks_end", {}, [&]() -> Result<void> {
    if (event != nullptr) launch->checks->log.add(CLC_TRY(launch->launch.finish(event)));
    return {};
  });
}

extern "C" clc_status clc_checks_take(const clc_program* program, const clc_check_findings** findings) {
  return answer("clc_checks_take", {{"program", program}, {"findings", findings}}, [=]() -> Result<void> {
    *findings = new clc::OwnedFindings(program->checks->log.take());
    return {};
  });
}

extern "C" void clc_check_findings_close(const clc_check_findings* findings) {
  delete static_cast<const clc::OwnedFindings*>(findings);
}
