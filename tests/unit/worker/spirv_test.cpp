// Changes to LLVM's SPIR-V, and to the builtin functions that its backend gets wrong.
#include <random>

#include <spirv/unified1/OpenCL.std.h>
#include <spirv/unified1/spirv.hpp>

#include "catch_all.h"
#include "worker/passes/spirv_expand_builtins.h"
#include "worker/targets/spirv/spirv_constants.h"
#include "worker/targets/spirv/spirv_fixups.h"
#include "worker/targets/spirv/spirv_interface.h"

namespace clc::worker {
namespace {

using Module = std::vector<std::uint32_t>;

// Builds a module instruction by instruction.
struct Maker {
  Module words{spv::MagicNumber, 0x10200, 0, 100, 0};

  Maker& add(spv::Op op, std::vector<std::uint32_t> operands) {
    words.push_back(static_cast<std::uint32_t>((operands.size() + 1) << 16U) | static_cast<std::uint32_t>(op));
    words.insert(words.end(), operands.begin(), operands.end());
    return *this;
  }
  Maker& add(spv::Op op, std::vector<std::uint32_t> operands, const std::string& text,
             std::vector<std::uint32_t> more = {}) {
    for (std::size_t i = 0; i <= text.size(); i += 4) {
      std::uint32_t word = 0;
      for (std::size_t j = 0; j < 4 && i + j < text.size(); ++j) {
        word |= static_cast<std::uint32_t>(static_cast<unsigned char>(text[i + j])) << (8 * j);
      }
      operands.push_back(word);
    }
    operands.insert(operands.end(), more.begin(), more.end());
    return add(op, std::move(operands));
  }
};

struct Found {
  spv::Op op;
  Module operands;
};

// True when each instruction ends where the next begins, and the last one at the end.
bool is_whole(const Module& words) {
  std::size_t at = 5;
  while (at < words.size() && words[at] >> 16U != 0) at += words[at] >> 16U;
  return at == words.size();
}

std::vector<Found> instructions(const Module& words) {
  std::vector<Found> result;
  for (std::size_t at = 5; at < words.size();) {
    const std::size_t length = words[at] >> 16U;
    REQUIRE(length > 0);
    REQUIRE(at + length <= words.size());
    result.push_back(
        {static_cast<spv::Op>(words[at] & 0xffffU), Module(words.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                                           words.begin() + static_cast<std::ptrdiff_t>(at + length))});
    at += length;
  }
  return result;
}

std::vector<Module> all_of(const Module& words, spv::Op op) {
  std::vector<Module> result;
  for (const Found& found : instructions(words)) {
    if (found.op == op) result.push_back(found.operands);
  }
  return result;
}

Module fixed(const Maker& maker) {
  Module words = maker.words;
  const auto result = fix_backend_output(words);
  REQUIRE(result);
  return words;
}

// With everything in it that is looked for.
Maker everything() {
  Maker maker;
  maker.add(spv::OpCapability, {spv::CapabilityKernel})
      .add(spv::OpExtInstImport, {1}, "OpenCL.std")
      .add(spv::OpMemoryModel, {spv::AddressingModelPhysical64, spv::MemoryModelOpenCL})
      .add(spv::OpName, {60}, "__spirv_ImageQueryOrder")
      .add(spv::OpDecorate, {60, spv::DecorationLinkageAttributes}, "_Z23__spirv_ImageQueryOrder14ocl_image2d_ro",
           {spv::LinkageTypeImport})
      .add(spv::OpTypeInt, {2, 8, 0})
      .add(spv::OpTypeInt, {3, 32, 0})
      .add(spv::OpTypeInt, {4, 64, 0})
      .add(spv::OpTypeFloat, {5, 32})
      .add(spv::OpTypeBool, {6})
      .add(spv::OpTypeEvent, {7})
      .add(spv::OpTypeArray, {8, 2, 3})
      .add(spv::OpTypePointer, {9, spv::StorageClassUniformConstant, 8})
      .add(spv::OpTypePointer, {10, spv::StorageClassCrossWorkgroup, 4})
      .add(spv::OpConstantNull, {3, 20})
      .add(spv::OpConstantNull, {4, 21})
      .add(spv::OpConstantNull, {5, 22})
      .add(spv::OpConstantNull, {6, 23})
      .add(spv::OpConstantNull, {7, 24, 7})
      .add(spv::OpConstantNull, {8, 25})
      .add(spv::OpVariable, {9, 30, spv::StorageClassUniformConstant, 25})
      .add(spv::OpFunction, {3, 60, 0, 61})
      .add(spv::OpFunctionParameter, {62, 63})
      .add(spv::OpFunctionEnd, {})
      .add(spv::OpFunction, {3, 40, 0, 41})
      .add(spv::OpFunctionParameter, {10, 42})
      .add(spv::OpLabel, {43})
      .add(spv::OpExtInst, {3, 44, 1, OpenCLLIB::Printf, 30})
      .add(spv::OpFunctionCall, {3, 45, 60, 46})
      .add(spv::OpAtomicIAdd, {4, 47, 42, 20, 20, 21})
      .add(spv::OpReturn, {})
      .add(spv::OpFunctionEnd, {});
  return maker;
}

TEST_CASE("nulls of scalars become constants, of events lose a word, of others stay") {
  const Module words = fixed(everything());
  CHECK(all_of(words, spv::OpConstant) == std::vector<Module>{{3, 20, 0}, {4, 21, 0, 0}, {5, 22, 0}});
  CHECK(all_of(words, spv::OpConstantFalse) == std::vector<Module>{{6, 23}});
  CHECK(all_of(words, spv::OpConstantNull) == std::vector<Module>{{7, 24}, {8, 25}});
}

TEST_CASE("atomics of 64 bits bring their capability, after those that are there") {
  const Module words = fixed(everything());
  CHECK(all_of(words, spv::OpCapability) ==
        std::vector<Module>{{spv::CapabilityKernel}, {spv::CapabilityInt64Atomics}});
  CHECK(instructions(words)[1].op == spv::OpCapability);

  Maker has_it;
  has_it.add(spv::OpCapability, {spv::CapabilityInt64Atomics})
      .add(spv::OpTypeInt, {4, 64, 0})
      .add(spv::OpAtomicIAdd, {4, 47, 42, 20, 20, 21});
  CHECK(all_of(fixed(has_it), spv::OpCapability).size() == 1);

  Maker narrow;
  narrow.add(spv::OpCapability, {spv::CapabilityKernel})
      .add(spv::OpTypeInt, {4, 32, 0})
      .add(spv::OpAtomicIAdd, {4, 47, 42, 20, 20, 21});
  CHECK(all_of(fixed(narrow), spv::OpCapability).size() == 1);

  Maker store;
  store.add(spv::OpCapability, {spv::CapabilityKernel})
      .add(spv::OpTypeInt, {4, 64, 0})
      .add(spv::OpTypePointer, {10, spv::StorageClassCrossWorkgroup, 4})
      .add(spv::OpFunctionParameter, {10, 42})
      .add(spv::OpAtomicStore, {42, 20, 20, 21});
  CHECK(all_of(fixed(store), spv::OpCapability).size() == 2);
}

TEST_CASE("printf gets a pointer to 8-bit integers") {
  const Module words = fixed(everything());
  const auto casts = all_of(words, spv::OpBitcast);
  REQUIRE(casts.size() == 1);
  const auto prints = all_of(words, spv::OpExtInst);
  REQUIRE(prints.size() == 1);
  CHECK(prints[0][4] == casts[0][1]);
  const auto pointers = all_of(words, spv::OpTypePointer);
  CHECK(std::find(pointers.begin(), pointers.end(), Module{casts[0][0], spv::StorageClassUniformConstant, 2}) !=
        pointers.end());
  CHECK(words[3] > 100);  // the bound counts the new ids
  CHECK(casts[0][1] < words[3]);
}

TEST_CASE("a call of a function that is named after an instruction becomes it") {
  const Module words = fixed(everything());
  CHECK(all_of(words, spv::OpImageQueryOrder) == std::vector<Module>{{3, 45, 46}});
  CHECK(all_of(words, spv::OpFunctionCall).empty());
  CHECK(all_of(words, spv::OpFunction).size() == 1);
  CHECK(all_of(words, spv::OpFunctionParameter).size() == 1);
  CHECK(all_of(words, spv::OpFunctionEnd).size() == 1);
  CHECK(all_of(words, spv::OpName).empty());
  CHECK(all_of(words, spv::OpDecorate).empty());
}

TEST_CASE("an undefined function is an error that names it as the source does") {
  Maker maker;
  maker.add(spv::OpDecorate, {60, spv::DecorationLinkageAttributes}, "_Z7nowherei", {spv::LinkageTypeImport})
      .add(spv::OpFunction, {3, 60, 0, 61})
      .add(spv::OpFunctionEnd, {});
  const auto result = fix_backend_output(maker.words);
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::k_compile);
  CHECK(result.error().message.find("nowhere(int)") != std::string::npos);

  Maker variable;  // built-in variables are imported, too
  variable.add(spv::OpDecorate, {60, spv::DecorationLinkageAttributes}, "__spirv_BuiltInGlobalInvocationId",
               {spv::LinkageTypeImport});
  CHECK(fix_backend_output(variable.words));
}

TEST_CASE("fixing twice changes nothing more") {
  Module once = fixed(everything());
  Module twice = once;
  REQUIRE(fix_backend_output(twice));
  CHECK(twice == once);
}

TEST_CASE("alignments of private variables that the backend cut to a byte are put right") {
  const auto decorated = [](std::uint32_t alignment) {
    return Maker().add(spv::OpDecorate, {1, spv::DecorationAlignment, alignment}).words;
  };
  const auto repaired = [&](std::uint32_t alignment, std::uint32_t widest) {
    Module words = decorated(alignment);
    fix_private_alignments(words, widest);
    return words;
  };
  CHECK(repaired(8, 512) == decorated(8));
  CHECK(repaired(128, 512) == decorated(128));
  CHECK(repaired(0xffffff80, 512) == decorated(128));
  CHECK(repaired(0, 512) == decorated(512));
  const Module other = Maker().add(spv::OpDecorate, {1, spv::DecorationConstant, 0}).words;
  Module words = other;
  fix_private_alignments(words, 512);
  CHECK(words == other);
}

TEST_CASE("constants get the types that arrays, structures and variables want") {
  constexpr std::uint32_t k_int = 1, k_byte = 2, k_array = 3, k_to_array = 4, k_to_byte = 5, k_to_int = 6, k_table = 7,
                          k_holder = 8, k_other_holder = 9, k_holders = 10, k_to_table = 11;
  Maker maker;
  maker.add(spv::OpTypeInt, {k_int, 32, 0})
      .add(spv::OpTypeInt, {k_byte, 8, 0})
      .add(spv::OpTypeArray, {k_array, k_int, 50})
      .add(spv::OpTypePointer, {k_to_array, spv::StorageClassUniformConstant, k_array})
      .add(spv::OpTypePointer, {k_to_byte, spv::StorageClassUniformConstant, k_byte})
      .add(spv::OpTypePointer, {k_to_int, spv::StorageClassUniformConstant, k_int})
      .add(spv::OpTypeArray, {k_table, k_to_int, 50})
      .add(spv::OpTypeStruct, {k_holder, k_to_int})
      .add(spv::OpTypeStruct, {k_other_holder, k_to_byte})
      .add(spv::OpTypeArray, {k_holders, k_holder, 50})
      .add(spv::OpTypePointer, {k_to_table, spv::StorageClassUniformConstant, k_table})
      .add(spv::OpVariable, {k_to_array, 20, spv::StorageClassUniformConstant})
      .add(spv::OpSpecConstantOp, {k_to_byte, 21, spv::OpInBoundsPtrAccessChain, 20, 51, 52})
      .add(spv::OpConstantNull, {k_to_byte, 22})
      .add(spv::OpConstantComposite, {k_table, 23, 21, 22})
      .add(spv::OpConstantComposite, {k_other_holder, 24, 21})
      .add(spv::OpConstantComposite, {k_holders, 25, 24})
      .add(spv::OpVariable, {k_to_table, 26, spv::StorageClassUniformConstant, 23});
  Module words = maker.words;
  fix_constant_addresses(words);
  CHECK(is_whole(words));
  CHECK(all_of(words, spv::OpSpecConstantOp) == std::vector<Module>{
                                                    {k_to_byte, 100, spv::OpBitcast, 20},
                                                    {k_to_byte, 21, spv::OpInBoundsPtrAccessChain, 100, 52},
                                                    {k_to_int, 101, spv::OpBitcast, 21},
                                                    {k_to_int, 103, spv::OpBitcast, 21},
                                                });
  CHECK(all_of(words, spv::OpConstantNull) == std::vector<Module>{{k_to_byte, 22}, {k_to_int, 102}});
  CHECK(all_of(words, spv::OpConstantComposite) ==
        std::vector<Module>{
            {k_table, 23, 101, 102}, {k_other_holder, 24, 21}, {k_holder, 104, 103}, {k_holders, 25, 104}});
  Module twice = words;
  fix_constant_addresses(twice);
  CHECK(all_of(twice, spv::OpConstantComposite) == all_of(words, spv::OpConstantComposite));
}

TEST_CASE("structures are measured that stand before the type of a pointer in them") {
  Maker maker;
  maker.add(spv::OpEntryPoint, {spv::ExecutionModelKernel, 1}, "k")
      .add(spv::OpDecorate, {2, spv::DecorationFuncParamAttr, spv::FunctionParameterAttributeByVal})
      .add(spv::OpTypeForwardPointer, {3, spv::StorageClassCrossWorkgroup})
      .add(spv::OpTypeInt, {4, 32, 0})
      .add(spv::OpTypeVoid, {5})
      .add(spv::OpTypeStruct, {6, 3, 4})
      .add(spv::OpTypePointer, {3, spv::StorageClassCrossWorkgroup, 6})
      .add(spv::OpTypePointer, {7, spv::StorageClassFunction, 6})
      .add(spv::OpTypeFunction, {8, 5, 7})
      .add(spv::OpFunction, {5, 1, 0, 8})
      .add(spv::OpFunctionParameter, {7, 2})
      .add(spv::OpFunctionEnd, {});
  for (const std::uint64_t pointer : {4, 8}) {
    const Interface all = interface_of_spirv(maker.words, pointer);
    REQUIRE(all.kernels.size() == 1);
    REQUIRE(all.kernels[0].arguments.size() == 1);
    CHECK(all.kernels[0].arguments[0].size == 2 * pointer);
    CHECK(all.kernels[0].arguments[0].alignment == pointer);
  }
}

TEST_CASE("bytes that are no words are refused") {
  CHECK_FALSE(to_words(""));
  CHECK_FALSE(to_words(std::string(19, 'x')));
  CHECK_FALSE(to_words(std::string(21, 'x')));
  REQUIRE(to_words(std::string(20, '\1')));
  CHECK(*to_words(std::string(20, '\1')) == Module(5, 0x01010101U));
}

TEST_CASE("damaged modules are refused, or stay whole") {
  const Module good = everything().words;
  std::size_t refused = 0, repaired = 0, broken = 0;
  const auto check = [&](Module words) {
    const std::uint32_t bound = words[3];
    words.shrink_to_fit();  // so that a sanitizer sees reads behind the end
    const Result<void> fixed = fix_backend_output(words);
    if (!fixed) {
      ++refused;
      CHECK((fixed.error().kind == ErrorKind::k_crash || fixed.error().kind == ErrorKind::k_compile));
      return;
    }
    ++repaired;
    fix_private_alignments(words, 16);
    fix_constant_addresses(words);
    // A type of absurd width or a module without types still becomes one that spirv-val refuses later.
    const bool keeps_header = std::equal(good.begin(), good.begin() + 3, words.begin()) && words[3] >= bound;
    broken += keeps_header && is_whole(words) ? 0 : 1;
  };
  for (std::size_t length = 5; length <= good.size(); ++length) {
    check(Module(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)));
  }
  for (std::size_t at = 3; at < good.size(); ++at) {
    for (unsigned bit = 0; bit < 32; ++bit) {
      Module flipped = good;
      flipped[at] ^= 1U << bit;
      check(flipped);
    }
  }
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    Module noise = good;
    for (int changes = 0; changes < 8; ++changes)
      noise[3 + random() % (noise.size() - 3)] = random() % 80 | (random() % 8) << 16U;
    check(noise);
  }
  CHECK(refused > 1000);
  CHECK(repaired > 1000);
  CHECK(broken < repaired / 100);
}

TEST_CASE("conversions are read from their mangled names") {
  const auto plain = parse_conversion("_Z12convert_int4Dv4_f");
  REQUIRE(plain);
  CHECK(plain->to_signed);
  CHECK_FALSE(plain->from_signed);
  CHECK(plain->rounding.empty());

  const auto rounded = parse_conversion("_Z22convert_ushort16_rtpDv16_l");
  CHECK_FALSE(rounded);  // one letter too many is announced
  const auto exact = parse_conversion("_Z20convert_ushort16_rtpDv16_l");
  REQUIRE(exact);
  CHECK_FALSE(exact->to_signed);
  CHECK(exact->from_signed);
  CHECK(exact->rounding == "rtp");
  CHECK_FALSE(exact->saturates);
  const auto saturating = parse_conversion("_Z22convert_uchar4_sat_rteDv4_s");
  REQUIRE(saturating);
  CHECK(saturating->saturates);
  CHECK(saturating->rounding == "rte");
  CHECK(parse_conversion("_Z14convert_doublem"));
  CHECK(parse_conversion("_Z12convert_halff"));
  CHECK(parse_conversion("_Z13convert_floatDh"));
}

TEST_CASE("other names are no conversions") {
  for (const char* name : {"",
                           "_Z",
                           "_Z8",
                           "_Z8convert_",
                           "_Z8convert_i",
                           "_Z3allDv4_i",
                           "convert_int4",
                           "_Z99convert_intf",
                           "_Z11convert_fooi",
                           "_Z14convert_ufloati",  // the user's own
                           "_Z15convert_int_oddf",
                           "_Z12convert_int5Dv5_f",
                           "_Z11convert_int",
                           "_Z11convert_intPi",
                           "_Z11convert_intfi",
                           "_Z12convert_int4Dv4",
                           "_Z12convert_int4Dv4_",
                           "_Z12convert_int4Dv",
                           "_Z12convert_uint",
                           "_Z10convert_ui",
                           "_Z99999999999999999999999999convert_intf"}) {
    INFO(name);
    CHECK_FALSE(parse_conversion(name));
  }
}

}  // namespace
}  // namespace clc::worker
