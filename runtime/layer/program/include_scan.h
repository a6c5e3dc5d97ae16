// Finds the files that a program's source includes from the disk, without a preprocessor: every #include counts, also
// one that a condition leaves out, and every file that could be meant, also one that is not there. So what is found may
// be more than what a compiler reads, and never less; where that cannot be promised, the result says so.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clc/package/bytes.h"
#include "clc/package/program_digest.h"

namespace clc::layer {

struct IncludedFile {
  std::string name;               // as the source writes it
  std::string path;               // where it was looked for
  std::string label;              // the same without places of this machine: "include-0/x.h", "working/x.h"
  std::optional<Bytes> contents;  // nothing: there is no such file

  bool is_there() const { return contents.has_value(); }
};

struct IncludeScan {
  std::string unknown;              // why it cannot be told which files are read; empty: it can
  std::string ambiguous;            // why compilers may take different ones of these files; empty: they do not
  std::vector<IncludedFile> files;  // in the order in which they were looked for
};

// `options`: of clBuildProgram or clCompileProgram, for their -I and -D. `headers`: those given to clCompileProgram.
IncludeScan scan_includes(std::string_view source, std::string_view options, const std::vector<ProgramHeader>& headers);

// What a program reads besides its source, in a form that is the same on every machine.
struct ClosedProgram {
  std::string unknown;                 // why it cannot be told what the program reads; empty: it can
  std::string ambiguous;               // why another compiler may compile something else; empty: it does not
  std::vector<ProgramHeader> headers;  // by label
  std::string options;                 // the folders of -I are called include-0, include-1, …
  std::vector<IncludedFile> files;     // all that were looked for
};

// `embedded`: the headers of clCompileProgram, which are labelled "embedded/NAME".
ClosedProgram closed_program(std::string_view source, const std::vector<ProgramHeader>& embedded,
                             std::string_view options);

// The words of build options; quotes and backslashes are taken away as drivers do.
std::vector<std::string> option_words(std::string_view options);

}  // namespace clc::layer
