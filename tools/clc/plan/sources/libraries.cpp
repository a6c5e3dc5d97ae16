#include "plan/sources/libraries.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "base/try.h"
#include "clc/internal/coverage.h"
#include "clc/package/package.h"
#include "protocol/profile_section.h"
#include "protocol/sanitize_section.h"
#include "support/package_name.h"

namespace clc {

bool is_package(const std::string& file) {
  std::error_code ignored;
  return file.ends_with(".clcpack") || std::filesystem::exists(join_path(file, k_manifest_file), ignored);
}

namespace {

Result<SourceFile> read_library(const Package& package, const Module& module, const std::string& spelled) {
  SourceFile source;
  source.spelled = spelled;
  source.path = std::filesystem::absolute(spelled).string();
  source.sha256 = module.source_sha256;
  auto library = std::make_shared<SourceLibrary>();
  library->module = module;
  for (const Variant& variant : module.variants) {
    if (!is_library(variant)) {
      return fail(ErrorKind::k_usage, spelled + ": module " + module.name + " for " + variant.target +
                                          " is no library; compile it with " + k_library_flag);
    }
    library->symbols[variant.target] =
        CLC_TRY(in_context(spelled + ": module " + module.name + " for " + variant.target, library_of(variant)));
    library->code[variant.target] = CLC_TRY(package.read(variant));
  }
  source.library = std::move(library);
  return source;
}

}  // namespace

Result<std::vector<SourceFile>> read_libraries(const std::string& spelled) {
  const Package package = CLC_TRY(Package::open(spelled));
  std::vector<SourceFile> libraries;
  for (const Module& module : package.manifest().modules)
    libraries.push_back(CLC_TRY(read_library(package, module, spelled)));
  if (libraries.empty()) return fail(ErrorKind::k_usage, spelled + ": this package has no modules");
  return libraries;
}

const Variant* library_variant(const SourceFile& library, const PlannedTarget& target) {
  std::vector<std::string> names = {target.compiled().name()};
  // A library for every SPIR-V is also for the one that a chip's assembler takes.
  if (target.assembler != nullptr && target.compiled().family == Family::k_spirv64) names.push_back("spirv64:1.2");
  for (const std::string& name : names) {
    for (const Variant& variant : library.library->module.variants) {
      if (variant.target == name && (!target.driver || variant.match == target.driver->match)) return &variant;
    }
  }
  return nullptr;
}

RequestedSource requested_library(const SourceFile& library, const PlannedTarget& target) {
  const Variant& variant = *library_variant(library, target);
  const SourceLibrary& all = *library.library;
  RequestedLibrary requested;
  requested.module = all.module.name;
  requested.symbols = all.symbols.at(variant.target);
  requested.interface = all.module.interfaces[variant.interface];
  if (!target.driver) requested.code = all.code.at(variant.target);
  return {library.path, library.spelled, "", read_options(variant.options), std::move(requested)};
}

const Bytes& library_code(const SourceFile& library, const PlannedTarget& target) {
  return library.library->code.at(library_variant(library, target)->target);
}

Result<void> check_library_options(const CompileArguments& arguments) {
  const auto usage = [](const std::string& text) { return fail(ErrorKind::k_usage, text); };
  const bool is_made = makes_library(arguments.options);
  for (const BuildOption& option : arguments.options) {
    const bool is_ours = option.is(Option::k_create_library) || option.is(Option::k_enable_link_options);
    if (is_ours && !option.pattern.empty())
      return usage("-Xtarget " + option.pattern + " " + option.text() + ": this option is for all targets");
  }
  if (!is_made && has_option(arguments.options, Option::k_enable_link_options))
    return usage(std::string(k_link_options_flag) + " is for libraries; " + k_library_flag + " makes one");
  if (!is_made) return {};
  if (is_bare_output(arguments.outputs.package))
    return usage(std::string(k_library_flag) + " needs a package: -o FOLDER, or a file that ends in .clcpack");
  const auto& sections = arguments.sections;
  for (const std::string_view section : {k_profile_section, k_coverage_section}) {
    if (std::ranges::find(sections, section) != sections.end())
      return usage("--" + std::string(section) + " is for kernels, and " + k_library_flag + " makes a library");
  }
  if (std::ranges::any_of(sections, [](const std::string& section) { return !checks_of(section).empty(); }))
    return usage(std::string("--sanitize is for kernels, and ") + k_library_flag + " makes a library");
  return {};
}

Result<void> check_libraries(const Plan& plan) {
  for (const Job& job : plan.jobs) {
    const PlannedTarget& target = plan.target_of(job);
    for (const SourceFile& other : plan.source_of(job).others) {
      if (!other.library || library_variant(other, target) != nullptr) continue;
      std::vector<std::string> names;
      for (const Variant& variant : other.library->module.variants) names.push_back(variant.target);
      const bool is_there = std::ranges::find(names, target.name) != names.end();
      return fail(ErrorKind::k_unavailable,
                  other.spelled + ": library " + other.library->module.name + " is not for " +
                      target.compiled().name() +
                      (is_there ? " as it is here: another version of the driver made it" : "; it is for ") +
                      (is_there ? "" : join(names, ", ")));
    }
  }
  return {};
}

}  // namespace clc
