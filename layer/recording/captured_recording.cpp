// The recording in a capture, and the compressor.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>

#include "base/platform/paths.h"
#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "clc/package/compress.h"
#include "recording/capture.h"
#include "recording/recording_folder.h"

namespace clc {
namespace {

namespace fs = std::filesystem;

constexpr int k_compression = 3;

// Adds the programs that a link is made of.
void add_parts(const Recording& whole, const std::string& digest, std::set<std::string>& parts) {
  if (!parts.insert(digest).second) return;
  for (const RecordedRun& run : whole.runs) {
    for (const RecordedBuild& build : run.builds) {
      if (build.digest != digest || build.step != BuildStep::k_link) continue;
      for (const std::string& input : build.inputs) add_parts(whole, input, parts);
    }
  }
}

}  // namespace

void compress_capture(Capture& capture) {
  PackageContents contents;
  contents.blobs = std::move(capture.contents);
  compress_blobs(contents, k_compression);
  capture.contents = std::move(contents.blobs);
  capture.compressed = std::move(contents.compressed);
}

Result<void> pack_recording(const std::string& folder, Capture& capture) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(platform::to_path(folder), error)) {
    if (!entry.is_regular_file(error)) continue;
    const std::string name = platform::to_text(fs::relative(entry.path(), platform::to_path(folder), error));
    capture.files[std::string(k_captured_recording) + name] =
        CLC_TRY(read_ordinary_file(platform::to_text(entry.path()), k_largest_capture));
  }
  if (error) return fail(ErrorKind::k_io, "cannot read " + folder + ": " + error.message());
  return {};
}

Result<void> unpack_recording(const Capture& capture, const std::string& folder) {
  for (const auto& [name, bytes] : capture.files) {
    if (!name.starts_with(k_captured_recording)) continue;
    const std::string path = folder + "/" + name.substr(k_captured_recording.size());
    CLC_TRY(make_folders(folder_of(path)));
    CLC_TRY(write_file_atomically(path, bytes));
  }
  return {};
}

Recording recording_of(const Recording& whole, const std::string& program, RecordedLaunch launch) {
  std::set<std::string> parts;
  add_parts(whole, program, parts);
  Recording part;
  std::ranges::copy_if(whole.programs, std::back_inserter(part.programs),
                       [&](const RecordedProgram& one) { return parts.contains(one.digest); });
  RecordedRun& run = part.runs.emplace_back();
  run.file = "run.json";
  for (const RecordedRun& from : whole.runs) {
    for (RecordedBuild build : from.builds) {
      if (!parts.contains(build.digest)) continue;
      build.nanoseconds = 0;
      build.count = 1;
      run.builds.push_back(std::move(build));
    }
  }
  run.launches.push_back(std::move(launch));
  return part;
}

}  // namespace clc
