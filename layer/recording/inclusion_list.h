// The files that a source includes, from `clc explain --inclusions`, which runs a preprocessor with the driver's
// macros. The layer needs them for sources that are not plain (plain_source.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clc/base/result.h"

namespace clc::layer {

struct InclusionList {
  struct Inclusion {
    std::string name;
    std::string from;  // the path of the including file; empty: the source itself, or a header of clCompileProgram
  };
  // A file that the preprocessor looked for.
  struct FoundFile {
    std::string path;
    std::string sha256;  // the digest of a file that it read
    bool is_there = false;
  };
  std::string unknown;      // why the list is not complete; empty: it is
  bool tells_time = false;  // the time of the compilation goes into the program
  std::vector<Inclusion> inclusions;
  std::vector<FoundFile> found_files;
};

// Writes the JSON that clc-worker gives, and clc passes on.
std::string encode_inclusion_list(const InclusionList& list);
// Reads the JSON of clc. `folder` is the one in which clc got the source and the application's headers.
Result<InclusionList> read_inclusion_list(std::string_view json, const std::string& folder);

// A list, and the state of the files for which it holds.
struct KnownInclusions {
  std::string state;    // the digest of these files, and of the places without a file
  InclusionList files;  // without `found_files`
};
// Writes the lists, newest first.
std::string encode_known_inclusions(const std::vector<KnownInclusions>& lists);
// Returns no lists for a text of another form.
std::vector<KnownInclusions> decode_known_inclusions(std::string_view text);

}  // namespace clc::layer
