// A StringFinder that only counts, so that one reader of a format can be tried without all the others and their LLVM.
#pragma once

#include <cstdio>

#include "fuzz.h"
#include "worker/strings/string_finder.h"

namespace clc::worker {

void StringFinder::add(StringKind kind, std::string location, std::string_view text) {
  fuzz::require(kind <= StringKind::k_bytes && !location.empty());
  copied_bytes_ += text.size();
}

void StringFinder::add_runs(BytesView bytes, const std::string&, StringKind) {
  copied_bytes_ += bytes.size();
}

void StringFinder::read(BytesView bytes, const std::string&, StringKind) {
  copied_bytes_ += bytes.size();
}

void StringFinder::read_copy(Bytes bytes, const std::string&, StringKind) {
  copied_bytes_ += bytes.size();
}

std::string location_at(const std::string& location, std::size_t offset) {
  return location + " + " + std::to_string(offset);
}

}  // namespace clc::worker
