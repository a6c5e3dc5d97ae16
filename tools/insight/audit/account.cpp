#include "insight/audit/account.h"

#include <pwd.h>
#include <unistd.h>

namespace clc {

Account our_account() {
  Account account;
  if (const passwd* entry = getpwuid(getuid()); entry != nullptr) {
    account.user = entry->pw_name;
    account.home = entry->pw_dir;
  }
  char host[256] = {};
  if (gethostname(host, sizeof host - 1) == 0) account.host = host;
  return account;
}

}  // namespace clc
