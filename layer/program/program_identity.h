// Digests of programs, which are the same for every device. They are keys of the cache, and packages list them.
#pragma once

#include <string>
#include <vector>

#include "clc/package/program_digest.h"
#include "program/followed_program.h"
#include "recording/recording.h"

namespace clc::layer {

struct ProgramIdentity {
  // The digest of everything that a driver's compiler reads, letter by letter, but for movable folders of -I. It
  // depends on `environment`. When it is not known, this is empty and nothing is cached.
  std::string exact;
  // The same digest with the folders of -I where they lie, when `exact` is the same for other places of them. It is
  // empty when the program may tell its folders, and `exact` depends on them.
  std::string placed;
  // The result of clc::program_digest or clc::linked_program_digest. When it is not known, this is empty and no package
  // has the program.
  std::string digest;
  std::string unknown;                        // why a digest is empty
  std::vector<ProgramHeader> headers;         // a part of `digest`, besides the source or IL
  std::string options;                        // a part of `digest`; of IL with its constants (specialize_option)
  bool reads_files = false;                   // the digests depend on files, also on absent ones
  std::vector<std::string> environment = {};  // variables that drivers read, when the application called
  std::string stamps;                         // IncludedFile::stamp of each file, which no digest covers
  // A driver may read the files later: each lies in a folder of -I, so that it gets a copy where the file has changed,
  // or nobody has written it for minutes, so that it is no file of the moment.
  bool may_wait = true;
};

// Identifies a program from source or IL, for a build or compilation with these options. `headers` are those of
// clCompileProgram.
ProgramIdentity identify(FollowedProgram& program, BuildStep step, const std::string& options,
                         const std::vector<ProgramHeader>& headers);
// Returns true when the program still has the identity `before` and nobody has written its files since. A file may have
// changed before the driver read it, and may have changed back after that.
bool is_same_now(FollowedProgram& program, BuildStep step, const std::string& options,
                 const std::vector<ProgramHeader>& headers, const ProgramIdentity& before);
// Clears the digests of a program whose files have changed since.
void forget_changed(ProgramIdentity& identity);
// Identifies a linked program. The result lacks each digest that one of the inputs lacks.
ProgramIdentity identify_link(const std::vector<ProgramIdentity>& inputs, const std::string& options);

}  // namespace clc::layer
