// clc inspect: shows what is in a package.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/json_writer.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/try.h"
#include "bindings/prototype.h"
#include "clc/package/add_on.h"
#include "clc/package/package.h"
#include "commands/commands.h"
#include "commands/each_package.h"
#include "commands/selection_options.h"
#include "package/integrity.h"
#include "protocol/library.h"
#include "support/command_line.h"
#include "support/standard_streams.h"
#include "support/target_pattern.h"

namespace clc {
namespace {

// The part of the package that is shown: everything, or some targets and kernels.
struct Filter {
  std::vector<std::string> targets;  // targets, families and patterns; empty: all
  std::vector<std::string> kernels;  // patterns; empty: all

  bool takes(const Module& module, const Variant& variant) const {
    if (!fits_any_target(targets, variant.target)) return false;
    const auto is_chosen = [&](const KernelInterface& kernel) { return fits_any_kernel(kernels, kernel.name); };
    return kernels.empty() || std::ranges::any_of(module.interfaces[variant.interface].kernels, is_chosen);
  }
};

struct View {
  const Manifest& manifest;
  const std::vector<AddOn>& add_ons;
  std::map<std::string, std::string> damaged;  // what is wrong with a blob, by its file
  Filter filter;

  std::string problem_of(const Variant& variant) const {
    const auto found = damaged.find(variant.file);
    return found == damaged.end() ? "" : found->second;
  }
};

std::vector<std::pair<std::string, std::string>> match_fields(const Match& match) {
  std::vector<std::pair<std::string, std::string>> fields;
  const auto add = [&fields](const char* name, const std::string& value) {
    if (!value.empty()) fields.emplace_back(name, value);
  };
  add("platform_version", match.platform_version);
  add("driver_version", match.driver_version);
  add("device_version", match.device_version);
  add("device_name", match.device_name);
  add("inspection_only", match.inspection_only);
  return fields;
}

// Digests of what an application compiles, and the variant stands for.
std::array<std::pair<const char*, std::vector<std::string>>, 2> digests_of(const Variant& variant) {
  return {{{"programs", variant.programs}, {"parts", variant.parts}}};
}

std::string shortened(const std::string& digest) {
  return digest.substr(0, 16);
}

void add_variant_text(const View& view, const Variant& variant, std::string& text) {
  text += "  " + printable(variant.target + "  " + variant.format) + "  " + std::to_string(variant.size) + " bytes  " +
          shortened(variant.sha256) + "\n";
  if (const std::string problem = view.problem_of(variant); !problem.empty())
    text += "    DAMAGED: " + printable(problem) + "\n";
  if (!variant.options.empty()) text += "    options: " + printable(join(variant.options, " ")) + "\n";
  for (const auto& [name, value] : match_fields(variant.match)) text += "    " + name + ": " + printable(value) + "\n";
  for (const auto& [name, digests] : digests_of(variant)) {
    if (digests.empty()) continue;
    text.append("    ").append(name).append(":");
    for (const std::string& digest : digests) text += " " + shortened(digest);
    text += "\n";
  }
  if (const Result<Library> library = library_of(variant); library) {
    for (const LibrarySymbol& symbol : library->exports)
      text += "    exports " + printable(symbol.name + ": " + symbol.type) + "\n";
    for (const LibrarySymbol& symbol : library->needs)
      text += "    needs " + printable(symbol.name + ": " + symbol.type) + "\n";
  }
  for (const auto& [kernel, numbers] : variant.resources) {
    if (!fits_any_kernel(view.filter.kernels, kernel)) continue;
    text += "    " + printable(kernel) + ":";
    for (const auto& [name, number] : numbers) text += " " + printable(name) + " " + std::to_string(number);
    text += "\n";
  }
}

std::string tuning_text(const Tuning& tuning) {
  if (tuning.of.empty()) return {};
  std::string text = "  configuration of " + tuning.of + (tuning.is_default ? ", the default:" : ":");
  for (const auto& [name, value] : tuning.parameters) text.append(" ").append(name).append("=").append(value);
  text = printable(text) + "\n";
  for (const FastestOn& fastest : tuning.fastest_on) {
    text += printable("  fastest on " + fastest.device.name + " (" + fastest.device.platform + ", driver " +
                      fastest.device.driver_version + "): " + duration_text(fastest.nanoseconds)) +
            "\n";
  }
  return text;
}

std::string prototypes_text(const View& view, const Interface& interface) {
  std::string text;
  for (const KernelInterface& kernel : interface.kernels) {
    if (fits_any_kernel(view.filter.kernels, kernel.name)) text += "  " + printable(prototype(kernel)) + "\n";
  }
  return text;
}

// The variants below their kernels. Interfaces may differ in what prototypes do not show: the size of a local pointer.
void add_module_text(const View& view, const Module& module, std::string& text) {
  std::vector<std::pair<std::string, std::vector<const Variant*>>> groups;
  for (std::size_t i = 0; i < module.interfaces.size(); ++i) {
    const std::string prototypes = prototypes_text(view, module.interfaces[i]);
    auto group = std::ranges::find(groups, prototypes, [](const auto& one) { return one.first; });
    for (const Variant& variant : module.variants) {
      if (variant.interface != i || !view.filter.takes(module, variant)) continue;
      if (group == groups.end()) group = groups.insert(group, {prototypes, {}});
      group->second.push_back(&variant);
    }
  }
  if (groups.empty()) return;
  text += "\nmodule " + printable(module.name) + "  (source " + shortened(module.source_sha256) + ")\n" +
          tuning_text(module.tuning);
  for (const auto& [prototypes, variants] : groups) {
    text += prototypes;
    for (const Variant* variant : variants) add_variant_text(view, *variant, text);
  }
}

std::string as_text(const View& view) {
  std::string text =
      "made by " + printable(view.manifest.generator) + ", digest " + manifest_digest(view.manifest) + "\n";
  if (const std::string& key = view.manifest.signature.public_key; !key.empty())
    text += "signed with the key " + key + "\n";
  for (const Module& module : view.manifest.modules) add_module_text(view, module, text);
  for (const Missing& missing : view.manifest.missing) {
    if (!fits_any_target(view.filter.targets, missing.target)) continue;
    text += "\nmissing: " + printable(missing.module + " for " + missing.target + ": " + missing.reason);
  }
  if (text.back() != '\n') text += "\n";
  for (const AddOn& add_on : view.add_ons)
    text += "\nadd-on " + printable(add_on.path + (add_on.package ? "" : ": not used: " + add_on.problem)) + "\n";
  return text;
}

void add_symbols_json(const char* key, const std::vector<LibrarySymbol>& symbols, JsonWriter& json) {
  json.key(key).objects(symbols, [&](const LibrarySymbol& symbol) {
    json.put("name", symbol.name, "symbol", symbol.symbol, "type", symbol.type);
  });
}

void add_tuning_json(const Tuning& tuning, JsonWriter& json) {
  json.put("configuration_of", tuning.of, "default", tuning.is_default);
  json.key("parameters").members(tuning.parameters);
  json.key("fastest_on").objects(tuning.fastest_on, [&](const FastestOn& fastest) {
    json.put("platform", fastest.device.platform, "device", fastest.device.name);
    json.put("driver_version", fastest.device.driver_version, "nanoseconds", fastest.nanoseconds);
  });
}

const char* kind_name(ArgumentKind kind) {
  static constexpr const char* k_names[] = {"value", "buffer", "local", "image", "sampler", "pipe", "queue"};
  return k_names[static_cast<std::size_t>(kind)];
}

void add_kernel_json(const KernelInterface& kernel, JsonWriter& json) {
  json.begin_object().put("name", kernel.name, "signature", prototype(kernel));
  json.key("arguments").objects(kernel.arguments, [&](const Argument& argument) {
    json.put("name", argument.name, "kind", kind_name(argument.kind), "type", argument.type);
    json.put("text", argument_text(argument), "size", argument.size, "alignment", argument.alignment);
  });
  if (is_set(kernel.required_work_group_size))
    json.key("required_work_group_size").values(kernel.required_work_group_size);
  json.end_object();
}

void add_variant_json(const View& view, const Module& module, const Variant& variant, JsonWriter& json) {
  json.begin_object().put("target", variant.target, "format", variant.format, "file", variant.file);
  json.put("size", variant.size, "sha256", variant.sha256).key("options").values(variant.options);
  json.put("input_digest", variant.input_digest, "build_options", variant.build_options);
  for (const auto& [name, digests] : digests_of(variant)) json.key(name).values(digests);
  json.key("match").members(match_fields(variant.match)).key("resources").begin_object();
  for (const auto& [kernel, numbers] : variant.resources) json.key(kernel).members(numbers);
  json.end_object().key("kernels").begin_array();
  for (const KernelInterface& kernel : module.interfaces[variant.interface].kernels) {
    if (fits_any_kernel(view.filter.kernels, kernel.name)) add_kernel_json(kernel, json);
  }
  json.end_array();
  if (const Result<Library> library = library_of(variant); library && is_library(variant)) {
    add_symbols_json("exports", library->exports, json);
    add_symbols_json("needs", library->needs, json);
  }
  if (const std::string problem = view.problem_of(variant); !problem.empty()) json.key("damage").value(problem);
  json.end_object();
}

std::string as_json(const View& view) {
  JsonWriter json(2);
  json.begin_object().put("generator", view.manifest.generator, "digest", manifest_digest(view.manifest));
  if (const std::string& key = view.manifest.signature.public_key; !key.empty()) json.key("signed_with").value(key);
  json.key("modules").begin_array();
  for (const Module& module : view.manifest.modules) {
    const auto is_shown = [&](const Variant& variant) { return view.filter.takes(module, variant); };
    if (std::ranges::none_of(module.variants, is_shown)) continue;
    json.begin_object().put("name", module.name, "source_sha256", module.source_sha256);
    if (!module.tuning.of.empty()) add_tuning_json(module.tuning, json);
    json.key("variants").begin_array();
    for (const Variant& variant : module.variants) {
      if (is_shown(variant)) add_variant_json(view, module, variant, json);
    }
    json.end_array().end_object();
  }
  json.end_array().key("missing").objects(view.manifest.missing, [&](const Missing& missing) {
    json.put("module", missing.module, "target", missing.target, "reason", missing.reason);
  });
  json.key("add_ons").objects(view.add_ons,
                              [&](const AddOn& add_on) { json.put("path", add_on.path, "problem", add_on.problem); });
  return json.end_object().text() + "\n";
}

// The targets or kernels that the filter leaves, one a line, each once.
std::string names_text(const View& view, const std::string& what) {
  std::set<std::string> names;
  for (const Module& module : view.manifest.modules) {
    for (const Variant& variant : module.variants) {
      if (!view.filter.takes(module, variant)) continue;
      if (what == "targets") names.insert(variant.target);
      if (what != "kernels") continue;
      for (const KernelInterface& kernel : module.interfaces[variant.interface].kernels) {
        if (fits_any_kernel(view.filter.kernels, kernel.name)) names.insert(kernel.name);
      }
    }
  }
  std::string text;
  for (const std::string& name : names) text += name + "\n";
  return text;
}

// A filter that fits nothing is most likely a typing error, so it is refused.
Result<void> check_filter(const Manifest& manifest, const Filter& filter) {
  std::vector<HeldKernel> held;
  for (const Module& module : manifest.modules) {
    for (const Variant& variant : module.variants) {
      if (filter.takes(module, variant)) return {};
      held.push_back({variant.target, ""});
      for (const KernelInterface& kernel : module.interfaces[variant.interface].kernels)
        held.push_back({variant.target, kernel.name});
    }
  }
  if (filter.targets.empty() && filter.kernels.empty()) return {};
  return fail(ErrorKind::k_usage, nothing_fits(filter.targets, filter.kernels, held));
}

Result<int> inspect(const FoundPackage& found, const Filter& filter, const std::string& names, bool json, Sink& sink) {
  const Package package = CLC_TRY(Result<Package>(found.package));
  if (!names.empty()) {
    const View shown{package.manifest(), package.add_ons(), {}, filter};
    CLC_TRY(check_filter(shown.manifest, filter));
    return code_after(print(names_text(shown, names)));
  }
  const View view{package.manifest(), package.add_ons(), damaged_blobs(package), filter};
  CLC_TRY(check_filter(view.manifest, filter));
  CLC_TRY(print_shown(json ? as_json(view) : as_text(view)));
  if (view.damaged.empty()) return 0;
  sink.message(Severity::k_error, found.name + ": " + count(view.damaged.size(), "blob") + " damaged");
  return exit_code(ErrorKind::k_damaged);
}

}  // namespace

Result<int> inspect_command(const std::vector<std::string>& arguments, Sink& sink) {
  std::string path;
  bool json = false;
  Filter filter;
  const CommandLine line("Shows modules, kernels and variants of a package, and which of its blobs are damaged.",
                         "clc inspect");
  line.add("PACKAGE", path,
           "a folder, a .clcpack file, or a program or library that holds packages; - is standard input")
      .required();
  line.add("-t,--target PATTERN", filter.targets, "only variants for this target, family or pattern; may be repeated")
      .one_value_each();
  add_kernel_option(line, filter.kernels);
  std::string names;
  line.add("--names targets|kernels", names, "print only the names of its targets or kernels, one a line")
      .one_of({"targets", "kernels"});
  add_format_option(line, json);
  line.footer("Examples:\n  clc inspect kernels.clcpack\n  clc inspect kernels -t spirv64 --format json\n");
  if (!CLC_TRY(line.parse(arguments))) return 0;

  return for_each_package(path, json ? Several::k_refused : Several::k_named, sink,
                          [&](const FoundPackage& found) { return inspect(found, filter, names, json, sink); });
}

}  // namespace clc
