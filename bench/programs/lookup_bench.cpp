// Times the runtime's look-up of a finished binary of a given size: medians in microseconds.
//
// usage: clc_lookup_bench FOLDER BYTES REPEAT
// Prints: key made for the first device, entry read and verified; the same with a cache of its own, counters included,
// as a process pays it; a plain read of the file and its SHA-256, to compare with; the key alone.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "clc/base/digest.h"
#include "clc/base/file.h"
#include "clc/runtime/binary_cache.h"
#include "clc/runtime/device.h"
#include "kept/binary_cache_state.h"
#include "kept/program_key.h"

namespace {

using clc::BinaryCache;

double median_microseconds(int repeat, const std::function<bool()>& work) {
  std::vector<double> times;
  for (int i = 0; i < repeat; ++i) {
    const auto start = std::chrono::steady_clock::now();
    if (!work()) {
      std::fprintf(stderr, "clc_lookup_bench: the cache does not work\n");
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
    std::fprintf(stderr, "usage: clc_lookup_bench FOLDER BYTES REPEAT\n");
    return 2;
  }
  const std::string folder = argv[1];
  const std::string binary(std::strtoul(argv[2], nullptr, 10), 'x');
  const int repeat = std::atoi(argv[3]);
  const clc::Result<clc::Device> device = clc::select_device("");
  if (!device) {
    std::fprintf(stderr, "clc_lookup_bench: %s\n", device.error().message.c_str());
    return 1;
  }
  clc::Variant variant;
  variant.sha256 = clc::sha256_hex("bench");
  variant.format = "spirv";
  const auto key = [&] { return clc::program_key(variant, device->facts, clc::read_driver_facts(*device)).hex(); };
  const std::string name = key();
  const std::string path = folder + "/v1/" + name.substr(0, 2) + "/" + name.substr(2) + ".program";

  const BinaryCache cache(folder);
  const bool is_kept = cache.state().keep(name, binary);
  const auto finds = [&](const BinaryCache& in) { return is_kept && in.state().find(key()).binary == binary; };
  const double look_up = median_microseconds(repeat, [&] { return finds(cache); });
  const double process = median_microseconds(repeat, [&] {
    const BinaryCache own(folder);
    own.state().count(&BinaryCache::Counters::hits);
    return finds(own);
  });
  const double plain = median_microseconds(repeat, [&] {
    const clc::Result<clc::Bytes> bytes = clc::read_file(path);
    return bytes && clc::sha256_hex(*bytes).size() == 64;
  });
  const double alone = median_microseconds(repeat, [&] { return key().size() == 64; });
  std::printf("%.1f %.1f %.1f %.1f\n", look_up, process, plain, alone);
  return 0;
}
