// A program of the application that the layer follows. Its handle is always an object of the driver. Another program,
// the stand-in, may do its work.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "next_layer.h"
#include "program/program_state.h"
#include "recording/recording.h"

namespace clc::layer {

enum class ProgramKind {
  k_source,
  k_il,
  k_binary,
  k_linked,  // from clLinkProgram
};

// The origin of the binary that a program runs from.
enum class ServedBy { k_driver, k_cache, k_package, k_compiled, k_refused };
const char* name_of(ServedBy by);  // "driver", "cache", …

// A compilation or a link that led to a linked program, as a recording has it.
struct PastBuild {
  RecordedBuild build;
  ProgramText text;  // of a compilation
};

struct FollowedProgram {
  FollowedProgram(cl_program program, cl_context of, ProgramKind program_kind)
      : handle(program), context(of), kind(program_kind) {}
  // Follows a program that clLinkProgram made. `stand_in` is null when the driver linked it.
  FollowedProgram(cl_program program, cl_context of, std::shared_ptr<const StandIn> stand_in)
      : handle(program), context(of), kind(ProgramKind::k_linked), state(std::move(stand_in)) {}

  // The description of the program, constant once the program is in the registry.
  const cl_program handle;
  const cl_context context;
  const ProgramKind kind;
  std::string source;           // the strings of clCreateProgramWithSource, joined
  Bytes bytes;                  // the IL of clCreateProgramWithIL; while capturing, the only binary
  std::string identity;         // of a binary or a linked program: see ProgramIdentity::exact
  std::string digest;           // of a linked program: see ProgramIdentity::digest
  std::vector<PastBuild> past;  // of a linked program, with --on-miss compile; empty: clc cannot link it
  bool is_blank = false;        // the driver's object has a blank in the place of the source
  std::vector<cl_device_id> devices;

  ProgramState state;
  ProgramHandle held;  // the layer's own reference, from the application's last release until the program is kept

  // Returns the digest of the source, IL or linked programs that its kernels come from, or an empty text when that is
  // not known.
  std::string kernels_digest() const;
  // Returns the program that the driver works on: the stand-in, or else the handle.
  cl_program actual() const;
};

}  // namespace clc::layer
