// Finds the files of a driver that this process has loaded. Its compiler is mostly a library of its own, which reads
// headers and libraries of kernels, and has updates of its own.
#pragma once

#include <string>

namespace clc {

struct DriverFiles {
  // A digest of names, sizes and times of the files, for this machine.
  std::string here;
  // A digest that is the same on every machine with these files: of build ids for libraries, and of sizes and times for
  // the other files. Empty when the driver's own library has no build id.
  std::string elsewhere;
};

// `library` is the path of a loaded library. The result covers the loaded libraries that it needs, those that drivers
// load later, and the files of folders that belong to the driver alone.
DriverFiles driver_files(const std::string& library);

}  // namespace clc
