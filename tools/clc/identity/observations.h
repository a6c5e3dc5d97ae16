// The files, folders and settings that an answer rests on, each with how it looked. A remembered answer holds for as
// long as all of them look the same.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/fields/byte_codec.h"

namespace clc {

class Observations {
 public:
  enum class Kind : unsigned char {
    k_path,         // device, inode, size and times of what a path leads to; a folder's times change with its entries
    k_text,         // the contents of a file that the kernel makes up, which has no times
    k_entries,      // the names in a folder that the kernel makes up
    k_processor,    // the first processor's model and abilities
    k_kernel,       // release and version of the running kernel
    k_variable,     // an environment variable
    k_environment,  // all variables whose names begin with one of several prefixes, separated by blanks; a prefix with
                    // a '!' in front excludes variables
  };

  // Looks at a thing, notes how it looks and returns that; a second look returns what was noted. Empty: there is no
  // such thing.
  const std::string& look(Kind kind, const std::string& name);
  bool is_there(const std::string& path) { return !look(Kind::k_path, path).empty(); }

  // Notes that the answer rests also on what cannot be looked at, so that are_settled() is always false.
  void give_up() { is_whole_ = false; }

  // True when everything still looks as it was noted.
  bool hold() const;
  // True when all files were last changed before a moment, in nanoseconds of the real-time clock. The times of files
  // advance in steps, so a file that was changed later could change again without getting another time.
  bool are_settled(std::int64_t before) const;

  void write(ByteWriter& writer) const;
  // Reads what write() wrote; reader.is_good() tells whether it made sense.
  static Observations read(ByteReader& reader);

 private:
  std::map<std::pair<Kind, std::string>, std::string> seen_;
  bool is_whole_ = true;
};

// Splits what look() returns for k_environment into its variables, each as NAME=value.
std::vector<std::string> environment_entries(const std::string& looked);

// Device and inode of what a path leads to, which tell one file from another; empty: there is none.
std::string inode_of(const std::string& path);

}  // namespace clc
