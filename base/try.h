// CLC_TRY passes failures on: a header of its own, because the public one, clc/base/result.h, defines no macros.
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "clc/base/result.h"

namespace clc {

// The value that a result holds, moved out of a temporary one; nothing for Result<void>.
template <class R>
typename std::remove_cvref_t<R>::value_type value_of(R&& result) {
  if constexpr (!std::is_void_v<typename std::remove_cvref_t<R>::value_type>) return *std::forward<R>(result);
}

// The same result; its failure says `context: ` first.
template <class T>
Result<T> in_context(const std::string& context, Result<T> result) {
  if (!result) return fail(result, context);
  return result;
}

}  // namespace clc

// The value of a result; its failure is returned from the enclosing function, which returns a Result, too:
// `const Bytes bytes = CLC_TRY(read_file(path));` or `CLC_TRY(in_context(path, check(bytes)));`.
// Not within braces, as in `Pair{first(), CLC_TRY(second())}`: GCC does not destroy `first` when `second` fails. Not
// within `new`, whose memory would leak.
#define CLC_TRY(...)                                           \
  __extension__({                                              \
    auto&& result_ = (__VA_ARGS__);                            \
    if (!result_) return ::clc::fail(result_);                 \
    ::clc::value_of(std::forward<decltype(result_)>(result_)); \
  })
