// A test that cannot run here says so on standard output, for script/test to count.
#pragma once

#include <iostream>
#include <string>

namespace clc::test {

inline void skip(const std::string& what, const std::string& why) {
  std::cout << "SKIP: " << what << ": " << why << std::endl;
}

}  // namespace clc::test
