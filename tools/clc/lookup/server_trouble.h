// Trouble with the servers of CLC_REMOTE. It is kept in the cache's folder: `clc cache stats` shows it later, and calls
// that follow each other closely need not all warn of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clc/cache/remote.h"
#include "clc/cache/store.h"
#include "support/sink.h"

namespace clc {

struct ServerTrouble {
  std::string text;             // a line a server: its name, a colon, what was wrong
  std::int64_t noticed_at = 0;  // seconds since 1970
  std::int64_t warned_at = 0;
};

// The last trouble that a call had.
std::optional<ServerTrouble> last_server_trouble(cache::Store& store);

// Remembers what went wrong in this call, and warns of it in one line unless a call has in the last minute.
void report_server_trouble(cache::Store& store, const cache::Remote& remote, Sink& sink);

}  // namespace clc
