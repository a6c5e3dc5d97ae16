// Processes that build the same program at once: one builds, and the others wait for it and find the program in the
// cache. With PoCL they must: it makes its programs in a folder for all processes, and dies when it has to give the
// binary of a program that another process is making; there nobody asks for a binary while another process may be
// writing parts of the program. The locks are those of the system, which the death of a process frees, on places in a
// file of the cache, for PoCL of PoCL's folder.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace clc::layer {

// The locks that this process has for one such program, from its build until it is kept or gone. All threads that build
// the program share them.
class ProgramShare {
 public:
  // Takes an open file, and the place of the program in it. `is_of_pocl`: a binary needs the program alone.
  ProgramShare(int file, std::uint64_t place, bool is_of_pocl) : file_(file), place_(place), is_of_pocl_(is_of_pocl) {}
  ~ProgramShare();
  ProgramShare(const ProgramShare&) = delete;
  ProgramShare& operator=(const ProgramShare&) = delete;

  // Takes the turn to build, and notes that this process makes the program. Waits for a process that has the turn or
  // asks for the binary, but not longer than a limit. Returns true when it has waited, so that the program may be in
  // the cache now.
  bool begin();
  // Lets the next process have the turn.
  void release_build();
  // Returns true when another process waits for the turn.
  bool is_awaited() const;

  // Returns true when the driver still has to compile most of the program when it is asked for the binary.
  bool is_binary_dear() const { return is_of_pocl_; }
  // Returns the file of the locks.
  int file() const { return file_; }

  // Prevents other processes from making the program. Returns false when one may be doing so.
  bool begin_alone();
  void end_alone();

  // Notes in a file that a process will keep the program that stays behind this one, until it has. Returns false when
  // that cannot be.
  bool note_behind() const;
  void forget_behind() const;
  // Returns true when such a process has ended before that.
  bool was_lost_behind() const;

 private:
  std::string note() const;

  const int file_;
  const std::uint64_t place_;
  const bool is_of_pocl_;
  std::mutex mutex_;
  int alone_ = 0;  // threads between begin_alone() and end_alone()
};

// Returns the share of the program with this name among all that PoCL, or that other drivers and clc, build. Null: the
// file cannot be opened.
std::shared_ptr<ProgramShare> share_program(const std::string& name, bool is_of_pocl);

// Holds the program alone while it lives. Without a share no process gets in the way.
class AloneWith {
 public:
  explicit AloneWith(ProgramShare* share) : share_(share), is_alone_(share == nullptr || share->begin_alone()) {}
  ~AloneWith() {
    if (share_ != nullptr && is_alone_) share_->end_alone();
  }
  AloneWith(const AloneWith&) = delete;
  AloneWith& operator=(const AloneWith&) = delete;
  bool is_alone() const { return is_alone_; }

 private:
  ProgramShare* share_;
  bool is_alone_;
};

}  // namespace clc::layer
