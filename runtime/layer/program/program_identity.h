// Digests of programs, the same for every device: what the cache looks them up by, and what packages list.
#pragma once

#include <string>
#include <vector>

#include "clc/package/program_digest.h"
#include "program/followed_program.h"
#include "recording/recording.h"

namespace clc::layer {

struct ProgramIdentity {
  // Of everything that a driver's compiler sees, in its own spelling. Empty: it cannot be told, and nothing is cached.
  std::string exact;
  // clc::program_digest or clc::linked_program_digest. Empty: it cannot be told, and no package has it.
  std::string digest;
  std::string unknown;                 // why one is empty
  std::vector<ProgramHeader> headers;  // that `digest` is of, besides the program's source or IL
  std::string options;                 // the same
  bool reads_files = false;            // what it is depends on files, or on their absence
};

// Of a program from source or IL that is built or compiled with these options. `headers`: of clCompileProgram.
ProgramIdentity identify(FollowedProgram& program, BuildStep step, const std::string& options,
                         const std::vector<ProgramHeader>& headers);
// True when the program is still the same: a file that its driver has read may have been another than the one that
// `before` was made of.
bool is_same_now(FollowedProgram& program, BuildStep step, const std::string& options,
                 const std::vector<ProgramHeader>& headers, const ProgramIdentity& before);
// Leaves nothing to keep the program under, because it is not.
void forget_changed(ProgramIdentity& identity);
// Of linked programs. Empty parts stay empty.
ProgramIdentity identify_link(const std::vector<ProgramIdentity>& inputs, const std::string& options);

}  // namespace clc::layer
