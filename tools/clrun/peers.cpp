#include "peers.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
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
    if (words.fail() || peer.name.empty() || peer.ms.median <= 0) {
      return fail(ErrorKind::k_gate, "a peer printed '" + line + "', which is no result");
    }
    if (verdict != "passed") return fail(ErrorKind::k_gate, peer.name + " got " + task + " wrong");
    peers.emplace(std::move(task), std::move(peer));
  }
  return peers;
}

Result<std::map<std::string, Peer>> run_peers(const std::string& command, int runs, double seconds,
                                              const std::vector<std::string>& tasks) {
  std::ostringstream line;
  line << command << ' ' << runs << ' ' << seconds;
  for (const std::string& task : tasks) line << ' ' << task;
  std::FILE* pipe = popen(line.str().c_str(), "re");
  if (pipe == nullptr) return fail(ErrorKind::k_unavailable, "peer " + command + ": no shell could be started");
  std::string text;
  std::array<char, 4096> piece{};
  while (const std::size_t count = std::fread(piece.data(), 1, piece.size(), pipe)) text.append(piece.data(), count);
  const int status = pclose(pipe);
  if (status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return fail(ErrorKind::k_unavailable,
                "peer " + command + " ended with " +
                    (WIFEXITED(status) ? std::to_string(WEXITSTATUS(status)) : std::string("a signal")));
  }
  return parse_peers(text);
}

}  // namespace clc::clrun
