#include "commands/unpack_capture.h"

#include <filesystem>
#include <optional>

#include "base/json_writer.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "commands/replay/compare_memory.h"
#include "recording/recording_folder.h"
#include "support/interrupts.h"
#include "support/number_type.h"

namespace clc {
namespace {

// The argument as `clrun tune` takes it. Nothing where it takes no such argument.
std::optional<std::string> tuned_argument(const CapturedArgument& argument, const Capture& capture) {
  const std::string type = element_type(argument, capture);
  if (argument.kind == CapturedKind::k_local) return "local:" + std::to_string(argument.size);
  if (argument.kind == CapturedKind::k_buffer && argument.memory != 0) {
    const std::string element = type.empty() ? "uint" : type;
    return "buffer:" + element + ":" + std::to_string(argument.size / value_type(element).number->bytes);
  }
  RecordedArgument known;
  known.kind = "value";
  known.type = argument.type;
  // The bits of an unknown type may be those of a struct.
  const bool is_value = argument.kind == CapturedKind::k_value && !argument.type.empty();
  const std::string number = is_value ? whole_number(known, argument.value) : "";
  return number.empty() ? std::nullopt : std::optional(number);
}

// A tuning file with the launch and no macro yet; empty where `clrun tune` cannot make the arguments.
std::string tuning_text(const Capture& capture) {
  std::vector<std::string> arguments;
  for (const CapturedArgument& argument : capture.arguments) {
    const std::optional<std::string> text = tuned_argument(argument, capture);
    if (!text) return {};
    arguments.push_back(*text);
  }
  const auto sizes = [&](const std::array<std::uint64_t, 3>& all) {
    return std::vector<std::uint64_t>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(capture.dimensions));
  };
  JsonWriter json(2);
  json.begin_object().key("parameters").begin_object().key("MACRO").values(std::vector<int>{1}).end_object();
  json.key("launches").begin_array().begin_object().put("kernel", capture.kernel);
  json.key("global").values(sizes(capture.global));
  if (capture.local[0] != 0) json.key("local").values(sizes(capture.local));
  return json.key("arguments").values(arguments).end_object().end_array().end_object().text() + "\n";
}

Result<void> write_memory(const Capture& capture, const std::string& folder) {
  CLC_TRY(make_folders(folder));
  for (std::size_t i = 0; i < capture.arguments.size(); ++i) {
    const CapturedArgument& argument = capture.arguments[i];
    if (argument.memory == 0) continue;
    const CapturedMemory& memory = capture.memory[argument.memory - 1];
    const std::uint64_t size = argument.kind == CapturedKind::k_image ? memory.size : argument.size;
    const std::string name = join_path(folder, "argument-" + std::to_string(i));
    const auto part = [&](const std::string& digest) {
      return capture.contents_of(digest, memory.size).substr(argument.offset, size);
    };
    CLC_TRY(write_file_atomically(name + ".before", part(memory.before)));
    CLC_TRY(write_file_atomically(name + ".after", part(memory.after)));
  }
  return {};
}

Result<void> write_tuning(const Capture& capture, const std::string& folder) {
  const Recording recording = CLC_TRY(read_recording(folder));
  const std::string text = tuning_text(capture);
  if (text.empty() || recording.programs.size() != 1 || recording.programs.front().is_il) return {};
  const RecordedProgram& program = recording.programs.front();
  return write_file_atomically(
      join_path(join_path(join_path(folder, "programs"), program.name), stem(program.source_file) + ".tune.json"),
      text);
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
  return write_tuning(capture, folder);
}

}  // namespace clc
