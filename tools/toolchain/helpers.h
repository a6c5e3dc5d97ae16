// Where clc and what belongs to it are installed, and folders for a moment.
#pragma once

#include <string>
#include <utility>

#include "base/temporary_folder.h"
#include "clc/base/result.h"
#include "support/interrupts.h"

namespace clc {

// A temporary folder that an interrupt does not leave behind.
class ScratchFolder {
 public:
  static Result<ScratchFolder> make();
  const std::string& path() const { return folder_.path(); }

 private:
  ScratchFolder(HeldInterrupts interrupts, TemporaryFolder folder)
      : interrupts_(std::move(interrupts)), folder_(std::move(folder)) {}

  HeldInterrupts interrupts_;  // until the folder is gone
  TemporaryFolder folder_;
};

// The path of the program that runs; empty when it cannot be told.
std::string own_path();
// The path at which a file of libexec/clc/ belongs, whether it exists or not.
Result<std::string> helper_path(const std::string& name);
// The path of a program in libexec/clc/, for instance "clc-worker"; k_unavailable when it is missing.
Result<std::string> find_helper(const std::string& name);

}  // namespace clc
