// One step of all-pairs gravity. The reference is float64. Gravity conserves momentum, which is checked as well
// when every body takes part.
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "clc/base/file.h"
#include "common/execution.h"
#include "common/image_file.h"
#include "common/inputs.h"
#include "common/registry.h"
#include "common/variants.h"
#include "nbody/tree.h"

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

// A disc that turns about a heavy body in its middle, seen from above: each body at the speed of a circle.
Bodies make_disc(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Bodies bodies;
  bodies.position.resize(count);
  bodies.velocity.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double radius = i == 0 ? 0 : std::sqrt(random.between(0.04, 1.4));
    const double angle = random.between(0, 6.283185307179586), height = random.between(-0.02, 0.02);
    const double speed = i == 0 ? 0 : std::sqrt(radius * radius / std::pow(radius * radius + 0.01, 1.5));
    const auto real = [](double value) { return static_cast<float>(value); };
    bodies.position[i] = {{real(radius * std::cos(angle)), real(radius * std::sin(angle)), real(i == 0 ? 0 : height),
                           real(i == 0 ? 1 : 0.1 / static_cast<double>(count))}};
    bodies.velocity[i] = {{real(-speed * std::sin(angle)), real(speed * std::cos(angle)), 0, 0}};
  }
  return bodies;
}

using Launch = void (*)(Execution&, const std::array<const Buffer*, 4>&, std::uint64_t count, std::uint64_t begin,
                        std::uint64_t end);

// How a step moves a body by its velocity v and the acceleration a.
enum class Integrator {
  k_semi_implicit,  // v += a·dt; x += v·dt
  k_tutorial,       // x += v·dt + ½·a·dt²; v += a·dt
};

struct Choice {
  const char* name;
  const char* description;
  const char* module;
  Launch launch;
  Integrator integrator;
  // The share of all pulls, each taken without its direction, by which their sum may be off besides rounding.
  double tolerance = 0;
};

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
  launch_kernel(run, "nbody_tiles", range_1d(end - begin, k_tile, begin).rounded_up(), buffers, count, end);
}

void launch_unrolled(Execution& run, const std::array<const Buffer*, 4>& buffers, std::uint64_t count,
                     std::uint64_t begin, std::uint64_t end) {
  launch_kernel(run, "nbody_tiles_unrolled", range_1d(end - begin, k_tile, begin).rounded_up(), buffers, count, end);
}

template <std::uint64_t bodies>
void launch_bodies(Execution& run, const std::array<const Buffer*, 4>& buffers, std::uint64_t count,
                   std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t groups = divide_up(end - begin, bodies * k_tile);
  const std::string kernel = "nbody_bodies_" + std::to_string(bodies);
  launch_kernel(run, kernel.c_str(), range_1d(groups * k_tile, k_tile, begin), buffers, count, end);
}

void launch_on_cpu(Execution& run, const std::array<const Buffer*, 4>& buffers, std::uint64_t count,
                   std::uint64_t begin, std::uint64_t end) {
  constexpr std::uint64_t k_vectors = 2;  // of bodies, an item
  const std::uint64_t floats = run.session().facts().native_float_width >= 16 ? 16 : 8;
  const NDRange range = range_1d(divide_up(end - begin, k_vectors * floats), 1, begin);
  launch_kernel(run, floats == 16 ? "nbody_cpu_16" : "nbody_cpu_8", range, buffers, count, end);
}

// Launches the kernel for few bodies: a group moves so few that there are about four groups for each compute unit.
void launch_split(Execution& run, const std::array<const Buffer*, 4>& buffers, std::uint64_t count, std::uint64_t begin,
                  std::uint64_t end) {
  constexpr std::uint64_t k_bodies = 4, k_items = 256;  // as the kernel has them
  constexpr std::uint64_t k_most_sets = 8;              // more were slower
  const std::uint64_t bodies = end - begin, units = run.session().facts().compute_units;
  const auto groups = [&](std::uint64_t sets) { return divide_up(bodies, sets * k_bodies); };
  std::uint64_t sets = 1;
  while (sets < k_most_sets && (4 * groups(2 * sets) >= 15 * units || k_items / sets > count)) sets *= 2;
  run.launch("nbody_split", range_1d(groups(sets) * k_items, k_items, begin), *buffers[0], *buffers[1], *buffers[2],
             *buffers[3], cl_ulong{count}, cl_ulong{end}, cl_float{k_step}, cl_float{k_softening2},
             static_cast<cl_uint>(sets));
}

// True when each pair can be computed once: the package has a kernel for it, and all bodies move. False for a kernel
// from SPIR-V, of which Intel's driver for CPUs makes something else.
bool can_pair(Execution& run, std::uint64_t count, std::uint64_t begin, std::uint64_t end) {
  const Result<bool> has_pairs = run.session().has_kernel("nbody", "nbody_pairs");
  if (!has_pairs) run.set_error(has_pairs.error());
  return has_pairs && *has_pairs && begin == 0 && end == count &&
         !run.session().loaded_target("nbody").starts_with("spirv");
}

void launch_pairs(Execution& run, const std::array<const Buffer*, 4>& buffers, std::uint64_t count, std::uint64_t begin,
                  std::uint64_t end) {
  if (!can_pair(run, count, begin, end)) return launch_bodies<2>(run, buffers, count, begin, end);
  constexpr std::uint64_t k_wave = 32, k_row_bodies = 8;  // as the kernel has them
  const std::uint64_t rows = divide_up(count, k_row_bodies * k_wave);
  // So many groups that the last ones do not keep the device waiting, but at least two blocks for each.
  const std::uint64_t parts = std::clamp<std::uint64_t>(65536 / std::max<std::uint64_t>(rows, 1), 1, 2 * rows + 4);
  const Buffer pulls = run.filled<cl_float>(3 * count, 0);
  run.launch("nbody_pairs", range_1d(rows * parts * k_wave, k_wave), *buffers[0], pulls, cl_ulong{count},
             static_cast<cl_uint>(rows), static_cast<cl_uint>(parts), cl_float{k_softening2});
  run.launch_1d("nbody_move", count, 0, *buffers[0], *buffers[1], *buffers[2], *buffers[3], pulls, cl_ulong{count},
                cl_float{k_step});
}

// Elsewhere the items of a wave wait for each other instead of shuffling. Only after can_pair().
bool pairs_are_quick(Execution& run) {
  const std::string target = run.session().loaded_target("nbody");
  return target.starts_with("nvptx") || target.starts_with("cubin") || target.starts_with("cuda");
}

// Launches the kernel that suits the device.
void launch_fast(Execution& run, const std::array<const Buffer*, 4>& buffers, std::uint64_t count, std::uint64_t begin,
                 std::uint64_t end) {
  const DeviceFacts& facts = run.session().facts();
  if (facts.kind == DeviceKind::k_cpu) return launch_on_cpu(run, buffers, count, begin, end);
  constexpr std::uint64_t k_most_split = 4096;  // measured on an H200
  const std::uint64_t bodies = end - begin;
  if (bodies > k_most_split && can_pair(run, count, begin, end) && pairs_are_quick(run))
    return launch_pairs(run, buffers, count, begin, end);
  const bool is_small = bodies <= k_most_split || divide_up(bodies, 2 * k_tile) < facts.compute_units;
  (is_small ? launch_split : launch_bodies<2>)(run, buffers, count, begin, end);
}

void launch_tutorial(Execution& run, const std::array<const Buffer*, 4>& buffers, std::uint64_t count,
                     std::uint64_t begin, std::uint64_t end) {
  const std::size_t group = run.group_size("nbody_tutorial_integrator", k_tile);
  run.launch("nbody_tutorial_integrator", range_1d(end - begin, group, begin).rounded_up(), *buffers[0], *buffers[1],
             *buffers[2], *buffers[3], cl_ulong{count}, cl_ulong{end}, cl_float{k_step}, cl_float{k_softening2},
             LocalMemory{group * sizeof(cl_float4)});
}

// The positions come to the host, which builds the tree, and the tree goes to the device.
void launch_tree(Execution& run, const std::array<const Buffer*, 4>& buffers, std::uint64_t count, std::uint64_t begin,
                 std::uint64_t end) {
  constexpr double k_theta = 0.5;
  const std::vector<cl_float4> bodies = run.read<cl_float4>(*buffers[0], count);
  if (!run.ok()) return;
  const BodyTree tree = make_tree(bodies, k_theta);
  const Buffer nodes = run.input(tree.nodes), opens = run.input(tree.opens), next = run.input(tree.next);
  run.launch_1d("nbody_tree", end - begin, begin, *buffers[0], *buffers[1], *buffers[2], *buffers[3], cl_ulong{end},
                cl_float{k_step}, cl_float{k_softening2}, nodes, opens, next, static_cast<cl_uint>(tree.nodes.size()));
}

constexpr std::array k_choices{
    Choice{"fast", "several bodies per item, in tiles or in vectors, as it suits the device", "nbody", launch_fast,
           Integrator::k_semi_implicit},
    Choice{"two_bodies", "tiles in local memory, two bodies per item", "nbody", launch_bodies<2>,
           Integrator::k_semi_implicit},
    Choice{"pairs", "each pair once for both its bodies, where the device can", "nbody", launch_pairs,
           Integrator::k_semi_implicit},
    Choice{"split", "items share out the pulls of a few bodies", "nbody", launch_split, Integrator::k_semi_implicit},
    Choice{"global", "each item reads all bodies from global memory", "nbody", launch_global,
           Integrator::k_semi_implicit},
    Choice{"tiles", "tiles of 256 bodies in local memory", "nbody", launch_tiles, Integrator::k_semi_implicit},
    Choice{"tiles_unrolled", "tiles, the inner loop unrolled 4 times", "nbody", launch_unrolled,
           Integrator::k_semi_implicit},
    Choice{"tutorial_integrator", "tiles, float4 throughout, x + v·dt + ½·a·dt²", "nbody_tutorial", launch_tutorial,
           Integrator::k_tutorial},
    Choice{"tree", "Barnes and Hut: far bodies pull as one, by a tree that the host builds", "nbody_tree", launch_tree,
           Integrator::k_semi_implicit, 0.01},
};

// A bound on the relative error of a sum of `count` float32 terms: a few roundings per term, and a sum whose error
// grows like a random walk, up to 4 standard deviations.
double sum_error(std::size_t count) {
  return (16 + 4 * std::sqrt(static_cast<double>(count))) * 0x1p-24;
}

std::string check_body(const Bodies& before, const std::vector<cl_float4>& position,
                       const std::vector<cl_float4>& velocity, std::size_t body, const Choice& choice) {
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
    const double speed_bound =
        (sum_error(count) + choice.tolerance) * magnitude[d] * step + 0x1p-23 * (std::abs(speed) + 1);
    const double mean_speed = choice.integrator == Integrator::k_tutorial ? speed - sum[d] * step / 2 : speed;
    const double place = me.s[d] + mean_speed * step;
    if (!within(velocity[body].s[d], speed, speed_bound))
      return "velocity of body " + wrong_element(body, velocity[body].s[d], speed);
    if (!within(position[body].s[d], place, speed_bound * step + 0x1p-23 * (std::abs(place) + 1)))
      return "position of body " + wrong_element(body, position[body].s[d], place);
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
    if (!within(change, 0, bound))
      return "momentum changed by " + std::to_string(change) + " along axis " + std::to_string(d);
  }
  return {};
}

bool any_nan(const cl_float4& value) {
  return std::isnan(value.s[0]) || std::isnan(value.s[1]) || std::isnan(value.s[2]) || std::isnan(value.s[3]);
}

Result<Verdict> verify(Session& session, const Problem& problem, Choice choice) {
  // With an offset there are bodies before and behind the range, which pull but do not move.
  const std::uint64_t end = problem.offset + problem.size;
  const std::uint64_t count = problem.offset == 0 ? end : end + k_margin;
  std::uint64_t begin = problem.offset;
  if (session.facts().kind == DeviceKind::k_cpu && problem.size * count > k_most_pulls_on_a_cpu)
    begin = end - std::max<std::uint64_t>(k_most_pulls_on_a_cpu / count, 1);
  const Bodies bodies = make_bodies(count, problem.seed);
  const std::size_t room = end + k_margin;

  Execution run(session, choice.module);
  const Buffer position = run.input(bodies.position);
  const Buffer velocity = run.input(bodies.velocity);
  const Buffer new_position = run.output<cl_float4>(room);
  const Buffer new_velocity = run.output<cl_float4>(room);
  choice.launch(run, {&position, &velocity, &new_position, &new_velocity}, count, begin, end);
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
    if (wrong.empty()) wrong = check_body(bodies, positions, velocities, begin + i, choice);
  }
  std::string momentum;
  if (begin == 0 && end == count && wrong.empty() && choice.tolerance == 0)
    momentum = check_momentum(bodies, {velocities.begin(), velocities.begin() + static_cast<std::ptrdiff_t>(end)});
  const std::string note = begin == problem.offset
                               ? ""
                               : "the last " + std::to_string(end - begin) + " of " + std::to_string(problem.size) +
                                     " bodies, pulled by all: the rest would take a CPU too long";
  return run.verdict(end - begin,
                     {wrong, check_untouched(positions, begin, end), check_untouched(velocities, begin, end), momentum},
                     note);
}

// Pulls some bodies in float32, as a program without a GPU would.
double pull_on_cpu(const Bodies& bodies) {
  const std::uint64_t count = bodies.position.size();
  const std::uint64_t part = std::clamp<std::uint64_t>((std::uint64_t{1} << 26) / count, 1, count);
  for (std::uint64_t i = 0; i < part; ++i) {
    const cl_float4& me = bodies.position[i];
    float x = 0, y = 0, z = 0;
    for (const cl_float4& other : bodies.position) {
      const float dx = other.s[0] - me.s[0], dy = other.s[1] - me.s[1], dz = other.s[2] - me.s[2];
      const float inverse = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + k_softening2);
      const float strength = other.s[3] * inverse * inverse * inverse;
      x += strength * dx;
      y += strength * dy;
      z += strength * dz;
    }
    keep(x + y + z);
  }
  return static_cast<double>(part) / static_cast<double>(count);
}

Result<Measurement> bench(Session& session, const Problem& problem, Choice choice) {
  const std::uint64_t begin = problem.offset, end = begin + problem.size;
  const Bodies bodies = make_bodies(end, problem.seed);
  Execution run(session, choice.module);
  const Buffer position = run.input(bodies.position);
  const Buffer velocity = run.input(bodies.velocity);
  const Buffer new_position = run.output<cl_float4>(end);
  const Buffer new_velocity = run.output<cl_float4>(end);
  const double pulls = static_cast<double>(problem.size) * static_cast<double>(end);
  const Work work{.bytes = 64.0 * static_cast<double>(problem.size),
                  .operations = 20 * pulls,
                  .counts = choice.tolerance == 0 ? "20 operations a pull, by convention; 64 B a body"
                                                  : "20 operations a pull as if all pairs were computed; 64 B a body"};
  return run.measure(
      problem.size, work,
      [&] { choice.launch(run, {&position, &velocity, &new_position, &new_velocity}, end, begin, end); },
      [&] { return pull_on_cpu(bodies); });
}

constexpr std::size_t k_side = 512;  // of a frame

// Draws the cube from -2 to 2, seen along z, from column `left` on.
void draw_bodies(Picture& picture, std::size_t left, const std::vector<cl_float4>& position) {
  const auto place = [](float x) { return std::floor((static_cast<double>(x) + 2) / 4 * k_side); };
  for (const cl_float4& body : position) {
    const double x = place(body.s[0]), y = place(-body.s[1]);
    if (!(x >= 0 && x < k_side && y >= 0 && y < k_side)) continue;
    std::uint8_t& pixel =
        picture.bytes[static_cast<std::size_t>(y) * picture.width + left + static_cast<std::size_t>(x)];
    pixel = static_cast<std::uint8_t>(std::min(255, pixel + 96));
  }
}

// The frames side by side.
Picture draw_frames(const std::vector<std::vector<cl_float4>>& frames) {
  const std::size_t width = k_side * frames.size();
  Picture picture{width, k_side, 1, std::vector<std::uint8_t>(width * k_side, 0)};
  for (std::size_t i = 0; i < frames.size(); ++i) draw_bodies(picture, i * k_side, frames[i]);
  return picture;
}

std::string bodies_csv(const Bodies& bodies) {
  std::ostringstream text;
  text.precision(9);
  text << "x,y,z,mass,vx,vy,vz\n";
  for (std::size_t i = 0; i < bodies.position.size(); ++i) {
    const cl_float4 &p = bodies.position[i], &v = bodies.velocity[i];
    text << p.s[0] << ',' << p.s[1] << ',' << p.s[2] << ',' << p.s[3] << ',' << v.s[0] << ',' << v.s[1] << ',' << v.s[2]
         << '\n';
  }
  return text.str();
}

std::vector<std::string> output_endings() {
  std::vector<std::string> endings = image_endings();
  endings.emplace_back(".csv");
  return endings;
}

// A number of the command line, from 1 to `most`; `otherwise` where none is given.
Result<std::uint64_t> count_parameter(const Parameters& parameters, const char* name, std::uint64_t otherwise,
                                      std::uint64_t most) {
  const auto found = parameters.find(name);
  if (found == parameters.end()) return otherwise;
  const std::string& text = found->second;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= 1 && value <= most) return value;
  return fail(ErrorKind::k_usage,
              std::string("--") + name + " " + text + ": give a number from 1 to " + std::to_string(most));
}

// The results of a simulation, and the time that its steps took.
struct Simulation {
  Bodies before;  // the last step
  Bodies after;
  double kernel_ms = 0, wall_ms = 0;
  std::vector<std::vector<cl_float4>> frames;  // positions at equal distances of time, the first at the begin
};

Simulation simulate(Execution& run, const Choice& choice, const Bodies& bodies, std::uint64_t steps,
                    std::uint64_t frames) {
  const std::uint64_t count = bodies.position.size();
  std::array<Buffer, 2> position{run.input(bodies.position), run.output<cl_float4>(count)};
  std::array<Buffer, 2> velocity{run.input(bodies.velocity), run.output<cl_float4>(count)};
  const auto step = [&](std::uint64_t i) {
    const std::size_t from = i % 2, to = 1 - from;
    choice.launch(run, {&position[from], &velocity[from], &position[to], &velocity[to]}, count, 0, count);
  };
  step(0);  // also warms up: the first step computes the same again
  const double kernel_before = run.times().kernel_ms;
  Simulation done;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < steps; ++i) {
    if (done.frames.size() + 1 < frames && i * (frames - 1) >= done.frames.size() * steps)
      done.frames.push_back(run.read<cl_float4>(position[i % 2], count));
    step(i);
  }
  done.wall_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  done.kernel_ms = run.times().kernel_ms - kernel_before;
  const std::size_t last = steps % 2;
  done.after = {run.read<cl_float4>(position[last], count), run.read<cl_float4>(velocity[last], count)};
  done.frames.push_back(done.after.position);
  done.before = {run.read<cl_float4>(position[1 - last], count), run.read<cl_float4>(velocity[1 - last], count)};
  return done;
}

// Four digits, and whole numbers that have more as they are.
std::string rate(double number) {
  std::ostringstream text;
  text.precision(4);
  if (number < 10000) {
    text << number;
  } else {
    text << std::fixed << std::setprecision(0) << number;
  }
  return text.str();
}

// Compares bodies of the last step with the reference, and says how long the CPU takes for a step. Only a sample is
// computed where there are many bodies.
std::string compare_with_cpu(const Simulation& done, const Choice& choice, std::string& text) {
  constexpr std::uint64_t k_pulls = std::uint64_t{1} << 26;
  const std::uint64_t count = done.after.position.size();
  const std::size_t sample = std::clamp<std::uint64_t>(k_pulls / count, 1, count);
  std::string wrong;
  std::size_t computed = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const std::uint64_t i : sample_indexes(count, sample, 1)) {
    ++computed;
    if (wrong.empty()) wrong = check_body(done.before, done.after.position, done.after.velocity, i, choice);
  }
  const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() *
                    static_cast<double>(count) / static_cast<double>(computed);
  std::ostringstream line;
  line.precision(4);
  line << "\nCPU     " << rate(1000 / ms) << " frames/s: " << ms
       << " ms for a step of the float64 reference, on one core"
       << (computed < count ? ", by " + std::to_string(computed) + " of the bodies" : "");
  text += line.str();
  return wrong;
}

Result<std::string> run_steps(Session& session, const std::string& variant, const Parameters& parameters) {
  const auto choice = std::ranges::find_if(k_choices, [&](const Choice& c) { return variant == c.name; });
  if (choice == k_choices.end()) return fail(ErrorKind::k_usage, "nbody has no variant " + variant);
  const auto count = count_parameter(parameters, "bodies", 4096, std::uint64_t{1} << 24);
  const auto steps = count_parameter(parameters, "steps", 100, 1000000);
  const auto seed = count_parameter(parameters, "seed", 1, std::uint64_t{1} << 53);
  const auto frames = count_parameter(parameters, "frames", 1, 64);
  for (const auto* number : {&count, &steps, &seed, &frames}) {
    if (!*number) return fail(*number);
  }

  Execution run(session, choice->module);
  const auto start = parameters.find("start");
  const bool is_disc = start != parameters.end() && start->second == "disc";
  if (start != parameters.end() && !is_disc && start->second != "cube")
    return fail(ErrorKind::k_usage, "--start " + start->second + ": give cube or disc");
  const Bodies bodies = is_disc ? make_disc(*count, *seed) : make_bodies(*count, *seed);
  const Simulation done = simulate(run, *choice, bodies, *steps, *frames);
  if (!run.ok()) return fail(*run.error());
  const double pulls = static_cast<double>(*steps) * static_cast<double>(*count) * static_cast<double>(*count);
  std::ostringstream text;
  text.precision(4);
  text << *count << " bodies, " << *steps << " steps of " << choice->name << "\ndevice  "
       << rate(static_cast<double>(*steps) / done.wall_ms * 1000) << " frames/s: " << done.wall_ms << " ms, kernels "
       << done.kernel_ms << " ms, " << rate(20 * pulls / done.kernel_ms * 1e-6) << " GFLOP/s at 20 operations a pull"
       << (choice->tolerance == 0 ? "" : ", as if all pairs were computed");
  std::string report = text.str();
  const std::string wrong = compare_with_cpu(done, *choice, report);
  if (!wrong.empty()) return fail(ErrorKind::k_gate, report + "\nfailed: " + wrong);
  report += choice->tolerance == 0 ? "\npassed: the last step is the CPU's"
                                   : "\npassed: the last step is the CPU's, except for a hundredth of the pulls";
  const auto output = parameters.find("output");
  if (output == parameters.end()) return report;
  const auto written = has_ending(output->second, ".csv")
                           ? write_file_atomically(output->second, bodies_csv(done.after))
                           : write_image(output->second, draw_frames(done.frames));
  if (!written) return fail(written);
  return report + "\nwrote " + output->second;
}

}  // namespace

Algorithm make_nbody() {
  Algorithm algorithm{
      .name = "nbody", .description = "one step of all-pairs gravity, float32", .element = "bodies that are moved"};
  algorithm.gpu_sizes = {0, 1, 1009, 65537, (1 << 20) + 3};
  algorithm.cpu_bench_size = 1 << 13;
  algorithm.gpu_bench_size = 1 << 18;
  for (const Choice& choice : k_choices)
    add_variants(algorithm.variants, verify, bench, {{choice.name, choice.description, choice}});
  algorithm.run = run_steps;
  algorithm.run_help = "lets bodies fall for some steps, and compares the last step with the CPU's";
  algorithm.run_options = {{"bodies", "N", "how many (default: 4096)"},
                           {"steps", "N", "how many (default: 100)"},
                           {"seed", "N", "seed of the bodies at the begin (default: 1)"},
                           {"start", "WHAT", "cube or disc, which turns like a galaxy (default: cube)"},
                           {"frames", "N", "pictures side by side, at equal distances of time (default: 1, the last)"},
                           {"output", "FILE", "where the bodies go: a picture (.png, .bmp, .jpg), or a table (.csv)",
                            false, output_endings()}};
  return algorithm;
}

}  // namespace clc::algorithms
