#include "plan/compile_arguments.h"

#include <algorithm>

namespace clc {
namespace {

// A backslash takes the meaning from a comma or backslash behind it.
std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts(1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_escape = text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == ',' || text[at + 1] == '\\');
    if (is_escape) {
      parts.back() += text[++at];
    } else if (text[at] == ',') {
      parts.emplace_back();
    } else {
      parts.back() += text[at];
    }
  }
  return parts;
}

}  // namespace

bool is_module_name(const std::string& name) {
  const auto is_wrong = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < ' ' || byte == 0x7f || c == '/' || c == '\\';
  };
  return !name.empty() && name.size() <= 255 && name != "." && name != ".." && std::ranges::none_of(name, is_wrong);
}

std::vector<std::string> CompileArguments::all_files() const {
  std::vector<std::string> all = files;
  for (const ModuleArgument& module : modules) all.insert(all.end(), module.files.begin(), module.files.end());
  return all;
}

Result<void> add_module(const std::string& text, std::vector<ModuleArgument>& modules) {
  const auto usage = [&](const std::string& what) {
    return fail(ErrorKind::k_usage, "--module " + text + ": " + what);
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) return usage("write --module NAME=FILE,FILE…");
  const std::string name = text.substr(0, equals);
  if (!is_module_name(name)) return usage("'" + name + "' cannot be the name of a module (" + k_module_names + ")");
  const auto known = std::ranges::find(modules, name, &ModuleArgument::name);
  ModuleArgument& module = known == modules.end() ? modules.emplace_back(ModuleArgument{name, {}}) : *known;
  for (std::string& file : split_at_commas(text.substr(equals + 1))) {
    if (file.empty()) return usage("a file has no name");
    module.files.push_back(std::move(file));
  }
  return {};
}

}  // namespace clc
