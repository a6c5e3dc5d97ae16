#include "insight/forecast/forecast_chips.h"

#include <array>

#include "clc/package/nvidia_chips.h"
#include "clc/package/target.h"
#include "insight/forecast/matrix_rates.h"

namespace clc {
namespace {

using Chip = ForecastChip;

struct Figure {
  const char* name;
  double Chip::* member;
  double of[8];  // in the order of k_chips; the H100 is the H200 with other memory
};
// Units, clocks, ports and memory are the vendors' figures (NVIDIA's architecture papers, its programming guide's table
// of throughputs; AMD's CDNA and RDNA papers). Memory is taken at 92 % of its peak. Latencies, the second level's rate
// and the launch of the H200 were fitted to bench/results/h200.json (bench/forecast-errors); those of others are
// published ones or the H200's. The latency of the cache beside the unit is a published one.
// Atomic operations on one address: NVIDIA's Kepler paper tells of one a clock. An H100 made 1.35 in a nanosecond, 0.7
// a clock, of waves' on two words of one segment (minmax/each, bench/log/algorithms-h100.md); others
// are taken to make 0.7 a clock, too. The latency of matrices is that of 16 × 8 × 16 halves on NVIDIA's chips, as
// published measurements tell it (the H200's was measured: bench/log/matrices.md), and the time of 16 × 16 × 16 halves
// on one of AMD's SIMDs.
// clang-format off
constexpr Figure k_figures[] = {
    //                                                    H200  H100   A100    3090    4090  MI250X  MI300X  7900
    {"gigahertz",            &Chip::gigahertz,            { 1.9,  1.9,  1.41,    1.7,   2.52,    1.7,    2.1,   2.5}},
    {"issue",                &Chip::issue,                {   4,    4,     4,      4,      4,      4,      4,     4}},
    {"floats",               &Chip::floats,               {   4,    4,     2,      4,      4,      1,      1,     4}},
    {"doubles",              &Chip::doubles,              {   2,    2,     1, 0.0625, 0.0625,      1,      1, 0.125}},
    {"integers",             &Chip::integers,             { 3.3,  3.3,     2,      2,      2,      1,      1,     4}},
    {"products",             &Chip::products,             {   3,    3,     2,      2,      2,   0.25,   0.25,     1}},
    {"specials",             &Chip::specials,             {0.45, 0.45,   0.5,    0.5,    0.5,   0.25,   0.25,     1}},
    {"images",               &Chip::images,               {0.18, 0.18, 0.125,  0.125,  0.125, 0.0625, 0.0625,  0.25}},
    {"lines",                &Chip::lines,                {   1,    1,     1,      1,      1,    0.5,    0.5,     1}},
    {"cache_kib",            &Chip::cache_kib,            { 256,  256,   192,    128,    128,     16,     32,    64}},
    {"l2_mib",               &Chip::l2_mib,               {  50,   50,    40,      6,     72,      8,    256,    96}},
    {"l2_gigabytes_per_s",   &Chip::l2_gigabytes_per_s,   {4800, 4800,  4000,   2500,   5000,   3500,  14000,  3500}},
    {"dram_gigabytes_per_s", &Chip::dram_gigabytes_per_s, {4420, 3080,  1880,    861,    927,   1500,   4870,   883}},
    {"atomics_per_ns",       &Chip::atomics_per_ns,       { 800,  800,   150,    100,    200,    100,    250,   100}},
    {"same_atomics_per_ns",  &Chip::same_atomics_per_ns,  {1.35, 1.35,   1.0,    1.2,    1.8,    1.2,    1.5,  1.75}},
    {"alu_latency",          &Chip::alu_latency,          {   4,    4,     5,      5,      5,      4,      4,     5}},
    {"double_latency",       &Chip::double_latency,       {   8,    8,     8,     40,     40,      8,      8,    40}},
    {"special_latency",      &Chip::special_latency,      {  20,   20,    24,     24,     24,     16,     16,    16}},
    {"matrix_latency",       &Chip::matrix_latency,       {  24,   24,    25,     33,     33,     32,     16,    32}},
    {"local_latency",        &Chip::local_latency,        {  24,   24,    30,     30,     30,     64,     64,    60}},
    {"l1_latency",           &Chip::l1_latency,           {  33,   33,    35,     35,     35,    120,    120,   120}},
    {"l2_latency",           &Chip::l2_latency,           { 290,  290,   260,    250,    280,    300,    500,   300}},
    {"dram_latency",         &Chip::dram_latency,         { 850,  850,   550,    550,    600,    800,   1600,   900}},
    {"barrier_latency",      &Chip::barrier_latency,      {  60,   60,    30,     30,     30,     30,     30,    30}},
    {"wave_issue",           &Chip::wave_issue,           { 1.1,  1.1,   1.1,    1.1,    1.1,      4,      4,     4}},
    {"partial_share",        &Chip::partial_share,        { 4.5,  4.5,   4.5,    4.5,    4.5,    4.5,    4.5,   4.5}},
    {"launch_us",            &Chip::launch_us,            { 5.9,  5.9,     5,      5,      5,      6,      6,     6}},
};
// clang-format on

constexpr void add_matrix_rates(Chip& chip) {
  const MatrixRates rates = instruction_rates(chip.arch);
  const double parts = rates.arch == "gfx1100" ? 2 : 1;  // a unit is a WGP of two CUs
  constexpr double k_operations = 64;                    // of an FMA of NVIDIA's waves
  chip.matrix_halfs = parts * rates.halfs;
  chip.matrix_floats = parts * rates.floats;
  chip.matrix_doubles = rates.doubles != 0 ? parts * rates.doubles : k_operations * chip.doubles;
  chip.matrix_bytes = parts * rates.bytes;
  chip.matrix_float8s = parts * rates.float8s;
  const MatrixRates groups = group_rates(chip.arch);
  chip.group_halfs = groups.halfs;
  chip.group_floats = groups.floats;
  chip.group_bytes = groups.bytes;
  chip.group_float8s = groups.float8s;
}

constexpr std::array<Chip, 8> k_chips = [] {
  std::array<Chip, 8> chips{{{"NVIDIA H200", "sm_90", "bench/results/h200.json", 132},
                             {"NVIDIA H100 SXM", "sm_90", "", 132},
                             {"NVIDIA A100 80GB", "sm_80", "", 108},
                             {"NVIDIA RTX 3090", "sm_86", "", 82},
                             {"NVIDIA RTX 4090", "sm_89", "", 128},
                             {"AMD Instinct MI250X, one die", "gfx90a", "", 110},
                             {"AMD Instinct MI300X", "gfx942", "", 304},
                             {"AMD Radeon RX 7900 XTX", "gfx1100", "", 48}}};
  for (const Figure& figure : k_figures) {
    for (std::size_t i = 0; i < chips.size(); ++i) chips[i].*figure.member = figure.of[i];
  }
  for (Chip& chip : chips) add_matrix_rates(chip);
  return chips;
}();

}  // namespace

std::vector<std::pair<const char*, double>> figures_of(const ForecastChip& chip) {
  std::vector<std::pair<const char*, double>> figures;
  for (const Figure& figure : k_figures) figures.emplace_back(figure.name, chip.*figure.member);
  figures.insert(figures.end(), {{"matrix_halfs", chip.matrix_halfs},
                                 {"matrix_floats", chip.matrix_floats},
                                 {"matrix_doubles", chip.matrix_doubles},
                                 {"matrix_bytes", chip.matrix_bytes},
                                 {"matrix_float8s", chip.matrix_float8s},
                                 {"group_halfs", chip.group_halfs},
                                 {"group_floats", chip.group_floats},
                                 {"group_bytes", chip.group_bytes},
                                 {"group_float8s", chip.group_float8s}});
  return figures;
}

std::vector<const ForecastChip*> forecast_chips(const std::string& target) {
  std::vector<const ForecastChip*> chips;
  const std::optional<Target> known = read_target(target);
  for (const ForecastChip& chip : k_chips) {
    if (known && without_letter(known->arch) == chip.arch) chips.push_back(&chip);
  }
  return chips;
}

}  // namespace clc
