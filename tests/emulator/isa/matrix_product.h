// One product of matrices by one instruction: random registers, the matrices that they hold, and what has to come out,
// as plain products in double. The layouts are written here from registers to elements, other than in the emulator:
// lane and place in a lane's registers give row and column, as AMD's calculator prints them.
#pragma once

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "isa/decode_tables.h"
#include "isa/matrix.h"
#include "isa/wave_state.h"

namespace clc::emulator::test {

// An instruction with its modifiers.
struct Trial {
  Chip chip{};
  std::string_view name;
  unsigned lanes = 64;
  MatrixOperation op;
  const EncodingEntry* encoding = nullptr;
  unsigned number = 0;
  unsigned cbsz = 0, abid = 0, blgp = 0, acc = 0, acc_cd = 0;
  unsigned neg = 0, neg_hi = 0, op_sel = 0, clamp = 0;
  unsigned scale_a = 0, scale_b = 0;  // bytes
  bool is_scaled = false, has_whole_numbers = false;
  bool keeps_half = true;  // gfx11: what op_sel leaves out of a register stays
};

using File = std::vector<Lanes>;

class Product {
 public:
  // Where the registers are.
  static constexpr unsigned k_a = 0, k_b = 16, k_index = 32, k_scales = 33, k_c = 40, k_d = 80;

  Product(const Trial& trial, std::mt19937_64& random) : trial_(trial), op_(trial.op), random_(random) {}

  // "" or what is wrong. `execute` runs the instruction on the wave, and returns "" or why it cannot.
  std::string check(const std::function<std::string(WaveState&)>& execute);

  // Where D is: for a sparse product, where C was.
  unsigned first_of_d() const { return op_.is_sparse() ? k_c : k_d; }
  // How many registers A (0), B (1), and C or D (2) have.
  unsigned registers_of(unsigned source) const;

 private:
  File& file_of(unsigned source);
  unsigned bits(unsigned source) const;
  unsigned each(unsigned source) const;
  unsigned outputs() const;
  std::uint64_t number(unsigned source);
  void fill(unsigned source);
  void fill_c();
  double scale(unsigned source, unsigned lane) const;
  bool is_negated(unsigned source, unsigned k) const;
  double& a(unsigned block, unsigned i, unsigned k) { return a_[(block * op_.m + i) * op_.k + k]; }
  double& b(unsigned block, unsigned j, unsigned k) { return b_[(block * op_.n + j) * op_.k + k]; }
  void make_matrices();
  std::string compare();
  std::string compare_one(unsigned lane, unsigned place, std::uint64_t raw);

  Trial trial_;
  MatrixOperation op_;
  std::mt19937_64& random_;
  WaveState wave_;
  File before_;
  std::vector<double> a_, b_;
};

// Chooses at random what the instruction allows.
void choose_modifiers(Trial& trial, std::mt19937_64& random);
// The matrix instructions of a chip, in waves of 64 and, where there are, of 32.
std::vector<Trial> trials_of(Chip chip);

}  // namespace clc::emulator::test
