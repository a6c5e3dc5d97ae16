// Handles and counts.
#include <array>
#include <unordered_map>

#include "front/command_buffer.h"

namespace clc::front {
namespace {

constexpr std::size_t k_kinds = static_cast<std::size_t>(Kind::k_command_buffer) + 1;

// Never destroyed: threads of queues outlive main().
struct Registry {
  std::mutex mutex;
  std::unordered_map<const void*, Kind> handles;
  std::array<std::atomic<std::uint64_t>, k_kinds> erased{};  // how many of each kind
};

Registry& registry() {
  static auto* one = new Registry;
  return *one;
}

void destroy(Object* object) {
  switch (object->kind) {
    case Kind::k_context:
      return delete static_cast<_cl_context*>(object);
    case Kind::k_queue:
      return delete static_cast<_cl_command_queue*>(object);
    case Kind::k_memory:
      return delete static_cast<_cl_mem*>(object);
    case Kind::k_sampler:
      return delete static_cast<_cl_sampler*>(object);
    case Kind::k_program:
      return delete static_cast<_cl_program*>(object);
    case Kind::k_kernel:
      return delete static_cast<_cl_kernel*>(object);
    case Kind::k_event:
      return delete static_cast<_cl_event*>(object);
    case Kind::k_command_buffer:
      return delete static_cast<_cl_command_buffer_khr*>(object);
    case Kind::k_platform:
    case Kind::k_device:
      return;  // these stay
  }
}

}  // namespace

Object::Object(Kind which, bool has_handle) : kind(which), is_known(has_handle) {
  if (!is_known) return;
  Registry& all = registry();
  const std::lock_guard guard(all.mutex);
  all.handles[this] = which;
}

Object* find_handle(const void* handle, Kind kind) {
  // The handle of each kind that the thread found last; it is one until objects of this kind are destroyed.
  struct Found {
    Object* object = nullptr;
    std::uint64_t erased = 0;
  };
  static thread_local std::array<Found, k_kinds> last;
  Registry& all = registry();
  Found& found = last[static_cast<std::size_t>(kind)];
  const auto& erased = all.erased[static_cast<std::size_t>(kind)];
  if (handle == found.object && handle != nullptr && found.erased == erased.load(std::memory_order_acquire)) {
    ++found.object->uses;
    return found.object;
  }
  const std::lock_guard guard(all.mutex);
  const auto place = all.handles.find(handle);
  if (handle == nullptr || place == all.handles.end() || place->second != kind) return nullptr;
  found = {static_cast<Object*>(const_cast<void*>(handle)), erased.load(std::memory_order_relaxed)};
  ++found.object->uses;
  return found.object;
}

void add_use(Object* object) {
  ++object->uses;
}

void drop_use(Object* object) {
  std::uint64_t now = object->uses;
  while (now > 1) {
    if (object->uses.compare_exchange_weak(now, now - 1)) return;
  }
  if (!object->is_known) {
    if (--object->uses != 0) return;
  } else {
    Registry& all = registry();
    const std::lock_guard guard(all.mutex);
    if (--object->uses != 0) return;
    if (object->kind == Kind::k_platform || object->kind == Kind::k_device) return;
    all.handles.erase(object);
    ++all.erased[static_cast<std::size_t>(object->kind)];
  }
  destroy(object);
}

void add_reference(Object* object) {
  if (object->references++ == 0) add_use(object);
}

bool drop_reference(Object* object) {
  cl_uint now = object->references;
  do {
    if (now == 0) return false;
  } while (!object->references.compare_exchange_weak(now, now - 1));
  if (now == 1) drop_use(object);
  return true;
}

std::uint64_t unique_number() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

std::mutex& state_mutex() {
  static auto* one = new std::mutex;
  return *one;
}

}  // namespace clc::front
