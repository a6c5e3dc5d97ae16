// The results that the tests of nbody's modules expect: forces in float64.
#include <array>
#include <cmath>
#include <utility>

struct Body {
  float x, y, z, mass;
};

namespace {

using Vector = std::array<double, 3>;

Vector way(const Body& from, const Body& to) {
  return {static_cast<double>(to.x) - from.x, static_cast<double>(to.y) - from.y, static_cast<double>(to.z) - from.z};
}

double squared(const Vector& v) {
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

void add_pull(Vector& sum, const Body& me, const Body& other, double softening2) {
  const Vector distance = way(me, other);
  const double square = squared(distance) + softening2, strength = other.mass / (square * std::sqrt(square));
  for (std::size_t d = 0; d < 3; ++d) sum[d] += strength * distance[d];
}

Vector pull_of_all(const Body* bodies, std::size_t count, const Body& me, double softening2) {
  Vector sum{};
  for (std::size_t i = 0; i < count; ++i) add_pull(sum, me, bodies[i], softening2);
  return sum;
}

// `late`: the share of the new speed's change that the place does not get.
void move(const Body& body, const Body& speed, const Vector& pull, double step, double late, Body& new_body,
          Body& new_speed) {
  const auto faster = [&](float now, double by) { return static_cast<float>(now + by * step); };
  const auto moved = [&](float at, float now, double by) {
    return static_cast<float>(at + (now + by * step * (1 - late)) * step);
  };
  new_speed = {faster(speed.x, pull[0]), faster(speed.y, pull[1]), faster(speed.z, pull[2]), speed.mass};
  new_body = {moved(body.x, speed.x, pull[0]), moved(body.y, speed.y, pull[1]), moved(body.z, speed.z, pull[2]),
              body.mass};
}

void move_all(const Body* bodies, const Body* speeds, Body* new_bodies, Body* new_speeds, std::size_t count,
              std::size_t end, float step, float softening2, double late) {
  for (std::size_t i = global_offset[0]; i < end; ++i)
    move(bodies[i], speeds[i], pull_of_all(bodies, count, bodies[i], softening2), step, late, new_bodies[i],
         new_speeds[i]);
}

}  // namespace

void step(const Body* bodies, const Body* speeds, Body* new_bodies, Body* new_speeds, std::size_t count,
          std::size_t end, float step, float softening2) {
  move_all(bodies, speeds, new_bodies, new_speeds, count, end, step, softening2, 0);
}
void step_in_sets(const Body* bodies, const Body* speeds, Body* new_bodies, Body* new_speeds, std::size_t count,
                  std::size_t end, float step, float softening2, unsigned) {
  move_all(bodies, speeds, new_bodies, new_speeds, count, end, step, softening2, 0);
}
void tutorial_step(const Body* bodies, const Body* speeds, Body* new_bodies, Body* new_speeds, std::size_t count,
                   std::size_t end, float step, float softening2, const void*) {
  move_all(bodies, speeds, new_bodies, new_speeds, count, end, step, softening2, 0.5);
}

// All x, then all y and all z.
void pulls(const Body* bodies, float* sums, std::size_t count, unsigned, unsigned, float softening2) {
  for (std::size_t i = 0; i < count; ++i) {
    const Vector pull = pull_of_all(bodies, count, bodies[i], softening2);
    for (std::size_t d = 0; d < 3; ++d) sums[d * count + i] = static_cast<float>(pull[d]);
  }
}
void move_by(const Body* bodies, const Body* speeds, Body* new_bodies, Body* new_speeds, float* sums, std::size_t count,
             float step) {
  for (std::size_t i = 0; i < count; ++i) {
    Vector pull{};
    for (std::size_t d = 0; d < 3; ++d) pull[d] = std::exchange(sums[d * count + i], 0.0F);
    move(bodies[i], speeds[i], pull, step, 0, new_bodies[i], new_speeds[i]);
  }
}

// A node for each four bodies, which is opened within half a unit, and the bodies behind it.
void make_tree(const Body* bodies, const void*, const void*, const void*, std::size_t end, float, float, Body* nodes,
               float* opens, unsigned* next, unsigned) {
  unsigned at = 0;
  for (std::size_t first = 0; first < end; first += 4) {
    const std::size_t last = first + 4 < end ? first + 4 : end;
    const unsigned node = at;
    Body sum{0, 0, 0, 0};
    for (std::size_t i = first; i < last; ++i) {
      sum = {sum.x + bodies[i].x * bodies[i].mass, sum.y + bodies[i].y * bodies[i].mass,
             sum.z + bodies[i].z * bodies[i].mass, sum.mass + bodies[i].mass};
      nodes[++at] = bodies[i];
      opens[at] = -1;
      next[at] = at + 1;
    }
    const float mass = sum.mass > 0 ? sum.mass : 1;
    nodes[node] = {sum.x / mass, sum.y / mass, sum.z / mass, sum.mass};
    opens[node] = 0.25F;
    next[node] = ++at;
  }
}
void walk(const Body* bodies, const Body* speeds, Body* new_bodies, Body* new_speeds, std::size_t end, float step,
          float softening2, const Body* nodes, const float* opens, const unsigned* next, unsigned count) {
  for (std::size_t i = 0; i < end; ++i) {
    Vector pull{};
    for (unsigned node = 0; node < count;) {
      if (squared(way(bodies[i], nodes[node])) <= opens[node]) {
        ++node;
        continue;
      }
      add_pull(pull, bodies[i], nodes[node], softening2);
      node = next[node];
    }
    move(bodies[i], speeds[i], pull, step, 0, new_bodies[i], new_speeds[i]);
  }
}
