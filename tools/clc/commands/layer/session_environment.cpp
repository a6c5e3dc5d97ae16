// In the folder of the XDG base directory specification that systemd reads at login.
#include "commands/layer/session_environment.h"

#include <filesystem>

#include "base/file_io.h"
#include "base/text.h"
#include "base/try.h"
#include "support/shell_word.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_first_line = "# Made by `clc layer on`";
constexpr std::uint64_t k_longest_file = 1 << 16;

// Refuses to touch a file that somebody else made. Returns whether ours is there.
Result<bool> is_ours(const std::string& file) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) return false;
  const Result<Bytes> text = RegularFile(file, Links::k_refuse).read(k_longest_file);
  if (text && text->starts_with(k_first_line)) return true;
  return fail(ErrorKind::k_io, file + " was not made by `clc layer`: move it away");
}

// Returns the lines that bring this layer into programs, for systemd and for shells.
std::string environment_lines(const std::string& layer, const std::string& folder) {
  return "# Made by `clc layer on`, and removed by `clc layer off`.\n"
         "OPENCL_LAYERS=\"" +
         layer + "${OPENCL_LAYERS:+:$OPENCL_LAYERS}\"\nCLC_LAYER_USER=\"" + folder + "\"\n";
}

}  // namespace

Result<void> bring_into_sessions(const UserLayerPlaces& places, const std::string& library) {
  CLC_TRY(is_ours(places.environment));
  std::error_code error;
  const std::string path = fs::absolute(library, error).lexically_normal().string();
  for (const std::string& one : {path, places.folder}) {
    if (one.find_first_of("\"$`\\\n:") != std::string::npos) {
      return fail(ErrorKind::k_usage,
                  "a path with one of \" $ ` \\ : cannot stand in " + places.environment + ": " + one);
    }
  }
  const fs::path file(places.environment);
  fs::create_directories(file.parent_path(), error);
  if (error) return io_error("make", file.parent_path().string(), error.value());
  return replace_file(file.parent_path().string(), file.filename().string(), environment_lines(path, places.folder));
}

Result<void> take_out_of_sessions(const UserLayerPlaces& places) {
  const bool ours = CLC_TRY(is_ours(places.environment));
  std::error_code error;
  if (ours && !fs::remove(places.environment, error)) return io_error("remove", places.environment, error.value());
  remove_empty_folders(folder_of(places.environment));
  return {};
}

std::string library_of_sessions(const UserLayerPlaces& places) {
  const Result<Bytes> text = RegularFile(places.environment, Links::k_refuse).read(k_longest_file);
  if (!text) return "";
  const std::string begin = "OPENCL_LAYERS=\"";
  const std::size_t at = text->find(begin);
  if (at == std::string::npos) return "";
  const std::size_t end = text->find("${", at);
  return text->substr(at + begin.size(), end - at - begin.size());
}

std::string session_advice(const UserLayerPlaces& places) {
  const std::string file = shell_word(places.environment);
  return "Desktops that systemd starts read " + places.environment +
         " at the next login. For other sessions and for shells, put\nthis line into ~/.profile:\n  [ -r " + file +
         " ] && set -a && . " + file + " && set +a\n";
}

}  // namespace clc
