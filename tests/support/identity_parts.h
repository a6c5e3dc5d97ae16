// Looks into identities.
#pragma once

#include <string>

#include "identity/identity.h"

namespace clc::test {

// The digest of the part of that name; empty: there is none.
inline std::string digest_of(const Identity& identity, const std::string& name) {
  for (const IdentityPart& part : identity) {
    if (part.name == name) return part.digest;
  }
  return "";
}

}  // namespace clc::test
