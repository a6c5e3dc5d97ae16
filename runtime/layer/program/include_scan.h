// Finds the files that a plain source (plain_source.h) includes from the disk, without a preprocessor: every file that
// could be meant counts, also one that is not there. So what is found may be more than what a compiler reads, and never
// less; where that cannot be promised, the result says so.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/package/program_digest.h"
#include "recording/inclusion_list.h"

namespace clc::layer {

struct IncludedFile {
  std::string name;               // as the source writes it
  std::string path;               // the file that it was looked for as
  std::string label;              // the path without folders of this machine: "include-0/x.h", "working/x.h"
  std::optional<Bytes> contents;  // nothing: there is no such file

  bool is_there() const { return contents.has_value(); }
};

struct IncludeScan {
  std::string unknown;              // why it cannot be told which files are read; empty: it can
  std::string elsewhere;            // why a driver may read files that clc does not know of; empty: it does not
  std::string ambiguous;            // why compilers may take different ones of these files; empty: they do not
  bool tells_time = false;          // the time goes into the program
  bool needs_preprocessor = false;  // one can tell what is unknown, or whether it matters what lies elsewhere
  std::vector<IncludedFile> files;  // in the order in which they were looked for
};

// `options`: of clBuildProgram or clCompileProgram, for their -I and -D. `headers`: those given to clCompileProgram.
// `inclusions`: the files that a preprocessor says the source includes. Then no text is read.
IncludeScan scan_includes(std::string_view source, std::string_view options, const std::vector<ProgramHeader>& headers,
                          const InclusionList* inclusions = nullptr);

// The files that a program reads besides its source, in a form that is the same on every machine.
struct ClosedProgram {
  IncludeScan scan;
  std::vector<ProgramHeader> headers;  // by label
  std::string options;                 // the folders of -I are called include-0, include-1, …
};

// `embedded`: the headers of clCompileProgram, which are labelled "embedded/NAME".
ClosedProgram closed_program(std::string_view source, const std::vector<ProgramHeader>& embedded,
                             std::string_view options, const InclusionList* inclusions = nullptr);

}  // namespace clc::layer
