// The files that a source includes, as clc's preprocessor found them with the driver's macros
// (`clc explain --inclusions`). Needed for sources that are not plain (plain_source.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clc/base/result.h"

namespace clc::layer {

struct InclusionList {
  struct Inclusion {
    std::string name;
    std::string from;  // the path of the including file; empty: the source itself, or a header of the application
  };
  // The files that the preprocessor found, or not.
  struct FoundFile {
    std::string path;
    std::string sha256;  // the digest of a file that was read
    bool is_there = false;
  };
  std::string unknown;      // why not all included files are known; empty: they are
  bool tells_time = false;  // the time goes into the program
  std::vector<Inclusion> inclusions;
  std::vector<FoundFile> found_files;
};

// Reads the answer of clc. `folder`: where the source and the application's headers lay for it.
Result<InclusionList> read_inclusion_list(std::string_view json, const std::string& folder);

// A list that holds for as long as the included files stay the same.
struct KnownInclusions {
  std::string state;    // a digest of these files, and of the paths without one
  InclusionList files;  // without `found_files`
};
// Newest first.
std::string encode_known_inclusions(const std::vector<KnownInclusions>& lists);
// Empty for a text of another form.
std::vector<KnownInclusions> decode_known_inclusions(std::string_view text);

}  // namespace clc::layer
