// The files that a source includes, as clc's preprocessor found them with the driver's macros
// (`clc explain --inclusions`). Needed for sources that are not plain (plain_source.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clc/package/result.h"

namespace clc::layer {

struct AskedFiles {
  struct Asked {
    std::string name;
    std::string from;  // the path of the file that asks; empty: the source itself, or a header of the application
  };
  // The files that the preprocessor found, or not.
  struct Answer {
    std::string path;
    std::string sha256;  // the digest of a file that was read
    bool is_there = false;
  };
  std::string unknown;      // why it asks for more than is known; empty: it does not
  bool tells_time = false;  // the time goes into the program
  std::vector<Asked> asked;
  std::vector<Answer> answers;
};

// Reads what clc says. `folder`: where the source and the application's headers lay for it.
Result<AskedFiles> read_asked_files(std::string_view json, const std::string& folder);

// Answers that hold for as long as all files that are asked for say the same. Newest first.
struct ToldFiles {
  std::string state;  // a digest of these files, and of where there are none
  AskedFiles files;   // without answers
};
std::string encode_told_files(const std::vector<ToldFiles>& told);
// Nothing for text that is none.
std::vector<ToldFiles> decode_told_files(std::string_view text);

}  // namespace clc::layer
