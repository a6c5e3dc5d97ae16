// Settings: the text of CLC_REMOTE, a netrc file, a size, a target's name.
#include "clc/cache/settings.h"
#include "clc/package/target.h"
#include "credentials.h"
#include "fuzz.h"

using namespace clc;
using namespace clc::cache;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  BytesView input = fuzz::view_of(data, size);
  switch (fuzz::take_choice(input) % 4) {
    case 0:
      if (const auto servers = parse_servers(input)) {
        for (const ServerSettings& server : *servers) fuzz::require(!server.host.empty() || !server.socket.empty());
      }
      if (const auto server = parse_execution_server(input)) fuzz::require(!server->host.empty());
      break;
    case 1: {
      const auto found = find_in_netrc(input, "example.com", "");
      fuzz::require(!found || !found->password.empty());
      break;
    }
    case 2:
      (void)parse_size(std::string(input));
      break;
    default:
      if (const Result<Target> target = parse_target(input)) {
        const Result<Target> again = parse_target(target->name());
        fuzz::require(again && *again == *target);
      }
  }
  return 0;
}
