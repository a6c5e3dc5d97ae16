// Finds the files that a plain source (plain_source.h) includes from the disk, without a preprocessor. Each place in
// which a driver might look counts, also when there is no file. So the result may hold more files than a compiler
// reads, and never fewer; where this is not certain, the result gives the reason.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/package/program_digest.h"
#include "recording/inclusion_list.h"

namespace clc::layer {

struct IncludedFile {
  std::string name;   // the name in the source
  std::string path;   // the path at which the scan looked for it
  std::string label;  // the path, in which names stand for folders of this machine: "include-0/x.h", "working/x.h"
  std::optional<Bytes> contents;  // nothing: there is no such file
  std::string stamp;              // inode, size and times before the contents were read
  std::int64_t changed_at = 0;    // the later of these times, in seconds since 1970

  bool is_there() const { return contents.has_value(); }
};

struct IncludeScan {
  std::string unknown;              // why the set of files is not known; empty: it is known
  std::string elsewhere;            // why a driver may read a file from a folder of its own; empty: no driver does
  std::string ambiguous;            // why compilers may choose different files among these; empty: all choose the same
  bool tells_time = false;          // the time of the compilation goes into the program
  bool needs_preprocessor = false;  // a preprocessor could resolve `unknown` or `elsewhere`
  std::vector<IncludedFile> files;  // in the order of the search
};

// `options` are those of clBuildProgram or clCompileProgram, for their -I and -D. `headers` are those of
// clCompileProgram. With `inclusions`, which a preprocessor found, no text is read.
IncludeScan scan_includes(std::string_view source, std::string_view options, const std::vector<ProgramHeader>& headers,
                          const InclusionList* inclusions = nullptr);

// Returns the folder from which PoCL compiles, and in which it looks for headers before all others.
std::string folder_of_pocl();

// Returns true for the label of a text that drivers can get in another place: of a file in a folder of -I, or of a
// header of clCompileProgram.
bool can_be_copied(std::string_view label);

// A program with the contents of the files that it reads, in a form that is the same on every machine.
struct ClosedProgram {
  IncludeScan scan;
  std::vector<ProgramHeader> headers;  // their names are labels
  std::string options;                 // with include-0, include-1, … in place of the folders of -I
};

// `embedded` are the headers of clCompileProgram, which get the labels "embedded/NAME".
ClosedProgram closed_program(std::string_view source, const std::vector<ProgramHeader>& embedded,
                             std::string_view options, const InclusionList* inclusions = nullptr);

}  // namespace clc::layer
