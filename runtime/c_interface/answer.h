// The border between C++ and C: what a function does becomes a status and a text, and no exception leaves.
#pragma once

#include <exception>
#include <initializer_list>
#include <new>
#include <stdexcept>
#include <string>

#include "base/try.h"
#include "clc_runtime.h"

namespace clc {

// Keep the failure as this thread's last one, and return its status.
clc_status remember(const Error& error) noexcept;
clc_status remember_no_memory() noexcept;
clc_status remember_mistake(const char* text) noexcept;

// A parameter of a function, which must not be null.
struct Needed {
  const char* name;
  const void* pointer;
};

// An error that names the first parameter of `function` that is null.
inline Result<void> demand(const char* function, std::initializer_list<Needed> parameters) {
  for (const auto& [name, pointer] : parameters) {
    if (pointer == nullptr) return fail(ErrorKind::k_usage, std::string(function) + ": '" + name + "' is null");
  }
  return {};
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

// The same for a function of the interface with parameters that must not be null.
template <class Work>
clc_status answer(const char* function, std::initializer_list<Needed> parameters, Work work) noexcept {
  return answer([&]() -> Result<void> {
    CLC_TRY(demand(function, parameters));
    return work();
  });
}

}  // namespace clc
