#include "recording/recording_folder.h"

#include <filesystem>

#include "base/file_io.h"
#include "base/platform/paths.h"
#include "base/platform/process.h"
#include "base/staged_file.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/digest.h"
#include "clc/base/file.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

Result<void> write_new_file(const std::string& path, BytesView bytes, WrittenFiles* written) {
  CLC_TRY(make_folders(folder_of(path)));
  if (written == nullptr) return write_file_atomically(path, bytes);
  const auto [known, is_new] = written->emplace(sha256_hex(bytes), path);
  if (!is_new) {
    std::error_code error;
    fs::create_hard_link(platform::to_path(known->second), platform::to_path(path), error);
    if (!error) return {};
  }
  return write_file_atomically(path, bytes);
}

Result<void> write_contents(const std::string& folder, const Recording& recording) {
  WrittenFiles written;
  for (const char* const part : {"/programs", "/runs"}) CLC_TRY(make_folders(folder + part));
  for (const RecordedProgram& program : recording.programs)
    CLC_TRY(write_program_folder(folder + "/programs/" + program.name, program, &written));
  for (const RecordedRun& run : recording.runs)
    CLC_TRY(write_file_atomically(folder + "/runs/" + run.file, encode_run(run)));
  return write_file_atomically(folder + "/" + k_recording_file, encode_recording_mark());
}

}  // namespace

Result<void> make_folders(const std::string& folder) {
  std::error_code error;
  fs::create_directories(platform::to_path(folder), error);
  if (error) return io_error("make the folder", folder, error.value());
  return {};
}

Result<void> write_program_folder(const std::string& folder, const RecordedProgram& program, WrittenFiles* written) {
  CLC_TRY(make_folders(folder));
  std::map<fs::path, BytesView> files;
  for (const ProgramHeader& header : program.text.headers) {
    const std::string file = header_file(header.name);
    if (file.empty()) return fail(ErrorKind::k_io, "a header is named " + header.name);
    const auto [known, is_new] = files.emplace(fs::path(file).lexically_normal(), header.content);
    if (!is_new && known->second != header.content)
      return fail(ErrorKind::k_io, "two headers are named " + header.name);
    if (!is_new) continue;
    CLC_TRY(write_new_file(folder + "/" + file, header.content, written));
  }
  const std::string source = folder + "/" + program.source_file;
  CLC_TRY(write_new_file(source, program.text.source, written));
  return write_new_file(folder + "/program.json", encode_program(program), nullptr);
}

Result<void> write_recording(const std::string& folder, const Recording& recording) {
  std::error_code ignored;
  fs::path place = fs::absolute(platform::to_path(folder), ignored).lexically_normal();
  if (!place.has_filename()) place = place.parent_path();
  place = platform::to_path(through_links(platform::to_text(place)));
  const std::string parent = platform::to_text(place.parent_path());
  CLC_TRY(make_folders(parent));
  // Readers skip hidden names, and the folder gets its own when it is complete.
  const std::string unfinished =
      parent + "/" + k_temporary_prefix + std::to_string(platform::process_id()) + "-recording";
  Result<void> written = write_contents(unfinished, recording);
  if (written) {
    const int error = platform::replace(unfinished, platform::to_text(place));
    if (error != 0) written = io_error("write", folder, error);
  }
  fs::remove_all(platform::to_path(unfinished), ignored);
  return written;
}

}  // namespace clc
