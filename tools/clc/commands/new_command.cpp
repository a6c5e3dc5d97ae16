// clc new: begins a CMake project.
#include <algorithm>
#include <filesystem>

#include "base/staged_file.h"
#include "base/text.h"
#include "base/try.h"
#include "bindings/new_project.h"
#include "commands/commands.h"
#include "support/command_line.h"
#include "support/interrupts.h"
#include "support/real_paths.h"
#include "support/shell_word.h"
#include "support/standard_streams.h"
#include "toolchain/availability.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

// Targets that run nearly everywhere, and those of this machine.
std::vector<std::string> usual_targets() {
  std::vector<std::string> targets = {"spirv64", "nvptx:sm_75"};
  const Availability drivers = availability(family_info(Family::k_driver), {});
  const auto has = [&](std::string_view driver) {
    return std::ranges::any_of(drivers.devices, [&](const std::string& device) { return has_part(device, driver); });
  };
  if (has("(cpu, Intel(R)")) targets.push_back(std::string("spirv64:1.2,") + k_tune_intel_cpu);
  if (has("Portable Computing Language")) targets.emplace_back("driver:pocl");
  return targets;
}

// A name for CMake's target and the program, from the folder's.
std::string project_name(const std::string& folder) {
  fs::path path = fs::absolute(folder).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  std::string name = path.filename().string();
  std::ranges::replace_if(name, [](char c) { return !is_of_identifier(c) && c != '-'; }, '_');
  const bool is_taken = is_any_of(
      name, {"kernels", "kernels_package", "saxpy", "saxpy_test", "all", "clean", "depend", "edit_cache", "help",
             "install", "list_install_components", "package", "package_source", "rebuild_cache", "test"});
  if (name.empty() || name[0] == '-' || (name[0] >= '0' && name[0] <= '9')) name = "app_" + name;
  return is_taken ? name + "_app" : name;
}

// All files are written before any is seen.
Result<void> write_files(const std::string& folder, const std::map<std::string, std::string>& files) {
  const HeldInterrupts held;
  std::vector<StagedFile> staged;
  for (const auto& [path, text] : files) {
    const std::string file = join_path(folder, path);
    std::error_code error;
    fs::create_directories(folder_of(file), error);
    if (error) return fail(ErrorKind::k_io, folder_of(file) + ": " + error.message());
    staged.push_back(CLC_TRY(StagedFile::stage(file, text)));
  }
  for (StagedFile& file : staged) CLC_TRY(file.publish());
  return {};
}

}  // namespace

Result<int> new_command(const std::vector<std::string>& arguments, Sink&) {
  std::string folder;
  std::vector<std::string> targets;
  const CommandLine line(
      "Creates a CMake project in a new folder: a kernel, a program that runs it, and a test. It builds unchanged,\n"
      "with find_package(clc).",
      "clc new");
  line.add("FOLDER", folder, "the project's folder; it must be empty or not exist")
      .required()
      .check(refuse_standard_output);
  line.add("-t,--target TARGET", targets,
           "what the kernels are compiled for; repeat it for each target (default: spirv64, nvptx:sm_75, and "
           "driver:pocl where PoCL is installed)")
      .one_value_each();
  line.footer("Example:\n  clc new blur && cmake -S blur -B blur/build && cmake --build blur/build\n");
  if (!CLC_TRY(line.parse(arguments))) return 0;
  for (const std::string& target : targets) CLC_TRY(parse_target(target));
  std::error_code error;
  if (fs::exists(folder, error) && (!fs::is_directory(folder, error) || !fs::is_empty(folder, error)))
    return fail(ErrorKind::k_usage, folder + " exists and is not an empty folder");
  const std::string name = project_name(folder);
  const std::map<std::string, std::string> files = new_project_files(name, targets.empty() ? usual_targets() : targets);
  CLC_TRY(write_files(folder, files));
  const std::string shown = shell_word(folder), build = shell_word(join_path(folder, "build"));
  std::string text = "made " + folder + ":";
  for (const auto& [path, content] : files) text += " " + path;
  text += "\n\n  cmake -S " + shown + " -B " + build + "\n  cmake --build " + build + "\n  " +
          shell_word(join_path(folder, join_path("build", name))) + "\n  ctest --test-dir " + build + "\n";
  return code_after(print(text));
}

}  // namespace clc
