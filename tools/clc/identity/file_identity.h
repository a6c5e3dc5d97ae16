// Identities of files, and of programs with their libraries: what the identities of compilers are made of.
#pragma once

#include <string>

#include "identity/dynamic_linker/shared_libraries.h"
#include "identity/identity.h"
#include "identity/memos.h"
#include "protocol/byte_codec.h"

namespace clc {

// Names the memo for a question about a file. Other hosts and containers have another file of that name, and another
// build of the command asks other questions: all of them keep their memos side by side.
std::string memo_key(const std::string& question, const std::string& path, const std::string& details = "");

// The SHA-256 of a file, read only when it is not the one that is remembered.
Result<std::string> contents_digest(Memos& memos, Observations& observations, const std::string& path);

// A program or library by its build id, where the linker gave it one, else by its contents. k_damaged for what is
// no ELF file, such as a script.
Result<IdentityPart> part_of_image(Memos& memos, Observations& observations, const std::string& path);
// The identity of a program with its libraries.
Result<Identity> parts_of_libraries(Memos& memos, Observations& observations, const SharedLibraries& libraries);
// The running command's own identity, for answers that depend on how it calls another program.
Result<IdentityPart> part_of_self(Memos& memos, Observations& observations);
// Any other file, by its contents; `name` is what the part is called.
Result<IdentityPart> part_of_file(Memos& memos, Observations& observations, const std::string& path,
                                  const std::string& name);

void write_identity(const Identity& identity, ByteWriter& writer);
// reader.is_good() tells whether it made sense.
Identity read_identity(ByteReader& reader);

}  // namespace clc
