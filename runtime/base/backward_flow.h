// Dataflow against the direction in which code runs.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace clc {

// Computes the state before each of `count` nodes, which are instructions or blocks, in order. All states begin as
// `nothing`; `before(node, states)` makes a node's state of those of the nodes behind it, and is asked until no state
// changes. It may not take away what it gave for smaller states: otherwise this would not end.
template <class State, class Before>
std::vector<State> flow_backwards(std::size_t count, const State& nothing, Before&& before) {
  std::vector<State> states(count, nothing);
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t node = count; node-- != 0;) {
      State state = before(node, std::as_const(states));
      if (state == states[node]) continue;
      states[node] = std::move(state);
      changes = true;
    }
  }
  return states;
}

}  // namespace clc
