#include "plan/bare_output.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/text.h"
#include "clc/package/package.h"
#include "clc/package/target.h"

namespace clc {
namespace {

constexpr std::array<std::string_view, 10> k_texts = {".ll",  ".s",      ".i",  ".il", ".isa",
                                                      ".asm", ".spvasm", ".bc", ".o",  ".txt"};

std::string_view ending_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  const bool is_ending = dot != path.npos && dot != 0 && path.find('/', dot) == path.npos && path[dot - 1] != '/';
  return is_ending ? std::string_view(path).substr(dot) : std::string_view();
}

template <class Endings>
bool ends_as(const Endings& endings, const std::string& path) {
  std::error_code ignored;
  return std::ranges::find(endings, ending_of(path)) != endings.end() && !std::filesystem::is_directory(path, ignored);
}

std::string package_of(const std::string& path) {
  return path.substr(0, path.size() - ending_of(path).size()) + ".clcpack";
}

// An ending that is nearly .clcpack, where there is no such folder yet.
bool is_misspelt_package(const std::string& path) {
  std::error_code ignored;
  const std::string_view ending = ending_of(path);
  return !ending.empty() && !is_file_form(path) && !nearest(ending, {".clcpack"}).empty() &&
         !std::filesystem::is_directory(path, ignored);
}

}  // namespace

bool is_bare_output(const std::string& path) {
  const std::vector<FamilyInfo>& families = target_families();
  return std::ranges::any_of(families, [&](const FamilyInfo& family) { return ends_as(family.endings, path); });
}

Result<void> check_package_name(const std::string& path) {
  if (ends_as(k_texts, path)) {
    return fail(
        ErrorKind::k_usage,
        "-o " + path + ": texts and intermediate files are dumps: `clc compile … --dump-dir FOLDER` writes them");
  }
  if (is_misspelt_package(path)) {
    return fail(ErrorKind::k_usage,
                "-o " + path + ": did you mean " + package_of(path) + "? A folder of this name is -o " + path + "/");
  }
  if (!is_bare_output(path)) return {};
  return fail(
      ErrorKind::k_usage,
      "-o " + path + ": a package is a folder or a file that ends in .clcpack, for instance " + package_of(path));
}

Result<void> check_output_name(const Plan& plan) {
  const std::string& path = plan.outputs.package;
  if (!is_bare_output(path)) return check_package_name(path);
  const auto usage = [&](const std::string& what) {
    return fail(ErrorKind::k_usage, "-o " + path + ": " + what + "; for a package: -o " + package_of(path));
  };
  if (plan.jobs.size() != 1) {
    return usage("this name is for one binary, and " + count(plan.sources.size(), "FILE") + " for " +
                 count(plan.targets.size(), "target") + " give " + std::to_string(plan.jobs.size()));
  }
  const PlannedTarget& target = plan.target_of(plan.jobs[JobIndex{0}]);
  const std::vector<std::string>& endings = family_info(target.target.family).endings;
  if (std::ranges::find(endings, ending_of(path)) == endings.end())
    return usage("the binary for " + target.name + " is named " + stem(path) + endings.front());
  if (plan.outputs.compression != 0 || !plan.outputs.add_on_of.empty())
    return usage("--compress and --add-on-of are for packages");
  return {};
}

void warn_of_build_options(const std::string& path, const Artifact& artifact, Sink& sink) {
  const auto has = [&](std::string_view option) { return artifact.build_options.find(option) != std::string::npos; };
  if (artifact.format != "spirv" || (!has("-cl-opt-disable") && !has("-cl-std="))) return;
  sink.message(Severity::k_warning, path + " has to be built with " + artifact.build_options +
                                        ", too, or Intel's driver for CPUs computes wrong results: give clBuildProgram "
                                        "these options, or make a package, which tells the runtime: -o " +
                                        package_of(path));
}

}  // namespace clc
