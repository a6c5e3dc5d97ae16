// The programs and kernels that the layer follows, from their creation to the application's last reference.
#pragma once

#include <memory>
#include <optional>
#include <shared_mutex>
#include <unordered_map>

#include "program/followed_program.h"

namespace clc::layer {

struct FollowedKernel {
  std::shared_ptr<FollowedProgram> program;
  cl_uint references = 1;
};

// Its functions may be called by several threads.
class Registry {
 public:
  // Null for programs that are not followed.
  std::shared_ptr<FollowedProgram> find(cl_program program) const;
  std::shared_ptr<FollowedProgram> find(cl_kernel kernel) const;

  void add(std::shared_ptr<FollowedProgram> program);
  void add(cl_kernel kernel, std::shared_ptr<FollowedProgram> program);
  void retained(cl_program program);
  void retained(cl_kernel kernel);

  // The calls to the driver that a release by the application leads to.
  struct Release {
    bool is_forwarded = true;                    // hand the call on
    cl_program parked = nullptr;                 // and release this program afterwards, too
    bool is_last = false;                        // the application has no other reference to this followed object
    std::shared_ptr<FollowedProgram> gone = {};  // followed no longer: it has neither references nor kernels
  };
  // To be called before the driver's release, because the driver may give the address to another object. A handle that
  // has kernels lives until the last of them goes where the driver does not know that they belong together, or where
  // the program is still to be kept.
  Release released(cl_program program);
  Release released(cl_kernel kernel);

  // Notes that this build of the program is to be kept. False: the program has been released or built again.
  bool set_unkept(const std::shared_ptr<FollowedProgram>& program, BuildNumber build, UnkeptBuild unkept);
  bool has_kernels(cl_program program) const;
  // The number of references to the program's handle that the application does not know of.
  cl_uint parked_references(cl_program program) const;

  // Held while this process is forked.
  std::shared_mutex& mutex() { return mutex_; }

 private:
  struct Entry {
    std::shared_ptr<FollowedProgram> program;
    cl_uint references = 1;
    std::size_t kernels = 0;
    bool is_parked = false;  // the application's last release has not been handed on
  };
  mutable std::shared_mutex mutex_;
  std::unordered_map<cl_program, Entry> programs_;
  std::unordered_map<cl_kernel, FollowedKernel> kernels_;
};

}  // namespace clc::layer
