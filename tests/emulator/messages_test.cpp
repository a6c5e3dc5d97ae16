// Runs the kernels of messages.cl and checks what they wrote.
//
// usage: clc_emulator_messages --package P --device D [--only KERNEL]
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "device/harness.h"

namespace {

using namespace clc;
using namespace clc::device_tests;
using Numbers = std::vector<cl_uint>;

constexpr const char* k_module = "messages";

NDRange groups_of(std::size_t groups, std::size_t size) {
  return range_1d(groups * size, size);
}

Numbers counted(std::size_t count) {
  Numbers list(count);
  for (std::size_t i = 0; i < count; ++i) list[i] = static_cast<cl_uint>(i + 1);
  return list;
}

void messages(Session& session) {
  constexpr cl_uint k_rounds = 4;
  constexpr std::size_t k_pairs = 2, k_size = 128, k_slots = k_pairs * k_rounds;
  const Buffer boxes = session.upload(Numbers(k_slots * k_size * 2));
  const Buffer flags = session.upload(Numbers(k_slots));
  const Buffer out = session.upload(Numbers(k_slots * k_size));
  session.launch(session.kernel(k_module, "messages"), groups_of(2 * k_pairs, k_size), boxes, flags, out, k_rounds);
  expect_equal(session.download<cl_uint>(out), counted(k_slots * k_size), "out");
}

void locked(Session& session) {
  constexpr std::size_t k_groups = 24;
  const Buffer lock = session.upload(Numbers{0}), count = session.upload(Numbers{0});
  const Buffer history = session.upload(Numbers(k_groups));
  session.launch(session.kernel(k_module, "locked"), groups_of(k_groups, 64), lock, count, history);
  expect_equal(session.download<cl_uint>(count), Numbers{k_groups}, "count");
  Numbers seen(k_groups);
  for (const cl_uint group : session.download<cl_uint>(history)) ++seen.at(group - 1);
  expect_equal(seen, Numbers(k_groups, 1), "entries");
}

void rotated(Session& session, bool is_global) {
  constexpr std::size_t k_groups = 6, k_size = 256;
  const Numbers values = counted(k_groups * k_size);
  Numbers expected(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    expected[i] = values[i / k_size * k_size + (i % k_size + 33) % k_size];
  }
  const Buffer in = session.upload(values), out = session.upload(Numbers(values.size()));
  const NDRange range = groups_of(k_groups, k_size);
  if (is_global) {
    session.launch(session.kernel(k_module, "rotated_globally"), range, in, session.upload(Numbers(values.size())),
                   out);
  } else {
    session.launch(session.kernel(k_module, "rotated"), range, in, out, LocalMemory{k_size * sizeof(cl_uint)});
  }
  expect_equal(session.download<cl_uint>(out), expected, "out");
}

void asks(Session& session) {
  constexpr std::size_t k_items = std::size_t{12} * 6 * 4;
  NDRange range;
  range.dimensions = 3;
  range.global = {12, 6, 4};
  range.local = {4, 3, 2};
  range.offset = {5, 7, 9};
  const cl_ulong value = 12 + 100 * 3 + 10000 * 2 + 1000000 * 7 + 100000000 * 3;
  const Buffer out = session.upload(std::vector<cl_ulong>(k_items));
  session.launch(session.kernel(k_module, "asks"), range, out);
  expect_equal(session.download<cl_ulong>(out), std::vector<cl_ulong>(k_items, value), "out");
}

void strided(Session& session) {
  constexpr std::size_t k_groups = 2, k_size = 64;
  std::vector<cl_ulong> expected(k_groups * k_size * 8);
  for (std::size_t i = 0; i < k_groups * k_size; ++i) {
    expected[i * 8] = k_size - 1 - i % k_size;
    if (i % k_size < 40) expected[i * 8 + 1] = i % k_size;
  }
  const Buffer out = session.upload(std::vector<cl_ulong>(expected.size()));
  session.launch(session.kernel(k_module, "strided"), groups_of(k_groups, k_size), out,
                 LocalMemory{k_size * 32 * sizeof(cl_uint)});
  expect_equal(session.download<cl_ulong>(out), expected, "out");
}

void added(Session& session) {
  constexpr std::size_t k_groups = 6, k_size = 128;
  const Buffer sums = session.upload(Numbers(k_groups)), out = session.upload(Numbers(k_groups * k_size));
  session.launch(session.kernel(k_module, "added"), groups_of(k_groups, k_size), sums, out);
  expect_equal(session.download<cl_uint>(sums), Numbers(k_groups, k_size), "sums");
  expect_equal(session.download<cl_uint>(out), Numbers(k_groups * k_size, k_size), "out");
}

void replaced(Session& session) {
  constexpr std::size_t k_groups = 6;
  const Buffer sums = session.upload(Numbers(k_groups));
  session.launch(session.kernel(k_module, "replaced"), groups_of(k_groups, 128), sums);
  expect_equal(session.download<cl_uint>(sums), Numbers(k_groups, 5), "sums");
}

// Prints what was there.
void unset(Session& session) {
  constexpr std::size_t k_groups = 6, k_size = 64;
  const Buffer out = session.upload(Numbers(k_groups * k_size));
  session.launch(session.kernel(k_module, "unset"), groups_of(k_groups, k_size), out,
                 LocalMemory{k_size * sizeof(cl_uint)});
  const Numbers values = session.download<cl_uint>(out);
  for (std::size_t group = 0; group < k_groups; ++group) std::printf("%08x ", values[group * k_size]);
}

// 128 items add (1, 0.5) and (1, 2); gfx90a and gfx1100 have not all of these instructions.
void halves(Session& session) {
  const std::string& chip = session.facts().name;
  if (chip.starts_with("gfx11") || chip.starts_with("gfx90a")) return;
  constexpr std::size_t k_groups = 2, k_size = 64;
  const Buffer sums = session.upload(Numbers(2)), seen = session.upload(Numbers(k_groups * k_size));
  session.launch(session.kernel(k_module, "halves"), groups_of(k_groups, k_size), sums, seen);
  expect_equal(session.download<cl_uint>(sums), Numbers{0x54005800, 0x43804300}, "sums");
  const Numbers got = session.download<cl_uint>(seen);
  for (std::size_t group = 0; group < k_groups; ++group) {
    Numbers before;
    for (std::size_t i = 1; i < k_size; i += 2) before.push_back(got[group * k_size + i] + 1);
    std::sort(before.begin(), before.end());
    expect_equal(before, counted(k_size / 2), "before");
    expect_equal(Numbers{got[group * k_size]}, Numbers{0x4c005000}, "local");
  }
}

void run(const std::string& package, const std::string& device, const std::string& only) {
  Session session(need(Queue::create(need(select_device(device)))), need(Package::open(package)), "", false);
  const auto wants = [&](const char* name) { return only.empty() || only == name; };
  if (wants("messages")) messages(session);
  if (wants("locked")) locked(session);
  if (wants("rotated")) rotated(session, false);
  if (wants("rotated_globally")) rotated(session, true);
  if (wants("asks")) asks(session);
  if (wants("added")) added(session);
  if (wants("replaced")) replaced(session);
  if (only == "unset") unset(session);
  if (wants("halves")) halves(session);
  if (wants("strided")) strided(session);
}

}  // namespace

int main(int argc, char** argv) {
  std::string package, device, only;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--package") == 0) package = argv[i + 1];
    if (std::strcmp(argv[i], "--device") == 0) device = argv[i + 1];
    if (std::strcmp(argv[i], "--only") == 0) only = argv[i + 1];
  }
  try {
    run(package, device, only);
    std::printf("passed\n");
    return 0;
  } catch (const std::exception& error) {
    std::printf("failed: %s\n", error.what());
    return 1;
  }
}
