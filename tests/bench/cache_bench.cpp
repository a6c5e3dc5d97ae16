// Times the cache's store with an entry of a given size: medians in microseconds.
//
// usage: clc_cache_bench FOLDER BYTES REPEAT
// Prints: read and verified by an open store; the same in a store of its own, counters included, as a process pays it;
// a plain read of the file and its SHA-256, to compare with; written.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "clc/cache/store.h"
#include "clc/package/digest.h"
#include "clc/package/package.h"

namespace {

using clc::cache::EntryKind;
using clc::cache::Settings;
using clc::cache::Store;

double median_microseconds(int repeat, const std::function<bool()>& work) {
  std::vector<double> times;
  for (int i = 0; i < repeat; ++i) {
    const auto start = std::chrono::steady_clock::now();
    if (!work()) {
      std::fprintf(stderr, "clc_cache_bench: the store does not work\n");
      std::exit(1);
    }
    times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + repeat / 2, times.end());
  return times[static_cast<std::size_t>(repeat) / 2];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: clc_cache_bench FOLDER BYTES REPEAT\n");
    return 2;
  }
  Settings settings;
  settings.folder = argv[1];
  const std::string payload(std::strtoul(argv[2], nullptr, 10), 'x');
  const int repeat = std::atoi(argv[3]);
  const std::string key = clc::sha256_hex("bench");
  const std::string path = settings.folder + "/v1/" + key.substr(0, 2) + "/" + key.substr(2) + ".program";

  Store store(settings);
  const double put = median_microseconds(repeat, [&] { return store.put(EntryKind::k_program, key, payload); });
  const auto gets = [&](Store& from) { return from.get(EntryKind::k_program, key) == payload; };
  const double get = median_microseconds(repeat, [&] { return gets(store); });
  const double process = median_microseconds(repeat, [&] {
    Store own(settings);
    own.count_hit();
    return gets(own);
  });
  const double plain = median_microseconds(repeat, [&] {
    const clc::Result<clc::Bytes> bytes = clc::read_file(path);
    return bytes && clc::sha256_hex(*bytes).size() == 64;
  });
  std::printf("%.1f %.1f %.1f %.1f\n", get, process, plain, put);
  return 0;
}
