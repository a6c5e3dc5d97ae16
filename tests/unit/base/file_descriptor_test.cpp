#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <thread>

#include "base/file_descriptor.h"
#include "catch_all.h"

using namespace clc;

namespace {

struct Pipe {
  Pipe() { REQUIRE(::pipe2(ends, O_CLOEXEC) == 0); }
  ~Pipe() {
    for (const int end : ends) ::close(end);
  }
  int ends[2] = {-1, -1};
};

}  // namespace

TEST_CASE("all parts arrive, however little a pipe takes at once") {
  const std::string first(300000, 'a'), last(300000, 'b');
  Pipe pipe;
  int error = -1;
  std::thread writer([&] {
    error = write_all(pipe.ends[1], {first, "", last});
    ::close(pipe.ends[1]);
  });
  Bytes bytes = "before";
  CHECK(read_all(pipe.ends[0], bytes) == 0);
  writer.join();
  pipe.ends[1] = -1;
  CHECK(error == 0);
  CHECK(bytes == "before" + first + last);
}

TEST_CASE("reading stops at the limit, and at the end") {
  Pipe pipe;
  REQUIRE(write_all(pipe.ends[1], "0123456789") == 0);
  Bytes bytes;
  CHECK(read_all(pipe.ends[0], bytes, 4) == 0);
  CHECK(bytes == "0123");
  CHECK(read_all(pipe.ends[0], bytes, 4) == 0);
  CHECK(bytes == "0123");
  CHECK(read_all(pipe.ends[0], bytes, 6, 100) == 0);
  CHECK(bytes == "012345");
  ::close(pipe.ends[1]);
  pipe.ends[1] = -1;
  CHECK(read_all(pipe.ends[0], bytes, 100, 7) == 0);
  CHECK(bytes == "0123456789");
}

TEST_CASE("what arrived before an error is kept") {
  Bytes bytes = "kept";
  CHECK(read_all(-1, bytes) == EBADF);
  CHECK(bytes == "kept");
  CHECK(write_all(-1, "lost") == EBADF);
  CHECK(write_all(-1, "") == 0);
}
