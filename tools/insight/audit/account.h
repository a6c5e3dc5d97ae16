// Who runs clc, and where.
#pragma once

#include <string>

namespace clc {

// Empty where the system does not tell it.
struct Account {
  std::string user, home, host;
};
Account our_account();

}  // namespace clc
