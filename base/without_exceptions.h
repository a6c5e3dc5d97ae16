// Keeps the promise that no exception leaves the libraries.
#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "clc/base/result.h"

namespace clc {

// Returns what `work` returns, a Result; an exception becomes an error, which names what is worked on by `what`.
template <class Work>
std::invoke_result_t<Work&> without_exceptions(const std::string& what, Work work) try {
  return work();
} catch (const std::bad_alloc&) {
  return fail(ErrorKind::k_io, what + ": there is not enough memory for it");
} catch (const std::length_error&) {
  return fail(ErrorKind::k_io, what + ": there is not enough memory for it");
} catch (const std::exception& error) {
  return fail(ErrorKind::k_io, what + ": " + error.what());
}

}  // namespace clc
