// Digests of programs, the same for every device. The cache looks programs up by them, and packages list them.
#pragma once

#include <string>
#include <vector>

#include "clc/package/program_digest.h"
#include "program/followed_program.h"
#include "recording/recording.h"

namespace clc::layer {

struct ProgramIdentity {
  // The digest of everything that a driver's compiler sees, as it is spelled. Empty: it is not known, and nothing is
  // cached.
  std::string exact;
  // clc::program_digest or clc::linked_program_digest. Empty: it is not known, and no package has the program.
  std::string digest;
  std::string unknown;                 // why one is empty
  std::vector<ProgramHeader> headers;  // part of `digest`, besides the source or IL
  std::string options;                 // part of `digest`
  bool reads_files = false;            // the digests depend on files, or on their absence
};

// Identifies a program from source or IL that is built or compiled with these options. `headers`: those given to
// clCompileProgram.
ProgramIdentity identify(FollowedProgram& program, BuildStep step, const std::string& options,
                         const std::vector<ProgramHeader>& headers);
// True when the program is still the same: a file that its driver has read may have been another than the one that
// `before` was made of.
bool is_same_now(FollowedProgram& program, BuildStep step, const std::string& options,
                 const std::vector<ProgramHeader>& headers, const ProgramIdentity& before);
// Clears the digests, because the program is another than the one that they were made of.
void forget_changed(ProgramIdentity& identity);
// Identifies a linked program. A digest that is empty for an input is empty for the result.
ProgramIdentity identify_link(const std::vector<ProgramIdentity>& inputs, const std::string& options);

}  // namespace clc::layer
