// Transfers that do not wait, mapped pointers, queues in any order and parts of devices, with an installed driver.
#include <cstdlib>
#include <numeric>

#include "catch_all.h"
#include "clc/runtime/queue.h"
#include "clc/runtime/sub_devices.h"
#include "skip.h"

namespace clc {
namespace {

using Catch::Matchers::ContainsSubstring;

const std::vector<Device>& devices() {
  static const std::vector<Device> all = list_devices().value_or(std::vector<Device>());
  return all;
}

std::vector<int> numbers(std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 7);
  return values;
}

}  // namespace

TEST_CASE("transfers go on while the program does, one after the other where they are told to") {
  if (devices().empty()) return test::skip("transfers", "there is no OpenCL device");
  for (const Device& device : devices()) {
    for (const bool out_of_order : {false, true}) {
      CAPTURE(device.facts.name, out_of_order);
      const Result<Queue> queue = Queue::create(device, {out_of_order});
      if (!queue && queue.error().kind == ErrorKind::k_unavailable) continue;
      REQUIRE(queue);
      const std::vector<int> values = numbers(100000);
      const std::size_t bytes = values.size() * sizeof(int);
      const Result<Buffer> buffer = queue->allocate(2 * bytes);
      REQUIRE(buffer);
      std::vector<int> back(values.size());
      const Result<Event> wrote = queue->enqueue_write(*buffer, values.data(), bytes, bytes);
      REQUIRE(wrote);
      const Result<Event> nothing = queue->enqueue_read(*buffer, back.data(), 0, 0, {*wrote});
      REQUIRE(nothing);
      const Result<Event> read = queue->enqueue_read(*buffer, back.data(), bytes, bytes, {*nothing, *wrote});
      REQUIRE(read);
      CHECK(read->wait());
      CHECK(back == values);
      CHECK(queue->enqueue_write(*buffer, values.data(), bytes, bytes + 1).error().kind == ErrorKind::k_usage);
      CHECK(queue->enqueue_read(*buffer, back.data(), 1, 2 * bytes).error().kind == ErrorKind::k_usage);
      CHECK(queue->enqueue_read(*buffer, back.data(), 0, 2 * bytes)->handle() == nullptr);
    }
  }
}

TEST_CASE("a buffer that was never made or is moved from is refused") {
  if (devices().empty()) return test::skip("moved buffers", "there is no OpenCL device");
  const Result<Queue> queue = Queue::create(devices().front());
  REQUIRE(queue);
  Result<Buffer> buffer = queue->allocate(8);
  REQUIRE(buffer);
  const Buffer taken = *std::move(buffer);
  std::vector<char> bytes(8);
  const auto is_refused = [](const auto& result) {
    return !result && result.error().kind == ErrorKind::k_usage &&
           result.error().message.ends_with(": the buffer was never made or is moved from");
  };
  CHECK(is_refused(queue->write(*buffer, bytes.data(), 8)));
  CHECK(is_refused(queue->read(Buffer(), bytes.data(), 0)));
  CHECK(is_refused(queue->map(*buffer)));
  CHECK(is_refused(queue->enqueue_read(*buffer, bytes.data(), 0)));
  CHECK(queue->write(taken, bytes.data(), 8));
}

TEST_CASE("a mapped pointer is the buffer's memory until it is unmapped") {
  if (devices().empty()) return test::skip("mapped pointers", "there is no OpenCL device");
  for (const Device& device : devices()) {
    CAPTURE(device.facts.name);
    const Result<Queue> queue = Queue::create(device);
    REQUIRE(queue);
    const Result<Buffer> buffer = queue->allocate(100 * sizeof(int), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR);
    REQUIRE(buffer);
    Result<Mapping> all = queue->map(*buffer, CL_MAP_WRITE_INVALIDATE_REGION);
    REQUIRE(all);
    REQUIRE(all->size() == 100 * sizeof(int));
    for (int i = 0; i < 100; ++i) all->as<int>()[i] = i;
    CHECK(all->unmap());
    CHECK(all->data() == nullptr);
    CHECK(all->unmap());  // nothing more to do
    {
      Result<Mapping> part = queue->map(*buffer, CL_MAP_READ | CL_MAP_WRITE, 2 * sizeof(int), 98 * sizeof(int));
      REQUIRE(part);
      CHECK(part->as<int>()[1] == 99);
      const Mapping moved = *std::move(part);
      moved.as<int>()[1] = -1;
    }
    std::vector<int> back(100);
    REQUIRE(queue->read(*buffer, back.data(), 100 * sizeof(int)));
    CHECK(back[99] == -1);
    CHECK(back[98] == 98);
    CHECK(queue->map(*buffer, CL_MAP_READ, 1, 100 * sizeof(int)).error().kind == ErrorKind::k_usage);
    CHECK(queue->map(*buffer, CL_MAP_READ, Queue::k_to_the_end, 101 * sizeof(int)).error().kind == ErrorKind::k_usage);
    CHECK(queue->map(*buffer, CL_MAP_READ, 0)->data() == nullptr);
  }
}

TEST_CASE("a buffer over the program's memory") {
  if (devices().empty()) return test::skip("a buffer over memory", "there is no OpenCL device");
  alignas(4096) static int own[4096];
  for (const Device& device : devices()) {
    CAPTURE(device.facts.name);
    const Result<Queue> queue = Queue::create(device);
    REQUIRE(queue);
    own[5] = 55;
    const Result<Buffer> buffer = queue->allocate_over(std::data(own), sizeof own);
    REQUIRE(buffer);
    REQUIRE(queue->fill(*buffer, 1, 4));
    Result<Mapping> mapping = queue->map(*buffer, CL_MAP_READ);
    REQUIRE(mapping);
    CHECK(mapping->as<int>() == own);  // OpenCL demands it
    CHECK(own[0] == 0x01010101);
    CHECK(own[5] == 55);
    CHECK(mapping->unmap());
    CHECK(queue->allocate_over(nullptr, 4).error().kind == ErrorKind::k_usage);
    CHECK(queue->allocate_over(std::data(own), 4, CL_MEM_ALLOC_HOST_PTR).error().kind == ErrorKind::k_usage);
  }
}

TEST_CASE("a device is divided by counts, and each part has a queue") {
  bool divided = false;
  for (const Device& device : devices()) {
    CAPTURE(device.facts.name);
    CHECK(divide_by_counts(device, {}).error().kind == ErrorKind::k_usage);
    CHECK(divide_by_counts(device, {0}).error().kind == ErrorKind::k_usage);
    CHECK(divide_by_counts(device, {device.facts.compute_units, 1}).error().kind == ErrorKind::k_usage);
    if (device.facts.compute_units < 2) continue;
    Result<std::vector<Device>> parts = divide_by_counts(device, {1, 1});
    if (!parts) {
      CHECK(parts.error().kind == ErrorKind::k_unavailable);
      continue;
    }
    divided = true;
    REQUIRE(parts->size() == 2);
    CHECK(parts->front().facts.compute_units == 1);
    CHECK(parts->front().id != parts->back().id);
    const Result<Queue> first = Queue::create(parts->front()), second = Queue::create(parts->back());
    REQUIRE(first);
    REQUIRE(second);
    parts->clear();  // the queues keep their parts
    for (const Queue* queue : {&*first, &*second}) {
      const Result<Buffer> buffer = queue->allocate(4);
      REQUIRE(buffer);
      CHECK(queue->fill(*buffer, 1, 4));
    }
  }
  if (!divided) test::skip("parts by counts", "no device here can be divided");
}

TEST_CASE("a device is divided by what its units share, or says what it knows") {
  for (const Device& device : devices()) {
    for (const SharedBy shared : {SharedBy::k_numa, SharedBy::k_l3_cache, SharedBy::k_l2_cache, SharedBy::k_next}) {
      CAPTURE(device.facts.name, shared_by_name(shared));
      const Result<std::vector<Device>> parts = divide_by_affinity(device, shared);
      if (parts) {
        CHECK(Queue::create(parts->front()));
      } else {
        CHECK(parts.error().kind == ErrorKind::k_unavailable);
        CHECK_THAT(parts.error().message, ContainsSubstring("it knows: "));
      }
    }
  }
}

}  // namespace clc
