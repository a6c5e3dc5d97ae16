#include "insight/stalls/waits.h"

#include <algorithm>

namespace clc {
namespace {

// By StepKind.
constexpr struct {
  const char* name;
  double WaitClocks::* latency;
} k_kinds[] = {{"arithmetic", &WaitClocks::arithmetic},
               {"double", &WaitClocks::doubles},
               {"special function", &WaitClocks::special},
               {"matrix units", &WaitClocks::matrix},
               {"constant memory", &WaitClocks::constant},
               {"local memory", &WaitClocks::local},
               {"exchange of lanes", &WaitClocks::local},
               {"global memory", &WaitClocks::global},
               {"image", &WaitClocks::image},
               {"store", &WaitClocks::store},
               {"barrier", &WaitClocks::issue},
               {"branch", &WaitClocks::issue},
               {"order of instructions", &WaitClocks::issue}};

double latency_of(const CodeStep& step, const WaitClocks& clocks) {
  return step.latency.value_or(clocks.*k_kinds[static_cast<std::size_t>(step.kind)].latency);
}

// A result that is not there yet.
struct Awaited {
  double time = 0;
  std::size_t step = 0;
};

// A wave that is alone on its unit.
class Wave {
 public:
  Wave(const std::vector<CodeStep>& code, const WaitClocks& clocks) : code_(code), clocks_(clocks) {}

  double clock() const { return clock_; }

  StepWait take(std::size_t at) {
    const CodeStep& step = code_[at];
    StepWait wait;
    double begin = clock_;
    const auto consider = [&](const Awaited& one) {
      if (one.time <= begin) return;
      begin = one.time;
      wait.on = one.step;
      wait.is_carried = one.step >= at;
    };
    consider(distant_);
    for (const std::uint64_t name : step.reads) {
      if (const auto found = registers_.find(name); found != registers_.end()) consider(found->second);
    }
    for (const CodeStep::Limit& limit : step.limits) {
      std::vector<Awaited>& open = counters_[limit.counter];
      if (open.size() <= limit.most) continue;
      const auto end = open.end() - static_cast<std::ptrdiff_t>(limit.most);
      std::for_each(open.begin(), end, consider);
      open.erase(open.begin(), end);
    }
    if (step.kind == StepKind::k_barrier) {
      if (begin - clock_ < clocks_.barrier) wait = {};
      begin += clocks_.barrier;
    }
    wait.clocks = begin - clock_;
    finish(at, begin);
    return wait;
  }

 private:
  void finish(std::size_t at, double begin) {
    const CodeStep& step = code_[at];
    const Awaited result{begin + latency_of(step, clocks_), at};
    for (const std::uint64_t name : step.writes) {
      registers_.erase(name);
      if (step.has_interlock) registers_[name] = result;
    }
    for (const CodeStep::Count& count : step.counts)
      counters_[count.counter].push_back(count.is_early ? Awaited{begin + clocks_.store, at} : result);
    clock_ = begin + clocks_.issue;
    distant_ = {begin + step.distance, at};
  }

  const std::vector<CodeStep>& code_;
  const WaitClocks& clocks_;
  double clock_ = 0;
  Awaited distant_;
  std::map<std::uint64_t, Awaited> registers_;
  std::map<unsigned, std::vector<Awaited>> counters_;
};

struct Range {
  std::size_t first = 0, last = 0;
  bool holds(const Range& other) const { return first <= other.first && other.last <= last; }
};

std::vector<Range> loops_of(const std::vector<CodeStep>& code) {
  std::vector<Range> loops;
  for (const auto& [first, last] : loop_ends(code)) loops.push_back({first, last});
  return loops;
}

// The growth of the critical path per iteration.
double chain_of(const std::vector<CodeStep>& code, const Range& loop, const WaitClocks& clocks) {
  constexpr int k_iterations = 8;
  std::map<std::uint64_t, double> ready;
  std::vector<double> times(loop.last - loop.first + 1), before;
  double latest = 0, base = 0;
  for (int iteration = 0; iteration < k_iterations; ++iteration) {
    before = times;
    for (std::size_t at = loop.first; at <= loop.last; ++at) {
      double begin = base;
      for (const std::uint64_t name : code[at].reads) {
        if (const auto found = ready.find(name); found != ready.end()) begin = std::max(begin, found->second);
      }
      const bool is_barrier = code[at].kind == StepKind::k_barrier;
      const double end = is_barrier ? latest + clocks.barrier : begin + latency_of(code[at], clocks);
      if (is_barrier) base = end;
      for (const std::uint64_t name : code[at].writes) ready[name] = end;
      latest = std::max(latest, end);
      times[at - loop.first] = end;
    }
  }
  double chain = 0;
  for (std::size_t i = 0; i < times.size(); ++i) chain = std::max(chain, times[i] - before[i]);
  return chain;
}

class Walk {
 public:
  Walk(const std::vector<CodeStep>& code, const WaitClocks& clocks)
      : code_(code), clocks_(clocks), ranges_(loops_of(code)), wave_(code, clocks) {
    waits_.steps.resize(code.size());
    waits_.depths.resize(code.size());
    for (const Range& loop : ranges_) {
      for (std::size_t at = loop.first; at <= loop.last; ++at) ++waits_.depths[at];
    }
  }

  CodeWaits run() {
    pass({0, code_.size()}, 0);
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      const auto lies_in = [&](const Range& other) { return &other != &ranges_[i] && ranges_[i].holds(other); };
      const bool was_taken = later_clocks_.contains(ranges_[i].first);  // loops that overlap are taken as one
      if (!was_taken || std::ranges::any_of(ranges_, lies_in)) continue;
      waits_.loops.push_back(
          {ranges_[i].first, ranges_[i].last, later_clocks_[ranges_[i].first], chain_of(code_, ranges_[i], clocks_)});
    }
    return std::move(waits_);
  }

 private:
  static constexpr unsigned k_deepest = 6;  // deeper loops are walked once

  // Takes the steps from the first to the one before the last; `inside` is the number of loops around them.
  void pass(const Range& part, unsigned inside) {
    for (std::size_t at = part.first; at < part.last; ++at) {
      const auto loop = std::ranges::find(ranges_, at, &Range::first);
      const bool begins = loop != ranges_.end() && loop->last < part.last && !(inside != 0 && at == part.first);
      if (!begins || inside > k_deepest) {
        waits_.steps[at] = wave_.take(at);
        continue;
      }
      const Range body{loop->first, loop->last + 1};
      pass(body, inside + 1);
      const double begin = wave_.clock();
      pass(body, inside + 1);
      later_clocks_[loop->first] = wave_.clock() - begin;
      at = loop->last;
    }
  }

  const std::vector<CodeStep>& code_;
  const WaitClocks& clocks_;
  std::vector<Range> ranges_;
  Wave wave_;
  CodeWaits waits_;
  std::map<std::size_t, double> later_clocks_;  // clocks of a later iteration, by the loop's first step
};

}  // namespace

const char* kind_name(StepKind kind) {
  return k_kinds[static_cast<std::size_t>(kind)].name;
}

std::map<std::size_t, std::size_t> loop_ends(const std::vector<CodeStep>& code) {
  std::map<std::size_t, std::size_t> ends;
  for (std::size_t at = 0; at < code.size(); ++at) {
    for (const std::size_t target : code[at].targets) {
      if (target < at) ends[target] = std::max(ends[target], at);
    }
  }
  return ends;
}

CodeWaits waits_of(const std::vector<CodeStep>& code, const WaitClocks& clocks) {
  return Walk(code, clocks).run();
}

}  // namespace clc
