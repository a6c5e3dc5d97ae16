// A fault of a kernel, or of the code that loads it.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace clc::emulator {

enum class FindingKind : std::uint8_t {
  k_out_of_bounds,
  k_misaligned,
  k_divergent_barrier,
  k_race,
  k_uninitialised,
  k_endless,       // more instructions than the launch may execute
  k_not_emulated,  // code that the emulator does not execute, or that no compiler should make
};
inline constexpr std::string_view k_finding_kinds[] = {"out-of-bounds", "misaligned", "divergent-barrier", "race",
                                                       "uninitialised", "endless",    "not-emulated"};

struct Fault : std::runtime_error {
  explicit Fault(const std::string& text) : runtime_error(text) {}
  Fault(FindingKind which, const std::string& text, std::string wanted = "", int at_lane = -1, std::string what = "")
      : runtime_error(text), kind(which), expected(std::move(wanted)), object(std::move(what)), lane(at_lane) {}

  FindingKind kind = FindingKind::k_not_emulated;
  std::string expected, object;
  int lane = -1;
};

// A finding stopped the launch; it is in the log.
struct Stopped {};

// Groups that run beside others would have to know what these do.
struct NeedsOthers {};

std::string hex(std::uint64_t number);

}  // namespace clc::emulator
