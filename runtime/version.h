// Reads versions in OpenCL's strings: "OpenCL 3.0 PoCL …", "SPIR-V_1.2".
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <tuple>

namespace clc {

struct Version {
  unsigned major = 0, minor = 0;

  friend bool operator<(const Version& a, const Version& b) {
    return std::tie(a.major, a.minor) < std::tie(b.major, b.minor);
  }
};

// Returns the "major.minor" behind `prefix` at the start of `text`, or nothing when `text` has another form.
inline std::optional<Version> version_after(std::string_view prefix, std::string_view text) {
  if (text.substr(0, prefix.size()) != prefix) return std::nullopt;
  const char* end = text.data() + text.size();
  Version version;
  const auto [dot, major_error] = std::from_chars(text.data() + prefix.size(), end, version.major);
  if (major_error != std::errc() || dot == end || *dot != '.') return std::nullopt;
  const auto [rest, minor_error] = std::from_chars(dot + 1, end, version.minor);
  if (minor_error != std::errc()) return std::nullopt;
  return version;
}

// Returns true when `text` is an OpenCL version that is at least `wanted`.
inline bool opencl_at_least(std::string_view text, Version wanted) {
  const std::optional<Version> version = version_after("OpenCL ", text);
  return version && !(*version < wanted);
}

}  // namespace clc
