// Not run unless asked for: what answers cost, asked and remembered. `clc_identity_tests "[.times]"`
#include <algorithm>
#include <functional>
#include <iostream>

#include "catch_all.h"
#include "identity/assembler_identity.h"
#include "identity/driver_identity.h"
#include "identity/worker_identity.h"
#include "temporary_folder.h"

using namespace clc;

namespace {

using Microseconds = std::chrono::duration<double, std::micro>;

Microseconds time_of(const std::function<bool()>& ask) {
  const auto begin = std::chrono::steady_clock::now();
  const bool is_known = ask();
  const Microseconds time = std::chrono::steady_clock::now() - begin;
  return is_known ? time : Microseconds(-1);
}

void show(const char* what, const std::function<bool()>& ask) {
  constexpr int k_repeats = 201;
  const Microseconds first = time_of(ask);
  if (first.count() < 0) return void(std::cout << what << ": not available here" << std::endl);
  std::vector<Microseconds> times(k_repeats);
  for (Microseconds& time : times) time = time_of(ask);
  std::nth_element(times.begin(), times.begin() + k_repeats / 2, times.end());
  std::cout << what << ": asked " << first.count() << " us, remembered " << times[k_repeats / 2].count()
            << " us (median of " << k_repeats << ")" << std::endl;
}

}  // namespace

TEST_CASE("What identities cost", "[.times]") {
  const test::TemporaryFolder folder;
  cache::Settings settings;
  settings.folder = folder / "cache";
  cache::Store store(settings);
  Memos memos(store);
  const std::string worker = CLC_LIBEXEC "/clc-worker";
  const std::string driver = CLC_LIBEXEC "/clc-driver";
  show("worker", [&] { return identify_worker(memos, worker, *parse_target("nvptx:sm_90")).has_value(); });
  show("ptxas", [&] { return identify_assembler(memos, Family::k_cubin, {}).has_value(); });
  show("ocloc", [&] { return identify_assembler(memos, Family::k_intel, {}).has_value(); });
  show("driver:pocl", [&] { return identify_driver(memos, driver, *parse_target("driver:pocl")).has_value(); });
}
