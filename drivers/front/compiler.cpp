#include "front/compiler.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/environment_variable.h"
#include "base/platform/files.h"
#include "base/platform/libraries.h"
#include "base/platform/paths.h"
#include "base/platform/run_compiler.h"
#include "base/temporary_folder.h"
#include "clc/base/file.h"

namespace clc::front {
namespace {

namespace fs = std::filesystem;

// libexec/clc/ of an installation has bin/clc beside it.
fs::path folder_of_driver() {
  static const char here = 0;
  std::error_code error;
  return fs::weakly_canonical(platform::to_path(platform::library_with(&here)), error).parent_path();
}

std::string find_compiler() {
  if (const char* named = std::getenv("CLC_DRIVER_CLC")) {
    std::error_code error;
    return platform::is_program(named) ? platform::to_text(fs::absolute(platform::to_path(named), error)) : "";
  }
  const std::string name = std::string("clc") + platform::k_end_of_programs;
  std::vector<fs::path> places;
  if (const fs::path folder = folder_of_driver(); !folder.empty())
    places.push_back((folder / "../../bin").lexically_normal());
  const std::string list = environment_variable("PATH");
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(platform::k_between_paths, begin), list.size());
    if (end != begin) places.push_back(platform::to_path(list.substr(begin, end - begin)));
    begin = end + 1;
  }
  const auto found = std::ranges::find_if(
      places, [&](const fs::path& place) { return platform::is_program(platform::to_text(place / name)); });
  return found != places.end() ? platform::to_text(*found / name) : "";
}

// Throws what OpenCL says of a process that cannot have what it needs of the system.
template <class T>
T value_of(Result<T> result) {
  if (!result) throw Failure(CL_OUT_OF_RESOURCES, result.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

// Names that lead out of the folder get no file.
void write_headers(const CompilerJob& job, const std::string& folder) {
  for (const auto& [name, text] : job.headers) {
    const fs::path relative = platform::to_path(name);
    const bool leads_out = std::find(relative.begin(), relative.end(), fs::path("..")) != relative.end();
    if (relative.empty() || relative.is_absolute() || leads_out) continue;
    const fs::path file = platform::to_path(folder) / relative;
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    value_of(write_file_atomically(platform::to_text(file), text));
  }
}

// The variables from which clc takes build options and nothing else, while its command line has options of its own.
// They are two, so that the last option of a program takes no word of ours for its value.
std::vector<std::string> options_entries(const CompilerJob& job, const std::string& folder) {
  std::vector<std::string> ours;
  if (job.objects.empty()) ours = {"-I", folder + "/headers", "-I", "."};
  if (job.makes_object) ours.emplace_back("-create-library");
  return {platform::options_entry("CLC_OPTIONS", job.options), platform::options_entry("CLC_OPTIONS_APPEND", ours)};
}

platform::CompilerCommand command_of(const CompilerJob& job, const std::string& compiler, const std::string& folder) {
  // A program waits for its build, however busy the machine is.
  platform::CompilerCommand command{{compiler, "compile", "-q", "--color", "never", "--timeout", "3600"},
                                    options_entries(job, folder)};
  const std::string source = folder + "/program.cl";
  value_of(write_file_atomically(source, job.source));
  const auto add = [&](std::initializer_list<std::string> words) { command.words.insert(command.words.end(), words); };
  if (job.objects.empty()) {
    write_headers(job, folder + "/headers");
    add({source, "--name", "program"});
  } else {
    std::string files = "program=" + source;
    for (std::size_t i = 0; i < job.objects.size(); ++i) {
      const std::string name = folder + "/object" + std::to_string(i) + ".clcpack";
      value_of(write_file_atomically(name, std::string(job.objects[i].begin(), job.objects[i].end())));
      files += "," + name;
    }
    add({"--module", files});
  }
  add({"-t", job.target, "-o", folder + (job.makes_object ? "/out.clcpack" : "/out")});
  command.log = folder + "/log";
  return command;
}

// The option among those of a program that asks clc for less than a program needs; empty: there is none.
std::string unfit_option(const std::vector<std::string>& words) {
  constexpr std::string_view k_unfit[] = {"-s", "--strip", "--strip=arguments"};
  const auto found = std::find_first_of(words.begin(), words.end(), std::begin(k_unfit), std::end(k_unfit));
  return found != words.end() ? *found : "";
}

// The one blob beside the manifest of a package, or the whole of a package in one file.
std::optional<Bytes> read_binary(const fs::path& package) {
  const auto read = [](const fs::path& file) {
    const std::string bytes = value_of(read_file(platform::to_text(file)));
    return Bytes(bytes.begin(), bytes.end());
  };
  std::error_code error;
  if (fs::is_regular_file(package, error)) return read(package);
  for (const auto& entry : fs::directory_iterator(package, error)) {
    if (entry.path().extension() != ".json") return read(entry.path());
  }
  return std::nullopt;
}

void erase_all(std::string& text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) text.erase(at, part.size());
}

}  // namespace

bool has_compiler() {
  return !find_compiler().empty();
}

Compiled run_compiler(const CompilerJob& job) {
  const std::string compiler = find_compiler();
  require(!compiler.empty(), CL_COMPILER_NOT_AVAILABLE);
  Compiled result;
  if (const std::string option = unfit_option(job.options); !option.empty()) {
    result.log = "clc: error: unknown build option '" + option + "'\n";
    result.is_usage_error = true;
    return result;
  }
  const TemporaryFolder folder = value_of(TemporaryFolder::make());
  const platform::CompilerCommand command = command_of(job, compiler, folder.path());
  const std::optional<int> code = value_of(platform::run_compiler(command));
  constexpr int k_usage = 2;
  result.is_usage_error = code == k_usage;
  if (!code || *code == 0) result.binary = read_binary(platform::to_path(command.words.back()));
  result.log = value_of(read_file(command.log));
  erase_all(result.log, folder.path() + "/");
  erase_all(result.log, "CLC_OPTIONS: ");
  return result;
}

}  // namespace clc::front
