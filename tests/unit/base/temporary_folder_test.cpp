// Temporary folders beside processes that remove what others left.
#include <atomic>
#include <filesystem>
#include <system_error>
#include <thread>
#include <vector>

#include "base/platform/files.h"
#include "catch_all.h"

namespace clc {
namespace {

struct Made {
  std::string path;
  int held = -1;
};

// Makes folders while others look for abandoned ones, and counts those that did not stay.
int lost_of(int count) {
  std::vector<Made> folders(count);
  for (Made& made : folders) REQUIRE(platform::make_temporary_folder(made.path, made.held) == 0);
  int lost = 0;
  for (const Made& made : folders) {
    lost += std::filesystem::exists(made.path) ? 0 : 1;
    std::error_code ignored;
    std::filesystem::remove_all(made.path, ignored);
    platform::close_file(made.held);
  }
  return lost;
}

}  // namespace

TEST_CASE("a folder that is in use is never taken for abandoned") {
  std::atomic<bool> is_done = false;
  const auto remove = [&] {
    while (!is_done)
      platform::visit_abandoned_folders([](const std::string& path) {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
      });
  };
  std::thread first(remove), second(remove);
  int lost = 0;
  for (int i = 0; i < 200; ++i) lost += lost_of(20);
  is_done = true;
  first.join();
  second.join();
  CHECK(lost == 0);
}

}  // namespace clc
