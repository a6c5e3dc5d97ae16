// Solves a dataflow problem against the direction in which code runs.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace clc {

// Computes the state before each of `count` nodes, which are instructions or blocks in their order. All states begin as
// `nothing`. `before(node, states)` computes a node's state from the states of the nodes behind it, and is called until
// no state changes. Larger states must not make its result smaller: the loop might never end.
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
