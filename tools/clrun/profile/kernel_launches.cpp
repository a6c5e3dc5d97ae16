#include "profile/kernel_launches.h"

#include <algorithm>

#include "base/text.h"
#include "base/try.h"
#include "common/registry.h"
#include "context.h"
#include "profile/kernel_arguments.h"
#include "support/command_line.h"
#include "support/work_size.h"

namespace clc::clrun {
namespace {

constexpr std::uint64_t k_default_size = 16384;  // elements: small, because every access is recorded or checked

// "MODULE/NAME", or the name alone where one module has it.
Result<std::pair<std::string, std::string>> find_kernel(const Package& package, const std::string& name) {
  const std::size_t slash = name.find('/');
  const std::string module = slash == std::string::npos ? "" : name.substr(0, slash);
  const std::string kernel = slash == std::string::npos ? name : name.substr(slash + 1);
  std::vector<std::string> modules, known;
  for (const Module& one : package.manifest().modules) {
    for (const Interface& interface : one.interfaces) {
      for (const KernelInterface& there : interface.kernels) known.push_back(there.name);
      const bool has_it = interface.find(kernel) != nullptr && (module.empty() || module == one.name);
      if (has_it && (modules.empty() || modules.back() != one.name)) modules.push_back(one.name);
    }
  }
  if (modules.size() == 1) return std::make_pair(modules.front(), kernel);
  if (modules.empty()) return fail(ErrorKind::k_usage, "no kernel '" + name + "'" + suggestion(kernel, known));
  return fail(ErrorKind::k_usage, "kernel " + kernel + " is in several modules: --kernel " +
                                      join(modules, "/" + kernel + " or ") + "/" + kernel);
}

// A size that groups do not divide would be rounded up, and the kernel would reach beyond its buffers.
Result<void> check_groups(const WorkSize& global, const WorkSize& given, const KernelInterface& kernel) {
  for (std::size_t d = 0; d < global.size(); ++d) {
    const std::uint64_t group = given[0] != 0 ? given[d] : kernel.required_work_group_size[d];
    if (group == 0 || global[d] % group == 0) continue;
    return fail(
        ErrorKind::k_usage,
        "--global-size " + shape_text(global) + " is no multiple of work-groups of " +
            (given[0] != 0 ? shape_text(given) : shape_text(kernel.required_work_group_size) + ", which it requires"));
  }
  return {};
}

Result<void> launch_kernel(algorithms::Session& session, const std::string& wanted, const Options& options) {
  const ProfileOptions& profile = options.profile;
  const auto [module, name] = CLC_TRY(find_kernel(session.package(), wanted));
  const Kernel kernel = CLC_TRY(session.kernel(module, name));
  CLC_TRY(check_groups(profile.global, profile.local, kernel.interface()));
  const auto arguments =
      CLC_TRY(KernelArguments::make(session.queue(), kernel.interface(), profile.arguments, options.seed));
  NDRange range;
  range.dimensions = 3;
  for (unsigned d = 0; d < 3; ++d) {
    range.global[d] = profile.global[d];
    range.local[d] = profile.local[0] == 0 ? 0 : profile.local[d];
  }
  const auto time = session.launch(module, kernel, range, arguments.list().data(), arguments.list().size());
  return time ? Result<void>() : fail(time);
}

// Runs the algorithms as clrun verify does. Returns what went wrong, a line each.
Result<std::vector<std::string>> run_algorithms(algorithms::Session& session, const Options& options) {
  const auto selections = CLC_TRY(select_algorithms(options.names, algorithms::all_algorithms()));
  std::vector<std::string> problems;
  std::vector<std::uint64_t> sizes = options.sizes;
  if (sizes.empty()) sizes.push_back(k_default_size);
  for (const Selection& selection : selections) {
    for (const algorithms::AlgorithmVariant* variant : selection.variants) {
      const std::string name = selection.algorithm->name + "/" + variant->name;
      for (const std::uint64_t size : sizes) {
        const auto verdict =
            CLC_TRY(in_context(name, variant->verify(session, {size, options.offset.value_or(0), options.seed})));
        if (!verdict.skipped.empty()) problems.push_back(name + " is skipped: " + verdict.skipped);
        if (verdict.skipped.empty() && !verdict.passed) problems.push_back(name + " is wrong: " + verdict.detail);
      }
    }
  }
  return problems;
}

}  // namespace

void add_kernel_options(const CommandLine& line, ProfileOptions& into) {
  line.add("--kernel [MODULE/]NAME", into.kernels,
           "instead of algorithms: this kernel of the package; several are launched alike, one after another")
      .one_value_each();
  add_work_size(line, "--global-size XxYxZ", into.global, "its work-items");
  add_work_size(line, "--work-group XxYxZ", into.local,
                "work-items of a group (default: as the kernel requires, else up to 256)");
  line.add("--arg VALUE", into.arguments, k_argument_help).one_value_each();
}

Result<void> check_launches(const Options& options) {
  const ProfileOptions& profile = options.profile;
  if (profile.kernels.empty()) {
    if (!profile.arguments.empty() || profile.global[0] != 0 || profile.local[0] != 0)
      return fail(ErrorKind::k_usage, "--arg, --global-size and --work-group need --kernel");
    if (options.names.empty()) return fail(ErrorKind::k_usage, "name an algorithm, or a kernel with --kernel");
    return {};
  }
  if (!options.names.empty()) return fail(ErrorKind::k_usage, "name an algorithm or --kernel, not both");
  if (profile.global[0] == 0) return fail(ErrorKind::k_usage, "--kernel needs --global-size");
  return {};
}

Result<std::vector<std::string>> launch_all(algorithms::Session& session, const Options& options) {
  for (const std::string& kernel : options.profile.kernels)
    CLC_TRY(in_context(kernel, launch_kernel(session, kernel, options)));
  if (!options.profile.kernels.empty()) return std::vector<std::string>();
  return run_algorithms(session, options);
}

bool has_wrong_results(const std::vector<std::string>& problems) {
  return std::ranges::any_of(problems, [](const auto& text) { return text.find(" is wrong") != std::string::npos; });
}

}  // namespace clc::clrun
