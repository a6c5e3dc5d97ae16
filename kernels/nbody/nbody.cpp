// One step of all-pairs gravity. The reference is float64. Gravity conserves momentum, which is checked as well
// when every body takes part.
#include <algorithm>
#include <array>
#include <cmath>

#include "common/execution.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"

namespace clc::algorithms {
namespace {

constexpr float k_step = 0.01f;
constexpr float k_softening2 = 0.01f;
constexpr std::size_t k_tile = 256;
// A CPU computes about 10^9 pulls a second.
constexpr std::uint64_t k_most_pulls_on_a_cpu = std::uint64_t{1} << 27;

struct Bodies {
  std::vector<cl_float4> position;  // w: mass
  std::vector<cl_float4> velocity;
};

// Total mass 1 within a cube of side 2, so that accelerations are about 1 however many bodies there are.
Bodies make_bodies(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  const auto real = [&](double low, double high) { return static_cast<float>(random.between(low, high)); };
  const double mass = count == 0 ? 0 : 1.0 / static_cast<double>(count);
  Bodies bodies;
  bodies.position.resize(count);
  bodies.velocity.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    bodies.position[i] = {{real(-1, 1), real(-1, 1), real(-1, 1), real(0.5 * mass, 1.5 * mass)}};
    bodies.velocity[i] = {{real(-1, 1), real(-1, 1), real(-1, 1), 0}};
  }
  return bodies;
}

using Launch = void (*)(Execution&, const std::array<const Buffer*, 4>&, std::uint64_t count, std::uint64_t begin,
                        std::uint64_t end);

template <class Range>
void launch_kernel(Execution& run, const char* kernel, const Range& range, const std::array<const Buffer*, 4>& buffers,
                   std::uint64_t count, std::uint64_t end) {
  run.launch(kernel, range, *buffers[0], *buffers[1], *buffers[2], *buffers[3], cl_ulong{count}, cl_ulong{end},
             cl_float{k_step}, cl_float{k_softening2});
}

void launch_global(Execution& run, const std::array<const Buffer*, 4>& buffers, std::uint64_t count,
                   std::uint64_t begin, std::uint64_t end) {
  run.launch_1d("nbody_global", end - begin, begin, *buffers[0], *buffers[1], *buffers[2], *buffers[3], cl_ulong{count},
                cl_ulong{end}, cl_float{k_step}, cl_float{k_softening2});
}

void launch_tiles(Execution& run, const std::array<const Buffer*, 4>& buffers, std::uint64_t count, std::uint64_t begin,
                  std::uint64_t end) {
  launch_kernel(run, "nbody_tiles", range_1d(round_up(end - begin, k_tile), k_tile, begin), buffers, count, end);
}

void launch_unrolled(Execution& run, const std::array<const Buffer*, 4>& buffers, std::uint64_t count,
                     std::uint64_t begin, std::uint64_t end) {
  launch_kernel(run, "nbody_tiles_unrolled", range_1d(round_up(end - begin, k_tile), k_tile, begin), buffers, count,
                end);
}

void launch_fast(Execution& run, const std::array<const Buffer*, 4>& buffers, std::uint64_t count, std::uint64_t begin,
                 std::uint64_t end) {
  const std::uint64_t groups = divide_up(end - begin, 2 * k_tile);
  launch_kernel(run, "nbody_fast", range_1d(groups * k_tile, k_tile, begin), buffers, count, end);
}

// A bound on the relative error of a sum of `count` float32 terms: a few roundings per term, and a sum whose error
// grows like a random walk, up to 4 standard deviations.
double sum_error(std::size_t count) {
  return (16 + 4 * std::sqrt(static_cast<double>(count))) * 0x1p-24;
}

std::string check_body(const Bodies& before, const std::vector<cl_float4>& position,
                       const std::vector<cl_float4>& velocity, std::size_t body) {
  const std::size_t count = before.position.size();
  const cl_float4& me = before.position[body];
  std::array<double, 3> sum{}, magnitude{};
  for (const cl_float4& other : before.position) {
    std::array<double, 3> distance{};
    double squared = static_cast<double>(k_softening2);
    for (std::size_t d = 0; d < 3; ++d) {
      distance[d] = static_cast<double>(other.s[d]) - static_cast<double>(me.s[d]);
      squared += distance[d] * distance[d];
    }
    const double strength = static_cast<double>(other.s[3]) / (squared * std::sqrt(squared));
    for (std::size_t d = 0; d < 3; ++d) {
      sum[d] += strength * distance[d];
      magnitude[d] += std::abs(strength * distance[d]);
    }
  }
  const double step = static_cast<double>(k_step);
  for (std::size_t d = 0; d < 3; ++d) {
    const double speed = before.velocity[body].s[d] + sum[d] * step;
    const double speed_bound = sum_error(count) * magnitude[d] * step + 0x1p-23 * (std::abs(speed) + 1);
    const double place = me.s[d] + speed * step;
    if (!within(velocity[body].s[d], speed, speed_bound)) {
      return "velocity of body " + wrong_element(body, velocity[body].s[d], speed);
    }
    if (!within(position[body].s[d], place, speed_bound * step + 0x1p-23 * (std::abs(place) + 1))) {
      return "position of body " + wrong_element(body, position[body].s[d], place);
    }
  }
  if (position[body].s[3] != me.s[3]) return "mass of body " + wrong_element(body, position[body].s[3], me.s[3]);
  if (velocity[body].s[3] != 0) return "fourth component of velocity " + wrong_element(body, velocity[body].s[3], 0);
  return {};
}

// Every pull has an equal and opposite one, so the sum of mass * velocity stays the same, up to rounding.
std::string check_momentum(const Bodies& before, const std::vector<cl_float4>& velocity) {
  for (std::size_t d = 0; d < 3; ++d) {
    double change = 0, bound = 0;
    for (std::size_t i = 0; i < velocity.size(); ++i) {
      const double mass = before.position[i].s[3];
      const double gained = static_cast<double>(velocity[i].s[d]) - static_cast<double>(before.velocity[i].s[d]);
      change += mass * gained;
      bound += mass * (sum_error(velocity.size()) * std::abs(gained) + 0x1p-23 * (std::abs(velocity[i].s[d]) + 1));
    }
    if (!within(change, 0, bound)) {
      return "momentum changed by " + std::to_string(change) + " along axis " + std::to_string(d);
    }
  }
  return {};
}

bool any_nan(const cl_float4& value) {
  return std::isnan(value.s[0]) || std::isnan(value.s[1]) || std::isnan(value.s[2]) || std::isnan(value.s[3]);
}

Result<Verdict> verify(Session& session, const Problem& problem, Launch launch) {
  // With an offset there are bodies before and behind the range, which pull but do not move.
  const std::uint64_t end = problem.offset + problem.size;
  const std::uint64_t count = problem.offset == 0 ? end : end + k_margin;
  std::uint64_t begin = problem.offset;
  if (session.facts().kind == DeviceKind::k_cpu && problem.size * count > k_most_pulls_on_a_cpu) {
    begin = end - std::max<std::uint64_t>(k_most_pulls_on_a_cpu / count, 1);
  }
  const Bodies bodies = make_bodies(count, problem.seed);
  const std::size_t room = end + k_margin;

  Execution run(session, "nbody");
  const Buffer position = run.input(bodies.position);
  const Buffer velocity = run.input(bodies.velocity);
  const Buffer new_position = run.output<cl_float4>(room);
  const Buffer new_velocity = run.output<cl_float4>(room);
  launch(run, {&position, &velocity, &new_position, &new_velocity}, count, begin, end);
  const std::vector<cl_float4> positions = run.read<cl_float4>(new_position, room);
  const std::vector<cl_float4> velocities = run.read<cl_float4>(new_velocity, room);
  if (!run.ok()) return fail(*run.error());

  std::string wrong;
  for (std::uint64_t i = begin; i < end && wrong.empty(); ++i) {
    if (is_canary(positions[i]) || is_canary(velocities[i])) wrong = "body " + std::to_string(i) + " was not moved";
    if (any_nan(positions[i]) || any_nan(velocities[i])) wrong = "body " + std::to_string(i) + " became NaN";
  }
  const std::size_t sample = count > 100000 ? 64 : 512;
  for (const std::uint64_t i : sample_indexes(end - begin, sample, problem.seed)) {
    if (wrong.empty()) wrong = check_body(bodies, positions, velocities, begin + i);
  }
  std::string momentum;
  if (begin == 0 && end == count && wrong.empty()) {
    momentum = check_momentum(bodies, {velocities.begin(), velocities.begin() + static_cast<std::ptrdiff_t>(end)});
  }
  const std::string note = begin == problem.offset
                               ? ""
                               : "the last " + std::to_string(end - begin) + " of " + std::to_string(problem.size) +
                                     " bodies, pulled by all: the rest would take a CPU too long";
  return run.verdict(end - begin,
                     {wrong, check_untouched(positions, begin, end), check_untouched(velocities, begin, end), momentum},
                     note);
}

Result<Measurement> bench(Session& session, std::uint64_t size, Launch launch) {
  const Bodies bodies = make_bodies(size, 1);
  Execution run(session, "nbody");
  const Buffer position = run.input(bodies.position);
  const Buffer velocity = run.input(bodies.velocity);
  const Buffer new_position = run.output<cl_float4>(size);
  const Buffer new_velocity = run.output<cl_float4>(size);
  // 20 operations a pull by convention.
  return run.measure(size, 20.0 * static_cast<double>(size) * static_cast<double>(size), "GFLOP/s",
                     [&] { launch(run, {&position, &velocity, &new_position, &new_velocity}, size, 0, size); });
}

}  // namespace

Algorithm make_nbody() {
  Algorithm algorithm;
  algorithm.name = "nbody";
  algorithm.description = "one step of all-pairs gravity, float32";
  algorithm.module = "nbody";
  algorithm.element = "bodies that are moved";
  algorithm.cpu_sizes = {0, 1, 1009, (1 << 20) + 3};
  algorithm.gpu_sizes = {0, 1, 1009, 65537, (1 << 20) + 3};
  algorithm.cpu_bench_size = 1 << 13;
  algorithm.gpu_bench_size = 1 << 18;
  add_variants(algorithm.variants, verify, bench,
               {
                   {"fast", "tiles in local memory, two bodies per item", launch_fast},
                   {"global", "each item reads all bodies from global memory", launch_global},
                   {"tiles", "tiles of 256 bodies in local memory", launch_tiles},
                   {"tiles_unrolled", "tiles, the inner loop unrolled 4 times", launch_unrolled},
               });
  return algorithm;
}

}  // namespace clc::algorithms
