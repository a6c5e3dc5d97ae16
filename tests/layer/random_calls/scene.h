// The programs and calls that a random sequence chooses from, and the objects that it holds.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "every_call.h"

namespace random_calls {

using every_call::say;
using every_call::World;

// The same numbers for the same seed, everywhere.
class Choices {
 public:
  Choices(std::uint64_t seed, std::uint64_t step) : state_(seed * 0x9E3779B97F4A7C15U + step * 0xD1B54A32D192ED03U) {}

  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }
  bool is_one_of(std::size_t count) { return below(count) == 0; }
  template <class T, std::size_t N>
  const T& of(const T (&all)[N]) {
    return all[below(N)];
  }

 private:
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  std::uint64_t state_;
};

// A slot for a program. The references are the application's; without any, the slot is empty.
struct ProgramSlot {
  cl_program handle = nullptr;
  int references = 0;
  std::size_t world = 0;
  // Successfully, by the last call.
  bool is_compiled = false;
  bool is_built = false;
  bool is_il = false;
  int builds = 0;         // and compilations and links
  bool is_spent = false;  // one failed, and the driver refuses all others: see Scene
};

struct KernelSlot {
  cl_kernel handle = nullptr;
  int references = 0;
  std::size_t world = 0;
  cl_program program = nullptr;
};

// A program's binaries, one for each device of its context.
struct BinarySlot {
  std::vector<std::string> binaries;
  std::size_t world = 0;
};

// The arguments that a callback was called with.
struct Called {
  std::atomic<int> times{0};
  std::atomic<cl_program> program{nullptr};
};

struct Scene {
  std::vector<World> worlds;  // contexts: of all devices, of the first one, and of all of them once more
  std::array<ProgramSlot, 4> programs;
  std::array<KernelSlot, 5> kernels;
  std::array<BinarySlot, 3> binaries;
  std::vector<std::unique_ptr<Called>> called;    // callbacks may come late
  std::vector<std::unique_ptr<Called>> releases;  // told of by clSetProgramReleaseCallback
  bool is_packaged = false;                       // only what a package can know, and nothing wrong
  bool has_plain_options = false;                 // none that drivers may refuse and clc takes
  bool is_gentle = false;                         // for Intel's driver: see docs/layer.md, what differs
  bool is_alone = true;                           // no other thread has a scene
};

// The first of these from there on, and round; `slots.size()`: there is none.
template <class Slots, class Test>
std::size_t slot_from(const Slots& slots, std::size_t first, const Test& is_one) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const std::size_t at = (first + i) % slots.size();
    if (is_one(slots[at])) return at;
  }
  return slots.size();
}

// A chosen one, or the first that is not empty behind it. `slots.size()`: all are empty.
template <class Slots>
std::size_t filled_slot(const Slots& slots, Choices& choices) {
  return slot_from(slots, choices.below(slots.size()), [](const auto& slot) { return slot.handle != nullptr; });
}

// Mostly one that is not empty.
template <class Slots>
std::size_t any_slot(const Slots& slots, Choices& choices) {
  const std::size_t filled = filled_slot(slots, choices);
  return filled == slots.size() || choices.is_one_of(15) ? choices.below(slots.size()) : filled;
}

// Programs whose code docs/layer.md lets the layer tell something else of: with --on-miss fail nobody has compiled what
// is to be linked, and Intel's driver goes on telling of a build before a failed one.
inline bool is_untold(const Scene& scene, const ProgramSlot& slot) {
  return (scene.is_packaged && slot.is_compiled) || (slot.is_spent && slot.builds > 1);
}

// Mostly one that has kernels.
inline std::size_t built_slot(const Scene& scene, Choices& choices) {
  const std::size_t at = any_slot(scene.programs, choices);
  if (choices.is_one_of(8)) return at;
  const std::size_t built = slot_from(scene.programs, at, [](const ProgramSlot& slot) { return slot.is_built; });
  return built == scene.programs.size() ? at : built;
}

// An empty one, if there is one, to put something there.
template <class Slots>
std::size_t free_slot(const Slots& slots, Choices& choices) {
  const std::size_t first = choices.below(slots.size());
  const std::size_t empty = slot_from(slots, first, [](const auto& slot) { return slot.handle == nullptr; });
  return empty == slots.size() ? first : empty;
}

// Releases what is in the slot, with all references, and says what was answered.
void empty_slot(std::size_t at, ProgramSlot& slot);
void empty_slot(std::size_t at, KernelSlot& slot);

// Puts a program there, or says that there is none.
void put_program(Scene& scene, std::size_t at, cl_program program, std::size_t world);

struct Step {
  const char* name;
  unsigned weight;
  void (*run)(Scene& scene, Choices& choices);
  bool is_packaged = true;  // may be in a sequence of which a package knows everything
};

const std::vector<Step>& creation_steps();
const std::vector<Step>& build_steps();
const std::vector<Step>& kernel_steps();
const std::vector<Step>& query_steps();

// A text of a program, and options; in packaged scenes they are right and go together.
std::string any_source(const Scene& scene, Choices& choices);
// The sources of one program, which include this header.
std::vector<std::string> sources_of_parts(const std::string& header);
std::string any_options(const Scene& scene, const World& world, Choices& choices);
std::string any_kernel_name(Choices& choices);
// Headers that options tell the way to; they depend on the number.
void write_headers(const std::string& folder, std::size_t number);

}  // namespace random_calls
