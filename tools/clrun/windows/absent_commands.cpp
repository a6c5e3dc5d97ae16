// The parts of clrun that start processes as only POSIX can.
#include "commands.h"
#include "peers.h"

namespace clc::clrun {

Result<std::map<std::string, Peer>> run_peers(const std::string&, int, double, const std::vector<std::string>&) {
  return fail(ErrorKind::k_unavailable, "--peer is for Linux: clrun for Windows starts no other programs");
}

Result<int> tune_kernels(const std::vector<std::string>&, Sink&) {
  return fail(
      ErrorKind::k_unavailable,
      "clrun tune is for Linux: it forks a process for its trials, because drivers crash and hang in some; what it "
      "writes there chooses on Windows, too");
}

}  // namespace clc::clrun
