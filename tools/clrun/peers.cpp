#include "peers.h"

#include <sstream>

#include "bench.h"

namespace clc::clrun {

std::string peer_task(const algorithms::Algorithm& algorithm, const algorithms::AlgorithmVariant& variant,
                      const algorithms::Problem& problem) {
  return (variant.task.empty() ? algorithm.name : variant.task) + ":" + std::to_string(problem.size) + ":" +
         input_name(problem.input);
}

Result<std::map<std::string, Peer>> parse_peers(const std::string& text) {
  std::map<std::string, Peer> peers;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string task, verdict;
    Peer peer;
    words >> task >> peer.ms.median >> peer.ms.low >> peer.ms.high >> peer.runs >> verdict >> std::ws;
    std::getline(words, peer.name);
    if (words.fail() || peer.name.empty() || peer.ms.median <= 0)
      return fail(ErrorKind::k_gate, "a peer printed '" + line + "', which is no result");
    if (verdict != "passed") return fail(ErrorKind::k_gate, peer.name + " got " + task + " wrong");
    peers.emplace(std::move(task), std::move(peer));
  }
  return peers;
}

}  // namespace clc::clrun
