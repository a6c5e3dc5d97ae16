// Random sequences of calls: of the front of drivers, or of a whole driver.
//
// usage: clc_random_driver_calls SEEDS [--library FILE --binary FILE --kernels NAME,…]
//        SEEDS      1-1000: one sequence each
//        --library  an OpenCL driver; it gets the binary, which has these kernels. Its devices cannot be partitioned
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <sstream>
#include <string>

#include "calls.h"

namespace driver_calls {
namespace {

std::vector<std::uint8_t> random_bytes(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<std::uint8_t> bytes(200 + engine() % 4000);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(engine());
  return bytes;
}

struct Library {
  std::string binary, names;
  Driver driver;
};

// False: it is no driver.
bool open(const std::map<std::string, std::string>& options, Library& library) {
  void* handle = ::dlopen(options.at("--library").c_str(), RTLD_NOW);
  if (handle == nullptr) return std::fprintf(stderr, "%s\n", ::dlerror()), false;
  auto* get = reinterpret_cast<decltype(&clGetPlatformIDs)>(::dlsym(handle, "clIcdGetPlatformIDsKHR"));
  if (get == nullptr || get(1, &library.driver.platform, nullptr) != CL_SUCCESS) return false;
  library.driver.table = *reinterpret_cast<const cl_icd_dispatch* const*>(library.driver.platform);
  std::ifstream file(options.at("--binary"), std::ios::binary);
  library.binary.assign(std::istreambuf_iterator<char>(file), {});
  library.driver.binary = library.binary;
  library.names = options.at("--kernels");
  for (char* name = std::strtok(library.names.data(), ","); name != nullptr; name = std::strtok(nullptr, ",")) {
    library.driver.kernels.push_back(name);
  }
  return !library.binary.empty() && !library.driver.kernels.empty();
}

int run(const Driver& driver, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    std::fprintf(stderr, "seed %llu\n",
                 static_cast<unsigned long long>(seed));  // the last thing seen of one that ends the process
    const auto bytes = random_bytes(seed);
    Calls(driver, {bytes.data(), bytes.size()}).run();
  }
  std::printf("%llu sequences\n", static_cast<unsigned long long>(last - first + 1));
  return 0;
}

}  // namespace
}  // namespace driver_calls

int main(int count, char** arguments) {
  std::map<std::string, std::string> options;
  for (int i = 2; i + 1 < count; i += 2) options[arguments[i]] = arguments[i + 1];
  const bool is_whole =
      options.size() == 3 && options.count("--library") + options.count("--binary") + options.count("--kernels") == 3;
  if (count < 2 || count % 2 != 0 || (!options.empty() && !is_whole)) {
    std::fprintf(stderr, "usage: clc_random_driver_calls SEEDS [--library FILE --binary FILE --kernels NAME,…]\n");
    return 2;
  }
  char* rest = nullptr;
  const std::uint64_t first = std::strtoull(arguments[1], &rest, 10);
  const std::uint64_t last = *rest == '-' ? std::strtoull(rest + 1, nullptr, 10) : first;
  if (options.empty()) return driver_calls::run(driver_calls::fake_driver(), first, last);
  driver_calls::Library library;
  if (!driver_calls::open(options, library)) return 1;
  return driver_calls::run(library.driver, first, last);
}
