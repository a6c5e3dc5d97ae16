#include "recording/user_layer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include "base/file_descriptor.h"
#include "base/file_io.h"
#include "base/platform/libraries.h"
#include "base/platform/paths.h"
#include "base/platform/process.h"
#include "base/platform/shared_files.h"
#include "base/text.h"
#include "base/try.h"

namespace clc::layer {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_programs = "programs";
constexpr const char* k_uses = "uses";
constexpr std::uint64_t k_longest_settings = 1 << 20;
constexpr std::size_t k_longest_name = 100;
constexpr std::size_t k_most_programs = 1000;  // with uses
constexpr std::string_view k_use_begin = "clc-layer-use-1";

using Numbers = std::array<std::uint64_t, 5>;
constexpr std::size_t k_digits = 20;  // of the largest number
constexpr std::size_t k_use_size = k_use_begin.size() + Numbers().size() * (1 + k_digits) + 1;

Numbers numbers_of(const ProgramUse& use) {
  return {use.processes, use.hits, use.misses, use.nanoseconds_saved, use.bytes};
}

// All uses have the same size, so that one is written over another.
std::string encode_use(const Numbers& numbers) {
  std::string text(k_use_begin);
  for (const std::uint64_t number : numbers) {
    const std::string digits = std::to_string(number);
    text += " " + std::string(k_digits - digits.size(), '0') + digits;
  }
  return text + "\n";
}

// Returns nothing for other bytes.
std::optional<Numbers> decode_use(std::string_view text) {
  if (text.size() != k_use_size || !text.starts_with(k_use_begin)) return std::nullopt;
  Numbers numbers{};
  const char* at = text.data() + k_use_begin.size() + 1;
  for (std::uint64_t& number : numbers) {
    const auto [end, error] = std::from_chars(at, at + k_digits, number);
    if (error != std::errc() || end != at + k_digits) return std::nullopt;
    at += k_digits + 1;
  }
  return numbers;
}

// Waits a moment for another process, and not longer, because the program is at its end.
bool lock(const FileDescriptor& file) {
  constexpr int k_attempts = 20;
  for (int i = 0; i < k_attempts; ++i) {
    if (platform::lock_byte(file.get(), 0, platform::ByteLock::k_alone)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

bool has_room(const std::string& folder) {
  std::error_code error;
  const fs::directory_iterator files(platform::to_path(folder), error);
  if (error) return false;
  return static_cast<std::size_t>(std::distance(fs::begin(files), fs::end(files))) < k_most_programs;
}

}  // namespace

bool UserLayer::is_on_for(const std::string& program) const {
  const auto at = programs.find(program);
  return at == programs.end() ? is_for_all : at->second;
}

Result<UserLayer> read_user_layer(const std::string& folder) {
  const RegularFile file(folder + "/" + k_programs, Links::k_refuse);
  if (!file.opened()) return fail(ErrorKind::k_unavailable, "the layer is not turned on");
  const Bytes text = CLC_TRY(file.read(k_longest_settings));
  UserLayer layer;
  for (const std::string_view line : split(text, "\n")) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) continue;
    const bool is_on = line.substr(0, blank) == "on";
    const std::string name(line.substr(blank + 1));
    if (name == "*") {
      layer.is_for_all = is_on;
    } else {
      layer.programs[name] = is_on;
    }
  }
  return layer;
}

Result<void> write_user_layer(const std::string& folder, const UserLayer& layer) {
  std::error_code error;
  fs::create_directories(platform::to_path(folder + "/" + k_uses), error);
  if (error) return io_error("make", folder + "/" + k_uses, error.value());
  std::string text = std::string(layer.is_for_all ? "on" : "off") + " *\n";
  for (const auto& [name, is_on] : layer.programs) text += (is_on ? "on " : "off ") + name + "\n";
  return replace_file(folder, k_programs, text);
}

void add_use(const std::string& folder, const ProgramUse& use) {
  if (!is_program_name(use.program)) return;
  const std::string uses = folder + "/" + k_uses;
  const std::string path = uses + "/" + use.program;
  const int there = platform::open_to_change(path, platform::Make::k_never);
  const bool is_new = there < 0 && has_room(uses);
  const FileDescriptor file(is_new ? platform::open_to_change(path, platform::Make::k_if_absent) : there);
  if (!file.is_open() || !lock(file)) return;
  Bytes text;
  if (read_all(file.get(), text, k_use_size) != 0) return;
  Numbers numbers = numbers_of(use);
  if (const auto before = decode_use(text)) {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += (*before)[i];
  }
  static_cast<void>(platform::overwrite(file.get(), encode_use(numbers)));
}

std::vector<ProgramUse> read_uses(const std::string& folder) {
  std::vector<ProgramUse> all;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(platform::to_path(folder + "/" + k_uses), error)) {
    const Result<Bytes> text = RegularFile(platform::to_text(entry.path()), Links::k_refuse).read(k_use_size);
    const std::optional<Numbers> numbers = text ? decode_use(*text) : std::nullopt;
    const std::string name = platform::to_text(entry.path().filename());
    if (!numbers || !is_program_name(name)) continue;
    const auto [processes, hits, misses, saved, bytes] = *numbers;
    all.push_back({name, processes, hits, misses, saved, bytes});
  }
  std::ranges::sort(all, [](const auto& a, const auto& b) { return a.program < b.program; });
  return all;
}

Result<void> remove_user_layer(const std::string& folder) {
  std::error_code error;
  for (const char* name : {k_programs, k_uses}) {
    fs::remove_all(platform::to_path(folder + "/" + name), error);
    if (error) return io_error("remove", folder + "/" + name, error.value());
  }
  fs::remove(platform::to_path(folder), error);  // others may have put something there
  return {};
}

bool is_program_name(const std::string& name) {
  const auto is_good = [](char c) {
    return std::string_view("/\\\"'$`*").find(c) == std::string_view::npos && static_cast<unsigned char>(c) >= ' ';
  };
  const bool has_ends = !name.empty() && name.front() != '.' && name.front() != ' ' && name.back() != ' ';
  return has_ends && name.size() <= k_longest_name && std::ranges::all_of(name, is_good);
}

bool is_interpreter(const std::string& name) {
  static constexpr std::string_view k_all[] = {"python", "perl", "ruby", "node", "julia", "Rscript", "java", "mono"};
  return std::any_of(std::begin(k_all), std::end(k_all), [&](std::string_view one) { return name.starts_with(one); });
}

std::string name_of_program(const std::string& file, const std::vector<std::string>& words) {
  const std::string name = base_name(file);
  if (!is_interpreter(name)) return name;
  const auto script = std::find_if(words.begin() + (words.empty() ? 0 : 1), words.end(),
                                   [](const std::string& word) { return !word.starts_with("-"); });
  // The word behind -c or -m is no file.
  const bool is_file = script != words.end() && (script - words.begin() == 1 || (script - 1)->size() != 2);
  return is_file ? base_name(*script) : name;
}

std::string name_of_this_program() {
  const std::string file = platform::running_program();
  return file.empty() ? "" : name_of_program(file, platform::command_of_this_process());
}

}  // namespace clc::layer
