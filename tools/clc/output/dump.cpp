#include "output/dump.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "insight/disasm/kernel_code.h"
#include "output/dump_texts.h"
#include "plan/shown_diagnostics.h"
#include "support/code_parts.h"
#include "support/dump_bits.h"
#include "support/interrupts.h"

namespace clc {
namespace {

// The chip's name in AMD's file names: cypress, gfx906, sm_90; SPIR-V's own name; NAME of driver:NAME.
std::string device_name(const Target& target) {
  const FamilyInfo& family = family_info(target.family);
  return family.form == BinaryForm::k_il ? family.name : target.arch;
}

std::vector<std::string> kernels_of(const Artifact& artifact) {
  std::vector<std::string> names;
  for (const KernelInterface& kernel : artifact.interface.kernels) names.push_back(kernel.name);
  return names;
}

std::vector<std::string> unfinished_in(const Artifact& artifact) {
  return unfinished_kernels(artifact.binary, kernels_of(artifact));
}

std::string resource_lines(const Artifact& artifact, const Target& target, const std::string& kernel) {
  const auto found = artifact.resources.find(kernel);
  return found == artifact.resources.end() ? "" : customary_resource_lines(target.family, found->second);
}

class Dump {
 public:
  Dump(const Plan& plan, const JobResults& results, Sink& sink)
      : plan_(plan), dumps_(plan.outputs.dumps), results_(results), sink_(sink), texts_(plan.jobs.size()) {}

  Result<void> run() {
    disassemble_all();
    name_modules();
    if (!dumps_.folder.empty()) {
      std::error_code error;
      std::filesystem::create_directories(dumps_.folder, error);
      if (error) return fail(ErrorKind::k_io, "cannot make the folder " + dumps_.folder + ": " + error.message());
      Result<void> written = write_modules(dumps_.folder, dumps_.bits_in_folder());
      if (!written) return written;
    }
    // These two of the variable's bits mean files per kernel.
    const unsigned per_kernel = dumps_.bits & (k_dump_il | k_dump_isa);
    CLC_TRY(write_modules("", dumps_.bits & ~per_kernel));
    return write_kernels(per_kernel);
  }

 private:
  const Target& target_of(JobIndex job) const { return plan_.target_of(job).target; }
  const std::string& module_of(JobIndex job) const { return plan_.source_of(job).module; }

  void disassemble_all() {
    const bool everything = !dumps_.folder.empty();
    const bool il = everything || (dumps_.bits & k_dump_il) != 0;
    const bool isa = everything || (dumps_.bits & k_dump_isa) != 0;
    std::set<std::string> said;  // a missing tool concerns many jobs
    for (const JobIndex i : plan_.jobs.positions()) {
      if (!results_[i].done() || (!il && !isa)) continue;
      texts_[i] = texts_of(*results_[i].artifact, target_of(i), il, isa, plan_.tools);
      const std::vector<std::string> unfinished =
          isa && texts_[i].isa ? unfinished_in(*results_[i].artifact) : std::vector<std::string>();
      if (!unfinished.empty()) texts_[i].problems.push_back({"complete ISA", not_finished(unfinished)});
      for (const DumpProblem& problem : texts_[i].problems) {
        if (!said.insert(problem.missing + problem.reason).second) continue;
        sink_.message(Severity::k_warning, "no " + problem.missing + " of " + module_of(i) + " for " +
                                               plan_.target_of(i).name + ": " + problem.reason);
      }
    }
  }

  // `<module>.<target>` with safe characters only; a number tells names apart that became equal by that.
  void name_modules() {
    std::map<std::string, int> taken;
    for (const JobIndex i : plan_.jobs.positions()) {
      std::string name = file_safe(module_of(i)) + "." + file_safe(plan_.target_of(i).name);
      const int others = taken[name]++;
      if (others != 0) name += "-" + std::to_string(others + 1);
      module_names_.push_back(std::move(name));
    }
  }

  std::string log_of(JobIndex job) const {
    std::string log = results_[job].artifact->log;
    if (log.empty()) {
      for (const ShownDiagnostic& shown : job_diagnostics(plan_, job, results_[job])) log += to_text(shown);
    }
    return log;
  }

  // The contents of a job's files, by extension.
  std::map<std::string, std::string> module_files(JobIndex job, unsigned bits) const {
    const Artifact& artifact = *results_[job].artifact;
    const JobTexts& texts = texts_[job];
    std::map<std::string, std::string> files;
    const auto add_section = [&](const char* section, const char* extension) {
      const auto found = artifact.sections.find(section);
      if (found != artifact.sections.end()) files[extension] = found->second;
    };
    if ((bits & k_dump_log) != 0) files[".log"] = log_of(job);
    if (!results_[job].done()) return files;
    if ((bits & k_dump_il) != 0 && texts.il) files[texts.il_extension] = whole_text(*texts.il);
    if ((bits & k_dump_isa) != 0 && texts.isa) {
      std::string& isa = files[".isa"] = whole_text(*texts.isa);
      for (const std::string& kernel : kernels_of(artifact)) {
        const std::string lines = resource_lines(artifact, target_of(job), kernel);
        if (!lines.empty()) isa += "\n; kernel " + kernel + lines;
      }
    }
    if ((bits & k_dump_preprocessed) != 0) add_section("preprocessed", ".i");
    if ((bits & k_dump_ir) != 0) {
      add_section("ir-before", ".before.ll");
      add_section("ir", ".ll");
    }
    if ((bits & k_dump_passes) != 0) add_section("passes", ".passes.ll");
    if ((bits & k_dump_binary) != 0) {
      Variant variant;
      variant.format = artifact.format;
      const std::string name = blob_name(variant);
      files[name.substr(name.rfind('.'))] = artifact.binary;
    }
    return files;
  }

  Result<void> write_modules(const std::string& folder, unsigned bits) const {
    for (const JobIndex i : plan_.jobs.positions()) {
      if (bits == 0) break;
      if (!results_[i].artifact) continue;
      for (const auto& [extension, text] : module_files(i, bits)) {
        const std::string path = join_path(folder, module_names_[i] + extension);
        const auto held = hold_for_output(path);
        CLC_TRY(write_file_atomically(path, text));
      }
    }
    return {};
  }

  // Writes a file per kernel into the current folder.
  Result<void> write_kernels(unsigned bits) const {
    if (bits == 0) return {};
    std::vector<KernelFile> files;
    std::vector<JobIndex> jobs;
    for (const JobIndex i : plan_.jobs.positions()) {
      if (!results_[i].done()) continue;
      for (const std::string& kernel : kernels_of(*results_[i].artifact)) {
        files.push_back({kernel, device_name(target_of(i)), module_of(i), plan_.target_of(i).name});
        jobs.push_back(i);
      }
    }
    const std::vector<std::string> names = kernel_file_names(files);
    for (std::size_t i = 0; i < files.size(); ++i) CLC_TRY(write_kernel(jobs[i], files[i].kernel, names[i], bits));
    return {};
  }

  Result<void> write_kernel(JobIndex job, const std::string& kernel, const std::string& name, unsigned bits) const {
    const Artifact& artifact = *results_[job].artifact;
    const std::vector<std::string> kernels = kernels_of(artifact);
    const JobTexts& texts = texts_[job];
    // Where a text cannot be cut into kernels, the whole text is better than nothing.
    const auto text = [&](const SplitText& split) {
      return text_of_kernel(split, kernel, kernels).value_or(whole_text(split));
    };
    if ((bits & k_dump_il) != 0 && texts.il) CLC_TRY(write_file_atomically(name + ".il", text(*texts.il)));
    if ((bits & k_dump_isa) == 0 || !texts.isa) return {};
    if (std::ranges::count(unfinished_in(artifact), kernel) != 0) return {};
    return write_file_atomically(name + ".isa", text(*texts.isa) + resource_lines(artifact, target_of(job), kernel));
  }

  const Plan& plan_;
  const Dumps& dumps_;
  const JobResults& results_;
  Sink& sink_;
  IndexedVector<JobIndex, JobTexts> texts_;
  IndexedVector<JobIndex, std::string> module_names_;
};

}  // namespace

Result<void> dump(const Plan& plan, const JobResults& results, Sink& sink) {
  if (!plan.outputs.dumps.are_wanted()) return {};
  return Dump(plan, results, sink).run();
}

std::vector<std::string> kernel_file_names(const std::vector<KernelFile>& files) {
  const auto short_name = [](const KernelFile& file) { return file_safe(file.kernel + "_" + file.device); };
  const auto long_name = [&](const KernelFile& file) {
    return short_name(file) + "." + file_safe(file.module) + "." + file_safe(file.target);
  };
  std::map<std::string, int> alike;
  for (const KernelFile& file : files) ++alike[short_name(file)];
  // Long names with safe characters can still be equal; their numbers must not depend on the order of arguments,
  // either.
  std::map<std::string, std::vector<std::size_t>> users;
  for (std::size_t i = 0; i < files.size(); ++i)
    users[alike[short_name(files[i])] == 1 ? short_name(files[i]) : long_name(files[i])].push_back(i);
  std::vector<std::string> names(files.size());
  for (auto& [name, indexes] : users) {
    const auto key = [&](std::size_t i) { return std::tie(files[i].kernel, files[i].module, files[i].target); };
    std::ranges::sort(indexes, [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    for (std::size_t i = 0; i < indexes.size(); ++i)
      names[indexes[i]] = name + (i == 0 ? "" : "-" + std::to_string(i + 1));
  }
  return names;
}

}  // namespace clc
