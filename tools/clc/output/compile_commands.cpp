#include "output/compile_commands.h"

#include <algorithm>
#include <filesystem>

#include "base/json_writer.h"
#include "base/text.h"

namespace clc {
namespace {

std::vector<std::string> command_for(const std::string& file, const std::vector<BuildOption>& options) {
  std::vector<std::string> words{"clang", "-x", is_cpp_for_opencl(options, file) ? "clcpp" : "cl"};
  for (const BuildOption& option : options) {
    const std::string spelling = option.row->spelling;
    const bool is_known = option.row->effect != Effect::k_depfile &&
                          (is_any_of(spelling, {"-D", "-U", "-I", "-isystem", "-iquote", "-include", "-w"}) ||
                           spelling.starts_with("-W") || spelling.starts_with("-cl-"));
    if (is_known) words.push_back(option.text());
  }
  words.insert(words.end(), {"-c", file});
  return words;
}

}  // namespace

std::string compile_commands(const CompileArguments& arguments) {
  std::vector<std::string> files = arguments.all_files();
  std::erase_if(files, [](const std::string& file) { return !file.ends_with(".cl") && !file.ends_with(".clcpp"); });
  JsonWriter json(2);
  json.objects(files, [&](const std::string& file) {
    json.put("directory", std::filesystem::current_path().string(), "file", file);
    json.key("arguments").values(command_for(file, arguments.options));
  });
  return json.text() + "\n";
}

}  // namespace clc
