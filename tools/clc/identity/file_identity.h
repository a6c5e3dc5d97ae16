// Identities of files, and of programs with their libraries: what the identities of compilers are made of.
#pragma once

#include <cstdint>
#include <string>

#include "base/fields/fields.h"
#include "identity/dynamic_linker/shared_libraries.h"
#include "identity/identity.h"
#include "identity/memos.h"

namespace clc {

constexpr std::uint64_t k_largest_program = std::uint64_t{4} << 30U;  // bytes

// Returns the key of the memo for a question about a file. The key differs between hosts and containers, which have
// different files of that name, and between builds of the command, which ask different questions: all of them keep
// their memos side by side.
std::string memo_key(const std::string& question, const std::string& path, const std::string& details = "");

// The SHA-256 of a file, read only when it is not the one that is remembered.
Result<std::string> contents_digest(Memos& memos, Observations& observations, const std::string& path);

// Identifies a program or library by its build id, where the linker gave it one, else by its contents. k_damaged: it is
// no ELF file, but for instance a script.
Result<IdentityPart> part_of_image(Memos& memos, Observations& observations, const std::string& path);
// The identity of a program with its libraries.
Result<Identity> parts_of_libraries(Memos& memos, Observations& observations, const SharedLibraries& libraries);
// The running command's own identity, for answers that depend on how it calls another program.
Result<IdentityPart> part_of_self(Memos& memos, Observations& observations);
// Identifies any other file by its contents; the part gets this name.
Result<IdentityPart> part_of_file(Memos& memos, Observations& observations, const std::string& path,
                                  const std::string& name);

template <class F>
void fields(F& f, FieldsOf<F, IdentityPart>& part) {
  f.text(part.name);
  f.text(part.digest);
  f.require(!part.name.empty() && !part.digest.empty());
}

}  // namespace clc
