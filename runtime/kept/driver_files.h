// The files that a driver loaded into this process consists of: its compiler is mostly a library of its own, which
// reads headers and libraries of kernels, and is updated without the driver.
#pragma once

#include <string>

namespace clc {

struct DriverFiles {
  // A digest of each file's name, size and times.
  std::string here;
  // The same on every machine with these files: build ids of libraries; sizes and times of what was written for the
  // others. Empty where the driver's own library has no build id.
  std::string elsewhere;
};

// `library`: a loaded library, by its path. These count: the libraries that it needs, directly or not; those that it is
// known to load later; and the files of the folders that belong to it alone.
DriverFiles driver_files(const std::string& library);

}  // namespace clc
