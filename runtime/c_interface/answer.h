// The border between C++ and C: what a function does becomes a status and a text, and no exception leaves.
#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "clc/base/result.h"
#include "clc_runtime.h"

namespace clc {

// Keep the failure as this thread's last one, and return its status.
clc_status remember(const Error& error) noexcept;
clc_status remember_no_memory() noexcept;
clc_status remember_mistake(const char* text) noexcept;

// An error when the pointer is null; `what` is function and parameter: "clc_package_open: 'path'".
inline Result<void> demand(const void* pointer, const char* what) {
  if (pointer != nullptr) return {};
  return fail(ErrorKind::k_usage, std::string(what) + " is null");
}

// Calls `work`, which returns a Result<void>.
template <class Work>
clc_status answer(Work work) noexcept try {
  const Result<void> done = work();
  return done ? CLC_SUCCESS : remember(done.error());
} catch (const std::bad_alloc&) {
  return remember_no_memory();
} catch (const std::length_error&) {
  return remember_no_memory();
} catch (const std::exception& error) {
  return remember_mistake(error.what());
} catch (...) {
  return remember_mistake("an exception of an unknown kind");
}

}  // namespace clc
