#include "commands/unpack_capture.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "commands/captured_words.h"
#include "commands/launch_program.h"
#include "commands/test/test_file.h"
#include "plan/driver_options.h"
#include "plan/sources/recorded_sources.h"
#include "recording/recording_folder.h"
#include "recording/spirv_constants.h"
#include "support/interrupts.h"

namespace clc {
namespace {

Result<void> write_memory(const Capture& capture, const std::string& folder) {
  CLC_TRY(make_folders(folder));
  for (std::size_t i = 0; i < capture.arguments.size(); ++i) {
    const CapturedArgument& argument = capture.arguments[i];
    const CapturedMemory* const of = capture.memory_of(argument);
    if (of == nullptr) continue;
    const CapturedMemory& memory = *of;
    const std::uint64_t size = argument.kind == CapturedKind::k_image ? memory.size : argument.size;
    const std::string name = join_path(folder, "argument-" + std::to_string(i));
    const auto part = [&](const std::string& digest) {
      return capture.contents_of(digest, memory.size).substr(argument.offset, size);
    };
    for (const auto& [ending, digest] : {std::pair(".before", memory.before), std::pair(".after", memory.after)}) {
      const Bytes contents = part(digest);
      CLC_TRY(write_file_atomically(name + ending, contents));
      const Bytes npy = argument.kind == CapturedKind::k_image ? image_as_npy(memory, contents) : Bytes();
      if (!npy.empty()) CLC_TRY(write_file_atomically(name + ending + ".npy", npy));
    }
  }
  return {};
}

// The options of a program whose folder is `place`. Nothing where clc does not know all.
std::optional<BuildOptions> options_of(const RecordedProgram& program, const std::string& place) {
  Result<std::vector<std::string>> words = split_words(program.text.options);
  if (!words) return std::nullopt;
  UnderstoodOptions understood = understand_options(*words, {});
  if (!understood.unknown.empty()) return std::nullopt;
  return options_here(program, std::move(understood.options), place);
}

// A program's options as one text. Not all drivers take quotes around a whole word: they stand around a macro's value.
std::string joined_options(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += text.empty() ? "" : " ";
    const std::size_t value = word.find_first_of(" \t'\"\\") == std::string::npos ? word.size() : word.find('=') + 1;
    text += word.substr(0, value);
    if (value == word.size()) continue;
    text += '"';
    for (const char c : word.substr(value)) text += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
    text += '"';
  }
  return text;
}

// The options of a program, and those that one driver knows and the kernels mean the same without.
LaunchOptions launch_options(const RecordedProgram& program, const BuildOptions& options) {
  std::vector<std::string> known, of_driver;
  for (const BuildOption& option : options)
    (option.is(Option::k_max_registers) ? of_driver : known).push_back(option.text());
  if (const Result<std::vector<std::string>> words = split_words(program.text.options); words) {
    for (std::string& option : understand_options(*words, {}).left_out) of_driver.push_back(std::move(option));
  }
  return {joined_options(known), join(of_driver, " ")};
}

// Writes files for `clrun tune` and `clc test` beside the source, and a program in C that launches it.
Result<void> write_uses(const Capture& capture, const std::string& folder) {
  const Recording recording = CLC_TRY(read_recording(folder));
  if (recording.programs.size() != 1) return {};
  const RecordedProgram& program = recording.programs.front();
  // The program in C sets no specialisation constants.
  const bool is_specialized = program.is_il && program.text.options.find(k_specialize_option) != std::string::npos;
  if (const auto options = options_of(program, "programs/" + program.name); options && !is_specialized) {
    const std::string text = launch_program(capture, program, launch_options(program, *options));
    if (!text.empty()) CLC_TRY(write_file_atomically(join_path(folder, "launch.c"), text));
  }
  if (program.is_il) return {};
  const std::string beside =
      join_path(join_path(join_path(folder, "programs"), program.name), stem(program.source_file));
  if (const std::string text = tuning_text(capture); !text.empty())
    CLC_TRY(write_file_atomically(beside + ".tune.json", text));
  const auto options = options_of(program, ".");
  const std::string test = options ? test_text(capture, option_texts(*options), "../../memory") : "";
  return test.empty() ? Result<void>() : write_file_atomically(beside + k_test_file_ending, test);
}

}  // namespace

Result<void> unpack_capture(const Capture& capture, const std::string& folder) {
  std::error_code error;
  if (std::filesystem::exists(folder, error) && !std::filesystem::is_empty(folder, error))
    return fail(ErrorKind::k_io, folder + " is not empty: name a folder that is new or empty");
  const auto held = hold_for_output(folder);
  CLC_TRY(write_memory(capture, join_path(folder, "memory")));
  if (const auto package = capture.files.find(k_captured_package); package != capture.files.end())
    return write_file_atomically(join_path(folder, k_captured_package), package->second);
  CLC_TRY(unpack_recording(capture, folder));
  return write_uses(capture, folder);
}

}  // namespace clc
