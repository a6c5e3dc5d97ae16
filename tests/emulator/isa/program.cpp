#include "program.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

#include "catch_all.h"
#include "run_process.h"

#ifndef CLC_LLVM_MC
#define CLC_LLVM_MC ""
#endif

namespace clc::emulator::test {
namespace {

// "v_mov_b32_e32 v0, v1   ; encoding: [0x01,0x03,0x00,0x7e]"
std::vector<std::uint8_t> encoding_in(const std::string& line) {
  std::vector<std::uint8_t> result;
  const std::size_t start = line.find("encoding: [");
  if (start == std::string::npos) return result;
  for (std::size_t at = line.find("0x", start); at != std::string::npos; at = line.find("0x", at + 2)) {
    result.push_back(static_cast<std::uint8_t>(std::strtoul(line.c_str() + at, nullptr, 16)));
  }
  return result;
}

// Machine code that LLVM makes of some lines of assembly. Lines that LLVM does not take are empty.
// Each line is followed by an s_movk with its number, so that lines which LLVM refuses are noticed.
std::vector<std::vector<std::uint8_t>> assemble(Chip chip, const std::vector<std::string>& lines) {
  std::string source;
  for (std::size_t i = 0; i < lines.size(); ++i) source += lines[i] + "\ns_movk_i32 s99, " + std::to_string(i) + "\n";
  const std::string chip_option = "-mcpu=" + std::string(chip_name(chip));
  const std::string text =
      ::clc::test::run_process({CLC_LLVM_MC, "-triple=amdgcn", chip_option, "-show-encoding", "-"}, source, "/").output;
  std::vector<std::vector<std::uint8_t>> result(lines.size());
  std::vector<std::uint8_t> last;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t number = line.find("s_movk_i32 s99, ");
    if (number == std::string::npos) {
      const std::vector<std::uint8_t> bytes = encoding_in(line);
      last.insert(last.end(), bytes.begin(), bytes.end());
      continue;
    }
    result.at(std::strtoul(line.c_str() + number + 16, nullptr, 0)) = last;
    last.clear();
  }
  return result;
}

using Assembled = std::map<std::pair<Chip, std::string>, std::vector<std::uint8_t>>;

Assembled& assembled_lines() {
  static Assembled lines;
  return lines;
}

}  // namespace

bool has_assembler() {
  return std::filesystem::exists(CLC_LLVM_MC);
}

void skip() {
  WARN("skipped: LLVM's assembler is not here");
}

WaveState new_wave(Chip chip) {
  WaveState wave;
  wave.chip = chip;
  wave.lanes = is_cdna(chip) ? 64 : 32;
  wave.vgpr.resize(32);
  if (is_cdna(chip)) wave.accvgpr.resize(32);
  wave.set_exec(~std::uint64_t{0});
  return wave;
}

void prepare(Chip chip, const std::vector<std::string>& lines) {
  Assembled& known = assembled_lines();
  std::vector<std::string> unknown;
  for (const std::string& line : lines) {
    if (known.find({chip, line}) == known.end()) unknown.push_back(line);
  }
  if (unknown.empty()) return;
  const auto assembled = assemble(chip, unknown);
  for (std::size_t i = 0; i < unknown.size(); ++i) known[{chip, unknown[i]}] = assembled[i];
}

std::string run(Chip chip, const std::vector<std::string>& lines, WaveState& wave) {
  prepare(chip, lines);
  Assembled& known = assembled_lines();
  for (const std::string& line : lines) {
    const std::vector<std::uint8_t>& code = known[{chip, line}];
    if (code.empty()) return "LLVM does not assemble '" + line + "'";
    const auto decoded = decode(chip, code.data(), code.size(), wave.pc);
    if (const auto* error = std::get_if<DecodeError>(&decoded)) return error->message;
    const Outcome outcome = execute(std::get<Instruction>(decoded), wave);
    if (outcome.kind != Outcome::Kind::k_done) return line + ": " + outcome.message;
  }
  return "";
}

std::uint64_t Values::operator()(unsigned bits) {
  static constexpr std::uint64_t k_edges[] = {0,
                                              1,
                                              2,
                                              0x7f,
                                              0x80,
                                              0xff,
                                              0x3c00,
                                              0x7bff,
                                              0x7c00,
                                              0x7fff,
                                              0x8000,
                                              0xffff,
                                              0x00800000,
                                              0x3f800000,
                                              0x7f7fffff,
                                              0x7f800000,
                                              0x7fffffff,
                                              0x80000000,
                                              0xbf800000,
                                              0xff800000,
                                              0xffffffff,
                                              0x0010000000000000,
                                              0x3ff0000000000000,
                                              0x7fefffffffffffff,
                                              0x7ff0000000000000,
                                              0x7fffffffffffffff,
                                              0x8000000000000000,
                                              0xfff0000000000000,
                                              0xffffffffffffffff};
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const std::uint64_t chosen = random_();
  if (chosen % 4 == 0) return k_edges[chosen / 4 % (sizeof k_edges / sizeof *k_edges)] & mask;
  const std::uint64_t value = random_() & mask;
  return chosen % 4 == 1 ? value >> (chosen / 4 % bits) : value;
}

}  // namespace clc::emulator::test
