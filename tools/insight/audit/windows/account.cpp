#include "insight/audit/account.h"

#include "base/environment_variable.h"

namespace clc {

Account our_account() {
  return {environment_variable("USERNAME"), environment_variable("USERPROFILE"), environment_variable("COMPUTERNAME")};
}

}  // namespace clc
