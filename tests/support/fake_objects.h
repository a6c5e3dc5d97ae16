// Basis of the drivers that the tests bring along: objects that count their references, and answers to queries.
#pragma once

#include <CL/cl.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace clc::test {

// The objects that exist, with their kinds. All threads of a test share them.
class LivingObjects {
 public:
  void born(const void* object, const char* kind) {
    const std::lock_guard lock(mutex_);
    kinds_.emplace(object, kind);
  }
  void gone(const void* object) {
    const std::lock_guard lock(mutex_);
    kinds_.erase(object);
  }
  bool have(const void* object) const {
    const std::lock_guard lock(mutex_);
    return kinds_.count(object) != 0;
  }
  // One for each object, sorted.
  std::vector<std::string> kinds() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> result;
    for (const auto& [object, kind] : kinds_) result.emplace_back(kind);
    std::sort(result.begin(), result.end());
    return result;
  }
  // For a fork.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  mutable std::mutex mutex_;
  std::map<const void*, const char*> kinds_;
};

inline LivingObjects& living_objects() {
  static LivingObjects all;
  return all;
}

// An object that counts its references, as OpenCL's do. The structures of OpenCL's handles begin with it.
struct FakeObject {
  explicit FakeObject(const char* kind) { living_objects().born(this, kind); }
  FakeObject(const FakeObject&) = delete;
  FakeObject& operator=(const FakeObject&) = delete;
  ~FakeObject() { living_objects().gone(this); }
  std::atomic<int> references{1};
};

// Answers a query as OpenCL's functions do: the size, and the value where there is room for it.
inline cl_int answer(const void* from, std::size_t size, std::size_t room, void* to, std::size_t* told) {
  if (told != nullptr) *told = size;
  if (to == nullptr) return CL_SUCCESS;
  if (room < size) return CL_INVALID_VALUE;
  std::memcpy(to, from, size);
  return CL_SUCCESS;
}
inline cl_int answer(const std::string& text, std::size_t room, void* to, std::size_t* told) {
  return answer(text.c_str(), text.size() + 1, room, to, told);
}
template <class T>
cl_int answer_value(const T& value, std::size_t room, void* to, std::size_t* told) {
  return answer(&value, sizeof(value), room, to, told);
}

}  // namespace clc::test
