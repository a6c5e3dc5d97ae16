// How every library of clc reports failure: a value or an Error, never an exception.
#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace clc {

// Classes of errors that a caller can act on. The command's exit codes follow from them.
enum class ErrorKind {
  k_compile,      // a kernel did not compile
  k_usage,        // the caller asked for something that makes no sense
  k_io,           // a file could not be read or written
  k_damaged,      // bytes that are not what they claim to be
  k_unavailable,  // a target, tool, device or variant that is not there
  k_crash,        // a compiler or driver died or ran out of time
  k_gate,         // a check that the user asked for failed
  k_opencl,       // an OpenCL call failed
};

// 1 compile, 2 usage, 3 io and damaged, 4 unavailable, 5 crash and OpenCL, 6 gate.
int exit_code(ErrorKind kind);

struct Error {
  explicit Error(ErrorKind error_kind, std::string text) : kind(error_kind), message(std::move(text)) {}

  ErrorKind kind;
  std::string message;  // what was wrong, where, and what to do; no trailing newline
};

template <class T>
using Result = tl::expected<T, Error>;

// The value that a function returns to report failure; it becomes any Result.
using Failure = tl::unexpected<Error>;

inline Failure fail(ErrorKind kind, std::string message) {
  return Failure(Error(kind, std::move(message)));
}

inline Failure fail(Error error) {
  return Failure(std::move(error));
}

// Passes the failure of another call on: `if (!bytes) return fail(bytes);`
template <class T>
Failure fail(const Result<T>& failed) {
  return Failure(failed.error());
}

// Passes the failure on with `context: ` in front.
template <class T>
Failure fail(const Result<T>& failed, const std::string& context) {
  return Failure(Error(failed.error().kind, context + ": " + failed.error().message));
}

}  // namespace clc
