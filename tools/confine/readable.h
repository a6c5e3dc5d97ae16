// The part of the disk that a confined source may see: some files and folders. Anything else counts as absent.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clc {

class Readable {
 public:
  enum class View {
    k_hidden,
    k_folder,  // it may be seen that this folder exists: something visible lies in it
    k_all,
  };

  // Allows everything.
  Readable() = default;
  // Allows these files, and these folders with all in them, by absolute paths without links. Without any: everything.
  explicit Readable(std::vector<std::string> places) : places_(std::move(places)) {}

  bool is_limited() const { return !places_.empty(); }
  const std::vector<std::string>& places() const { return places_; }
  // Says how much may be seen of an absolute path, whose links are followed. It need not exist.
  View view(const std::string& path) const;

 private:
  std::vector<std::string> places_;
};

}  // namespace clc
