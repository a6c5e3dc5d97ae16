// Launches kernels that hold one matrix instruction each, whose names are those of Clang's builtins and come from
// standard input; compares with plain products. tests/emulator/matrix_kernels_test.py makes the kernels.
//
// usage: clc_emulator_matrix_launches --package P --device D <NAMES
#include <cstdio>
#include <cstring>
#include <iostream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "device/harness.h"
#include "emulator/isa/matrix_product.h"

namespace {

using namespace clc;
using namespace clc::device_tests;
using clc::emulator::test::Product;
using clc::emulator::test::Trial;

// "mfma_f32_32x32x4bf16_1k" is v_mfma_f32_32x32x4_2b_bf16, "wmma_f32_16x16x16_f16_w32_gfx12" v_wmma_f32_16x16x16_f16.
std::string without_blocks(const std::string& name) {
  return "v_" + std::regex_replace(std::regex_replace(name, std::regex("_1k|_w32|_w64|_gfx12|_scale|_16b|_4b|_2b"), ""),
                                   std::regex("(x[0-9]+)(b?f[136]|i8)"), "$1_$2");
}

std::string plain(const std::string& name) {
  return std::regex_replace(name, std::regex("_16b|_4b|_2b"), "");
}

Trial trial_of(const std::string& kernel, const std::vector<Trial>& all) {
  const unsigned lanes = kernel.find("_w32") != std::string::npos ? 32 : 64;
  const std::string wanted = without_blocks(kernel);
  for (Trial trial : all) {
    if (trial.lanes != lanes || plain(std::string(trial.name)) != wanted) continue;
    // gfx90a's older bf16 has 32x32x4 in one block, the later one, "_1k", in two.
    if (trial.op.blocks == 2 && kernel == "mfma_f32_32x32x4bf16") continue;
    if (trial.op.is_integer() && !trial.op.is_cdna()) trial.neg = 3;  // as the kernels' arguments say
    trial.keeps_half = false;
    trial.is_scaled = kernel.find("_scale") != std::string::npos;
    return trial;
  }
  throw Failed("no instruction for " + kernel + " (" + wanted + ")");
}

// Registers as work-items have them, one after the other.
std::vector<cl_uint> registers(const emulator::WaveState& wave, unsigned first, unsigned count) {
  std::vector<cl_uint> words;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    for (unsigned i = 0; i < count; ++i) words.push_back(wave.vgpr[first + i][lane]);
  }
  return words;
}

std::string launch(Session& session, const std::string& name, const Trial& trial, const Product& product,
                   emulator::WaveState& wave) {
  std::vector<Buffer> buffers;
  for (const unsigned source : {0U, 1U, 2U}) {
    constexpr unsigned k_first[] = {Product::k_a, Product::k_b, Product::k_c};
    // The builtin of scaled products takes eight registers, whatever the types are.
    const bool is_mixed = trial.op.a == emulator::MatrixOperation::Type::k_f8f6f4 && source < 2;
    buffers.push_back(session.upload(registers(wave, k_first[source], is_mixed ? 8 : product.registers_of(source))));
  }
  for (const unsigned more : {0U, 1U}) {
    const unsigned first = trial.is_scaled ? Product::k_scales + more : Product::k_index;
    buffers.push_back(session.upload(registers(wave, first, 1)));
  }
  const unsigned count = product.registers_of(2);
  std::vector<cl_uint> out(std::size_t{count} * wave.lanes);
  const Buffer to = session.upload(out);
  NDRange range;
  range.global[0] = range.local[0] = wave.lanes;
  session.launch(session.kernel("matrices", name), range, buffers[0], buffers[1], buffers[2], buffers[3], buffers[4],
                 to);
  out = session.download<cl_uint>(to);
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    for (unsigned i = 0; i < count; ++i) wave.vgpr[product.first_of_d() + i][lane] = out[lane * count + i];
  }
  return "";
}

int run(const std::string& package, const std::string& device) {
  std::vector<std::string> names;
  for (std::string name; std::cin >> name;) names.push_back(name);
  std::vector<Trial> all;
  for (const emulator::ChipFacts& chip : emulator::k_all_chips) {
    if (chip.name == device) all = emulator::test::trials_of(chip.chip);
  }
  Session session(need(Queue::create(need(select_device(device)))), need(Package::open(package)), "", false);
  std::set<std::string> left;
  for (const Trial& trial : all) left.insert(std::string(trial.name));
  std::mt19937_64 random(3);
  int failed = 0;
  for (const std::string& name : names) {
    const Trial trial = trial_of(name, all);
    left.erase(std::string(trial.name));
    Product product(trial, random);
    const std::string problem =
        product.check([&](emulator::WaveState& wave) { return launch(session, name, trial, product, wave); });
    if (problem.empty()) continue;
    std::printf("%s %s: %s\n", device.c_str(), name.c_str(), problem.c_str());
    ++failed;
  }
  for (const std::string& name : left) std::printf("%s: no builtin makes %s\n", device.c_str(), name.c_str());
  std::printf("%s: %zu kernels, %d failed\n", device.c_str(), names.size(), failed);
  return failed == 0 && !names.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::string package, device;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--package") == 0) package = argv[i + 1];
    if (std::strcmp(argv[i], "--device") == 0) device = argv[i + 1];
  }
  try {
    return run(package, device);
  } catch (const std::exception& error) {
    std::printf("failed: %s\n", error.what());
    return 1;
  }
}
