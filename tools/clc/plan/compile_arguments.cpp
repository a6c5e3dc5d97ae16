#include "plan/compile_arguments.h"

#include <algorithm>

namespace clc {

bool is_module_name(const std::string& name) {
  const auto is_wrong = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < ' ' || byte == 0x7f || c == '/' || c == '\\';
  };
  return !name.empty() && name.size() <= 255 && name != "." && name != ".." &&
         std::none_of(name.begin(), name.end(), is_wrong);
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
  const auto known =
      std::find_if(modules.begin(), modules.end(), [&](const ModuleArgument& module) { return module.name == name; });
  ModuleArgument& module = known == modules.end() ? modules.emplace_back(ModuleArgument{name, {}}) : *known;
  for (std::size_t begin = equals + 1; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end == begin) return usage("a file has no name");
    module.files.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return {};
}

}  // namespace clc
