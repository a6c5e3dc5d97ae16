#include "worker/ir/float8.h"

namespace clc::worker {
namespace {

constexpr unsigned k_fraction_of_float = 23;
constexpr unsigned k_bias_of_float = 127;
constexpr unsigned k_infinity = 0x7f800000;
constexpr unsigned k_nan = 0x7fc00000;
constexpr unsigned k_magnitude = 0x7f;
constexpr unsigned k_sign = 0x80;
constexpr unsigned k_to_sign_of_float = 24;
constexpr unsigned k_nan_of_fnuz = 0x80;
constexpr unsigned k_nan_of_ocp = 0x7f;

// The exponent of a float that is a power of two.
constexpr unsigned power_of_two(unsigned exponent) {
  return exponent << k_fraction_of_float;
}

// The exponent, as floats write it, of the smallest step between numbers.
constexpr unsigned smallest_step(const Float8& format) {
  return k_bias_of_float + 1 - format.bias - format.fraction;
}

// Constants of the shape of `like`, one number or a vector.
class Words {
 public:
  explicit Words(llvm::Value* like) : type_(like->getType()->getWithNewBitWidth(32)) {}
  llvm::Constant* operator()(std::uint64_t value) const { return llvm::ConstantInt::get(type_, value); }
  llvm::Type* type() const { return type_; }
  llvm::Type* float_type() const {
    llvm::Type* single = llvm::Type::getFloatTy(type_->getContext());
    const auto* vector = llvm::dyn_cast<llvm::VectorType>(type_);
    return vector == nullptr ? single : llvm::VectorType::get(single, vector->getElementCount());
  }

 private:
  llvm::Type* type_;
};

}  // namespace

std::optional<Float8> float8_of(std::string_view name) {
  if (name == "e4m3") return k_e4m3;
  if (name == "e5m2") return k_e5m2;
  if (name == "e4m3fnuz") return k_e4m3_fnuz;
  if (name == "e5m2fnuz") return k_e5m2_fnuz;
  return std::nullopt;
}

llvm::Value* float_of(llvm::IRBuilder<>& builder, llvm::Value* bytes, const Float8& format) {
  const Words word(bytes);
  llvm::Value* all = builder.CreateZExt(bytes, word.type());
  llvm::Value* magnitude = builder.CreateAnd(all, word(k_magnitude));
  llvm::Value* bits = builder.CreateShl(magnitude, word(k_fraction_of_float - format.fraction));
  bits = builder.CreateAdd(bits, word(power_of_two(k_bias_of_float - format.bias)));
  // Denormals are so many smallest steps.
  llvm::Value* step = builder.CreateBitCast(word(power_of_two(smallest_step(format))), word.float_type());
  llvm::Value* small = builder.CreateFMul(builder.CreateUIToFP(magnitude, word.float_type()), step);
  llvm::Value* is_small = builder.CreateICmpULT(magnitude, word(1U << format.fraction));
  bits = builder.CreateSelect(is_small, builder.CreateBitCast(small, word.type()), bits);
  if (format.has_infinity) {  // and NaN, by the largest exponent of floats
    llvm::Value* special = builder.CreateOr(bits, word(k_infinity));
    bits = builder.CreateSelect(builder.CreateICmpUGT(magnitude, word(format.largest)), special, bits);
  } else if (!format.is_fnuz) {
    bits = builder.CreateSelect(builder.CreateICmpEQ(magnitude, word(k_nan_of_ocp)), word(k_nan), bits);
  }
  llvm::Value* sign = builder.CreateShl(builder.CreateAnd(all, word(k_sign)), word(k_to_sign_of_float));
  bits = builder.CreateOr(bits, sign);
  if (format.is_fnuz) bits = builder.CreateSelect(builder.CreateICmpEQ(all, word(k_nan_of_fnuz)), word(k_nan), bits);
  return builder.CreateBitCast(bits, word.float_type());
}

llvm::Value* float8_of(llvm::IRBuilder<>& builder, llvm::Value* floats, const Float8& format, bool saturates) {
  const Words word(floats);
  llvm::Value* bits = builder.CreateBitCast(floats, word.type());
  llvm::Value* magnitude = builder.CreateAnd(bits, word(~(k_sign << k_to_sign_of_float) & 0xffffffffU));
  // To even: adds half of what is dropped, less the smallest part where the last bit that is kept is zero.
  const unsigned dropped = k_fraction_of_float - format.fraction;
  llvm::Value* last = builder.CreateAnd(builder.CreateLShr(magnitude, word(dropped)), word(1));
  llvm::Value* number = builder.CreateAdd(builder.CreateAdd(magnitude, last), word((1U << (dropped - 1)) - 1));
  number = builder.CreateSub(builder.CreateLShr(number, word(dropped)),
                             word((k_bias_of_float - format.bias) << format.fraction));
  // A float whose last bit is the smallest step rounds what is added to it to whole steps.
  llvm::Constant* anchor = word(power_of_two(smallest_step(format) + k_fraction_of_float));
  llvm::Value* steps = builder.CreateFAdd(builder.CreateBitCast(magnitude, word.float_type()),
                                          builder.CreateBitCast(anchor, word.float_type()));
  steps = builder.CreateSub(builder.CreateBitCast(steps, word.type()), anchor);
  llvm::Value* is_small = builder.CreateICmpULT(magnitude, word(power_of_two(k_bias_of_float + 1 - format.bias)));
  number = builder.CreateSelect(is_small, steps, number);
  llvm::Value* is_beyond = builder.CreateICmpUGT(number, word(format.largest));
  llvm::Value* is_nan = builder.CreateICmpUGT(magnitude, word(k_infinity));
  llvm::Value* sign = builder.CreateAnd(builder.CreateLShr(bits, word(k_to_sign_of_float)), word(k_sign));
  const unsigned beyond = saturates ? format.largest : format.has_infinity ? format.largest + 1 : k_nan_of_ocp;
  number = builder.CreateSelect(is_beyond, word(beyond), number);
  if (format.is_fnuz) {
    // NaN is what would be the negative zero.
    llvm::Value* is_zero = builder.CreateICmpEQ(number, word(0));
    number = builder.CreateSelect(is_zero, number, builder.CreateOr(number, sign));
    if (!saturates) is_nan = builder.CreateOr(is_nan, is_beyond);
    number = builder.CreateSelect(is_nan, word(k_nan_of_fnuz), number);
  } else {
    number = builder.CreateOr(builder.CreateSelect(is_nan, word(k_nan_of_ocp), number), sign);
  }
  return builder.CreateTrunc(number, word.type()->getWithNewBitWidth(8));
}

}  // namespace clc::worker
