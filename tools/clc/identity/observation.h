// What an answer rests on: files, folders and settings, each with how it looked when it was looked at. An answer
// that is remembered holds for as long as all of them look the same.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clc/package/bytes.h"

namespace clc {

class Watch {
 public:
  enum class Kind : unsigned char {
    k_path,         // device, inode, size and times of what a path leads to; a folder's times change with its entries
    k_text,         // what a file says that the kernel makes up, and that has no times
    k_entries,      // the names in a folder that the kernel makes up
    k_processor,    // the first one's model and abilities
    k_kernel,       // release and version of the running one
    k_variable,     // an environment variable
    k_environment,  // all whose names begin with one of several prefixes, which blanks separate; not those that
                    // have a '!' in front
  };

  // Looks at a thing and notes it; the same again is looked at only once. Empty: there is no such thing.
  const std::string& look(Kind kind, const std::string& name);
  bool is_there(const std::string& path) { return !look(Kind::k_path, path).empty(); }

  // For an answer that rests also on what cannot be looked at: it is never settled.
  void give_up() { is_whole_ = false; }

  // Whether everything still looks as it was noted.
  bool holds() const;
  // Whether all files were last changed before a moment, in nanoseconds of the real-time clock. One that was not
  // could have changed again unseen: the times of files advance in steps.
  bool is_settled(std::int64_t before) const;

  // Numbers are the machine's own: this is read where it was written.
  Bytes encode() const;
  // Takes it from the front of `bytes`.
  static std::optional<Watch> decode(BytesView& bytes);

 private:
  std::map<std::pair<Kind, std::string>, std::string> seen_;
  bool is_whole_ = true;
};

// What look() says of an environment, taken apart: NAME=value each.
std::vector<std::string> environment_entries(const std::string& looked);

// Device and inode of what a path leads to, which tell one file from another; empty: there is none.
std::string inode_of(const std::string& path);

}  // namespace clc
