// Work-items read from pipes what others wrote, each packet once, and no more than a pipe has room for.
#include <algorithm>
#include <cstdint>

#include "device/harness.h"

namespace clc::device_tests {
namespace {

constexpr cl_uint k_room = 1000;
constexpr std::size_t k_pipe_items = 1024, k_group = 64;
constexpr int k_rounds = 3;  // the pipe's places are used again

class Pipe {
 public:
  Pipe(const Session& session, cl_uint packet_bytes) {
    cl_bool has = CL_FALSE;
    clGetDeviceInfo(session.queue().device().id, CL_DEVICE_PIPE_SUPPORT, sizeof has, &has, nullptr);
    if (has == CL_FALSE) throw Skipped("the device has no pipes");
    cl_int code = CL_SUCCESS;
    memory_ = clCreatePipe(session.queue().context(), 0, packet_bytes, k_room, nullptr, &code);
    need_cl(code, "clCreatePipe");
  }
  ~Pipe() { clReleaseMemObject(memory_); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  cl_mem memory() const { return memory_; }

 private:
  cl_mem memory_ = nullptr;
};

using Answers = std::vector<std::int32_t>;
using Numbers = std::vector<std::uint32_t>;

Answers write(Session& session, const Pipe& pipe, const std::string& what) {
  const Buffer answers = session.upload(Answers(k_pipe_items, 99));
  session.launch(session.kernel("pipes", "write_" + what), range_1d(k_pipe_items, k_group), pipe.memory(), answers);
  return session.download<std::int32_t>(answers);
}

// Returns what was read: `step` numbers for each work-item that got something.
Numbers read(Session& session, const Pipe& pipe, const std::string& what, std::size_t step, Answers& told) {
  const Buffer answers = session.upload(Answers(k_pipe_items, 99));
  const Buffer numbers = session.upload(Numbers(step * k_pipe_items, 0xdeadbeef));
  session.launch(session.kernel("pipes", "read_" + what), range_1d(k_pipe_items, k_group), pipe.memory(), answers,
                 numbers);
  told = session.download<std::int32_t>(answers);
  const Numbers all = session.download<std::uint32_t>(numbers);
  Numbers found;
  for (std::size_t i = 0; i < k_pipe_items; ++i) {
    if (told[i] >= 0)
      found.insert(found.end(), all.begin() + std::ptrdiff_t(step * i), all.begin() + std::ptrdiff_t(step * (i + 1)));
  }
  return found;
}

void expect_count(const Answers& answers, std::int32_t good, std::size_t expected, const char* what) {
  const auto count = std::size_t(std::count(answers.begin(), answers.end(), good));
  const auto failed = std::size_t(std::count_if(answers.begin(), answers.end(), [](int one) { return one < 0; }));
  if (count != expected || failed != k_pipe_items - expected)
    throw Failed(text("%s: %zu work-items succeeded, and %zu failed; %zu can succeed", what, count, failed, expected));
}

// The packets' numbers in any order; `mask` is what a packet holds of them.
std::string check_type(Session& session, const char* type, cl_uint packet_bytes, std::uint32_t mask) {
  const Pipe pipe(session, packet_bytes);
  for (int round = 0; round < k_rounds; ++round) {
    const Answers written = write(session, pipe, type);
    expect_count(written, 0, k_room, "writes");
    Answers answers;
    Numbers got = read(session, pipe, type, 1, answers), expected;
    expect_count(answers, 0, k_room, "reads");
    for (std::uint32_t i = 0; i < k_pipe_items; ++i) {
      if (written[i] == 0) expected.push_back(i & mask);
    }
    std::sort(got.begin(), got.end());
    std::sort(expected.begin(), expected.end());
    expect_equal(got, expected, type);
  }
  return "";
}

// Packets that were reserved together are read together, in order.
std::string check_reserved(Session& session, const char* what, std::size_t step, std::size_t members,
                           std::int32_t good) {
  const Pipe pipe(session, sizeof(cl_int));
  const std::size_t together = step * members, fits = k_room / together * members;
  for (int round = 0; round < k_rounds; ++round) {
    const Answers written = write(session, pipe, what);
    expect_count(written, good, fits, "writes");
    Answers answers;
    const Numbers got = read(session, pipe, what, step, answers);
    expect_count(answers, good, fits, "reads");
    Numbers firsts;
    for (std::size_t i = 0; i < got.size(); ++i) {
      const std::uint32_t first = got[i / together * together];
      if (i % together == 0) firsts.push_back(first);
      if (first % together != 0 || got[i] != first + i % together)
        throw Failed(text("%s: packet %zu is %u, behind %u", what, i, got[i], first));
    }
    std::sort(firsts.begin(), firsts.end());
    if (std::adjacent_find(firsts.begin(), firsts.end()) != firsts.end()) throw Failed("packets were read twice");
  }
  return "";
}

std::string check_queries(Session& session) {
  const Pipe pipe(session, sizeof(cl_int));
  cl_uint packets = 0, bytes = 0;
  need_cl(clGetPipeInfo(pipe.memory(), CL_PIPE_MAX_PACKETS, sizeof packets, &packets, nullptr), "clGetPipeInfo");
  need_cl(clGetPipeInfo(pipe.memory(), CL_PIPE_PACKET_SIZE, sizeof bytes, &bytes, nullptr), "clGetPipeInfo");
  expect_equal(Numbers{packets, bytes}, Numbers{k_room, sizeof(cl_int)}, "clGetPipeInfo");
  const Buffer counts = session.upload(Numbers(2, 0));
  const auto count = [&] {
    session.launch(session.kernel("pipes", "count_packets"), range_1d(1), pipe.memory(), counts);
    return session.download<std::uint32_t>(counts);
  };
  expect_equal(count(), Numbers{0, k_room}, "packets of an empty pipe");
  write(session, pipe, "reserved");
  expect_equal(count(), Numbers{k_room / 3 * 3, k_room}, "packets");
  return "";
}

}  // namespace

std::vector<Check> pipe_checks() {
  std::vector<Check> checks;
  const auto add_type = [&](const char* type, cl_uint bytes, std::uint32_t mask) {
    checks.push_back(
        {std::string("pipe.") + type, [=](Session& session) { return check_type(session, type, bytes, mask); }});
  };
  add_type("int", 4, ~0U);
  add_type("uchar", 1, 0xff);
  add_type("short3", 8, ~0U);
  add_type("ulong16", 128, ~0U);
  add_type("struct", 12, ~0U);
  const auto add_reserved = [&](const char* what, std::size_t step, std::size_t members, std::int32_t good) {
    checks.push_back({std::string("pipe.") + what,
                      [=](Session& session) { return check_reserved(session, what, step, members, good); }});
  };
  add_reserved("reserved", 3, 1, 3);
  add_reserved("work_group", 1, k_group, 0);
  add_reserved("sub_group", 1, 32, 0);
  checks.push_back({"pipe.queries", check_queries});
  return checks;
}

}  // namespace clc::device_tests
