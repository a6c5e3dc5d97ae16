// Gets and puts entries of CLC_REMOTE by commands on standard input, one answer a line, for the tests.
//
// usage: clc_remote_driver MODULE
//   get KIND KEY              hit MILLISECONDS SHA256 SIZE, or: miss MILLISECONDS
//   put KEY ACTION ARTIFACT   (files)  done MILLISECONDS
//   flush                     done MILLISECONDS
//   trouble                   its lines, separated by tabs
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "clc/cache/remote.h"

namespace {

using namespace clc;
using namespace clc::cache;

std::optional<EntryKind> kind_of(const std::string& name) {
  if (name == "action") return EntryKind::k_action;
  if (name == "artifact") return EntryKind::k_artifact;
  if (name == "program") return EntryKind::k_program;
  if (name == "memo") return EntryKind::k_memo;
  return {};
}

// Calls, and says how long that took.
template <class Call>
std::string timed(Call&& call) {
  const auto begin = std::chrono::steady_clock::now();
  call();
  const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - begin;
  return std::to_string(passed.count());
}

std::string answer(Remote& remote, const std::string& line) {
  std::istringstream words(line);
  std::string command, first, second, third;
  words >> command >> first >> second >> third;
  if (command == "get") {
    const std::optional<EntryKind> kind = kind_of(first);
    if (!kind) return "unknown kind";
    std::optional<Bytes> found;
    const std::string time = timed([&] { found = remote.get(*kind, second); });
    if (!found) return "miss " + time;
    return "hit " + time + " " + sha256_hex(*found) + " " + std::to_string(found->size());
  }
  if (command == "put") {
    const Result<Bytes> action = read_file(second);
    const Result<Bytes> artifact = read_file(third);
    if (!action || !artifact) return "cannot read";
    return "done " + timed([&] { remote.put(first, *action, sha256_hex(*artifact), *artifact); });
  }
  if (command == "flush") return "done " + timed([&] { remote.flush(); });
  if (command == "trouble") {
    std::string text = remote.trouble();
    for (char& c : text) c = c == '\n' ? '\t' : c;
    return text;
  }
  return "unknown command";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const char* servers = std::getenv("CLC_REMOTE");
  Result<Remote> remote = Remote::open(servers == nullptr ? "" : servers, argv[1]);
  if (!remote) {
    std::cerr << remote.error().message << "\n";
    return exit_code(remote.error().kind);
  }
  std::string line;
  while (std::getline(std::cin, line)) std::cout << answer(*remote, line) << std::endl;
  return 0;
}
