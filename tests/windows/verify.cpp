// Verifies the algorithm set as `clrun verify` does, which is not built for Windows: a line for each problem, without
// times, which is the same on every system for the same device.
//
// usage: verify PACKAGE DEVICE SIZE…      the largest size last
#include <cstdio>
#include <cstdlib>

#include "clc/runtime/device.h"
#include "common/registry.h"

namespace {

using namespace clc;

// The exit code, by which it is known whether all passed.
int verify_all(algorithms::Session& session, const std::vector<algorithms::Problem>& problems) {
  unsigned passed = 0, failed = 0, skipped = 0;
  for (const algorithms::Algorithm& algorithm : algorithms::all_algorithms()) {
    for (const algorithms::AlgorithmVariant& variant : algorithm.variants) {
      for (const algorithms::Problem& problem : problems) {
        const auto verdict = variant.verify(session, problem);
        const bool is_skipped = verdict && !verdict->skipped.empty();
        const char* status = is_skipped ? "skipped" : verdict && verdict->passed ? "passed" : "failed";
        const std::string& detail = !verdict     ? verdict.error().message
                                    : is_skipped ? verdict->skipped
                                                 : verdict->detail;
        ++(is_skipped ? skipped : verdict && verdict->passed ? passed : failed);
        std::printf("%s %s %u %u %s %s\n", algorithm.name.c_str(), variant.name.c_str(),
                    static_cast<unsigned>(problem.size), static_cast<unsigned>(problem.offset), status, detail.c_str());
        std::fflush(stdout);
        if (!verdict || is_skipped) break;  // whatever the size
      }
    }
  }
  std::printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
  return failed == 0 && passed != 0 ? 0 : 1;
}

template <class T>
T value_of(Result<T> result) {
  if (result) return std::move(*result);
  std::printf("error: %s\n", result.error().message.c_str());
  std::exit(2);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  constexpr std::uint64_t k_offset = 37;  // as clrun's
  std::vector<algorithms::Problem> problems;
  for (int i = 3; i < argc; ++i) problems.push_back({std::strtoull(argv[i], nullptr, 10), 0, 1});
  problems.push_back({problems.back().size, k_offset, 1});
  Queue queue = value_of(Queue::create(value_of(select_device(argv[2]))));
  algorithms::Session session(std::move(queue), value_of(Package::open(argv[1])), "");
  return verify_all(session, problems);
}
