// Answers of clGet…Info.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "front/fail.h"

namespace clc::front {

// Where the application wants an answer.
struct Answer {
  std::size_t room;
  void* to;
  std::size_t* told;

  void bytes(const void* from, std::size_t size) const {
    require(to == nullptr || room >= size, CL_INVALID_VALUE);
    if (told != nullptr) *told = size;
    if (to != nullptr && size != 0) std::memcpy(to, from, size);
  }
  template <class T>
  void value(const T& one) const {
    bytes(&one, sizeof one);
  }
  void text(const std::string& one) const { bytes(one.c_str(), one.size() + 1); }
  template <class T>
  void list(const std::vector<T>& all) const {
    bytes(all.data(), all.size() * sizeof(T));
  }
};

}  // namespace clc::front
