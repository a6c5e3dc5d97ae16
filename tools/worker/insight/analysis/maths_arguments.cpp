#include "worker/insight/analysis/maths_arguments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsAMDGPU.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include "base/text.h"

namespace clc::worker {
namespace {

constexpr int k_depth = 8;  // of operations that are followed
constexpr double k_infinity = std::numeric_limits<double>::infinity();

// Numbers from `low` to `high`. A value that is no number lies in every range: the functions give none for it, either.
struct Range {
  double low = -k_infinity, high = k_infinity;
};

Range range_of(const llvm::Value& value, int depth);

std::optional<double> constant_of(const llvm::Value& value) {
  const llvm::APFloat* number = nullptr;
  if (!llvm::PatternMatch::match(&value, llvm::PatternMatch::m_APFloat(number)) || !number->isFinite())
    return std::nullopt;
  return number->convertToDouble();
}

Range negated(const Range& a) {
  return {-a.high, -a.low};
}

Range hull(const Range& a, const Range& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Range smaller(const Range& a, const Range& b) {
  return {std::min(a.low, b.low), std::min(a.high, b.high)};
}

Range larger(const Range& a, const Range& b) {
  return {std::max(a.low, b.low), std::max(a.high, b.high)};
}

// The one of three that lies between the others, by the order of both ends.
Range median(const Range& a, const Range& b, const Range& c) {
  return larger(smaller(a, b), smaller(larger(a, b), c));
}

Range magnitude(const Range& a) {
  const double most = std::max(std::fabs(a.low), std::fabs(a.high));
  return {a.low > 0 ? a.low : a.high < 0 ? -a.high : 0, most};
}

Range product(const Range& a, const Range& b) {
  Range result{k_infinity, -k_infinity};
  for (const double x : {a.low, a.high}) {
    for (const double y : {b.low, b.high}) {
      if (!std::isfinite(x) || !std::isfinite(y)) return {};
      result = hull(result, {x * y, x * y});
    }
  }
  return result;
}

// A whole number that became a floating one.
Range range_of_integer(const llvm::CastInst& cast, bool is_signed) {
  const llvm::ConstantRange known = llvm::computeConstantRange(cast.getOperand(0), is_signed);
  const llvm::KnownBits bits = llvm::computeKnownBits(cast.getOperand(0), cast.getDataLayout());
  const llvm::ConstantRange both = known.intersectWith(llvm::ConstantRange::fromKnownBits(bits, is_signed));
  if (both.isEmptySet()) return {};
  if (!is_signed) return {both.getUnsignedMin().roundToDouble(), both.getUnsignedMax().roundToDouble()};
  return {both.getSignedMin().signedRoundToDouble(), both.getSignedMax().signedRoundToDouble()};
}

// The result of OpenCL's functions that are small whatever their arguments.
Range range_of_function(llvm::StringRef name, const llvm::CallBase& call) {
  std::size_t length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length)) return {};
  name = name.take_front(length);
  if (is_any_of(name, {"sin", "cos", "sinpi", "cospi", "tanh", "erf"})) return {-1, 1};
  const std::optional<double> divisor = name == "fmod" ? constant_of(*call.getArgOperand(1)) : std::nullopt;
  return divisor ? Range{-std::fabs(*divisor), std::fabs(*divisor)} : Range{};
}

Range range_of_call(const llvm::CallBase& call, int depth) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || call.arg_empty()) return {};
  const auto argument = [&](unsigned i) { return range_of(*call.getArgOperand(i), depth - 1); };
  switch (callee->getIntrinsicID()) {
    case llvm::Intrinsic::fabs:
      return magnitude(argument(0));
    case llvm::Intrinsic::copysign:
      return hull(argument(0), negated(argument(0)));
    case llvm::Intrinsic::minnum:
    case llvm::Intrinsic::minimumnum:
      return smaller(argument(0), argument(1));
    case llvm::Intrinsic::maxnum:
    case llvm::Intrinsic::maximumnum:
      return larger(argument(0), argument(1));
    case llvm::Intrinsic::amdgcn_fmed3:
      return median(argument(0), argument(1), argument(2));
    default:
      return range_of_function(callee->getName(), call);
  }
}

// A choice is often a minimum or a maximum.
Range range_of_choice(const llvm::Instruction& choice, int depth) {
  llvm::Value *left = nullptr, *right = nullptr;
  const auto pattern = llvm::matchSelectPattern(const_cast<llvm::Instruction*>(&choice), left, right).Flavor;
  if (pattern == llvm::SPF_FMINNUM) return smaller(range_of(*left, depth - 1), range_of(*right, depth - 1));
  if (pattern == llvm::SPF_FMAXNUM) return larger(range_of(*left, depth - 1), range_of(*right, depth - 1));
  return hull(range_of(*choice.getOperand(1), depth - 1), range_of(*choice.getOperand(2), depth - 1));
}

Range range_of_operation(const llvm::Instruction& operation, int depth) {
  const auto operand = [&](unsigned i) { return range_of(*operation.getOperand(i), depth - 1); };
  switch (operation.getOpcode()) {
    case llvm::Instruction::FNeg:
      return negated(operand(0));
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc:
      return operand(0);
    case llvm::Instruction::FAdd:
      return {operand(0).low + operand(1).low, operand(0).high + operand(1).high};
    case llvm::Instruction::FSub:
      return {operand(0).low - operand(1).high, operand(0).high - operand(1).low};
    case llvm::Instruction::FMul:
      return product(operand(0), operand(1));
    case llvm::Instruction::FDiv: {
      const std::optional<double> divisor = constant_of(*operation.getOperand(1));
      return divisor && *divisor != 0 ? product(operand(0), {1 / *divisor, 1 / *divisor}) : Range{};
    }
    case llvm::Instruction::SIToFP:
      return range_of_integer(llvm::cast<llvm::CastInst>(operation), true);
    case llvm::Instruction::UIToFP:
      return range_of_integer(llvm::cast<llvm::CastInst>(operation), false);
    case llvm::Instruction::Select:
      return range_of_choice(operation, depth);
    case llvm::Instruction::Call:
      return range_of_call(llvm::cast<llvm::CallBase>(operation), depth);
    default:
      return {};
  }
}

Range range_of(const llvm::Value& value, int depth) {
  if (const std::optional<double> constant = constant_of(value)) return {*constant, *constant};
  const auto* operation = llvm::dyn_cast<llvm::Instruction>(&value);
  return operation == nullptr || depth == 0 ? Range() : range_of_operation(*operation, depth);
}

// True for pi, 2 pi, … and pi / 2, pi / 3, …, as float or double has them.
bool is_constant_of_pi(const llvm::Value& value) {
  const double times = std::fabs(constant_of(value).value_or(0)) / std::numbers::pi;
  if (times == 0) return false;
  constexpr double k_most = 3600, k_rounded = 2e-7;
  const double ratio = times < 1 ? 1 / times : times;
  return ratio < k_most + 0.5 && std::fabs(ratio - std::round(ratio)) < k_rounded * ratio;
}

bool is_multiple(const llvm::Value& value, int depth) {
  const auto* operation = llvm::dyn_cast<llvm::Instruction>(&value);
  if (operation == nullptr || depth == 0) return false;
  const auto has_pi = [&](unsigned i) {
    return is_constant_of_pi(*operation->getOperand(i)) || is_multiple(*operation->getOperand(i), depth - 1);
  };
  switch (operation->getOpcode()) {
    case llvm::Instruction::FMul:
      return has_pi(0) || has_pi(1);
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FNeg:
      return has_pi(0);
    default:
      return false;
  }
}

}  // namespace

std::optional<double> largest_magnitude(const llvm::Value& value) {
  const Range range = magnitude(range_of(value, k_depth));
  return std::isfinite(range.high) ? std::optional(range.high) : std::nullopt;
}

bool is_multiple_of_pi(const llvm::Value& value) {
  return is_multiple(value, k_depth);
}

}  // namespace clc::worker
