// A StringFinder that only keeps what it is given, so that one reader of a format can be tried without all the others
// and their LLVM.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "fuzz.h"
#include "worker/insight/strings/string_finder.h"

namespace clc::worker {

void StringFinder::add(StringKind kind, std::string location, std::string_view text) {
  fuzz::require(kind <= StringKind::k_text && !location.empty());
  strings_.push_back({kind, std::move(location), std::string(text)});
}

void StringFinder::add_runs(BytesView bytes, const std::string&, StringKind) {
  copied_bytes_ += bytes.size();
}

void StringFinder::read(BytesView bytes, const std::string&, StringKind) {
  copied_bytes_ += bytes.size();
}

void StringFinder::read_copy(Bytes bytes, const std::string&, StringKind) {
  copies_.push_back(std::make_unique<Bytes>(std::move(bytes)));
}

std::string location_at(const std::string& location, std::size_t offset) {
  return location + " + " + std::to_string(offset);
}

}  // namespace clc::worker
