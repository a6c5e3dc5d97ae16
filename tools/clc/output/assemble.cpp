#include "output/assemble.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "clc/base/digest.h"
#include "clc/internal/coverage.h"
#include "plan/sources/libraries.h"
#include "protocol/library.h"
#include "protocol/profile_section.h"
#include "protocol/sanitize_section.h"
#include "support/version.h"

namespace clc {
namespace {

// The reason is shown in the manifest, so it holds no paths.
std::string missing_reason(const JobResult& result) {
  if (!result.outcome) return "not compiled";
  switch (*result.outcome) {
    case Outcome::k_done:
      break;
    case Outcome::k_failed:
      return result.is_of_target() ? "the target lacks what it needs" : "did not compile";
    case Outcome::k_crashed:
      return "the compiler crashed";
    case Outcome::k_timed_out:
      return "the compiler took longer than allowed";
    case Outcome::k_unavailable:
      return "not available";
  }
  return "not compiled";
}

// False for options that change how kernels compute their results, but not which results: callers need not know them.
bool is_callers_business(const std::string& option) {
  return option != "-g" && option != "-s" && option.rfind("-O", 0) != 0 && option != "-cl-opt-disable" &&
         option != "-cl-kernel-arg-info" && option.rfind("--strip", 0) != 0;
}

// Adds what each of several sources has for itself.
template <class Counts>
void add_own_options(const SourceFile& source, const Counts& counts, FieldDigest& digest) {
  std::size_t number = 0;
  for (const SourceFile* one : source.all()) {
    ++number;
    for (const std::string& option : recorded_options(one->own_options)) {
      if (counts(option)) digest.add("option of source " + std::to_string(number), option);
    }
  }
}

// Returns a digest that is the same wherever the files lie, and however often they are included.
std::string kernels_digest(const Plan& plan, const Job& job, const Artifact& artifact) {
  FieldDigest digest("clc.kernels.1");
  for (const std::string& option : recorded_options(job.options)) {
    if (is_callers_business(option)) digest.add("option", option);
  }
  add_own_options(plan.source_of(job), is_callers_business, digest);
  std::set<std::string> files;
  for (const SourceFile* source : plan.source_of(job).all()) {
    if (source->library) {
      digest.add("library", library_variant(*source, plan.target_of(job))->kernels_digest);
    } else {
      files.insert(source->sha256);
    }
  }
  for (const Input& input : artifact.inputs) {
    if (input.kind == InputKind::k_file) files.insert(input.sha256);
  }
  for (const std::string& sha256 : files) digest.add("file", sha256);
  return digest.hex();
}

void add_variant(const Plan& plan, const Job& job, Artifact& artifact, Module& module, PackageContents& contents) {
  Variant variant;
  variant.target = plan.target_of(job).name;
  variant.format = artifact.format;
  variant.interface = module.interfaces.size();
  variant.options = manifest_options(job.options);
  variant.input_digest = input_digest(plan, job, artifact);
  variant.kernels_digest = kernels_digest(plan, job, artifact);
  variant.programs = plan.source_of(job).programs;
  variant.parts = plan.source_of(job).parts;
  variant.size = artifact.binary.size();
  variant.sha256 = sha256_hex(artifact.binary);
  variant.file = blob_name(variant);
  variant.match = artifact.match;
  variant.build_options = artifact.build_options;
  variant.resources = artifact.resources;
  for (const auto& [name, content] : artifact.sections) {
    if (name == k_library_section || name == k_profile_section || name == k_coverage_section ||
        !checks_of(name).empty())
      variant.extra = content;
  }
  contents.blobs[variant.file] = std::move(artifact.binary);
  module.interfaces.push_back(artifact.interface);
  module.variants.push_back(std::move(variant));
}

}  // namespace

std::string input_digest(const Plan& plan, const Job& job, const Artifact& artifact) {
  FieldDigest digest("clc.input-closure.1");
  digest.add("clc", k_generator).add("compiler", artifact.compiler).add("target", plan.target_of(job).name);
  for (const std::string& option : recorded_options(job.options)) digest.add("option", option);
  add_own_options(plan.source_of(job), [](const std::string&) { return true; }, digest);
  for (const SourceFile& source : plan.source_of(job).others) {
    if (source.library) digest.add("library", sha256_hex(library_code(source, plan.target_of(job))));
  }
  if (plan.target_of(job).driver) {
    digest.add("finish", k_finish_names[static_cast<std::size_t>(plan.finish)]);
    for (const GroupSize& group : plan.source_of(job).group_sizes) digest.add("launch", group.text());
  }
  for (const Input& input : artifact.inputs) {
    if (input.kind != InputKind::k_file) continue;
    const bool is_rooted = input.path.root >= 0;
    digest.add("root", is_rooted ? std::to_string(input.path.root) : "absolute");
    digest.add("name", is_rooted ? input.path.name : base_name(input.path.name));
    digest.add("sha256", input.sha256);
  }
  return digest.hex();
}

PackageContents assemble(const Plan& plan, JobResults& results) {
  PackageContents contents;
  contents.manifest.generator = k_generator;
  IndexedVector<SourceIndex, Module> modules(plan.sources.size());
  for (const JobIndex index : plan.jobs.positions()) {
    const Job& job = plan.jobs[index];
    Module& module = modules[job.source];
    module.name = plan.source_of(job).module;
    module.source_sha256 = plan.source_of(job).digest();
    module.tuning = plan.source_of(job).tuning;
    if (results[index].done()) {
      add_variant(plan, job, *results[index].artifact, module, contents);
    } else {
      contents.manifest.missing.push_back({module.name, plan.target_of(job).name, missing_reason(results[index]), ""});
    }
  }
  for (Module& module : modules) {
    if (!module.variants.empty()) contents.manifest.modules.push_back(std::move(module));
  }
  const bool has_parts =
      std::ranges::any_of(plan.sources, [](const SourceFile& source) { return !source.parts.empty(); });
  if (has_parts) contents.manifest.minor = k_manifest_minor_of_parts;
  if (has_library(contents.manifest)) contents.manifest.minor = k_manifest_minor_of_libraries;
  normalize(contents.manifest);
  return contents;
}

}  // namespace clc
