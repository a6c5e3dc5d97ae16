#include "commands/layer/serving.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "base/environment_variable.h"
#include "base/platform/paths.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/internal/key_file.h"
#include "clc/package/signature.h"
#include "commands/layer/opencl_loader.h"
#include "package/ed25519.h"
#include "package/find_packages.h"
#include "toolchain/helpers.h"

namespace clc {
namespace {

std::string absolute(const std::string& path) {
  return platform::to_text(std::filesystem::absolute(platform::to_path(path)));
}

constexpr const char* k_key_variable = "CLC_PACKAGE_KEY";

const char* origin_of_key(const ServingOptions& options) {
  return options.keys.empty() ? k_key_variable : "--key";
}

// The file with the key that the layer demands: of --key, or of the environment. For a pipe it is a copy in `folder`.
Result<std::string> key_file(const ServingOptions& options, const std::string& folder) {
  if (options.keys.size() > 1) return fail(ErrorKind::k_usage, "--key can be given once");
  const std::string variable = environment_variable(k_key_variable);
  if (options.keys.empty() && variable.empty()) return variable;
  const std::string path = options.keys.empty() ? absolute(variable) : options.keys.front();
  if (!can_be_read_once(path)) return absolute(path);
  const PublicKey key = CLC_TRY(in_context(origin_of_key(options), read_public_key(path)));
  const std::string copy = join_path(folder, "key.pub");
  CLC_TRY(write_file_atomically(copy, Bytes(key.bytes.begin(), key.bytes.end())));
  return copy;
}

// Returns the packages' absolute paths, in one list. Checks that the layer will use each: that it can be opened
// and that the key in this file, if any, signed it.
Result<std::string> package_list(const ServingOptions& options, const std::string& key_file) {
  std::vector<PublicKey> keys;
  if (!key_file.empty()) CLC_TRY(check_that_signing_is_here());
  if (!key_file.empty()) keys.push_back(CLC_TRY(in_context(origin_of_key(options), read_public_key(key_file))));
  std::string list;
  for (const std::string& path : options.packages) {
    const Package package = CLC_TRY(open_package(path));
    const Result<void> trusted =
        keys.empty() ? Result<void>() : check_signature(package.manifest(), keys, verify_ed25519);
    if (!trusted) return fail(ErrorKind::k_damaged, path + ": " + trusted.error().message);  // 6 is of --fail-on
    const std::string place = absolute(path);
    if (place.find(platform::k_between_paths) != std::string::npos)
      return fail(ErrorKind::k_usage, "--package " + path + ": a path with a " + platform::k_name_between_paths +
                                          " cannot be given to a program");
    list += (list.empty() ? "" : platform::k_between_paths) + place;
  }
  return list;
}

constexpr const char* k_summary_variable = "CLC_LAYER_SUMMARY";

std::string shown_program(const ServedProgram& program) {
  const std::string name = program.name.empty() ? "program" : program.name;
  return program.digest.empty() ? name
                                : name + "-" + program.digest.substr(0, 12);  // some have none, as with bad options
}

}  // namespace

std::vector<std::string> files_of(const ServingOptions& options) {
  std::vector<std::string> files = options.packages;
  files.insert(files.end(), options.keys.begin(), options.keys.end());
  return files;
}

CommandOption add_package_option(const CommandLine& line, ServingOptions& options) {
  return line.add("-p,--package PACKAGE", options.packages, "a folder or a .clcpack file; can be repeated")
      .one_value_each();
}

void add_loading_options(const CommandLine& line, ServingOptions& options) {
  line.add("--key FILE", options.keys, "a public key that must have signed the packages; - is standard input");
  line.flag("--replace-loader", options.replaces_loader,
            "for a program that brings an OpenCL loader as a file: load the system's instead");
}

Result<void> take_environment(ServingOptions& options) {
  if (options.packages.empty()) {
    const std::string given = environment_variable("CLC_PACKAGE");
    for (const std::string_view path : split(given, platform::k_between_paths)) {
      if (!path.empty()) options.packages.emplace_back(path);
    }
  }
  if (options.on_miss.empty()) options.on_miss = environment_variable("CLC_LAYER_ON_MISS");
  if (options.on_miss.empty()) options.on_miss = "driver";
  constexpr std::array k_known = {"driver", "compile", "cache", "fail"};
  return refuse({{std::ranges::find(k_known, options.on_miss) == k_known.end(),
                  "CLC_LAYER_ON_MISS is '" + options.on_miss + "': it can be driver, compile, cache or fail"}});
}

Result<Settings> settings_for(const ServingOptions& options, const LayersSetting& layers,
                              const std::string& summaries) {
  const std::string key = CLC_TRY(key_file(options, summaries));
  const std::string packages = CLC_TRY(package_list(options, key));
  Settings settings = {layers.get(), {"CLC_LAYER_ON_MISS", options.on_miss}, {k_summary_variable, summaries}};
  if (!packages.empty()) settings.emplace_back("CLC_PACKAGE", packages);
  if (!options.checks.empty()) settings.emplace_back("CLC_LAYER_SANITIZE", options.checks);
  if (!options.on_fault.empty()) settings.emplace_back("CLC_LAYER_ON_FAULT", options.on_fault);
  if (options.on_miss == "compile") {
    if (const std::string self = own_path(); !self.empty()) settings.emplace_back("CLC_LAYER_COMPILER", self);
  }
  if (options.replaces_loader) {
    const std::string loader = CLC_TRY(in_context("--replace-loader", system_loader()));
    const std::string others = environment_variable("LD_PRELOAD");
    settings.emplace_back("LD_PRELOAD", loader + (others.empty() ? "" : ":" + others));
  }
  if (!key.empty()) settings.emplace_back(k_key_variable, key);
  return settings;
}

std::vector<ProcessSummary> take_summaries(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code ignored;  // the other clc then tells less
  if (const std::string outer = environment_variable(k_summary_variable); !outer.empty())
    fs::copy(platform::to_path(folder), platform::to_path(outer),
             fs::copy_options::recursive | fs::copy_options::skip_existing, ignored);
  return read_process_summaries(folder);
}

void report_builds(const RunSummary& summary, const std::set<std::string>& origins, Sink& sink) {
  constexpr std::size_t k_most = 20;
  std::size_t notes = 0;
  for (const ProcessSummary& process : summary.processes) {
    for (const std::string& trouble : process.trouble) sink.message(Severity::k_warning, trouble);
    for (const ServedProgram& program : process.programs) {
      if (!origins.contains(program.from) || ++notes > k_most) continue;
      sink.message(Severity::k_note, program.from + ": " + program.step + " of " + shown_program(program) + " for " +
                                         program.device + (program.reason.empty() ? "" : ": " + program.reason));
    }
  }
  if (notes > k_most) sink.message(Severity::k_note, "… and " + std::to_string(notes - k_most) + " more");
}

}  // namespace clc
