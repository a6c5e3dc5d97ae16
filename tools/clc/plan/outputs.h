// The files that a call writes, and the limits of its processes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clc/base/file.h"
#include "support/dump_bits.h"

namespace clc {

// The limits of each process that compiles.
struct Limits {
  std::uint32_t time_s = 0;  // 0: as long as a job of its size should take, many times over
  std::uint64_t memory_bytes = std::uint64_t{4096} << 20U;

  // The seconds of clc-worker.
  std::uint32_t worker_time_s() const { return time_s == 0 ? 300 : time_s; }
};

// Files for people, see DumpBits.
struct Dumps {
  std::string folder;       // for every stage; or empty
  bool has_passes = false;  // --dump-passes: the folder gets the IR after each pass, too
  unsigned bits = 0;        // GPU_DUMP_DEVICE_KERNEL

  bool are_wanted() const { return !folder.empty() || bits != 0; }
  // The bits of the files in the folder.
  unsigned bits_in_folder() const {
    return folder.empty() ? 0 : k_dump_stages | (has_passes ? unsigned{k_dump_passes} : 0U);
  }
};

// CMake reads the files of its DEPFILE itself, for most generators, and knows no "\:".
enum class DepfileReader { k_make, k_cmake_for_make, k_cmake_for_ninja };

// The dependency file for make and ninja.
struct Depfile {
  std::string path;                          // empty: standard output
  std::string target;                        // that depends on what was read
  std::vector<std::string> skipped_folders;  // that the build writes to
  bool without_system = false;               // headers of -isystem folders are left out
  bool has_empty_rules = false;              // for the headers
  DepfileReader reader = DepfileReader::k_make;
};

struct Outputs {
  std::string package;  // a folder, a .clcpack file, or "-"
  Unchanged unchanged = Unchanged::k_rewrite;
  Flush flush = Flush::k_no;  // of the package
  int compression = 0;        // zstd's level; 0: none
  std::string commands;       // the compilation database for editors; or empty
  std::string time_trace;     // where the time went: trace viewers' JSON, or a page; or empty
  std::string add_on_of;      // the package that this one is an add-on of; or empty
  Dumps dumps;
  std::optional<Depfile> depfile;
};

}  // namespace clc
