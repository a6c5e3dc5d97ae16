// Writes the files of a recording.
#pragma once

#include <map>
#include <string>

#include "recording/recording.h"

namespace clc {

// Paths of files by the digests of their contents. The files of equal contents are one on the disk (hard links), where
// the file system has such: the programs of an application often share their sources and headers.
using WrittenFiles = std::map<std::string, std::string>;

// Makes a folder and those in which it lies.
Result<void> make_folders(const std::string& folder);

// Writes source, headers and `program.json` into a folder of its own. Without `written` no file is shared.
Result<void> write_program_folder(const std::string& folder, const RecordedProgram& program,
                                  WrittenFiles* written = nullptr);

// Writes a recording, with its texts, into a new folder, which appears whole or not at all.
Result<void> write_recording(const std::string& folder, const Recording& recording);

}  // namespace clc
