// Queries, and counts of references.
#pragma once

#include "calls.h"

namespace driver_calls {

template <class Ask>
void Calls::ask(const char* call, bool is_wrong, std::initializer_list<cl_int> errors, Ask query) {
  alignas(16) std::uint8_t bytes[4096];
  std::size_t told = 0;
  switch (choices_.below(4)) {
    case 0:
      return expect(call, query(sizeof bytes, bytes, &told), is_wrong, errors);
    case 1:
      return expect(call, query(0, nullptr, &told), is_wrong, errors);
    case 2:
      return expect(call, query(sizeof bytes, bytes, nullptr), is_wrong, errors);
    default:
      return expect(call, query(small_size(), bytes, &told), is_wrong, errors);
  }
}

template <class T>
void Calls::count_references(const char* retain_name, cl_int(CL_API_CALL* retain)(T), const char* release_name,
                             cl_int(CL_API_CALL* release)(T), cl_int invalid) {
  const auto one = any<T>();
  const auto mine = [&](const Held& held) { return held.handle == one.handle && held.references != 0; };
  Held* found = nullptr;
  for (Held& held : held_) {
    if (mine(held) && held.kind == k_kind<T>) found = &held;
  }
  // Another object may have the place of one that is gone, and be nobody's but the driver's.
  if (found == nullptr && !one.is_wrong) return;
  if (choices_.is_one_of(2)) {
    const cl_int code = retain(one);
    expect(retain_name, code, one.is_wrong, {invalid});
    if (code == CL_SUCCESS && found != nullptr) ++found->references;
    return;
  }
  if (found == nullptr) return expect(release_name, release(one), true, {invalid});
  let_go(*found);
}

}  // namespace driver_calls
