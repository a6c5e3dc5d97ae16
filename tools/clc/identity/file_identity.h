// Identities of files, and of programs with their libraries: what the identities of compilers are made of.
#pragma once

#include <optional>
#include <string>

#include "identity/identity.h"
#include "identity/dynamic_linker/shared_libraries.h"

namespace clc {

// Names the memo for a question about a file. Other hosts and containers have another file of that name, and another
// build of the command asks other questions: they do not take each other's memos away.
std::string memo_key(const std::string& question, const std::string& path, const std::string& details = "");

// The SHA-256 of a file, read only when it is not the one that is remembered.
Result<std::string> contents_digest(Memory& memory, Watch& watch, const std::string& path);

// A program or library by its build id, where the linker gave it one, else by its contents. k_damaged for what is
// no ELF file, such as a script.
Result<IdentityPart> part_of_image(Memory& memory, Watch& watch, const std::string& path);
// A program with its libraries.
Result<Identity> parts_of_libraries(Memory& memory, Watch& watch, const SharedLibraries& libraries);
// The command itself, where it decides how another program is called.
Result<IdentityPart> part_of_self(Memory& memory, Watch& watch);
// Any other file.
Result<IdentityPart> part_of_file(Memory& memory, Watch& watch, const std::string& path, const std::string& name);

Bytes encode_parts(const Identity& identity);
// The rest of `bytes`; nothing when it is no identity.
std::optional<Identity> decode_parts(BytesView bytes);

}  // namespace clc
