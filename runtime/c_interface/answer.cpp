#include "answer.h"

namespace clc {
namespace {

// The text of the thread's last failure: a text of its own, or one that needs no memory.
struct LastError {
  std::string text;
  const char* fixed = nullptr;
};

LastError& last_error() {
  thread_local LastError error;
  return error;
}

void keep(const char* before, const char* text) noexcept try {
  last_error() = {std::string(before) + text, nullptr};
} catch (...) {
  last_error().fixed = "there is not enough memory, not even for the text of an error";
}

clc_status status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::k_usage:
      return CLC_ERROR_USAGE;
    case ErrorKind::k_io:
      return CLC_ERROR_IO;
    case ErrorKind::k_damaged:
      return CLC_ERROR_DAMAGED;
    case ErrorKind::k_unavailable:
      return CLC_ERROR_UNAVAILABLE;
    case ErrorKind::k_gate:
      return CLC_ERROR_UNTRUSTED;
    case ErrorKind::k_opencl:
      return CLC_ERROR_OPENCL;
    case ErrorKind::k_compile:  // nothing here compiles or runs a compiler
    case ErrorKind::k_crash:
      break;
  }
  return CLC_ERROR_INTERNAL;
}

}  // namespace

clc_status remember(const Error& error) noexcept {
  keep("", error.message.c_str());
  return status_of(error.kind);
}

clc_status remember_no_memory() noexcept {
  last_error().fixed = "there is not enough memory";
  return CLC_ERROR_IO;
}

clc_status remember_mistake(const char* text) noexcept {
  keep("a bug in libclc-runtime.so: ", text);
  return CLC_ERROR_INTERNAL;
}

}  // namespace clc

extern "C" const char* clc_error_message() {
  const clc::LastError& error = clc::last_error();
  return error.fixed != nullptr ? error.fixed : error.text.c_str();
}

// C lets programs give any number.
extern "C" __attribute__((no_sanitize("enum"))) const char* clc_status_name(clc_status status) {
  switch (status) {
#define CLC_NAME(value) \
  case value:           \
    return #value;
    CLC_NAME(CLC_SUCCESS)
    CLC_NAME(CLC_ERROR_USAGE)
    CLC_NAME(CLC_ERROR_IO)
    CLC_NAME(CLC_ERROR_DAMAGED)
    CLC_NAME(CLC_ERROR_UNAVAILABLE)
    CLC_NAME(CLC_ERROR_UNTRUSTED)
    CLC_NAME(CLC_ERROR_OPENCL)
    CLC_NAME(CLC_ERROR_INTERNAL)
#undef CLC_NAME
  }
  return "unknown status";
}

extern "C" const char* clc_runtime_version() {
  return CLC_VERSION;
}
