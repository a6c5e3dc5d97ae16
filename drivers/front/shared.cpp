// Shared virtual memory: memory that the host and devices reach at the same address.
#include <algorithm>
#include <memory>

#include "front/api.h"
#include "front/commands.h"

namespace clc::front {
namespace {

constexpr std::size_t k_largest_type = 128;  // long16

bool is_power_of_two(std::size_t number) {
  return number != 0 && (number & (number - 1)) == 0;
}

// The device of a context that allocates shared memory; null: there is none, or none that can be had so.
cl_device_id device_for(const _cl_context& context, cl_svm_mem_flags flags) {
  const bool is_fine = (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0, is_atomic = (flags & CL_MEM_SVM_ATOMICS) != 0;
  if (is_atomic && !is_fine) return nullptr;
  cl_device_svm_capabilities wanted = CL_DEVICE_SVM_COARSE_GRAIN_BUFFER;
  if (is_fine) wanted |= CL_DEVICE_SVM_FINE_GRAIN_BUFFER;
  if (is_atomic) wanted |= CL_DEVICE_SVM_ATOMICS;
  const auto fits = [&](cl_device_id device) { return (device->facts.shared_memory & wanted) == wanted; };
  const auto found = std::find_if(context.devices.begin(), context.devices.end(), fits);
  return found == context.devices.end() ? nullptr : *found;
}

Ref<_cl_command_queue> checked_queue(cl_command_queue handle) {
  auto queue = checked(handle);
  require(queue->device->facts.shared_memory != 0, CL_INVALID_OPERATION);
  return queue;
}

void release(_cl_context& context, const void* pointer) {
  std::unique_ptr<Memory> memory;  // goes away when the state is not locked any more
  const std::lock_guard guard(state_mutex());
  const auto found = context.shared.find(static_cast<const std::uint8_t*>(pointer));
  if (found == context.shared.end()) return;
  memory = std::move(found->second.memory);
  context.shared.erase(found);
}

}  // namespace

bool is_shared(const _cl_context& context, const void* pointer) {
  const auto* byte = static_cast<const std::uint8_t*>(pointer);
  const std::lock_guard guard(state_mutex());
  auto behind = context.shared.upper_bound(byte);
  if (behind == context.shared.begin()) return false;
  --behind;
  return static_cast<std::size_t>(byte - behind->first) < behind->second.size;
}

namespace api {

void* allocate_shared(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  const auto one = checked(context);
  constexpr cl_svm_mem_flags k_known =
      CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
  const bool is_aligned = alignment == 0 || (is_power_of_two(alignment) && alignment <= k_largest_type);
  const cl_device_id device = device_for(*one, flags);
  if ((flags & ~k_known) != 0 || !is_aligned || device == nullptr) return nullptr;
  if (size == 0 || size > device->facts.max_allocation) return nullptr;
  auto memory = ask_device(*one, [&] { return device->device.allocate_shared(size); });
  std::uint8_t* pointer = memory->host();
  const std::lock_guard guard(state_mutex());
  one->shared[pointer] = {std::move(memory), size};
  return pointer;
}

void free_shared(cl_context context, void* pointer) {
  release(*checked(context), pointer);
}

void enqueue_free_shared(cl_command_queue queue, cl_uint pointer_count, void** pointers, FreeShared call, void* data,
                         cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked_queue(queue);
  require((pointer_count == 0) == (pointers == nullptr) && pointer_count != 0, CL_INVALID_VALUE);
  std::vector<void*> list(pointers, pointers + pointer_count);
  // The queue itself stays until its commands have ended.
  enqueue({one, CL_COMMAND_SVM_FREE, count, waits, event}, [=, context = one->context](Stream& stream) mutable {
    stream.finish();
    if (call != nullptr) return call(queue, static_cast<cl_uint>(list.size()), list.data(), data);
    for (const void* pointer : list) release(*context, pointer);
  });
}

void copy_shared(cl_command_queue queue, cl_bool blocking, void* to, const void* from, size_t size, cl_uint count,
                 const cl_event* waits, cl_event* event) {
  const auto one = checked_queue(queue);
  require(to != nullptr && from != nullptr, CL_INVALID_VALUE);
  auto* target = static_cast<std::uint8_t*>(to);
  const auto* source = static_cast<const std::uint8_t*>(from);
  require(target + size <= source || source + size <= target, CL_MEM_COPY_OVERLAP);
  enqueue({one, CL_COMMAND_SVM_MEMCPY, count, waits, event, blocking != 0},
          [=](Stream& stream) { stream.copy_shared(target, source, size); });
}

void fill_shared(cl_command_queue queue, void* to, const void* pattern, size_t pattern_size, size_t size, cl_uint count,
                 const cl_event* waits, cl_event* event) {
  const auto one = checked_queue(queue);
  require(to != nullptr && pattern != nullptr, CL_INVALID_VALUE);
  require(is_power_of_two(pattern_size) && pattern_size <= k_largest_type, CL_INVALID_VALUE);
  require(size % pattern_size == 0 && reinterpret_cast<std::uintptr_t>(to) % pattern_size == 0, CL_INVALID_VALUE);
  const auto* bytes = static_cast<const std::uint8_t*>(pattern);
  std::vector<std::uint8_t> copy(bytes, bytes + pattern_size);
  enqueue({one, CL_COMMAND_SVM_MEMFILL, count, waits, event}, [=, copy = std::move(copy)](Stream& stream) {
    stream.fill_shared(static_cast<std::uint8_t*>(to), size, copy);
  });
}

// The host may use the memory as soon as the commands before this one have ended.
void map_shared(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void* pointer, size_t size, cl_uint count,
                const cl_event* waits, cl_event* event) {
  const auto one = checked_queue(queue);
  constexpr cl_map_flags k_known = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  require(pointer != nullptr && size != 0 && (flags & ~k_known) == 0, CL_INVALID_VALUE);
  enqueue({one, CL_COMMAND_SVM_MAP, count, waits, event, blocking != 0}, {});
}

void unmap_shared(cl_command_queue queue, void* pointer, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked_queue(queue);
  require(pointer != nullptr, CL_INVALID_VALUE);
  enqueue({one, CL_COMMAND_SVM_UNMAP, count, waits, event}, {});
}

void migrate_shared(cl_command_queue queue, cl_uint pointer_count, const void** pointers, const size_t* sizes,
                    cl_mem_migration_flags flags, cl_uint count, const cl_event* waits, cl_event* event) {
  const auto one = checked_queue(queue);
  constexpr cl_mem_migration_flags k_known = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  require(pointer_count != 0 && pointers != nullptr && (flags & ~k_known) == 0, CL_INVALID_VALUE);
  for (cl_uint i = 0; i < pointer_count; ++i) {
    require(is_shared(*one->context, pointers[i]), CL_INVALID_VALUE);
    const auto* last =
        static_cast<const std::uint8_t*>(pointers[i]) + (sizes != nullptr && sizes[i] != 0 ? sizes[i] - 1 : 0);
    require(is_shared(*one->context, last), CL_INVALID_VALUE);
  }
  enqueue({one, CL_COMMAND_SVM_MIGRATE_MEM, count, waits, event}, {});
}

void set_shared_argument(cl_kernel kernel, cl_uint index, const void* value) {
  const auto one = checked(kernel);
  require(device_for(*one->program->context, 0) != nullptr, CL_INVALID_OPERATION);
  require(index < one->arguments.size(), CL_INVALID_ARG_INDEX);
  require(one->facts().arguments[index].kind == ArgumentFacts::Kind::k_buffer, CL_INVALID_ARG_VALUE);
  _cl_kernel::Argument argument;
  argument.is_set = true;
  argument.shared = value;
  const std::lock_guard guard(state_mutex());
  one->arguments[index] = std::move(argument);
  one->arguments_set = unique_number();
}

// Kernels reach all shared memory, so that naming what they reach changes nothing.
void set_execution_info(cl_kernel kernel, cl_kernel_exec_info info, size_t size, const void* value) {
  const auto one = checked(kernel);
  require(device_for(*one->program->context, 0) != nullptr, CL_INVALID_OPERATION);
  require(value != nullptr, CL_INVALID_VALUE);
  if (info == CL_KERNEL_EXEC_INFO_SVM_PTRS) return require(size != 0 && size % sizeof(void*) == 0, CL_INVALID_VALUE);
  require(info == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM && size == sizeof(cl_bool), CL_INVALID_VALUE);
  require(*static_cast<const cl_bool*>(value) == CL_FALSE, CL_INVALID_OPERATION);
}

}  // namespace api
}  // namespace clc::front
