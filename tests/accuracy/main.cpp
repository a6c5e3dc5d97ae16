// Measures the errors of the maths functions on a device.
//
// usage: clc_accuracy --package FOLDER [--device D] [--target T] [--reference FILE.ptx | --exhaustive] [--part N]
//                     [--only NAMES] [--profiles full,relaxed,double,half] [--samples N] [--json FILE]
//
//   --only NAMES       these functions, with commas between
//   --package FOLDER   holds the packages full, relaxed, double, half and judge, of kernels/
//   --exhaustive       all 2^32 inputs of each function of float with one argument, and as many pairs, are compared on
//                      the device with a reference in double: that of the package's module `reference`
//   --part N           of all inputs, only every Nth block of 2^24
//   --reference FILE   the same, with the reference of this PTX, for NVIDIA's driver
//   --samples N        else, and for double and half: so many inputs, compared with MPFR on the host
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "accuracy/measure.h"

namespace {

using namespace clc;
using namespace clc::accuracy;

struct Options {
  std::string package, device, target, reference, only, profiles = "full,relaxed,double,half", samples = "65536", json,
                                                        part = "1";
  bool is_exhaustive = false;
};

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--exhaustive") {
      options.is_exhaustive = true;
      continue;
    }
    std::string* value = name == "--package"     ? &options.package
                         : name == "--device"    ? &options.device
                         : name == "--target"    ? &options.target
                         : name == "--reference" ? &options.reference
                         : name == "--only"      ? &options.only
                         : name == "--profiles"  ? &options.profiles
                         : name == "--samples"   ? &options.samples
                         : name == "--part"      ? &options.part
                         : name == "--json"      ? &options.json
                                                 : nullptr;
    if (value == nullptr || i + 1 == argc) return false;
    *value = argv[++i];
  }
  if (!options.reference.empty()) options.is_exhaustive = true;
  return !options.package.empty();
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Failed("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void print_row(const Row& row) {
  char allowed[40] = "-";
  if (row.is_judged) std::snprintf(allowed, sizeof allowed, "%.6g", row.allowed);
  std::printf("| %s | %s | %.6g %s | %s | %s | %s%.1f s |\n", row.function.c_str(), row.profile.c_str(), row.error,
              row.unit.c_str(), row.where.c_str(), allowed, row.failed() ? "TOO LARGE, " : "", row.seconds);
  std::fflush(stdout);
}

void write_json(const std::string& path, const std::string& device, const std::vector<Row>& rows) {
  std::ofstream out(path);
  out << "{\"device\": \"" << device << "\", \"rows\": [";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    char text[1000];
    std::snprintf(
        text, sizeof text,
        "%s\n  {\"function\": \"%s\", \"profile\": \"%s\", \"error\": %.9g, \"unit\": \"%s\", \"where\": \"%s\", "
        "\"allowed\": %.9g, \"judged\": %s, \"passed\": %s, \"inputs\": %llu, \"seconds\": %.2f}",
        i == 0 ? "" : ",", row.function.c_str(), row.profile.c_str(), std::min(row.error, 1e300), row.unit.c_str(),
        row.where.c_str(), row.allowed, row.is_judged ? "true" : "false", row.failed() ? "false" : "true",
        static_cast<unsigned long long>(row.inputs), row.seconds);
    out << text;
  }
  out << "\n]}\n";
}

int run(const Options& options) {
  Measure measure(options.package, options.device, options.target,
                  static_cast<std::uint32_t>(std::stoul(options.part)));
  if (!options.reference.empty()) measure.take_reference(read_text(options.reference));
  std::printf("%s\n\n| function | profile | largest error | at | allowed | |\n|---|---|---|---|---|---|\n",
              measure.device_name().c_str());
  const auto samples = static_cast<std::uint32_t>(std::stoul(options.samples));
  std::vector<Row> rows;
  for (const Function& function : functions()) {
    if (!options.only.empty() && ("," + options.only + ",").find("," + function.name + ",") == std::string::npos)
      continue;
    for (const Profile profile : {Profile::k_full, Profile::k_relaxed, Profile::k_double, Profile::k_half}) {
      if (options.profiles.find(profile_name(profile)) == std::string::npos) continue;
      const auto begin = std::chrono::steady_clock::now();
      std::optional<Row> row = measure.run(function, profile, options.is_exhaustive, samples);
      if (!row) continue;
      row->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      print_row(*row);
      rows.push_back(std::move(*row));
      if (!options.json.empty()) write_json(options.json, measure.device_name(), rows);
    }
  }
  const auto failed = std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.failed(); });
  std::printf("\n%zu measured, %d too large\n", rows.size(), static_cast<int>(failed));
  return failed == 0 && !rows.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fprintf(stderr,
                 "usage: clc_accuracy --package FOLDER [--device D] [--target T] [--reference FILE.ptx | "
                 "--exhaustive] [--part N] [--only NAMES] [--profiles P] [--samples N] [--json FILE]\n");
    return 2;
  }
  try {
    return run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "clc_accuracy: %s\n", error.what());
    return 1;
  }
}
