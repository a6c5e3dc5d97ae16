// A program of the application that the layer follows. Its handle is always an object of the driver; another program,
// the stand-in, may do its work.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "next_layer.h"
#include "program/program_state.h"

namespace clc::layer {

enum class ProgramKind {
  k_source,
  k_il,
  k_binary,
  k_linked,  // by clLinkProgram
};

// The source of the binary that a program runs from.
enum class ServedBy { k_driver, k_cache, k_package, k_compiled, k_refused };
const char* name_of(ServedBy by);  // "driver", "cache", …

struct FollowedProgram {
  FollowedProgram(cl_program program, cl_context of, ProgramKind program_kind)
      : handle(program), context(of), kind(program_kind) {}
  // A program that clLinkProgram made. `stand_in`: null for the driver's.
  FollowedProgram(cl_program program, cl_context of, std::shared_ptr<const StandIn> stand_in)
      : handle(program), context(of), kind(ProgramKind::k_linked), state(std::move(stand_in)) {}

  // The description, which does not change once the program is in the registry.
  const cl_program handle;
  const cl_context context;
  const ProgramKind kind;
  std::string source;     // the strings of clCreateProgramWithSource, joined
  Bytes bytes;            // the IL of clCreateProgramWithIL
  std::string identity;   // a binary's or linked program's: see ProgramIdentity
  std::string digest;     // a linked program's: see ProgramIdentity
  bool is_blank = false;  // the driver was not given the source
  std::vector<cl_device_id> devices;

  ProgramState state;

  // The digest of the source, IL or linked programs that its kernels come from; empty: not known.
  std::string kernels_digest() const;
  // The program to hand to the driver.
  cl_program actual() const;
};

}  // namespace clc::layer
