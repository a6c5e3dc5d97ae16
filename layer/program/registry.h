// The programs and kernels that the layer follows, from their creation to the application's last reference.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "program/followed_program.h"

namespace clc::layer {

struct FollowedKernel {
  std::shared_ptr<FollowedProgram> program;
  cl_uint references = 1;
};

// Several threads may call its functions.
class Registry {
 public:
  // Returns null for a program that the layer does not follow.
  std::shared_ptr<FollowedProgram> find(cl_program program) const;
  std::shared_ptr<FollowedProgram> find(cl_kernel kernel) const;

  void add(std::shared_ptr<FollowedProgram> program);
  void add(cl_kernel kernel, std::shared_ptr<FollowedProgram> program);
  void retained(cl_program program);
  void retained(cl_kernel kernel);

  // The calls to the driver that follow from a release by the application.
  struct Release {
    bool is_forwarded = true;                    // the driver gets this release
    cl_program parked = nullptr;                 // the driver releases this program afterwards, too
    bool is_last = false;                        // the application has no other reference to this object
    std::shared_ptr<FollowedProgram> gone = {};  // a program that the layer follows no longer
  };
  // Notes a release, before the driver gets it, because the driver may give the address to another object. The last
  // release of a program with kernels is put off in two cases: the kernels belong to the stand-in, so that the driver
  // does not keep the handle for them; or the program goes into the cache later. It is always put off while the program
  // is built in the background.
  Release released(cl_program program);
  Release released(cl_kernel kernel);

  // Keeps a program, also without references of the application, until it was built and the application was told.
  void begin_build(cl_program program);
  Release end_build(cl_program program);

  // Notes that this build goes into the cache later. Returns false when the program was released or built again.
  bool set_unkept(const std::shared_ptr<FollowedProgram>& program, BuildNumber build, UnkeptBuild unkept);
  bool has_kernels(cl_program program) const;
  // Returns the number of references to the handle that the application has already released.
  cl_uint parked_references(cl_program program) const;

  // Ends the builds of threads that only the parent has, in a child that this process forked.
  void forget_threads();

  // The mutex that a fork of this process holds. It is no std::shared_mutex: a child has another thread number, for
  // which glibc takes the end of a writer for that of a reader, so that the lock stays held for ever.
  std::mutex& mutex() { return mutex_; }

 private:
  struct Entry {
    std::shared_ptr<FollowedProgram> program;
    cl_uint references = 1;
    std::size_t kernels = 0;
    std::size_t builds = 0;  // in the background
    bool is_parked = false;  // the application's last release is put off
  };
  mutable std::mutex mutex_;
  std::unordered_map<cl_program, Entry> programs_;
  std::unordered_map<cl_kernel, FollowedKernel> kernels_;
};

}  // namespace clc::layer
