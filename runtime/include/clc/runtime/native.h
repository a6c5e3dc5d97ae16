// Gets the OpenCL handle out of an object: one of this library (`handle()`), one of the Khronos C++ bindings
// (`object()`), or a handle itself.
#pragma once

#include <type_traits>
#include <utility>

#include "clc/base/result.h"

namespace clc {

// True for a Result: launches say so where its `*` was forgotten.
template <class T>
inline constexpr bool k_is_result = false;
template <class T>
inline constexpr bool k_is_result<Result<T>> = true;

namespace native_detail {

template <class Handle, class T, class = void>
struct HasMember : std::false_type {};
template <class Handle, class T>
struct HasMember<Handle, T,
                 std::enable_if_t<std::is_convertible_v<decltype(std::declval<const T&>().handle()), Handle>>>
    : std::true_type {};

template <class Handle, class T, class = void>
struct HasCall : std::false_type {};
template <class Handle, class T>
struct HasCall<Handle, T, std::enable_if_t<std::is_convertible_v<decltype(std::declval<const T&>()()), Handle>>>
    : std::true_type {};

}  // namespace native_detail

// True when a `Handle` can be had from a `T`.
template <class Handle, class T>
inline constexpr bool k_has_native =
    std::is_convertible_v<const T&, Handle> || native_detail::HasMember<Handle, T>::value ||
    native_detail::HasCall<Handle, T>::value;

// The `Handle` of `object`, which keeps its ownership.
template <class Handle, class T>
Handle native(const T& object) {
  static_assert(k_has_native<Handle, T>, "neither an OpenCL handle of this kind nor an object that has one");
  if constexpr (std::is_convertible_v<const T&, Handle>) {
    return object;
  } else if constexpr (native_detail::HasMember<Handle, T>::value) {
    return object.handle();
  } else {
    return object();
  }
}

}  // namespace clc
