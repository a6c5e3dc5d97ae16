#include "base/backward_flow.h"

#include <set>
#include <string>

#include "catch_all.h"

using namespace clc;

TEST_CASE("liveness goes around a loop until it is settled", "[flow]") {
  struct Node {
    std::set<std::string> reads, writes;
    std::vector<std::size_t> next;
  };
  // i = 0; do { x = i + n; i = x; } while (x); return y
  const std::vector<Node> nodes{
      {{}, {"i"}, {1}}, {{"i", "n"}, {"x"}, {2}}, {{"x"}, {"i"}, {3}}, {{"x"}, {}, {1, 4}}, {{"y"}, {}, {}}};
  using State = std::set<std::string>;
  const auto alive = flow_backwards(nodes.size(), State(), [&](std::size_t at, const std::vector<State>& before) {
    State here;
    for (const std::size_t next : nodes[at].next) here.insert(before[next].begin(), before[next].end());
    for (const std::string& name : nodes[at].writes) here.erase(name);
    here.insert(nodes[at].reads.begin(), nodes[at].reads.end());
    return here;
  });
  CHECK(alive == std::vector<State>{{"n", "y"}, {"i", "n", "y"}, {"n", "x", "y"}, {"i", "n", "x", "y"}, {"y"}});
}

TEST_CASE("no code has no states", "[flow]") {
  CHECK(flow_backwards(0, 1, [](std::size_t, const std::vector<int>&) { return 2; }).empty());
}
