// The figures of a peer: a program that computes the same in another way, to compare with.
//
// It is called as
//
//   PROGRAM RUNS SECONDS TASK:ELEMENTS:INPUT…
//
// and prints a line for each of these that it knows:
//
//   TASK:ELEMENTS:INPUT MEDIAN LOW HIGH RUNS passed|failed NAME
//
// with the median and the quartiles of its times in milliseconds. SECONDS limits the runs of a task; 0 does not.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "common/algorithm.h"

namespace clc::clrun {

struct Peer {
  std::string name;  // "CUB DeviceReduce"; empty: there is none
  algorithms::Spread ms;
  int runs = 0;
};

// "reduce:4096:random"
std::string peer_task(const algorithms::Algorithm& algorithm, const algorithms::AlgorithmVariant& variant,
                      const algorithms::Problem& problem);

// Reads what a peer printed. A line that is none, or a result that failed its verification, is k_gate.
Result<std::map<std::string, Peer>> parse_peers(const std::string& text);

// Runs the program; one that cannot be started or ends with another code than 0 is k_unavailable.
Result<std::map<std::string, Peer>> run_peers(const std::string& program, int runs, double seconds,
                                              const std::vector<std::string>& tasks);

}  // namespace clc::clrun
