#include "insight/forecast/forecast.h"

#include <algorithm>
#include <cmath>

namespace clc {
namespace {

constexpr double k_sector = 32;  // bytes

double to_double(std::uint64_t count) {
  return static_cast<double>(count);
}

// The share of a footprint that does not stay in the second level's cache from launch to launch.
double missing_share(double bytes, double cache) {
  if (bytes <= 0.6 * cache) return 0;
  if (bytes >= 1.6 * cache) return 1;
  return (bytes - 0.6 * cache) / cache;
}

// The time that each resource takes for the whole launch, in microseconds.
class Model {
 public:
  // `footprint`: different bytes that the launch reads and writes. `meetings`: its atomic operations on one place.
  Model(const EffortFacts& effort, const EffortSum& sum, std::uint64_t footprint, std::uint64_t meetings,
        const Residency& residency, const ForecastChip& chip)
      : effort_(effort),
        sum_(sum),
        residency_(residency),
        chip_(chip),
        groups_(to_double(effort.groups)),
        meetings_(to_double(meetings)),
        footprint_(to_double(footprint)) {
    missing_ = missing_share(footprint_, chip.l2_mib * 1024 * 1024);
    // Groups spread over the units before any unit gets a second one.
    of_a_unit_ = std::ceil(groups_ / chip.units);
    held_ = std::max(1.0, std::min(residency.groups, of_a_unit_));
  }

  std::vector<std::pair<std::string, double>> parts() const {
    return {{"DRAM", dram()},
            {"L2", l2()},
            {"atomics", atomics()},
            {"atomics on one address", meetings_ / chip_.same_atomics_per_ns * 1e-3},
            {"L1 and local memory", unit_us(lines() / chip_.lines)},
            {"issue", unit_us(instructions() / chip_.issue)},
            {"float port", unit_us(to_double(sum_.work.floats) / chip_.floats)},
            {"double port", unit_us(to_double(sum_.work.doubles) / chip_.doubles)},
            {"integer port",
             unit_us(to_double(sum_.work.integers) / chip_.integers + to_double(sum_.work.products) / chip_.products)},
            {"special port", unit_us(to_double(sum_.work.specials) / chip_.specials)},
            {"matrix units", unit_us(matrix_clocks(sum_.work))},
            {"images", unit_us(to_double(sum_.work.images) / chip_.images)},
            {"latency", latency()},
            {"copies in flight", copies()}};
  }

  LoadWait load_wait() const {
    const double far = miss_rate();
    const char* const beyond = missing_ > 0.5 ? "DRAM" : "L2";
    return {far * memory_latency() + (1 - far) * chip_.l1_latency, far < 0.5 ? "L1" : beyond};
  }

 private:
  double unit_us(double clocks_of_a_group) const {
    const double share = groups_ / chip_.units;
    const double units = share < 4 ? of_a_unit_ : share + 0.5 * (of_a_unit_ - share);
    return clocks_of_a_group * units / chip_.gigahertz * 1e-3;
  }

  // A chip has a rate for each product that it has an instruction for, and another one for those of groups.
  double matrix_clocks(const PortCounts& work) const {
    const double all = to_double(work.matrix_halfs) + to_double(work.matrix_floats) + to_double(work.matrix_bytes) +
                       to_double(work.matrix_float8s);
    const double of_groups = work.matrix_of_groups == 0 ? 0 : to_double(work.matrix_of_groups) / all;
    const auto clocks = [&](std::uint64_t operations, double rate, double rate_of_groups) {
      const double one = rate == 0 ? 0 : to_double(operations) / rate;
      return of_groups == 0 || rate_of_groups == 0
                 ? one
                 : (1 - of_groups) * one + of_groups * to_double(operations) / rate_of_groups;
    };
    return clocks(work.matrix_halfs, chip_.matrix_halfs, chip_.group_halfs) +
           clocks(work.matrix_floats, chip_.matrix_floats, chip_.group_floats) +
           clocks(work.matrix_doubles, chip_.matrix_doubles, 0) +
           clocks(work.matrix_bytes, chip_.matrix_bytes, chip_.group_bytes) +
           clocks(work.matrix_float8s, chip_.matrix_float8s, chip_.group_float8s);
  }

  // Clocks of products of groups that are waited for: a wave has a quarter of each.
  double waited_products() const {
    if (sum_.chain.matrix_of_groups == 0) return 0;
    constexpr double k_waves = 4;
    return k_waves * matrix_clocks(sum_.chain);
  }

  double instructions() const {
    const PortCounts& work = sum_.work;
    return to_double(work.floats) + to_double(work.doubles) + to_double(work.integers) + to_double(work.products) +
           to_double(work.specials) + to_double(work.globals) + to_double(work.locals) + to_double(work.images) +
           to_double(work.exchanges) + to_double(work.barriers) + to_double(work.branches) + to_double(work.matrices);
  }

  double lines() const {
    return to_double(sum_.lines) + to_double(sum_.stored_lines) +
           std::max(to_double(sum_.passes), to_double(sum_.work.locals)) + to_double(sum_.work.exchanges) +
           to_double(sum_.atomics);
  }

  double image_bytes() const { return to_double(sum_.work.images) * 32 * 4; }

  double dram() const {
    const double images = image_bytes() * groups_;
    const double images_missing = missing_share(images, chip_.l2_mib * 1024 * 1024);
    const double partial = to_double(sum_.partial_sectors) * groups_ * k_sector * chip_.partial_share * missing_;
    return (footprint_ * missing_ + partial + images * images_missing) / chip_.dram_gigabytes_per_s * 1e-3;
  }

  // The bytes that a group reads from L2: what misses L1.
  double read_bytes() const {
    const double cache = std::max(16.0, chip_.cache_kib - held_ * residency_.local_bytes / 1024) * 1024;
    const bool fits = to_double(effort_.group_bytes) * held_ <= cache;
    return std::min(to_double(sum_.sectors) * k_sector, to_double(fits ? effort_.group_bytes : effort_.near_bytes));
  }

  // Asynchronous copies bypass L1, and units that copy the same tiles share what L2 reads: an H200 made 8 TB/s
  // (bench/log/group-products.md).
  double l2() const {
    constexpr double k_share_of_copies = 0.45;
    const double read =
        sum_.work.copy_commits == 0 ? read_bytes() : to_double(sum_.sectors) * k_sector * k_share_of_copies;
    const double written = (to_double(sum_.stored_sectors) + to_double(sum_.partial_sectors)) * k_sector;
    return (read + written + image_bytes()) * groups_ / chip_.l2_gigabytes_per_s * 1e-3;
  }

  double atomics() const { return to_double(sum_.atomics) * groups_ / chip_.atomics_per_ns * 1e-3; }

  // L1 miss rate.
  double miss_rate() const {
    const double asked = to_double(sum_.sectors) * k_sector;
    return asked == 0 ? 1 : read_bytes() / asked;
  }

  double memory_latency() const { return chip_.l2_latency + (chip_.dram_latency - chip_.l2_latency) * missing_; }

  // The clocks that a wave waits for global memory: the first access for the memory itself, the others for L1 or the
  // memory, by the miss rate.
  double waits(double memory) const {
    const double far = miss_rate(), accesses = to_double(sum_.chain.globals);
    const double first = std::min(accesses, 1.0);
    return first * memory + (accesses - first) * (far * memory + (1 - far) * chip_.l1_latency);
  }

  // Critical path.
  double chain_clocks() const {
    const PortCounts& chain = sum_.chain;
    const double memory = memory_latency();
    return (to_double(chain.floats) + to_double(chain.integers) + to_double(chain.products) +
            to_double(chain.branches)) *
               chip_.alu_latency +
           to_double(chain.doubles) * chip_.double_latency + to_double(chain.specials) * chip_.special_latency +
           to_double(chain.matrices) * chip_.matrix_latency +
           to_double(chain.locals + chain.exchanges) * chip_.local_latency +
           to_double(chain.barriers) * chip_.barrier_latency + waits(memory) +
           to_double(chain.images) * (memory + 200) + waited_products() +
           instructions() / residency_.waves * chip_.wave_issue;
  }

  // Critical path, times the waves of groups of a multiprocessor.
  double latency() const { return rounds_us(chain_clocks()); }

  // Waits for asynchronous copies: each has as many iterations for its way from memory as are in flight.
  double copies() const {
    const PortCounts& work = sum_.work;
    if (work.copy_waits == 0 || work.copy_commits == 0) return 0;
    const double in_flight = 1 + to_double(work.copies_left) / to_double(work.copy_commits);
    const double waits_of_wave = to_double(work.copy_waits) / residency_.waves;
    return rounds_us((waits_of_wave * memory_latency() + chain_clocks()) / in_flight);
  }

  double rounds_us(double clocks) const {
    const double rounds = groups_ / (chip_.units * residency_.groups);
    const double taken = rounds <= 1 ? 1 : rounds + 0.5 * (std::ceil(rounds) - rounds);
    return clocks * taken / chip_.gigahertz * 1e-3;
  }

  const EffortFacts& effort_;
  const EffortSum& sum_;
  const Residency& residency_;
  const ForecastChip& chip_;
  double groups_, meetings_, footprint_, missing_ = 0, of_a_unit_ = 1, held_ = 1;
};

// The longest part, and what of the others does not hide behind it.
double together(const std::vector<std::pair<std::string, double>>& parts, std::string* longest) {
  constexpr double k_power = 4;
  double sum = 0, most = 0;
  for (const auto& [name, us] : parts) {
    sum += std::pow(us, k_power);
    if (us <= most) continue;
    most = us;
    if (longest != nullptr) *longest = name;
  }
  return std::pow(sum, 1 / k_power);
}

}  // namespace

double spread_of(const ForecastChip& chip) {
  constexpr double k_spread = 1.5, k_spread_unchecked = 2.5;
  return *chip.checked != '\0' ? k_spread : k_spread_unchecked;
}

Forecast forecast(const EffortFacts& effort, const Residency& residency, const ForecastChip& chip) {
  const double spread = spread_of(chip);
  const Contention meetings = effort.contention.value_or(Contention());
  Forecast result;
  const std::uint64_t bytes = effort.read_bytes + effort.written_bytes;
  const std::uint64_t least_bytes = effort.least_bytes ? effort.least_bytes->all : bytes;
  result.parts = Model(effort, effort.most, bytes, meetings.usual, residency, chip).parts();
  const double work = together(result.parts, &result.bound_by);
  const double least = together(Model(effort, effort.least, bytes, meetings.least, residency, chip).parts(), nullptr);
  // Whatever is doubtful is taken to touch its memory now and then, but for the end of the range.
  const double fewest =
      together(Model(effort, effort.least, least_bytes, meetings.least, residency, chip).parts(), nullptr);
  EffortSum worst = effort.most;
  worst.passes = std::max(worst.passes, effort.worst_passes);
  const double most = together(Model(effort, worst, bytes, meetings.most, residency, chip).parts(), nullptr);
  const double expected = std::pow(least, 1 - k_doubted_share) * std::pow(work, k_doubted_share);
  result.expected_us = chip.launch_us + expected;
  result.whole_us = chip.launch_us + std::max(work, expected);
  if (expected < chip.launch_us) result.bound_by = "launch";
  result.least_us = (chip.launch_us + std::min(fewest, work)) / spread;
  result.most_us = (chip.launch_us + std::max(work, most)) * spread;
  return result;
}

LoadWait load_wait(const EffortFacts& effort, const Residency& residency, const ForecastChip& chip) {
  return Model(effort, effort.most, effort.read_bytes + effort.written_bytes, 0, residency, chip).load_wait();
}

}  // namespace clc
